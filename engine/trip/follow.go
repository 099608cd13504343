package trip

import "example.org/fray/engine"

// follows is what a roll leads to: the parameters of the rolls that follow, without
// what this one will have found; nothing where nothing follows.
type follows struct {
	damage        engine.Page // with the damage of the same use
	resist, armor *engine.Page
}

// leadsTo finds what the roll may lead to: an attack and a feat to the damage of
// their use, a feat to a resistance of who is faced, damage to their armor.
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

// against is a roll with an ability of a kind: with which one is left open where
// there are several. It is nil where there is none.
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

// ofKindAndUse names the abilities of a kind, and of a use where one is given.
func ofKindAndUse(s engine.Sheet, kind, use string) []string {
	var out []string
	for _, row := range abilities.Rows(s) {
		if abilityKind.At(row) == kind && (use == "" || same(use, useOf(row))) {
			out = append(out, row.Name())
		}
	}
	return out
}

// handOver calls for what follows from the roll, with what it has found: the
// damage of a hit, which the running Focus serves, the resistance and the armor
// against it, and the hits that are left. Chapter "One Use?".
func (a *attempt) handOver(r *engine.Roll, t throw, success bool) {
	if damage := formHoldsOff.Of(r.Params()); damage > 0 {
		heldOff(r, damage, t, success)
		return
	}
	if !success {
		return
	}
	faced, n := engine.Seat(""), min(t.result, mostDifficulty)
	if r.Sheet(engine.Other).There() {
		faced = engine.Other
	}
	if !a.hasCalled(r) {
		a.callForUse(r, faced, n)
	}
	switch {
	case a.ability.kind != "damage" || faced == "" || n <= 0:
	case a.follows.armor != nil:
		r.Follow(engine.Other, "trip", engine.Carry{Params: *a.follows.armor, And: engine.Num(formHoldsOff.ID, n)})
	default:
		r.Follow(engine.Actor, "damage", engine.Carry{Against: faced, And: engine.Num(damagePoints.ID, n)})
	}
}

// hasCalled reports whether the roll goes on with a use that has called for its
// resistance and damage on this Nish: none is called for twice. Chapter "One Use?".
func (a *attempt) hasCalled(r *engine.Roll) bool {
	me := r.Sheet(engine.Actor)
	return formContinues.Of(r.Params()) && calledMoment.Of(me) == r.Moment() && same(a.ability.use, calledUse.Of(me))
}

// callForUse calls for the resistance against a use and for its damage.
func (a *attempt) callForUse(r *engine.Roll, faced engine.Seat, n int) {
	called := false
	if a.follows.resist != nil && !a.difficulty.set && n >= 0 {
		r.Follow(engine.Other, "trip", engine.Carry{Against: engine.Actor, Params: *a.follows.resist, And: engine.Num(formDifficulty.ID, n)})
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

// heldOff calls for what armor or a resistance leaves of damage.
func heldOff(r *engine.Roll, damage int, t throw, success bool) {
	off := t.holdsOff(damage, success)
	r.Note("%d of %d damage held off: %d come through", off, damage, damage-off)
	if off < damage {
		r.Follow(engine.Actor, "damage", engine.Carry{Params: engine.PageOf(damagePoints.ID, damage-off)})
	}
}

// holdsOff is how much damage the throw holds off: none where it fails.
func (t throw) holdsOff(damage int, success bool) int {
	if !success {
		return 0
	}
	return min(max(t.result, 0), damage)
}
