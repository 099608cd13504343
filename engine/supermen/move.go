package supermen

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	moveForm = form()
	moveSlow = moveForm.Group("Move").Int("slow", "Slow down by", 0, 9999).Help("Speed Quality that is taken off at no cost.")
	_        = stressed(moveForm)
)

// moveCheck is the Move Roll: agility, half strength and the height on the Square Chart. The
// present speed is taken off the pool.
func moveCheck(house engine.Sheet) check {
	odd := 0
	if halfStrength.Of(house) == "up" {
		odd = 1
	}
	return check{id: "move", own: moveOwn(odd), paper: moveRoll, raises: []engine.Field[int]{agility, strength},
		pool: func(e effort) kit.Sum { return kit.Sum{kit.Plain("speed Q", -speedQ.Of(e.me))} }}
}

// moveOwn gives the base of the Move Roll. odd is 1 if half of an odd strength is rounded up.
// Chapter "Example of Movement".
func moveOwn(odd int) func(effort) kit.Sum {
	return func(e effort) kit.Sum {
		return kit.Sum{kit.Plain("agility", e.of(agility)), kit.Plain("half strength", (e.of(strength)+odd)/2), square.measured(e.measure(height))}
	}
}

// speed gives the speed of a speed Quality, in dm a segment.
func speed(q int) engine.Milli { return natural(sphere.of(q)).milli() }

// speedWords gives a speed as it is shown: in dm a segment, to two digits.
func speedWords(q int) string { return twoDigits(speed(q)).String() }

// twoDigits rounds to the first two digits, half up. Chapter "Move Roll".
func twoDigits(m engine.Milli) engine.Milli {
	size := engine.Milli(1)
	for m/size >= 100 {
		size *= 10
	}
	return (m + size/2) / size * size
}

// movePT is the Performance Time of a Move Roll, in segments.
const movePT = 6

// move is the Move Roll. Chapter "Move Roll".
func move(r *engine.Roll) engine.Outcome {
	me := ready(r, "move", false)
	if until := moveUntil.Of(me); until > r.Moment() {
		r.Refuse("the last Move Roll runs until segment %d: the next waits for its end", r.SceneMoment(until))
	}
	slow, free := moveSlow.Of(r.Params()), max(sphere.of(speedQ.Of(me)), 0)
	if slow > free {
		r.Refuse("at speed Q %d only %d can be taken off at no cost: put Quality on speed for more", speedQ.Of(me), free)
	}
	m := movement{attempt: moveCheck(r.House()).roll(r), slow: slow}
	m.pt = movePT
	if m.q() < 0 {
		m.stumble()
	} else {
		m.run()
	}
	put(r, me, moveUntil, r.Moment()+movePT)
	m.tell()
	m.takeBeside()
	r.After(movePT, "move-done", engine.Carry{})
	o := m.outcome()
	o.Values = m.values()
	return o
}

// movement is a Move Roll while it is made.
type movement struct {
	*attempt
	slow int // speed Quality that is taken off at no cost
	turn int // in degrees
}

func (m *movement) tell() {
	does := "moves"
	switch {
	case !onTheMove.Of(m.me) && m.q() >= 0:
		m.r.Story("{actor} stops")
		return
	case !onTheMove.Of(m.me):
		m.r.Story("{actor} stumbles, and stands still")
		return
	case m.q() < 0:
		does = "stumbles"
	case m.slow > 0:
		does = "slows down"
	}
	words := fmt.Sprintf("%s dm a segment", speedWords(speedQ.Of(m.me)))
	if m.turn > 0 {
		words += fmt.Sprintf(", turns %d°", m.turn)
	}
	if d := moveDefense.Of(m.me); d > 0 {
		words += fmt.Sprintf(", Defense %d", d)
	}
	m.r.Story("{actor} %s  %s", does, words)
}

func (m *movement) values() []engine.Named {
	q := speedQ.Of(m.me)
	out := []engine.Named{
		engine.Num("quality", m.q()), engine.Num("speed_q", q), amount("speed", twoDigits(speed(q))),
		engine.Num("ep_row", m.row), engine.Num("ep_cost", m.paid),
	}
	if m.turn != 0 {
		out = append(out, engine.Num("turn", m.turn))
	}
	if d := moveDefense.Of(m.me); d != 0 {
		out = append(out, engine.Num("defense", d))
	}
	return out
}

// run applies a Move Roll that succeeds.
func (m *movement) run() {
	q := speedQ.Of(m.me)
	give := m.share(m.q(), m.speedUse(q), turnUse(manoeuvre.Of(m.me)), rowUse(forMove.start), defenseUse())
	to := q + give["speed"]
	if m.slow > 0 {
		to = q - m.slow - give["speed"]
	}
	switch to {
	case q:
		m.r.Note("speed Q %d stays: %s dm/segment", to, speedWords(to))
	case give["speed"]:
		m.r.Note("%d on speed: %s dm/segment", to, speedWords(to))
	default:
		m.r.Note("speed Q %d → %d: %s dm/segment", q, to, speedWords(to))
	}
	m.goes(to, m.slow == 0)
	put(m.r, m.me, movePenalty, 0)
	put(m.r, m.me, moveDefense, give["defense"]/2)
	if m.turn = give["turn"] * manoeuvre.Of(m.me); m.turn > 0 {
		m.r.Note("turns %d°", m.turn)
	}
	if d := give["defense"] / 2; d > 0 {
		m.r.Note("Defense +%d, and as much off Attack", d)
	}
	m.pay(0, give["ep"])
}

// stumble applies a Move Roll that is missed. Slowing down is reduced by half the points
// missed. More than 5 of them are taken off the speed, and each full 5 adds a row.
func (m *movement) stumble() {
	missed, q := m.missed(), speedQ.Of(m.me)
	to := q - max(m.slow-missed/2, 0)
	if m.slow > 0 && q-to != m.slow {
		m.r.Note("slows by %d instead of %d", q-to, m.slow)
	}
	if missed > 5 {
		to -= missed
		add(m.r, m.me, movePenalty, missed/5)
		m.r.Note("missed by %d: off speed Q, and EP row +%d until a good Move Roll", missed, missed/5)
	}
	m.goes(to, m.slow == 0 && onTheMove.Of(m.me))
	put(m.r, m.me, moveDefense, 0)
	m.pay(movePenalty.Of(m.me), 0)
}

// goes sets the speed Quality. At 0 a character still moves, at 0.9, if on is true; otherwise
// it stops.
func (m *movement) goes(to int, on bool) {
	if !negativeSpeed.Of(m.r.House()) {
		to = max(to, 0)
	}
	put(m.r, m.me, speedQ, to)
	put(m.r, m.me, onTheMove, on || to != 0)
	put(m.r, m.me, movedAt, m.r.Moment())
}

// pay pays for the roll: added is the number of rows for misses, points the Quality given to
// EP. The row that is left is paid again at each Payment Segment while the character moves.
// Rows for misses end with a stop.
func (m *movement) pay(added, points int) {
	m.charge(forMove.from(forMove.start+added), points)
	row := m.row
	if !onTheMove.Of(m.me) {
		row = 0
		put(m.r, m.me, movePenalty, 0)
	}
	put(m.r, m.me, moveRow, row)
}

// speedUse is the use of Quality for more speed or, when slowing down, for even less.
func (m *movement) speedUse(q int) engine.Use {
	if m.slow > 0 {
		s := engine.Use{ID: "speed", Label: "Speed, further down", Effect: func(n int) string {
			return fmt.Sprintf("speed Q %s, %s dm/segment", turns(q, q-m.slow-n), speedWords(q-m.slow-n))
		}}
		if !negativeSpeed.Of(m.r.House()) {
			if s.Most = q - m.slow; s.Most == 0 {
				s.WhyNot = "the character would be standing still already"
			}
		}
		return s
	}
	return engine.Use{ID: "speed", Label: "Speed", Effect: func(n int) string {
		return fmt.Sprintf("speed Q %s, %s dm/segment", turns(q, q+n), speedWords(q+n))
	}}
}

// turnUse is the use of Quality for a turn of that many degrees each. Chapter "Maneuverability
// for Vehicles".
func turnUse(degrees int) engine.Use {
	return engine.Use{ID: "turn", Label: "Turn", Effect: func(n int) string {
		return fmt.Sprintf("%d°", n*degrees)
	}}
}

// moveDone ends the time that a Move Roll takes. The movement goes on.
func moveDone(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	catchUp(r, me)
	if onTheMove.Of(me) {
		r.Note("moves at %s dm/segment, row %d: %s a round", speedWords(speedQ.Of(me)), moveRow.Of(me), roundPrice(moveRow.Of(me)))
		r.Story("{actor} moves on  %s dm a segment", speedWords(speedQ.Of(me)))
	} else {
		r.Note("stands still")
		r.Story("{actor} stands still")
	}
	return engine.Done()
}

// moveOff lets the next Move Roll begin, after the last one was called off.
func moveOff(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	put(r, me, moveUntil, min(moveUntil.Of(me), r.Moment()))
	r.Story("{actor} may move again")
	return engine.Done()
}

// stop ends movement without a roll.
func stop(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !onTheMove.Of(me) {
		r.Refuse("the character is standing still already")
	}
	halt(r, me)
	r.Story("{actor} stops")
	return engine.Done()
}

// halt sets the speed to 0, with all that belongs to it.
func halt(r *engine.Roll, me engine.Sheet) {
	catchUp(r, me)
	put(r, me, speedQ, 0)
	put(r, me, onTheMove, false)
	put(r, me, moveRow, 0)
	put(r, me, movePenalty, 0)
	put(r, me, moveDefense, 0)
}

// catchUp adds to the sheet the distance covered up to now.
func catchUp(r *engine.Roll, s engine.Sheet) {
	if !s.There() || !onTheMove.Of(s) || movedAt.Of(s) >= r.Moment() {
		return
	}
	put(r, s, moved, moved.Of(s)+wayTo(s, r.Moment()))
	put(r, s, movedAt, r.Moment())
}

// wayTo gives the distance covered from the last catchUp up to a moment.
func wayTo(s engine.Sheet, moment int) engine.Milli {
	way := natural(sphere.of(speedQ.Of(s))).times(int64(max(moment-movedAt.Of(s), 0)), 10)
	return borne(way, density.Of(s), airAround.Of(s)).milli()
}

// borne lengthens a distance, or a time in the air, for a character whom the air carries: it
// does if it is at least a hundredth as dense as the character.
func borne(n nano, light, air engine.Milli) nano {
	if air*100 < light {
		return n
	}
	return n.times(int64(air+light), int64(light))
}

var (
	updateForm     = form()
	updateEveryone = updateForm.Group("Movement").Bool("everyone", "Of everybody").Help("How far each at the table has moved, as anybody may ask.")
)

// update is a movement update: how far the character, or everybody, has moved since the last
// one. Chapter "Move Roll".
func update(r *engine.Roll) engine.Outcome {
	everyone := updateEveryone.Of(r.Params())
	if everyone {
		r.RunForOthers("update-too", engine.Page{})
	}
	way, has := covered(r)
	if !has && !everyone {
		r.Refuse("the character has not moved since the last update")
	}
	if !has {
		r.Story("{actor} asks how far everybody has come")
	}
	return engine.Done(amount("metres", way))
}

// updateToo is the movement update of somebody else than who asked for it.
func updateToo(r *engine.Roll) engine.Outcome {
	way, has := covered(r)
	if !has {
		r.Story("{actor} has not moved")
	}
	return engine.Done(amount("metres", way))
}

// covered tells how far the actor has come since the last update, and begins to count anew. has
// is false for somebody who has not moved.
func covered(r *engine.Roll) (way engine.Milli, has bool) {
	me := r.Sheet(engine.Actor)
	catchUp(r, me)
	way = twoDigits(moved.Of(me))
	if way == 0 && !onTheMove.Of(me) {
		return 0, false
	}
	put(r, me, moved, 0)
	r.Note("%s m since the last update", way)
	r.Story("{actor} has come %s m", way)
	return way, true
}
