package engine

// Precompute gives what work makes of the inputs alone: a pool, a target, all that a
// rule puts together before its dice. Odds run the rule from its first line for
// each way the dice can fall, but work only once. Each run has what work gave to
// itself and may change it, but for what a slice or a pointer in it leads to:
// that is shared by all of them.
//
// Once an answer was given or a sheet was changed, it is nothing but a call, as
// it always is in play.
func Precompute[T any](r *Roll, work func() T) *T {
	if r.walk == nil || r.once.within || !r.fresh() {
		v := work()
		return &v
	}
	n := r.once.calls
	r.once.calls++
	if n < len(r.walk.onces) {
		o := r.walk.onces[n].(*once[T])
		o.lent = o.made
		return &o.lent
	}
	r.once.within = true
	o := &once[T]{made: work()}
	r.once.within = false
	if r.fresh() {
		r.walk.onces = append(r.walk.onces, o)
	}
	o.lent = o.made
	return &o.lent
}

// once is what a piece of work made, and what the present run has of it.
type once[T any] struct{ made, lent T }

// oncesCalled is where a run stands among its calls of Precompute.
type oncesCalled struct {
	calls  int
	within bool // one is at work: another in it is a part of that work
}

// fresh reports whether the roll knows nothing but its inputs so far.
func (r *Roll) fresh() bool { return r.next == 0 && r.settled == 0 && len(r.changes) == 0 }
