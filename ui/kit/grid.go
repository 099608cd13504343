package kit

import (
	"strconv"

	"example.org/fray/engine"
)

// grid draws a small table. Its rows are places for the cursor.
func (d *drawing) grid(i int, g engine.Grid) {
	if g.Title != "" {
		d.heading(g.Title)
	}
	c := measure(g, d.w-2)
	if len(g.Head) > 0 {
		r := d.look.Row(d.w).Space(1)
		for n, cell := range g.Head {
			c.cell(r, n, Dim, cell)
		}
		d.add(r)
	}
	for n, cells := range g.Rows {
		key := g.Title + "/" + strconv.Itoa(n)
		if n < len(g.Paths) && g.Paths[n] != "" {
			key = g.Paths[n]
		}
		on := d.spot(key, Spot{Block: i, Row: n, W: d.w})
		r := d.look.Row(d.w).Mark(on).Select(on && d.panel.Focused)
		for m, cell := range cells {
			c.cell(r, m, Text, cell)
		}
		d.add(r)
	}
	if len(g.Rows) == 0 {
		d.add(d.look.Row(d.w).Space(1).Put(Dim, "none"))
	}
}

// columns are the widths of a grid's columns, and which hold figures.
type columns struct {
	wide    []int
	figures []bool
}

// measure fits the columns of g into w cells: the widest give way first.
func measure(g engine.Grid, w int) columns {
	n := len(g.Head)
	for _, row := range g.Rows {
		n = max(n, len(row))
	}
	c := columns{wide: make([]int, n), figures: make([]bool, n)}
	for i := range n {
		c.figures[i] = len(g.Rows) > 0
		if i < len(g.Head) {
			c.wide[i] = Width(Clean(g.Head[i]))
		}
		for _, row := range g.Rows {
			if i >= len(row) {
				continue
			}
			c.wide[i] = max(c.wide[i], Width(Clean(row[i])))
			if _, err := strconv.Atoi(row[i]); err != nil && row[i] != "" {
				c.figures[i] = false
			}
		}
	}
	for c.total() > w {
		widest := 0
		for i, x := range c.wide {
			if x > c.wide[widest] {
				widest = i
			}
		}
		if n == 0 || c.wide[widest] <= 1 {
			break
		}
		c.wide[widest] = max(1, c.wide[widest]-max(1, (c.total()-w)/2))
	}
	return c
}

func (c columns) total() int {
	n := 2 * max(0, len(c.wide)-1)
	for _, x := range c.wide {
		n += x
	}
	return n
}

func (c columns) cell(r *Row, i int, t Token, s string) {
	if i > 0 {
		r.Space(2)
	}
	if c.figures[i] {
		r.Right(t, s, c.wide[i])
		return
	}
	r.Fit(t, s, c.wide[i])
}
