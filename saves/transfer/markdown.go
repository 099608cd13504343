package transfer

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// ExportMarkdown writes the characters and the log to be read, as far as the
// seat whose view t is may see them. last is what happened in its newest session,
// as that seat may know it; story tells the log from the newest act
// back, each in lines, the sentence of it first.
func ExportMarkdown(w io.Writer, t model.Table, last []view.Line, story func(model.Table) iter.Seq2[model.LogLine, []view.Line]) error {
	m := &markdown{w: bufio.NewWriter(w), story: story}
	m.line("# %s", plain(t.Name))
	m.line("")
	m.line("Played with %s. Scene %d%s, %s.", plain(t.SystemName(t.System)), t.Clock.Scene, place(t.Clock), t.When(t.Clock.Moment))
	m.line("")
	m.lastTime(last)
	m.line("## Characters")
	m.line("")
	for _, c := range t.Characters() {
		m.character(t, c)
	}
	m.log(t)
	return m.w.Flush()
}

type markdown struct {
	w     *bufio.Writer
	story func(model.Table) iter.Seq2[model.LogLine, []view.Line]
}

func (m *markdown) line(format string, args ...any) {
	_, _ = fmt.Fprintf(m.w, format+"\n", args...)
}

func place(c model.Clock) string {
	if c.Place == "" {
		return ""
	}
	return " (" + plain(c.Place) + ")"
}

// lastTime writes a recap: its first line is what it is of.
func (m *markdown) lastTime(last []view.Line) {
	if len(last) == 0 {
		return
	}
	m.line("## Last time")
	for _, l := range last {
		if l.Aside {
			m.line("- %s", plain(l.Text))
		} else {
			m.line("\n%s\n", plain(l.Text))
		}
	}
	m.line("")
}

func (m *markdown) character(t model.Table, c *model.Character) {
	m.line("### %s", plain(c.Name))
	m.line("")
	if c.Owner != "" {
		m.line("Played by %s.", plain(t.PlayerOf(c)))
		m.line("")
	}
	if c.Notes != "" {
		m.line("%s", plain(c.Notes))
		m.line("")
	}
	for _, id := range c.Systems() {
		s, ok := t.Rulebook(id)
		if !ok {
			m.line("*A sheet of a rulebook that is not here: %s*", plain(id))
			m.line("")
			continue
		}
		m.line("**%s**", plain(s.Name))
		m.line("")
		for _, b := range t.Shown(c, id) {
			m.block(b)
		}
		m.line("")
	}
}

// block writes one block of a panel.
func (m *markdown) block(b engine.Block) {
	switch b := b.(type) {
	case engine.Heading:
		m.line("")
		m.line("#### %s", plain(b.Text))
		m.line("")
	case engine.Stat:
		m.line("- %s: %s", plain(b.Label), plain(b.Words()))
	case engine.Meter:
		m.line("- %s: %s", plain(b.Label), plain(b.Words()))
	case engine.Track:
		var boxes []string
		for _, x := range b.Boxes {
			mark := "☐"
			if x.Full {
				mark = "☑"
			}
			boxes = append(boxes, strings.TrimSpace(mark+" "+plain(x.Label)))
		}
		m.line("- %s: %s", plain(b.Label), strings.Join(boxes, ", "))
	case engine.Words:
		m.line("- %s", strings.TrimPrefix(plain(b.Label)+": "+plain(b.Text), ": "))
	case engine.Costs:
		m.grid(b.Title, []string{"", "Price", "Gain", ""}, costRows(b))
	case engine.Grid:
		m.grid(b.Title, b.Head, b.Rows)
	}
}

func costRows(c engine.Costs) [][]string {
	var rows [][]string
	for _, r := range c.Rows {
		rows = append(rows, []string{r.Label, r.Price, r.Gain, r.Mark})
	}
	return rows
}

func (m *markdown) grid(title string, head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	m.line("")
	if title != "" {
		m.line("%s:", plain(title))
		m.line("")
	}
	columns := len(rows[0])
	for len(head) < columns {
		head = append(slices.Clip(head), "")
	}
	m.line("%s", cells(head))
	m.line("|%s", strings.Repeat("---|", len(head)))
	for _, r := range rows {
		m.line("%s", cells(r))
	}
	m.line("")
}

func cells(row []string) string {
	var b strings.Builder
	b.WriteByte('|')
	for _, c := range row {
		b.WriteString(" " + plain(c) + " |")
	}
	return b.String()
}

func (m *markdown) log(t model.Table) {
	m.line("## Log")
	day := ""
	type act struct {
		model.LogLine
		said []view.Line
	}
	var acts []act
	for l, said := range m.story(t) {
		if len(said) > 0 {
			acts = append(acts, act{l, said})
		}
	}
	for _, a := range slices.Backward(acts) {
		l, said := a.LogLine, a.said
		if d := l.Event.Time.Format("2006-01-02"); d != day {
			day = d
			m.line("")
			m.line("### %s", day)
			m.line("")
		}
		m.entry(l, said)
	}
}

func (m *markdown) entry(l model.LogLine, said []view.Line) {
	for _, s := range said {
		words := plain(s.Text)
		switch {
		case !s.Head:
			m.line("  %s", words)
			continue
		case l.Undone:
			words = "~~" + words + "~~"
		default:
			words = "**" + words + "**"
		}
		m.line("- `%d` %s %s", l.Event.Seq, l.Event.Time.Format("15:04"), words)
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "|", `\|`, "<", "&lt;", "[", `\[`, "~", `\~`, "#", `\#`, "\n", " ")

// plain keeps text from being read as Markdown or HTML.
func plain(s string) string { return escapes.Replace(s) }
