package engine

import (
	"maps"
	"strings"
)

// Inputs are all that a rule may know besides its answers.
type Inputs struct {
	System  *System
	Action  *Action
	Sheets  map[Seat]Page
	House   Page   // house rules that the table changed
	Params  Page   // parameters of the action that were set
	Company []Page // this rulebook's pages of the others at the table
	Moment  int    // units since the table began
	Began   int    // the moment at which the scene began
	Turns   bool   // somebody has the turn
	Player  bool   // a player begins the roll, and not the gamemaster
	InForce map[Seat][]Modifier

	AsksDefence bool            // the opponent is asked, before the rule begins, how to meet the attack; see [Field.Defends]
	Minions     []Seat          // whom any loss of life puts out of action
	NoAction    []Seat          // others who have no action left that the roll could use up
	Busy        map[Seat]string // others with an action under way, each with the words for how long: "until round 4"

	// Unknown names those seats whose sheets are not known to the person for whom
	// the rule is run, each with the fields and lists that are known all the same.
	// Nothing that follows from the rest may reach that person.
	Unknown map[Seat][]string

	Names map[Seat]string // what people call those at the seats; rules only put them into words
	IDs   map[Seat]string // who sits at the seats, the same in every roll of a table; rules only compare them

	// Watch, if not nil, is called for every field that the rule reads, with its owner
	// (a seat, "params" or "house") and its path.
	Watch func(whose Seat, path string) `json:"-"`

	// WithoutMerging counts odds without relying on [Merge] and on
	// [DiceSequence.Same]. The exam compares them with the usual odds. They take
	// far longer.
	WithoutMerging bool `json:"-"`

	// MergeAnother counts odds with another of the ways that [Merge] promises to be equal, by
	// a number; 0 for the first. The exam compares them with the usual odds, which they
	// must come to. They take as long as those.
	MergeAnother uint64 `json:"-"`

	// CountValues counts how likely the values of the outcome are, see [Chances.Values].
	CountValues bool `json:"-"`

	// WithoutBound gives odds that take too long to count up at once, without following the
	// likeliest ways for a bound, see [TooLong]. The exam has no use for one.
	WithoutBound bool `json:"-"`

	withoutNotes bool
	ownResult    *bool       // true once the result depends on an unknown sheet: the odds then show the actor's own totals
	cancelled    func() bool // reports whether nobody waits for the odds any more; may be nil
	mostSteps    int         // how many steps the odds take at most; 0: as many as ever
	budget       *Budget     // of runs, see On; nil: without end
}

// Seats of [Inputs.Watch] at which nobody sits.
const (
	ParamsSeat Seat = "params"
	houseSeat  Seat = "house"
)

// Until gives the inputs for odds that can be stopped. stop is called before every way
// through the rule and before longer work; once it returns true, the error is [ErrStopped].
func (in Inputs) Until(stop func() bool) Inputs {
	in.cancelled = stop
	return in
}

// Within gives the inputs for odds that somebody waits for: those that take more steps are
// refused. A million steps take about a tenth of a second.
func (in Inputs) Within(steps int) Inputs {
	in.mostSteps = steps
	return in
}

// WithoutNotes gives the inputs for runs whose notes nobody reads: they are left out.
func (in Inputs) WithoutNotes() Inputs {
	in.withoutNotes = true
	return in
}

// Set writes what a person typed as KEY=VALUE: a parameter of the action or, if it has
// none of that name, a field of the actor's sheet. other.KEY and other.2.KEY are fields
// of an opponent's sheet, and make that opponent present. The error says what would be
// right.
func (in Inputs) Set(key, value string) (Inputs, error) {
	params, ok, err := in.Action.Set(in.Params, key, value)
	if err != nil && in.asks(key, Bool) {
		// What is neither yes nor no may be meant for the field or trait of that name.
		if out, no := in.SetField(Actor, key, value); no == nil {
			return out, nil
		}
	}
	if ok || err != nil {
		in.Params = params
		return in, err
	}
	seat := Actor
	if further, rest, ok := furtherOf(key); ok {
		return in.SetField(further, rest, value)
	}
	if rest, other := strings.CutPrefix(key, string(Other)+"."); other {
		seat, key = Other, rest
	}
	return in.SetField(seat, key, value)
}

// SetField writes a typed value onto the sheet at a seat; see [System.Write].
func (in Inputs) SetField(seat Seat, key, value string) (Inputs, error) {
	page, err := in.System.Write(in.Sheets[seat], key, value)
	if err != nil {
		return in, err
	}
	in.Sheets = maps.Clone(in.Sheets)
	if in.Sheets == nil {
		in.Sheets = map[Seat]Page{}
	}
	in.Sheets[seat] = page
	return in, nil
}

// asks reports whether the action has a parameter of that name and kind.
func (in Inputs) asks(key string, k Kind) bool {
	sp, ok := in.Action.Param(key)
	return ok && sp.Kind == k
}
