package model_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

var rules = model.Rulebooks{"supermen": supermen.System}

var gm = model.Seat{Role: model.GM, Name: "Ann"}

// play is a table in a test: it decides commands and applies their facts.
type play struct {
	testing.TB
	table model.Table
	log   []model.Event
	back  []model.Event // those of log that were read again
	throw func(d engine.Dice, hidden bool) engine.Faces
}

func newPlay(tb testing.TB, throw func(d engine.Dice, hidden bool) engine.Faces) *play {
	p := &play{TB: tb, table: model.New(rules), throw: throw}
	p.must(model.Make{Name: "Vault", System: "supermen"})
	return p
}

func (p *play) do(by model.Seat, c model.Command) error {
	facts, err := decide.Decide(p.table, by, c, p.throw)
	if err != nil {
		return err
	}
	seq := p.table.Seq() + 1
	e := model.Event{Seq: seq, Time: time.Unix(int64(seq), 0).UTC(), By: by, Facts: facts, Did: c}
	p.table = p.table.Apply(e)
	p.log = append(p.log, e)
	return nil
}

// readAgain returns the log as it is read from a store.
func (p *play) readAgain() []model.Event {
	p.Helper()
	for _, e := range p.log[len(p.back):] {
		raw, err := json.Marshal(e)
		var read model.Event
		if err == nil {
			err = json.Unmarshal(raw, &read)
		}
		if err != nil {
			p.Fatal(err)
		}
		p.back = append(p.back, read)
	}
	return p.back
}

func (p *play) must(c model.Command) {
	p.Helper()
	if err := p.do(gm, c); err != nil {
		p.Fatalf("%T: %v", c, err)
	}
}

func (p *play) join(name string, pairs ...any) string {
	p.Helper()
	c := model.Character{Name: name, Pages: map[string]engine.Page{"supermen": engine.PageOf(pairs...)}}
	p.must(model.Join{Character: c})
	chars := p.table.Characters()
	return chars[len(chars)-1].ID
}

func (p *play) value(who, field string) engine.Value {
	c, ok := p.table.Character(who)
	if !ok {
		p.Fatalf("nobody has the id %s", who)
	}
	return supermen.System.Sheet.Read(c.Pages["supermen"]).Value(field)
}

func state(tb testing.TB, t model.Table) string {
	tb.Helper()
	b, err := json.Marshal(t)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

func thrower(seed uint64) func(d engine.Dice, hidden bool) engine.Faces {
	r := rand.New(rand.NewPCG(seed, 1))
	return func(d engine.Dice, _ bool) engine.Faces {
		var f engine.Faces
		for d.Missing(f) > 0 {
			f = append(f, d.Low+r.IntN(d.High-d.Low+1))
		}
		return f
	}
}

func dice(id, kind string, faces ...int) engine.Answer {
	return engine.Answer{ID: id, Dice: kind, Faces: faces}
}

func shares(id string, pairs ...any) engine.Answer {
	give := engine.Shares{}
	for i := 0; i < len(pairs); i += 2 {
		give[pairs[i].(string)] = pairs[i+1].(int)
	}
	return engine.Answer{ID: id, Give: give}
}

// TestMoveExample plays the source's example of movement at a table: rolls, the clock and
// the Payment Segment.
func TestMoveExample(t *testing.T) {
	p := newPlay(t, nil)
	p.must(model.SetHouse{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")})
	id := p.join("Seraph", "strength", 11, "agility", 22, "height", engine.Milli(1791), "ep_max", 74)
	none := shares("extra-effort")
	steps := []struct {
		at      int
		answers []engine.Answer
		speed   int
		lost    int // EP in all, after this
	}{
		{0, []engine.Answer{dice("dice", "2d10", 5, 1), dice("ones", "1d10", 4), none, shares("share", "ep", 9, "speed", 17)}, 10, 0},
		{81, []engine.Answer{dice("dice", "2d10", 8, 10), none}, 10, 5},
		{87, []engine.Answer{dice("dice", "2d10", 7, 7), none, shares("share", "speed", 1, "ep", 3)}, 11, 7},
		{93, []engine.Answer{dice("dice", "2d10", 7, 10), none}, 11, 12},
		{99, []engine.Answer{dice("dice", "2d10", 6, 7), none, shares("share", "ep", 4)}, 11, 13},
		{105, []engine.Answer{dice("dice", "2d10", 2, 3), none, shares("share", "ep", 9, "speed", 3)}, 11, 14},
	}
	for _, s := range steps {
		if s.at > 0 {
			p.must(model.Go{Moment: s.at})
		}
		p.must(model.Begin{Who: id, System: "supermen", Action: "move", Answers: s.answers, Force: true})
		if n := len(p.table.Rolls()); n > 0 {
			t.Fatalf("at %d: the roll is still open: %+v", s.at, p.table.Rolls())
		}
		done := lastFinished(t, p.table)
		if got := done.Outcome.Value("speed").Int(); got != s.speed {
			t.Errorf("at %d: speed %d, want %d", s.at, got, s.speed)
		}
		if got := p.value(id, "ep_lost_round").Int(); got != s.lost {
			t.Errorf("at %d: %d EP paid in all, want %d", s.at, got, s.lost)
		}
	}
	p.must(model.Go{Moment: 160})
	if got := p.value(id, "ep_lost_round").Int(); got != 14 {
		t.Errorf("after the last Payment Segment: %d EP paid in all, want 14", got)
	}
}

func lastFinished(tb testing.TB, t model.Table) model.Finished {
	tb.Helper()
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if done, ok := f.(model.Finished); ok {
				return done
			}
		}
	}
	tb.Fatal("no roll was finished")
	return model.Finished{}
}

// TestUndoAndRedo undoes eight acts and redoes them.
func TestUndoAndRedo(t *testing.T) {
	p := newPlay(t, thrower(7))
	a := p.join("Seraph", "strength", 11, "agility", 22, "ep_max", 74)
	b := p.join("Sphinx", "strength", 14, "agility", 15, "ep_max", 60, "mass", engine.Milli(90000))
	p.must(model.Begin{Who: a, System: "supermen", Action: "combat", Against: []string{b}})
	for len(p.table.Rolls()) > 0 {
		answerNothing(p)
	}
	p.must(model.Next{})
	p.must(model.Write{Who: b, System: "supermen", Set: []model.Change{{Field: "agility", To: engine.ValueOf(17)}}, Why: "luck"})
	p.must(model.Next{})
	p.must(model.Note{Text: "the vault is open"})
	p.must(model.Scene{Place: "the roof"})
	after := state(t, p.table)
	var states []string
	for range 8 {
		states = append(states, state(t, p.table))
		p.must(model.Undo{})
	}
	for i := range states {
		p.must(model.Redo{})
		if got := state(t, p.table); got != states[len(states)-1-i] {
			t.Fatalf("redo %d differs:\n%s\n%s", i+1, got, states[len(states)-1-i])
		}
	}
	if state(t, p.table) != after {
		t.Error("eight undos and redos do not give the same table back")
	}
	if err := p.do(gm, model.Redo{}); err == nil {
		t.Error("a ninth redo was not refused")
	}
}

func answerNothing(p *play) {
	p.Helper()
	for _, r := range p.table.Rolls() {
		step, err := p.table.Step(r)
		if err != nil {
			p.Fatal(err)
		}
		a, ok := step.Open.Nothing()
		if !ok {
			p.Fatalf("the roll waits for dice: %+v", step.Open)
		}
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
}

func TestRefusalsHaveWords(t *testing.T) {
	p := newPlay(t, thrower(1))
	id := p.join("Seraph", "agility", 22)
	player := model.Seat{Role: model.Player, Name: "Bo"}
	for name, c := range map[string]struct {
		by model.Seat
		c  model.Command
		in string
	}{
		"unknown action":   {gm, model.Begin{Who: id, System: "supermen", Action: "dance"}, "no action"},
		"unknown rulebook": {gm, model.Begin{Who: id, System: "chess", Action: "move"}, "no sheet"},
		"not yours":        {player, model.Begin{Who: id, System: "supermen", Action: "move"}, "not yours"},
		"clock back":       {gm, model.Go{Moment: 0}, "only undo can"},
		"bad value":        {gm, model.Write{Who: id, System: "supermen", Set: []model.Change{{Field: "agility", To: engine.ValueOf(-5)}}}, "whole number"},
		"unknown field":    {gm, model.Write{Who: id, System: "supermen", Set: []model.Change{{Field: "agilty", To: engine.ValueOf(5)}}}, "agility"},
		"nameless":         {gm, model.Join{Character: model.Character{Name: " "}}, "name"},
		"player's clock":   {player, model.Next{}, "gamemaster"},
		"watcher":          {model.Seat{Role: model.Watcher}, model.Note{Text: "x"}, "watcher"},
		"house rule":       {gm, model.SetHouse{System: "supermen", Rule: "nonsense"}, "no house rule"},
	} {
		before := state(t, p.table)
		err := p.do(c.by, c.c)
		var no *model.Refused
		if !errors.As(err, &no) || !strings.Contains(no.Words, c.in) {
			t.Errorf("%s: %v, want words with %q", name, err, c.in)
		}
		if state(t, p.table) != before {
			t.Errorf("%s: a refusal changed the table", name)
		}
	}
}

func TestStaleAnswer(t *testing.T) {
	p := newPlay(t, nil)
	id := p.join("Seraph", "agility", 22, "strength", 11)
	p.must(model.Begin{Who: id, System: "supermen", Action: "move"})
	r := p.table.Rolls()[0]
	first := model.Answer{Roll: r.ID, Question: r.Question, Answer: dice("dice", "2d10", 5, 6)}
	p.must(first)
	var stale *decide.Stale
	if err := p.do(gm, first); !errors.As(err, &stale) {
		t.Errorf("the same answer twice: %v, want Stale", err)
	}
}

func TestSecretsAreRedacted(t *testing.T) {
	p := newPlay(t, thrower(3))
	id := p.join("Seraph", "agility", 22, "newoen", 12)
	p.must(model.Begin{Who: id, System: "supermen", Action: "discern", Params: engine.PageOf("hidden", true)})
	p.must(model.Note{Text: "the butler did it", Private: true})
	p.must(model.Join{Character: model.Character{Name: "Lurker", Hidden: true, Pages: map[string]engine.Page{}}})
	seen := view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Bo"})
	for l := range seen.Log() {
		b, err := json.Marshal(l.Event)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"butler", "Lurker", "roll-", "discern"} {
			if strings.Contains(string(b), secret) {
				t.Errorf("a player sees %q in %s", secret, b)
			}
		}
	}
	if got := state(t, seen); strings.Contains(got, "Lurker") || strings.Contains(got, "discern") {
		t.Errorf("a player's export has secrets: %s", got)
	}
}
