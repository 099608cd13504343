package model

import "example.org/fray/engine"

// InputsOf returns what the rule of an open roll knows. The error is a *Refused.
func (t Table) InputsOf(r Roll) (engine.Inputs, error) {
	if err := t.CheckRulebook(r.System); err != nil {
		return engine.Inputs{}, err
	}
	s := t.systemOf(r)
	a, ok := s.Action(r.Action)
	if !ok {
		return engine.Inputs{}, Refuse("%s has no action %q", s.Name, r.Action)
	}
	return engine.Inputs{System: s, Action: a, Sheets: r.RollContext.Sheets, House: r.RollContext.House, Params: r.Params, Company: r.RollContext.Company, Names: t.namesIn(r), IDs: r.opponentIDs(), InForce: r.RollContext.Modifiers, Unknown: r.unknownTo(t),
		Minions: r.RollContext.Minions, AsksDefence: r.AsksDefence, NoAction: r.NoAction, Busy: t.busyIn(r),
		Player: r.ByPlayer, Turns: t.Clock.Turn != "", Moment: t.LocalMoment(r.System, r.Moment), Began: t.LocalMoment(r.System, r.Moment-t.InScene(r.Moment))}, nil
}

// OnlyEnds reports whether a pending action does no more than end what has happened to
// somebody. Whoever does not see their sheet does not know until when that lasts.
func (t Table) OnlyEnds(p Pending) bool {
	a, ok := t.ActionOf(p.System, p.Action)
	return ok && a.Lasting() && a.Over.OnlyEnds
}

// busyIn returns in words until when opponents are busy, by their seats.
func (t Table) busyIn(r Roll) (out map[engine.Seat]string) {
	for seat, due := range r.RollContext.Busy {
		if out == nil {
			out = map[engine.Seat]string{}
		}
		out[seat] = "until " + t.When(due)
	}
	return out
}

// namesIn returns the names of the participants of a roll, if there are several opponents
// to tell apart.
func (s State) namesIn(r Roll) map[engine.Seat]string {
	if len(r.Against) < 2 {
		return nil
	}
	out := map[engine.Seat]string{engine.Actor: s.NameOf(r.Who)}
	for n, id := range r.Against {
		out[engine.Opponent(n+1)] = s.NameOf(id)
	}
	return out
}

// opponentIDs returns the ids of the opponents by their seats.
func (r Roll) opponentIDs() map[engine.Seat]string {
	if len(r.Against) == 0 {
		return nil
	}
	out := make(map[engine.Seat]string, len(r.Against))
	for n, id := range r.Against {
		out[engine.Opponent(n+1)] = id
	}
	return out
}

// Step returns how far an open roll has come. The errors are those of [engine.Run], and
// *Refused.
func (t Table) Step(r Roll) (engine.Step, error) {
	in, err := t.InputsOf(r)
	if err != nil {
		return engine.Step{}, err
	}
	if r.RollContext.Asking == nil {
		return engine.Run(in, r.Tape)
	}
	if step, err := engine.Run(in, r.Tape); err == nil && step.Open != nil && step.Open.ID == r.RollContext.Asking.Open.ID {
		step.Open = r.RollContext.Asking.Open
		return step, nil
	}
	return *r.RollContext.Asking, nil
}

// WithoutContext returns the roll without the group members who wait for its end.
func (r Roll) WithoutContext() Roll {
	if r.Series != nil && r.Series.Waiting != nil {
		rest := *r.Series
		rest.Waiting, r.Series = nil, &rest
	}
	return r
}

// GroupSize returns how many characters act together in the act of a roll; 0 if its
// character acts alone.
func (r Roll) GroupSize() int {
	if r.Series == nil {
		return 0
	}
	return r.Series.Members
}

// HasParams reports whether p has every parameter of like with the same value.
func HasParams(p, like engine.Page) bool {
	for _, path := range like.Paths() {
		v, _ := like.Get(path)
		if is, ok := p.Get(path); !ok || is != v {
			return false
		}
	}
	return true
}

// At returns the ids of the characters at a seat of the roll, none if nobody sits there.
func (r Roll) At(seat engine.Seat) []string {
	if seat == engine.Actor {
		return idList(r.Who)
	}
	for n, id := range r.Against {
		if seat == engine.Opponent(n+1) {
			return []string{id}
		}
	}
	return nil
}

// Thrower returns the character whose dice an answer is, "" if nobody sits there.
func (r Roll) Thrower(a engine.Answer) string {
	if at := r.At(a.Seat()); len(at) > 0 {
		return at[0]
	}
	return r.Who
}

// Series is set on a roll that is one of several: of a rest that is rolled again and
// again, or of characters who act together. Its decisions are answered automatically, see
// the package decide.
type Series struct {
	Repeats int           `json:"left,omitempty"` // how often the roll is made again after this one
	Members int           `json:"of,omitempty"`   // how many characters act together; 0: none do
	Asks    bool          `json:"asks,omitempty"` // the members are asked for their decisions
	Waiting []GroupMember `json:"then,omitempty"` // the members who act after this roll is over
}

// GroupMember is one of several characters who act together, before the member's roll
// begins.
type GroupMember struct {
	Who     string      `json:"who"`
	Against []string    `json:"against,omitempty"`
	Params  engine.Page `json:"form,omitzero"`
	Force   bool        `json:"force,omitempty"`
}
