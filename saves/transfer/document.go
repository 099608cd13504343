package transfer

import (
	"bufio"
	"example.org/fray/model/markup"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
)

// document is a table, or some of its sheets, as it stands, to be read elsewhere.
type document struct {
	Title   string
	About   string // which rulebook, scene and time; "" for sheets alone
	Sheets  []sheet
	Pending []string // what will fall due
}

// sheet is a character of a document.
type sheet struct {
	Name   string
	Player string // who plays them, if anybody does
	Awards string // what the table counts for them
	Notes  string
	Known  string // of somebody who is known by name only: what else is known
	Books  []book
}

// book is what one rulebook says of a character.
type book struct {
	Name  string
	Parts []part
}

// group is what stands below a heading of a sheet, or before the first one.
type group struct {
	Heading string
	Parts   []part
}

// Groups are the parts of a sheet below their headings, without the tables that are wide.
func (b book) Groups() (out []group) {
	for _, p := range b.Parts {
		switch {
		case p.Heading != "":
			out = append(out, group{Heading: p.Heading})
			continue
		case p.wide():
			continue
		case len(out) == 0:
			out = append(out, group{})
		case p.Rows != nil || out[len(out)-1].hasTable(): // what follows a table does not belong to the heading before it
			out = append(out, group{})
		}
		out[len(out)-1].Parts = append(out[len(out)-1].Parts, p)
	}
	return slices.DeleteFunc(out, func(g group) bool { return len(g.Parts) == 0 })
}

func (g group) hasTable() bool {
	return slices.ContainsFunc(g.Parts, func(p part) bool { return p.Rows != nil })
}

// Wide are the tables that need the whole width of the page.
func (b book) Wide() []part {
	return slices.DeleteFunc(slices.Clone(b.Parts), func(p part) bool { return !p.wide() })
}

func (p part) wide() bool {
	const most = 3 // columns that have room in a third of the page
	return len(p.Rows) > 0 && max(len(p.Head), len(p.Rows[0])) > most
}

// Long reports whether the text needs lines of its own.
func (p part) Long() bool { return len([]rune(p.Label+p.Text)) > 34 }

// part is a block of a panel in words: a heading, a label with its text, or a table.
type part struct {
	Heading     string
	Label, Text string
	Title       string // of the table
	Head        []string
	Rows        [][]string
}

// documentOf is a whole table as far as the view t shows it.
func documentOf(t model.Table) document {
	d := document{Title: t.Name, About: "Played with " + t.SystemName(t.System) + ". Scene " + sceneOf(t) + ", " + t.When(t.Clock.Moment) + model.Prefixed(", ", t.DateWords()) + "."}
	for _, c := range t.Characters() {
		d.Sheets = append(d.Sheets, sheetOf(t, c))
	}
	for _, p := range t.Pending() {
		d.Pending = append(d.Pending, t.When(p.Due)+": "+t.NameOf(p.Who)+", "+t.ActionName(p.System, p.Action))
	}
	return d
}

// sceneOf is the number of the scene, and where it plays.
func sceneOf(t model.Table) string {
	scene := strconv.Itoa(t.Clock.Scene)
	if t.Clock.Place != "" {
		scene += " (" + t.Clock.Place + ")"
	}
	return scene
}

func sheetOf(t model.Table, c *model.Character) sheet {
	s := sheet{Name: c.Name, Awards: c.AwardWords(), Notes: c.Notes}
	if c.Owner != "" {
		s.Player = t.PlayerOf(c)
	}
	if c.Public != nil {
		s.Known = "Known by name only" + model.Prefixed(": ", c.Public.State) + "."
	}
	for _, id := range c.Systems() {
		b := book{Name: t.SystemName(id)}
		scene.Write(&b, view.ExplainedSheet(t, c, id)...)
		if system, ok := t.Rulebook(id); ok && c.Public == nil {
			if more := alsoWritten(system, c.Pages[id], b.Parts); len(more) > 0 {
				b.Parts = append(append(b.Parts, part{Heading: "Also on the sheet"}), more...)
			}
		}
		s.Books = append(s.Books, b)
	}
	return s
}

// alsoWritten returns what is written on a sheet in words, or chosen from options, and is not
// among the parts of its panel, which has no room for everything.
func alsoWritten(s *engine.System, page engine.Page, panel []part) (out []part) {
	var there strings.Builder
	for _, p := range panel {
		there.WriteString(strings.ToLower(strings.Join(append(slices.Concat(p.Rows...), p.Heading, p.Title, p.Label, p.Text), "\n") + "\n"))
	}
	missing := func(sp *engine.Spec, v engine.Value) string {
		words := sp.Words(v)
		if sp.Bookkeeping || v.Kind() != engine.Text || words == "" || strings.Contains(there.String(), strings.ToLower(words)) {
			return ""
		}
		return words
	}
	for _, sp := range s.Sheet.Fields() {
		v, _ := page.Get(sp.ID)
		if words := missing(sp, v); words != "" {
			out = append(out, part{Label: sp.Label, Text: words})
		}
	}
	for _, l := range s.Sheet.Lists() {
		for _, row := range page.RowIDs(l.ID) {
			var name string
			var more []string
			for i, sp := range l.Columns {
				v, _ := page.Get(l.ID + "/" + row + "/" + sp.ID)
				if i == 0 {
					name = sp.Words(v)
				}
				if words := missing(sp, v); words != "" && i > 0 {
					more = append(more, sp.Label+": "+words)
				}
			}
			if more != nil {
				out = append(out, part{Label: name, Text: strings.Join(more, "; ")})
			}
		}
	}
	return out
}

func (b *book) put(label, text string) { b.Parts = append(b.Parts, part{Label: label, Text: text}) }

// Heading, Number, Meter, Boxes, Text and Table write a sheet; see [scene.Writer].
func (b *book) Heading(text string)  { b.Parts = append(b.Parts, part{Heading: text}) }
func (b *book) Number(x engine.Stat) { b.put(x.Label, x.Words()) }
func (b *book) Meter(x engine.Meter) { b.put(x.Label, x.Words()) }
func (b *book) Text(x engine.Words)  { b.put(x.Label, x.Text) }

func (b *book) Boxes(x engine.Track) {
	boxes, between := make([]string, 0, len(x.Boxes)), ""
	for _, box := range x.Boxes {
		mark := "☐"
		if box.Full {
			mark = "☑"
		}
		if box.Label != "" {
			between = ", "
		}
		if box.Count > 0 {
			mark += " " + strconv.Itoa(box.Count)
		}
		boxes = append(boxes, strings.TrimSpace(mark+" "+box.Label))
	}
	b.put(x.Label, strings.Join(boxes, between))
}

func (b *book) Table(x scene.Table) {
	if len(x.Rows) == 0 {
		b.put(x.Title, engine.NoRows)
		return
	}
	b.Parts = append(b.Parts, part{Title: x.Title, Head: x.Head, Rows: x.Rows})
}

// shown is the document that shows a table, or one character of it.
func shown(t model.Table, c *model.Character) document {
	if c == nil {
		return documentOf(t)
	}
	return document{Title: c.Name, Sheets: []sheet{sheetOf(t, c)}}
}

// ShowHTML writes a table, or one character of it, as a page to print; a nil c stands
// for the whole table.
func ShowHTML(w io.Writer, t model.Table, c *model.Character) error {
	var made markup.Writer
	shown(t, c).write(&made)
	_, err := io.WriteString(w, made.Made().String())
	return err
}

// ShowMarkdown writes the same as Markdown.
func ShowMarkdown(w io.Writer, t model.Table, c *model.Character) error {
	m := &markdown{w: bufio.NewWriter(w)}
	m.document(shown(t, c))
	return m.w.Flush()
}
