package kit

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// grid draws a small table. Its rows are places for the cursor.
func (d *drawing) grid(i int, g engine.Grid) {
	c := measure(g, d.w-2)
	switch {
	case g.Title != "" && c.left > 0:
		d.heading(g.Title + ", " + engine.Counted(c.left, "column") + " left out")
	case g.Title != "":
		d.heading(g.Title)
	}
	if len(g.Head) > 0 {
		for _, line := range c.wrapped(g.Head) {
			r := d.look.Row(d.w).Space(1)
			for n, cell := range line {
				c.cell(r, n, Dim, cell)
			}
			d.add(r)
		}
	}
	for n, cells := range g.Rows {
		key := or(pathAt(g, n), g.Title+"/"+strconv.Itoa(n))
		on := d.spot(key, Spot{Name: or(firstOf(cells), g.Title), Text: strings.Join(cells, " "), Field: pathAt(g, n), W: d.w})
		for l, line := range c.wrapped(cells) {
			r := d.look.Row(d.w).Mark(on && l == 0).Select(on && d.panel.Focused)
			for m, cell := range line {
				c.cell(r, m, Text, cell)
			}
			d.add(r)
		}
	}
	if len(g.Rows) == 0 {
		d.add(d.look.Row(d.w).Space(1).Put(Dim, engine.NoRows))
	}
}

// pathAt is the path of the row behind a line of a table, "" if there is none.
func pathAt(g engine.Grid, row int) string {
	if row < len(g.Paths) {
		return g.Paths[row]
	}
	return ""
}

func firstOf(cells []string) string {
	if len(cells) > 0 {
		return cells[0]
	}
	return ""
}

// columns are the widths of a grid's columns, the gap between them, and which hold figures. A
// column of width 0 is not drawn.
type columns struct {
	wide    []int
	gap     int
	figures []bool
	left    int // columns left out that say something
}

// wrapped are the lines of a row. Text that is too wide for its column goes on in the next
// line, if its words fit.
func (c columns) wrapped(cells []string) [][]string {
	lines := [][]string{make([]string, len(cells))}
	for i, cell := range cells {
		if c.wide[i] == 0 {
			continue
		}
		parts := []string{cell}
		if longestWord(cell) <= c.wide[i] {
			parts = Wrap(cell, c.wide[i])
		}
		for n, part := range parts {
			if n == len(lines) {
				lines = append(lines, make([]string, len(cells)))
			}
			lines[n][i] = part
		}
	}
	return lines
}

// longestWord is how many cells the longest word takes.
func longestWord(s string) int {
	n := 0
	for w := range strings.FieldsSeq(s) {
		n = max(n, Width(Clean(w)))
	}
	return n
}

// measure fits the columns of g into w cells. The widest columns get narrower first. Before a
// word is cut, the gaps get smaller, columns that say nothing are left out, heads take
// several lines or are cut, and the last columns are left out. The names in the first column
// are cut last.
func measure(g engine.Grid, w int) columns {
	n := len(g.Head)
	for _, row := range g.Rows {
		n = max(n, len(row))
	}
	c := columns{wide: make([]int, n), gap: 2, figures: make([]bool, n)}
	heads, words := make([]int, n), make([]int, n)
	for i := range n {
		c.figures[i] = len(g.Rows) > 0
		if i < len(g.Head) {
			c.wide[i] = Width(Clean(g.Head[i]))
			heads[i] = c.wide[i] // a head stands on one line
		}
		for _, row := range g.Rows {
			if i >= len(row) {
				continue
			}
			c.wide[i] = max(c.wide[i], Width(Clean(row[i])))
			words[i] = max(words[i], longestWord(row[i]))
			if _, err := strconv.Atoi(row[i]); err != nil && row[i] != "" {
				c.figures[i] = false
			}
		}
		heads[i] = max(heads[i], words[i])
	}
	whole := slices.Clone(c.wide)
	if c.narrow(w, heads); c.total() <= w {
		return c
	}
	c.wide, c.gap = whole, 1
	for i := range words {
		if i > 0 && saysNothing(g, i) {
			c.wide[i], words[i] = 0, 0
			continue
		}
		if words[i] = max(words[i], min(heads[i], leastHead)); i == 0 {
			words[i] = heads[i]
		}
	}
	cut := slices.Clone(words)
	for i := 1; i < n; i++ {
		cut[i] = min(words[i], leastWord)
	}
	for i := n - 1; i > 1 && c.least(cut) > w; i-- {
		if c.wide[i] > 0 {
			c.wide[i], words[i] = 0, 0
			c.left++
		}
	}
	c.narrow(w, words)
	for i := range words {
		if words[i] = 0; i == 0 {
			words[i] = min(c.wide[i], w/3)
		}
	}
	c.narrow(w, words)
	return c
}

// saysNothing reports whether column i of g is empty, zero or "no" in every row.
func saysNothing(g engine.Grid, i int) bool {
	return len(g.Rows) > 0 && !slices.ContainsFunc(g.Rows, func(row []string) bool {
		return i < len(row) && row[i] != "" && row[i] != "0" && row[i] != "no"
	})
}

// leastHead and leastWord are the least widths at which a cut head or word is worth drawing.
const leastHead, leastWord = 4, 6

// narrow makes the widest columns narrower until all fit into w cells, or each has its least
// width.
func (c columns) narrow(w int, least []int) {
	for c.total() > w {
		widest := -1
		for i, x := range c.wide {
			if x > max(1, least[i]) && (widest < 0 || x > c.wide[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		c.wide[widest] = max(1, least[widest], c.wide[widest]-max(1, (c.total()-w)/2))
	}
}

func (c columns) total() int { return c.least(c.wide) }

// least is how many cells the columns that are drawn take at these widths.
func (c columns) least(wide []int) int {
	n := -c.gap
	for i, x := range wide {
		if c.wide[i] > 0 {
			n += x + c.gap
		}
	}
	return max(n, 0)
}

func (c columns) cell(r *Row, i int, t Token, s string) {
	if c.wide[i] == 0 {
		return
	}
	if i > 0 {
		r.Space(c.gap)
	}
	if c.figures[i] && Width(Clean(s)) <= c.wide[i] {
		r.Right(t, s, c.wide[i])
		return
	}
	r.Fit(t, s, c.wide[i])
}
