package d6

// The parameters that decide each action, as forms show them first; the others
// stand under more.
var (
	_ = checkForm.Lead(checkSide.skill.Spec, checkSide.attribute.Spec, checkDifficulty.Spec, checkSide.cp.Spec, checkSide.fate.Spec)
	_ = opposeForm.Faces().Openly().Lead(opposeSide.skill.Spec, opposeSide.attribute.Spec, opposeOther.skill.Spec, opposeOther.code.Spec, opposeSide.cp.Spec)
	_ = relatedForm.Lead(relatedSide.skill.Spec, relatedDifficulty.Spec, relatedFor.Spec)
	_ = initiativeForm.Lead(initiativeSide.cp.Spec)
	_ = attackForm.Openly().Lead(attackWeapon.Spec, attackRange.Spec, attackDefence.Spec, attackAim.Spec, attackSide.cp.Spec)
	_ = damageForm.Lead(damageWeapon.Spec, damageSide.code.Spec, damageManner.Spec, damageSide.cp.Spec)
	_ = defendForm.Openly().Lead(defendFull.Spec, defendSide.skill.Spec, defendSide.cp.Spec)
	_ = healForm.Lead(healKind.Spec, healSide.cp.Spec)
	_ = bodyForm.Lead(bodySide.cp.Spec)
)

// What else there is to see as it happens.
var (
	_ = befallForm.Openly()
	_ = upForm.Openly()
	_ = stayForm.Openly()
	_ = dyingForm.Openly()
)

// levelsOfHarm are the levels that the odds of a blow are told in, by the flags
// of its endings.
func levelsOfHarm() []string {
	var out []string
	for l := stunned; l <= dead; l++ {
		out = append(out, rowID(l.String()))
	}
	return out
}
