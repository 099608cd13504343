package replay

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
	"example.org/fray/model/view"
)

// Memory keeps values that take long to work out. What it has lost is worked out again.
type Memory interface {
	// Remembered returns the value that was kept under a key; "" if there is none.
	Remembered(key string) string
	// Remember keeps a value under a key.
	Remember(key, value string)
}

// Curve is how the chance of the heroes to win moved in a fight. It is counted one moment
// after the other. A curve is never changed.
type Curve struct {
	Moments []Moment // those that are counted
	left    []uncounted
	kept    Memory // may be nil
}

// uncounted is a moment whose chance is not known yet.
type uncounted struct {
	Moment
	key  string
	seen model.Table
}

// CurveOf returns the curve of the last fight of a session, as a seat saw it, with the
// chances that kept has remembered. It has no moments if nobody has fought, or if the seat
// knows too little of somebody. It reads the whole log: call it where nobody waits.
func CurveOf(t model.Table, seat model.Seat, session int, kept Memory) Curve {
	events := t.SessionEvents(session)
	if len(events) == 0 || t.SeatView != nil {
		return Curve{}
	}
	all := fights(t, seat, events[0].Seq, events[len(events)-1].Seq)
	if len(all) == 0 {
		return Curve{}
	}
	return all[len(all)-1].curve(t, seat, kept).remembered()
}

// curve returns the curve of a fight, before anything is counted: the moments in which most
// was lost. It is empty if the seat knows too little of somebody at one of them.
func (r Replay) curve(t model.Table, seat model.Seat, kept Memory) Curve {
	first := max(slices.IndexFunc(r.Frames, func(f Frame) bool { return f.attack })-1, 0)
	rest := Replay{Frames: slices.DeleteFunc(slices.Clone(r.Frames[first+1:]), func(f Frame) bool { return f.loss() == 0 })}
	chosen := append([]Frame{r.Frames[first]}, rest.Thinned(mostMoments-1).Frames...)
	c := Curve{kept: kept}
	for whole, e := range folded(t) {
		if e.Seq != chosen[0].seq {
			continue
		}
		seen := view.SeenBy(whole, seat)
		for who := range seen.Here() {
			if who.Plays(seen.System) && who.Public != nil {
				return Curve{}
			}
		}
		c.left = append(c.left, uncounted{Moment{chosen[0].When, chosen[0].Words, 0}, keyOf(seen, e), seen})
		if chosen = chosen[1:]; len(chosen) == 0 {
			break
		}
	}
	return c
}

// keyOf returns the key of a chance. It depends on all that the chance depends on, since
// events that are taken back or corrected later change what was at a moment.
func keyOf(seen model.Table, e model.Event) string {
	raw, err := json.Marshal([]any{momentFights, seen.State, model.EventID(e)})
	if err != nil {
		return ""
	}
	return fmt.Sprintf("heroes win %x", sha256.Sum256(raw))
}

// Done reports whether all moments are counted.
func (c Curve) Done() bool { return len(c.left) == 0 }

// Of returns how many moments the curve has when it is done.
func (c Curve) Of() int { return len(c.Moments) + len(c.left) }

// remembered returns the curve with the chances that are remembered of its next moments.
func (c Curve) remembered() Curve {
	for c.kept != nil && len(c.left) > 0 {
		chance, err := strconv.ParseFloat(c.kept.Remembered(c.left[0].key), 64)
		if err != nil {
			break
		}
		c = c.with(chance)
	}
	return c
}

// with returns the curve with the chance of its next moment.
func (c Curve) with(chance float64) Curve {
	m := c.left[0].Moment
	m.Chance = chance
	c.Moments, c.left = append(slices.Clip(c.Moments), m), c.left[1:]
	return c
}

// Next counts the next moment, by fights that are played from it, and remembers its chance.
// It returns the curve as it is if ctx ends before.
func (c Curve) Next(ctx context.Context) Curve {
	if c.Done() {
		return c
	}
	chance, ok := winning(ctx, c.left[0].seen)
	switch {
	case ctx.Err() != nil:
		return c
	case !ok:
		return Curve{}
	}
	if c.kept != nil && c.left[0].key != "" {
		c.kept.Remember(c.left[0].key, strconv.FormatFloat(chance, 'g', -1, 64))
	}
	return c.with(chance).remembered()
}

// winning returns the chance of the heroes to win from a table as a seat sees it; false if
// that cannot be told.
func winning(ctx context.Context, seen model.Table) (float64, bool) {
	sides := map[engine.Side]bool{}
	for c := range seen.Here() {
		if c.Plays(seen.System) && !seen.IsDownIn(c, seen.System) {
			sides[c.Side] = true
		}
	}
	switch {
	case !sides[engine.Heroes]:
		return 0, true
	case len(sides) == 1:
		return 1, true
	}
	x, err := simulate.New(seen, simulate.Plan{})
	if err != nil {
		return 0, false
	}
	f := x.None()
	x.Play(ctx, f, 0, momentFights)
	for _, s := range f.Sides {
		if s.Side == engine.Heroes {
			chance, _, _ := f.Chance(s)
			return chance, true
		}
	}
	return 0, false
}

// Turning returns the moment that changed the chance the most; nil if none changed it enough.
func (c Curve) Turning() (out *Turning) {
	most := leastTurn
	for i := 1; i < len(c.Moments); i++ {
		if change := math.Abs(c.Moments[i].Chance - c.Moments[i-1].Chance); change >= most && (out == nil || change > most) {
			most, out = change, &Turning{c.Moments[i], c.Moments[i-1].Chance}
			parts := strings.Split(out.Words, between)
			out.Words = view.Sentence(strings.Join(parts[:min(len(parts), 2)], "  ")) // without the working
		}
	}
	return out
}

// Words tells the curve in words; "" if nothing is counted.
func (c Curve) Words() string {
	var out []string
	for _, m := range c.Moments {
		out = append(out, fmt.Sprintf("%.0f %%", 100*m.Chance))
	}
	if out == nil {
		return ""
	}
	return "The chance of the heroes to win: " + strings.Join(out, ", ")
}
