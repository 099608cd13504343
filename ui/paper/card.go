package paper

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// card is what is said about a character beside the sheet: name, player,
// hidden, real dice, notes.
type card struct {
	Paper
	kept Kept
	who  string
	base engine.Page
}

// The fields of a card; see cardFields.
const (
	cardName   = "name"
	cardOwner  = "owner"
	cardOthers = "others"
	cardGuard  = "guard"
	cardTyped  = "typed"
	cardNotes  = "notes"
)

// usual is how others get a character of whom nothing is said: open if a player
// plays it, and else met.
const usual = "as usual"

// cardFields describes a card. Who owns a character and who is hidden is the
// gamemaster's to say.
func cardFields(f pane.Frame) *engine.Schema {
	s := &engine.Schema{}
	g := s.Group("")
	g.Text(cardName, "Name", model.LongestName)
	if f.Seat.Role == model.GM {
		g.Text(cardOwner, "Player", model.LongestName).Said("Empty: the gamemaster.")
		g.Choice(cardOthers, "Others see", usual, "hidden", "met", "open").
			Said("Hidden: nothing. Name only: the name, visible acts, a word for the state. Open: the sheet. As usual: open for players' characters, else name only.")
		g.Bool(cardGuard, "Open defence").Said("If others see the name only: they also see the defence and the odds.")
	}
	g.Bool(cardTyped, "Real dice").Said("You roll them yourself and type them in.")
	g.Text(cardNotes, "Notes", model.LongestNote).Said(title(f.KeyOf("card-save")) + " opens them.")
	return s
}

func cardPage(t model.Table, c *model.Character) engine.Page {
	stands := usual
	if c.Hidden || c.Shown != "" {
		stands = c.ShownAs()
	}
	return engine.PageOf(cardName, c.Name, cardOthers, stands, cardGuard, c.Guard, cardOwner, t.PlayerOf(c), cardTyped, c.Typed, cardNotes, c.Notes)
}

func cardKey(who string) string { return "card " + who }

// cardOf is the card of the selected character, with what was left unsaved in
// it.
func cardOf(f pane.Frame, kept Kept) (o *card, left bool) {
	c := f.Here()
	if old, ok := kept[cardKey(c.ID)].(*card); ok {
		return old, true
	}
	o = &card{kept: kept, who: c.ID, base: cardPage(f.Table, c), Paper: Paper{Page: cardPage(f.Table, c), Schema: cardFields(f)}}
	for _, sp := range o.Schema.Fields() {
		b := Blank{Path: sp.ID, Spec: sp}
		if sp.ID == cardOwner {
			b.Words = Owners(f.Table)
		}
		o.Blanks = append(o.Blanks, b)
	}
	return o, false
}

// Owners are the names of the players, and nobody's.
func Owners(t model.Table) []string {
	out := []string{""}
	for _, s := range t.Seats() {
		if s.Role == model.Player {
			out = append(out, t.SeatName(s))
		}
	}
	return out
}

// ForPlayer does something for the player of a name, with the key of their seat:
// who is not at the table yet gets one. An empty name is the gamemaster.
func ForPlayer(f pane.Frame, name string, do func(key string) pane.Intent) pane.Intent {
	name = strings.TrimSpace(model.Clean(name, model.LongestName))
	s, there := f.Table.SeatOf(name)
	switch {
	case name == "":
		return do("")
	case there && s.Role == model.Player:
		return do(s.Key())
	case there:
		return pane.Fail{Words: f.Table.SeatName(s) + " is a watcher and has no characters"}
	}
	return pane.Do{Command: model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: name}, Then: func(f pane.Frame) pane.Intent {
		s, _ := f.Table.SeatOf(name)
		return do(s.Key())
	}}
}

// Card opens the card of the selected character.
func Card(f pane.Frame, kept Kept) pane.Intent {
	o, left := cardOf(f, kept)
	if left {
		return pane.All{pane.Push{Overlay: o}, pane.Say{Words: "restored as you left it"}}
	}
	return pane.Push{Overlay: o}
}

// Notes opens the notes of the selected character, on top of the card.
func Notes(f pane.Frame, kept Kept) pane.Intent {
	o, _ := cardOf(f, kept)
	o.Stand(cardNotes)
	return pane.All{pane.Push{Overlay: o}, pane.Push{Overlay: notesOf(o)}}
}

func (o *card) Title(f pane.Frame) string { return f.Table.NameOf(o.who) + ": name and player" }

func (o *card) Draw(f pane.Frame) []string { return o.Paper.Draw(f) }

// Loses implements Unsaved.
func (o *card) Loses(f pane.Frame) string {
	if differ(o.Schema, o.base, o.Page).none() {
		return ""
	}
	return f.Table.NameOf(o.who) + ": unsaved name, player or notes"
}

var (
	cardEnter = pane.In("card", "Card", pane.Enter("save", "save", "save"))
	cardKeys  = slices.Concat(cardEnter, []pane.Binding{pane.Typing("write")}, writing, saving, []pane.Binding{pane.Back})
	cardFeet  = []string{"type", "write", "less", "change", "more", "change", "up", "field", "down", "field", "back", "back"}
)

func (o *card) Keys() []pane.Binding {
	if o.Busy() {
		return o.TypingKeys("done", "save", "down", "next")
	}
	return slices.Concat(cardEnter, pane.Footer(cardKeys[1:], cardFeet...))
}

func (o *card) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Intent) {
	does := f.Pressed(cardKeys, k)
	free := !o.Busy()
	switch {
	case free && does == "back":
		if o.Loses(f) != "" {
			o.kept[cardKey(o.who)] = o
			return o, pane.All{pane.Close{Overlay: o}, pane.Say{Words: "kept, but not saved: " + f.KeyOf("card") + " continues"}}
		}
		delete(o.kept, cardKey(o.who))
		return o, pane.Close{Overlay: o}
	case free && o.Here().Path == cardNotes && (does == "save" && f.Pressed(cardEnter, k) != "" || pane.Is(k)):
		return o, pane.Push{Overlay: notesOf(o)}
	}
	if !o.Paper.Key(f, k) && does == "save" {
		return o, o.save(f)
	}
	return o, nil
}

// save writes what was changed on the card over what stands there now.
func (o *card) save(f pane.Frame) pane.Intent {
	now, ok := f.Table.Character(o.who)
	if !ok {
		return pane.Fail{Words: "this character is no longer at the table"}
	}
	if strings.TrimSpace(o.Schema.Read(o.Page).Value(cardName).Text()) == "" {
		o.Stand(cardName)
		return pane.Fail{Words: "type a name"}
	}
	if differ(o.Schema, o.base, o.Page).none() {
		return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "nothing has changed"}}
	}
	if err := o.Schema.Check(o.Page); err != nil {
		return pane.Fail{Words: err.Error()}
	}
	page := onto(o.Schema, o.base, o.Page, cardPage(f.Table, now))
	c := *now
	read := func(id string) engine.Value { v, _ := page.Get(id); return v }
	c.Name, c.Notes = read(cardName).Text(), read(cardNotes).Text()
	if c.Typed = read(cardTyped).Bool(); f.Seat.Role == model.GM {
		c = c.WithShown(strings.TrimPrefix(read(cardOthers).Text(), usual))
		c.Guard = read(cardGuard).Bool()
	}
	write := func(owner string) pane.Intent {
		c.Owner = owner
		return pane.Do{Command: model.Edit{Who: o.who, Character: c}, Then: func(f pane.Frame) pane.Intent {
			delete(o.kept, cardKey(o.who))
			return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "saved: " + f.KeyOf("undo") + " undoes it"}}
		}}
	}
	if player := read(cardOwner).Text(); player != f.Table.PlayerOf(now) {
		return ForPlayer(f, player, write)
	}
	return write(now.Owner)
}
