package model_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// cast makes a table with characters from templates: name, rulebook, owner.
func cast(tb testing.TB, system string, people ...[3]string) *play {
	p := &play{TB: tb, table: model.New(allRules()), throw: thrower(3)}
	p.must(model.Make{Name: "Table", System: system})
	for _, x := range people {
		p.must(model.Join{Character: model.Character{Name: x[0], Owner: x[2],
			Pages: map[string]engine.Page{x[1]: allRules()[x[1]].Templates[0].Page}}})
	}
	return p
}

func (p *play) who(i int) string { return p.table.Characters()[i].ID }

// A player acts in turn. The gamemaster, and actions that take no turn, do not have to
// wait.
func TestWhoseTurn(t *testing.T) {
	p := cast(t, "contest", [3]string{"Ann", "contest", "Ann"}, [3]string{"Bo", "contest", "Bo"})
	bo := model.Seat{Role: model.Player, Name: "Bo"}
	simple := model.Begin{Who: p.who(1), System: "contest", Action: "simple", Params: engine.PageOf("acting", 5)}
	p.must(model.Next{})
	if err := p.do(bo, simple); err == nil || !strings.Contains(err.Error(), "turn of Ann") {
		t.Errorf("out of turn: %v", err)
	}
	p.must(model.Next{})
	if err := p.do(bo, simple); err != nil {
		t.Errorf("in turn: %v", err)
	}
	if err := p.do(bo, model.RollOrder{}); err == nil {
		t.Error("a player rolled the order for everyone")
	}
	if err := p.do(bo, model.Wait{Who: p.who(0)}); err == nil {
		t.Error("a player lets somebody else's character wait")
	}
}

// Rolls for the order of turns stay open for characters with real dice, and the order is
// right whoever throws last.
func TestOrderWithRealDice(t *testing.T) {
	p := cast(t, "d6", [3]string{"Ann", "d6", ""}, [3]string{"Bo", "d6", ""}, [3]string{"Cy", "supermen", ""})
	p.must(model.Edit{Who: p.who(1), Character: model.Character{Name: "Bo", Typed: true}})
	p.must(model.RollOrder{Quick: true})
	if n := len(p.table.Rolls()); n != 1 {
		t.Fatalf("%d rolls are open, want that of the real dice", n)
	}
	if _, ok := decide.Score(p.table, p.who(0)); !ok {
		t.Error("whose dice the program throws has no score")
	}
	if err := p.do(gm, model.Next{}); err == nil {
		t.Error("the clock went on over an open roll")
	}
	for len(p.table.Rolls()) > 0 {
		r := p.table.Rolls()[0]
		step, err := p.table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		f := slices.Repeat(engine.Faces{4}, step.Open.Dice.Missing(nil))
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Thrown(f)})
	}
	turns := decide.Turns(p.table)
	for i := range turns[:2] {
		a, _ := decide.Score(p.table, turns[i])
		b, ok := decide.Score(p.table, turns[i+1])
		if ok && a < b {
			t.Errorf("%v acts before %v", a, b)
		}
	}
	if turns[2] != p.who(2) {
		t.Errorf("who has no score acts at %d, want last", slices.Index(turns, p.who(2)))
	}
}

// Nothing of a hidden character is in another seat's clock.
func TestClockKeepsSecrets(t *testing.T) {
	p := cast(t, "d6", [3]string{"Ann", "d6", "Ann"}, [3]string{"Lurker", "d6", ""})
	p.must(model.Edit{Who: p.who(1), Character: model.Character{Name: "Lurker", Hidden: true}})
	lurker := p.who(1)
	p.must(model.RollOrder{Quick: true})
	p.must(model.Declare{Who: lurker, Actions: 2, Words: "stab"})
	p.must(model.Wait{Who: lurker, Words: "in the dark"})
	p.must(model.AddEffect{Who: lurker, Words: "invisible", Until: model.ByScene})
	p.must(model.SetOrder{Order: []string{lurker, p.who(0)}, Turn: lurker})
	seen := view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Ann"})
	all := state(t, seen)
	for l := range seen.Log() {
		b, err := json.Marshal(l.Event)
		if err != nil {
			t.Fatal(err)
		}
		all += string(b)
	}
	for _, secret := range []string{"dark", "stab", "invisible", `"` + lurker + `"`} {
		if strings.Contains(all, secret) {
			t.Errorf("a player sees %s", secret)
		}
	}
	if n := len(seen.ActiveEffects()); n != 0 {
		t.Errorf("a player sees %d effects", n)
	}
}

// When the table keeps another rulebook's time, pending actions stay as far away as they
// were, and no rulebook's own count of time runs back.
func TestChangeOfTimekeeping(t *testing.T) {
	p := cast(t, "supermen", [3]string{"Seraph", "supermen", ""})
	p.must(model.Scene{Place: "here"})
	p.must(model.Go{Moment: 130})
	p.must(model.Begin{Who: p.who(0), System: "supermen", Action: "discern"})
	for len(p.table.Rolls()) > 0 {
		answerNothing(p)
	}
	p.must(model.AddEffect{Who: p.who(0), Words: "dazed", Until: model.ByTime, At: 630})
	c, _ := p.table.Character(p.who(0))
	before := p.table.View(c, "supermen").Moment
	p.must(model.Rename{Name: "Table", System: "d6"})
	if now := p.table.View(c, "supermen").Moment; now < before {
		t.Errorf("the segments ran back from %d to %d", before, now)
	}
	due := p.table.Pending()[0].Due - p.table.Clock.Moment
	if due != 1 {
		t.Errorf("six segments are %d rounds of 5 s, want 1", due)
	}
	if left := p.table.ActiveEffects()[0].At - p.table.Clock.Moment; left != 24 {
		t.Errorf("500 segments, 120 s, are %d rounds of 5 s, want 24", left)
	}
	p.must(model.Next{})
	p.must(model.Next{})
	if n := len(p.table.Pending()); n != 0 {
		t.Errorf("%d actions are pending still", n)
	}
	p.must(model.Undo{})
	p.must(model.Undo{})
	p.must(model.Undo{})
	if p.table.System != "supermen" || p.table.Clock.Moment != 130 || p.table.Pending()[0].Due != 136 {
		t.Errorf("undo does not bring the segments back: %+v", p.table.Clock)
	}
	if m, ok := p.table.MomentAfter(time.Minute); !ok || m != 130+250 {
		t.Errorf("a minute from 130 is %d, want segment 380", m)
	}
}

// Two rolls that were open at the same time and add a row each keep both rows.
func TestConcurrentRollsAddRows(t *testing.T) {
	p := cast(t, "contest", [3]string{"Maud", "contest", ""}, [3]string{"Bo", "contest", ""}, [3]string{"King", "contest", ""})
	p.throw = nil
	king := p.who(2)
	rows := func() []string {
		c, _ := p.table.Character(king)
		return c.Pages["contest"].RowIDs("contests")
	}
	was := len(rows())
	for i, name := range []string{"the dowry", "the war"} {
		p.must(model.Begin{Who: p.who(i), Against: []string{king}, System: "contest", Action: "exchange", Params: engine.PageOf("contest", name)})
	}
	p.throw = thrower(2)
	for len(p.table.Rolls()) > 0 {
		r := p.table.Rolls()[0]
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Throw: true})
	}
	if n := len(rows()); n != was+2 {
		t.Errorf("the King is in %d contests, want %d: %v", n, was+2, rows())
	}
}

// The log can be read from any event.
func TestLogFrom(t *testing.T) {
	p := cast(t, "d6", [3]string{"Ann", "d6", ""})
	for range 200 {
		p.must(model.Note{Text: "so it goes"})
	}
	for _, from := range []uint64{1, 2, 31, 32, 33, 64, 100, p.table.Seq(), p.table.Seq() + 50} {
		want := min(from, p.table.Seq())
		for l := range p.table.LogFrom(from) {
			if l.Event.Seq != want {
				t.Errorf("from %d: event %d, want %d", from, l.Event.Seq, want)
			}
			want--
		}
		if want != 0 {
			t.Errorf("from %d: the log ends at %d", from, want)
		}
	}
}

// The upkeep of a table with several rulebooks is that of each of them, and it is what is
// paid when the moment comes.
func TestUpkeepIsThatOfEveryRulebook(t *testing.T) {
	for _, system := range []string{"supermen", "d6", "trip", "contest"} {
		p := cast(t, system, [3]string{"Ann", system, ""}, [3]string{"Seraph", "supermen", ""}, [3]string{"Sphinx", "supermen", ""})
		p.must(model.Scene{Place: "The roof"})
		for i := 1; i < 3; i++ {
			p.must(model.Begin{Who: p.who(i), System: "supermen", Action: "move", Force: true})
			for len(p.table.Rolls()) > 0 {
				answerNothing(p)
			}
		}
		told := decide.Upkeep(p.table)
		if len(told) != 2 {
			t.Fatalf("%s: %d pay, want the two who move: %+v", system, len(told), told)
		}
		was := map[string]int{}
		lost := func(who string) int {
			c, _ := p.table.Character(who)
			s, _ := p.table.Rulebook("supermen")
			n := 0
			for _, pool := range s.Pools {
				n += pool.Lost(s.Sheet.Read(c.Pages["supermen"]))
			}
			return n
		}
		for _, x := range told {
			was[x.Who] = lost(x.Who)
		}
		p.must(model.Go{Moment: told[0].Moment})
		for _, x := range told {
			if paid := lost(x.Who) - was[x.Who]; paid != x.Pays {
				t.Errorf("%s: %s pays %d at %d, and was said to pay %d", system, p.table.NameOf(x.Who), paid, x.Moment, x.Pays)
			}
		}
	}
}
