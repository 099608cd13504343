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
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// AttackedTitle is the title of the question that a player gets whose character is attacked.
const AttackedTitle = "You are attacked: defend?"

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
	for _, w := range Asked(f) {
		out = append(out, Question{At: w.At(), Roll: w.Roll.ID, open: w.Open})
	}
	for _, a := range CalledDefences(f.Table, f.Seat) {
		out = append(out, Question{At: a.Roll + "/" + a.Who, Roll: a.Roll, open: func(f pane.Frame) pane.Intent { return m.openDefences(f, a) }})
	}
	return out
}

// CalledDefences lists the attacks against which a player can choose a defence, where the
// table asks them.
func CalledDefences(t model.Table, seat model.Seat) []decide.Attack {
	if !model.AsksDefence(t.OwnRules()) {
		return nil
	}
	return slices.DeleteFunc(decide.Attacks(t), func(a decide.Attack) bool {
		return a.Question != "" || !slices.Contains(a.For, seat)
	})
}

// DefencesAgainst lists what can be done about an attack now: none holds what is no defence,
// and is empty if everything is one.
func DefencesAgainst(t model.Table, a decide.Attack) (none, defences []model.FollowUp) {
	for _, of := range view.Choices(t.FollowUps()) {
		if of[0].Who != a.Who || of[0].Origin.Roll != a.Roll {
			continue
		}
		for _, u := range of {
			if decide.MayTakeUp(t, a.For[0], u) != nil {
				continue
			}
			if decide.IsDefence(t, u) {
				defences = append(defences, u)
			} else {
				none = append(none, u)
			}
		}
		if len(defences) > 0 {
			return none, defences
		}
		none = nil
	}
	return nil, nil
}

// NoDefence is the command that does nothing about an attack.
func NoDefence(a decide.Attack) model.NoDefence {
	return model.NoDefence{Roll: a.Roll, Question: a.Question, Who: a.Who}
}

// NoDefenceWords describes doing nothing about an attack: as a choice, and as an act in the
// log.
func NoDefenceWords(defences []model.FollowUp) (choice, does string) {
	if slices.ContainsFunc(defences, func(u model.FollowUp) bool { return u.Meets }) {
		return "throw it, and spend nothing", "spends nothing"
	}
	return "no defence", "does not defend"
}

// AttackWords says who attacks whom.
func AttackWords(t model.Table, a decide.Attack) string {
	if _, defences := DefencesAgainst(t, a); len(defences) > 0 {
		return attackOf(t, defences[0])
	}
	return t.NameOf(a.Who) + " is attacked"
}

// attackOf says who attacks whom, so that a follow-up defends against it.
func attackOf(t model.Table, u model.FollowUp) string {
	if _, known := t.Character(u.Origin.Who); known {
		return t.NameOf(u.Origin.Who) + " attacks " + t.NameOf(u.Who)
	}
	return t.NameOf(u.Who) + " is attacked"
}

// defencePage asks for a defence against an attack.
type defencePage struct {
	pane.Choice
	attack decide.Attack
}

// openDefences opens that question.
func (m *Memory) openDefences(f pane.Frame, a decide.Attack) pane.Intent {
	none, defences := DefencesAgainst(f.Table, a)
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
		name, does := NoDefenceWords(defences)
		o.Add(name, "", func(pane.Frame) pane.Intent {
			return pane.Do{Command: NoDefence(a), Then: saying(f.Table.NameOf(a.Who) + " " + does)}
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
		x.Chance = chance(p.in.Within(stepsOfCalled), nil, p.Step.Aimed, engine.Actor)
	} else if p = p.Counted(nil); p.fails() {
		x.Chance = kit.Percent(0)
	}
	return x
}

// About implements pane.Overlay.
func (o defencePage) About(f pane.Frame) pane.About {
	return pane.About{Title: AttackWords(f.Table, o.attack) + ": defend?"}
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
	_, defences := DefencesAgainst(t, o.attack)
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
