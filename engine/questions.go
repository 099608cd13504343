package engine

import (
	"encoding/json"
	"errors"
	"fmt"
)

// OddsOrBound are odds or, where they would take too long, a bound.
type OddsOrBound struct {
	Chances
	Bound *TooLong // nil where the odds are exact
}

// MarshalJSON writes the odds or the bound.
func (c OddsOrBound) MarshalJSON() ([]byte, error) {
	if c.Bound != nil {
		return json.Marshal(c.Bound)
	}
	return json.Marshal(c.Chances)
}

// Count counts the odds of a roll with the values of its outcome and, with follow, what comes of it in
// the end, see [Follow]. Of a roll that is followed to its end there is no bound. The errors are those
// of [Odds].
func Count(in Inputs, tape []Answer, plan Plan, follow bool) (out OddsOrBound, err error) {
	in.CountValues = true
	out.Chances, err = Odds(in, tape, plan)
	if tooLong, ok := errors.AsType[*TooLong](err); ok && tooLong.Bounded() && !follow {
		out.Bound, err = tooLong, nil
	}
	if err == nil && follow {
		out.InTheEnd, _, err = Follow(in, tape, plan)
	}
	return out, err
}

// CountEach asks one question for several values of a parameter or field, as count answers it for
// one of them. An error names the value that cannot be.
func CountEach(key string, values []int, count func(n int) (OddsOrBound, error)) ([]OddsOrBound, error) {
	var out []OddsOrBound
	for _, n := range values {
		c, err := count(n)
		if err != nil {
			return nil, fmt.Errorf("with %s=%d: %w", key, n, err)
		}
		out = append(out, c)
	}
	return out, nil
}

// AtLeast gives for each of the totals, lowest first, how likely it is, or more.
func AtLeast(totals []TotalChance) []float64 {
	out, sum := make([]float64, len(totals)), 0.0
	for i := len(totals) - 1; i >= 0; i-- {
		sum += totals[i].P
		out[i] = sum
	}
	return out
}

// FieldLabel gives the label of a field of the rulebook's sheets, or its id where it has none.
func (s *System) FieldLabel(id string) string {
	if sp, ok := s.Sheet.Field(id); ok {
		return sp.Label
	}
	return id
}
