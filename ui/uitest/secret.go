package uitest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/game"
)

// Secret is a word that is put into everything that a player may not know. NameOnly is a
// character of whom a player knows only the name.
const (
	Secret   = "Qvorzik"
	NameOnly = "Metria"
)

// Secrets returns the commands that come before ActAtRandom: they add a hidden character, a
// name-only character and a private note.
func Secrets(s *engine.System) []model.Command {
	return []model.Command{
		model.Join{Character: model.Character{Name: Secret, Notes: Secret, Hidden: true, Pages: map[string]engine.Page{s.ID: Template(s, 1).Page}}},
		model.Join{Character: model.Character{Name: NameOnly, Notes: Secret, Pages: map[string]engine.Page{s.ID: Marked(s, Template(s, 2).Page, Secret)}}},
		model.Note{Text: Secret, Private: true},
	}
}

// Peculiar is a number that is put on sheets which other seats must not see.
const Peculiar = 7919

// Marked returns p with mark in every name and every text, and Peculiar as every number
// whose range allows it. The lists in but keep their numbers, since those are used against
// others.
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

// ActAtRandom does one random act as the gamemaster. Much of it is secret.
func ActAtRandom(g game.Game, r *rand.Rand, s *engine.System) {
	all := g.Now().Characters()
	who := all[r.IntN(len(all))]
	a := s.Actions[r.IntN(len(s.Actions))]
	open := engine.Page{}
	if who.Name == Secret || who.Name == NameOnly {
		open = engine.PageOf(engine.Every.Why.ID, Secret, engine.Every.Situation.ID, 1)
	}
	var against []string
	for _, o := range all {
		// The hidden character is never an opponent: an open act against somebody may be
		// known.
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
			_, _ = g.Do(GM, model.Answer{Roll: roll.ID, Question: roll.Question, Answer: a})
		}
	}
}
