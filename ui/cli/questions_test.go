package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/dice"
)

// document reads what a command prints as JSON.
func (h home) document(t *testing.T, args ...string) map[string]any {
	t.Helper()
	r := h.fray("", append(args, "--json")...)
	var doc map[string]any
	if err := json.Unmarshal([]byte(r.out), &doc); err != nil {
		t.Fatalf("%q: %v\n%s%s", args, err, r.out, r.err)
	}
	return doc
}

func equal(t *testing.T, what string, got any, want float64) {
	t.Helper()
	if x, ok := got.(float64); !ok || math.Abs(x-want) > 1e-9 {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

// sumOfTwoDice is how likely each sum of two dice is.
func sumOfTwoDice(a, b int) map[int]float64 {
	out := map[int]float64{}
	for x := 1; x <= a; x++ {
		for y := 1; y <= b; y++ {
			out[x+y] += 1 / float64(a*b)
		}
	}
	return out
}

// Two questions beside each other are each answered as they are alone.
func TestOddsSideBySide(t *testing.T) {
	h := newHome(t)
	all := h.document(t, "odds", "2d6+3", "--or", "1d12+3")["or"].([]any)
	if len(all) != 2 {
		t.Fatal(all)
	}
	two := sumOfTwoDice(6, 6)
	for i, x := range all {
		for _, total := range x.(map[string]any)["totals"].([]any) {
			n := int(total.(map[string]any)["total"].(float64)) - 3
			equal(t, strconv.Itoa(n), total.(map[string]any)["p"], map[int]float64{0: two[n], 1: 1. / 12}[i])
		}
	}
	r := h.fray("", "odds", "2d6+3", "--or", "1d12+3")
	for _, words := range []string{"A  2d6+3: 10.00 on average, give or take 2.42", "B  1d12+3: 9.50 on average, give or take 3.45", "        15      2.78%      8.33%"} {
		if !strings.Contains(r.out, words) {
			t.Errorf("%q is missing:\n%s", words, r.out)
		}
	}
	// Each question has the flags on its side of --or, and otherwise those of the one before.
	for _, x := range [][2][]string{
		{{"--sheet", "fighter", "--against", "goblin"}, {"--sheet", "wizard", "--against", "ogre"}},
		{{"--sheet", "fighter", "--against", "goblin"}, {"--sheet", "fighter"}},
		{{"--sheet", "fighter", "--against", "goblin"}, {"--against", "skeleton", "--rule", "d20.max_crit=yes"}},
	} {
		attack := []string{"odds", "d20", "attack"}
		both := h.fray("", slices.Concat(attack, x[0], []string{"--or"}, attack[1:], x[1], []string{"--json"})...)
		second := slices.Concat(attack, x[0], x[1], []string{"--json"})
		if i := slices.Index(x[1], "--against"); i >= 0 {
			second = slices.Concat(attack, []string{"--sheet", "fighter"}, x[1], []string{"--json"})
		}
		alone := []string{h.fray("", slices.Concat(attack, x[0], []string{"--json"})...).out, h.fray("", second...).out}
		if want := `{"or":[` + strings.TrimSpace(alone[0]) + "," + strings.TrimSpace(alone[1]) + "]}"; strings.TrimSpace(both.out) != want {
			t.Errorf("%q and %q side by side are\n%s%s\nand alone\n%s", x[0], x[1], both.out, both.err, want)
		}
	}
	if r := h.fray("", "odds", "d20", "attack", "--sheet", "fighter", "--against", "goblin", "--or", "d20", "attack", "--sheet", "wizard"); !strings.Contains(r.out, "A  Brenna, d20: Attack") || !strings.Contains(r.out, "B  Quill, d20: Attack") {
		t.Errorf("two characters side by side are\n%s%s", r.out, r.err)
	}
	if r := h.fray("", "odds", "2d6", "--or"); r.status != misused {
		t.Error(r)
	}
}

// A sweep is the same question for each value, of dice and of rulebooks, and so says from which
// value on something is likely.
func TestOddsSwept(t *testing.T) {
	h := newHome(t)
	for _, x := range h.document(t, "odds", "d20+5", "--sweep", "vs=5..25:5")["sweep"].([]any) {
		x := x.(map[string]any)
		vs := x["vs"].(float64)
		equal(t, "vs", x["odds"].(map[string]any)["success"], min(1, (26-vs)/20))
	}
	seen := 0
	for _, x := range h.document(t, "odds", "easiness", "pool", "dice=1", "--sweep", "easiness=1..7:3")["sweep"].([]any) {
		x := x.(map[string]any)
		alone := h.document(t, "odds", "easiness", "pool", "dice=1", "easiness="+strconv.Itoa(int(x["easiness"].(float64))))
		equal(t, "easiness", x["odds"].(map[string]any)["success"], alone["success"].(float64))
		seen++
	}
	if seen != 3 {
		t.Errorf("%d values of three", seen)
	}
	for _, wrong := range []string{"vs", "vs=3", "vs=9..3", "vs=1..5:0", "vs=1..999", "faces=1..5"} {
		if r := h.fray("", "odds", "d20", "--sweep", wrong); r.status != misused {
			t.Errorf("%s: %v", wrong, r)
		}
	}
	if r := h.fray("", "odds", "d20+5", "--sweep", "vs=15..25:10"); !strings.Contains(r.out, "vs   15    55.00%  ▆") || !strings.Contains(r.out, "vs   25     5.00%  ▆▆\n") {
		t.Errorf("%s", r.out)
	}
}

// The values of a roll have a distribution of their own, and sample characters are taken by name.
func TestOddsOfValues(t *testing.T) {
	h := newHome(t)
	doc := h.document(t, "odds", "d20", "attack", "--sheet", "fighter", "--against", "goblin")
	sums := map[string]float64{}
	for _, v := range doc["values"].([]any) {
		v := v.(map[string]any)
		sums[v["id"].(string)] += v["p"].(float64)
		if v["id"] == "damage" && v["value"].(float64) == 0 {
			equal(t, "no damage", v["p"], 1-doc["success"].(float64))
		}
		if v["id"] == "damage" && v["value"].(float64) == 6 { // d8+5; of 11 numbers that hit, two are critical and have one more d8
			equal(t, "damage of 6", v["p"], 9./20/8)
		}
	}
	equal(t, "all damage", sums["damage"], 1)
	if r := h.fray("", "odds", "d20", "attack", "--sheet", "figter", "--against", "goblin"); r.status != misused || !strings.Contains(r.err, "fighter") {
		t.Errorf("a sample character that there is not: %d %s", r.status, r.err)
	}
}

// What comes of a roll in the end is what the rolls that it calls for leave: here of a blow that
// can be dodged and soaked.
func TestOddsFollow(t *testing.T) {
	h := newHome(t)
	text := "testdata/chain.star"
	hit, dodged, armour := 10./20, 10./36, 1
	want := map[int]float64{}
	for v := 1; v <= 8; v++ {
		want[v-armour] += hit * (1 - dodged) / 8
	}
	delete(want, 0) // no change
	for _, x := range h.document(t, "odds", text, "strike", "--sheet", "hero", "--against", "rat", "--follow")["in_the_end"].([]any) {
		x := x.(map[string]any)
		n := int(x["to"].(float64))
		if x["sheet"] != "other" || x["field"] != "hp_lost" || want[n] == 0 {
			t.Fatalf("this is lost, too: %v", x)
		}
		equal(t, strconv.Itoa(n), x["p"], want[n])
		delete(want, n)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if r := h.fray("", "odds", text, "strike", "--sheet", "hero", "--against", "rat", "--follow"); !strings.Contains(r.out, "in the end, Rat: Hit points lost changed in 31.60%, by +1.26 on average") {
		t.Errorf("%s%s", r.out, r.err)
	}
	// With the dodge answered before, and where nothing is called for.
	if doc := h.document(t, "odds", "d6+2", "--follow"); doc["in_the_end"] != nil {
		t.Error(doc)
	}
}

// boundedOdds are odds that would take too long to count. To find that out takes seconds, so all
// tests share them.
func boundedOdds(t *testing.T, h home) map[string]any {
	t.Helper()
	bounded.Do(func() { bounded.odds = h.document(t, strings.Fields("odds"+toBound)...) })
	if bounded.odds == nil {
		t.Fatal("they were not counted")
	}
	return bounded.odds
}

const toBound = " testdata/four.star each many=3"

var bounded struct {
	sync.Once
	odds map[string]any
}

// A count that would be too long is a bound, called one, in every form in which odds are written.
func TestOddsBound(t *testing.T) {
	h := newHome(t)
	text := "testdata/four.star"
	const truth = 0.700439453125                           // three d8, thrown again and added as long as they show 8, for 12 or more
	exact := h.document(t, "odds", text, "four", "many=3") // the text promises nothing, and equal states are found
	if p, ok := exact["success"].(float64); !ok || math.Abs(p-truth) > 1e-9 {
		t.Errorf("%v, and not exactly %v", exact["success"], truth)
	}
	doc := boundedOdds(t, h)
	bound, ok := doc["bound"].([]any)
	if !ok || bound[0].(float64) > truth || bound[1].(float64) < truth || doc["success"] != nil || doc["why"] == "" {
		t.Fatal(doc)
	}
	var e engine.TooLong
	e.Least, e.Most, e.Words = bound[0].(float64), bound[1].(float64), doc["why"].(string)
	bounded := &asked{title: "four", times: 1, swept: sweep{key: "many"}, values: []int{3}, odds: []engine.OddsOrBound{{Bound: &e}}, st: &rollSetup{in: engine.Inputs{System: dice.System, Action: dice.System.Actions[0]}}}
	for name, write := range map[string]func(*app){
		"alone": func(a *app) { printAnswer(a, bounded) }, "sweep": func(a *app) { printSwept(a, bounded) },
		"side": func(a *app) { printSides(a, []*asked{bounded, bounded}) }, "picture": func(a *app) { _ = writeSVG(a, []*asked{bounded}) },
	} {
		var out bytes.Buffer
		if write(&app{out: &out, env: h.env}); !strings.Contains(out.String(), "70.03 to 70.05 %") {
			t.Errorf("%s: %s", name, &out)
		}
	}
	var out bytes.Buffer
	if err := writeCSV(&app{out: &out}, []*asked{bounded}); err != nil || !strings.Contains(out.String(), "bound,least") || !strings.Contains(out.String(), "bound,most") || strings.Contains(out.String(), "success") {
		t.Error(&out, err)
	}
}

// The table of all numbers reads as CSV, and says the same as the JSON.
func TestOddsAsCSV(t *testing.T) {
	h := newHome(t)
	r := h.fray("", "odds", "2d6", "vs", "9", "--or", `1d8 "a, \"b\""`, "--csv")
	rows, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil || strings.Join(rows[0], " ") != "question swept kind id value p at_least" {
		t.Fatalf("%v\n%s", err, r.out)
	}
	sums, two := map[string]float64{}, sumOfTwoDice(6, 6)
	for _, row := range rows[1:] {
		p, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			t.Error(row, err)
		}
		sums[row[0]+row[2]] += p
		if row[0] == "1" && row[2] == "total" {
			n, _ := strconv.Atoi(row[4])
			least := 0.0
			for m, q := range two {
				if m >= n {
					least += q
				}
			}
			equal(t, row[4], p, two[n])
			got, _ := strconv.ParseFloat(row[6], 64)
			equal(t, row[4]+" or more", got, least)
		}
	}
	for kind, want := range map[string]float64{"1total": 1, "1grade": 1, "2total": 1, "1success": 10. / 36} {
		equal(t, kind, sums[kind], want)
	}
}

// The picture is a well-formed SVG whose bars are as long as what they stand for is likely.
func TestOddsAsSVG(t *testing.T) {
	h := newHome(t)
	r := h.fray("", "odds", "2d6", "--as", "svg")
	widths, labels := []float64{}, ""
	for d := xml.NewDecoder(strings.NewReader(r.out)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, r.out)
		}
		switch x := token.(type) {
		case xml.StartElement:
			for _, a := range x.Attr {
				if x.Name.Local == "rect" && a.Name.Local == "width" {
					w, _ := strconv.ParseFloat(a.Value, 64)
					widths = append(widths, w)
				}
			}
		case xml.CharData:
			labels += string(x)
		}
	}
	if len(widths) != 11 || !strings.Contains(labels, "16.67%") {
		t.Fatalf("%v %s", widths, labels)
	}
	for i, w := range widths {
		if want := float64(6-max(i-5, 5-i)) / 6; math.Abs(w/widths[5]-want) > .01 {
			t.Errorf("the bar of %d is %v of the longest, not %v", i+2, w/widths[5], want)
		}
	}
	if r := h.fray("", "odds", `d6 "<b>&"`, "--as", "svg"); r.status != done || xml.Unmarshal([]byte(r.out), new(struct{})) != nil {
		t.Error(r.out, r.err)
	}
}

// Repeated dice are each by itself, in the JSON of a roll and of its odds.
func TestRepeatedDice(t *testing.T) {
	h := newHome(t)
	rolls := h.document(t, "roll", "3#4d6kh3", "--dice", "5,3,3,1,5,5,4,2,3,4,1,2")["rolls"].([]any)
	for i, want := range []float64{11, 14, 9} {
		equal(t, "roll", rolls[i].(map[string]any)["total"], want)
	}
	if r := h.fray("", "roll", "3#4d6kh3", "--dice", "5,3,3,1,5,5,4,2,3,4,1,2"); !strings.HasPrefix(r.out, "11 14 9\n") {
		t.Error(r.out)
	}
	if doc := h.document(t, "roll", "4d6", "--seed", "1"); doc["rolls"] != nil {
		t.Error(doc)
	}
	if all := h.document(t, "odds", "3#4d6kh3")["rolls"].([]any); len(all) != 3 {
		t.Error(all)
	}
}

// Odds of dice that programs read differently say how they were read, and the other way to write it;
// what is no dice is refused as dice, without a list of rulebooks.
func TestOddsSayHowDiceAreRead(t *testing.T) {
	h := newHome(t)
	for line, words := range map[string]string{
		"d20!=1": "other than 1 is written cs<1 or cs>1", "4d6kh3x6": "several times is written 6#", "8d6>4": "8d6cs>4 counts the dice",
		"5d10>=8": "5d10cs>=8 counts", "d20cs>19+5": "the dice are counted first", "2d6!k1": "belongs to its die", "d20": "",
	} {
		r := h.fray("", "odds", line)
		if said := strings.Contains(r.out, words); r.status != done || !said || words == "" && strings.Contains(r.out, "written") {
			t.Errorf("%s does not say %q:\n%.300s%s", line, words, r.out, r.err)
		}
	}
	for _, line := range []string{"2d-1", "cs>19+5", "2d6+*3"} {
		if r := h.fray("", "odds", line); r.status != misused || strings.Contains(r.err, "rulebook") {
			t.Errorf("%s: %d %s", line, r.status, r.err)
		}
	}
}
