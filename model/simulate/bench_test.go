package simulate_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model/simulate"
)

// BenchmarkFight plays fights of two against six in each rulebook, with each policy.
func BenchmarkFight(b *testing.B) {
	for _, s := range all(b) {
		for _, p := range simulate.Policies() {
			b.Run(s.ID+"/"+string(p), func(b *testing.B) {
				x, err := simulate.New(brawl(b, s), simulate.Plan{Sides: map[engine.Side]simulate.Policy{engine.Heroes: p, engine.Foes: p}})
				if err != nil {
					b.Fatal(err)
				}
				acts, n := 0, 0
				for b.Loop() {
					acts += x.Fight(n).Acts
					n++
				}
				b.ReportMetric(float64(acts)/float64(n), "acts/fight")
			})
		}
	}
}
