package model_test

import (
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// attackOn is a table at which a thug of the gamemaster's is about to attack Ben's hero.
func attackOn(t *testing.T, system string) (p *play, thug, hero string) {
	p = &play{TB: t, table: model.New(rulesWith(t, system)), throw: thrower(3)}
	p.must(model.Make{Name: "The yard", System: system})
	sys := p.table.Rulebooks[system]
	p.must(model.Join{Character: model.Character{Name: "Hero", Owner: "Ben", Shown: model.ShownOpen, Pages: map[string]engine.Page{system: sys.Templates[0].Page}}})
	p.must(model.Join{Character: model.Character{Name: "Thug", Shown: model.ShownOpen, Pages: map[string]engine.Page{system: sys.Templates[len(sys.Templates)-1].Page}}})
	all := p.table.Characters()
	return p, all[1].ID, all[0].ID
}

// defenceAsked begins an attack and gives the question of the defender.
func (p *play) defenceAsked(by model.Seat, attack model.Begin) (model.Roll, engine.Question) {
	p.Helper()
	if err := p.do(by, attack); err != nil {
		p.Fatal(err)
	}
	rolls := p.table.Rolls()
	if len(rolls) != 1 {
		p.Fatalf("%d rolls are open", len(rolls))
	}
	step, err := p.table.Step(rolls[0])
	if err != nil || step.Open == nil || !step.Open.Defends {
		p.Fatalf("the defender is not asked: %+v, %v", step.Open, err)
	}
	return rolls[0], *step.Open
}

// Who is attacked decides how to meet the attack where the table asks them, and nobody is
// asked anything where it does not, or where one person plays both.
func TestWhoIsAttackedIsAsked(t *testing.T) {
	for system, want := range map[string]string{"d6": "passive active full", "percentile": "do nothing dodge parry"} {
		p, thug, hero := attackOn(t, system)
		attack := model.Begin{Who: thug, Against: []string{hero}, System: system, Action: "attack"}
		p.must(attack)
		if all := decide.Attacks(p.table); len(all) > 0 && all[0].Question != "" {
			t.Fatalf("%s: asked though the table asks nobody: %+v", system, all)
		}
		p.settle()
		p.must(tableRule("defence", "30 seconds"))
		r, q := p.defenceAsked(gm, attack)
		var ids []string
		for _, o := range q.Options {
			ids = append(ids, o.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: offered are %s, want %s", system, got, want)
		}
		if all := decide.Attacks(p.table); len(all) != 1 || all[0].Who != hero || len(all[0].For) != 1 || all[0].For[0] != ben {
			t.Errorf("%s: asked are %+v", system, all)
		}
		seen := view.SeenBy(p.table, ben)
		own, _ := seen.Roll(r.ID)
		if step, err := seen.Step(own); err != nil || step.Open == nil || len(step.Open.Options) != 3 {
			t.Errorf("%s: Ben's screen asks %+v, %v", system, step.Open, err)
		}
		if err := p.do(cy, model.Answer{Roll: r.ID, Question: r.Question, Answer: q.Picked(q.Options[1].ID)}); err == nil {
			t.Errorf("%s: somebody else defends for Ben", system)
		}
		if err := p.do(ben, model.Answer{Roll: r.ID, Question: r.Question, Answer: q.Picked(q.Options[1].ID)}); err != nil {
			t.Fatal(err)
		}
		p.settle()
		p.undoesAndReads()

		mine := model.Begin{Who: hero, Against: []string{thug}, System: system, Action: "attack"}
		if err := p.do(ben, mine); err != nil {
			t.Fatal(err)
		}
		if all := decide.Attacks(p.table); len(all) != 0 && all[0].Question != "" {
			t.Errorf("%s: the gamemaster's thug is asked for a defence: %+v", system, all)
		}
	}
}

// undoesAndReads takes the newest act back and brings it again, and reads the log anew.
func (p *play) undoesAndReads() {
	p.Helper()
	was, err := p.table.Snapshot()
	if err != nil {
		p.Fatal(err)
	}
	p.must(model.Undo{Act: true})
	p.must(model.Redo{})
	anew := model.New(p.table.Rulebooks)
	for _, e := range p.readAgain() {
		anew = anew.Apply(e)
	}
	state := func(t model.Table) string { b, _ := t.MarshalJSON(); return string(b) }
	if state(anew) != state(p.table) {
		p.Errorf("read from the log the table is\n%s\nand was\n%s", state(anew), state(p.table))
	}
	if _, err := p.table.Restore(was, p.table.Seq()); err != nil {
		p.Error(err)
	}
}

// A defence uses up an action, and is not offered to whoever has none left.
func TestADefenceTakesAnAction(t *testing.T) {
	p, thug, hero := attackOn(t, "d6")
	p.must(tableRule("defence", "30 seconds"))
	p.must(model.Declare{Who: hero, Actions: 1})
	attack := model.Begin{Who: thug, Against: []string{hero}, System: "d6", Action: "attack", Force: true}
	r, q := p.defenceAsked(gm, attack)
	if err := p.do(ben, model.Answer{Roll: r.ID, Question: r.Question, Answer: q.Picked("active")}); err != nil {
		t.Fatal(err)
	}
	p.settle()
	if x, _ := p.table.Declared(hero); x.Done != 1 {
		t.Errorf("the defence counts as %d actions", x.Done)
	}
	p.must(attack)
	for _, a := range decide.Attacks(p.table) {
		if a.Question != "" {
			t.Errorf("asked again with no action left: %+v", a)
		}
	}
}

// The time is over: nothing is done about the attack, and the log says so; no clock is
// read, and nobody but the program that serves the table sets a time.
func TestNoDefenceInTime(t *testing.T) {
	program := model.Seat{Role: model.Program}
	until := time.Unix(1_800_000_000, 0).UTC()
	p, thug, hero := attackOn(t, "d6")
	p.must(tableRule("defence", "30 seconds"))
	r, _ := p.defenceAsked(gm, model.Begin{Who: thug, Against: []string{hero}, System: "d6", Action: "attack"})
	set := model.SetDeadline{Deadline: model.Deadline{Roll: r.ID, Question: r.Question, Who: hero, Until: until}, Seconds: 30}
	if p.do(ben, set) == nil || p.do(gm, set) == nil {
		t.Error("somebody sets a time by hand")
	}
	if err := p.do(program, set); err != nil {
		t.Fatal(err)
	}
	for _, seat := range []model.Seat{gm, ben} {
		if at, ok := view.SeenBy(p.table, seat).DeadlineOf(r.ID, r.Question, hero); !ok || !at.Equal(until) {
			t.Errorf("%v is told %v, %v", seat, at, ok)
		}
	}
	if act := p.table.NextAct(); len(act) != 1 {
		t.Errorf("undo takes back %d events", len(act))
	}
	over := model.NoDefence{Roll: r.ID, Question: r.Question, Who: hero}
	if err := p.do(cy, over); err == nil {
		t.Error("somebody else gives Ben's defence up")
	}
	if err := p.do(program, over); err != nil {
		t.Fatal(err)
	}
	if err := p.do(program, over); err == nil {
		t.Error("it is over twice")
	}
	if now, _ := p.table.Roll(r.ID); len(p.table.Rolls()) > 0 && len(now.Tape) == 0 {
		t.Error("the attack still waits")
	}
	told := false
	for _, lines := range view.LogText(p.table, true) {
		for _, l := range lines {
			told = told || strings.Contains(l.Text, "no answer in time")
		}
	}
	if !told {
		t.Error("the log does not say that there was no answer in time")
	}
	p.settle()
	p.undoesAndReads()
}

// An attack that is on its way calls for the defence for which its target may give up
// what it does; a roll that calls for a choice of defences leaves what hurts.
func TestDefencesThatAreCalledFor(t *testing.T) {
	for system, want := range map[string][2]string{"supermen": {"combat", ""}, "easiness": {"dodge resist hurt", "hurt"}} {
		p, thug, hero := attackOn(t, system)
		p.must(tableRule("defence", "30 seconds"))
		action := map[string]string{"supermen": "combat", "easiness": "pool"}[system]
		for range 20 {
			p.must(model.Begin{Who: thug, Against: []string{hero}, System: system, Action: action, Params: engine.PageOf("situation", 9), Force: true})
			p.settle()
			if len(p.table.FollowUps()) > 0 {
				break
			}
		}
		actions := func() string {
			var out []string
			for _, u := range p.table.FollowUps() {
				out = append(out, u.Action)
			}
			return strings.Join(out, " ")
		}
		if got := actions(); got != want[0] {
			t.Fatalf("%s: called for is %q", system, got)
		}
		all := decide.Attacks(p.table)
		if len(all) != 1 || all[0].Question != "" || all[0].Who != hero || len(decide.Attacks(view.SeenBy(p.table, ben))) != 1 {
			t.Fatalf("%s: asked are %+v", system, all)
		}
		if system == "supermen" { // out of turn, and for what is under way
			before := p.table
			if err := p.do(ben, model.Begin{Who: hero, System: system, Action: "combat", Abort: true}); err != nil || len(p.table.FollowUps()) != 0 {
				t.Errorf("the defence is not taken up: %v, %+v", err, p.table.FollowUps())
			}
			p.table, p.log = before, p.log[:len(p.log)-1]
		}
		if err := p.do(ben, model.NoDefence{Roll: all[0].Roll, Question: all[0].Question, Who: hero}); err != nil {
			t.Fatal(err)
		}
		if got := actions(); got != want[1] {
			t.Errorf("%s: without a defence %q is left, want %q", system, got, want[1])
		}
		p.undoesAndReads()
	}
}

// Of several who attack together, the first asks for a defence that holds against all.
func TestAGangAsksOnce(t *testing.T) {
	p, thug, hero := attackOn(t, "d6")
	p.must(tableRule("defence", model.AnyTime))
	c, _ := p.table.Character(thug)
	p.must(model.Join{Character: model.Character{Name: "Second", Pages: c.Pages}})
	second := p.table.Characters()[2].ID
	attack := func(who string) model.Begin {
		return model.Begin{Who: who, Against: []string{hero}, System: "d6", Action: "attack"}
	}
	p.must(model.Together{Each: []model.Begin{attack(thug), attack(second)}})
	asked := 0
	for len(p.table.Rolls()) > 0 {
		if step, err := p.table.Step(p.table.Rolls()[0]); err == nil && step.Open.Defends {
			asked++
		}
		answerNothing(p)
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// An armor roll against damage, a resistance against a feat and a save against a spell are
// asked of the player of whoever is attacked. They have to be made: whoever does not answer
// makes them with nothing spent, and no deadline is left for what comes next.
func TestWhatHasToBeMetIsAsked(t *testing.T) {
	for _, x := range []struct {
		system, action string
		params         engine.Page
		pages          engine.Page // more on the sheet of whoever attacks
	}{
		{"trip", "trip", engine.PageOf("ability", "Knife damage", "situation", 20), engine.Page{}},
		{"d20", "cast", engine.PageOf("spell", "Fire"), engine.PageOf("spells/r1/name", "Fire", "spells/r1/by", "save", "spells/r1/dice", 2, "spells/r1/die", 6, "spells/r1/save", "dexterity")},
	} {
		for _, by := range []model.Seat{{Role: model.Program}, ben} {
			p, thug, hero := attackOn(t, x.system)
			p.must(tableRule("defence", "30 seconds"))
			if !x.pages.IsZero() {
				c, _ := p.table.Character(thug)
				page := c.Pages[x.system]
				for _, path := range x.pages.Paths() {
					v, _ := x.pages.Get(path)
					page = page.With(path, v)
				}
				p.must(model.PutPage{Who: thug, System: x.system, Page: &page})
			}
			for range 20 {
				p.must(model.Begin{Who: thug, Against: []string{hero}, System: x.system, Action: x.action, Params: x.params, Force: true})
				if p.settle(); len(decide.Attacks(p.table)) > 0 {
					break
				}
			}
			all := decide.Attacks(p.table)
			if len(all) != 1 || all[0].Who != hero || all[0].Question != "" || len(all[0].For) != 1 || all[0].For[0] != ben {
				t.Fatalf("%s: asked are %+v", x.system, all)
			}
			a := all[0]
			if err := p.do(model.Seat{Role: model.Program}, model.SetDeadline{Seconds: 30, Deadline: model.Deadline{Roll: a.Roll, Question: a.Question, Who: hero, Until: time.Unix(100, 0).UTC()}}); err != nil {
				t.Fatal(err)
			}
			if err := p.do(cy, model.NoDefence{Roll: a.Roll, Question: a.Question, Who: hero}); err == nil {
				t.Errorf("%s: somebody else answers", x.system)
			}
			if err := p.do(by, model.NoDefence{Roll: a.Roll, Question: a.Question, Who: hero}); err != nil {
				t.Fatalf("%s: %v", x.system, err)
			}
			made := false
			for _, f := range p.table.Newest.Event.Facts {
				end, ok := f.(model.Finished)
				made = made || ok && end.Roll.Who == hero
			}
			if !made || len(decide.Attacks(p.table)) != 0 || len(p.table.Deadlines) != 0 {
				t.Errorf("%s: without an answer: %+v, still asked %+v until %+v", x.system, p.table.Newest.Event.Facts, decide.Attacks(p.table), p.table.Deadlines)
			}
			p.undoesAndReads()
		}
	}
}
