package model

import (
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
	Scores   []score       `json:"scores,omitempty"`   // what they rolled for it
	Anew     bool          `json:"anew,omitempty"`     // the order of this round is still to be rolled, at least for some
	Declared []Declaration `json:"declared,omitempty"` // for this round
	Waiting  []waiting     `json:"waiting,omitempty"`
}

// InScene counts a moment from the start of the scene that it lies in.
func (t Table) InScene(m int) int {
	for i := len(t.scenes) - 1; i >= 0; i-- {
		if t.scenes[i] <= m {
			return m - t.scenes[i]
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

// Hence gives the moment that lies a span of time ahead; false where the
// table's rulebook does not say how long its rounds are.
func (t Table) Hence(d time.Duration) (int, bool) {
	tk := t.Time()
	if tk.RoundMS == 0 {
		return 0, false
	}
	moment := time.Duration(tk.RoundMS) * time.Millisecond / time.Duration(tk.Moments())
	return t.Clock.Moment + int((d+moment-1)/moment), true
}

// local gives the moment of a rulebook for one of the table: the same, unless
// the table keeps another rulebook's time.
func (t Table) local(system string, m int) int {
	s, ok := t.rules[system]
	if !ok || system == t.System {
		return m
	}
	return converted(t.Time(), s.Time, m)
}

// momentOf gives the first moment of the table at which a rulebook's own count
// has come to n.
func (t Table) momentOf(system string, n int) int {
	s, ok := t.rules[system]
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

// converted turns so many units of one rulebook into those of another, without
// what is left over: by seconds where both count them, else by rounds. It never
// gives less for more.
func converted(from, to engine.Timekeeping, n int) int {
	a, b := from.RoundMS, to.RoundMS
	if a == 0 || b == 0 {
		a, b = 1, 1
	}
	return n * a * to.Moments() / (from.Moments() * b)
}

// units turns a span of one rulebook's units into the table's: by seconds
// where both count them, else a round for every round begun, at least one.
func units(from, to engine.Timekeeping, n int) int {
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

// at gives the clock at a later moment. What holds for a round ends with it.
func (t Table) at(m int) Clock {
	c, tk := t.Clock, t.Time()
	if m > c.Moment {
		c.Turn = ""
	}
	if m >= tk.RoundEnd(c.Moment) {
		c.Declared = nil
		if tk.Down && tk.Initiative != "" {
			c.Scores, c.Order, c.Anew = nil, nil, true
		}
	}
	c.Moment = m
	return c
}
