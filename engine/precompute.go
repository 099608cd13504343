package engine

// Precompute gives the result of work, which may depend on the inputs alone: a pool, a
// target, all that a rule works out before its first die. Odds run the rule from its first
// line for each way in which the dice can fall, but work only once. Each run gets a copy of
// the result, which it may change, except for what slices and pointers in it refer to.
//
// In play, and once an answer was given or a sheet was changed, work is simply called.
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
