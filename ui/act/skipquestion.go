package act

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// skipQuestion asks before time passes characters who could act: enter or the same key again lets
// it pass. If a follow-up would be lost, enter starts it instead.
type skipQuestion struct {
	head  string
	words string
	from  int            // the moment at which it asks
	loses bool           // a follow-up would be lost
	again []pane.Binding // the key that asked
	on    pane.Intent
}

// followFirst is the id of the key that starts follow-ups, even if players have requests.
const followFirst = "follow"

var skipQuestionKeys = pane.In("passing", "Time", pane.Enter("on", "let time pass, or first resolve what would be lost", "go on"))

func (o *skipQuestion) About(pane.Frame) pane.About { return pane.About{Title: o.head} }

func (o *skipQuestion) Draw(f pane.Frame) []string {
	words := o.words
	if o.loses && !o.settled(f.Table) {
		words = strings.TrimSpace(scene.Losing(f.Table) + "\n" + words)
	}
	out := f.Paragraphs(kit.Text, words)
	return out[:min(len(out), f.H)]
}

// settled reports whether the question is pointless now: the follow-ups are done, or time
// has moved on.
func (o *skipQuestion) settled(t model.Table) bool {
	return t.Clock.Moment != o.from || o.loses && len(scene.Lost(t)) == 0
}

func (o *skipQuestion) Keys(pane.Frame) []pane.Binding {
	keys := skipQuestionKeys
	if o.loses {
		keys = []pane.Binding{skipQuestionKeys[0].Footed("resolve it")}
	}
	again := slices.Clone(o.again)
	for i := range again {
		if !o.loses { // the same as enter
			again[i].Now, again[i].Foot = nil, "go on"
		}
	}
	return slices.Concat(keys, again, []pane.Binding{pane.Back})
}

func (o *skipQuestion) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch id := f.Pressed(o.Keys(f), msg); {
	case id == "":
	case id == pane.Back.ID:
		return o, pane.Close{}
	case id == "on" && o.loses:
		return o, pane.All{pane.Close{}, pane.Show{What: followFirst}}
	default:
		return o, pane.All{pane.Close{}, o.on}
	}
	return o, nil
}

// unlessPast moves time on to m. It first asks if characters who could act would be passed,
// or follow-ups lost.
func unlessPast(f pane.Frame, m int, on pane.Intent, again ...pane.Binding) pane.Intent {
	words := past(f, m)
	lost := m > f.Table.Clock.Moment && len(scene.Lost(f.Table)) > 0
	if words == "" && !lost {
		return on
	}
	return asksFirst(f, m, skipQuestion{words: words, loses: lost, again: again, on: on})
}

// unlessLost moves time on to m. It first asks if follow-ups would be lost.
func unlessLost(f pane.Frame, m int, on pane.Intent, again ...pane.Binding) pane.Intent {
	if m <= f.Table.Clock.Moment || len(scene.Lost(f.Table)) == 0 {
		return on
	}
	return asksFirst(f, m, skipQuestion{loses: true, again: again, on: on})
}

func asksFirst(f pane.Frame, m int, o skipQuestion) pane.Intent {
	o.head, o.from = "On to "+f.Table.When(m)+"?", f.Table.Clock.Moment
	if o.loses {
		if len(o.again) == 0 {
			o.again = []pane.Binding{nextKey("let time pass", nil)}
		}
		o.again = slices.Clone(o.again)
		o.again[0].Now, o.again[0].Foot = nil, "cancel"
	}
	return pane.Push{Overlay: &o}
}

// past says who could act before moment m, and what happens until then; "" if nobody could.
func past(f pane.Frame, m int) string {
	t := f.Table
	var lines []string
	free := f.Upcoming().Free()
	could := slices.Clone(free)
	if m > t.Clock.Moment+1 {
		could = append(could, f.Upcoming().Due().Free...)
	}
	for _, x := range decide.UpcomingUntil(t, m-1) {
		lines = append(lines, scene.ShortMoment(t, x.Moment)+" "+pane.Falls(t, x))
		if !slices.Contains(could, x.Who) {
			could = append(could, x.Who)
		}
	}
	if len(could) == 0 {
		return ""
	}
	if n := len(lines); n > mostPast {
		lines = append(lines[:mostPast], fmt.Sprintf("and %d more", n-mostPast))
	}
	words := andNames(t, could) + " could act before that."
	if len(free) > 0 {
		words = areFree(t, free) + " now."
		if len(could) > len(free) {
			words += " " + andNames(t, could[len(free):]) + " could act meanwhile."
		}
	}
	return strings.Join(append([]string{words}, lines...), "\n")
}

// mostPast is the maximum number of things that past names.
const mostPast = 8

// andNames joins names: "Seraph, Sphinx and Thug 2".
func andNames(t model.Table, who []string) string {
	if n := len(who); n > 1 {
		return t.NamesOf(who[:n-1]) + " and " + t.NameOf(who[n-1])
	}
	return t.NamesOf(who)
}

func areFree(t model.Table, who []string) string {
	if len(who) == 1 {
		return t.NameOf(who[0]) + " is free"
	}
	return andNames(t, who) + " are free"
}

// standing says who can act now, and what comes next: "Seraph and Thug 2 are free; Sphinx
// strikes at 24".
func standing(f pane.Frame) string {
	t := f.Table
	var parts []string
	if who := t.Clock.Turn; who != "" {
		parts = append(parts, "turn of "+t.NameOf(who))
	} else if free := f.Upcoming().Free(); len(free) > 0 {
		parts = append(parts, areFree(t, free))
	}
	if next := decide.UpcomingUntil(t, math.MaxInt); len(next) > 0 {
		parts = append(parts, pane.Falls(t, next[0])+" at "+scene.ShortMoment(t, next[0].Moment))
	}
	if len(parts) == 0 {
		return t.When(t.Clock.Moment)
	}
	return strings.Join(parts, "; ")
}
