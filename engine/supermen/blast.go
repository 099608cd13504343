package supermen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// remember writes the shot of a blast on the sheet, for those that follow. For any other
// attack it does nothing.
func (s *strike) remember(a *attempt) {
	if s.power == "" {
		return
	}
	put(a.r, a.me, blastFired, true)
	var others, aimed []string
	for _, n := range s.attacks[1:] {
		others = append(others, strconv.Itoa(n))
	}
	for i := range s.attacks {
		if id := a.r.IDOf(engine.Opponent(i + 1)); id != "" {
			aimed = append(aimed, id)
		}
	}
	put(a.r, a.me, blastAimed, strings.Join(aimed, " "))
	put(a.r, a.me, blastAttack, s.attacks[0])
	put(a.r, a.me, blastOthers, strings.Join(others, " "))
	put(a.r, a.me, blastPart, combatPart.Of(a.r.Params()))
	put(a.r, a.me, blastKind, s.kind)
	put(a.r, a.me, blastDamage, s.damage)
	put(a.r, a.me, blastUntil, a.r.Moment()+a.pt+len(others))
	put(a.r, a.me, maintained, 0)
}

// keepsOn lets a blast that has just landed be maintained from this segment on, even if it
// was put off.
func keepsOn(r *engine.Roll, me engine.Sheet, power string) {
	if !blastFired.Of(me) || blastPower.Of(me) != power {
		return
	}
	put(r, me, blastUntil, r.Moment())
	r.Note("%s can be maintained, with Attack %d", power, blastAttack.Of(me)-2*(maintained.Of(me)+1))
	if blastOthers.Of(me) == "" {
		r.Follow(engine.Actor, "maintain", engine.Carry{Against: engine.Other})
	}
}

var (
	maintainForm = form()
	keeping      = maintainForm.Group("Blast")
	keepPart     = keeping.Choice("part", "Aimed at", partIDs()...).Help("Empty: the same as before.")
	keepKind     = keeping.Choice("kind", "Kind of damage", kinds...).Help("Empty: the same as before.")
)

// maintain fires a blast again. A shot takes a quarter of the PT. Each one after the first
// has 2 less Attack and costs one row more. It is aimed at the same targets as before, and
// kind and part stay the same unless others are chosen. Chapter "Maintaining an Attack".
func maintain(r *engine.Roll) engine.Outcome {
	me := ready(r, "maintain", true)
	if !blastFired.Of(me) || r.Moment() > blastUntil.Of(me) {
		r.Refuse("no blast is under way that could be maintained")
	}
	part, kind := keepPart.Else(r, blastPart.Of(me)), keepKind.Else(r, blastKind.Of(me))
	shots := heldOn(r, me)
	n := maintained.Of(me) + 1
	a := &attempt{Party: actor, r: r, check: check{id: "maintain"}, me: me, pt: max((blastPT.Of(me)+2)/4, 1)}
	power, _ := powers.Find(me, blastPower.Of(me))
	rows := n
	if shotRows.Of(r.House()) == "once" {
		rows = 1
	} else if n > 1 {
		r.Note("our ruling: each shot costs a row more (house rule %q)", shotRows.Label)
	}
	a.charge(forShot.from(blastRow.Of(me)+rows).of(power), 0)
	for i := range shots {
		r.Note("shot %d of %s: Attack %d - %d = %d", n+1, blastPower.Of(me), shots[i], 2*n, shots[i]-2*n)
		shots[i] -= 2 * n
	}
	last := len(shots) - 1
	put(r, me, maintained, n)
	put(r, me, blastUntil, r.Moment()+a.pt+last)
	put(r, me, attack, shots[0])
	put(r, me, defense, 0)
	a.take()
	add(r, me, busyUntil, last)
	for i, hits := range shots {
		r.After(a.pt+i, "blow", engine.Carry{Against: engine.Opponent(i + 1), Params: engine.PageOf("attack", hits,
			"damage", blastDamage.Of(me), "part", part, "kind", kind, "power", blastPower.Of(me), "ends", i == last)})
	}
	r.Story("{actor} strikes again%s  with %s", r.OpponentNames(" at "), cmp.Or(blastPower.Of(me), "the blast"))
	needs := make([]int, len(shots))
	for i := range needs {
		needs[i] = needed(r, me, r.Sheet(engine.Opponent(i+1)))
	}
	landing := hits(r, shots, needs, true)
	return counted(r, engine.Outcome{Success: landing > 0, Grade: grade(landing > 0), NoTarget: true, Values: []engine.Named{
		engine.Num("ep_row", a.row), engine.Num("ep_cost", a.paid), engine.Num("pt", a.pt),
		engine.Num("attack", shots[0]), engine.Num("damage", blastDamage.Of(me))}}, landing, len(shots))
}

// heldOn gives the Attack of the first shot on each opponent of this one. It refuses
// opponents at whom the blast was not aimed.
func heldOn(r *engine.Roll, me engine.Sheet) []int {
	shots := []int{blastAttack.Of(me)}
	for _, word := range strings.Fields(blastOthers.Of(me)) {
		n, err := strconv.Atoi(word)
		if err != nil {
			r.Refuse("the Attack on further opponents is a list of numbers, not %q", blastOthers.Of(me))
		}
		shots = append(shots, n)
	}
	aimed := 0
	for r.Sheet(engine.Opponent(aimed + 1)).There() {
		aimed++
	}
	if at := strings.Fields(blastAimed.Of(me)); len(at) > 0 && aimed > 0 {
		return shotsOn(r, aimed, at, shots)
	}
	switch {
	case aimed > len(shots):
		r.Refuse("the blast was aimed at %d: it cannot be maintained on %d", len(shots), aimed)
	case aimed > 0:
		shots = shots[:aimed]
	}
	return shots
}

// shotsOn gives the Attack of the first shot on each opponent. aimed are the ids of those at
// whom it was aimed, in the order of shots.
func shotsOn(r *engine.Roll, opponents int, aimed []string, shots []int) []int {
	var out []int
	for n := range opponents {
		seat := engine.Opponent(n + 1)
		i := slices.Index(aimed, r.IDOf(seat))
		if i < 0 || i >= len(shots) {
			r.Refuse("the blast was not aimed at %s: it can be maintained only on its targets", r.NameOf(seat, "them"))
		}
		out = append(out, shots[i])
	}
	return out
}
