package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Plan answers the decisions that come while odds are counted.
type Plan func(q Question) Answer

// SpendNothing is the default plan.
func SpendNothing(q Question) Answer {
	a, _ := q.Nothing()
	return a
}

// Chances are exact odds: weights that, with Unreached, add up to 1 within
// 1e-9.
type Chances struct {
	Success   float64
	Grades    []GradeChance
	Totals    []TotalChance // by total, lowest first
	Drifts    []Drift       // what the roll will do to numbers on sheets
	Unreached float64       // endless dice, and weights too small to follow
	Walked    int           // readings followed
}

// GradeChance is how likely one ending is.
type GradeChance struct {
	Grade string   `json:"grade"`
	Flags []string `json:"flags"`
	P     float64  `json:"p"`
}

// TotalChance is how likely one total is.
type TotalChance struct {
	Total   int     `json:"total"`
	P       float64 `json:"p"`
	Success float64 `json:"-"` // the part of P that succeeds
}

// Drift is what happens to one number on a sheet.
type Drift struct {
	Sheet Seat
	Field string
	Least int
	Most  int
	Mean  float64
}

// MarshalJSON writes the keys of the command line's contract.
func (c Chances) MarshalJSON() ([]byte, error) {
	var w objectWriter
	w.field("success", c.Success)
	w.field("outcomes", append([]GradeChance{}, c.Grades...))
	w.field("totals", append([]TotalChance{}, c.Totals...))
	w.field("unreached", c.Unreached)
	return w.close()
}

var _ json.Marshaler = Chances{}

// negligible is the weight below which a branch is not followed. It is counted
// as unreached.
const negligible = 1e-16

type branch struct {
	reading any
	p       float64
}

// settleKey is all that the rest of a rule can depend on.
type settleKey struct {
	point   int
	state   any
	changes string
	decided string
}

type walk struct {
	plan   Plan
	frugal bool // every decision is answered with nothing
	sumsOf map[Dice][]branch
	endsOf map[any]any // of chains, by their keys
}

// sums gives the sums of d; they are counted once a walk.
func (w *walk) sums(d Dice) []branch {
	if b, ok := w.sumsOf[d]; ok {
		return b
	}
	b := readings(0, []Part{{Dice: d}}, 0, func(s, _, v int) int { return s + v })
	w.sumsOf[d] = b
	return b
}

// Settle says: from here on the rule depends on nothing that it was told so
// far but state. The odds then follow equal states once. It is a promise; the
// exam checks it.
func Settle[S comparable](r *Roll, state S) {
	r.settled++
	if r.walk == nil || r.settled <= r.passed || r.next < len(r.tape)+len(r.walked) {
		return
	}
	panic(pause{settleKey{point: r.settled, state: state, changes: r.overlay(), decided: r.decided()}})
}

// decided lists the decisions that a plan has taken: it may go by them.
func (r *Roll) decided() string {
	if r.walk.frugal {
		return ""
	}
	var b strings.Builder
	for _, w := range r.walked {
		if a, ok := w.(Answer); ok {
			b.WriteString(a.ID + ",")
		}
	}
	return b.String()
}

func (r *Roll) overlay() string {
	if len(r.changes) == 0 {
		return ""
	}
	var b strings.Builder
	for _, c := range r.changes {
		fmt.Fprintf(&b, "%s|%s|%v\n", c.Sheet, c.Field, c.To)
	}
	return b.String()
}

// node is a way through the rule that is still to be followed.
type node struct {
	walked []any
	passed int
	p      float64
}

// Odds follows every way the dice can fall after tape. Decisions are answered
// by plan; nil spends nothing. The errors are those of [Run].
func Odds(in Inputs, tape []Answer, plan Plan) (Chances, error) {
	return odds(in, tape, plan, true)
}

// OddsUnmerged is Odds without trusting [Settle]; the exam compares the two.
func OddsUnmerged(in Inputs, tape []Answer, plan Plan) (Chances, error) {
	return odds(in, tape, plan, false)
}

func odds(in Inputs, tape []Answer, plan Plan, merge bool) (Chances, error) {
	frugal := plan == nil
	if frugal {
		plan = SpendNothing
	}
	c := counter{
		walk:   &walk{plan: plan, frugal: frugal, sumsOf: map[Dice][]branch{}, endsOf: map[any]any{}},
		grades: newTally[ending](4), totals: map[int]*TotalChance{}, merge: merge,
	}
	c.waiting = newTally[settleKey](64)
	c.todo = []node{{p: 1}}
	for len(c.todo) > 0 {
		n := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if err := c.follow(&in, tape, n); err != nil {
			return Chances{}, err
		}
		if len(c.todo) == 0 {
			c.resume()
		}
	}
	return c.chances(), nil
}

// counter adds up the ends of a walk.
type counter struct {
	walk    *walk
	merge   bool
	todo    []node
	waiting *tally[settleKey] // paused ways, merged
	paused  []node            // by index of waiting
	grades  *tally[ending]
	totals  map[int]*TotalChance
	success float64
	drifts  []drift
	lost    float64 // weight not followed
	ended   float64
	walked  int
	roll    Roll
}

type ending struct{ grade, flags string }

func (c *counter) follow(in *Inputs, tape []Answer, n node) (err error) {
	c.walked++
	r := &c.roll
	*r = Roll{in: in, tape: tape, walked: n.walked, passed: n.passed, walk: c.walk, changes: r.changes[:0]}
	if !c.merge {
		r.passed = longestTape
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fork:
			c.branch(r, n, p.branches)
		case pause:
			c.pause(r, n, p.key)
		case *Refusal:
			err = c.refused(n, p)
		case *Diverged:
			err = p
		default:
			err = r.fault(p)
		}
	}()
	c.end(in.Action.Rule(r), n.p)
	return nil
}

func (c *counter) refused(n node, why *Refusal) error {
	if n.walked == nil {
		return why
	}
	c.end(Outcome{Grade: "refused"}, n.p)
	return nil
}

func (c *counter) branch(r *Roll, n node, branches []branch) {
	have := r.walked[:len(r.walked):len(r.walked)]
	reached := 0.0
	for _, b := range branches {
		if p := n.p * b.p; p >= negligible {
			reached += b.p
			c.todo = append(c.todo, node{append(have, b.reading), n.passed, p})
		}
	}
	if missing := 1 - reached; missing > 1e-15 {
		c.lost += n.p * missing
	}
}

func (c *counter) pause(r *Roll, n node, key settleKey) {
	before := len(c.waiting.states)
	c.waiting.add(key, n.p)
	if len(c.waiting.states) > before {
		c.paused = append(c.paused, node{walked: slices.Clip(r.walked), passed: r.settled})
	}
}

// resume lets the ways that settled earliest go on, so that those behind them
// can still merge with the later ones.
func (c *counter) resume() {
	if len(c.paused) == 0 {
		return
	}
	first := slices.MinFunc(c.paused, func(a, b node) int { return cmp.Compare(a.passed, b.passed) }).passed
	then := newTally[settleKey](len(c.paused))
	var kept []node
	for i, n := range c.paused {
		if n.passed == first {
			n.p = c.waiting.weights[i]
			c.todo = append(c.todo, n)
			continue
		}
		then.add(c.waiting.states[i], c.waiting.weights[i])
		kept = append(kept, n)
	}
	c.waiting, c.paused = then, kept
}

func (c *counter) end(o Outcome, p float64) {
	c.ended += p
	flags := ""
	if len(o.Flags) > 0 {
		flags = strings.Join(o.Flags, ",")
	}
	c.grades.add(ending{o.Grade, flags}, p)
	t := c.totals[o.Total]
	if t == nil {
		t = &TotalChance{Total: o.Total}
		c.totals[o.Total] = t
	}
	t.P += p
	if o.Success {
		c.success += p
		t.Success += p
	}
	c.drift(p)
}

// drift is a Drift while it is counted; weight is that of the ways it was
// changed on.
type drift struct {
	Drift
	weight float64
}

func (c *counter) drift(p float64) {
	for _, ch := range c.roll.changes {
		if ch.To.kind != Int {
			continue
		}
		delta := ch.To.n - ch.From.Int()
		i := slices.IndexFunc(c.drifts, func(d drift) bool { return d.Sheet == ch.Sheet && d.Field == ch.Field })
		if i < 0 {
			i = len(c.drifts)
			c.drifts = append(c.drifts, drift{Drift: Drift{Sheet: ch.Sheet, Field: ch.Field, Least: delta, Most: delta}})
		}
		d := &c.drifts[i]
		d.Least, d.Most = min(d.Least, delta), max(d.Most, delta)
		d.Mean += p * float64(delta)
		d.weight += p
	}
}

func (c *counter) chances() Chances {
	out := Chances{Success: c.success, Unreached: c.lost, Walked: c.walked}
	for i, e := range c.grades.states {
		g := GradeChance{Grade: e.grade, Flags: []string{}, P: c.grades.weights[i]}
		if e.flags != "" {
			g.Flags = strings.Split(e.flags, ",")
		}
		out.Grades = append(out.Grades, g)
	}
	slices.SortStableFunc(out.Grades, func(a, b GradeChance) int {
		return cmp.Or(cmp.Compare(b.P, a.P), cmp.Compare(a.Grade, b.Grade))
	})
	for _, t := range c.totals {
		out.Totals = append(out.Totals, *t)
	}
	slices.SortFunc(out.Totals, func(a, b TotalChance) int { return cmp.Compare(a.Total, b.Total) })
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
