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
	out := slices.DeleteFunc(slices.Clone(s.data().force), func(m Modifier) bool { return m.Field != path })
	if !s.There() {
		return out
	}
	if sp, ok := s.Schema().Field(path); ok {
		for _, h := range sp.held {
			if s.data().holds(h.state) {
				out = append(out, Modifier{Field: path, N: h.n, Why: h.state.Label})
			}
		}
	}
	return out
}

// holds reports whether a state holds on the sheet by itself: by a rule that has written it or
// by hand, and not by something in force.
func (s *snapshot) holds(state *Spec) bool {
	v, _ := s.at(state.ID)
	return v.n > 0 && !slices.ContainsFunc(s.force, func(m Modifier) bool { return m.Field == state.ID })
}

// forced adds what is in force on a field to its value, within its bounds.
func (s *snapshot) forced(sp *Spec, v Value) Value {
	n := 0
	for _, h := range sp.held {
		if !s.bare && s.holds(h.state) {
			n += h.n
		}
	}
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
		if !ok || len(force)+len(sp.held) == 0 || sp.Kind != Int && sp.Kind != Decimal {
			continue
		}
		page := r.in.Sheets[c.Sheet]
		shift := r.shiftOn(page, force, c.Field)
		less := func(v *Value, shift int64) {
			if v.kind == sp.Kind {
				v.n = min(max(v.n-shift, int64(sp.Least)), int64(sp.Most))
			}
		}
		less(&changes[i].From, shift)
		if len(sp.held) > 0 { // the roll may have begun or ended a state before
			for _, before := range changes[:i] {
				if before.Sheet == c.Sheet {
					page = page.With(before.Field, before.To)
				}
			}
			shift = r.shiftOn(page, force, c.Field)
		}
		less(&changes[i].To, shift)
	}
	return changes
}

// shiftOn gives what is in force on the number at a path of a page.
func (r *Roll) shiftOn(page Page, force []Modifier, path string) int64 {
	bare := Sheet{&snapshot{page: page, schema: r.in.System.Sheet, there: true, bare: true}}
	return r.in.System.Sheet.Read(page).WithModifiers(force).Value(path).n - bare.Value(path).n
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
