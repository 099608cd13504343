package contest

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// mostModifier is what a single modifier counts at most, either way: such a
// lead wins nine opposed rolls in ten. Chapter "Modifiers".
const mostModifier = 6

// total is a sum with its working.
type total struct {
	sum   int
	parts []part
}

type part struct {
	name  string
	n     int
	given int // before it was cut to what a single modifier may be
}

// plus adds a modifier; a well-laid plan counts whole.
func (t *total) plus(name string, n int, plan bool) {
	p := part{name: name, n: n, given: n}
	if !plan {
		p.n = min(max(n, -mostModifier), mostModifier)
	}
	t.sum += p.n
	t.parts = append(t.parts, p)
}

// String gives the working: 9 = Sword 7 + quick 2. What was typed has none.
func (t total) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", t.sum)
	if len(t.parts) == 1 && t.parts[0].name == "" {
		return b.String()
	}
	for i, p := range t.parts {
		b.WriteString(p.sign(i == 0))
		fmt.Fprintf(&b, "%d", max(p.n, -p.n))
		if p.given != p.n {
			fmt.Fprintf(&b, " (of %+d)", p.given)
		}
	}
	return b.String()
}

// named is the name of the ability of a total.
func (t total) named() string {
	if len(t.parts) == 0 || t.parts[0].name == "" {
		return "it"
	}
	return t.parts[0].name
}

// sign gives what stands before the number of a part.
func (p part) sign(first bool) string {
	lead := " + "
	switch {
	case first && p.n < 0:
		lead = " = -"
	case first:
		lead = " = "
	case p.n < 0:
		lead = " - "
	}
	if p.name != "" {
		lead += p.name + " "
	}
	return lead
}

// startingFrom is a total of which only the sum is known.
func startingFrom(n int) total { return total{sum: n, parts: []part{{"", n, n}}} }

// ofAbility starts a total from an ability, times a factor.
func ofAbility(ability engine.Row, factor int) total {
	name, n := ability.Name(), abilityLevel.At(ability)
	if factor != 1 {
		name, n = fmt.Sprintf("%d x %s %d:", factor, name, n), n*factor
	}
	return total{sum: n, parts: []part{{name, n, n}}}
}

// with adds the aspects and tools that help: those in names, which commas part, or else
// those that are ticked on the sheet. In a persuasion no tool
// adds to the resistance by itself: a mail shirt makes nobody harder to talk round.
func (t total) with(s engine.Sheet, names, to, kind string) total {
	for _, row := range aspects.Rows(s) {
		if adds := aspectAdds.At(row); adds != to && (adds != toBoth || to == toResistance) {
			continue
		}
		worn := names == "" && aspectOn.At(row) && (to != toResistance || kind != persuasion || aspectKind.At(row) != tool)
		if worn || listed(names, row) {
			t.plus(row.Name(), aspectNumber.At(row), aspectPlan.At(row))
		}
	}
	return t
}

// withInForce adds what is in force on a field of a sheet, each thing as a modifier of its
// own. Chapter "Modifiers".
func (t total) withInForce(s engine.Sheet, f engine.Field[int]) total {
	n := f.Of(s)
	for _, m := range s.InForce(f.ID) {
		t.plus(m.Why, m.N, false)
		n -= m.N
	}
	if n != 0 {
		t.plus("besides", n, false)
	}
	return t
}

func listed(names string, row engine.Row) bool {
	for _, n := range strings.Split(names, ",") {
		if n = strings.TrimSpace(n); n != "" && (n == row.ID || strings.EqualFold(n, row.Name())) {
			return true
		}
	}
	return false
}

// mustHave refuses names that the sheet does not have.
func mustHave(r *engine.Roll, s engine.Sheet, names string) {
	for _, n := range strings.Split(names, ",") {
		if n = strings.TrimSpace(n); n == "" || strings.EqualFold(n, "none") {
			continue
		}
		if _, ok := aspects.Find(s, n); !ok {
			r.Refuse("the sheet has no aspect or tool %q", n)
		}
	}
}

// abilityBehind gives the ability of a total: the one that is named, else the
// usual one of the sheet.
func abilityBehind(s engine.Sheet, name string) (engine.Row, bool) {
	if name == "" {
		name = usualAbility.Of(s)
	}
	if name != "" {
		return abilities.Find(s, name)
	}
	return first(s)
}

// resistanceBehind is the same for the resistance total, where Willpower is
// usual.
func resistanceBehind(s engine.Sheet, name string) (engine.Row, bool) {
	if name == "" {
		name = usualResistance.Of(s)
	}
	if name != "" {
		return abilities.Find(s, name)
	}
	if row, ok := abilities.Find(s, willpower); ok {
		return row, true
	}
	return first(s)
}

const willpower = "Willpower"

func first(s engine.Sheet) (engine.Row, bool) {
	rows := abilities.Rows(s)
	if len(rows) == 0 {
		return engine.Row{}, false
	}
	return rows[0], true
}
