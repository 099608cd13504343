package scene

import (
	"slices"
	"sync"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Favourite is an action of a character with its settings, saved under a name.
type Favourite struct {
	Name    string      `json:"name"`
	System  string      `json:"system"`
	Action  string      `json:"action"`
	Row     string      `json:"row,omitempty"`
	Params  engine.Page `json:"form,omitzero"`
	Against []string    `json:"against,omitempty"`
}

// Memory is what one screen remembers of actions: the last actions of each character, and
// their favourites.
type Memory struct {
	last       map[string]Draft       // by character, and by draftKey
	recent     map[string][]string    // by character, the newest first: draftKeys
	Favourites map[string][]Favourite // by character
	acted      int                    // counts the changes of this memory
	known      *known                 // what its lists have found
}

// mostRecent is the number of recent actions of a character.
const mostRecent = 5

// NewMemory returns a memory that holds only favourites.
func NewMemory(favourites map[string][]Favourite) *Memory {
	if favourites == nil {
		favourites = map[string][]Favourite{}
	}
	return &Memory{last: map[string]Draft{}, recent: map[string][]string{}, Favourites: favourites, known: &known{}}
}

// Last returns the last action of a character.
func (m *Memory) Last(who string) (Draft, bool) {
	d, ok := m.last[who]
	return d, ok
}

// Threw remembers a draft that was rolled elsewhere.
func (m *Memory) Threw(t model.Table, d Draft) {
	if s, ok := t.Rulebook(d.System); ok {
		if a, ok := s.Action(d.Action); ok && d.Who != "" && !s.HasNoSheet() {
			m.Keep(d, a)
		}
	}
}

// Keep remembers a draft that is rolled, without the points paid for that one roll.
// Follow-ups are not remembered: nobody chose them.
func (m *Memory) Keep(d Draft, a *engine.Action) {
	if d.Called != nil {
		return
	}
	m.acted++
	d.Params = a.Remembered(d.Params)
	m.last[d.Who] = d
	m.last[draftKey(d.Who, d.Action, "")] = d
	m.last[draftKey(d.Who, d.Action, d.Row)] = d
	key := draftKey(d.Who, d.Action, d.Row)
	others := slices.DeleteFunc(slices.Clone(m.recent[d.Who]), func(o string) bool { return o == key })
	m.recent[d.Who] = append([]string{key}, others[:min(len(others), mostRecent-1)]...)
}

func draftKey(who, action, row string) string { return who + "/" + action + "/" + row }

// Params returns the initial parameters of an action: those of the last time, with the same
// row of the sheet.
func (m *Memory) Params(who string, a *engine.Action, row string) engine.Page {
	return m.last[draftKey(who, a.ID, row)].Params
}

// Foes returns the initial targets of an action: those of the last time. For an attack it
// falls back to whom the character fought last, and then to the nearest enemy, since an
// attack on nobody hits nobody. A target who is down is replaced by one who stands, if there
// is one.
func (m *Memory) Foes(t model.Table, c *model.Character, d Draft) []string {
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

// foesOf returns Foes as a function, for callers that ask for many actions of one character.
func (m *Memory) foesOf(t model.Table, c *model.Character, s *engine.System) func(a *engine.Action, row string, params engine.Page) []string {
	system := s.ID
	strange := sync.OnceValue(func() []string { return stranger(t, c, system) })
	fought := sync.OnceValue(func() []string {
		if last := Fought(t, c); last != nil {
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
		if aimed && len(out) == 1 && isDown(t, out[0], system) {
			if next := strange(); len(next) > 0 && !isDown(t, next[0], system) {
				return next
			}
		}
		return out
	}
}

// farBack is the number of log lines that are searched for an opponent.
const farBack = 200

// hasFoes reports whether the character has an enemy with a sheet of the rulebook. Without
// enemies teammates can spar.
func hasFoes(t model.Table, c *model.Character, system string) bool {
	for o := range t.Here() {
		if o.Plays(system) && c.Opposes(o) {
			return true
		}
	}
	return false
}

// Fought returns the last opponent of a character: one whom it attacked, or who attacked it. A
// teammate is returned only if there are no enemies.
func Fought(t model.Table, c *model.Character) []string {
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
			if a, ok := s.Action(opened.Roll.Action); !ok || !Attacks(t, s, a, opened.Roll.Who, opened.Roll.Params) {
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

// Attacks reports whether an action of a character is an attack, as far as the sheet is
// known.
func Attacks(t model.Table, s *engine.System, a *engine.Action, who string, params engine.Page) bool {
	var page engine.Page
	if c, ok := t.Character(who); ok {
		page = c.Pages[s.ID]
	}
	yes, _ := s.IsAttack(a, params, page)
	return yes
}

// stranger returns an opponent for a character who has fought nobody yet. Enemies come
// before teammates, standing before fallen, characters before copies of one's own kind;
// after that the order of the roster decides.
func stranger(t model.Table, c *model.Character, system string) []string {
	copies := view.Copies(t, c)
	best, rank := "", 0
	for _, o := range t.Characters() {
		if !o.Plays(system) || o.ID == c.ID {
			continue
		}
		n := 1
		for i, yes := range []bool{!slices.Contains(copies, o.ID), o.Owner != c.Owner, view.IsCopy(o) != view.IsCopy(c),
			(o.Owner == "") != (c.Owner == ""), !isDown(t, o.ID, system), c.Opposes(o)} {
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

// favourites lists the favourites of a character whose actions still exist.
func (m *Memory) favourites(c *model.Character, s *engine.System) []Offer {
	var out []Offer
	for _, f := range m.Favourites[c.ID] {
		if a, ok := s.Action(f.Action); ok && f.System == s.ID {
			d := Draft{Who: c.ID, System: s.ID, Action: a.ID, Row: f.Row, Params: f.Params, Against: f.Against}
			out = append(out, Offer{Draft: d, Rule: a, Name: f.Name})
		}
	}
	return out
}

// Favour saves a draft under a name, replacing the favourite of that name.
func (m *Memory) Favour(d Draft, name string) {
	m.Forget(d.Who, name)
	m.Favourites[d.Who] = append(m.Favourites[d.Who],
		Favourite{Name: name, System: d.System, Action: d.Action, Row: d.Row, Params: d.Params, Against: d.Against})
}

// Forget removes a favourite.
func (m *Memory) Forget(who, name string) {
	m.acted++
	m.Favourites[who] = slices.DeleteFunc(slices.Clone(m.Favourites[who]), func(x Favourite) bool { return x.Name == name })
}

// isDown reports whether a character is out of action and need not be attacked.
func isDown(t model.Table, who, system string) bool {
	c, ok := t.Character(who)
	return ok && t.IsDownIn(c, system)
}
