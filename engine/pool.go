package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Pool is a number that is used up and comes back: what is left is the full value
// minus the losses.
type Pool struct {
	ID, Label string
	Kind      string // see [Meter]
	Full      Field[int]
	Losses    []Field[int]
	Wasted    bool // what is left of it when a session ends was a missed chance

	row string // path of the row whose columns these are, for one of [Views.Tracks]
}

// HasLoss reports whether a field is one of the kinds of loss.
func (p Pool) HasLoss(field string) bool {
	return slices.ContainsFunc(p.Losses, func(f Field[int]) bool { return f.ID == field })
}

// Lost adds up every kind of loss.
func (p Pool) Lost(s Sheet) int {
	n := 0
	for _, f := range p.Losses {
		n += f.Of(s)
	}
	return n
}

// Now is what is left in the pool; it may be below 0.
func (p Pool) Now(s Sheet) int { return p.Full.Of(s) - p.Lost(s) }

// LabelOn is the label of the pool; a pool of a row is called as the row is on s.
func (p Pool) LabelOn(s Sheet) string {
	if p.row == "" {
		return p.Label
	}
	return cmp.Or(s.Value(p.row+"/name").Text(), p.Label)
}

// in gives the pool of one row, "contests/r1".
func (p Pool) in(row string) Pool {
	column := func(f Field[int]) Field[int] {
		own := *f.Spec
		own.ID, own.In = row+"/"+f.ID, ""
		own.derive = func(s Sheet) Value { return s.Value(own.ID) }
		return Field[int]{&own}
	}
	losses := make([]Field[int], len(p.Losses))
	for i, f := range p.Losses {
		losses[i] = column(f)
	}
	p.row, p.Full, p.Losses = row, column(p.Full), losses
	return p
}

// Key tells the pool from all others of a sheet: its id, or the path of its row.
func (p Pool) Key() string { return cmp.Or(p.row, p.ID) }

// Block shows the pool on s: as a meter, or in a word if there is one of it or none.
func (p Pool) Block(s Sheet) Block {
	if p.Full.Of(s) != 1 {
		return p.Meter(s)
	}
	word := "yes"
	if p.Now(s) <= 0 {
		word = "no"
	}
	return Stat{Label: p.LabelOn(s), Value: word, Field: p.Losses[0].ID, Changed: p.Lost(s) > 0}
}

// Meter shows the pool on s. If it has several kinds of loss, the label of each is
// shortened by the pool's: "EP lost, back by the round" to "back by the round".
func (p Pool) Meter(s Sheet) Meter {
	m := Meter{ID: p.Key(), Label: p.LabelOn(s), Now: p.Now(s), Full: p.Full.Of(s), Unit: p.Full.Spec.Unit, Kind: p.Kind, Field: p.Losses[0].ID}
	for _, f := range p.Losses {
		if n := f.Of(s); n != 0 && len(p.Losses) > 1 {
			m.Losses = append(m.Losses, Loss{Label: strings.TrimPrefix(f.Label, p.Label+" lost, "), N: n})
		}
	}
	return m
}

// Pool finds the pool of which a field of the sheet, or a column of a row, is a kind
// of loss.
func (s *System) Pool(field string) (Pool, bool) {
	list, rest, nested := strings.Cut(field, "/")
	if !nested {
		i := slices.IndexFunc(s.Pools, func(p Pool) bool { return p.HasLoss(field) })
		if i < 0 {
			return Pool{}, false
		}
		return s.Pools[i], true
	}
	row, column, _ := strings.Cut(rest, "/")
	i := slices.IndexFunc(s.Tracks, func(p Pool) bool { return p.Full.In == list && p.HasLoss(column) })
	if i < 0 {
		return Pool{}, false
	}
	return s.Tracks[i].in(list + "/" + row), true
}

// PoolLosses adds up what changes take off the pools in whole numbers. Fractions that
// a rulebook keeps, such as parts of an EP that are owed, do not count.
func (s *System) PoolLosses(changes []Change) int {
	n := 0
	for _, c := range changes {
		if _, pool := s.Pool(c.Field); pool && c.To.Kind() == Int {
			n += max(c.To.Int()-c.From.Int(), 0)
		}
	}
	return n
}

// OnlyPool gives the label of the pool that changes take something off. It is "" if they are
// several or none.
func (s *System) OnlyPool(changes []Change) string {
	out := ""
	for _, c := range changes {
		p, pool := s.Pool(c.Field)
		switch {
		case !pool || c.To.Kind() != Int || c.To.Int() <= c.From.Int():
		case out != "" && out != p.Label:
			return ""
		default:
			out = p.Label
		}
	}
	return out
}
