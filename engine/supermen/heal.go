package supermen

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	healForm   = form()
	healing    = healForm.Group("Healing")
	healKind   = healing.Choice("kind", "Healing of", "body", "mind")
	healEvery  = healing.Choice("every", "Rolled every", "hour", "day", "month").Help("Hours mend bruises and abilities, days wounds, months injuries.")
	healAsleep = healing.Bool("asleep", "Asleep").Help("EP that come back by the hour come back during sleep; astral EP awake too, by our ruling.")
	healRests  = healing.Bool("resting", "In a rest").Help("It is rolled only if something can heal.")
	_          = stressed(healForm)
)

// healCheck is the Healing Roll: constitution on the Sphere Chart, with the DP of the body in
// the pool and, for mental healing, a quarter of Newoen. It takes no Extra Effort.
func healCheck(mental bool) check {
	return check{
		id: "heal", own: healOwn, paper: healRoll,
		pool: func(e effort) kit.Sum {
			if mental {
				return append(bodyPool(e), kit.Plain("Newoen/4", e.of(newoen)/4))
			}
			return bodyPool(e)
		},
	}
}

func healOwn(e effort) kit.Sum { return kit.Sum{sphere.from(e.of(constitution))} }

// bodyPool gives the bonus for the DP of the body. DP below 0 are no penalty.
func bodyPool(e effort) kit.Sum { return kit.Sum{kit.Plain("body DP", max(body.now(e.me), 0))} }

// heal is the Healing Roll. Each point of its Quality heals one point, in the order of the
// book. Chapter "Healing Roll".
func heal(r *engine.Roll) engine.Outcome {
	mental, every := healKind.Of(r.Params()) == "mind", healEvery.Of(r.Params())
	if mental && every != "hour" {
		r.Refuse("mental healing is rolled by the hour")
	}
	if healRests.Of(r.Params()) && !mends(r, mental, every) {
		r.Refuse("nothing heals by the %s", every)
	}
	paced(r, mental, every)
	a := healCheck(mental).roll(r)
	m := mending{r: r, me: a.me, left: max(a.q(), 0), write: true}
	m.all(mental, every)
	r.Note("%d healed", m.healed)
	switch {
	case m.healed > 0:
		r.Story("{actor} heals  %d", m.healed)
	case m.left > 0:
		r.Story("{actor} has nothing to heal")
	default:
		r.Story("{actor} does not heal")
	}
	return a.outcome(engine.Num("healed", m.healed))
}

// paced refuses a Healing Roll before its hour, day or month has passed, and else writes when
// the next one is due. At moment 0, and outside a table, one may be made at once.
func paced(r *engine.Roll, mental bool, every string) {
	me, next, span := r.Sheet(engine.Actor), healsHour, hour
	switch {
	case mental:
		next = healsMind
	case every == "day":
		next, span = healsDay, day
	case every == "month":
		next, span = healsMonth, 30*day
	}
	at := next.Of(me)
	if r.Moment() > 0 {
		at = max(at, span)
	}
	if at > r.Moment() {
		r.Refuse("the %s has not passed: the next Healing Roll is possible at segment %d, so rest until then", every, r.SceneMoment(at))
	}
	put(r, me, next, at+span)
}

// mends reports whether a Healing Roll has anything to heal.
func mends(r *engine.Roll, mental bool, every string) bool {
	m := mending{r: r, me: r.Sheet(engine.Actor), left: 1}
	m.all(mental, every)
	return m.healed > 0
}

// restedHour reports whether a character has neither moved nor begun anything for an hour.
// What comes back by the hour comes back only then.
func restedHour(r *engine.Roll, me engine.Sheet) bool {
	since := r.Moment() - hour
	switch {
	case r.Moment() == 0:
		return true // outside a table there is no clock
	case onTheMove.Of(me) || movedAt.Of(me) > since:
		return false
	case started.Of(me) == "" || started.Of(me) == "rest":
		return true
	}
	return startedAt.Of(me) <= since
}

// mending is the Quality of a Healing Roll while it is used up.
type mending struct {
	r            *engine.Roll
	me           engine.Sheet
	left, healed int
	write        bool // whether the sheet is changed; if not, it is only found out what could heal
}

// all heals what a Healing Roll of that kind can heal.
func (m *mending) all(mental bool, every string) {
	switch {
	case mental && restedHour(m.r, m.me):
		m.mind(healAsleep.Of(m.r.Params()) || !astralAsleep.Of(m.r.House()))
	case mental:
	case every == "day":
		m.dp(penetrating)
	case every == "month":
		m.dp(injury)
	default:
		m.body(healAsleep.Of(m.r.Params()))
	}
}

// body is an hour of physical healing: bludgeoning DP, strength, agility, constitution, EP, and
// then what the book leaves open.
func (m *mending) body(asleep bool) {
	m.dp(bludgeoning)
	if !restedHour(m.r, m.me) {
		return
	}
	m.abilities(strength, agility, constitution)
	if asleep {
		m.loss(epLostHour)
	}
	m.abilities(hearing, sight)
	m.powers("body")
}

// mind is an hour of mental healing: astral EP, by a house rule only asleep, charisma, learning,
// and then what the book leaves open.
func (m *mending) mind(astral bool) {
	if astral {
		m.loss(astralLost)
	}
	m.abilities(activeCharisma, normalCharisma, learning, newoen, perception, willpower)
	m.powers("mind")
}

// some takes what it needs to heal a loss from the Quality that is left, and gives how much is
// healed.
func (m *mending) some(lost int, what string) int {
	n := min(max(lost, 0), m.left)
	m.left -= n
	m.healed += n
	if n > 0 && m.write {
		m.r.Note("%s: %d healed", what, n)
	}
	return n
}

func (m *mending) loss(f engine.Field[int]) {
	if n := m.some(f.Of(m.me), f.Label); m.write {
		m.r.Add(m.me, f, -n)
	}
}

func (m *mending) abilities(list ...engine.Field[int]) {
	for _, f := range list {
		if n := m.some(fullOf(f, m.me)-f.Of(m.me), f.Label); m.write {
			m.r.Add(m.me, f, n)
		}
	}
}

func (m *mending) powers(by string) {
	for _, p := range powers.Rows(m.me) {
		lost := powerLost.At(p)
		if lost == 0 || powerReturns.At(p) != by {
			continue
		}
		if n := m.some(lost, p.Name()); m.write {
			engine.Put(m.r, p, powerLost, lost-n)
		}
	}
}

// dp heals DP of one kind: first of the body, then of the head, then of the worst part; by a
// house rule, always of the worst part.
func (m *mending) dp(kind string) {
	order := slices.Clone(parts)
	first := 2
	if healWorst.Of(m.r.House()) == "worst" {
		first = 0
	}
	slices.SortStableFunc(order[first:], func(a, b part) int { return b.of(kind).Of(m.me) - a.of(kind).Of(m.me) })
	for _, p := range order {
		m.loss(p.of(kind))
	}
}
