package act

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// Question is something that this seat is asked, and that opens by itself.
type Question struct {
	At   string // identifies the question
	Roll string
	open pane.Then
}

// Open opens the question and selects the character whom it concerns.
func (q Question) Open(f pane.Frame) pane.Intent { return q.open(f) }

// Questions lists what this seat is asked now: by open rolls and, for a player, by attacks
// against which a defence can be chosen.
func (m *Memory) Questions(f pane.Frame) []Question {
	var out []Question
	for _, w := range scene.Asked(f.Table, f.Seat, f.Present) {
		out = append(out, Question{At: w.At(), Roll: w.Roll.ID, open: func(f pane.Frame) pane.Intent { return openWaiting(w, f) }})
	}
	for _, a := range scene.CalledDefences(f.Table, f.Seat) {
		out = append(out, Question{At: a.Roll + "/" + a.Who, Roll: a.Roll, open: func(f pane.Frame) pane.Intent { return m.openDefences(f, a) }})
	}
	return out
}

// defencePage asks for a defence against an attack.
type defencePage struct {
	pane.Choice
	attack decide.Attack
}

// openDefences opens that question.
func (m *Memory) openDefences(f pane.Frame, a decide.Attack) pane.Intent {
	none, defences := scene.DefencesAgainst(f.Table, a)
	if len(defences) == 0 {
		return nil
	}
	o := defencePage{attack: a}
	all := append(slices.Clip(none), defences...)
	add := func(u model.FollowUp, before string) {
		x := scene.CalledOf(f.Table, f.Seat, u)
		aside := cmp.Or(x.Chance, x.With)
		if u.Meets && x.With != "" && x.Chance != "" { // the number to reach, and the chance
			aside = x.With + "  " + x.Chance
		}
		aside = strings.TrimPrefix(aside+"  "+x.Gives, "  ")
		o.AddEntry(picker.Entry{Name: before + view.ChoiceName(f.Table, u, all), Aside: strings.TrimRight(aside, " ")}, func(f pane.Frame) pane.Intent { return takeUpOf(m, f, u) })
	}
	for _, u := range none {
		add(u, "no defence: ")
	}
	if len(none) == 0 {
		name, does := scene.NoDefenceWords(defences)
		o.Add(name, "", func(pane.Frame) pane.Intent {
			return pane.Do{Command: scene.NoDefence(a), Then: saying(f.Table.NameOf(a.Who) + " " + does)}
		})
	}
	for _, u := range defences {
		add(u, "")
	}
	o.Choice = o.Laid()
	return pane.All{pane.Select{Who: a.Who}, pane.Turn{System: defences[0].System}, pane.Push{Overlay: o}}
}

// About implements pane.Overlay.
func (o defencePage) About(f pane.Frame) pane.About {
	return pane.About{Title: scene.AttackWords(f.Table, o.attack) + ": defend?"}
}

// Update implements pane.Overlay.
func (o defencePage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	c, intent := o.Choice.Update(f, msg)
	o.Choice = c.(pane.Choice)
	return o, intent
}

// MeetsAttack reports whether an overlay is one in which a player answers an attack.
func MeetsAttack(o pane.Overlay) bool {
	switch o := o.(type) {
	case defencePage, *rollPage:
		return true
	case *actionForm:
		return o.Called != nil
	}
	return false
}

// answered reports whether nothing is left to choose.
func (o defencePage) answered(t model.Table) bool {
	_, defences := scene.DefencesAgainst(t, o.attack)
	return len(defences) == 0
}

// endedWords says how a question ended: its time was over, or else what another person did.
func endedWords(f pane.Frame, what, did string) string {
	for l := range f.Table.Log() {
		if l.Event.By.Role == model.Program {
			return what + ": no answer in time"
		}
		break
	}
	return what + did
}
