// Package paper fills in pages: the sheet of a character, house rules, cards
// and notes, and the short questions that want a line of text.
//
// [Paper] is the one way of doing it: blanks below each other, of a schema and
// a page. What people press on it is the same everywhere.
package paper

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/ui/pane"
)

// Paper is a page while it is filled in: blanks below each other, one of them
// under the cursor.
type Paper struct {
	Schema *engine.Schema
	Page   engine.Page
	Blanks []Blank
	Long   bool // so many blanks that one looks for them by name

	at     int
	typing *pane.Line
	before engine.Page // the page before the typing began
	wrong  string      // what is wrong with what is being typed
	find   *pane.Line
	hits   []int // the blanks that find has found
	home   int   // where the search began
	past   []engine.Page
	future []engine.Page
}

// Blank is a place of a paper: a field or, without a Spec, a row of a list
// that opens, or the place where a list grows.
type Blank struct {
	Head  string // the heading above it
	Path  string // of a field; list/row, or list/ where the list grows
	Spec  *engine.Spec
	List  *engine.List
	Row   string
	Words []string // what left and right offer though other words may be typed
	Note  string   // what else there is to say of it
}

func (b Blank) grows() bool { return b.Spec == nil && b.Row == "" }

// Here is the blank under the cursor; every paper has one.
func (p *Paper) Here() Blank { return p.Blanks[p.at] }

// Stand puts the cursor on the blank of a path, if there is one.
func (p *Paper) Stand(path string) bool {
	i := slices.IndexFunc(p.Blanks, func(b Blank) bool { return b.Path == path })
	if i >= 0 {
		p.at = i
	}
	return i >= 0
}

// value is what holds in a blank, and whether it is written there.
func (p *Paper) value(b Blank) (engine.Value, bool) {
	if v, ok := p.Page.Get(b.Path); ok {
		return v, true
	}
	return b.Spec.Default(p.Schema.Read(p.Page)), false
}

var (
	writing = pane.In("write", "Forms",
		pane.Binding{ID: "less", Keys: []string{"left"}, Label: "smaller value, or previous word", Foot: "change"},
		pane.Binding{ID: "more", Keys: []string{"right"}, Label: "larger value, or next word", Foot: "change"},
		pane.Binding{ID: "up", Keys: []string{"up", "ctrl+p"}, Label: "previous field", Foot: "field"},
		pane.Binding{ID: "down", Keys: []string{"down", "ctrl+n"}, Label: "next field", Foot: "field"},
		pane.Binding{ID: "next-part", Keys: []string{"tab"}, Label: "next heading"},
		pane.Binding{ID: "part-before", Keys: []string{"shift+tab"}, Label: "previous heading"},
		pane.Binding{ID: "page-up", Keys: []string{"pgup"}, Label: "ten fields up"},
		pane.Binding{ID: "page-down", Keys: []string{"pgdown"}, Label: "ten fields down"},
		pane.Binding{ID: "first", Keys: []string{"home"}, Label: "first field"},
		pane.Binding{ID: "last", Keys: []string{"end"}, Label: "last field"},
		pane.Binding{ID: "ten-less", Keys: []string{"shift+left"}, Label: "ten steps less"},
		pane.Binding{ID: "ten-more", Keys: []string{"shift+right"}, Label: "ten steps more"},
		pane.Binding{ID: "turn", Keys: []string{" "}, Label: "next choice"},
		pane.Binding{ID: "clear", Keys: []string{"delete"}, Label: "reset to the default"},
		pane.Binding{ID: "undo", Keys: []string{"ctrl+u"}, Label: "undo a change in this form"},
		pane.Binding{ID: "redo", Keys: []string{"ctrl+r"}, Label: "redo it"},
	)
	seeking = pane.In("write", "Forms",
		pane.Binding{ID: "find", Keys: []string{"/"}, Label: "find a field by name", Foot: "find"})
	saving = pane.In("write", "Forms",
		pane.Binding{ID: "save", Keys: []string{"f2", "ctrl+s"}, Label: "save", Foot: "save"})
	typed = pane.In("typing", "Typing",
		pane.Enter("done", "done with the field", "done"))
	found = pane.In("typing", "Typing",
		pane.Enter("go", "go to the field that was found", "go there"))

	typingEnds = slices.Concat(typed, writing[2:6], saving)
)

// TypingKeys are the keys while something is typed, with what the footer says
// of them.
func (p *Paper) TypingKeys(feet ...string) []pane.Binding {
	if p.find != nil {
		return pane.Footer(slices.Concat(pane.Finding, found, []pane.Binding{pane.Back}),
			"type", "a field's name", "up", "choose", "down", "choose", "go", "go there", "back", "back")
	}
	return pane.Footer(slices.Concat(typingEnds, []pane.Binding{pane.Back}), append(feet, "back", "cancel")...)
}

// Busy reports whether something is being typed: keys mean letters then.
func (p *Paper) Busy() bool { return p.typing != nil || p.find != nil }

// Key gives a key to the paper; false when it has no use for it, or it is none.
func (p *Paper) Key(f pane.Frame, msg tea.Msg) bool {
	k, is := msg.(tea.KeyMsg)
	if !is {
		return false
	}
	if p.find != nil {
		return p.findKey(f, k)
	}
	if p.typing != nil && p.typeKey(f, k) {
		return true
	}
	switch f.Pressed(writing, k) {
	case "up":
		p.move(-1)
	case "down":
		p.move(1)
	case "next-part":
		p.part(1)
	case "part-before":
		p.part(-1)
	case "page-up":
		p.at = max(0, p.at-10)
	case "page-down":
		p.at = min(len(p.Blanks)-1, p.at+10)
	case "first":
		p.at = 0
	case "last":
		p.at = len(p.Blanks) - 1
	case "undo":
		p.back()
	case "redo":
		p.forth()
	default:
		return p.change(f, k)
	}
	return true
}

// change is a key that changes the blank under the cursor.
func (p *Paper) change(f pane.Frame, k tea.KeyMsg) bool {
	b := p.Here()
	if p.Long && f.Pressed(seeking, k) != "" {
		p.look("")
		return true
	}
	if b.Spec == nil {
		return p.begin(f, k)
	}
	switch f.Pressed(writing, k) {
	case "less":
		p.step(-1)
	case "more":
		p.step(1)
	case "ten-less":
		p.step(-10)
	case "ten-more":
		p.step(10)
	case "clear":
		p.put(p.Page.With(b.Path, engine.Value{}))
	default:
		return p.begin(f, k)
	}
	return true
}

// Next goes to the next blank.
func (p *Paper) Next() { p.move(1) }

func (p *Paper) move(by int) { p.at = (p.at + by + len(p.Blanks)) % len(p.Blanks) }

// part goes to the next heading in a direction, or where there are none to the
// next blank.
func (p *Paper) part(by int) {
	if !slices.ContainsFunc(p.Blanks, func(b Blank) bool { return b.Head != "" }) {
		p.move(by)
		return
	}
	p.move(by)
	for p.Here().Head == "" {
		p.move(by)
	}
}

// put changes the page, such that back takes it back.
func (p *Paper) put(page engine.Page) {
	p.past, p.future = append(p.past, p.Page), nil
	p.Page = page
}

func (p *Paper) back() {
	if n := len(p.past); n > 0 {
		p.future = append(p.future, p.Page)
		p.Page, p.past = p.past[n-1], p.past[:n-1]
	}
}

func (p *Paper) forth() {
	if n := len(p.future); n > 0 {
		p.past = append(p.past, p.Page)
		p.Page, p.future = p.future[n-1], p.future[:n-1]
	}
}

// begin starts typing into the blank under the cursor where k can be the first
// letter of its value; other letters look for a blank.
func (p *Paper) begin(f pane.Frame, k tea.KeyMsg) bool {
	if !pane.Is(k) {
		return false
	}
	b := p.Here()
	letter := len(k.Runes) > 0 && unicode.IsLetter(k.Runes[0])
	figure := k.Type == tea.KeyBackspace || len(k.Runes) > 0 && strings.ContainsRune("0123456789+-.", k.Runes[0])
	switch {
	case b.Spec != nil && b.Spec.Kind == engine.Text && b.Spec.Options == nil:
		p.write()
		if b.Spec.HasForm() && k.Type == tea.KeyRunes {
			p.typing.Set("")
		}
	case b.Spec != nil && (b.Spec.Kind == engine.Int || b.Spec.Kind == engine.Decimal) && figure:
		p.write()
		if k.Type == tea.KeyRunes {
			p.typing.Set("")
		}
	case b.Spec != nil && f.Pressed(writing, k) == "turn":
		p.step(1)
		return true
	case letter && p.Long:
		p.look(string(k.Runes))
		return true
	case letter && b.Spec != nil && b.Spec.Options != nil:
		p.choose(k.Runes[0])
		return true
	default:
		return false
	}
	return p.typeKey(f, k)
}

// choose takes the next option that begins with a letter.
func (p *Paper) choose(letter rune) {
	b := p.Here()
	now, _ := p.value(b)
	at := slices.Index(b.Spec.Options, now.Text())
	for n := range b.Spec.Options {
		o := b.Spec.Options[(at+1+n)%len(b.Spec.Options)]
		if strings.HasPrefix(strings.ToLower(o), strings.ToLower(string(letter))) {
			p.put(p.Page.With(b.Path, engine.ValueOf(o)))
			return
		}
	}
}

// longestField is how many letters may be typed into any field, so that what
// is too much is told rather than cut.
const longestField = 500

// write begins to type, with what is there.
func (p *Paper) write() {
	v, written := p.value(p.Here())
	l := pane.LongLine("", max(longestField, p.Here().Spec.Most+1))
	if written || p.Here().Spec.Kind != engine.Text {
		l.Set(v.String())
	}
	p.typing, p.before, p.wrong = &l, p.Page, ""
}

// typeKey gives a key to what is being typed; false when the key ends it and
// means something more. Esc takes back what was typed; a wrong value can't be
// left in any other way.
func (p *Paper) typeKey(f pane.Frame, k tea.KeyMsg) bool {
	switch {
	case f.Pressed([]pane.Binding{pane.Back}, k) != "":
		p.Page, p.typing, p.wrong = p.before, nil, ""
		return true
	case f.Pressed(typingEnds, k) != "":
		return !p.accept()
	}
	if !p.typing.Key(k) {
		return true
	}
	b, text := p.Here(), p.typing.Text()
	var v engine.Value
	if strings.TrimSpace(text) != "" {
		var err error
		if v, err = b.Spec.Parse(text); err != nil {
			p.wrong = "it must be " + b.Spec.Range()
			return true
		}
	}
	p.Page, p.wrong = p.Page.With(b.Path, v), ""
	return true
}

// Settled ends what is being typed; false while that is wrong.
func (p *Paper) Settled() bool { return p.accept() }

// accept ends the typing; false while what is typed is wrong.
func (p *Paper) accept() bool {
	if p.typing == nil {
		return true
	}
	if p.wrong != "" {
		return false
	}
	page := p.Page
	p.Page, p.typing = p.before, nil
	if !slices.Equal(written(page, p.Here().Path), written(p.Page, p.Here().Path)) {
		p.put(page)
	}
	return true
}

func written(p engine.Page, path string) []engine.Value {
	if v, ok := p.Get(path); ok {
		return []engine.Value{v}
	}
	return nil
}

// step moves the value under the cursor up or down, or to the next word.
func (p *Paper) step(by int) {
	b := p.Here()
	now, _ := p.value(b)
	var v engine.Value
	switch {
	case b.Spec.Kind == engine.Bool:
		v = engine.ValueOf(!now.Bool())
	case b.Spec.Kind == engine.Int:
		v = engine.ValueOf(min(max(now.Int()+by, b.Spec.Least), b.Spec.Most))
	case b.Spec.Kind == engine.Decimal:
		v = engine.ValueOf(engine.Milli(min(max(int(now.Milli())+by*100, b.Spec.Least), b.Spec.Most)))
	default:
		words := p.offered(b)
		if len(words) == 0 {
			return
		}
		sign := 1
		if by < 0 {
			sign = -1
		}
		i := slices.Index(words, now.Text())
		if i < 0 && sign < 0 {
			i = 0
		}
		v = engine.ValueOf(words[(i+sign+len(words))%len(words)])
	}
	p.put(p.Page.With(b.Path, v))
}

// offered are the words that left and right turn through.
func (p *Paper) offered(b Blank) []string {
	switch {
	case b.Spec.Options != nil:
		return b.Spec.Options
	case b.Spec.RowsOf == "":
		return b.Words
	}
	out := []string{""}
	for _, id := range p.Page.RowIDs(b.Spec.RowsOf) {
		out = append(out, RowName(p.Page, b.Spec.RowsOf, id))
	}
	return out
}

// RowName is what a row is called, or else its id.
func RowName(page engine.Page, list, row string) string {
	if v, ok := page.Get(list + "/" + row + "/name"); ok && strings.TrimSpace(v.Text()) != "" {
		return v.Text()
	}
	return row
}

// look opens the search for a blank.
func (p *Paper) look(text string) {
	l := pane.NewLine(text)
	p.find, p.home = &l, p.at
	p.seek()
}

// seek finds the blanks that hold all of the words, and goes to the first.
func (p *Paper) seek() {
	p.hits = nil
	words := strings.Fields(strings.ToLower(p.find.Text()))
	head := ""
	for i, b := range p.Blanks {
		if b.Head != "" {
			head = b.Head
		}
		text := strings.ToLower(head + " " + p.label(b))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			p.hits = append(p.hits, i)
		}
	}
	slices.SortStableFunc(p.hits, func(a, b int) int { return p.rank(a, words) - p.rank(b, words) })
	if len(p.hits) > 0 {
		p.at = p.hits[0]
	}
}

// rank is 0 for a blank whose own name begins as was typed, then 1 for one
// whose own name has it, else 2: only its heading has, or a list would grow.
func (p *Paper) rank(i int, words []string) int {
	if len(words) == 0 {
		return 0
	}
	label := strings.ToLower(p.label(p.Blanks[i]))
	switch {
	case p.Blanks[i].grows():
	case strings.HasPrefix(label, words[0]):
		return 0
	case strings.Contains(label, words[0]):
		return 1
	}
	return 2
}

func (p *Paper) label(b Blank) string {
	switch {
	case b.Spec != nil:
		return b.Spec.Label
	case b.grows():
		return "add to " + b.List.Label
	}
	return RowName(p.Page, b.List.ID, b.Row)
}

// findKey gives a key to the search. Enter stays where it has led, esc goes
// back to where it began.
func (p *Paper) findKey(f pane.Frame, k tea.KeyMsg) bool {
	switch {
	case f.Pressed([]pane.Binding{pane.Back}, k) != "":
		p.find, p.hits, p.at = nil, nil, p.home
		return true
	case f.Pressed(found, k) != "":
		p.find, p.hits = nil, nil
		return true
	}
	if to, ok := f.Found(k, slices.Index(p.hits, p.at), len(p.hits)); ok {
		if len(p.hits) > 0 {
			p.at = p.hits[to]
		}
	} else if p.find.Key(k) {
		p.seek()
	}
	return true
}
