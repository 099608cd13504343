package engine

import (
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Plan answers the decisions that come up while odds are counted. A nil Plan answers
// as [Question.Offered] does, and is quicker.
type Plan func(q Question) Answer

// Chances are exact odds: weights that, with Unreached, add up to 1 within
// 1e-9.
type Chances struct {
	Success    float64
	Grades     []GradeChance
	Totals     []TotalChance    // by total, lowest first
	Changes    []ExpectedChange // what the roll is expected to do to numbers on sheets
	Unreached  float64          // the weight of endless dice and of ways too unlikely to follow: far below 1e-9
	Walked     int              // ways through the rule that were followed
	Steps      int              // how much work that was, see [Inputs.Within]; it is known with an error, too
	Offered    bool             // a decision was answered as it is offered, since no plan did
	TotalsOnly bool             // the result depends on a sheet that is not known: only totals are given

	// The value "damage" of a roll that has one: its average where the roll
	// succeeds, and its maximum.
	Damage     float64
	MostDamage int

	Values    []ValueChance // of the outcome, but its total; only with [Inputs.CountValues]
	InTheEnd  []EndChance   // see [Follow], which whoever asks for it writes here
	followUps []expectedFollowUp

	Readings
}

// Readings are what odds depend on besides the inputs that every rule may read. They are
// small: whoever keeps what they made of the odds, and not the odds, keeps these.
type Readings struct {
	sheets  []sheetReading // what the rule has read of the sheets at its seats
	company bool           // the rule has read the sheets of others than those at its seats
	time    bool           // the rule has read the time
}

// sheetReading are the fields and lists that were read of the sheet at a seat.
type sheetReading struct {
	whose Seat
	ids   []string
}

// Likely gives the chance of success as people see it. It is 1 if no way that was followed
// fails, since otherwise what was too unlikely to follow could make a higher total seem less
// likely to succeed than a lower one.
func (c Chances) Likely() float64 {
	if c.Success > 0 && c.Success+c.Unreached >= 1-1e-9 {
		return 1
	}
	return c.Success
}

// LikelyFor gives the chance as the one in a seat sees it: for an opponent it is the chance
// that the actor does not succeed.
func (c Chances) LikelyFor(seat Seat) float64 {
	if seat == "" || seat == Actor || seat == Gamemaster {
		return c.Likely()
	}
	return 1 - c.Likely()
}

// Holds reports whether odds that were counted for the inputs was also hold for now:
// nothing has changed that they depend on. The rolls that they lead to may depend on more
// of the sheets, see [Inputs.SameSheets].
func (r Readings) Holds(was, now Inputs) bool {
	return (was.SameSheets(now) || r.readSame(was, now)) &&
		was.System == now.System && was.Action == now.Action && was.Player == now.Player &&
		(!r.time || was.Moment == now.Moment && was.Began == now.Began && was.Turns == now.Turns) &&
		was.AsksDefence == now.AsksDefence && slices.Equal(was.NoAction, now.NoAction) && slices.Equal(was.Minions, now.Minions) && maps.Equal(was.Busy, now.Busy) &&
		same(was.Params, now.Params) && same(was.House, now.House) &&
		maps.EqualFunc(was.Unknown, now.Unknown, slices.Equal[[]string]) &&
		maps.EqualFunc(was.InForce, now.InForce, slices.Equal[[]Modifier]) &&
		(!r.company || slices.EqualFunc(was.Company, now.Company, same))
}

// SameSheets reports whether nothing is different on the sheets at the seats.
func (in Inputs) SameSheets(other Inputs) bool { return maps.EqualFunc(in.Sheets, other.Sheets, same) }

// readSame reports whether all that was read of the sheets is the same. Of sheets that are
// not known, and where the opponent chooses a defence, more is read than the rule tells.
func (r Readings) readSame(was, now Inputs) bool {
	if len(was.Unknown) > 0 || was.AsksDefence || len(was.Sheets) != len(now.Sheets) {
		return false
	}
	for whose := range was.Sheets {
		if _, there := now.Sheets[whose]; !there {
			return false
		}
	}
	for _, x := range r.sheets {
		a, b := was.Sheets[x.whose], now.Sheets[x.whose]
		for _, id := range x.ids {
			v, written := a.fields[id]
			w, too := b.fields[id]
			if v != w || written != too || !slices.EqualFunc(a.lists[id], b.lists[id], sameRow) {
				return false
			}
		}
	}
	return true
}

// Beside gives what [Readings.Holds] compares of in, so that it can be kept for long: what is
// the same as in other is kept once for both.
func (in Inputs) Beside(other Inputs) Inputs {
	in.Names, in.IDs, in.Watch, in.cancelled = nil, nil, nil, nil
	if maps.EqualFunc(in.Sheets, other.Sheets, same) {
		in.Sheets = other.Sheets
	}
	if maps.EqualFunc(in.InForce, other.InForce, slices.Equal[[]Modifier]) {
		in.InForce = other.InForce
	}
	if slices.EqualFunc(in.Company, other.Company, same) {
		in.Company = other.Company
	}
	return in
}

// expectedFollowUp is a follow-up of one ending, and how likely that ending is.
type expectedFollowUp struct {
	Next
	success bool
	changes []Change
	p       float64
}

// FollowUps goes through the rolls of the actor that a success, or a failure, calls for, such
// as the damage of an attack. It gives the inputs of each and how likely it is. Of several
// rolls of which only one is made, it gives the last, which is the usual one.
func (c Chances) FollowUps(in Inputs, success bool) iter.Seq2[Inputs, float64] {
	return func(yield func(Inputs, float64) bool) {
		for _, l := range c.followUps {
			a, ok := in.System.Action(l.Action)
			if !ok || l.success != success {
				continue
			}
			then := in
			then.Action, then.Params, then.Sheets = a, l.whole().Params, maps.Clone(in.Sheets)
			for _, ch := range l.changes {
				if p, there := then.Sheets[ch.Sheet]; there {
					then.Sheets[ch.Sheet] = p.With(ch.Field, ch.To)
				}
			}
			if other, there := then.Sheets[l.Against]; there {
				then.Sheets[Other] = other
				if known, veiled := in.Unknown[l.Against]; veiled {
					then.Unknown = map[Seat][]string{Other: known}
				} else {
					then.Unknown = nil
				}
			} else {
				delete(then.Sheets, Other)
			}
			if !yield(then, l.p) {
				return
			}
		}
	}
}

// Mean is the average of the total.
func (c Chances) Mean() float64 {
	mean, all := 0.0, 0.0
	for _, t := range c.Totals {
		mean, all = mean+float64(t.Total)*t.P, all+t.P
	}
	return mean / max(all, 1e-15)
}

// Spread is the standard deviation of the total.
func (c Chances) Spread() float64 {
	mean, sum, all := c.Mean(), 0.0, 0.0
	for _, x := range c.Totals {
		sum, all = sum+x.P*(float64(x.Total)-mean)*(float64(x.Total)-mean), all+x.P
	}
	return math.Sqrt(sum / max(all, 1e-15))
}

// OfValue gives the odds of one of the values as those of a total: Success is how likely it is that
// there is one. It needs [Inputs.CountValues].
func (c Chances) OfValue(id string) Chances {
	out := Chances{}
	for _, v := range c.Values {
		if v.ID == id {
			out.Totals = append(out.Totals, TotalChance{v.Value, v.P, v.P})
			out.Success += v.P
		}
	}
	return out
}

// GradeChance is how likely one ending is.
type GradeChance struct {
	Grade string
	Flags []string
	P     float64
}

// TotalChance is how likely one [Outcome.Result] is.
type TotalChance struct {
	Total   int
	P       float64
	Success float64 // the part of P that succeeds
}

// ValueChance is how likely one value of the outcome is, such as a damage of 7. The weights of a
// value that not every ending has add up to less than 1.
type ValueChance struct {
	ID    string
	Value int
	P     float64
}

// MarshalJSON writes {"id":"damage","value":7,"p":0.1}.
func (v ValueChance) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID    string `json:"id"`
		Value int    `json:"value"`
		P     chance `json:"p"`
	}{v.ID, v.Value, chance(v.P)})
}

// ExpectedChange is what a roll is expected to do to one number on a sheet.
type ExpectedChange struct {
	Sheet Seat
	Field string
	Least int
	Most  int
	Mean  float64
}

// MarshalJSON writes the keys of the command line's contract.
func (c Chances) MarshalJSON() ([]byte, error) {
	unanswered := ""
	if c.Offered {
		unanswered = "offered"
	}
	return json.Marshal(struct {
		Success    chance        `json:"success"`
		Outcomes   []GradeChance `json:"outcomes"`
		Totals     []TotalChance `json:"totals"`
		Unreached  chance        `json:"unreached"`
		Values     []ValueChance `json:"values,omitempty"`
		InTheEnd   []EndChance   `json:"in_the_end,omitempty"`
		Unanswered string        `json:"unanswered,omitempty"`
	}{chance(c.Success), append([]GradeChance{}, c.Grades...), append([]TotalChance{}, c.Totals...), chance(c.Unreached), c.Values, c.InTheEnd, unanswered})
}

// MarshalJSON writes {"grade":"success","flags":[],"p":0.75}.
func (g GradeChance) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Grade string   `json:"grade"`
		Flags []string `json:"flags"`
		P     chance   `json:"p"`
	}{g.Grade, append([]string{}, g.Flags...), chance(g.P)})
}

// MarshalJSON writes {"total":8,"p":0.75}.
func (t TotalChance) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Total int    `json:"total"`
		P     chance `json:"p"`
	}{t.Total, chance(t.P)})
}

// chance is a probability in JSON. It has twelve digits: adding up many small weights
// leaves no more of them certain.
type chance float64

func (p chance) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'g', 12, 64), nil
}

var _ json.Marshaler = Chances{}

// Odds follows every way in which the dice can fall after tape. plan answers decisions. The
// errors are those of [Run], a *[TooLong] where there is too much to count, and [ErrStopped].
// With an error there are no odds: none is a part of them.
func Odds(in Inputs, tape []Answer, plan Plan) (Chances, error) {
	answers := plan
	if answers == nil {
		answers = Question.Offered
	}
	in, tape, _, err := in.defence(tape, answers)
	if err != nil {
		return Chances{}, err
	}
	if len(in.Unknown) > 0 {
		return oddsUnknowing(in, tape, plan)
	}
	c := newCount(&in, tape, plan)
	out, err := c.chances()
	// Where a rule is slow by itself, or its first dice alone take too long, there is no way to follow.
	tooLong, _ := errors.AsType[*TooLong](err)
	if (tooLong == errTooManyWays && out.Walked > 1 || tooLong != nil && out.Walked > mergesFrom) && !in.WithoutBound {
		steps := mostSteps / boundPart
		if in.mostSteps > 0 { // somebody waits
			steps = min(steps, c.left())
		}
		err = in.bounded(tape, plan, steps, c.byItself, &out)
	}
	return out, err
}
