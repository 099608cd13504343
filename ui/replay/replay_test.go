package replay_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/replay"
)

var gm, everyone = model.Seat{Role: model.GM}, model.Seat{Role: model.Watcher}

// fight returns a table with six attacks between two characters, one of them undone, and
// with a hidden character.
func fight(tb testing.TB) model.Table {
	tb.Helper()
	return fightOf(tb, model.ShownOpen)
}

// fightOf returns it with characters who are shown to others in a way.
func fightOf(tb testing.TB, shown string) model.Table {
	tb.Helper()
	dice := rand.New(rand.NewPCG(3, 4))
	throw := func(d engine.Dice, _ bool) engine.Faces {
		var f engine.Faces
		for d.Missing(f) > 0 {
			f = append(f, d.Low+dice.IntN(d.High-d.Low+1))
		}
		return f
	}
	t := model.New(model.Rulebooks{"d6": d6.System})
	do := func(c model.Command) {
		facts, err := decide.Decide(t, gm, c, throw)
		if err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
		t = t.Apply(model.Event{Seq: t.Seq() + 1, Time: time.Unix(int64(t.Seq()), 0), By: gm, Facts: facts, Did: c})
	}
	do(model.Make{Name: "Vault <b>", System: "d6"})
	do(model.Scene{Place: "The yard"})
	for i, name := range []string{"Rook", "Footpad", "Lurker 7919"} {
		tpl := d6.System.Templates[i%len(d6.System.Templates)]
		do(model.Join{Character: model.Character{Name: name, Side: []engine.Side{engine.Heroes, engine.Foes}[i%2], Shown: shown, Hidden: i == 2, Pages: map[string]engine.Page{"d6": tpl.Page}}})
	}
	all := t.Characters()
	strike := func(who, other string) {
		do(model.Begin{Who: who, Against: []string{other}, System: "d6", Action: "attack", Force: true})
		for len(t.Rolls()) > 0 {
			r := t.Rolls()[0]
			step, err := t.Step(r)
			if err != nil || step.Open == nil {
				tb.Fatal(err)
			}
			do(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Offered()})
		}
	}
	for n := range 6 {
		strike(all[n%2].ID, all[(n+1)%2].ID)
		if n == 2 {
			do(model.Undo{Act: true})
		}
	}
	strike(all[2].ID, all[0].ID)
	do(model.Scene{Place: "Elsewhere"})
	do(model.Note{Text: "nobody fights here"})
	return t
}

// TestReplay checks that a replay has every act that was not undone, in order, and nothing
// that the seat may not know.
func TestReplay(t *testing.T) {
	table := fight(t)
	r, err := replay.Of(table, everyone, 0)
	if err != nil {
		t.Fatal(err)
	}
	if r.Number != 1 || r.Place != "The yard" {
		t.Errorf("fight %d at %q", r.Number, r.Place)
	}
	results := 0
	for _, f := range r.Frames {
		if f.Words == "" || f.When == "" {
			t.Errorf("a frame without words or time: %+v", f)
		}
		if f.Result != "" {
			results++
		}
	}
	if results != 5 {
		t.Errorf("%d attacks are told, and 5 stand", results)
	}
	whole, err := replay.Of(table, gm, 1)
	if err != nil || len(whole.Frames) <= len(r.Frames) {
		t.Errorf("the gamemaster's replay has %d frames and everybody's %d: %v", len(whole.Frames), len(r.Frames), err)
	}
	for _, n := range []int{-1, 2} {
		if _, err := replay.Of(table, gm, n); err == nil || !strings.Contains(err.Error(), "1 fight") {
			t.Errorf("fight %d: %v", n, err)
		}
	}
	if _, err := replay.Of(model.New(table.Rulebooks), gm, 0); err == nil {
		t.Error("there is a fight at an empty table")
	}
}

// TestForms checks that every format is well formed, escapes names, loads nothing from
// other hosts, and contains nothing hidden.
func TestForms(t *testing.T) {
	r, err := replay.Of(fight(t), everyone, 0)
	if err != nil {
		t.Fatal(err)
	}
	written := func(write func(io.Writer) error) string {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"7919", "<b>"} {
			if strings.Contains(b.String(), "Vault "+bad) || bad == "7919" && strings.Contains(b.String(), bad) {
				t.Errorf("%q is in it", bad)
			}
		}
		return b.String()
	}
	page := written(r.WriteHTML)
	for _, outside := range []string{"http://", "https://", "src=", "@import", "url("} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %q", outside)
		}
	}
	picture := written(r.WriteSVG)
	wellFormed(t, picture)
	if len(picture) > 100_000 || !strings.Contains(picture, "prefers-reduced-motion") {
		t.Errorf("the picture has %d bytes", len(picture))
	}
	for i, line := range strings.Split(strings.TrimSpace(written(r.WriteCast)), "\n") {
		if !json.Valid([]byte(line)) || i > 0 && !strings.HasPrefix(line, "[") {
			t.Errorf("line %d of the recording: %s", i, line)
		}
	}
}

// TestThinned checks that a picture keeps the frames with the largest losses, and the last
// one.
func TestThinned(t *testing.T) {
	r, err := replay.Of(fight(t), gm, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := r.Frames[len(r.Frames)-1].Words
	if few := r.Thinned(3); len(few.Frames) != 3 || few.Frames[2].Words != last {
		t.Errorf("3 frames are %d, and the last is %q", len(few.Frames), few.Frames[len(few.Frames)-1].Words)
	}
}

// TestCard checks the figures of a card against the replay, and that every form of it is
// well formed, escapes names and holds nothing that the seat may not know.
func TestCard(t *testing.T) {
	table := fight(t)
	card := func(seat model.Seat) replay.Card {
		c, err := replay.CardOf(t.Context(), table, seat, 0)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	own, whole := card(everyone), card(gm)
	r, err := replay.Of(table, everyone, 0)
	if err != nil {
		t.Fatal(err)
	}
	hits, struck, given, taken := 0, 0, 0, 0
	for _, f := range r.Frames {
		if f.Result != "" {
			struck++
		}
		if f.Result == "hit" {
			hits++
		}
	}
	for _, p := range own.People {
		given, taken, struck = given+p.Hits, taken+p.Taken, struck-p.Blows
	}
	if hits == 0 || given != hits || own.Counts == "hits" && taken != hits || struck != 0 {
		t.Errorf("%d hits are told, %d given and %d taken are on the card, and %d blows are missing", hits, given, taken, struck)
	}
	if len(whole.Curve) == 0 || len(whole.Curve) > 20 || len(own.Curve) == 0 {
		t.Errorf("the gamemaster's curve has %d moments, and everybody's %d", len(whole.Curve), len(own.Curve))
	}
	if !strings.Contains(whole.Stood, "Lurker 7919") || strings.Contains(own.Stood, "7919") {
		t.Errorf("the gamemaster sees %q standing, and everybody %q", whole.Stood, own.Stood)
	}
	escape := func(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }
	for name, write := range map[string]func(io.Writer) error{"html": own.WriteHTML, "svg": own.WriteSVG,
		"md": func(w io.Writer) error { return own.WriteMarkdown(w, escape) }} {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !strings.Contains(text, "Rook") || !strings.Contains(text, "Who stood last") || strings.Contains(text, "7919") || strings.Contains(text, "Vault <b>") {
			t.Errorf("the card as %s:\n%s", name, text)
		}
		if name == "svg" {
			wellFormed(t, text)
			if !strings.Contains(text, `width="1200" height="630"`) {
				t.Error("the picture has another size")
			}
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if c, err := replay.CardOf(ended, table, gm, 0); err != nil || len(c.Curve) > 0 {
		t.Errorf("a curve of %d moments although nobody waits: %v", len(c.Curve), err)
	}
	if _, err := replay.CardOf(t.Context(), table, gm, 2); err == nil {
		t.Error("there is a card of a fight that there is not")
	}
}

func wellFormed(t *testing.T, picture string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// remembered is a replay.Memory.
type remembered map[string]string

func (m remembered) Remembered(key string) string { return m[key] }
func (m remembered) Remember(key, value string)   { m[key] = value }

// TestCurveIsRemembered checks that a curve is counted moment by moment, that what was
// counted is not counted again.
func TestCurveIsRemembered(t *testing.T) {
	table, kept := fight(t), remembered{}
	session := table.CurrentSession()
	c := replay.CurveOf(table, gm, session, kept)
	if c.Of() < 1 || len(c.Moments) != 0 {
		t.Fatalf("%d of %d moments are counted at first", len(c.Moments), c.Of())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if c.Next(ended).Done() || len(kept) > 0 {
		t.Error("a chance is kept that was not counted to the end")
	}
	c = c.Next(t.Context())
	if again := replay.CurveOf(table, gm, session, kept); len(again.Moments) != 1 || again.Moments[0] != c.Moments[0] {
		t.Errorf("after one moment there are %+v", again.Moments)
	}
	for !c.Done() {
		c = c.Next(t.Context())
	}
	whole, err := replay.CardOf(t.Context(), table, gm, 0)
	if err != nil || !slices.Equal(whole.Curve, c.Moments) {
		t.Errorf("the card has another curve: %v, %v", whole.Curve, c.Moments)
	}
	if again := replay.CurveOf(table, gm, session, kept); !again.Done() || !slices.Equal(again.Moments, c.Moments) {
		t.Errorf("of %d moments %d are remembered", c.Of(), len(again.Moments))
	}
	if own := replay.CurveOf(table, everyone, session, kept); own.Of() == 0 || len(own.Moments) == own.Of() {
		t.Errorf("others, who do not see somebody, have %d of %d moments from the gamemaster's memory", len(own.Moments), own.Of())
	}
	if c := replay.CurveOf(table, everyone, session+1, kept); c.Of() != 0 {
		t.Errorf("a session without fights has %d moments", c.Of())
	}
}

// TestCardOfNames checks that the card of somebody who knows the fighters by name only has
// the blows that their log tells, and nothing that their log leaves out.
func TestCardOfNames(t *testing.T) {
	table := fightOf(t, model.ShownNameOnly)
	c, err := replay.CardOf(t.Context(), table, everyone, 0)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := replay.CardOf(t.Context(), table, gm, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.People) != 2 || c.Counts != "hits" || len(c.Curve) > 0 || c.Luckiest != nil || c.Unluckiest != nil || c.Hardest != "" {
		t.Errorf("others have the card %+v", c)
	}
	hits := 0
	for _, p := range c.People {
		at := slices.IndexFunc(whole.People, func(x replay.Tally) bool { return x.Name == p.Name })
		if at < 0 || p.Hits != whole.People[at].Hits || p.Blows != whole.People[at].Blows || p.Given != p.Hits {
			t.Errorf("others are told %+v of %+v", p, whole.People)
		}
		hits += p.Hits
	}
	if hits == 0 {
		t.Error("nobody has hit")
	}
}
