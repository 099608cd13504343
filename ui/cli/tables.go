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

// rules are the rulebooks a table is played with.
func rules() model.Rulebooks {
	out := model.Rulebooks{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	out[dice.System.ID] = dice.System
	return out
}

// deps are the clock and the dice of a live table.
func deps() saves.Deps {
	return saves.Deps{Now: time.Now, ReadRulebook: readRulebookText, Seed: func() (seed [32]byte) {
		_, _ = rand.Read(seed[:]) // it never fails: it ends the program instead
		return seed
	}}
}

// lookAt opens a table to be read, whole, and closes it again after use. Of a
// damaged one it gives what is sound, and says what is missing.
func lookAt(a *app, name string, use func(*saves.Live) error) error {
	path, err := a.find(name)
	if err != nil {
		return err
	}
	live, err := lookLive(a, path)
	if err != nil {
		return err
	}
	err = errors.Join(use(live), live.Close())
	if found := live.Findings(); err == nil && found != nil {
		tellFindings(a, found)
		return errDamaged
	}
	return err
}

// tellFindings says on standard error what was found damaged.
func tellFindings(a *app, f *saves.Findings) {
	for _, words := range f.Lines() {
		fmt.Fprintln(a.err, "fray: "+clean(words))
	}
}
