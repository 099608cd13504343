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
		{dice(9, 3, 4), []any{"other.resistance", 5}, "{other} loses to {actor}  Contest goes on against {other.2}"},
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

// Where one of several has lost, or has beaten whom they all fought, it is told what
// goes on.
func TestWhatGoesOnIsTold(t *testing.T) {
	at := func(side string, names ...string) engine.Page {
		p := engine.PageOf("abilities/r1/name", "Sword", "abilities/r1/level", 9)
		for i, name := range names {
			row := "contests/r" + string(rune('1'+i)) + "/"
			for path, to := range map[string]engine.Value{"name": engine.ValueOf(name), "side": engine.ValueOf(side), "full": engine.ValueOf(27),
				"acting": engine.ValueOf(9), "effect": engine.ValueOf(9), "ability": engine.ValueOf("Sword")} {
				p = p.With(row+path, to)
			}
		}
		return p
	}
	none := engine.PageOf("abilities/r1/name", "Sword", "abilities/r1/level", 9)
	for _, x := range []struct {
		sheets  []engine.Page // who acts, and whom they face
		company []engine.Page
		faces   []int
		params  []any
		want    string
	}{
		{[]engine.Page{at("a", "Brawl"), at("b", "Brawl"), at("b", "Brawl")}, nil, []int{9, 3, 4}, []any{"other.resistance", 5},
			"{other} loses to {actor}  Brawl goes on against {other.2}"},
		{[]engine.Page{at("a", "Brawl"), at("b", "Brawl")}, []engine.Page{at("b", "Brawl")}, []int{9, 3}, []any{"other.resistance", 5},
			"{other} loses to {actor}"},
		{[]engine.Page{at("a", "Brawl"), at("b", "Brawl")}, []engine.Page{at("a", "Brawl")}, []int{9, 3}, []any{"other.resistance", 5},
			"{other} loses to {actor}  Brawl is over"},
		{[]engine.Page{at("a", "Brawl"), at("b", "Brawl")}, []engine.Page{at("a", "Brawl")}, []int{3, 9}, []any{"resistance", 5},
			"{actor} loses to {other}"},
		{[]engine.Page{at("a", "Brawl"), at("b", "Brawl", "Contest 2")}, []engine.Page{at("a", "Contest 2")}, []int{9, 3}, []any{"other.resistance", 5},
			"{other} loses to {actor}  Brawl is over; Contest 2 goes on"},
		{[]engine.Page{none, none}, []engine.Page{none}, []int{9, 3}, []any{"other.resistance", 5}, "{other} loses to {actor}  Contest is over"},
	} {
		in := plain(table(t, "exchange", x.params...))
		in.Sheets, in.Company = map[engine.Seat]engine.Page{engine.Actor: x.sheets[0]}, slices.Concat(x.company, x.sheets[1:])
		tape := []engine.Answer{{ID: "dice", Faces: x.faces[:1]}}
		for i, p := range x.sheets[1:] {
			in.Sheets[engine.Opponent(i+1)] = p
			tape = append(tape, engine.Answer{ID: string(engine.Opponent(i+1)) + ".dice", Faces: x.faces[i+1 : i+2]})
		}
		step, err := engine.Run(in, tape)
		if err != nil || step.Story != x.want {
			t.Errorf("%q, %v; want %q", step.Story, err, x.want)
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
