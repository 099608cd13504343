package engine

// Precompute gives what work makes of the inputs alone: a pool, a target, all that
// a rule puts together before its first die. Odds run the rule from its first line
// for each way the dice can fall, but work only once; each run has a copy of its
// own, which it may change, but for what a slice or a pointer in it leads to.
//
// In play, and once an answer was given or a sheet was changed, it is a plain call.
func Precompute[T any](r *Roll, work func() T) *T {
	c := &r.cursor
	if r.count == nil || c.precomputing || !r.untouched() {
		v := work()
		return &v
	}
	n := c.precomputed
	c.precomputed++
	if n == len(r.count.precomputed) {
		c.precomputing = true
		v := work()
		c.precomputing = false
		if !r.untouched() {
			return &v
		}
		r.count.precomputed = append(r.count.precomputed, v)
	}
	v := r.count.precomputed[n].(T)
	return &v
}

// untouched reports whether the roll knows nothing but its inputs so far.
func (r *Roll) untouched() bool {
	return r.cursor.next == 0 && r.cursor.merges == 0 && len(r.changes) == 0
}
