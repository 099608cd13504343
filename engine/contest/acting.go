package contest

import "example.org/fray/engine"

// base is the acting total without what changes from roll to roll: as typed,
// or an ability with its aspects and tools.
func (a approach) base(r *engine.Roll) total {
	f, s := r.Params(), r.Sheet(a.seat)
	names := a.said(r, a.aspects)
	mustHave(r, s, names)
	if a.typed(r, a.acting) {
		t := startingFrom(a.acting.Of(f))
		if names != "" {
			t = t.with(s, names, toActing)
		}
		return t
	}
	ability, ok := abilityBehind(s, a.said(r, a.ability))
	if !ok {
		r.Refuse("%s: nothing to act with: type %s, or give the sheet the ability", a.who, a.acting.ID)
	}
	return ofAbility(ability, 1).with(s, names, toActing)
}

// typed reports whether a total was typed, said gives a name that was. For a
// further opponent nothing is.
func (a approach) typed(r *engine.Roll, f engine.Field[int]) bool {
	return !a.extra && r.Params().Written(f.ID)
}

func (a approach) said(r *engine.Roll, f engine.Field[string]) string {
	if a.extra {
		return ""
	}
	return f.Of(r.Params())
}

// now adds what holds for this roll only: the description and, for who acts,
// the situation.
func (a approach) now(r *engine.Roll, t total, plan engine.Field[bool]) total {
	if a.description.Spec != nil && !a.extra {
		if n := a.describe(r); n != 0 {
			t.plus("description", n, false)
		}
	}
	if n := engine.Situation.Of(r.Params()); n != 0 && a.seat == engine.Actor {
		name := "situation"
		if why := engine.Why.Of(r.Params()); why != "" {
			name = why
		}
		t.plus(name, n, plan.Of(r.Params()))
	}
	return t
}

// describe gives what the description is worth. A dull one is worth less each
// time, and a good one sets that right.
func (a approach) describe(r *engine.Roll) int {
	n, s := a.description.Of(r.Params()), r.Sheet(a.seat)
	if n != 0 && s.There() && !player.Of(s) && described.Of(r.House()) == describedPlayers {
		r.Refuse("%s: descriptions count for player characters; a house rule can let them count for everyone", a.who)
	}
	running := dull.Of(s)
	switch {
	case n == dullest:
		r.Add(s, dull, min(1, dull.Most-running))
		return max(dullest-running, -mostModifier)
	case n > 0:
		engine.Put(r, s, dull, 0)
	}
	return n
}
