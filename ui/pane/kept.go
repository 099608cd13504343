package pane

import (
	"iter"
	"slices"
	"sync"

	"example.org/fray/model"
)

// toldLog are the entries of the log as they were drawn last: of those that are
// drawn again most are as they were.
type toldLog struct {
	frame   Frame // of then
	moments int   // its momentWidth
	all     []toldEntry
	used    *[]toldEntry // of the frame that is drawn now; nil while none is
	walks   walks
}

// lent is what a log is drawn into: of many screens few draw at a time.
var lent = sync.Pool{New: func() any { return new([]toldEntry) }}

// toldEntry is one of them, and what its lines were drawn from beside the frame.
type toldEntry struct {
	seq    uint64
	of     []model.Fact // all of the event
	facts  []model.Fact // that are told
	undone bool
	on     bool
	ground bool
	marked bool
	deeds  []deed // what it says, where it has the cursor: it is drawn again without it
	lines  []string
}

// begin makes ready for a frame.
func (k *toldLog) begin(f Frame) {
	moments := momentWidth(f)
	if moments != k.moments || !f.tellsAs(k.frame) {
		k.all = nil
	}
	k.frame, k.moments, k.used = f, moments, lent.Get().(*[]toldEntry)
}

// end forgets what was not drawn again.
func (k *toldLog) end() {
	k.all, *k.used = *k.used, k.all
	clear(*k.used)
	*k.used = (*k.used)[:0]
	lent.Put(k.used)
	k.used = nil
}

// tellsAs reports whether the log of a frame tells the same of an entry as that of
// one before, with moments as wide.
func (f Frame) tellsAs(was Frame) bool {
	return f.Look == was.Look && f.Keys == was.Keys && f.W == was.W && (f.H >= airy) == (was.H >= airy) && f.Seat == was.Seat && f.Filter == was.Filter &&
		f.Table.TellsAs(was.Table)
}

// lines gives those of an entry, which tell and draw make where they are not kept.
func (k *toldLog) lines(x toldEntry, tell func() []deed, draw func([]deed) []string) []string {
	i := slices.IndexFunc(k.all, x.says)
	switch {
	case i >= 0 && k.all[i].on == x.on && k.all[i].ground == x.ground && k.all[i].marked == x.marked:
		x.deeds, x.lines = k.all[i].deeds, k.all[i].lines
	case i >= 0 && k.all[i].deeds != nil:
		x.deeds = k.all[i].deeds
		x.lines = draw(x.deeds)
	default:
		x.deeds = tell()
		x.lines = draw(x.deeds)
	}
	if !x.on {
		x.deeds = nil
	}
	*k.used = append(*k.used, x)
	return x.lines
}

// says reports whether another is the same entry, and says the same.
func (x toldEntry) says(y toldEntry) bool {
	return y.seq == x.seq && y.undone == x.undone && len(y.of) == len(x.of) && &y.of[0] == &x.of[0] && slices.EqualFunc(y.facts, x.facts, sameStep)
}

// sameStep reports whether two facts of an event are one, as far as tellable
// leaves some out: all that go by the same.
func sameStep(a, b model.Fact) bool {
	switch a := a.(type) {
	case model.Opened:
		b, is := b.(model.Opened)
		return is && a.Roll.ID == b.Roll.ID
	case model.Answered:
		b, is := b.(model.Answered)
		return is && a.Roll == b.Roll
	case model.Done:
		b, is := b.(model.Done)
		return is && a.Pending.ID == b.Pending.ID
	}
	return a.Kind() == b.Kind()
}

// keeps reports whether the lines of an entry go by nothing but what is told of
// its own facts: not by what became of others.
func (e entry) keeps() bool {
	return e.Was == nil && len(e.Event.Facts) > 0 && !slices.ContainsFunc(e.facts, func(f model.Fact) bool {
		switch f.Kind() {
		case "undone", "redone", "set-right", "asked", "ask-settled", "evening-began", "evening-ended":
			return true
		}
		return false
	})
}

// walks are the ways that a filter was looked for back through the log of a table, by
// where they begin: it may be found rarely, and every frame asks.
type walks struct {
	frame Frame // of then
	all   map[uint64]*walk
}

// atOnce is how many entries a walk goes on for: each time it begins again to read.
const atOnce = 32

// mostWays is how many are kept: a frame goes by a few, and each step of the cursor
// by others.
const mostWays = 8

// found is a walk with what it has found before; see acts.
func (k *toldLog) found(f Frame, top, least uint64) iter.Seq[entry] {
	k.walks.follow(f)
	w := k.walks.all[top]
	if w == nil {
		if len(k.walks.all) == mostWays {
			clear(k.walks.all)
		}
		w = begin(top)
		k.walks.all[top] = w
	}
	return func(yield func(entry) bool) {
		for i := 0; ; i++ {
			if i == len(w.found) {
				for e := range w.on(f, least) {
					if w.found = append(w.found, e); len(w.found) == i+atOnce {
						break
					}
				}
			}
			if i == len(w.found) || w.found[i].Event.Seq <= least || !yield(w.found[i]) {
				return
			}
		}
	}
}

// follow makes the walks those of a frame. Where nothing but newer events came, what
// was found stands, and only these are looked at.
func (k *walks) follow(f Frame) {
	was := k.frame
	k.frame = f
	switch newest := was.Table.Seq(); {
	case k.all == nil || f.Filter != was.Filter || f.Seat != was.Seat || !f.Table.GrewFrom(was.Table):
		k.all = map[uint64]*walk{}
	case f.Table.Seq() > newest:
		add := begin(f.Table.Seq())
		for e := range add.on(f, newest) {
			add.found = append(add.found, e)
		}
		for _, w := range k.all {
			w.ended(f, add.over)
		}
		if w := k.all[newest]; w != nil { // it began with the newest, and goes on to
			delete(k.all, newest)
			add.at, add.over, add.gone, add.found = w.at, w.over, w.gone, append(add.found, w.found...)
			k.all[add.top] = add
		}
	}
}

// ended leaves out of what was found the steps of rolls that are over now.
func (w *walk) ended(f Frame, over ids) {
	if len(over) == 0 {
		return
	}
	for id := range over {
		w.over.add(id)
	}
	for i, e := range w.found {
		if !e.Undone {
			w.found[i].facts = tellable(e.Event.Facts, w.over)
		}
	}
	w.found = slices.DeleteFunc(w.found, func(e entry) bool { return !w.shows(f, e) })
}
