package model_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// longFight is a fight of 30 with a log of 10,000 events.
func longFight(tb testing.TB) *play {
	p := &play{TB: tb, table: model.New(allRules()), throw: thrower(5)}
	p.must(model.Make{Name: "Siege", System: "supermen"})
	p.must(model.Scene{Place: "The wall"})
	all := allRules()["supermen"].Templates
	for i := range 30 {
		page := all[i%len(all)].Page
		p.must(model.Join{Character: model.Character{Name: "Fighter " + itoa(i), Pages: map[string]engine.Page{"supermen": page}}})
	}
	cast := p.table.Characters()
	for i := 0; p.table.Seq() < 10_000; i++ {
		switch {
		case i%9 == 0 && p.fights(cast[i%30].ID, cast[(i+7)%30].ID):
		case i%31 == 0:
			p.must(model.Next{})
			p.settle()
		default:
			p.must(model.Note{Text: "so it goes"})
		}
	}
	return p
}

// fights begins a blow and spends nothing at its decisions.
func (p *play) fights(who, against string) bool {
	if p.do(gm, model.Begin{Who: who, Against: []string{against}, System: "supermen", Action: "combat"}) != nil {
		return false
	}
	p.settle()
	return true
}

// settle spends nothing at every decision until no roll is open.
func (p *play) settle() {
	for len(p.table.Rolls()) > 0 {
		answerNothing(p)
	}
}

func BenchmarkDecideApply(b *testing.B) {
	p := longFight(b)
	c := p.table.Characters()[3].ID
	for name, command := range map[string]model.Command{
		"note":   model.Note{Text: "so it goes"},
		"write":  model.Write{Who: c, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(3)}}},
		"begin":  model.Begin{Who: c, System: "supermen", Action: "hurt", Force: true},
		"next":   model.Next{},
		"go 500": model.Go{Moment: p.table.Clock.Moment + 500},
		"scene":  model.Scene{Place: "The gate"},
		"undo":   model.Undo{},
		"back":   model.Back{},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				facts, err := decide.Decide(p.table, gm, command, p.throw)
				if err != nil {
					b.Fatal(err)
				}
				p.table.Apply(model.Event{Seq: p.table.Seq() + 1, By: gm, Facts: facts})
			}
		})
	}
}

func BenchmarkLook(b *testing.B) {
	p := longFight(b)
	for name, look := range map[string]func(){
		"next due": func() { decide.NextDue(p.table) },
		"effects":  func() { p.table.ActiveEffects() },
		"turns":    func() { decide.Turns(p.table) },
		"log from": func() {
			for range p.table.LogFrom(500) {
				return
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				look()
			}
		})
	}
}

// years is a table of 100,000 events of which every tenth is hidden from
// players.
func years(tb testing.TB) *play {
	p := &play{TB: tb, table: model.New(allRules()), throw: thrower(5)}
	p.must(model.Make{Name: "Siege", System: "supermen"})
	for i := range 30 {
		page := allRules()["supermen"].Templates[i%3].Page
		p.must(model.Join{Character: model.Character{Name: "Fighter " + itoa(i), Owner: "Bo", Hidden: i%7 == 6, Pages: map[string]engine.Page{"supermen": page}}})
	}
	cast := p.table.Characters()
	for i := 0; p.table.Seq() < 100_000; i++ {
		if i%2 == 0 {
			p.must(model.Note{Text: "so it goes", Private: i%10 == 0})
			continue
		}
		p.must(model.Write{Who: cast[i%30].ID, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(i % 5)}}})
	}
	return p
}

// BenchmarkSeenBy redacts a table of 100,000 events for a player: as a whole, which is
// needed when somebody is hidden or revealed, and after one more event.
func BenchmarkSeenBy(b *testing.B) {
	p := years(b)
	seat := model.Seat{Role: model.Player, Name: "Bo"}
	before := view.SeenBy(p.table, seat)
	p.must(model.Note{Text: "one more"})
	for name, look := range map[string]func() model.Table{
		"gm":     func() model.Table { return view.SeenBy(p.table, gm) },
		"anew":   func() model.Table { return view.SeenBy(p.table, seat) },
		"follow": func() model.Table { return view.Follow(before, p.table, seat) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				look()
			}
		})
	}
}
