package scene

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
)

// Offer is an act that a character can do now or, with a reason, cannot: with the settings of the
// last time, and the price and the chance once they are counted.
type Offer struct {
	Draft
	Rule    *engine.Action
	Name    string // of a favourite, or of what is called for; "" for others
	WhyNot  string // why it is refused
	Lacks   bool   // it is refused only because something has still to be said: a target, a setting
	Brief   Brief
	Counted bool // Brief is counted, or cannot be
	further bool // it is from a second list of rows: left out if it is refused
}

// Offers are all offers to one character. They are immutable.
type Offers struct {
	Can    []Offer // what is called for first
	Cannot []Offer // the refused ones, with reasons
	WhyNot string  // the common reason of most of them, if there is one

	who, system string
	table       model.Table
	acted       int // Memory.acted at that time
}

// Label is the name of an offer in a list.
func (o *Offer) Label() string {
	switch {
	case o.Called != nil:
		return o.Name
	case o.Name != "":
		return o.Name + " (" + o.Rule.Label + ")"
	case o.Row == "":
		return o.Rule.Label
	}
	return o.Rule.Label + ": " + o.Row
}

// Group is the heading of an offer.
func (o *Offer) Group() string {
	switch {
	case o.Called != nil && o.Rule.Optional():
		return "Possible now"
	case o.Called != nil:
		return "Needed now"
	case o.Name != "":
		return "Favourites"
	}
	return o.Rule.Group
}

// Aim names the target of an offer: " at Mira", or "" for nobody.
func (o *Offer) Aim(t model.Table) string {
	switch {
	case len(o.Against) == 0 || o.Called != nil && o.Rule.Need == engine.Alone:
		return ""
	case o.Rule.Mode == engine.Passive || o.Rule.NeedsOpponent() && !o.Rule.Attack():
		return " against " + t.NamesOf(o.Against)
	}
	return " at " + t.NamesOf(o.Against)
}

// ID tells an offer from the others of its character.
func (o *Offer) ID() string { return o.Name + "/" + o.Action + "/" + o.Row }

// Said is the offer as a reader of typed lines takes it. Its name begins with the row, so that
// one letter can find it.
func (o *Offer) Said() phrase.Offer {
	name := o.Rule.Label
	if own := cmp.Or(o.Name, o.Row); own != "" {
		name = own + " " + name
	}
	return phrase.Offer{Begin: o.Command(), Rule: o.Rule, Row: o.Row,
		Searchable: phrase.Searchable{Name: name, Row: o.Row, Deed: true, Also: o.Rule.Also, More: o.Rule.Group + " " + o.Rule.ID}}
}

// Attacks reports whether an offer of a character is an attack.
func (o *Offer) Attacks(c *model.Character, s *engine.System) bool {
	yes, _ := s.IsAttack(o.Rule, o.Params, c.Pages[s.ID])
	return yes
}

// Holds reports whether the offers are those of a character, a rulebook and a memory, and the same
// at a later table, because at most something was said since then.
func (o *Offers) Holds(m *Memory, t model.Table, c *model.Character, s *engine.System) bool {
	return o != nil && o.who == c.ID && o.system == s.ID && o.acted == m.acted && (o.table.SameRevision(t) || onlySince(t, o.table, func(f model.Fact) bool {
		switch f.(type) {
		case model.Noted, model.MessageSent, model.PageShown:
			return true
		}
		return false
	}) && reflect.DeepEqual(o.table.State, t.State))
}

// At reports whether the offers are those of a character at exactly this table, and all of them
// from one place to another are counted.
func (o *Offers) At(t model.Table, from, to int) bool {
	return o.table.SameRevision(t) && !slices.ContainsFunc(o.Can[from:to], func(x Offer) bool { return !x.Counted })
}

// Of reports whether the offers are those of a character.
func (o *Offers) Of(who, system string) bool { return o != nil && o.who == who && o.system == system }

// Offers returns a function that works out the offers to a character without their prices. It may
// run on a goroutine of its own, since it has a copy of the memory, which can change meanwhile; it
// calls yield now and then so that others are let in.
func (m *Memory) Offers(t model.Table, by model.Seat, c *model.Character, s *engine.System) func(l *Listed, yield func()) *Offers {
	as := &Memory{last: maps.Clone(m.last), recent: maps.Clone(m.recent), Favourites: maps.Clone(m.Favourites)}
	acted := m.acted
	return func(l *Listed, yield func()) *Offers {
		out := &Offers{who: c.ID, system: s.ID, table: t, acted: acted}
		reasons := map[string]int{}
		for _, o := range as.Wanted(t, by, c, s) {
			yield()
			x, lacks := l.TryToEnd(o.Command())
			switch there := o.Tried(x); {
			case !there:
			case o.WhyNot != "":
				o.Lacks = lacks
				out.Cannot = append(out.Cannot, o)
				reasons[o.WhyNot]++
			default:
				out.Can = append(out.Can, o)
			}
		}
		for why, times := range reasons { // at most one reason can be that of more than half
			if 2*times > len(out.Cannot) {
				out.WhyNot = why
			}
		}
		return out
	}
}

// Counted returns the offers at a table at which they hold, with those from one place to another
// counted.
func (o *Offers) Counted(t model.Table, l *Listed, from, to int, yield func()) *Offers {
	out := *o
	out.table, out.Can = t, slices.Clone(o.Can)
	for i := from; i < min(to, len(out.Can)); i++ {
		if x := &out.Can[i]; !x.Counted {
			yield()
			x.Brief, x.Counted = l.BriefLanding(x.Command(), nil), true
		}
	}
	return &out
}

// Wanted lists all offers to a character, including those that will be refused.
func (m *Memory) Wanted(t model.Table, by model.Seat, c *model.Character, s *engine.System) []Offer {
	called := calledFor(t, by, c, s)
	further := slices.DeleteFunc(m.offersOf(c, s), func(o Offer) bool { return slices.ContainsFunc(called, o.sameAs) })
	out := slices.Concat(called, m.favourites(c, s), m.inUse(t, c, s, further))
	foes := m.foesOf(t, c, s)
	for i := range out {
		if o := &out[i]; o.Name == "" || len(o.Against) == 0 && o.Attacks(c, s) {
			o.Against = foes(o.Rule, o.Row, o.Params)
		}
	}
	return out
}

// Offered lists the actions of a character that can be typed, each with its last settings, and
// once for each row of the sheet that it uses.
func (m *Memory) Offered(t model.Table, c *model.Character, s *engine.System) []phrase.Offer {
	var out []phrase.Offer
	foes := m.foesOf(t, c, s)
	for _, o := range m.inUse(t, c, s, m.offersOf(c, s)) {
		o.Against = foes(o.Rule, o.Row, o.Params)
		out = append(out, o.Said())
	}
	return out
}

// sameAs reports whether an offer is the same attack as one that is called for, with the same row
// of the sheet.
func (o Offer) sameAs(called Offer) bool {
	return o.Rule == called.Rule && o.Rule.Attack() && o.Row == view.RowsIn(o.Rule, called.Params) && (o.Row != "" || o.Rule.Optional())
}

// Tried takes in why an offer is refused, if it is. It returns false for an offer that makes no
// sense: one from a second list of rows that is refused, such as a blast with a power that is
// none.
func (o *Offer) Tried(x decide.Trial) bool {
	if x.WhyNot == nil || errors.Is(x.WhyNot, engine.ErrNotTried) {
		return true
	}
	o.WhyNot = x.WhyNot.Error()
	return !o.further
}

// offersOf lists the actions of a character: an action that uses rows of the sheet once for
// each row.
func (m *Memory) offersOf(c *model.Character, s *engine.System) []Offer {
	var out []Offer
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		offer := func(row string, params engine.Page, further bool) {
			out = append(out, Offer{Draft: Draft{Who: c.ID, System: s.ID, Action: a.ID, Row: row, Params: params}, Rule: a, further: further})
		}
		alone := true // an action without a row is offered unless that means its first row
		for i, param := range a.Offers {
			sp, ok := a.Param(param)
			if !ok {
				continue
			}
			for _, name := range RowNames(c.Pages[s.ID], sp.RowsOf) {
				offer(name, m.Params(c.ID, a, name).With(param, engine.ValueOf(name)), i > 0)
				alone = alone && !sp.First
			}
		}
		if alone {
			offer("", m.Params(c.ID, a, ""), false)
		}
	}
	return out
}

// inUse sorts the recent actions first, then the attacks. Initiative that has been rolled in
// this round comes last.
func (m *Memory) inUse(t model.Table, c *model.Character, s *engine.System, all []Offer) []Offer {
	_, rolled := decide.Score(t, c.ID)
	rank := func(o Offer) int {
		if rolled && o.Action == s.Time.Initiative && s.ID == t.System {
			return 2
		}
		if at := slices.Index(m.recent[c.ID], draftKey(c.ID, o.Action, o.Row)); at >= 0 {
			return at - mostRecent
		}
		if o.Attacks(c, s) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b Offer) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// calledFor lists the follow-ups of a character, such as a throwback after a blow.
func calledFor(t model.Table, by model.Seat, c *model.Character, s *engine.System) []Offer {
	var out []Offer
	all := t.FollowUps()
	for i := range all {
		f := &all[i]
		a, ok := s.Action(f.Action)
		if !ok || f.Who != c.ID || f.System != s.ID {
			continue
		}
		name := view.FollowUpName(a, *f, all)
		switch {
		case slices.ContainsFunc(all[:i], f.AlternativeTo):
			name = "or: " + name
		case decide.GivesUp(t, *f) && decide.IsDefence(t, *f):
			name = "defend: " + name
		case !a.Optional():
			name = "needed: " + name
		}
		d := CalledDraft(t, *f)
		if gives := d.GivesUp(t, by); gives != "" {
			name += ", " + gives
		}
		out = append(out, Offer{Draft: d, Rule: a, Name: name})
	}
	return out
}

// RowNames lists the names of the rows of a list, or the ids of rows without a name.
func RowNames(page engine.Page, list string) []string {
	var out []string
	for _, id := range page.RowIDs(list) {
		name, _ := page.Get(list + "/" + id + "/name")
		if name.Text() == "" {
			name = engine.ValueOf(id)
		}
		out = append(out, name.Text())
	}
	return out
}
