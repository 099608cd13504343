package engine

import "runtime"

// negligible is the weight below which a branch is not followed. It is counted
// as unreached; all of them together are far below the 1e-9 that is promised.
const negligible = 1e-15

// faint is the same for a die, after which states are counted together that come
// by many ways.
const faint = 1e-21

// branch is a reading that dice may come to.
type branch struct {
	reading any
	p       float64
}

// walk is what the runs of one count of odds share.
type walk struct {
	plan   Plan
	frugal bool     // every decision is answered with nothing
	onces  []any    // what each Precompute came to
	points []*point // by Merge, from the first
	sheets []*known // that were read
	looks  looks
	forked fork    // of the last run
	stop   pause   // of the last run
	met    meeting // of the last run
	lasting
}

// lasting is what a walk leaves to the next: memory, and words.
type lasting struct {
	falls    []any // one of each type
	shelves  []any // of what chains ended with, one of each type
	shelved  int   // how many ends
	sumsOf   map[Dice]lot[int]
	idle     []*known // sheets that are read no more
	kinds    []kind
	branches []branch
	weights  []float64
	ink      []byte
	words    map[string]string
}

// rest makes what a walk has used free for the next one.
func (l *lasting) rest() {
	for _, f := range l.falls {
		f.(interface{ rest() }).rest()
	}
	clear(l.branches)
	l.branches, l.weights = l.branches[:0], l.weights[:0]
	if len(l.words) > mostWords {
		clear(l.words)
	}
	if l.shelved > mostShelved {
		*l = lasting{words: l.words}
	}
}

const mostWords = 1 << 10

// fork ends a run at dice.
type fork struct{ branches []branch }

// fork is what a rule panics with where the odds part.
func (w *walk) fork(branches []branch) *fork {
	w.forked.branches = branches
	return &w.forked
}

// node is a way through the rule that waits to be followed on.
type node struct {
	walked []any
	passed int
	p      float64
}

// parting is where the way that is followed has parted from others.
type parting struct {
	node              // the way until there
	branches []branch // that are still to be followed
}

// counter follows all ways through a rule, each from its first line to its end,
// and adds up how they end.
type counter struct {
	in       *Inputs
	walk     walk
	path     []any     // what the way that is followed has read and decided
	partings []parting // of that way, from the first
	waiting  []node    // ways that had settled, to be followed when all partings are done
	now      node      // the way that is followed
	lost     float64   // weight that is not followed
	walked   int
	roll     Roll
	ends
}

// mostFollowed is how many ways are followed: a screen that shows odds must not be
// held up for long, whatever somebody has written on a form. What people roll has
// some thousands.
const mostFollowed = 1 << 17

// breath is after how many ways others have their turn, who may be waiting for a
// frame.
const breath = 256

// spare are counters that have done their work: the next count finds its memory
// there.
var spare = make(chan *counter, 4)

func newCounter(in *Inputs, tape []Answer, plan Plan) *counter {
	var c *counter
	select {
	case c = <-spare:
	default:
		c = &counter{walk: walk{lasting: lasting{words: map[string]string{}}}}
	}
	c.in = in
	c.roll.in, c.roll.tape, c.roll.walk = in, tape, &c.walk
	c.walk.frugal = plan == nil
	if c.walk.plan = plan; plan == nil {
		c.walk.plan = Question.Usual
	}
	c.waiting = append(c.waiting, node{p: 1})
	return c
}

// mostKept is how many ways a counter may have followed to be kept.
const mostKept = 1 << 15

// rest lays c aside for the next count, without anything of this one.
func (c *counter) rest() {
	if c.walked > mostKept {
		return
	}
	clear(c.path[:cap(c.path)])
	clear(c.partings[:cap(c.partings)])
	clear(c.waiting[:cap(c.waiting)])
	changed, leads := c.roll.changed.emptied(), c.roll.leads
	clear(changed.changes[:cap(changed.changes)])
	clear(leads.follow[:cap(leads.follow)])
	clear(leads.later[:cap(leads.later)])
	for _, k := range c.walk.sheets {
		k.forget()
	}
	c.walk.idle = append(c.walk.idle, c.walk.sheets...)
	c.walk.lasting.rest()
	*c = counter{
		walk: walk{lasting: c.walk.lasting},
		path: c.path[:0], partings: c.partings[:0], waiting: c.waiting[:0],
		roll: Roll{changed: changed, named: c.roll.named[:0], leads: leads.emptied()},
		ends: c.ends.emptied(),
	}
	select {
	case spare <- c:
	default:
	}
}

// count follows way after way.
func (c *counter) count() error {
	for c.next() {
		if err := c.follow(); err != nil {
			return err
		}
	}
	return nil
}

// follow follows ways until one stops at a fork or at a Merge, which ends the
// rule with a panic, or until there are no more.
func (c *counter) follow() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = c.stopped(p)
		}
	}()
	for more := true; more; more = c.next() {
		c.begin()
		o := c.in.Action.Rule(&c.roll)
		c.ends.add(&o, &c.roll, c.now.p)
	}
	return nil
}

// next turns to the next way that is to be followed: the last parting's first,
// so that only one way at a time is kept. It is false where all are done.
func (c *counter) next() bool {
	for {
		if last := len(c.partings) - 1; last >= 0 {
			at := &c.partings[last]
			left := len(at.branches) - 1
			if left < 0 {
				c.partings = c.partings[:last]
				continue
			}
			b := at.branches[left]
			at.branches = at.branches[:left]
			c.path = append(c.path[:len(at.walked)], b.reading)
			c.now = node{c.path, at.passed, at.p * b.p}
		} else {
			if len(c.waiting) == 0 {
				c.waiting = c.walk.resume(c.waiting)
			}
			last := len(c.waiting) - 1
			if last < 0 {
				return false
			}
			n := c.waiting[last]
			c.waiting = c.waiting[:last]
			c.path = append(c.path[:0], n.walked...)
			c.now = node{c.path, n.passed, n.p}
		}
		if c.now.p < negligible || c.walked >= mostFollowed && !c.in.Unmerged || c.in.stop != nil && c.in.stop() {
			c.lost += c.now.p
			continue
		}
		return true
	}
}

// begin lays out the roll for the way that comes now.
func (c *counter) begin() {
	c.walked++
	if c.walked%breath == 0 {
		runtime.Gosched()
	}
	r := &c.roll
	r.way = way{walked: c.now.walked, passed: c.now.passed}
	if c.in.Unmerged {
		r.passed = longestTape
	}
	r.aim, r.changed, r.named = aim{}, r.changed.emptied(), r.named[:0]
	if len(r.later)+len(r.follow) > 0 {
		r.leads = r.leads.emptied()
	}
}

// stopped takes in why a run did not come to its end.
func (c *counter) stopped(p any) error {
	c.path = c.roll.walked // with what the plan has decided
	switch p := p.(type) {
	case *fork:
		c.part(p.branches)
	case *meeting:
		c.meet(p)
	case *pause:
		c.pause(p)
	case *Refusal:
		if len(c.now.walked) == 0 {
			return p
		}
		c.ends.add(&Outcome{Grade: "refused"}, &c.roll, c.now.p)
	case *Diverged:
		return p
	default:
		return c.roll.fault(p)
	}
	return nil
}

// part follows on with each branch.
func (c *counter) part(branches []branch) {
	reached := 0.0
	for i := range branches {
		reached += branches[i].p
	}
	if missing := 1 - reached; missing > 1e-15 {
		c.lost += c.now.p * missing
	}
	c.partings = append(c.partings, parting{node{c.path, c.now.passed, c.now.p}, branches})
}

// meet lets each reading wait for those of other ways. What is too small to be
// followed alone may be worth it with theirs.
func (c *counter) meet(m *meeting) {
	for i, at := range m.places {
		if at == len(m.at.paused) {
			m.at.paused = append(m.at.paused, node{c.kept(m.fresh[0]), m.passed, 0})
			m.fresh = m.fresh[1:]
		}
		m.at.paused[at].p += c.now.p * m.weights[i]
	}
}

func (c *counter) pause(at *pause) {
	if at.place == len(at.at.paused) {
		at.at.paused = append(at.at.paused, node{c.kept(), c.roll.settled, 0})
	}
	at.at.paused[at.place].p += c.now.p
}

// kept is the way so far, with what else it has read, in memory of its own.
func (c *counter) kept(more ...any) []any {
	return append(append(make([]any, 0, len(c.path)+len(more)), c.path...), more...)
}
