package kit

import (
	"example.org/fray/engine"
)

// meters draws the meters from block i on: over the whole width if there are enough lines,
// else two side by side.
func (d *drawing) meters(i int) int {
	end := i
	for ; end < len(d.panel.Blocks); end++ {
		if _, ok := d.panel.Blocks[end].(engine.Meter); !ok {
			break
		}
	}
	if end-i > mostBars {
		return d.compact(i, end)
	}
	columns := 1
	if d.panel.Room < roomy && d.w >= 2*leastGauge+4 && end-i > 1 {
		columns = 2
	}
	wide := (d.w - 1) / columns
	row := d.look.Row(d.w)
	var lost []engine.Meter
	for at := 0; i < end; i, at = i+1, at+1 {
		m := d.panel.Blocks[i].(engine.Meter)
		if at == columns {
			d.meterRow(row, lost)
			row, at, lost = d.look.Row(d.w), 0, nil
		}
		on := d.spotOf(m, Spot{X: at * wide, W: wide})
		row.To(at * wide)
		row.within(wide, func() {
			row.Mark(on).Select(on && d.panel.Focused)
			row.Gauge(d.gauge(m, row.Left()-1), row.Left()-1).Select(false)
		})
		if m.Lost() != "" {
			lost = append(lost, m)
		}
	}
	d.meterRow(row, lost)
	d.ends = append(d.ends, len(d.lines))
	return end
}

// spotOf adds the place of a pool.
func (d *drawing) spotOf(m engine.Meter, s Spot) bool {
	s.Name, s.Text, s.Field, s.Pool = m.Label, m.Label, m.Field, true
	return d.spot(or(m.ID, m.Label), s)
}

// gauge is a meter of the panel in w cells: "VP 33 of 43".
func (d *drawing) gauge(m engine.Meter, w int) Gauge {
	g := GaugeOf(m, d.lost(m), w)
	if long := " " + Clean(m.Label) + " " + itoa(m.Now) + " of " + outOf(m); Width(long) < w {
		g.Text = long
	}
	return g
}

// lost is what the last act took from a meter.
func (d *drawing) lost(m engine.Meter) int {
	if d.panel.Lost == nil {
		return 0
	}
	return d.panel.Lost(m)
}

// roomy is the least height of a panel in which each meter has a line of its own, and
// leastGauge the least width of a meter that shares a line.
const roomy, leastGauge = 13, 14

// pools draws the meters from block i on large, one under the other, each with the words of
// the block behind it below.
func (d *drawing) pools(i int) int {
	blocks := d.panel.Blocks
	end, n := i, 0
	for ; end < len(blocks); end++ {
		if _, is := blocks[end].(engine.Meter); is {
			n++
		} else if w, is := blocks[end].(engine.Words); !is || w.Label != "" {
			break
		}
	}
	if n > mostBars {
		return d.meters(i)
	}
	const indent = 1
	high := 1
	if d.panel.Room >= 3*roomy/2 {
		high = 2
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
		on := d.spotOf(m, Spot{W: d.w})
		g := d.gauge(m, d.w-2)
		for range high {
			d.add(d.look.Row(d.w).Mark(on).Select(on && d.panel.Focused).Gauge(g, d.w-2).Select(false))
			g.Text, on = "", false
		}
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

// mostBars is how many meters in a row are drawn with bars. More than that are parts of one
// thing, and are figures.
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
		on := d.spotOf(m, Spot{X: n * wide, W: wide})
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

func (d *drawing) meterRow(r *Row, lost []engine.Meter) {
	d.add(r)
	for _, m := range lost {
		for _, line := range Wrap(m.Label+" lost: "+m.Lost(), d.w-5) {
			d.add(d.look.Row(d.w).Space(3).Put(Dim, line))
		}
	}
}

// outOf is the full value with its unit.
func outOf(m engine.Meter) string {
	s := itoa(m.Full)
	if m.Unit != "" && m.Unit != m.Label {
		s += " " + Clean(m.Unit)
	}
	return s
}

// track draws boxes or gems. If there are many, it adds how many are full in figures.
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
		r.Sign(Points, r.look.Gems[0])
	} else {
		r.Sign(Faint, r.look.Gems[1])
	}
	if b.Count > 0 {
		r.Put(Text, itoa(b.Count))
	}
	if b.Label != "" {
		r.Space(1).Put(Dim, b.Label)
	}
	return r
}
