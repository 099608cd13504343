package contest

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// An exchange is told of everybody whom it went against, in words that anybody may
// read up to two spaces.
func TestExchangeIsToldOfAll(t *testing.T) {
	one := engine.PageOf("abilities/r1/name", "Sword", "abilities/r1/level", 9)
	dice := func(own, first, second int) []engine.Answer {
		return []engine.Answer{{ID: "dice", Faces: []int{own}}, {ID: "other.dice", Faces: []int{first}}, {ID: "other.2.dice", Faces: []int{second}}}
	}
	for _, x := range []struct {
		tape   []engine.Answer
		params []any
		want   string
	}{
		{dice(9, 3, 12), nil, "{actor} gets the better of {other}; {other.2} gets the better of {actor}"},
		{dice(9, 12, 13), nil, "{other} and {other.2} get the better of {actor}"},
		{dice(9, 12, 13), []any{"resistance", 10}, "{actor} loses to {other} and {other.2}  Contest is over"},
		{dice(9, 3, 4), []any{"other.resistance", 5}, "{other} loses to {actor}  Contest is over"},
		{dice(9, 9, 4), nil, "{actor} and {other} are even"},
	} {
		in := plain(table(t, "exchange", x.params...))
		in.Sheets = map[engine.Seat]engine.Page{engine.Actor: one, engine.Other: one, engine.Opponent(2): one}
		step, err := engine.Run(in, x.tape)
		if err != nil || step.Story != x.want {
			t.Errorf("%v %v: %q, %v; want %q", x.tape, x.params, step.Story, err, x.want)
		}
	}
}

// What is running is told before what was lost, and only who has lost and contends no
// more lies down; who was talked round stands.
func TestMarksOfContests(t *testing.T) {
	row := func(id, name, kind, over string) []any {
		at := "contests/" + id + "/"
		return []any{at + "name", name, at + "kind", kind, at + "over", over}
	}
	for _, x := range []struct {
		rows  [][]any
		want  string
		grave bool
	}{
		{[][]any{row("r1", "Talk", persuasion, lost)}, "lost Talk", false},
		{[][]any{row("r1", "Fight", combat, lost)}, "lost Fight", true},
		{[][]any{row("r1", "Fight", combat, lost), row("r2", "Chase", anyContest, running)}, "in Chase, lost Fight", false},
	} {
		words, grave := System.Marked(engine.View{Sheet: sheet.Read(engine.PageOf(slices.Concat(x.rows...)...))}), false
		var told []string
		for _, m := range words {
			told, grave = append(told, m.Word), grave || m.Grave
		}
		if got := strings.Join(told, ", "); got != x.want || grave != x.grave {
			t.Errorf("%q, down %v; want %q, %v", got, grave, x.want, x.grave)
		}
	}
}
