package ui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
	tty "example.org/fray/ui/screen"
)

// welcomeWords tell which keys to press first.
func welcomeWords(f pane.Frame) string {
	first := "press " + f.KeyOf("act") + " to act"
	if f.Here() == nil {
		first = "press " + f.KeyOf("new") + " to add a character"
	}
	return fmt.Sprintf("%s, %s for all keys, %s to quit: %s", first, f.KeyOf("help"), f.KeyOf("quit"), savedWords(f))
}

// savedWords say whether what is done here is saved.
func savedWords(f pane.Frame) string {
	if f.Demo {
		return "nothing is saved in the demo"
	}
	return "everything is saved"
}

// status is the news: a toast that goes by itself, or words that stay until a key.
type status struct {
	words string
	bad   bool
	waits bool // they stay until a key, though they are no error
	n     int  // how many there have been, so that the time of an old toast ends no new one
}

// toastOver is the message that the time of the toast with this number is over.
type toastOver int

const toastTime = 3 * time.Second

// say shows a toast, which goes after toastTime.
func (m *Model) say(words string) tea.Cmd {
	m.status = status{words: words, n: m.status.n + 1}
	return m.cfg.After(toastTime, toastOver(m.status.n))
}

// tell shows words until the next key.
func (m *Model) tell(words string) { m.status = status{words: words, waits: true, n: m.status.n + 1} }

// fail shows an error until the next key.
func (m *Model) fail(words string) tea.Cmd {
	m.status = status{words: words, bad: true, n: m.status.n + 1}
	return nil
}

// read takes the words away, since a key or a press of the mouse has come.
func (s *status) read() { *s = status{n: s.n} }

func (s *status) over(n toastOver) {
	if int(n) == s.n && !s.bad {
		s.words = ""
	}
}

// later brings a message after a time: the Config.After of a terminal.
func later(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// ring rings the bell of the terminal.
func ring(m *Model) tea.Cmd {
	if m.attention.quiet || !m.plays() {
		return nil
	}
	return func() tea.Msg { return tty.Bell{} }
}

// switchBell switches the bell on or off, which rings when the table waits for this player.
func switchBell(m *Model) tea.Cmd {
	m.attention.quiet = !m.attention.quiet
	return m.say(bellWords(m)[1])
}

// bellWords are what switchBell would do, and what it has done.
func bellWords(m *Model) [2]string {
	if m.attention.quiet {
		return [2]string{"turn the bell on", "the bell is off"}
	}
	return [2]string{"turn the bell off", "the bell rings when the table waits for you"}
}
