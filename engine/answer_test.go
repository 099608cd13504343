package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
)

var (
	askDice = engine.Question{Ask: engine.Ask{ID: "dice"}, Wants: engine.Throwing, Dice: engine.D(2, 6).Exploding()}
	askPick = engine.Question{Ask: engine.Ask{ID: "pick"}, Wants: engine.Picking, Options: []engine.Option{
		{ID: "no", Label: "No"}, {ID: "yes", Label: "Yes"}, {ID: "more", Label: "More", WhyNot: "no wind is left"}}}
	askShare = engine.Question{Ask: engine.Ask{ID: "share"}, Wants: engine.Sharing, Total: 5, Uses: []engine.Use{
		{ID: "speed", Most: 3, Preset: 2}, {ID: "grace", Preset: 9}, {ID: "shut", WhyNot: "it is shut"}}}
	askOne = engine.Question{Ask: engine.Ask{ID: "one"}, Wants: engine.Sharing, Total: 5, One: true, Uses: []engine.Use{
		{ID: "speed", Preset: 2}, {ID: "grace"}}}
	askNumber = engine.Question{Ask: engine.Ask{ID: "points"}, Wants: engine.Numbering, Least: 0, Most: 3}
)

// What is typed is taken or refused with what would be right.
func TestTypedAnswers(t *testing.T) {
	for _, c := range []struct {
		q    engine.Question
		text string
		want string // the answer, or "!" and words of the complaint
	}{
		{askDice, "3,4", "2d6 [3 4]"}, {askDice, " 6 2  1 ", "2d6 [6 2 1]"},
		{askDice, "3", "!2d6 needs 1 more face after 3"}, {askDice, "", "!asks for the faces of 2d6"}, {askDice, "6 6", "!needs 2 more faces after 6 6"},
		{askDice, "3 4 5", "!5 is one face too many for 2d6"}, {askDice, "3 7", "!die 2 of 2d6 shows 7: it has the faces 1 to 6"},
		{askDice, "3 x", `!dice: "x" is not the face of a die`}, {askDice, "3 4x", `!"4x" is not the face of a die`},
		{askPick, "yes", "yes"}, {askPick, "more", "!pick cannot be more: no wind is left"}, {askPick, "perhaps", `!pick cannot be "perhaps": it is one of no, yes, more`},
		{askShare, "speed:3,grace:2", "map[grace:2 speed:3]"}, {askShare, "grace:1, grace:2", "map[grace:3]"}, {askShare, "none", "map[]"}, {askShare, "", "map[]"},
		{askShare, "speed:4", "!speed cannot take 4: it takes 3 at most"}, {askShare, "grace:6", "!6 given, but there are 5"},
		{askShare, "grace:-1", "!grace cannot take -1: give 0 or more"}, {askShare, "shut:1", "!shut takes nothing: it is shut"},
		{askShare, "shut:0", "map[shut:0]"}, {askShare, "height:1", "!share goes to speed, grace, shut only"}, {askShare, "speed", `!"speed" is not a share such as speed:2`},
		{askShare, "speed:x", `!"speed:x" is not a share such as speed:2`},
		{askOne, "grace:5", "map[grace:5]"}, {askOne, "speed:1,grace:1", "!only one of speed, grace may take any"},
		{askNumber, "2", "2"}, {askNumber, "4", "!asks for a whole number from 0 to 3"}, {askNumber, "-1", "!from 0 to 3"}, {askNumber, "two", `!not "two"`}, {askNumber, "2.5", "!from 0 to 3"},
	} {
		a, err := c.q.Parse(c.text)
		complaint, wrong := strings.CutPrefix(c.want, "!")
		switch {
		case wrong && (err == nil || !strings.Contains(err.Error(), complaint)):
			t.Errorf("%s %q: %v, want %q", c.q.ID, c.text, err, complaint)
		case !wrong && (err != nil || said(a) != c.want || c.q.Check(a) != nil):
			t.Errorf("%s %q: %s, %v; want %s", c.q.ID, c.text, said(a), err, c.want)
		}
	}
}

func said(a engine.Answer) string {
	switch {
	case a.Amount != nil:
		return fmt.Sprint(*a.Amount)
	case a.Give != nil:
		return fmt.Sprint(map[string]int(a.Give))
	case a.Faces != nil:
		return fmt.Sprint(a.Dice, " ", []int(a.Faces))
	}
	return a.Pick
}

// An answer is checked against what is asked, not against what it looks like.
func TestAnswersToOtherQuestions(t *testing.T) {
	all := []engine.Question{askDice, askPick, askShare, askNumber}
	answers := []engine.Answer{askDice.Thrown(engine.Faces{1, 2}), askPick.Picked("no"), askShare.Given(nil), askNumber.Numbered(1)}
	for i, q := range all {
		for k, a := range answers {
			if err := q.Check(a); (err == nil) != (i == k) {
				t.Errorf("%s to %s: %v", a.ID, q.ID, err)
			}
			a.ID = q.ID
			if err := q.Check(a); (err == nil) != (i == k) {
				t.Errorf("%s as %s: %v", answers[k].ID, q.ID, err)
			}
		}
	}
}

// Who decides nothing spends nothing; the odds give a use what the roll needs.
func TestNothingAndTheUsual(t *testing.T) {
	for _, c := range []struct {
		q              engine.Question
		nothing, usual string
	}{{askPick, "no", "no"}, {askShare, "map[]", "map[grace:3 speed:2]"}, {askOne, "map[]", "map[]"}, {askNumber, "0", "0"}} {
		a, ok := c.q.Nothing()
		if !ok || said(a) != c.nothing || c.q.Check(a) != nil {
			t.Errorf("%s: nothing is %s, %t, %v", c.q.ID, said(a), ok, c.q.Check(a))
		}
		if u := c.q.Offered(); said(u) != c.usual {
			t.Errorf("%s: the usual is %s, want %s", c.q.ID, said(u), c.usual)
		}
	}
	if a, ok := askDice.Nothing(); ok {
		t.Errorf("dice fall by themselves: %+v", a)
	}
}

func TestDiceThrownAgainAreOneValue(t *testing.T) {
	d := engine.D(3, 6).Exploding()
	f := engine.Faces{6, 6, 2, 1, 6, 3}
	if got := fmt.Sprint(d.Values(f)); got != "[14 1 9]" || d.Missing(f) != 0 || f.Sum() != 24 || d.Check(f) != nil {
		t.Errorf("%s, %d missing, sum %d, %v", got, d.Missing(f), f.Sum(), d.Check(f))
	}
	if d.Missing(f[:2]) != 3 || d.Missing(f[:5]) != 1 {
		t.Errorf("%d and %d are missing", d.Missing(f[:2]), d.Missing(f[:5]))
	}
	if f.String() != "6 6 2 1 6 3" || (engine.Faces{}).String() != "none" || d.String() != "3d6" || (engine.Dice{}).String() != "" {
		t.Errorf("%s, %s, %s", f, engine.Faces{}, d)
	}
	if got := fmt.Sprint((engine.Dice{Count: 2, Low: 0, High: 9}).Values(engine.Faces{9, 9})); got != "[9 9]" {
		t.Errorf("got %s", got)
	}
	if engine.Opponent(1) != "other" || engine.Opponent(0) != "other" || engine.Opponent(3) != "other.3" {
		t.Errorf("opponents sit at %s and %s", engine.Opponent(1), engine.Opponent(3))
	}
}
