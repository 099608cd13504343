package engine

import "slices"

// outputs are what a roll brings about besides changes of sheets.
type outputs struct {
	later  []Later
	follow []FollowUp
	off    []Aside
	aside  []Aside
	acts   []Seat
}

// Carry is what a later action takes along.
type Carry struct {
	Against Seat // the character whom it concerns, "" for nobody
	Params  Page // its parameters
	Or      bool // it is one of several actions that this roll calls for, of which one is done

	// And is one more parameter; without an ID there is none. Alike is a value of
	// it with the same consequences, which the odds use instead, so that
	// fewer endings differ; none for the value itself.
	And   Named
	Alike Value
}

// After puts an action on the timeline, so many units after this one began. It
// will have the parameters, and be aimed at the one at whom this roll was aimed.
func (r *Roll) After(units int, action string, carry Carry) {
	if r.count == nil {
		r.outputs.later = append(r.outputs.later, Later{After: units, Unit: r.in.System.Time.Unit, Action: action,
			Against: carry.Against, Params: carry.Params.and(carry.And)})
	}
}

// UsesAction says that somebody besides the one who began this roll uses up an action
// in it: a dodge, the other party of a contest.
func (r *Roll) UsesAction(who Seat) {
	if slices.Contains(r.in.NoAction, who) {
		r.Refuse("%s has no action left in this %s", r.NameOf(who, "the target"), r.in.System.Time.Round)
	}
	if r.count == nil {
		r.outputs.acts = append(r.outputs.acts, who)
	}
}

// FollowUp is an action that what has just happened calls for: a throwback
// after a blow. Nobody has to take it up.
type FollowUp struct {
	Who     Seat   `json:"who"`
	Action  string `json:"action"`
	Against Seat   `json:"against,omitempty"`
	Params  Page   `json:"form,omitzero"`
	Off     bool   `json:"off,omitempty"` // it is called for no more
	Or      bool   `json:"or,omitempty"`  // one of several of which one is done

	and Named // a parameter that is not in Params yet, while odds are counted
}

// Follow calls for an action of the character at a seat.
func (r *Roll) Follow(who Seat, action string, carry Carry) {
	f := FollowUp{Who: who, Action: action, Against: carry.Against, Params: carry.Params, Or: carry.Or}
	if r.count == nil {
		f.Params = f.Params.and(carry.And)
	} else if f.and = carry.And; !carry.Alike.IsNone() {
		f.and.Value = carry.Alike
	}
	r.outputs.follow = append(r.outputs.follow, f)
}

// and is With for a parameter that may have no name.
func (p Page) and(n Named) Page {
	if n.ID == "" {
		return p
	}
	return p.With(n.ID, n.Value)
}

// Unfollow takes back that an earlier roll called for an action: nothing is left of
// the attack that was to be resisted.
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

// RunForOthers runs an action that the clock starts for all other characters of this
// rulebook at the table: a contest that is left closes for all.
func (r *Roll) RunForOthers(action string, params Page) {
	if r.count == nil {
		r.outputs.aside = append(r.outputs.aside, Aside{action, params})
	}
}

// CallOff takes those actions of the actor off the timeline that carry all the
// parameters on like: work that is set aside. Each is called off as by hand, so
// that its rulebook cleans up after it.
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
