package dice

import (
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
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
	right, noted, refused, wrong := 0, 0, 0, 0
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
			if l, _ := parse(x[0]); len(l.notes) > 0 {
				noted++
			}
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
		if l, _ := parse(x[0]); len(l.notes) > 0 {
			noted++
		}
	}
	t.Logf("%d right, %d of them with a note of how they were read; %d refused with the way; %d otherwise", right, noted, refused, wrong)
}

// tells reports whether a refusal of a line names a part of it, or a number in it, and the way.
func tells(line string, err error) bool {
	words := err.Error()
	plain, bad := bare(line)
	if bad != nil {
		plain = strings.ToLower(line)
	}
	named := strings.Contains(words, "kept or dropped once, and not by ") || strings.Contains(words, "advantage is of one die") || strings.Contains(words, "thrown again without end") || strings.Contains(words, `"@{`) || strings.Contains(words, "too long") || strings.Contains(words, "grow too large")
	for part := range strings.FieldsFuncSeq(words, func(r rune) bool { return strings.ContainsRune(" \":,;", r) }) {
		named = named || strings.Contains(plain, strings.TrimPrefix(strings.TrimRight(part, "…?."), "1d1"))
	}
	way := func(w string) bool { return strings.Contains(words, w) }
	return (named || plain == "") && slices.ContainsFunc([]string{"write ", "Write ", "as in ", "such as ", "the most", "are written as ", "1 to ", "stand in braces"}, way)
}

// However a line is spoiled, it is read or it is refused with the part and the way.
func TestSpoiltLinesAreRefusedWithAWay(t *testing.T) {
	text, err := os.ReadFile("testdata/expressions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for l := range strings.Lines(string(text)) {
		lines = append(lines, strings.Split(l, "\t")[0])
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	refused, missing := 0, 0
	for range 20_000 {
		line := lines[rnd.IntN(len(lines))]
		at := rnd.IntN(len(line) + 1)
		switch rnd.IntN(4) {
		case 0: // the end is missing
			line = line[:at]
		case 1: // a letter is missing
			line = line[:at] + line[min(at+1, len(line)):]
		case 2: // another line has got between
			other := lines[rnd.IntN(len(lines))]
			line = line[:at] + other[rnd.IntN(len(other)):] + line[at:]
		case 3: // a word has got between
			words := slices.Sorted(maps.Keys(meaningful))
			line = line[:at] + " " + words[rnd.IntN(len(words))] + " " + line[at:]
		}
		if _, err := parse(line); err != nil {
			refused++
			if !tells(line, err) && missing < 20 {
				missing++
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	if refused < 5000 {
		t.Errorf("only %d lines were refused", refused)
	}
}

// What stands behind a sum or a comparison, and belongs right behind its dice, is refused with the
// line in which it does, which can be read.
func TestMisplaced(t *testing.T) {
	for line, way := range map[string]string{
		"6d10>=8f1": "6d10cs>=8f1", "8d10 >= 6 f1": "8d10cs>=6f1", "10d6>=5f1": "10d6cs>=5f1", "1d20+5kh1": "1d20kh1+5", "4d6>=12kh3": "4d6kh3>=12", "10d6>=5!": "10d6!>=5",
		"2d6+3 kh1": "2d6kh1+3", "2d20+5 vs 12 kh1": "2d20kh1+5 vs 12", "3d6+1rr1": "3d6rr1+1",
	} {
		_, err := parse(line)
		if err == nil || !strings.HasSuffix(err.Error(), ": write "+way) {
			t.Errorf("%s: %v, and not a refusal that ends in %s", line, err, way)
		}
		if _, err := parse(way); err != nil {
			t.Errorf("%s: %v", way, err)
		}
	}
}

// Each word that means something in dice is refused with the way where it stands alone, and where it
// stands in what a roll is for; behind # it can be read.
func TestWordsOfDice(t *testing.T) {
	for word, way := range meaningful {
		if err := WhyNot(word); err == nil || !strings.Contains(err.Error(), way) || way == "" {
			t.Errorf("%q alone: %v", word, err)
		}
		if _, err := parse("2d6 dragon " + word); err == nil || !strings.Contains(err.Error(), strconv.Quote(word)) || !strings.Contains(err.Error(), "2d6 # dragon "+word) {
			t.Errorf("%q in a label: %v", word, err)
		}
		if _, err := parse("2d6 # dragon " + word); err != nil {
			t.Error(err)
		}
	}
}
