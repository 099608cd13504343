package trip

import "example.org/fray/engine"

// ability is the ability that a Trip roll is made with.
type ability struct {
	row   engine.Row // of the sheet
	known bool       // whether the sheet has it; if not, only use may be set
	name  string
	kind  string // skill, attribute, feat, resistance, attack, damage, armor
	use   string // abilities of one use share a Focus
}

// abilityOf gives the ability and the use that a form names.
func abilityOf(form, me engine.Sheet) ability {
	var a ability
	if row, known := abilities.Find(me, formAbility.Of(form)); known {
		a = abilityIn(row)
	}
	if use := formUse.Of(form); use != "" {
		a.use = use
	}
	return a
}

func abilityIn(row engine.Row) ability {
	return ability{row: row, known: true, name: row.Name(), kind: abilityKind.At(row), use: useOf(row)}
}

// useOf gives the use that an ability of the sheet belongs to: by itself, one of its own.
func useOf(row engine.Row) string {
	if use := abilityUse.At(row); use != "" {
		return use
	}
	return row.Name()
}

// servedBy reports whether a bonus applies to a roll with the ability. named is the ability,
// kind of ability or use that the bonus is for; "" is for every roll.
func (a ability) servedBy(named string) bool {
	return named == "" || same(named, a.name) || same(named, a.kind) || same(named, a.use)
}

// opens reports whether a roll with the ability begins anew a use for which a Focus is
// running. An attack does, and so do the ability that began the use and, after the damage,
// anything but damage.
func (a ability) opens(me engine.Sheet) bool {
	opened := focusOpened.Of(me)
	if opened == "" || a.name == "" {
		return false
	}
	if a.kind == "attack" || same(a.name, opened) {
		return true
	}
	row, known := abilities.Find(me, opened)
	return known && abilityKind.At(row) == "damage" && a.kind != "damage"
}
