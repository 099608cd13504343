package odds

import "runtime"

// Branch is one of the ways in which a procedure may go on where it has asked for
// dice.
type Branch struct {
	Reading any     // what the dice came to, as the procedure reads them
	P       float64 // how likely that is, once they are thrown
	State   any     // where a merging point comes right behind the dice: the state there
}

// Way is one way through a procedure, as far as it is decided.
type Way struct {
	Readings []any   // what dice and decisions came to, in the order in which they were asked for
	Merges   int     // how many merging points lie behind it
	P        float64 // its weight
}

// Stop says where a run stopped that has not come to its end: it asked for dice that the
// way holds no reading of, or it came to a merging point, or both, one after the other. A
// state there is all that the rest of the run depends on; it is comparable.
type Stop struct {
	Readings []any    // those of the way, and the decisions that were taken since
	Branches []Branch // the readings of the dice; none where no dice are asked for
	Merges   int      // the number of the merging point, counted from 1; 0 for none
	State    any      // the state there, where no dice are asked for
}

// Limits say how far ways are followed. What lies beyond them is unreached.
type Limits struct {
	Ways      int         // at most so many; 0 for any number
	Cancelled func() bool // asked before each way, whether nobody waits for the odds any more; may be nil
}

// Walk follows every way through a procedure, from its first line to its end. It
// calls run for each; run gives nil where the procedure has ended, and adds up by
// itself how it ended. An error of run ends the walk.
//
// Walked is how often it was run, unreached the weight of what was not followed.
func Walk(run func(Way) (*Stop, error), limits Limits) (walked int, unreached float64, err error) {
	w := walk{ready: []Way{{P: 1}}}
	for {
		way, more := w.next()
		if !more {
			return walked, w.unreached, nil
		}
		if way.P < negligible || limits.Ways > 0 && walked >= limits.Ways || limits.Cancelled != nil && limits.Cancelled() {
			w.unreached += way.P
			continue
		}
		if walked++; walked%yieldEvery == 0 {
			runtime.Gosched()
		}
		stop, err := run(way)
		switch {
		case err != nil:
			return walked, w.unreached, err
		case stop == nil:
		case stop.Merges > 0 && stop.Branches == nil:
			w.merge(stop, stop.Readings, stop.State, way.P)
		case stop.Merges > 0:
			for _, b := range stop.Branches {
				w.merge(stop, append(stop.Readings, b.Reading), b.State, way.P*b.P)
			}
			w.miss(way, stop)
		default:
			w.fork(way, stop)
		}
	}
}

// yieldEvery is after how many ways other goroutines have their turn: one of them may be
// drawing a screen.
const yieldEvery = 256

// walk is how far a [Walk] has come. It goes into the depth, so that only one way at
// a time is held in memory.
type walk struct {
	forks     []fork  // of the way that is followed, from the first
	ready     []Way   // ways behind a merging point, to be followed when no forks are left
	points    []point // the merging points, by their numbers less 1
	unreached float64
}

// fork is a way where dice part it, with the branches that are still to be followed.
type fork struct {
	Way
	branches []Branch
}

// point is a merging point with the ways that wait there for others of equal state.
type point struct {
	ways  []Way
	place map[any]int // in ways, by state
}

// next gives the way that is followed next.
func (w *walk) next() (Way, bool) {
	for len(w.forks) > 0 {
		at := &w.forks[len(w.forks)-1]
		left := len(at.branches) - 1
		if left < 0 {
			w.forks = w.forks[:len(w.forks)-1]
			continue
		}
		b := at.branches[left]
		at.branches = at.branches[:left]
		return Way{append(at.Readings, b.Reading), at.Merges, at.P * b.P}, true
	}
	if len(w.ready) == 0 {
		w.release()
	}
	last := len(w.ready) - 1
	if last < 0 {
		return Way{}, false
	}
	way := w.ready[last]
	w.ready = w.ready[:last]
	return way, true
}

// release lets go on those who wait at the earliest merging point. So ways that
// come later can still merge with them at the points behind it.
func (w *walk) release() {
	for i := range w.points {
		if p := &w.points[i]; len(p.ways) > 0 {
			w.ready = append(w.ready, p.ways...)
			*p = point{place: map[any]int{}}
			return
		}
	}
}

// fork follows on with each branch.
func (w *walk) fork(way Way, stop *Stop) {
	w.miss(way, stop)
	w.forks = append(w.forks, fork{Way{stop.Readings, way.Merges, way.P}, stop.Branches})
}

// miss adds up what the branches leave out.
func (w *walk) miss(way Way, stop *Stop) {
	reached := 0.0
	for _, b := range stop.Branches {
		reached += b.P
	}
	if missing := 1 - reached; missing > negligible {
		w.unreached += way.P * missing
	}
}

// merge lets a way wait at the merging point of stop for others of equal state.
func (w *walk) merge(stop *Stop, readings []any, state any, p float64) {
	for len(w.points) < stop.Merges {
		w.points = append(w.points, point{place: map[any]int{}})
	}
	at := &w.points[stop.Merges-1]
	i, there := at.place[state]
	if !there {
		i = len(at.ways)
		at.place[state] = i
		own := append(make([]any, 0, len(readings)+4), readings...)
		at.ways = append(at.ways, Way{own, stop.Merges, 0})
	}
	at.ways[i].P += p
}
