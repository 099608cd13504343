package model

import (
	"reflect"

	"example.org/fray/engine"
)

// The facts that only this package and its tests look at.
type (
	Cancelled = cancelled
	Named     = named
	Paid      = paid
	Ran       = ran
)

// Decided is Decide, with the table on which the facts were found.
func Decided(t Table, by Seat, c Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]Fact, Table, error) {
	d := &decision{t: t, by: by, throw: throw}
	err := d.decide(c)
	return d.facts, d.t, err
}

// KeptCommands gives the names of the types of the commands that the log keeps.
func KeptCommands() []string {
	var out []string
	for _, k := range wanted {
		c, _ := k.read([]byte("{}"))
		out = append(out, reflect.TypeOf(c).Name())
	}
	return out
}
