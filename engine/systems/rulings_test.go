package systems_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// TestRulingsSaySo checks that where a book is silent or can be read in two ways, what we decided is
// told as ours: in the working or the refusal where it decides, and in the help of the house rule by
// which a table reads the book the other way; and that the house rule takes the mark away. What each
// ruling comes to stands in plays: rulings.play, fate-round.play, dull.play, risk.play and others.
func TestRulingsSaySo(t *testing.T) {
	const ours = engine.OurRuling
	for name, x := range map[string]struct {
		system, action string
		sheet, other   []any
		params         []any
		says           string   // in the working or as the refusal
		house          []string // the house rule and its other value; none: there is no other reading
	}{
		"the skill in a Knowledge Roll": {system: "supermen", action: "knowledge", sheet: []any{"skills/s1/name", "Magic", "skills/s1/level", 7},
			params: []any{"knowledge", "s1", "multiplier", "20"}, says: "the skill is added after multiplying", house: []string{"knowledge_bonus", "before"}},
		"who fails alone": {system: "supermen", action: "oppose", sheet: []any{"ep_max", 90}, other: []any{"ep_max", 90},
			params: []any{"base", 5, "other.base", 30}, says: "who fails alone pays the row as it stands", house: []string{"loser_pays", "1 EP"}},
		"Hand Damage in a sweep": {system: "supermen", action: "combat", sheet: []any{"agility", 20, "strength", 14, "mass", 100, "ep_max", 90}, other: []any{"defense", 0},
			params: []any{"opponents", 2}, says: "Hand Damage is paid once for a sweep", house: []string{"hand_each", "on"}},
		"a light load": {system: "supermen", action: "throw", sheet: []any{"strength", 11, "mass", 82, "ep_max", 90},
			params: []any{"load", engine.Milli(250)}, says: "less than 1 kg is no bonus", house: []string{"light_load", "on"}},
		"dice before the time": {system: "d6", action: "check", params: []any{"code", "4D", "difficulty", "15", "rounds", 720}, says: "the dice fall when it begins"},
		"no Fate Point on initiative": {system: "d6", action: "initiative", sheet: []any{"fate_points", 1},
			params: []any{"fate", true}, says: "a Fate Point cannot be spent on initiative"},
	} {
		s := systems.All()[slices.IndexFunc(systems.All(), func(s *engine.System) bool { return s.ID == x.system })]
		a, ok := s.Action(x.action)
		if !ok {
			t.Fatalf("there is no %s %s", x.system, x.action)
		}
		in := engine.Inputs{System: s, Action: a, Params: engine.PageOf(x.params...), Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf(x.sheet...)}}
		if x.other != nil {
			in.Sheets[engine.Other] = engine.PageOf(x.other...)
		}
		if got := told(in); !strings.Contains(got, ours) || !strings.Contains(got, x.says) {
			t.Errorf("%s is told as\n%s", name, got)
		}
		if x.house == nil {
			continue
		}
		sp, ok := s.House.Field(x.house[0])
		if !ok || sp.Help == "" {
			t.Fatalf("there is no house rule %s with a help", x.house[0])
		}
		v, err := sp.Parse(x.house[1])
		if err != nil {
			t.Fatal(err)
		}
		in.House = in.House.With(sp.ID, v)
		if got := told(in); strings.Contains(got, x.says) {
			t.Errorf("%s, by the house rule, is told as\n%s", name, got)
		}
	}
}

// What is left to the gamemaster, or goes on by our ruling, says so where it is written: a risk that the
// book has for very extreme situations, and a dull round after one that was neither dull nor good.
func TestRulingsInOtherWords(t *testing.T) {
	all := systems.All()
	find := func(id string) *engine.System {
		return all[slices.IndexFunc(all, func(s *engine.System) bool { return s.ID == id })]
	}
	s := find("easiness")
	a, _ := s.Action("pool")
	in := engine.Inputs{System: s, Action: a, Params: engine.PageOf("dice", 5, "easiness", 1, "risk", 5), Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
	if got := told(in); !strings.Contains(got, "risk 5 is for very extreme situations: the gamemaster allows it") {
		t.Errorf("risk 5 is told as\n%s", got)
	}
	in.House = engine.PageOf("most_risk", 4)
	if got := told(in); !strings.Contains(got, "risk 5 is more than this table allows") {
		t.Errorf("where 4 is the most, risk 5 is told as\n%s", got)
	}
	if dull, ok := find("contest").Sheet.Field("dull"); !ok || !strings.Contains(dull.Help, "by our ruling one that is neither dull nor good does not") {
		t.Errorf("dull rounds are explained as %q", dull.Help)
	}
}

// To notice something is the ability save of Men & Supermen with perception, sight or hearing, and
// not the Discernment Roll, which is knowing what is right and good.
func TestNoticingIsPerceiving(t *testing.T) {
	for _, s := range systems.All() {
		if s.ID != "supermen" {
			continue
		}
		discern, _ := s.Action("discern")
		for _, word := range []string{"perception", "spot", "notice"} {
			if strings.Contains(discern.Also+" "+discern.Help, word) {
				t.Errorf("the Discernment Roll is found by %q", word)
			}
		}
		perceive, _ := s.Action("perceive")
		in := engine.Inputs{System: s, Action: perceive, Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("perception", 13, "newoen", 20)}}
		if step, err := engine.Run(in, nil); err != nil || !step.Aimed || step.Target != 13 {
			t.Errorf("perceiving aims at %d: %v", step.Target, err)
		}
	}
}

// told gives the working of a roll with middling dice and nothing spent, or why it is refused.
func told(in engine.Inputs) string {
	step, err := engine.RunOn(in, nil, func(q engine.Question, _ func() engine.Step) (engine.Answer, bool) {
		if q.Wants == engine.Throwing {
			faces := make(engine.Faces, q.Dice.Count)
			for i := range faces {
				faces[i] = (q.Dice.Low + q.Dice.High) / 2
			}
			return q.Thrown(faces), true
		}
		return q.Offered(), true
	})
	if err != nil {
		return err.Error()
	}
	return strings.Join(step.Notes, "\n")
}
