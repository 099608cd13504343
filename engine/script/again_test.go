package script_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
)

var again = flag.Int("again", 50, "with how many random inputs rulebooks in Go are compared with the same ones as text")

// twin is a rulebook in Go and the same one, or some of its actions, as text.
type twin struct {
	book    *engine.System
	text    *engine.System
	texts   func(rnd *rand.Rand, id string) string // what may be written in a field that is a text
	force   []string                               // what is tried to be in force, by path
	without map[string]bool                        // declared in Go alone, or in another way
	rules   []string                               // the ids of the actions that are compared
}

func easinessAgain(t testing.TB) twin {
	return twin{
		book: easiness.System, text: book(t, "easiness.star"),
		texts: func(rnd *rand.Rand, _ string) string {
			return oneOf(rnd, "", "strength", "Agility", "vigor", "Charisma", "Free running", "knife", "Second Sight", "p1", "dodge", "no such thing")
		},
		force: []string{"every_modifier", "every_dice", "every_easiness", "attributes/vigor/level", "powers/p1/level"},
		rules: []string{"pool", "oppose", "dodge", "resist", "hurt", "recover"},
	}
}

func d6Again(t testing.TB) twin {
	tw := twin{
		book: d6.System, text: book(t, "d6.star"),
		texts: func(rnd *rand.Rand, id string) string {
			switch id {
			case "code", "other.code":
				return oneOf(rnd, "", "3D", "4D+2", "+1D", "+2D+1", "2d1", "1D", "0D", "3D+3", "51D", "none")
			case "bonus":
				return oneOf(rnd, "", "+1D", "+2", "-1", "-1D+1", "1D", "+1D+2")
			case "difficulty":
				return oneOf(rnd, "", "0", "5", "12", "moderate", "very_difficult", "Easy", "none", "-3", "07", "1000", "hard", "automatic")
			case "special_of":
				return oneOf(rnd, "", "dodge", "Stamina", "sneak")
			}
			return oneOf(rnd, "", "dodge", "Sneak", "brawling", "fighting", "stamina", "search", "melee combat", "marksmanship", "Physique", "agility", "Perception",
				"Revolver", "Blaster pistol", "Cargo hook", "w1", "medicine", "no such thing")
		},
		force: []string{"every_dice", "every_total", "defence_more", "scale", "attributes/physique/more_dice", "attributes/agility/more", "skills/dodge/more_dice", "skills/sneak/more"},
		rules: []string{"check", "attack", "task-done"},
	}
	tw.without = map[string]bool{"body_lost": true, "armour": true}
	for _, f := range []string{"move", "funds", "outUntil", "out_until", "hurt_round", "resist_dice", "attributes/role", "attributes/extranormal", "attributes/raised",
		"skills/raised", "weapons/stuns", "advantages/note", "house attribute_lifts_skills", "house fifth_to_damage",
		"check unskilled", "attack unskilled", "attack other.unskilled"} {
		tw.without[f] = true
	}
	return tw
}

// twins are the rulebooks that are written again.
func twins(t testing.TB) []twin { return []twin{easinessAgain(t), d6Again(t)} }

// What stands in both is declared alike: ids, kinds, bounds, options and what holds where
// nothing is written. Rows of a template have ids of their own in a text, which numbers
// them. The name of a row may be longer in a text, and a field may have something in
// force that in Go only rules write. Panels are no part of the comparison:
// a text lists what is shown, and does not draw it.
func TestTextsDeclareWhatTheirRulebooksDo(t *testing.T) {
	for _, tw := range twins(t) {
		t.Run(tw.book.ID, func(t *testing.T) {
			fields := func(in string, of, as []*engine.Spec) {
				got := map[string]*engine.Spec{}
				for _, sp := range as {
					got[sp.ID] = sp
				}
				for _, sp := range of {
					switch x := got[sp.ID]; {
					case tw.without[in+sp.ID]:
					case x == nil:
						t.Errorf("%s%s is missing", in, sp.ID)
					case sp.ID != "name" && declared(sp) != declared(x):
						t.Errorf("%s%s is %s, not %s", in, sp.ID, declared(x), declared(sp))
					}
					delete(got, sp.ID)
				}
				for _, id := range slices.Sorted(maps.Keys(got)) {
					if !strings.HasPrefix(id, "is_") { // whether a condition holds
						t.Errorf("%s%s is declared in the text alone", in, id)
					}
				}
			}
			fields("", tw.book.Sheet.Fields(), tw.text.Sheet.Fields())
			fields("house ", tw.book.House.Fields(), tw.text.House.Fields())
			for _, l := range tw.book.Sheet.Lists() {
				if x, ok := tw.text.Sheet.FindList(l.ID); ok {
					fields(l.ID+"/", l.Columns, x.Columns)
				} else if !tw.without[l.ID] {
					t.Errorf("the list %s is missing", l.ID)
				}
			}
			for _, a := range tw.book.Actions {
				switch x, ok := tw.text.Action(a.ID); {
				case !slices.Contains(tw.rules, a.ID):
				case !ok:
					t.Errorf("the action %s is missing", a.ID)
				default:
					fields(a.ID+" ", a.Form.Fields(), x.Form.Fields())
				}
			}
			for i, p := range tw.book.Pools {
				if x := tw.text.Pools[i]; x.ID != p.ID || x.Full.ID != p.Full.ID || x.Losses[0].ID != p.Losses[0].ID {
					t.Errorf("the pool %s is %+v", p.ID, x)
				}
			}
		})
	}
}

func declared(sp *engine.Spec) string {
	start := "worked out"
	if !sp.IsDerived() {
		start = sp.Default(engine.Sheet{}).String()
	}
	return fmt.Sprintf("%s of kind %v from %d to %d, of %s, one of %q, else %q", sp.ID, sp.Kind, sp.Least, sp.Most, sp.RowsOf, sp.Options, start)
}

// A rule that is written again as text is the same rule: over random sheets, forms, house
// rules and what is in force it refuses in the same words, asks the same questions in the
// same order, ends in the same outcome with the same working, story, changes and calls,
// and has the same odds.
//
// What a text cannot say is left out: the words of a throw, which a text has of its id;
// what stands beside a parameter in a form; what became of a single die; who else uses up
// an action; a value called total beside the total itself. Where nobody sits a text calls for nothing against them. A situation counts
// where dice are thrown: a text refuses it where it has no effect.
func TestRulesWrittenAgain(t *testing.T) {
	for _, tw := range twins(t) {
		t.Run(tw.book.ID, func(t *testing.T) { tw.compare(t, *again) })
	}
}

func (tw twin) compare(t *testing.T, n int) {
	rnd := rand.New(rand.NewPCG(30, 1))
	ended, refused, counted := 0, 0, 0
	for i := 0; i < n && !t.Failed(); i++ {
		id := tw.rules[i%len(tw.rules)]
		of, inBook := tw.book.Action(id)
		a, inText := tw.text.Action(id)
		if !inBook || !inText {
			t.Fatalf("one of them has no action %s", id)
		}
		in := tw.inputs(rnd, of)
		as := in
		as.System, as.Action = tw.text, a
		tapes := [][]engine.Answer{nil}
		tape := tw.play(t, rnd, in, as, &ended, &refused)
		if len(tape) > 0 {
			tapes = append(tapes, tape[:1+rnd.IntN(len(tape))])
		}
		for _, tape := range tapes {
			want, err := engine.Odds(in, tape, nil)
			got, textErr := engine.Odds(as, tape, nil)
			switch {
			case tooMuch(textErr):
			case fmt.Sprint(err) != fmt.Sprint(textErr):
				t.Errorf("%s: the odds end in %v, not in %v", tell(in, tape), textErr, err)
			case err == nil:
				counted++
				if words := otherOdds(want, got); words != "" {
					t.Errorf("%s: %s", tell(in, tape), words)
				}
			}
		}
	}
	t.Logf("%d rolls ended, %d were refused; %d odds counted", ended, refused, counted)
	if n >= 50 && (ended < n/4 || refused < n/20 || counted < n/4) {
		t.Errorf("the inputs compare too little: %d rolls ended, %d refused, %d odds", ended, refused, counted)
	}
}

// tooMuch reports whether a text was stopped by its bounds: its odds take far longer than
// those of Go.
func tooMuch(err error) bool {
	var tooLong *engine.TooLong
	return errors.As(err, &tooLong)
}

// play rolls both with the same answers, and gives them.
func (tw twin) play(t *testing.T, rnd *rand.Rand, in, as engine.Inputs, ended, refused *int) []engine.Answer {
	var tape []engine.Answer
	for {
		want, err := engine.Run(in, tape)
		got, textErr := engine.Run(as, tape)
		if a, b := comes(in, want, err), comes(in, got, textErr); a != b {
			t.Errorf("%s: it comes to\n%s\nand as text to\n%s", tell(in, tape), a, b)
			return nil
		}
		switch {
		case err != nil:
			*refused++
			return tape
		case want.Done():
			*ended++
			return tape
		}
		tape = append(tape, answer(rnd, *want.Open, len(tape)))
	}
}

// answer answers at random. What goes on and on has to end some time.
func answer(rnd *rand.Rand, q engine.Question, before int) engine.Answer {
	switch q.Wants {
	case engine.Throwing:
		var f engine.Faces
		for q.Dice.Missing(f) > 0 {
			x := q.Dice.Low + rnd.IntN(q.Dice.High-q.Dice.Low+1)
			switch {
			case before > 30 && before%2 == 1 && q.Dice.Again == 0:
				x = q.Dice.High
			case before > 30:
				x = q.Dice.Low
			}
			f = append(f, x)
		}
		return q.Thrown(f)
	case engine.Picking:
		return q.Picked(q.Options[rnd.IntN(len(q.Options))].ID)
	case engine.Numbering:
		n := q.Least
		if before < 10 {
			n += rnd.IntN(min(q.Most-q.Least, 3) + 1)
		}
		return q.Numbered(n)
	}
	return q.Given(nil)
}

// inputs are random inputs of an action.
func (tw twin) inputs(rnd *rand.Rand, a *engine.Action) engine.Inputs {
	in := engine.Inputs{System: tw.book, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: tw.sheet(rnd)}, InForce: map[engine.Seat][]engine.Modifier{},
		Names: map[engine.Seat]string{engine.Actor: "Ann", engine.Other: "Bob"}, Player: rnd.IntN(2) == 0, Moment: rnd.IntN(3)}
	if a.Need == engine.MayFace && rnd.IntN(3) > 0 {
		in.Sheets[engine.Other] = tw.sheet(rnd)
	}
	for seat := range in.Sheets {
		for range rnd.IntN(3) * rnd.IntN(2) {
			in.InForce[seat] = append(in.InForce[seat], engine.Modifier{Field: tw.force[rnd.IntN(len(tw.force))], N: rnd.IntN(7) - 3, Why: oneOf(rnd, "Prone", "Blessed")})
		}
	}
	for _, sp := range a.Form.Fields() {
		if rnd.IntN(4) == 0 {
			in.Params = in.Params.With(sp.ID, tw.value(rnd, sp))
		}
	}
	for _, sp := range tw.book.House.Fields() {
		if rnd.IntN(4) == 0 {
			in.House = in.House.With(sp.ID, tw.value(rnd, sp))
		}
	}
	if step, err := engine.Run(in, nil); err == nil && !step.Done() && rnd.IntN(3) == 0 {
		in.Params = in.Params.With(engine.Every.Situation.ID, engine.ValueOf(rnd.IntN(9)-4))
		if rnd.IntN(2) == 0 {
			in.Params = in.Params.With(engine.Every.Why.ID, engine.ValueOf("it rains"))
		}
	}
	return in
}

// sheet is a template on which some fields are written anew, or next to nothing.
func (tw twin) sheet(rnd *rand.Rand) engine.Page {
	p := tw.book.Templates[rnd.IntN(len(tw.book.Templates))].Page
	if rnd.IntN(12) == 0 {
		p = engine.Page{}
	}
	for _, sp := range tw.book.Sheet.Fields() {
		if rnd.IntN(6) == 0 {
			p = p.With(sp.ID, tw.value(rnd, sp))
		}
	}
	for _, l := range tw.book.Sheet.Lists() {
		for _, id := range p.RowIDs(l.ID) {
			for _, sp := range l.Columns {
				if sp.ID != "name" && rnd.IntN(15) == 0 {
					p = p.With(l.ID+"/"+id+"/"+sp.ID, tw.value(rnd, sp))
				}
			}
		}
	}
	return p
}

// value is a random value that a field may have: mostly a small one.
func (tw twin) value(rnd *rand.Rand, sp *engine.Spec) engine.Value {
	switch {
	case sp.Kind == engine.Bool:
		return engine.ValueOf(rnd.IntN(2) == 0)
	case sp.Kind == engine.Int:
		n := rnd.IntN(12) - 2
		switch rnd.IntN(12) {
		case 0:
			n = sp.Least
		case 1:
			n = sp.Most
		case 2:
			n = rnd.IntN(60)
		}
		return engine.ValueOf(min(max(n, sp.Least), sp.Most))
	case sp.Options != nil:
		return engine.ValueOf(oneOf(rnd, sp.Options...))
	}
	for range 20 {
		if v := engine.ValueOf(tw.texts(rnd, sp.ID)); sp.Check(v) == nil {
			return v
		}
	}
	return engine.ValueOf("")
}

func oneOf(rnd *rand.Rand, of ...string) string { return of[rnd.IntN(len(of))] }

// comes says what a rule came to, all that is compared.
func comes(in engine.Inputs, s engine.Step, err error) string {
	var b strings.Builder
	line := func(what string, v any) {
		text, bad := json.Marshal(v)
		if bad != nil {
			panic(bad)
		}
		fmt.Fprintf(&b, "%s %s\n", what, text)
	}
	for _, n := range s.Notes {
		fmt.Fprintln(&b, n)
	}
	if err != nil {
		fmt.Fprintf(&b, "%T: %v\n", err, err)
		return b.String()
	}
	if q := s.Open; q != nil {
		uses := append([]engine.Use{}, q.Uses...)
		for i := range uses {
			uses[i].Effect, uses[i].Apart = nil, nil
		}
		words := q.Words
		if q.Wants == engine.Throwing {
			words = ""
		}
		line("asks", []any{q.ID, words, q.AtStake(), q.Wants, q.Who, q.Dice, q.Ordered, q.Options, q.Total, uses, q.Least, q.Most})
	} else {
		o := s.Outcome
		o.Values = slices.DeleteFunc(slices.Clone(o.Values), func(n engine.Named) bool { return n.ID == "total" })
		line("ends", o)
	}
	line("aim", []any{s.Target, s.Aimed})
	line("changes", s.Changes)
	line("later", s.Following(engine.OnTimeline))
	line("story", s.Story)
	line("off", s.Following(engine.OffTimeline))
	line("taken", s.Taken)
	for _, f := range append(s.Following(engine.CalledFor), s.Following(engine.NotCalledFor)...) {
		if _, there := in.Sheets[f.Against]; !there {
			f.Against = ""
		}
		line("calls", f)
	}
	return b.String()
}

// otherOdds says in what two counts of odds are not the same, "" for nothing.
func otherOdds(want, got engine.Chances) string {
	const most = 1e-12
	endless := want.Unreached > 0 || got.Unreached > 0 // the furthest that is followed is no number of the rule
	numbers := func(c engine.Chances) map[string]float64 {
		out := map[string]float64{"success": c.Success, "unreached": c.Unreached, "damage": c.Damage}
		if !endless {
			out["most damage"] = float64(c.MostDamage)
		}
		for _, g := range c.Grades {
			out[g.Words()] += g.P
		}
		for _, x := range c.Totals {
			out[fmt.Sprintf("a total of %d", x.Total)] += x.P
			out[fmt.Sprintf("a success of %d", x.Total)] += x.Success
		}
		for _, x := range c.Changes {
			at := fmt.Sprintf("%s of %s, ", x.Field, x.Sheet)
			if out[at+"mean"] = x.Mean; !endless {
				out[at+"least"], out[at+"most"] = float64(x.Least), float64(x.Most)
			}
		}
		return out
	}
	// A mean is as exact as the weights in it, each of which counts as much as its number.
	exact := map[string]float64{}
	for _, x := range want.Changes {
		exact[fmt.Sprintf("%s of %s, mean", x.Field, x.Sheet)] = most * float64(max(1, x.Most, -x.Least))
	}
	a, b := numbers(want), numbers(got)
	for _, what := range slices.Sorted(maps.Keys(a)) {
		if math.Abs(a[what]-b[what]) > max(most*max(1, math.Abs(a[what])), exact[what]) {
			return fmt.Sprintf("%s has %v, and as text %v", what, a[what], b[what])
		}
		delete(b, what)
	}
	for _, what := range slices.Sorted(maps.Keys(b)) {
		if b[what] > most {
			return fmt.Sprintf("%s has %v as text alone", what, b[what])
		}
	}
	if want.TotalsOnly != got.TotalsOnly || want.Offered != got.Offered {
		return "one of them gives totals alone, or was answered as it was offered"
	}
	return ""
}

func tell(in engine.Inputs, tape []engine.Answer) string {
	text, err := json.Marshal(map[string]any{"form": in.Params, "house": in.House, "sheets": in.Sheets, "in force": in.InForce, "tape": tape, "moment": in.Moment})
	return fmt.Sprintf("%s %s %v", in.Action.ID, text, err)
}
