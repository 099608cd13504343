package model

import (
	"fmt"

	"example.org/fray/engine"
)

// Clock is where the table stands in time.
type Clock struct {
	Scene  int      `json:"scene"`
	Place  string   `json:"place,omitempty"` // what the scene is called
	Moment int      `json:"moment"`          // units, or rounds where a round has only turns, since the scene began
	Turn   string   `json:"turn,omitempty"`  // character whose turn it is
	Order  []string `json:"order,omitempty"` // characters, first to act first
}

// Round gives the round, from 1, that moment m lies in, and the unit that is
// shown for it. Units that count up are counted through all rounds: segment
// 87 lies in round 2. Units that count down start anew in every round.
func Round(tk engine.Timekeeping, m int) (round, unit int) {
	switch {
	case tk.PerRound == 0:
		return m + 1, 0
	case tk.Down:
		return m/(tk.PerRound+1) + 1, tk.PerRound - m%(tk.PerRound+1)
	}
	return m/tk.PerRound + 1, m
}

// RoundEnd gives the first moment of the next round.
func RoundEnd(tk engine.Timekeeping, m int) int {
	switch {
	case tk.PerRound == 0:
		return m + 1
	case tk.Down:
		return (m/(tk.PerRound+1) + 1) * (tk.PerRound + 1)
	}
	return (m/tk.PerRound + 1) * tk.PerRound
}

// NextPayment gives the first payment after m; false when there are none.
func NextPayment(tk engine.Timekeeping, m int) (int, bool) {
	if tk.PayEvery == 0 {
		return 0, false
	}
	return (m/tk.PayEvery + 1) * tk.PayEvery, true
}

// When says moment m in the words of the rulebook: "segment 87".
func When(tk engine.Timekeeping, m int) string {
	round, unit := Round(tk, m)
	switch {
	case tk.PerRound == 0:
		return fmt.Sprintf("%s %d", tk.Round, round)
	case tk.Down:
		return fmt.Sprintf("%s %d, %s %d", tk.Round, round, tk.Unit, unit)
	}
	return fmt.Sprintf("%s %d", tk.Unit, unit)
}
