package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// typeInPrompt opens the prompt and types a line.
func (s *screen) typeInPrompt(text string) {
	s.Helper()
	s.over.Clear()
	s.press(":")
	for _, r := range text {
		k := string(r)
		if k == " " {
			k = "space"
		}
		s.press(k)
	}
}

// laid are the lines of what lies on top.
func (s *screen) laid() []string {
	var out []string
	for _, l := range s.over.Top().Draw(s.overFrame(s.over.Top())) {
		out = append(out, strings.TrimSpace(ansi.Strip(l)))
	}
	for len(out) < 5 {
		out = append(out, "")
	}
	return out
}

// Each of the words of gamers does the right thing in the prompt, too.
func TestThePromptKnowsGamersWords(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	labels := map[string]string{}
	for _, b := range s.keys.all(s.frame()) {
		if labels[b.Name()] == "" {
			labels[b.Name()] = b.Text(s.frame())
		}
	}
	for _, x := range gamers {
		if x.word == "save" {
			continue // the prompt says that everything is saved
		}
		s.typeInPrompt(x.word)
		if live := strings.Join(s.laid()[1:3], "\n"); !strings.Contains(live, labels[x.finds]) {
			t.Errorf("%q does not do %q first:\n%s", x.word, labels[x.finds], strings.Join(s.laid(), "\n"))
		}
	}
}

// Whole sentences of gamers do what they say, or say what there is instead; nothing else
// is offered for them.
func TestThePromptKnowsGamersSentences(t *testing.T) {
	s := newScreen(t, fight(t), "dark", kit.Unicode, 120, 36)
	s.over.Clear()
	s.press("home")
	for _, x := range []struct{ line, does string }{
		{"heal 5", "Seraph gets back 5 VP, then 38 of 43"}, {"5 dmg", "Seraph loses 5 VP, then 28 of 43"}, {"heal footpad 5", "Footpad has lost no VP"},
		{"seraph -5", "Seraph loses 5 VP"}, {"sphinx -4 ep because cold", "Sphinx loses 4 EP: cold"},
		{"strength 15", "Strength 11→15"}, {"sphinx learning 20", "Sphinx: Learning"}, {"attack footpad -2", "against Footpad, situation -2"},
		{"thugs attack seraph", "Thug 1, Thug 2, Thug 3, Thug 4, Thug 5: Combat Roll against Seraph"},
		{"footpad dies", "Footpad falls"}, {"kill footpad", "Footpad falls"}, {"delete footpad", "take Footpad from the table"}, {"footpad flees", "Footpad leaves the table"},
		{"sphinx is prone", "Sphinx: Prone"}, {"sphinx is prone -2", "Sphinx: Prone, "}, {"footpad stunned", "Footpad: Stunned"}, {"sphinx not prone", "Sphinx has no effect prone"},
		{"add goblin", "bring Goblin, with the sheet of Footpad"}, {"add 3 goblins", "bring 3 copies of Goblin, with the sheet of Footpad"}, {"another footpad", "bring Footpad"}, {"copy seraph", "a copy of Seraph"}, {"rename thug 2 boss", "Thug 2 is called boss"},
		{"who's up", "who may act"}, {"whose turn", "who may act"}, {"how much ep", "Seraph has 71 of 74 EP"}, {"sphinx ep", "Sphinx has 63 of 66 EP"},
		{"delay turn", "wait for something"}, {"end turn", "next: "}, {"end combat", "begin a new scene"}, {"go 55", "go to segment 55"},
		{"roll for initiative", "does not roll for turn order"}, {"award xp", "end the session"}, {"roll 3d6", "throw 3d6"}, {"roll acrobatics", "Acrobatics"},
		{"roll stealth", "Sphinx: Stealth Skill"}, {"roll blorp", "nor anybody else here has blorp on the sheet"}, {"roll strength", "Seraph: Ability save, strength"}, {"goblin", "bring Goblin, with the sheet of Footpad"},
		{"long rest", "everyone rests"}, {"undo 2", "undo 2 acts, back to before: "}, {"undo 99", "can be undone"},
		{"dmg", "Take damage"}, {"loot", "there is no purse"}, {"gold", "there is no purse"}, {"save", "everything is saved"}, {"print", "write a character to a file"},
		{"map", "there is no map"}, {"battlemap", "there is no map"}, {"macro", "there are no macros"}, {"hotkey", "there are no macros"},
	} {
		s.typeInPrompt(x.line)
		if live := strings.Join(s.laid()[1:3], "\n"); !strings.Contains(live, x.does) {
			t.Errorf("%q does not say %q first:\n%s", x.line, x.does, strings.Join(s.laid(), "\n"))
		}
	}
	for _, line := range []string{"seraph blorps", "blorp", "footpad dies blorp"} {
		s.typeInPrompt(line)
		if live := strings.Join(s.laid()[1:2], "\n"); !strings.Contains(live, `"blorp`) || !strings.Contains(live, "is neither a command nor a name") {
			t.Errorf("%q is taken for something:\n%s", line, strings.Join(s.laid(), "\n"))
		}
	}
}

// A condition without a figure holds as it is said, and ends as it is said.
func TestConditionsHoldWithoutAFigure(t *testing.T) {
	g := fight(t)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	for _, x := range []struct {
		line string
		hold int
	}{{"sphinx is prone", 1}, {"footpad stunned", 2}, {"sphinx not prone", 1}, {"footpad is not stunned", 0}} {
		s.typeInPrompt(x.line)
		s.press("enter")
		if got := len(g.Table.State.Effects); got != x.hold {
			t.Errorf("after %q %d conditions hold, not %d:\n%s", x.line, got, x.hold, s.plain())
		}
	}
}

// What the line says is done by the key that does it.
func TestSaid(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	do := func(line string, shows ...string) {
		t.Helper()
		s.typeInPrompt(line)
		s.press("enter")
		s.shows(shows...)
	}
	do("d20+5 vs 12", "d20+5 vs 12: ")
	s.over.Clear()
	do("5 dmg vp \"fell off\"", "38", "fell off")
	do("6 footpads", "Footpad 6")
	do("note the alarm goes off", "Note: the alarm goes off")
	do("sphinx attacks seraph", "Sphinx")
	if n := len(s.table.Rolls()); n != 1 && s.over.Top() == nil {
		t.Errorf("nothing was begun:\n%s", s.plain())
	}
	for s.over.Top() != nil {
		s.press("esc")
	}
	do("zzyzx", `"zzyzx" is neither a command nor a name`)
}

func TestUndoByWords(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for _, line := range []string{"d20 vs 12", "3d6", "2d8"} {
		s.typeInPrompt(line)
		s.press("enter")
		s.over.Clear()
	}
	before := s.table.Seq()
	s.typeInPrompt("undo 3d6")
	s.shows("undo 2 acts, back to before: 3d6")
	s.press("enter")
	held := 0
	for l := range s.table.Log() {
		if !l.Undone && l.Event.Seq <= before {
			for _, f := range l.Event.Facts {
				if f.Kind() == "roll-finished" {
					held++
				}
			}
		}
	}
	if held != 1 {
		t.Errorf("%d rolls hold, not the first alone:\n%s", held, s.plain())
	}
}
