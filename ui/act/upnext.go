package act

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// upNext is the follow-up that a result card rolls with its first key, if the follow-up
// leaves nothing to choose. It holds the form that would otherwise be opened, so that the
// card shows exactly what will be rolled.
type upNext struct {
	one   *actionForm // nil unless one character rolls
	all   *groupForm  // nil unless several roll
	at    model.Table // the table for which that holds
	asked bool        // at is set
}

// look finds the follow-up at the table of f.
func (u *upNext) look(f pane.Frame) *upNext {
	if u.asked && f.Table.SameRevision(u.at) {
		return u
	}
	u.stop()
	*u = upNext{at: f.Table, asked: true}
	if !goesOn(f) || view.IsOffered(f.Table, follows(f)[0]) {
		return u
	}
	all, _ := new(Memory).TakeUp(f).(pane.All)
	for _, intent := range all {
		push, _ := intent.(pane.Push)
		switch o := push.Overlay.(type) {
		case *actionForm:
			if p := o.preview; p.WhyNot == "" && !p.Asks && !o.Abort && (o.act.Need == engine.Alone || len(o.Called.Against) > 0) {
				u.one = o
			}
		case *groupForm:
			if all, _ := o.ready(); len(all) == len(o.all) && o.early() == nil {
				u.all = o
			}
		}
	}
	return u
}

// stop stops counting the odds.
func (u *upNext) stop() {
	if u.one != nil {
		u.one.counting.Stop()
	}
	if u.all != nil {
		u.all.counting.Stop()
	}
}

// known reports whether there is a follow-up that can be rolled without its form.
func (u *upNext) known() bool { return u.one != nil || u.all != nil }

// count starts counting the odds that are still missing.
func (u *upNext) count() pane.Intent {
	switch {
	case u.one != nil:
		return u.one.count()
	case u.all != nil:
		return u.all.count()
	}
	return nil
}

// resolve rolls the follow-up.
func (u *upNext) resolve(f pane.Frame) pane.Intent {
	if u.one != nil {
		return pane.All{pane.Select{Who: u.one.Who}, pane.Turn{System: u.one.System}, u.one.throw(f)}
	}
	return pane.All{pane.Select{Who: u.all.Who}, pane.Turn{System: u.all.System}, u.all.resolve()}
}

// words names the follow-up; chance is its odds, "" before they are counted.
func (u *upNext) words(f pane.Frame) (words, chance string) {
	if u.one != nil {
		words = view.ChoiceWords(f.Table, view.Choices(follows(f))[0])
		if len(u.one.Against) > 0 {
			words += " against " + u.one.foeNames(f)
		}
		return words, u.one.shown.ChanceWords()
	}
	name := u.all.act.Label
	if rows := view.RowsIn(u.all.act, u.all.all[0].own); rows != "" && !slices.ContainsFunc(u.all.all, func(m member) bool { return view.RowsIn(u.all.act, m.own) != rows }) {
		name = rows
	}
	words = view.GroupName(f.Table, u.all.who()) + ": " + name
	if faced := u.all.faced(); len(faced) > 0 {
		words += " against " + view.GroupName(f.Table, faced)
	}
	if mean, of := u.all.expected(); of > 0 {
		chance = fmt.Sprintf("about %.1f of %d %s", mean, of, view.SuccessWords(u.all.act))
	}
	return words, chance
}

// draw returns the last lines of a result card: what the key does.
func (u *upNext) draw(f pane.Frame, key string) []string {
	var words, chance string
	switch {
	case u.known():
		words, chance = u.words(f)
		words = "rolls " + words
	case goesOn(f):
		words = takeUpWords(f)
	default:
		return nil
	}
	out := []string{f.Look.Blank(f.W)}
	r := f.Look.Row(f.W).Space(1).Put(kit.Accent, f.KeyOf(key)).Space(1)
	lines := kit.Wrap(words, r.Left()-1)
	for i, l := range lines {
		if i > 0 {
			r = f.Look.Row(f.W).Space(3)
		}
		r.Put(kit.Warn, l)
		if i < len(lines)-1 {
			out = append(out, r.String())
		}
	}
	if chance != "" && kit.Width(chance)+3 < r.Left() {
		r.Space(3).Put(kit.Dim, chance)
	}
	return append(out, r.String())
}
