package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
)

// draw gives at most h lines of w cells, the blank under the cursor in sight.
func (p *paper) draw(look *kit.Look, w, h int) []string {
	if p.find != nil {
		return p.drawHits(look, w, h)
	}
	lines, at := p.lines(look, w)
	return look.Scrolled(lines, at, w, min(len(lines), h))
}

// lines draws every blank and tells on which line the cursor stands.
func (p *paper) lines(look *kit.Look, w int) ([]string, int) {
	sheet := p.schema.Read(p.page)
	fields := make([]kit.Field, len(p.blanks))
	for i, b := range p.blanks {
		fields[i] = p.field(look, sheet, b, i == p.at)
	}
	drawn, starts := look.Fields(fields, w)
	starts = append(starts, len(drawn))
	out := make([]string, 0, len(drawn)+16)
	at := 0
	for i, b := range p.blanks {
		if b.head != "" {
			out = append(out, heading(look, b.head, w))
		}
		if i == p.at {
			at = len(out)
		}
		out = append(out, drawn[starts[i]:starts[i+1]]...)
	}
	return out, at
}

func heading(look *kit.Look, text string, w int) string {
	r := look.Row(w).Space(1).Put(kit.Title, text).Space(1)
	return r.Times(kit.Border, look.Box.Across, r.Left()-1).String()
}

// widestLabel is how many cells the name of a row may take beside its values.
const widestLabel = 24

func (p *paper) field(look *kit.Look, sheet engine.Sheet, b blank, on bool) kit.Field {
	if b.sp == nil {
		return p.rowField(look, b, on)
	}
	v, written := p.page.Get(b.path)
	if !written {
		v = b.sp.Default(sheet)
	}
	out := kit.Field{Label: b.sp.Label, Value: oneLine(v.String()), Unit: b.sp.Unit, Help: b.sp.Help, On: on, Caret: -1, Derived: !written,
		Choice: b.sp.Options != nil || b.sp.Kind != engine.Text || b.sp.RowsOf != "" || len(b.words) > 0}
	switch {
	case on && p.typing != nil:
		out.Value, out.Caret, out.Error = p.typing.text(), p.typing.caret(), p.wrong
	case written && b.sp.Check(v) != nil:
		out.Error = "it is " + b.sp.Range()
	}
	return out
}

// oneLine shows the first line of a text, and that there are more.
func oneLine(s string) string {
	first, _, more := strings.Cut(s, "\n")
	if more {
		return strings.TrimRight(first, " ") + " ..."
	}
	return first
}

func (p *paper) rowField(look *kit.Look, b blank, on bool) kit.Field {
	if b.grows() {
		return kit.Field{Label: "+", Value: "add to " + b.list.Label, On: on, Caret: -1, Derived: true, Help: "enter adds a row"}
	}
	name := ansi.Truncate(kit.Clean(rowName(p.page, b.list.ID, b.row)), widestLabel, look.More)
	return kit.Field{Label: name, Value: p.rowWords(b), On: on, Caret: -1,
		Help: "enter opens it, shift+up and down move it, del takes it off"}
}

// rowWords says what is written in a row beside its name.
func (p *paper) rowWords(b blank) string {
	var parts []string
	for _, c := range b.list.Columns {
		v, ok := p.page.Get(b.list.ID + "/" + b.row + "/" + c.ID)
		switch {
		case !ok || c.ID == "name":
		case c.Kind == engine.Bool && !v.Bool():
		case c.Kind == engine.Bool:
			parts = append(parts, c.Label)
		case c.Kind == engine.Text:
			parts = append(parts, oneLine(v.String()))
		default:
			parts = append(parts, c.Label+" "+v.String())
		}
	}
	return strings.Join(parts, ", ")
}

// drawHits draws the search and what it has found.
func (p *paper) drawHits(look *kit.Look, w, h int) []string {
	items := make([]kit.Item, len(p.hits))
	head, heads := "", make([]string, len(p.blanks))
	for i, b := range p.blanks {
		if b.head != "" {
			head = b.head
		}
		heads[i] = head
	}
	for i, n := range p.hits {
		items[i] = kit.Item{Label: p.label(p.blanks[n]), Aside: heads[n]}
	}
	out := []string{p.find.draw(look, "find", w)}
	if len(items) == 0 {
		return append(out, look.Row(w).Space(1).Put(kit.Dim, "nothing is called that").String())
	}
	return append(out, look.List(items, slices.Index(p.hits, p.at), w, min(len(items), max(h-1, 1)))...)
}

// beside draws left and right next to each other where there is room for both,
// else right below left: at most h lines of w cells. Both are told their size.
func beside(look *kit.Look, w, h int, left, right func(w, h int) []string) []string {
	const room = 76
	if w >= room {
		a := w * 11 / 20
		b := w - a - 1
		edge := make([]string, h)
		for i := range edge {
			edge[i] = look.Row(1).Sign(kit.Border, look.Box.Down).String()
		}
		return kit.Beside(look.Lines(left(a, h), a, h), edge, look.Lines(right(b, h), b, h))
	}
	low := h * 2 / 5
	if low < 4 {
		return left(w, h)
	}
	out := look.Lines(left(w, h-low-1), w, h-low-1)
	out = append(out, look.Row(w).Times(kit.Border, look.Box.Across, w).String())
	return append(out, look.Lines(right(w, low), w, low)...)
}
