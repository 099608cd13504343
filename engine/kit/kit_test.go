package kit_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// Sums are written with their working: terms of 0 are left out, a term that was looked up says of
// what, one that was cut says what was given.
func TestSums(t *testing.T) {
	for _, c := range []struct {
		sum                  kit.Sum
		words, terms, signed string
	}{
		{nil, "0", "0", ""},
		{kit.Sum{kit.Plain("", 7)}, "7", "7", " +7"},
		{kit.Sum{kit.Plain("agility", 22), kit.Plain("half strength", 5), {Words: "Square(%s)", Of: 1791, N: 1}},
			"28 = agility 22 + half strength 5 + Square(1.791) 1", "agility 22 + half strength 5 + Square(1.791) 1", "agility +22, half strength +5, Square(1.791) +1"},
		{kit.Sum{kit.Plain("charm", 0), {Words: "rain", N: -6, Cut: -8}}, "-6 = - rain 6 (of -8)", "- rain 6 (of -8)", "rain -6"},
	} {
		if c.sum.String() != c.words || c.sum.Terms() != c.terms || c.sum.Signed() != c.signed {
			t.Errorf("%q, %q, %q; want %q, %q, %q", c.sum, c.sum.Terms(), c.sum.Signed(), c.words, c.terms, c.signed)
		}
	}
}

// A number is written by the name of its row, which is asked about where two lists have it.
func TestNamed(t *testing.T) {
	sheet := &engine.Schema{}
	skills, powers := sheet.List("skills", "Skills"), sheet.List("powers", "Powers")
	skills.Text("name", "Name", 20)
	powers.Text("name", "Name", 20)
	columns := []kit.Column{{What: "skill", List: skills, Spec: skills.Int("level", "Level", 0, 9).Spec},
		{What: "power", List: powers, Spec: powers.Int("pr", "PR", 0, 9).Spec}}
	page := engine.PageOf("skills/r1/name", "Climb", "skills/r2/name", "Fly", "powers/r3/name", "Fly")
	for typed, want := range map[string]string{
		"climb=3":       "skills/r1/level=3",
		"skill.climb=3": "skills/r1/level=3",
		"skill.Fly=4":   "skills/r2/level=4",
		"power.fly=5":   "powers/r3/pr=5",
		"fly=4":         `"fly" is on the sheet more than once: write skill.fly or power.fly`,
		"climb=99":      "99",
		"swim=1":        "no row",
	} {
		name, value, _ := strings.Cut(typed, "=")
		got, meant, err := kit.Named(page, sheet.Read(page), name, value, columns...)
		path, n, written := strings.Cut(want, "=")
		switch v, _ := got.Get(path); {
		case want == "no row":
			if meant || err != nil {
				t.Errorf("%s is read as something: %v", typed, err)
			}
		case !meant:
			t.Errorf("%s is not read", typed)
		case written && (err != nil || v.String() != n):
			t.Errorf("%s: %s is %s, %v", typed, path, v, err)
		case !written && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v; want %s", typed, err, want)
		}
	}
}
