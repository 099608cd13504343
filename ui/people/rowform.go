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

// rowForm is a form for a new row of a list, such as a weapon or a power, with the odds of
// using it beside the fields. The odds are those of the selected character.
type rowForm struct {
	form.Form
	files   Files
	sys     *engine.System
	list    *engine.List
	who     string
	row     map[string]engine.Value // the row that chances belong to, or will
	chances sheet.Chances           // the newest odds

	uncounted func(stop func() bool) sheet.Chances // counts the odds of tried; nil once they are counted
	counting  pane.Counting
}

// newRowID is the temporary id of the new row.
const newRowID = "own"

func openRowForm(f pane.Frame, files Files, s *engine.System, l *engine.List) pane.Intent {
	o := &rowForm{files: files, sys: s, list: l}
	page, name := sheet.Example(s)
	if c := f.Here(); c != nil {
		if p, plays := c.Pages[s.ID]; plays {
			page, name = p, c.Name
		}
	}
	o.who = name
	o.Schema, o.Page = s.Sheet, page.With(l.ID+"/"+newRowID+"/name", engine.ValueOf(""))
	var fields []form.Field
	for _, c := range l.Columns {
		if !c.Bookkeeping {
			fields = append(fields, form.Field{ID: l.ID + "/" + newRowID + "/" + c.ID, Spec: c})
		}
	}
	o.Lay(fields)
	o.refresh(f)
	return pane.Push{Overlay: o}
}

// refresh prepares a new count of the odds if the row has changed.
func (o *rowForm) refresh(f pane.Frame) {
	row := decide.ShelfItem{}.WithRow(o.Page, o.sys, o.list.ID, newRowID).Row
	if maps.Equal(row, o.row) {
		return
	}
	page := o.Page
	if name, _ := page.Get(o.path("name")); strings.TrimSpace(name.Text()) == "" {
		page = page.With(o.path("name"), engine.ValueOf("own"))
	}
	o.counting.Stop()
	o.row = row
	o.uncounted = func(stop func() bool) sheet.Chances {
		return sheet.ChancesOf(f, o.sys, page, o.list.ID, newRowID, stop)
	}
}

// count starts to count the odds in the background, if they are not up to date.
func (o *rowForm) count() pane.Intent {
	if o.uncounted == nil || o.counting.Busy() {
		return nil
	}
	return pane.Begin(&o.counting, o.uncounted, func(c sheet.Chances) pane.Intent {
		o.chances, o.uncounted = c, nil
		return nil
	})
}

func (o *rowForm) path(column string) string { return o.list.ID + "/" + newRowID + "/" + column }

func (o *rowForm) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f), Whole: true} }

func (o *rowForm) title(f pane.Frame) string {
	return "Create your own: " + o.list.Label + " " + f.Look.Separate + " " + o.sys.Name
}

func (o *rowForm) Draw(f pane.Frame) []string {
	return form.Beside(f, o.Form.Draw, func(f pane.Frame) []string {
		if o.chances.None() {
			if o.uncounted != nil {
				return nil
			}
			return f.Paragraphs(kit.Dim, "It cannot be rolled on its own.")
		}
		out := f.Paragraphs(kit.Dim, "used by "+o.who)
		odds := o.chances.Draw(f.Sized(f.W, f.H-len(out), false))
		if o.uncounted != nil {
			odds = f.Look.Faded(odds)
		}
		return append(out, odds...)
	})
}

var rowFormKeys = slices.Concat(pane.In("own", "Shelf",
	pane.Enter("keep", "put it on the shelf", "keep it")), []pane.Binding{pane.Typing("write")}, form.Editing, form.Saving, []pane.Binding{pane.Back})

func (o *rowForm) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "done", "down", "next")
	}
	return pane.Footer(rowFormKeys, "keep", "keep it", "less", "change", "more", "change", "type", "write", "up", "field", "down", "field", "back", "back")
}

func (o *rowForm) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	busy := o.Busy()
	switch does, _ := o.Pressed(f, rowFormKeys, msg); {
	case does == "back":
		o.counting.Stop()
		return o, pane.Close{}
	case does == "keep" && busy:
		o.Next()
	case does != "":
		return o, o.save()
	default:
		o.Form.Key(f, msg)
	}
	o.refresh(f)
	return o, pane.And(o.Cut(), o.count())
}

// save checks the row and puts it on the shelf.
func (o *rowForm) save() pane.Intent {
	r := decide.ShelfItem{}.WithRow(o.Page, o.sys, o.list.ID, newRowID)
	name := strings.TrimSpace(r.Row["name"].Text())
	if name == "" {
		return o.Refuse(o.path("name"), "type a name")
	}
	r.Name = name
	if err := o.Schema.Check(r.Page(engine.Page{}, newRowID)); err != nil {
		return pane.Fail{Words: err.Error()}
	}
	return saveItem(o.files, r, func(f pane.Frame) pane.Intent { return pane.All{pane.Clear{}, openShelf(o.files)} })
}
