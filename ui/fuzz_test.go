package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// Whatever keys are typed or pasted, one a byte: nothing breaks, every frame is
// as large as the screen, and nothing but colours is sent.
func FuzzTyped(f *testing.F) {
	f.Add([]byte("aarr\r\x1b??::"))
	f.Add([]byte("N\r\x00\xff\x1b[2Jq"))
	f.Add([]byte("r\r\r\r\runnU9876"))
	f.Add([]byte("r\r\r\r\r0\x00\x0010"))
	names := []string{"enter", "esc", "up", "down", "left", "right", "tab", "shift+tab", "space", "backspace", "home", "end", "pgup", "pgdown", "delete"}
	f.Fuzz(func(t *testing.T, typed []byte) {
		s := newScreen(t, hostileTable(t), "dark", kit.Unicode, 100, 30)
		for i, b := range typed[:min(len(typed), 24)] {
			switch {
			case b == 'q' && s.over.Top() == nil: // it leaves
			case b < byte(len(names)):
				s.press(names[b])
			case b < 0x7f && b > ' ':
				s.press(string(rune(b)))
			case b >= 0xf0:
				s.Update(tea.WindowSizeMsg{Width: 1 + int(b-0xf0)*20, Height: 1 + i*3})
			default:
				_, cmd := s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(string(typed[i:])), Paste: true})
				s.settle(cmd)
			}
			uitest.Harmless(t, s.exact())
		}
	})
}
