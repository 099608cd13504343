package saves

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// A skirmish is the demo of a rulebook whose templates have heroes and foes: two against
// six, in the middle of the fight.
const (
	skirmishName   = "Two against six"
	skirmishHeroes = 2
	skirmishFoes   = 6
	skirmishSteps  = 16 // turns at most before the screen opens
)

// sides gives the heroes and the foe of a skirmish; false where a rulebook has none.
func sides(sys *engine.System) (heroes []engine.Template, foe engine.Template, ok bool) {
	for _, tpl := range sys.Templates {
		switch {
		case tpl.Side == engine.Heroes && len(heroes) < skirmishHeroes:
			heroes = append(heroes, tpl)
		case tpl.Side == engine.Foes && !ok:
			foe, ok = tpl, true
		}
	}
	return heroes, foe, ok && len(heroes) == skirmishHeroes
}

// skirmish plays the fight until the first hero has been struck at and may act.
func (s *story) skirmish(sys *engine.System, heroes []engine.Template, foe engine.Template) {
	s.do(model.Make{Name: skirmishName, System: sys.ID})
	join := func(name string, tpl engine.Template) {
		s.do(model.Join{Character: model.Character{Name: name, Notes: tpl.Note, Side: tpl.Side, Pages: map[string]engine.Page{sys.ID: tpl.Page}}})
	}
	for _, tpl := range heroes {
		join(tpl.Name, tpl)
	}
	for n := 1; n <= skirmishFoes; n++ {
		join(fmt.Sprintf("%s %d", foe.Name, n), foe)
	}
	s.do(model.Scene{Place: "The ford, at dusk"})
	s.do(model.Note{Text: "They came out of the reeds on both sides of the cart."})
	s.do(model.RollOrder{Quick: true})
	all := s.table.Characters()
	struck := 0
	for step := range skirmishSteps {
		who := all[step%len(all)]
		if s.table.Clock.Turn != "" || sys.Time.Initiative != "" {
			s.do(model.Next{})
			if now, there := s.table.Character(s.table.Clock.Turn); there {
				who = now
			}
		}
		if who.ID == all[0].ID && struck > 1 {
			break
		}
		if s.strike(sys, who.ID, s.facing(who.ID, step)) {
			struck++
		}
	}
	s.do(model.Note{Text: "The cart burns. Nobody on the road will come to help.", Private: true})
	s.do(model.EndSession{})
}

// facing is whom somebody goes for: one of the other side who can still act.
func (s *story) facing(who string, step int) string {
	me, _ := s.table.Character(who)
	var of []string
	for _, c := range s.table.Characters() {
		if c.Side != me.Side && !s.table.IsDown(c.ID) {
			of = append(of, c.ID)
		}
	}
	if len(of) == 0 {
		return ""
	}
	return of[step%len(of)]
}

// strike lets somebody make the attack of their rulebook, and lets what it calls for be
// done. It is false where they cannot.
func (s *story) strike(sys *engine.System, who, whom string) bool {
	i := slices.IndexFunc(sys.Actions, func(a *engine.Action) bool { return a.Attack() && a.Mode != engine.ByClock })
	if i < 0 || whom == "" {
		return false
	}
	before := s.table.Seq()
	s.begin(model.Begin{Who: who, Against: []string{whom}, System: sys.ID, Action: sys.Actions[i].ID}, likely)
	done := s.table.Seq() > before
	for _, f := range s.table.FollowUps() {
		s.begin(model.Begin{Who: f.Who, Against: f.Against, System: f.System, Action: f.Action, Params: f.Params}, likely)
	}
	return done
}
