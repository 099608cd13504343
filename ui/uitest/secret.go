package uitest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Secret stands in everything that a player may not know. NameOnly is somebody of whom
// a player knows the name, and no more.
const (
	Secret   = "Qvorzik"
	NameOnly = "Metria"
)

// Secrets begins what ActAtRandom goes on with: somebody hidden, somebody who is
// only met, and a private note.
func Secrets(s *engine.System) []model.Command {
	return []model.Command{
		model.Join{Character: model.Character{Name: Secret, Notes: Secret, Hidden: true, Pages: map[string]engine.Page{s.ID: Template(s, 1).Page}}},
		model.Join{Character: model.Character{Name: NameOnly, Notes: Secret, Pages: map[string]engine.Page{s.ID: Marked(s, Template(s, 2).Page, Secret)}}},
		model.Note{Text: Secret, Private: true},
	}
}

// Peculiar is a number that stands on a sheet where others must not see it.
const Peculiar = 7919

// Marked is a page whose names, and whatever else is written in words, hold a
// mark, and on which every number is peculiar that may be so large: but for
// those of some lists, with which others are hurt.
func Marked(s *engine.System, p engine.Page, mark string, but ...string) engine.Page {
	put := func(path string, v engine.Value) {
		if sp, ok := s.Sheet.Field(path); ok && sp.Options == nil && sp.Check(v) == nil {
			p = p.With(path, v)
		}
	}
	for _, path := range p.Paths() {
		if sp, ok := s.Sheet.Field(path); ok && sp.Kind == engine.Text {
			v, _ := p.Get(path)
			put(path, engine.ValueOf(v.Text()+" "+mark))
		}
	}
	number := func(sp *engine.Spec, path string) {
		switch sp.Kind {
		case engine.Int:
			put(path, engine.ValueOf(Peculiar))
		case engine.Decimal:
			put(path, engine.ValueOf(engine.Milli(Peculiar*1000)))
		}
	}
	for _, sp := range s.Sheet.Fields() {
		if !sp.Bookkeeping && !slices.Contains(but, sp.ID) {
			number(sp, sp.ID)
		}
	}
	for _, l := range s.Sheet.Lists() {
		for _, row := range p.RowIDs(l.ID) {
			for _, sp := range l.Columns {
				if !slices.Contains(but, l.ID) {
					number(sp, l.ID+"/"+row+"/"+sp.ID)
				}
			}
		}
	}
	return p
}

// Game is a table at which something is done.
type Game interface {
	// Now is the table as it stands.
	Now() model.Table
	// Do decides a command of a seat; the errors are those of decide.Decide.
	Do(by model.Seat, c model.Command) (model.Table, error)
}

// ActAtRandom does one thing at a table as the gamemaster, with somebody and
// against anybody: much of it is secret.
func ActAtRandom(g Game, r *rand.Rand, s *engine.System) {
	all := g.Now().Characters()
	who := all[r.IntN(len(all))]
	a := s.Actions[r.IntN(len(s.Actions))]
	open := engine.Page{}
	if who.Name == Secret || who.Name == NameOnly {
		open = engine.PageOf(engine.Every.Why.ID, Secret, engine.Every.Situation.ID, 1)
	}
	var against []string
	for _, o := range all {
		// What is done to somebody in the open is theirs to know.
		if o.ID != who.ID && o.Name != Secret && a.Need != engine.Alone {
			against = []string{o.ID}
		}
	}
	hidden := engine.PageOf(engine.Every.Hidden.ID, true, engine.Every.Why.ID, Secret, engine.Every.Situation.ID, 1)
	_, _ = g.Do(GM, []model.Command{ // many are refused
		model.Begin{Who: who.ID, Against: against, System: s.ID, Action: a.ID, Params: hidden},
		model.Begin{Who: who.ID, Against: against, System: s.ID, Action: a.ID, Params: open},
		model.Note{Text: Secret + fmt.Sprint(r.IntN(9)), Private: true},
		model.Next{}, model.Next{}, model.Undo{}, model.Redo{}, model.Scene{Place: "Harbour"},
	}[r.IntN(8)])
	for _, roll := range g.Now().Rolls() {
		step, err := g.Now().Step(roll)
		if err != nil || step.Open == nil {
			continue
		}
		if a, ok := step.Open.Nothing(); ok {
			_, _ = g.Do(GM, model.Answer{Roll: roll.ID, At: len(roll.Tape), Answer: a})
		}
	}
}
