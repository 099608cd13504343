package contest

import (
	"fmt"

	"example.org/fray/engine"
)

// melee is the dice of an exchange while they are thrown: one's own once, and
// those of one opponent after the other against it. It has no gaps: the odds look
// up thousands.
type melee struct {
	mine, theirs cast
	at           int                        // the opponent who throws, from 0
	taken        int32                      // off one's own resistance
	hits         [engine.MostOpponents]int8 // how often one's effect goes to each
	ruled        ruling                     // against the chosen opponent
}

// meet throws for everybody. Numbers change no acting total: they only mean
// more dice to beat.
func (f *fight) meet() {
	m := engine.DiceSequence[melee]{From: melee{at: f.standing(0)}, Next: f.next, Fold: f.fold, Sum: func(m *melee) *int32 { return &m.taken }}.ReadKeyed(f.roll, f.known)
	f.thrown, f.ruled = m.mine.sum(), m.ruled
	for i := range f.terms {
		if f.others[i].aside {
			continue
		}
		target := f.terms[i].totals(f.roll)
		if i == f.chosen {
			f.target = target
		}
		f.others[i].struck(f.roll, f.own.blow(f.least), int(m.hits[i]))
	}
	f.own.struck(f.roll, int(m.taken), 1)
	f.roll.Note("%s", verdict(f.ruled))
}

// meleeKey is all that the dice of an exchange go by: what the odds know them by.
type meleeKey string

func (f *fight) key() meleeKey {
	words := fmt.Sprintln(f.chosen, outnumbered.Of(f.roll.House()))
	for i := range f.others {
		foe := &f.others[i]
		words += fmt.Sprintln(f.terms[i].met(false), foe.aside, foe.blow(f.least))
	}
	return meleeKey(words)
}

// standing gives the first opponent from i on who has not lost yet.
func (f *fight) standing(i int) int {
	for i < len(f.terms) && f.others[i].aside {
		i++
	}
	return i
}

func (f *fight) next(m melee) (engine.Part, bool) {
	if m.at == len(f.terms) {
		return engine.Part{}, false
	}
	return f.terms[m.at].next(clash{mine: m.mine, theirs: m.theirs})
}

func (f *fight) fold(m melee, face int) melee {
	t := &f.terms[m.at]
	c := t.fold(clash{mine: m.mine, theirs: m.theirs}, face)
	m.mine, m.theirs = c.mine, c.theirs
	if !t.over(c) {
		return m
	}
	t.fell = c
	f.count(&m, t.rule(c))
	m.theirs = cast{}
	if m.at = f.standing(m.at + 1); m.at == len(f.terms) {
		m.mine = cast{face: int16(m.mine.sum())}
	}
	return m
}

// count takes up how it went against one opponent.
func (f *fight) count(m *melee, ruled ruling) {
	times := 1
	if ruled.double {
		times = 2
	}
	everyone := outnumbered.Of(f.roll.House()) == hitsBeaten
	switch {
	case ruled.winner < 0:
		m.taken += int32(times * f.others[m.at].blow(f.least))
	case ruled.winner > 0 && (everyone || m.at == f.chosen):
		m.hits[m.at] = int8(times)
	}
	if m.at == f.chosen {
		m.ruled = ruled
	}
}
