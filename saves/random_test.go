package saves_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
)

// player plays what people might, at random.
type player struct {
	rng    *rand.Rand
	n      int
	rights bool // acts are played again, too
}

func newPlayer(seed uint64) *player { return &player{rng: rand.New(rand.NewPCG(seed, 1))} }

func pick[T any](p *player, list []T) (out T) {
	if len(list) > 0 {
		out = list[p.rng.IntN(len(list))]
	}
	return out
}

// command gives the next command; most of them are allowed.
func (p *player) command(t model.Table) model.Command {
	p.n++
	who := ""
	if c := pick(p, t.Characters()); c != nil {
		who = c.ID
	}
	if rolls := t.Rolls(); len(rolls) > 0 && p.rng.IntN(4) > 0 {
		r := pick(p, rolls)
		if step, err := t.Step(r); err == nil && !step.Done() && p.rng.IntN(8) > 0 {
			return model.Answer{Roll: r.ID, Question: r.Question, Answer: p.answer(*step.Open)}
		}
		return model.Drop{Roll: r.ID, Why: "enough"}
	}
	switch p.rng.IntN(20) {
	case 0, 1:
		tpl := pick(p, toy.Templates)
		return model.Join{Character: model.Character{Name: fmt.Sprintf("%s %d", tpl.Name, p.n), Typed: p.rng.IntN(5) == 0,
			Pages: map[string]engine.Page{"toy": tpl.Page}}}
	case 2, 3:
		return model.Write{Who: who, System: "toy", Set: []model.Change{
			{Field: "strength", To: engine.ValueOf(p.rng.IntN(21))}, {Field: "mass", To: engine.ValueOf(engine.Milli(1000 * p.rng.IntN(100)))}}}
	case 4:
		return model.Write{Who: who, System: "toy", Set: []model.Change{{Field: "motto", To: engine.ValueOf("a\x1bb ü <&> \u202e")}}}
	case 5:
		return model.SetHouse{System: "toy", Rule: "ones", Value: engine.ValueOf(pick(p, []string{"plain", "hard"}))}
	case 6:
		return model.Next{}
	case 7:
		return model.Scene{Place: fmt.Sprintf("place %d", p.n)}
	case 8, 9:
		return model.Undo{}
	case 10:
		return model.Redo{}
	case 11:
		return pick(p, []model.Command{model.Leave{Who: who}, model.Return{Who: who}, model.Reorder{Who: who}, model.Rename{Name: "Other", System: "toy"}})
	case 12:
		return model.Note{Text: fmt.Sprintf("note %d\nsecond line", p.n), Private: p.rng.IntN(2) == 0}
	}
	if p.rights && p.rng.IntN(4) == 0 {
		return p.again(t)
	}
	return model.Begin{Who: who, System: "toy", Action: "check", Params: engine.PageOf("hidden", p.n%3 == 0)}
}

// again sets right what somebody did: against somebody, seen or hidden, or with
// other dice.
func (p *player) again(t model.Table) model.Command {
	for range 20 {
		act, why := decide.ActOf(t, 1+uint64(p.rng.IntN(int(t.Seq()))))
		was, ok := act.Did.(model.Begin)
		if why != "" || !ok {
			continue
		}
		c := model.Amend{Event: act.Seq, Stop: true, Without: true}
		if p.rng.IntN(3) > 0 {
			was.Params = engine.PageOf("hidden", p.rng.IntN(2) == 0, "situation", p.rng.IntN(9))
			if o := pick(p, t.Characters()); o != nil && o.ID != was.Who {
				was.Against = []string{o.ID}
			}
			c.Instead = was
			return c
		}
		for _, f := range act.Facts {
			if a, ok := f.(model.Answered); ok && a.Thrown {
				a.Answer.Faces = slices.Clone(a.Answer.Faces)
				a.Answer.Faces[0] = 1 + p.rng.IntN(5)
				c.Given = []model.Given{{Roll: a.Roll, Answer: a.Answer}}
				return c
			}
		}
	}
	return model.Next{}
}

func (p *player) answer(q engine.Question) engine.Answer {
	switch q.Wants {
	case engine.Throwing:
		var f engine.Faces
		for q.Dice.Missing(f) > 0 {
			f = append(f, q.Dice.Low+p.rng.IntN(q.Dice.High-q.Dice.Low+1))
		}
		return q.Thrown(f)
	case engine.Picking:
		return q.Picked(pick(p, q.Options).ID)
	}
	a, _ := q.Nothing()
	return a
}

// play plays n commands.
func (p *player) play(t testing.TB, l *saves.Live, n int) {
	t.Helper()
	for range n {
		c := p.command(l.Now())
		_, err := l.Do(program, c)
		var no *model.Refused
		var stale *decide.Stale
		if err != nil && !errors.As(err, &no) && !errors.As(err, &stale) {
			t.Fatalf("%T: %v", c, err)
		}
	}
}

// whole gives everything a table is: its state and its log with what is
// undone.
func whole(t testing.TB, table model.Table) string {
	t.Helper()
	var log []string
	for l := range table.Log() {
		log = append(log, fmt.Sprint(l.Event.Seq, l.Undone))
	}
	slices.Reverse(log)
	return exported(t, table) + fmt.Sprint(log)
}

// A table that is opened again is the table that was closed, however its
// evenings went.
func TestReopenedAfterAnything(t *testing.T) {
	for seed := range uint64(often(3, 6)) {
		l := makeTable(t)
		p := newPlayer(seed)
		p.rights = seed%2 == 1
		for range 3 {
			p.play(t, l, 90)
			want, state := whole(t, l.Now()), exported(t, l.Now())
			l2, err := lookAt(l.Path())
			if err != nil {
				t.Fatal(err)
			}
			if got := exported(t, l2.Now()); got != state {
				t.Fatalf("seed %d: beside the writer the table is\n%s\nbut the writer has\n%s", seed, got, state)
			}
			if got := whole(t, l2.Now()); got != want {
				t.Fatalf("seed %d: with its older log the table is\n%s\nbut the writer has\n%s", seed, got, want)
			}
			_ = l2.Close()
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			closed := exported(t, l.Now())
			if l, err = openAt(l.Path(), testDeps()); err != nil {
				t.Fatal(err)
			}
			if got := exported(t, l.Now()); got != closed {
				t.Fatalf("seed %d: opened again the table is\n%s\nbut it was\n%s", seed, got, closed)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := checkAt(l.Path(), "")
		if err != nil || !r.Good() {
			t.Fatalf("seed %d: %+v %v", seed, r, err)
		}
		if r.Dice < 20 || r.Sessions < 1 || r.Events != l.Now().Seq() {
			t.Errorf("seed %d: the check saw too little: %+v", seed, r)
		}
	}
}
