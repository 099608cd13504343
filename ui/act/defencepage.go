package act

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
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
		x := CalledOf(f.Table, f.Seat, u)
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

// Called is a follow-up as it is offered.
type Called struct {
	Draft  Draft
	With   string // the numbers that it takes over: "Attack's successes 3"
	Chance string // of success; "" where it is not known
	Gives  string // what is given up for it; "" for nothing
	WhyNot string // why it cannot be taken up now; "" if it can
}

// stepsOfCalled is how many steps the odds of a follow-up take at most: they stand beside
// what somebody is asked.
const stepsOfCalled = 300_000

// CalledOf returns a follow-up as it is offered to a seat.
func CalledOf(t model.Table, by model.Seat, u model.FollowUp) Called {
	d := CalledDraft(t, u)
	x := Called{Draft: d, With: view.CarriedWords(t, u)}
	p := PreviewOf(t, by, d)
	if x.Gives = p.Gives; p.WhyNot != "" {
		if !p.Lacks {
			x.WhyNot = p.WhyNot
		}
		return x
	}
	if p.Step.Open != nil {
		x.Chance = scene.Chance(p.in.Within(stepsOfCalled), nil, p.Step.Aimed, engine.Actor)
	} else if p = p.Counted(nil); p.fails() {
		x.Chance = engine.Percent(0)
	}
	return x
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
		return o.called != nil
	}
	return false
}

// answered reports whether nothing is left to choose.
func (o defencePage) answered(t model.Table) bool {
	_, defences := scene.DefencesAgainst(t, o.attack)
	return len(defences) == 0
}

// Deadline is the earliest time at which a question to this seat ends; false if none ends by
// time.
func Deadline(t model.Table, seat model.Seat) (at time.Time, ok bool) {
	for _, a := range decide.Attacks(t) {
		until, timed := t.DeadlineOf(a.Roll, a.Question, a.Who)
		if timed && slices.Contains(a.For, seat) && (!ok || until.Before(at)) {
			at, ok = until, true
		}
	}
	return at, ok
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
