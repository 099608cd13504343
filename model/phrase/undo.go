package phrase

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.org/fray/model"
)

// maxUndoSearch is how many events of the log are searched for an act to undo.
const maxUndoSearch = 500

// readUndo reads what to undo: the last act, a number of acts or, with other words,
// everything back to the newest act that they describe.
func readUndo(c *Context, rest string) Meaning {
	for _, act := range []string{" acts", " act", " times"} {
		if n, cut := strings.CutSuffix(rest, act); cut && startsWithNumber(n) {
			rest = n
		}
	}
	last := Meaning{Does: "undo", Verb: "undo", Command: model.Undo{Act: true}}
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
	for i, act := range c.acts() {
		e, found := c.actMatches(act, strings.Fields(strings.ToLower(rest)))
		if !found {
			continue
		}
		m := Meaning{Does: "undo: " + c.Gate.Deed(c.Table, act), Before: e.Seq, Times: i + 1}
		if i > 0 {
			m.Does = fmt.Sprintf("undo %d acts, back to before: %s", i+1, c.Gate.Deed(c.Table, act))
		}
		if !c.Seat.IsGamemaster() && !holds(c.Table.ActBy(c.Seat), e.Seq) {
			m.Before, m.WhyNot = 0, "you can undo your last act alone: ask the gamemaster"
		}
		return m
	}
	last.Verb, last.Command, last.WhyNot = "", nil, fmt.Sprintf("nothing recent matches %q", rest)
	return last
}

// acts goes through the acts that can be undone, the newest first, each with its place.
func (c *Context) acts() iter.Seq2[int, []model.Event] {
	return func(yield func(int, []model.Event) bool) {
		t, events := c.Table, 0
		for i := 0; events < maxUndoSearch; i++ {
			act := t.NextAct()
			if act == nil || !yield(i, act) {
				return
			}
			events += len(act)
			for t.UndoStack != nil && t.UndoStack.Event.Seq >= act[len(act)-1].Seq {
				t.UndoStack = t.UndoStack.Next
			}
		}
	}
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
func (c *Context) lastActs(n int) (words, whyNot string) {
	does, most := fmt.Sprintf("undo %d acts", n), 0
	for i, act := range c.acts() {
		if most = i + 1; most < n {
			continue
		}
		return does + ", back to before: " + c.Gate.Deed(c.Table, act), ""
	}
	return does, fmt.Sprintf("only %d can be undone", most)
}

// actMatches finds the event of an act that words describe: each word stands in what the log
// tells of one of its facts, or among the other words for the action of that.
func (c *Context) actMatches(act []model.Event, words []string) (model.Event, bool) {
	for _, e := range act {
		for _, f := range e.Facts {
			if c.factMatches(f, words) {
				return e, true
			}
		}
	}
	return model.Event{}, false
}

func (c *Context) factMatches(f model.Fact, words []string) bool {
	text := c.Gate.Headline(c.Table, model.Event{Facts: []model.Fact{f}}) + " " + f.Kind()
	switch x := f.(type) {
	case model.Finished:
		text += " " + c.Table.ActionName(x.Roll.System, x.Roll.Action)
		if a, ok := c.Table.ActionOf(x.Roll.System, x.Roll.Action); ok {
			text += " " + a.Also
		}
	case model.SheetWritten:
		text += " damage dmg heal"
	}
	have := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" :,.'-→()", r) })
	for _, w := range words {
		w = strings.TrimSuffix(w, "'s")
		if slices.Contains(stopWords, w) {
			continue
		}
		if !slices.ContainsFunc(have, func(h string) bool {
			return h == w || slices.ContainsFunc(conceptsOf(w), func(x concept) bool { return x.has(h) }) || len(w) > 2 && (strings.HasPrefix(h, w) || sameStem(h, w) || hasTypo(h, w))
		}) {
			return false
		}
	}
	return true
}
