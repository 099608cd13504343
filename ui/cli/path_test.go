//go:build unix

package cli

import (
	"strings"
	"testing"

	"github.com/hinshun/vt10x"
)

// walk is a user whose keys are counted and who must never be refused anything.
type walk struct {
	*terminal
	keys int
}

// types sends keys. Each step waits for its words before it sends.
func (w *walk) types(steps ...step) {
	w.Helper()
	for _, st := range steps {
		w.sees(st.seen...)
		w.refused()
		w.keys += strokes(st.keys)
		if _, err := w.tty.WriteString(st.keys); err != nil {
			w.Fatal(err)
		}
	}
}

// strokes returns how many keys send a text.
func strokes(text string) int {
	n := 0
	for text != "" {
		if rest, arrow := strings.CutPrefix(text, "\x1b["); arrow {
			text = rest[1:]
		} else {
			text = text[len(string([]rune(text)[:1])):]
		}
		n++
	}
	return n
}

// refused fails if the message line shows an error.
func (w *walk) refused() {
	w.Helper()
	w.vt.Lock()
	width, height := w.vt.Size()
	refused := false
	for x := range width {
		c := w.vt.Cell(x, height-2)
		refused = refused || c.FG == vt10x.Color(210) && c.Char != ' '
	}
	w.vt.Unlock()
	if refused {
		w.Fatalf("after %d keys something is refused:\n%s", w.keys, w.vt)
	}
}

// TestNewcomersPath is the path of a new user: the demo, with three keys to the outcome of
// an attack and four more to undo it; the guided tour; then a table, a character and a
// fight of their own. It may take at most 90 keys; nothing may be refused on the way, and
// nothing that is typed may be lost.
func TestNewcomersPath(t *testing.T) {
	bin, h := built(t), newHome(t)
	w := &walk{terminal: h.startTerminal(t, bin, "demo")}

	w.types(
		on("a", "press a to act"),
		on("\r", "what now?", "against Footpad"),
		on("\r", "Seraph", "64 %"),
		on("", "against 15"))
	if screen := w.vt.String(); w.keys > 3 || !strings.Contains(screen, "now a hit") && !strings.Contains(screen, "now a miss") {
		t.Fatalf("%d keys, and neither hit nor miss:\n%s", w.keys, screen)
	}
	w.types(
		on("\r", "enter accept"),
		on("u", "esc close"),
		on("", "undo: Seraph", "undone"))
	if w.keys > 7 {
		t.Fatalf("%d keys until it never was", w.keys)
	}

	w.types( // the guided tour
		on("?", "EP 70 of 74"),
		on("guided", "All commands"),
		on("\r", "▌", "the guided tour"),
		on("a", "1/8"),
		on("\r", "2/8"),
		on("\r", "3/8", "Footpad"),
		on("\r", "4/8", "enter accept"),
		on("\r4", "5/8"),
		on("n", "6/8"),
		on("n", "On to segment"), // asks first, since others are free to act
		on("u", "7/8"),
		on("\x1b", "8/8"))

	w.types( // a new table, two characters, and a fight
		on("S", "the guided tour is over"),
		on("n", "A new table"),
		on("Den\r", "Name", "Rulebook", "Men & Supermen"),
		on("c", "c adds a character"),
		on("\r", "New character", "Seraph"),
		on("c", "▌ Seraph"),
		on("Bob", "New character", "▌Name", "Seraph 2"), // what is typed at once is the name
		on("\x1b[A\x1b[C", "▌Name", "Bob"),
		on("\r", "◂Sphinx▸", "Bob"),
		on("a", "▌ Bob"),
		on("\r", "what now?", "against Seraph"),
		on("\r", "Bob attacks Seraph"),
		on("\r", "enter accept", "against 1"),
		on("n", "esc close"),
		on("n", "On to segment"),
		on("", "undo Bob's Blow"))
	if w.keys > 90 {
		t.Errorf("%d keys", w.keys)
	}
	t.Logf("%d keys", w.keys)
}
