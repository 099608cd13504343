package uitest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
)

// HostileNames are names as a stranger might type or send them: long, in other scripts,
// with control characters.
var HostileNames = []string{
	"سيرافيم الحارسة", "सेराफ़ रक्षक", "세라프 수호자", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🤷🏽‍♀️", strings.Repeat("ellipsis", 25),
	"\x1b]0;title\x07\x1b[2J", "\u202eright to left", "e\u0301\u0301\u0301\u0301", "a\tb\nc\rd", "\xff\xfe", "\u200b\u200d\ufeff",
}

// Exact fails unless frame has h lines, each w cells wide.
func Exact(t testing.TB, frame string, w, h int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines on a screen of %d:\n%s", len(lines), h, ansi.Strip(frame))
	}
	for i, l := range lines {
		if n := kit.Width(l); n != w {
			t.Fatalf("line %d is %d cells wide on a screen of %d: %q", i, n, w, ansi.Strip(l))
		}
	}
}

// Harmless fails if frame holds anything but text, line ends and colours.
func Harmless(tb testing.TB, frame string) {
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
			tb.Fatalf("a frame has an escape that is not a colour: %q", rest[i:min(len(rest), i+12)])
		}
		rest = rest[i+end:]
	}
}
