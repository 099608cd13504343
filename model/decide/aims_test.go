package decide_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

// An attack that an action calls for of the same character goes on with those whom the action
// was against, in every rulebook: a power that is aimed at the third foe ends there.
func TestFollowUpsInheritWhomTheyAreAgainst(t *testing.T) {
	aimed := 0
	for _, s := range uitest.Books() {
		for _, a := range s.Actions {
			if a.Need == engine.Alone || a.Mode == engine.ByClock {
				continue
			}
			offers := []engine.Page{{}}
			for _, param := range a.Offers {
				sp, ok := a.Param(param)
				if !ok {
					continue
				}
				page := uitest.Template(s, 0).Page
				for _, id := range page.RowIDs(sp.RowsOf) {
					if name, _ := page.Get(sp.RowsOf + "/" + id + "/name"); name.Text() != "" {
						offers = append(offers, engine.Page{}.With(param, name))
					}
				}
			}
			for _, params := range offers {
				g := uitest.Seated(t, s)
				all := g.Table.Characters()
				last := all[len(all)-1]
				if _, err := g.Do(uitest.GM, model.Begin{Who: all[0].ID, Against: []string{last.ID}, System: s.ID, Action: a.ID, Params: params, Force: true}); err != nil {
					continue
				}
				g.ThrowAll(t)
				for _, u := range g.Table.FollowUps() {
					book, _ := g.Table.Rulebook(u.System)
					next, ok := book.Action(u.Action)
					if !ok || u.Who != all[0].ID {
						continue
					}
					if attack, _ := book.IsAttack(next, u.Params, all[0].Pages[s.ID]); !attack {
						continue
					}
					if aimed++; len(u.Against) != 1 || u.Against[0] != last.ID {
						t.Errorf("%s: %s against %s calls for %s against %v", s.ID, a.ID, last.Name, u.Action, g.Table.NamesOf(u.Against))
					}
				}
			}
		}
	}
	if aimed == 0 {
		t.Error("no action calls for an attack")
	}
}
