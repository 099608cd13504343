package dice

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// Dice as people write them elsewhere come to what an enumeration of its own says
// (testdata/enumerate.py, which shares nothing with this package), or are refused with the part
// that cannot be read and the way to write it. No line does anything else.
func TestExpressionsOfTheWorld(t *testing.T) {
	text, err := os.ReadFile("testdata/expressions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	right, refused, wrong := 0, 0, 0
	bad := func(format string, args ...any) {
		t.Helper()
		t.Errorf(format, args...)
		wrong++
	}
	for l := range strings.Lines(string(text)) {
		x := strings.Split(strings.TrimSuffix(l, "\n"), "\t")
		in := engine.Inputs{System: System, Action: System.Actions[0], Params: engine.PageOf(written.ID, x[0])}
		c, err := engine.Odds(in, nil, nil)
		if x[1] == "refused" {
			if err == nil || !strings.Contains(err.Error(), x[2]) {
				bad("%s: %v, not a refusal with %q", x[0], err, x[2])
				continue
			}
			refused++
			continue
		}
		if err != nil {
			bad("%s: %v", x[0], err)
			continue
		}
		want, _ := strconv.ParseFloat(x[2], 64)
		if x[1] == "success" {
			if math.Abs(c.Success-want) > 1e-9 {
				bad("%s: success %.9f, not %.9f", x[0], c.Success, want)
				continue
			}
			right++
			continue
		}
		from, _ := strconv.Atoi(x[3])
		most, _ := strconv.ParseFloat(x[4], 64)
		if mean := c.Mean(); math.Abs(mean-want) > 1e-5 {
			bad("%s: %.9f on average, not %.9f", x[0], mean, want)
			continue
		}
		above := 0.0
		for _, y := range c.Totals {
			if y.Total >= from {
				above += y.P
			}
		}
		if math.Abs(above-most) > 1e-5 {
			bad("%s: %.9f for %d or more, not %.9f", x[0], above, from, most)
			continue
		}
		if x[0][0] != ' ' && !meant(x[0]) {
			bad("%q is not taken for dice", x[0])
			continue
		}
		right++
	}
	t.Logf("%d right, %d refused with the way, %d otherwise", right, refused, wrong)
}
