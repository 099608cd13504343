package model

import (
	"cmp"
	"slices"
	"time"

	"example.org/fray/engine"
)

// Clock is the time at a table. A moment is one unit of the rulebook whose time the table
// keeps, or one round if its rounds have only turns. Moments always grow, because sheets
// store moments; people read them counted from the start of the scene.
type Clock struct {
	Scene    int           `json:"scene"`
	Place    string        `json:"place,omitempty"` // the name of the scene
	Began    int           `json:"began,omitempty"` // the moment at which the scene began, the first of a round
	Moment   int           `json:"moment"`
	Turn     string        `json:"turn,omitempty"`     // the character whose turn it is
	Order    []string      `json:"order,omitempty"`    // characters in the order of their turns
	Scores   []Score       `json:"scores,omitempty"`   // what they rolled for the order
	Acted    []string      `json:"acted,omitempty"`    // who has had a turn of this round; nil: whoever stands before Turn in the order, and Turn
	OrderDue bool          `json:"anew,omitempty"`     // some characters have not rolled for the order of this round yet
	Declared []Declaration `json:"declared,omitempty"` // in this round
	Waiting  []Waiting     `json:"waiting,omitempty"`
}

// HadTurn returns the characters of the order whose turn of this round has come, the present one
// included.
func (c Clock) HadTurn() []string {
	if c.Acted != nil {
		return c.Acted
	}
	return c.Order[:slices.Index(c.Order, c.Turn)+1]
}

// SameMembers reports whether two lists without repetitions have the same members.
func SameMembers(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(id string) bool { return !slices.Contains(b, id) })
}

// InScene converts a moment to the number of moments since the start of its scene.
func (s State) InScene(m int) int {
	for i := len(s.SceneStarts) - 1; i >= 0; i-- {
		if s.SceneStarts[i] <= m {
			return m - s.SceneStarts[i]
		}
	}
	return m
}

// When returns a moment in the words of the table's rulebook, counted from the start of
// its scene.
func (t Table) When(m int) string { return t.Time().When(t.InScene(m)) }

// Round returns the round of the scene, counted from 1, and the unit that is shown for a
// moment.
func (t Table) Round(m int) (round, unit int) { return t.Time().RoundOf(t.InScene(m)) }

// MomentOf returns the moment of a unit of the present scene. If units begin again in
// every round, or there are only turns, n is a round, counted from 1.
func (t Table) MomentOf(n int) int {
	tk := t.Time()
	if tk.PerRound == 0 || tk.Down {
		n = (n - 1) * tk.Moments()
	}
	return t.Clock.Began + n
}

// MomentAfter returns the first moment at which a span of time has passed from now, and
// false if the table's rulebook does not say how long a round is.
func (t Table) MomentAfter(d time.Duration) (int, bool) {
	tk := t.Time()
	if tk.RoundMS == 0 {
		return 0, false
	}
	moment := time.Duration(tk.RoundMS) * time.Millisecond / time.Duration(tk.Moments())
	return t.Clock.Moment + int((d+moment-1)/moment), true
}

// LocalMoment converts a moment of the table to a rulebook's own count. They are the same
// unless the table keeps another rulebook's time.
func (t Table) LocalMoment(system string, m int) int {
	s, ok := t.Rulebooks[system]
	if !ok || system == t.System {
		return m
	}
	return ConvertMoment(t.Time(), s.Time, m)
}

// MomentIn is the inverse of [Table.LocalMoment]: it returns the first moment of the table
// at which a rulebook's own count has reached n.
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

// ConvertMoment converts a number of units of one rulebook to those of another, rounded
// down: by seconds if both rulebooks count them, otherwise by rounds. It is monotonic.
func ConvertMoment(from, to engine.Timekeeping, n int) int {
	a, b := from.RoundMS, to.RoundMS
	if a == 0 || b == 0 {
		a, b = 1, 1
	}
	return n * a * to.Moments() / (from.Moments() * b)
}

// ConvertSpan converts a duration of one rulebook to another's units, rounded up to at
// least 1: by seconds if both rulebooks count them, otherwise by whole rounds.
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

// ClockAt returns the clock at a later moment. What is declared and rolled for a round
// ends with the round.
func (t Table) ClockAt(m int) Clock {
	c, tk := t.Clock, t.Time()
	if m > c.Moment {
		c.Turn = ""
	}
	if m >= tk.RoundEnd(c.Moment) {
		c.Declared, c.Acted = nil, nil
		if tk.Down && tk.Initiative != "" {
			c.Scores, c.Order, c.OrderDue = nil, nil, true
		}
	}
	c.Moment = m
	return c
}

// Score is what a character rolled for the order of turns.
type Score struct {
	Who   string `json:"who"`
	Score int    `json:"score"`
	Tie   int    `json:"tie,omitempty"` // of equal scores the one with the higher Tie goes first
}

// Compare is positive if s goes before o, and 0 if both are equal.
func (s Score) Compare(o Score) int { return cmp.Or(s.Score-o.Score, s.Tie-o.Tie) }

// Waiting is a character who waits to act, out of turn, when something happens.
type Waiting struct {
	Who   string `json:"who"`
	Words string `json:"words,omitempty"`
}

// HasPage reports whether a character has a page of a rulebook.
func HasPage(c *Character, system string) bool {
	_, ok := c.Pages[system]
	return ok
}

// IsTurn reports whether a pending action is a turn that a roll for the order of turns put
// on the timeline.
func (t Table) IsTurn(p Pending) bool {
	return p.System == t.System && p.Of == t.Time().Initiative && p.Of != ""
}

// Declaration is how many actions a character has declared for a round and how many are
// done.
type Declaration struct {
	Who     string `json:"who"`
	Actions int    `json:"actions"`
	Done    int    `json:"done,omitempty"`
	Words   string `json:"words,omitempty"`
}

// Declared returns a character's declaration for this round, and false if there is none.
func (s State) Declared(who string) (Declaration, bool) {
	i := slices.IndexFunc(s.Clock.Declared, func(x Declaration) bool { return x.Who == who })
	if i < 0 {
		return Declaration{}, false
	}
	return s.Clock.Declared[i], true
}

// UpcomingItem is one thing that the command [Next] would do.
type UpcomingItem struct {
	Moment  int
	Who     string
	Against []string
	System  string
	Action  string // the action that falls due, or the payment
	Of      string // the action that put it on the timeline
	Words   string // the words of the effect that ends
	Pays    int    // how much a payment takes
	From    string // the pool that a payment takes it from, "" if there are several
	Asks    bool   // the gamemaster will be asked something
	Ends    bool   // it only ends something
	Arrives string // the name of the character or encounter that arrives
}

// IsDown reports whether the table's own rulebook marks a character as unable to act.
func (t Table) IsDown(who string) bool {
	c, ok := t.Character(who)
	return ok && c.Plays(t.System) && t.IsDownIn(c, t.System)
}

// LastClock returns the clock after an event, and false if the event does not move it.
func LastClock(e Event) (Clock, bool) {
	for _, f := range slices.Backward(e.Facts) {
		if m, ok := f.(ClockMoved); ok {
			return m.Clock, true
		}
	}
	return Clock{}, false
}

// IsAward reports whether an action is the one by which a rulebook gives awards at the end
// of a session. Only the gamemaster may begin it.
func (t Table) IsAward(system, action string) bool {
	s, ok := t.Rulebooks[system]
	return ok && action != "" && s.Time.Between.Awards == action
}

// Upcoming is what the command [Next] would do.
type Upcoming struct {
	WhyNot string // why the clock cannot move; "" if it can
	Moment int
	Turn   string // whose turn it would be; "" for nobody's
	Round  bool   // a round begins
	Items  []UpcomingItem
	Free   []string // characters who can begin something then and cannot now
}
