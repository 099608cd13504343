package trip

import "example.org/fray/engine"

// payFeat pays the Meta of a feat before its roll, and keeps in mind where it
// would come back, if the feat says so. A roll that goes on with a use pays
// nothing more. Chapter "Lost Meta".
func (a *attempt) payFeat(r *engine.Roll) {
	form := r.Params()
	cost := formCost.Of(form)
	if a.known && !formContinues.Of(form) {
		cost = formCost.Else(r, abilityCost.At(a.row))
	}
	c := colourAt(cost)
	if c < 0 {
		return
	}
	from := purseOf(formCostPurse.Of(form))
	if formCostPurse.Of(form) == "same" {
		from = paying(r, c)
	}
	pay(r, from, c, "the feat")
	if a.known && abilityBack.At(a.row) {
		a.refund = &from.spent[c]
	}
}
