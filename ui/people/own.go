package people

import (
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model/decide"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/sheet"
)

// own makes a weapon, a power or what else is a row of a list, with the odds of
// what it does beside it: in the hand of the selected character.
type own struct {
	form.Form
	files   Files
	sys     *engine.System
	list    *engine.List
	who     string
	tried   map[string]engine.Value // the row that the odds are wanted of
	chances sheet.Chances           // as they were counted last

	todo     func(stop func() bool) sheet.Chances // counts them; nil: they are
	counting pane.Counting
}

// ownRow is the id of the row while it is made.
const ownRow = "own"

func openOwn(f pane.Frame, files Files, s *engine.System, l *engine.List) pane.Intent {
	o := &own{files: files, sys: s, list: l}
	page, name := sheet.Example(s)
	if c := f.Here(); c != nil {
		if p, plays := c.Pages[s.ID]; plays {
			page, name = p, c.Name
		}
	}
	o.who = name
	o.Schema, o.Page = s.Sheet, page.With(l.ID+"/"+ownRow+"/name", engine.ValueOf(""))
	var fields []form.Field
	for _, c := range l.Columns {
		if !c.Bookkeeping {
			fields = append(fields, form.Field{ID: l.ID + "/" + ownRow + "/" + c.ID, Spec: c})
		}
	}
	o.Lay(fields)
	o.refresh(f)
	return pane.Push{Overlay: o}
}

// refresh works out the odds of the row as it stands.
func (o *own) refresh(f pane.Frame) {
	row := decide.ShelfItem{}.WithRow(o.Page, o.sys, o.list.ID, ownRow).Row
	if maps.Equal(row, o.tried) {
		return
	}
	page := o.Page
	if name, _ := page.Get(o.path("name")); strings.TrimSpace(name.Text()) == "" {
		page = page.With(o.path("name"), engine.ValueOf("own"))
	}
	o.counting.Stop()
	o.tried = row
	o.todo = func(stop func() bool) sheet.Chances { return sheet.ChancesOf(f, o.sys, page, o.list.ID, ownRow, stop) }
}

// count has the odds counted that are still to be.
func (o *own) count() pane.Intent {
	if o.todo == nil || o.counting.Busy() {
		return nil
	}
	return pane.Begin(&o.counting, o.todo, func(c sheet.Chances) pane.Intent {
		o.chances, o.todo = c, nil
		return nil
	})
}

func (o *own) path(column string) string { return o.list.ID + "/" + ownRow + "/" + column }

// About implements pane.Overlay.
func (o *own) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f), Whole: true} }

func (o *own) title(f pane.Frame) string {
	return "Create your own: " + o.list.Label + " " + f.Look.Separate + " " + o.sys.Name
}

// Draw implements pane.Overlay.
func (o *own) Draw(f pane.Frame) []string {
	return form.Beside(f, o.Form.Draw, func(f pane.Frame) []string {
		if o.chances.None() {
			if o.todo != nil {
				return nil
			}
			return f.Paragraphs(kit.Dim, "It cannot be rolled on its own.")
		}
		out := f.Paragraphs(kit.Dim, "used by "+o.who)
		odds := o.chances.Draw(f.Sized(f.W, f.H-len(out), false))
		if o.todo != nil {
			odds = f.Look.Faded(odds)
		}
		return append(out, odds...)
	})
}

var ownKeys = slices.Concat(pane.In("own", "Shelf",
	pane.Enter("keep", "put it on the shelf", "keep it")), []pane.Binding{pane.Typing("write")}, form.Editing, form.Saving, []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *own) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "done", "down", "next")
	}
	return pane.Footer(ownKeys, "keep", "keep it", "less", "change", "more", "change", "type", "write", "up", "field", "down", "field", "back", "back")
}

// Update implements pane.Overlay.
func (o *own) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	busy := o.Busy()
	switch does, _ := o.Pressed(f, ownKeys, msg); {
	case does == "back":
		o.counting.Stop()
		return o, pane.Close{}
	case does == "keep" && busy:
		o.Next()
	case does != "":
		return o, o.keep()
	default:
		o.Form.Key(f, msg)
	}
	o.refresh(f)
	return o, pane.And(o.Cut(), o.count())
}

// keep puts the row on the shelf, once it has a name and nothing wrong.
func (o *own) keep() pane.Intent {
	r := decide.ShelfItem{}.WithRow(o.Page, o.sys, o.list.ID, ownRow)
	name := strings.TrimSpace(r.Row["name"].Text())
	if name == "" {
		return o.Refuse(o.path("name"), "type a name")
	}
	r.Name = name
	if err := o.Schema.Check(r.Page(engine.Page{}, ownRow)); err != nil {
		return pane.Fail{Words: err.Error()}
	}
	return shelve(o.files, r, func(f pane.Frame) pane.Intent { return pane.All{pane.Clear{}, openShelf(o.files)} })
}
