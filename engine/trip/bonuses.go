package trip

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// bonus is one entry of the sum that decides on the bonus die.
type bonus struct {
	name    string
	kind    string // buff, bonus, mastery, penalty, focus
	from    string // the kind of source: other, feat set, artifact, kit
	source  string // the name of the feat set, type of artifact or kit, or else of the bonus; "" for none
	value   int
	dropped string // why it does not count; "" if it does
}

// sum is a list of bonuses. [settle] marks those that do not count.
type sum []bonus

// add appends a bonus or penalty that has no source. 0 is left out.
func (s *sum) add(name string, n int) {
	if n != 0 {
		*s = append(*s, bonus{name: name, kind: "bonus", from: "other", value: n}.asPenalty())
	}
}

// addTerm is add for a term.
func (s *sum) addTerm(t kit.Term) { s.add(t.Words, t.N) }

// addAbility appends the long-term bonus of an ability, and what is in force on it.
func (s *sum) addAbility(a ability, me engine.Sheet) {
	if !a.known {
		return
	}
	path := a.row.Path(abilityB.Spec)
	held := kit.InForce(me, path)
	s.add("B", abilityB.At(a.row)-held.Total())
	s.addInForce(held)
}

// addInForce appends effects in force. Each is a source of its own, by its name. Chapter
// "Stacking".
func (s *sum) addInForce(held kit.Sum) {
	for _, t := range held {
		*s = append(*s, bonus{name: t.Words, kind: "bonus", from: "other", source: t.Words, value: t.N}.asPenalty())
	}
}

// addRows appends the bonuses of a sheet that apply to an ability at a moment.
func (s *sum) addRows(a ability, me engine.Sheet, moment int) {
	for _, row := range bonuses.Rows(me) {
		if a.servedBy(bonusServes.At(row)) {
			*s = append(*s, bonusAt(row, moment))
		}
	}
}

func same(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// gathered gives all bonuses of the sheet, the form and the situation that apply to a Trip
// roll at a moment, before settle.
func gathered(a ability, form, me engine.Sheet, moment int) sum {
	var s sum
	s.addAbility(a, me)
	s.addInForce(kit.Held(me, everyBonus))
	s.addRows(a, me, moment)
	s.add("bonus", formBonus.Of(form))
	s.addTerm(kit.Situation(form))
	return s
}

// with gives the sum with one more bonus, settled again.
func (s sum) with(more bonus, house engine.Sheet) sum {
	return settle(append(slices.Clip(s), more), artifactStack.Of(house))
}

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

// asPenalty makes sign and kind agree: a penalty has a negative value, and a negative bonus
// is a penalty.
func (b bonus) asPenalty() bonus {
	if b.kind == "penalty" && b.value > 0 {
		b.value = -b.value
	}
	if b.value < 0 {
		b.kind = "penalty"
	}
	return b
}

// settle marks the bonuses that do not count. Only the highest mastery and the highest Focus
// count, of each source only the highest bonus and the worst penalty, and no more than two
// kits. A source is the same if its kind and its name are. Chapter "Stacking".
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

// sourced reports whether a bonus has a source, and is neither mastery, Focus nor penalty.
func sourced(b bonus) bool { return b.source != "" && plainBonus(b) }

func plainBonus(b bonus) bool { return b.kind != "mastery" && b.kind != "focus" && b.kind != "penalty" }

func one(a, b bonus) bool       { return true }
func oneSource(a, b bonus) bool { return a.from == b.from && same(a.source, b.source) }

// once says why only one of two bonuses of the same source counts.
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

// best drops all but the best bonus of each group; of equal ones it keeps the first. It
// looks only at bonuses for which in is true. Two are of the same group if grouped says so.
// rule says why one is dropped; "" stands for the words of once.
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

// mostKits is how many kits count for one roll.
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

// counted gives the bonuses that count. Chapter "Cumulative".
func (s sum) counted() (all kit.Sum) {
	for _, b := range s {
		if b.dropped == "" {
			all = append(all, kit.Plain(b.name, b.value))
		}
	}
	return all
}

func (s sum) total() int { return s.counted().Total() }

// String writes the working: B +3, Silver ring +2, unskilled -5.
func (s sum) String() string { return cmp.Or(s.counted().Signed(), "nothing") }

// note notes the bonuses that count, with the die that they make, and those that do not.
func (s sum) note(r *engine.Roll) {
	r.Note("bonuses: %s = %+d: %s", s, s.total(), s.die(r.House()))
	for _, b := range s {
		if b.dropped != "" {
			r.Note("not counted: %s %+d (%s)", b.name, b.value, b.dropped)
		}
	}
}

// bonusDie is what a sum of bonuses adds to the Trip die: a die or, without faces, a number.
type bonusDie struct {
	faces int
	flat  int
}

// dieTable has the lowest sum that makes each die, the largest first.
var dieTable = []struct{ least, faces int }{
	{17, 20}, {13, 16}, {11, 12}, {9, 10}, {7, 8}, {5, 6}, {3, 4},
}

// dieOf gives the bonus die for a sum. A sum of up to 2 is added as it is. high is the house
// rule for the dice of high levels. Chapter "Which Die?".
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

// short gives d8, or the number with its sign.
func (d bonusDie) short() string {
	if d.faces > 0 {
		return fmt.Sprintf("d%d", d.faces)
	}
	return fmt.Sprintf("%+d", d.flat)
}
