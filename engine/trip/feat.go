package trip

import "example.org/fray/engine"

// feat is what a feat costs.
type feat struct {
	from   purse
	colour int
}

// featOf finds what the feat of a roll costs, nil for nothing. A roll that goes on
// with a use pays nothing more.
func (a *attempt) featOf(r *engine.Roll) *feat {
	form := r.Params()
	cost := formCost.Of(form)
	if a.known && !formContinues.Of(form) {
		cost = formCost.Else(r, abilityCost.At(a.row))
	}
	c := colourAt(cost)
	if c < 0 {
		return nil
	}
	from := purseOf(formCostPurse.Of(form))
	if formCostPurse.Of(form) == "same" {
		from = paying(r, c)
	}
	return &feat{from, c}
}

// payFeat pays the Meta of a feat before its roll, and keeps in mind where it
// would come back, if the feat says so. Chapter "Lost Meta".
func (a *attempt) payFeat(r *engine.Roll) {
	if a.feat == nil {
		return
	}
	pay(r, a.feat.from, a.feat.colour, "the feat")
	if a.known && abilityBack.At(a.row) {
		a.refund = &a.feat.from.spent[a.feat.colour]
	}
}
