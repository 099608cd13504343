package form

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// RowName is what a row is called, or else its id.
func RowName(page engine.Page, list, row string) string {
	if v, ok := page.Get(list + "/" + row + "/name"); ok && strings.TrimSpace(v.Text()) != "" {
		return v.Text()
	}
	return row
}

// RowFields are the fields of one row of a list: its columns.
func RowFields(list *engine.List, row string) []Field {
	out := make([]Field, len(list.Columns))
	for i, c := range list.Columns {
		out[i] = Field{ID: list.ID + "/" + row + "/" + c.ID, Spec: c}
	}
	return out
}

// ListFields are fields for the rows of a list, each of which can be opened, and for adding
// one.
func (m *Form) ListFields(list *engine.List, head string) []Field {
	var out []Field
	for _, id := range m.Page.RowIDs(list.ID) {
		out = append(out, Field{Head: head, ID: list.ID + "/" + id, List: list, Row: id})
		head = ""
	}
	return append(out, Field{Head: head, ID: list.ID + "/", List: list})
}

// AddRow adds a row without a name at the end of a list. Its id is new on this page and on
// the other one.
func (m *Form) AddRow(list string, other engine.Page) (row string) {
	for n := 1; row == ""; n++ {
		if id := "r" + strconv.Itoa(n); !slices.Contains(m.Page.RowIDs(list), id) && !slices.Contains(other.RowIDs(list), id) {
			row = id
		}
	}
	m.Put(m.Page.With(list+"/"+row+"/name", engine.ValueOf("")))
	return row
}

// RemoveRow removes a row from its list.
func (m *Form) RemoveRow(list, row string) { m.Put(m.Page.With(list+"/"+row, engine.Value{})) }

// MoveRow moves a row up or down in its list.
func (m *Form) MoveRow(list, row string, by int) {
	ids := m.Page.RowIDs(list)
	if to := slices.Index(ids, row) + by; to >= 0 && to < len(ids) {
		m.Put(m.Page.MoveRow(list, row, to))
	}
}

// Bare reports whether nothing but an empty name is written in a row.
func (m *Form) Bare(list *engine.List, row string) bool {
	return !slices.ContainsFunc(list.Columns, func(c *engine.Spec) bool {
		v, ok := m.Page.Get(list.ID + "/" + row + "/" + c.ID)
		return ok && v != engine.ValueOf("")
	})
}
