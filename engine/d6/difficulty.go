package d6

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// difficultyLevel is a standard difficulty: the numbers it spans.
type difficultyLevel struct {
	name        string
	least, most int
}

// difficultyLevels are in rising order; the last has no top. Chapter "Standard
// Difficulties".
var difficultyLevels = []difficultyLevel{
	{"automatic", 0, 0},
	{"very easy", 1, 5},
	{"easy", 6, 10},
	{"moderate", 11, 15},
	{"difficult", 16, 20},
	{"very difficult", 21, 25},
	{"heroic", 26, 30},
	{"legendary", 31, 31},
}

// levelName names the level that a difficulty lies in.
func levelName(n int) string {
	for i := len(difficultyLevels) - 1; i > 0; i-- {
		if n >= difficultyLevels[i].least {
			return difficultyLevels[i].name
		}
	}
	return difficultyLevels[0].name
}

// parseDifficulty reads a number or the name of a level. It is false for none,
// or when nothing is written.
func parseDifficulty(text, stands string) (int, bool, error) {
	if n, ok := number(text); ok && n <= 999 {
		return n, true, nil
	}
	s := strings.ToLower(strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '_' || c == '-' }), " "))
	if s == "" || s == "none" {
		return 0, false, nil
	}
	for _, l := range difficultyLevels {
		if l.name != s {
			continue
		}
		switch stands {
		case "its middle":
			return (l.least + l.most) / 2, true, nil
		case "its least":
			return l.least, true, nil
		}
		return l.most, true, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 999 || strings.HasPrefix(text, "-") {
		return 0, true, fmt.Errorf("difficulty cannot be %q: it is a number from 0 to 999 or one of %s", text, levelList())
	}
	return n, true, nil
}

func levelList() string {
	var names []string
	for _, l := range difficultyLevels {
		names = append(names, l.name)
	}
	return strings.Join(names, ", ")
}

// difficultyIn reads the difficulty of the form.
func difficultyIn(r *engine.Roll, f engine.Field[string]) (int, bool) {
	n, said, err := parseDifficulty(f.Of(r.Params()), levelNumber.Of(r.House()))
	if err != nil {
		r.Refuse("%v", err)
	}
	return n, said
}

// degrees say how well a task was done, by result points from that number up.
var degrees = []struct {
	least int
	name  string
}{
	{17, "incredible"}, {13, "spectacular"}, {9, "superior"}, {5, "good"}, {1, "solid"}, {0, "minimal"},
}

// degree names how well something succeeded.
func degree(resultPoints int) string {
	for _, d := range degrees {
		if resultPoints >= d.least {
			return d.name
		}
	}
	return ""
}

// part is a half or a fifth of result points, rounded up; none when there are
// none to give. Chapter "Result Points".
func part(resultPoints, of int) int {
	if resultPoints <= 0 {
		return 0
	}
	return (resultPoints + of - 1) / of
}
