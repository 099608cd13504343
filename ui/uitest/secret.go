package uitest

import (
	"slices"

	"example.org/fray/engine"
)

// Peculiar is a number that stands on a sheet where others must not see it.
const Peculiar = 7919

// Marked is a page whose names, and whatever else is written in words, hold a
// mark, and on which every number is peculiar that may be so large: but for
// those of some lists, with which others are hurt.
func Marked(s *engine.System, p engine.Page, mark string, but ...string) engine.Page {
	put := func(path string, v engine.Value) {
		if sp, ok := s.Sheet.Field(path); ok && sp.Options == nil && sp.Check(v) == nil {
			p = p.With(path, v)
		}
	}
	for _, path := range p.Paths() {
		if sp, ok := s.Sheet.Field(path); ok && sp.Kind == engine.Text {
			v, _ := p.Get(path)
			put(path, engine.ValueOf(v.Text()+" "+mark))
		}
	}
	number := func(sp *engine.Spec, path string) {
		switch sp.Kind {
		case engine.Int:
			put(path, engine.ValueOf(Peculiar))
		case engine.Decimal:
			put(path, engine.ValueOf(engine.Milli(Peculiar*1000)))
		}
	}
	for _, sp := range s.Sheet.Fields() {
		if !sp.Books && !slices.Contains(but, sp.ID) {
			number(sp, sp.ID)
		}
	}
	for _, l := range s.Sheet.Lists() {
		for _, row := range p.RowIDs(l.ID) {
			for _, sp := range l.Columns {
				if !slices.Contains(but, l.ID) {
					number(sp, l.ID+"/"+row+"/"+sp.ID)
				}
			}
		}
	}
	return p
}
