package ui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// sheetForm writes a whole sheet by hand: its fields and the rows of its
// lists, with what the rulebook makes of them beside it. Nothing is changed
// before it is saved, and then all of it as one act.
type sheetForm struct {
	quiet
	paper
	who  string
	sys  *engine.System
	base engine.Page // as it is at the table
	seq  uint64      // of the table that base is from
	row  *blank      // the row that is open; nil: the sheet itself
	now  []engine.Block
	then []engine.Block // what the rulebook makes of the paper
	last []engine.Block // and before the last change of it
	down int            // lines the panel is scrolled; -1: to what is new
}

// openSheet writes the sheet of the selected character by hand. It begins at
// what the sheet pane's cursor stands on.
func (m *Model) openSheet() tea.Cmd {
	c, s := m.here(), m.rulebook()
	if s == nil {
		return m.fail("no rulebook on this sheet that this version knows: " + m.keyOf("page-on") + " adds one")
	}
	at := m.panes[paneSheet].Place().On
	return m.writeSheet(c.ID, s, at)
}

// writeSheet opens the form of a sheet, with what was left unsaved in it, at a
// field or a row.
func (m *Model) writeSheet(who string, s *engine.System, at string) tea.Cmd {
	key := sheetKey(who, s.ID)
	if m.unsaved.back(m, key) {
		f := m.top().(*sheetForm)
		if f.sync(m); f.row == nil {
			f.stand(at)
		}
		return m.say("as you left it: " + f.loses(m))
	}
	c, ok := m.table.Character(who)
	if !ok {
		return nil
	}
	page := c.Pages[s.ID]
	f := &sheetForm{who: who, sys: s, base: page, seq: m.table.Seq(), down: -1, paper: paper{schema: s.Sheet, page: page, long: true}}
	f.refresh(m)
	f.now, f.last = f.then, f.then
	if len(f.blanks) == 0 {
		return m.say(s.Name + " has nothing to write on a sheet")
	}
	f.stand(at)
	m.push(f)
	return nil
}

// writeRow opens the form of a sheet at one row of a list.
func (m *Model) writeRow(who string, s *engine.System, path string) tea.Cmd {
	cmd := m.writeSheet(who, s, path)
	if f, ok := m.top().(*sheetForm); ok && f.row == nil && f.here().path == path {
		f.open()
		f.refresh(m)
	}
	return cmd
}

func sheetKey(who, system string) string { return "sheet " + who + " " + system }

// refresh works out what follows from the page: which blanks there are, and
// what the rulebook makes of it.
func (f *sheetForm) refresh(m *Model) {
	on := ""
	if f.at < len(f.blanks) {
		on = f.here().path
	}
	if f.row != nil && !slices.Contains(f.page.RowIDs(f.row.list.ID), f.row.row) {
		on, f.row = f.row.path, nil // it was taken off
	}
	f.blanks = f.layOut()
	f.at = min(f.at, max(0, len(f.blanks)-1))
	f.stand(on)
	if then := f.blocks(m, f.page); !reflect.DeepEqual(then, f.then) {
		f.last, f.then = f.then, then
	}
}

func (f *sheetForm) blocks(m *Model, page engine.Page) []engine.Block {
	if f.sys.Panel == nil {
		return nil
	}
	c := model.Character{ID: f.who, Pages: map[string]engine.Page{f.sys.ID: page}}
	return f.sys.Panel(m.table.View(&c, f.sys.ID))
}

// layOut gives the blanks of the sheet, or of the row that is open.
func (f *sheetForm) layOut() []blank {
	if f.row != nil {
		var out []blank
		for _, c := range f.row.list.Columns {
			out = append(out, blank{path: f.row.path + "/" + c.ID, sp: c})
		}
		return out
	}
	out := f.fieldBlanks()
	for _, l := range f.schema.Lists() {
		head := l.Label
		for _, id := range f.page.RowIDs(l.ID) {
			out = append(out, blank{head: head, path: l.ID + "/" + id, list: l, row: id})
			head = ""
		}
		out = append(out, blank{head: head, path: l.ID + "/", list: l})
	}
	return out
}

// fieldBlanks gives the fields under their headings, each once, in the order
// in which the headings come first.
func (f *sheetForm) fieldBlanks() []blank {
	var heads []string
	under := map[string][]blank{}
	for _, sp := range f.schema.Fields() {
		b := blank{path: sp.ID, sp: sp}
		if under[sp.Group] == nil {
			heads, b.head = append(heads, sp.Group), sp.Group
		}
		under[sp.Group] = append(under[sp.Group], b)
	}
	var out []blank
	for _, head := range heads {
		out = append(out, under[head]...)
	}
	return out
}

// sync takes in what others have written meanwhile; false when the sheet is
// there no more.
func (f *sheetForm) sync(m *Model) bool {
	c, ok := m.table.Character(f.who)
	if !ok || c.Left {
		return false
	}
	now, ok := c.Pages[f.sys.ID]
	if !ok || f.seq == m.table.Seq() {
		return ok
	}
	f.seq = m.table.Seq()
	if differ(f.schema, f.base, now).none() {
		f.base = now
		return true
	}
	f.accept()
	f.typing, f.wrong = nil, ""
	f.page = onto(f.schema, f.base, f.page, now)
	f.base, f.past, f.future = now, nil, nil
	f.now = f.blocks(m, now)
	f.refresh(m)
	return true
}

func (f *sheetForm) loses(m *Model) string {
	d := differ(f.schema, f.base, f.page)
	if d.none() {
		return ""
	}
	return pane.Name(m.table, f.who) + ", " + f.sys.Name + ": " + d.count() + " not saved"
}

func (d difference) count() string {
	n := len(d.set)
	switch {
	case n == 0:
		return "rows moved"
	case n == 1:
		return "1 change"
	}
	return fmt.Sprintf("%d changes", n)
}

func (f *sheetForm) title(m *Model) string {
	out := pane.Name(m.table, f.who) + " " + m.look.Separate + " " + f.sys.Name
	if f.row != nil {
		out += " " + m.look.Separate + " " + f.row.list.Label + ": " + rowName(f.page, f.row.list.ID, f.row.row)
	}
	if d := differ(f.schema, f.base, f.page); !d.none() {
		out += " " + m.look.Separate + " " + d.count()
	}
	return out
}

// whole says that it takes all the room between header and footer.
func (f *sheetForm) whole() {}

func (f *sheetForm) draw(m *Model, w, h int) []string {
	return beside(m.look, w, h,
		func(w, h int) []string { return f.paper.draw(m.look, w, h) },
		func(w, h int) []string { return f.follows(m.look, w, h) })
}

// follows draws what the rulebook makes of the paper, what is new in it marked.
func (f *sheetForm) follows(look *kit.Look, w, h int) []string {
	now, last := set(look.Blocks(f.now, w-1)), set(look.Blocks(f.last, w-1))
	lines := look.Blocks(f.then, w-1)
	first := 0
	for i, l := range lines {
		r := look.Row(w)
		if now[l] {
			r.Space(1)
		} else {
			r.Sign(kit.Accent, look.Tick[2])
		}
		if !last[l] && first == 0 {
			first = i
		}
		lines[i] = r.Drawn(l, w-1).String()
	}
	if f.down >= 0 {
		first = f.down + h/2
	}
	return look.Scrolled(lines, first, w, h)
}

func set(lines []string) map[string]bool {
	out := map[string]bool{}
	for _, l := range lines {
		out[l] = true
	}
	return out
}

func (f *sheetForm) key(m *Model, k tea.KeyMsg) tea.Cmd {
	if !f.sync(m) {
		m.without(f)
		if f.loses(m) != "" {
			m.unsaved[sheetKey(f.who, f.sys.ID)] = f // it may be brought back
		}
		return m.fail("this sheet is no longer at the table")
	}
	free := f.typing == nil && f.find == nil
	if free {
		if cmd, used := f.command(m, k.String()); used {
			return cmd
		}
	}
	used := f.paper.key(k)
	f.down = -1
	f.refresh(m)
	if used {
		return nil
	}
	switch k.String() {
	case "f2", "ctrl+s":
		return f.save(m)
	case "enter":
		if free {
			f.open()
		} else {
			f.move(1)
		}
		f.refresh(m)
	}
	return nil
}

// command is a key that means something while nothing is typed; false for the
// others.
func (f *sheetForm) command(m *Model, name string) (tea.Cmd, bool) {
	switch name {
	case "esc":
		return f.leave(m), true
	case "[":
		f.down = max(0, f.down-5)
	case "]":
		f.down = max(0, f.down) + 5
	case "ctrl+x":
		if !differ(f.schema, f.base, f.page).none() {
			f.put(f.base)
		}
		f.refresh(m)
		return m.say("as it is at the table: ctrl+u brings your changes back"), true
	case "+", "delete", "shift+up", "shift+down":
		if !f.rowKey(name) {
			return nil, false
		}
		f.refresh(m)
	default:
		return nil, false
	}
	return nil, true
}

// leave steps out of a row, or out of the form, which keeps what isn't saved.
func (f *sheetForm) leave(m *Model) tea.Cmd {
	if f.row != nil {
		f.close()
		f.refresh(m)
		return nil
	}
	m.without(f)
	key := sheetKey(f.who, f.sys.ID)
	lost := f.loses(m)
	if lost == "" {
		delete(m.unsaved, key)
		return nil
	}
	m.unsaved[key] = f
	return m.say(differ(f.schema, f.base, f.page).count() + " kept, not saved: " + m.keyOf("sheet") + " goes on")
}

// save asks for a reason and writes all changes as one act.
func (f *sheetForm) save(m *Model) tea.Cmd {
	d := differ(f.schema, f.base, f.page)
	if d.none() {
		return m.say("nothing has changed")
	}
	p := m.ask("Save "+d.count(), "because", "", nil)
	p.done = func(m *Model, texts []string) tea.Cmd {
		m.without(p)
		return f.commit(m, texts[0])
	}
	words := f.words(d)
	p.help = func(*prompt) string { return words }
	return nil
}

// words says what is changed, a line each.
func (f *sheetForm) words(d difference) string {
	var out []string
	now, then := f.schema.Read(f.base), f.schema.Read(f.page)
	added := map[string]bool{}
	for _, set := range d.set {
		sp, field := f.schema.Field(set.Field)
		list, rest, inList := strings.Cut(set.Field, "/")
		id, _, _ := strings.Cut(rest, "/")
		l, _ := f.schema.FindList(list)
		change := ""
		if field {
			change = fmt.Sprintf("%s %s to %s", sp.Label, now.Value(set.Field), then.Value(set.Field))
		}
		switch {
		case !inList:
			out = append(out, change)
		case !field:
			out = append(out, rowName(f.base, list, id)+" taken off "+l.Label)
		case slices.Contains(f.base.RowIDs(list), id):
			out = append(out, rowName(f.page, list, id)+": "+change)
		case !added[list+id]:
			added[list+id] = true
			out = append(out, rowName(f.page, list, id)+" added to "+l.Label)
		}
	}
	if d.moved {
		out = append(out, "rows in another order")
	}
	return strings.Join(out, "\n")
}

func (f *sheetForm) commit(m *Model, why string) tea.Cmd {
	if !f.sync(m) {
		return m.fail("this sheet is no longer at the table")
	}
	d := differ(f.schema, f.base, f.page)
	var c model.Command = model.Write{Who: f.who, System: f.sys.ID, Set: d.set, Why: why}
	if d.moved {
		page := f.page
		c = model.PutPage{Who: f.who, System: f.sys.ID, Page: &page, Why: why}
	}
	return m.do(c, func(m *Model) tea.Cmd {
		if f.sync(m); f.loses(m) != "" {
			return m.say("saved; what you wrote since is not")
		}
		m.without(f)
		delete(m.unsaved, sheetKey(f.who, f.sys.ID))
		return m.say("saved: " + m.keyOf("undo") + " takes it back")
	})
}

func (f *sheetForm) hints(*Model) []hint {
	switch {
	case f.find != nil:
		return []hint{{"type", "a field's name"}, {"up/down", "choose"}, {"enter", "go there"}, {"esc", "back"}}
	case f.typing != nil:
		return []hint{{"enter", "next"}, {"f2", "save"}, {"esc", "as it was"}}
	case f.here().sp == nil:
		return []hint{{"enter", "open"}, {"+", "add"}, {"shift+up/down", "move"}, {"del", "take off"}, {"f2", "save"}, {"esc", "back"}}
	case f.row != nil:
		return []hint{{"enter", "write"}, {"left/right", "change"}, {"ctrl+u", "undo"}, {"f2", "save"}, {"esc", "to the sheet"}}
	}
	return []hint{{"enter", "write"}, {"left/right", "change"}, {"/", "find"}, {"tab", "part"}, {"ctrl+u", "undo"}, {"f2", "save"}, {"esc", "back"}}
}
