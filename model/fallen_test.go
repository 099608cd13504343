package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// In every rulebook and in every state in which somebody cannot act: what they had begun is
// called off with the fall; they neither wait nor step in, declare or begin anything, nobody
// waits for them, and nothing that they may leave out is called for.
func TestTheFallenDoNothing(t *testing.T) {
	for _, id := range everyRulebook() {
		rules := rulesWith(t, id)
		sys := rules[id]
		if sys.HasNoSheet() {
			continue
		}
		states := map[string]bool{}
		for _, fall := range falls(sys) {
			p := &play{TB: t, table: model.New(rules), throw: thrower(5)}
			p.must(model.Make{Name: "Yard", System: id})
			page := sys.Sheet.WithStartRows(sys.Templates[0].Page)
			for _, name := range []string{"Hero", "Guard"} {
				p.must(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{id: page}}})
			}
			hero, guard := p.table.Characters()[0].ID, p.table.Characters()[1].ID
			p.must(model.Wait{Who: guard, Words: "the hero moves"})
			p.table.State.Pending = append(slices.Clip(p.table.State.Pending), model.Pending{ID: "p9", Who: guard, System: id, Action: "task", Of: "task", Due: p.table.Clock.Moment + 4})
			for _, a := range sys.Actions {
				if a.Result.Optional && a.Mode != engine.ByClock {
					p.table.State.FollowUps = append(slices.Clip(p.table.State.FollowUps), model.FollowUp{Who: guard, System: id, Action: a.ID})
				}
			}
			if p.do(gm, model.Write{Who: guard, System: id, Set: fall}) != nil {
				continue
			}
			c, _ := p.table.Character(guard)
			if !p.table.IsDownIn(c, id) {
				continue
			}
			word := p.table.DownWord(c, id)
			states[word] = true
			bad := func(format string, args ...any) {
				t.Helper()
				t.Errorf("%s, %s (%v): "+format, append([]any{id, word, fall[0].Field}, args...)...)
			}
			if slices.ContainsFunc(p.table.State.Pending, func(x model.Pending) bool { return x.ID == "p9" }) {
				bad("a task goes on")
			}
			for _, u := range p.table.FollowUps() {
				bad("%s is called for", u.Action)
			}
			if slices.Contains(decide.Free(p.table), guard) {
				bad("is free")
			}
			refused := func(c model.Command) {
				t.Helper()
				if err := p.do(gm, c); err == nil {
					bad("%T is allowed", c)
				}
			}
			refused(model.StepIn{Who: guard})
			refused(model.Wait{Who: guard, Words: "x"})
			refused(model.Declare{Who: guard, Actions: 2})
			for _, a := range sys.Actions {
				if a.Mode == engine.Active {
					refused(model.Begin{Who: guard, Against: []string{hero}[:min(int(a.Need), 1)], System: id, Action: a.ID})
				}
			}
			p.must(model.Next{})
			if p.table.Clock.Turn == guard {
				bad("has the turn")
			}
		}
		if len(states) == 0 {
			t.Errorf("%s: nobody ever falls", id)
		}
	}
}

// falls lists what may fell somebody by a rulebook: each pool of life emptied, each wound, and
// each condition.
func falls(sys *engine.System) (out [][]model.Change) {
	for _, pool := range sys.Pools {
		out = append(out, []model.Change{{Field: pool.Losses[0].ID, To: engine.ValueOf(min(pool.Losses[0].Most, 900))}})
	}
	for _, pool := range sys.Tracks {
		list := pool.Full.In
		out = append(out, []model.Change{{Field: list + "/r1/name", To: engine.ValueOf("Duel")}, {Field: list + "/r1/" + pool.Full.ID, To: engine.ValueOf(20)},
			{Field: list + "/r1/" + pool.Losses[0].ID, To: engine.ValueOf(20)}, {Field: list + "/r1/over", To: engine.ValueOf("lost")}})
	}
	for _, sp := range sys.Sheet.Fields() {
		switch {
		case sp.ID == sys.Time.Between.Hurt:
			for _, o := range sp.Options {
				out = append(out, []model.Change{{Field: sp.ID, To: engine.ValueOf(o)}})
			}
		case strings.HasPrefix(sp.ID, "is_") && sp.Kind == engine.Int:
			out = append(out, []model.Change{{Field: sp.ID, To: engine.ValueOf(1)}})
		case sp.Kind == engine.Bool && sp.ID == "out":
			out = append(out, []model.Change{{Field: sp.ID, To: engine.ValueOf(true)}})
		}
	}
	return out
}
