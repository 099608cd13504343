package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

var (
	moveForm = form()
	moveSlow = moveForm.Group("Move").Int("slow", "Slow down by", 0, 9999).Said("Speed Quality that comes off for nothing.")
	_        = stressed(moveForm)
)

// moveCheck is the Move Roll: agility, half strength, and what the height is
// on Square; the speed there is already weighs on the pool.
func moveCheck(house engine.Sheet) check {
	odd := 0
	if halfStrength.Of(house) == "up" {
		odd = 1
	}
	return check{id: "move", own: moveOwn(odd), paper: moveRoll, uses: []engine.Field[int]{agility, strength},
		pool: func(e effort) sum { return sum{plain("speed Q", -speedQ.Of(e.me))} }}
}

// moveOwn is the Move Roll where an odd strength counts for so much more.
// Chapter "Example of Movement".
func moveOwn(odd int) func(effort) sum {
	return func(e effort) sum {
		return sum{plain("agility", e.of(agility)), plain("half strength", (e.of(strength)+odd)/2), square.measured(e.measure(height))}
	}
}

// speed is how fast a speed Quality is, in thousandths of a dm per segment.
func speed(q int) engine.Milli { return natural(sphere.of(q)).milli() }

// movePT is the Performance Time of a Move; it is passive.
const movePT = 6

// move is the Move Roll. Chapter "Move Roll".
func move(r *engine.Roll) engine.Outcome {
	me := ready(r, "move", false)
	if until := moveUntil.Of(me); until > r.Moment() {
		r.Refuse("the last Move Roll runs until segment %d: the next waits for its end", r.SceneMoment(until))
	}
	slow, free := moveSlow.Of(r.Params()), max(sphere.of(speedQ.Of(me)), 0)
	if slow > free {
		r.Refuse("at speed Q %d only %d comes off for nothing: put Quality on speed for more", speedQ.Of(me), free)
	}
	a := moveCheck(r.House()).roll(r)
	a.pt = movePT
	turn := 0
	if a.q() < 0 {
		a.stumble(slow)
	} else {
		turn = a.run(slow)
	}
	put(r, me, moveUntil, r.Moment()+movePT)
	a.tellMove(slow, turn)
	a.takeBeside()
	r.After(movePT, "move-done", engine.Carry{})
	return a.outcome(a.paces(turn)...)
}

// tellMove tells how a mover goes on.
func (a *attempt) tellMove(slow, turn int) {
	does := "moves"
	switch {
	case !onTheMove.Of(a.me) && a.q() >= 0:
		a.r.Story("{actor} stops")
		return
	case !onTheMove.Of(a.me):
		a.r.Story("{actor} stumbles, and stands still")
		return
	case a.q() < 0:
		does = "stumbles"
	case slow > 0:
		does = "slows down"
	}
	words := fmt.Sprintf("%s dm a segment", speed(speedQ.Of(a.me)))
	if turn > 0 {
		words += fmt.Sprintf(", turns %d°", turn)
	}
	if d := moveDefense.Of(a.me); d > 0 {
		words += fmt.Sprintf(", Defense %d", d)
	}
	a.r.Story("{actor} %s  %s", does, words)
}

// paces are the values of a Move Roll.
func (a *attempt) paces(turn int) []engine.Named {
	q := speedQ.Of(a.me)
	out := []engine.Named{
		engine.Num("quality", a.q()), engine.Num("speed_q", q), amount("speed", speed(q)),
		engine.Num("ep_row", a.row), engine.Num("ep_cost", a.paid),
	}
	if turn != 0 {
		out = append(out, engine.Num("turn", turn))
	}
	if d := moveDefense.Of(a.me); d != 0 {
		out = append(out, engine.Num("defense", d))
	}
	return out
}

// run is a Move Roll that succeeds. It gives the degrees turned.
func (a *attempt) run(slow int) (turn int) {
	q := speedQ.Of(a.me)
	give := a.share(a.q(), a.speedSink(q, slow), turnSink(manoeuvre.Of(a.me)), rowSink(forMove.start), defenseSink())
	to := q + give["speed"]
	if slow > 0 {
		to = q - slow - give["speed"]
	}
	switch to {
	case q:
		a.r.Note("speed Q %d stays: %s dm/segment", to, speed(to))
	case give["speed"]:
		a.r.Note("%d on speed: %s dm/segment", to, speed(to))
	default:
		a.r.Note("speed Q %d → %d: %s dm/segment", q, to, speed(to))
	}
	a.goes(to, slow == 0)
	put(a.r, a.me, movePenalty, 0)
	put(a.r, a.me, moveDefense, give["defense"]/2)
	if turn = give["turn"] * manoeuvre.Of(a.me); turn > 0 {
		a.r.Note("turns %d°", turn)
	}
	if d := give["defense"] / 2; d > 0 {
		a.r.Note("Defense +%d, and as much off Attack", d)
	}
	a.pace(0, give["ep"])
	return turn
}

// stumble is a Move Roll that is missed: a decrease shrinks by half the miss;
// a miss of more than 5 comes off the speed, and every full 5 adds a row.
func (a *attempt) stumble(slow int) {
	missed, q := a.missed(), speedQ.Of(a.me)
	to := q - max(slow-missed/2, 0)
	if slow > 0 {
		a.r.Note("slows by %d instead of %d", q-to, slow)
	}
	if missed > 5 {
		to -= missed
		add(a.r, a.me, movePenalty, missed/5)
		a.r.Note("missed by %d: off speed Q, and EP row +%d until a good Move Roll", missed, missed/5)
	}
	a.goes(to, slow == 0 && onTheMove.Of(a.me))
	put(a.r, a.me, moveDefense, 0)
	a.pace(movePenalty.Of(a.me), 0)
}

// goes sets the speed. A runner at speed Q 0 still moves, at 0.9, unless
// slowing down brought it there.
func (a *attempt) goes(to int, on bool) {
	if !negativeSpeed.Of(a.r.House()) {
		to = max(to, 0)
	}
	put(a.r, a.me, speedQ, to)
	put(a.r, a.me, onTheMove, on || to != 0)
	put(a.r, a.me, movedAt, a.r.Moment())
}

// pace pays for the roll; the row that is left is paid again at each Payment
// Segment while the character moves. Rows added for misses end with a stop.
func (a *attempt) pace(added, points int) {
	a.charge(forMove.from(forMove.start+added), points)
	row := a.row
	if !onTheMove.Of(a.me) {
		row = 0
		put(a.r, a.me, movePenalty, 0)
	}
	put(a.r, a.me, moveRow, row)
}

func (a *attempt) speedSink(q, slow int) engine.Use {
	if slow > 0 {
		s := engine.Use{ID: "speed", Label: "Speed, further down", Effect: func(n int) string {
			return fmt.Sprintf("speed Q %s, %s dm/segment", turns(q, q-slow-n), speed(q-slow-n))
		}}
		if !negativeSpeed.Of(a.r.House()) {
			if s.Most = q - slow; s.Most == 0 {
				s.WhyNot = "that is standing still already"
			}
		}
		return s
	}
	return engine.Use{ID: "speed", Label: "Speed", Effect: func(n int) string {
		return fmt.Sprintf("speed Q %s, %s dm/segment", turns(q, q+n), speed(q+n))
	}}
}

// turnSink turns a mover, 45 degrees for each Quality, or as its
// manoeuvrability says. Chapter "Maneuverability for Vehicles".
func turnSink(degrees int) engine.Use {
	return engine.Use{ID: "turn", Label: "Turn", Effect: func(n int) string {
		return fmt.Sprintf("%d°", n*degrees)
	}}
}

// moveDone ends the time a Move takes; the speed goes on.
func moveDone(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	catchUp(r, me)
	if onTheMove.Of(me) {
		r.Note("moves at %s dm/segment, row %d: %s a round", speed(speedQ.Of(me)), moveRow.Of(me), price(moveRow.Of(me)))
		r.Story("{actor} moves on  %s dm a segment", speed(speedQ.Of(me)))
	} else {
		r.Note("stands still")
		r.Story("{actor} stands still")
	}
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// moveOff lets the next Move Roll begin when the end of one is called off.
func moveOff(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	put(r, me, moveUntil, min(moveUntil.Of(me), r.Moment()))
	r.Story("{actor} may move anew")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// stop ends movement without a roll, when something or somebody ends it.
func stop(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !onTheMove.Of(me) {
		r.Refuse("stands still already")
	}
	halt(r, me)
	r.Story("{actor} stops")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// halt stands a mover still.
func halt(r *engine.Roll, me engine.Sheet) {
	catchUp(r, me)
	put(r, me, speedQ, 0)
	put(r, me, onTheMove, false)
	put(r, me, moveRow, 0)
	put(r, me, movePenalty, 0)
	put(r, me, moveDefense, 0)
}

// catchUp adds the way that a mover has covered up to now.
func catchUp(r *engine.Roll, s engine.Sheet) {
	if !s.There() || !onTheMove.Of(s) || movedAt.Of(s) >= r.Moment() {
		return
	}
	put(r, s, moved, moved.Of(s)+wayTo(s, r.Moment()))
	put(r, s, movedAt, r.Moment())
}

// wayTo is how far a mover comes from where it is known to be to a moment.
func wayTo(s engine.Sheet, moment int) engine.Milli {
	way := natural(sphere.of(speedQ.Of(s))).times(int64(max(moment-movedAt.Of(s), 0)), 10)
	return borne(way, density.Of(s), airAround.Of(s)).milli()
}

// borne is a time in the air, or a way, of somebody so light that the air bears
// them: wherever it is at least a hundredth as dense as they are.
func borne(n nano, light, air engine.Milli) nano {
	if air*100 < light {
		return n
	}
	return n.times(int64(air+light), int64(light))
}

// update is a movement update: how far the character has come since the last.
func update(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	catchUp(r, me)
	way := moved.Of(me)
	if way == 0 && !onTheMove.Of(me) {
		r.Refuse("has not moved since the last update")
	}
	put(r, me, moved, 0)
	r.Note("%s m since the last update", way)
	r.Story("{actor} has come %s m", way)
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true,
		Values: []engine.Named{amount("metres", way)}}
}
