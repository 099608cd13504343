package people

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// card is a form for what a character has besides its sheet: name, player, visibility,
// side, real dice, notes.
type card struct {
	form.Form
	drafts form.Drafts
	who    string
	base   engine.Page
}

// Field ids of a card.
const (
	cardName   = "name"
	cardOwner  = "owner"
	cardOthers = "others"
	cardGuard  = "guard"
	cardSide   = "side"
	cardMinion = "minion"
	cardTyped  = "typed"
	cardNotes  = "notes"
	cardOwn    = "own"
)

// defaultVisibility is the visibility of a character for whom none was set: open if a player plays it,
// otherwise name only.
const defaultVisibility = "as usual"

// cardFields returns the fields of a card. Only the gamemaster may set the player, the
// visibility and the side.
func cardFields(f pane.Frame) *engine.Schema {
	s := &engine.Schema{}
	g := s.Group("")
	g.Text(cardName, "Name", model.LongestName)
	if f.Seat.Role == model.GM {
		g.Text(cardOwner, "Player", model.LongestName).Help("Empty: the gamemaster.")
		g.Choice(cardOthers, "Others see", defaultVisibility, "hidden", "met", "open").
			Help("Hidden: nothing. Name only: the name, visible acts, a word for the state. Open: the sheet. As usual: open for players' characters, else name only.")
		g.Bool(cardGuard, "Open defence").Help("If others see the name only: they also see the defence and the odds.")
	}
	g.Bool(cardTyped, "Real dice").Help("You roll them yourself and type them in.")
	if f.Seat.Role == model.GM {
		g.Text(cardSide, "Side", model.LongestName).Help("heroes, foes, or a name of its own: it decides who aims at whom, and who gets awards.")
	}
	if f.Seat.Role == model.GM {
		g.Bool(cardMinion, "Minion").Help("One hit fells the character: whoever is hurt at all cannot act any more.")
	}
	opens := "Opened with " + f.KeyOf("card-save") + "."
	if f.Seat.Role != model.GM {
		g.Text(cardNotes, "Notes", model.LongestNote).Help("You and the gamemaster read them. " + opens)
		return s
	}
	g.Text(cardOwn, "Your notes", model.LongestNote).Help("Nobody else reads them. " + opens)
	g.Text(cardNotes, "Notes", model.LongestNote).Help("The player and you read them. " + opens)
	return s
}

func cardPage(t model.Table, c *model.Character) engine.Page {
	stands := defaultVisibility
	if c.Hidden || c.Shown != "" {
		stands = c.ShownAs()
	}
	return engine.PageOf(cardName, c.Name, cardOthers, stands, cardGuard, c.DefenceOpen, cardOwner, t.PlayerOf(c), cardSide, string(c.Side), cardTyped, c.Typed, cardMinion, c.Minion, cardNotes, c.Notes, cardOwn, c.GMNotes)
}

func cardKey(who string) string { return "card " + who }

// cardOf returns the card of the selected character. If an unsaved draft exists it is
// returned instead, and left is true.
func cardOf(f pane.Frame, drafts form.Drafts) (o *card, left bool) {
	c := f.Here()
	if old, ok := drafts[cardKey(c.ID)].(*card); ok {
		return old, true
	}
	o = &card{drafts: drafts, who: c.ID, base: cardPage(f.Table, c), Form: form.Form{Page: cardPage(f.Table, c), Schema: cardFields(f)}}
	fields := form.Specs(o.Schema.Fields())
	offerOwners(f, fields, cardOwner)
	if i := slices.IndexFunc(fields, func(b form.Field) bool { return b.ID == cardSide }); i >= 0 {
		fields[i].Words = sides(f.Table)
	}
	o.Lay(fields)
	return o, false
}

// offerOwners offers the players as choices in the field whose id is owner.
func offerOwners(f pane.Frame, fields []form.Field, owner string) {
	if i := slices.IndexFunc(fields, func(b form.Field) bool { return b.ID == owner }); i >= 0 {
		fields[i].Words = owners(f.Table)
	}
}

// sides returns the two standard sides and every other side that somebody is on.
func sides(t model.Table) []string {
	out := []string{string(engine.Heroes), string(engine.Foes)}
	for c := range t.Here() {
		if c.Side != "" && !slices.Contains(out, string(c.Side)) {
			out = append(out, string(c.Side))
		}
	}
	return out
}

// owners returns "" for the gamemaster, then the names of the players.
func owners(t model.Table) []string {
	out := []string{""}
	for _, s := range t.Seats() {
		if s.Role == model.Player {
			out = append(out, t.SeatName(s))
		}
	}
	return out
}

// withPlayer calls do with the seat key of the player called name, and with "" for an empty
// name, which means the gamemaster. If no seat has that name, a player's seat is created
// first.
func withPlayer(f pane.Frame, name string, do func(key string) pane.Intent) pane.Intent {
	name, err := model.CleanWithin("the player's name", name, model.LongestName)
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	name = strings.TrimSpace(name)
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

func openCard(f pane.Frame, drafts form.Drafts) pane.Intent {
	o, left := cardOf(f, drafts)
	if left {
		return pane.All{pane.Push{Overlay: o}, pane.Say{Words: "restored as you left it"}}
	}
	return pane.Push{Overlay: o}
}

// openNotes opens the notes of the selected character. Closing them leads back to the card.
func openNotes(f pane.Frame, drafts form.Drafts) pane.Intent {
	o, _ := cardOf(f, drafts)
	o.Stand(cardNotes)
	return pane.All{pane.Push{Overlay: o}, pane.Push{Overlay: notesOf(o, cardNotes)}}
}

func (o *card) About(f pane.Frame) pane.About {
	return pane.About{Title: f.Table.NameOf(o.who) + ": name and player"}
}

func (o *card) Draw(f pane.Frame) []string { return o.Form.Draw(f) }

// Loses implements form.Unsaved.
func (o *card) Loses(f pane.Frame) string {
	if form.Differ(o.Schema, o.base, o.Page).None() {
		return ""
	}
	return f.Table.NameOf(o.who) + ": unsaved name, player or notes"
}

var cardKeys = slices.Concat(pane.In("card", "Card", pane.Enter("save", "save; on the notes, write them", "save")),
	[]pane.Binding{pane.Typing("write")}, form.Editing, form.Saving, []pane.Binding{pane.Back})

func (o *card) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "save", "down", "next")
	}
	return slices.Concat(cardKeys[:1], pane.Footer(cardKeys[1:], "type", "write", "less", "change", "more", "change", "up", "field", "down", "field", "back", "back"))
}

func (o *card) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if b, _ := f.PressedOf(cardKeys, msg); (o.Here().ID == cardNotes || o.Here().ID == cardOwn) && (b.In == "card" || b.ID == "" && pane.Is(msg)) {
		opens := pane.All{pane.Push{Overlay: notesOf(o, o.Here().ID)}}
		if k, typed := msg.(tea.KeyMsg); typed && b.In != "card" && (k.Type == tea.KeyRunes || k.Type == tea.KeySpace) { // the first letter is written there
			opens = append(opens, pane.Press{Key: k})
		}
		return o, opens
	}
	switch does, _ := o.Pressed(f, cardKeys, msg); does {
	case "back":
		if o.Loses(f) != "" {
			o.drafts[cardKey(o.who)] = o
			return o, pane.All{pane.Close{}, pane.Say{Words: "kept, but not saved: " + f.KeyOf("card") + " continues"}}
		}
		delete(o.drafts, cardKey(o.who))
		return o, pane.Close{}
	case "save":
		return o, o.save(f)
	}
	o.Form.Key(f, msg)
	return o, o.Cut()
}

// notesOf returns an editor for the notes in one field of the card.
func notesOf(o *card, field string) *form.Text {
	n := &form.Text{Most: model.LongestNote, Does: "save",
		Head: func(f pane.Frame) string {
			head := f.Table.NameOf(o.who) + ": your notes, read by nobody else"
			if c, ok := f.Table.Character(o.who); ok && field == cardNotes {
				head = c.Name + ": notes, read by " + scene.NotesReaders(f.Table, f.Seat, c)
			}
			return head
		},
		Keep: func(text string) {
			if v, _ := o.Page.Get(field); v.Text() != text {
				o.Put(o.Page.With(field, engine.ValueOf(text)))
			}
		}}
	n.Done = func(f pane.Frame, text string) pane.Intent {
		n.Keep(text)
		return pane.All{pane.Close{}, o.save(f)}
	}
	return n.Written(o.Text(field))
}

// save writes the changed fields. Fields that were not changed keep the values that others
// gave them while the card was open.
func (o *card) save(f pane.Frame) pane.Intent {
	now, ok := f.Table.Character(o.who)
	if !ok {
		return pane.Fail{Words: "this character is no longer at the table"}
	}
	if strings.TrimSpace(o.Schema.Read(o.Page).Value(cardName).Text()) == "" {
		return o.Refuse(cardName, "type a name")
	}
	if form.Differ(o.Schema, o.base, o.Page).None() {
		return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "nothing has changed"}}
	}
	if err := o.Schema.Check(o.Page); err != nil {
		return pane.Fail{Words: err.Error()}
	}
	page := form.Onto(o.Schema, o.base, o.Page, cardPage(f.Table, now))
	c := *now
	read := func(id string) engine.Value { v, _ := page.Get(id); return v }
	c.Name, c.Notes = read(cardName).Text(), read(cardNotes).Text()
	if c.Typed = read(cardTyped).Bool(); f.Seat.Role == model.GM {
		c = c.WithShown(strings.TrimPrefix(read(cardOthers).Text(), defaultVisibility))
		c.DefenceOpen = read(cardGuard).Bool()
		c.Side = engine.Side(read(cardSide).Text())
		c.Minion = read(cardMinion).Bool()
		c.GMNotes = read(cardOwn).Text()
	}
	write := func(owner string) pane.Intent {
		c.Owner = owner
		return pane.Do{Command: model.Edit{Who: o.who, Character: c}, Then: func(f pane.Frame) pane.Intent {
			delete(o.drafts, cardKey(o.who))
			return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "saved: " + f.KeyOf("undo") + " undoes it"}}
		}}
	}
	if player := read(cardOwner).Text(); player != f.Table.PlayerOf(now) {
		return withPlayer(f, player, write)
	}
	return write(now.Owner)
}
