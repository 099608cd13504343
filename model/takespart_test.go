package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// In every rulebook in which a roll makes two act, whoever is drawn into it is held to what
// holds whoever begins it: nobody is drawn in who is down, busy, or surprised.
func TestNobodyIsDrawnInWhoCannotAct(t *testing.T) {
	bound := map[string]model.Change{
		"supermen":   {Field: "surprised_until", To: engine.ValueOf(9)},
		"d20":        {Field: "is_surprised", To: engine.ValueOf(1)},
		"percentile": {Field: "is_surprised", To: engine.ValueOf(1)},
	}
	var both []string
	for _, id := range everyRulebook() {
		p := &play{TB: t, table: model.New(rulesWith(t, id)), throw: thrower(5)}
		sys := p.table.Rulebooks[id]
		if sys.HasNoSheet() {
			continue
		}
		p.must(model.Make{Name: "Yard", System: sys.ID})
		page := sys.Sheet.WithStartRows(sys.Templates[0].Page)
		p.must(model.Join{Character: model.Character{Name: "Hero", Pages: map[string]engine.Page{sys.ID: page}}})
		p.must(model.Join{Character: model.Character{Name: "Guard", Side: engine.Foes, Minion: true, Pages: map[string]engine.Page{sys.ID: page}}})
		hero, guard := p.table.Characters()[0].ID, p.table.Characters()[1].ID
		for _, a := range sys.Actions {
			if a.Need == engine.Alone || a.Mode != engine.Active {
				continue
			}
			begin := bothAct(p.table, hero, guard, sys, a)
			if begin == nil {
				continue
			}
			both = append(both, sys.ID+" "+a.ID)
			refused := func(how, words string, table model.Table) {
				t.Helper()
				_, err := decide.Decide(table, gm, *begin, nil)
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("%s %s against somebody %s: %v", sys.ID, a.ID, how, err)
				}
			}
			busy := p.table
			busy.State.Pending = append(slices.Clip(busy.State.Pending), model.Pending{ID: "p9", Who: guard, System: sys.ID, Action: "nothing", Of: "nothing", Due: busy.Clock.Moment + 4})
			refused("busy", "busy", busy)
			with := func(set ...model.Change) model.Table {
				before := p.table
				defer func() { p.table = before }()
				p.must(model.Write{Who: guard, System: sys.ID, Set: set})
				return p.table
			}
			refused("down", "cannot act", with(firstHurt(sys)...))
			if c, ok := bound[sys.ID]; ok {
				refused("surprised", "surprised", with(c))
			}
		}
	}
	for _, want := range []string{"supermen oppose", "d6 oppose", "easiness oppose", "contest oppose", "percentile contest", "d20 contest"} {
		if !slices.Contains(both, want) {
			t.Errorf("in %s nobody besides the actor acts; those in which somebody does are %s", want, strings.Join(both, ", "))
		}
	}
}

// bothAct gives the command for an action in which two act, nil if only the actor does.
func bothAct(t model.Table, who, against string, sys *engine.System, a *engine.Action) *model.Begin {
	form := engine.Page{}
	for _, sp := range a.Form.Fields() {
		name, _, other := strings.Cut(sp.ID, ".")
		if sp.ID == "code" || other && name == "other" && sp.ID == "other.code" {
			form = form.With(sp.ID, engine.ValueOf("3D"))
		}
	}
	in, err := decide.Inputs(t, who, []string{against}, sys.ID, a.ID, form)
	if err != nil {
		return nil
	}
	step, err := in.Start()
	if err != nil || !slices.Contains(step.Acts, engine.Other) {
		return nil
	}
	return &model.Begin{Who: who, Against: []string{against}, System: sys.ID, Action: a.ID, Params: form}
}
