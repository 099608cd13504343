package transfer_test

import (
	"bytes"
	"errors"
	"iter"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves/transfer"
)

// storyOf tells every event of a log by the words of its facts.
func storyOf(words func(model.Table, model.Fact) []string) func(model.Table) iter.Seq2[model.LogLine, []view.Line] {
	return func(t model.Table) iter.Seq2[model.LogLine, []view.Line] {
		return func(yield func(model.LogLine, []view.Line) bool) {
			for l := range t.Log() {
				var out []view.Line
				for _, f := range l.Event.Facts {
					for i, w := range words(t, f) {
						out = append(out, view.Line{Text: w, Head: i == 0})
					}
				}
				if !yield(l, out) {
					return
				}
			}
		}
	}
}

func TestMarkdown(t *testing.T) {
	p := newTable(t)
	p.do(model.Join{Character: character("Ash *the* <b>")})
	p.do(model.Note{Text: "note 1"})
	p.do(model.Undo{})
	p.do(model.Note{Text: "for no player's eyes", Private: true})
	words := func(_ model.Table, f model.Fact) []string {
		if n, ok := f.(model.Noted); ok {
			return []string{"Note", n.Text}
		}
		return nil
	}
	var b bytes.Buffer
	if err := transfer.ExportMarkdown(&b, p.table, nil, storyOf(words)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# The Vault\n", `### Ash \*the\* &lt;b>`, "- Strength: 4", "- `3` 20:0", "  note 1\n", "~~Note~~", "**Note**", "no player's eyes"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := transfer.ExportMarkdown(&b, view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Kim"}), nil, storyOf(words)); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "no player's eyes") {
		t.Error("a player's export has the gamemaster's note")
	}
}

// Every block of every rulebook's panel is written as Markdown.
func TestMarkdownOfAll(t *testing.T) {
	p := newTable(t)
	for id, s := range rules {
		if len(s.Templates) > 0 {
			p.do(model.Join{Character: model.Character{Name: s.Name, Pages: map[string]engine.Page{id: s.Templates[0].Page}}})
		}
	}
	var b strings.Builder
	last := []view.Line{{Text: "The first evening", Head: true}, {Text: "Seraph fell_"}, {Text: "43 VP left", Aside: true}}
	err := transfer.ExportMarkdown(&b, p.table, [][]view.Line{last}, storyOf(func(table model.Table, f model.Fact) []string {
		var out []string
		for _, s := range view.Tell(table, f, false) {
			out = append(out, s.Text)
		}
		return out
	}))
	if err != nil || !strings.Contains(b.String(), "|---|") || !strings.Contains(b.String(), " of ") || !strings.Contains(b.String(), "## Log") ||
		!strings.Contains(b.String(), "## Sessions") || !strings.Contains(b.String(), "Seraph fell\\_") || !strings.Contains(b.String(), "\n- 43 VP left") {
		t.Errorf("%v\n%.3000s", err, b.String())
	}
}

// A table, or one character of it, as a page to print and as Markdown: with whose it is,
// what costs what, and what will fall due.
func TestShow(t *testing.T) {
	p := newTable(t)
	p.do(model.Join{Character: character("Ash <b>")})
	p.do(model.Scene{Place: "The roof"})
	ash := p.table.Characters()[0]
	for _, whole := range []bool{true, false} {
		c := ash
		if whole {
			c = nil
		}
		var page, text bytes.Buffer
		if err := errors.Join(transfer.ShowHTML(&page, p.table, c), transfer.ShowMarkdown(&text, p.table, c)); err != nil {
			t.Fatal(err)
		}
		for in, want := range map[string]string{page.String(): "Ash &lt;b&gt;", text.String(): "Ash &lt;b>"} {
			if !strings.Contains(in, want) || !strings.Contains(in, "Strength") || strings.Contains(in, "The roof") != whole {
				t.Errorf("of all the table %v:\n%s", whole, in)
			}
		}
	}
}
