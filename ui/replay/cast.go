package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"example.org/fray/ui/kit"
)

// The size of a recording in cells, and how long each frame is shown, in seconds.
const (
	castWide = 80
	castHigh = 24
	castStep = 1.6
)

// WriteCast writes the fight as a terminal recording in asciicast format, version 3.
func (r Replay) WriteCast(w io.Writer) error {
	head, err := json.Marshal(map[string]any{"version": 3, "term": map[string]any{"cols": castWide, "rows": castHigh}, "title": r.Table})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s\n", head); err != nil {
		return err
	}
	wait := 0.0
	for _, f := range r.Frames {
		line, err := json.Marshal([]any{wait, "o", "\x1b[2J\x1b[H" + strings.Join(r.screen(f), "\r\n")})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n", line); err != nil {
			return err
		}
		wait = castStep
	}
	return nil
}

// screen draws a frame as lines for a terminal.
func (r Replay) screen(f Frame) []string {
	out := []string{"\x1b[1m" + cut(r.Table, castWide) + "\x1b[0m", cut(f.When, castWide), ""}
	switch f.Result {
	case "":
		out = append(out, "\x1b[1m"+cut(f.Words, castWide)+"\x1b[0m")
	default:
		out = append(out, "\x1b[1;7m "+strings.ToUpper(f.Result)+" \x1b[0m \x1b[1m"+cut(f.Words, castWide-len(f.Result)-3)+"\x1b[0m")
	}
	for _, t := range f.Throws {
		line := t.Label
		for _, d := range t.Dice {
			line += fmt.Sprintf(" [%d]", d.Face)
		}
		out = append(out, cut(line, castWide))
	}
	out = append(out, "")
	for _, p := range f.People {
		if len(out) == castHigh {
			break
		}
		line := kit.Padded(cut(p.Name, 18), 18)
		for _, m := range p.Meters[:min(len(p.Meters), 2)] {
			line += fmt.Sprintf(" %-4s%s %3d", cut(m.Label, 4), bar(m), m.Now)
		}
		out = append(out, line+" "+cut(p.State, 10))
	}
	return out
}

// bar draws a meter of twelve cells: green for what is left, red for what was lost last.
func bar(m Meter) string {
	const wide = 12
	now, was := m.Percent()*wide/100, m.WasPercent()*wide/100
	was = max(was, now)
	return "\x1b[32m" + strings.Repeat("█", now) + "\x1b[31m" + strings.Repeat("█", was-now) + "\x1b[90m" + strings.Repeat("░", wide-was) + "\x1b[0m"
}

// cut shortens a text to at most that many cells, with an ellipsis.
func cut(s string, most int) string {
	if kit.Width(s) > most {
		return kit.Clip(s, most-1) + "…"
	}
	return s
}
