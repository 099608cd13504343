package paper

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Draw gives at most H lines, the blank under the cursor in sight.
func (p *Paper) Draw(f pane.Frame) []string {
	if p.find != nil {
		return p.drawHits(f.Look, f.W, f.H)
	}
	lines, at := p.lines(f)
	return f.Look.Scrolled(lines, at, f.W, min(len(lines), f.H))
}

// lines draws every blank and tells on which line the cursor stands.
func (p *Paper) lines(f pane.Frame) ([]string, int) {
	look, w := f.Look, f.W
	sheet := p.Schema.Read(p.Page)
	fields := make([]kit.Field, len(p.Blanks))
	for i, b := range p.Blanks {
		fields[i] = p.field(f, sheet, b, i == p.at)
	}
	drawn, starts := look.Fields(fields, w)
	starts = append(starts, len(drawn))
	out := make([]string, 0, len(drawn)+16)
	at := 0
	for i, b := range p.Blanks {
		if b.Head != "" {
			out = append(out, heading(look, b.Head, w))
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

func (p *Paper) field(f pane.Frame, sheet engine.Sheet, b Blank, on bool) kit.Field {
	if b.Spec == nil {
		return p.rowField(f, b, on)
	}
	v, written := p.Page.Get(b.Path)
	if !written {
		v = b.Spec.Default(sheet)
	}
	out := kit.Field{Label: b.Spec.Label, Value: oneLine(b.Spec.Words(v)), Unit: b.Spec.Unit, Help: b.Spec.Help, On: on, Caret: -1, Derived: !written,
		Choice: b.Spec.Options != nil || b.Spec.Kind != engine.Text || b.Spec.RowsOf != "" || len(b.Words) > 0}
	if written && b.Spec.Kind != engine.Text && b.Spec.IsDerived() {
		if follows := b.Spec.Default(sheet); follows != v {
			out.Unit = strings.TrimSpace(out.Unit + " (worked out " + follows.String() + ")")
		}
	}
	if b.Note != "" {
		out.Help = strings.TrimSpace(out.Help + " It contains " + b.Note + ".")
	}
	switch {
	case on && p.typing != nil:
		out.Value, out.Caret, out.Error = p.typing.Text(), p.typing.Caret(), p.wrong
	case written && b.Spec.Check(v) != nil:
		out.Error = "it must be " + b.Spec.Range()
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

func (p *Paper) rowField(f pane.Frame, b Blank, on bool) kit.Field {
	if b.grows() {
		return kit.Field{Label: "+", Value: "add to " + b.List.Label, On: on, Caret: -1, Derived: true, Help: f.KeyOf("rows-open") + " adds a row"}
	}
	name := ansi.Truncate(kit.Clean(RowName(p.Page, b.List.ID, b.Row)), widestLabel, f.Look.More)
	return kit.Field{Label: name, Value: p.rowWords(b), On: on, Caret: -1,
		Help: f.KeyOf("rows-open") + " opens it, " + f.KeysOf("rows-raise", "rows-lower") + " move it, " + f.KeyOf("write-clear") + " removes it"}
}

// rowWords says what is written in a row beside its name.
func (p *Paper) rowWords(b Blank) string {
	var parts []string
	for _, c := range b.List.Columns {
		v, ok := p.Page.Get(b.List.ID + "/" + b.Row + "/" + c.ID)
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
func (p *Paper) drawHits(look *kit.Look, w, h int) []string {
	items := make([]kit.Item, len(p.hits))
	head, heads := "", make([]string, len(p.Blanks))
	for i, b := range p.Blanks {
		if b.Head != "" {
			head = b.Head
		}
		heads[i] = head
	}
	for i, n := range p.hits {
		items[i] = kit.Item{Label: p.label(p.Blanks[n]), Aside: heads[n]}
	}
	out := []string{p.find.Draw(look, "find", w)}
	if len(items) == 0 {
		return append(out, look.Row(w).Space(1).Put(kit.Dim, "nothing matches").String())
	}
	return append(out, look.List(items, slices.Index(p.hits, p.at), w, min(len(items), max(h-1, 1)))...)
}

// Beside draws left and right next to each other where there is room for both,
// else right below left: at most H lines of W cells. Both are told their size.
func Beside(f pane.Frame, left, right func(pane.Frame) []string) []string {
	const room = 76
	look, w, h := f.Look, f.W, f.H
	if w >= room {
		a := w * 11 / 20
		b := w - a - 1
		edge := make([]string, h)
		for i := range edge {
			edge[i] = look.Row(1).Sign(kit.Border, look.Box.Down).String()
		}
		return kit.Beside(look.Lines(left(f.Sized(a, h, true)), a, h), edge, look.Lines(right(f.Sized(b, h, true)), b, h))
	}
	low := h * 2 / 5
	if low < 4 {
		return left(f)
	}
	out := look.Lines(left(f.Sized(w, h-low-1, true)), w, h-low-1)
	out = append(out, look.Row(w).Times(kit.Border, look.Box.Across, w).String())
	return append(out, look.Lines(right(f.Sized(w, low, true)), w, low)...)
}
