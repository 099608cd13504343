package act

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// changed is one thing that the amendment changes.
type changed struct {
	head    string
	was, is string // "" for nothing
}

// differences are the changes of acts in the log, and all other changes.
type differences struct{ acts, rest []changed }

// difference compares two tables, from an event on.
func difference(was, is model.Table, from uint64) differences {
	d := differences{acts: actsBetween(was, is, from)}
	for _, c := range is.Characters() {
		if old, ok := was.Character(c.ID); ok {
			d.rest = append(d.rest, sheetsBetween(was, is, old, c)...)
		}
	}
	d.rest = append(d.rest, awaited(was, is)...)
	if a, b := was.When(was.Clock.Moment), is.When(is.Clock.Moment); a != b {
		d.rest = append(d.rest, changed{"the clock", a, b})
	}
	return d
}

// happened describes one fact; roll is the id of its roll, "" for none.
type happened struct {
	seq         uint64
	roll, words string
}

// happenings lists the facts of the log from an event on, the oldest first.
func happenings(t model.Table, from uint64) (out []happened) {
	var lines []model.LogLine
	for l := range t.Log() {
		if l.Event.Seq < from {
			break
		}
		lines = append(lines, l)
	}
	for _, l := range slices.Backward(lines) {
		if l.Undone {
			continue
		}
		for _, f := range l.Event.Facts {
			s := happened{seq: l.Event.Seq}
			switch x := f.(type) {
			case model.Opened, model.Answered, model.Done, model.Amended, model.Undone, model.Redone:
				continue
			case model.Finished:
				s.roll = x.Roll.ID
			}
			words := view.Words(t, f)
			for i, w := range words[:min(len(words), 2)] {
				if i > 0 {
					s.words += "   "
				}
				s.words += strings.TrimSpace(w)
			}
			if s.words != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// actsBetween compares the log with the amended log, from the amended act on.
func actsBetween(was, is model.Table, from uint64) (out []changed) {
	before, after := happenings(was, from), happenings(is, from)
	taken := make([]bool, len(after))
	find := func(s happened) int {
		for i, x := range after {
			if !taken[i] && (s.roll != "" && x.roll == s.roll || s.roll == "" && x == s) {
				return i
			}
		}
		return -1
	}
	type at struct {
		changed
		seq uint64
	}
	var all []at
	put := func(seq uint64, was, is string) {
		all = append(all, at{changed{"#" + strconv.FormatUint(seq, 10), was, is}, seq})
	}
	for _, s := range before {
		i := find(s)
		if i < 0 {
			put(s.seq, s.words, "")
			continue
		}
		if taken[i] = true; after[i].words != s.words {
			put(after[i].seq, s.words, after[i].words)
		}
	}
	for i, s := range after {
		if !taken[i] {
			put(s.seq, "", s.words)
		}
	}
	slices.SortStableFunc(all, func(a, b at) int { return cmp.Compare(a.seq, b.seq) })
	for _, x := range all {
		out = append(out, x.changed)
	}
	return out
}

// sheetsBetween compares the sheets of a character: pools by what is left, other fields by
// their values.
func sheetsBetween(was, is model.Table, old, now *model.Character) (out []changed) {
	for _, system := range slices.Sorted(maps.Keys(now.Pages)) {
		s, ok := is.Rulebook(system)
		if !ok {
			continue
		}
		a, b := s.Sheet.Read(old.Pages[system]), s.Sheet.Read(now.Pages[system])
		for _, p := range s.Pools {
			if p.Now(a) != p.Now(b) {
				out = append(out, changed{now.Name + ", " + p.Label, strconv.Itoa(p.Now(a)), strconv.Itoa(p.Now(b))})
			}
		}
		paths := append(old.Pages[system].Paths(), now.Pages[system].Paths()...)
		slices.Sort(paths)
		for _, path := range slices.Compact(paths) {
			x, y := a.Value(path), b.Value(path)
			if _, pool := s.Pool(path); pool || x == y || !s.Sheet.Notable(path, x, y) {
				continue
			}
			of := is
			if y.IsNone() {
				of = was
			}
			out = append(out, changed{now.Name + ", " + of.FieldName(now.ID, system, path), valueWords(x), valueWords(y)})
		}
	}
	return out
}

func valueWords(v engine.Value) string {
	if v.IsNone() || v.String() == "" {
		return "nothing"
	}
	return v.String()
}

// awaited compares the pending items of the timeline, the follow-ups and the open rolls.
func awaited(was, is model.Table) (out []changed) {
	list := func(t model.Table) (out []string) {
		for _, p := range t.Pending() {
			out = append(out, t.NameOf(p.Who)+", "+t.ActionName(p.System, p.Of)+": "+t.ActionName(p.System, p.Action)+" at "+t.When(p.Due))
		}
		for _, u := range t.FollowUps() {
			out = append(out, t.NameOf(u.Who)+": "+t.ActionName(u.System, u.Action)+" follows")
		}
		for _, r := range t.Rolls() {
			out = append(out, t.NameOf(r.Who)+": "+t.ActionName(r.System, r.Action)+" is open")
		}
		return out
	}
	before, after := list(was), list(is)
	for _, x := range before {
		if i := slices.Index(after, x); i >= 0 {
			after = slices.Delete(after, i, i+1)
			continue
		}
		out = append(out, changed{"no longer", x, ""})
	}
	for _, x := range after {
		out = append(out, changed{"now", "", x})
	}
	return out
}

// draw draws a change: the old value struck through, and the new one.
func (c changed) draw(f pane.Frame) []string {
	head := kit.Clean(c.head) + "  "
	width := kit.Width(head)
	if kit.Width(c.was)+kit.Width(c.is)+width+8 <= f.W && c.was != "" && c.is != "" {
		return []string{f.Look.Row(f.W).Space(2).Put(kit.Dim, head).Put(kit.Struck, kit.Clean(c.was)).Put(kit.Dim, " "+f.Look.Arrow+" ").Put(kit.Text, kit.Clean(c.is)).String()}
	}
	var out []string
	put := func(ink kit.Token, words string) {
		for _, l := range kit.Wrap(kit.Clean(words), f.W-width-4) {
			r := f.Look.Row(f.W).Space(2)
			if len(out) == 0 {
				r.Put(kit.Dim, head)
			}
			out = append(out, r.To(2+width).Put(ink, l).String())
		}
	}
	if c.was != "" {
		put(kit.Struck, c.was)
	}
	if c.is != "" {
		put(kit.Text, c.is)
	} else if c.head[0] == '#' {
		put(kit.Warn, "does not happen")
	}
	return out
}
