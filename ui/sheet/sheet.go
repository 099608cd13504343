package sheet

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Editor is a form for a whole sheet, fields and lists, with the panel that the rulebook
// makes of it beside it. Nothing changes before it is saved; then all changes are one act.
type Editor struct {
	form.Form
	drafts   form.Drafts
	who      string
	sys      *engine.System
	base     engine.Page // as it is at the table
	seq      uint64      // sequence number of the table that base is from
	row      *form.Field // the row that is open; nil: the whole sheet
	saved    []engine.Block
	edited   []engine.Block // panel of the edited page
	previous []engine.Block // panel before the newest change
	scroll   int            // scroll offset of the panel in lines; -1: scroll to what changed
	creation *creation      // set while a new sheet is created step by step; nil: who exists
}

// EditSheet opens the editor for the selected character's sheet, with the cursor at a field or
// row.
func EditSheet(f pane.Frame, drafts form.Drafts, at string) pane.Intent {
	s := f.Rulebook()
	if s == nil {
		return pane.Fail{Words: "this version has none of the sheet's rulebooks: " + f.KeyOf("page-on") + " adds one"}
	}
	_, intent := openEditor(f, drafts, f.Selected, s, at)
	return intent
}

// EditRow opens the editor with the row at path opened.
func EditRow(f pane.Frame, drafts form.Drafts, who string, s *engine.System, path string) pane.Intent {
	o, intent := openEditor(f, drafts, who, s, path)
	if o != nil && o.row == nil && o.Here().ID == path {
		o.open(f)
	}
	return intent
}

// openEditor returns the editor of a sheet, or its unsaved draft, and the intent that opens it.
func openEditor(f pane.Frame, drafts form.Drafts, who string, s *engine.System, at string) (*Editor, pane.Intent) {
	if o, left := drafts[sheetKey(who, s.ID)].(*Editor); left {
		if o.sync(f); o.row == nil {
			o.Stand(at)
		}
		return o, pane.All{pane.Push{Overlay: o}, pane.Say{Words: "restored as you left it: " + o.Loses(f)}}
	}
	c, ok := f.Table.Character(who)
	if !ok {
		return nil, nil
	}
	page := c.Pages[s.ID]
	o := &Editor{drafts: drafts, who: who, sys: s, base: page, seq: f.Table.Seq(), scroll: -1, Form: form.Form{Schema: s.Sheet, Page: page, Long: true}}
	o.refresh(f)
	o.saved, o.previous = o.edited, o.edited
	if len(o.Fields()) == 0 {
		return nil, pane.Say{Words: s.Name + " has no sheet"}
	}
	o.Top()
	o.Stand(at)
	return o, pane.Push{Overlay: o}
}

func sheetKey(who, system string) string { return "sheet " + who + " " + system }

// refresh rebuilds the fields and the panel after a change of the page.
func (o *Editor) refresh(f pane.Frame) {
	removed := ""
	if o.row != nil && !slices.Contains(o.Page.RowIDs(o.row.List.ID), o.row.Row) {
		removed, o.row = o.row.ID, nil
	}
	o.Lay(o.fields())
	if removed != "" {
		o.Stand(removed)
	}
	if then := o.blocks(f, o.Page); !reflect.DeepEqual(then, o.edited) {
		o.previous, o.edited = o.edited, then
	}
}

func (o *Editor) blocks(f pane.Frame, page engine.Page) []engine.Block {
	c := model.Character{ID: o.who, Pages: map[string]engine.Page{o.sys.ID: page}}
	return o.sys.ExplainedPanel(f.Table.View(&c, o.sys.ID))
}

// fields returns the fields of the sheet, of the current step, or of the open row.
func (o *Editor) fields() []form.Field {
	switch {
	case o.row != nil:
		return form.RowFields(o.row.List, o.row.Row)
	case o.creation != nil:
		return o.stepFields()
	}
	var heads []string
	under := map[string][]form.Field{}
	for _, sp := range o.Schema.Fields() { // each heading once, in the order of its first field
		b := form.Field{ID: sp.ID, Spec: sp}
		if under[sp.Group] == nil {
			heads, b.Head = append(heads, sp.Group), sp.Group
		}
		under[sp.Group] = append(under[sp.Group], b)
	}
	var out []form.Field
	for _, head := range heads {
		out = append(out, under[head]...)
	}
	for _, l := range o.Schema.Lists() {
		out = append(out, o.ListFields(l, l.Label)...)
	}
	return out
}

// sync merges what others have changed meanwhile. It returns false if the sheet no longer
// exists.
func (o *Editor) sync(f pane.Frame) bool {
	if o.creation != nil {
		return true
	}
	c, ok := f.Table.Character(o.who)
	if !ok || c.Left {
		return false
	}
	now, ok := c.Pages[o.sys.ID]
	if !ok || o.seq == f.Table.Seq() {
		return ok
	}
	o.seq = f.Table.Seq()
	if form.Differ(o.Schema, o.base, now).None() {
		o.base = now
		return true
	}
	o.Settled()
	o.Reset(form.Onto(o.Schema, o.base, o.Page, now))
	o.base = now
	o.saved = o.blocks(f, now)
	o.refresh(f)
	return true
}

// Loses implements form.Unsaved.
func (o *Editor) Loses(f pane.Frame) string {
	if o.creation != nil {
		return o.creation.name + ", " + o.sys.Name + ": not at the table yet"
	}
	d := form.Differ(o.Schema, o.base, o.Page)
	if d.None() {
		return ""
	}
	return f.Table.NameOf(o.who) + ", " + o.sys.Name + ": " + count(d) + " not saved"
}

// count says how many changes there are.
func count(d form.Changes) string {
	n := len(d.Set)
	switch {
	case n == 0:
		return "rows moved"
	case n == 1:
		return "1 change"
	}
	return fmt.Sprintf("%d changes", n)
}

// About implements pane.Overlay.
func (o *Editor) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f), Whole: true} }

func (o *Editor) title(f pane.Frame) string {
	name := f.Table.NameOf(o.who)
	if o.creation != nil {
		name = o.creation.name
	}
	out := name + " " + f.Look.Separate + " " + o.sys.Name
	if o.row != nil {
		out += " " + f.Look.Separate + " " + o.row.List.Label + ": " + form.RowName(o.Page, o.row.List.ID, o.row.Row)
	}
	if d := form.Differ(o.Schema, o.base, o.Page); !d.None() {
		out += " " + f.Look.Separate + " " + count(d)
	}
	return out
}

// Draw implements pane.Overlay.
func (o *Editor) Draw(f pane.Frame) []string {
	if o.creation != nil {
		return form.Beside(f, o.drawStep, o.drawPanel)
	}
	return form.Beside(f, o.Form.Draw, o.drawPanel)
}

// drawPanel draws the panel of the edited page, with changes marked.
func (o *Editor) drawPanel(f pane.Frame) []string {
	look, w, h := f.Look, f.W, f.H
	now, last := set(look.Blocks(o.saved, w-1)), set(look.Blocks(o.previous, w-1))
	lines := look.Blocks(o.edited, w-1)
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
	if o.scroll >= 0 {
		first = o.scroll + h/2
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

var (
	rowKeys = pane.In("rows", "Sheet form",
		pane.Enter("open", "edit a field, or open or add a row", "write"),
		pane.Binding{ID: "add", Keys: []string{"+"}, Label: "add a row", Foot: "add"},
		pane.Binding{ID: "raise", Keys: []string{"shift+up"}, Label: "move a row up", Foot: "move"},
		pane.Binding{ID: "lower", Keys: []string{"shift+down"}, Label: "move a row down", Foot: "move"},
		pane.Binding{ID: "panel-up", Keys: []string{"["}, Label: "scroll the preview up"},
		pane.Binding{ID: "panel-down", Keys: []string{"]"}, Label: "scroll the preview down"},
		pane.Binding{ID: "discard", Keys: []string{"ctrl+x"}, Label: "discard changes"},
	)
	editorKeys = slices.Concat(rowKeys, form.Long, form.Saving, []pane.Binding{pane.Back})
)

// Keys implements pane.Overlay.
func (o *Editor) Keys(pane.Frame) []pane.Binding {
	switch {
	case o.Busy() && o.creation != nil:
		return o.Typing("done", "next", "next", "next step")
	case o.Busy():
		return o.Typing("done", "next", "save", "save")
	case o.creation != nil && o.row == nil:
		return pane.Footer(editorKeys, "next", "next step", "before", "previous step", "open", "write", "clear", "remove", "save", "add it", "back", "back")
	case o.Here().Spec == nil:
		return pane.Footer(editorKeys, "open", "open", "add", "add", "raise", "move", "lower", "move", "clear", "remove", "save", "save", "back", "back")
	case o.row != nil:
		return pane.Footer(editorKeys, "open", "write", "less", "change", "more", "change", "undo", "undo", "save", "save", "back", "to the sheet")
	}
	return pane.Footer(editorKeys, "open", "write", "less", "change", "more", "change", "find", "find", "next", "part", "undo", "undo", "save", "save", "back", "back")
}

// Update implements pane.Overlay.
func (o *Editor) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if !o.sync(f) {
		if o.Loses(f) != "" {
			o.drafts[sheetKey(o.who, o.sys.ID)] = o // undo may bring the character back
		}
		return o, pane.All{pane.Close{}, pane.Fail{Words: "this sheet is no longer at the table"}}
	}
	busy := o.Busy()
	does, _ := o.Pressed(f, editorKeys, msg)
	switch step := f.Pressed(form.Editing, msg); {
	case does == "open" && busy:
		o.Next()
	case does != "":
		intent := o.command(f, does)
		o.refresh(f)
		return o, intent
	case o.creation != nil && o.row == nil && step == "next" && o.Settled():
		return o, o.changeStep(f, 1)
	case o.creation != nil && o.row == nil && step == "before" && o.Settled():
		return o, o.changeStep(f, -1)
	case !busy && step == "clear" && o.Here().List != nil:
		o.rowKey("remove")
	default:
		o.Form.Key(f, msg)
	}
	o.scroll = -1
	o.refresh(f)
	return o, o.Cut()
}

// changeStep moves by that many steps; after the last it says how to finish.
func (o *Editor) changeStep(f pane.Frame, by int) pane.Intent {
	o.scroll = -1
	if !o.goToStep(f, by) {
		return pane.Say{Words: f.KeyOf("form-save") + " brings " + o.creation.name + " add it"}
	}
	return nil
}

// command runs one of the editor's own bindings.
func (o *Editor) command(f pane.Frame, does string) pane.Intent {
	switch does {
	case "back":
		return o.leave(f)
	case "panel-up":
		o.scroll = max(0, o.scroll-5)
	case "panel-down":
		o.scroll = max(0, o.scroll) + 5
	case "discard":
		if !form.Differ(o.Schema, o.base, o.Page).None() {
			o.Put(o.base)
		}
		return pane.Say{Words: "changes discarded: " + f.KeyOf("form-undo") + " brings them back"}
	case "save":
		if o.creation != nil {
			return o.finish(f)
		}
		return o.save(f)
	case "open":
		o.scroll = -1
		return o.open(f)
	default:
		o.rowKey(does)
	}
	return nil
}

// open acts on the field under the cursor: it edits a value, opens a row, or adds one.
func (o *Editor) open(f pane.Frame) pane.Intent {
	b := o.Here()
	switch {
	case b.List == nil:
		o.Open()
	case b.Grows() && o.creation != nil && o.columns(b.List) != nil:
		return o.askRow(b.List, o.columns(b.List))
	case b.Grows():
		o.addRow(b.List)
	default:
		o.row = &b
		o.refresh(f)
		o.Top()
	}
	return nil
}

// addRow adds a row at the end of a list, and edits its name.
func (o *Editor) addRow(l *engine.List) {
	id := o.AddRow(l.ID, o.base)
	o.row = &form.Field{ID: l.ID + "/" + id, List: l, Row: id}
	o.Lay(o.fields())
	o.Stand(o.row.ID + "/name")
	o.Open()
}

// closeRow closes the open row. A new row without any value is removed.
func (o *Editor) closeRow() {
	row := o.row
	o.row = nil
	at := row.ID
	if o.Bare(row.List, row.Row) && !slices.Contains(o.base.RowIDs(row.List.ID), row.Row) {
		o.RemoveRow(row.List.ID, row.Row)
		at = row.List.ID + "/"
	}
	o.Lay(o.fields())
	o.Stand(at)
}

// rowKey adds a row, or removes or moves the one under the cursor.
func (o *Editor) rowKey(does string) {
	b := o.Here()
	switch {
	case b.List == nil:
	case does == "add":
		o.addRow(b.List)
	case b.Grows():
	case does == "remove":
		o.RemoveRow(b.List.ID, b.Row)
	case does == "raise":
		o.MoveRow(b.List.ID, b.Row, -1)
	case does == "lower":
		o.MoveRow(b.List.ID, b.Row, 1)
	}
}

// leave closes the open row or, if none is open, the form, and keeps unsaved changes as a
// draft.
func (o *Editor) leave(f pane.Frame) pane.Intent {
	if o.row != nil {
		o.closeRow()
		return nil
	}
	if o.creation != nil {
		o.drafts[creationKey(o.sys.ID)] = o
		return pane.All{pane.Close{}, pane.Say{Words: o.creation.name + " is kept, unfinished: " + f.KeyOf("new") + " continues"}}
	}
	key := sheetKey(o.who, o.sys.ID)
	if o.Loses(f) == "" {
		delete(o.drafts, key)
		return pane.Close{}
	}
	o.drafts[key] = o
	return pane.All{pane.Close{},
		pane.Say{Words: count(form.Differ(o.Schema, o.base, o.Page)) + " kept, but not saved: " + f.KeyOf("sheet") + " continues"}}
}

// save asks for a reason, and writes all changes as one act.
func (o *Editor) save(pane.Frame) pane.Intent {
	d := form.Differ(o.Schema, o.base, o.Page)
	if d.None() {
		return pane.Say{Words: "nothing has changed"}
	}
	p := form.Ask("Save "+count(d), "because", "", func(_ pane.Frame, p *form.Prompt, why string) pane.Intent {
		return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent { return o.commit(f, why) })}
	})
	return pane.Push{Overlay: p.Saying(o.changeWords(d))}
}

// changeWords lists the changes, one in a line.
func (o *Editor) changeWords(d form.Changes) string {
	var out []string
	now, then := o.Schema.Read(o.base), o.Schema.Read(o.Page)
	added := map[string]bool{}
	for _, set := range d.Set {
		sp, field := o.Schema.Field(set.Field)
		list, rest, inList := strings.Cut(set.Field, "/")
		id, _, _ := strings.Cut(rest, "/")
		l, _ := o.Schema.FindList(list)
		change := ""
		if field {
			change = fmt.Sprintf("%s %s to %s", sp.Label, now.Value(set.Field), then.Value(set.Field))
		}
		switch {
		case !inList:
			out = append(out, change)
		case !field:
			out = append(out, form.RowName(o.base, list, id)+" removed from "+l.Label)
		case slices.Contains(o.base.RowIDs(list), id):
			out = append(out, form.RowName(o.Page, list, id)+": "+change)
		case !added[list+id]:
			added[list+id] = true
			out = append(out, form.RowName(o.Page, list, id)+" added to "+l.Label)
		}
	}
	if d.Moved {
		out = append(out, "rows reordered")
	}
	return strings.Join(out, "\n")
}

func (o *Editor) commit(f pane.Frame, why string) pane.Intent {
	if !o.sync(f) {
		return pane.Fail{Words: "this sheet is no longer at the table"}
	}
	d := form.Differ(o.Schema, o.base, o.Page)
	var c model.Command = model.Write{Who: o.who, System: o.sys.ID, Set: d.Set, Why: why}
	if d.Moved {
		page := o.Page
		c = model.PutPage{Who: o.who, System: o.sys.ID, Page: &page, Why: why}
	}
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent {
		if o.sync(f); o.Loses(f) != "" {
			return pane.Say{Words: "saved, except for your latest changes"}
		}
		delete(o.drafts, sheetKey(o.who, o.sys.ID))
		return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "saved: " + f.KeyOf("undo") + " undoes it"}}
	}}
}
