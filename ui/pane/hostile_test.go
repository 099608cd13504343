package pane_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

var (
	inks    = regexp.MustCompile("\x1b\\[[0-9;]*m")
	strange = []string{
		"Rook", "سيرافيم الكبير", "क्षत्रिय", "क्\u200dषत्रिय", "세라프 가나다", "ᄒ", "각", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇩🇪🇫", "1️⃣", "☺️", "é́́́́́́́́",
		"\x1b[31mred", "\x1b]0;title\a", "\x1b", "\x9b1m", "\u009b2J", "\r\n", "\t", "\x00", "\u202egnp", "\u2066a\u2069", "\u200b\u200d",
		"\u0301\u0302", "\u0600", "\ufeff", "\U000e0041", "ﷺ", "ൎ", "　", "漢字", "ｶﾀｶﾅ", "\xff\xfe", "\xed\xa0\x80", "e\u0301", " ", "", "\u2028", "\u00ad", "ᅟ", "ﾠ",
		"நி", "กำ", "ༀ", "𓀀", "\ue0b0", "\ufffe", "🏳️‍🌈", "👍🏿",
	}
)

func name(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return strange[r.IntN(len(strange))]
	case 1:
		return strings.Repeat(strange[r.IntN(len(strange))], 1+r.IntN(200))
	case 2:
		b := make([]byte, r.IntN(40))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return string(b)
	}
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteString(strange[r.IntN(len(strange))])
		b.WriteRune(rune(r.IntN(0x2ffff)))
	}
	return b.String()
}

// hostile is a table of which every word that people write is strange. It
// comes from a log that was not cleaned.
func hostile(r *rand.Rand) model.Table {
	t := model.New(model.Rulebooks{"toy": newToy("toy", []engine.Timekeeping{segments, downward, turnsOnly}[r.IntN(3)])})
	seq := uint64(0)
	apply := func(facts ...model.Fact) {
		seq++
		t = t.Apply(model.Event{Seq: seq, Time: time.Unix(int64(seq), 0), By: model.Seat{Role: model.Player, Name: name(r)}, Facts: facts})
	}
	apply(model.Made{Name: name(r), System: "toy"})
	for i := range 1 + r.IntN(6) {
		page := engine.PageOf("powers/r1/name", name(r), "powers/r1/rank", 3, "strength", r.IntN(200), "ep_lost", r.IntN(100))
		apply(model.Joined{Character: model.Character{ID: fmt.Sprint("c", i), Name: name(r), Notes: name(r), Hidden: r.IntN(5) == 0,
			Pages: map[string]engine.Page{"toy": page, name(r): page}}})
	}
	for range r.IntN(12) {
		who := fmt.Sprint("c", r.IntN(6))
		roll := model.Roll{ID: fmt.Sprint("r", seq), Who: who, Against: []string{"c0"}, System: "toy", Action: []string{"move", name(r)}[r.IntN(2)], Moment: r.IntN(90),
			Params: engine.PageOf("why", name(r)), Tape: []engine.Answer{{ID: name(r), Dice: name(r), Faces: engine.Faces{1, 2}}}}
		switch r.IntN(6) {
		case 0:
			apply(model.Opened{Roll: roll}, fact("roll-parked", map[string]any{"roll": roll.ID, "who": who, "action": name(r), "why": name(r)}))
		case 1:
			apply(model.Finished{Roll: roll, Outcome: engine.Outcome{Grade: name(r), Flags: []string{name(r)}}, Notes: []string{name(r)},
				Changes: []model.Change{{Who: who, System: "toy", Field: name(r), From: engine.ValueOf(name(r)), To: engine.ValueOf(name(r))}},
				Later:   []model.Pending{{ID: fmt.Sprint("p", seq), Who: who, Against: []string{"c0"}, System: "toy", Of: name(r), Action: name(r), Start: roll.Moment, Due: roll.Moment + r.IntN(500)}}})
		case 2:
			apply(model.Noted{Text: name(r), Private: r.IntN(2) == 0})
		case 3:
			apply(fact("sheet-written", map[string]any{"who": who, "system": name(r), "why": name(r), "changes": []model.Change{{Field: name(r), To: engine.ValueOf(name(r))}}}))
		case 4:
			apply(fact("clock-moved", map[string]any{"clock": model.Clock{Moment: r.IntN(100), Place: name(r), Order: []string{"c0", "c1"}, Turn: "c0"}}))
		case 5:
			apply(model.Unknown{Is: name(r), Body: []byte(name(r))}, model.Undone{Seq: seq})
		}
	}
	return t
}

// fact makes a fact that only the log and the model know.
func fact(kind string, body any) model.Fact {
	raw, err := json.Marshal(map[string]any{"by": gm, "facts": []any{map[string]any{"kind": kind, "fact": body}}})
	var e model.Event
	if err == nil {
		err = json.Unmarshal(raw, &e)
	}
	if err != nil {
		panic(err)
	}
	return e.Facts[0]
}

// Whatever people write, every line has its width, every pane its height, and
// nothing but inks reaches the terminal.
func TestHostileText(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	for n := range rounds {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		table := hostile(r)
		l := looks[r.IntN(len(looks))]
		f := frame(table, l.look)
		f.System = ""
		f.Filter = pane.Filter{Hidden: r.IntN(6) == 0}
		open := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}
		for _, p := range []pane.Pane{pane.Roster{Strip: r.IntN(2) == 0}, pane.Sheet{On: "Speed", Open: []string{"Speed"}}, pane.Costs{On: "1"},
			pane.Log{On: uint64(r.IntN(9)), Open: open[r.IntN(9):], Marked: open[r.IntN(9):]}, pane.Timeline{On: "p3"}} {
			w, h := 2+r.IntN(100), r.IntN(30)
			checkLines(t, n, p.Draw(f.Sized(w, h, r.IntN(2) == 0)), w, h)
			checkLines(t, n, f.Look.Framed(kit.Frame{Title: p.Title(f), Number: 3, W: w, H: 3, Focused: true}, p.Draw(f.Sized(max(w-2, 0), 1, true))), w, 3)
		}
	}
}

func checkLines(t *testing.T, n int, lines []string, w, h int) {
	t.Helper()
	if len(lines) != h {
		t.Fatalf("table %d: %d lines instead of %d", n, len(lines), h)
	}
	for _, line := range lines {
		if got := kit.Width(line); got != w {
			t.Fatalf("table %d: a line of %d cells instead of %d: %q", n, got, w, line)
		}
		for _, c := range inks.ReplaceAllString(line, "") {
			if c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 {
				t.Fatalf("table %d: %U reaches the terminal in %q", n, c, line)
			}
		}
	}
}

// long is a table after a long evening.
func long(tb testing.TB, events int) model.Table {
	e := vault(tb, segments)
	t := e.t
	for seq := t.Seq() + 1; seq <= uint64(events); seq++ {
		t = t.Apply(model.Event{Seq: seq, By: gm, Facts: []model.Fact{model.Noted{Text: "one of very many notes"}}})
	}
	return t
}

// BenchmarkScreen draws the five panes as they stand at 120 by 36.
func BenchmarkScreen(b *testing.B) {
	for _, events := range []int{20, 100_000} {
		t := long(b, events)
		f := frame(t, looks[0].look)
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				screen(f)
			}
		})
	}
}

// BenchmarkLog draws the log where it is dearest: at its far end, and with a
// filter that fits nothing.
func BenchmarkLog(b *testing.B) {
	f := frame(long(b, 100_000), looks[0].look)
	b.Run("oldest", func(b *testing.B) {
		for b.Loop() {
			pane.Log{On: 1}.Draw(f.Sized(27, 22, true))
		}
	})
	f.Filter.Text = "nobody wrote this"
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			pane.Log{}.Draw(f.Sized(27, 22, true))
		}
	})
}

func screen(f pane.Frame) []string {
	box := func(p pane.Pane, n, w, h int) []string {
		return f.Look.Framed(kit.Frame{Title: p.Title(f), Number: n, W: w, H: h, Focused: n == 1}, p.Draw(f.Sized(w-2, h-2, n == 1)))
	}
	top := kit.Beside(box(pane.Roster{}, 1, 27, 24), box(pane.Sheet{}, 2, 64, 24), box(pane.Log{}, 3, 29, 24))
	return append(top, kit.Beside(box(pane.Costs{}, 4, 27, 10), box(pane.Timeline{}, 5, 93, 10))...)
}
