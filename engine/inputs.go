package engine

import (
	"maps"
	"strings"
)

// Set writes what a person typed as KEY=VALUE: a parameter of the action or,
// where it has none of that name, a field of the actor's sheet. other.KEY and
// other.2.KEY are fields of an opponent's sheet, who is then there. The error says what would
// be right.
func (in Inputs) Set(key, value string) (Inputs, error) {
	params, ok, err := in.Action.Set(in.Params, key, value)
	if err != nil && in.asks(key, Bool) {
		// What is no yes and no no may be the field or the trait of that name.
		if out, no := in.SetField(Actor, key, value); no == nil {
			return out, nil
		}
	}
	if ok || err != nil {
		in.Params = params
		return in, err
	}
	seat := Actor
	if further, rest, ok := furtherOf(key); ok {
		return in.SetField(further, rest, value)
	}
	if rest, other := strings.CutPrefix(key, string(Other)+"."); other {
		seat, key = Other, rest
	}
	return in.SetField(seat, key, value)
}

// SetField writes a typed value onto the sheet at a seat; see [System.Write].
func (in Inputs) SetField(seat Seat, key, value string) (Inputs, error) {
	page, err := in.System.Write(in.Sheets[seat], key, value)
	if err != nil {
		return in, err
	}
	in.Sheets = maps.Clone(in.Sheets)
	if in.Sheets == nil {
		in.Sheets = map[Seat]Page{}
	}
	in.Sheets[seat] = page
	return in, nil
}

// asks reports whether the action has a parameter of that name and kind.
func (in Inputs) asks(key string, k Kind) bool {
	sp, ok := in.Action.Param(key)
	return ok && sp.Kind == k
}
