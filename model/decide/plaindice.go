package decide

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxOddsSteps is the limit for computing odds that are kept in the log. Odds beyond it are
// left out, because whoever throws would have to wait for them.
const maxOddsSteps = 1_000_000

// plainOdds returns a note with how likely the result of plain dice was. It returns
// nothing for the rolls of other rulebooks, whose odds depend on decisions.
func plainOdds(t model.Table, r model.Roll, o engine.Outcome) []string {
	in, err := t.InputsOf(r)
	if err != nil || !in.System.HasNoSheet() {
		return nil
	}
	c, err := engine.Odds(in.WithoutNotes().Within(maxOddsSteps), nil, nil)
	if err != nil || len(c.Totals) < 2 {
		return nil
	}
	if !o.NoTarget {
		return []string{fmt.Sprintf("the odds: %s for a success", percent(c.Likely()))}
	}
	enough := 0.0
	for _, x := range slices.Backward(c.Totals) {
		if x.Total < o.Result() {
			break
		}
		enough += x.P
	}
	return []string{fmt.Sprintf("the odds: %.1f on average, %s for %d or more", c.Mean(), percent(enough), o.Result())}
}

// percent writes a chance. What is not sure is not called so.
func percent(p float64) string {
	switch {
	case p > 0 && p < 0.0005:
		return "below 0.1 %"
	case p >= 0.9995 && p < 1-1e-9:
		return "over 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", 100*min(p, 1))
}
