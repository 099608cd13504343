package model_test

import (
	"fmt"
	"slices"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Next does not pass a moment at which a character who can act becomes free, and pending
// actions happen when they are said to.
func TestNextStopsForFreeCharacters(t *testing.T) {
	for i, system := range []string{"supermen", "d6", "trip", "contest", "easiness"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			looked, fell := 0, 0
			for seed := range uint64(often(1, 3)) {
				b := newRandomFight(t, 100+10*uint64(i)+seed, system, 6)
				for range 150 {
					b.step()
					n, m := b.stopsRight()
					looked, fell = looked+n, fell+m
					if t.Failed() {
						return
					}
				}
			}
			if between := allRules()[system].Time.PerRound > 0; between && looked == 0 || fell == 0 {
				t.Errorf("%d moments between were looked at, and %d things fell: too few to show anything", looked, fell)
			}
		})
	}
}

// stopsRight sends Next and checks each moment that it passed. It returns how many moments
// it checked and how many pending actions happened.
func (b *randomFight) stopsRight() (looked, fell int) {
	was := b.table
	free := decide.Free(was)
	said := decide.NextDue(was)
	if b.do(gm, model.Next{}) != nil {
		return 0, 0
	}
	now := b.table.Clock.Moment
	if now != said.Moment {
		b.Errorf("next went to %d and was said to go to %d", now, said.Moment)
	}
	for m := was.Clock.Moment + 1; m < now; m += max(1, (now-was.Clock.Moment)/12) {
		facts, err := decide.Decide(was, gm, model.Go{Moment: m}, b.throw)
		if err != nil {
			b.Fatal(err)
		}
		between := was.Apply(model.Event{Seq: was.Seq() + 1, By: gm, Facts: facts})
		looked++
		for _, id := range decide.Free(between) {
			if !slices.Contains(free, id) {
				b.Errorf("next goes from %d to %d, and %s is free at %d", was.Clock.Moment, now, was.NameOf(id), m)
			}
		}
	}
	for _, p := range was.Pending() {
		falls := max(decide.DueTime(was, p), was.Clock.Moment)
		pending := slices.ContainsFunc(b.table.Pending(), func(q model.Pending) bool {
			return q.ID == p.ID || q.Who == p.Who && q.Of == p.Of && q.Action == p.Action && q.Due == falls
		})
		if x, ok := was.Declared(p.Who); ok && x.Done >= x.Actions && p.Of == was.Time().Initiative {
			continue // nobody waits for the turn of a character who has acted
		}
		switch turn := p.Of != "" && p.Of == was.Time().Initiative; {
		case falls < now, falls == now && pending && !turn && said.Turn == "":
			b.Errorf("%s of %s falls at %d; it is %d: %s", p.Action, p.Who, falls, now, fmt.Sprint(b.table.Pending()))
		case falls == now:
			fell++
		case !pending && !turn: // a turn is over too when it is rolled anew
			b.Errorf("%s of %s falls at %d and is over at %d", p.Action, p.Who, falls, now)
		}
	}
	return looked, fell
}
