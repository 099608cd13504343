package ui

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
)

// paper is a page while it is filled in: blanks below each other, one of them
// under the cursor.
type paper struct {
	schema *engine.Schema
	page   engine.Page
	blanks []blank
	at     int
	typing *line
	before engine.Page // the page before the typing began
	wrong  string      // what is wrong with what is being typed
	long   bool        // so many blanks that one looks for them by name
	find   *line
	hits   []int // the blanks that find has found
	home   int   // where the search began
	past   []engine.Page
	future []engine.Page
}

// blank is a place of a paper: a field or, without a Spec, a row of a list
// that opens, or the place where a list grows.
type blank struct {
	head  string // the heading above it
	path  string // of a field; list/row, or list/ where the list grows
	sp    *engine.Spec
	list  *engine.List
	row   string
	words []string // what left and right offer though other words may be typed
}

func (b blank) grows() bool { return b.sp == nil && b.row == "" }

// here is the blank under the cursor; every paper has one.
func (p *paper) here() blank { return p.blanks[p.at] }

// stand puts the cursor on the blank of a path, if there is one.
func (p *paper) stand(path string) bool {
	i := slices.IndexFunc(p.blanks, func(b blank) bool { return b.path == path })
	if i >= 0 {
		p.at = i
	}
	return i >= 0
}

// value is what holds in a blank, and whether it is written there.
func (p *paper) value(b blank) (engine.Value, bool) {
	if v, ok := p.page.Get(b.path); ok {
		return v, true
	}
	return b.sp.Default(p.schema.Read(p.page)), false
}

// key gives a key to the paper; false when it has no use for it.
func (p *paper) key(k tea.KeyMsg) bool {
	if p.find != nil {
		return p.findKey(k)
	}
	if p.typing != nil && p.typeKey(k) {
		return true
	}
	switch k.String() {
	case "up", "ctrl+p":
		p.move(-1)
	case "down", "ctrl+n":
		p.move(1)
	case "tab":
		p.part(1)
	case "shift+tab":
		p.part(-1)
	case "pgup":
		p.at = max(0, p.at-10)
	case "pgdown":
		p.at = min(len(p.blanks)-1, p.at+10)
	case "home":
		p.at = 0
	case "end":
		p.at = len(p.blanks) - 1
	case "ctrl+u":
		p.back()
	case "ctrl+r":
		p.forth()
	default:
		return p.change(k)
	}
	return true
}

// change is a key that changes the blank under the cursor.
func (p *paper) change(k tea.KeyMsg) bool {
	b := p.here()
	name := k.String()
	if name == "/" && p.long {
		p.look("")
		return true
	}
	if b.sp == nil {
		return p.begin(k)
	}
	switch name {
	case "left":
		p.step(-1)
	case "right":
		p.step(1)
	case "shift+left":
		p.step(-10)
	case "shift+right":
		p.step(10)
	case "delete":
		p.put(p.page.With(b.path, engine.Value{}))
	default:
		return p.begin(k)
	}
	return true
}

func (p *paper) move(by int) { p.at = (p.at + by + len(p.blanks)) % len(p.blanks) }

// part goes to the next heading in a direction, or where there are none to the
// next blank.
func (p *paper) part(by int) {
	if !slices.ContainsFunc(p.blanks, func(b blank) bool { return b.head != "" }) {
		p.move(by)
		return
	}
	p.move(by)
	for p.here().head == "" {
		p.move(by)
	}
}

// put changes the page, such that back takes it back.
func (p *paper) put(page engine.Page) {
	p.past, p.future = append(p.past, p.page), nil
	p.page = page
}

func (p *paper) back() {
	if n := len(p.past); n > 0 {
		p.future = append(p.future, p.page)
		p.page, p.past = p.past[n-1], p.past[:n-1]
	}
}

func (p *paper) forth() {
	if n := len(p.future); n > 0 {
		p.past = append(p.past, p.page)
		p.page, p.future = p.future[n-1], p.future[:n-1]
	}
}

// begin starts typing into the blank under the cursor where k can be the first
// letter of its value; other letters look for a blank.
func (p *paper) begin(k tea.KeyMsg) bool {
	if k.Type != tea.KeyRunes && k.Type != tea.KeySpace && k.Type != tea.KeyBackspace || k.Alt {
		return false
	}
	b := p.here()
	letter := len(k.Runes) > 0 && unicode.IsLetter(k.Runes[0])
	figure := k.Type == tea.KeyBackspace || len(k.Runes) > 0 && strings.ContainsRune("0123456789+-.", k.Runes[0])
	switch {
	case b.sp != nil && b.sp.Kind == engine.Text && b.sp.Options == nil:
		p.write()
	case b.sp != nil && (b.sp.Kind == engine.Int || b.sp.Kind == engine.Decimal) && figure:
		p.write()
		if k.Type == tea.KeyRunes {
			p.typing.input.SetValue("")
		}
	case b.sp != nil && k.Type == tea.KeySpace:
		p.step(1)
		return true
	case letter && p.long:
		p.look(string(k.Runes))
		return true
	case letter && b.sp != nil && b.sp.Options != nil:
		p.choose(k.Runes[0])
		return true
	default:
		return false
	}
	return p.typeKey(k)
}

// choose takes the next option that begins with a letter.
func (p *paper) choose(letter rune) {
	b := p.here()
	now, _ := p.value(b)
	at := slices.Index(b.sp.Options, now.Text())
	for n := range b.sp.Options {
		o := b.sp.Options[(at+1+n)%len(b.sp.Options)]
		if strings.HasPrefix(strings.ToLower(o), strings.ToLower(string(letter))) {
			p.put(p.page.With(b.path, engine.ValueOf(o)))
			return
		}
	}
}

// write begins to type, with what is there.
func (p *paper) write() {
	v, written := p.value(p.here())
	l := newLine("")
	l.input.CharLimit = max(longestLine, p.here().sp.Most)
	if written || p.here().sp.Kind != engine.Text {
		l.input.SetValue(v.String())
		l.input.CursorEnd()
	}
	p.typing, p.before, p.wrong = &l, p.page, ""
}

// typeKey gives a key to what is being typed; false when the key ends it and
// means something more. Esc takes back what was typed; a wrong value can't be
// left in any other way.
func (p *paper) typeKey(k tea.KeyMsg) bool {
	switch k.String() {
	case "esc":
		p.page, p.typing, p.wrong = p.before, nil, ""
		return true
	case "enter", "up", "down", "tab", "shift+tab", "f2", "ctrl+s":
		return !p.accept()
	}
	if !p.typing.key(k) {
		return true
	}
	b, text := p.here(), p.typing.text()
	var v engine.Value
	if strings.TrimSpace(text) != "" {
		var err error
		if v, err = b.sp.Parse(text); err != nil {
			p.wrong = "it is " + b.sp.Range()
			return true
		}
	}
	p.page, p.wrong = p.page.With(b.path, v), ""
	return true
}

// accept ends the typing; false while what is typed is wrong.
func (p *paper) accept() bool {
	if p.typing == nil {
		return true
	}
	if p.wrong != "" {
		return false
	}
	page := p.page
	p.page, p.typing = p.before, nil
	if !slices.Equal(written(page, p.here().path), written(p.page, p.here().path)) {
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
func (p *paper) step(by int) {
	b := p.here()
	now, _ := p.value(b)
	var v engine.Value
	switch {
	case b.sp.Kind == engine.Bool:
		v = engine.ValueOf(!now.Bool())
	case b.sp.Kind == engine.Int:
		v = engine.ValueOf(min(max(now.Int()+by, b.sp.Least), b.sp.Most))
	case b.sp.Kind == engine.Decimal:
		v = engine.ValueOf(engine.Milli(min(max(int(now.Milli())+by*100, b.sp.Least), b.sp.Most)))
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
	p.put(p.page.With(b.path, v))
}

// offered are the words that left and right turn through.
func (p *paper) offered(b blank) []string {
	switch {
	case b.sp.Options != nil:
		return b.sp.Options
	case b.sp.RowsOf == "":
		return b.words
	}
	out := []string{""}
	for _, id := range p.page.RowIDs(b.sp.RowsOf) {
		out = append(out, rowName(p.page, b.sp.RowsOf, id))
	}
	return out
}

// rowName is what a row is called, or else its id.
func rowName(page engine.Page, list, row string) string {
	if v, ok := page.Get(list + "/" + row + "/name"); ok && strings.TrimSpace(v.Text()) != "" {
		return v.Text()
	}
	return row
}

// look opens the search for a blank.
func (p *paper) look(text string) {
	l := newLine(text)
	p.find, p.home = &l, p.at
	p.seek()
}

// seek finds the blanks that hold all of the words, and goes to the first.
func (p *paper) seek() {
	p.hits = nil
	words := strings.Fields(strings.ToLower(p.find.text()))
	head := ""
	for i, b := range p.blanks {
		if b.head != "" {
			head = b.head
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
func (p *paper) rank(i int, words []string) int {
	if len(words) == 0 {
		return 0
	}
	label := strings.ToLower(p.label(p.blanks[i]))
	switch {
	case p.blanks[i].grows():
	case strings.HasPrefix(label, words[0]):
		return 0
	case strings.Contains(label, words[0]):
		return 1
	}
	return 2
}

func (p *paper) label(b blank) string {
	switch {
	case b.sp != nil:
		return b.sp.Label
	case b.grows():
		return "add to " + b.list.Label
	}
	return rowName(p.page, b.list.ID, b.row)
}

// findKey gives a key to the search. Enter stays where it has led, esc goes
// back to where it began.
func (p *paper) findKey(k tea.KeyMsg) bool {
	at := slices.Index(p.hits, p.at)
	switch k.String() {
	case "esc":
		p.find, p.hits, p.at = nil, nil, p.home
	case "enter":
		p.find, p.hits = nil, nil
	case "up", "shift+tab", "ctrl+p":
		if at > 0 {
			p.at = p.hits[at-1]
		}
	case "down", "tab", "ctrl+n":
		if at >= 0 && at+1 < len(p.hits) {
			p.at = p.hits[at+1]
		}
	default:
		if p.find.key(k) {
			p.seek()
		}
	}
	return true
}
