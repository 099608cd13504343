package engine

import "strings"

// step is a step in making a character.
type step struct {
	name, help string
	of         []string
}

// Step adds a step to making a character: what is chosen together, in the order and the words
// of the book. of lists the ids of fields and lists; states that the rules write belong to no
// step. A list may name the columns that are shown as a table, as list.column+column, and may
// be followed by rows that it starts with, as list/row=Name.
func (s *Schema) Step(name, help string, of ...string) *Schema {
	s.steps = append(s.steps, step{name, help, of})
	return s
}

// Steps goes through the steps of making a character: the name and a sentence of help of
// each, and the ids of what is chosen in it. If no steps are declared, each heading is one.
func (s *Schema) Steps(yield func(words [2]string, of []string) bool) {
	all := s.steps
	if all == nil {
		all = s.headings()
	}
	for _, x := range all {
		if !yield([2]string{x.name, x.help}, x.ids()) {
			return
		}
	}
}

// headings gives a step for each heading and each list, without states that the rules
// write.
func (s *Schema) headings() []step {
	var out []step
	at := map[string]int{}
	for _, sp := range s.Fields() {
		if sp.Bookkeeping || sp.Unmodifiable {
			continue
		}
		i, ok := at[sp.Group]
		if !ok {
			i = len(out)
			at[sp.Group] = i
			out = append(out, step{name: sp.Group})
		}
		out[i].of = append(out[i].of, sp.ID)
	}
	for _, l := range s.Lists() {
		out = append(out, step{name: l.Label, of: []string{l.ID}})
	}
	return out
}

// ids are the ids of a step without the rows that lists start with.
func (x step) ids() []string {
	var out []string
	for _, id := range x.of {
		if !strings.Contains(id, "/") {
			out = append(out, id)
		}
	}
	return out
}

// WithStartRows is a page with the rows that the lists of an empty sheet start with.
func (s *Schema) WithStartRows(p Page) Page {
	for _, x := range s.steps {
		for _, id := range x.of {
			row, name, ok := strings.Cut(id, "=")
			list, _, nested := strings.Cut(row, "/")
			if ok && nested && (len(p.RowIDs(list)) == 0 || p.begun(row)) {
				p = p.With(row+"/name", ValueOf(name))
			}
		}
	}
	return p
}

// begun reports whether nothing but names is written in the list of a row, so that the
// sheet is still being made.
func (p Page) begun(row string) bool {
	list, _, _ := strings.Cut(row, "/")
	for _, r := range p.lists[list] {
		if len(r.fields) > 1 {
			return false
		}
	}
	return true
}
