package replay

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"example.org/fray/engine"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("replay").Parse(pageText))

// WriteHTML writes the fight as a single HTML file. Its frames can be stepped through, and
// are a list where scripts do not run.
func (r Replay) WriteHTML(w io.Writer) error { return page.Execute(w, r) }

// WasPercent is Percent for the frame before.
func (m Meter) WasPercent() int { return Meter{Now: m.Was, Full: m.Full}.Percent() }

// Loss says how much of a pool was lost in the frame, such as "-12 VP"; "" if nothing was.
func (m Meter) Loss() string {
	if m.Was <= m.Now {
		return ""
	}
	return fmt.Sprintf("-%d %s", m.Was-m.Now, m.Label)
}

// Head is what happened, without its working.
func (f Frame) Head() string {
	head, _, _ := strings.Cut(f.Words, between)
	return head
}

// Working is what stands behind the head.
func (f Frame) Working() string {
	_, working, _ := strings.Cut(f.Words, between)
	return working
}

// SideOf are the people of one side in a frame.
type SideOf struct {
	Name   string
	People []Person
}

// Sides returns the people by their sides, the heroes first.
func (f Frame) Sides() (out []SideOf) {
	for _, p := range f.People {
		name := cmp.Or(p.Side, "others")
		at := slices.IndexFunc(out, func(s SideOf) bool { return s.Name == name })
		if at < 0 {
			at = len(out)
			out = append(out, SideOf{Name: name})
		}
		out[at].People = append(out[at].People, p)
	}
	slices.SortStableFunc(out, func(a, b SideOf) int {
		return map[bool]int{true: -1}[a.Name == string(engine.Heroes)] - map[bool]int{true: -1}[b.Name == string(engine.Heroes)]
	})
	return out
}

// Gist says in a line what came of the fight.
func (r Replay) Gist() string {
	if len(r.Frames) == 0 {
		return ""
	}
	if fell := namesOf(r.fell()); fell != "" {
		return fell + " went down."
	}
	var sides []string
	for _, s := range r.Frames[0].Sides() {
		sides = append(sides, fmt.Sprintf("%d %s", len(s.People), s.Name))
	}
	return strings.Join(sides, " against ") + "; nobody went down."
}
