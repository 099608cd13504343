package ui

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	_ "example.org/fray/ui/early" // before Bubble Tea: see there
)

// show runs a model on the terminal until it quits.
func show(m tea.Model, mouse bool) error {
	options := []tea.ProgramOption{tea.WithAltScreen(), tea.WithOutput(os.Stdout)}
	if mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	_, err := tea.NewProgram(m, options...).Run()
	return err
}
