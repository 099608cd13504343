package model_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// A seat's view of a table that holds only the newest part of its log is the same as of
// the whole table: the same lines with the same numbers at every place, whatever is
// undone, shown, hidden or amended long ago. Nothing that the seat may not know is in it,
// nor in what is read of the rest.
func TestSeatViewOfColdLog(t *testing.T) {
	for i, system := range []string{"supermen", "d6", "trip"} {
		t.Run(system, func(t *testing.T) {
			x := newIntrigue(t, uint64(i+13), system)
			k := &kept{rules: x.table.Rulebooks, shots: map[uint64][]byte{}}
			short := model.New(k.rules).WithReader(k)
			follows := map[model.Seat]model.Table{}
			far := 0
			for n := range often(100, 300) {
				x.secretStep()
				if x.rnd.IntN(5) == 0 {
					x.takeBack(1 + x.rnd.Uint64N(x.table.Seq()))
				}
				for _, e := range since(x.table, short.Seq()) {
					short = short.Apply(e)
				}
				k.write(t, short)
				short = short.WithReader(k).Shortened(40)
				for _, s := range eyes {
					if x.rnd.IntN(3) == 0 {
						follows[s] = view.Follow(follows[s], short, s)
					}
				}
				if n%20 != 19 {
					continue
				}
				for _, s := range eyes {
					whole, seen := view.SeenBy(x.table, s), view.SeenBy(short, s)
					follows[s] = view.Follow(follows[s], short, s)
					where := fmt.Sprintf("step %d, %+v", n, s)
					all := told(x, whole)
					alike(t, told(x, seen), all, "%s", where)
					alike(t, told(x, follows[s]), all, "%s, followed", where)
					x.sameFar(s, seen, whole, where)
					x.sameWords(seen, where)
					if !seen.Complete() {
						far++
					}
				}
			}
			if far < often(100, 300)/15 {
				t.Errorf("only %d views did not hold all of their log", far)
			}
		})
	}
}

// takeBack undoes an event of long ago that no recorded roll needs.
func (x *intrigue) takeBack(seq uint64) {
	for l := range x.table.LogFrom(seq) {
		switch l.Event.Facts[0].Kind() {
		case "noted", "character-edited", "clock-moved", "effect-began", "roll-dropped":
			_ = x.do(gm, model.Undo{Seq: l.Event.Seq})
			return
		}
	}
}

// sameFar compares two tables of one seat at every place.
func (x *intrigue) sameFar(s model.Seat, seen, whole model.Table, where string) {
	x.Helper()
	secrets := x.secrets(s)
	find := func(text string) {
		if m, ok := search(secrets, text); ok {
			x.Fatalf("%s: %s is in %.200q", where, m, text)
		}
	}
	texts(reflect.ValueOf(seen), map[any]bool{}, find)
	for id := range x.table.Rulebooks {
		alike(x, asJSON(x, seen.HouseRulesSince(id)), asJSON(x, whole.HouseRulesSince(id)), "%s, house rules", where)
	}
	for range 20 {
		from := x.rnd.Uint64N(seen.Seq() + 2)
		a, b := firstOf(seen, from), firstOf(whole, from)
		texts(reflect.ValueOf(a), map[any]bool{}, find)
		alike(x, asJSON(x, a), asJSON(x, b), "%s from %d", where, from)
		of := 1 + x.rnd.Uint64N(x.table.Seq())
		if n, m := seen.Place(of), whole.Place(of); m != n {
			x.Fatalf("%s: event %d has place %d, in the whole %d", where, of, n, m)
		}
	}
}

func firstOf(t model.Table, from uint64) (out []model.LogLine) {
	for l := range t.LogFrom(from) {
		if out = append(out, l); len(out) == 5 {
			break
		}
	}
	return out
}

// sameWords checks an event that is marked as unredacted for a seat, and that the words of
// every other event are among its redacted variants.
func (x *intrigue) sameWords(seen model.Table, where string) {
	x.Helper()
	for l := range x.table.Log() {
		e := l.Event
		if l.Was != nil {
			e = *l.Was
		}
		cut, ok := seen.Redact(e)
		if n := seen.Place(e.Seq); (n != 0) != ok {
			x.Fatalf("%s: event %d is cut %v, and has place %d", where, e.Seq, ok, n)
		}
		if !ok {
			continue
		}
		all, some := said(x.table, e), said(seen, cut)
		if seen.Unredacted(e.Seq) && all != some {
			x.Fatalf("%s: event %d is\n%s\nand not the same as\n%s", where, e.Seq, some, all)
		}
		refers := false // to events by numbers of the seat's own
		if slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, right := f.(model.Amended); return right }) {
			continue
		}
		for _, f := range e.Facts {
			switch f.(type) {
			case model.Undone, model.Redone:
				refers = true
			}
		}
		for _, apart := range view.RedactedVariants(x.table, e) {
			all += said(x.table, apart)
		}
		for word := range strings.FieldsFuncSeq(some, func(r rune) bool { return strings.ContainsRune(" \n,;:.()[]#", r) }) {
			if !strings.Contains(all, word) && (!refers || !strings.ContainsAny(word, "0123456789") && !slices.Contains([]string{"an", "earlier", "event"}, word)) {
				x.Fatalf("%s: event %d says %q, which is not in\n%s", where, e.Seq, word, all)
			}
		}
	}
}

// said returns everything that the log says of an event.
func said(t model.Table, e model.Event) string {
	var b strings.Builder
	for _, f := range e.Facts {
		for _, s := range view.Tell(t, f, true) {
			b.WriteString(s.Text + "\n")
		}
	}
	return b.String()
}
