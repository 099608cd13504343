package act

import (
	"time"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/ui/pane"
)

// Said is the context in which a line is typed on this screen.
func (m *Memory) Said(f pane.Frame) *phrase.Context {
	c := m.Memory.Said(f.Table, f.Seat, f.Selected, time.Now)
	c.System, c.Marked, c.Demo = f.System, f.MarkedHere(), f.Demo
	return c
}

// Open opens the form of a draft.
func (m *Memory) Open(f pane.Frame, d scene.Draft) pane.Intent { return m.form(f, d) }

// Throw rolls a draft as it is, and opens its questions.
func (m *Memory) Throw(f pane.Frame, d scene.Draft) pane.Intent {
	m.Threw(f.Table, d)
	return pane.Do{Command: d.Command(), Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
		return pane.All{pane.Clear{}, after(f, d.Who, d.Action)}
	})}
}

// GoTo moves time on to a moment. It asks first if characters who could act would be passed.
func GoTo(f pane.Frame, m int) pane.Intent {
	return unlessPast(f, m, pane.Do{Command: model.Go{Moment: m}, Then: stepped})
}
