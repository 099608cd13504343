package engine

import (
	"errors"
	"strings"
	"testing"
)

// body is a sheet with a number that follows from others.
type body struct {
	schema          *Schema
	strength, twice Field[int]
	worked          int // how often twice was worked out
}

func newBody() *body {
	b := &body{schema: &Schema{}}
	g := b.schema.Group("Body")
	b.strength = g.Int("strength", "Strength", 0, 99).Default(3)
	b.twice = g.Int("twice", "Twice", 0, 999).Derived(func(s Sheet) int {
		b.worked++
		return 2 * b.strength.Of(s)
	})
	return b
}

func (b *body) inputs(form *Schema, rule Rule) Inputs {
	return Inputs{System: &System{ID: "toy", Sheet: b.schema, House: &Schema{}},
		Action: &Action{ID: "act", Form: form, Rule: rule},
		Sheets: map[Seat]Page{Actor: PageOf("strength", 10)}}
}

func TestOddsSeeWhatARollHasChanged(t *testing.T) {
	b := newBody()
	in := b.inputs(&Schema{}, func(r *Roll) Outcome {
		me := r.Sheet(Actor)
		before := b.twice.Of(me)
		n := r.Sum(Ask{ID: "dice"}, D(1, 6))
		r.Add(me, b.strength, n)
		between := b.twice.Of(me)
		r.Set(me, "strength", Value{})
		return Outcome{Grade: Success, Total: 10_000*before + 100*between + b.twice.Of(me)}
	})
	c, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range c.Totals {
		if want := 200_000 + 100*2*(10+i+1) + 6; x.Total != want {
			t.Errorf("%d: total %d, want %d", i+1, x.Total, want)
		}
	}
	if len(c.Totals) != 6 {
		t.Errorf("%d totals", len(c.Totals))
	}
}

func TestOddsWorkOutWhatDoesNotChangeOnce(t *testing.T) {
	b := newBody()
	in := b.inputs(&Schema{}, func(r *Roll) Outcome {
		n := b.twice.Of(r.Sheet(Actor)) + r.Sum(Ask{ID: "dice"}, D(3, 6))
		return Outcome{Grade: Success, Total: n}
	})
	if _, err := Odds(in, nil, nil); err != nil || b.worked != 1 {
		t.Errorf("worked out %d times (%v)", b.worked, err)
	}
}

// A field of another schema with the same id has a default of its own.
func TestOddsTellFieldsOfOneNameApart(t *testing.T) {
	b := newBody()
	form, other := &Schema{}, &Schema{}
	own := form.Group("A").Int("pool", "Pool", 0, 9).Default(4)
	shared := other.Group("B").Int("pool", "Pool", 0, 9).Default(7)
	for written, want := range map[int]int{-1: 47, 5: 55} {
		in := b.inputs(form, func(r *Roll) Outcome {
			f := r.Params()
			r.Sum(Ask{ID: "dice"}, D(1, 2))
			return Outcome{Grade: Success, Total: 10*own.Of(f) + shared.Of(f)}
		})
		if written >= 0 {
			in.Params = PageOf("pool", written)
		}
		c, err := Odds(in, nil, nil)
		if err != nil || len(c.Totals) != 1 || c.Totals[0].Total != want {
			t.Errorf("written %d: %v, %v; want %d", written, c.Totals, err, want)
		}
	}
}

func TestOddsSeeRowsComeAndGo(t *testing.T) {
	b := newBody()
	list := b.schema.List("wounds", "Wounds")
	list.Text("name", "Name", 20)
	depth := list.Int("depth", "Depth", 0, 9)
	in := b.inputs(&Schema{}, func(r *Roll) Outcome {
		me := r.Sheet(Actor)
		read := func() (n int) {
			for _, row := range list.Rows(me) {
				n = 10*n + depth.At(row)
			}
			return n
		}
		total := read()
		first, _ := list.Find(me, "cut")
		Put(r, first, depth, 3)
		total = 1000*total + read()
		r.Sum(Ask{ID: "dice"}, D(1, 6))
		row := r.NewRow(me, list, "bruise")
		Put(r, row, depth, 5)
		r.Drop(first)
		return Outcome{Grade: Success, Total: 1000*total + read()}
	})
	in.Sheets[Actor] = PageOf("wounds/r1/name", "cut", "wounds/r1/depth", 1, "wounds/r2/name", "burn", "wounds/r2/depth", 2)
	c, err := Odds(in, nil, nil)
	if err != nil || len(c.Totals) != 1 || c.Totals[0].Total != 12_032_025 {
		t.Errorf("%v, %v", c.Totals, err)
	}
}

// A rule that asks on and on is found out, by odds that decide nothing too.
func TestOddsOfEndlessQuestionsEnd(t *testing.T) {
	b := newBody()
	in := b.inputs(&Schema{}, func(r *Roll) Outcome {
		for r.Amount(Ask{ID: "more"}, Actor, 0, 9) == 0 {
		}
		return Outcome{}
	})
	for _, plan := range []Plan{nil, Question.Offered} {
		_, err := Odds(in, nil, plan)
		var fault *Fault
		if !errors.As(err, &fault) || !strings.Contains(fault.Words, "without end") {
			t.Errorf("got %v", err)
		}
	}
}
