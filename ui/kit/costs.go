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
	label, price := 0, 0
	for _, row := range c.Rows {
		label = max(label, Width(Clean(row.Label)))
		price = max(price, Width(Clean(row.Price)))
	}
	label = min(label, max(w-price-4, w/2))
	price = min(price, max(w-label-4, 4))
	for i, row := range c.Rows {
		out = append(out, k.costRow(row, i == at, label, price, w))
	}
	if len(c.Rows) == 0 {
		out = append(out, k.Row(w).Space(1).Put(Dim, "nothing has a price here").String())
	}
	return out
}

func (k *Look) costRow(row engine.CostRow, on bool, label, price, w int) string {
	r := k.Row(w).Mark(on).Select(on)
	ink, cost := Text, Text
	if row.WhyNot != "" {
		ink, cost = Dim, Dim
	}
	if row.Present {
		ink = Accent
	}
	r.Fit(ink, row.Label, label)
	mark := or(row.Mark, "now")
	if row.Present { // its sign stays in sight; its word does where the price leaves room
		tail := 2 + min(Width(Clean(mark)), 6)
		if price > r.Left()-tail-2 {
			price = max(Width(Clean(row.Price)), r.Left()-tail-3)
		}
		r.Space(min(max(r.Left()-tail-price, 1), 2)).Fit(cost, row.Price, min(price, r.Left()-2))
		r.Space(min(max(r.Left()-tail, 1), 2)).Sign(Accent, k.Cursor)
		if r.Left() > 3 {
			r.Space(1).Put(Accent, mark)
		}
	} else {
		r.Space(2).Fit(cost, row.Price, price).Space(4)
		if r.Left() > 2 {
			r.Put(Dim, row.Gain)
		}
	}
	if row.WhyNot != "" && r.Left() > 2 {
		if row.Present || row.Gain != "" {
			r.Space(1)
		}
		r.Sign(Warn, k.Tick[1]).Space(1).Put(Dim, row.WhyNot)
	}
	return r.String()
}
