package engine

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
)

// ends adds up how the ways through a rule end.
type ends struct {
	grades  []GradeChance
	last    int // of grades: the one that came last
	totals  tally[int]
	wins    []float64 // by the places of totals: the part that succeeds
	success float64
	drifts  []drift
	harm    harm
	leads   []lead
	ended   float64
}

// add takes in an ending of weight p.
func (e *ends) add(o *Outcome, r *Roll, p float64) {
	e.ended += p
	e.grade(o).P += p
	total := o.Result()
	if r.in.own != nil && *r.in.own {
		total = o.own()
	}
	at := e.totals.add(total, p)
	if at == len(e.wins) {
		e.wins = append(e.wins, 0)
	}
	if o.Success {
		e.success += p
		e.wins[at] += p
		e.harm.add(o, p)
	}
	e.drift(r.changes, p)
	e.leading(r, o.Success, p)
}

// emptied gives ends without any, in the same memory.
func (e *ends) emptied() ends {
	e.totals.empty()
	clear(e.grades)
	clear(e.drifts)
	return ends{grades: e.grades[:0], totals: e.totals, wins: e.wins[:0], drifts: e.drifts[:0]}
}

// grade gives the place of an ending; there are only a few.
func (e *ends) grade(o *Outcome) *GradeChance {
	is := func(i int) bool { return e.grades[i].Grade == o.Grade && slices.Equal(e.grades[i].Flags, o.Flags) }
	if e.last < len(e.grades) && is(e.last) {
		return &e.grades[e.last]
	}
	for e.last = range e.grades {
		if is(e.last) {
			return &e.grades[e.last]
		}
	}
	e.last = len(e.grades)
	e.grades = append(e.grades, GradeChance{Grade: o.Grade, Flags: append([]string{}, o.Flags...)})
	return &e.grades[e.last]
}

// harm adds up what those endings do that succeed.
type harm struct {
	sum, p float64
	most   int
	any    bool
}

func (h *harm) add(o *Outcome, p float64) {
	v := o.Value("damage")
	if v.kind != Int {
		return
	}
	if !h.any || v.Int() > h.most {
		h.most = v.Int()
	}
	h.any, h.sum, h.p = true, h.sum+p*float64(v.Int()), h.p+p
}

// leading keeps what the ending calls for from who acts.
func (e *ends) leading(r *Roll, success bool, p float64) {
	for i := range r.follow {
		f := &r.follow[i]
		if f.Who != Actor || f.Off || f.Or && slices.ContainsFunc(r.follow[i+1:], func(next FollowUp) bool { return next.Or && next.Who == Actor }) {
			continue
		}
		i := slices.IndexFunc(e.leads, func(l lead) bool {
			return l.success == success && l.Action == f.Action && l.Against == f.Against && l.and == f.and && same(l.Params, f.Params)
		})
		if i < 0 {
			i = len(e.leads)
			changes := append([]Change(nil), r.changes...) // nil for none, whatever memory they stand in
			e.leads = append(e.leads, lead{FollowUp: *f, success: success, changes: r.paged(changes)})
		}
		e.leads[i].p += p
	}
}

// drift is a Drift while it is counted; weight is that of the ways it was
// changed on.
type drift struct {
	Drift
	weight float64
}

func (e *ends) drift(changes []Change, p float64) {
	next := 0 // most ways change the same in the same order
	for k := range changes {
		ch := &changes[k]
		if ch.To.kind != Int {
			continue
		}
		delta, i := ch.To.Int()-ch.From.Int(), next
		is := func(i int) bool { return e.drifts[i].Field == ch.Field && e.drifts[i].Sheet == ch.Sheet }
		if i == len(e.drifts) || !is(i) {
			for i = 0; i < len(e.drifts) && !is(i); i++ {
			}
		}
		next = i + 1
		if i == len(e.drifts) {
			e.drifts = append(e.drifts, drift{Drift: Drift{Sheet: ch.Sheet, Field: ch.Field, Least: delta, Most: delta}})
		}
		d := &e.drifts[i]
		d.Least, d.Most = min(d.Least, delta), max(d.Most, delta)
		d.Mean += p * float64(delta)
		d.weight += p
	}
}

// chances gives what was counted, in memory of its own.
func (c *counter) chances() Chances {
	out := Chances{Success: c.success, Grades: slices.Clone(c.grades), Unreached: c.lost, Walked: c.walked, leads: c.ends.leads, looks: c.walk.looks, reads: c.walk.read()}
	if c.harm.p > 0 {
		out.Harm, out.MostHarm = c.harm.sum/c.harm.p, c.harm.most
	}
	slices.SortStableFunc(out.Grades, func(a, b GradeChance) int {
		return cmp.Or(cmp.Compare(b.P, a.P), cmp.Compare(a.Grade, b.Grade))
	})
	out.Totals = c.rising()
	for _, d := range c.drifts {
		if d.weight < c.ended-1e-12 { // on the other ways it stayed as it was
			d.Least, d.Most = min(d.Least, 0), max(d.Most, 0)
		}
		if d.Least != 0 || d.Most != 0 {
			out.Drifts = append(out.Drifts, d.Drift)
		}
	}
	return out
}

// rising gives the totals from the lowest on.
func (e *ends) rising() []TotalChance {
	out := make([]TotalChance, 0, len(e.wins))
	put := func(at int) {
		out = append(out, TotalChance{Total: e.totals.states[at], P: e.totals.weights[at], Success: e.wins[at]})
	}
	for _, at := range e.totals.row {
		if at > 0 {
			put(int(at) - 1)
		}
	}
	if len(out) < len(e.wins) { // some are too far from the others for a row
		out = out[:0]
		for at := range e.wins {
			put(at)
		}
		slices.SortFunc(out, func(a, b TotalChance) int { return cmp.Compare(a.Total, b.Total) })
	}
	return out
}

// Equal reports whether the same is written on two pages.
func (p Page) Equal(q Page) bool { return same(p, q) }

// same reports whether the same is written on two forms.
func same(a, b Page) bool {
	if one(a.fields, b.fields) && one(a.lists, b.lists) {
		return true
	}
	return maps.Equal(a.fields, b.fields) && maps.EqualFunc(a.lists, b.lists, func(x, y []rowData) bool {
		return slices.EqualFunc(x, y, sameRow)
	})
}

// one reports whether two maps are one.
func one[V any](a, b map[string]V) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}
