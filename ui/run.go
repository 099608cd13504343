package ui

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	_ "example.org/fray/ui/early" // before Bubble Tea: see there
	"example.org/fray/ui/kit"
)

// Run shows the screen on the terminal until it is left.
func Run(cfg Config) error {
	m := New(cfg)
	p := tea.NewProgram(m, tea.WithAltScreen(), tea.WithMouseCellMotion(), tea.WithOutput(os.Stdout))
	_, err := p.Run()
	return err
}

func themeNames() []string {
	var out []string
	for _, t := range kit.Themes {
		out = append(out, t.Name)
	}
	return out
}
