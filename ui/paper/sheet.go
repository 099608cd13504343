package paper

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

// Form writes a whole sheet by hand: its fields and the rows of its lists, with
// what the rulebook makes of them beside it. Nothing is changed before it is
// saved, and then all of it as one act.
type Form struct {
	Paper
	kept Kept
	who  string
	sys  *engine.System
	base engine.Page // as it is at the table
	seq  uint64      // of the table that base is from
	row  *Blank      // the row that is open; nil: the sheet itself
	now  []engine.Block
	then []engine.Block // what the rulebook makes of the paper
	last []engine.Block // and before the last change of it
	down int            // lines the panel is scrolled; -1: to what is new
	made *making        // it is made for somebody new; nil: it is somebody's
}

// Sheet writes the sheet of the selected character by hand, from a field or a
// row on.
func Sheet(f pane.Frame, kept Kept, at string) pane.Intent {
	s := f.Rulebook()
	if s == nil {
		return pane.Fail{Words: "this version has none of the sheet's rulebooks: " + f.KeyOf("page-on") + " adds one"}
	}
	_, intent := write(f, kept, f.Selected, s, at)
	return intent
}

// Row writes a sheet with one row of a list open.
func Row(f pane.Frame, kept Kept, who string, s *engine.System, path string) pane.Intent {
	o, intent := write(f, kept, who, s, path)
	if o != nil && o.row == nil && len(o.Blanks) > 0 && o.Here().Path == path {
		o.open()
		o.refresh(f)
	}
	return intent
}

// write gives the form of a sheet, with what was left unsaved in it, and the
// intent that opens it.
func write(f pane.Frame, kept Kept, who string, s *engine.System, at string) (*Form, pane.Intent) {
	if o, left := kept[sheetKey(who, s.ID)].(*Form); left {
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
	o := &Form{kept: kept, who: who, sys: s, base: page, seq: f.Table.Seq(), down: -1, Paper: Paper{Schema: s.Sheet, Page: page, Long: true}}
	o.refresh(f)
	o.now, o.last = o.then, o.then
	if len(o.Blanks) == 0 {
		return nil, pane.Say{Words: s.Name + " has no sheet"}
	}
	o.Stand(at)
	return o, pane.Push{Overlay: o}
}

func sheetKey(who, system string) string { return "sheet " + who + " " + system }

// refresh works out what follows from the page: which blanks there are, and
// what the rulebook makes of it.
func (o *Form) refresh(f pane.Frame) {
	on := ""
	if o.at < len(o.Blanks) {
		on = o.Here().Path
	}
	if o.row != nil && !slices.Contains(o.Page.RowIDs(o.row.List.ID), o.row.Row) {
		on, o.row = o.row.Path, nil // it was taken off
	}
	o.Blanks = o.layOut()
	o.at = min(o.at, max(0, len(o.Blanks)-1))
	o.Stand(on)
	if then := o.blocks(f, o.Page); !reflect.DeepEqual(then, o.then) {
		o.last, o.then = o.then, then
	}
}

func (o *Form) blocks(f pane.Frame, page engine.Page) []engine.Block {
	c := model.Character{ID: o.who, Pages: map[string]engine.Page{o.sys.ID: page}}
	return o.sys.ExplainedPanel(f.Table.View(&c, o.sys.ID))
}

// layOut gives the blanks of the sheet, or of the row that is open.
func (o *Form) layOut() []Blank {
	if o.row != nil {
		var out []Blank
		for _, c := range o.row.List.Columns {
			out = append(out, Blank{Path: o.row.Path + "/" + c.ID, Spec: c})
		}
		return out
	}
	if o.made != nil {
		return o.stepBlanks()
	}
	out := o.fieldBlanks()
	for _, l := range o.Schema.Lists() {
		head := l.Label
		for _, id := range o.Page.RowIDs(l.ID) {
			out = append(out, Blank{Head: head, Path: l.ID + "/" + id, List: l, Row: id})
			head = ""
		}
		out = append(out, Blank{Head: head, Path: l.ID + "/", List: l})
	}
	return out
}

// fieldBlanks gives the fields under their headings, each once, in the order
// in which the headings come first.
func (o *Form) fieldBlanks() []Blank {
	var heads []string
	under := map[string][]Blank{}
	for _, sp := range o.Schema.Fields() {
		b := Blank{Path: sp.ID, Spec: sp}
		if under[sp.Group] == nil {
			heads, b.Head = append(heads, sp.Group), sp.Group
		}
		under[sp.Group] = append(under[sp.Group], b)
	}
	var out []Blank
	for _, head := range heads {
		out = append(out, under[head]...)
	}
	return out
}

// sync takes in what others have written meanwhile; false when the sheet is
// there no more.
func (o *Form) sync(f pane.Frame) bool {
	if o.made != nil {
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
	if differ(o.Schema, o.base, now).none() {
		o.base = now
		return true
	}
	o.accept()
	o.typing, o.wrong = nil, ""
	o.Page = onto(o.Schema, o.base, o.Page, now)
	o.base, o.past, o.future = now, nil, nil
	o.now = o.blocks(f, now)
	o.refresh(f)
	return true
}

// Loses implements Unsaved.
func (o *Form) Loses(f pane.Frame) string {
	if o.made != nil {
		return o.made.name + ", " + o.sys.Name + ": not at the table yet"
	}
	d := differ(o.Schema, o.base, o.Page)
	if d.none() {
		return ""
	}
	return f.Table.NameOf(o.who) + ", " + o.sys.Name + ": " + d.count() + " not saved"
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

// Title implements pane.Overlay.
func (o *Form) Title(f pane.Frame) string {
	name := f.Table.NameOf(o.who)
	if o.made != nil {
		name = o.made.name
	}
	out := name + " " + f.Look.Separate + " " + o.sys.Name
	if o.row != nil {
		out += " " + f.Look.Separate + " " + o.row.List.Label + ": " + RowName(o.Page, o.row.List.ID, o.row.Row)
	}
	if d := differ(o.Schema, o.base, o.Page); !d.none() {
		out += " " + f.Look.Separate + " " + d.count()
	}
	return out
}

// Whole implements pane.Whole.
func (o *Form) Whole() {}

// Draw implements pane.Overlay.
func (o *Form) Draw(f pane.Frame) []string {
	if o.made != nil {
		return Beside(f, o.drawStep, o.follows)
	}
	return Beside(f, o.Paper.Draw, o.follows)
}

// follows draws what the rulebook makes of the paper, what is new in it marked.
func (o *Form) follows(f pane.Frame) []string {
	look, w, h := f.Look, f.W, f.H
	now, last := set(look.Blocks(o.now, w-1)), set(look.Blocks(o.last, w-1))
	lines := look.Blocks(o.then, w-1)
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
	if o.down >= 0 {
		first = o.down + h/2
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
	formKeys = slices.Concat(rowKeys, writing, seeking, saving, []pane.Binding{pane.Back})
)

// Keys implements pane.Overlay.
func (o *Form) Keys() []pane.Binding {
	switch {
	case o.Busy() && o.made != nil:
		return o.TypingKeys("done", "next", "next-part", "next step")
	case o.Busy():
		return o.TypingKeys("done", "next", "save", "save")
	case o.made != nil && o.row == nil:
		return pane.Footer(formKeys, "next-part", "next step", "part-before", "previous step", "open", "write", "clear", "remove", "save", "add it", "back", "back")
	case o.Here().Spec == nil:
		return pane.Footer(formKeys, "open", "open", "add", "add", "raise", "move", "lower", "move", "clear", "remove", "save", "save", "back", "back")
	case o.row != nil:
		return pane.Footer(formKeys, "open", "write", "less", "change", "more", "change", "undo", "undo", "save", "save", "back", "to the sheet")
	}
	return pane.Footer(formKeys, "open", "write", "less", "change", "more", "change", "find", "find", "next-part", "part", "undo", "undo", "save", "save", "back", "back")
}

// Key implements pane.Overlay.
func (o *Form) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Intent) {
	if !o.sync(f) {
		if o.Loses(f) != "" {
			o.kept[sheetKey(o.who, o.sys.ID)] = o // it may be brought back
		}
		return o, pane.All{pane.Close{Overlay: o}, pane.Fail{Words: "this sheet is no longer at the table"}}
	}
	free, does := !o.Busy(), f.Pressed(formKeys, k)
	if free {
		if intent, used := o.command(f, does); used {
			return o, intent
		}
	}
	if o.made != nil && o.row == nil && (does == "next-part" || does == "part-before") && o.accept() {
		by := 1
		if does == "part-before" {
			by = -1
		}
		if !o.turn(f, by) {
			return o, pane.Say{Words: f.KeyOf("write-save") + " brings " + o.made.name + " add it"}
		}
		return o, nil
	}
	used := o.Paper.Key(f, k)
	o.down = -1
	o.refresh(f)
	switch {
	case used:
	case does == "save" && o.made != nil:
		return o, o.finish(f)
	case does == "open" && free && o.made != nil && o.Here().grows() && o.columns(o.Here().List) != nil:
		return o, o.askRow(o.Here().List, o.columns(o.Here().List))
	case does == "save":
		return o, o.save(f)
	case does == "open":
		if free {
			o.open()
		} else {
			o.move(1)
		}
		o.refresh(f)
	}
	return o, nil
}

// command is a key that means something while nothing is typed; false for the
// others.
func (o *Form) command(f pane.Frame, does string) (pane.Intent, bool) {
	switch does {
	case "back":
		return o.leave(f), true
	case "panel-up":
		o.down = max(0, o.down-5)
	case "panel-down":
		o.down = max(0, o.down) + 5
	case "discard":
		if !differ(o.Schema, o.base, o.Page).none() {
			o.put(o.base)
		}
		o.refresh(f)
		return pane.Say{Words: "changes discarded: " + f.KeyOf("write-undo") + " brings them back"}, true
	case "add", "clear", "raise", "lower":
		if !o.rowKey(does) {
			return nil, false
		}
		o.refresh(f)
	default:
		return nil, false
	}
	return nil, true
}

// leave steps out of a row, or out of the form, which keeps what isn't saved.
func (o *Form) leave(f pane.Frame) pane.Intent {
	if o.row != nil {
		o.close()
		o.refresh(f)
		return nil
	}
	if o.made != nil {
		o.kept[makingKey(o.sys.ID)] = o
		return pane.All{pane.Close{Overlay: o}, pane.Say{Words: o.made.name + " is kept, unfinished: " + f.KeyOf("new") + " continues"}}
	}
	key := sheetKey(o.who, o.sys.ID)
	if o.Loses(f) == "" {
		delete(o.kept, key)
		return pane.Close{Overlay: o}
	}
	o.kept[key] = o
	return pane.All{pane.Close{Overlay: o},
		pane.Say{Words: differ(o.Schema, o.base, o.Page).count() + " kept, but not saved: " + f.KeyOf("sheet") + " continues"}}
}

// save asks for a reason and writes all changes as one act.
func (o *Form) save(pane.Frame) pane.Intent {
	d := differ(o.Schema, o.base, o.Page)
	if d.none() {
		return pane.Say{Words: "nothing has changed"}
	}
	p := Ask("Save "+d.count(), "because", "", func(_ pane.Frame, p *Prompt, why string) pane.Intent {
		return pane.All{pane.Close{Overlay: p}, pane.Then(func(f pane.Frame) pane.Intent { return o.commit(f, why) })}
	})
	return pane.Push{Overlay: p.Saying(o.words(d))}
}

// words says what is changed, a line each.
func (o *Form) words(d difference) string {
	var out []string
	now, then := o.Schema.Read(o.base), o.Schema.Read(o.Page)
	added := map[string]bool{}
	for _, set := range d.set {
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
			out = append(out, RowName(o.base, list, id)+" removed from "+l.Label)
		case slices.Contains(o.base.RowIDs(list), id):
			out = append(out, RowName(o.Page, list, id)+": "+change)
		case !added[list+id]:
			added[list+id] = true
			out = append(out, RowName(o.Page, list, id)+" added to "+l.Label)
		}
	}
	if d.moved {
		out = append(out, "rows reordered")
	}
	return strings.Join(out, "\n")
}

func (o *Form) commit(f pane.Frame, why string) pane.Intent {
	if !o.sync(f) {
		return pane.Fail{Words: "this sheet is no longer at the table"}
	}
	d := differ(o.Schema, o.base, o.Page)
	var c model.Command = model.Write{Who: o.who, System: o.sys.ID, Set: d.set, Why: why}
	if d.moved {
		page := o.Page
		c = model.PutPage{Who: o.who, System: o.sys.ID, Page: &page, Why: why}
	}
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent {
		if o.sync(f); o.Loses(f) != "" {
			return pane.Say{Words: "saved, except for your latest changes"}
		}
		delete(o.kept, sheetKey(o.who, o.sys.ID))
		return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "saved: " + f.KeyOf("undo") + " undoes it"}}
	}}
}
