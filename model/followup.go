package model

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// Origin is the roll that began a chain of rolls, and the character who made it. A roll
// that takes up a follow-up, and the follow-ups of that roll, have the origin of the first
// roll.
type Origin struct {
	Who  string `json:"who"`
	Roll string `json:"roll"`
}

// FollowUp is an action that an earlier roll calls for, such as the roll of an armor after
// a hit. It is removed when a roll takes it up and when the clock moves on. Two blows of
// one character at another are two follow-ups. Two rolls of one character against nobody
// that call for the same action with the same parameters make one follow-up. Rolls of two
// characters, and those of a group, always make two.
type FollowUp struct {
	Who         string      `json:"who"`
	Against     []string    `json:"against,omitempty"`
	System      string      `json:"system"`
	Action      string      `json:"action"`
	Params      engine.Page `json:"form,omitzero"`
	Hidden      bool        `json:"hidden,omitempty"`
	Withdrawn   bool        `json:"off,omitempty"`   // in the result of a roll: it removes an earlier follow-up
	By          string      `json:"by,omitempty"`    // the other character who called for it or, in a group, the roll
	Alternative bool        `json:"or,omitempty"`    // only one of the alternatives with the same cause is done
	Meets       bool        `json:"meets,omitempty"` // how the character meets what was done to them; see engine.Carry
	Origin      Origin      `json:"blow,omitzero"`   // without Who for seats that may not know who it was
}

// SameAction reports whether two follow-ups are the same action of the same character
// against the same opponents. One without opponents matches any opponents.
func (x FollowUp) SameAction(y FollowUp) bool {
	return y.Who == x.Who && y.System == x.System && y.Action == x.Action &&
		(len(x.Against) == 0 || len(y.Against) == 0 || slices.Equal(x.Against, y.Against))
}

// Equal reports whether two follow-ups are the same, including their cause.
func (x FollowUp) Equal(y FollowUp) bool {
	return x.SameAction(y) && x.By == y.By && x.Origin == y.Origin && x.Params.Equal(y.Params)
}

// AlternativeTo reports whether two follow-ups are alternatives of which only one is done.
func (x FollowUp) AlternativeTo(y FollowUp) bool {
	return x.Alternative && y.Alternative && x.Who == y.Who && x.System == y.System && x.By == y.By && x.Origin == y.Origin && slices.Equal(x.Against, y.Against)
}

// AsFollowUp returns the follow-up that a roll would take up, without parameters.
func (r Roll) AsFollowUp() FollowUp {
	return FollowUp{Who: r.Who, Against: r.Against, System: r.System, Action: r.Action}
}

// IsCalledFor reports whether a list has a follow-up with the action of a roll, and the
// roll has all of its parameters.
func IsCalledFor(list []FollowUp, r Roll) bool { return calledForIndex(list, r) >= 0 }

func calledForIndex(list []FollowUp, r Roll) int {
	return slices.IndexFunc(list, func(y FollowUp) bool { return r.AsFollowUp().SameAction(y) && HasParams(r.Params, y.Params) })
}

// TakeFollowUp returns the follow-up that a roll takes up, and the list without it and its
// alternatives. If there is none it returns the zero FollowUp. A follow-up all of whose
// parameters the roll has is preferred, then one whose parameters do not contradict the
// roll's: where one action both attacks and resists damage, an attack must not take up the
// damage.
func TakeFollowUp(list []FollowUp, r Roll) (left []FollowUp, taken FollowUp) {
	at := calledForIndex(list, r)
	if at < 0 {
		at = slices.IndexFunc(list, func(y FollowUp) bool { return r.AsFollowUp().SameAction(y) && !contradicts(r.Params, y.Params) })
	}
	if at < 0 {
		return list, FollowUp{}
	}
	taken = list[at]
	return slices.DeleteFunc(slices.Delete(slices.Clone(list), at, at+1), taken.AlternativeTo), taken
}

// contradicts reports whether a follow-up has a word as a parameter, the roll has another
// word there, and they have no parameter in common.
func contradicts(p, called engine.Page) bool {
	other := false
	for _, path := range called.Paths() {
		want, _ := called.Get(path)
		switch v, _ := p.Get(path); {
		case v == want:
			return false
		case want.Kind() == engine.Text:
			other = true
		}
	}
	return other
}

// callFor adds a follow-up, or removes a withdrawn one.
func (s *State) callFor(x FollowUp) {
	if x.Withdrawn {
		s.FollowUps = slices.DeleteFunc(slices.Clone(s.FollowUps), func(y FollowUp) bool {
			return x.SameAction(y) && x.By == y.By && x.Origin == y.Origin
		})
		return
	}
	s.FollowUps = append(slices.Clip(s.FollowUps), x)
}

// withFollowUps returns a list after a roll has ended with further follow-ups. Each
// replaces the earlier one for the same action and, if it is against nobody, with the
// same cause and parameters; a withdrawn one only removes it. Another blow of the same
// character leaves the follow-ups of the first blow as they are.
func withFollowUps(list, more []FollowUp) []FollowUp {
	for _, x := range more {
		list = slices.DeleteFunc(slices.Clone(list), func(y FollowUp) bool {
			switch {
			case !x.SameAction(y), x.Origin.Who == y.Origin.Who && x.Origin.Roll != y.Origin.Roll && len(x.Against) > 0:
				return false
			case x.Withdrawn || len(x.Against) > 0 && len(y.Against) > 0:
				return true
			}
			return x.By == y.By && reflect.DeepEqual(x.Params, y.Params)
		})
		if !x.Withdrawn {
			list = append(list, x)
		}
	}
	return list
}
