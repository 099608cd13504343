package trip

import "example.org/fray/engine"

// next is what a roll leads to: abilities by name, nothing for none.
type next struct {
	damage engine.Page // parameters of a roll with the one of the same use
	resist string      // of who is faced
	armor  string      // of who is faced
}

// leads finds what the roll may lead to.
func (a *attempt) leads(r *engine.Roll) (n next) {
	me, them := r.Sheet(engine.Actor), r.Sheet(engine.Other)
	switch a.kind {
	case "attack", "feat":
		if damage := firstOf(me, "damage", a.use); damage != "" {
			n.damage = engine.PageOf(formAbility.ID, damage)
		}
		n.resist = firstOf(them, "resistance", "")
	case "damage":
		n.armor = firstOf(them, "armor", "")
	}
	return n
}

// firstOf gives the name of the first ability of a kind, and of a use where one
// is given; "" for none.
func firstOf(s engine.Sheet, kind, use string) string {
	if !s.There() {
		return ""
	}
	for _, row := range abilities.Rows(s) {
		if abilityKind.At(row) == kind && (use == "" || same(use, useOf(row))) {
			return row.Name()
		}
	}
	return ""
}

// handOver calls for what follows from the roll, with what it has found: the
// damage of a hit, which the running Focus serves, the resistance and the armor
// against it, and the hits that are left. Chapter "One Use?".
func (a *attempt) handOver(r *engine.Roll, s throws, success bool) {
	if damage := formHoldsOff.Of(r.Params()); damage > 0 {
		a.heldOff(r, damage, s, success)
		return
	}
	if !success {
		return
	}
	faced, n := engine.Seat(""), min(s.result, mostDifficulty)
	if r.Sheet(engine.Other).There() {
		faced = engine.Other
	}
	if a.next.resist != "" && !a.set && n >= 0 {
		r.Follow(engine.Other, "trip", engine.Carry{Against: engine.Actor,
			Params: engine.PageOf(formAbility.ID, a.next.resist, formDifficulty.ID, n)})
	}
	if !a.next.damage.IsZero() {
		r.Follow(engine.Actor, "trip", engine.Carry{Against: faced, Params: a.next.damage})
	}
	switch {
	case a.kind != "damage" || faced == "" || n <= 0:
	case a.next.armor != "":
		r.Follow(engine.Other, "trip", engine.Carry{Params: engine.PageOf(formAbility.ID, a.next.armor, formHoldsOff.ID, n)})
	default:
		r.Follow(engine.Actor, "damage", engine.Carry{Against: faced, Params: engine.PageOf(damagePoints.ID, n)})
	}
}

// heldOff is what armor or a resistance leaves of damage: all of it, where the
// roll fails.
func (a *attempt) heldOff(r *engine.Roll, damage int, s throws, success bool) {
	off := 0
	if success {
		off = min(max(s.result, 0), damage)
	}
	r.Note("%d of %d damage held off: %d come through", off, damage, damage-off)
	if off < damage {
		r.Follow(engine.Actor, "damage", engine.Carry{Params: engine.PageOf(damagePoints.ID, damage-off)})
	}
}
