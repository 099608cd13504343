package odds

import (
	"container/heap"
	"runtime"
	"slices"
)

// Likeliest follows ways through a procedure as [Walk] does, but always the likeliest of those that
// are still to be followed, until enough reports that it was enough or there are none left. So what
// is left over is as little as so many ways can leave. An error of run ends it.
func Likeliest(run func(Way) (*Stop, error), enough func(walked int) bool) error {
	l := likeliest{waiting: map[mergedAt]*branching{}}
	l.push(&branching{way: Way{P: 1}, branches: []Branch{{P: 1}}, whole: true})
	for walked := 0; len(l.heap) > 0 && !enough(walked); walked++ {
		if walked%yieldEvery == 0 {
			runtime.Gosched()
		}
		way := l.pop()
		stop, err := run(way)
		switch {
		case err != nil:
			return err
		case stop == nil:
		case stop.Place != "", stop.Merges > 0 && stop.Branches == nil:
			l.merge(stop, stop.Readings, stop.State, way.P)
		case stop.Merges > way.Merges:
			for _, b := range stop.Branches {
				l.merge(stop, append(slices.Clip(stop.Readings), b.Reading), b.State, way.P*b.P)
			}
		case len(stop.Branches) > 0:
			sorted := slices.Clone(stop.Branches)
			slices.SortStableFunc(sorted, byWeight)
			l.push(&branching{way: Way{Readings: slices.Clone(stop.Readings), Merges: way.Merges, P: way.P}, branches: sorted})
		}
	}
	return nil
}

// branching is a way where it parts, with the branches that are still to be followed, the likeliest
// last.
type branching struct {
	way      Way
	branches []Branch
	whole    bool // the way goes on as it is: its only branch adds no reading
	merged   mergedAt
	at       int // its place in the heap
}

// waits is how much less weight a way behind a merging point is taken to have, so that others of
// equal state come to it before it is followed. Of the two best dice of four that explode, this
// leaves over a hundredth of what following it at once does.
const waits = 64

// mergedAt is a state at a merging point.
type mergedAt struct {
	merges int
	place  string
	state  any
}

// weight is that of its likeliest branch.
func (b *branching) weight() float64 { return b.way.P * b.branches[len(b.branches)-1].P }

// priority is its weight but for a way behind a merging point: whoever comes to the same state later
// has to be followed once more, so that it waits for others for a while.
func (b *branching) priority() float64 {
	if b.merged != (mergedAt{}) {
		return b.weight() / waits
	}
	return b.weight()
}

// likeliest are the ways that are still to be followed, the likeliest first.
type likeliest struct {
	heap    []*branching
	waiting map[mergedAt]*branching // those behind a merging point
}

func (l *likeliest) Len() int           { return len(l.heap) }
func (l *likeliest) Less(i, j int) bool { return l.heap[i].priority() > l.heap[j].priority() }
func (l *likeliest) Swap(i, j int) {
	l.heap[i], l.heap[j] = l.heap[j], l.heap[i]
	l.heap[i].at, l.heap[j].at = i, j
}

// Push is called by package heap.
func (l *likeliest) Push(x any) {
	b := x.(*branching)
	b.at = len(l.heap)
	l.heap = append(l.heap, b)
}

// Pop is called by package heap.
func (l *likeliest) Pop() any {
	last := l.heap[len(l.heap)-1]
	l.heap = l.heap[:len(l.heap)-1]
	return last
}

func (l *likeliest) push(b *branching) { heap.Push(l, b) }

// pop takes the likeliest way.
func (l *likeliest) pop() Way {
	b := l.heap[0]
	p := b.weight()
	last := b.branches[len(b.branches)-1]
	if b.branches = b.branches[:len(b.branches)-1]; len(b.branches) == 0 {
		heap.Pop(l)
		delete(l.waiting, b.merged)
	} else {
		heap.Fix(l, 0)
	}
	if b.whole {
		return Way{Readings: b.way.Readings, Merges: b.way.Merges, Told: b.way.Told, P: p}
	}
	return Way{Readings: append(slices.Clip(b.way.Readings), last.Reading), Merges: b.way.Merges, P: p}
}

// merge lets a way wait behind the merging point of stop, together with one of equal state that
// waits there already.
func (l *likeliest) merge(stop *Stop, readings []any, state any, p float64) {
	key, told := mergedAt{stop.Merges, stop.Place, state}, 0
	if stop.Place != "" {
		key.merges, told = 0, len(readings)
	}
	if b, there := l.waiting[key]; there {
		b.way.P += p
		heap.Fix(l, b.at)
		return
	}
	b := &branching{way: Way{Readings: slices.Clone(readings), Merges: stop.Merges, Told: told, P: p}, branches: []Branch{{P: 1}}, whole: true, merged: key}
	l.waiting[key] = b
	l.push(b)
}
