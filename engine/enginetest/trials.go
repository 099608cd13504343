package enginetest

import (
	"maps"
	"math/rand/v2"
	"slices"

	"example.org/fray/engine"
)

// trial is one set of inputs that an action is tried with.
type trial struct {
	name string
	in   engine.Inputs
}

// mixes is how many random combinations of parameters each action is tried
// with.
const mixes = 40

// trials returns the inputs that an action is tried with: every template as it is,
// those of the rulebook's plays, then every parameter and house rule by itself,
// then combinations.
func (x *explorer) trials(a *engine.Action) []trial {
	out := x.templateTrials(a)
	plain := len(out)
	out = append(out, x.playTrials(a)...)
	turn := 0
	next := func() trial {
		turn++
		return out[(turn-1)%plain]
	}
	for _, sp := range a.Params() {
		for _, v := range x.values(sp, nil) {
			out = append(out, next().with(sp.ID, v))
		}
	}
	for _, sp := range x.sys.House.Fields() {
		for _, v := range x.values(sp, nil) {
			out = append(out, next().withRule(sp.ID, v))
		}
	}
	mix := rand.New(rand.NewPCG(7, uint64(len(a.ID))))
	for range mixes {
		out = append(out, x.mixed(mix, next()))
	}
	for i := range out {
		out[i].in.Watch = x.watch(a)
	}
	return out
}

func (x *explorer) watch(a *engine.Action) func(engine.Seat, string) {
	return func(whose engine.Seat, path string) {
		switch whose {
		case "params":
			x.read[a.ID+" "+path] = true
		case "house":
			x.read[path] = true
		}
	}
}

// leastPeople is how many characters a trial can need: the actor, an opponent, and one more at
// the table.
const leastPeople = 3

// people returns the templates of the rulebook. If they are fewer than leastPeople, a
// character with an empty sheet and the same templates again make up the number.
func (x *explorer) people() []engine.Template {
	out := slices.Clip(x.sys.Templates)
	if len(out) < leastPeople {
		out = append(out, engine.Template{Name: "an empty sheet"})
	}
	for i := 0; len(out) < leastPeople; i++ {
		out = append(out, x.sys.Templates[i%len(x.sys.Templates)])
	}
	return out
}

// templateTrials returns trials of every template with no parameter set.
func (x *explorer) templateTrials(a *engine.Action) []trial {
	var out []trial
	people := x.people()
	for i, tpl := range people {
		for _, n := range opponents(a.Need) {
			in := engine.Inputs{System: x.sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: tpl.Page}}
			name := tpl.Name
			for k := range n {
				foe := people[(i+k+1)%len(people)]
				in.Sheets[engine.Opponent(k+1)] = foe.Page
				name += " against " + foe.Name
			}
			if i == len(people)-1 {
				for _, friend := range people[:i] {
					in.Company = append(in.Company, friend.Page)
				}
			}
			out = append(out, trial{name, in})
		}
	}
	return out
}

func opponents(n engine.Need) []int {
	switch n {
	case engine.MayFace:
		return []int{0, 1}
	case engine.MayFaceMany:
		return []int{0, 1, 3}
	}
	return []int{0}
}

func (tr trial) with(id string, v engine.Value) trial {
	tr.in.Params = tr.in.Params.With(id, v)
	tr.name += ", " + id + "=" + v.String()
	return tr
}

func (tr trial) withRule(id string, v engine.Value) trial {
	tr.in.House = tr.in.House.With(id, v)
	tr.name += ", rule " + id + "=" + v.String()
	return tr
}

func (x *explorer) mixed(rnd *rand.Rand, tr trial) trial {
	own := tr.in.Sheets[engine.Actor]
	for _, sp := range tr.in.Action.Params() {
		if v := x.values(sp, &own); rnd.IntN(2) == 0 {
			tr = tr.with(sp.ID, v[rnd.IntN(len(v))])
		}
	}
	for _, sp := range x.sys.House.Fields() {
		if v := x.values(sp, nil); rnd.IntN(3) == 0 {
			tr = tr.withRule(sp.ID, v[rnd.IntN(len(v))])
		}
	}
	return tr
}

// values returns what a parameter or a house rule is tried with. own is the sheet
// whose rows it may name, nil for those of all templates.
func (x *explorer) values(sp *engine.Spec, own *engine.Page) []engine.Value {
	var out []engine.Value
	try := func(v engine.Value) {
		if sp.Check(v) == nil && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	switch {
	case sp.Kind == engine.Bool:
		try(engine.ValueOf(true))
		try(engine.ValueOf(false))
	case sp.Kind == engine.Int:
		for _, n := range []int{sp.Least, sp.Least + 1, sp.Most, -3, -1, 0, 1, 2, 3, 5, 8, 10, 15, 20} {
			try(engine.ValueOf(n))
		}
	case sp.Kind == engine.Decimal:
		for _, n := range []int{sp.Least, sp.Least + 1, sp.Most, 0, 125, 500, 1000, 1500, 3000, 10000, 50000} {
			try(engine.ValueOf(engine.Milli(n)))
		}
	case sp.Options != nil:
		for _, o := range sp.Options {
			try(engine.ValueOf(o))
		}
	case sp.RowsOf != "":
		for _, s := range x.rowNames(sp.RowsOf, own) {
			try(engine.ValueOf(s))
		}
	default:
		for _, s := range append([]string{"", "4D", "2D+1", "12", "1/4", "a long day"}, x.names()...) {
			try(engine.ValueOf(s))
		}
	}
	if len(out) == 0 {
		out = append(out, sp.Default(engine.Sheet{}))
	}
	return out
}

// rowNames returns names of the rows of a list, and the id of the first, of a sheet
// or, where own is nil, of all templates.
func (x *explorer) rowNames(list string, own *engine.Page) []string {
	out := []string{"", "no such thing"}
	rows := func(p engine.Page) {
		for i, id := range p.RowIDs(list) {
			name, _ := p.Get(list + "/" + id + "/name")
			out = append(out, name.Text())
			if i == 0 {
				out = append(out, id)
			}
		}
	}
	if own != nil {
		rows(*own)
		return out
	}
	for _, tpl := range x.sys.Templates {
		rows(tpl.Page)
	}
	return out
}

// names returns some words that a rulebook may know.
func (x *explorer) names() []string {
	var out []string
	for _, sp := range x.sys.Sheet.Fields() {
		if len(out) < 4 {
			out = append(out, sp.ID)
		}
	}
	for _, l := range x.sys.Sheet.Lists() {
		if names := x.rowNames(l.ID, nil); len(names) > 2 {
			out = append(out, names[2])
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
