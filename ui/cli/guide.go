package cli

import (
	_ "embed"
	"strings"

	"example.org/fray/engine/script"
	"example.org/fray/ui/kit"
)

// lesson builds a game in five steps. Lines that stand further in are the text.
//
//go:embed guide.txt
var lesson string

// tellGuide tells how a rulebook is written: the lesson, then every word.
func tellGuide(a *app) error {
	if a.json {
		return a.document(map[string]any{"lesson": lesson, "words": script.Reference()})
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
		}
		a.text("  ", w.Call)
		a.text("      ", w.Help)
		if w.Example != "" {
			a.line("      Example: %s", w.Example)
		}
	}
	return nil
}
