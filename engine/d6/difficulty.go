package d6

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// difficultyLevel is a standard difficulty, with the lowest and highest number it covers.
type difficultyLevel struct {
	name        string
	least, most int
}

// difficultyLevels are in rising order. The last one has no upper end. Chapter "Standard
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

// levelName gives the name of the level that a difficulty falls in.
func levelName(n int) string {
	for i := len(difficultyLevels) - 1; i > 0; i-- {
		if n >= difficultyLevels[i].least {
			return difficultyLevels[i].name
		}
	}
	return difficultyLevels[0].name
}

// parseDifficulty reads a number or the name of a level, which stands for its top, its
// middle or its least as the house rule value says. It is false for "none" and for empty
// text.
func parseDifficulty(text, value string) (int, bool, error) {
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
		switch value {
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

// difficultyIn reads the difficulty of the form. It is false if none was entered.
func difficultyIn(r *engine.Roll, f engine.Field[string]) (int, bool) {
	n, known, err := parseDifficulty(f.Of(r.Params()), levelNumber.Of(r.House()))
	if err != nil {
		r.Refuse("%v", err)
	}
	return n, known
}

// degrees are the words for how well a task was done, each from that number of result
// points up.
var degrees = []struct {
	least int
	name  string
}{
	{17, "incredible"}, {13, "spectacular"}, {9, "superior"}, {5, "good"}, {1, "solid"}, {0, "minimal"},
}

// degree gives the word for how well a roll succeeded.
func degree(resultPoints int) string {
	for _, d := range degrees {
		if resultPoints >= d.least {
			return d.name
		}
	}
	return ""
}

// part gives a half or a fifth of result points, rounded up; 0 if they are not above 0.
// Chapter "Result Points".
func part(resultPoints, of int) int {
	if resultPoints <= 0 {
		return 0
	}
	return (resultPoints + of - 1) / of
}
