package engine

// Ending says what becomes of an action on the timeline other than that its
// moment comes. The zero Ending is that of a blow: called off with the scene.
type Ending struct {
	Last     bool   // it only ends something, and comes after the rest of its moment
	Befalls  bool   // it happens when the scene ends: waiting damage falls, a stun is over
	Outlasts bool   // it stays pending when the scene ends: somebody knocked out for an hour
	Off      string // the ByClock action run in its place, with what it carries, when it is called off
}

// Lasting reports whether the action goes on with something that has begun,
// so that it concerns even those who have left the table.
func (a *Action) Lasting() bool { return a.Mode == ByClock && (a.Over.Befalls || a.Over.Outlasts) }

// Between says which actions belong to the time between fights.
type Between struct {
	Scene   string // the ByClock action run for each character when a scene ends, "" for none
	Turn    string // the ByClock action run for a character whose turn begins, "" for none
	Evening string // run for each character when an evening ends, or called for where people start it; "" for none
	Leaves  string // the ByClock action run for a character who leaves the table, "" for none
	Rests   []Rest // the ways to rest, shortest first

	// What an evening's end counts besides the pools.
	Points []Field[int] // what is spent on rolls, and given by the action of Evening
	Hurt   string       // the field of the sheet that says in words how badly somebody is hurt, "" for none
}

// Rest is a span of rest and the action that it is.
type Rest struct {
	ID     string // round, hour, day, month
	Label  string
	Action string
	Params Page
	Count  string // the parameter that takes how many; "": the action is run once for each
	Units  int    // units of time that one takes; 0: it takes none
}

// FollowUp is an action that what has just happened calls for: a throwback
// after a blow. Nobody has to take it up.
type FollowUp struct {
	Who     Seat   `json:"who"`
	Action  string `json:"action"`
	Against Seat   `json:"against,omitempty"`
	Params  Page   `json:"form,omitzero"`
	Off     bool   `json:"off,omitempty"` // it is called for no more
	Or      bool   `json:"or,omitempty"`  // it, or another of those that say so

	and Named // while odds are counted: not in Params yet
}

// Follow calls for an action of whoever sits at a seat.
func (r *Roll) Follow(who Seat, action string, carry Carry) {
	f := FollowUp{Who: who, Action: action, Against: carry.Against, Params: carry.Params, Or: carry.Or}
	if r.walk == nil {
		f.Params = f.Params.and(carry.And)
	} else if f.and = carry.And; !carry.Alike.IsNone() {
		f.and.Value = carry.Alike
	}
	r.follow = append(r.follow, f)
}

// and is With for what may have no name.
func (p Page) and(n Named) Page {
	if n.ID == "" {
		return p
	}
	return p.With(n.ID, n.Value)
}

// Unfollow takes back that an earlier roll called for an action: nothing is
// left of the attack that was to be resisted.
func (r *Roll) Unfollow(who Seat, action string, against Seat) {
	if r.walk == nil {
		r.follow = append(r.follow, FollowUp{Who: who, Action: action, Against: against, Off: true})
	}
}

// Aside is a ByClock action with its parameters: one that is run for everybody else when
// the roll has ended: a contest that is left closes for all.
type Aside struct {
	Action string
	Params Page
}

// Everyone runs a ByClock action for all the others of this rulebook who are at
// the table, beside the game.
func (r *Roll) Everyone(action string, params Page) {
	if r.walk == nil {
		r.aside = append(r.aside, Aside{action, params})
	}
}

// CallOff takes actions of the actor off the timeline that carry along all that
// is on like: work that is set aside. Each is called off as by hand, so that
// its rulebook cleans up after it.
func (r *Roll) CallOff(action string, like Page) {
	if r.walk == nil {
		r.off = append(r.off, Aside{action, like})
	}
}

// Shown is the number under which the table shows a moment: it counts from the
// start of the scene.
func (r *Roll) Shown(moment int) int {
	r.looksAt(func(l *looks) { l.time = true })
	return moment - r.in.Began
}
