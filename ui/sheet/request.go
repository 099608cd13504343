package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// requestChange opens a form for a request to the gamemaster: change a pool of a character whose
// sheet the seat does not see.
func requestChange(f pane.Frame, c *model.Character, up bool) pane.Intent {
	s := pane.BookOf(f, c)
	if s == nil || len(s.Pools) == 0 {
		return pane.Say{Words: "there are no points to count for " + c.Name + ": " + f.KeyOf("take-up") + " sends a request in words"}
	}
	p := form.Asking("Ask the gamemaster: "+c.Name+" loses", form.Line{Label: "how much"}, form.Line{Label: "of", Text: s.Pools[0].Label}, form.Line{Label: "because"})
	if up {
		p.Head = "Ask the gamemaster: " + c.Name + " gets back"
	}
	var names []string
	for _, x := range s.Pools {
		names = append(names, x.Label)
	}
	p.Saying(strings.Join(names, ", "))
	p.Done = func(f pane.Frame, p *form.Prompt, texts []string) pane.Intent {
		n, wrong := parsePoints(texts[0])
		if wrong != "" {
			return p.Wrong(0, wrong)
		}
		pool := findPool(s, texts[1])
		if pool == nil {
			return p.Wrong(1, fmt.Sprintf("%q is not one of %s", texts[1], strings.Join(names, ", ")))
		}
		said := phrase.Context{Table: f.Table, Seat: f.Seat}
		m := said.Points(s, c, pool, "", n, up, texts[2])
		if m.WhyNot != "" {
			return p.Wrong(0, m.WhyNot)
		}
		return pane.Do{Command: m.Command, Then: form.Shut("")}
	}
	return pane.Push{Overlay: p}
}

// findPool returns the pool whose label equals text or begins with it, or nil.
func findPool(s *engine.System, text string) *engine.Pool {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, fits := range []func(label string) bool{
		func(label string) bool { return label == text },
		func(label string) bool { return text != "" && strings.HasPrefix(label, text) },
	} {
		for i := range s.Pools {
			if fits(strings.ToLower(s.Pools[i].Label)) {
				return &s.Pools[i]
			}
		}
	}
	return nil
}

// parsePoints parses a number of points, 1 or more. wrong says what is wrong, or is "".
func parsePoints(text string) (n int, wrong string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return 0, fmt.Sprintf("%q is not a number: type 1 or more", text)
	}
	return n, ""
}
