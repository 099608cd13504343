package scene_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"
)

// tables keeps the tables of a sheet.
type tables struct {
	scene.Only
	all []scene.Table
}

func (t *tables) Table(x scene.Table) { t.all = append(t.all, x) }

// Rows of the sheets of all rulebooks are read aloud as sentences: each begins with the name of the
// row, no part of it is empty, and no sign stands alone.
func TestRowsAreSentences(t *testing.T) {
	bad := regexp.MustCompile(`^$|^, |, ?,|, $|\*|(^|[ ,(])[+−-]\d`)
	rows := 0
	for _, s := range uitest.Books() {
		for _, tpl := range s.Templates {
			v := engine.View{Sheet: s.Sheet.Read(tpl.Page), House: s.House.Read(engine.Page{})}
			var w tables
			scene.Write(&w, s.Panel(v)...)
			if s.Costs != nil {
				scene.Write(&w, s.Costs(v))
			}
			for _, table := range w.all {
				said := table.Sentences()
				if want := max(len(table.Rows), 1); len(said) != want {
					t.Fatalf("%s, %s: %s has %d rows and %d sentences", s.Name, tpl.Name, table.Title, len(table.Rows), len(said))
				}
				rows += len(table.Rows)
				for i, words := range said {
					if bad.MatchString(words) || !strings.HasPrefix(strings.ToLower(words), strings.ToLower(start(table, i))) {
						t.Errorf("%s, %s, %s: a row is read as %q", s.Name, tpl.Name, table.Title, words)
					}
				}
			}
		}
	}
	if rows < 100 {
		t.Error("only", rows, "rows were read")
	}
}

// start is what the sentence of a row has to begin with.
func start(t scene.Table, row int) string {
	if len(t.Rows) == 0 {
		return t.Title
	}
	name := t.Rows[row][0]
	if strings.ContainsAny(name, "+-") || strings.Trim(name, "0123456789") == "" {
		return "" // read with words for the signs, or with what is counted
	}
	return name
}

func TestSentences(t *testing.T) {
	var w tables
	s := uitest.Book(t, "trip")
	i := slices.IndexFunc(s.Templates, func(x engine.Template) bool { return x.Name == "Footpad" })
	scene.Write(&w, s.Panel(engine.View{Sheet: s.Sheet.Read(s.Templates[i].Page), House: s.House.Read(engine.Page{})})...)
	var got []string
	for _, table := range w.all {
		got = append(got, table.Sentences()...)
	}
	want := []string{"Alertness, plus 1, no die", "Knife attack, plus 2, no die, for Knife", "degree 1, dice 2d6", "Bonuses: none"}
	for _, words := range want {
		if !slices.Contains(got, words) {
			t.Errorf("no row is read as %q, but %q", words, got)
		}
	}
	w.all = nil
	scene.Write(&w, engine.Costs{Title: "Points", Rows: []engine.CostRow{
		{Label: "row 9", Price: "5 EP a round", Gain: "Q 3", Present: true, Mark: "move"}, {Label: "row 1", Price: "99 EP", WhyNot: "only 3 are left"}}})
	if got := w.all[0].Sentences(); !slices.Equal(got, []string{"row 9, 5 EP a round, Q 3, in force for move", "row 1, 99 EP, not now: only 3 are left"}) {
		t.Errorf("rows of costs are read as %q", got)
	}
}
