package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// card is what is said about a character beside the sheet: name, player,
// hidden, real dice, notes.
type card struct {
	quiet
	paper
	who  string
	base engine.Page
}

// The fields of a card; see cardFields.
const (
	cardName   = "name"
	cardOwner  = "owner"
	cardHidden = "hidden"
	cardTyped  = "typed"
	cardNotes  = "notes"
)

// cardFields describes a card. Who owns a character and who is hidden is the
// gamemaster's to say.
func cardFields(gm bool) *engine.Schema {
	s := &engine.Schema{}
	g := s.Group("")
	g.Text(cardName, "Name", model.LongestName)
	if gm {
		g.Text(cardOwner, "Player", model.LongestName).Said("Empty: the gamemaster's own.")
		g.Bool(cardHidden, "Hidden").Said("Only the gamemaster sees the character.")
	}
	g.Bool(cardTyped, "Real dice").Said("Thrown at the table and typed in.")
	g.Text(cardNotes, "Notes", model.LongestNote).Said("Enter opens them.")
	return s
}

func cardPage(c *model.Character) engine.Page {
	return engine.PageOf(cardName, c.Name, cardOwner, c.Owner, cardHidden, c.Hidden, cardTyped, c.Typed, cardNotes, c.Notes)
}

func cardKey(who string) string { return "card " + who }

// openCard opens the card of the selected character, with what was left
// unsaved in it.
func (m *Model) openCard() tea.Cmd {
	c := m.here()
	if m.unsaved.back(m, cardKey(c.ID)) {
		return m.say("as you left it")
	}
	o := &card{who: c.ID, base: cardPage(c), paper: paper{page: cardPage(c), schema: cardFields(needsGM(m) == "")}}
	for _, sp := range o.schema.Fields() {
		b := blank{path: sp.ID, sp: sp}
		if sp.ID == cardOwner {
			b.words = m.owners()
		}
		o.blanks = append(o.blanks, b)
	}
	m.push(o)
	return nil
}

// openNotes opens the notes of the selected character.
func (m *Model) openNotes() tea.Cmd {
	cmd := m.openCard()
	if o, ok := m.top().(*card); ok {
		o.stand(cardNotes)
		o.openNotes(m)
	}
	return cmd
}

func (o *card) title(m *Model) string { return pane.Name(m.table, o.who) + ": who this is" }

func (o *card) draw(m *Model, w, h int) []string { return o.paper.draw(m.look, w, h) }

func (o *card) loses(m *Model) string {
	if differ(o.schema, o.base, o.page).none() {
		return ""
	}
	return pane.Name(m.table, o.who) + ": name, player or notes not saved"
}

func (o *card) key(m *Model, k tea.KeyMsg) tea.Cmd {
	name := k.String()
	free := o.typing == nil
	switch {
	case free && name == "esc":
		m.without(o)
		if o.loses(m) != "" {
			m.unsaved[cardKey(o.who)] = o
			return m.say("kept, not saved: " + m.keyOf("card") + " goes on")
		}
		delete(m.unsaved, cardKey(o.who))
		return nil
	case free && o.here().path == cardNotes && (name == "enter" || name == " " || name == "backspace" || k.Type == tea.KeyRunes):
		return o.openNotes(m)
	}
	if !o.paper.key(k) && (name == "enter" || name == "f2" || name == "ctrl+s") {
		return o.save(m)
	}
	return nil
}

// save writes what was changed on the card over what stands there now.
func (o *card) save(m *Model) tea.Cmd {
	now, ok := m.table.Character(o.who)
	if !ok {
		return m.fail("nobody here is called that any more")
	}
	if strings.TrimSpace(o.schema.Read(o.page).Value(cardName).Text()) == "" {
		o.stand(cardName)
		return m.fail("a name is needed")
	}
	if differ(o.schema, o.base, o.page).none() {
		m.without(o)
		return m.say("nothing has changed")
	}
	if err := o.schema.Check(o.page); err != nil {
		return m.fail(err.Error())
	}
	page := onto(o.schema, o.base, o.page, cardPage(now))
	c := *now
	read := func(id string) engine.Value { v, _ := page.Get(id); return v }
	c.Name, c.Owner, c.Notes = read(cardName).Text(), read(cardOwner).Text(), read(cardNotes).Text()
	c.Hidden, c.Typed = read(cardHidden).Bool(), read(cardTyped).Bool()
	return m.do(model.Edit{Who: o.who, Character: c}, func(m *Model) tea.Cmd {
		m.without(o)
		delete(m.unsaved, cardKey(o.who))
		return m.say("saved: " + m.keyOf("undo") + " takes it back")
	})
}

func (o *card) hints(*Model) []hint {
	if o.typing != nil {
		return []hint{{"enter", "save"}, {"down", "next"}, {"esc", "as it was"}}
	}
	return []hint{{"enter", "save"}, {"type", "write"}, {"left/right", "change"}, {"up/down", "field"}, {"esc", "back"}}
}
