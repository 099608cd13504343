package model

import "example.org/fray/engine"

// MayPay reports whether a payment may take anything from a character.
func MayPay(c *Character, s *engine.System) bool {
	return s.Time.Owes == nil || s.Time.Owes(s.Sheet.Read(c.Pages[s.ID]))
}

// Payment returns the result of a character's payment at a moment, and whether the payment
// asks something first. ok is false if there is no payment then.
func (t Table) Payment(who, system string, m int) (step engine.Step, asks, ok bool) {
	in, ok := t.PaymentInputs(who, system, m)
	if !ok {
		return engine.Step{}, false, false
	}
	step, tape, err := in.Finish(nil)
	return step, len(tape) > 0 || !step.Done(), err == nil
}

// PaymentInputs returns what the rule of a payment knows: the payer's own sheet and nobody
// else's. It returns false if the rulebook has no payments.
func (t Table) PaymentInputs(who, system string, m int) (engine.Inputs, bool) {
	s, ok := t.Rulebooks[system]
	if !ok || s.Time.Payment == "" {
		return engine.Inputs{}, false
	}
	r := Roll{Who: who, System: system, Action: s.Time.Payment, Moment: m}
	r.RollContext = RollContext{Sheets: t.Sheets(r), House: t.House[system], Modifiers: t.ModifiersOn(r)}
	in, err := t.InputsOf(r)
	return in, err == nil
}
