package model

import (
	"slices"
	"time"

	"example.org/fray/engine"
)

// Clock is where the table stands in time. Moments are units of the table's
// rulebook, or rounds where a round has only turns. They never start anew, so
// that what a sheet keeps of a moment stays true; what people read counts from
// the start of the scene.
type Clock struct {
	Scene    int           `json:"scene"`
	Place    string        `json:"place,omitempty"` // what the scene is called
	Began    int           `json:"began,omitempty"` // the moment at which it began, the first of a round
	Moment   int           `json:"moment"`
	Turn     string        `json:"turn,omitempty"`     // character whose turn it is
	Order    []string      `json:"order,omitempty"`    // characters, first to act first
	Scores   []Score       `json:"scores,omitempty"`   // what they rolled for it
	OrderDue bool          `json:"anew,omitempty"`     // the order of this round is still to be rolled, at least for some
	Declared []Declaration `json:"declared,omitempty"` // for this round
	Waiting  []Waiting     `json:"waiting,omitempty"`
}

// InScene counts a moment from the start of the scene that it lies in.
func (s State) InScene(m int) int {
	for i := len(s.scenes) - 1; i >= 0; i-- {
		if s.scenes[i] <= m {
			return m - s.scenes[i]
		}
	}
	return m
}

// When says a moment in the words of the table's rulebook, as its scene counts.
func (t Table) When(m int) string { return t.Time().When(t.InScene(m)) }

// Round gives the round of the scene, from 1, and the unit shown for a moment.
func (t Table) Round(m int) (round, unit int) { return t.Time().RoundOf(t.InScene(m)) }

// MomentOf gives the moment of a unit of this scene or, where units start anew
// in every round or there are only turns, of a round of it, from 1.
func (t Table) MomentOf(n int) int {
	tk := t.Time()
	if tk.PerRound == 0 || tk.Down {
		n = (n - 1) * tk.Moments()
	}
	return t.Clock.Began + n
}

// MomentAfter gives the moment that lies a span of time ahead; false where the
// table's rulebook does not say how long its rounds are.
func (t Table) MomentAfter(d time.Duration) (int, bool) {
	tk := t.Time()
	if tk.RoundMS == 0 {
		return 0, false
	}
	moment := time.Duration(tk.RoundMS) * time.Millisecond / time.Duration(tk.Moments())
	return t.Clock.Moment + int((d+moment-1)/moment), true
}

// LocalMoment gives the moment of a rulebook for one of the table: the same, unless
// the table keeps another rulebook's time.
func (t Table) LocalMoment(system string, m int) int {
	s, ok := t.Rulebooks[system]
	if !ok || system == t.System {
		return m
	}
	return ConvertMoment(t.Time(), s.Time, m)
}

// MomentIn gives the first moment of the table at which a rulebook's own count
// has come to n.
func (t Table) MomentIn(system string, n int) int {
	s, ok := t.Rulebooks[system]
	if !ok || system == t.System {
		return n
	}
	from, to := t.Time(), s.Time
	a, b := from.RoundMS, to.RoundMS
	if a == 0 || b == 0 {
		a, b = 1, 1
	}
	each := a * to.Moments()
	return (n*from.Moments()*b + each - 1) / each
}

// ConvertMoment turns so many units of one rulebook into those of another, without
// what is left over: by seconds where both count them, else by rounds. It never
// gives less for more.
func ConvertMoment(from, to engine.Timekeeping, n int) int {
	a, b := from.RoundMS, to.RoundMS
	if a == 0 || b == 0 {
		a, b = 1, 1
	}
	return n * a * to.Moments() / (from.Moments() * b)
}

// ConvertSpan turns a span of one rulebook's units into the table's: by seconds
// where both count them, else a round for every round begun, at least one.
func ConvertSpan(from, to engine.Timekeeping, n int) int {
	if from.Unit == to.Unit && from.PerRound == to.PerRound || n == 0 {
		return n
	}
	a, b := from.Moments(), to.Moments()
	if from.RoundMS == 0 || to.RoundMS == 0 {
		return max(1, (n+a-1)/a*b)
	}
	unit := a * to.RoundMS
	return max(1, (n*from.RoundMS*b+unit-1)/unit)
}

// ClockAt gives the clock at a later moment. What holds for a round ends with it.
func (t Table) ClockAt(m int) Clock {
	c, tk := t.Clock, t.Time()
	if m > c.Moment {
		c.Turn = ""
	}
	if m >= tk.RoundEnd(c.Moment) {
		c.Declared = nil
		if tk.Down && tk.Initiative != "" {
			c.Scores, c.Order, c.OrderDue = nil, nil, true
		}
	}
	c.Moment = m
	return c
}

// Score is what somebody rolled for the order of turns.
type Score struct {
	Who   string `json:"who"`
	Score int    `json:"score"`
	Tie   int    `json:"tie,omitempty"` // the higher one goes first among equals
}

// Waiting is somebody who acts when something happens, out of turn.
type Waiting struct {
	Who   string `json:"who"`
	Words string `json:"words,omitempty"`
}

// HasPage reports whether a character is written in a rulebook.
func HasPage(c *Character, system string) bool {
	_, ok := c.Pages[system]
	return ok
}

// IsTurn reports whether a pending action is the turn that a roll for the
// order put on the timeline.
func (t Table) IsTurn(p Pending) bool {
	return p.System == t.System && p.Of == t.Time().Initiative && p.Of != ""
}

// Declaration is what somebody means to do in a round.
type Declaration struct {
	Who     string `json:"who"`
	Actions int    `json:"actions"`
	Done    int    `json:"done,omitempty"`
	Words   string `json:"words,omitempty"`
}

// Declared gives what a character means to do in this round.
func (s State) Declared(who string) (Declaration, bool) {
	i := slices.IndexFunc(s.Clock.Declared, func(x Declaration) bool { return x.Who == who })
	if i < 0 {
		return Declaration{}, false
	}
	return s.Clock.Declared[i], true
}

// UpcomingItem is one thing that [Next] would do.
type UpcomingItem struct {
	Moment  int
	Who     string
	Against []string
	System  string
	Action  string // the action that falls due, or the payment
	Of      string // the action that it comes from
	Words   string // of an effect that ends
	Pays    int    // what a payment takes
	From    string // the pool that it takes it from, "" for several
	Asks    bool   // the gamemaster will be asked
	Ends    bool   // it only ends something
	Arrives string // whoever comes to the table then
}

// IsDown reports whether somebody of the table's rulebook is down.
func (t Table) IsDown(who string) bool {
	c, ok := t.Character(who)
	return ok && c.Plays(t.System) && t.IsDownIn(c, t.System)
}

// LastClock gives the clock as an event leaves it; false for an event that does not move it.
func LastClock(e Event) (Clock, bool) {
	for _, f := range slices.Backward(e.Facts) {
		if m, ok := f.(ClockMoved); ok {
			return m.Clock, true
		}
	}
	return Clock{}, false
}

// IsAward reports whether an action gives what a session brings: that is the
// gamemaster's to give.
func (t Table) IsAward(system, action string) bool {
	s, ok := t.Rulebooks[system]
	return ok && action != "" && s.Time.Between.Session == action
}

// DidThisSession reports whether somebody has done an action in the session that is
// under way.
func (t Table) DidThisSession(who, system, action string) bool {
	for _, e := range t.SessionEvents(t.CurrentSession()) {
		for _, f := range e.Facts {
			if end, ok := f.(Finished); ok && end.Roll.Who == who && end.Roll.System == system && end.Roll.Action == action {
				return true
			}
		}
	}
	return false
}

// Upcoming is what the command [Next] would do.
type Upcoming struct {
	WhyNot string // why time cannot go on; "" when it can
	Moment int
	Turn   string // whose turn it would be, "" for nobody's
	Round  bool   // a round begins
	Items  []UpcomingItem
	Free   []string // who may start something again then, being in the middle of nothing
}
