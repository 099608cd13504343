package engine

import (
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strconv"
)

// Plan answers the decisions that come while odds are counted. A nil Plan
// answers as [Question.Usual] does, and is quicker.
type Plan func(q Question) Answer

// Usual is what the odds answer where no plan does: nothing but what the roll
// needs to succeed, see [Sink]. It is the zero Answer for dice.
func (q Question) Usual() Answer {
	if q.Wants == Sharing && !q.One {
		return q.Given(q.needed())
	}
	a, _ := q.Nothing()
	return a
}

// needed gives each use what the roll needs there, as far as the points go.
func (q Question) needed() Shares {
	give, left := Shares{}, q.Total
	for _, s := range q.Sinks {
		if n := min(s.Needs, left); n > 0 {
			give[s.ID] = n
			left -= n
		}
	}
	return give
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
	Blind     bool          // how it ends goes by a sheet that is not known: these are the totals alone

	// Of a roll with a value "damage": what it is on average where the roll
	// succeeds, and at most.
	Harm     float64
	MostHarm int
	leads    []lead
	looks    looks
}

// Likely is how likely success is for people: sure where nothing that was
// followed fails, whatever was too small to follow. So more points are never
// told as less.
func (c Chances) Likely() float64 {
	if c.Success > 0 && c.Success+c.Unreached >= 1-1e-9 {
		return 1
	}
	return c.Success
}

// looks is what a rule has looked at of what changes with almost every act.
type looks struct{ company, time bool }

func (r *Roll) looksAt(what func(*looks)) {
	if r.walk != nil {
		what(&r.walk.looks)
	}
}

// Holds reports whether odds that were counted of some inputs are those of others,
// too: nothing is different that the rule may go by.
func (c Chances) Holds(was, now Inputs) bool {
	return was.System == now.System && was.Action == now.Action && was.Player == now.Player &&
		(!c.looks.time || was.Moment == now.Moment && was.Began == now.Began) &&
		same(was.Params, now.Params) && same(was.House, now.House) &&
		maps.EqualFunc(was.Unknown, now.Unknown, slices.Equal[[]string]) &&
		maps.EqualFunc(was.Sheets, now.Sheets, same) && maps.EqualFunc(was.InForce, now.InForce, slices.Equal[[]Modifier]) &&
		(!c.looks.company || slices.EqualFunc(was.Company, now.Company, same))
}

// Bare gives what [Chances.Holds] needs of odds and of what they were counted of,
// to be kept for long.
func (c Chances) Bare(was Inputs) (Chances, Inputs) {
	if !c.looks.company {
		was.Company = nil
	}
	was.Names = nil
	return Chances{looks: c.looks}, was
}

// lead is what a roll calls for where it ends in one way, and how likely that is.
type lead struct {
	FollowUp
	changes []Change
	p       float64
}

// Leads goes through the rolls that an attack of these odds leads its actor to,
// its damage, with what they will know and how likely each is.
func (c Chances) Leads(in Inputs) iter.Seq2[Inputs, float64] {
	return func(yield func(Inputs, float64) bool) {
		for _, l := range c.leads {
			a, ok := in.System.Action(l.Action)
			if !ok {
				continue
			}
			then := in
			then.Action, then.Params, then.Sheets = a, l.Params, maps.Clone(in.Sheets)
			for _, ch := range l.changes {
				if p, there := then.Sheets[ch.Sheet]; there {
					then.Sheets[ch.Sheet] = p.With(ch.Field, ch.To)
				}
			}
			if other, there := then.Sheets[l.Against]; there {
				then.Sheets[Other] = other
				if known, veiled := in.Unknown[l.Against]; veiled {
					then.Unknown = map[Seat][]string{Other: known}
				} else {
					then.Unknown = nil
				}
			} else {
				delete(then.Sheets, Other)
			}
			if !yield(then, l.p) {
				return
			}
		}
	}
}

// Mean is what the total comes to on average.
func (c Chances) Mean() float64 {
	mean, all := 0.0, 0.0
	for _, t := range c.Totals {
		mean, all = mean+float64(t.Total)*t.P, all+t.P
	}
	return mean / max(all, negligible)
}

// GradeChance is how likely one ending is.
type GradeChance struct {
	Grade string
	Flags []string
	P     float64
}

// TotalChance is how likely one [Outcome.Result] is.
type TotalChance struct {
	Total   int
	P       float64
	Success float64 // the part of P that succeeds
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
	w.field("success", chance(c.Success))
	w.field("outcomes", append([]GradeChance{}, c.Grades...))
	w.field("totals", append([]TotalChance{}, c.Totals...))
	w.field("unreached", chance(c.Unreached))
	return w.close()
}

// MarshalJSON writes {"grade":"success","flags":[],"p":0.75}.
func (g GradeChance) MarshalJSON() ([]byte, error) {
	var w objectWriter
	w.field("grade", g.Grade)
	w.field("flags", append([]string{}, g.Flags...))
	w.field("p", chance(g.P))
	return w.close()
}

// MarshalJSON writes {"total":8,"p":0.75}.
func (t TotalChance) MarshalJSON() ([]byte, error) {
	var w objectWriter
	w.field("total", t.Total)
	w.field("p", chance(t.P))
	return w.close()
}

// chance is a probability in JSON: with twelve digits, which is all that adding
// up many small weights leaves sure.
type chance float64

func (p chance) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'g', 12, 64), nil
}

var _ json.Marshaler = Chances{}

// negligible is the weight below which a branch is not followed. It is counted
// as unreached; all of them together are far below the 1e-9 that is promised.
const negligible = 1e-15

type branch struct {
	reading any
	p       float64
}

// walk is what the runs of one count of odds share.
type walk struct {
	plan   Plan
	frugal bool // every decision is answered with nothing
	sumsOf map[Dice][]branch
	onces  []any    // what each Once came to
	ends   []any    // of chains: maps by their keys
	points []*point // by Settle, from the first
	stop   pause    // the last run's
	ink    []byte   // to write words in
	words  map[string]string
	sheets []*known // that were read
	looks  looks
}

// sums gives the sums of d; they are counted once a walk.
func (w *walk) sums(d Dice) []branch {
	b, ok := w.sumsOf[d]
	switch {
	case ok:
		return b
	case d.Again == 0 && d.Count*(d.High-d.Low+1) > manyFaces:
		b = manySums(d)
	default:
		b = readings(0, []Part{{Dice: d}}, 0, func(s, _, v int) int { return s + v })
	}
	w.sumsOf[d] = b
	return b
}

// manyFaces is from how many faces on sums are counted in one row of weights.
const manyFaces = 300

// manySums counts the sums of many dice: each is a place in a row of weights,
// which nothing has to be looked up for.
func manySums(d Dice) []branch {
	sides := d.High - d.Low + 1
	now := []float64{1}
	for range d.Count {
		then := make([]float64, len(now)+sides-1)
		for i, p := range now {
			p /= float64(sides)
			row := then[i : i+sides]
			for j := range row {
				row[j] += p
			}
		}
		now = then
	}
	all := make([]branch, 0, len(now))
	for i, p := range now {
		if p < negligible {
			continue
		}
		sum := d.Count*d.Low + i
		all = append(all, branch{&sum, p})
	}
	return all
}

// node is a way through the rule that is still to be followed.
type node struct {
	walked []any
	passed int
	p      float64
}

// mostFollowed is how many ways are followed: a screen that shows odds must not be
// held up for long, whatever somebody has written on a form. What people roll has
// some thousands.
const mostFollowed = 1 << 17

// breath is after how many ways others have their turn, who may be waiting for a
// frame.
const breath = 32

// Odds follows every way the dice can fall after tape. Decisions are answered
// by plan. Of more than 131,072 ways the rest is unreached. The errors are those
// of [Run].
func Odds(in Inputs, tape []Answer, plan Plan) (Chances, error) {
	frugal := plan == nil
	if frugal {
		plan = Question.Usual
	}
	c := counter{
		walk:   &walk{plan: plan, frugal: frugal, sumsOf: map[Dice][]branch{}, words: map[string]string{}},
		totals: map[int]int{},
		todo:   []node{{p: 1}},
	}
	read := new(bool)
	if len(in.Unknown) > 0 {
		read = in.looks()
	}
	for len(c.todo) > 0 {
		n := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if c.walked%breath == 0 {
			runtime.Gosched()
		}
		if c.walked >= mostFollowed && !in.Unmerged {
			c.lost += n.p
		} else if err := c.follow(&in, tape, n); err != nil {
			if *read && len(tape) == 0 {
				return Chances{Blind: true, looks: c.walk.looks}, nil // what refuses may not be so
			}
			return Chances{}, err
		}
		if len(c.todo) == 0 {
			c.todo = c.walk.resume()
		}
	}
	if *read {
		return c.chances().unknowing(&in), nil
	}
	return c.chances(), nil
}

// counter adds up the ends of a walk.
type counter struct {
	walk    *walk
	todo    []node
	grades  []GradeChance
	byTotal []TotalChance
	totals  map[int]int // indices of byTotal
	success float64
	drifts  []drift
	harm    harm
	leads   []lead
	lost    float64 // weight not followed
	ended   float64
	walked  int
	roll    Roll
}

func (c *counter) follow(in *Inputs, tape []Answer, n node) (err error) {
	c.walked++
	r := &c.roll
	*r = Roll{in: in, tape: tape, walked: n.walked, passed: n.passed, walk: c.walk, changes: r.changes[:0]}
	if in.Unmerged {
		r.passed = longestTape
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fork:
			c.branch(r, n, p.branches)
		case meeting:
			c.meet(r, n, p)
		case *pause:
			c.pause(r, n, *p)
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
	each := len(r.walked) + 1
	all := make([]any, 0, each*len(branches)) // one piece of memory for all ways
	reached := 0.0
	for i := range branches {
		b := &branches[i]
		p := n.p * b.p
		if p < negligible {
			continue
		}
		reached += b.p
		all = append(append(all, r.walked...), b.reading)
		c.todo = append(c.todo, node{all[len(all)-each : len(all) : len(all)], n.passed, p})
	}
	if missing := 1 - reached; missing > 1e-15 {
		c.lost += n.p * missing
	}
}

// meet lets each reading wait for those of other ways. What is too small to be
// followed alone may be worth it with theirs.
func (c *counter) meet(r *Roll, n node, m meeting) {
	for i, b := range m.branches {
		if m.places[i] == len(m.at.paused) {
			m.at.paused = append(m.at.paused, node{append(slices.Clip(r.walked), b.reading), m.passed, 0})
		}
		m.at.paused[m.places[i]].p += n.p * b.p
	}
}

func (c *counter) pause(r *Roll, n node, at pause) {
	if at.place < len(at.at.paused) {
		at.at.paused[at.place].p += n.p
		return
	}
	at.at.paused = append(at.at.paused, node{slices.Clip(r.walked), r.settled, n.p})
}

func (c *counter) end(o Outcome, p float64) {
	c.ended += p
	c.grade(&o).P += p
	t := c.total(o.Result())
	t.P += p
	if o.Success {
		c.success += p
		t.Success += p
	}
	c.drift(p)
	c.hurts(&o, p)
	c.leading(p)
}

// harm adds up what those endings do that succeed.
type harm struct {
	sum, p float64
	most   int
	any    bool
}

func (c *counter) hurts(o *Outcome, p float64) {
	if !o.Success {
		return
	}
	v := o.Value("damage")
	if v.kind != Int {
		return
	}
	h := &c.harm
	if !h.any || v.Int() > h.most {
		h.most = v.Int()
	}
	h.any, h.sum, h.p = true, h.sum+p*float64(v.Int()), h.p+p
}

// leading keeps what the ending calls for from who acts.
func (c *counter) leading(p float64) {
	for _, f := range c.roll.follow {
		if f.Who != Actor || f.Off {
			continue
		}
		i := slices.IndexFunc(c.leads, func(l lead) bool { return l.Action == f.Action && l.Against == f.Against && same(l.Params, f.Params) })
		if i < 0 {
			i = len(c.leads)
			c.leads = append(c.leads, lead{FollowUp: f, changes: c.roll.paged(slices.Clone(c.roll.changes))})
		}
		c.leads[i].p += p
	}
}

// same reports whether the same is written on two forms.
func same(a, b Page) bool {
	if one(a.fields, b.fields) && one(a.lists, b.lists) {
		return true
	}
	return maps.Equal(a.fields, b.fields) && maps.EqualFunc(a.lists, b.lists, func(x, y []rowData) bool {
		return slices.EqualFunc(x, y, func(x, y rowData) bool { return x.id == y.id && maps.Equal(x.fields, y.fields) })
	})
}

// one reports whether two maps are one.
func one[V any](a, b map[string]V) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

// grade gives the place of an ending; there are only a few.
func (c *counter) grade(o *Outcome) *GradeChance {
	for i := range c.grades {
		if g := &c.grades[i]; g.Grade == o.Grade && slices.Equal(g.Flags, o.Flags) {
			return g
		}
	}
	c.grades = append(c.grades, GradeChance{Grade: o.Grade, Flags: append([]string{}, o.Flags...)})
	return &c.grades[len(c.grades)-1]
}

func (c *counter) total(n int) *TotalChance {
	i, ok := c.totals[n]
	if !ok {
		i = len(c.byTotal)
		c.totals[n] = i
		c.byTotal = append(c.byTotal, TotalChance{Total: n})
	}
	return &c.byTotal[i]
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
		delta := ch.To.Int() - ch.From.Int()
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
	out := Chances{Success: c.success, Grades: c.grades, Totals: c.byTotal, Unreached: c.lost, Walked: c.walked, leads: c.leads, looks: c.walk.looks}
	if c.harm.p > 0 {
		out.Harm, out.MostHarm = c.harm.sum/c.harm.p, c.harm.most
	}
	slices.SortStableFunc(out.Grades, func(a, b GradeChance) int {
		return cmp.Or(cmp.Compare(b.P, a.P), cmp.Compare(a.Grade, b.Grade))
	})
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
