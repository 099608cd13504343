package engine

import "slices"

// Pick asks for one of several options, of which the first must spend nothing, and gives its
// ID. A single option is taken without asking.
func (r *Roll) Pick(ask Ask, who Seat, opts ...Option) string {
	if len(opts) == 1 || opts[0].WhyNot == "" && r.asOffered() {
		return opts[0].ID
	}
	if a := r.decided(); a != nil {
		return a.Pick
	}
	return r.decide(Question{Ask: ask, Wants: Picking, Who: who, Options: opts}).Pick
}

// Share asks how total points are divided among uses. They need not all be given. If there
// are no points, it does not ask.
func (r *Roll) Share(ask Ask, who Seat, total int, uses ...Use) Shares {
	return r.share(Question{Ask: ask, Wants: Sharing, Who: who, Total: total}, uses)
}

// ShareOne is Share where only one use may take any.
func (r *Roll) ShareOne(ask Ask, who Seat, total int, uses ...Use) Shares {
	return r.share(Question{Ask: ask, Wants: Sharing, Who: who, Total: total, One: true}, uses)
}

// share copies the uses only if they are asked about, so that the caller's slice need not be
// allocated while odds are counted.
func (r *Roll) share(q Question, uses []Use) Shares {
	if q.Total <= 0 || len(uses) == 0 {
		return nil
	}
	if r.asOffered() {
		return q.preset(uses, r.in.ownResult != nil && *r.in.ownResult)
	}
	if a := r.decided(); a != nil {
		return a.Give
	}
	q.Uses = slices.Clone(uses)
	return r.decide(q).Give
}

// Amount asks for a whole number. The least one must be 0 and spend nothing. If only one
// number is possible, it does not ask.
func (r *Roll) Amount(ask Ask, who Seat, least, most int) int {
	if least >= most || r.asOffered() {
		return least
	}
	if a := r.decided(); a != nil {
		return *a.Amount
	}
	return *r.decide(Question{Ask: ask, Wants: Numbering, Who: who, Least: least, Most: most}).Amount
}
