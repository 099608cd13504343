package kit

import "example.org/fray/engine"

// Costs draws rows with prices. The row in force has a sign before what it is in force for,
// and a price that can't be paid has the reason. Row at is selected, -1 for none.
func (k *Look) Costs(c engine.Costs, at, w int) []string {
	out := make([]string, 0, len(c.Rows)+1)
	if c.Title != "" {
		out = append(out, k.Row(w).Space(1).Put(Title, c.Title).String())
	}
	row := costRows(k, c, at, w, nil)
	for i := range max(len(c.Rows), 1) {
		out = append(out, row(i))
	}
	return out
}

// Tag is a name and its ink.
type Tag struct {
	Ink  Token
	Text string
}

// CostColumns is the number of columns of a table of costs, and of rows in each.
func CostColumns(c engine.Costs, w, h int) (columns, per int) {
	n := len(c.Rows)
	if n <= h && n < 2*leastColumn || w < 2*leastCost || (n+1)/2 > h {
		return 1, n
	}
	for _, r := range c.Rows {
		if Width(r.Label)+Width(r.Price)+4 > w/2 {
			return 1, n
		}
	}
	return 2, (n + 1) / 2
}

// leastCost is the least width of a column of costs, and leastColumn its least number of
// rows.
const leastCost, leastColumn = 22, 4

// CostTable is [Look.Costs] without a title in h lines, with the names of who pays each row.
// It has two columns if there is room for them, and else scrolls to a row.
func (k *Look) CostTable(c engine.Costs, at, sight int, who [][]Tag, w, h int) []string {
	columns, per := CostColumns(c, w, h)
	wide := w / columns
	row := costRows(k, c, at, wide, who)
	if columns == 1 {
		return k.ScrolledOf(max(len(c.Rows), 1), row, sight, w, h)
	}
	out := make([]string, 0, h)
	if per < h { // air below the title
		out = append(out, k.Blank(w))
	}
	for i := range per {
		r := k.Row(w).Drawn(row(i), wide)
		if i+per < len(c.Rows) {
			r.Drawn(row(i+per), wide)
		}
		out = append(out, r.String())
	}
	return k.Lines(out, w, h)
}

// costRows draws one row of some, or that there is none.
func costRows(k *Look, c engine.Costs, at, w int, who [][]Tag) func(i int) string {
	label, price := 0, 0
	for _, row := range c.Rows {
		label = max(label, Width(Clean(row.Label)))
		if !row.Present {
			price = max(price, Width(Clean(row.Price)))
		}
	}
	label = min(label, max(w-price-4, w/2))
	price = min(price, max(w-label-6, 4))
	return func(i int) string {
		if len(c.Rows) == 0 {
			return k.Row(w).Space(1).Put(Dim, "nothing has a price here").String()
		}
		var tags []Tag
		if i < len(who) {
			tags = who[i]
		}
		return k.costRow(c.Rows[i], i == at, label, price, tags, w)
	}
}

// leastGain is the least width at which what a price buys is worth drawing.
const leastGain = 10

// leastReason is the least width at which a reason is worth drawing.
const leastReason = 5

func (k *Look) costRow(row engine.CostRow, on bool, label, price int, who []Tag, w int) string {
	r := k.Row(w).Mark(on).Select(on || row.Present)
	if !row.Present {
		ink := Dim
		if row.WhyNot == "" {
			ink = Text
		}
		r.Space(1).Right(Dim, row.Label, label).Space(2)
		if row.WhyNot != "" && r.Left()-price-4 < Width(Clean(row.WhyNot)) {
			// The reason, or its sign, comes before a column of its own.
			price = max(min(price, Width(Clean(row.Price)), r.Left()-3), 0)
		}
		r.Fit(ink, row.Price, price)
		room := r.Left() - 2
		if row.WhyNot != "" {
			room -= Width(Clean(row.WhyNot)) + 4
		}
		if row.Gain != "" && len(who) == 0 && room >= min(Width(Clean(row.Gain)), leastGain) {
			r.Space(2).Put(Dim, row.Gain)
		}
		r.tags(who)
		if row.WhyNot != "" && r.Left() > 1 {
			r.Space(min(2, r.Left()-1)).Sign(Warn, k.Tick[1])
			if r.Left()-1 >= min(Width(Clean(row.WhyNot)), leastReason) {
				r.Space(1).Put(Dim, row.WhyNot)
			}
		}
		return r.String()
	}
	// The row in force is read whole before what it is in force for.
	r.Sign(Accent, k.Cursor).Right(Accent, row.Label, label).Space(2).Put(Title, row.Price)
	if mark := or(row.Mark, "now"); r.Left() > 3 && len(who) == 0 {
		r.Space(max(min(2, r.Left()-Width(Clean(mark))), 1)).Put(Text, mark)
	}
	if row.WhyNot != "" && r.Left() > 3 {
		r.Space(2).Sign(Warn, k.Tick[1]).Space(1).Put(Dim, row.WhyNot)
	}
	return r.tags(who).String()
}

// tags draws names as far as there is room for them whole.
func (r *Row) tags(all []Tag) *Row {
	for i, t := range all {
		n := Width(Clean(t.Text))
		if gap := 2; i > 0 || r.Left() < n+gap+1 {
			if r.Left() < n+1+len(" +9") {
				return r.Space(1).Put(Dim, "+"+itoa(len(all)-i))
			}
			r.Space(1)
		} else {
			r.Space(gap)
		}
		r.Put(t.Ink, t.Text)
	}
	return r
}
