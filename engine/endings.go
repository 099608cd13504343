package engine

import (
	"cmp"
	"slices"

	"example.org/fray/engine/internal/odds"
)

// endings adds up how the ways through a rule end.
type endings struct {
	grades    []GradeChance
	totals    odds.Weighted[int]
	successes []float64 // the part of each total that succeeds
	success   float64
	drifts    []drift
	damage    damage
	followUps []expectedFollowUp
	values    odds.Weighted[valueOf]
	weight    float64 // of all endings
}

// add adds an ending of weight p.
func (e *endings) add(o Outcome, r *Roll, p float64) {
	e.weight += p
	e.grade(&o).P += p
	total := o.Result()
	if r.in.ownResult != nil && *r.in.ownResult {
		total = o.own()
	}
	at := e.totals.Place(total)
	e.totals.Weights[at] += p
	if at == len(e.successes) {
		e.successes = append(e.successes, 0)
	}
	if o.Success {
		e.success += p
		e.successes[at] += p
		e.damage.add(&o, p)
	}
	if r.in.CountValues {
		for i := range o.Values {
			if v := &o.Values[i]; v.Value.kind == Int && v.ID != "total" {
				e.values.Add(valueOf{v.ID, v.Value.Int()}, p)
			}
		}
	}
	e.drift(r.changes, p)
	e.followUp(r, o.Success, p)
}

// valueOf is a value of an outcome.
type valueOf struct {
	id string
	n  int
}

// grade gives the entry of an ending.
func (e *endings) grade(o *Outcome) *GradeChance {
	for i := range e.grades {
		if g := &e.grades[i]; g.Grade == o.Grade && slices.Equal(g.Flags, o.Flags) {
			return g
		}
	}
	e.grades = append(e.grades, GradeChance{Grade: o.Grade, Flags: append([]string{}, o.Flags...)})
	return &e.grades[len(e.grades)-1]
}

// damage adds up the value "damage" of those endings that succeed.
type damage struct {
	sum, p float64
	most   int
	any    bool
}

func (h *damage) add(o *Outcome, p float64) {
	v := o.Value("damage")
	if v.kind != Int {
		return
	}
	if !h.any || v.Int() > h.most {
		h.most = v.Int()
	}
	h.any, h.sum, h.p = true, h.sum+p*float64(v.Int()), h.p+p
}

// followUp keeps the rolls that an ending calls for from the actor.
func (e *endings) followUp(r *Roll, success bool, p float64) {
	for i := range r.outputs.next {
		f := &r.outputs.next[i]
		own := func(n Next) bool { return n.When == CalledFor && n.Who == Actor }
		if !own(*f) || f.Or && slices.ContainsFunc(r.outputs.next[i+1:], func(n Next) bool { return own(n) && n.Or }) {
			continue
		}
		i := slices.IndexFunc(e.followUps, func(l expectedFollowUp) bool {
			return l.success == success && l.Action == f.Action && l.Against == f.Against && l.And == f.And && same(l.Params, f.Params)
		})
		if i < 0 {
			i = len(e.followUps)
			changes := append([]Change(nil), r.changes...) // nil for none, whatever memory they stand in
			e.followUps = append(e.followUps, expectedFollowUp{Next: *f, success: success, changes: r.paged(changes)})
		}
		e.followUps[i].p += p
	}
}

// drift is an ExpectedChange while it is counted. Its weight is that of the ways on
// which the number was changed.
type drift struct {
	ExpectedChange
	weight float64
}

func (e *endings) drift(changes []Change, p float64) {
	for k := range changes {
		ch := &changes[k]
		if ch.To.kind != Int {
			continue
		}
		delta := ch.To.Int() - ch.From.Int()
		i := slices.IndexFunc(e.drifts, func(d drift) bool { return d.Field == ch.Field && d.Sheet == ch.Sheet })
		if i < 0 {
			i = len(e.drifts)
			e.drifts = append(e.drifts, drift{ExpectedChange: ExpectedChange{Sheet: ch.Sheet, Field: ch.Field, Least: delta, Most: delta}})
		}
		d := &e.drifts[i]
		d.Least, d.Most = min(d.Least, delta), max(d.Most, delta)
		d.Mean += p * float64(delta)
		d.weight += p
	}
}

// chances gives what was counted.
func (e *endings) chances() Chances {
	out := Chances{Success: e.success, Grades: e.grades, followUps: e.followUps}
	if e.damage.p > 0 {
		out.Damage, out.MostDamage = e.damage.sum/e.damage.p, e.damage.most
	}
	slices.SortStableFunc(out.Grades, func(a, b GradeChance) int {
		return cmp.Or(cmp.Compare(b.P, a.P), cmp.Compare(a.Grade, b.Grade))
	})
	for i, total := range e.totals.States {
		out.Totals = append(out.Totals, TotalChance{Total: total, P: e.totals.Weights[i], Success: e.successes[i]})
	}
	slices.SortFunc(out.Totals, func(a, b TotalChance) int { return cmp.Compare(a.Total, b.Total) })
	for i, v := range e.values.States {
		out.Values = append(out.Values, ValueChance{v.id, v.n, e.values.Weights[i]})
	}
	slices.SortFunc(out.Values, func(a, b ValueChance) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Value, b.Value)) })
	for _, d := range e.drifts {
		if d.weight < e.weight-1e-12 { // on the other ways it stayed as it was
			d.Least, d.Most = min(d.Least, 0), max(d.Most, 0)
		}
		if d.Least != 0 || d.Most != 0 {
			out.Changes = append(out.Changes, d.ExpectedChange)
		}
	}
	return out
}
