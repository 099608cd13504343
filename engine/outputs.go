package engine

import "slices"

// outputs are the effects of a roll other than changes of sheets.
type outputs struct {
	next []Next
	acts []Seat
}

// Next is what happens because of a roll: an action and how it comes about, or that an action
// no longer comes.
type Next struct {
	When  When
	After int // of OnTimeline: units from the start of the roll's action
	Act
	Carry
}

// Act says who does what.
type Act struct {
	Who    Seat
	Action string
}

// When says how a [Next] comes about.
type When uint8

// How a [Next] comes about.
const (
	OnTimeline   When = iota // the clock starts it
	CalledFor                // people may do it now, and need not
	NotCalledFor             // an earlier roll has called for it, and it is not called for any more
	ForOthers                // it is run at once for all others of this rulebook at the table
	OffTimeline              // those on the timeline that have all of its Params are called off
)

// Carry is what a roll hands to an action that follows.
type Carry struct {
	Against Seat // the character whom it concerns, "" for nobody
	Params  Page // its parameters
	Or      bool // only one of the actions of this roll with Or is done
	Meets   bool // how the character meets what was done to them: their player is asked, and if nobody answers it is done with nothing spent

	// And is one more parameter; none without an ID. Alike is a value of it with the same
	// consequences, which the odds use instead, so that fewer endings differ.
	And   Named
	Alike Value
}

// whole gives the carry with And among its parameters.
func (c Carry) whole() Carry {
	c.Params, c.And, c.Alike = c.Params.and(c.And), Named{}, Value{}
	return c
}

// Following lists what the roll leads to that comes about in one way.
func (s Step) Following(when When) []Next {
	return slices.DeleteFunc(slices.Clone(s.Next), func(n Next) bool { return n.When != when })
}

// After puts an action on the timeline, a number of units after this one began. What it is
// against and its parameters are in carry.
func (r *Roll) After(units int, action string, carry Carry) {
	r.AfterFor(Actor, units, action, carry)
}

// AfterFor is [Roll.After] for an action of somebody else than the actor, as when both who
// wrestle are busy until then.
func (r *Roll) AfterFor(who Seat, units int, action string, carry Carry) {
	r.leadsTo(Next{When: OnTimeline, After: units, Act: Act{who, action}, Carry: carry})
}

// leadsTo adds what only play needs: odds do not depend on it.
func (r *Roll) leadsTo(n Next) {
	if r.count == nil {
		n.Carry = n.whole()
		r.outputs.next = append(r.outputs.next, n)
	}
}

// Follow calls for an action of the character at a seat, such as a throwback after a blow.
func (r *Roll) Follow(who Seat, action string, carry Carry) {
	if (r.count != nil || r.again != nil) && !carry.Alike.IsNone() {
		carry.And.Value = carry.Alike
	}
	if r.count == nil {
		carry = carry.whole()
	}
	r.outputs.next = append(r.outputs.next, Next{When: CalledFor, Act: Act{who, action}, Carry: carry})
}

// Unfollow takes back that an earlier roll called for an action, as when nothing is left of
// an attack that was to be resisted.
func (r *Roll) Unfollow(who Seat, action string, against Seat) {
	r.leadsTo(Next{When: NotCalledFor, Act: Act{who, action}, Carry: Carry{Against: against}})
}

// RunForOthers runs a ByClock action for all other characters of this rulebook at the table,
// as when a contest closes for everybody.
func (r *Roll) RunForOthers(action string, params Page) {
	r.leadsTo(Next{When: ForOthers, Act: Act{Action: action}, Carry: Carry{Params: params}})
}

// CallOff takes those actions of the actor off the timeline that have all the parameters on
// like. Each is called off as if by hand, so that its [Ending.WhenCancelled] runs.
func (r *Roll) CallOff(action string, like Page) {
	r.leadsTo(Next{When: OffTimeline, Act: Act{Actor, action}, Carry: Carry{Params: like}})
}

// and gives p with one more parameter, or p itself if that has no ID.
func (p Page) and(n Named) Page {
	if n.ID == "" {
		return p
	}
	return p.With(n.ID, n.Value)
}
