package engine

import "slices"

// Modifier is something in force on a sheet: it adds to one of its numbers as long as it
// lasts, without being written on the page.
type Modifier struct {
	Field string `json:"field"`         // path of what it adds to
	N     int    `json:"n"`             // in whole units of the field; in a [Condition], 0 means that the gamemaster chooses
	Why   string `json:"why,omitempty"` // what is in force, for people
}

// WithModifiers gives s with other modifiers in force: its values contain them.
func (s Sheet) WithModifiers(force []Modifier) Sheet {
	if len(force) == 0 && len(s.data().force) == 0 {
		return s
	}
	out := *s.data()
	out.force, out.values = force, nil // those that were looked up have what was in force before
	return Sheet{&out}
}

// WithoutModifiers gives s with nothing in force.
func (s Sheet) WithoutModifiers() Sheet { return s.WithModifiers(nil) }

// InForce lists the modifiers of the number at a path, in the order in which they
// began. A rule reads it to treat each by itself; Of and At give the number with all
// of them.
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

// raised gives v with n whole units more, within the bounds of the field.
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

// paged takes what is in force out of the changes of a roll: rules read and write
// numbers with it, and the page keeps them without.
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

// Modifiable finds a number of the sheet that something in force may add to: neither
// the loss of a pool nor a state that the rules themselves write.
func (s *System) Modifiable(path string) (*Spec, bool) {
	sp, ok := s.Sheet.Field(path)
	if !ok || sp.Kind != Int && sp.Kind != Decimal || sp.Bookkeeping || sp.Unmodifiable {
		return nil, false
	}
	_, loss := s.Pool(path)
	return sp, !loss
}

// Condition is a state that the rulebook knows, such as prone or blinded. One with Adds holds
// as long as people say. One that the rules themselves bring about names the action that does
// it, with its parameters.
type Condition struct {
	ID      string // never changes once released
	Label   string
	Help    string // what it does; where the book gives no number, what the gamemaster chooses
	Also    string // other words by which players look for it
	Chapter string // where the book has it; "" if it is not in the book
	Adds    []Modifier
	Action  string
	Params  Page // of that action; empty: the form is filled in
}

// ChosenPenalties gives the conditions that most books know without a number. The gamemaster
// chooses how much each adds to f.
func ChosenPenalties(f Field[int], chapter, help string) []Condition {
	out := []Condition{
		{ID: "stunned", Label: "Stunned", Also: "dazed shaken"},
		{ID: "blinded", Label: "Blinded", Also: "blind dark darkness smoke fog dazzled"},
		{ID: "prone", Label: "Prone", Also: "down fallen lying knocked over"},
		{ID: "held", Label: "Held", Also: "grabbed grappled restrained pinned entangled"},
		{ID: "surprised", Label: "Surprised", Also: "ambushed unaware startled"},
	}
	for i := range out {
		out[i].Chapter, out[i].Help, out[i].Adds = chapter, help, []Modifier{{Field: f.ID}}
	}
	return out
}
