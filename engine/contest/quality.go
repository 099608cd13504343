package contest

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// qualities are those of a simple roll, each with its lowest total. The first has no lowest one.
var qualities = [...]struct {
	from int
	name string
}{
	{-1 << 31, "Appalling disaster"},
	{5, "Very Poor"},
	{9, "Poor"},
	{11, "Mediocre"},
	{14, "Reasonable"},
	{18, "Good"},
	{21, "Very Good"},
}

// quality says how good a total is. Beyond Very Good it counts steps of that many points.
func quality(total, step int) string {
	at := 0
	for i, q := range qualities {
		if total >= q.from {
			at = i
		}
	}
	best := qualities[len(qualities)-1]
	if over := (total - best.from) / step; at == len(qualities)-1 && over > 0 {
		return fmt.Sprintf("%s +%d", best.name, over)
	}
	return qualities[at].name
}

// difficultyOf reads a number or the name of a quality. "" and "none" are no difficulty.
func difficultyOf(r *engine.Roll, text string) (n int, set bool) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "none") {
		return 0, false
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < -mostTotal || n > mostTotal {
			r.Refuse("a difficulty goes from %d to %d, not %d", -mostTotal, mostTotal, n)
		}
		return n, true
	}
	flat := strings.NewReplacer("_", " ", "-", " ").Replace(text)
	for i, q := range qualities {
		if strings.EqualFold(flat, q.name) {
			if i == 0 {
				r.Refuse("an %s is not a difficulty: every roll reaches it", strings.ToLower(q.name))
			}
			return q.from, true
		}
	}
	r.Refuse("%q is not a difficulty: give a number, none, or one of Very Poor, Poor, Mediocre, Reasonable, Good, Very Good", text)
	return 0, false
}
