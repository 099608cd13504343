package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// effort is a sheet as a roll reads it: its abilities at a moment, with what powers in force
// add to them and with an Extra Effort of n points on one of them. Chapter "Ability Rolls".
type effort struct {
	me     engine.Sheet
	moment int
	on     string // the id of the ability; "" for no effort
	n      int
	whole  bool // full values instead, without losses and powers, as a player's paper has them
}

// effortOf gives the sheet of a view, without Extra Effort.
func effortOf(v engine.View) effort { return effort{me: v.Sheet, moment: v.Moment} }

// of gives the value of an ability.
func (e effort) of(f engine.Field[int]) int {
	if e.whole {
		return fullOf(f, e.me)
	}
	n := f.Of(e.me) + lent(e.me, f.ID, e.moment).Total()
	if e.on == f.ID {
		n += e.n
	}
	return n
}

// measure gives the value of a height or a mass.
func (e effort) measure(f engine.Field[engine.Milli]) engine.Milli {
	if e.whole {
		return f.Of(e.me)
	}
	return f.Within(f.Of(e.me) + 1000*engine.Milli(lent(e.me, f.ID, e.moment).Total()))
}

// exert asks for Extra Effort after the dice. The target is worked out again with the raised
// ability. Afterwards the ability is as far below its earlier value as it was raised. Chapter
// "Ability Rolls".
func (a *attempt) exert() {
	most := 0
	uses := make([]engine.Use, 0, 4)
	for _, f := range a.check.raises {
		has := f.Of(a.me)
		if has <= 0 {
			continue
		}
		most = max(most, has)
		uses = append(uses, engine.Use{ID: f.ID, Label: f.Label, Most: has, Effect: func(n int) string {
			then := a.pushed(f, n).Total()
			words := fmt.Sprintf("target %d, Quality %d", then, then-a.dice)
			if n > 0 {
				words += fmt.Sprintf("; %s falls to %d", f.Label, has-n)
			}
			return words
		}, Own: true})
	}
	if most == 0 {
		return
	}
	ask := engine.Ask{ID: a.ID("extra-effort"), Words: "Extra Effort: raise one ability"}
	give := a.r.ShareOne(ask, a.Seat, most, uses...)
	for _, f := range a.check.raises {
		if n := give[f.ID]; n > 0 {
			a.push(f, n)
			return
		}
	}
}

// push makes an Extra Effort of n points of ability f.
func (a *attempt) push(f engine.Field[int], n int) {
	has, full := f.Of(a.me), fullOf(f, a.me)
	target := a.pushed(f, n)
	a.r.Note("Extra Effort: %s %d + %d = %d, then %d; lost points come back by the hour", f.Label, has, n, has+n, has-n)
	a.measure(target)
	put(a.r, a.me, f, has-n)
	a.r.Set(a.me, f.ID+"_full", engine.ValueOf(full)) // until now it followed the present value
}

// pushed gives the target with an Extra Effort of n points of ability f.
func (a *attempt) pushed(f engine.Field[int], n int) kit.Sum {
	e := effort{me: a.me, moment: a.r.Moment(), on: f.ID, n: n}
	return a.check.target(a.r, e, a.Party, a.check.pools(a.r, e, a.Party).Total())
}
