package ui

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"example.org/fray/engine/systems"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// internal is what only the program writes: names of fields, x=y, X to X and seats without
// a name. stiff is wording that has been replaced.
var (
	internal = regexp.MustCompile(`\b[a-z0-9]+_[a-z0-9_]+|\b[a-z][a-z0-9]*=[a-z0-9]|\bother\.[a-z0-9]|\{actor\}|\{other|%!|\bcritical-failure\b|\bcharacter-points\b`)
	stiff    = regexp.MustCompile(`(?i)\bbusy until \w+ to \b|\bback by the round \d|\bdecides, [\w-]+:|\btake up what is called for\b|\bmake a double\b|\blose from a pool\b|\bby hand\b|\btype [a-z]+\.`)
	twice    = regexp.MustCompile(`(?:^|[^\w.-])(\w+) (?:to|→) (\w+)(?:[^\w.+]|$)`)
)

// internalWord is a word of a text that only the program uses, "" where there is none.
func internalWord(text string) string {
	for _, words := range []*regexp.Regexp{internal, stiff} {
		if m := words.FindString(text); m != "" {
			return m
		}
	}
	for _, m := range twice.FindAllStringSubmatch(text, -1) {
		if m[1] == m[2] {
			return m[0]
		}
	}
	return ""
}

func TestInternalWord(t *testing.T) {
	for text, is := range map[string]bool{
		"speed_q 17": true, "code=4D": true, "Busy until 6 to 6": true, "Genre space to space": true, "type other.acting": true, "critical-failure: complication": true,
		"EP lost, back by the round 15 to 20": true, "EP lost, back by the round 15→20": true, "Busy until 6 to 9": true, "Rook decides, complication: Wild Die": true,
		"take up what is called for": true, "Make a double of Rook": true, "lose from a pool": true, "set it by hand": true, "EP lost: 5 back by the round": false, "by handling it": false,
		"{actor} moves": true, "%!d(string=x)": true, "speed 0→17": false, "2 = 1 + 1": false, "from 5 to 6": false, "Move 15 to 16": false, "d20+5 vs 12": false, "well-known": false, "VP 33/43": false,
	} {
		if got := internalWord(text); (got != "") != is {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// No internal word stands in anything that people read: every frame of random
// play in each rulebook, with its messages, forms, questions, help and log, and
// every line of the story that comes of it.
func TestNoInternalWord(t *testing.T) {
	lines := []string{"d20+5 vs 12", "2d6r1", "5 dmg \"fell\"", "undo", "3 thugs", "4d+1 vs 12", "heal", "theme light"}
	for i, s := range systems.All() {
		t.Run(s.ID, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 12))
			g := uitest.Seated(t, s)
			scr := newScreen(t, g, "dark", kit.Unicode, 160, 60)
			seen, told := map[string]bool{}, 0
			for n := range often(80, 400) {
				switch {
				case n%40 == 39 && scr.over.Top() == nil:
					scr.typeInPrompt(lines[n/40%len(lines)])
					scr.press("enter")
				default:
					if key := keysToTry[r.IntN(len(keysToTry))]; key != "q" || scr.over.Top() != nil {
						scr.press(key)
					}
				}
				for _, line := range strings.Split(scr.plain(), "\n") {
					if seen[line] {
						continue
					}
					seen[line] = true
					if word := internalWord(line); word != "" && told < 5 {
						told++
						t.Errorf("%q stands on the screen: %s", word, strings.TrimSpace(line))
					}
				}
			}
			for l := range g.Table.Log() {
				for _, fact := range l.Event.Facts {
					for _, said := range view.Tell(g.Table, fact, true) {
						if word := internalWord(said.Text); word != "" && told < 10 {
							told++
							t.Errorf("%q stands in the log: %s", word, said.Text)
						}
					}
				}
			}
		})
	}
}

// No internal word stands in labels, help and chapters either.
func TestNoInternalLabel(t *testing.T) {
	check := func(where, text string) {
		if word := internalWord(text); word != "" {
			t.Errorf("%s: %q in %q", where, word, text)
		}
	}
	for _, s := range systems.All() {
		for _, a := range s.Actions {
			check(s.ID, fmt.Sprint(a.Label, ". ", a.Help, ". ", a.Doing))
			for _, sp := range a.Params() {
				check(s.ID+" "+a.ID, fmt.Sprint(sp.Label, ". ", sp.Help, ". ", sp.WhenEmpty))
			}
		}
		for _, sp := range append(s.Sheet.Fields(), s.House.Fields()...) {
			check(s.ID, fmt.Sprint(sp.Label, ". ", sp.Help, ". ", sp.WhenEmpty))
		}
		for _, tpl := range s.Templates {
			check(s.ID, tpl.Name+". "+tpl.Note)
		}
	}
	scr := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	for _, b := range scr.keys.all(scr.frame()) {
		check("key "+b.Name(), b.Label+". "+b.Text(scr.frame())+". "+b.WhyNot(scr.frame()))
	}
}
