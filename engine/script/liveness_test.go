package script_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

var programs = flag.Int("programs", 5, "how many random rules are counted with and without following equal states as one")

// program writes a random rule: numbers, lists, dicts and functions, loops of every kind, dice in
// every place.
type program struct {
	rnd   *rand.Rand
	b     strings.Builder
	deep  int
	dice  int
	loops int
	names []string
}

func (p *program) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("    ", p.deep+1) + fmt.Sprintf(format, args...) + "\n")
}

func (p *program) name() string { return p.names[p.rnd.IntN(len(p.names))] }

// number is an expression that throws nothing.
func (p *program) number() string {
	switch p.rnd.IntN(9) {
	case 0:
		return fmt.Sprint(p.rnd.IntN(5))
	case 1:
		return fmt.Sprintf("%s + %d", p.name(), p.rnd.IntN(3))
	case 2:
		return fmt.Sprintf("max(%s, %s)", p.name(), p.name())
	case 3:
		return "len(seen)"
	case 4:
		return fmt.Sprintf("seen[%s %% len(seen)]", p.name())
	case 5:
		return fmt.Sprintf("at.get(%s %% 3, 1)", p.name())
	case 6:
		return fmt.Sprintf("stress.of(r.me) + %s", p.name())
	case 7:
		return fmt.Sprintf("lift(%s)", p.name())
	}
	return p.name()
}

// throw is an expression that throws dice.
func (p *program) throw() string {
	p.dice++
	switch p.rnd.IntN(9) {
	case 0:
		return fmt.Sprintf("%s + r.sum(\"d\", \"d4\")", p.name())
	case 1:
		return fmt.Sprintf("helper(r, %s, %s)", p.number(), p.name())
	case 2:
		return fmt.Sprintf("max(r.sum(\"d\", \"d3\"), %s)", p.number())
	case 3:
		return `r.sum("d", "d2") - r.count("e", "2d3", at_least = 2)`
	case 4:
		return fmt.Sprintf("seen.pop() + r.sum(\"d\", \"d3\") if len(seen) > 1 else %s", p.name())
	case 5:
		return "len([1 for i in range(2) if r.sum(\"d\", \"d2\") > 1])"
	case 6:
		return fmt.Sprintf("r.read(\"d\", \"2d3\", 0, lambda s, f: max(s, f + %d))", p.rnd.IntN(2))
	case 7:
		return fmt.Sprintf("r.best(1, [(\"d\", \"d4\"), (\"e\", \"d3\")]) + %s", p.name())
	}
	return "r.sum(\"d\", \"d6\")"
}

func (p *program) block(n int) {
	p.deep++
	for range n {
		p.stmt()
	}
	p.deep--
}

func (p *program) stmt() {
	switch k := p.rnd.IntN(16); {
	case k < 4 && p.dice < 3 && p.loops < 2:
		p.line("%s = %s", p.name(), p.throw())
	case k == 4:
		p.line("%s += %s", p.name(), p.number())
	case k == 5:
		p.line("seen.append(%s)", p.number())
	case k == 6:
		p.line("at[%s %% 3] = %s", p.name(), p.number())
	case k == 7 && p.dice < 3:
		p.line("seen[0] = %s", p.throw())
	case k <= 9 && p.deep < 3:
		p.line("if %s > %s:", p.number(), p.number())
		p.block(1 + p.rnd.IntN(2))
		if p.rnd.IntN(2) == 0 {
			p.line("else:")
			p.block(1 + p.rnd.IntN(2))
		}
	case k <= 11 && p.deep < 2:
		p.loops++
		p.line("for %s in %s:", []string{"i", p.name()}[p.rnd.IntN(2)], []string{"range(2)", "(1, 2)", "[2, 2]", "list(seen)[:2]", "range(lift(" + p.name() + ") % 3)"}[p.rnd.IntN(5)])
		p.block(1 + p.rnd.IntN(3))
		if p.rnd.IntN(3) == 0 {
			p.deep++
			p.line("if %s > 2:", p.name())
			p.line("    %s", []string{"break", "continue"}[p.rnd.IntN(2)])
			p.deep--
		}
		p.loops--
	case k == 12:
		p.line("r.add(r.me, stress, %s %% 3)", p.name())
	case k == 13:
		p.line("r.aim(%s)", p.name())
	case k == 14:
		p.line("both = seen")
	default:
		p.line("%s = %s", p.name(), p.number())
	}
}

// written gives the text of a rulebook with one action.
func (p *program) written() string {
	p.names = []string{"a", "b", "c"}
	p.b.WriteString("rulebook(id = \"any\", name = \"Any\", author = \"Nobody\", dice = \"any\")\nstats = group(\"Stats\")\nstress = stats.int(\"stress\", \"Stress\", 0, 9)\n\n")
	p.b.WriteString("def lift(n):\n    return n % 4 + 1\n\ndef helper(r, a, b):\n    c, seen, at, both = 0, [b], {}, []\n")
	for range 2 {
		p.stmt()
	}
	p.line("if a > b:")
	p.line("    return a")
	p.stmt()
	p.line("return b + r.sum(\"h\", \"d3\")")
	p.b.WriteString("\ndef rule(r):\n    a, b, c, seen, at, both = 0, 1, 2, [3], {}, []\n")
	p.dice = 0
	p.line("a = r.sum(\"first\", \"d8\")")
	p.line("b = r.sum(\"second\", \"d8\")")
	for range 6 + p.rnd.IntN(5) {
		p.stmt()
	}
	p.line("c += r.sum(\"last\", \"d6\")")
	p.line("r.story(\"{actor} %%d\" %% a)")
	p.line("return r.success(total = %s + %s, values = {\"seen\": len(seen) + len(both), \"at\": at.get(1, 0) %% 7}) if c > %s else r.failure(total = c)", p.name(), p.number(), p.name())
	p.b.WriteString("\naction(\"rule\", \"Rule\", rule)\ntime(unit = \"turn\", round = \"round\")\ntemplate(\"hero\", \"Hero\", note = \"One.\", stress = 1)\n")
	return p.b.String()
}

// What is not read any more makes no difference: odds that follow ways of equal state as one are those
// that follow each way.
func TestEqualStatesAreFollowedAsOne(t *testing.T) {
	counted, fewer := 0, 0
	for seed := uint64(1); counted < *programs; seed++ {
		if seed > uint64(100**programs) {
			t.Fatalf("only %d of %d rules could be counted in both ways", counted, seed)
		}
		text := (&program{rnd: rand.New(rand.NewPCG(seed, 1))}).written()
		sys, err := script.Load("any.star", text)
		if err != nil {
			continue // such as a name that has no value
		}
		a, _ := sys.Action("rule")
		in := engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("stress", 1)}, CountValues: true, WithoutBound: true}
		each, runs := in, 0
		each.WithoutMerging = true
		want, err := engine.Odds(each.Until(func() bool { runs++; return runs > 7_000 }), nil, nil)
		if err != nil || want.Walked < 1100 {
			continue
		}
		counted++
		in.MergeAnother = seed & 1 * seed
		got, err := engine.Odds(in, nil, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got.Walked < want.Walked/2 {
			fewer++
		}
		if words := differ(got, want); words != "" {
			t.Fatalf("seed %d: %s\n%s", seed, words, text)
		}
	}
	t.Logf("%d of %d rules took less than half as many ways", fewer, counted)
	if fewer == 0 {
		t.Errorf("only %d of %d rules took less than half as many ways", fewer, counted)
	}
}

// differ says where odds differ by more than adding up rounds off.
func differ(got, want engine.Chances) string {
	weights := func(c engine.Chances) map[string]float64 {
		out := map[string]float64{"success": c.Success}
		for _, g := range c.Grades {
			out[g.Grade] += g.P
		}
		for _, x := range c.Totals {
			out[fmt.Sprint("total ", x.Total)] += x.P
		}
		for _, v := range c.Values {
			out[fmt.Sprint(v.ID, " ", v.Value)] += v.P
		}
		for _, x := range c.Changes {
			out["change of "+x.Field] += x.Mean
		}
		return out
	}
	a, b := weights(got), weights(want)
	for key := range maps.Keys(b) {
		if math.Abs(a[key]-b[key]) > 1e-9 {
			return fmt.Sprintf("%s is %.12f, and %.12f with each way", key, a[key], b[key])
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%v, and %v with each way", a, b)
	}
	return ""
}
