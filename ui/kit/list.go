package kit

import (
	"strings"

	"example.org/fray/engine"
)

// Item is one line of a list.
type Item struct {
	Label  string
	Price  string // behind the label, and kept where that is cut
	Aside  string // at the right: a key, a price, odds
	WhyNot string // why it can't be chosen, "" when it can
	Head   bool   // a heading between items; the cursor passes it
	Ticked bool
	Old    bool // Aside is of before, until it is known anew

	Number  string   // the key that chooses it, before the label
	Columns *Columns // stand behind the label instead of Aside, where there is room; nil: none
}

// Columns are what a list shows beside an item: a chance with a bar, a price, and further
// words.
type Columns struct {
	Judged       bool // it may succeed or fail, with the chance P
	P            float64
	Price, Words string
}

// text is the columns as text, for where there is no room for them.
func (c *Columns) text() string {
	if c == nil {
		return ""
	}
	parts := make([]string, 0, 3)
	for _, s := range []string{c.Price, c.Words} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if c.Judged {
		parts = append(parts, engine.Percent(c.P))
	}
	return strings.Join(parts, "  ")
}

// columnsFrom is the least width of a list with columns.
const columnsFrom = 72

// columnWidths are how wide the columns of a list are: the bar, the chance, the price and
// what comes behind.
type columnWidths struct{ bar, chance, price, words int }

// columnsAt is where the columns of a line of w cells begin, and how wide they are.
func columnsAt(w int) (at int, c columnWidths) {
	c = columnWidths{bar: 5, chance: 6, price: 10, words: 15}
	if w >= 86 {
		c.bar, c.price, c.words = min((w-74)/2, 14), 11, 16
	}
	return w - 3 - c.words - c.price - c.chance - c.bar, c
}

// Room is how many cells a label has before them in a line of w cells.
func (c *Columns) Room(w int) int {
	if w >= columnsFrom {
		at, _ := columnsAt(w)
		return at - 2
	}
	if n := min(Width(c.text()), w/2); n > 0 {
		return w - 4 - n
	}
	return w - 3
}

// columns draws them up to the end of a line.
func (r *Row) columns(c *Columns) {
	at, wide := columnsAt(r.w)
	if r.To(at); c.Judged {
		r.OddsBar(c.P, wide.bar).Space(1).Right(ChanceInk(c.P), engine.Percent(c.P), wide.chance)
	} else {
		r.Space(wide.bar + 1 + wide.chance)
	}
	r.Space(1).Fit(Energy, c.Price, wide.price).Space(1).Fit(Dim, c.Words, r.Left()-1)
}

// List draws h lines of items, scrolled to the cursor. Signs at the right edge say whether
// there are more above and below.
func (k *Look) List(items []Item, at, w, h int) []string {
	return k.ListOf(len(items), func(i int) Item { return items[i] }, at, w, h)
}

// ListOf is [Look.List] of n items, of which only those in sight are asked for.
func (k *Look) ListOf(n int, item func(i int) Item, at, w, h int) []string {
	top := Window(n, at, h)
	out := make([]string, 0, max(h, 0))
	for i := top; i < n && len(out) < h; i++ {
		out = append(out, k.item(item(i), i == at, w, k.more(i-top, top, h, n)))
	}
	return k.Lines(out, w, h)
}

// more gives the sign for line i of h that start at top of n.
func (k *Look) more(i, top, h, n int) string {
	switch {
	case i == 0 && top > 0:
		return k.Up[0]
	case i == h-1 && top+h < n:
		return k.Up[1]
	}
	return ""
}

// leastLabel is the least width of a label before its price.
const leastLabel = 12

func (k *Look) item(it Item, on bool, w int, more string) string {
	r := k.Row(w)
	if it.Head {
		r.Space(1).Put(Dim, it.Label).Space(1)
		if more != "" {
			return r.Times(Faint, k.Box.Across, r.Left()-2).Space(1).Sign(Dim, more).String()
		}
		return r.Times(Faint, k.Box.Across, r.Left()-1).String()
	}
	inColumns := it.Columns != nil && it.WhyNot == "" && w >= columnsFrom
	if it.Aside == "" && !inColumns {
		it.Aside = it.Columns.text()
	}
	aside := min(Width(Clean(it.Aside)), w/2)
	r.Mark(on).Select(on).Put(Key, it.Number)
	if it.Ticked {
		r.Sign(Accent, k.Tick[2]).Space(1)
	}
	ink := Text
	if it.WhyNot != "" {
		ink = Dim
	}
	room := w - 1 - r.Used() - 1
	if inColumns {
		at, _ := columnsAt(w)
		room = at - 1 - r.Used()
	} else if aside > 0 {
		room -= aside + 1
	}
	if on && it.WhyNot == "" {
		ink = Title
	}
	r.within(room, func() {
		if price := Width(Clean(it.Price)); price > 0 {
			r.Fit(ink, it.Label, min(Width(Clean(it.Label)), max(room-price-2, leastLabel))).Space(2).Put(ink, it.Price)
		} else {
			r.Put(ink, it.Label)
		}
		if it.WhyNot != "" {
			r.Space(2).Sign(Warn, k.Tick[1]).Space(1).Put(Dim, it.WhyNot)
		}
	})
	if inColumns {
		r.columns(it.Columns)
	} else if aside > 0 {
		ink := Dim
		if it.Old {
			ink = Faint
		}
		r.Space(1).Right(ink, it.Aside, aside)
	}
	if more != "" {
		r.Space(1).Sign(Dim, more)
	}
	return r.String()
}

// Scrolled gives h of the lines, which are w cells wide, scrolled to line at. Signs in their
// last cells say whether there are more above and below.
func (k *Look) Scrolled(lines []string, at, w, h int) []string {
	return k.ScrolledOf(len(lines), func(i int) string { return lines[i] }, at, w, h)
}

// ScrolledOf is [Look.Scrolled] of n lines, of which only those in sight are asked
// for.
func (k *Look) ScrolledOf(n int, line func(i int) string, at, w, h int) []string {
	out, top := make([]string, 0, max(h, 0)), 0
	scrolls := n > h && h > 0 && w > 1
	if scrolls {
		top = Window(n, at, h)
	}
	for i := top; i < n && len(out) < h; i++ {
		out = append(out, line(i))
	}
	if !scrolls {
		return k.Lines(out, w, h)
	}
	for _, i := range []int{0, h - 1} {
		if more := k.more(i, top, h, n); more != "" {
			out[i] = k.Row(w).Drawn(k.Cut(out[i], w-1), w-1).Put(Dim, more).String()
		}
	}
	return out
}

// ShareRows draws the uses among which points are shared, with what each gives now, and the
// points that are left. Row at is selected.
func (k *Look) ShareRows(q engine.Question, give engine.Shares, at, w int) []string {
	label, left := 4, q.Total
	for _, s := range q.Uses {
		label = max(label, Width(Clean(s.Label)))
		left -= give[s.ID]
	}
	label = min(label, w/2)
	figures := max(2, len(itoa(q.Total)))
	out := make([]string, 0, len(q.Uses)+1)
	for i, s := range q.Uses {
		n := give[s.ID]
		r := k.Row(w).Mark(i == at).Select(i == at)
		ink := Text
		if s.WhyNot != "" {
			ink = Dim
		}
		r.Fit(ink, s.Label, label).Space(1)
		r.Sign(Key, arrow(k, n > 0, 0)).Number(ink, n, figures).Sign(Key, arrow(k, s.WhyNot == "" && left > 0 && (s.Most == 0 || n < s.Most), 1)).Space(2)
		words := s.WhyNot
		ink = Dim
		if words != "" {
			r.Sign(Warn, k.Tick[1]).Space(1)
		} else if s.Effect != nil {
			words, ink = s.Effect(n), Text
		}
		indent := r.Used()
		for n, l := range Wrap(words, max(r.Left(), 8)) { // what it gives is never cut
			if n > 0 {
				out = append(out, r.String())
				r = k.Row(w).Space(indent)
			}
			r.Put(ink, l)
		}
		if s.WhyNot == "" && s.Effect != nil {
			k.further(r, s, n, left)
		}
		out = append(out, r.String())
	}
	r := k.Row(w).Space(1).Fit(Dim, "left", label).Space(2).Number(Title, left, figures).Space(3).Put(Dim, "of "+itoa(q.Total))
	if q.One {
		r.Put(Dim, ", to one use only")
	}
	return append(out, r.String())
}

// mostFurther is for how many further points their effect is shown beside a use.
const mostFurther = 2

// further draws, behind what n points of a use do, what it would do with more of those that
// are left: "3: 11" is 11 with 3 points.
func (k *Look) further(r *Row, s engine.Use, n, left int) {
	now := s.Effect(n)
	last := now
	for shown, more := 0, n+1; more <= n+left && (s.Most == 0 || more <= s.Most) && shown < mostFurther; more++ {
		then := s.Effect(more)
		if then == last {
			continue
		}
		words := itoa(more) + ": " + then[strings.LastIndexByte(then[:alike(now, then)], ' ')+1:]
		if r.Left() < Width(Clean(words))+4 {
			return
		}
		r.Space(4).Put(Dim, words)
		shown, last = shown+1, then
	}
}

// alike is the length in bytes of the beginning that two texts share.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// arrow is the sign at the side of a number that can be moved that way.
func arrow(k *Look, can bool, side int) string {
	if !can {
		return " "
	}
	return k.Moves[side]
}
