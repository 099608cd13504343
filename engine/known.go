package engine

import "slices"

// known is a sheet with what was read on it so far. Odds run a rule thousands
// of times over the same pages: they look each field up once.
type known struct {
	whose  Seat
	sheet  Sheet
	fields []knownField // by Spec.place, then those of other schemas
	rows   map[string][]Row
	reads  reads // without a schema for what is no sheet
}

type knownField struct {
	spec    *Spec
	looked  bool // whether it is written is known
	written bool
	whole   bool // v is its value, as long as the roll changes nothing
	v       Value
}

// sheet gives what r reads at whose, the same for every run of the walk.
func (w *walk) sheet(r *Roll, whose Seat) Sheet {
	for i := range w.sheets {
		if w.sheets[i].whose == whose {
			return w.sheets[i].sheet
		}
	}
	k := &known{rows: map[string][]Row{}}
	if last := len(w.idle) - 1; last >= 0 {
		k, w.idle = w.idle[last], w.idle[:last]
	}
	lies := r.lay(whose)
	k.whose, k.sheet = whose, Sheet{&lies}
	lies.known = k
	if whose != theParams && whose != theHouse {
		k.reads = reads{whose: whose, schema: k.sheet.Schema()}
		k.sheet.spread.reads = &k.reads
	}
	fields := k.sheet.Schema().Fields()
	k.fields = slices.Grow(k.fields, len(fields))
	for _, sp := range fields {
		k.fields = append(k.fields, knownField{spec: sp})
	}
	w.sheets = append(w.sheets, k)
	return k.sheet
}

// forget makes k ready for a sheet of another count.
func (k *known) forget() {
	clear(k.fields)
	clear(k.rows)
	*k = known{fields: k.fields[:0], rows: k.rows}
}

// field gives the place of a field. One of another schema is known by its Spec
// too, for it may have another default.
func (k *known) field(sp *Spec) int {
	if sp.place < len(k.fields) && k.fields[sp.place].spec == sp {
		return sp.place
	}
	for i := len(k.sheet.Schema().Fields()); i < len(k.fields); i++ {
		if k.fields[i].spec == sp {
			return i
		}
	}
	k.fields = append(k.fields, knownField{spec: sp})
	return len(k.fields) - 1
}

// value is that of a field which the roll has not changed; fresh says that it
// has changed nothing else on the sheet either.
func (k *known) value(s *spread, sp *Spec, fresh bool) Value {
	i := k.field(sp)
	f := &k.fields[i]
	if !f.looked {
		f.looked = true
		s.reads.field(sp)
		f.v, f.written = s.page.fields[sp.ID]
		f.whole = f.written
	}
	switch {
	case f.whole && (f.written || fresh || sp.derive == nil):
		return f.v
	case !fresh:
		return sp.Default(Sheet{s})
	}
	v := sp.Default(Sheet{s}) // may read more fields: f may have moved
	f = &k.fields[i]
	f.v, f.whole = v, true
	return v
}
