package kit

import (
	"strings"

	"example.org/fray/engine"
)

// meters draws the meters from block i on: two side by side where there is
// room, their labels and bars under each other.
func (d *drawing) meters(i int) int {
	end, label, figures := i, 0, 0
	for ; end < len(d.panel.Blocks); end++ {
		m, ok := d.panel.Blocks[end].(engine.Meter)
		if !ok {
			break
		}
		label = max(label, Width(Clean(m.Label)))
		figures = max(figures, len(fraction(m)))
	}
	if end-i > mostBars {
		return d.compact(i, end)
	}
	columns := 1
	if d.w >= 56 && end-i > 1 {
		columns = 2
	}
	wide := (d.w - 1) / columns
	label = min(label, wide/3)
	row := d.look.Row(d.w)
	var lost []engine.Meter
	for at := 0; i < end; i, at = i+1, at+1 {
		m := d.panel.Blocks[i].(engine.Meter)
		if at == columns {
			d.meterRow(row, lost)
			row, at, lost = d.look.Row(d.w), 0, nil
		}
		on := d.spot(or(m.ID, m.Label), Spot{Block: i, X: at * wide, W: wide})
		row.To(at * wide)
		row.within(wide, func() {
			row.Mark(on).Select(on && d.panel.Focused)
			row.Fit(Dim, m.Label, label).Space(1).Meter(MeterInk(m), m.Now, m.Full, min(row.Left()-figures-3, widestBar))
			row.Space(1).Put(MeterInk(m), itoa(m.Now)).Put(Dim, strings.TrimPrefix(fraction(m), itoa(m.Now))).Select(false)
		})
		if m.Lost() != "" {
			lost = append(lost, m)
		}
	}
	d.meterRow(row, lost)
	return end
}

// pools draws the meters from block i on large, one under the other, and under
// each the words that come behind it.
func (d *drawing) pools(i int) int {
	blocks := d.panel.Blocks
	end, n, label, now, full := i, 0, 0, 0, 0
	for ; end < len(blocks); end++ {
		if m, is := blocks[end].(engine.Meter); is {
			n, label = n+1, max(label, Width(Clean(m.Label)))
			now, full = max(now, len(itoa(m.Now))), max(full, len(outOf(m)))
		} else if w, is := blocks[end].(engine.Words); !is || w.Label != "" {
			break
		}
	}
	if n > mostBars {
		return d.meters(i)
	}
	label = min(label, d.w/3)
	indent := label + 3
	if d.w < 40 {
		indent = 3
	}
	for ; i < end; i++ {
		m, is := blocks[i].(engine.Meter)
		if !is {
			d.under(blocks[i].(engine.Words).Text, indent)
			continue
		}
		if len(d.lines) > 0 {
			d.ends = append(d.ends, len(d.lines))
		}
		on := d.spot(or(m.ID, m.Label), Spot{Block: i, W: d.w})
		r := d.look.Row(d.w).Mark(on).Select(on && d.panel.Focused).Fit(Dim, m.Label, label).Space(2).Number(MeterInk(m), m.Now, now)
		r.Fit(Dim, " of "+outOf(m), full+4).Space(2)
		r.Meter(MeterInk(m), m.Now, m.Full, min(r.Left()-2, widestPool))
		d.add(r.Select(false))
		if lost := m.Lost(); lost != "" {
			d.under("lost: "+lost, indent)
		}
	}
	d.ends = append(d.ends, len(d.lines))
	return end
}

// under draws words in their place under a pool.
func (d *drawing) under(text string, indent int) {
	for _, line := range Wrap(text, d.w-indent-1) {
		d.add(d.look.Row(d.w).Space(indent).Put(Dim, line))
	}
}

// widestPool is how long the bar of a large pool becomes.
const widestPool = 60

// mostBars is how many meters are drawn with bars: more of them under each
// other are parts of one thing, and told in figures.
const mostBars = 3

// compact draws meters as figures, as many beside each other as fit.
func (d *drawing) compact(i, end int) int {
	wide := 0
	for _, b := range d.panel.Blocks[i:end] {
		m := b.(engine.Meter)
		wide = max(wide, Width(Clean(m.Label))+len(itoa(m.Now))+len(itoa(m.Full))+5)
	}
	columns := max(1, (d.w-1)/wide)
	row := d.look.Row(d.w)
	for n := 0; i < end; i, n = i+1, n+1 {
		if n == columns {
			d.add(row)
			row, n = d.look.Row(d.w), 0
		}
		m := d.panel.Blocks[i].(engine.Meter)
		on := d.spot(or(m.ID, m.Label), Spot{Block: i, X: n * wide, W: wide})
		row.To(n * wide)
		row.within(wide, func() {
			row.Mark(on).Select(on && d.panel.Focused).Put(Dim, m.Label).Space(1).Put(MeterInk(m), itoa(m.Now))
			if m.Now != m.Full {
				row.Put(Dim, "/"+itoa(m.Full))
			}
			row.Select(false)
		})
	}
	d.add(row)
	return end
}

// widestBar is as long as a bar need be to tell a half from a third.
const widestBar = 30

func (d *drawing) meterRow(r *Row, lost []engine.Meter) {
	d.add(r)
	for _, m := range lost {
		for _, line := range Wrap(m.Label+" lost: "+m.Lost(), d.w-5) {
			d.add(d.look.Row(d.w).Space(3).Put(Dim, line))
		}
	}
}

// fraction is what a meter says in figures: 61/74, with its unit.
func fraction(m engine.Meter) string { return itoa(m.Now) + "/" + outOf(m) }

// outOf is how much there is when all is, with its unit.
func outOf(m engine.Meter) string {
	s := itoa(m.Full)
	if m.Unit != "" && m.Unit != m.Label {
		s += " " + Clean(m.Unit)
	}
	return s
}

// track draws boxes or gems, with how many are full in figures when there are
// many.
func (d *drawing) track(b engine.Track) {
	r := d.look.Row(d.w).Space(1)
	indent := 1
	if b.Label != "" {
		r.Put(Dim, b.Label).Space(1)
		indent = min(r.Used(), d.w/2)
	}
	for i, box := range b.Boxes {
		need := boxWidth(box)
		if r.Used() > indent && r.Left() < need+1 {
			d.add(r)
			r = d.look.Row(d.w).Space(indent)
		}
		r.box(box)
		if i+1 < len(b.Boxes) && (box.Label != "" || box.Count > 0) {
			r.Space(2)
		}
	}
	d.add(r)
}

func boxWidth(b engine.Box) int {
	n := 1
	if b.Count > 0 {
		n += len(itoa(b.Count))
	}
	if b.Label != "" {
		n += 1 + Width(Clean(b.Label))
	}
	return n
}

func (r *Row) box(b engine.Box) *Row {
	if b.Full {
		r.Sign(Full, r.look.Gems[0])
	} else {
		r.Sign(Empty, r.look.Gems[1])
	}
	if b.Count > 0 {
		r.Put(Text, itoa(b.Count))
	}
	if b.Label != "" {
		r.Space(1).Put(Dim, b.Label)
	}
	return r
}
