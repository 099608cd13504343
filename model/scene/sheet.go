package scene

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Sheet is the page of a character's sheet that one rulebook shows, as far as a seat may see it:
// what is in force first, and for those who play the character what each pool has lost last and
// loses next.
func Sheet(t model.Table, seat model.Seat, c *model.Character, system string) []engine.Block {
	if state, nameOnly := c.State(); nameOnly {
		out := []engine.Block{engine.Stat{Label: "State", Value: cmp.Or(state, "here")}}
		for _, p := range t.Pending() {
			if p.Who == c.ID {
				out = append(out, engine.Words{Text: PendingWords(t, p)})
			}
		}
		return append(out, engine.Words{Text: "You know no more than that."})
	}
	if system == "" {
		return []engine.Block{engine.Words{Text: "This sheet has no rulebook."}}
	}
	blocks := view.ExplainedSheet(t, c, system)
	if _, ok := t.Rulebook(system); ok && seat.Role == model.Player && seat.Owns(c) {
		blocks = withPurse(blocks, view.PoolHistory(t, c, system))
	}
	return blocks
}

// Notes are what the table keeps about a character beside the sheets: awards and notes.
func Notes(t model.Table, seat model.Seat, c *model.Character) []engine.Block {
	var out []engine.Block
	add := func(head, words string) {
		if words != "" {
			out = append(out, engine.Heading{Text: head}, engine.Words{Text: words})
		}
	}
	add("Awards", c.AwardWords())
	add("Notes, read by "+NotesReaders(t, seat, c), c.Notes)
	add("Your notes, read by nobody else", c.GMNotes)
	return out
}

// NotesReaders says who reads the notes about a character, in words for a seat that may read
// them.
func NotesReaders(t model.Table, seat model.Seat, c *model.Character) string {
	switch {
	case !seat.IsGamemaster():
		return "you and the gamemaster"
	case c.Owner == "":
		return "you alone"
	}
	return t.PlayerOf(c) + " and you"
}

// withPurse puts under pools and points what they have lost last and lose next; under numbers
// beside each other it stands with their names.
func withPurse(blocks []engine.Block, purse []engine.Words) []engine.Block {
	out := make([]engine.Block, 0, len(blocks)+len(purse))
	told := make([]bool, len(purse))
	tell := func(under string, is func(label string) bool) {
		for i, words := range purse {
			if told[i] || !is(words.Label) {
				continue
			}
			told[i] = true
			if words.Label != under {
				words.Text = words.Label + ": " + words.Text
			}
			out = append(out, engine.Words{Text: words.Text})
		}
	}
	head := slices.IndexFunc(blocks, Begins)
	if head < 0 {
		head = len(blocks)
	}
	for i, b := range blocks[:head] {
		out = append(out, b)
		switch b := b.(type) {
		case engine.Meter:
			tell(b.Label, func(label string) bool { return label == b.Label })
		case engine.Track: // Red Mana is among the Mana
			tell(b.Label, func(label string) bool { return label == b.Label || strings.HasSuffix(label, " "+b.Label) })
		case engine.Stat:
			for line := len(out) - 1; line >= 0 && (i+1 == len(blocks) || !isStat(blocks[i+1])); line-- {
				s, is := out[line].(engine.Stat)
				if !is {
					break
				}
				tell("", func(label string) bool { return label == s.Label })
			}
		}
	}
	tell("", func(string) bool { return true })
	return append(out, blocks[head:]...)
}

func isStat(b engine.Block) bool {
	_, is := b.(engine.Stat)
	return is
}

// Begins reports whether a part of a sheet begins with a block: a heading, or a table with its
// title.
func Begins(b engine.Block) bool {
	switch b.(type) {
	case engine.Heading, engine.Grid, engine.Costs:
		return true
	}
	return false
}

// Explained says how a number of a sheet is worked out. The number is given by its label or
// its field. The first line is the number itself.
func Explained(t model.Table, who, what string) []string {
	c, ok := t.Character(who)
	if !ok {
		return nil
	}
	var all numbers
	for _, id := range c.Systems() {
		Write(&all, view.ExplainedSheet(t, c, id)...)
	}
	var names []string
	for _, st := range all.all {
		if !strings.EqualFold(st.Label, what) && !strings.EqualFold(st.Field, what) {
			names = append(names, st.Label)
			continue
		}
		out := []string{st.Label + " " + st.Words()}
		for _, l := range st.Working {
			out = append(out, "  "+l)
		}
		if st.Chapter != "" {
			out = append(out, "  In the book: "+st.Chapter)
		}
		return out
	}
	if near := engine.Nearest(what, names); near != "" {
		return []string{c.Name + " has no number \"" + what + "\"; did you mean " + near + "?"}
	}
	return []string{c.Name + " has no number \"" + what + "\""}
}

// numbers are the numbers of a sheet that have a name.
type numbers struct {
	Only
	all []engine.Stat
}

// Number keeps a number.
func (n *numbers) Number(b engine.Stat) {
	if b.Label != "" {
		n.all = append(n.all, b)
	}
}

// Only is a [Writer] that writes nothing, for those that look for blocks of some kinds.
type Only struct{}

// Heading writes nothing.
func (Only) Heading(string) {}

// Number writes nothing.
func (Only) Number(engine.Stat) {}

// Meter writes nothing.
func (Only) Meter(engine.Meter) {}

// Boxes writes nothing.
func (Only) Boxes(engine.Track) {}

// Text writes nothing.
func (Only) Text(engine.Words) {}

// Table writes nothing.
func (Only) Table(Table) {}

// Writer writes the blocks of a sheet, each kind in its own way.
type Writer interface {
	Heading(text string) // begins a part
	Number(engine.Stat)  // or one word
	Meter(engine.Meter)  // a pool
	Boxes(engine.Track)  // to be ticked
	Text(engine.Words)   // with or without a label
	Table(Table)         // rows, also those with prices
}

// Write writes blocks in their order.
func Write(w Writer, blocks ...engine.Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case engine.Heading:
			w.Heading(b.Text)
		case engine.Stat:
			w.Number(b)
		case engine.Meter:
			w.Meter(b)
		case engine.Track:
			w.Boxes(b)
		case engine.Words:
			w.Text(b)
		case engine.Grid:
			w.Table(Table{Title: b.Title, Head: b.Head, Rows: b.Rows, aloud: b.Aloud})
		case engine.Costs:
			w.Table(costTable(b))
		}
	}
}

// Table is a small table. One without rows is written as its title and [engine.NoRows].
type Table struct {
	Title string
	Head  []string // over the columns; of those without one, ""
	Rows  [][]string

	aloud []string // see [engine.Grid]
}

func costTable(b engine.Costs) Table {
	t := Table{Title: b.Title, Head: []string{"", "Price", "Gain", ""}, aloud: []string{"", "", "", ""}}
	for _, r := range b.Rows {
		t.Rows = append(t.Rows, []string{r.Label, r.Price, r.Gain, r.State()})
	}
	return t
}

// Sentences are the rows as they are read aloud, the title in front if the table has no rows:
// "Alertness, plus 1, no die". The first cell names the row; before every other stands what its
// column is called, unless the rulebook says how it is read; a cell that says nothing is left out.
func (t Table) Sentences() []string {
	if len(t.Rows) == 0 {
		return []string{strings.TrimPrefix(t.Title+": "+engine.NoRows, ": ")}
	}
	out := make([]string, 0, len(t.Rows))
	for _, row := range t.Rows {
		var words []string
		for i, cell := range row {
			lead, leave := t.lead(i)
			if i == 0 && cell != "" && strings.Trim(cell, "0123456789") == "" && len(t.Head) > 0 {
				lead = inSentence(t.Head[0]) // a number names no row
			}
			if leave || saysNothing(cell) {
				continue
			}
			words = append(words, strings.TrimSpace(lead+" "+aloud(cell)))
		}
		out = append(out, strings.Join(words, ", "))
	}
	return out
}

// lead is what is read before a cell of a column; leave is true for a column that is not read.
func (t Table) lead(column int) (words string, leave bool) {
	switch {
	case column < len(t.aloud):
		return t.aloud[column], t.aloud[column] == engine.NotAloud
	case column > 0 && column < len(t.Head):
		return inSentence(t.Head[column]), false
	}
	return "", false
}

// inSentence is a head as it stands within a sentence: "Action Roll" is written small, PT is not.
func inSentence(head string) string {
	if strings.ToUpper(head) == head {
		return head
	}
	return strings.ToLower(head)
}

// saysNothing reports whether a cell of a table is empty or says that there is nothing.
func saysNothing(cell string) bool {
	switch strings.TrimSpace(cell) {
	case "", "-", "–", "none", "no":
		return true
	}
	return false
}

// signed is a sign before a number, as one stands alone and not between two dice.
var signed = regexp.MustCompile(`(^|[ (/])([+−-])(\d)`)

// aloud is text with the signs before numbers as words.
func aloud(text string) string {
	return signed.ReplaceAllStringFunc(text, func(s string) string {
		at := strings.IndexAny(s, "+−-")
		word := "minus "
		if s[at] == '+' {
			word = "plus "
		}
		return s[:at] + word + s[len(s)-1:]
	})
}
