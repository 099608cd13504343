package model_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
	"example.org/fray/model"
)

// What a text lets somebody do once a round can be done again in the next session, where
// nobody runs the clock.
func TestARoundOfATextEndsWithTheSession(t *testing.T) {
	sys, err := script.Load("lunge.star", `
rulebook(id = "lunge", name = "Lunge", author = "Anyone", licence = "CC0-1.0", dice = "none", help = "Lunges.")
stats = group("Stats")
wits  = stats.int("wits", "Wits", 1, 9, start = 3)
def lunge(r):
    return r.success()
action("lunge", "Lunge", lunge, once_a = "round", help = "Once a round.")
time(unit = "turn", round = "round")
template("somebody", "Somebody", note = "Anybody.", wits = 3)
`)
	if err != nil {
		t.Fatal(err)
	}
	p := &play{TB: t, table: model.New(model.Rulebooks{"lunge": sys})}
	p.must(model.Make{Name: "Yard", System: "lunge"})
	p.must(model.Join{Character: model.Character{Name: "Ash", Pages: map[string]engine.Page{"lunge": sys.Templates[0].Page}}})
	lunge := model.Begin{Who: p.table.Characters()[0].ID, System: "lunge", Action: "lunge"}
	p.must(model.BeginSession{})
	p.must(lunge)
	if err := p.do(gm, lunge); err == nil {
		t.Error("it is done twice in a round")
	}
	p.must(model.EndSession{})
	p.must(model.BeginSession{})
	p.must(lunge)
}
