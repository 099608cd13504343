package engine

import "strings"

// AsNew gives a page as it was before the character was ever played: without losses, wounds,
// the program's own notes and states that rules write. Points that are spent and given, see
// [Between.Points], stay.
func (s *System) AsNew(p Page) Page {
	stays := func(path string) bool {
		sp, ok := s.Sheet.Field(path)
		if !ok {
			return true
		}
		for _, f := range s.Time.Between.Points {
			if f.ID == path {
				return true
			}
		}
		_, loss := s.Pool(path)
		return !sp.Bookkeeping && !sp.Unmodifiable && !loss && path != s.Time.Between.Hurt
	}
	rows := map[string]bool{} // whether anything of a row stays
	for _, path := range p.Paths() {
		keep := stays(path)
		if i := strings.LastIndexByte(path, '/'); i > 0 {
			rows[path[:i]] = rows[path[:i]] || keep
		}
		if !keep {
			p = p.With(path, Value{})
		}
	}
	for row, some := range rows {
		if !some {
			p = p.With(row, Value{})
		}
	}
	return p
}

// WithoutBookkeeping returns p without the fields that rules keep for themselves, such as
// until when somebody is busy: as if no action were under way.
func (s *Schema) WithoutBookkeeping(p Page) Page {
	for _, path := range p.Paths() {
		if sp, ok := s.Field(path); ok && sp.Bookkeeping {
			p = p.With(path, Value{})
		}
	}
	return p
}
