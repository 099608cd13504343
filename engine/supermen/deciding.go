package supermen

// The parameters that decide each action, as forms show them first; the others
// stand under more.
var (
	_ = combatForm.Lead(combatWith.Spec, combatPart.Spec).Apart()
	_ = maintainForm.Optional()
	_ = blowForm.Measures("Attack", "Defense")
	_ = throwForm.Lead(throwLoad.Spec, throwWith.Spec, throwThing.Spec).Says("thrown", "falls short").Apart()
	_ = backForm.Lead(backDamage.Spec, backHit.Spec).Says("not thrown", "thrown back")
	_ = opposeForm.Says("wins", "loses").Faces().Lead(opposeBase.Spec, otherBase.Spec)
	_ = hurtForm.Lead(hurtDamage.Spec, hurtPart.Spec, hurtKind.Spec)
	_ = moveForm.Lead(moveSlow.Spec)
	_ = jumpForm.Lead(jumpSpeed.Spec)
	_ = liftForm.Lead(liftLoad.Spec, liftHow.Spec, liftPower.Spec)
	_ = breathForm.Lead(breathRounds.Spec, breathCut.Spec)
	_ = healForm.Lead(healKind.Spec, healEvery.Spec)
	_ = saveForm.Lead(saveWith.Spec)
	_ = knowForm.Lead(knowOf.Spec, knowTimes.Spec)
	_ = skillForm.Lead(useSkill.Spec, useLonger.Spec, useHurry.Spec)
	_ = powerForm.Lead(usePower.Spec, usePassive.Spec)
)
