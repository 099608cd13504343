package model_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// By a rule of the table nobody sees the dice of characters whose sheet they may not read:
// neither their faces nor how many there are, nor where they stand in a stream. What comes
// of them is told. Dice that fell before the rule stay as they were.
func TestDiceOfOthersAreKept(t *testing.T) {
	throws := map[bool]int{}
	dice := thrower(4)
	p := &play{TB: t, table: model.New(allRules()), throw: func(d engine.Dice, hidden bool) engine.Faces { throws[hidden]++; return dice(d, hidden) }}
	p.must(model.Make{Name: "Docks", System: "d6"})
	hero, thug := p.comes("Hero"), p.comes("Thug")
	ben := model.Seat{Role: model.Player, Name: "Ben"}
	c, _ := p.table.Character(hero)
	owned := *c
	owned.Owner = "Ben"
	p.must(model.Edit{Who: hero, Character: owned})
	attack := func(who, at string) model.Begin {
		return model.Begin{Who: who, Against: []string{at}, System: "d6", Action: "attack", Params: engine.PageOf("code", "4D", "difficulty", 5)}
	}
	seen := func() string {
		t.Helper()
		var out strings.Builder
		for l := range view.SeenBy(p.table, ben).Log() {
			b, err := json.Marshal(l.Event.Facts)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(b)
		}
		return out.String()
	}
	p.must(attack(thug, hero))
	p.settle()
	open := strings.Count(seen(), `"faces"`)
	if throws[true] > 0 || open == 0 {
		t.Fatalf("without the rule: %v, %d throws are seen", throws, open)
	}

	p.must(tableRule("dice", model.DiceKept))
	was := throws[false]
	p.must(attack(thug, hero))
	p.settle()
	if throws[false] != was || throws[true] == 0 {
		t.Errorf("a thug's dice are drawn from the open stream: %v", throws)
	}
	if n := strings.Count(seen(), `"faces"`); n != open || strings.Contains(seen(), `"kept"`) {
		t.Errorf("a player sees %d throws, not %d", n, open)
	}
	newest := view.SeenBy(p.table, ben).Newest.Event
	if words := strings.Join(view.Words(view.SeenBy(p.table, ben), newest.Facts[len(newest.Facts)-1]), "\n"); !strings.Contains(words, "Thug") || !strings.Contains(words, "hit") && !strings.Contains(words, "miss") {
		t.Errorf("a player is told %q", words)
	}
	was = throws[false]
	p.must(attack(hero, thug))
	p.settle()
	if n := strings.Count(seen(), `"faces"`); throws[false] == was || n == open {
		t.Errorf("a hero's dice are kept: %v, %d throws are seen", throws, n)
	}

	c, _ = p.table.Character(thug)
	typed := *c
	typed.Typed = true
	p.must(model.Edit{Who: thug, Character: typed})
	was = strings.Count(seen(), `"faces"`)
	p.must(attack(thug, hero))
	r := view.SeenBy(p.table, ben).Rolls()[0]
	step, err := view.SeenBy(p.table, ben).Step(r)
	if err != nil || step.Open == nil || step.Open.Dice != (engine.Dice{}) {
		t.Errorf("a player sees which dice are to be typed: %+v, %v", step.Open, err)
	}
	for len(p.table.Rolls()) > 0 {
		r := p.table.Rolls()[0]
		if step, err = p.table.Step(r); err != nil {
			t.Fatal(err)
		}
		a := step.Open.Offered()
		if step.Open.Wants == engine.Throwing {
			a = step.Open.Thrown(slices.Repeat(engine.Faces{3}, step.Open.Dice.Count))
		}
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
	if n := strings.Count(seen(), `"faces"`); n != was {
		t.Errorf("a player sees %d throws after typed ones, not %d", n, was)
	}

	shown := *c
	p.must(model.Edit{Who: thug, Character: shown.WithShown(model.ShownOpen)})
	if n := strings.Count(seen(), `"kept":true`); n < 4 {
		t.Errorf("whoever reads the sheet sees %d of the kept dice", n)
	}
}
