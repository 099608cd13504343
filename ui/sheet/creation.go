package sheet

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// creation is the creation of a new sheet, step by step, before its character is at the
// table.
type creation struct {
	name  string
	steps []step
	at    int
	done  func(page engine.Page) pane.Intent
}

// step is one step of it: the fields and lists in of.
type step struct {
	name, help string
	fields     []string
}

// Create opens the step-by-step creation of a sheet in the order of the rulebook, starting
// from page. done receives the finished page. An unfinished sheet is kept in drafts and
// restored for the same name.
func Create(f pane.Frame, drafts form.Drafts, s *engine.System, page engine.Page, name string, done func(engine.Page) pane.Intent) pane.Intent {
	key := creationKey(s.ID)
	if o, left := drafts[key].(*Editor); left && o.creation.name == name {
		o.creation.done = done
		return pane.All{pane.Push{Overlay: o}, pane.Say{Words: "restored as you left it"}}
	}
	page = s.Sheet.WithStartRows(page)
	m := &creation{name: name, done: done}
	for words, of := range s.Sheet.Steps {
		of = slices.DeleteFunc(of, func(id string) bool { _, lost := s.Pool(id); return lost }) // damage is not part of a new sheet
		if len(of) > 0 {
			m.steps = append(m.steps, step{words[0], words[1], of})
		}
	}
	o := &Editor{drafts: drafts, sys: s, base: page, seq: f.Table.Seq(), scroll: 0, creation: m, Form: form.Form{Schema: s.Sheet, Page: page}}
	o.refresh(f)
	o.saved, o.previous = o.edited, o.edited
	return pane.Push{Overlay: o}
}

func creationKey(system string) string { return "making " + system }

// stepFields returns the fields of the current step. If the step names columns of a list,
// each column is a field of its own, so that the rows form a table.
func (o *Editor) stepFields() []form.Field {
	var out []form.Field
	head := o.creation.steps[o.creation.at].name
	add := func(b form.Field) {
		b.Head, head = head, ""
		out = append(out, b)
	}
	for _, id := range o.creation.steps[o.creation.at].fields {
		if sp, ok := o.Schema.Field(id); ok {
			add(form.Field{ID: id, Spec: sp})
			continue
		}
		l, columns := o.tableColumns(id)
		if l == nil {
			continue
		}
		if head == "" {
			head = l.Label
		}
		for _, row := range o.Page.RowIDs(l.ID) {
			if columns == nil {
				add(form.Field{ID: l.ID + "/" + row, List: l, Row: row})
			}
			for i, c := range columns {
				own := *c
				if own.Label = form.RowName(o.Page, l.ID, row); i > 0 {
					own.Label = "  " + c.Label
				}
				add(form.Field{ID: l.ID + "/" + row + "/" + c.ID, Spec: &own})
			}
		}
		add(form.Field{ID: l.ID + "/", List: l})
	}
	return out
}

// tableColumns parses what a step says of a list: "abilities.target+b" means the list abilities
// with the columns target and b. l is nil if there is no such list.
func (o *Editor) tableColumns(id string) (l *engine.List, columns []*engine.Spec) {
	list, names, _ := strings.Cut(id, ".")
	l, ok := o.Schema.FindList(list)
	if !ok {
		return nil, nil
	}
	for name := range strings.SplitSeq(names, "+") {
		if sp, ok := o.Schema.Field(list + "/x/" + name); ok && name != "" {
			columns = append(columns, sp)
		}
	}
	return l, columns
}

// columns returns the columns of l that this step shows as a table, or nil.
func (o *Editor) columns(l *engine.List) []*engine.Spec {
	for _, id := range o.creation.steps[o.creation.at].fields {
		if found, columns := o.tableColumns(id); found == l {
			return columns
		}
	}
	return nil
}

// goToStep moves by that many steps. It returns false if there is no such step.
func (o *Editor) goToStep(f pane.Frame, by int) bool {
	to := o.creation.at + by
	if to < 0 || to >= len(o.creation.steps) {
		return false
	}
	o.creation.at, o.row = to, nil
	o.refresh(f)
	o.Top()
	return true
}

// stepLines draws the number of the step, and its help.
func (o *Editor) stepLines(f pane.Frame) []string {
	m := o.creation
	r := f.Look.Row(f.W).Space(1)
	words := fmt.Sprintf("step %d of %d", m.at+1, len(m.steps))
	if next := m.at + 1; next < len(m.steps) {
		words += ", then " + m.steps[next].name
	}
	out := []string{r.Put(kit.Dim, words).String()}
	if help := m.steps[m.at].help; help != "" {
		out = append(out, f.Paragraphs(kit.Dim, help)...)
	}
	return out
}

// drawStep draws the heading of the step above its fields.
func (o *Editor) drawStep(f pane.Frame) []string {
	head := o.stepLines(f)
	return append(head, o.Form.Draw(f.Sized(f.W, max(1, f.H-len(head)), f.Focused))...)
}

// askRow asks for one or several rows in one line: "dodge 4D+1, climb 3D".
func (o *Editor) askRow(l *engine.List, columns []*engine.Spec) pane.Intent {
	var names, help []string
	for _, c := range columns {
		names = append(names, c.Label)
		help = append(help, c.Label+" is "+c.Range())
	}
	p := form.Ask("Add to "+l.Label, "Name, "+strings.Join(names, ", "), "", func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		page := o.Page
		for part := range strings.SplitSeq(text, ",") {
			var err error
			if page, err = o.withRow(page, l, columns, strings.Fields(part)); err != nil {
				return p.Wrong(0, err.Error())
			}
		}
		o.Put(page)
		o.refresh(f)
		o.Stand(l.ID + "/")
		return pane.Close{}
	})
	return pane.Push{Overlay: p.Saying(strings.Join(help, "; ") + ". Put commas between several")}
}

// withRow returns page with a row read from words, which end with a value for each column.
// A row of that name is changed, otherwise one is added. The error says what is expected.
func (o *Editor) withRow(page engine.Page, l *engine.List, columns []*engine.Spec, words []string) (engine.Page, error) {
	n := len(words) - len(columns)
	if n < 1 {
		return page, fmt.Errorf("%q is not a name followed by its values", strings.Join(words, " "))
	}
	name := strings.Join(words[:n], " ")
	if o.sys.Named != nil && len(columns) == 1 {
		if made, known, err := o.sys.Named(page, name, words[n]); known || err != nil {
			return made, err
		}
	}
	row := ""
	for _, id := range page.RowIDs(l.ID) {
		if strings.EqualFold(form.RowName(page, l.ID, id), name) {
			row = id
		}
	}
	for i := 1; row == ""; i++ {
		if id := fmt.Sprintf("r%d", i); !slices.Contains(page.RowIDs(l.ID), id) {
			row = id
		}
	}
	page = page.With(l.ID+"/"+row+"/name", engine.ValueOf(name))
	for i, c := range columns {
		v, err := c.Parse(words[n+i])
		if err != nil {
			return page, fmt.Errorf("%s, %s: it must be %s", name, c.Label, c.Range())
		}
		page = page.With(l.ID+"/"+row+"/"+c.ID, v)
	}
	return page, nil
}

// finish ends the creation. If a field is invalid, it goes there instead.
func (o *Editor) finish(f pane.Frame) pane.Intent {
	for i, s := range o.creation.steps {
		for _, path := range o.Page.Paths() {
			list, _, _ := strings.Cut(path, "/")
			sp, ok := o.Schema.Field(path)
			v, _ := o.Page.Get(path)
			in := slices.ContainsFunc(s.fields, func(id string) bool { id, _, _ = strings.Cut(id, "."); return id == list })
			if !ok || !in || sp.Check(v) == nil {
				continue
			}
			o.goToStep(f, i-o.creation.at)
			o.Stand(path)
			return pane.Fail{Words: sp.Label + ": it must be " + sp.Range()}
		}
	}
	delete(o.drafts, creationKey(o.sys.ID))
	return pane.All{pane.Close{}, o.creation.done(o.Page)}
}
