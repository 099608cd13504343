package act

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model/scene"
)

// Memory is what one screen remembers of actions, beside what every way in does: the last actions
// of groups, and a text that was begun.
type Memory struct {
	*scene.Memory
	bands   map[string]*groupAct // by character: the last action, if it was done by a group
	handout string               // a text for everybody that was begun and not shown yet
}

// NewMemory returns a memory that holds only favourites.
func NewMemory(favourites map[string][]scene.Favourite) *Memory {
	return &Memory{Memory: scene.NewMemory(favourites), bands: map[string]*groupAct{}}
}

// keep remembers a draft that one character rolls.
func (m *Memory) keep(d scene.Draft, a *engine.Action) {
	if d.Called == nil {
		delete(m.bands, d.Who)
	}
	m.Keep(d, a)
}

// keepBand remembers a group action for each of its members.
func (m *Memory) keepBand(b groupAct, a *engine.Action) {
	if b.Called != nil {
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
