package model_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// One hit ends a combat for a minion, and with it the combat of whoever has no other
// opponent. Somebody else fights on.
func TestAContestEndsForAFelledMinion(t *testing.T) {
	for _, minion := range []bool{true, false} {
		p := &play{TB: t, table: model.New(rulesWith(t, "contest")), throw: thrower(3)}
		p.must(model.Make{Name: "The yard", System: "contest"})
		pages := map[string]engine.Page{"contest": p.table.Rulebooks["contest"].Templates[0].Page}
		p.must(model.Join{Character: model.Character{Name: "Hero", Pages: pages}})
		p.must(model.Join{Character: model.Character{Name: "Guard", Minion: minion, Side: engine.Foes, Pages: pages}})
		all := p.table.Characters()
		hero, guard := all[0].ID, all[1].ID
		exchange := model.Begin{Who: hero, Against: []string{guard}, System: "contest", Action: "exchange", Params: engine.PageOf("kind", "combat", "effect", 2, "other.resistance", 40), Force: true}
		hits := 0
		for range 40 {
			if err := p.do(gm, exchange); err != nil {
				break // it is over
			}
			p.settle()
			hits++
			if c, _ := p.table.Character(guard); p.table.DownWord(c, "contest") != "" {
				break
			}
			if hits == 4 && !minion {
				break
			}
		}
		c, _ := p.table.Character(guard)
		felled := p.table.DownWord(c, "contest") != ""
		if felled != minion {
			t.Errorf("a minion %v: after %d exchanges it is felled: %v", minion, hits, felled)
		}
		over := ""
		for _, path := range c.Pages["contest"].Paths() {
			if v, _ := c.Pages["contest"].Get(path); len(path) > 5 && path[len(path)-5:] == "/over" {
				over = v.Text()
			}
		}
		if minion && over != "lost" {
			t.Errorf("the combat of the minion is %q", over)
		}
	}
}
