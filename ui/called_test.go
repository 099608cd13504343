package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

// The gamemaster takes up first what no player has in hand, and by itself.
func TestGamemastersOwnIsTakenUpFirst(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()
	g.Must(t, all[0].PlayedBy("Mira"))
	for i, c := range all[:2] {
		for len(g.Table.FollowUps()) == i { // some fail
			g.Must(t, model.Begin{Who: all[2].ID, Against: []string{c.ID}, System: trip.System.ID, Action: "trip", Params: engine.PageOf("ability", "Dart damage")})
			throwAll(t, g)
		}
	}
	if calls := g.Table.FollowUps(); len(calls) != 2 || calls[0].Who != all[0].ID {
		t.Fatalf("called for are %+v", calls)
	}
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Orrin Vance: Trip roll")
	if strings.Contains(s.plain(), "Mira, Orrin Vance: Trip roll") {
		t.Errorf("Mira's is taken up too:\n%s", s.plain())
	}
}

// Where one action does both, an armor is not taken up together with another's
// damage, and two armors are.
func TestArmorAndDamageAreTakenUpApart(t *testing.T) {
	g := uitest.Seated(t, trip.System)
	all := g.Table.Characters()
	calls := func(ability string, who, foe *model.Character) {
		t.Helper()
		before := len(g.Table.FollowUps())
		for range 9 { // some fail
			g.Must(t, model.Begin{Who: who.ID, Against: []string{foe.ID}, System: "trip", Action: "trip", Params: engine.PageOf("ability", ability)})
			throwAll(t, g)
			if len(g.Table.FollowUps()) > before {
				return
			}
		}
		t.Fatalf("nothing follows from %s", ability)
	}
	calls("Dart damage", all[2], all[1]) // the armor
	calls("Dart attack", all[2], all[0]) // the damage
	s := gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Orrin Vance: Trip roll", "Scale coat", "Damage to hold off")
	if strings.Contains(s.plain(), "Sel Quarrow, Orrin Vance") || strings.Contains(s.plain(), "Orrin Vance, Sel Quarrow") {
		t.Errorf("they are taken up as one:\n%s", s.plain())
	}
	calls("Dart damage", all[2], all[0])
	s = gamemaster(t, g, 120, 36)
	s.press("V")
	s.shows("Orrin Vance, Mira: Trip roll", "Scale coat", "Quilted coat")
}

// A blow may be dodged, resisted or taken: that is said to be one of them, what it
// would do stands in the form, and once it is done nothing is called for any more.
func TestOneOfWhatIsCalledFor(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	g.Must(t, all[0].PlayedBy("Mira"), model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})

	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	s.shows("called for: Dodge against Bastian Okell", "or: Resist against Bastian Okell", "or: Lose health  ")
	s = gamemaster(t, g, 120, 36)
	s.shows("Dodge called for")
	s.press("V")
	s.shows("Ilse Marrow: Dodge, resist or lose health?")
	s.press("enter")
	s.shows("a failure,", "then lose health 1, up to 2")
	s.press("esc", "V", "down", "down", "enter")
	s.shows("2 Health of 8, 6 left")
	s.press("enter")
	if left := g.Table.FollowUps(); len(left) > 0 {
		t.Errorf("health is lost, and called for are %+v", left)
	}
	s.shows("Ilse Marrow: Lose health ─") // against nobody
	s.press("esc", "a")
	s.shows("+1 Health")
}

// Two blows are two choices, which are told as one and made one after the other.
func TestChoicesForTwoBlows(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	all := g.Table.Characters()
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	blow := model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"}
	g.Must(t, blow, blow)
	s := gamemaster(t, g, 100, 32)
	s.shows("Dodge called for twice, or resist, or lose health")
	for range 2 {
		s.press("V")
		s.shows("Ilse Marrow: Dodge, resist or lose health?")
		s.press("down", "down", "enter", "enter", "esc")
	}
	if left := g.Table.FollowUps(); len(left) > 0 {
		t.Errorf("health is lost twice, and called for are %+v", left)
	}
}

// throwAll takes every open roll to its end, with fours and nothing else.
func throwAll(t *testing.T, g *uitest.Memory) {
	for range 30 {
		r := g.Table.Rolls()
		if len(r) == 0 {
			return
		}
		step, err := g.Table.Step(r[0])
		if err != nil || step.Open == nil {
			t.Fatal("nothing is asked: ", err)
		}
		a, ok := step.Open.Nothing()
		if !ok {
			a = step.Open.Thrown(slices.Repeat(engine.Faces{4}, step.Open.Dice.Missing(nil)))
		}
		g.Must(t, model.Answer{Roll: r[0].ID, At: len(r[0].Tape), Answer: a})
	}
	t.Fatal("there is no end")
}

// A player whose turn it isn't reads so where the offers stand.
func TestWhyNothingCanBeDone(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	all := g.Table.Characters()
	g.Must(t, all[1].PlayedBy("Mira"), model.Next{})
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	s.shows("Nothing just now: it is the turn of " + all[0].Name)
	s.press("a")
	s.shows("1 Exchange")
	if text := s.plain(); strings.Contains(text, "not now") {
		t.Errorf("one of those that cannot be done stands apart:\n%s", text)
	}
}

// What the gamemaster decided for somebody who is only met tells a player nothing,
// but may be what the own question waited for: that comes up all the same.
func TestAskedBehindWhatIsNotTold(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	g.Must(t, all[0].PlayedBy("Mira"))
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 80, 24)
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "5D")})
	s.brings()
	none := 0
	r := g.Table.Rolls()[0]
	g.Must(t, model.Answer{Roll: r.ID, At: len(r.Tape), Answer: engine.Answer{ID: "character-points", Amount: &none}})
	s.brings()
	s.shows("Character Points for one more Wild Die each")
}
