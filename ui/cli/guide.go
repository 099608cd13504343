package cli

import (
	_ "embed"
	"strings"

	"example.org/fray/engine/script"
	"example.org/fray/ui/kit"
)

// lesson explains in five steps how to write a game. Its indented lines are the rulebook
// text.
//
//go:embed guide.txt
var lesson string

// printGuide prints how to write a rulebook: the lesson, then every function.
func printGuide(a *app) error {
	if a.json {
		return a.document(map[string]any{"lesson": lesson, "words": script.Reference(), "python": script.Library()})
	}
	for l := range strings.SplitSeq(strings.TrimSuffix(lesson, "\n"), "\n") {
		a.line("%s", l)
	}
	a.line("")
	a.line("%s", a.look().Paint(kit.Title, "Every word"))
	of := "-"
	for _, w := range script.Reference() {
		if w.Of != of {
			of = w.Of
			head := "Words that stand by themselves"
			if of != "" {
				head = "Words of " + of
			}
			a.line("")
			a.line("%s", head)
			if help := script.ArgumentHelp(of); help != "" {
				a.text("  ", help)
			}
		}
		a.text("  ", w.Call)
		a.text("      ", w.Help)
		if w.Example != "" {
			a.line("      Example: %s", w.Example)
		}
	}
	a.line("")
	a.line("From Python")
	a.text("  ", strings.Join(script.Library(), ", ")+"; and the methods of strings, lists and dicts")
	return nil
}
