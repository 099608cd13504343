package saves

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// The demo's table, and whose time it keeps.
const (
	demoName   = "The Vault Job"
	demoSystem = "supermen"
	demoCast   = 5 // characters of the rulebook whose time is kept
	demoAttack = "combat"
	mostWaits  = 9 // moments that pass before the fight
)

// Who of the demo is written in two rulebooks: somebody who has been at another
// table, and what they are called there.
const demoGuest, demoSecond, demoAlias = "Rook", "trip", "sel"

// Demo makes a table with a little history in memory, whose time is kept by a rulebook,
// or by that of the demo for "": it has to stand before the first frame, and nothing of it
// is kept.
func Demo(index Index, rules model.Rulebooks, deps Deps, system string) (*Live, error) {
	l := newLive(NewMemory(), index, rules, deps)
	d := tellDemo(rules, cmp.Or(system, demoSystem), deps.Now())
	if err := l.log.Append(context.Background(), 0, d.lines); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	l.appended(d)
	l.wrote = false
	return l, l.begin()
}

// tellDemo plays the demo's history, which ended just before now. What a
// rulebook refuses is left out.
func tellDemo(rules model.Rulebooks, system string, now time.Time) *draft {
	at, seeds := now.Add(-41*time.Minute), demoName
	d := &draft{table: model.New(rules), deps: Deps{
		Now: func() time.Time { at = at.Add(67 * time.Second); return at },
		Seed: func() [32]byte {
			seed := sha256.Sum256([]byte(seeds))
			seeds += "'"
			return seed
		},
	}}
	s := &story{d}
	if rules[system] == nil {
		system = slices.Min(slices.Collect(maps.Keys(rules)))
	}
	if heroes, foe, ok := sides(rules[system]); ok && system != demoSystem {
		s.skirmish(rules[system], heroes, foe)
		return d
	}
	s.do(model.Make{Name: demoName, System: system})
	cast := s.cast(rules, system)
	s.second(rules)
	s.do(model.Scene{Place: "The roof of the Meridian Bank"})
	s.do(model.SetOrder{Order: cast, Turn: first(cast)})
	s.do(model.Note{Text: "Nine minutes until the guards change. The skylight is wired."})
	for i, action := range []string{"move", "discern", "jump", "move"} {
		if i < len(cast) {
			s.roll(cast[i], system, action)
		}
	}
	for range 2 { // somebody becomes free, then what was begun is done
		s.do(model.Next{})
	}
	s.do(model.Note{Text: "Somebody has been here before: the alarm box is open."})
	s.do(model.Note{Text: "The alarm goes off."})
	s.do(model.Undo{})
	s.do(model.Note{Text: "The guard's cards: two aces, and a key that fits the cage.", Private: true})
	s.fight(cast, system)
	s.do(model.EndSession{})
	return d
}

// story tells the demo.
type story struct{ *draft }

func (s *story) do(c model.Command) bool { return s.draft.do(job{by: program, command: c}).err == nil }

// cast brings characters from the rulebooks' templates: several of the one
// whose time is kept, one of every other. It gives the ids of the former.
func (s *story) cast(rules model.Rulebooks, system string) []string {
	for _, id := range append([]string{system}, slices.Sorted(maps.Keys(rules))...) {
		most := 1
		if id == system {
			most = demoCast
		}
		last := min(most, len(rules[id].Templates)) - 1
		foes := slices.ContainsFunc(rules[id].Templates[:last+1], func(t engine.Template) bool { return t.Side != engine.Heroes })
		for i, tpl := range rules[id].Templates {
			if i < most && !s.has(tpl.Name) {
				side := tpl.Side
				if i == last && i > 0 && !foes {
					side = engine.Foes // somebody has to be fought
				}
				s.do(model.Join{Character: model.Character{Name: tpl.Name, Notes: tpl.Note, Side: side, Pages: map[string]engine.Page{id: tpl.Page}}})
			}
		}
	}
	var ids []string
	for _, c := range s.table.Characters() {
		if _, ok := c.Pages[system]; ok {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// fight lets time go on until the first of the cast is free, and has the last
// strike at them: whom the screen opens with has somebody to strike back at.
func (s *story) fight(cast []string, system string) {
	if len(cast) < 2 {
		return
	}
	hero, foe := cast[0], cast[len(cast)-1]
	for range mostWaits {
		if !s.busy(hero) && !s.busy(foe) {
			break
		}
		s.do(model.Next{})
	}
	sheet, ok := s.table.Character(foe)
	if !ok {
		return
	}
	form := engine.Page{}
	if name, armed := sheet.Pages[system].Get("weapons/w1/name"); armed {
		form = form.With("weapon", name)
	}
	s.begin(model.Begin{Who: foe, Against: []string{hero}, System: system, Action: demoAttack, Params: form}, careful)
}

// busy reports whether somebody is in the middle of something.
func (s *story) busy(who string) bool {
	return slices.ContainsFunc(s.table.Pending(), func(p model.Pending) bool { return p.Who == who && !p.Passive })
}

// second writes the guest in another rulebook too.
func (s *story) second(rules model.Rulebooks) {
	sys := rules[demoSecond]
	if sys == nil {
		return
	}
	for _, c := range s.table.Characters() {
		for _, tpl := range sys.Templates {
			if c.Name == demoGuest && tpl.ID == demoAlias {
				s.do(model.PutPage{Who: c.ID, System: demoSecond, Page: &tpl.Page})
			}
		}
	}
}

func (s *story) has(name string) bool {
	return slices.ContainsFunc(s.table.Characters(), func(c *model.Character) bool { return c.Name == name })
}

// roll plays an action to its end; Quality goes to its first use.
func (s *story) roll(who, system, action string) {
	s.begin(model.Begin{Who: who, System: system, Action: action}, likely)
}

func (s *story) begin(c model.Begin, answer func(engine.Question) engine.Answer) {
	if !s.do(c) {
		return
	}
	for len(s.table.Rolls()) > 0 {
		r := s.table.Rolls()[0]
		step, err := s.table.Step(r)
		if err != nil || step.Done() || !s.do(model.Answer{Roll: r.ID, At: len(r.Tape), Answer: answer(*step.Open)}) {
			s.do(model.Drop{Roll: r.ID})
			return
		}
	}
}

// likely is what somebody might answer.
func likely(q engine.Question) engine.Answer {
	if q.Wants == engine.Sharing && !q.One { // a push is nobody's first thought
		for _, sink := range q.Uses {
			if sink.WhyNot != "" {
				continue
			}
			n := q.Total
			if sink.Most > 0 {
				n = min(n, sink.Most)
			}
			return q.Given(engine.Shares{sink.ID: n})
		}
	}
	a, _ := q.Nothing()
	return a
}

// careful is how a blow is struck by somebody who looks to their own skin: half
// of the Quality is theirs.
func careful(q engine.Question) engine.Answer {
	give := engine.Shares{"attack": q.Total - q.Total/2, "defense": q.Total / 2}
	if a := q.Given(give); q.Wants == engine.Sharing && q.Check(a) == nil {
		return a
	}
	return likely(q)
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
