package phrase

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/model"
)

// maxUndoSearch is how many events of the log are searched for an act to undo.
const maxUndoSearch = 500

// readUndo reads what to undo: the last act, a number of acts or, with other words,
// everything back to the newest act that they describe.
func readUndo(c *Context, rest string) Meaning {
	last := Meaning{Does: "undo", Key: "undo", Command: model.Undo{Act: true}}
	if n, number := numberOf(rest); number || rest == "" {
		if n <= 1 {
			last.Command = model.UndoOf(c.Table.ActBy(c.Seat))
		}
		m := c.times(last, rest)
		if n > 1 && c.Seat.IsGamemaster() {
			m.Does, m.WhyNot = c.lastActs(n)
		}
		return m
	}
	words := strings.Fields(strings.ToLower(rest))
	later, n := 0, 0
	for l := range c.Table.Log() {
		if n++; n > maxUndoSearch {
			break
		}
		if l.Undone {
			continue
		}
		for _, fact := range l.Event.Facts {
			done, ok := fact.(model.Finished)
			if !ok {
				continue
			}
			if !c.rollMatches(done, words) {
				later++
				continue
			}
			m := Meaning{Does: "undo: " + c.Gate.Headline(c.Table, l.Event), Before: l.Event.Seq, Times: later + 1}
			if later > 0 {
				m.Does = fmt.Sprintf("undo %d acts, back to before: %s", later+1, c.Gate.Headline(c.Table, l.Event))
			}
			if !c.Seat.IsGamemaster() && !holds(c.Table.ActBy(c.Seat), l.Event.Seq) {
				m.Before, m.WhyNot = 0, "you can undo your last act alone: ask the gamemaster"
			}
			return m
		}
	}
	last.Key, last.Command, last.WhyNot = "", nil, fmt.Sprintf("nothing recent matches %q", rest)
	return last
}

// UndoBack carries out an undo of everything back to an act, act by act; now returns the
// table as the seat sees it then.
func (m Meaning) UndoBack(seat model.Seat, now func() model.Table, do func(model.Command) error) error {
	for more := m.Times - 1; ; more-- {
		all := now().ActBy(seat)
		if all == nil {
			return nil
		}
		if err := do(model.UndoOf(all)); err != nil {
			return err
		}
		if holds(all, m.Before) || more <= 0 && all[0].Seq < m.Before {
			return nil
		}
	}
}

func holds(act []model.Event, seq uint64) bool {
	return slices.ContainsFunc(act, func(e model.Event) bool { return e.Seq == seq })
}

// lastActs says what undoing n acts leads back to, or why there are not that many.
func (c *Context) lastActs(n int) (does, whyNot string) {
	t := c.Table
	does = fmt.Sprintf("undo %d acts", n)
	for i := range n {
		act := t.NextAct()
		if act == nil {
			return does, fmt.Sprintf("only %d can be undone", i)
		}
		oldest := act[len(act)-1]
		if i == n-1 {
			for _, e := range slices.Backward(act) { // what it came to, rather than that it began
				if slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, done := f.(model.Finished); return done }) {
					oldest = e
					break
				}
			}
			does += ", back to before: " + c.Gate.Headline(c.Table, oldest)
		}
		for t.UndoStack != nil && t.UndoStack.Event.Seq >= act[len(act)-1].Seq {
			t.UndoStack = t.UndoStack.Next
		}
	}
	return does, ""
}

// rollMatches reports whether each word occurs in the sentence of a roll, in its action or
// among the other words for the action.
func (c *Context) rollMatches(x model.Finished, words []string) bool {
	text := strings.ToLower(c.Table.ActionName(x.Roll.System, x.Roll.Action) + " " + c.Gate.Headline(c.Table, model.Event{Facts: []model.Fact{x}}))
	if a, ok := c.Table.ActionOf(x.Roll.System, x.Roll.Action); ok {
		text += " " + a.Also
	}
	have := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" :,.'", r) })
	for _, w := range words {
		w = strings.TrimSuffix(w, "'s")
		if slices.Contains(stopWords, w) {
			continue
		}
		if !slices.ContainsFunc(have, func(h string) bool {
			return strings.HasPrefix(h, w) || len(w) > 3 && Distance(h, w) == 1
		}) {
			return false
		}
	}
	return true
}
