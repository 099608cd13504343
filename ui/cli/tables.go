package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"example.org/fray/engine/dice"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// rules returns the built-in rulebooks by id.
func rules() model.Rulebooks {
	out := model.Rulebooks{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	out[dice.System.ID] = dice.System
	return out
}

// deps returns the clock, the dice and the rulebook reader of a live table.
func deps() saves.Deps {
	return saves.Deps{Now: time.Now, ReadRulebook: readRulebookText, Seed: func() (seed [32]byte) {
		_, _ = rand.Read(seed[:]) // it never returns an error
		return seed
	}}
}

// withTable opens a table read-only, calls use, and closes it. Of a damaged table use gets
// what can be read, and the damage is printed.
func withTable(a *app, name string, use func(*saves.Live) error) error {
	p, err := a.find(name)
	if err != nil {
		return err
	}
	live, err := p.look(a)
	if err != nil {
		return err
	}
	err = errors.Join(use(live), live.Close())
	if found := live.Damage(); err == nil && found != nil {
		printDamage(a, found)
		return errDamaged
	}
	return err
}

// printDamage prints damage on standard error, a sentence a line.
func printDamage(a *app, found []string) {
	for _, words := range found {
		fmt.Fprintln(a.err, "fray: "+clean(words))
	}
}
