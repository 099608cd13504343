package engine

import "cmp"

// Result says how people put the result of an action into words, and who may
// know it.
type Result struct {
	Success  string // how people say that it succeeds: "thrown"; "": "hit" of an attack, else "success"
	Failure  string // and that it fails: "falls short"; "": "miss" of an attack, else "failure"
	Total    string // what the total is, where it is no sum of dice: "Attack"
	Target   string // what the total is measured against: "Defense"
	Own      bool   // what the total is measured against is on the actor's own sheet, so the actor knows it
	Open     bool   // whoever sees the roll sees how it ends, as its story tells up to two spaces: nothing of a sheet stands there
	Opposed  bool   // it means nothing without somebody at the other side, who is proposed as for an attack
	Optional bool   // nothing is lost by leaving it where it is called for
}

// Optional reports whether a roll of a that is called for may as well be left.
func (a *Action) Optional() bool { return a.Result.Optional }

// Faces reports whether a is nothing without somebody at the other side.
func (a *Action) NeedsOpponent() bool { return a.Attack() || a.Result.Opposed }

// Openly reports whether anybody may be told how a roll of a ends.
func (a *Action) OpenResult() bool { return a.Result.Open }

// Verdict gives the words for success and for failure.
func (a *Action) Verdict() (won, lost string) {
	won, lost = "success", Failure
	if a.Attack() {
		won, lost = "hit", "miss"
	}
	return cmp.Or(a.Result.Success, won), cmp.Or(a.Result.Failure, lost)
}

// Numbers says what a roll of a came to, and against what: "Attack 4 against Defense 2".
func (a *Action) Numbers(o Outcome) string { return o.numbers(a.Result.Total, a.Result.Target) }

// Counts reports whether what a roll of a came to is told in numbers, dice thrown or
// not: a success for which no dice fell is not 0 against anything, but for what the
// clock brings.
func (a *Action) HasNumbers(o Outcome, thrown bool) bool {
	return thrown || !o.Success || o.Result() != 0 || a.Mode == ByClock
}

// Ended says how a roll of a ended, as [Outcome.Words] does, with what is measured.
func (a *Action) OutcomeWords(o Outcome) string { return o.words(a.Result.Total, a.Result.Target) }

// Strikes reports whether what a roll of a decides is whether somebody is hit.
func (a *Action) DecidesHit() bool { return a.Attack() && a.Result.Success == "" }

// Own gives what whoever acts knows of how a roll of a has ended, whatever they know
// of whom they face: their total and, where that is theirs, what it was measured
// against. No grade tells whether that is enough.
func (a *Action) KnownToActor(o Outcome) Outcome {
	if !a.Result.Own || o.NoTarget {
		return Outcome{Total: o.own(), NoTarget: true}
	}
	return Outcome{Total: o.own(), Target: o.Target, Margin: o.Margin, Success: o.Margin >= 0}
}

// knowsAim reports whether whoever acts knows what the dice are measured against.
func (in *Inputs) knowsAim() bool {
	_, veiled := in.Unknown[Actor]
	return in.Action.Result.Own && !veiled
}
