package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"

	"example.org/fray/engine/internal/odds"
)

// What a count of odds may take at most. Rolls that people make have some thousands of ways.
// Neither is measured in time, so that odds that are refused here are refused on every machine.
const (
	mostWays  = 1 << 17    // ways through the rule
	mostSteps = 40_000_000 // steps of all ways together, each some 50 to 100 ns

	stepsOfRun = 20 // of a run of the rule, without those of its dice
)

// TooLong is the error of odds that would take too long to count: there are none at all then,
// but perhaps a bound. The roll itself can be made.
type TooLong struct {
	Words       string  // why, and what would help where something does
	Least, Most float64 // what the chance of success lies between; 0 and 0 if nothing is known of it
}

// Error says that there are no odds and why or, where a bound is known, what it is.
func (e *TooLong) Error() string {
	if e.Bounded() {
		return e.Between() + " success, not exact: " + e.Words
	}
	return "no odds: " + e.Words
}

// MarshalJSON writes {"refused":"…"} or, where a bound is known, {"bound":[0.7,0.71],"why":"…"}.
func (e *TooLong) MarshalJSON() ([]byte, error) {
	words := struct {
		Bound   []chance `json:"bound,omitempty"`
		Why     string   `json:"why,omitempty"`
		Refused string   `json:"refused,omitempty"`
	}{Refused: e.Error()}
	if e.Bounded() {
		words.Bound, words.Why, words.Refused = []chance{chance(e.Least), chance(e.Most)}, e.Words, ""
	}
	return json.Marshal(words)
}

// errTooManyWays is the error of rolls with many dice.
var errTooManyWays = &TooLong{Words: "the dice can fall in too many ways to be counted: ask for fewer dice, or for dice with fewer faces"}

// ErrStopped is the error of odds that nobody waits for any more, see [Inputs.Until].
var ErrStopped = errors.New("the odds were not counted to the end")

// count is a count of odds: what all runs of the rule share.
type count struct {
	in          *Inputs
	tape        []Answer
	plan        Plan         // nil: every decision is answered as it is offered
	precomputed []any        // what each call of Precompute came to
	ends        map[any]any  // of dice sequences, by where they start
	points      map[any]any  // the states at each merging point of ReadAs
	another     odds.Another // of equal states
	offered     bool         // a decision was answered as it is offered
	steps       int          // so far
	readings    Readings
	roll        Roll // the present run
	way         odds.Way
	endings     endings
	ended       func(refused error) // called for each way that has come to its end; may be nil
	anew        func()              // called where the count begins anew; may be nil

	runs     int
	known    bool // the rule tells its state where it asks for dice, see MergeKnown
	byItself bool // ways of equal state are followed as one there
	seen     map[knownState]bool
	told     int  // how often a state was told
	unlike   bool // hardly any of them were equal; or nobody asks whether they are
}

// mergesFrom is how many ways are followed before those of equal state are looked for: most rolls
// have no more.
const mergesFrom = 200

// A count gives up looking for equal states where of so many at least so large a part differ.
const (
	statesTold = 4000
	mostUnlike = 0.9
)

// errAnew ends a count that begins anew, and looks for equal states from then on, or no longer.
var errAnew = errors.New("the ways are many")

func newCount(in *Inputs, tape []Answer, plan Plan) *count {
	return &count{another: odds.Another(in.MergeAnother), in: in, tape: tape, plan: plan, ends: map[any]any{}, points: map[any]any{}}
}

// run runs the rule over one way.
func (c *count) run(way odds.Way) (stop *odds.Stop, err error) {
	if c.in.cancelled != nil && c.in.cancelled() {
		return nil, ErrStopped
	}
	if c.left() < stepsOfRun {
		return nil, errTooManyWays
	}
	c.runs++
	switch unlike := c.told >= statesTold && float64(len(c.seen)) > mostUnlike*float64(c.told); {
	case !c.byItself && !c.unlike && c.known && c.runs > mergesFrom:
		c.byItself = true
		return nil, errAnew
	case c.byItself && !c.unlike && unlike:
		c.byItself, c.unlike = false, true
		return nil, errAnew
	}
	c.steps += stepsOfRun
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
	case *TooLong:
		return nil, p
	case error:
		if errors.Is(p, ErrStopped) {
			return nil, ErrStopped
		}
	}
	return nil, c.roll.fault(p)
}

// left is how many steps the count may still take.
func (c *count) left() int {
	if c.in.WithoutMerging { // the exam has a bound of its own
		return math.MaxInt
	}
	return cmp.Or(c.in.mostSteps, mostSteps) - c.steps
}

// spend takes in steps before they are done, and gives the count up where they are too many.
func (c *count) spend(steps int) {
	if c.in.cancelled != nil && c.in.cancelled() {
		panic(ErrStopped)
	}
	if steps > c.left() {
		panic(errTooManyWays)
	}
	c.steps += steps
}

// chances counts the odds. With an error there are none, but what was read until then is known.
func (c *count) chances() (Chances, error) {
	most := mostWays
	if c.in.WithoutMerging {
		most = 0
	}
	walked, unreached, err := odds.Walk(c.run, most, c.another)
	for errors.Is(err, errAnew) {
		c.endings, c.points, c.seen, c.told = endings{}, map[any]any{}, map[knownState]bool{}, 0
		if c.anew != nil {
			c.anew()
		}
		walked, unreached, err = odds.Walk(c.run, most, c.another)
	}
	if errors.Is(err, odds.ErrTooMany) {
		err = errTooManyWays
	}
	var out Chances
	if err == nil {
		out = c.endings.chances()
	}
	out.Walked, out.Unreached, out.Offered, out.Steps = walked, unreached, c.offered, c.steps
	out.Readings = c.allReadings()
	return out, err
}

// allReadings are what all runs so far have read.
func (c *count) allReadings() Readings {
	out := c.readings
	for _, s := range c.roll.sheets {
		if s.roll != nil && len(s.read) > 0 {
			out.sheets = append(out.sheets, sheetReading{s.whose, slices.Sorted(maps.Keys(s.read))})
		}
	}
	return out
}
