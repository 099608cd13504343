package cli

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// newcomerAt opens the demo with given dice.
func newcomerAt(t *testing.T, dice string) *newcomer {
	t.Helper()
	d := deps()
	d.Seed = func() [32]byte { return sha256.Sum256([]byte(dice)) }
	live, err := saves.Demo(index.Memory(), rules(), d, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = live.Close() })
	look := func(string) *kit.Look { return kit.NewLook(lipgloss.NewRenderer(nil), kit.Dark, kit.Unicode) }
	h := &newcomer{Model: ui.New(ui.Config{Game: live, Seat: model.Seat{Role: model.GM}, Look: look,
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil }}), live: live}
	h.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	return h
}

// newcomer sends keys to a screen and runs the commands that they start.
type newcomer struct {
	*ui.Model
	live *saves.Live
	keys int
}

func (h *newcomer) press(keys ...string) {
	for _, k := range keys {
		h.keys++
		_, cmd := h.Update(uitest.Key(k))
		h.settle(cmd)
	}
}

func (h *newcomer) settle(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, one := range msg {
			h.settle(one)
		}
	default:
		_, next := h.Update(msg)
		h.settle(next)
	}
}

func (h *newcomer) shows(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if screen := ansi.Strip(h.View()); !strings.Contains(screen, w) {
			t.Fatalf("after %d keys the screen does not show %q:\n%s", h.keys, w, screen)
		}
	}
}

// TestFirstMinuteOfTheDemo checks that an attack in the demo takes three keys, and at most
// four more undo it. Both outcomes must occur.
func TestFirstMinuteOfTheDemo(t *testing.T) {
	met := map[string]bool{}
	for n := 0; n < 12 && len(met) < 2; n++ {
		h := newcomerAt(t, fmt.Sprint("dice ", n))
		was := h.live.Now()
		h.press("a")
		h.shows(t, "against Footpad", "1 Combat Roll: Baton", "79 %")
		h.press("enter", "enter")
		verdict := "now a miss"
		if strings.Contains(ansi.Strip(h.View()), "now a hit") {
			verdict = "now a hit"
		}
		h.shows(t, verdict, "against")
		met[verdict] = true
		for len(h.live.Now().Rolls()) > 0 && h.keys < 6 {
			h.press("enter")
		}
		h.press("u")
		if h.keys > 7 {
			t.Errorf("%d keys", h.keys)
		}
		h.shows(t, "undone")
		now := h.live.Now()
		if a, b := fmt.Sprint(was.Pending()), fmt.Sprint(now.Pending()); a != b || len(now.Rolls()) > 0 {
			t.Errorf("the attack is still there: %s, before it %s", b, a)
		}
	}
	if len(met) < 2 {
		t.Errorf("only %v was met", met)
	}
}
