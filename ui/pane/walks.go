package pane

import "iter"

// walks are the ways that a filter was looked for back through the log of one revision of
// a table, by the event they begin at: matches may be rare, and each frame asks for them.
type walks struct {
	filter Filter
	all    map[uint64]*walk
}

// atOnce is how many entries a walk goes on for: each time it begins again to read.
const atOnce = 32

// mostWays is how many are kept: a frame goes by a few, and each step of the cursor
// by others.
const mostWays = 8

// found is a walk with what it has found before; see acts.
func (k *walks) found(f Frame, top, least uint64) iter.Seq[entry] {
	if k.filter != f.Filter {
		k.filter, k.all = f.Filter, nil
	}
	w := k.all[top]
	if w == nil {
		if k.all == nil || len(k.all) == mostWays {
			k.all = map[uint64]*walk{}
		}
		w = begin(top)
		k.all[top] = w
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
