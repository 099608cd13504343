package trip

import "example.org/fray/engine"

// payFeat pays the Meta of a feat before its roll, and keeps in mind where it
// would come back, if the feat says so. A roll that goes on with a use pays
// nothing more. Chapter "Lost Meta".
func (a *attempt) payFeat(r *engine.Roll) {
	form := r.Params()
	cost := formCost.Of(form)
	if !form.Written(formCost.ID) && a.known && !formContinues.Of(form) {
		cost = abilityCost.At(a.row)
	}
	c := colourAt(cost)
	if c < 0 {
		return
	}
	from := formCostPurse.Of(form)
	if from == "same" {
		from = formPurse.Of(form)
	}
	pay(r, purseOf(from), c, "the feat")
	if a.known && abilityBack.At(a.row) {
		a.refund = &purseOf(from).spent[c]
	}
}
