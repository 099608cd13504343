package trip

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// bonus is one entry of the sum that makes the bonus die.
type bonus struct {
	name    string
	kind    string // buff, bonus, mastery, penalty, focus
	from    string // other, feat set, artifact, kit
	source  string // which feat set, type of artifact, kit; else its name; "" for none
	value   int
	dropped string // why it does not count; "" when it does
}

// sum is a list of bonuses, of which [settle] says which of them count.
type sum []bonus

// add puts a nameless bonus or penalty on the list.
func (s *sum) add(name string, n int) {
	if n != 0 {
		*s = append(*s, bonus{name: name, kind: "bonus", from: "other", value: n}.asPenalty())
	}
}

// addAbility adds the long-term bonus of an ability, and what is in force on it.
func (s *sum) addAbility(a ability, me engine.Sheet) {
	if !a.known {
		return
	}
	path := a.row.Path(abilityB.Spec)
	long := abilityB.At(a.row)
	for _, m := range me.InForce(path) {
		long -= m.N
	}
	s.add("B", long)
	s.addInForce(me, path, abilityB.At(a.row)-long)
}

// addInForce adds n, what is in force on a number of a sheet. Whatever is in force
// is a source by its name: of two penalties of one source only the worse counts.
// Chapter "Stacking".
func (s *sum) addInForce(me engine.Sheet, path string, n int) {
	for _, m := range me.InForce(path) {
		*s = append(*s, bonus{name: m.Why, kind: "bonus", from: "other", source: m.Why, value: m.N}.asPenalty())
		n -= m.N
	}
	s.add("besides", n)
}

// addRows adds the bonuses of a sheet that serve an ability at a moment.
func (s *sum) addRows(a ability, me engine.Sheet, moment int) {
	for _, row := range bonuses.Rows(me) {
		if a.servedBy(bonusServes.At(row)) {
			*s = append(*s, bonusAt(row, moment))
		}
	}
}

// addSituation adds what the gamemaster gives or takes, with its reason.
func (s *sum) addSituation(form engine.Sheet) {
	name := "situation"
	if why := engine.Every.Why.Of(form); why != "" {
		name += " (" + why + ")"
	}
	s.add(name, engine.Every.Situation.Of(form))
}

func same(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// gathered are the bonuses of a sheet, of the form and of the situation that serve
// a Trip roll at a moment, before they are settled.
func gathered(a ability, form, me engine.Sheet, moment int) sum {
	var s sum
	s.addAbility(a, me)
	s.addInForce(me, everyBonus.ID, everyBonus.Of(me))
	s.addRows(a, me, moment)
	s.add("bonus", formBonus.Of(form))
	s.addSituation(form)
	return s
}

// with gives the sum with one bonus more, settled again.
func (s sum) with(more bonus, house engine.Sheet) sum {
	return settle(append(slices.Clip(s), more), artifactStack.Of(house))
}

// die is the bonus die that the sum makes.
func (s sum) die(house engine.Sheet) bonusDie { return dieOf(s.total(), highLevelDice.Of(house)) }

func bonusAt(row engine.Row, moment int) bonus {
	b := bonus{name: row.Name(), kind: bonusKind.At(row), from: bonusFrom.At(row),
		source: bonusSource.At(row), value: bonusValue.At(row)}
	if b.source == "" {
		b.source = b.name
	}
	if ends := bonusEnds.At(row); ends > 0 && moment >= ends {
		b.dropped = "it is over"
	}
	return b.asPenalty()
}

// asPenalty makes a penalty of what is one by its kind or by its sign.
func (b bonus) asPenalty() bonus {
	if b.kind == "penalty" && b.value > 0 {
		b.value = -b.value
	}
	if b.value < 0 {
		b.kind = "penalty"
	}
	return b
}

// settle says of each bonus whether it counts: of masteries and of Focuses the
// highest, of one source the highest, or of its penalties the worst, and of
// kits two. A source is its kind and its name together. Chapter "Stacking".
func settle(all []bonus, artifactsAddUp bool) sum {
	all = slices.Clone(all)
	higher := func(a, b bonus) bool { return a.value > b.value }
	worse := func(a, b bonus) bool { return a.value < b.value }
	best(all, higher, ofKind("mastery"), one, "one mastery counts")
	best(all, higher, ofKind("focus"), one, "one Focus counts")
	best(all, higher, func(b bonus) bool { return sourced(b) && !(b.from == "artifact" && artifactsAddUp) }, oneSource, "")
	best(all, worse, func(b bonus) bool { return b.kind == "penalty" && b.source != "" }, oneSource, "")
	bestKits(all)
	return all
}

func ofKind(kind string) func(bonus) bool { return func(b bonus) bool { return b.kind == kind } }

// sourced picks the plain bonuses that have a source.
func sourced(b bonus) bool { return b.source != "" && plainBonus(b) }

func plainBonus(b bonus) bool { return b.kind != "mastery" && b.kind != "focus" && b.kind != "penalty" }

func one(a, b bonus) bool       { return true }
func oneSource(a, b bonus) bool { return a.from == b.from && same(a.source, b.source) }

// once says why of two bonuses of one kind of source only one counts.
func (b bonus) once() string {
	switch b.from {
	case "feat set":
		return "a feat set counts once"
	case "artifact":
		return "a type of artifact counts once"
	case "kit":
		return "a kit counts once"
	}
	return "a source counts once"
}

// best drops what another of the same group beats, or an equal one before it.
func best(all []bonus, beats func(a, b bonus) bool, in func(bonus) bool, grouped func(a, b bonus) bool, rule string) {
	for i := range all {
		if all[i].dropped != "" || !in(all[i]) {
			continue
		}
		for j := range all {
			if j == i || all[j].dropped != "" || !in(all[j]) || !grouped(all[i], all[j]) {
				continue
			}
			if beats(all[j], all[i]) || all[j].value == all[i].value && j < i {
				all[i].dropped = fmt.Sprintf("%s: %s %+d", cmp.Or(rule, all[i].once()), all[j].name, all[j].value)
				break
			}
		}
	}
}

// mostKits is how many kits may serve one ability.
const mostKits = 2

func bestKits(all []bonus) {
	var kits []int
	for i, b := range all {
		if b.dropped == "" && b.from == "kit" && plainBonus(b) {
			kits = append(kits, i)
		}
	}
	slices.SortStableFunc(kits, func(a, b int) int { return cmp.Compare(all[b].value, all[a].value) })
	for n, i := range kits {
		if n >= mostKits {
			all[i].dropped = fmt.Sprintf("two kits count: %s and %s", all[kits[0]].name, all[kits[1]].name)
		}
	}
}

// total adds up what counts. Chapter "Cumulative".
func (s sum) total() int {
	n := 0
	for _, b := range s {
		if b.dropped == "" {
			n += b.value
		}
	}
	return n
}

// String writes the working: B +3, Silver ring +2, unskilled -5.
func (s sum) String() string {
	var parts []string
	for _, b := range s {
		if b.dropped == "" {
			parts = append(parts, fmt.Sprintf("%s %+d", b.name, b.value))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// note writes what counts, what does not, and the die it makes.
func (s sum) note(r *engine.Roll) {
	r.Note("bonuses: %s = %+d: %s", s, s.total(), s.die(r.House()))
	for _, b := range s {
		if b.dropped != "" {
			r.Note("not counted: %s %+d (%s)", b.name, b.value, b.dropped)
		}
	}
}

// bonusDie is what a sum of bonuses adds to the Trip die: a die, or a number.
type bonusDie struct {
	faces int // 0: no die
	flat  int
}

// dieTable has the least sum for each die, highest first.
var dieTable = []struct{ least, faces int }{
	{17, 20}, {13, 16}, {11, 12}, {9, 10}, {7, 8}, {5, 6}, {3, 4},
}

// dieOf looks the sum up. Up to 2 it is the number itself; high adds the dice
// of high levels. Chapter "Which Die?".
func dieOf(n int, high bool) bonusDie {
	switch {
	case high && n >= 25:
		return bonusDie{faces: 30}
	case high && n >= 21:
		return bonusDie{faces: 24}
	}
	for _, row := range dieTable {
		if n >= row.least {
			return bonusDie{faces: row.faces}
		}
	}
	return bonusDie{flat: n}
}

func (d bonusDie) String() string {
	switch {
	case d.faces > 0:
		return d.short()
	case d.flat == 0:
		return "no bonus die"
	}
	return d.short() + ", no die"
}

// short is d8, or a number.
func (d bonusDie) short() string {
	if d.faces > 0 {
		return fmt.Sprintf("d%d", d.faces)
	}
	return fmt.Sprintf("%+d", d.flat)
}
