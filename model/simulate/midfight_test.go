package simulate_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/simulate"
)

var tables = flag.Int("tables", fewTables, "tables in the middle of a fight from which one is played on")

const fewTables = 10

// From any table in the middle of a fight the sides fight on to an end, or it is said why
// they do not; and every command on the way is one that the gamemaster could have given.
func TestAnyFightGoesOn(t *testing.T) {
	books := all(t)
	var fought, given atomic.Int64
	t.Cleanup(func() {
		if t.Logf("%d fights, %d commands by hand", fought.Load(), given.Load()); fought.Load() < int64(*tables)/2 || given.Load() < fought.Load() {
			t.Errorf("only %d fights, and %d commands by hand", fought.Load(), given.Load())
		}
	})
	for n := range *tables {
		s := books[n%len(books)]
		t.Run(fmt.Sprintf("%s %d", s.ID, n), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(33, uint64(n)))
			table := midFight(t, s, r)
			plan := simulate.Plan{Sides: map[engine.Side]simulate.Policy{}}
			for _, side := range []engine.Side{engine.Heroes, engine.Foes} {
				plan.Sides[side] = simulate.Policies()[r.IntN(3)]
			}
			x, err := simulate.New(table, plan)
			if err != nil {
				return // one side is gone already
			}
			sent, every := 0, 7 // some are decided a second time; in the long form all
			if *tables > fewTables {
				every = 1
			}
			fought.Add(1)
			e := x.Watched(n, func(before model.Table, c model.Command, facts []model.Fact) {
				if sent++; sent%every == n%every {
					given.Add(1)
					byHand(t, before, c, facts)
				}
			})
			switch {
			case (e.Winner == "") == (e.WhyNot == ""):
				t.Errorf("won by %q, not decided because %q", e.Winner, e.WhyNot)
			case e.WhyNot == simulate.Stuck:
				t.Errorf("%s after %d rounds and %d acts", e.WhyNot, e.Rounds, e.Acts)
			case e.Rounds > simulate.MostRounds+1:
				t.Errorf("%d rounds", e.Rounds)
			}
			for _, f := range e.Fighters {
				if f.Fled && !f.Down {
					t.Errorf("%s has fled and still stands", f.ID)
				}
			}
		})
	}
}

// byHand gives a command as the gamemaster would: the dice fall as they fell, and each
// decision is an answer of its own. Every roll must end as it did.
func byHand(t *testing.T, table model.Table, c model.Command, facts []model.Fact) {
	t.Helper()
	var dice, decisions []model.Answered
	for _, f := range facts {
		if a, ok := f.(model.Answered); ok && a.Thrown {
			dice = append(dice, a)
		} else if ok {
			decisions = append(decisions, a)
		}
	}
	throw := func(engine.Dice, bool) engine.Faces {
		if len(dice) == 0 {
			t.Errorf("%T throws more dice by hand", c)
			return nil
		}
		a := dice[0]
		dice = dice[1:]
		return a.Answer.Faces
	}
	var ends []string
	give := func(c model.Command) {
		got, err := decide.Decide(table, gm, c, throw)
		if err != nil {
			t.Errorf("%#v: %v", c, err)
			return
		}
		ends = append(ends, endsOf(got)...)
		table = table.Apply(model.Event{Seq: table.Seq() + 1, Time: time.Unix(1, 0), By: gm, Facts: got, Did: c})
	}
	if order, ok := c.(model.RollOrder); ok { // its rolls stand open at the same time by hand, so other dice fall
		if _, err := decide.Decide(table, gm, order, func(d engine.Dice, _ bool) engine.Faces { return d.Throw(func() uint64 { return 1 }) }); err != nil {
			t.Errorf("%#v: %v", c, err)
		}
		return
	}
	give(c)
	for len(decisions) > 0 && !t.Failed() {
		a := decisions[0]
		decisions = decisions[1:]
		r, open := table.Roll(a.Roll)
		if !open {
			at := slices.IndexFunc(table.Rolls(), func(r model.Roll) bool { return r.Parked == "" && r.Who == a.Who })
			if at < 0 {
				t.Errorf("%T: nobody asks %s of %s", c, a.Answer.ID, a.Who)
				return
			}
			r = table.Rolls()[at]
		}
		a.Answer.Words = ""
		give(model.Answer{Roll: r.ID, Question: r.Question, Answer: a.Answer})
	}
	if want := endsOf(facts); !slices.Equal(ends, want) {
		t.Errorf("%T ends by hand as\n%s\nand in the fight as\n%s", c, ends, want)
	}
}

// endsOf describes how the rolls among facts ended.
func endsOf(facts []model.Fact) (out []string) {
	for _, f := range facts {
		if x, ok := f.(model.Finished); ok {
			changes, _ := json.Marshal(x.Changes)
			out = append(out, fmt.Sprint(x.Roll.Who, " ", x.Roll.Action, " ", x.Outcome, string(changes)))
		}
	}
	return out
}

// midFight returns a table at which up to three heroes have fought up to five foes for a
// while: blows are on their way, rolls wait, people are hurt and some things last.
func midFight(t *testing.T, s *engine.System, r *rand.Rand) model.Table {
	table := model.New(model.Rulebooks{s.ID: s})
	must := func(c model.Command) { table = do(t, table, c) }
	must(model.Make{Name: "Fight", System: s.ID})
	must(model.Scene{Place: "The yard"})
	for i := range 2 + r.IntN(7) {
		side := engine.Heroes
		if i%3 > 0 {
			side = engine.Foes
		}
		tpl := s.Templates[r.IntN(len(s.Templates))]
		must(model.Join{Character: model.Character{Name: fmt.Sprint(tpl.Name, " ", i), Side: side, Minion: r.IntN(4) == 0, Hidden: r.IntN(6) == 0,
			Pages: map[string]engine.Page{s.ID: tpl.Page}}})
	}
	throw := func(d engine.Dice, _ bool) engine.Faces { return d.Throw(r.Uint64) }
	try := func(c model.Command) {
		facts, err := decide.Decide(table, gm, c, throw)
		if err == nil {
			table = table.Apply(model.Event{Seq: table.Seq() + 1, Time: time.Unix(1, 0), By: gm, Facts: facts, Did: c})
		}
	}
	for range r.IntN(40) {
		here := table.Characters()
		who, foe := here[r.IntN(len(here))], here[r.IntN(len(here))]
		switch attacks := s.Attacks(who.Pages[s.ID]); r.IntN(8) {
		case 0, 1, 2, 3:
			if len(attacks) > 0 && who.Opposes(foe) {
				a := attacks[r.IntN(len(attacks))]
				try(model.Begin{Who: who.ID, Against: []string{foe.ID}, System: s.ID, Action: a.Action.ID, Params: a.Params})
			}
		case 4:
			if rolls := table.Rolls(); len(rolls) > 0 {
				x := rolls[r.IntN(len(rolls))]
				if step, err := table.Step(x); err == nil && step.Open != nil && step.Open.Wants != engine.Throwing {
					try(model.Answer{Roll: x.ID, Question: x.Question, Answer: step.Open.Offered()})
				}
			}
		case 5:
			try(model.Next{})
		case 6:
			a := s.Actions[r.IntN(len(s.Actions))]
			try(model.Begin{Who: who.ID, System: s.ID, Action: a.ID})
		case 7:
			try(model.AddEffect{Who: who.ID, Words: "dazed", Until: model.ByScene})
		}
	}
	return table
}
