package d6

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// table reads a data table without its head.
func table(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows[1:]
}

// span reads 4-8, <=3 and 16+.
func span(t *testing.T, text string) (least, most int) {
	t.Helper()
	if top, is := strings.CutPrefix(text, "<="); is {
		most, _ = strconv.Atoi(top)
		return most - 50, most
	}
	if low, is := strings.CutSuffix(text, "+"); is {
		least, _ = strconv.Atoi(low)
		return least, least + 50
	}
	low, high, both := strings.Cut(text, "-")
	least, err := strconv.Atoi(low)
	most = least
	if both {
		most, _ = strconv.Atoi(high)
	}
	if err != nil {
		t.Fatalf("%q is not a span", text)
	}
	return least, most
}

func TestWoundsAreThoseOfTheTable(t *testing.T) {
	for _, row := range table(t, "wounds.csv") {
		by, again := strings.CutSuffix(row[0], " again")
		least, most := span(t, by)
		for over := least; over <= most; over++ {
			got := unhurt.worsened(hitBy(over))
			if again {
				got = wounded.worsened(hitBy(over))
			}
			if got.String() != row[1] {
				t.Errorf("%d over the resistance (%s): %s, want %s", over, row[0], got, row[1])
			}
			if row[2] != "" && strconv.Itoa(-penalties[got]) != row[2] {
				t.Errorf("%s: a penalty of %d, want %s", got, -penalties[got], row[2])
			}
		}
	}
}

func TestAHitNotAboveTheLevelRaisesItByOne(t *testing.T) {
	for l := unhurt; l <= dead; l++ {
		for hit := unhurt; hit <= dead; hit++ {
			want := hit
			if hit <= l {
				want = min(l+1, dead)
			}
			if hit == unhurt {
				want = l
			}
			if got := l.worsened(hit); got != want {
				t.Errorf("%s hit to be %s is %s, want %s", l, hit, got, want)
			}
		}
	}
}

func TestBandsAreThoseOfTheTable(t *testing.T) {
	for _, row := range table(t, "body-points.csv") {
		least, most := span(t, row[0])
		for percent := least; percent <= most; percent++ {
			if got := bandOf(percent, 100); got.String() != row[1] {
				t.Errorf("%d of 100 left: %s, want %s", percent, got, row[1])
			}
		}
	}
	if got := bandOf(1, 200); got != mortallyWounded {
		t.Errorf("1 of 200 left: %s", got)
	}
	if got := bandOf(-3, 20); got != dead {
		t.Errorf("-3 of 20 left: %s", got)
	}
}

func TestHealingIsThatOfTheTable(t *testing.T) {
	for i, row := range table(t, "healing.csv") {
		l := level(i + 1)
		got := remedies[l]
		if l.String() != row[0] || got.rest != row[1] || strconv.Itoa(got.natural) != row[2] || strconv.Itoa(got.medicine) != row[3] {
			t.Errorf("%s: %+v, want %v", l, got, row)
		}
	}
}

// Each line is the least total that gives back so much, and the one below it.
func TestBodyPointsComeBackByTheTotal(t *testing.T) {
	for total, want := range map[int][2]int{0: {}, 1: {2, 0}, 5: {2, 0}, 6: {0, 1}, 10: {0, 1}, 11: {0, 2}, 15: {0, 2},
		16: {0, 3}, 20: {0, 3}, 21: {0, 4}, 25: {0, 4}, 26: {0, 5}, 30: {0, 5}, 31: {0, 6}, 99: {0, 6}} {
		got := [2]int{}
		for _, row := range recovered {
			if total >= row.least {
				got = [2]int{row.points, row.dice}
				break
			}
		}
		if got != want {
			t.Errorf("%d gives %d points and %d dice, want %v", total, got[0], got[1], want)
		}
	}
}

func TestLevelsOfDifficulty(t *testing.T) {
	for name, span := range map[string][2]int{
		"automatic": {0, 0}, "very easy": {1, 5}, "easy": {6, 10}, "moderate": {11, 15}, "difficult": {16, 20},
		"very difficult": {21, 25}, "heroic": {26, 30}, "legendary": {31, 90},
	} {
		for n := span[0]; n <= span[1]; n++ {
			if got := levelName(n); got != name {
				t.Errorf("%d is %s, want %s", n, got, name)
			}
		}
	}
	for text, want := range map[string]int{"Very Easy": 5, "very_difficult": 25, "heroic": 30, "Legendary": 31, "17": 17, "automatic": 0} {
		if n, said, err := parseDifficulty(text, "its top"); n != want || !said || err != nil {
			t.Errorf("%q is %d, %v, %v", text, n, said, err)
		}
	}
	for _, text := range []string{"hard", "-5", "1000", "5.5"} {
		if n, _, err := parseDifficulty(text, "its top"); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

func TestResultPoints(t *testing.T) {
	for _, c := range []struct {
		points, half, fifth int
		degree              string
	}{
		{0, 0, 0, "minimal"}, {1, 1, 1, "solid"}, {4, 2, 1, "solid"}, {5, 3, 1, "good"}, {6, 3, 2, "good"}, {8, 4, 2, "good"},
		{9, 5, 2, "superior"}, {12, 6, 3, "superior"}, {13, 7, 3, "spectacular"}, {16, 8, 4, "spectacular"}, {17, 9, 4, "incredible"},
		{-4, 0, 0, ""},
	} {
		if h, f, d := part(c.points, 2), part(c.points, 5), degree(c.points); h != c.half || f != c.fifth || d != c.degree {
			t.Errorf("%d result points: half %d, a fifth %d, %q", c.points, h, f, d)
		}
	}
	for points, want := range map[int]int{4: 2, 3: 2, 1: 1, 0: 1, -1: -1, -2: -1, -3: -2, -7: -4} {
		if got := modifier(points); got != want {
			t.Errorf("%d points from the difficulty: a modifier of %+d, want %+d", points, got, want)
		}
	}
	for total, want := range map[int]string{3: "serious", 10: "serious", 11: "tricky", 20: "tricky", 21: "slight"} {
		if got := gravity(total); got != want {
			t.Errorf("a complication at %d is %s, want %s", total, got, want)
		}
	}
}

func TestPricesOfPips(t *testing.T) {
	for _, c := range []struct {
		code                       string
		attribute, special, beyond bool
		want                       int
	}{
		{"4D+2", false, false, false, 4}, {"3D", true, false, false, 30}, {"5D", false, true, false, 3}, {"4D", false, true, false, 2},
		{"0D+2", false, false, false, 1}, {"3D", false, false, true, 6}, {"3D", false, true, true, 4}, {"2D", true, false, true, 20},
	} {
		now, _ := parseCode(c.code)
		if got := dearness(now, kind{c.attribute, c.special, c.beyond}); got != c.want {
			t.Errorf("a pip on %s costs %d, want %d", c.code, got, c.want)
		}
	}
}

func TestNamesAreWritten(t *testing.T) {
	p := engine.PageOf("genre", "fantasy")
	for _, kv := range [][2]string{{"acumen", "3D"}, {"search", "4d1"}, {"melee_combat", "+1D"}, {"reading/writing", "2D"}, {"sword dancing", "3D"}, {"search", "5D"}} {
		var err error
		if p, err = System.Write(p, kv[0], kv[1]); err != nil {
			t.Errorf("%s=%s: %v", kv[0], kv[1], err)
		}
	}
	for path, want := range map[string]string{
		"attributes/acumen/code": "3D", "attributes/acumen/role": "perception", "attributes/acumen/name": "Acumen",
		"skills/search/code": "5D", "skills/search/attribute": "Acumen",
		"skills/melee-combat/name": "melee combat", "skills/melee-combat/attribute": "Agility",
		"skills/reading-writing/attribute": "Intellect", "skills/sword-dancing/code": "3D",
	} {
		if v, _ := p.Get(path); v.Text() != want {
			t.Errorf("%s is %q, want %q", path, v.Text(), want)
		}
	}
	if _, err := System.Write(p, "character_point", "5"); err == nil || !strings.Contains(err.Error(), "character_points") {
		t.Errorf("a name like a field's: %v", err)
	}
	for _, kv := range [][2]string{{"agility", "3"}, {"search", "3D+7"}, {"knife play", "3D+"}} {
		if _, err := System.Write(p, kv[0], kv[1]); err == nil || !strings.Contains(err.Error(), "3D") && !strings.Contains(err.Error(), "4D") {
			t.Errorf("%s=%s: %v", kv[0], kv[1], err)
		}
	}
}

// A code that no roll can read is refused where it is written, in the words of
// its field.
func TestCodesAtTheField(t *testing.T) {
	for path, words := range map[string]string{
		"attributes/a/code": "a die code such as 4D or 3D+2", "skills/a/code": "a die code such as 4D+1, or +1D",
		"weapons/a/code": "a die code such as 5D, or +1D", "armour/a/code": "a bonus such as 1D or +2",
		"gear/a/bonus": "a bonus such as +1D or +2", "advantages/a/bonus": "a bonus such as +1D or +2",
	} {
		sp, ok := System.Sheet.Field(path)
		if !ok {
			t.Fatal(path)
		}
		for _, bad := range []string{"3x", "much", "3D+7", "99D"} {
			if _, err := sp.Parse(bad); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%s takes %q: %v", path, bad, err)
			}
		}
		for _, good := range []string{"", "3D", "3d+2"} {
			if _, err := sp.Parse(good); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
