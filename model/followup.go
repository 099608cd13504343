package model

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// Origin is the roll with which something began, and who made it: a roll that nothing
// called for. Its follow-ups, the rolls that take them up, and theirs, all have it.
type Origin struct {
	Who  string `json:"who"`
	Roll string `json:"roll"`
}

// FollowUp is an action that an earlier roll calls for. It is removed when a roll takes
// it up and when the clock moves on. Two blows of one character at another are two
// follow-ups. If a character makes two rolls against nobody that call for the same action
// with the same parameters, that is one follow-up. Rolls of two characters, and those of a
// group, are always two.
type FollowUp struct {
	Who         string      `json:"who"`
	Against     []string    `json:"against,omitempty"`
	System      string      `json:"system"`
	Action      string      `json:"action"`
	Params      engine.Page `json:"form,omitzero"`
	Hidden      bool        `json:"hidden,omitempty"`
	Withdrawn   bool        `json:"off,omitempty"` // in a roll's result: it removes the earlier follow-up
	By          string      `json:"by,omitempty"`  // the other character who called for it or, in a group, the roll
	Alternative bool        `json:"or,omitempty"`  // only one of the alternatives of its cause is done
	Origin      Origin      `json:"blow,omitzero"` // zero in older logs; without Who for seats that must not know who
}

// SameAction reports whether two follow-ups are the same action of the same character
// against the same opponents. One without opponents matches any opponents.
func (x FollowUp) SameAction(y FollowUp) bool {
	return y.Who == x.Who && y.System == x.System && y.Action == x.Action &&
		(len(x.Against) == 0 || len(y.Against) == 0 || slices.Equal(x.Against, y.Against))
}

// Equal reports whether two follow-ups are the same call.
func (x FollowUp) Equal(y FollowUp) bool {
	return x.SameAction(y) && x.By == y.By && x.Origin == y.Origin && x.Params.Equal(y.Params)
}

// AlternativeTo reports whether only one of two follow-ups is to be done.
func (x FollowUp) AlternativeTo(y FollowUp) bool {
	return x.Alternative && y.Alternative && x.Who == y.Who && x.System == y.System && x.By == y.By && x.Origin == y.Origin && slices.Equal(x.Against, y.Against)
}

// AsFollowUp gives the follow-up that a roll would take up, without its parameters.
func (r Roll) AsFollowUp() FollowUp {
	return FollowUp{Who: r.Who, Against: r.Against, System: r.System, Action: r.Action}
}

// IsCalledFor reports whether a list has a follow-up with the action of a roll, all of
// whose parameters the roll has.
func IsCalledFor(list []FollowUp, r Roll) bool { return calledForIndex(list, r) >= 0 }

func calledForIndex(list []FollowUp, r Roll) int {
	return slices.IndexFunc(list, func(y FollowUp) bool { return r.AsFollowUp().SameAction(y) && HasParams(r.Params, y.Params) })
}

// TakeFollowUp returns the follow-up that a roll takes up, and the list without it and its
// alternatives. The zero FollowUp is none. A follow-up whose parameters the roll has comes
// first, then one whose parameters do not contradict the roll's: an attack is no answer to
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

// contradicts reports whether the parameters of a roll have another word than a
// follow-up's where that has one, and no value in common with it.
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
