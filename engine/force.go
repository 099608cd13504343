package engine

import "slices"

// Modifier is something in force on a sheet: it adds to one of its numbers as
// long as it lasts, and is written nowhere.
type Modifier struct {
	Field string `json:"field"`         // path of what it adds to
	N     int    `json:"n"`             // in whole units of the field; 0 in a [Condition]: the gamemaster's choice
	Why   string `json:"why,omitempty"` // what is in force, for people
}

// Under gives s with what is in force on it: whatever is read adds it.
func (s Sheet) WithModifiers(force []Modifier) Sheet {
	if len(force) == 0 && len(s.data().force) == 0 {
		return s
	}
	out := *s.data()
	out.force, out.values = force, nil // those that were looked up have what was in force before
	return Sheet{&out}
}

// Plain gives s without what is in force on it.
func (s Sheet) WithoutModifiers() Sheet { return s.WithModifiers(nil) }

// InForce lists what adds to the number at a path, in the order in which it
// began. A rule reads it where each has to stand by itself; Of and At give the
// number with all of it.
func (s Sheet) InForce(path string) []Modifier {
	if len(s.data().force) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.data().force), func(m Modifier) bool { return m.Field != path })
}

// forced adds what is in force on a field to its value, within its bounds.
func (s *snapshot) forced(sp *Spec, v Value) Value {
	n := 0
	for i := range s.force {
		if s.force[i].Field == sp.ID {
			n += s.force[i].N
		}
	}
	return sp.raised(v, n)
}

// forcedAt is forced for a column of a row.
func (s *snapshot) forcedAt(list, row string, column *Spec, v Value) Value {
	n := 0
	for i := range s.force {
		if isAt(s.force[i].Field, list, row, column.ID) {
			n += s.force[i].N
		}
	}
	return column.raised(v, n)
}

// raised is v with n whole units more, within the bounds of the field.
func (sp *Spec) raised(v Value, n int) Value {
	switch {
	case n == 0:
	case sp.Kind == Int:
		v = Value{kind: Int, n: min(max(v.n+int64(n), int64(sp.Least)), int64(sp.Most))}
	case sp.Kind == Decimal:
		v = Value{kind: Decimal, n: min(max(int64(v.Milli())+1000*int64(n), int64(sp.Least)), int64(sp.Most))}
	}
	return v
}

// paged takes what is in force out of the changes of a roll: rules write what
// they read, the page keeps what it is without.
func (r *Roll) paged(changes []Change) []Change {
	for i, c := range changes {
		force := r.in.InForce[c.Sheet]
		sp, ok := r.in.System.Sheet.Field(c.Field)
		if len(force) == 0 || !ok || sp.Kind != Int && sp.Kind != Decimal {
			continue
		}
		bare := r.in.System.Sheet.Read(r.in.Sheets[c.Sheet])
		shift := bare.WithModifiers(force).Value(c.Field).n - bare.Value(c.Field).n
		if shift == 0 {
			continue
		}
		for _, v := range []*Value{&changes[i].From, &changes[i].To} {
			if v.kind == sp.Kind {
				v.n = min(max(v.n-shift, int64(sp.Least)), int64(sp.Most))
			}
		}
	}
	return changes
}

// MayAdd finds a number of the sheet that something in force may add to: not
// what a pool has lost, and nothing that the rules themselves keep track of.
func (s *System) Modifiable(path string) (*Spec, bool) {
	sp, ok := s.Sheet.Field(path)
	if !ok || sp.Kind != Int && sp.Kind != Decimal || sp.Bookkeeping || sp.Tracks {
		return nil, false
	}
	_, loss := s.Pool(path)
	return sp, !loss
}

// Condition is something that may hold for a character, as the rulebook has it:
// prone, blinded. What it adds holds as long as somebody says; what the rules
// bring about by themselves names the action that does, and its parameters.
type Condition struct {
	ID      string // never changes once released
	Label   string
	Help    string // what it does; where the book has no figure, what the gamemaster chooses
	Also    string // words that gamers know it by beside its label
	Chapter string // where the book has it; "" for what it only has room for
	Adds    []Modifier
	Action  string
	Params  Page // none: the form of the action is filled in
}
