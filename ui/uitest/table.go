// Package uitest has what the tests of the ui packages share: a table in memory, overlays
// without the whole screen, keys by name, and golden files.
package uitest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/dice"
	"example.org/fray/engine/script"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Memory is a table that is kept in memory only.
type Memory struct {
	Table   model.Table
	Throw   func(d engine.Dice, hidden bool) engine.Faces
	Changes chan struct{}
	Full    error // if not nil, what every Do returns, like a full disk

	chances map[string]string // what was remembered, or asked for
}

// GM is the gamemaster's seat.
var GM = model.Seat{Role: model.GM}

// New returns an empty table with the same dice in every test.
func New() *Memory {
	r := rand.New(rand.NewPCG(5, 8))
	g := &Memory{Table: model.New(model.Rulebooks{"supermen": supermen.System, "dice": dice.System}), Changes: make(chan struct{}, 1)}
	g.Throw = func(d engine.Dice, _ bool) engine.Faces {
		var f engine.Faces
		for d.Missing(f) > 0 {
			f = append(f, d.Low+r.IntN(d.High-d.Low+1))
		}
		return f
	}
	return g
}

// Now implements game.Game.
func (g *Memory) Now() model.Table { return g.Table }

// Do implements game.Game.
func (g *Memory) Do(by model.Seat, c model.Command) (model.Table, error) {
	facts, err := decide.Decide(g.Table, by, c, g.Throw)
	if err == nil {
		err = g.Full
	}
	if err != nil {
		return g.Table, err
	}
	seq := g.Table.Seq() + 1
	g.Table = g.Table.Apply(model.Event{Seq: seq, Time: time.Unix(int64(seq)*60, 0).UTC(), By: by, Facts: facts, Did: c})
	return g.Table, nil
}

// Watch implements game.Game.
func (g *Memory) Watch() (<-chan struct{}, func()) { return g.Changes, func() {} }

// Why implements game.Game.
func (g *Memory) Why() error { return nil }

// Saved implements game.Game.
func (g *Memory) Saved() error { return nil }

// ReadOnly implements game.Game.
func (g *Memory) ReadOnly() bool { return false }

// TakeOver implements game.Game.
func (g *Memory) TakeOver() error { return nil }

// Found implements game.Game.
func (g *Memory) Found() []string { return nil }

// Seal implements game.Game: there are no lines whose hash it could be.
func (g *Memory) Seal() (seq uint64, hash string) { return g.Table.Seq(), "" }

// Search implements game.Game, without an index.
func (g *Memory) Search(_ context.Context, seat model.Seat, text string, most int) ([]uint64, error) {
	found, _ := view.SearchLog(view.SeenBy(g.Table, seat), text, most)
	return found, nil
}

// Indexing implements game.Game.
func (g *Memory) Indexing() bool { return false }

// Remembered implements game.Game. Every chance is there, so that no test counts any:
// the first ones that are asked for rise.
func (g *Memory) Remembered(key string) string {
	if g.chances == nil {
		g.chances = map[string]string{}
	}
	if _, there := g.chances[key]; !there {
		g.chances[key] = fmt.Sprint(min(0.25+0.15*float64(len(g.chances)/3), 1))
	}
	return g.chances[key]
}

// Remember implements game.Game.
func (g *Memory) Remember(string, string) {}

// Must carries out commands, and fails if one is refused.
func (g *Memory) Must(tb testing.TB, all ...model.Command) {
	tb.Helper()
	for _, c := range all {
		if _, err := g.Do(GM, c); err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
	}
}

// ThrowAll finishes every open roll: it chooses nothing where that is possible, and
// otherwise fours.
func (g *Memory) ThrowAll(tb testing.TB) {
	tb.Helper()
	for range 30 {
		rolls := g.Table.Rolls()
		if len(rolls) == 0 {
			return
		}
		step, err := g.Table.Step(rolls[0])
		if err != nil || step.Open == nil {
			tb.Fatal("nothing is asked: ", err)
		}
		a, ok := step.Open.Nothing()
		if !ok {
			a = step.Open.Thrown(slices.Repeat(engine.Faces{4}, step.Open.Dice.Missing(nil)))
		}
		g.Must(tb, model.Answer{Roll: rolls[0].ID, Question: rolls[0].Question, Answer: a})
	}
	tb.Fatal("there is no end")
}

// Vault returns the table of the golden screens.
func Vault(tb testing.TB) *Memory {
	g := New()
	g.Must(tb, model.Make{Name: "The Vault Job", System: "supermen"})
	for _, tpl := range supermen.System.Templates[:3] {
		g.Must(tb, model.Join{Character: model.Character{Name: tpl.Name, Pages: map[string]engine.Page{"supermen": tpl.Page}}})
	}
	return g
}

// Template returns template n of a rulebook, counted round.
func Template(s *engine.System, n int) engine.Template { return s.Templates[n%len(s.Templates)] }

// Seated returns a table with a character from each template of a rulebook, at least three.
func Seated(tb testing.TB, s *engine.System) *Memory {
	g, rules := New(), AllRules()
	rules[s.ID] = s
	g.Table = model.New(rules)
	g.Must(tb, model.Make{Name: s.Name, System: s.ID})
	for i := range max(3, len(s.Templates)) {
		tpl := Template(s, i)
		if i >= len(s.Templates) {
			tpl.Name += fmt.Sprint(" ", i+1)
		}
		g.Must(tb, model.Join{Character: model.Character{Name: tpl.Name, Pages: map[string]engine.Page{s.ID: tpl.Page}}})
	}
	return g
}

// WithRulebooks returns g with all built-in rulebooks.
func WithRulebooks(g *Memory) *Memory {
	g.Table = Refolded(g.Table, AllRules())
	return g
}

// Books returns all ten rulebooks: those in Go and those that are texts.
var Books = sync.OnceValue(func() []*engine.System {
	out := systems.All()
	for _, id := range books.IDs() {
		text, _ := books.Text(id)
		s, err := script.Load(id, text)
		if err != nil {
			panic(err)
		}
		out = append(out, s)
	}
	return out
})

// Book returns the rulebook of an id, built in or one of the texts that come with the program.
func Book(tb testing.TB, id string) *engine.System {
	tb.Helper()
	for _, s := range Books() {
		if s.ID == id {
			return s
		}
	}
	tb.Fatal("no rulebook ", id)
	return nil
}

// AllRules returns all built-in rulebooks by id.
func AllRules() model.Rulebooks {
	rules := model.Rulebooks{}
	for _, one := range systems.All() {
		rules[one.ID] = one
	}
	rules[dice.System.ID] = dice.System
	return rules
}

// Refolded returns the table folded again with other rulebooks.
func Refolded(t model.Table, rules model.Rulebooks) model.Table {
	var events []model.Event
	for l := range t.Log() {
		events = append(events, l.Event)
	}
	slices.Reverse(events)
	t = model.New(rules)
	for _, e := range events {
		t = t.Apply(e)
	}
	return t
}

// Key returns a key by the name that Bubble Tea and config.toml use for it, and by "space".
func Key(name string) tea.KeyMsg {
	if name == "space" || name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	for t := tea.KeyType(-100); t < 128; t++ {
		if t != tea.KeyRunes && t != tea.KeySpace && t.String() == name {
			return tea.KeyMsg{Type: t}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}
