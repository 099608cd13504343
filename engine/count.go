package engine

import (
	"maps"
	"slices"

	"example.org/fray/engine/internal/odds"
)

// mostWays is how many ways through a rule are followed at most. Rolls that people make have
// some thousands.
const mostWays = 1 << 17

// count is a count of odds: what all runs of the rule share.
type count struct {
	in          *Inputs
	tape        []Answer
	plan        Plan        // nil: every decision is answered as it is offered
	precomputed []any       // what each call of Precompute came to
	ends        map[any]any // of dice sequences, by where they start
	points      map[any]any // the states at each merging point of ReadAs
	offered     bool        // a decision was answered as it is offered
	readings    Readings
	roll        Roll // the present run
	way         odds.Way
	endings     endings
	ended       func(refused error) // called for each way that has come to its end; may be nil
}

func newCount(in *Inputs, tape []Answer, plan Plan) *count {
	return &count{in: in, tape: tape, plan: plan, ends: map[any]any{}, points: map[any]any{}}
}

// run runs the rule over one way.
func (c *count) run(way odds.Way) (stop *odds.Stop, err error) {
	c.way = way
	c.roll = Roll{in: c.in, count: c, sheets: c.roll.sheets, changes: c.roll.changes[:0], cursor: cursor{tape: c.tape, readings: way.Readings}}
	defer func() {
		if p := recover(); p != nil {
			stop, err = c.stopped(p)
		}
	}()
	c.endings.add(c.in.Action.Rule(&c.roll), &c.roll, way.P)
	if c.ended != nil {
		c.way.Readings = c.roll.cursor.readings // with the decisions since
		c.ended(nil)
	}
	return nil, nil
}

// stopped handles the panic of a run that did not come to its end.
func (c *count) stopped(p any) (*odds.Stop, error) {
	switch p := p.(type) {
	case *odds.Stop:
		return p, nil
	case *Refusal:
		if len(c.way.Readings) == 0 {
			return nil, p
		}
		c.endings.add(Outcome{Grade: "refused"}, &c.roll, c.way.P)
		if c.ended != nil {
			c.ended(p)
		}
		return nil, nil
	case *Diverged:
		return nil, p
	}
	return nil, c.roll.fault(p)
}

// chances counts the odds.
func (c *count) chances() (Chances, error) {
	limits := odds.Limits{Ways: mostWays, Cancelled: c.in.cancelled}
	if c.in.WithoutMerging {
		limits.Ways = 0
	}
	walked, unreached, err := odds.Walk(c.run, limits)
	out := c.endings.chances()
	out.Walked, out.Unreached, out.Offered = walked, unreached, c.offered
	out.Readings = c.readings
	for _, s := range c.roll.sheets {
		if s.roll != nil && len(s.read) > 0 {
			out.sheets = append(out.sheets, sheetReading{s.whose, slices.Sorted(maps.Keys(s.read))})
		}
	}
	return out, err
}
