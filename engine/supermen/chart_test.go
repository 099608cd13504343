package supermen

import (
	"math"
	"strings"
	"testing"

	"example.org/fray/engine"
)

var columns = []column{square, sphere, doubles}

// Rows that the book looks up in its examples.
func TestChartExamples(t *testing.T) {
	for _, c := range []struct {
		on      column
		n, want int
	}{
		{sphere, 17, 10}, {sphere, 18, 11}, {sphere, 21, 11}, {sphere, 1, 1}, {sphere, 42, 13}, {sphere, 0, 0},
		{sphere, -17, -10}, {sphere, -18, -11}, {doubles, 10, 4}, {square, 16, 4}, {sphere, 133, 18}, {sphere, 132, 17},
	} {
		if got := c.on.of(c.n); got != c.want {
			t.Errorf("%s(%d) = %d, want %d", c.on.name, c.n, got, c.want)
		}
	}
	for _, c := range []struct {
		on   column
		n    engine.Milli
		want int
	}{{square, 1791, 1}, {sphere, 500, -2}, {square, 950, 0}, {sphere, 750, 0}, {sphere, 749, -1}, {doubles, 1, -9}} {
		if got := c.on.look(c.n); got != c.want {
			t.Errorf("%s(%s) = %d, want %d", c.on.name, c.n, got, c.want)
		}
	}
	if got := sphere.cell(-3).milli(); got != 320 {
		t.Errorf("Sphere row -3 is %s, want 0.32", got)
	}
	if got := natural(0).milli(); got != 900 {
		t.Errorf("speed 0 reads as %s, want 0.9", got)
	}
}

// Every printed cell is read back to its own row, or the last of equal ones.
func TestChartKeepsThePrintedRows(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(printed), "\n")[1:]
	if len(lines) != 50 {
		t.Fatalf("%d printed rows, want 50", len(lines))
	}
	for _, c := range columns {
		for row := 1; row <= 36 && c.up(row) <= math.MaxInt; row++ { // as far as the machine counts
			if got := c.of(int(c.up(row))); got != row {
				t.Errorf("%s: row %d reads %d, which reads row %d", c.name, row, c.up(row), got)
			}
		}
	}
}

// Past row 36 and below row -13 each column goes on by its law, unrounded, and
// nothing that is read is more than 10^9.
func TestChartPastThePrintedRows(t *testing.T) {
	for _, c := range []struct {
		on   column
		row  int
		want nano
	}{
		{square, 40, 1600 * one}, {sphere, 37, 31463 * one}, {doubles, 30, 536_870_912 * one},
		{square, 31_622, 999_950_884 * one}, {square, 31_623, 1_000_000_000 * one}, {square, 40_000_000, 1_000_000_000 * one},
		{doubles, 31, 1_000_000_000 * one}, {doubles, 5000, 1_000_000_000 * one}, {sphere, 74, 1_000_000_000 * one}, {sphere, 9999, 1_000_000_000 * one},
		{fractions, -14, one / 14}, {square, -14, one / 196}, {sphere, -14, 13_363_461}, {doubles, -14, 30_517},
		{fractions, -5000, one / 5000}, {square, -5000, 40}, {sphere, -5000, 0}, {doubles, -5000, 0},
	} {
		if got := c.on.cell(c.row); got != c.want {
			t.Errorf("%s row %d is %d, want %d", c.on.name, c.row, got, c.want)
		}
	}
	for row := 1; row <= 36; row++ {
		want := max(int64(row), powered(4, 3, row-1, 1))
		if row == 18 {
			want = 133 // the table wins
		}
		if got := sphere.up(row); got != want {
			t.Errorf("Sphere row %d is %d, want %d", row, got, want)
		}
	}
	for n, want := range map[int]int{1_300_000_000: 73, 1_400_000_000: 74, 2_000_000_000: 75} {
		if got := sphere.of(n); got != want {
			t.Errorf("Sphere(%d) = %d, want %d: looking up has no end", n, got, want)
		}
	}
}

// Looking up never falls as numbers rise, and is odd about 0.
func TestChartIsMonotone(t *testing.T) {
	for _, c := range columns {
		last := c.of(-100_000)
		for n := -100_000; n <= 100_000; n++ {
			got := c.of(n)
			if got < last || got != -c.of(-n) {
				t.Fatalf("%s(%d) = %d after %d, mirrored %d", c.name, n, got, last, c.of(-n))
			}
			last = got
		}
		last = c.look(1)
		for m := engine.Milli(1); m < 60_000; m++ {
			if got := c.look(m); got < last {
				t.Fatalf("%s(%s) = %d after %d", c.name, m, got, last)
			}
			last = c.look(m)
		}
		for row := -60; row < 60; row++ {
			if c.cell(row) > c.cell(row+1) {
				t.Errorf("%s falls from row %d to %d", c.name, row, row+1)
			}
		}
	}
}

// Rows, and what they come to when they are counted.
func TestRows(t *testing.T) {
	for row, want := range []int{0, 0, 0, 1, 10, 50, 100, 150, 200, 250, 300} {
		owed, paid := 0, 0
		for range 50 {
			ep, rest := owe(owed, due(row, false))
			owed, paid = rest, paid+ep
		}
		if paid != want {
			t.Errorf("row %d: %d EP in 50 actions, want %d", row, paid, want)
		}
	}
	for row, rounds := range []int{0, 7200, 300, 50, 5, 1} {
		if row == 0 {
			continue
		}
		owed, paid := 0, 0
		for range rounds {
			ep, rest := owe(owed, due(row, true))
			owed, paid = rest, paid+ep
		}
		if paid != 1 || owed != 0 {
			t.Errorf("row %d: %d EP and %d owed in %d rounds, want 1", row, paid, owed, rounds)
		}
	}
}

func TestQuicken(t *testing.T) {
	for _, c := range []struct{ pt, q, want int }{
		{15, 0, 15}, {10, 1, 9}, {10, 2, 8}, {15, 6, 4}, {15, 3, 8}, {15, 4, 7}, {20, 4, 9}, {1, 9, 1}, {6, 120, 1},
	} {
		if got := quicken(c.pt, c.q); got != c.want {
			t.Errorf("PT %d with %d Quality is %d, want %d", c.pt, c.q, got, c.want)
		}
	}
}
