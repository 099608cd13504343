package trip

import "example.org/fray/engine"

// ability is what a Trip roll is made with: an ability of the sheet, or nothing but
// what the form says.
type ability struct {
	row   engine.Row // of the sheet
	known bool       // row is there
	name  string
	kind  string // skill, attribute, feat, resistance, attack, damage, armor
	use   string // what shares a Focus with it
}

// abilityOf finds the ability that a form names, and the use.
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

// abilityIn reads an ability of the sheet.
func abilityIn(row engine.Row) ability {
	return ability{row: row, known: true, name: row.Name(), kind: abilityKind.At(row), use: useOf(row)}
}

// useOf is what shares a Focus with an ability of the sheet.
func useOf(row engine.Row) string {
	if use := abilityUse.At(row); use != "" {
		return use
	}
	return row.Name()
}

// servedBy reports whether a bonus that serves what is named serves a roll with the
// ability. One that names nothing serves every roll.
func (a ability) servedBy(named string) bool {
	return named == "" || same(named, a.name) || same(named, a.kind) || same(named, a.use)
}

// opens reports whether a roll with the ability begins a use again for which a Focus
// runs: by an attack, by what opened the use, or by anything but damage after the
// damage.
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
