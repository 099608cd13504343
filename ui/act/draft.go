package act

import (
	"slices"
	"sync"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Draft is an action before it is thrown.
type Draft struct {
	Who, System, Action string
	Row                 string // the skill, power … it was offered with
	Params              engine.Page
	Against             []string
	Abort               bool            // a defence for which what is under way is given up
	called              *model.FollowUp // what calls for it; nil: somebody chose it
}

// Command is the command that throws it.
func (d Draft) Command() model.Begin { return d.begin() }

// Threw remembers a draft that was thrown.
func (m *Memory) Threw(t model.Table, d Draft) {
	if s, ok := t.Rulebook(d.System); ok {
		if a, ok := s.Action(d.Action); ok && d.Who != "" && !s.HasNoSheet() {
			m.keep(d, a)
		}
	}
}

// begin is the command that throws it.
func (d Draft) begin() model.Begin {
	return model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params, Abort: d.Abort}
}

// Favourite is an action with its settings under a name, kept for a character.
type Favourite struct {
	Name    string      `json:"name"`
	System  string      `json:"system"`
	Action  string      `json:"action"`
	Row     string      `json:"row,omitempty"`
	Params  engine.Page `json:"form,omitzero"`
	Against []string    `json:"against,omitempty"`
}

// Memory is what a screen remembers of acting: what everyone did last, and
// their favourites.
type Memory struct {
	last       map[string]Draft       // by who, and by who/action/row
	recent     map[string][]string    // by who, the newest first: keys of last
	bands      map[string]*band       // by who: with whom they did what they did last
	Favourites map[string][]Favourite // by character
	acted      int                    // how often something was remembered or forgotten
	handout    string                 // a text for all that is not shown yet
}

// mostRecent is how many actions are remembered as recent.
const mostRecent = 5

// NewMemory remembers nothing but favourites.
func NewMemory(favourites map[string][]Favourite) *Memory {
	if favourites == nil {
		favourites = map[string][]Favourite{}
	}
	return &Memory{last: map[string]Draft{}, recent: map[string][]string{}, bands: map[string]*band{}, Favourites: favourites}
}

// Last is what a character did last.
func (m *Memory) Last(who string) (Draft, bool) {
	d, ok := m.last[who]
	return d, ok
}

// keep remembers a draft that is thrown, but what pays for one roll alone. What
// was called for is not what somebody does again.
func (m *Memory) keep(d Draft, a *engine.Action) {
	if d.called != nil {
		return
	}
	m.acted++
	d.Params = a.Remembered(d.Params)
	delete(m.bands, d.Who)
	m.last[d.Who] = d
	m.last[draftKey(d.Who, d.Action, "")] = d
	m.last[draftKey(d.Who, d.Action, d.Row)] = d
	key := draftKey(d.Who, d.Action, d.Row)
	others := slices.DeleteFunc(slices.Clone(m.recent[d.Who]), func(o string) bool { return o == key })
	m.recent[d.Who] = append([]string{key}, others[:min(len(others), mostRecent-1)]...)
}

// keepBand remembers what several did together, for each of them.
func (m *Memory) keepBand(b band, a *engine.Action) {
	if b.called != nil {
		return // it was called for, and not chosen
	}
	b.Params = a.Remembered(b.Params)
	b.all = slices.Clone(b.all)
	for _, x := range b.all {
		if x.out {
			continue
		}
		m.keep(b.draft(x), a)
		m.bands[x.who] = &b
	}
}

func draftKey(who, action, row string) string { return who + "/" + action + "/" + row }

// params is how the form of an action begins: as the character left it when it
// was last done, with that row of the sheet if it names one.
func (m *Memory) params(who string, a *engine.Action, row string) engine.Page {
	return m.last[draftKey(who, a.ID, row)].Params
}

// foes are whom an action is aimed at to begin with: those of the last time;
// for an attack the last who was attacked, or who attacked, or else a stranger:
// a blow at nobody hits nobody. Who lies down already is aimed at only where
// nobody of that side stands.
func (m *Memory) foes(t model.Table, c *model.Character, d Draft) []string {
	s, ok := t.Rulebook(d.System)
	if !ok {
		return nil
	}
	a, ok := s.Action(d.Action)
	if !ok {
		return nil
	}
	return m.foesOf(t, c, s)(a, d.Row, d.Params)
}

// foesOf gives them for one action after the other, each with a row of the sheet
// and its parameters.
func (m *Memory) foesOf(t model.Table, c *model.Character, s *engine.System) func(a *engine.Action, row string, params engine.Page) []string {
	system := s.ID
	strange := sync.OnceValue(func() []string { return stranger(t, c, system) })
	fought := sync.OnceValue(func() []string {
		if last := met(t, c); last != nil {
			return last
		}
		return strange()
	})
	return func(a *engine.Action, row string, params engine.Page) []string {
		if a.Need == engine.Alone {
			return nil
		}
		attack, told := s.IsAttack(a, params, c.Pages[system])
		if attack || !told {
			row = "" // against whom it was done with whatever row
		}
		last, aimed := m.last[draftKey(c.ID, a.ID, row)].Against, attack || a.NeedsOpponent()
		if len(last) == 0 && aimed {
			last = fought()
		}
		var out []string
		for _, id := range last {
			if o, ok := t.Character(id); ok && !o.Left {
				out = append(out, id)
			}
		}
		if aimed && len(out) == 1 && down(t, out[0], system) {
			if next := strange(); len(next) > 0 && !down(t, next[0], system) {
				return next
			}
		}
		return out
	}
}

// farBack is how far back in the log somebody's opponent is looked for.
const farBack = 200

// hasFoes reports whether anybody of a rulebook is on another side than a character.
// Where nobody is, teammates may spar.
func hasFoes(t model.Table, c *model.Character, system string) bool {
	for o := range t.Here() {
		if o.Plays(system) && c.Opposes(o) {
			return true
		}
	}
	return false
}

// met is whom a character fought last: aimed at, or was the aim of. It is nobody of the
// own side where there are foes.
func met(t model.Table, c *model.Character) []string {
	n := 0
	fights := func(who, system string) bool {
		o, ok := t.Character(who)
		return ok && (c.Opposes(o) || !hasFoes(t, c, system))
	}
	for l := range t.Log() {
		if n++; n > farBack {
			break
		}
		if l.Undone {
			continue
		}
		for _, f := range l.Event.Facts {
			opened, ok := f.(model.Opened)
			if !ok {
				continue
			}
			s, _ := t.Rulebook(opened.Roll.System)
			if s == nil {
				continue
			}
			if a, ok := s.Action(opened.Roll.Action); !ok || !attacks(t, s, a, opened.Roll.Who, opened.Roll.Params) {
				continue
			}
			switch {
			case opened.Roll.Who == c.ID && len(opened.Roll.Against) > 0 && fights(opened.Roll.Against[0], s.ID):
				return opened.Roll.Against[:1]
			case slices.Contains(opened.Roll.Against, c.ID) && fights(opened.Roll.Who, s.ID):
				return []string{opened.Roll.Who}
			}
		}
	}
	return nil
}

// attacks reports whether somebody attacks with an action, as far as their sheet is
// known.
func attacks(t model.Table, s *engine.System, a *engine.Action, who string, params engine.Page) bool {
	var page engine.Page
	if c, ok := t.Character(who); ok {
		page = c.Pages[s.ID]
	}
	yes, _ := s.IsAttack(a, params, page)
	return yes
}

// stranger is whom a character fights who has fought nobody yet: of those who play by
// the rulebook the first on another side or, where all are on one, the first who is
// there at all, no copy of the own kind before another. Whoever is down is left to the
// last.
func stranger(t model.Table, c *model.Character, system string) []string {
	copies := view.Copies(t, c)
	best, rank := "", 0
	for _, o := range t.Characters() {
		if !o.Plays(system) || o.ID == c.ID {
			continue
		}
		n := 1
		for i, yes := range []bool{!slices.Contains(copies, o.ID), o.Owner != c.Owner, view.IsCopy(o) != view.IsCopy(c),
			(o.Owner == "") != (c.Owner == ""), !down(t, o.ID, system), c.Opposes(o)} {
			if yes {
				n += 1 << i
			}
		}
		if n > rank {
			best, rank = o.ID, n
		}
	}
	if best == "" {
		return nil
	}
	return []string{best}
}

// favourites are a character's own offers, those whose action is still there.
func (m *Memory) favourites(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, f := range m.Favourites[c.ID] {
		if a, ok := s.Action(f.Action); ok && f.System == s.ID {
			out = append(out, offer{action: a, name: f.Name, row: f.Row, params: f.Params, against: f.Against})
		}
	}
	return out
}

// favour keeps a draft under a name. The name of an old favourite takes its
// place.
func (m *Memory) favour(d Draft, name string) {
	m.forget(d.Who, name)
	m.Favourites[d.Who] = append(m.Favourites[d.Who],
		Favourite{Name: name, System: d.System, Action: d.Action, Row: d.Row, Params: d.Params, Against: d.Against})
}

func (m *Memory) forget(who, name string) {
	m.acted++
	m.Favourites[who] = slices.DeleteFunc(slices.Clone(m.Favourites[who]), func(x Favourite) bool { return x.Name == name })
}
