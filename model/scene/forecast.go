package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
	"example.org/fray/model/view"
)

// ForecastHead is the heading of a forecast.
const ForecastHead = "How the fight would end"

// MostTurning is how many tries that decide a fight are told.
const MostTurning = 8

// PercentOf writes n of all as a whole percentage.
func PercentOf(n, all int) string { return WholePercent(simulate.Share(n, all)) }

// WholePercent writes a chance as a whole percentage.
func WholePercent(p float64) string { return strconv.Itoa(int(100*p+0.5)) + " %" }

// TurningWords names the try that decides.
func TurningWords(t model.Table, p simulate.TurningPoint) string {
	return t.NameOf(p.Who) + ", " + cmp.Or(p.Row, t.ActionName(t.System, p.Action))
}

// PlayedOf says how many of all fights are played: "312 of 1000 fights".
func PlayedOf(f *simulate.Forecast, all int) string {
	return fmt.Sprintf("%d of %s", f.Fights, engine.Counted(all, "fight"))
}

// WinLines says of each side how often it wins.
func WinLines(x *simulate.Forecast) (out []string) {
	for _, s := range x.Sides {
		chance, _, _ := x.Chance(s)
		line := fmt.Sprintf("%s: win %s%s", s.Side, WholePercent(chance), BoundWords(x, s))
		if x.Exact {
			line = fmt.Sprintf("%s: win exactly %.4f %%", s.Side, 100*chance)
		}
		out = append(out, line)
	}
	return out
}

// ForecastLines writes a forecast as lines of text.
func ForecastLines(t model.Table, x *simulate.Forecast) []string {
	out := WinLines(x)
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if x.Undecided > 0 {
		add("not decided: %s", PercentOf(x.Undecided, x.Fights))
	}
	add("%s; half of them take %s or fewer", engine.Counted(x.Fights, "fight"), engine.Counted(simulate.Quantile(x.Rounds, 0.5), "round"))
	for _, p := range x.People {
		line := p.Name + ": down " + PercentOf(p.Down, x.Fights)
		if p.Killed > 0 {
			line += ", killed " + PercentOf(p.Killed, x.Fights)
		}
		if p.Fled > 0 {
			line += ", fled " + PercentOf(p.Fled, x.Fights)
		}
		for _, l := range p.Pools {
			if l.Shown {
				line += fmt.Sprintf(", %s left %d, in the worst tenth %d", l.Label, simulate.Quantile(l.Left, 0.5), simulate.Quantile(l.Left, 0.1))
			}
		}
		add("%s", line)
	}
	turning := x.TurningPoints()
	for _, p := range turning[:min(len(turning), MostTurning)] {
		add("%s: the side wins %s if the first try succeeds, and %s if not", TurningWords(t, p), PercentOf(p.Won, p.Succeeded), PercentOf(p.WonNevertheless, p.Failed))
	}
	return out
}

// ForecastForAll writes a forecast as the gamemaster may show it to everybody: without those
// who are hidden, and without what is left to those whose sheets not everybody knows.
func ForecastForAll(t model.Table, x *simulate.Forecast) string {
	seen := view.SeenBy(t, model.Seat{Role: model.Watcher})
	known := x.Clone()
	known.People = slices.DeleteFunc(known.People, func(p simulate.PersonForecast) bool { _, there := seen.Character(p.ID); return !there })
	for i, p := range known.People {
		if c, _ := seen.Character(p.ID); c.Public != nil {
			known.People[i].Pools = nil
		}
	}
	known.Turning = slices.DeleteFunc(known.Turning, func(p simulate.TurningPoint) bool {
		c, there := seen.Character(p.Who)
		return !there || c.Public != nil
	})
	return strings.Join(ForecastLines(t, known), "\n")
}

// BoundWords says how far off a chance may be.
func BoundWords(x *simulate.Forecast, s simulate.SideForecast) string {
	chance, low, high := x.Chance(s)
	if x.Exact {
		return fmt.Sprintf(", exactly %.4f %%", 100*chance)
	}
	return fmt.Sprintf(", give or take %d", max(int(100*max(chance-low, high-chance)+0.5), 1))
}
