package books_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
)

// oracle is a roll, and what its odds are by a count that knows nothing of the engine
// and of the rulebook's text: every way in which the dice can fall, gone through here.
type oracle struct {
	action       string
	actor, other string      // templates
	params       engine.Page // of the roll
	me, them     engine.Page // written on the sheets besides
	tape         []engine.Answer
	success      float64
	damage       float64            // its average where the roll succeeds; 0: not looked at
	changes      map[string]float64 // the averages of what the roll does to fields: other.hp_lost
	totals       map[int]float64
}

// oracles are those of a rulebook, by its id.
var oracles = map[string]func() []oracle{
	"d20": d20Oracles, "percentile": percentileOracles, "moves": movesOracles, "fate": fateOracles, "forged": forgedOracles,
}

// set writes pairs of ids and values.
func set(pairs ...any) engine.Page { return engine.PageOf(pairs...) }

// ways goes through all faces of dice with so many sides each.
func ways(sides []int, see func(faces []int)) {
	faces := make([]int, len(sides))
	var from func(i int)
	from = func(i int) {
		if i == len(sides) {
			see(faces)
			return
		}
		for f := 1; f <= sides[i]; f++ {
			faces[i] = f
			from(i + 1)
		}
	}
	from(0)
}

// chance is how likely it is that dice fall so.
func chance(sides []int, so func(f []int) bool) float64 {
	n, all := 0, 0
	ways(sides, func(f []int) {
		all++
		if so(f) {
			n++
		}
	})
	return float64(n) / float64(all)
}

// mean is the average of what dice come to.
func mean(sides []int, of func(f []int) int) float64 {
	n, all := 0, 0
	ways(sides, func(f []int) { all++; n += of(f) })
	return float64(n) / float64(all)
}

// meanWhere is the average among the ways that fall so.
func meanWhere(sides []int, so func(f []int) bool, of func(f []int) int) float64 {
	n, all := 0, 0
	ways(sides, func(f []int) {
		if so(f) {
			all++
			n += of(f)
		}
	})
	return float64(n) / float64(all)
}

func sum(f []int) (n int) {
	for _, x := range f {
		n += x
	}
	return n
}

// dice gives the sides of so many dice of a kind.
func dice(n, sides int) []int { return slices.Repeat([]int{sides}, n) }

// The first odds of every action that throws dice hold.
func TestOracles(t *testing.T) {
	for _, id := range books.IDs() {
		sys := read(t, id)
		asked := map[string]bool{}
		for i, o := range oracles[id]() {
			asked[o.action] = true
			t.Run(fmt.Sprintf("%s/%s/%d", id, o.action, i), func(t *testing.T) { o.ask(t, sys) })
		}
		for _, x := range sys.Templates {
			for _, in := range listed(sys, x.Page) {
				c, err := engine.Odds(in, nil, nil)
				if err == nil && c.Walked > 1 && !asked[in.Action.ID] {
					t.Errorf("%s: no oracle knows the odds of %s", id, in.Action.ID)
					asked[in.Action.ID] = true
				}
			}
		}
	}
}

func (o oracle) ask(t *testing.T, sys *engine.System) {
	a, ok := sys.Action(o.action)
	if !ok {
		t.Fatalf("no action %s", o.action)
	}
	with := func(id string, more engine.Page) engine.Page {
		p := template(t, sys, id)
		for _, path := range more.Paths() {
			v, _ := more.Get(path)
			p = p.With(path, v)
		}
		return p
	}
	in := engine.Inputs{System: sys, Action: a, Params: o.params, Sheets: map[engine.Seat]engine.Page{engine.Actor: with(o.actor, o.me)}}
	if o.other != "" {
		in.Sheets[engine.Other] = with(o.other, o.them)
	}
	c, err := engine.Odds(in, o.tape, nil)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %.9f, and counted by hand %.9f", what, got, want)
		}
	}
	same("success", c.Success, o.success)
	if o.damage != 0 {
		same("damage", c.Damage, o.damage)
	}
	for field, want := range o.changes {
		got := 0.0
		for _, x := range c.Changes {
			if string(x.Sheet)+"."+x.Field == field {
				got = x.Mean
			}
		}
		same(field, got, want)
	}
	for total, want := range o.totals {
		got := 0.0
		for _, x := range c.Totals {
			if x.Total == total {
				got = x.P
			}
		}
		same(fmt.Sprint("total ", total), got, want)
	}
}
