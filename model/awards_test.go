package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
)

// In every rulebook the awards of a session, its own and the table's, are one event for all
// heroes, which one undo takes back even after the session has ended.
func TestAwardsAreOneAct(t *testing.T) {
	ids := books.IDs()
	for _, s := range systems.All() {
		if !s.HasNoSheet() {
			ids = append(ids, s.ID)
		}
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			p := &play{TB: t, table: model.New(rulesWith(t, id)), throw: thrower(3)}
			p.must(model.Make{Name: "Vault", System: id})
			sys := p.table.Rulebooks[id]
			i := max(slices.IndexFunc(sys.Templates, func(x engine.Template) bool { return x.Side == engine.Heroes }), 0)
			for _, side := range []engine.Side{engine.Heroes, engine.Heroes, engine.Foes} {
				p.must(model.Join{Character: model.Character{Name: "Fighter " + itoa(int(p.table.Seq())), Side: side, Pages: map[string]engine.Page{id: sys.Templates[i].Page}}})
			}
			p.must(model.BeginSession{Fingerprint: strings.Repeat("ab", 32)})
			given := model.GiveAwards{}
			for _, c := range p.table.Heroes() {
				if a, ok := sys.Action(sys.Time.Between.Awards); ok {
					given.Each = append(given.Each, model.Begin{Who: c.ID, System: id, Action: a.ID})
				}
				given.Own = append(given.Own, model.Award{Who: c.ID, What: "Renown", N: 4})
			}
			have := func(n int) {
				t.Helper()
				for _, c := range p.table.Characters() {
					if want := map[bool]int{true: n}[c.Side == engine.Heroes]; c.Awards["Renown"] != want {
						t.Errorf("%s has %d, not %d", c.Name, c.Awards["Renown"], want)
					}
				}
			}
			before := p.table.Seq()
			p.must(given)
			if p.table.Seq() != before+1 {
				t.Errorf("the awards are %d events", p.table.Seq()-before)
			}
			have(4)
			p.must(model.EndSession{Seed: strings.Repeat("cd", 32)})
			p.must(model.Undo{Act: true})
			have(0)
			if p.table.Open {
				t.Error("taking back the awards goes on with the session")
			}
		})
	}
}
