package contest

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// mostModifier is the most that a single modifier counts, either way. A lead of that much wins
// nine opposed rolls in ten. Chapter "Modifiers".
const mostModifier = 6

// modifier gives one modifier. The limit of a single modifier does not hold for a well-laid plan.
func modifier(name string, n int, plan bool) kit.Term {
	t := kit.Plain(name, n)
	if most := min(max(n, -mostModifier), mostModifier); !plan && n != most {
		t.N, t.Cut = most, n
	}
	return t
}

// abilityIn gives the name of the ability of an acting total, "it" for none.
func abilityIn(acting kit.Sum) string { return cmp.Or(acting[0].Words, "it") }

// total gives what an ability, times a factor, comes to with the aspects and tools that help: those
// in names, which are separated by commas, or else those that are ticked on the sheet.
func total(s engine.Sheet, ability engine.Row, factor int, names, to, kind string) kit.Sum {
	t := kit.Plain(ability.Name(), abilityLevel.At(ability))
	if factor != 1 {
		t = kit.Plain(fmt.Sprintf("%d x %s %d:", factor, t.Words, t.N), t.N*factor)
	}
	return append(kit.Sum{t}, helps(s, names, to, kind)...)
}

// helps gives the aspects and tools that add to a total. In a persuasion a tool does not add to the
// resistance unless it is named, since a mail shirt makes nobody harder to persuade.
func helps(s engine.Sheet, names, to, kind string) (out kit.Sum) {
	for _, row := range aspects.Rows(s) {
		if adds := aspectAdds.At(row); adds != to && (adds != toBoth || to == toResistance) {
			continue
		}
		worn := names == "" && aspectOn.At(row) && (to != toResistance || kind != persuasion || aspectKind.At(row) != tool)
		if worn || listed(names, row) {
			out = append(out, modifier(row.Name(), aspectNumber.At(row), aspectPlan.At(row)))
		}
	}
	return out
}

// held gives what is in force on a field of a sheet, each effect as a modifier of its own. Chapter
// "Modifiers".
func held(s engine.Sheet, f engine.Field[int]) kit.Sum {
	all := kit.Held(s, f)
	for i, t := range all {
		all[i] = modifier(t.Words, t.N, false)
	}
	return all
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
