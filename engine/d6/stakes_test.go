package d6

import (
	"strings"
	"testing"

	"example.org/fray/engine"
)

// Who resists is told the damage, the wound that it means, and how much more leaves which.
func TestAResisterIsToldWhatIsAtStake(t *testing.T) {
	sheet := func(more ...any) engine.Page {
		return engine.PageOf(append([]any{"attributes/a/name", "Physique", "attributes/a/code", "2D", "character_points", 5}, more...)...)
	}
	for _, c := range []struct {
		target engine.Page
		want   string
	}{
		{sheet(), "damage 20 against resistance 3: dead; 2 more: mortally wounded; 5 more: incapacitated; 9 more: wounded; 14 more: stunned; 17 more: no harm; a die gives about 4"},
		{sheet("wound", "wounded"), "damage 20 against resistance 3: dead; 2 more: mortally wounded; 5 more: incapacitated; 9 more: severely wounded; 17 more: no harm; a die gives about 4"},
	} {
		action, _ := System.Action("damage")
		in := engine.Inputs{System: System, Action: action, Params: engine.PageOf("code", "5D"),
			Sheets: map[engine.Seat]engine.Page{engine.Actor: {}, engine.Other: c.target}}
		faces := map[string]engine.Faces{"regular": {4, 4, 4, 4}, "wild": {4}, "other.regular": {1}, "other.wild": {2}}
		var tape []engine.Answer
		for {
			step, err := engine.Run(in, tape)
			if err != nil {
				t.Fatal(err)
			}
			if step.Open == nil {
				t.Fatal("nobody is asked for Character Points")
			}
			if nothing, decides := step.Open.Nothing(); decides && step.Open.Who == engine.Actor {
				tape = append(tape, nothing)
				continue
			}
			if step.Open.Wants != engine.Throwing {
				if step.Open.Who != engine.Other || step.Open.AtStake() != c.want {
					t.Errorf("%s is told\n%s, want\n%s", step.Open.Who, step.Open.AtStake(), c.want)
				}
				if strings.Contains(step.Open.Words, "damage") {
					t.Errorf("the log would repeat what is at stake: %s", step.Open.Words)
				}
				break
			}
			tape = append(tape, step.Open.Thrown(faces[step.Open.ID]))
		}
	}
}
