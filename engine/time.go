package engine

import "fmt"

// A moment is a unit of time or, if a round has only turns, a round. Moments are counted from
// the start of a scene. A round whose units are counted down has one moment more than units,
// which is its end.

// RoundOf gives the round of moment m, counted from 1, and the unit that is shown for
// it. Units that count up go on through all rounds: segment 87 lies in round 2. Units
// that count down start again in every round.
func (tk Timekeeping) RoundOf(m int) (round, unit int) {
	switch {
	case tk.PerRound == 0:
		return m + 1, 0
	case tk.Down:
		return m/(tk.PerRound+1) + 1, tk.PerRound - m%(tk.PerRound+1)
	}
	return m/tk.PerRound + 1, m
}

// Moments is how many moments a round has.
func (tk Timekeeping) Moments() int {
	switch {
	case tk.PerRound == 0:
		return 1
	case tk.Down:
		return tk.PerRound + 1
	}
	return tk.PerRound
}

// RoundEnd gives the first moment of the round after that of m.
func (tk Timekeeping) RoundEnd(m int) int { return (m/tk.Moments() + 1) * tk.Moments() }

// NextPayment gives the first payment after m; false when there are none.
func (tk Timekeeping) NextPayment(m int) (int, bool) {
	if tk.PayEvery == 0 {
		return 0, false
	}
	return (m/tk.PayEvery + 1) * tk.PayEvery, true
}

// When says moment m in the words of the rulebook: "segment 87".
func (tk Timekeeping) When(m int) string {
	round, unit := tk.RoundOf(m)
	switch {
	case tk.PerRound == 0:
		return fmt.Sprintf("%s %d", tk.Round, round)
	case tk.Down:
		return fmt.Sprintf("%s %d, %s %d", tk.Round, round, tk.Unit, unit)
	}
	return fmt.Sprintf("%s %d", tk.Unit, unit)
}
