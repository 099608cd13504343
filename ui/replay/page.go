package replay

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("replay").Parse(pageText))

// WriteHTML writes the fight as a page that needs no other file: to step through, or to be
// read as a list where scripts do not run.
func (r Replay) WriteHTML(w io.Writer) error { return page.Execute(w, r) }

// WasPercent returns what was left a frame before in percent, from 0 to 100.
func (m Meter) WasPercent() int { return Meter{Now: m.Was, Full: m.Full}.Percent() }
