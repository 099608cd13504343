package supermen

import "example.org/fray/engine"

// surpriseNow is what surprise, bought off, still takes off every roll: each
// 2 idle segments ease it by 1.
func surpriseNow(r *engine.Roll, s engine.Sheet) int {
	idle := max(r.Moment()-surpriseSince.Of(s), 0)
	return max(surprisePenalty.Of(s)-idle/2, 0)
}
