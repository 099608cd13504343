package engine

import (
	"errors"
	"fmt"
	"math"

	"example.org/fray/engine/internal/odds"
)

// Where the odds are too long to count, the likeliest ways say at least between what chances
// success lies: what they leave over may all fail, or all succeed.
const (
	widestBound    = 0.05 // a wider one tells nobody anything
	narrowestBound = 1e-4 // a narrower one is not worth its time
	boundPart      = 4    // it takes at most a quarter of what the odds may take
)

// Bounded reports whether a chance of success is known to lie between Least and Most.
func (e *TooLong) Bounded() bool { return e.Most > 0 }

// Between is the bound in words, rounded outwards: "70 to 71 %". It is "" where there is none.
func (e *TooLong) Between() string {
	if !e.Bounded() {
		return ""
	}
	digits := 0
	for width := 0.5; digits < 2 && 100*(e.Most-e.Least) < width; width /= 10 {
		digits++
	}
	unit := math.Pow10(digits)
	const rounded = 1e-7 // what the bound was widened by, in percent
	return fmt.Sprintf("%.*f to %.*f %%", digits, math.Floor((100*e.Least+rounded)*unit)/unit, digits, math.Ceil((100*e.Most-rounded)*unit)/unit)
}

// For is the bound as the one in a seat sees it, see [Chances.LikelyFor].
func (e *TooLong) For(seat Seat) *TooLong {
	if !e.Bounded() || seat == "" || seat == Actor || seat == Gamemaster {
		return e
	}
	return &TooLong{e.Words, 1 - e.Most, 1 - e.Least}
}

// bounded follows the likeliest of too many ways, within so many steps, and with byItself those of
// equal state as one. Its error is that there are too many, with what success lies between where that
// says something, or [ErrStopped]. It adds to out what it has read and the steps that it took.
func (in *Inputs) bounded(tape []Answer, plan Plan, steps int, byItself bool, out *Chances) error {
	if steps < stepsOfRun {
		return errTooManyWays
	}
	part := *in
	part.mostSteps = steps
	c := newCount(&part, tape, plan)
	c.byItself, c.unlike, c.seen = byItself, true, map[knownState]bool{}
	aimed, open := false, 1.0
	stopped := odds.Likeliest(func(way odds.Way) (*odds.Stop, error) {
		stop, err := c.run(way)
		if stop == nil && err == nil {
			aimed, open = aimed || c.roll.target.known, max(0, 1-c.endings.weight)
		}
		return stop, err
	}, func(walked int) bool {
		return walked >= mostWays/boundPart || open < narrowestBound || walked >= mostWays/boundPart/4 && open > 0.98
	})
	own := c.allReadings()
	out.sheets, out.company, out.time = append(out.sheets, own.sheets...), out.company || own.company, out.time || own.time
	out.Steps += c.steps
	switch {
	case errors.Is(stopped, ErrStopped):
		return stopped
	case open > widestBound || !aimed && !c.endings.decided():
		return errTooManyWays
	}
	// What adding up many weights rounds off is far below 1e-9.
	return &TooLong{errTooManyWays.Words, max(0, c.endings.success-1e-9), min(1, c.endings.success+open+1e-9)}
}

// decided reports whether some endings succeed and some fail.
func (e *endings) decided() bool {
	won, lost := false, false
	for _, g := range e.grades {
		won, lost = won || g.Grade == Success, lost || g.Grade != Success && g.Grade != Undecided
	}
	return won && lost
}
