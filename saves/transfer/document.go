package transfer

import (
	"bufio"
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
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
	Books  []book
}

// book is what one rulebook says of a character.
type book struct {
	Name  string
	Parts []part
}

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
	for _, id := range c.Systems() {
		b := book{Name: t.SystemName(id)}
		for _, block := range view.ExplainedSheet(t, c, id) {
			b.Parts = append(b.Parts, partOf(block))
		}
		s.Books = append(s.Books, b)
	}
	return s
}

func partOf(b engine.Block) part {
	switch b := b.(type) {
	case engine.Heading:
		return part{Heading: b.Text}
	case engine.Stat:
		return part{Label: b.Label, Text: b.Words()}
	case engine.Meter:
		return part{Label: b.Label, Text: b.Words()}
	case engine.Track:
		var boxes []string
		for _, x := range b.Boxes {
			mark := "☐"
			if x.Full {
				mark = "☑"
			}
			boxes = append(boxes, strings.TrimSpace(mark+" "+x.Label))
		}
		return part{Label: b.Label, Text: strings.Join(boxes, ", ")}
	case engine.Words:
		return part{Label: b.Label, Text: b.Text}
	case engine.Costs:
		p := part{Title: b.Title, Head: []string{"", "Price", "Gain", ""}}
		for _, r := range b.Rows {
			p.Rows = append(p.Rows, []string{r.Label, r.Price, r.Gain, r.Mark})
		}
		return p
	case engine.Grid:
		return part{Title: b.Title, Head: b.Head, Rows: b.Rows}
	}
	return part{}
}

//go:embed document.html
var documentPage string

var documentTemplate = template.Must(template.New("document").Parse(documentPage))

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
	out := bufio.NewWriter(w)
	if err := documentTemplate.Execute(out, shown(t, c)); err != nil {
		return err
	}
	return out.Flush()
}

// ShowMarkdown writes the same as Markdown.
func ShowMarkdown(w io.Writer, t model.Table, c *model.Character) error {
	m := &markdown{w: bufio.NewWriter(w)}
	m.document(shown(t, c))
	return m.w.Flush()
}
