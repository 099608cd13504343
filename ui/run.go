package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	_ "example.org/fray/ui/early" // before Bubble Tea: see there
	tty "example.org/fray/ui/screen"
)

// soon is how soon a terminal must say what its background is: later, colours
// that change would be a surprise.
const soon = 200 * time.Millisecond

// show runs a model on the terminal until it quits, and has the terminal asked
// for its background.
func show(m tea.Model, s Settings, ask bool) error {
	o := tty.Options{Mouse: s.Mouse, Log: s.Crashes}
	if ask {
		o.Background = soon
	}
	return tty.Run(m, o)
}
