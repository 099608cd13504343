package kit

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

// TestBandIsNeverOld puts frames next to each other, and below, of which some lines,
// their titles, their number and places change from one to the next.
func TestBandIsNeverOld(t *testing.T) {
	theme, _ := FindTheme("dark")
	look := NewLook(lipgloss.NewRenderer(nil), theme, Unicode)
	r := rand.New(rand.NewPCG(1, 2))
	var b Band
	var frames []Frame
	var tops []int
	var inside [][]string
	var boxes []Placed
	high := 0
	for n := range 3000 {
		if n%7 == 0 {
			frames, tops, inside, boxes = nil, nil, nil, nil
			high = 4 + r.IntN(8)
			for range 1 + r.IntN(3) {
				cut := high
				if r.IntN(2) == 0 {
					cut = 2 + r.IntN(high-3)
				}
				for _, at := range [][2]int{{0, cut}, {cut, high - cut}} {
					if y, h := at[0], at[1]; h > 0 {
						frames, tops = append(frames, Frame{Title: "a", Number: len(frames), W: 3 + r.IntN(9), H: h}), append(tops, y)
						inside, boxes = append(inside, make([]string, max(h-2, 0))), append(boxes, Placed{Y: y})
					}
				}
			}
		}
		c := r.IntN(len(frames))
		if inside[c] = slices.Clone(inside[c]); len(inside[c]) > 0 {
			inside[c][r.IntN(len(inside[c]))] = strconv.Itoa(r.IntN(3))
		}
		frames[r.IntN(len(frames))].Title = strconv.Itoa(r.IntN(3))
		frames[r.IntN(len(frames))].Focused = r.IntN(2) == 0
		want := make([]string, high)
		for c, f := range frames {
			boxes[c].Boxed = look.Boxed(f, inside[c], boxes[c].Boxed)
			for i, l := range look.Framed(f, inside[c]) {
				want[tops[c]+i] += l
			}
		}
		if got := b.Beside(boxes, high); !slices.Equal(got, want) {
			t.Fatalf("%q are %q, not %q", inside, got, want)
		}
	}
}

// A line that is as it was is not put together again.
func TestBandTakesOver(t *testing.T) {
	theme, _ := FindTheme("dark")
	look := NewLook(lipgloss.NewRenderer(nil), theme, Unicode)
	var b Band
	lines := make([]string, 30)
	for i := range lines {
		lines[i] = "a line"
	}
	f := Frame{Title: "lines", W: 8, H: 32}
	all := []Placed{{Boxed: look.Boxed(f, lines, Boxed{})}, {Boxed: look.Boxed(f, lines, Boxed{})}}
	b.Beside(all, f.H)
	if n := testing.AllocsPerRun(10, func() {
		all[0].Boxed = look.Boxed(f, lines, all[0].Boxed)
		b.Beside(all, f.H)
	}); n > 0 {
		t.Errorf("30 lines that are as they were are put together with %.0f allocations", n)
	}
}
