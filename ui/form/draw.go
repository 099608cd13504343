package form

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Draw gives at most H lines, the field under the cursor in sight.
func (m *Form) Draw(f pane.Frame) []string {
	if m.find != nil {
		return m.find.list.Draw(f)
	}
	lines, at := m.lines(f)
	return f.Look.Scrolled(lines, at, f.W, min(len(lines), f.H))
}

// lines draws every field and tells on which line the cursor stands.
func (m *Form) lines(f pane.Frame) (out []string, at int) {
	look, w := f.Look, f.W
	sheet := m.Schema.Read(m.Page)
	rows := make([]kit.Field, len(m.fields), len(m.fields)+1)
	for i, b := range m.fields {
		if b.Line == nil {
			rows[i] = m.row(f, sheet, b, i == m.at)
		}
	}
	if m.Hidden() {
		rows = append(rows, kit.Field{Label: "more", Value: m.restNames(f), Beside: fmt.Sprint(len(m.rest)), Quiet: true, On: m.onMore(), Caret: -1})
	}
	drawn, starts := look.Fields(rows, w)
	starts = append(starts, len(drawn))
	for i := range rows {
		var b Field
		if i < len(m.fields) {
			b = m.fields[i]
		}
		if b.Head != "" {
			out = append(out, heading(look, b.Head, w))
		}
		if i == m.at {
			at = len(out)
		}
		if b.Line != nil {
			out = append(out, b.Line(f, i == m.at))
			continue
		}
		out = append(out, drawn[starts[i]:starts[i+1]]...)
	}
	return out, at
}

func heading(look *kit.Look, text string, w int) string {
	r := look.Row(w).Space(1).Put(kit.Title, text).Space(1)
	return r.Times(kit.Faint, look.Box.Across, r.Left()-1).String()
}

// restNames are the first of what stands under "more".
func (m *Form) restNames(f pane.Frame) string {
	const named = 3
	var names []string
	for _, b := range m.rest[:min(named, len(m.rest))] {
		name := m.label(b)
		if name != strings.ToUpper(name) {
			name = strings.ToLower(name)
		}
		names = append(names, name)
	}
	words := strings.Join(names, ", ")
	if len(m.rest) > named {
		words += " " + f.Look.More
	}
	return words
}

// widestLabel is how many cells the name of a row may take beside its values.
const widestLabel = 24

// Drawn is a field as it is drawn; on while it is under the cursor.
func (m *Form) Drawn(f pane.Frame, b Field) kit.Field {
	return m.row(f, m.Schema.Read(m.Page), b, b.ID == m.Here().ID)
}

func (m *Form) row(f pane.Frame, sheet engine.Sheet, b Field, on bool) kit.Field {
	var out kit.Field
	switch {
	case b.Spec != nil:
		out = m.valueRow(sheet, b)
	case b.Grows():
		out = kit.Field{Label: "+", Value: "add to " + b.List.Label, Derived: true, Help: f.KeyOf("rows-open") + " adds a row"}
	case b.List != nil:
		name := ansi.Truncate(kit.Clean(RowName(m.Page, b.List.ID, b.Row)), widestLabel, f.Look.More)
		out = kit.Field{Label: name, Value: m.rowWords(b),
			Help: f.KeyOf("rows-open") + " opens it, " + f.KeysOf("rows-raise", "rows-lower") + " move it, " + f.KeyOf("form-clear") + " removes it"}
	default:
		out = kit.Field{Label: b.Label, Value: b.Value, Help: b.Help, Choice: b.Turn != nil}
	}
	if out.On, out.Caret, out.Beside = on, -1, b.Beside; m.Silent {
		out.Help = ""
	}
	switch {
	case m.refused.id == b.ID && m.refused.words != "":
		out.Error = m.refused.words
	case on && m.typing != nil:
		out.Error = m.wrong
	}
	if on && m.typing != nil {
		out.Value, out.Caret, out.Derived, out.Marked = m.typing.Text(), m.typing.Caret(), false, m.typing.Marked()
	}
	return out
}

// valueRow is a field for a value of the page.
func (m *Form) valueRow(sheet engine.Sheet, b Field) kit.Field {
	v, written := m.Page.Get(b.ID)
	out := kit.Field{Label: m.label(b), Unit: b.Spec.Unit, Help: b.help(), Derived: !written,
		Choice: b.kind() != typed || len(b.Words) > 0}
	switch {
	case written:
		out.Value = oneLine(b.Spec.Words(v))
		if b.Spec.Check(v) != nil {
			out.Error = "it must be " + b.Spec.Range()
		} else if follows := b.Spec.Default(sheet); b.Spec.Kind != engine.Text && b.Spec.IsDerived() && follows != v {
			out.Unit = strings.TrimSpace(out.Unit + " (worked out " + follows.String() + ")")
		}
	case b.Value != "":
		out.Value, out.Unit = b.Value, ""
	case !b.Taken.IsNone() && b.Taken.String() != "":
		out.Value = oneLine(b.Spec.Words(b.Taken))
	case b.Spec.WhenEmpty != "":
		out.Value = b.Spec.WhenEmpty
	default:
		out.Value = oneLine(b.Spec.Words(b.Spec.Default(sheet)))
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

// rowWords says what is written in a row beside its name.
func (m *Form) rowWords(b Field) string {
	var parts []string
	for _, c := range b.List.Columns {
		v, ok := m.Page.Get(b.List.ID + "/" + b.Row + "/" + c.ID)
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

// Beside draws left and right next to each other where there is room for both,
// else right below left: at most H lines of W cells. Both are told their size.
func Beside(f pane.Frame, left, right func(pane.Frame) []string) []string {
	const room, gap = 70, 3
	look, w, h := f.Look, f.W, f.H
	if w >= room {
		a := max(w*54/100, 40)
		b := w - a - gap - 1
		l, r := left(f.Sized(a, h, true)), right(f.Sized(b, h, true))
		out := make([]string, min(max(len(l), len(r)), h))
		for i := range out {
			row := look.Row(w)
			if i < len(l) {
				row.Drawn(l[i], a)
			}
			row.To(a + gap)
			if i < len(r) {
				row.Drawn(r[i], b)
			}
			out[i] = row.String()
		}
		return out
	}
	low := h * 2 / 5
	if low < 4 {
		return left(f)
	}
	out := look.Lines(left(f.Sized(w, h-low-1, true)), w, h-low-1)
	out = append(out, look.Row(w).Times(kit.Faint, look.Box.Across, w).String())
	return append(out, look.Lines(right(f.Sized(w, low, true)), w, low)...)
}
