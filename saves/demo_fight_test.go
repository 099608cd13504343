package saves_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// The demo opens in a fight: the first of the cast is free to strike back at
// somebody who may well be hit, and may well not.
func TestDemoOpensInAFight(t *testing.T) {
	l, err := saves.Demo(index.Memory(), model.Rulebooks{"supermen": supermen.System}, testDeps(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	table := l.Now()
	hero := table.Characters()[0]
	var foes []string
	for _, p := range table.Pending() {
		if p.Who == hero.ID && !p.Passive {
			t.Errorf("%s is busy until %d", hero.Name, p.Due)
		}
		if len(p.Against) > 0 && p.Against[0] == hero.ID {
			foes = append(foes, p.Who)
		}
	}
	if len(foes) == 0 {
		t.Fatalf("nobody strikes at %s", hero.Name)
	}
	in, err := decide.Inputs(table, hero.ID, foes[:1], "supermen", "combat", engine.PageOf("weapon", "Baton"))
	if err != nil || in.WhyNot() != "" {
		t.Fatal(err, in.WhyNot())
	}
	odds, err := engine.Odds(in, nil, nil)
	if err != nil || odds.Success < 0.5 || odds.Success > 0.8 {
		t.Errorf("a hit has %v, %v", odds.Success, err)
	}
}
