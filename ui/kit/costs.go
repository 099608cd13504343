package kit

import "example.org/fray/engine"

// Costs draws rows with prices. The row in force has the cursor's sign before
// what it is in force for; what can't be paid says why. Row at is selected; -1
// selects none.
func (k *Look) Costs(c engine.Costs, at, w int) []string {
	out := make([]string, 0, len(c.Rows)+1)
	if c.Title != "" {
		out = append(out, k.Row(w).Space(1).Put(Title, c.Title).String())
	}
	row := costRows(k, c, at, w)
	for i := range max(len(c.Rows), 1) {
		out = append(out, row(i))
	}
	return out
}

// CostsSeen is [Look.Costs] without a title, h lines of them with one of the rows in
// sight: the others are not drawn.
func (k *Look) CostsSeen(c engine.Costs, at, sight, w, h int) []string {
	return k.ScrolledOf(max(len(c.Rows), 1), costRows(k, c, at, w), sight, w, h)
}

// costRows draws one row of some, or that there is none.
func costRows(k *Look, c engine.Costs, at, w int) func(i int) string {
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
		return k.costRow(c.Rows[i], i == at, label, price, w)
	}
}

// leastGain is how many columns of what a price buys say anything.
const leastGain = 10

// leastReason is how many columns of why something can't be paid say anything.
const leastReason = 5

func (k *Look) costRow(row engine.CostRow, on bool, label, price, w int) string {
	r := k.Row(w).Mark(on).Select(on)
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
		if row.Gain != "" && room >= min(Width(Clean(row.Gain)), leastGain) {
			r.Space(2).Put(Dim, row.Gain)
		}
		if row.WhyNot != "" && r.Left() > 1 {
			r.Space(min(2, r.Left()-1)).Sign(Warn, k.Tick[1])
			if r.Left()-1 >= min(Width(Clean(row.WhyNot)), leastReason) {
				r.Space(1).Put(Dim, row.WhyNot)
			}
		}
		return r.String()
	}
	// The row in force is read whole before what it is in force for.
	r.Sign(Accent, k.Cursor).Right(Accent, row.Label, label).Space(2).Put(Accent, row.Price)
	if mark := or(row.Mark, "now"); r.Left() > 3 {
		r.Space(max(min(2, r.Left()-Width(Clean(mark))), 1)).Put(Text, mark)
	}
	if row.WhyNot != "" && r.Left() > 3 {
		r.Space(2).Sign(Warn, k.Tick[1]).Space(1).Put(Dim, row.WhyNot)
	}
	return r.String()
}
