package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Page is what one rulebook wrote on one character sheet. It is a value:
// [Page.With] gives a changed copy. The zero Page is empty.
type Page struct {
	fields map[string]Value
	lists  map[string][]rowData
}

type rowData struct {
	id     string
	fields map[string]Value
}

// Get gives what is written at a path: an id, or list/row/column.
func (p Page) Get(path string) (Value, bool) {
	list, rest, nested := strings.Cut(path, "/")
	if !nested {
		v, ok := p.fields[path]
		return v, ok
	}
	row, column, _ := strings.Cut(rest, "/")
	for _, r := range p.lists[list] {
		if r.id == row {
			v, ok := r.fields[column]
			return v, ok
		}
	}
	return Value{}, false
}

// With gives a copy of p with v at path. A column of an unknown row adds the row at the
// end. No value at list/row removes the row; no value at a field clears it, so that
// its default holds again.
func (p Page) With(path string, v Value) Page {
	list, rest, nested := strings.Cut(path, "/")
	if !nested {
		p.fields = with(p.fields, path, v)
		return p
	}
	row, column, _ := strings.Cut(rest, "/")
	p.lists = maps.Clone(p.lists)
	if p.lists == nil {
		p.lists = map[string][]rowData{}
	}
	rows := slices.Clone(p.lists[list])
	i := slices.IndexFunc(rows, func(r rowData) bool { return r.id == row })
	switch {
	case column == "" && i >= 0:
		rows = slices.Delete(rows, i, i+1)
	case column == "":
	case i < 0:
		rows = append(rows, rowData{id: row, fields: with(nil, column, v)})
	default:
		rows[i].fields = with(rows[i].fields, column, v)
	}
	p.lists[list] = rows
	return p
}

// MoveRow gives a copy of p with a row of a list at another index.
func (p Page) MoveRow(list, row string, to int) Page {
	rows := slices.Clone(p.lists[list])
	i := slices.IndexFunc(rows, func(r rowData) bool { return r.id == row })
	if i < 0 || to < 0 || to >= len(rows) {
		return p
	}
	moved := rows[i]
	rows = slices.Insert(slices.Delete(rows, i, i+1), to, moved)
	p.lists = maps.Clone(p.lists)
	p.lists[list] = rows
	return p
}

func with(m map[string]Value, key string, v Value) map[string]Value {
	out := make(map[string]Value, len(m)+1)
	maps.Copy(out, m)
	if v.IsNone() {
		delete(out, key)
	} else {
		out[key] = v
	}
	return out
}

// Paths gives every path that is written, in a fixed order: fields by id,
// then lists by id with their rows in order.
func (p Page) Paths() []string {
	out := slices.Sorted(maps.Keys(p.fields))
	for _, l := range slices.Sorted(maps.Keys(p.lists)) {
		for _, r := range p.lists[l] {
			for _, c := range slices.Sorted(maps.Keys(r.fields)) {
				out = append(out, l+"/"+r.id+"/"+c)
			}
		}
	}
	return out
}

// RowIDs gives the ids of the rows of a list in order.
func (p Page) RowIDs(list string) []string {
	out := make([]string, 0, len(p.lists[list]))
	for _, r := range p.lists[list] {
		out = append(out, r.id)
	}
	return out
}

// Blocks shows a page as it is recorded, under the ids of its fields, for want of the rulebook
// that wrote it.
func (p Page) Blocks() []Block {
	var out []Block
	for _, id := range slices.Sorted(maps.Keys(p.fields)) {
		out = append(out, Stat{Label: ThrowWords(id), Value: p.fields[id].String()})
	}
	for _, list := range slices.Sorted(maps.Keys(p.lists)) {
		columns := map[string]bool{}
		for _, row := range p.lists[list] {
			for id := range row.fields {
				columns[id] = true
			}
		}
		delete(columns, "name") // it stands first
		head := append([]string{"name"}, slices.Sorted(maps.Keys(columns))...)
		g := Grid{Title: ThrowWords(list)}
		for _, row := range p.lists[list] {
			var words []string
			for _, id := range head {
				words = append(words, row.fields[id].String())
			}
			g.Rows = append(g.Rows, words)
		}
		for _, id := range head {
			g.Head = append(g.Head, ThrowWords(id))
		}
		out = append(out, g)
	}
	return out
}

// MarshalJSON writes fields by id and lists as arrays of rows, each with its
// id: {"strength":11,"powers":[{"id":"p1","name":"Fire Coat","pr":12}]}.
func (p Page) MarshalJSON() ([]byte, error) {
	w := objectWriter{}
	for _, id := range slices.Sorted(maps.Keys(p.fields)) {
		w.field(id, p.fields[id])
	}
	for _, l := range slices.Sorted(maps.Keys(p.lists)) {
		if len(p.lists[l]) > 0 {
			w.field(l, p.lists[l])
		}
	}
	return w.close()
}

func (r rowData) MarshalJSON() ([]byte, error) {
	w := objectWriter{}
	w.field("id", r.id)
	for _, id := range slices.Sorted(maps.Keys(r.fields)) {
		w.field(id, r.fields[id])
	}
	return w.close()
}

// objectWriter writes a JSON object with its keys in the order given.
type objectWriter struct {
	b   bytes.Buffer
	err error
}

func (w *objectWriter) field(key string, v any) {
	lead := byte(',')
	if w.b.Len() == 0 {
		lead = '{'
	}
	k, err := json.Marshal(key)
	if err == nil {
		var body []byte
		body, err = json.Marshal(v)
		w.b.WriteByte(lead)
		w.b.Write(k)
		w.b.WriteByte(':')
		w.b.Write(body)
	}
	if err != nil && w.err == nil {
		w.err = err
	}
}

func (w *objectWriter) close() ([]byte, error) {
	if w.b.Len() == 0 {
		w.b.WriteByte('{')
	}
	w.b.WriteByte('}')
	return w.b.Bytes(), w.err
}

// UnmarshalJSON reads what MarshalJSON writes. Fields that no rulebook of this
// version knows are kept.
func (p *Page) UnmarshalJSON(b []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		return fmt.Errorf("a sheet's page is a JSON object: %w", err)
	}
	out := Page{fields: map[string]Value{}, lists: map[string][]rowData{}}
	for id, body := range raw {
		if len(body) > 0 && body[0] == '[' {
			var rows []rowData
			if err := json.Unmarshal(body, &rows); err != nil {
				return fmt.Errorf("%s: %w", id, err)
			}
			out.lists[id] = rows
			continue
		}
		var v Value
		if err := json.Unmarshal(body, &v); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		out.fields[id] = v
	}
	*p = out
	return p.checkRows()
}

func (p *Page) checkRows() error {
	for _, l := range slices.Sorted(maps.Keys(p.lists)) {
		seen := map[string]bool{}
		for i := range p.lists[l] {
			r := &p.lists[l][i]
			if r.id == "" {
				r.id = fmt.Sprintf("r%d", i+1)
			}
			if seen[r.id] {
				return fmt.Errorf("%s has two rows with the id %q: each needs its own", l, r.id)
			}
			seen[r.id] = true
		}
	}
	return nil
}

func (r *rowData) UnmarshalJSON(b []byte) error {
	var raw map[string]Value
	if err := json.Unmarshal(b, &raw); err != nil {
		return fmt.Errorf("a row is a JSON object: %w", err)
	}
	r.id = raw["id"].String()
	delete(raw, "id")
	r.fields = raw
	return nil
}

// PageOf makes a page from paths and values; it is how rulebooks write their
// templates.
func PageOf(pairs ...any) Page {
	p := Page{fields: make(map[string]Value, len(pairs)/2)} // one map, and not one for each pair
	for i := 0; i+1 < len(pairs); i += 2 {
		var v Value
		switch x := pairs[i+1].(type) {
		case int:
			v = ValueOf(x)
		case Milli:
			v = ValueOf(x)
		case bool:
			v = ValueOf(x)
		case string:
			v = ValueOf(x)
		case Value:
			v = x
		}
		p.put(pairs[i].(string), v)
	}
	if len(p.fields) == 0 {
		p.fields = nil
	}
	return p
}

// put is With on a page whose maps nobody else uses yet: it changes them.
func (p *Page) put(path string, v Value) {
	list, rest, nested := strings.Cut(path, "/")
	row, column, deep := strings.Cut(rest, "/")
	switch {
	case v.IsNone() || nested && !deep:
		*p = p.With(path, v)
	case !nested:
		p.fields[path] = v
	default:
		if p.lists == nil {
			p.lists = map[string][]rowData{}
		}
		rows := p.lists[list]
		i := slices.IndexFunc(rows, func(r rowData) bool { return r.id == row })
		if i < 0 {
			i, rows = len(rows), append(rows, rowData{id: row, fields: map[string]Value{}})
			p.lists[list] = rows
		}
		rows[i].fields[column] = v
	}
}

// Equal reports whether the same is written on two pages.
func (p Page) Equal(q Page) bool { return same(p, q) }

// same is [Page.Equal], which is fast if both pages share their maps.
func same(a, b Page) bool {
	if sameMap(a.fields, b.fields) && sameMap(a.lists, b.lists) {
		return true
	}
	return maps.Equal(a.fields, b.fields) && maps.EqualFunc(a.lists, b.lists, func(x, y []rowData) bool {
		return slices.EqualFunc(x, y, sameRow)
	})
}

func sameRow(a, b rowData) bool { return a.id == b.id && maps.Equal(a.fields, b.fields) }

// sameMap reports whether two maps are the same one in memory.
func sameMap[V any](a, b map[string]V) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

// Only gives the part of a page that is in the fields and lists with these ids.
func (p Page) Only(ids []string) Page {
	var out Page
	for _, path := range p.Paths() {
		if list, _, _ := strings.Cut(path, "/"); slices.Contains(ids, list) {
			v, _ := p.Get(path)
			out = out.With(path, v)
		}
	}
	return out
}
