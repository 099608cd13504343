package act

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// Draft is an action before it is thrown.
type Draft struct {
	Who, System, Action string
	Row                 string // the skill, power … it was offered with
	Params              engine.Page
	Against             []string
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
	Favourites map[string][]Favourite // by character
}

// mostRecent is how many actions are remembered as recent.
const mostRecent = 5

// NewMemory remembers nothing but favourites.
func NewMemory(favourites map[string][]Favourite) *Memory {
	if favourites == nil {
		favourites = map[string][]Favourite{}
	}
	return &Memory{last: map[string]Draft{}, recent: map[string][]string{}, Favourites: favourites}
}

// Last is what a character did last.
func (m *Memory) Last(who string) (Draft, bool) {
	d, ok := m.last[who]
	return d, ok
}

// keep remembers a draft that is thrown, but what pays for one roll alone.
func (m *Memory) keep(d Draft, a *engine.Action) {
	d.Params = a.Kept(d.Params)
	m.last[d.Who] = d
	m.last[draftKey(d.Who, d.Action, "")] = d
	m.last[draftKey(d.Who, d.Action, d.Row)] = d
	key := draftKey(d.Who, d.Action, d.Row)
	others := slices.DeleteFunc(slices.Clone(m.recent[d.Who]), func(o string) bool { return o == key })
	m.recent[d.Who] = append([]string{key}, others[:min(len(others), mostRecent-1)]...)
}

func draftKey(who, action, row string) string { return who + "/" + action + "/" + row }

// params is how the form of an action begins: as the character left it when it
// was last done, with that row of the sheet if it names one.
func (m *Memory) params(who string, a *engine.Action, row string) engine.Page {
	return m.last[draftKey(who, a.ID, row)].Params
}

// foes are whom an action is aimed at to begin with: those of the last time;
// for an attack the last who was attacked, or who attacked, or else the first
// who is somebody else's: a blow at nobody hits nobody.
func (m *Memory) foes(t model.Table, c *model.Character, system string, a *engine.Action) []string {
	if a.Need == engine.Alone {
		return nil
	}
	last := m.last[draftKey(c.ID, a.ID, "")].Against
	if len(last) == 0 && a.Attack {
		if last = met(t, c); last == nil {
			last = stranger(t, c, system)
		}
	}
	var out []string
	for _, id := range last {
		if o, ok := t.Character(id); ok && !o.Left {
			out = append(out, id)
		}
	}
	return out
}

// farBack is how far back in the log somebody's opponent is looked for.
const farBack = 200

// met is whom a character fought last: aimed at, or was the aim of.
func met(t model.Table, c *model.Character) []string {
	n := 0
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
			if a, ok := s.Action(opened.Roll.Action); !ok || !a.Attack {
				continue
			}
			switch {
			case opened.Roll.Who == c.ID && len(opened.Roll.Against) > 0:
				return opened.Roll.Against[:1]
			case slices.Contains(opened.Roll.Against, c.ID):
				return []string{opened.Roll.Who}
			}
		}
	}
	return nil
}

// stranger is the first who has a sheet of the rulebook and another owner, or
// else the first besides the character.
func stranger(t model.Table, c *model.Character, system string) []string {
	var first []string
	for _, o := range t.Characters() {
		if _, plays := o.Pages[system]; !plays || o.ID == c.ID {
			continue
		}
		if o.Owner != c.Owner {
			return []string{o.ID}
		}
		if first == nil {
			first = []string{o.ID}
		}
	}
	return first
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
	m.Favourites[who] = slices.DeleteFunc(slices.Clone(m.Favourites[who]), func(x Favourite) bool { return x.Name == name })
}

// calledFor are what the last events call for from a character: a throwback
// after a blow.
func calledFor(t model.Table, c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, f := range t.FollowUps() {
		if a, ok := s.Action(f.Action); ok && f.Who == c.ID && f.System == s.ID {
			name := "called for"
			for _, id := range a.Offers {
				if row, ok := f.Params.Get(id); ok {
					name += ": " + row.String()
				}
			}
			out = append(out, offer{action: a, name: name, params: f.Params, against: f.Against})
		}
	}
	return out
}

// TakeUp opens the form of the first thing that is called for.
func (m *Memory) TakeUp(f pane.Frame) pane.Wish {
	u := f.Table.FollowUps()[0]
	return pane.All{pane.Select{Who: u.Who}, pane.Turn{System: u.System},
		m.form(f, Draft{Who: u.Who, System: u.System, Action: u.Action, Params: u.Params, Against: u.Against})}
}

func takeUpWords(f pane.Frame) string {
	all := f.Table.FollowUps()
	if len(all) == 0 {
		return "take up what follows"
	}
	name := ""
	if c, ok := f.Table.Character(all[0].Who); ok {
		name = c.Name + ": "
	}
	return "take up " + name + f.Table.ActionName(all[0].System, all[0].Action)
}
