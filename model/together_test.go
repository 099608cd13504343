package model_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// gangOf makes a table with a hero and equal thugs, from templates of a rulebook.
func gangOf(t *testing.T, s *engine.System, seed uint64, thugs int) (p *play, hero string, gang []string) {
	p = &play{TB: t, table: model.New(allRules()), throw: thrower(seed)}
	p.must(model.Make{Name: "The yard", System: s.ID})
	p.must(model.Scene{Place: "The yard"})
	all := model.Join{Character: model.Character{Name: "Hero", Pages: map[string]engine.Page{s.ID: s.Templates[0].Page}}}
	for i := range thugs {
		all.More = append(all.More, model.Character{Name: fmt.Sprint("Thug ", i+1), Pages: map[string]engine.Page{s.ID: s.Templates[1%len(s.Templates)].Page}})
	}
	p.must(all)
	for _, c := range p.table.Characters() {
		gang = append(gang, c.ID)
	}
	return p, gang[0], gang[1:]
}

// answered answers every question as a group would, and as opponents who spend nothing.
func answered(p *play) {
	p.Helper()
	for range 100 {
		rolls := p.table.Rolls()
		if len(rolls) == 0 {
			return
		}
		step, err := p.table.Step(rolls[0])
		if err != nil {
			p.Fatal(err)
		}
		a, ok := step.Open.Nothing()
		if step.Open.Wants == engine.Sharing {
			a = step.Open.Given(step.Open.Preset())
		}
		p.must(model.Answer{Roll: rolls[0].ID, Question: rolls[0].Question, Answer: a, Throw: !ok})
	}
	p.Fatal("something is asked without end")
}

// sheetsOf returns everybody's sheets, the pending actions and the follow-ups.
func sheetsOf(t *testing.T, x model.Table) string {
	var all []any
	for _, c := range x.Characters() {
		all = append(all, c.Pages)
	}
	for _, q := range x.Pending() {
		q.ID = ""
		all = append(all, q)
	}
	for _, f := range x.FollowUps() {
		f.By, f.Origin.Roll = "", ""
		all = append(all, f)
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Characters who act together do what they would do one after the other with the same
// dice. It is one act: one undo takes back everything, with the answers given meanwhile,
// and one redo brings it back.
func TestTogetherIsOneByOne(t *testing.T) {
	for _, s := range systems.All() {
		for _, a := range s.Actions {
			if a.Mode == engine.ByClock {
				continue
			}
			p, hero, gang := gangOf(t, s, 3, 5)
			var against []string
			if a.Need != engine.Alone {
				against = []string{hero}
			}
			var all model.Together
			for _, id := range gang {
				all.Each = append(all.Each, model.Begin{Who: id, Against: against, System: s.ID, Action: a.ID})
			}
			before := state(t, p.table)
			if p.do(gm, all) != nil {
				continue // it wants parameters
			}
			answered(p)
			after, sheets := state(t, p.table), sheetsOf(t, p.table)
			for range p.table.NextAct() {
				if rolls := p.table.Rolls(); len(rolls) > 0 {
					t.Fatalf("%s %s: a roll is open", s.ID, a.ID)
				}
			}
			p.must(model.Undo{Act: true})
			if state(t, p.table) != before {
				t.Errorf("%s %s: one undo does not take back all", s.ID, a.ID)
			}
			p.must(model.Redo{})
			if state(t, p.table) != after {
				t.Errorf("%s %s: one redo does not bring back all", s.ID, a.ID)
			}
			one, _, _ := gangOf(t, s, 3, 5)
			for _, b := range all.Each {
				if one.do(gm, b) != nil {
					continue // those whom the group leaves out: the other is busy by then
				}
				answered(one)
			}
			if got := sheetsOf(t, one.table); got != sheets {
				t.Errorf("%s %s: together they do something else than one after the other", s.ID, a.ID)
			}
		}
	}
}

// Members who cannot act are left out, with a note; if nobody can act, the command is
// refused. Shares are taken as a form proposes them, and only opponents are asked.
func TestTogetherAsksOnlyOpponents(t *testing.T) {
	all := allRules()
	p, hero, gang := gangOf(t, all["supermen"], 5, 4)
	act := model.Together{}
	for _, id := range gang {
		act.Each = append(act.Each, model.Begin{Who: id, Against: []string{hero}, System: "supermen", Action: "combat"})
	}
	p.must(model.Begin{Who: gang[1], Against: []string{hero}, System: "supermen", Action: "combat"})
	answered(p)
	p.must(act)
	if n := len(p.table.Rolls()); n != 0 {
		t.Errorf("%d rolls are open", n)
	}
	finished, note := 0, ""
	for _, f := range p.log[len(p.log)-1].Facts {
		switch f := f.(type) {
		case model.Finished:
			if finished++; f.Roll.GroupSize() != 4 {
				t.Errorf("a roll is one of %d", f.Roll.GroupSize())
			}
		case model.Noted:
			note += f.Text
		}
	}
	if finished != 3 || !strings.Contains(note, "Thug 2 is left out") {
		t.Errorf("%d have acted, and the log notes %q", finished, note)
	}
	before := state(t, p.table)
	if err := p.do(gm, act); err == nil || state(t, p.table) != before {
		t.Errorf("all are busy, and it is not refused: %v", err)
	}
	for _, none := range []model.Together{{}, {Each: []model.Begin{{Who: hero, System: "supermen", Action: "combat"}, {Who: hero, System: "supermen", Action: "move"}}}} {
		if p.do(gm, none) == nil {
			t.Errorf("%+v is not refused", none)
		}
	}
}

// Two blows that call for the same action of one character are two follow-ups, each of
// which is taken up by itself.
func TestFollowUpsOfTwoBlows(t *testing.T) {
	p, hero, gang := gangOf(t, allRules()["supermen"], 1, 2)
	p.must(model.Write{Who: hero, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(500)}}})
	for _, id := range gang {
		p.must(model.Write{Who: id, System: "supermen", Set: []model.Change{{Field: "agility", To: engine.ValueOf(200)}}})
		p.must(model.Begin{Who: id, Against: []string{hero}, System: "supermen", Action: "combat"})
		answered(p)
	}
	for i := 0; i < 50 && len(p.table.FollowUps()) == 0; i++ {
		p.must(model.Next{})
		answered(p)
	}
	calls := p.table.FollowUps()
	if len(calls) != 2 || calls[0].By == calls[1].By {
		t.Fatalf("called for are %+v", calls)
	}
	second := calls[1]
	p.must(model.Begin{Who: second.Who, Against: second.Against, System: second.System, Action: second.Action, Params: second.Params})
	if left := p.table.FollowUps(); len(left) != 1 || left[0].Who != hero {
		t.Errorf("left are %+v", left)
	}
}

// An open roll does not tell a seat which hidden members of the group act after it.
func TestTogetherHidesWaitingMembers(t *testing.T) {
	p, hero, gang := gangOf(t, allRules()["d6"], 1, 3)
	c, _ := p.table.Character(hero)
	mine := *c
	mine.Owner, mine.Typed = "Bo", true
	p.must(model.Edit{Who: hero, Character: mine})
	last, _ := p.table.Character(gang[2])
	lurker := *last
	lurker.Hidden = true
	p.must(model.Edit{Who: lurker.ID, Character: lurker})
	first, _ := p.table.Character(gang[0])
	typed := *first
	typed.Typed = true
	p.must(model.Edit{Who: typed.ID, Character: typed})
	var act model.Together
	for _, id := range gang {
		act.Each = append(act.Each, model.Begin{Who: id, Against: []string{hero}, System: "d6", Action: "attack", Params: engine.PageOf("code", "4D")})
	}
	p.must(act)
	if n := len(p.table.Rolls()); n != 1 {
		t.Fatalf("%d rolls wait", n)
	}
	seen := view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Bo"})
	text := state(t, seen)
	for l := range seen.Log() {
		b, err := json.Marshal(l.Event)
		if err != nil {
			t.Fatal(err)
		}
		text += string(b)
	}
	if strings.Contains(text, `"`+gang[2]+`"`) {
		t.Error("who is hidden stands in what a player sees")
	}
	if !slices.Contains(gang, p.table.Rolls()[0].Who) {
		t.Error("somebody else's roll waits")
	}
}

// A rule that breaks, at its first question or behind a decision, holds up nobody else of a group:
// each one's roll is parked, and dropping one begins no other again.
func TestOneBrokenRuleHoldsUpNoGroup(t *testing.T) {
	for _, text := range []string{
		`def go(r):
    return r.done(values = {"n": 1 // (r.sum("dice", "1d6") * 0)})
`,
		`def go(r):
    if r.pick("way", "Which way?", [option("left", "Left"), option("right", "Right")]) == "left":
        return r.done(values = {"n": 1 // (r.sum("dice", "1d6") * 0)})
    return r.done()
`} {
		s, err := script.Load("broken", `rulebook(id = "broken", name = "Broken", author = "nobody", licence = "CC0-1.0", dice = "d6")
group("Body").int("hp", "Health", 0, 20)
`+text+`action("go", "Go", go, foes = "one", help = "Breaks.")
`)
		if err != nil {
			t.Fatal(err)
		}
		s.Templates = []engine.Template{{Name: "Somebody"}}
		p := &play{TB: t, table: model.New(model.Rulebooks{"broken": s}), throw: thrower(3)}
		p.must(model.Make{Name: "The yard", System: "broken"})
		for _, name := range []string{"One", "Two", "Three", "Hero"} {
			p.must(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{"broken": {}}}})
		}
		all := p.table.Characters()
		act := model.Together{Asks: true}
		for _, c := range all[:3] {
			act.Each = append(act.Each, model.Begin{Who: c.ID, Against: []string{all[3].ID}, System: "broken", Action: "go"})
		}
		p.must(act)
		for range act.Each {
			for _, r := range p.table.Rolls() {
				if step, err := p.table.Step(r); r.Parked == "" && err == nil {
					p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Picked("left")})
				}
			}
		}
		rolls := p.table.Rolls()
		if len(rolls) != 3 {
			t.Fatalf("%d of 3 have acted", len(rolls))
		}
		for _, r := range rolls {
			if r.Parked == "" || len(r.Series.Waiting) > 0 {
				t.Errorf("%s: parked %q, and %d wait", p.table.NameOf(r.Who), r.Parked, len(r.Series.Waiting))
			}
			p.must(model.Drop{Roll: r.ID})
		}
		if left := p.table.Rolls(); len(left) > 0 {
			t.Errorf("%d rolls have begun again", len(left))
		}
	}
}
