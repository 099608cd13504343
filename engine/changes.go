package engine

import "strconv"

// Add adds delta to a number on a sheet, within the bounds of its field. The rule sees it
// at once, the table when the rule has ended. On an empty seat it does nothing.
// Adding to a number does not count as reading it.
func (r *Roll) Add(on Sheet, f Field[int], delta int) {
	if delta != 0 {
		Put(r, on, f, f.Within(f.Of(on.unwatched())+delta))
	}
}

// Put writes a field of a sheet, or a column of a row. To write what is there already
// changes nothing, unless that was derived from other fields until now.
func Put[T Type, On Sheet | Row](r *Roll, on On, f Field[T], v T) {
	switch x := any(on).(type) {
	case Sheet:
		r.set(x, f.ID, f.Spec, ValueOf(v))
	case Row:
		r.putColumn(x, f.Spec, ValueOf(v))
	}
}

func (r *Roll) putColumn(row Row, column *Spec, v Value) {
	if !r.mayChange(row.sheet) {
		return
	}
	if c := row.changed(column.ID); c != nil {
		c.To = v
		return
	}
	if column.derive != nil {
		row.sheet = row.sheet.before()
	}
	if from := row.unchanged(column); from != v || column.derive != nil {
		r.changes = append(r.changes, Change{Sheet: row.sheet.snapshot.whose, Field: row.Path(column), From: from, To: v})
	}
}

// Drop takes a row out of its list.
func (r *Roll) Drop(row Row) { r.Set(row.sheet, row.list+"/"+row.ID, Value{}) }

// NewRow starts a row at the end of a list by writing its name.
func (r *Roll) NewRow(on Sheet, list *Group, name string) Row {
	for n := 1; ; n++ {
		row := Row{ID: "r" + strconv.Itoa(n), sheet: on, list: list.list.ID}
		if _, used := list.Find(on, row.ID); !used && !on.data().dropped(row.list, row.ID) {
			r.Set(on, row.list+"/"+row.ID+"/name", ValueOf(name))
			return row
		}
	}
}

// Set writes at a path of a sheet; see [Page.With]. The roll's change goes from the value
// at its beginning to the last one written.
func (r *Roll) Set(on Sheet, path string, v Value) {
	sp, _ := on.Schema().Field(path)
	r.set(on, path, sp, v)
}

// set is Set with the field at the path, which is nil for a whole row.
func (r *Roll) set(on Sheet, path string, sp *Spec, v Value) {
	if !r.mayChange(on) {
		return
	}
	if c, _ := on.snapshot.changed(path); c != nil {
		c.To = v
		return
	}
	before := on.unwatched()
	if sp != nil && sp.derive != nil {
		before = before.before()
	}
	if from := before.Value(path); from != v || sp == nil || sp.derive != nil {
		r.changes = append(r.changes, Change{Sheet: on.snapshot.whose, Field: path, From: from, To: v})
	}
}

// mayChange reports whether the sheet belongs to somebody who takes part in the roll.
func (r *Roll) mayChange(on Sheet) bool { return on.There() && on.snapshot.roll != nil }
