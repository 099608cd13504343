package transfer

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// ExportMarkdown writes the characters and the log to be read, as far as the
// seat whose view t is may see them. sessions is what happened in each, the newest first,
// as that seat may know it; story tells the log from the newest act
// back, each in lines, the sentence of it first.
func ExportMarkdown(w io.Writer, t model.Table, sessions [][]view.Line, story func(model.Table) iter.Seq2[model.LogLine, []view.Line]) error {
	m := &markdown{w: bufio.NewWriter(w), story: story}
	d := documentOf(t)
	m.heading(d)
	m.sessions(sessions)
	m.sheets(d)
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

// document writes a table, or one sheet, as it stands.
func (m *markdown) document(d document) {
	m.heading(d)
	m.sheets(d)
	for i, p := range d.Pending {
		if i == 0 {
			m.line("## Pending\n")
		}
		m.line("- %s", EscapeMarkdown(p))
	}
}

func (m *markdown) heading(d document) {
	m.line("# %s\n", EscapeMarkdown(d.Title))
	if d.About != "" {
		m.line("%s\n", EscapeMarkdown(d.About))
	}
}

// sessions writes recaps: the first line of each is what it is of.
func (m *markdown) sessions(all [][]view.Line) {
	if len(all) == 0 {
		return
	}
	m.line("## Sessions")
	for _, lines := range all {
		for _, l := range lines {
			if l.Aside {
				m.line("- %s", EscapeMarkdown(l.Text))
			} else {
				m.line("\n%s\n", EscapeMarkdown(l.Text))
			}
		}
	}
	m.line("")
}

// sheets writes the characters; one alone stands under the title.
func (m *markdown) sheets(d document) {
	if d.About != "" {
		m.line("## Characters\n")
	}
	for _, s := range d.Sheets {
		if d.About != "" {
			m.line("### %s\n", EscapeMarkdown(s.Name))
		}
		if s.Player != "" {
			m.line("Played by %s.\n", EscapeMarkdown(s.Player))
		}
		if s.Awards != "" {
			m.line("Awarded: %s.\n", EscapeMarkdown(s.Awards))
		}
		if s.Notes != "" {
			m.line("%s\n", EscapeMarkdown(s.Notes))
		}
		if s.Known != "" {
			m.line("%s\n", EscapeMarkdown(s.Known))
		}
		for _, b := range s.Books {
			m.line("**%s**\n", EscapeMarkdown(b.Name))
			for _, p := range b.Parts {
				m.part(p)
			}
			m.line("")
		}
	}
}

// part writes one block of a panel.
func (m *markdown) part(p part) {
	switch {
	case p.Heading != "":
		m.line("\n#### %s\n", EscapeMarkdown(p.Heading))
	case p.Rows != nil:
		m.grid(p.Title, p.Head, p.Rows)
	case p.Label != "" || p.Text != "":
		m.line("- %s", strings.TrimPrefix(EscapeMarkdown(p.Label)+": "+EscapeMarkdown(p.Text), ": "))
	}
}

func (m *markdown) grid(title string, head []string, rows [][]string) {
	m.line("")
	if title != "" {
		m.line("%s:", EscapeMarkdown(title))
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
		b.WriteString(" " + EscapeMarkdown(c) + " |")
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
		words := EscapeMarkdown(s.Text)
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

// EscapeMarkdown keeps text from being read as Markdown or HTML.
func EscapeMarkdown(s string) string { return escapes.Replace(s) }
