package trip

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// follows are the parameters of the rolls that may follow a roll, as far as they are known
// before it is made.
type follows struct {
	damage        engine.Page  // of the same use; empty for none
	resist, armor *engine.Page // of the opponent; nil for none
}

// leadsTo finds what may follow the roll. An attack or a feat leads to the damage of its
// use, a feat to a resistance of the opponent, and damage to the opponent's armor.
func (a *attempt) leadsTo(r *engine.Roll) (f follows) {
	me, them := r.Sheet(engine.Actor), r.Sheet(engine.Other)
	switch a.ability.kind {
	case "attack", "feat":
		if rows := ofKindAndUse(me, "damage", a.ability.use); len(rows) > 0 {
			f.damage = engine.PageOf(formAbility.ID, rows[0])
		}
		if a.ability.kind == "feat" {
			f.resist = against(them, "resistance")
		}
	case "damage":
		f.armor = against(them, "armor")
	}
	return f
}

// against gives the parameters of the opponent's roll with an ability of a kind. If there
// are several, the ability is left open. It is nil if there is none.
func against(them engine.Sheet, kind string) *engine.Page {
	rows := ofKindAndUse(them, kind, "")
	if len(rows) == 0 {
		return nil
	}
	var p engine.Page
	if len(rows) == 1 {
		p = engine.PageOf(formAbility.ID, rows[0])
	}
	return &p
}

// ofKindAndUse gives the names of the abilities of a kind and a use; "" is any use.
func ofKindAndUse(s engine.Sheet, kind, use string) []string {
	var out []string
	for _, row := range abilities.Rows(s) {
		if abilityKind.At(row) == kind && (use == "" || same(use, useOf(row))) {
			out = append(out, row.Name())
		}
	}
	return out
}

// handOver calls for the rolls that follow, with the result of this one: the damage of a hit,
// the resistance and the armor against it, and taking the hits. Chapter "One Use?".
func (a *attempt) handOver(r *engine.Roll, t throw, success bool) {
	if damage := formHoldsOff.Of(r.Params()); damage > 0 {
		heldOff(r, damage, t, success)
		return
	}
	if !success {
		return
	}
	faced, n := kit.Concerned(r).Against(), min(t.result, mostDifficulty)
	if !a.hasCalled(r) {
		a.callForUse(r, faced, n)
	}
	switch {
	case a.ability.kind != "damage" || faced == "" || n <= 0:
	case a.follows.armor != nil:
		r.Follow(engine.Other, "trip", engine.Carry{Params: *a.follows.armor, Meets: true, And: engine.Num(formHoldsOff.ID, n)})
	default:
		r.Follow(engine.Actor, "damage", engine.Carry{Against: faced, And: engine.Num(damagePoints.ID, n)})
	}
}

// hasCalled reports whether the roll continues a use that has already called for its
// resistance and damage on this Nish. They are called for once. Chapter "One Use?".
func (a *attempt) hasCalled(r *engine.Roll) bool {
	me := r.Sheet(engine.Actor)
	return formContinues.Of(r.Params()) && calledMoment.Of(me) == r.Moment() && same(a.ability.use, calledUse.Of(me))
}

// callForUse calls for the resistance against a use, with the result n as its difficulty,
// and for its damage.
func (a *attempt) callForUse(r *engine.Roll, faced engine.Seat, n int) {
	called := false
	if a.follows.resist != nil && !a.difficulty.set && n >= 0 {
		r.Follow(engine.Other, "trip", engine.Carry{Against: engine.Actor, Params: *a.follows.resist, Meets: true, And: engine.Num(formDifficulty.ID, n)})
		called = true
	}
	if !a.follows.damage.IsZero() {
		r.Follow(engine.Actor, "trip", engine.Carry{Against: faced, Params: a.follows.damage})
		called = true
	}
	if called {
		me := r.Sheet(engine.Actor)
		engine.Put(r, me, calledUse, a.ability.use)
		engine.Put(r, me, calledMoment, r.Moment())
	}
}

// heldOff calls for taking the damage that armor or a resistance has not held off.
func heldOff(r *engine.Roll, damage int, t throw, success bool) {
	off := t.holdsOff(damage, success)
	r.Note("%d of %d damage held off: %d gets through", off, damage, damage-off)
	if off < damage {
		r.Follow(engine.Actor, "damage", engine.Carry{Params: engine.PageOf(damagePoints.ID, damage-off)})
	}
}

// holdsOff gives how much damage the throw holds off: its result, or none if it fails.
func (t throw) holdsOff(damage int, success bool) int {
	if !success {
		return 0
	}
	return min(max(t.result, 0), damage)
}
