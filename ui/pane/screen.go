package pane

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// The smallest screen that is drawn.
const leastWidth, leastHeight = 40, 20

// TooSmall reports whether a screen is too small for anything but saying so.
func TooSmall(w, h int) bool { return w < leastWidth || h < leastHeight }

// SmallScreen says what the screen has and what it needs.
func SmallScreen(f Frame) string {
	words := fmt.Sprintf("This window is %d x %d; fray needs %d x %d. Nothing is lost: make it larger, or press %s to quit.",
		f.W, f.H, leastWidth, leastHeight, f.KeyOf("quit"))
	var lines []string
	for _, l := range kit.Wrap(words, f.W) {
		lines = append(lines, f.Look.Row(f.W).Put(kit.Text, l).String())
	}
	return strings.Join(f.Look.Lines(lines, f.W, f.H), "\n")
}

// FootLine is a line of keys and what they do.
func FootLine(f Frame, list []Binding) string {
	r := f.Look.Row(f.W).Space(1)
	for _, h := range fitting(f.Hints(list), r.Left()) {
		r.Put(kit.Key, h.Key).Space(1).Put(kit.Dim, h.Does).Space(3)
	}
	return r.String()
}

// FootAt is the key that a press on column x of a line of keys stands for; false
// where there is none.
func FootAt(f Frame, list []Binding, x int) (tea.KeyMsg, bool) {
	at := 1
	for _, h := range fitting(f.Hints(list), f.W-1) {
		if key, does := kit.Width(h.Key), kit.Width(h.Key)+1+kit.Width(h.Does); x >= at && x < at+does && len(h.keys) > 0 {
			nth := 0
			if x < at+key {
				nth = strings.Count(h.Key[:min(x-at, len(h.Key))], "/")
			}
			return Stroke(InMenu(h.keys[min(nth, len(h.keys)-1)])), true
		}
		at += h.width()
	}
	return tea.KeyMsg{}, false
}

func (h Hint) width() int { return kit.Width(h.Key) + kit.Width(h.Does) + 4 }

// fitting are the hints that fit into w cells. The last one is always kept: it is the way
// out, or the way to all the others.
func fitting(hints []Hint, w int) []Hint {
	if len(hints) == 0 {
		return nil
	}
	last := hints[len(hints)-1]
	w -= last.width()
	fit := 0
	for _, h := range hints[:len(hints)-1] {
		if w -= h.width(); w < -3 {
			break
		}
		fit++
	}
	return append(hints[:fit], last)
}
