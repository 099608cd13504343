package supermen

import "example.org/fray/engine"

var (
	restForm    = form()
	restRounds  = restForm.Group("Rest").Int("rounds", "Rounds", 0, 100_000).Help("0: until the character does something.")
	restedForm  = form()
	restedSince = restedForm.Group("Rest").Int("since", "Rests since", 0, lastSegment)
)

// rest begins a rest. VP and EP come back without dice at the end of each round, until the
// character does something or the chosen number of rounds is over. Chapter "Healing Roll".
func rest(r *engine.Roll) engine.Outcome {
	me, n := r.Sheet(engine.Actor), restRounds.Of(r.Params())
	until := busyUntil.Of(me)
	switch {
	case onTheMove.Of(me):
		r.Refuse("moving: rest means standing still")
	case until > r.Moment():
		r.Refuse("busy until segment %d: the character cannot rest", r.SceneMoment(until))
	case resting.Of(me) && (restLeft.Of(me) > 0 || n == 0):
		r.Refuse("the character is already resting: VP and EP come back at the end of each round")
	}
	if !resting.Of(me) {
		onlyStart(r, actor, "rest")
	}
	v, e := recovered(r, me)
	r.Note("each round brings %d VP and %d EP back", v, e)
	r.Story("{actor} rests  %d VP and %d EP a round", v, e)
	if !resting.Of(me) {
		put(r, me, resting, true)
		put(r, me, started, "rest")
		put(r, me, startedAt, r.Moment())
		put(r, me, restSince, r.Moment())
		r.After(round, "rested", engine.Carry{Params: engine.PageOf("since", r.Moment())})
	}
	put(r, me, restLeft, n)
	n = max(n, 1)
	v, e = min(v*n, max(vpLost.Of(me), 0)), min(e*n, max(epLostRound.Of(me), 0))
	r.Note("%d VP and %d EP will come back in %s", v, e, engine.Counted(n, "round"))
	return engine.Done(engine.Num("vp", v), engine.Num("ep", e))
}

// recovered gives what a round of rest brings back: half of the Healing Roll with its pool,
// rounded up for VP and down for EP.
func recovered(r *engine.Roll, me engine.Sheet) (vp, ep int) {
	now := effort{me: me, moment: r.Moment()}
	h := recovery(now)
	r.Note("Healing Roll %s", healCheck(false).bare(now))
	return (h + 1) / 2, h / 2
}

// rested ends a round of rest, and begins the next one if anything can still come back.
func rested(r *engine.Roll) engine.Outcome {
	me, since := r.Sheet(engine.Actor), restedSince.Of(r.Params())
	if !resting.Of(me) || restSince.Of(me) != since {
		r.Note("the rest was broken off")
		r.Story("{actor} has broken off the rest")
		return engine.Outcome{Grade: engine.Failure, NoTarget: true}
	}
	v, e := recovered(r, me)
	v, e = min(v, max(vpLost.Of(me), 0)), min(e, max(epLostRound.Of(me), 0))
	r.Add(me, vpLost, -v)
	r.Add(me, epLostRound, -e)
	r.Note("%d VP and %d EP come back", v, e)
	r.Story("{actor} has rested a round  %d VP and %d EP come back", v, e)
	left := restLeft.Of(me)
	if left == 1 || vpLost.Of(me) <= 0 && epLostRound.Of(me) <= 0 {
		endRest(r, me)
	} else {
		put(r, me, restLeft, max(left-1, 0))
		r.After(round, "rested", engine.Carry{Params: engine.PageOf("since", since)})
	}
	return engine.Done(engine.Num("vp", v), engine.Num("ep", e))
}

// endRest ends a rest. A round of it that is not over brings nothing back.
func endRest(r *engine.Roll, me engine.Sheet) {
	if resting.Of(me) {
		put(r, me, resting, false)
		put(r, me, restLeft, 0)
	}
}
