package engine

import "strconv"

// Merge says: from here on the rule depends on nothing that it was told so
// far but state. It only tunes the odds, which then follow equal states once. It
// is a promise; the exam checks it.
func Merge[S comparable](r *Roll, state S) {
	r.settled++
	if r.walk == nil || r.settled <= r.passed || r.next < len(r.tape)+len(r.walked) {
		return
	}
	p := r.walk.point(r.settled)
	r.walk.stop = pause{p, placesAt[S](p).place(settled[S]{state, r.past()})}
	panic(&r.walk.stop)
}

// settled is all that the rest of a rule can depend on.
type settled[S comparable] struct {
	state S
	past  string
}

// point is where ways through a rule wait for others that settle alike: the
// nth Merge of each.
type point struct {
	paused []node
	places []any // of paused: a *places[settled[S]] for each S
}

// placesAt gives those of states of one type.
func placesAt[S comparable](p *point) *places[settled[S]] {
	return keptOf[places[settled[S]]](&p.places)
}

// pause ends a run at a Merge.
type pause struct {
	at    *point
	place int // in at.paused; one more than there are for a way like no other
}

// meeting ends a run at readings that settle it: each waits for the same one
// of other ways.
type meeting struct {
	at      *point
	passed  int
	places  []int // in at.paused, one for each reading
	weights []float64
	fresh   []any // the readings that no other way came to yet, in order
}

// meets begins a meeting of readings of which the rest of the rule knows nothing
// but which it was, and gives what adds them to it.
func meets[S comparable](r *Roll) (m *meeting, add func(S, float64)) {
	m = &r.walk.met
	*m = meeting{r.walk.point(r.settled), r.settled, m.places[:0], m.weights[:0], m.fresh[:0]}
	at, past := placesAt[S](m.at), r.past()
	return m, func(s S, p float64) {
		known := len(at.states)
		place := at.place(settled[S]{s, past})
		if place == known {
			reading := s
			m.fresh = append(m.fresh, &reading)
		}
		m.places, m.weights = append(m.places, place), append(m.weights, p)
	}
}

func (w *walk) point(n int) *point {
	for len(w.points) < n {
		w.points = append(w.points, &point{})
	}
	return w.points[n-1]
}

// resume adds the ways that settled earliest to those that wait, so that those
// behind them can still merge with the later ones.
func (w *walk) resume(waiting []node) []node {
	for _, p := range w.points {
		if len(p.paused) == 0 {
			continue
		}
		waiting = append(waiting, p.paused...)
		clear(p.paused)
		p.paused = p.paused[:0]
		for _, x := range p.places {
			x.(interface{ empty() }).empty()
		}
		break
	}
	return waiting
}

// past is a word for what the roll has changed so far, and for the decisions
// that a plan has taken: it may go by them.
func (r *Roll) past() string {
	b := r.walk.ink[:0]
	for i := range r.changes {
		c := &r.changes[i]
		b = append(append(append(append(b, c.Sheet...), '|'), c.Field...), '|')
		b = strconv.AppendInt(append(b, byte(c.To.kind)), c.To.n, 10)
		b = append(append(b, c.To.s...), '\n')
	}
	for _, w := range r.walked {
		if a, ok := w.(*Answer); ok {
			b = append(append(b, a.ID...), ',')
		}
	}
	r.walk.ink = b
	return r.walk.word()
}

// word gives what is written in ink.
func (l *lasting) word() string {
	word, known := l.words[string(l.ink)]
	if !known {
		word = string(l.ink)
		l.words[word] = word
	}
	return word
}
