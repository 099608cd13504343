package replay

import (
	"context"
	"strings"
	"time"

	"example.org/fray/model/scene"
	"example.org/fray/model/simulate"
)

// ForecastFights is the number of fights in a forecast. It is first told after ForecastBatch of
// them.
const (
	ForecastFights = 1000
	ForecastBatch  = 50
)

// ForecastTold is how often a forecast tells in lines how far it has come.
const ForecastTold = time.Second

// Forecast plays the fights of a forecast for writers of lines and, if that takes no longer,
// counts the chances exactly. Until the fights are played it tells every so often how far it has
// come, and who wins so far.
func Forecast(ctx context.Context, x *simulate.Simulation, fights int, every time.Duration, tell func(words string)) *simulate.Forecast {
	f := x.None()
	for told := time.Now(); f.Fights < fights && ctx.Err() == nil; {
		x.Play(ctx, f, f.Fights, min(f.Fights+ForecastBatch, fights))
		if f.Fights < fights && time.Since(told) >= every {
			told = time.Now()
			tell(scene.PlayedOf(f, fights) + ": " + strings.Join(scene.WinLines(f), ", "))
		}
	}
	f.Count(x.Exact(ctx, f.Steps))
	return f
}
