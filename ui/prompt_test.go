package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// said types a line into the prompt.
func (s *screen) said(text string) {
	s.Helper()
	s.over = nil
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
	for _, l := range s.over.top().Draw(s.overFrame(s.over.top())) {
		out = append(out, strings.TrimSpace(ansi.Strip(l)))
	}
	for len(out) < 5 {
		out = append(out, "")
	}
	return out
}

// What a line would do stands first, in words, with how likely it is.
var sayings = []struct{ line, does string }{
	{"d20+5 vs 12", "throw d20+5 vs 12   70 %"}, {"2d10 <= 14", "throw 2d10 <= 14   79 %"}, {"4d6 drop lowest", "throw 4d6 drop lowest   about 12.2"}, {"d20", "throw d20   about 10.5"}, {"throw 3d6", ""},
	{"seraph d20+5", "Seraph throws d20+5"}, {"hidden d20", "throw d20, hidden"}, {"2d6r1", "a bare r means either"},
	{"sphinx attacks seraph", "Sphinx: Combat Roll with Khopesh against Seraph   3 to 4 EP  hit"}, {"sphinx attack seraph", "Sphinx: Combat Roll with Khopesh against Seraph   3 to 4 EP  hit"}, {"sphnx strikes serapf", "Sphinx: Combat Roll with Khopesh against Seraph   3 to 4 EP  hit"},
	{"attack sphinx", "Seraph: Combat Roll with Baton against Sphinx"}, {"sphinx hits seraph with khopesh", "Sphinx: Combat Roll with"}, {"hidden sphinx attacks seraph", "against Seraph, hidden"},
	{"sphinx jumps", "Sphinx: Jump"}, {"sphinx moves", "Sphinx: Move"}, {"sphinx", "select Sphinx"},
	{"5 dmg vp \"fell\"", "Seraph loses 5 VP: fell, then 38 of 43"}, {"sphinx 3 damage", "Sphinx loses 3 VP"}, {"5 damage to sphinx", "Sphinx loses 5 VP"}, {"sphinx loses 4 ep", "Sphinx loses 4 EP"},
	{"sphinx -4 ep because cold", "Sphinx loses 4 EP: cold"}, {"5 dmg body", "loses 5 Body"},
	{"6 footpads", "bring 6 of Footpad"}, {"another footpad", "bring Footpad"}, {"6 thugs", "bring 6 of Thug, with the sheet of Footpad"}, {"3 goons", "bring 3 of Goon"}, {"3 new gantrys", "bring 3 of Gantry"},
	{"note the alarm goes off", "note: the alarm goes off"}, {"theme light", "show the theme light"}, {"theme lihgt", "show the theme light"}, {"find alarm", "find in the log: alarm"},
	{"scene the roof", "begin a new scene: the roof"}, {"go 55", "go to segment 55"}, {"segment 55", "go to segment 55"},
	{"undo", "undo"}, {"initiative", "order"}, {"heal", "Heal"}, {"quit", "quit"}, {"save and quit", ""},
}

func TestSayings(t *testing.T) {
	if len(sayings) < 30 {
		t.Errorf("only %d lines are tried", len(sayings))
	}
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for _, x := range sayings {
		s.said(x.line)
		if x.does == "" {
			continue
		}
		if live := strings.Join(s.laid()[1:4], "\n"); !strings.Contains(live, x.does) {
			t.Errorf("%q is not %q:\n%s", x.line, x.does, strings.Join(s.laid(), "\n"))
		}
	}
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
		s.said(x.word)
		if live := strings.Join(s.laid()[1:3], "\n"); !strings.Contains(live, labels[x.finds]) {
			t.Errorf("%q does not do %q first:\n%s", x.word, labels[x.finds], strings.Join(s.laid(), "\n"))
		}
	}
}

// What the line says is done by the key that does it.
func TestSaid(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	do := func(line string, shows ...string) {
		t.Helper()
		s.said(line)
		s.press("enter")
		s.shows(shows...)
	}
	do("d20+5 vs 12", "d20+5 vs 12 ")
	s.over = nil
	do("5 dmg vp \"fell off\"", "38", "fell off")
	do("6 footpads", "Footpad 6")
	do("note the alarm goes off", "Note: the alarm goes off")
	do("sphinx attacks seraph", "Sphinx")
	if n := len(s.table.Rolls()); n != 1 && s.over.top() == nil {
		t.Errorf("nothing was begun:\n%s", s.plain())
	}
	for s.over.top() != nil {
		s.press("esc")
	}
	do("zzyzx", "nothing matches")
}

func TestUndoByWords(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for _, line := range []string{"d20 vs 12", "3d6", "2d8"} {
		s.said(line)
		s.press("enter")
		s.over = nil
	}
	before := s.table.Seq()
	s.said("undo 3d6")
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

// A key in the prompt is read in a millisecond or two, with a table full of
// people.
func TestThePromptIsQuick(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	s.said("30 footpads")
	s.press("enter")
	s.said("sphinx attacks serap")
	best := time.Hour
	for range 20 {
		began := time.Now()
		s.Update(uitest.Key("h"))
		best = min(best, time.Since(began))
		s.Update(uitest.Key("backspace"))
	}
	t.Logf("a key takes %v", best)
	if best > 4*time.Millisecond {
		t.Errorf("a key takes %v", best)
	}
}
