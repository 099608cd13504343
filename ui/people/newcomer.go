package people

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/sheet"
)

// newcomer is the form that creates one or several new characters, from a template, from
// the sheet of somebody at the table, or from an empty sheet.
type newcomer struct {
	form.Form
	drafts  form.Drafts
	ids     []string // ids of the rulebooks, ordered by name
	sources []source
	blocks  []engine.Block
}

// source is a sheet that a new character can start from.
type source struct {
	label, note string
	like        model.Character // unhurt
	empty       bool
}

// Field ids of the form.
const (
	newRulebook = "rulebook"
	newSource   = "as"
	newName     = "name"
	newOwner    = "owner"
	newHidden   = "hidden"
	newTyped    = "typed"
	newCount    = "count"
	newMinion   = "minion"
	newRound    = "round"
)

func openNewcomer(f pane.Frame, drafts form.Drafts) pane.Intent {
	n := &newcomer{drafts: drafts}
	for _, s := range rulebooks(f.Table) {
		n.ids = append(n.ids, s.ID)
	}
	if len(n.ids) == 0 {
		return pane.Fail{Words: "this version has no rulebooks"}
	}
	first := f.System
	if !slices.Contains(n.ids, first) {
		first = f.Table.System
	}
	if s, ok := f.Table.Rulebook(first); ok {
		n.Page = n.Page.With(newRulebook, engine.ValueOf(s.Name))
	}
	n.refresh(f)
	n.Stand(newName) // what is typed at once is the name
	return pane.Push{Overlay: n}
}

// refresh rebuilds the fields, since the sheets to start from depend on the chosen
// rulebook.
func (n *newcomer) refresh(f pane.Frame) {
	var names []string
	for _, id := range n.ids {
		names = append(names, f.Table.Rulebooks[id].Name)
	}
	schema := &engine.Schema{}
	g := schema.Group("New")
	g.Choice(newRulebook, "Rulebook", names...)
	n.Schema = schema
	n.sources = sources(f, n.rulebook(f))
	var labels []string
	for _, s := range n.sources {
		labels = append(labels, s.label)
	}
	if v, ok := n.Page.Get(newSource); ok && !slices.Contains(labels, v.Text()) {
		n.Page = n.Page.With(newSource, engine.Value{})
	}
	as := g.Choice(newSource, "Start from", labels...)
	g.Text(newName, "Name", model.LongestName).Derived(func(s engine.Sheet) string {
		if src := n.source(); !src.empty {
			return phrase.FreeNames(f.Table, src.like.Name, 1)[0]
		}
		return ""
	})
	if f.Seat.Role != model.Player { // a player can only create one character, for themselves
		g.Text(newOwner, "Player", model.LongestName).Help("Empty: the gamemaster.")
		g.Bool(newHidden, "Hidden").Derived(func(engine.Sheet) bool { return n.source().like.Hidden }).Help("Only the gamemaster sees the character.")
	}
	g.Bool(newTyped, "Real dice").Derived(func(engine.Sheet) bool { return n.source().like.Typed }).Help("You roll them yourself and type them in.")
	if f.Seat.Role != model.Player {
		g.Bool(newMinion, "Minion").Derived(func(engine.Sheet) bool { return n.source().like.Minion }).Help("One hit fells the character: whoever is hurt at all cannot act any more.")
		g.Int(newRound, "In "+f.Table.Time().Round, 0, maxArrivalRound).WhenEmpty("now").Help("The " + f.Table.Time().Round + " of this scene in which they arrive; 0: now.")
		g.Int(newCount, "How many", 1, phrase.MostAtOnce).Default(1).Help("More than one: they are numbered.")
	}
	as.Help(n.source().note)
	fields := form.Specs(schema.Fields())
	offerOwners(f, fields, newOwner)
	n.Lay(fields)
	n.preview(f)
}

// preview prepares the panel of the chosen sheet.
func (n *newcomer) preview(f pane.Frame) {
	n.blocks = nil
	s := n.rulebook(f)
	if page, ok := n.source().like.Pages[s.ID]; ok {
		c := model.Character{Pages: map[string]engine.Page{s.ID: page}}
		n.blocks = s.Panel(f.Table.View(&c, s.ID))
	}
}

func (n *newcomer) rulebook(f pane.Frame) *engine.System {
	name := n.Text(newRulebook)
	for _, id := range n.ids {
		if s := f.Table.Rulebooks[id]; s.Name == name {
			return s
		}
	}
	return f.Table.Rulebooks[n.ids[0]]
}

func (n *newcomer) source() source {
	as := n.Text(newSource)
	for _, s := range n.sources {
		if s.label == as {
			return s
		}
	}
	return n.sources[0]
}

// sources returns the sheets from which a new character of a rulebook can start.
func sources(f pane.Frame, s *engine.System) []source {
	var out []source
	add := func(x source) {
		if !slices.ContainsFunc(out, func(o source) bool { return o.label == x.label }) {
			out = append(out, x)
		}
	}
	for _, t := range s.Templates {
		add(source{label: t.Name, note: t.Note, like: model.FromTemplate(s, t)})
	}
	add(source{label: "an empty sheet", note: "Created from scratch, step by step.", like: model.Character{Pages: map[string]engine.Page{s.ID: {}}}, empty: true})
	for _, c := range f.Table.Characters() {
		if _, ok := c.Pages[s.ID]; ok {
			add(source{label: "like " + c.Name + ", as new", note: "The same sheet, unhurt.", like: f.Table.Another(c)})
		}
	}
	return out
}

func (n *newcomer) About(pane.Frame) pane.About {
	return pane.About{Title: "New character", Whole: true}
}

func (n *newcomer) Draw(f pane.Frame) []string {
	return form.Beside(f,
		func(f pane.Frame) []string {
			out := n.Form.Draw(f)
			if len(out)+1 < f.H && n.Here().ID != newSource {
				out = append(out, f.Paragraphs(kit.Dim, n.source().note)...)
			}
			return out
		},
		func(f pane.Frame) []string { return f.Look.Scrolled(f.Look.Blocks(n.blocks, f.W), 0, f.W, f.H) })
}

var newcomerKeys = slices.Concat(pane.In("new", "Newcomers",
	pane.Enter("make", "add the character", "make"),
	pane.Binding{ID: "steps", Keys: []string{"f3"}, Label: "create the sheet step by step", Foot: "step by step"}), []pane.Binding{pane.Typing("write")}, form.Editing, form.Saving, []pane.Binding{pane.Back})

func (n *newcomer) Keys(pane.Frame) []pane.Binding {
	if n.Busy() {
		return n.Typing("done", "make", "down", "next")
	}
	return pane.Footer(newcomerKeys, "make", "make", "steps", "step by step", "less", "choose", "more", "choose", "type", "write", "up", "field", "down", "field", "back", "back")
}

func (n *newcomer) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch does, _ := n.Pressed(f, newcomerKeys, msg); {
	case does == "back":
		return n, pane.Close{}
	case does == "steps", does != "" && n.source().empty:
		return n, n.stepwise(f)
	case does != "":
		return n, n.make(f)
	}
	n.Form.Key(f, msg)
	n.refresh(f)
	return n, n.Cut()
}

// stepwise opens the rulebook's step-by-step creation, starting from the chosen sheet.
func (n *newcomer) stepwise(f pane.Frame) pane.Intent {
	name := strings.TrimSpace(n.Text(newName))
	if name == "" {
		return n.Refuse(newName, "type a name")
	}
	s, pages := n.rulebook(f), n.source().like.Pages
	return sheet.Create(f, n.drafts, s, pages[s.ID], name, func(page engine.Page) pane.Intent {
		all := n.all(f, map[string]engine.Page{s.ID: page})
		return pane.All{pane.Close{Overlay: n}, pane.Turn{System: s.ID}, n.join(f, all)}
	})
}

// make adds the characters of the form to the table.
func (n *newcomer) make(f pane.Frame) pane.Intent {
	if strings.TrimSpace(n.Text(newName)) == "" {
		return n.Refuse(newName, "type a name")
	}
	all := n.all(f, n.source().like.Pages)
	return pane.All{pane.Close{}, pane.Turn{System: n.rulebook(f).ID}, n.join(f, all)}
}

// join adds the characters to the table and gives them to the player in the form.
func (n *newcomer) join(f pane.Frame, all []model.Character) pane.Intent {
	return withPlayer(f, n.Text(newOwner), func(key string) pane.Intent {
		for i := range all {
			if all[i].Owner = key; key != "" {
				all[i].Side = engine.Heroes
			}
		}
		return JoinAll(model.Join{Character: all[0], More: all[1:], Round: n.Schema.Read(n.Page).Value(newRound).Int()})
	})
}

// all returns the characters of the form, each with these pages.
func (n *newcomer) all(f pane.Frame, pages map[string]engine.Page) []model.Character {
	sheet := n.Schema.Read(n.Page)
	name := strings.TrimSpace(n.Text(newName))
	names := []string{name}
	if count := sheet.Value(newCount).Int(); count > 1 {
		if _, typed := n.Page.Get(newName); !typed {
			name = n.source().like.Name
		}
		names = phrase.FreeNames(f.Table, name, count)
	}
	var all []model.Character
	for _, name := range names {
		c := n.source().like
		c.Name, c.Pages = name, pages
		c.Hidden, c.Typed, c.Minion = sheet.Value(newHidden).Bool(), sheet.Value(newTyped).Bool(), sheet.Value(newMinion).Bool()
		all = append(all, c)
	}
	return all
}

// maxArrivalRound is the highest round in which a new character can arrive.
const maxArrivalRound = 9999

// JoinAll adds characters to the table as one act, and selects the last of them. For a
// player it sends a request to the gamemaster.
func JoinAll(c model.Join) pane.Do {
	all := append([]model.Character{c.Character}, c.More...)
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent {
		if c.Round > 0 {
			return pane.Say{Words: fmt.Sprintf("arriving in %s %d; %s undoes it", f.Table.Time().Round, c.Round, f.KeyOf("undo"))}
		}
		if f.Seat.Role == model.Player {
			return pane.Moved{} // the screen reports the request
		}
		joined := pane.All{selectJoined(f)}
		if len(all) > 1 {
			return append(joined, pane.Say{Words: fmt.Sprintf("added %d characters; %s undoes it", len(all), f.KeyOf("undo"))})
		}
		return append(joined, pane.Say{Words: all[0].Name + " was added: " + f.KeyOf("sheet") + " edits the sheet"})
	}}
}

// selectJoined selects the character that joined last.
func selectJoined(f pane.Frame) pane.Intent {
	for l := range f.Table.Log() {
		for _, fact := range slices.Backward(l.Event.Facts) {
			if j, ok := fact.(model.Joined); ok {
				return pane.Select{Who: j.Character.ID}
			}
		}
		break
	}
	return nil
}
