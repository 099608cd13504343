package act

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Shown is a page that the gamemaster shows to everybody.
func Shown(s model.Show) *pane.Notice {
	return &pane.Notice{Head: "The gamemaster shows: " + kit.Clean(s.Head), Lines: func(f pane.Frame) []string { return shownLines(f, s) }}
}

// shownLines draws the page in as many lines as it needs.
func shownLines(f pane.Frame, s model.Show) []string {
	var out []string
	part := func(lines []string) {
		if len(out) > 0 && len(lines) > 0 {
			out = append(out, f.Look.Blank(f.W))
		}
		out = append(out, lines...)
	}
	if s.Text != "" {
		part(textLines(f, s.Text))
	}
	if s.Odds != nil {
		part(f.Look.ExactEndings(*s.Odds, engine.Success, engine.Failure, f.W))
		var bars []string
		for _, line := range f.Look.OddsBars(*s.Odds, engine.Success, f.W-2, max(6, f.H-len(out)-1)) {
			bars = append(bars, f.Look.Row(f.W).Space(1).Drawn(line, f.W-2).String())
		}
		part(bars)
	}
	if s.Character != nil {
		part(f.Look.Blocks(view.ExplainedSheet(f.Table, s.Character, s.System), f.W))
	}
	return out
}

// textLines draws text, with its empty lines.
func textLines(f pane.Frame, text string) []string {
	var out []string
	for p := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(p) == "" {
			out = append(out, f.Look.Blank(f.W))
			continue
		}
		out = append(out, f.Paragraphs(kit.Text, p)...)
	}
	return out
}
