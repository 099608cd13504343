package engine

import "slices"

// outputs are the effects of a roll other than changes of sheets.
type outputs struct {
	later  []Later
	follow []FollowUp
	off    []Aside
	aside  []Aside
	acts   []Seat
}

// Carry is what a roll hands to a later action.
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

// After puts an action on the timeline, a number of units after this one began. What it is
// against and its parameters are in carry.
func (r *Roll) After(units int, action string, carry Carry) {
	if r.count == nil {
		r.outputs.later = append(r.outputs.later, Later{After: units, Unit: r.in.System.Time.Unit, Action: action,
			Against: carry.Against, Params: carry.Params.and(carry.And)})
	}
}

// UsesAction says that this roll uses up an action of somebody other than the actor: of a
// character who dodges, or of the other party of a contest.
func (r *Roll) UsesAction(who Seat) {
	if slices.Contains(r.in.NoAction, who) {
		r.Refuse("%s has no action left in this %s", r.NameOf(who, "the target"), r.in.System.Time.Round)
	}
	if r.count == nil {
		r.outputs.acts = append(r.outputs.acts, who)
	}
}

// FollowUp is an action that a roll calls for, such as a throwback after a blow. It need not
// be done.
type FollowUp struct {
	Who     Seat   `json:"who"`
	Action  string `json:"action"`
	Against Seat   `json:"against,omitempty"`
	Params  Page   `json:"form,omitzero"`
	Off     bool   `json:"off,omitempty"` // it is no longer called for
	Or      bool   `json:"or,omitempty"`  // only one of those with Or is done
	Meets   bool   `json:"meets,omitempty"`

	and Named // a parameter that is not in Params yet, while odds are counted
}

// Follow calls for an action of the character at a seat.
func (r *Roll) Follow(who Seat, action string, carry Carry) {
	f := FollowUp{Who: who, Action: action, Against: carry.Against, Params: carry.Params, Or: carry.Or, Meets: carry.Meets}
	f.and = carry.And
	if (r.count != nil || r.again != nil) && !carry.Alike.IsNone() {
		f.and.Value = carry.Alike
	}
	if r.count == nil {
		f.Params, f.and = f.Params.and(f.and), Named{}
	}
	r.outputs.follow = append(r.outputs.follow, f)
}

// and gives p with one more parameter, or p itself if that has no ID.
func (p Page) and(n Named) Page {
	if n.ID == "" {
		return p
	}
	return p.With(n.ID, n.Value)
}

// Unfollow takes back that an earlier roll called for an action, as when nothing is left of
// an attack that was to be resisted.
func (r *Roll) Unfollow(who Seat, action string, against Seat) {
	if r.count == nil {
		r.outputs.follow = append(r.outputs.follow, FollowUp{Who: who, Action: action, Against: against, Off: true})
	}
}

// Aside is an action that the clock starts, with its parameters. It is run for
// other characters than those of the roll, when the roll has ended.
type Aside struct {
	Action string
	Params Page
}

// RunForOthers runs a ByClock action for all other characters of this rulebook at the table,
// as when a contest closes for everybody.
func (r *Roll) RunForOthers(action string, params Page) {
	if r.count == nil {
		r.outputs.aside = append(r.outputs.aside, Aside{action, params})
	}
}

// CallOff takes those actions of the actor off the timeline that have all the parameters on
// like. Each is called off as if by hand, so that its [Ending.WhenCancelled] runs.
func (r *Roll) CallOff(action string, like Page) {
	if r.count == nil {
		r.outputs.off = append(r.outputs.off, Aside{action, like})
	}
}

// Later is what a roll put on the timeline.
type Later struct {
	After   int    `json:"after"` // units from the start of the action
	Unit    string `json:"unit"`
	Action  string `json:"action"`
	Against Seat   `json:"against,omitempty"` // the character whom it concerns
	Params  Page   `json:"form,omitzero"`     // what it carries along
}
