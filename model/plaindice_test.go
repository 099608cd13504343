package model_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	plaindice "example.org/fray/engine/dice"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

func plainTable(t *testing.T) *play {
	p := &play{TB: t, table: model.New(model.Rulebooks{"supermen": supermen.System, "dice": plaindice.System}), throw: thrower(3)}
	p.must(model.Make{Name: "Vault", System: "supermen"})
	return p
}

func plain(who, line string, hidden bool) model.Begin {
	_, params, _ := plaindice.System.Typed(line)
	if hidden {
		params = params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	return model.Begin{Who: who, System: "dice", Action: "roll", Params: params}
}

func newest(t model.Table) string {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if x, ok := f.(model.Finished); ok {
				return view.Tell(t, x, false)[0].Text
			}
		}
		break
	}
	return ""
}

// Plain dice are an event of the log. They belong to a character or to nobody, everybody
// sees them unless they are hidden, and they can be undone.
func TestPlainDice(t *testing.T) {
	p := plainTable(t)
	before := state(t, p.table)
	p.must(plain("", "d20+5 vs 12", false))
	if got := newest(p.table); !strings.HasPrefix(got, "d20+5 vs 12  ") {
		t.Errorf("the log says %q", got)
	}
	if n := len(p.table.Rolls()); n > 0 {
		t.Errorf("%d rolls are open", n)
	}
	for _, seat := range []model.Seat{bo, {Role: model.Watcher}} {
		if newest(view.SeenBy(p.table, seat)) == "" {
			t.Errorf("%+v does not see them", seat)
		}
	}
	p.must(plain("", "d20", true))
	if got := newest(view.SeenBy(p.table, bo)); strings.HasPrefix(got, "d20  ") {
		t.Errorf("hidden dice are seen: %q", got)
	}
	p.must(model.Undo{Act: true})
	p.must(model.Undo{Act: true})
	if after := state(t, p.table); after != before {
		t.Errorf("taken back they leave something:\n%s\n%s", before, after)
	}

	rook := p.join("Rook")
	p.must(plain(rook, "4d6 drop lowest", false))
	if got := newest(p.table); !strings.HasPrefix(got, "Rook: 4d6 drop lowest  ") {
		t.Errorf("the log says %q", got)
	}
	if err := p.do(bo, plain("", "2d6", false)); err != nil {
		t.Errorf("a player throws no dice: %v", err)
	}
	if err := p.do(bo, plain(rook, "2d6", false)); err == nil {
		t.Error("a player throws for somebody else's character")
	}
	for line, words := range map[string]string{"2d6r1": "ro", "2000d6": "1000"} {
		if err := p.do(gm, plain("", line, false)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", line, err)
		}
	}
	x := plain("", "d6", false)
	x.Against = []string{rook}
	if err := p.do(gm, x); err == nil {
		t.Error("nobody aims at somebody")
	}
}

// A character whose player throws real dice has plain dice typed as well.
func TestPlainDiceTyped(t *testing.T) {
	p := plainTable(t)
	rook := p.join("Rook")
	c, _ := p.table.Character(rook)
	own := *c
	own.Typed = true
	p.must(model.Edit{Who: rook, Character: own})
	p.must(plain(rook, "2d6!", false))
	for _, faces := range []engine.Faces{{6, 2}, {3}} {
		r := p.table.Rolls()[0]
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: engine.Answer{ID: "dice", Dice: "", Faces: faces}})
	}
	if got := newest(p.table); got != "Rook: 2d6!  11 (typed)" {
		t.Errorf("the log says %q", got)
	}
}
