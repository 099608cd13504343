package pane

import (
	"cmp"
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// moment is something that is about to happen.
type moment struct {
	at    int
	when  string
	words string
	who   string // "" for what concerns all
}

// moments are what comes next: what is pending and the next payment, or the turns.
func (f Frame) moments() []moment {
	t := f.Table
	var out []moment
	pending := slices.Clone(t.Pending())
	slices.SortStableFunc(pending, func(a, b model.Pending) int { return cmp.Compare(decide.DueTime(t, a), decide.DueTime(t, b)) })
	for i := 0; i < len(pending); i++ {
		p := pending[i]
		at, more := decide.DueTime(t, p), 0
		for i+1 < len(pending) && actAlike(t, p, pending[i+1]) {
			i, more = i+1, more+1
		}
		x := befalling(t, model.UpcomingItem{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Of: p.Of})
		words, verb := falls(t, x, t.NameOf)
		who := t.NameOf(x.Who)
		if more > 0 {
			who = stem(who) + " ×" + itoa(more+1)
		}
		if !verb {
			words = who + ": " + words
		} else {
			words = who + " " + words
		}
		out = append(out, moment{at, scene.ShortMoment(t, at), words, x.Who})
	}
	if pay, _ := upkeep(t); pay >= 0 {
		out = append(out, moment{pay, scene.ShortMoment(t, pay), PaidIn(t) + " due", ""})
	}
	slices.SortStableFunc(out, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
	if !t.Time().Down {
		var turns []moment
		var alike []string // those alike whose turns come one behind the other
		turnsAhead(t, func(who, what string) {
			if what != nextTurn && what != "then" {
				return
			}
			name := t.NameOf(who)
			if n := len(alike); n > 0 && stem(name) != name && stem(name) == stem(t.NameOf(alike[0])) && stem(t.NameOf(alike[0])) != t.NameOf(alike[0]) {
				alike = append(alike, who)
				turns[len(turns)-1].words = view.GroupName(t, alike)
				return
			}
			alike = []string{who}
			turns = append(turns, moment{t.Clock.Moment, "", name, who})
		})
		out = append(turns, out...)
	}
	return out
}

// acting are the characters who may act now: the one whose turn it is, or all who are free.
func (f Frame) acting() []band {
	t := f.Table
	free := freeInTurn(t, f.Upcoming().Free())
	if t.Clock.Turn != "" && t.Time().PerRound == 0 {
		free = slices.DeleteFunc(slices.Clone(free), func(id string) bool { return id != t.Clock.Turn })
	}
	var all []*model.Character
	for _, id := range free {
		if c, ok := t.Character(id); ok {
			all = append(all, c)
		}
	}
	out := bands(all, 2)
	if i := slices.IndexFunc(out, func(b band) bool { return b.has(f.Selected) }); i > 0 { // whom the keys act with
		out = slices.Insert(slices.Delete(slices.Clone(out), i, i+1), 0, out[i])
	}
	return out
}

// Ribbon is the line of the turn: who may act now, the first of them filled, and what
// comes next.
func Ribbon(f Frame) string {
	r := f.Look.Row(f.W).Space(1)
	if len(f.Table.Characters()) == 0 {
		return r.String()
	}
	acting, next := f.acting(), f.moments()
	least := 0 // what the next moment needs
	if len(next) > 0 {
		least = min(kit.Width(next[0].when+next[0].words)+8, f.W/3)
	}
	r.Put(kit.Dim, "now")
	for i, b := range acting {
		name := " " + kit.Clean(b.name()) + " "
		if i == 0 {
			name = " " + f.Look.Cursor + name
		}
		more := len(acting) - i - 1
		if i > 0 && kit.Width(name)+1+len(" 10 more") > r.Left()-least {
			r.Space(1).Put(kit.Dim, itoa(more+1)+" more")
			break
		}
		r.Space(1)
		if i == 0 {
			r.Put(kit.Filled(kit.Accent), name)
			continue
		}
		r.On(kit.OnBand).Put(SideInk(b[0]), name).On(kit.OnBack)
	}
	if len(acting) == 0 {
		r.Put(kit.Dim, " nobody is free")
	}
	if len(next) == 0 {
		return r.String()
	}
	head := "  then "
	for _, x := range next {
		when := x.when
		if when != "" {
			when += " "
		}
		if kit.Width(head+when+kit.Clean(x.words)) > r.Left()-1 {
			break
		}
		r.Put(kit.Dim, head+when)
		x.draw(f, r)
		head = "   "
	}
	return r.String()
}

// draw draws the words of a moment in the colour of whom it concerns.
func (x moment) draw(f Frame, r *kit.Row) {
	ink := kit.Dim
	if x.who != "" {
		ink = inkOf(f.Table, x.who)
	}
	r.Put(ink, x.words)
}

// NextLine is one line with the next moments and how far off they are.
func NextLine(f Frame) string {
	k, next := f.Look, f.moments()
	r := k.Row(f.W).Space(1).Put(kit.Accent, scene.ShortMoment(f.Table, f.Table.Clock.Moment)).Space(1)
	if len(next) == 0 {
		return r.Put(kit.Dim, "nothing is pending").String()
	}
	at := f.Table.Clock.Moment
	for i, x := range next {
		n := min(max(x.at-at, 1), 12)
		if i == 0 {
			n = max(n, 3)
		}
		last := x.who == ""
		need := kit.Width(x.when + kit.Clean(x.words))
		if n = min(n, r.Left()-need-6); n < 1 && !last {
			break
		}
		if need+2 > r.Left() {
			break
		}
		if !last {
			ink := inkOf(f.Table, x.who)
			r.Times(ink, k.Bar.Line, n-1).Sign(ink, k.Bar.End).Space(1)
		}
		if x.when != "" {
			r.Put(kit.Dim, x.when).Space(1)
		}
		if last {
			r.Put(kit.Energy, x.words)
		} else {
			f.Told(r, kit.Text, x.words)
		}
		r.Space(3)
		at = x.at
	}
	return r.String()
}
