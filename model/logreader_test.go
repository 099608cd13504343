package model_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// kept is a log in a store that also has snapshots.
type kept struct {
	rules  model.Rulebooks
	events []model.Event
	shots  map[uint64][]byte
	pages  int // how often a page was read
}

// Page implements model.LogReader with a few events at a time.
func (k *kept) Page(before uint64) ([]model.Event, error) {
	k.pages++
	n := int(min(before, uint64(len(k.events))+1)) - 1
	out := slices.Clone(k.events[max(0, n-7):n])
	slices.Reverse(out)
	return out, nil
}

// Snapshot implements model.LogReader.
func (k *kept) Snapshot(before uint64) (model.Table, error) {
	newest := uint64(0)
	for seq := range k.shots {
		if seq < before {
			newest = max(newest, seq)
		}
	}
	if newest == 0 {
		return model.New(k.rules), nil
	}
	return model.New(k.rules).Restore(k.shots[newest], newest)
}

// Audiences implements model.LogReader.
func (k *kept) Audiences(upTo uint64, each func([]string, []uint32)) error {
	var clock model.Clock
	for _, e := range k.events[:upTo] {
		who, _ := e.Audience(&clock)
		each([]string{who}, []uint32{1})
	}
	return nil
}

// LastOfKind implements model.LogReader.
func (k *kept) LastOfKind(kind string, before uint64) (uint64, error) {
	for _, e := range slices.Backward(k.events[:before-1]) {
		if _, kinds := e.Audience(&model.Clock{}); slices.Contains(kinds, kind) {
			return e.Seq, nil
		}
	}
	return 0, nil
}

// write stores the events of a table that are not stored yet.
func (k *kept) write(tb testing.TB, t model.Table) {
	if oldest := t.OldestChange(); oldest > 0 {
		maps.DeleteFunc(k.shots, func(seq uint64, _ []byte) bool { return seq >= oldest })
	}
	k.events = append(k.events, since(t, uint64(len(k.events)))...)
	if t.Seq()%16 < 3 {
		shot, err := t.Snapshot()
		if err != nil {
			tb.Fatal(err)
		}
		k.shots[t.Seq()] = shot
	}
}

// since returns the events after one, as they were written.
func since(t model.Table, seq uint64) (out []model.Event) {
	for l := range t.Log() {
		if l.Event.Seq <= seq {
			break
		}
		if l.Was != nil {
			l.Event = *l.Was
		}
		out = append(out, l.Event)
	}
	slices.Reverse(out)
	return out
}

// toldOf returns everything that a table says of itself and its log.
func toldOf(tb testing.TB, t model.Table) string {
	var lines []model.LogLine
	for l := range t.Log() {
		lines = append(lines, l)
	}
	var redo []uint64
	for _, e := range t.RedoAct() {
		redo = append(redo, e.Seq)
	}
	return asJSON(tb, []any{t, lines, t.NextAct(), redo})
}

func asJSON(tb testing.TB, v any) string {
	tb.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return string(out)
}

// A table that holds only the newest part of its log is equal to the whole table: it shows
// the same, and the same can be undone, redone, requested and amended.
func TestShortenedTableIsEqual(t *testing.T) {
	for seed := range uint64(often(3, 5)) {
		all := slices.Sorted(maps.Keys(allRules()))
		b := newRandomFight(t, seed, all[int(seed)%len(all)], 4)
		k := &kept{rules: b.table.Rulebooks, shots: map[uint64][]byte{}}
		short := model.New(k.rules).WithReader(k)
		for n := range 120 {
			for _, e := range since(b.table, short.Seq()) {
				short = short.Apply(e)
			}
			k.write(t, short)
			if short = short.WithReader(k).Shortened(20); n%37 == 36 { // opened again
				was, err := k.Snapshot(short.Seq() + 1)
				if err != nil {
					t.Fatal(err)
				}
				was = was.WithReader(k)
				for _, e := range k.events[was.Seq():] {
					was = was.Apply(e)
				}
				short = was.WithReader(k)
			}
			if n%15 == 0 {
				alike(t, toldOf(t, short), toldOf(t, b.table), "seed %d, step %d", seed, n)
				b.decidesAlike(short)
			}
			b.step()
		}
		if short.Complete() {
			t.Errorf("seed %d: with %d events it holds them all", seed, short.Seq())
		}
	}
}

// A player's undo is searched only in memory, so a player who has done nothing does not
// make the log be read.
func TestPlayersUndoReadsNoLog(t *testing.T) {
	rules := allRules()
	k := &kept{rules: rules, shots: map[uint64][]byte{}}
	table := model.New(rules).WithReader(k)
	said := func(by model.Seat) {
		facts, _, err := decide.Result(table, by, model.Note{Text: "so it was"}, thrower(1))
		if err != nil {
			t.Fatal(err)
		}
		table = table.Apply(model.Event{Seq: table.Seq() + 1, By: by, Facts: facts})
		k.write(t, table)
		table = table.WithReader(k).Shortened(20)
	}
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	said(mira)
	for range 200 {
		said(gm)
	}
	k.pages = 0
	if all := table.ActBy(mira); all != nil {
		t.Errorf("%v would be taken back", all)
	}
	if _, _, err := decide.Result(table, mira, model.Undo{Act: true}, thrower(1)); err == nil {
		t.Error("what is long past was taken back")
	}
	if k.pages > 0 {
		t.Errorf("%d pages of the log were read", k.pages)
	}
	said(mira)
	said(gm)
	if all := table.ActBy(mira); len(all) != 1 || all[0].By != mira {
		t.Errorf("of Mira's last act %v would be taken back", all)
	}
}

// alike compares what a shortened and a whole table say.
func alike(tb testing.TB, short, whole, format string, args ...any) {
	tb.Helper()
	if short == whole {
		return
	}
	n := 0
	for n < min(len(short), len(whole)) && short[n] == whole[n] {
		n++
	}
	near := func(s string) string { return s[max(0, n-200):min(len(s), n+200)] }
	tb.Fatalf(format+": short\n%s\nwhole\n%s", append(args, near(short), near(whole))...)
}

// replayed runs the rule of a roll again with its answers.
func replayed(tb testing.TB, t model.Table, r model.Roll) string {
	tb.Helper()
	in, err := t.InputsOf(r)
	if err != nil {
		tb.Fatal(err)
	}
	step, err := engine.Run(in, r.Tape)
	return fmt.Sprintf("%+v %v", step, err)
}

// decidesAlike decides commands that need old events, on the whole and on the shortened
// table.
func (b *randomFight) decidesAlike(short model.Table) {
	b.Helper()
	seq := 1 + b.rnd.Uint64N(b.table.Seq())
	all := []model.Command{model.Undo{}, model.Undo{Act: true}, model.Undo{Seq: seq}, model.Redo{}, model.Back{}, model.Amend{Event: seq, Stop: true}}
	for _, c := range all {
		want, _, err := decide.Result(b.table, gm, c, thrower(1))
		got, _, shortErr := decide.Result(short, gm, c, thrower(1))
		if (err == nil) != (shortErr == nil) {
			b.Fatalf("%#v on event %d: short %v, whole %v", c, b.table.Seq(), shortErr, err)
		}
		if err != nil {
			continue
		}
		e := model.Event{Seq: short.Seq() + 1, By: gm, Facts: got}
		alike(b, asJSON(b, e), asJSON(b, model.Event{Seq: e.Seq, By: gm, Facts: want}), "what %#v is", c)
		alike(b, toldOf(b, short.Apply(e)), toldOf(b, b.table.Apply(e)), "after %#v", c)
	}
	then, ok := decide.Before(b.table, seq)
	was, shortOK := decide.Before(short, seq)
	if ok != shortOK {
		b.Fatalf("as of event %d short %v, whole %v", seq, shortOK, ok)
	}
	alike(b, asJSON(b, was), asJSON(b, then), "as of event %d", seq)
	for l := range b.table.LogFrom(seq) {
		for _, f := range l.Event.Facts {
			end, is := f.(model.Finished)
			if !is {
				continue
			}
			r, ok := b.table.AsRolled(end.Roll, seq)
			was, shortOK := short.AsRolled(end.Roll, seq)
			if ok != shortOK {
				b.Fatalf("the roll of event %d: short %v, whole %v", seq, shortOK, ok)
			}
			alike(b, replayed(b, short, was), replayed(b, b.table, r), "the roll of event %d", seq)
		}
		break
	}
}
