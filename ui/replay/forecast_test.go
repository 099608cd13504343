package replay_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/simulate"
	"example.org/fray/ui/replay"
	"example.org/fray/ui/uitest"
)

// A forecast in lines tells how far it has come and who wins so far, and comes to what its fights
// come to when they are played at once.
func TestForecastTellsHowFarItIs(t *testing.T) {
	g := uitest.Vault(t)
	foe := *g.Table.Characters()[1]
	foe.Side, foe.Pages = engine.Foes, nil
	g.Must(t, model.Edit{Who: foe.ID, Character: foe})
	x, err := simulate.New(g.Table, simulate.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	const fights = 2*replay.ForecastBatch + 5
	var told []string
	got := replay.Forecast(t.Context(), x, fights, 0, func(words string) { told = append(told, words) })
	want := x.None()
	x.Play(t.Context(), want, 0, fights)
	want.Count(x.Exact(t.Context(), want.Steps))
	if a, b := scene.ForecastLines(g.Table, got), scene.ForecastLines(g.Table, want); !slices.Equal(a, b) {
		t.Errorf("foretold is\n%s\nnot\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	for n, begins := range []string{"50 of 105 fights: heroes: win ", "100 of 105 fights: heroes: win "} {
		if n >= len(told) || !strings.HasPrefix(told[n], begins) || !strings.Contains(told[n], "foes: win ") {
			t.Errorf("told is %q", told)
		}
	}
	if len(told) != 2 {
		t.Errorf("told is %q", told)
	}
}
