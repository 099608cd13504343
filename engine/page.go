package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

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
	var p Page
	for i := 0; i+1 < len(pairs); i += 2 {
		var v Value
		switch x := pairs[i+1].(type) {
		case int:
			v = IntValue(x)
		case Milli:
			v = MilliValue(x)
		case bool:
			v = BoolValue(x)
		case string:
			v = TextValue(x)
		case Value:
			v = x
		}
		p = p.With(pairs[i].(string), v)
	}
	return p
}
