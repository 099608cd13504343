package ui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// hostile are names that people, or somebody over a wire, might bring.
var hostile = []string{
	"سيرافيم الحارسة", "सेराफ़ रक्षक", "세라프 수호자", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🤷🏽‍♀️", strings.Repeat("ellipsis", 25),
	"\x1b]0;title\x07\x1b[2J", "\u202eright to left", "e\u0301\u0301\u0301\u0301", "a\tb\nc\rd", "\xff\xfe", "\u200b\u200d\ufeff",
}

func hostileTable(tb testing.TB) *memory {
	g := newMemory()
	do := func(c model.Command) {
		if _, err := g.Do(gm, c); err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
	}
	do(model.Make{Name: hostile[3], System: "supermen"})
	for i, name := range hostile {
		page := supermen.System.Templates[i%len(supermen.System.Templates)].Page
		_, err := g.Do(gm, model.Join{Character: model.Character{Name: "n" + name, Notes: name, Pages: map[string]engine.Page{"supermen": page}}})
		if err != nil {
			tb.Fatal(err)
		}
		do(model.Note{Text: name + "."})
	}
	return g
}

// keysToTry are the keys of the random test, the likely ones several times.
var keysToTry = strings.Fields("a a a enter enter enter enter esc up down left right tab shift+tab space backspace " +
	"0 1 2 3 4 5 6 7 8 9 r n N g u u U + - p h o x R / : ? w H z T O D y E e c home end pgup pgdown delete t s v m q")

// TestAnyKeyAtAnySize types random keys at random sizes: nothing panics, every
// frame is exactly as large as the screen, and nothing but colours is sent.
func TestAnyKeyAtAnySize(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 99))
		s := newScreen(t, hostileTable(t), []string{"dark", "mono"}[seed%2], kit.Unicode, 120, 36)
		for range 250 {
			if r.IntN(12) == 0 {
				s.Update(tea.WindowSizeMsg{Width: 1 + r.IntN(400), Height: 1 + r.IntN(120)})
			} else if key := keysToTry[r.IntN(len(keysToTry))]; key != "q" || s.top() != nil {
				s.press(key)
			}
			s.exact()
			harmless(t, s.View())
		}
	}
}

// harmless fails when a frame has anything but text, line ends and colours.
func harmless(tb testing.TB, frame string) {
	tb.Helper()
	text := ansi.Strip(frame)
	if i := strings.IndexFunc(text, func(c rune) bool { return c < ' ' && c != '\n' || c == 0x7f || c >= 0x80 && c < 0xa0 }); i >= 0 {
		tb.Fatalf("a frame has the control character %q", text[i])
	}
	for rest := frame; ; {
		i := strings.IndexByte(rest, 0x1b)
		if i < 0 {
			return
		}
		end := strings.IndexByte(rest[i:], 'm')
		if !strings.HasPrefix(rest[i:], "\x1b[") || end < 0 || strings.Trim(rest[i+2:i+end], "0123456789;") != "" {
			tb.Fatalf("a frame has an escape that is no colour: %q", rest[i:min(len(rest), i+12)])
		}
		rest = rest[i+end:]
	}
}
