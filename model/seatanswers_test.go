package model_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// hosted is a table with the rules that a table gets when it is first hosted: two heroes of
// two players, and two foes whom the players know by name only.
func hosted(t testing.TB, system string, seed uint64) (p *play, s *engine.System, heroes, foes []string) {
	t.Helper()
	p = &play{TB: t, table: model.New(rulesWith(t, system)), throw: thrower(seed)}
	p.must(model.Make{Name: "Docks", System: system})
	s, _ = p.table.Rulebook(system)
	for _, c := range p.table.HostingRules() {
		p.must(c)
	}
	for i, name := range []string{"Mira", "Tom", "Grim", "Weasel"} {
		c := model.Character{Name: name, Side: engine.Heroes, Owner: name, Pages: map[string]engine.Page{s.ID: s.Templates[i%len(s.Templates)].Page}}
		if i >= 2 {
			c.Owner, c.Side = "", engine.Foes
		}
		p.must(model.Join{Character: c})
		id := p.table.Characters()[i].ID
		if i < 2 {
			heroes = append(heroes, id)
		} else {
			foes = append(foes, id)
		}
	}
	return p, s, heroes, foes
}

// everyRulebook are the ids of the built-in rulebooks and of those that are texts.
func everyRulebook() (all []string) {
	for _, s := range systems.All() {
		all = append(all, s.ID)
	}
	return append(all, books.IDs()...)
}

// anAnswer answers a question at random, with what the question itself allows.
func anAnswer(r *rand.Rand, q engine.Question) engine.Answer {
	for range 20 {
		a := engine.Answer{}
		switch q.Wants {
		case engine.Picking:
			a = q.Picked(q.Options[r.IntN(len(q.Options))].ID)
		case engine.Sharing:
			a = q.Offered()
		case engine.Numbering:
			a = q.Numbered(q.Least + r.IntN(q.Most-q.Least+1))
		}
		if q.Check(a) == nil {
			return a
		}
	}
	a, _ := q.Nothing()
	return a
}

// finishes answers every question by the seat that is asked it, with what this seat's view
// of the table says, and no more. It returns what is refused.
func (p *play) finishes(r *rand.Rand) (asked int, wrong []string) {
	mira, tom := model.Seat{Role: model.Player, Name: "Mira"}, model.Seat{Role: model.Player, Name: "Tom"}
	for len(p.table.Rolls()) > 0 {
		whole := p.table.Rolls()[0]
		step, err := p.table.Step(whole)
		if err != nil || step.Open == nil {
			return asked, append(wrong, fmt.Sprint("the roll is stuck: ", err, whole.Parked))
		}
		by := gm
		for _, s := range []model.Seat{mira, tom} {
			for _, id := range whole.At(step.Open.Who) {
				if c, _ := p.table.Character(id); s.Owns(c) {
					by = s
				}
			}
		}
		seen := view.SeenBy(p.table, by)
		mine, ok := seen.Roll(whole.ID)
		if !ok {
			return asked, append(wrong, "the roll is not seen")
		}
		step, err = seen.Step(mine)
		if err != nil || step.Open == nil {
			return asked, append(wrong, fmt.Sprint("nothing is asked: ", err))
		}
		asked++
		if err := p.do(by, answerTo(mine, anAnswer(r, *step.Open), step.Open.Wants == engine.Throwing)); err != nil {
			return asked, append(wrong, fmt.Sprintf("%s of %s: %v", step.Open.ID, by.Name, err))
		}
	}
	return asked, wrong
}

// answerTo is the command that answers the question of a roll as a seat sees it.
func answerTo(r model.Roll, a engine.Answer, throw bool) model.Answer {
	return model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: throw}
}

// Whoever is asked in a roll can answer with what their own view of the table says, in every
// action of every rulebook: of players' characters and of foes whom they know by name only,
// at a table with the rules of hosting, where the dice of such foes are kept from them.
func TestSeatsAnswerByName(t *testing.T) {
	for _, system := range everyRulebook() {
		t.Run(system, func(t *testing.T) {
			rolls, asked := 0, 0
			for seed := range uint64(3) {
				rnd := rand.New(rand.NewPCG(seed, 43))
				p, s, heroes, foes := hosted(t, system, seed)
				start := p.table
				for _, a := range s.Actions {
					for _, x := range []struct {
						by        model.Seat
						who, whom string
					}{{model.Seat{Role: model.Player, Name: "Mira"}, heroes[0], foes[0]}, {gm, foes[0], heroes[0]}, {model.Seat{Role: model.Player, Name: "Mira"}, heroes[0], heroes[1]}} {
						p.table = start
						c := model.Begin{Who: x.who, System: s.ID, Action: a.ID}
						if a.Need != engine.Alone {
							c.Against = []string{x.whom}
						}
						if p.do(x.by, c) != nil {
							continue
						}
						rolls++
						n, wrong := p.finishes(rnd)
						if asked += n; wrong != nil {
							t.Errorf("%s by %s, seed %d: %s", a.ID, p.table.NameOf(x.who), seed, strings.Join(wrong, ", "))
						}
						p.must(model.Note{Text: "nobody else sees this", Private: true})
						var stale *decide.Stale
						if act := view.SeenBy(p.table, x.by).ActBy(x.by); act != nil && x.by != gm && errors.As(p.do(x.by, model.UndoOf(act)), &stale) {
							t.Errorf("%s by %s: %v", a.ID, x.by.Name, stale)
						}
					}
				}
			}
			t.Log(rolls, "rolls,", asked, "questions")
		})
	}
}

// An undo takes back the act that was shown, or nothing: not what somebody has done since.
func TestUndoTakesBackWhatWasShown(t *testing.T) {
	p, s, heroes, foes := hosted(t, "d6", 1)
	mira, tom := model.Seat{Role: model.Player, Name: "Mira"}, model.Seat{Role: model.Player, Name: "Tom"}
	p.must(model.Note{Text: "The alarm rings"})
	for _, seat := range []model.Seat{gm, mira} {
		if err := p.do(mira, model.Note{Text: "I hide"}); err != nil {
			t.Fatal(err)
		}
		shown := model.UndoOf(view.SeenBy(p.table, seat).ActBy(seat))
		by := tom
		if seat == mira {
			by = mira // on another screen
		}
		if err := p.do(by, model.Begin{Who: heroes[map[model.Seat]int{mira: 0, tom: 1}[by]], Against: foes[:1], System: s.ID, Action: "attack"}); err != nil {
			t.Fatal(err)
		}
		var stale *decide.Stale
		if err := p.do(seat, shown); !errors.As(err, &stale) {
			t.Errorf("%s undoes another act than was shown: %v", seat.Name, err)
		}
		for len(p.table.Rolls()) > 0 {
			p.must(model.Drop{Roll: p.table.Rolls()[0].ID})
		}
		p.must(model.UndoOf(p.table.NextAct()))
	}
}

// What everybody sees on the timeline is no secret reason: who is busy there cannot be drawn
// into a roll, and an offer and the gate say so alike.
func TestBusyIsNoSecretReason(t *testing.T) {
	p, s, heroes, foes := hosted(t, "supermen", 2)
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	p.must(model.Begin{Who: foes[0], Against: heroes[1:], System: s.ID, Action: "combat"})
	if _, wrong := p.finishes(rand.New(rand.NewPCG(1, 1))); wrong != nil {
		t.Fatal(wrong)
	}
	if _, busy := p.table.State.UnderWay(foes[0]); !busy {
		t.Fatal("nothing is under way")
	}
	c := model.Begin{Who: heroes[0], Against: foes[:1], System: s.ID, Action: "oppose"}
	seen := view.SeenBy(p.table, mira)
	_, offered := decide.InputsToBegin(seen, mira, c)
	for _, err := range []error{offered, p.do(mira, c)} {
		if err == nil || !strings.Contains(err.Error(), "is busy until segment") {
			t.Errorf("a player is told %v", err)
		}
	}
}
