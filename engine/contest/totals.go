package contest

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// mostModifier is the most that a single modifier counts, either way. A lead of that much wins
// nine opposed rolls in ten. Chapter "Modifiers".
const mostModifier = 6

// total is a sum with its working.
type total struct {
	sum   int
	parts []part
}

type part struct {
	name  string
	n     int
	given int // before it was limited to mostModifier
}

// plus adds a modifier. The limit of a single modifier does not hold for a well-laid plan.
func (t *total) plus(name string, n int, plan bool) {
	p := part{name: name, n: n, given: n}
	if !plan {
		p.n = min(max(n, -mostModifier), mostModifier)
	}
	t.sum += p.n
	t.parts = append(t.parts, p)
}

// String gives the total with its working: 9 = Sword 7 + quick 2. One that was entered has none.
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

// named gives the name of the ability of a total, "it" for none.
func (t total) named() string {
	if len(t.parts) == 0 || t.parts[0].name == "" {
		return "it"
	}
	return t.parts[0].name
}

// sign gives what is written before the number of a part: " + Sword ".
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

// startingFrom gives a total of which only the sum is known.
func startingFrom(n int) total { return total{sum: n, parts: []part{{"", n, n}}} }

// ofAbility gives a total that starts from an ability, times a factor.
func ofAbility(ability engine.Row, factor int) total {
	name, n := ability.Name(), abilityLevel.At(ability)
	if factor != 1 {
		name, n = fmt.Sprintf("%d x %s %d:", factor, name, n), n*factor
	}
	return total{sum: n, parts: []part{{name, n, n}}}
}

// with adds the aspects and tools that help: those in names, which are separated by commas, or
// else those that are ticked on the sheet. In a persuasion a tool does not add to the resistance
// unless it is named, since a mail shirt makes nobody harder to persuade.
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

// withInForce adds what is in force on a field of a sheet, each effect as a modifier of its
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

// mustHave refuses names that are no aspect or tool of the sheet.
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

// abilityBehind gives the ability of an acting or effect total: the one that is named, else the
// usual one of the sheet, else the first.
func abilityBehind(s engine.Sheet, name string) (engine.Row, bool) {
	if name == "" {
		name = usualAbility.Of(s)
	}
	if name != "" {
		return abilities.Find(s, name)
	}
	return first(s)
}

// resistanceBehind gives the ability of a resistance total: the one that is named, else the
// usual one of the sheet, else Willpower, else the first.
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
