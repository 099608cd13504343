package ui

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/uitest"
)

// verbTable is a table at which each verb of [uitest.Sentences] has something to do: somebody
// waits, somebody has left, and a player asks for something.
func verbTable(tb testing.TB) *uitest.Memory {
	tb.Helper()
	g := uitest.Vault(tb)
	all := g.Table.Characters()
	g.Must(tb, decide.AssignOwner(all[1], "Mira"), model.Note{Text: "the alarm"}, model.Undo{})
	return g
}

// held is all that a table holds, as text that can be compared.
func held(tb testing.TB, g *uitest.Memory) string {
	tb.Helper()
	text, err := json.Marshal(g.Table.State)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// A line with any verb does the same in numbered lines, in the prompt of the screen and in a
// play, and what cannot be done is refused in each.
func TestVerbsAreReadAlike(t *testing.T) {
	changed := 0
	for _, v := range phrase.Verbs {
		line := uitest.Sentences[v.ID]
		if word, _, _ := strings.Cut(line, " "); !slices.Contains(strings.Fields(v.Words), word) {
			t.Errorf("%s: %q does not begin with one of its words", v.ID, line)
			continue
		}
		said, screen := verbTable(t), verbTable(t)
		before := held(t, said)
		var out bytes.Buffer
		if err := lines.Play(lines.Config{Game: said, Seat: uitest.GM}, strings.NewReader(line+"\nback\nquit\n"), &out); err != nil {
			t.Fatal(err)
		}
		after := held(t, said)
		s := newScreen(t, screen, "dark", kit.Unicode, 120, 36)
		s.typeInPrompt(line)
		s.press("enter")
		c := act.NewMemory(nil).Said(s.frame())
		c.Screen = false
		if found := c.Read(line); len(found) == 0 {
			t.Errorf("%s: %q means nothing", v.ID, line)
		} else if found[0].Verb != "" && found[0].Command == nil || found[0].Offer != nil {
			continue // each shows it in its own way
		}
		if after != before {
			changed++
		}
		if s.over.Top() != nil && strings.Contains(s.plain(), "On to ") { // the screen asks, since somebody may still act
			s.press("enter")
		}
		if got := held(t, screen); got != after {
			t.Errorf("%s: %q does one thing in lines and another in the prompt:\n%s\n%s\n%s", v.ID, line, out.String(), after, got)
		}
	}
	if changed < 25 {
		t.Errorf("only %d verbs change anything", changed)
	}
}

// Adding a verb is one row: it stands in the help of lines and in the list of the screen, and
// works in lines and in the prompt.
func TestAVerbIsOneRow(t *testing.T) {
	uitest.AddVerb(t, phrase.Verb{ID: "ring", Words: "ring toll", Args: "TEXT", Help: "ring a bell", Also: "chime", Group: "Play", Sends: model.Note{},
		Does: func(_ *phrase.Context, s string) phrase.Meaning {
			return phrase.Meaning{Does: "ring: " + s, Command: model.Note{Text: "a bell rings " + s}}
		}})
	var out bytes.Buffer
	g := uitest.Vault(t)
	if err := lines.Play(lines.Config{Game: g, Seat: uitest.GM}, strings.NewReader("help chime\ntoll twice\nquit\n"), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ring TEXT: ring a bell.", "a bell rings twice"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lines do not say %q:\n%s", want, out.String())
		}
	}
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("?")
	s.press(strings.Split("chime", "")...)
	s.shows("ring a bell")
	s.press("enter")
	s.press("o", "n", "c", "e", "enter")
	s.shows("a bell rings once")
	s.typeInPrompt("chime")
	s.shows("ring a bell")
	watched := New(Config{Game: g, Seat: model.Seat{Role: model.Watcher}, Look: s.cfg.Look, Theme: "dark", After: noClock})
	for _, b := range watched.keys.list() {
		if b.Verb == "ring" && !strings.Contains(b.WhyNot(watched.frame()), "watchers cannot act") {
			t.Errorf("a watcher may ring: %q", b.WhyNot(watched.frame()))
		}
	}
}
