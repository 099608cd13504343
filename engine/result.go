package engine

import "cmp"

// Result says how people put the result of an action into words, and who may
// know it.
type Result struct {
	Success  string // the word for success, such as "thrown"; "" for "hit" of an attack and "success" of others
	Failure  string // the word for failure, such as "falls short"; "" for "miss" of an attack and "failure" of others
	Total    string // the name of the total if it is not a sum of dice: "Attack"
	Target   string // the name of what it is compared with: "Defense"
	Own      bool   // the target is on the actor's own sheet, so the actor knows it
	Open     bool   // everybody who sees the roll may read its story up to the two spaces: it reveals nothing of a sheet
	Opposed  bool   // the action means nothing without an opponent; one is proposed, as for an attack
	NoTotal  bool   // no roll of it ends in a total: the story says what comes of it
	Optional bool   // a follow-up of this action may be left out without a loss
}

// Optional reports whether a follow-up of a may be left out without a loss.
func (a *Action) Optional() bool { return a.Result.Optional }

// NeedsOpponent reports whether a means nothing without an opponent.
func (a *Action) NeedsOpponent() bool { return a.Attack() || a.Result.Opposed }

// OpenResult reports whether everybody who sees a roll of a may know how it ends.
func (a *Action) OpenResult() bool { return a.Result.Open }

// Verdict gives the words for success and for failure.
func (a *Action) Verdict() (won, lost string) {
	won, lost = "success", Failure
	if a.Attack() {
		won, lost = "hit", "miss"
	}
	return cmp.Or(a.Result.Success, won), cmp.Or(a.Result.Failure, lost)
}

// Numbers gives the total and the target of a roll of a: "Attack 4 against Defense 2".
func (a *Action) Numbers(o Outcome) string { return o.numbers(a.Result.Total, a.Result.Target) }

// HasNumbers reports whether the result of a roll of a is given in numbers. It is not
// for a success of 0 for which no dice were thrown, unless the clock started it.
func (a *Action) HasNumbers(o Outcome, thrown bool) bool {
	return !a.Result.NoTotal && (thrown || !o.Success || o.Result() != 0 || a.Mode == ByClock)
}

// OutcomeWords says how a roll of a ended, like [Outcome.Words], and names the total
// and the target.
func (a *Action) OutcomeWords(o Outcome) string { return o.words(a.Result.Total, a.Result.Target) }

// DecidesHit reports whether a roll of a decides whether somebody is hit.
func (a *Action) DecidesHit() bool { return a.Attack() && a.Result.Success == "" }

// KnownToActor gives what the actor knows of the outcome of a roll of a, however
// little they know of their opponent: their total and, if it is on their own sheet,
// the target. The grade is left out, since the rest could be worked out from it.
func (a *Action) KnownToActor(o Outcome) Outcome {
	if !a.Result.Own || o.NoTarget {
		return Outcome{Total: o.own(), NoTarget: true}
	}
	return Outcome{Total: o.own(), Target: o.Target, Margin: o.Margin, Success: o.Margin >= 0}
}

// knowsTarget reports whether the actor knows the target.
func (in *Inputs) knowsTarget() bool {
	_, veiled := in.Unknown[Actor]
	return in.Action.Result.Own && !veiled
}
