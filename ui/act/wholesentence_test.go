package act

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// cellar returns a table of a rulebook with two heroes and four foes, three of whom are
// numbered, and how a line is read there while the first is selected.
func cellar(tb testing.TB, s *engine.System) (*uitest.Memory, func(line string) []phrase.Meaning) {
	tb.Helper()
	g := uitest.New()
	rules := uitest.AllRules()
	rules[s.ID] = s
	g.Table = model.New(rules)
	g.Must(tb, model.Make{Name: "Cellar", System: s.ID})
	for i, name := range []string{"Brenna", "Quillon", "Goblin 1", "Goblin 2", "Goblin 3", "Brandt"} {
		page, side := s.Templates[0].Page, engine.Heroes
		if i > 1 {
			page, side = s.Templates[len(s.Templates)-1].Page, engine.Foes
		}
		g.Must(tb, model.Join{Character: model.Character{Name: name, Side: side, Pages: map[string]engine.Page{s.ID: page}}})
	}
	m := NewMemory(nil)
	return g, func(line string) []phrase.Meaning {
		c := m.Said(pane.Frame{Table: g.Table, Seat: uitest.GM, System: s.ID, Selected: g.Table.Characters()[0].ID})
		c.Screen = true
		return c.Read(line)
	}
}

// deed returns what the first meaning of a line would do, as text that can be compared; "" for
// one that is refused or only says something.
func deed(tb testing.TB, g *uitest.Memory, found []phrase.Meaning) string {
	tb.Helper()
	if len(found) == 0 || found[0].WhyNot != "" {
		return ""
	}
	m := found[0]
	var begin *model.Begin
	if m.Offer != nil && !m.Whole {
		return "" // it opens a form
	}
	if m.Offer != nil {
		begin = &m.Offer.Begin
	}
	if m.Verb == "" && m.Command == nil && begin == nil && m.Before == 0 && m.Select == "" {
		return ""
	}
	if m.Command != nil {
		if _, err := decide.Decide(g.Table, uitest.GM, m.Command, nil); err != nil {
			return ""
		}
	}
	if x, ok := m.Command.(model.SetOrder); ok {
		x.Order = nil
		m.Command = x
	}
	text, err := json.Marshal([]any{m.Verb, m.Text, fmt.Sprintf("%T", m.Command), m.Command, begin, m.Times, m.Before, m.Select})
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// wholeSentences are lines in which each word counts. LIFE is the pool of life.
var wholeSentences = []string{
	"brenna attacks goblin 1", "attack goblin 2", "brenna attacks goblin 1 -2", "all goblins attack brenna", "goblin 1 and goblin 2 attack brenna",
	"5 damage to brenna", "brenna takes 5 damage", "brenna -5", "brenna loses 5 LIFE", "goblin 2 gets 2 LIFE", "goblins take 5 damage", "goblin 1 and goblin 3 take 3 damage", "everyone takes 2 damage", "heal brenna 3",
	"copy goblin 1", "leave goblin 2", "kill goblin 3", "goblin 3 dies", "turn brenna", "6 goblins", "add 2 goblins", "next 2", "minion goblin 1", "brenna is prone",
	"visibility goblin 1 hidden", "place goblin 2 1", "turnto goblin 2 1", "go 5", "round", "order", "rest brenna hour 2", "award 5 xp to brenna", "declare brenna 2",
	"show brenna", "costs brenna", "free", "who", "requests", "timeline", "again", "sessions", "initiative goblin 1", "wound brandt", "brandt", "return goblin 1", "real brenna", "step-in goblin 1", "drop goblin 1",
}

// Words are dropped from sentences that work, doubled in them, misspelt and added. None of
// them does anything else than the whole line says: a word without a meaning, a name that is
// not there and a name that could be several are refused, whoever is named is in it, and
// nobody else is.
func TestNoWordIsUnread(t *testing.T) {
	tried, worked := 0, 0
	for i, s := range uitest.Books() {
		g, read := cellar(t, s)
		r := rand.New(rand.NewPCG(7, uint64(len(s.ID))))
		ids := map[string]string{}
		for _, c := range g.Table.Characters() {
			ids[strings.ToLower(c.Name)] = c.ID
		}
		life := "hp"
		for _, p := range slices.Backward(s.Pools) {
			if p.Kind == "life" && len(strings.Fields(p.Label)) == 1 {
				life = strings.ToLower(p.Label)
			}
		}
		for n, line := range wholeSentences {
			if !*long && (n+i)%8 != 0 {
				continue
			}
			line = strings.ReplaceAll(line, "LIFE", life)
			whole := deed(t, g, read(line))
			if whole == "" {
				continue
			}
			worked++
			words := strings.Fields(line)
			for i, w := range words {
				with := func(new ...string) string {
					tried++
					return strings.Join(slices.Concat(words[:i], new, words[i+1:]), " ")
				}
				same := func(how, line string) {
					t.Helper()
					if got := deed(t, g, read(line)); got != "" && got != whole {
						t.Errorf("%s: %s, %q does something else than the line without it:\n%s\n%s", s.ID, how, line, got, whole)
					}
				}
				nothing := func(how, line string) {
					t.Helper()
					if got := deed(t, g, read(line)); got != "" {
						t.Errorf("%s: %s, %q does %s", s.ID, how, line, got)
					}
				}
				nothing("with a name that is not there", with(w, "goblin", "9"))
				if words[0] != "award" { // anything can be awarded
					nothing("with a word that means nothing", with("xyzzy", w))
					nothing("with a word that means nothing", with(w, "frobly"))
				}
				if w != "xp" {
					same("with a word twice", with(w, w))
				}
				if name := "quillon"; !slices.Contains(words, "everyone") {
					if line := with(name, w); i > 0 || r.IntN(2) == 0 {
						if got := deed(t, g, read(line)); got != "" && !strings.Contains(got, ids[name]) {
							t.Errorf("%s: %q does not heed the name in it: %s", s.ID, line, got)
						}
					}
				}
				if letters := []rune(w); len(letters) > 3 {
					at := 1 + r.IntN(len(letters)-2)
					same("with a letter dropped", with(string(letters[:at])+string(letters[at+1:])))
					same("with a letter twice", with(string(letters[:at])+string(letters[at-1:])))
					same("with another letter", with(string(letters[:at])+"q"+string(letters[at+1:])))
				}
				line := with()
				got := deed(t, g, read(line))
				for name, id := range ids {
					named := strings.Contains(line, name) || name == "brenna" || strings.Contains(line, "goblins") || strings.Contains(line, "everyone") || strings.Contains(line, "attack")
					if strings.Contains(got, `"`+id+`"`) && !named {
						t.Errorf("%s: %q is of %s, who is not named: %s", s.ID, line, name, got)
					}
				}
			}
		}
	}
	if tried < 500 || worked < 30 {
		t.Errorf("only %d lines were tried, of %d that work", tried, worked)
	}
}
