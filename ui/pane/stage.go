package pane

import (
	"cmp"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// onStage is who acts against whom.
type onStage struct {
	who, whom string // "" for nobody
	title     string
	aside     string // when it lands
	verdict   string // what comes of it as things stand
	good      bool
	notes     [2]string // below: at the left, at the right
	harm      int       // what it takes from whoever it goes against
}

// onStage is the pending act of the selected character, else the next one that lands, else the
// last act, else the character whose turn it is.
func (f Frame) onStage() onStage {
	t := f.Table
	all := slices.DeleteFunc(t.Pending(), func(p model.Pending) bool { return len(p.Against) == 0 || scene.EndsState(t, p) })
	place := func(p model.Pending) int {
		if p.Who == f.Selected {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b model.Pending) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(decide.DueTime(t, a), decide.DueTime(t, b)))
	})
	if len(all) > 0 {
		return f.comes(all[0])
	}
	if s, ok := f.done(); ok {
		return s
	}
	who := f.Selected
	if t.Clock.Turn != "" {
		who = t.Clock.Turn
	}
	s := onStage{who: who, title: "Nothing is pending"}
	if c, ok := t.Character(who); ok {
		s.title = c.Name
		_, marks := f.told(c)
		s.verdict = f.doing(c, nil, marks).text()
	}
	return s
}

// comes is what is on stage by a pending act.
func (f Frame) comes(p model.Pending) onStage {
	t := f.Table
	at := decide.DueTime(t, p)
	s := onStage{who: p.Who, whom: p.Against[0], aside: "lands at " + scene.ShortMoment(t, at)}
	x := model.UpcomingItem{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Of: p.Of}
	words, verb := falls(t, x, t.NameOf)
	if verb {
		s.title = t.NameOf(p.Who) + " " + words
	} else {
		s.title = t.NameOf(p.Who) + ": " + words
	}
	now := view.StandingOfBlows(t, []model.Pending{p})
	if s.verdict = now.Words(); !now.Known {
		return s
	}
	if a, known := t.ActionOf(p.System, p.Action); known {
		s.notes[0] = a.Numbers(now.Outcome)
	}
	s.good = now.Hits > 0
	_, changes, _ := decide.PreviewPending(t, p)
	for _, c := range changes {
		if c.PoolLeft != nil && c.Who == s.whom {
			s.harm += c.PoolLeft[0] - c.PoolLeft[1]
		}
	}
	if s.harm > 0 {
		s.notes[1] = "it takes " + itoa(s.harm)
	}
	return s
}

// done is what is on stage by the newest act of one against another.
func (f Frame) done() (onStage, bool) {
	t := f.Table
	n := 0
	for l := range t.Log() {
		if n++; n > 30 {
			break
		}
		if l.Undone {
			continue
		}
		for _, x := range slices.Backward(l.Event.Facts) {
			end, ok := x.(model.Finished)
			if !ok || len(end.Roll.Against) == 0 || end.Roll.Who == "" || end.Outcome.Grade == "" {
				continue
			}
			a, known := t.ActionOf(end.Roll.System, end.Roll.Action)
			if !known || !a.Attack() {
				continue
			}
			s := onStage{who: end.Roll.Who, whom: end.Roll.Against[0], good: end.Outcome.Success, title: "The last blow"}
			won, lost := a.Verdict()
			if s.verdict = lost; s.good {
				s.verdict = won
			}
			if !end.Outcome.NoTarget {
				s.notes[0] = a.Numbers(end.Outcome)
			}
			return s, true
		}
	}
	return onStage{}, false
}

// StageIn draws who acts against whom, with what they have left, in a place of f.W cells
// between its sides and f.H lines below its title.
func StageIn(f Frame) []string {
	if f.isEmpty() {
		return f.Look.Framed(kit.Frame{W: f.W + 2, H: f.H + 1}, f.Look.Lines(f.Brand(f.H), f.W, f.H))
	}
	s := f.onStage()
	return f.Look.Framed(kit.Frame{Title: kit.Clean(s.title), Aside: s.aside, W: f.W + 2, H: f.H + 1}, s.draw(f))
}

func (s onStage) draw(f Frame) []string {
	t, k, w := f.Table, f.Look, f.W
	actor, here := t.Character(s.who)
	if !here {
		return k.Lines(nil, w, f.H)
	}
	middle := max(w/4, 12)
	side := min((w-middle-2)/2, 24)
	names, meters := k.Row(w).Space(1), k.Row(w).Space(1)
	names.Fit(SideInk(actor), actor.Name, side)
	f.large(meters, actor, 0, side)
	verdict := s.verdict
	ink := kit.Good
	if !s.good {
		ink = kit.Dim
	}
	target, faces := t.Character(s.whom)
	if !faces {
		meters.Space(2).Put(kit.Accent, verdict)
		return k.Lines([]string{k.Blank(w), names.String(), meters.String()}, w, f.H)
	}
	right := w - 1 - side
	arrow := max(right-1-side-4, 3)
	names.To(1+side+2).Times(kit.Accent, k.Bar.Line, arrow-1).Sign(kit.Accent, k.Bar.End)
	name := Shortened(target.Name, side)
	names.To(w-1-kit.Width(kit.Clean(name))).Put(SideInk(target), name)
	between := right - 1 - side
	below := k.Row(w)
	if n := kit.Width(verdict); n+2 > between { // a long one stands below, where there is room
		below.Space(max((w-n)/2, 1)).Put(ink, verdict)
	} else {
		meters.Space((between-n)/2).Put(ink, verdict)
	}
	meters.To(right)
	f.large(meters, target, s.harm, side)
	notes := k.Row(w).Space(1).Put(kit.Dim, s.notes[0])
	if n := kit.Width(s.notes[1]); n > 0 && n+2 < notes.Left() {
		words, harm := strings.TrimSuffix(s.notes[1], itoa(s.harm)), itoa(s.harm)
		notes.To(w-1-n).Put(kit.Dim, words).Put(kit.Grave, harm)
	}
	out := []string{names.String(), meters.String(), below.String(), notes.String()}
	if f.H > len(out) {
		out = append([]string{k.Blank(w)}, out...)
	}
	return k.Lines(out, w, f.H)
}

// Opposed draws who acts beside the first of those whom it goes against, each with the
// meter that matters, in two lines of w cells; nil where it goes against nobody here.
func (f Frame) Opposed(who string, against []string, w int) []string {
	actor, here := f.Table.Character(who)
	if !here || len(against) == 0 {
		return nil
	}
	target, here := f.Table.Character(against[0])
	if !here {
		return nil
	}
	const gap = 4
	side := min((w-2-gap)/2, 24)
	names, meters := f.Look.Row(w).Space(1), f.Look.Row(w).Space(1)
	names.Fit(SideInk(actor), actor.Name, side).To(1+side+gap).Fit(SideInk(target), target.Name, side)
	if n := len(against) - 1; n > 0 {
		names.Space(1).Put(kit.Dim, "and "+itoa(n)+" more")
	}
	f.large(meters, actor, 0, side)
	meters.To(1+side+1).Sign(kit.Accent, f.Look.Bar.End).To(1 + side + gap)
	f.large(meters, target, 0, side)
	return []string{names.String(), meters.String()}
}

// large draws a character's first meter large, with what will be taken from it or was taken
// last.
func (f Frame) large(r *kit.Row, c *model.Character, harm, w int) {
	brief, _ := f.told(c)
	for _, b := range brief {
		if m, ok := b.(engine.Meter); ok {
			g := kit.GaugeOf(m, f.lost(c.ID, m), w)
			if harm > 0 {
				g.Now, g.Lost = m.Now-harm, min(harm, m.Now)
			}
			r.Gauge(g, w)
			return
		}
	}
	state, _ := c.State()
	r.Fit(kit.Dim, cmp.Or(state, briefWords(brief)), w)
}

// briefWords are the first words or numbers in a rulebook's summary of a character.
func briefWords(brief []engine.Block) string {
	for _, b := range brief {
		switch b := b.(type) {
		case engine.Stat:
			return b.Label + " " + b.Value
		case engine.Words:
			return b.Text
		}
	}
	return ""
}
