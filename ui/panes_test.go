package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// notes is a pane of a test: the notes of the selected character.
type notes struct{}

func (notes) Title(pane.Frame) string                               { return "Notes" }
func (notes) Aside(pane.Frame) string                               { return "" }
func (notes) Keys() []pane.Binding                                  { return []pane.Binding{pane.Back} }
func (p notes) Key(pane.Frame, tea.KeyMsg) (pane.Pane, pane.Intent) { return p, nil }
func (p notes) Click(pane.Frame, int, int) (pane.Pane, pane.Intent) { return p, nil }
func (notes) Place() pane.Place                                     { return pane.Place{} }
func (p notes) At(pane.Place) pane.Pane                             { return p }
func (notes) Draw(f pane.Frame) []string {
	return f.Look.Lines([]string{f.Look.Row(f.W).Put(kit.Text, "notes of "+f.Here().Name).String()}, f.W, f.H)
}

// A new pane is its file and a line in the list: it has a key, stands where the log
// does while it has the focus, and the others stand as they did.
func TestAnotherPane(t *testing.T) {
	entries = append(slices.Clip(entries), entry{name: "notes", short: "notes", slot: slotLog, pane: notes{}})
	defer func() { entries = entries[:len(entries)-1] }()
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.shows("3 Log", "notes")
	number := fmt.Sprint(len(entries))
	s.press(number)
	s.shows(number+" Notes", "notes of Seraph")
	if strings.Contains(s.plain(), "3 Log") {
		t.Error("the log stands there too")
	}
	s.press("3", "1")
	s.shows("3 Log")
	s.press("?")
	s.typed("'notes")
	s.shows("to the notes")
}
