package odds

import (
	"cmp"
	"errors"
	"maps"
	"runtime"
	"slices"
)

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
	Told     int     // how many readings there were where its state was told; 0 if it was not
	P        float64 // its weight

	branches []Branch // what the dice that come next may come to, where that is known before it is followed
}

// Stop says where a run stopped that has not come to its end: it asked for dice that the
// way holds no reading of, or it came to a merging point, or both, one after the other, or it
// tells its state where it asks for dice. A state is all that the rest of the run depends on;
// it is comparable.
type Stop struct {
	Readings []any    // those of the way, and the decisions that were taken since
	Branches []Branch // the readings of the dice; none where no dice are asked for
	Merges   int      // the number of the merging point, counted from 1; 0 for none
	Place    string   // where it tells its state, the later the greater; "" for nowhere.
	// Of dice that were asked for in the same state before, the branches may be missing.
	State any // the state there, where no dice are asked for
}

// Walk follows every way through a procedure, from its first line to its end. It
// calls run for each; run gives nil where the procedure has ended, and adds up by
// itself how it ended. An error of run ends the walk. The likeliest ways are followed first.
//
// It follows at most so many ways, any number for 0. Where there are more, the error is
// [ErrTooMany], as soon as that can be foreseen. Of equal states at a merging point
// one is followed, chosen by another: see [Another].
//
// Walked is how often it was run, unreached the weight of what is negligible and of dice
// that are thrown again without end.
func Walk(run func(Way) (*Stop, error), most int, another Another) (walked int, unreached float64, err error) {
	w := walk{another: another, told: map[string]*point{}, ready: []Way{{P: 1}}, stage: stretch{weight: 1}}
	for {
		way, more := w.next()
		if !more {
			return walked, w.unreached, nil
		}
		if way.branches != nil {
			w.fork(way, &Stop{Readings: way.Readings, Branches: way.branches})
			continue
		}
		if way.P < negligible {
			w.unreached += way.P
			continue
		}
		if walked++; walked%yieldEvery == 0 {
			runtime.Gosched()
		}
		if w.stage.walked++; most > 0 && (walked > most || w.stage.hopeless(most)) {
			return walked, w.unreached, ErrTooMany
		}
		stop, err := run(way)
		switch {
		case err != nil:
			return walked, w.unreached, err
		case stop == nil:
			w.stage.settled += way.P
		case stop.Place != "", stop.Merges > 0 && stop.Branches == nil:
			w.stage.settled += way.P
			w.merge(stop, stop.Readings, stop.State, way.P)
		case stop.Merges > way.Merges:
			for _, b := range stop.Branches {
				w.merge(stop, append(stop.Readings, b.Reading), b.State, way.P*b.P)
			}
			w.stage.settled += way.P
			w.miss(way, stop)
		default:
			w.fork(way, stop)
		}
	}
}

// ErrTooMany is the error of a walk with more ways than may be followed.
var ErrTooMany = errors.New("there are too many ways")

// stretch is a walk from the ways that leave one merging point to those that come to the next.
type stretch struct {
	walked          int
	weight, settled float64 // of all its ways, and of those that have been followed to its end
}

// hopeless reports whether so little of a stretch is settled by its likeliest ways that there
// must be far more of them than may be followed.
func (s stretch) hopeless(most int) bool {
	const enough, far = 4096, 16
	return s.walked >= enough && s.walked%enough == 0 && float64(s.walked)*s.weight > far*float64(most)*s.settled
}

// yieldEvery is after how many ways other goroutines have their turn: one of them may be
// drawing a screen.
const yieldEvery = 256

// walk is how far a [Walk] has come. It goes into the depth, so that only one way at
// a time is held in memory.
type walk struct {
	forks     []fork            // of the way that is followed, from the first
	ready     []Way             // ways behind a merging point, to be followed when no forks are left
	points    []point           // the merging points, by their numbers less 1
	told      map[string]*point // the places where states are told
	unreached float64
	stage     stretch
	another   Another
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
		return Way{Readings: append(at.Readings, b.Reading), Merges: at.Merges, P: at.P * b.P}, true
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

// release lets go on those who wait at the earliest place where states are told or, without any, at
// the earliest merging point. So ways that come later can still merge with them behind it.
func (w *walk) release() {
	if len(w.told) > 0 {
		earliest := slices.Min(slices.Collect(maps.Keys(w.told)))
		w.follow(w.told[earliest])
		delete(w.told, earliest)
		return
	}
	for i := range w.points {
		if p := &w.points[i]; len(p.ways) > 0 {
			w.follow(p)
			*p = point{place: map[any]int{}}
			return
		}
	}
}

// follow lets go on those who wait at a point.
func (w *walk) follow(p *point) {
	w.ready = append(w.ready, p.ways...)
	slices.SortStableFunc(w.ready, func(a, b Way) int { return cmp.Compare(a.P, b.P) }) // the last is followed first
	w.stage = stretch{}
	for _, way := range w.ready {
		w.stage.weight += way.P
	}
}

// fork follows on with each branch.
func (w *walk) fork(way Way, stop *Stop) {
	w.miss(way, stop)
	if !slices.IsSortedFunc(stop.Branches, byWeight) {
		stop.Branches = slices.Clone(stop.Branches)
		slices.SortStableFunc(stop.Branches, byWeight)
	}
	w.forks = append(w.forks, fork{Way{Readings: stop.Readings, Merges: way.Merges, P: way.P}, stop.Branches})
}

func byWeight(a, b Branch) int { return cmp.Compare(a.P, b.P) }

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
	var at *point
	told, branches := 0, []Branch(nil)
	if stop.Place != "" {
		if w.told[stop.Place] == nil {
			w.told[stop.Place] = &point{place: map[any]int{}}
		}
		at, told, branches = w.told[stop.Place], len(readings), stop.Branches
	} else {
		for len(w.points) < stop.Merges {
			w.points = append(w.points, point{place: map[any]int{}})
		}
		at = &w.points[stop.Merges-1]
	}
	i, there := at.place[state]
	if !there {
		i = len(at.ways)
		at.place[state] = i
		own := append(make([]any, 0, len(readings)+4), readings...)
		at.ways = append(at.ways, Way{Readings: own, Merges: stop.Merges, Told: told, branches: branches})
	}
	if there && w.another.next() {
		own := append(make([]any, 0, len(readings)+4), readings...)
		at.ways[i].Readings, at.ways[i].Merges, at.ways[i].Told = own, stop.Merges, told
	}
	at.ways[i].P += p
}

// Another chooses which of several equal states is followed: the first for 0, for other numbers
// others, at random. Where what is promised of them is true, it makes no difference.
type Another uint64

// next reports whether the newest of equal states takes the place of the one before.
func (a *Another) next() bool {
	if *a == 0 {
		return false
	}
	*a ^= *a << 13
	*a ^= *a >> 7
	*a ^= *a << 17
	return *a>>20&1 == 1
}
