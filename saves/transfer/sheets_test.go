package transfer_test

import (
	"bytes"
	"errors"
	"html"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/saves/transfer"
)

// The page and the Markdown of a sheet have everything that is written on it in words, and
// every number with its label, in every rulebook; a seat that knows a character by name only
// gets the name.
func TestSheetsAreWhole(t *testing.T) {
	all := slices.DeleteFunc(systems.All(), (*engine.System).HasNoSheet)
	for _, id := range books.IDs() {
		text, _ := books.Text(id)
		s, err := script.Load(id+".star", text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	gm := model.Seat{Role: model.GM}
	for _, s := range all {
		table := model.New(model.Rulebooks{s.ID: s})
		commands := []model.Command{model.Make{Name: "Sheets", System: s.ID}}
		for _, template := range s.Templates {
			commands = append(commands, model.Join{Character: model.Character{Name: template.Name, Notes: "Likes tea.", Pages: map[string]engine.Page{s.ID: template.Page}}})
		}
		for _, c := range commands {
			facts, err := decide.Decide(table, gm, c, nil)
			if err != nil {
				t.Fatal(err)
			}
			table = table.Apply(model.Event{Seq: table.Seq() + 1, By: gm, Facts: facts})
		}
		for _, c := range table.Characters() {
			var page, text bytes.Buffer
			if err := errors.Join(transfer.ShowHTML(&page, table, c), transfer.ShowMarkdown(&text, table, c)); err != nil {
				t.Fatal(err)
			}
			want := []string{c.Name, s.Name, "Likes tea."}
			for _, path := range c.Pages[s.ID].Paths() {
				v, _ := c.Pages[s.ID].Get(path)
				if v.Kind() == engine.Text && v.Text() != "" {
					want = append(want, strings.ReplaceAll(v.Text(), "_", " "))
				}
			}
			for _, words := range want {
				for form, in := range map[string]string{"page": html.UnescapeString(page.String()), "Markdown": html.UnescapeString(strings.ReplaceAll(text.String(), `\`, ""))} {
					if !strings.Contains(strings.ToLower(in), strings.ToLower(words)) {
						t.Errorf("%s, %s: %q is not in the %s", s.ID, c.Name, words, form)
					}
				}
			}
			seen := view.SeenBy(table, model.Seat{Role: model.Watcher})
			known, there := seen.Character(c.ID)
			if !there || known.Public == nil {
				continue
			}
			page.Reset()
			if err := transfer.ShowHTML(&page, seen, known); err != nil || !strings.Contains(page.String(), "Known by name only") || strings.Contains(page.String(), `class="item"`) {
				t.Errorf("%s: others get %s, %v", s.ID, page.String(), err)
			}
		}
	}
}
