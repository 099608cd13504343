package pane

import (
	"example.org/fray/engine"
	"example.org/fray/model/scene"
)

// Upcoming gives what is upcoming at the table of the frame.
func (f Frame) Upcoming() *scene.Upcoming { return f.Known.At(f.Table) }

// lost is what the last act took from a meter of somebody.
func (f Frame) lost(who string, m engine.Meter) int { return f.Upcoming().Lost()[who][m.ID] }
