package contest

import (
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// base gives the acting total without what counts for this roll alone: as it was entered, or
// else an ability with its aspects and tools.
func (a approach) base(r *engine.Roll) kit.Sum {
	s, names := r.Sheet(a.Seat), a.typedName(r, a.aspects)
	mustHave(r, s, names)
	if a.typed(r, a.acting) {
		t := kit.Sum{kit.Plain("", a.acting.Of(r.Params()))}
		if names != "" {
			t = append(t, helps(s, names, toActing, a.kind)...)
		}
		return t
	}
	t := a.of(r, s, a.typedName(r, a.ability), names)
	a.acting.Else(r, t.Total())
	return t
}

// of gives the acting total of an ability: the one that is named, or else the usual one.
func (a approach) of(r *engine.Roll, s engine.Sheet, name, names string) kit.Sum {
	ability, ok := abilityBehind(s, name)
	if !ok {
		r.Refuse("%s: no acting total: give one, or add the ability to the sheet", a.who)
	}
	a.ability.Else(r, ability.Name())
	return total(s, ability, 1, names, toActing, a.kind)
}

// typed reports whether a total was entered, and typedName gives a name that was.
func (a approach) typed(r *engine.Roll, f engine.Field[int]) bool { return r.Params().Written(f.ID) }

func (a approach) typedName(r *engine.Roll, f engine.Field[string]) string { return f.Of(r.Params()) }

// forThisThrow adds what counts for this roll alone: the description, the situation and what is
// in force.
func (a approach) forThisThrow(r *engine.Roll, acting kit.Sum) kit.Sum {
	if a.description.Spec != nil {
		acting = append(acting, modifier("description", a.describe(r), false))
	}
	return append(append(acting, a.inSituation(r)), held(r.Sheet(a.Seat), everyActing)...)
}

// inSituation gives the situation of the side, with the reason for the actor's.
func (a approach) inSituation(r *engine.Roll) kit.Term {
	name := "situation"
	if a.Seat == engine.Actor {
		name = kit.Situation(r.Params()).Words
	}
	return modifier(name, a.situation.Of(r.Params()), a.plan.Of(r.Params()))
}

// describe gives what the description is worth. A dull one is worth less in each further round,
// until a good one. Those of characters who are not played by players count only if the
// gamemaster gives them, and their dull rounds are not counted. Chapter "Role-playing".
func (a approach) describe(r *engine.Roll) int {
	word, s := a.description.Of(r.Params()), r.Sheet(a.Seat)
	counts := !s.There() || player.Of(s) || described.Of(r.House()) == describedAll
	if word != plainly && !counts && !r.Gamemaster() {
		r.Refuse("%s: descriptions count for player characters; for others only the gamemaster gives them", a.who)
	}
	if word == dullWord {
		if !counts {
			return dullAfter(0)
		}
		return dullAfter(a.dullRounds(r, s) - 1)
	}
	n, _ := strconv.Atoi(word)
	if n > mostDescribed && !a.plan.Of(r.Params()) {
		r.Refuse("%s: a description is worth %d at most; more is for a well-laid plan, which has to be ticked", a.who, mostDescribed)
	}
	if n > 0 {
		notDull(r, s)
	}
	return n
}

// mostDescribed is the most that a description counts without a well-laid plan.
const mostDescribed = 3

// dullRounds gives the number of dull rounds of a character, with this one, and writes it on
// the sheet. Several dull rolls in one round count once; where nobody runs the clock, each
// exchange of a contest is a round.
func (a approach) dullRounds(r *engine.Roll, s engine.Sheet) int {
	if !s.There() {
		return 1
	}
	if round := dullRound.Within(r.Moment() + 1); dullRound.Of(s) != round || a.kind != "" && !r.Timed() {
		r.Add(s, dull, min(1, dull.Most-dull.Of(s)))
		engine.Put(r, s, dullRound, round)
	}
	return max(dull.Of(s), 1)
}

// notDull sets the count of dull rounds to 0.
func notDull(r *engine.Roll, s engine.Sheet) {
	engine.Put(r, s, dull, 0)
	engine.Put(r, s, dullRound, 0)
}

// dullAfter gives what a dull description is worth after a number of dull rounds.
func dullAfter(before int) int { return max(dullest-before, -mostModifier) }
