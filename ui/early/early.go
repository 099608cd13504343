// Package early must be imported by every program that imports Bubble Tea.
//
//	import _ "example.org/fray/ui/early"
//
// # Why
//
// Bubble Tea v1 asks the terminal for its background in an init, before main,
// and waits up to 5 s for an answer: `fray --version` would hang on a terminal
// that gives none. Lip Gloss asks only while it doesn't know, so early tells it
// first. Go initialises the packages that are ready in the order of their
// import paths; hence early imports Lip Gloss and nothing else, and its path
// sorts before github.com/charmbracelet/bubbletea.
//
// "Dark" is a placeholder. The full screen asks for itself, with a short limit,
// and says so to its own renderer.
package early

import "github.com/charmbracelet/lipgloss"

func init() {
	lipgloss.SetHasDarkBackground(true)
}
