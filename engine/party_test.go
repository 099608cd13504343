package engine

import "testing"

func TestPartiesHaveParametersOfTheirOwn(t *testing.T) {
	sheet, form := &Schema{}, &Schema{}
	skills := sheet.List("skills", "Skills")
	g := form.Group("Roll")
	for seat, want := range map[Seat]struct{ id, rows string }{
		Actor: {"skill", "skills"}, Other: {"other.skill", ""}, Opponent(2): {"other.2.skill", ""},
	} {
		p := PartyOf(seat)
		f := p.Row(g, "skill", "Skill", skills, 40)
		if f.ID != want.id || f.RowsOf != want.rows || p.ID("dice") != p.Prefix+"dice" {
			t.Errorf("the skill of %s is %q, of the rows of %q", seat, f.ID, f.RowsOf)
		}
	}
}

func TestWhoWins(t *testing.T) {
	for _, c := range []struct {
		actor, other           int
		grade, value, sentence string
	}{
		{5, 3, Success, "actor", "{actor} beats {other}"},
		{3, 5, Failure, "other", "{other} beats {actor}"},
		{4, 4, Undecided, "none", "{actor} and {other} are even"},
	} {
		w := Higher(c.actor, c.other)
		if w.Grade() != c.grade || w.Value() != Word("winner", c.value) || w.Sentence(Other) != c.sentence {
			t.Errorf("%d against %d: %s, %v, %q", c.actor, c.other, w.Grade(), w.Value(), w.Sentence(Other))
		}
	}
}
