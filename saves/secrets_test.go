package saves_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// No export of what a player sees holds a secret, whatever log it is handed,
// and it can be imported: its log is whole and numbers its own lines.
func TestSecretsAreNotExported(t *testing.T) {
	l := makeTable(t)
	bo := model.Seat{Role: model.Player, Name: "Bo"}
	open := character("Ash")
	open.Owner = "Bo"
	hidden := character("SECRET name")
	hidden.Hidden, hidden.Notes = true, "SECRET notes"
	hidden.Pages = map[string]engine.Page{"toy": hidden.Pages["toy"].With("strength", engine.ValueOf(7))}
	met := character("Birch")
	met.Notes = "SECRET of hers"
	ash := do(t, l, model.Join{Character: open}).Characters()[0].ID
	birch := do(t, l, model.Join{Character: met}).Characters()[1].ID
	lurker := do(t, l, model.Join{Character: hidden}).Characters()[2].ID
	for n := range 3 {
		do(t, l, model.Write{Who: birch, System: "toy", Set: []model.Change{{Field: "tired", To: engine.ValueOf(n + 1)}}, Why: "SECRET wound"})
		do(t, l, model.AddEffect{Who: birch, Words: "SECRET weakness", Until: model.ByTreated})
		do(t, l, model.Begin{Who: birch, System: "toy", Action: "check", Params: engine.PageOf("why", "SECRET plan")})
		do(t, l, model.Drop{Roll: l.Now().Rolls()[len(l.Now().Rolls())-1].ID, Why: "SECRET end"})
		do(t, l, note(n))
		do(t, l, model.Note{Text: fmt.Sprintf("SECRET note %d", n), Private: true})
		do(t, l, model.Write{Who: lurker, System: "toy", Set: []model.Change{{Field: "tired", To: engine.ValueOf(n + 1)}}, Why: "SECRET reason"})
		if n > 0 {
			do(t, l, model.Drop{Roll: l.Now().Rolls()[0].ID, Why: "SECRET drop"})
		}
		do(t, l, model.Begin{Who: ash, System: "toy", Action: "check", Params: engine.PageOf("hidden", true, "why", "SECRET roll")})
		do(t, l, model.AddEffect{Who: lurker, Words: "SECRET effect", Until: model.ByTreated})
		do(t, l, model.Wait{Who: lurker, Words: "SECRET trigger"})
		do(t, l, model.Undo{})
	}
	if _, err := l.Do(bo, model.Note{Text: "Bo's own", Private: true}); err != nil {
		t.Fatal(err)
	}
	if found, all, err := l.Search(t.Context(), bo, "SECRET", 0, 9); err != nil || len(found) > 0 || all > 0 {
		t.Errorf("a player who searches finds %v of %d, %v", found, all, err)
	}
	words := func(t model.Table, f model.Fact) []string {
		var out []string
		for _, s := range view.Tell(t, f, true) {
			out = append(out, s.Text)
		}
		return out
	}
	exports := map[string]func(*bytes.Buffer, model.Seat) error{
		"JSON": func(b *bytes.Buffer, seat model.Seat) error { return l.Export(b, seat) },
		"Markdown": func(b *bytes.Buffer, seat model.Seat) error {
			return transfer.ExportMarkdown(b, view.SeenBy(l.Now(), seat), nil, storyOf(words))
		},
	}
	for name, export := range exports {
		var all, his bytes.Buffer
		if err := export(&all, program); err != nil {
			t.Fatal(err)
		}
		if err := export(&his, bo); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(all.String(), "SECRET") {
			t.Errorf("%s of the whole table has no secrets", name)
		}
		if i := strings.Index(his.String(), "SECRET"); i >= 0 {
			t.Errorf("%s of a player's table holds %.40q", name, his.String()[i:])
		}
		if !strings.Contains(his.String(), "Birch") {
			t.Errorf("%s of a player's table does not name who was met", name)
		}
		if !strings.Contains(his.String(), "Ash") || strings.Contains(his.String(), `"`+lurker+`"`) {
			t.Errorf("%s of a player's table:\n%s", name, his.String())
		}
		if !strings.Contains(his.String(), "Bo's own") {
			t.Errorf("%s of a player's table has not his own note", name)
		}
	}
	var b bytes.Buffer
	if err := exports["JSON"](&b, bo); err != nil {
		t.Fatal(err)
	}
	if _, notes, err := saves.Import(&b, t.TempDir(), rules, testDeps()); err != nil || len(notes) > 0 {
		t.Errorf("a player's export is imported with %v %v", notes, err)
	}
}

// Whoever has a player's export cannot draw hidden dice from it, neither those
// that the gamemaster hides nor those of somebody who is hidden; the
// gamemaster's holds what they are drawn from, and both can be checked.
func TestHiddenDiceCannotBeDrawn(t *testing.T) {
	l := makeTable(t)
	bo := model.Seat{Role: model.Player, Name: "Bo"}
	lurker := character("Birch")
	lurker.Hidden = true
	ash := do(t, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	birch := do(t, l, model.Join{Character: lurker}).Characters()[1].ID
	roll := func(who string, params engine.Page) {
		begun := do(t, l, model.Begin{Who: who, System: "toy", Action: "check", Params: params}).Rolls()
		do(t, l, model.Drop{Roll: begun[0].ID})
	}
	var hiddenDice []model.Answered
	for range 3 {
		roll(ash, engine.Page{})
		roll(ash, engine.PageOf("hidden", true))
		roll(birch, engine.Page{})
	}
	table := do(t, l, model.EndSession{})
	for e, err := range l.Events(0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range e.Facts {
			if a, ok := f.(model.Answered); ok && a.Thrown {
				if a.Draw.Hidden != (a.Hidden || a.Who == birch) {
					t.Errorf("event %d: hidden is %v of %+v", e.Seq, a.Draw.Hidden, a)
				}
				if a.Draw.Hidden {
					hiddenDice = append(hiddenDice, a)
				}
			}
		}
	}
	if len(hiddenDice) < 6 {
		t.Fatalf("only %d hidden throws", len(hiddenDice))
	}
	// What the player has tells of no gap: his dice stand one behind the other.
	last, faces := int64(0), int64(0)
	for line := range view.SeenBy(table, bo).Log() {
		for _, f := range line.Event.Facts {
			if a, ok := f.(model.Answered); ok && a.Thrown {
				n := int64(len(a.Answer.Faces))
				last, faces = max(last, a.Draw.At+n), faces+n
			}
		}
	}
	if faces == 0 || last != faces {
		t.Errorf("a player sees %d dice, up to place %d", faces, last)
	}
	for _, try := range []struct {
		seat  model.Seat
		knows bool
	}{{bo, false}, {model.Seat{Role: model.Watcher}, false}, {model.Seat{Role: model.GM}, true}} {
		var b bytes.Buffer
		if err := l.Export(&b, try.seat); err != nil {
			t.Fatal(err)
		}
		if draws(b.Bytes(), hiddenDice) != try.knows || strings.Contains(b.String(), "hidden_") != try.knows {
			t.Errorf("%+v can draw hidden dice: %v\n%s", try.seat, !try.knows, b.String())
		}
		path := filepath.Join(t.TempDir(), "seen.json")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := saves.CheckExport(path, rules, "")
		want := 3
		if try.knows {
			want = 9
		}
		if err != nil || !r.Good() || r.Sessions != 1 || r.Dice < want {
			t.Errorf("%+v: %+v %v", try.seat, r, err)
		}
	}
}

// draws reports whether one of the numbers in an export is the seed of dice.
func draws(export []byte, dice []model.Answered) bool {
	for _, seed := range regexp.MustCompile(`[0-9a-f]{64}`).FindAllString(string(export), -1) {
		raw, _ := hex.DecodeString(seed)
		words := rand.NewChaCha8([32]byte(raw))
		fits := true
		for _, a := range dice {
			for _, face := range a.Answer.Faces {
				fits = fits && a.Draw.Low+int(words.Uint64()%uint64(a.Draw.High-a.Draw.Low+1)) == face
			}
		}
		if fits {
			return true
		}
	}
	return false
}
