package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// Saved Quality: 2 points give +1 to the next pool, only for the same action
// started at once, which is while this one runs or as it ends.

func saveSink() engine.Use {
	return engine.Use{ID: "save", Label: "Save for the next", Each: 2, Own: true, Effect: func(n int) string {
		return fmt.Sprintf("next pool +%d", n/2)
	}}
}

// saved is what the pool of an action gets from the roll before.
func saved(r *engine.Roll, me engine.Sheet, action string) int {
	if !savedQuality.Of(r.House()) || savedFor.Of(me) != action || r.Moment() > savedUntil.Of(me) {
		return 0
	}
	return savedPool.Of(me)
}

// save keeps Quality for the next roll; what was saved before is gone.
func (a *attempt) save() {
	if !savedQuality.Of(a.r.House()) {
		return
	}
	id := ""
	if a.keep/2 > 0 {
		id = a.check.id
	}
	put(a.r, a.me, savedFor, id)
	put(a.r, a.me, savedPool, a.keep/2)
	put(a.r, a.me, savedUntil, a.r.Moment()+a.pt)
}
