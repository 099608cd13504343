package ui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
)

// welcomeWords is what to press first.
func welcomeWords(f pane.Frame) string {
	first := "press " + f.KeyOf("act") + " to act"
	if f.Here() == nil {
		first = "press " + f.KeyOf("new") + " for somebody new"
	}
	return fmt.Sprintf("%s, %s for all keys, %s to leave: all is saved", first, f.KeyOf("help"), f.KeyOf("quit"))
}

// status is the line of words above nothing: a toast that goes by itself, or
// an error that stays until a key.
type status struct {
	words string
	bad   bool
	waits bool // it stays until a key, though it is no error
	n     int  // how many there have been, so that an old clock ends no new toast
}

// toastOver ends the toast of that number.
type toastOver int

const toastTime = 3 * time.Second

// say shows a toast.
func (m *Model) say(words string) tea.Cmd {
	m.status = status{words: words, n: m.status.n + 1}
	return m.cfg.After(toastTime, toastOver(m.status.n))
}

// fail shows an error until the next key.
func (m *Model) fail(words string) tea.Cmd {
	m.status = status{words: words, bad: true, n: m.status.n + 1}
	return nil
}

// read takes the words away: a key or a press has come since.
func (s *status) read() { *s = status{n: s.n} }

func (s *status) over(n toastOver) {
	if int(n) == s.n && !s.bad {
		s.words = ""
	}
}

// later brings a message after a while; it is Config.After in a terminal.
func later(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
