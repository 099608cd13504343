package act

import (
	"slices"
	"sync"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
)

// Draft is an action that has not been rolled yet.
type Draft struct {
	Who, System, Action string
	Row                 string // the row of the sheet with which it was offered: a skill, a power
	Params              engine.Page
	Against             []string
	Abort               bool            // it is a defence for which the character gives up a pending action
	called              *model.FollowUp // the follow-up that it answers; nil if it was chosen freely
}

// Command returns the command that starts the roll.
func (d Draft) Command() model.Begin { return d.begin() }

// Threw remembers a draft that was rolled elsewhere.
func (m *Memory) Threw(t model.Table, d Draft) {
	if s, ok := t.Rulebook(d.System); ok {
		if a, ok := s.Action(d.Action); ok && d.Who != "" && !s.HasNoSheet() {
			m.keep(d, a)
		}
	}
}

// begin returns the command that starts the roll.
func (d Draft) begin() model.Begin {
	c := model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params, Abort: d.Abort}
	if d.called != nil {
		c.Called = d.called.Origin.Roll
	}
	return c
}

// CalledDraft returns the draft that takes up a follow-up.
func CalledDraft(t model.Table, u model.FollowUp) Draft {
	c := decide.TakesUp(t, u)
	return Draft{Who: c.Who, System: c.System, Action: c.Action, Params: c.Params, Against: c.Against, Abort: c.Abort, called: &u}
}

// CalledBy returns the roll that calls for a draft, "" if it was chosen freely.
func (d Draft) CalledBy() string { return d.begin().Called }

// AnswersTo returns a draft that was read from a page as one that takes up what a roll calls
// for; false if that is no longer called for.
func (d Draft) AnswersTo(t model.Table, roll string) (Draft, bool) {
	for _, u := range t.FollowUps() {
		if u.Origin.Roll == roll && u.Who == d.Who && u.System == d.System && u.Action == d.Action {
			d.called = &u
			return d, true
		}
	}
	return d, false
}

// calledNow returns a draft that was made of an earlier table, such as a row of a list that
// has stood for a while, with the follow-up that it answers as it is called for now; false
// if it is not called for any more.
func (d Draft) calledNow(t model.Table) (Draft, bool) {
	all := t.FollowUps()
	if d.called == nil || slices.ContainsFunc(all, d.called.Equal) {
		return d, true
	}
	i := slices.IndexFunc(all, d.called.SameAction)
	if i < 0 {
		return d, false
	}
	return CalledDraft(t, all[i]), true
}

// givesUp says what is given up for a draft, "" for nothing.
func (d Draft) givesUp(t model.Table, by model.Seat) string {
	if !d.Abort { // nothing else calls anything off
		return ""
	}
	return view.CallsOffWords(t, decide.CallsOff(t, by, d.begin()))
}

// DefendsWords says against what attack a draft defends, "" if it is no defence that an
// attack calls for.
func (d Draft) DefendsWords(t model.Table) string {
	if d.called == nil || !decide.IsDefence(t, *d.called) {
		return ""
	}
	return scene.AttackedBy(t, *d.called)
}

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
	bands      map[string]*groupAct   // by character: the last action, if it was done by a group
	Favourites map[string][]Favourite // by character
	acted      int                    // counts the changes of this memory
	handout    string                 // a text for everybody that was begun and not shown yet
	known      *known                 // what its lists have found
}

// mostRecent is the number of recent actions of a character.
const mostRecent = 5

// NewMemory returns a memory that holds only favourites.
func NewMemory(favourites map[string][]Favourite) *Memory {
	if favourites == nil {
		favourites = map[string][]Favourite{}
	}
	return &Memory{last: map[string]Draft{}, recent: map[string][]string{}, bands: map[string]*groupAct{}, Favourites: favourites, known: &known{}}
}

// Last returns the last action of a character.
func (m *Memory) Last(who string) (Draft, bool) {
	d, ok := m.last[who]
	return d, ok
}

// keep remembers a draft that is rolled, without the points paid for that one roll.
// Follow-ups are not remembered: nobody chose them.
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

// keepBand remembers a group action for each of its members.
func (m *Memory) keepBand(b groupAct, a *engine.Action) {
	if b.called != nil {
		return // a follow-up, which nobody chose
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

// params returns the initial parameters of an action: those of the last time, with the same
// row of the sheet.
func (m *Memory) params(who string, a *engine.Action, row string) engine.Page {
	return m.last[draftKey(who, a.ID, row)].Params
}

// foes returns the initial targets of an action: those of the last time. For an attack it
// falls back to whom the character fought last, and then to the nearest enemy, since an
// attack on nobody hits nobody. A target who is down is replaced by one who stands, if there
// is one.
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

// foesOf returns foes as a function, for callers that ask for many actions of one character.
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

// met returns the last opponent of a character: one whom it attacked, or who attacked it. A
// teammate is returned only if there are no enemies.
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

// attacks reports whether an action of a character is an attack, as far as the sheet is
// known.
func attacks(t model.Table, s *engine.System, a *engine.Action, who string, params engine.Page) bool {
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

// favourites lists the favourites of a character whose actions still exist.
func (m *Memory) favourites(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, f := range m.Favourites[c.ID] {
		if a, ok := s.Action(f.Action); ok && f.System == s.ID {
			out = append(out, offer{action: a, name: f.Name, row: f.Row, params: f.Params, against: f.Against})
		}
	}
	return out
}

// favour saves a draft under a name, replacing the favourite of that name.
func (m *Memory) favour(d Draft, name string) {
	m.forget(d.Who, name)
	m.Favourites[d.Who] = append(m.Favourites[d.Who],
		Favourite{Name: name, System: d.System, Action: d.Action, Row: d.Row, Params: d.Params, Against: d.Against})
}

func (m *Memory) forget(who, name string) {
	m.acted++
	m.Favourites[who] = slices.DeleteFunc(slices.Clone(m.Favourites[who]), func(x Favourite) bool { return x.Name == name })
}
