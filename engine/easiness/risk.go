package easiness

import "example.org/fray/engine"

// dare throws for the declared risk, and gives what it adds to the result net. Chapter "Taking
// Risks".
func (p *pool) dare(r *engine.Roll, net int) int {
	if p.risk == 0 {
		return 0
	}
	ask := engine.Ask{ID: p.side.ID("risk"), Words: p.side.who + "the risk"}
	good := engine.Read(r, ask, tens(p.riskDice), func(good bool, face int) bool {
		return good || face <= p.riskEase
	})
	if good {
		r.Note("%sthe risk of %d pays off: %+d", p.side.who, p.risk, net+p.risk)
		return p.risk
	}
	r.Note("%sthe risk of %d goes wrong: %+d", p.side.who, p.risk, net-p.risk)
	return -p.risk
}

// remember writes the declared risk on the sheet, for the table of risks.
func (p *pool) remember(r *engine.Roll) {
	engine.Put(r, r.Sheet(engine.Actor), riskTaken, p.risk)
}
