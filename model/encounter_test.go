package model_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// ambush adds two foes as an encounter, in a round or, with 0, now.
func ambush(round int) model.Join {
	foe := func(name string) model.Character {
		return model.Character{Name: name, Side: engine.Foes, Pages: map[string]engine.Page{"supermen": engine.PageOf("vp_max", 20, "body_max", 10)}}
	}
	return model.Join{Character: foe("Boss"), More: []model.Character{foe("Thug")}, Encounter: "Ambush", Round: round}
}

// each sends several commands, none of which may fail.
func (p *play) each(all ...model.Command) {
	p.Helper()
	for _, c := range all {
		p.must(c)
	}
}

// An encounter arrives when its round begins, however the clock gets there, and only the
// gamemaster knows of it before.
func TestAnEncounterArrives(t *testing.T) {
	for name, on := range map[string]func(*play){
		"next": func(p *play) {
			for i := 0; len(p.table.State.Arrivals) > 0 && i < 9; i++ {
				p.must(model.Next{})
			}
		},
		"go": func(p *play) { p.must(model.Go{Moment: p.table.MomentOf(p.table.State.Arrivals[0].Due + 40)}) },
	} {
		p := newPlay(t, nil)
		p.each(model.Join{Character: model.Character{Name: "Ash", Owner: "Bo", Pages: map[string]engine.Page{"supermen": {}}}}, ambush(3))
		due := p.table.State.Arrivals[0].Due
		if round, _ := p.table.Round(due); round != 3 || len(p.table.Characters()) != 1 {
			t.Fatalf("%s: it arrives in round %d; %d are here", name, round, len(p.table.Characters()))
		}
		bo := model.Seat{Role: model.Player, Name: "Bo"}
		if text := state(t, view.SeenBy(p.table, bo)); strings.Contains(text, "Ambush") || strings.Contains(text, "Boss") {
			t.Errorf("%s: a player knows who will come: %s", name, text)
		}
		found := false
		for _, x := range decide.UpcomingUntil(p.table, due) {
			found = found || x.Arrives == "Ambush" && x.Moment == due
		}
		if !found {
			t.Errorf("%s: nothing says that it comes", name)
		}
		on(p)
		all := p.table.Characters()
		if len(all) != 3 || all[1].Name != "Boss" || all[2].Encounter != "Ambush" || p.table.Clock.Moment < due || name == "next" && p.table.Clock.Moment != due {
			t.Errorf("%s: at %d, due at %d, there are %d", name, p.table.Clock.Moment, due, len(all))
		}
		p.must(model.Undo{})
		if len(p.table.Characters()) != 1 || len(p.table.State.Arrivals) != 1 {
			t.Errorf("%s: undone, %d are here and %d will come", name, len(p.table.Characters()), len(p.table.State.Arrivals))
		}
		snapshot, err := p.table.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := model.New(rules).Restore(snapshot, p.table.Seq()); err != nil || len(again.State.Arrivals) != 1 {
			t.Errorf("%s: a snapshot forgets who will come: %v", name, err)
		}
	}
}

// The name of an encounter is the gamemaster's alone, even for a player who owns one of
// its characters.
func TestTheNameOfAnEncounterIsTheGamemasters(t *testing.T) {
	p := newPlay(t, nil)
	come := ambush(0)
	come.Character.Owner, come.More[0].Shown = "Bo", model.ShownOpen
	p.must(come)
	boss := *p.table.Characters()[0]
	boss.Notes = "limps"
	p.must(model.Edit{Who: boss.ID, Character: boss})
	if p.table.Characters()[0].Encounter != "Ambush" {
		t.Fatal("an edit takes somebody out of an encounter")
	}
	for _, seat := range []model.Seat{{Role: model.Player, Name: "Bo"}, {Role: model.Watcher, Name: "Cy"}} {
		seen := view.SeenBy(p.table, seat)
		log, err := json.Marshal(slices.Collect(seen.Log()))
		if err != nil {
			t.Fatal(err)
		}
		if text := state(t, seen) + string(log); !strings.Contains(text, "Boss") || strings.Contains(text, "Ambush") {
			t.Errorf("%s: %s", seat.Name, text)
		}
	}
}

// An arrival can be cancelled, ends with the scene, and cannot be set for the past.
func TestAnArrivalIsCalledOff(t *testing.T) {
	p := newPlay(t, nil)
	p.must(ambush(3))
	p.must(model.Cancel{Pending: p.table.State.Arrivals[0].ID})
	if len(p.table.State.Arrivals) != 0 {
		t.Error("called off, it still comes")
	}
	p.each(ambush(2), model.Scene{Place: "Elsewhere"})
	if len(p.table.State.Arrivals) != 0 || len(p.table.Characters()) != 0 {
		t.Error("the scene is over, and it still comes")
	}
	if err := p.do(gm, ambush(1)); err == nil || !strings.Contains(err.Error(), "round 1") {
		t.Errorf("it arrives in a round that has begun: %v", err)
	}
}

// One command resets an encounter: those who left are back, wounds, effects and actions
// under way are gone, and nobody else is changed.
func TestAnEncounterIsReset(t *testing.T) {
	p := newPlay(t, thrower(3))
	p.each(model.Join{Character: model.Character{Name: "Ash", Pages: map[string]engine.Page{"supermen": engine.PageOf("vp_max", 20)}}}, ambush(0))
	all := p.table.Characters()
	ash, boss, thug := all[0].ID, all[1].ID, all[2].ID
	hurt := func(who string) model.Write {
		return model.Write{Who: who, System: "supermen", Set: []model.Change{{Field: rules["supermen"].Pools[0].Losses[0].ID, To: engine.ValueOf(9)}}}
	}
	p.each(hurt(ash), hurt(boss), hurt(thug), model.AddEffect{Who: boss, More: []string{thug, ash}, Words: "Blinded", Until: model.ByScene})
	if n := len(p.table.State.Effects); n != 3 {
		t.Fatalf("%d are blinded", n)
	}
	p.each(model.Leave{Who: thug}, model.Reset{Encounter: "ambush"})
	for id, want := range map[string]bool{ash: true, boss: false, thug: false} {
		c, _ := p.table.Character(id)
		lost := 0
		for _, pool := range rules["supermen"].Pools {
			lost += pool.Lost(rules["supermen"].Sheet.Read(c.Pages["supermen"]))
		}
		if c.Left || (lost > 0) != want || (len(p.table.EffectsOn(id)) > 0) != want {
			t.Errorf("%s: left %v, lost %d, holds %v", c.Name, c.Left, lost, p.table.EffectsOn(id))
		}
	}
	if err := p.do(gm, model.Reset{Encounter: "Siege"}); err == nil {
		t.Error("an encounter that never came is reset")
	}
	if err := p.do(model.Seat{Role: model.Player, Name: "Bo"}, model.Reset{Encounter: "Ambush"}); err == nil {
		t.Error("a player resets an encounter")
	}
}

// firstHurt is the least harm that a rulebook knows, which fells a minion.
func firstHurt(sys *engine.System) (set []model.Change) {
	for _, pool := range sys.Pools {
		if pool.Kind == "life" {
			set = append(set, model.Change{Field: pool.Losses[0].ID, To: engine.ValueOf(1)})
			break
		}
	}
	if hurt := sys.Time.Between.Hurt; hurt != "" {
		sp, _ := sys.Sheet.Field(hurt)
		set = []model.Change{{Field: hurt, To: engine.ValueOf(sp.Options[1])}}
	}
	for _, pool := range sys.Tracks {
		if pool.Kind == "life" {
			list := pool.Full.In
			set = append(set, model.Change{Field: list + "/r1/name", To: engine.ValueOf("Duel")}, model.Change{Field: list + "/r1/" + pool.Full.ID, To: engine.ValueOf(20)},
				model.Change{Field: list + "/r1/" + pool.Losses[0].ID, To: engine.ValueOf(1)})
		}
	}
	return set
}

// In every rulebook a minion who has lost any life cannot act, and another character can.
func TestOneHitFellsAMinion(t *testing.T) {
	for _, sys := range systems.All() {
		if sys.HasNoSheet() {
			continue
		}
		p := &play{TB: t, table: model.New(allRules())}
		p.must(model.Make{Name: "Yard", System: sys.ID})
		for _, minion := range []bool{false, true} {
			p.must(model.Join{Character: model.Character{Name: "Goblin", Side: engine.Foes, Minion: minion, Pages: map[string]engine.Page{sys.ID: sys.Templates[len(sys.Templates)-1].Page}}})
		}
		set := firstHurt(sys)
		for i, c := range p.table.Characters() {
			if p.table.IsDownIn(c, sys.ID) {
				t.Errorf("%s: %d is down unhurt", sys.ID, i)
			}
			p.must(model.Write{Who: c.ID, System: sys.ID, Set: set})
			c, _ = p.table.Character(c.ID)
			if got, want := p.table.IsDownIn(c, sys.ID), c.Minion; got != want {
				t.Errorf("%s: minion %v, hurt, is down %v", sys.ID, c.Minion, got)
			}
		}
	}
}
