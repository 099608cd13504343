package replay

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("replay").Parse(pageText))

// WriteHTML writes the fight as a single HTML file. Its frames can be stepped through, and
// are a list where scripts do not run.
func (r Replay) WriteHTML(w io.Writer) error { return page.Execute(w, r) }

// WasPercent is Percent for the frame before.
func (m Meter) WasPercent() int { return Meter{Now: m.Was, Full: m.Full}.Percent() }
