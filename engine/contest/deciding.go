package contest

// The parameters that decide each roll, as forms show them first; the others
// stand under more.
var (
	_ = simpleForm.Lead(simpleOwn.ability.Spec, simpleDifficulty.Spec, simpleOwn.description.Spec)
	_ = opposeForm.Faces().Openly().Lead(opposeOwn.ability.Spec, opposeOther.ability.Spec, opposeOther.acting.Spec, opposeOwn.description.Spec)
	_ = exchangeForm.Says("wins", "loses").Openly().Lead(exchange.name.Spec, exchange.kind.Spec, exchange.own.ability.Spec, exchange.other.ability.Spec, exchange.own.description.Spec)
	_ = contestForm.Says("wins", "loses").Openly().Lead(toTheEnd.name.Spec, toTheEnd.kind.Spec, toTheEnd.own.ability.Spec, toTheEnd.other.ability.Spec)
)
