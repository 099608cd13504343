package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/simulate"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// shelf lists what was kept for any table, with a filter. Enter adds an item to this table.
// The last lines put new items on the shelf.
type shelf struct {
	files        Files
	list         pane.List
	lines        []shelfLine // one for each entry of list
	items        []ShelfFile
	loading      bool               // the shelf is being read
	loaded       bool               // it has been read
	enterPending bool               // enter was pressed before it was read
	ratings      map[string]rated   // by path: how hard an encounter is for the heroes at the table
	heroes       []*model.Character // those for whom encounters are rated
	rating       bool               // one is being rated
	stop         func()             // ends that; nil before the first
}

// rated is the rating of an encounter, or why it has none.
type rated struct {
	simulate.Rating
	whyNot error
}

// rateAnew rates the encounters again if the heroes at the table have changed.
func (o *shelf) rateAnew(f pane.Frame) pane.Intent {
	if !o.loaded || f.Table.SeatView != nil || slices.Equal(heroesAt(f.Table), o.heroes) {
		return nil
	}
	if o.stop != nil {
		o.stop()
	}
	next := o.rateNext(f)
	o.rebuild(f)
	return next
}

// heroesAt returns the heroes at a table. Whoever changes is another *[model.Character].
func heroesAt(t model.Table) []*model.Character {
	return slices.DeleteFunc(t.Characters(), func(c *model.Character) bool { return c.Side != engine.Heroes })
}

// rateNext rates the next encounter in the background, if there is one.
func (o *shelf) rateNext(f pane.Frame) pane.Intent {
	if o.rating || f.Table.SeatView != nil {
		return nil
	}
	if now := heroesAt(f.Table); !slices.Equal(now, o.heroes) {
		o.heroes, o.ratings = now, map[string]rated{}
	}
	at := slices.IndexFunc(o.items, func(x ShelfFile) bool {
		_, known := o.ratings[x.Path]
		return !known && x.Problem == "" && slices.ContainsFunc(x.Item.Characters, func(c model.Character) bool { return c.Side != engine.Heroes })
	})
	if at < 0 {
		return nil
	}
	o.rating = true
	ctx, stop := context.WithCancel(context.Background())
	o.stop = stop
	t, x := f.Table, o.items[at]
	return pane.Fetch{Run: func() any {
		defer stop()
		r, err := simulate.Rate(ctx, t, phrase.Prepared{Name: x.Item.Name, Characters: x.Item.Characters})
		return ratedFile{x.Path, rated{r, err}}
	}}
}

// ratedFile is what rateNext comes to.
type ratedFile struct {
	path string
	rated
}

// shelfLine is one line of the list: an item, or a command.
type shelfLine struct {
	picker.Entry
	item *ShelfFile // nil for a command
	run  pane.Then
}

// openShelf opens the shelf; Update reads it when it is first shown.
func openShelf(files Files) pane.Intent {
	return pane.Push{Overlay: &shelf{files: files, list: pane.Found(nil)}}
}

// load reads the shelf in the background.
func (o *shelf) load() pane.Intent {
	type got struct {
		all []ShelfFile
		err error
	}
	return pane.Fetch{
		Run: func() any { all, err := o.files.Shelf(); return got{all, err} },
		Then: func(f pane.Frame, x any) pane.Intent {
			g := x.(got)
			o.items, o.loaded = g.all, true
			o.rebuild(f)
			o.ratings = map[string]rated{}
			switch {
			case g.err != nil:
				return pane.Fail{Words: g.err.Error()}
			case o.enterPending:
				o.enterPending = false
				return o.put(f)
			}
			return o.rateNext(f)
		},
	}
}

// rebuild rebuilds the lines, which depend on the selected character.
func (o *shelf) rebuild(f pane.Frame) {
	o.lines = nil
	for i := range o.items {
		x := &o.items[i]
		word := x.Item.Word(f.Table.Rulebooks) + hiddenWords(x.Item.Characters)
		if x.Problem != "" {
			word = "cannot be read"
		}
		if r, ok := o.ratings[x.Path]; ok && r.whyNot == nil {
			word += ", " + r.Word()
		}
		o.lines = append(o.lines, shelfLine{Entry: picker.Entry{Name: x.Item.Name, Aside: word, Also: word + " " + rulebooksOf(f.Table, x.Item)}, item: x,
			run: func(f pane.Frame) pane.Intent {
				if x.Problem != "" {
					return pane.Fail{Words: x.Problem}
				}
				put := addFile(f, *x)
				if no, fails := put.(pane.Fail); fails {
					return no
				}
				return pane.All{pane.Close{}, put}
			}})
	}
	o.lines = append(o.lines, o.keepCommands(f)...)
	o.lines = append(o.lines, shelfLine{Entry: picker.Entry{Name: "import from a file …", Aside: "file", Also: "import foundry toolkit load open"},
		run: func(f pane.Frame) pane.Intent { return pane.All{pane.Close{}, askImport(f, o.files)} }})
	entries := make([]picker.Entry, len(o.lines))
	for i, l := range o.lines {
		l.Last = l.item == nil
		entries[i] = l.Entry
	}
	o.list = o.list.With(entries)
}

// hiddenWords says how many of some characters are hidden: ", hidden", ", 2 hidden", or "".
func hiddenWords(all []model.Character) string {
	n := 0
	for i := range all {
		if all[i].Hidden {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case len(all) == 1:
		return ", hidden"
	}
	return fmt.Sprintf(", %d hidden", n)
}

// rulebooksOf names the rulebooks of an item.
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

// keepCommands returns the commands that put something of this table on the shelf, or create
// something for it.
func (o *shelf) keepCommands(f pane.Frame) []shelfLine {
	var out []shelfLine
	keep := func(label, aside string, rare bool, r decide.ShelfItem) {
		out = append(out, shelfLine{Entry: picker.Entry{Name: "keep " + label, Aside: aside, Also: "put save add store", Rare: rare},
			run: func(pane.Frame) pane.Intent { return o.save(r) }})
	}
	c := f.Here()
	if c != nil {
		keep(c.Name, "character", false, decide.ShelfItem{Name: c.Name, Characters: []model.Character{f.Table.CopyOf(c)}})
		if name, all := groupOf(f.Table, c); len(all) > 1 {
			keep(fmt.Sprintf("all %d of %s, as new", len(all), name), "group", false, decide.ShelfItem{Name: fmt.Sprintf("%s, %d of them", name, len(all)), Characters: all})
		}
	}
	if n := len(f.MarkedHere()); n > 1 {
		out = append(out, shelfLine{Entry: picker.Entry{Name: fmt.Sprintf("keep the %d who are marked as an encounter, as new", n), Aside: "encounter", Also: "put save add store group mixed"},
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
		out = append(out, shelfLine{Entry: picker.Entry{Name: "create your own: " + l.Label, Aside: s.Name, Also: "new create weapon power skill"},
			run: func(f pane.Frame) pane.Intent { return openRowForm(f, o.files, s, l) }})
		page := c.Pages[s.ID]
		for _, id := range page.RowIDs(l.ID) {
			name := form.RowName(page, l.ID, id)
			keep(name+" of "+c.Name, l.Label, true, decide.ShelfItem{Name: name}.WithRow(page, s, l.ID, id))
		}
	}
	return out
}

// rollable returns the lists of a rulebook whose rows are offered as actions, attacks
// first.
func rollable(s *engine.System) []*engine.List {
	var out []*engine.List
	actions := slices.Clone(s.Actions)
	slices.SortStableFunc(actions, func(a, b *engine.Action) int { return attackOrder(a) - attackOrder(b) })
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

// attackOrder is a sort key: 0 for an attack, otherwise 1.
func attackOrder(a *engine.Action) int {
	if a.Attack() {
		return 0
	}
	return 1
}

// groupOf returns the characters whose names differ from c's only by a number, restored to
// their initial state.
func groupOf(t model.Table, c *model.Character) (name string, all []model.Character) {
	name, _, _ = phrase.CutNumber(c.Name)
	for _, o := range t.Characters() {
		if head, _, _ := phrase.CutNumber(o.Name); head == name {
			all = append(all, t.Rulebooks.AsNew(t.CopyOf(o)))
		}
	}
	return name, all
}

// keepEncounter asks for a name, and puts the marked characters on the shelf as one item,
// in their initial state.
func (o *shelf) keepEncounter(f pane.Frame) pane.Intent {
	var all []model.Character
	for _, id := range f.MarkedHere() {
		if c, ok := f.Table.Character(id); ok {
			all = append(all, f.Table.Rulebooks.AsNew(f.Table.CopyOf(c)))
		}
	}
	return pane.Push{Overlay: form.Ask("Keep them as an encounter", "name", view.GroupName(f.Table, f.MarkedHere()), func(_ pane.Frame, p *form.Prompt, name string) pane.Intent {
		name, err := model.CleanWithin("the name", name, model.LongestName)
		if err != nil {
			return pane.Fail{Words: err.Error()}
		}
		if name = strings.TrimSpace(name); name == "" {
			return pane.Fail{Words: "type a name for the encounter"}
		}
		return pane.All{pane.Close{Overlay: p}, o.save(decide.ShelfItem{Name: name, Characters: all})}
	})}
}

// save puts an item on the shelf and reads the shelf again.
func (o *shelf) save(r decide.ShelfItem) pane.Intent {
	return saveItem(o.files, r, func(pane.Frame) pane.Intent { o.list = pane.Found(nil); return o.load() })
}

// saveItem puts an item on the shelf in the background, and then runs then, if it is not nil.
func saveItem(files Files, r decide.ShelfItem, then pane.Then) pane.Intent {
	return pane.Fetch{
		Run: func() any { return files.Add(&r) },
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

func (o *shelf) About(pane.Frame) pane.About { return pane.About{Title: "The shelf", Whole: true} }

func (o *shelf) Draw(f pane.Frame) []string {
	if f.W < 76 {
		return o.found(f)
	}
	return form.Beside(f, o.found, o.preview)
}

// found draws the filtered list.
func (o *shelf) found(f pane.Frame) []string {
	switch {
	case !o.loaded:
		return append([]string{o.list.Line.Draw(f.Look, "find", f.W)}, f.Look.Row(f.W).Space(1).Put(kit.Dim, "reading the shelf …").String())
	case len(o.items) > 0 || o.list.Line.Text() != "":
		return o.list.Draw(f)
	}
	words := f.Paragraphs(kit.Dim, "The shelf is empty. What you put here is available at every table.")
	return append(o.list.Draw(f.Sized(f.W, f.H-len(words), f.Focused)), words...)
}

// preview draws the item under the cursor.
func (o *shelf) preview(f pane.Frame) []string {
	x := o.item()
	if x == nil {
		return nil
	}
	r := x.Item
	var out []string
	say := func(ink kit.Token, words string) { out = append(out, f.Paragraphs(ink, words)...) }
	switch {
	case x.Problem != "":
		say(kit.Bad, x.Problem)
	case len(r.Characters) > 1:
		o.sayRating(x, say)
		for _, c := range r.Characters {
			say(kit.Text, c.Name+hiddenWords([]model.Character{c}))
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
		o.sayRating(x, say)
		c := r.Characters[0]
		if c.Hidden {
			say(kit.Accent, "Hidden: only you will see "+c.Name+".")
		}
		for _, id := range c.Systems() {
			if s, ok := f.Table.Rulebook(id); ok {
				out = append(out, f.Look.Blocks(s.Panel(f.Table.View(&c, id)), f.W)...)
			}
		}
	}
	if len(x.NotImported) > 0 {
		say(kit.Warn, fmt.Sprintf("%d things in the file were not imported; they are listed when you add this to the table", len(x.NotImported)))
	}
	return f.Look.Scrolled(out, 0, f.W, f.H)
}

// sayRating says how hard an encounter is for the heroes at the table.
func (o *shelf) sayRating(x *ShelfFile, say func(kit.Token, string)) {
	if r, ok := o.ratings[x.Path]; ok && r.whyNot == nil {
		say(kit.Accent, "For the heroes here: "+r.String())
	}
}

var shelfKeys = slices.Concat(pane.Finding[:1], pane.In("shelf", "Shelf",
	pane.Enter("put", "add it to the table, or run the command", "add"),
	pane.Binding{ID: "later", Keys: []string{"f3"}, Label: "let it arrive in a later round", Foot: "later"},
	pane.Binding{ID: "write", Keys: []string{"f2"}, Label: "write it to a file", Foot: "to a file"},
	pane.Binding{ID: "drop", Keys: []string{"delete"}, Label: "remove it from the shelf", Foot: "remove"},
), []pane.Binding{pane.Back}, pane.Finding[1:])

func (o *shelf) Keys(pane.Frame) []pane.Binding { return shelfKeys }

func (o *shelf) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, changed := msg.(pane.Changed); changed {
		if !o.loading {
			o.loading = true
			return o, o.load()
		}
		return o, o.rateAnew(f)
	}
	if got, ok := msg.(ratedFile); ok {
		o.rating = false
		if !errors.Is(got.whyNot, context.Canceled) {
			o.ratings[got.path] = got.rated
		}
		next := o.rateNext(f)
		o.rebuild(f)
		return o, next
	}
	switch f.Pressed(shelfKeys, msg) {
	case "back":
		if o.stop != nil {
			o.stop()
		}
		return o, pane.Close{}
	case "put":
		return o, o.put(f)
	case "later":
		if x := o.item(); x != nil {
			return o, askRound(f, *x)
		}
	case "write":
		if x := o.item(); x != nil {
			return o, askWrite(o.files, &x.Item)
		}
	case "drop":
		if x := o.item(); x != nil {
			return o, o.askDrop(*x)
		}
	default:
		var cut pane.Intent
		o.list, _, cut = o.list.Key(f, msg)
		return o, cut
	}
	return o, nil
}

// item returns the item under the cursor, or nil if there is none.
func (o *shelf) item() *ShelfFile {
	if i := o.list.At(); i >= 0 {
		return o.lines[i].item
	}
	return nil
}

func (o *shelf) put(f pane.Frame) pane.Intent {
	if !o.loaded {
		o.enterPending = true
		return nil
	}
	if i := o.list.At(); i >= 0 {
		return o.lines[i].run(f)
	}
	return nil
}

// askRound asks in which round the characters of an item arrive.
func askRound(f pane.Frame, x ShelfFile) pane.Intent {
	if x.Problem != "" || len(x.Item.Characters) == 0 {
		return pane.Fail{Words: "only characters can arrive later"}
	}
	now, _ := f.Table.Round(f.Table.Clock.Moment)
	round := f.Table.Time().Round
	return pane.Push{Overlay: form.Ask(x.Item.Name+" arrives", round, strconv.Itoa(now+1), func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return p.Wrong(0, fmt.Sprintf("%q is no %s: type its number", text, round))
		}
		return pane.All{pane.Clear{}, addItem(f, x.Item, n, nil)}
	})}
}

// askDrop asks before it deletes an item, since that cannot be undone.
func (o *shelf) askDrop(x ShelfFile) pane.Intent {
	ask := pane.Choice{Head: "Take " + x.Item.Name + " off the shelf?"}
	ask.Add("keep it", "", func(pane.Frame) pane.Intent { return nil })
	ask.Add("remove it for good", "", func(pane.Frame) pane.Intent {
		return pane.Fetch{
			Run: func() any { return o.files.Delete(x.Path) },
			Then: func(_ pane.Frame, got any) pane.Intent {
				if err, _ := got.(error); err != nil {
					return pane.Fail{Words: err.Error()}
				}
				return pane.All{pane.Say{Words: x.Item.Name + " was removed from the shelf"}, o.load()}
			},
		}
	})
	return ask.Open()
}
