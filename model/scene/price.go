package scene

import (
	"fmt"
	"math"
	"slices"

	"example.org/fray/engine"
)

// Price is what a roll takes from a pool of the actor, and what is left.
type Price struct {
	Short string // "5 EP"
	Words string // "5 EP of 61, 56 left"
	More  bool   // it can take more than there is
}

// priced returns what a roll takes from the pools of the actor, by the expected changes of
// the sheet.
func priced(in engine.Inputs, drifts []engine.ExpectedChange) []Price {
	page, there := in.Sheets[engine.Actor]
	if !there {
		return nil
	}
	sheet := in.System.Sheet.Read(page).WithModifiers(in.InForce[engine.Actor])
	var out []Price
	for _, pool := range in.System.Pools {
		least, most := 0, 0
		for _, d := range drifts {
			if d.Sheet != engine.Actor {
				continue
			}
			if pool.HasLoss(d.Field) {
				least, most = least+d.Least, most+d.Most
			} else if pool.Full.ID == d.Field {
				least, most = least-d.Most, most-d.Least
			}
		}
		if least == 0 && most == 0 {
			continue
		}
		now := pool.Now(sheet)
		p := Price{Short: fmt.Sprintf("%s %s", span(least, most), pool.Label), More: most > now}
		p.Words = fmt.Sprintf("%s of %d, %s left", p.Short, now, span(now-most, now-least))
		if most <= 0 { // the pool gains
			p.Short = fmt.Sprintf("+%s %s", span(-most, -least), pool.Label)
			p.Words = fmt.Sprintf("%s to %d, then %s", p.Short, now, span(now-most, now-least))
		}
		out = append(out, p)
	}
	return out
}

// drifts returns the changes of the sheet over several ways in which a roll can end.
func drifts(ways []engine.Step) (out []engine.ExpectedChange) {
	at := func(d engine.ExpectedChange) func(engine.Change) bool {
		return func(c engine.Change) bool { return c.Sheet == d.Sheet && c.Field == d.Field }
	}
	for _, way := range ways {
		for _, c := range way.Changes {
			d := engine.ExpectedChange{Sheet: c.Sheet, Field: c.Field, Least: math.MaxInt, Most: math.MinInt}
			if c.To.Kind() != engine.Int || slices.ContainsFunc(out, func(x engine.ExpectedChange) bool { return at(x)(c) }) {
				continue
			}
			for _, other := range ways {
				n := 0
				if i := slices.IndexFunc(other.Changes, at(d)); i >= 0 {
					n = other.Changes[i].To.Int() - other.Changes[i].From.Int()
				}
				d.Least, d.Most = min(d.Least, n), max(d.Most, n)
			}
			out = append(out, d)
		}
	}
	return out
}

// span writes a range of numbers: "5", or "0 to 5".
func span(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
