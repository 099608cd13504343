package people

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// shelf is what was kept from any table: typing finds it, enter puts it into
// this one. Below stands what can be kept or made.
type shelf struct {
	files  Files
	list   pane.List
	lines  []line // the entries of the list
	pieces []Piece
	begun  bool // the shelf is being read
	read   bool // it has been read
	hasty  bool // enter was pressed before it was
}

// line is one thing that the shelf offers.
type line struct {
	picker.Entry
	piece *Piece // nil for what can be done
	run   pane.Then
}

// openShelf opens the shelf, which is read once it lies on top.
func openShelf(files Files) pane.Intent {
	return pane.Push{Overlay: &shelf{files: files, list: pane.Found(nil)}}
}

// reading reads the shelf off the drawing path.
func (o *shelf) reading() pane.Intent {
	type got struct {
		all []Piece
		err error
	}
	return pane.Fetch{
		Run: func() any { all, err := o.files.Shelf(); return got{all, err} },
		Then: func(f pane.Frame, x any) pane.Intent {
			g := x.(got)
			o.pieces, o.read = g.all, true
			o.lay(f)
			switch {
			case g.err != nil:
				return pane.Fail{Words: g.err.Error()}
			case o.hasty:
				o.hasty = false
				return o.put(f)
			}
			return nil
		},
	}
}

// lay lists what there is for the character who is selected now.
func (o *shelf) lay(f pane.Frame) {
	o.lines = nil
	for i := range o.pieces {
		x := &o.pieces[i]
		word := x.Ready.Word(f.Table.Rulebooks)
		if x.Wrong != "" {
			word = "cannot be read"
		}
		o.lines = append(o.lines, line{Entry: picker.Entry{Name: x.Ready.Name, Aside: word, Also: word + " " + rulebooksOf(f.Table, x.Ready)}, piece: x,
			run: func(f pane.Frame) pane.Intent {
				if x.Wrong != "" {
					return pane.Fail{Words: x.Wrong}
				}
				put := bring(f, *x)
				if no, fails := put.(pane.Fail); fails {
					return no
				}
				return pane.All{pane.Close{}, put}
			}})
	}
	o.lines = append(o.lines, o.keeping(f)...)
	o.lines = append(o.lines, line{Entry: picker.Entry{Name: "import from a file …", Aside: "file", Also: "import foundry toolkit load open"},
		run: func(f pane.Frame) pane.Intent { return pane.All{pane.Close{}, askImport(f, o.files)} }})
	entries := make([]picker.Entry, len(o.lines))
	for i, l := range o.lines {
		l.Last = l.piece == nil
		entries[i] = l.Entry
	}
	o.list = o.list.With(entries)
}

// rulebooksOf names the rulebooks that something is written in.
func rulebooksOf(t model.Table, r decide.ShelfItem) string {
	var names []string
	for i := range r.Characters {
		for _, n := range rulebookNames(t, &r.Characters[i]) {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	if r.System != "" {
		names = append(names, t.SystemName(r.System))
	}
	return strings.Join(names, ", ")
}

// keeping is what can be put on the shelf from here, and what can be made for
// it.
func (o *shelf) keeping(f pane.Frame) []line {
	var out []line
	keep := func(label, aside string, rare bool, r decide.ShelfItem) {
		out = append(out, line{Entry: picker.Entry{Name: "keep " + label, Aside: aside, Also: "put save add store", Rare: rare},
			run: func(pane.Frame) pane.Intent { return o.keep(r) }})
	}
	c := f.Here()
	if c != nil {
		keep(c.Name, "character", false, decide.ShelfItem{Name: c.Name, Characters: []model.Character{*c}})
		if name, all := gangOf(f.Table, c); len(all) > 1 {
			keep(fmt.Sprintf("all %d of %s, as new", len(all), name), "group", false, decide.ShelfItem{Name: fmt.Sprintf("%s, %d of them", name, len(all)), Characters: all})
		}
	}
	if n := len(f.MarkedHere()); n > 1 {
		out = append(out, line{Entry: picker.Entry{Name: fmt.Sprintf("keep the %d who are marked as an encounter, as new", n), Aside: "encounter", Also: "put save add store group mixed"},
			run: o.keepEncounter})
	}
	for _, e := range f.Table.ActiveEffects() {
		if r, ok := decide.ShelfItemOf(f.Table, e.Effect); ok {
			keep(e.Words, "condition", false, r)
		}
	}
	s := f.Rulebook()
	if c == nil || s == nil {
		return out
	}
	for _, l := range rollable(s) {
		out = append(out, line{Entry: picker.Entry{Name: "create your own: " + l.Label, Aside: s.Name, Also: "new create weapon power skill"},
			run: func(f pane.Frame) pane.Intent { return openOwn(f, o.files, s, l) }})
		page := c.Pages[s.ID]
		for _, id := range page.RowIDs(l.ID) {
			name := form.RowName(page, l.ID, id)
			keep(name+" of "+c.Name, l.Label, true, decide.ShelfItem{Name: name}.WithRow(page, s, l.ID, id))
		}
	}
	return out
}

// rollable are the lists of a rulebook whose rows are offered as actions one by
// one: what harms first, then powers, skills.
func rollable(s *engine.System) []*engine.List {
	var out []*engine.List
	actions := slices.Clone(s.Actions)
	slices.SortStableFunc(actions, func(a, b *engine.Action) int { return harmless(a) - harmless(b) })
	for _, a := range actions {
		for _, id := range a.Offers {
			sp, ok := a.Param(id)
			if !ok {
				continue
			}
			if l, ok := s.Sheet.FindList(sp.RowsOf); ok && !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// harmless is 0 for an attack, else 1.
func harmless(a *engine.Action) int {
	if a.Attack() {
		return 0
	}
	return 1
}

// gangOf are those who are called as somebody is but for a number.
func gangOf(t model.Table, c *model.Character) (name string, all []model.Character) {
	name, _, _ = phrase.CutNumber(c.Name)
	for _, o := range t.Characters() {
		if head, _, _ := phrase.CutNumber(o.Name); head == name {
			all = append(all, t.Rulebooks.AsNew(*o))
		}
	}
	return name, all
}

// keepEncounter asks for a name for those who are marked, and puts them on the shelf as
// one thing, as new: each comes again unhurt.
func (o *shelf) keepEncounter(f pane.Frame) pane.Intent {
	var all []model.Character
	for _, id := range f.MarkedHere() {
		if c, ok := f.Table.Character(id); ok {
			all = append(all, f.Table.Rulebooks.AsNew(*c))
		}
	}
	return pane.Push{Overlay: form.Ask("Keep them as an encounter", "name", view.GroupName(f.Table, f.MarkedHere()), func(_ pane.Frame, p *form.Prompt, name string) pane.Intent {
		if name = strings.TrimSpace(model.Clean(name, model.LongestName)); name == "" {
			return pane.Fail{Words: "type a name for the encounter"}
		}
		return pane.All{pane.Close{Overlay: p}, o.keep(decide.ShelfItem{Name: name, Characters: all})}
	})}
}

// keep puts something on the shelf.
func (o *shelf) keep(r decide.ShelfItem) pane.Intent {
	return shelve(o.files, r, func(pane.Frame) pane.Intent { o.list = pane.Found(nil); return o.reading() })
}

// shelve puts something on the shelf, off the drawing path.
func shelve(files Files, r decide.ShelfItem, then pane.Then) pane.Intent {
	return pane.Fetch{
		Run: func() any { return files.Keep(&r) },
		Then: func(f pane.Frame, got any) pane.Intent {
			if err, _ := got.(error); err != nil {
				return pane.Fail{Words: err.Error()}
			}
			all := pane.All{pane.Say{Words: r.Name + " is now on the shelf: " + f.KeyOf("shelf") + " adds it to any table"}}
			if then != nil {
				all = append(all, then)
			}
			return all
		},
	}
}

// About implements pane.Overlay.
func (o *shelf) About(pane.Frame) pane.About { return pane.About{Title: "The shelf", Whole: true} }

// Draw implements pane.Overlay.
func (o *shelf) Draw(f pane.Frame) []string {
	if f.W < 76 {
		return o.found(f)
	}
	return form.Beside(f, o.found, o.preview)
}

// found draws what is found on the shelf.
func (o *shelf) found(f pane.Frame) []string {
	switch {
	case !o.read:
		return append([]string{o.list.Line.Draw(f.Look, "find", f.W)}, f.Look.Row(f.W).Space(1).Put(kit.Dim, "reading the shelf …").String())
	case len(o.pieces) > 0 || o.list.Line.Text() != "":
		return o.list.Draw(f)
	}
	words := f.Paragraphs(kit.Dim, "The shelf is empty. What you put here is available at every table.")
	return append(o.list.Draw(f.Sized(f.W, f.H-len(words), f.Focused)), words...)
}

// preview shows what is under the cursor.
func (o *shelf) preview(f pane.Frame) []string {
	x := o.piece()
	if x == nil {
		return nil
	}
	r := x.Ready
	var out []string
	say := func(ink kit.Token, words string) { out = append(out, f.Paragraphs(ink, words)...) }
	switch {
	case x.Wrong != "":
		say(kit.Bad, x.Wrong)
	case len(r.Characters) > 1:
		for _, c := range r.Characters {
			say(kit.Text, c.Name)
		}
	case r.Effect != nil:
		say(kit.Text, r.Effect.Words)
		say(kit.Dim, f.Table.UntilWords(model.ActiveEffect{Until: r.Effect.Until, At: f.Table.Clock.Moment + r.Effect.At, Of: f.Selected}))
	case r.Row != nil:
		if s, ok := f.Table.Rulebook(r.System); ok {
			if l, ok := s.Sheet.FindList(r.List); ok {
				for _, c := range l.Columns {
					if v, ok := r.Row[c.ID]; ok && c.ID != "name" {
						say(kit.Text, strings.TrimSpace(c.Label+" "+v.String()+" "+c.Unit))
					}
				}
			}
		}
	default:
		c := r.Characters[0]
		for _, id := range c.Systems() {
			if s, ok := f.Table.Rulebook(id); ok {
				out = append(out, f.Look.Blocks(s.Panel(f.Table.View(&c, id)), f.W)...)
			}
		}
	}
	if len(x.Left) > 0 {
		say(kit.Warn, fmt.Sprintf("%d things in the file were not imported; they are listed when you add this to the table", len(x.Left)))
	}
	return f.Look.Scrolled(out, 0, f.W, f.H)
}

var shelfKeys = slices.Concat(pane.Finding[:1], pane.In("shelf", "Shelf",
	pane.Enter("put", "add it to the table, or run the command", "add"),
	pane.Binding{ID: "later", Keys: []string{"f3"}, Label: "let it arrive in a later round", Foot: "later"},
	pane.Binding{ID: "write", Keys: []string{"f2"}, Label: "write it to a file", Foot: "to a file"},
	pane.Binding{ID: "drop", Keys: []string{"delete"}, Label: "remove it from the shelf", Foot: "remove"},
), []pane.Binding{pane.Back}, pane.Finding[1:])

// Keys implements pane.Overlay.
func (o *shelf) Keys(pane.Frame) []pane.Binding { return shelfKeys }

// Update implements pane.Overlay.
func (o *shelf) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, laid := msg.(pane.Changed); laid && !o.begun {
		o.begun = true
		return o, o.reading()
	}
	switch f.Pressed(shelfKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "put":
		return o, o.put(f)
	case "later":
		if x := o.piece(); x != nil {
			return o, askRound(f, *x)
		}
	case "write":
		if x := o.piece(); x != nil {
			return o, askWrite(o.files, &x.Ready)
		}
	case "drop":
		if x := o.piece(); x != nil {
			return o, o.askDrop(*x)
		}
	default:
		var cut pane.Intent
		o.list, _, cut = o.list.Key(f, msg)
		return o, cut
	}
	return o, nil
}

// piece is what lies under the cursor, nil where nothing does.
func (o *shelf) piece() *Piece {
	if i := o.list.At(); i >= 0 {
		return o.lines[i].piece
	}
	return nil
}

func (o *shelf) put(f pane.Frame) pane.Intent {
	if !o.read {
		o.hasty = true
		return nil
	}
	if i := o.list.At(); i >= 0 {
		return o.lines[i].run(f)
	}
	return nil
}

// askRound asks in which round characters of the shelf arrive.
func askRound(f pane.Frame, x Piece) pane.Intent {
	if x.Wrong != "" || len(x.Ready.Characters) == 0 {
		return pane.Fail{Words: "only characters can arrive later"}
	}
	now, _ := f.Table.Round(f.Table.Clock.Moment)
	round := f.Table.Time().Round
	return pane.Push{Overlay: form.Ask(x.Ready.Name+" arrives", round, strconv.Itoa(now+1), func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return p.Wrong(0, fmt.Sprintf("%q is no %s: type its number", text, round))
		}
		return pane.All{pane.Clear{}, brought(f, x.Ready, n, nil)}
	})}
}

// askDrop asks before something is lost that nothing brings back.
func (o *shelf) askDrop(x Piece) pane.Intent {
	ask := pane.Choice{Head: "Take " + x.Ready.Name + " off the shelf?"}
	ask.Add("keep it", "", func(pane.Frame) pane.Intent { return nil })
	ask.Add("remove it for good", "", func(pane.Frame) pane.Intent {
		return pane.Fetch{
			Run: func() any { return o.files.Drop(x.Path) },
			Then: func(_ pane.Frame, got any) pane.Intent {
				if err, _ := got.(error); err != nil {
					return pane.Fail{Words: err.Error()}
				}
				return pane.All{pane.Say{Words: x.Ready.Name + " was removed from the shelf"}, o.reading()}
			},
		}
	})
	return ask.Open()
}
