package systems_test

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// otherwise returns changed copies of a page, by what was changed: each field in
// turn with another value, and each list without its first row.
func otherwise(s *engine.System, p engine.Page) map[string]engine.Page {
	out := map[string]engine.Page{}
	write := func(path string, sp *engine.Spec) {
		was := s.Sheet.Read(p).Value(path)
		for _, v := range values(sp) {
			if v != was && sp.Check(v) == nil {
				out[path+" "+v.String()] = p.With(path, v)
			}
		}
		out[path+" cleared"] = p.With(path, engine.Value{})
	}
	for _, sp := range s.Sheet.Fields() {
		write(sp.ID, sp)
	}
	for _, l := range s.Sheet.Lists() {
		rows := p.RowIDs(l.ID)
		for _, sp := range l.Columns {
			for _, row := range append(rows[:min(len(rows), 2)], "new") {
				write(l.ID+"/"+row+"/"+sp.ID, sp)
			}
		}
		if len(rows) > 0 {
			out[l.ID+" without its first"] = p.With(l.ID+"/"+rows[0], engine.Value{})
		}
	}
	return out
}

// manyChanges is how many changes of a sheet have both some that a rule reads and
// some that it does not. Of a rulebook with fewer nothing is expected.
const manyChanges = 200

func values(sp *engine.Spec) []engine.Value {
	switch sp.Kind {
	case engine.Int:
		return []engine.Value{engine.ValueOf(min(sp.Most, sp.Least+3)), engine.ValueOf(min(sp.Most, 17))}
	case engine.Decimal:
		return []engine.Value{engine.ValueOf(engine.Milli(min(sp.Most, 2500)))}
	case engine.Bool:
		return []engine.Value{engine.ValueOf(true), engine.ValueOf(false)}
	}
	if sp.Options != nil {
		return []engine.Value{engine.ValueOf(sp.Options[len(sp.Options)-1])}
	}
	return []engine.Value{engine.ValueOf("2D+1"), engine.ValueOf("else")}
}

// Odds hold as long as nothing changes that their rule has read, whatever else
// changes.
func TestOddsHoldAsRead(t *testing.T) {
	for _, s := range systems.All() {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			held, fell := 0, 0
			for _, in := range listed(s) {
				was, err := engine.Odds(in, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				kept, bare := was.Bare(in)
				for seat, page := range in.Sheets {
					all := otherwise(s, page)
					for _, what := range slices.Sorted(maps.Keys(all)) {
						now := in
						now.Sheets = maps.Clone(in.Sheets)
						now.Sheets[seat] = all[what]
						if !kept.HoldsAsRead(bare, now) {
							fell++
							continue
						}
						if held++; held%3 > 0 {
							continue // it takes long
						}
						is, err := engine.Odds(now, nil, nil)
						if err != nil || !sameChances(was, is) {
							t.Fatalf("%s %v, %s of %s: the odds were held for the same, and are %v, not %v (%v)", in.Action.ID, in.Params.Paths(), what, seat, is, was, err)
						}
					}
				}
			}
			if held+fell >= manyChanges && (held < 50 || fell < 20) {
				t.Errorf("%d odds held and %d did not: too few of one kind to show anything", held, fell)
			}
		})
	}
}

func sameChances(a, b engine.Chances) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
	return near(a.Success, b.Success) && near(a.Unreached, b.Unreached) && near(a.Harm, b.Harm) && a.MostHarm == b.MostHarm &&
		reflect.DeepEqual(a.Drifts, b.Drifts) && slices.EqualFunc(a.Grades, b.Grades, func(x, y engine.GradeChance) bool {
		return x.Grade == y.Grade && slices.Equal(x.Flags, y.Flags) && near(x.P, y.P)
	}) && slices.EqualFunc(a.Totals, b.Totals, func(x, y engine.TotalChance) bool {
		return x.Total == y.Total && near(x.P, y.P) && near(x.Success, y.Success)
	})
}
