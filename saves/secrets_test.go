package saves_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
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
	ash := do(t, l, model.Join{Character: open}).Characters()[0].ID
	lurker := do(t, l, model.Join{Character: hidden}).Characters()[1].ID
	for n := range 3 {
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
	words := func(t model.Table, f model.Fact) []string {
		var out []string
		for _, s := range t.Tell(f, true) {
			out = append(out, s.Text)
		}
		return out
	}
	exports := map[string]func(*bytes.Buffer, model.Seat) error{
		"JSON": func(b *bytes.Buffer, seat model.Seat) error { return l.Export(b, seat) },
		"Markdown": func(b *bytes.Buffer, seat model.Seat) error {
			return saves.ExportMarkdown(b, l.Now().SeenBy(seat), words)
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
		if !strings.Contains(his.String(), "Ash") || strings.Contains(his.String(), lurker) {
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
