package model_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// played is a table that is kept in memory only.
type played struct {
	*testing.T
	model.Table
}

func playNight(t *testing.T) *played {
	p := &played{T: t, Table: model.New(model.Rulebooks{"d6": d6.System, "trip": trip.System})}
	p.do(model.Seat{Role: model.Program}, model.Make{Name: "Harbour", System: "d6"})
	return p
}

func (p *played) do(by model.Seat, all ...model.Command) {
	p.Helper()
	dice := rand.New(rand.NewPCG(1, 2))
	for _, c := range all {
		facts, err := decide.Decide(p.Table, by, c, func(d engine.Dice, _ bool) engine.Faces {
			var f engine.Faces
			for d.Missing(f) > 0 {
				f = append(f, d.Low+dice.IntN(d.High-d.Low+1))
			}
			return f
		})
		if err != nil {
			p.Fatalf("%T: %v", c, err)
		}
		seq := p.Seq() + 1
		p.Table = p.Apply(model.Event{Seq: seq, Time: time.Unix(int64(seq)*60, 0).UTC(), By: by, Facts: facts})
	}
}

// join adds a character with a page of a rulebook, and returns its id.
func (p *played) join(name, owner, system string, hidden bool, more ...any) string {
	p.Helper()
	p.do(gm, model.Join{Character: model.Character{Name: name, Owner: owner, Hidden: hidden, Pages: map[string]engine.Page{system: engine.PageOf(more...)}}})
	all := p.Characters()
	return all[len(all)-1].ID
}

// check rolls a code against a difficulty with typed faces, the regular dice
// and the wild one.
func (p *played) check(who, code string, difficulty int, hidden bool, regular engine.Faces, wild int) {
	p.Helper()
	form := engine.PageOf("code", code, "difficulty", strconv.Itoa(difficulty), "hidden", hidden)
	var answers []engine.Answer
	if regular != nil {
		answers = append(answers, engine.Answer{ID: "regular", Faces: regular})
	}
	answers = append(answers, engine.Answer{ID: "wild", Faces: engine.Faces{wild}})
	p.do(gm, model.Begin{Who: who, System: "d6", Action: "check", Params: form, Answers: answers})
	for len(p.Rolls()) > 0 {
		r := p.Rolls()[0]
		step, err := p.Step(r)
		if err != nil {
			p.Fatal(err)
		}
		a, _ := step.Open.Nothing()
		p.do(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
}

func TestRecap(t *testing.T) {
	p := playNight(t)
	if _, ok := view.RecapOf(p.Table, gm, p.CurrentSession()); !ok {
		t.Error("an evening without dice is not an evening")
	}
	if _, ok := view.RecapOf(p.Table, gm, p.CurrentSession()-1); ok {
		t.Error("there was an evening before the first")
	}
	strong := []any{"attributes/a1/name", "Strength", "attributes/a1/code", "2D", "attributes/a1/role", "strength"}
	rook := p.join("Rook", "Ann", "d6", false, strong...)
	thug := p.join("Thug", "", "d6", false, strong...)
	ghost := p.join("Ghost", "", "d6", true, strong...)
	mira := p.join("Mira", "Bo", "trip", false, "mana_red", 2)
	p.do(gm, model.BeginSession{Fingerprint: strings.Repeat("ab", 32)}, model.Scene{Place: "The roof"}, model.Note{Text: "the alarm goes off"}, model.Note{Text: "a secret", Private: true})
	p.check(rook, "2D", 9, false, engine.Faces{4}, 4)     // fails by 1
	p.check(rook, "2D", 7, false, engine.Faces{5}, 4)     // likely
	p.check(rook, "3D", 16, false, engine.Faces{6, 6}, 5) // the luckiest
	p.check(ghost, "3D", 17, true, engine.Faces{6, 6}, 5) // nobody knows of it
	p.do(gm, model.Write{Who: rook, System: "d6", Set: []model.Change{{Field: "character_points", To: engine.ValueOf(9)}}})
	p.check(thug, "1D", 5, false, nil, 5)
	p.do(gm, model.Undo{Act: true})

	all, ok := view.RecapOf(p.Table, gm, p.CurrentSession())
	if !ok || all.Over || all.Session != 1 || all.Rolls != 4 || !slices.Equal(all.Scenes, []string{"The roof"}) || !slices.Equal(all.Notes, []string{"the alarm goes off"}) {
		t.Errorf("%+v", all)
	}
	if len(all.Near) != 1 || all.Near[0].N != 1 || !strings.Contains(all.Near[0].Words, "Rook") {
		t.Errorf("near misses: %+v", all.Near)
	}
	if !strings.Contains(all.Luckiest.Words, "Ghost") {
		t.Errorf("the luckiest roll: %+v", all.Luckiest)
	}

	if all.Unluckiest.Words != "" { // to fail 9 with 2D is likelier than not
		t.Errorf("the unluckiest roll: %+v", all.Unluckiest)
	}
	p.check(rook, "4D", 8, false, engine.Faces{1, 1, 1}, 2)
	if r, _ := view.RecapOf(p.Table, gm, p.CurrentSession()); !strings.Contains(r.Unluckiest.Words, "Rook") || !strings.HasPrefix(r.Unluckiest.Odds(), "1 in ") {
		t.Errorf("the unluckiest roll: %+v, %s", r.Unluckiest, r.Unluckiest.Odds())
	}
	p.do(gm, model.Undo{Act: true})

	for _, seat := range []model.Seat{{Role: model.Player, Name: "Ann"}, {Role: model.Watcher}} {
		r, ok := view.RecapOf(p.Table, seat, p.CurrentSession())
		if !ok || r.Rolls != 3 || !strings.Contains(r.Luckiest.Words, "Rook") {
			t.Errorf("%v: %+v", seat, r)
		}
		a, _ := d6.System.Action("check")
		in := engine.Inputs{System: d6.System, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf(strong...)}, Params: engine.PageOf("code", "3D", "difficulty", "16")}
		c, err := engine.Odds(in, nil, nil)
		if err != nil || c.Success != r.Luckiest.Chance {
			t.Errorf("%v: it was %v likely, not %v (%v)", seat, c.Success, r.Luckiest.Chance, err)
		}
		if cut, ok := view.RecapOf(view.SeenBy(p.Table, seat), seat, p.CurrentSession()); !ok || cut.Rolls != 3 || len(cut.Near) != 1 {
			t.Errorf("%v of the table that is cut: %+v", seat, cut)
		}
	}

	var left []view.Figure
	for _, x := range all.People {
		if x.Who == mira {
			left = x.Left
		}
	}
	if len(left) != 1 || left[0].N != 2 || !strings.Contains(left[0].Words, "Mana") {
		t.Errorf("unspent Meta: %+v", all.People)
	}
}

// Damage, points and levels of injury are added up with who caused them. An award does not
// count as spent. What has been done is no longer called for.
func TestRecapCounts(t *testing.T) {
	p := playNight(t)
	sheet := []any{"attributes/a1/name", "Strength", "attributes/a1/code", "1D", "attributes/a1/role", "strength", "character_points", 5, "fate_spent", 0}
	rook, thug := p.join("Rook", "Ann", "d6", false, sheet...), p.join("Thug", "", "d6", false, sheet...)
	p.do(gm, model.BeginSession{Fingerprint: strings.Repeat("ab", 32)})
	p.do(gm, model.Begin{Who: rook, Against: []string{thug}, System: "d6", Action: "damage", Params: engine.PageOf("code", "5D", "cp", 1)})
	for range 20 {
		if len(p.Rolls()) == 0 {
			break
		}
		r := p.Rolls()[0]
		step, err := p.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		a, can := step.Open.Nothing()
		p.do(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !can})
	}
	p.do(gm, model.Begin{Who: rook, System: "d6", Action: "debrief", Params: engine.PageOf("character_points", 4, "fate_points", 1)})
	r, _ := view.RecapOf(p.Table, gm, p.CurrentSession())
	if len(r.People) != 2 {
		t.Fatalf("%+v", r.People)
	}
	if x := r.People[0]; x.Who != rook || len(x.Spent) != 1 || x.Spent[0] != (view.Figure{Words: "Character Points", N: 1}) ||
		len(x.Given) != 2 || x.Given[0] != (view.Figure{Words: "Character Points", N: 4}) {
		t.Errorf("Rook: %+v", x)
	}
	if x := r.People[1]; x.Who != thug || len(x.Hurt) != 1 || x.Hurt[0].Words == "unhurt" {
		t.Errorf("the thug: %+v", x)
	}
	p.do(gm, model.EndSession{Seed: strings.Repeat("cd", 32)})
	var called []string
	for _, f := range p.FollowUps() {
		called = append(called, f.Who)
	}
	if called != nil { // who has had it, and who is nobody's
		t.Errorf("an award is called for from %v", called)
	}
	last, ok := view.RecapOf(p.Table, gm, p.CurrentSession()-1)
	if !ok || !last.Over || last.Session != 1 || len(last.People) != 2 {
		t.Errorf("the last evening: %+v, %v", last, ok)
	}
	if now, ok := view.RecapOf(p.Table, gm, p.CurrentSession()); ok {
		t.Errorf("nothing has happened since: %+v", now)
	}
}

// Only the gamemaster gives awards. Awards of a rulebook and of the table's own are one
// event, which one undo takes back.
func TestOnlyGamemasterAwards(t *testing.T) {
	p, ann := playNight(t), model.Seat{Role: model.Player, Name: "Ann"}
	rook := p.join("Rook", "Ann", "d6", false, "character_points", 5)
	award := model.Begin{Who: rook, System: "d6", Action: "debrief", Params: engine.PageOf("character_points", 9)}
	if _, err := decide.InputsToBegin(p.Table, ann, award); err == nil || !strings.Contains(err.Error(), "the gamemaster gives") {
		t.Errorf("a player ends the session: %v", err)
	}
	all := model.GiveAwards{Each: []model.Begin{award}, Own: []model.Award{{Who: rook, What: " Gold ", N: 30}, {Who: rook, What: "fate points", N: 2}, {Who: rook, What: "cp", N: 2}, {Who: rook, What: "character point", N: 1}}}
	if _, err := decide.Decide(p.Table, ann, all, nil); err == nil {
		t.Error("a player gives awards")
	}
	before := p.Seq()
	p.do(gm, model.BeginSession{Fingerprint: strings.Repeat("ab", 32)}, all, model.EndSession{Seed: strings.Repeat("cd", 32)})
	have := func(gold, cp, fate int) {
		t.Helper()
		c, _ := p.Character(rook)
		s := d6.System.Sheet.Read(c.Pages["d6"])
		if c.Awards["Gold"] != gold || s.Value("character_points").Int() != cp || s.Value("fate_points").Int() != fate {
			t.Errorf("%v gold, %v, %v; not %d, %d, %d", c.Awards, s.Value("character_points"), s.Value("fate_points"), gold, cp, fate)
		}
	}
	have(30, 17, 3)
	if p.Seq() != before+3 || p.LastAward != "Character Points" {
		t.Errorf("%d events, and the table awards %q", p.Seq()-before, p.LastAward)
	}
	r, _ := view.RecapOf(p.Table, gm, 1)
	if given := r.People[0].Given; len(given) != 3 || given[1] != (view.Figure{Words: "Gold", N: 30}) {
		t.Errorf("the recap tells of %v", given)
	}
	if all := view.Sessions(p.Table, ann); len(all) != 1 || !strings.Contains(all[0].Brief(p.Table), "30 Gold awarded") {
		t.Errorf("%+v", all)
	}
	p.do(gm, model.Undo{Act: true})
	have(0, 5, 1)
	for _, no := range []model.GiveAwards{{}, {Own: []model.Award{{Who: rook, N: 1}}}, {Own: []model.Award{{Who: rook, What: "Gold"}}}, {Own: []model.Award{{Who: "nobody", What: "Gold", N: 1}}},
		{Each: []model.Begin{{Who: rook, System: "d6", Action: "check"}}}} {
		if _, err := decide.Decide(p.Table, gm, no, nil); err == nil {
			t.Errorf("%+v is given", no)
		}
	}
}

// Points that a character spends in another's roll are not described as taken by the
// other.
func TestPointsSpentInAnothersRoll(t *testing.T) {
	p := playNight(t)
	sheet := []any{"attributes/a1/name", "Strength", "attributes/a1/code", "1D", "attributes/a1/role", "strength", "character_points", 1}
	rook, thug := p.join("Rook", "Ann", "d6", false, sheet...), p.join("Thug", "", "d6", false, append(sheet[:len(sheet)-1:len(sheet)-1], 0)...)
	p.do(gm, model.Begin{Who: thug, Against: []string{rook}, System: "d6", Action: "damage", Params: engine.PageOf("code", "2D", "other.cp", 1)})
	c, _ := p.Character(rook)
	told := false
	for _, w := range view.PoolHistory(p.Table, c, "d6") {
		told = told || w.Label == "Character Points" && strings.HasPrefix(w.Text, "Damage by Thug took 1")
	}
	if !told {
		t.Errorf("the sheet says %+v", view.PoolHistory(p.Table, c, "d6"))
	}
}

// The lines of a recap are plain sentences.
func TestRecapIsTold(t *testing.T) {
	p := playNight(t)
	who := p.join("Rook", "", "d6", false)
	r := view.Recap{Session: 2, Rolls: 1, Scenes: []string{"the quay", "the vault"}, Notes: []string{"It rained."},
		People: []view.Tally{{Who: who, Dealt: []view.Figure{{Words: "wounds", N: 1}, {Words: "Body Points", N: 7}}, Hurt: []view.Figure{{Words: "stunned"}},
			Spent: []view.Figure{{Words: "Character Points", N: 3}}, Left: []view.Figure{{Words: "Fate Points", N: 1}}}},
		Near: []view.Figure{{Words: "Rook climbs.", N: 1}}, Luckiest: view.Figure{Words: "Rook jumps.", Chance: 0.0415}, Unluckiest: view.Figure{Words: "Rook falls.", Chance: 0.25}}
	var got []string
	for _, s := range r.Lines(p.Table) {
		if s.Aside {
			s.Text = "  " + s.Text
		}
		got = append(got, s.Text)
	}
	want := `Session 2: 1 roll
Where
  the quay, then the vault
Who
  Rook: dealt 1 wound, 7 Body Points; was stunned; spent 3 Character Points; 1 Fate Point unspent
The luckiest roll
  Rook jumps, 1 in 24
The unluckiest roll
  Rook falls, 25 %
Closest call
  Rook climbs, by 1
Notes
  It rained.`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("told as\n%s", text)
	}
}
