package easiness

// The parameters that decide each roll, as forms show them first; the others
// stand under more.
var (
	_ = poolForm.Lead(poolSide.facilitate.Spec, poolSide.attribute.Spec, poolSide.attribute2.Spec, poolSide.risk.Spec)
	_ = opposeForm.Faces().Lead(opposeSide.facilitate.Spec, opposeSide.risk.Spec, opposeOther.dice.Spec, opposeOther.easiness.Spec)
	_ = defendForm.Lead(defendFrom.Spec, defendSide.facilitate.Spec, defendSide.risk.Spec)
)
