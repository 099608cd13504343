package model_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// threes is a table of a rulebook where the first of several dice shows a five, and every
// other a three.
func threes(t *testing.T, system string) *play {
	t.Helper()
	p := &play{TB: t, table: model.New(allRules()), throw: func(d engine.Dice, _ bool) (f engine.Faces) {
		for d.Missing(f) > 0 {
			f = append(f, 3)
		}
		if len(f) > 1 {
			f[0] = 5
		}
		return f
	}}
	p.must(model.Make{Name: "Yard", System: system})
	return p
}

// comes adds a character with a sheet of the table's rulebook.
func (p *play) comes(name string, pairs ...any) string {
	p.Helper()
	p.must(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{p.table.System: engine.PageOf(pairs...)}}})
	all := p.table.Characters()
	return all[len(all)-1].ID
}

// acts begins an action and returns the number of its event.
func (p *play) acts(who, action, against string, pairs ...any) (uint64, model.Begin) {
	p.Helper()
	c := model.Begin{Who: who, System: p.table.System, Action: action, Params: engine.PageOf(pairs...)}
	if against != "" {
		c.Against = []string{against}
	}
	p.must(c)
	return p.table.Seq(), c
}

// number returns a number of a sheet.
func (p *play) number(who, field string) int {
	c, _ := p.table.Character(who)
	return p.table.Rulebooks[p.table.System].Sheet.Read(c.Pages[p.table.System]).Value(field).Int()
}

// A follow-up is taken up once. Two members of a group lose health, one because of a blow
// and the other because of nothing; when the blow is moved to another character, only the
// first roll moves with it.
func TestAmendedGroupTakesFollowUpOnce(t *testing.T) {
	p := threes(t, "easiness")
	a, b, c := p.comes("Ada"), p.comes("Bo"), p.comes("Cy")
	blow, was := p.acts(a, "pool", b, "dice", 4, "easiness", 4)
	hurt := model.Begin{Who: b, Against: []string{a}, System: "easiness", Action: "hurt", Params: engine.PageOf("amount", 3)}
	p.must(model.Together{Each: []model.Begin{hurt, hurt}})
	was.Against = []string{c}
	p.must(model.Amend{Event: blow, Instead: was, Without: true})
	if x, y := p.number(b, "health_lost"), p.number(c, "health_lost"); x != 3 || y != 3 {
		t.Errorf("Bo has lost %d, Cy %d", x, y)
	}
}

// If a blow calls for nothing after an amendment, the roll that answered it must not
// answer another blow instead. That one can still be answered.
func TestAmendmentAnswersNoOtherBlow(t *testing.T) {
	p := threes(t, "easiness")
	a, b := p.comes("Ada"), p.comes("Bo")
	p.acts(a, "pool", b, "dice", 4, "easiness", 4)
	second, was := p.acts(a, "pool", b, "dice", 2, "easiness", 4)
	p.acts(b, "hurt", a, "amount", 1)
	was.Params = was.Params.With("easiness", engine.ValueOf(2))
	p.must(model.Amend{Event: second, Instead: was, Without: true})
	if n := p.number(b, "health_lost"); n != 0 {
		t.Errorf("Bo has lost %d by a blow that hit nobody", n)
	}
	if n := len(p.table.FollowUps()); n != 3 {
		t.Errorf("the first blow is answered by %d", n)
	}
}

// The turn of a character without actions left also comes in a replay, and ends what lasts
// until then.
func TestAmendmentKeepsSpentTurns(t *testing.T) {
	p := threes(t, "d6")
	a := p.comes("Ada")
	p.must(model.Declare{Who: a, Actions: 1})
	event, was := p.acts(a, "defend", "", "code", "3D")
	for len(p.table.Rolls()) > 0 {
		answerNothing(p)
	}
	if p.number(a, "defence") == 0 {
		t.Fatal("no defence stands")
	}
	p.must(model.Next{})
	if p.number(a, "defence") != 0 || p.table.Clock.Moment != 1 {
		t.Fatalf("at %d the defence is %d", p.table.Clock.Moment, p.number(a, "defence"))
	}
	was.Params = was.Params.With("bonus", engine.ValueOf(1))
	p.must(model.Amend{Event: event, Instead: was})
	if p.number(a, "defence") != 0 || p.table.Clock.Moment != 1 {
		t.Errorf("played again the defence is %d at %d", p.number(a, "defence"), p.table.Clock.Moment)
	}
}
