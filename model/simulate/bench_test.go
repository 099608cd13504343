package simulate_test

import (
	"runtime"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
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

// BenchmarkForecast prepares and plays 100 fights of two against six in each rulebook, with
// each policy, on all processors. Reported is the memory of the largest heap that is seen
// between fights, too.
func BenchmarkForecast(b *testing.B) {
	for _, s := range all(b) {
		for _, p := range simulate.Policies() {
			b.Run(s.ID+"/"+string(p), func(b *testing.B) {
				table := brawl(b, s)
				most := uint64(0)
				for b.Loop() {
					x, err := simulate.New(table, simulate.Plan{Sides: map[engine.Side]simulate.Policy{engine.Heroes: p, engine.Foes: p}})
					if err != nil {
						b.Fatal(err)
					}
					f := x.None()
					x.Play(b.Context(), f, 0, 100)
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					most = max(most, m.HeapInuse)
				}
				b.ReportMetric(float64(most)/1e6, "MB")
			})
		}
	}
}

// Mirrored fights: two heroes of a rulebook against the same two, one side hard and the
// other as so far, half of the fights with the sides changed. Reported is how many of the
// decided fights the hard side wins.
func BenchmarkHardAgainstAsSoFar(b *testing.B) {
	for _, s := range all(b) {
		b.Run(s.ID, func(b *testing.B) {
			var fights []*simulate.Simulation
			for _, hard := range []engine.Side{engine.Heroes, engine.Foes} {
				x, err := simulate.New(mirror(b, s), simulate.Plan{Sides: map[engine.Side]simulate.Policy{hard: simulate.Hard}})
				if err != nil {
					b.Fatal(err)
				}
				fights = append(fights, x)
			}
			won, decided, n := 0, 0, 0
			for b.Loop() {
				switch winner := fights[n%2].Fight(n).Winner; {
				case winner == "":
				case (winner == engine.Heroes) == (n%2 == 0):
					won++
					fallthrough
				default:
					decided++
				}
				n++
			}
			b.ReportMetric(100*simulate.Share(won, decided), "%won")
			b.ReportMetric(100*simulate.Share(decided, n), "%decided")
		})
	}
}

// mirror returns a table at which two of the heroes meet two who are the same.
func mirror(tb testing.TB, s *engine.System) model.Table {
	tb.Helper()
	t := model.New(model.Rulebooks{s.ID: s})
	t = do(tb, t, model.Make{Name: "Mirror", System: s.ID})
	t = do(tb, t, model.Scene{Place: "The yard"})
	var heroes []engine.Template
	for _, tpl := range s.Templates {
		if tpl.Side != engine.Foes {
			heroes = append(heroes, tpl)
		}
	}
	for i := range 4 {
		tpl, side := heroes[i/2%len(heroes)], []engine.Side{engine.Heroes, engine.Foes}[i%2]
		t = do(tb, t, model.Join{Character: model.Character{Name: tpl.Name, Side: side, Pages: map[string]engine.Page{s.ID: tpl.Page}}})
	}
	return t
}
