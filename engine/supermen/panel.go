package supermen

import (
	"fmt"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

func panel(v engine.View) []engine.Block {
	return v.Parts(poolMeters, abilityStats, bodyMeters, paceStats, paymentStat, fightStats, rollStats, buildStats, tables)
}

func poolMeters(v engine.View) []engine.Block {
	out := []engine.Block{vp.Meter(v.Sheet), ep.Meter(v.Sheet)}
	if astralMax.Of(v.Sheet) > 0 {
		out = append(out, astral.Meter(v.Sheet))
	}
	return out
}

func abilityStats(v engine.View) []engine.Block {
	out := []engine.Block{engine.Heading{Text: "Abilities"}}
	for _, a := range everyAbility {
		out = append(out, abilityStat(a, effortOf(v)))
	}
	return out
}

func bodyMeters(v engine.View) []engine.Block {
	out := []engine.Block{engine.Heading{Text: "DP"}}
	for _, p := range parts {
		out = append(out, p.pool().Meter(v.Sheet))
	}
	return out
}

func buildStats(v engine.View) []engine.Block {
	s := v.Sheet
	return []engine.Block{engine.Heading{Text: "Build"},
		measure("Height", height.Of(s), "m", "height"), measure("Mass", mass.Of(s), "kg", "mass"),
		engine.Stat{Label: "Build", Value: strconv.Itoa(build.Of(s)), Field: "build"},
		fullVP(s), fullBody(s)}
}

func abilityStat(a ability, e effort) engine.Stat {
	s := e.me
	st := engine.Stat{Label: a.now.Label, Value: strconv.Itoa(e.of(a.now)), Field: a.now.ID, Changed: e.of(a.now) != a.full.Of(s),
		Chapter: "Ability Rolls"}
	if lost := a.lost(s); lost != 0 {
		st.Working = []string{fmt.Sprintf("%d of %d: the rest comes back by the hour of rest", a.now.Of(s), a.full.Of(s))}
	}
	if more := lent(s, a.now.ID, e.moment); len(more) > 0 {
		st.Working = append(st.Working, append(kit.Sum{kit.Plain("", a.now.Of(s))}, more...).String())
	}
	return st
}

func measure(label string, m engine.Milli, unit, field string) engine.Stat {
	return engine.Stat{Label: label, Value: m.String(), Unit: unit, Field: field}
}

// derived shows the total of a sum, with the sum as its working.
func derived(label string, s kit.Sum, chapter string, more ...string) engine.Stat {
	return engine.Stat{Label: label, Value: strconv.Itoa(s.Total()), Working: append([]string{s.String()}, more...), Chapter: chapter}
}

// stat shows the number of a check.
func (c check) stat(label, chapter string, e effort, more ...string) engine.Stat {
	s := append(c.bare(e), kit.Held(e.me, everyRoll)...)
	return onBoth(derived(label, s, chapter, more...), c.own, c.paper, e.me, s.Total())
}

// onBoth adds to a stat the number that a player's paper prints, if it is on the sheet. Editing
// the stat edits that number.
func onBoth(st engine.Stat, own func(effort) kit.Sum, paper engine.Field[int], me engine.Sheet, shown int) engine.Stat {
	st.Field = paper.ID
	if me.Written(paper.ID) {
		off := paper.Of(me) - onPaper(own)(me)
		st.Value, st.Changed = twice(shown, shown-off, true), off != 0
		st.Working = append(st.Working, bothWays(own, paper, me)...)
	}
	return st
}

// paceStats shows the speed, and what the movement costs.
func paceStats(v engine.View) []engine.Block {
	s, head := v.Sheet, engine.Heading{Text: "Movement"}
	if !onTheMove.Of(s) {
		return []engine.Block{head, engine.Stat{Label: "Speed", Value: "0", Unit: "dm/segment", Field: speedQ.ID, Chapter: "Move Roll"}}
	}
	q := speedQ.Of(s)
	dm, shown := speed(q), speedWords(q)
	out := []engine.Block{head,
		engine.Stat{Label: "Speed", Value: fmt.Sprintf("%s (Q %d)", shown, q), Unit: "dm/segment", Field: speedQ.ID, Chapter: "Move Roll",
			Working: []string{fmt.Sprintf("Sphere(%d) = %d", q, sphere.of(q)),
				fmt.Sprintf("%s m a round, %s m a minute, %s km/h", twoDigits(5*dm), twoDigits(25*dm), twoDigits(3*dm/2))}},
		engine.Stat{Label: "Moving costs", Value: aRound(moveRow.Of(s)), Field: moveRow.ID, Chapter: "Move Roll",
			Working: []string{fmt.Sprintf("row %d, left by the last Move Roll", moveRow.Of(s))}},
		engine.Stat{Label: "Covered", Value: twoDigits(moved.Of(s) + wayTo(s, v.Moment)).String(), Unit: "m", Field: moved.ID, Chapter: "Move Roll",
			Working: []string{fmt.Sprintf("since the last movement update; %s at this speed", segments(max(v.Moment-movedAt.Of(s), 0)))}},
	}
	if n := movePenalty.Of(s); n > 0 {
		out = append(out, engine.Stat{Label: "Rows for misses", Value: strconv.Itoa(n), Field: movePenalty.ID, Chapter: "Move Roll",
			Working: []string{"a row for every full 5 missed, until a good Move Roll or a stop"}})
	}
	if d := moveDefense.Of(s); d > 0 {
		out = append(out, engine.Stat{Label: "Defense from movement", Value: strconv.Itoa(d), Field: moveDefense.ID, Chapter: "Move Roll",
			Working: []string{"1 for 2 Quality, until the next Move Roll; as much comes off Attack"}})
	}
	return out
}

// aRound is roundPrice, with "a round" behind a price in EP.
func aRound(row int) string {
	if n := flat(row); n > 0 {
		return strconv.Itoa(n) + " EP a round"
	}
	return roundPrice(row)
}

func fightStats(v engine.View) []engine.Block {
	e := effortOf(v)
	s, c, hand := e.me, combatCheck(1), handDamage(e)
	pool, base := c.pool(e), append(c.base(e), kit.Held(s, everyRoll)...)
	out := []engine.Block{engine.Heading{Text: "Combat"},
		onBoth(derived("Combat Roll", base, "Combat Roll"), c.own, c.paper, s, base.Total()),
		onBoth(derived("Combat pool", pool, "Combat Roll", fmt.Sprintf("%s goes onto the Combat Roll", kit.Sum{sphere.from(pool.Total())}.Terms())),
			combatPoolOwn, combatPool, s, pool.Total()),
		onBoth(derived("Hand Damage", hand, "Hand Damage",
			fmt.Sprintf("all of it costs row %d, %s; each point less is a row less", handRow, roundPrice(handRow))), handOwn, handMost, s, hand.Total()),
	}
	if attack.Of(s) != 0 {
		out = append(out, engine.Stat{Label: "Attack", Value: strconv.Itoa(attack.Of(s)), Field: attack.ID, Chapter: "Combat Roll",
			Working: []string{"of the running action; it hits a Defense that is no higher", "less " + ownDefense(s).Terms() + " from passive actions as it lands"}})
	}
	if d := guarded(s, e.moment); d.Total() != 0 {
		out = append(out, derived("Defense", d, "Combat Roll"))
	}
	if d := ignored(s, e.moment); d.Total() != 0 {
		out = append(out, engine.Stat{Label: "Damage ignored", Value: number(d.Total()), Field: damageIgnored.ID, Chapter: "Throwback Roll",
			Changed: d.Total() != damageIgnored.Of(s), Working: []string{d.String()}})
	}
	return out
}

func rollStats(v engine.View) []engine.Block {
	e := effortOf(v)
	rest := recovery(e)
	largest := func(e effort) kit.Term { return sphere.from(max(e.of(agility), e.of(strength))) }
	return []engine.Block{engine.Heading{Text: "Rolls"},
		moveCheck(v.House).stat("Move", "Move Roll", e),
		jumpCheck().stat("Jump", "Jump Roll", e),
		liftCheck("lift", 0).stat("Lift", "Lift Roll", e),
		liftCheck("throw", 0).stat("Throw", "Throw Roll", e),
		breathCheck(v.House, 0).stat("Hold Breath", "Hold Breath Roll", e),
		check{own: discernOwn, paper: discernRoll}.stat("Discernment", "Discernment Roll", e),
		healCheck(false).stat("Healing", "Healing Roll", e,
			fmt.Sprintf("each round of rest: %d VP and %d EP", (rest+1)/2, rest/2)),
		healCheck(true).stat("Mental healing", "Healing Roll", e),
		throwbackCheck(0, largest).stat("Throwback", "Throwback Roll", e,
			"hit for VP only, and surprised; the damage comes off", fmt.Sprintf("with DP lost: Sphere(strength) %d instead, or half of it when surprised", sphere.of(e.of(strength)))),
	}
}

// recovery gives what a round of rest brings back, VP and EP together.
func recovery(e effort) int { return max(healCheck(false).bare(e).Total(), 0) }

// brief is the line of the roster.
func brief(v engine.View) []engine.Block {
	return []engine.Block{vp.Meter(v.Sheet), ep.Meter(v.Sheet)}
}

// marks are the words behind a name in the roster. Those that are Seen are shown to everybody.
func marks(v engine.View) []engine.Mark {
	var out []engine.Mark
	if unconscious(v.House, v.Sheet) {
		out = append(out, engine.Mark{ID: "unconscious", Word: "unconscious", Grave: true, Seen: true})
	}
	if ep.Now(v.Sheet) <= 0 {
		out = append(out, engine.Mark{ID: "tired", Word: "tired"})
	}
	if surprisedUntil.Of(v.Sheet) > v.Moment {
		out = append(out, engine.Mark{ID: "surprised", Word: "surprised", Bound: true, Until: surprisedUntil.Of(v.Sheet)})
	}
	if resting.Of(v.Sheet) {
		out = append(out, engine.Mark{ID: "resting", Word: "resting", Open: true})
	}
	if holding.Of(v.Sheet) {
		out = append(out, engine.Mark{ID: "holding-breath", Word: "holding breath", Open: true})
	}
	if n := surpriseAt(v.Sheet, v.Moment); n > 0 {
		out = append(out, engine.Mark{ID: "startled", Word: fmt.Sprintf("surprise -%d", n), Until: max(surpriseSince.Of(v.Sheet), 0) + 2*surprisePenalty.Of(v.Sheet)})
	}
	for _, row := range running.Rows(v.Sheet) {
		if what := runningWhat.At(row); what != "" && runningReady.At(row) <= v.Moment {
			out = append(out, engine.Mark{ID: "kept-up", Word: row.Name() + ": " + what, Open: true})
		}
	}
	if n := defense.Of(v.Sheet); n != 0 {
		out = append(out, engine.Mark{ID: "defense", Word: fmt.Sprintf("Defense %d", n), Until: busyUntil.Of(v.Sheet)})
	}
	if n := moveDefense.Of(v.Sheet); n != 0 {
		out = append(out, engine.Mark{ID: "move-defense", Word: fmt.Sprintf("Defense %d from movement", n), Open: true})
	}
	return out
}

// fullVP shows how the full VP are worked out.
func fullVP(s engine.Sheet) engine.Stat {
	entered := s.Written(vpMax.ID)
	st := engine.Stat{Label: "Full VP", Value: twice(vpMax.Of(s), usualVP(s), entered), Field: vpMax.ID, Chapter: "VP"}
	if entered {
		st.Working = []string{fmt.Sprintf("printed %d", vpMax.Of(s))}
	}
	st.Working = append(st.Working, fmt.Sprintf("worked out %d = agility %d + strength %d + learning %d/3 + Newoen %d/3, fractions dropped once",
		usualVP(s), fullOf(agility, s), fullOf(strength, s), fullOf(learning, s), fullOf(newoen, s)))
	return st
}

// fullBody shows how the full DP of the body and its parts are worked out.
func fullBody(s engine.Sheet) engine.Stat {
	entered := s.Written(body.max.ID)
	st := engine.Stat{Label: "Full body DP", Value: twice(body.max.Of(s), usualBody(s), entered), Field: body.max.ID, Chapter: "DP"}
	if entered {
		st.Working = []string{fmt.Sprintf("printed %d", body.max.Of(s))}
	}
	d := kit.Sum{kit.Plain(fmt.Sprintf("build %d/5", build.Of(s)), (build.Of(s)+4)/5)}
	if mass.Of(s) > 50_000 {
		d = append(d, square.measured(mass.Of(s)), kit.Plain("", -7))
	}
	st.Working = append(st.Working, "worked out "+d.String())
	for _, p := range parts[1:] {
		if s.Written(p.max.ID) {
			st.Working = append(st.Working, fmt.Sprintf("%s printed %d, worked out %s", p.label, p.max.Of(s), p.max.Spec.Default(s)))
		}
	}
	st.Working = append(st.Working, "head 3/5 of it, neck 1/2, arms 2/3, legs 3/4, all rounded up")
	return st
}

// tables shows the lists of the sheet that are not empty.
func tables(v engine.View) []engine.Block {
	s := v.Sheet
	var out []engine.Block
	show := func(g engine.Grid) {
		if len(g.Rows) > 0 {
			out = append(out, g)
		}
	}
	show(powerGrid(s))
	show(runningGrid(s))
	show(kit.Grid(s, skills, "Skills", []string{"Skill", "Level", "Action Roll", "PT"}, func(r engine.Row) []string {
		return []string{number(skillLvl.At(r)), number(skillRoll.At(r)), number(skillPT.At(r)) + " " + skillUnit.At(r)}
	}))
	show(kit.Grid(s, works, "Work", []string{"Work", "Left", "By segment", ""}, func(r engine.Row) []string {
		state := "under way"
		if workAside.At(r) {
			state = "set aside"
		}
		return []string{number(workLeft.At(r)) + " segments", number(workBy.At(r)), state}
	}))
	show(kit.Grid(s, knowledges, "Knowledges", []string{"Knowledge", "Score"}, func(r engine.Row) []string {
		return []string{number(knowScore.At(r))}
	}))
	hand := handDamage(effortOf(v)).Total()
	show(kit.Grid(s, weapons, "Weapons", []string{"Weapon", "Damage", "PT"}, func(r engine.Row) []string {
		damage := number(weaponDamage.At(r))
		if weaponHand.At(r) {
			damage = fmt.Sprintf("%d + hand %d", weaponDamage.At(r), hand)
		}
		return []string{damage, number(weaponPT.At(r))}
	}))
	return out
}

var number = strconv.Itoa

func powerGrid(s engine.Sheet) engine.Grid {
	return kit.Grid(s, powers, "Powers", []string{"Power", "PR", "Row", "PT", "Effects"}, func(r engine.Row) []string {
		pr := number(powerPR.At(r) - powerLost.At(r))
		if powerLost.At(r) != 0 {
			pr += " of " + number(powerPR.At(r))
		}
		what := ""
		for i, e := range effectsOf(s, r) {
			if i > 0 {
				what += ", "
			}
			what += e.Name() + " (" + number(effectStep.At(e)) + " PR a step)"
		}
		return []string{pr, number(powerRow.At(r)), number(powerPT.At(r)), what}
	})
}

func runningGrid(s engine.Sheet) engine.Grid {
	return kit.Grid(s, running, "Kept up", []string{"Power", "Effect", "Costs a round"}, func(r engine.Row) []string {
		return []string{runningWhat.At(r), roundPrice(runningRow.At(r))}
	})
}
