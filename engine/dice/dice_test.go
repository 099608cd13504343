package dice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
)

func inputs(tb testing.TB, text string) engine.Inputs {
	tb.Helper()
	id, params, err := System.Typed(text)
	if err != nil || id == "" {
		tb.Fatalf("%q: %v", text, err)
	}
	a, ok := System.Action(id)
	if !ok {
		tb.Fatalf("there is no action %q", id)
	}
	return engine.Inputs{System: System, Action: a, Params: params}
}

func chances(tb testing.TB, text string) engine.Chances {
	tb.Helper()
	c, err := engine.Odds(inputs(tb, text), nil, nil)
	if err != nil {
		tb.Fatalf("%q: %v", text, err)
	}
	return c
}

// rolled plays a line with typed faces, in the order in which they fall.
func rolled(text string, faces ...int) (engine.Step, error) {
	_, params, _ := System.Typed(text)
	in := engine.Inputs{System: System, Action: System.Actions[0], Params: params.With("dice", engine.ValueOf(text))}
	var tape []engine.Answer
	for {
		step, err := engine.Run(in, tape)
		if err != nil || step.Done() {
			if err == nil && len(faces) > 0 {
				err = fmt.Errorf("%v are left", faces)
			}
			return step, err
		}
		n := step.Open.Dice.Count
		if n > len(faces) {
			return step, fmt.Errorf("%d faces are missing", n-len(faces))
		}
		if err := step.Open.Check(step.Open.Thrown(engine.Faces(faces[:n]))); err != nil {
			return step, err
		}
		tape, faces = append(tape, step.Open.Thrown(engine.Faces(faces[:n]))), faces[n:]
	}
}

// What lines come to, with dice as they fell.
func TestTotals(t *testing.T) {
	for _, x := range []struct {
		line  string
		faces []int
		total int
	}{
		{"4d6+2", []int{1, 2, 3, 4}, 12}, {"d20", []int{17}, 17}, {"D20 + 5", []int{17}, 22}, {"1d6-1d4", []int{2, 4}, -2},
		{"2*(1d6+1)", []int{3}, 8}, {"-d6", []int{3}, -3}, {"d%", []int{100}, 100}, {"4dF", []int{-1, -1, 0, 1}, -1}, {"4df+1", []int{1, 1, 0, 1}, 4},
		{"4d6kh3", []int{1, 5, 3, 6}, 14}, {"4d6k3", []int{1, 5, 3, 6}, 14}, {"4d6kl1", []int{2, 5, 3, 6}, 2}, {"4d6dl1", []int{1, 5, 3, 6}, 14},
		{"4d6dh1", []int{1, 5, 3, 6}, 9}, {"4d6dl1dh1", []int{1, 5, 3, 6}, 8}, {"2d20kh", []int{4, 11}, 11}, {"3d6kh5", []int{1, 2, 3}, 6},
		{"4d6 drop lowest", []int{1, 5, 3, 6}, 14}, {"4d6 keep highest 3", []int{1, 5, 3, 6}, 14}, {"4d6 Keep the 3 highest", []int{1, 5, 3, 6}, 14},
		{"4d6 drop the lowest 2", []int{1, 5, 3, 6}, 11}, {"2d20 keep lowest", []int{4, 11}, 4}, {"2d20 keep worst", []int{4, 11}, 4}, {"3d6 drop 3 lowest", []int{1, 2, 3}, 0},
		{"2d6rr1", []int{1, 4, 1, 5}, 9}, {"2d6ro1", []int{1, 1, 4}, 5}, {"2d6ro<3", []int{2, 1, 5}, 6}, {"d6rr<=2", []int{1, 2, 1, 6}, 6},
		{"3d6!", []int{6, 2, 3, 4}, 15}, {"3d6x6", []int{6, 2, 3, 6, 1}, 18}, {"2d6e6", []int{6, 6, 6, 1, 2}, 21}, {"d6!>=5", []int{5, 6, 4}, 15}, {"2d6!kh1", []int{6, 2, 5}, 11}, {"2d6!!", []int{6, 2, 5}, 13}, {"2d6!!kl1", []int{6, 2, 5}, 2}, {"d6!p", []int{6, 6, 3}, 13}, {"2d6xo6", []int{6, 1, 6}, 13},
		{"2d6rr1!", []int{1, 6, 2, 1, 3}, 11},
		{"3d6mi2", []int{1, 1, 6}, 10}, {"3d6ma5", []int{6, 1, 6}, 11}, {"8d10cs>=7", []int{7, 6, 10, 1, 9, 2, 3, 4}, 3}, {"5d6cs6", []int{6, 6, 1, 2, 3}, 2},
		{"4d6cs>=5kh2", []int{6, 4, 5, 5}, 2}, {"5d10!cs>=8", []int{10, 1, 8, 2, 3, 9}, 3}, {"0d6+d4", []int{3}, 3},
		{"4d6dl1dh1e6", []int{6, 1, 2, 3, 6, 5}, 2 + 3}, {"d6dl1dh1!", []int{2}, 0},
		{"((d4))+(d4*2)", []int{1, 2}, 5}, {"2d6 × 2", []int{1, 2}, 6},
		{"d20 adv", []int{4, 11}, 11}, {"d20 disadvantage + 3", []int{4, 11}, 7}, {"d20+5 with advantage", []int{4, 11}, 16}, {"d4+d20 dis", []int{1, 4, 2}, 3}, {"d20 advancing", []int{4}, 4},
		{"d66", []int{5, 3}, 53}, {"d66+1", []int{1, 1}, 12}, {"2d66", []int{1, 2, 3, 4}, 46},
		{"2d6 fireball", []int{1, 2}, 3}, {"2d6 dragon's breath", []int{1, 2}, 3}, {"2d6 magic missile", []int{1, 2}, 3}, {"d6! explosion", []int{2}, 2}, {"2d6+1 Ümlaut", []int{1, 2}, 4},
	} {
		step, err := rolled(x.line, x.faces...)
		if err != nil {
			t.Errorf("%s with %v: %v", x.line, x.faces, err)
			continue
		}
		if step.Outcome.Total != x.total {
			t.Errorf("%s with %v comes to %d, not %d", x.line, x.faces, step.Outcome.Total, x.total)
		}
	}
}

// A comparison at the end, and a word for it.
func TestMeasured(t *testing.T) {
	for _, x := range []struct {
		line    string
		face    int
		good    bool
		margin  int
		because string
	}{
		{"d20+5 vs 12", 7, true, 0, "12 or more"}, {"d20+5 vs 12", 6, false, -1, "12 or more"}, {"d20 versus DC 12", 13, true, 1, "12 or more"},
		{"d20>=12", 12, true, 0, "12 or more"}, {"d20 > 12", 12, false, 0, "more than 12"}, {"d20 <= 14", 14, true, 0, "14 or less"},
		{"d20 =< 14", 15, false, -1, "14 or less"}, {"d20 < 14", 14, false, 0, "less than 14"}, {"d20 = 7", 7, true, 0, "7 exactly"},
		{"d20 == 7", 5, false, -2, "7 exactly"}, {"d20 - 10 >= -3", 7, true, 0, "-3 or more"}, {"d20 ≥ 12", 12, true, 0, "12 or more"},
	} {
		step, err := rolled(x.line, x.face)
		if err != nil {
			t.Errorf("%s: %v", x.line, err)
			continue
		}
		if o := step.Outcome; o.Success != x.good || o.Margin != x.margin || o.NoTarget || !strings.Contains(strings.Join(step.Notes, "\n"), x.because) {
			t.Errorf("%s with %d: %+v, %q", x.line, x.face, o, step.Notes)
		}
	}
}

// The working has every number that the total is made of.
func TestWorking(t *testing.T) {
	for _, x := range []struct {
		line  string
		faces []int
		notes string // the working, with a / between the lines
	}{
		{"3d6", []int{2, 5, 3}, "3d6: 10"},
		{"3d6+2", []int{2, 5, 3}, "3d6: 10/10 + 2 = 12"},
		{"d20+5 vs 12", []int{17}, "12 or more/1d20: 17/17 + 5 = 22"},
		{"2*(d6+1)-3", []int{4}, "1d6: 4/2 * (4 + 1) - 3 = 7"},
		{"10-(d6-1)", []int{4}, "1d6: 4/10 - (4 - 1) = 7"},
		{"-d6+1", []int{4}, "1d6: 4/-4 + 1 = -3"},
		{"-d6", []int{4}, "1d6: 4"},
		{"4dF+4dF", []int{-1, -1, 0, 0, -1, 0, 0, 0}, "4dF: -1, -1, 0, 0: -2/4dF: -1, 0, 0, 0: -1/-2 + (-1) = -3"},
		{"4d6dl1+1", []int{1, 5, 3, 6}, "4d6: 5, 3, 6; dropped 1: 14/14 + 1 = 15"},
		{"d66", []int{5, 3}, "d66: 5 and 3, read as tens and ones: 53"},
		{"2d66+1", []int{1, 2, 3, 4}, "d66: 1 and 2, read as tens and ones: 12/d66: 3 and 4, read as tens and ones: 34/12 + 34 + 1 = 47"},
		{"0d66+d4", []int{3}, "1d4: 3/0 + 3 = 3"},
		{"3d6+2 for the door", []int{2, 5, 3}, "3d6: 10/10 + 2 = 12"},
	} {
		step, err := rolled(x.line, x.faces...)
		if got := strings.Join(step.Notes, "/"); err != nil || got != x.notes {
			t.Errorf("%s with %v: %q, not %q (%v)", x.line, x.faces, got, x.notes, err)
		}
	}
}

// What could be read in two ways says how it was read.
func TestExplained(t *testing.T) {
	for line, words := range map[string]string{
		"2d10>=8": "2d10cs>=8 counts", "2d6 = 5": "2d6cs=5 counts", "2d10 <= 14": "", "2d10 vs 8": "", "d10>=8": "", "2d10cs>=8": "", "2d10cs>=8 >= 2": "",
	} {
		faces := []int{1, 2}
		if line[0] == 'd' {
			faces = faces[:1]
		}
		step, err := rolled(line, faces...)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		notes := strings.Join(step.Notes, "\n")
		if words == "" && strings.Contains(notes, "counts the dice") || !strings.Contains(notes, words) {
			t.Errorf("%s: %q", line, notes)
		}
	}
}

// What cannot be read says why, and what would be right.
func TestRefused(t *testing.T) {
	for text, words := range map[string]string{
		"": "4d6+2", "seraph": "cannot be read", "2d6r1": "rr", "2d6r<3": "ro", "4d6d1": "dl1", "4d": "faces", "d0": "1 to 10000", "d10001": "1 to 10000",
		"1001d6": "1000", "600d6+600d6": "1000", "d6 vs": "number", "(d6": "open", "d6)": "closed", "d6+": "missing", "d6hello": "cannot be read", "4d6 drp lowest": "cannot be read", "d6 plus 5": "cannot be read", "d6+2 kh3": "write d6kh3+2", "8d6 fire 2d6": "cannot be read", "d6 code=4D": "cannot be read",

		"12": "no dice", "d1!": "without end", "d6rr<7": "without end", "d6rr<6!": "without end", "d100rr<100": "too many", "2d6kh1kl1": "once",
		"d6mi5ma2": "nothing is both", "d6rr1rr2": "twice", "d6mi": "mi2", "d6cs": "cs", "4d6 keep": "which", "d6 vs 9999999999999": "too large",
		"1000d10000*1000d10000": "1000", "500d10000*500d10000": "too large", "d6*65536*65536": "too large", "d6-65536*65536": "too large", "((((((((d6))))))))+1": "", strings.Repeat("d6+", 80) + "d6": "too long",
		"2d6d8": "+ between", "2d20 adv": "one die", "2d6+3 advantage": "one die",
	} {
		step, err := rolled(text)
		if words == "" {
			if err != nil && strings.Contains(err.Error(), "bracket") {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v, not %q (%+v)", text, err, words, step.Outcome)
		}
	}
}

// Odds that people know by heart.
func TestKnownOdds(t *testing.T) {
	for line, p := range map[string]float64{
		"d20 vs 11": 0.5, "d20+5 vs 12": 0.7, "2d20kh1 vs 11": 0.75, "2d20kl1 >= 11": 0.25, "2d6 >= 7": 21.0 / 36, "2d10 <= 14": 79.0 / 100,
		"3d6 = 10": 27.0 / 216, "4d6kh3 vs 18": 21.0 / 1296, "4d6 drop lowest >= 16": 169.0 / 1296, "4dF >= 2": 15.0 / 81, "d% <= 35": 0.35,
		"d6rr1 = 6": 0.2, "d6ro1 = 6": 7.0 / 36, "d6! >= 7": 1.0 / 6, "d6! >= 13": 1.0 / 36, "d6mi3 = 3": 0.5, "d6ma4 = 4": 0.5,
		"6d6cs>=5 = 0": 64.0 / 729, "2d6*2 = 14": 1.0 / 6, "1d6-1d6 = 0": 1.0 / 6, "d4+d6 = 10": 1.0 / 24, "3d6 >= 2": 1, "d6 > 6": 0, "d66 = 53": 1.0 / 36, "2d66 = 22": 1.0 / 1296, "d20 adv vs 11": 0.75, "d20+5 disadvantage vs 16": 0.25, "d66 = 57": 0, "d66 >= 61": 1.0 / 6, "d20 vs 11 sneaking": 0.5, "d20 vs -4": 1,
	} {
		c := chances(t, line)
		if math.Abs(c.Success-p) > 1e-9 {
			t.Errorf("%s: %.12f, not %.12f", line, c.Success, p)
		}
	}
	mean := 0.0
	for _, x := range chances(t, "4d6 drop lowest").Totals {
		mean += float64(x.Total) * x.P
	}
	if want := 15869.0 / 1296; math.Abs(mean-want) > 1e-9 {
		t.Errorf("4d6 drop lowest is %v in the mean, not %v", mean, want)
	}
}

// followed counts the odds of a line by following every face one by one, as
// far as a die is not thrown on too often.
func followed(tb testing.TB, in engine.Inputs, most int) map[int]float64 {
	out := map[int]float64{}
	var follow func(tape []engine.Answer, fell int, p float64)
	follow = func(tape []engine.Answer, fell int, p float64) {
		step, err := engine.Run(in, tape)
		if err != nil {
			tb.Fatal(err)
		}
		if step.Done() {
			out[step.Outcome.Total] += p
			return
		}
		d := step.Open.Dice
		if fell+d.Count > most {
			return
		}
		var faces engine.Faces
		var each func(p float64)
		each = func(p float64) {
			if len(faces) == d.Count {
				follow(append(tape[:len(tape):len(tape)], step.Open.Thrown(append(engine.Faces{}, faces...))), fell+d.Count, p)
				return
			}
			for f := d.Low; f <= d.High; f++ {
				faces = append(faces, f)
				each(p / float64(d.High-d.Low+1))
				faces = faces[:len(faces)-1]
			}
		}
		each(p)
	}
	follow(nil, 0, 1)
	return out
}

// Exact odds are those of following every throw, for all that can be written
// of few dice.
func TestOddsAreThoseOfEveryThrow(t *testing.T) {
	const most = 9
	for _, line := range []string{
		"3d4", "3d4kh2", "3d4kl2", "4d3dl1", "4d3dh1", "4d3dl1dh1", "4d3kh1", "4d3kl3", "3d3+2d4*2", "(d4-d3)*d2", "2d4rr1", "2d4ro1", "2d4ro<3", "3d3!", "2d4!kh1", "2d4!kl2",
		"2d3!dl1", "2d3!dh1", "2d3!dl1dh1", "3d4cs>=3", "4d3cs3kh2", "2d4!cs>=3", "3d4mi2", "3d4ma3kh2", "2dF+d4", "3dFkh2", "2d4rr1!", "2d4ro1!kh1", "0d4+d3", "d4-d4mi2", "2d4mi2cs2dl1",
	} {
		c := chances(t, line)
		var want map[int]float64
		if want = followed(t, inputs(t, line), most); want == nil {
			t.Fatal(line)
		}
		sum, reached := c.Unreached, 0.0
		for _, p := range want {
			reached += p
		}
		missing := 1 - reached // dice thrown on further than is followed here
		for _, x := range c.Totals {
			sum += x.P
			if d := x.P - want[x.Total]; d < -1e-9 || d > missing+1e-9 {
				t.Errorf("%s: %d has %.12f, and %.12f by every throw (%.3g are not followed)", line, x.Total, x.P, want[x.Total], missing)
			}
		}
		if math.Abs(sum-1) > 1e-9 || c.Unreached > 1e-9 {
			t.Errorf("%s: the odds add up to %v, %v not reached", line, sum, c.Unreached)
		}
	}
}

// Thrown dice agree with the odds.
func TestThrownDiceAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 6))
	for _, line := range []string{"4d6kh3", "3d6!", "8d10cs>=7", "2d20kl1+3", "5d6ro<3", "6d6dl1dh2"} {
		in, c := inputs(t, line), chances(t, line)
		const throws = 4000
		n, mean, want, spread := map[int]int{}, 0.0, 0.0, 0.0
		for range throws {
			var tape []engine.Answer
			for {
				step, err := engine.Run(in, tape)
				if err != nil {
					t.Fatal(err)
				}
				if step.Done() {
					n[step.Outcome.Total]++
					mean += float64(step.Outcome.Total) / throws
					break
				}
				var f engine.Faces
				for range step.Open.Dice.Count {
					f = append(f, step.Open.Dice.Low+rnd.IntN(step.Open.Dice.High-step.Open.Dice.Low+1))
				}
				tape = append(tape, step.Open.Thrown(f))
			}
		}
		for _, x := range c.Totals {
			want += float64(x.Total) * x.P
			spread += float64(x.Total*x.Total) * x.P
		}
		if sigma := math.Sqrt((spread - want*want) / throws); math.Abs(mean-want) > 5*sigma {
			t.Errorf("%s: %.3f in the mean of %d throws, and %.3f by the odds", line, mean, throws, want)
		}
	}
}

// Large pools are rolled; what is too large for exact odds says so at once.
func TestLarge(t *testing.T) {
	for _, line := range []string{"1000d6", "1000d2", "100d100", "1000d10000", "20d20kh10", "30d6!", "500d6+500d8", "30d6*30d6", "2d10000", "1000d6rr<4", "1000d6!", "300d6kh100", "20d6!kh15"} {
		in := inputs(t, line)
		began := time.Now()
		c, err := engine.Odds(in, nil, nil)
		took := time.Since(began)
		t.Logf("%-14s %8d steps %8v  %v", line, c.Steps, took.Round(time.Millisecond), err)
		if err == nil && c.Unreached > 1e-9 {
			t.Errorf("%s: %v not reached", line, c.Unreached)
		}
		if _, err := engine.Run(in, nil); err != nil {
			t.Errorf("%s cannot be rolled: %v", line, err)
		}
	}
}

func TestMeant(t *testing.T) {
	for text, is := range map[string]bool{
		"d6": true, "d20+5 vs 12": true, "4d6 drop lowest": true, "(d6+1)*2": true, "1+d6": true, "2d6r3": true, "4dF": true, "d%": true, "-d6": true,
		"": false, "seraph": false, "5 dmg body": false, "6 footpads": false, "4d+1 vs 12": false, "dodge": false, "drop": false, "12": false, "undo 3d": false, "4D": false, "d": false,
	} {
		if got := meant(text); got != is {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Whatever is typed: the reader comes back, and what it reads can be rolled.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"4d6+2", "d20+5 vs 12", "4d6 drop lowest", "2d10 <= 14", "4dF", "d%!", "(2d6kh1+3)*2", "8d10cs>=7", "2d6r1", "1000d10000", "3d6mi2ma5rr1", "d6 vs -3", "≥", "d6ro<3!>5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parse(text)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without words")
			}
			return
		}
		if l.dice > mostDice {
			t.Fatalf("%q: %d dice", text, l.dice)
		}
		rnd := rand.New(rand.NewPCG(1, uint64(len(text))))
		g := l.game("dice")
		for range 100_000 {
			p, more := g.next()
			if !more {
				if n := l.body.eval(g.came()); max(n, -n) > mostValue*2 {
					t.Fatalf("%q ends as %d", text, n)
				}
				return
			}
			for range p.Dice.Count {
				g.fell(p, p.Dice.Low+rnd.IntN(p.Dice.High-p.Dice.Low+1))
			}
		}
		t.Fatalf("%q does not end", text)
	})
}

// No line that people roll is to take more than 16 ms.
func BenchmarkOdds(b *testing.B) {
	for _, line := range []string{"d20+5 vs 12", "4d6 drop lowest", "8d10cs>=7", "10d6!"} {
		b.Run(line, func(b *testing.B) {
			in := inputs(b, line)
			for b.Loop() {
				if _, err := engine.Odds(in, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
