package trip

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/fray/engine"
)

// inputs are those of a bare roll: settings of the form and, behind "sheet.",
// of the sheet.
func inputs(t testing.TB, action string, settings ...string) engine.Inputs {
	t.Helper()
	a, _ := System.Action(action)
	in := engine.Inputs{System: System, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
	for i := 0; i+1 < len(settings); i += 2 {
		form, known, err := a.Set(in.Params, settings[i], settings[i+1])
		if err == nil && !known {
			in.Sheets[engine.Actor], err = System.Write(in.Sheets[engine.Actor], settings[i], settings[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
		in.Params = form
	}
	return in
}

func oddsOf(t testing.TB, in engine.Inputs) engine.Chances {
	t.Helper()
	c, err := engine.Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func flagged(c engine.Chances, flag string) float64 {
	p := 0.0
	for _, g := range c.Grades {
		if slices.Contains(g.Flags, flag) {
			p += g.P
		}
	}
	return p
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %.12f, want %.12f", what, got, want)
	}
}

func TestSharesOfTheFlags(t *testing.T) {
	for target, failure := range map[int]float64{0: 0, 2: 0.0525, 4: 0.1575, 6: 0.2625, 8: 0.3675} {
		for _, luckBoxes := range []string{"0", "3"} {
			c := oddsOf(t, inputs(t, "trip", "target", fmt.Sprint(target), "bonus", "7", "difficulty", "15", "luck_boxes", luckBoxes))
			at := fmt.Sprintf("*%d ", target)
			near(t, at+"critical", flagged(c, "critical"), 0.025)
			near(t, at+"tremendous", flagged(c, "tremendous"), 0.025)
			near(t, at+"max-heroic", flagged(c, "max-heroic"), 0.0525)
			near(t, at+"ability-failure", flagged(c, "ability-failure"), failure)
		}
	}
}

// brute is one whole Trip roll as the page tells it, told a second time.
type brute struct {
	omen          string
	failed, max   bool
	total, result int
	p             float64
}

// bruteTrip throws everything there is to throw.
func bruteTrip(target, slide, bonus int) []brute {
	var out []brute
	kept := func(d20 int, omen string, p float64) {
		b := brute{omen: omen, p: p, total: d20}
		if d20 < target+slide && d20 != 20 {
			b.failed = true
			out = append(out, b)
			return
		}
		b.max = d20 == 20
		for _, db := range bruteBonus(bonus) {
			b.total = d20 + db
			b.p = p / float64(len(bruteBonus(bonus)))
			out = append(out, bruteHeroic(b, target)...)
		}
	}
	for d20 := 1; d20 <= 20; d20++ {
		if d20 != 10 {
			kept(d20, "", 1.0/20)
			continue
		}
		for again := 1; again <= 20; again++ {
			kept(again, []string{"tremendous", "critical"}[again%2], 1.0/400)
		}
	}
	return out
}

func bruteBonus(sum int) []int {
	sides := 0
	for _, row := range [][2]int{{3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}, {13, 16}, {17, 20}} {
		if sum >= row[0] {
			sides = row[1]
		}
	}
	if sides == 0 {
		return []int{sum}
	}
	var out []int
	for f := range sides {
		out = append(out, f+1)
	}
	return out
}

func bruteHeroic(b brute, target int) []brute {
	degree := 0
	for d := 1; d <= 3; d++ {
		if b.total >= 10*d+target || b.max {
			degree = d
		}
	}
	if degree == 0 {
		b.result = b.total
		return []brute{b}
	}
	var out []brute
	sides := []int{6, 8, 10}[degree-1]
	for x := 1; x <= sides; x++ {
		for y := 1; y <= sides; y++ {
			one, two := 0, 0
			_, _ = fmt.Sscan(fmt.Sprintf("%d%d", x, y), &one)
			_, _ = fmt.Sscan(fmt.Sprintf("%d%d", y, x), &two)
			e := b
			e.result = max(b.total, min(one, two))
			e.p = b.p / float64(sides*sides)
			out = append(out, e)
		}
	}
	return out
}

func (b brute) rank() int {
	omen := map[string]int{"critical": 0, "": 1, "tremendous": 2}[b.omen]
	if b.failed {
		return omen - 1000000
	}
	return 4*b.result + omen
}

// bruteSums are what the odds must say.
type bruteSums struct {
	success float64
	totals  map[int]float64
	flags   map[string]float64
}

func (s *bruteSums) add(b brute, difficulty int, p float64) {
	if !b.failed && b.result >= difficulty {
		s.success += p
	}
	s.totals[b.result] += p
	for flag, on := range map[string]bool{b.omen: b.omen != "", "ability-failure": b.failed, "max-heroic": b.max} {
		if on {
			s.flags[flag] += p
		}
	}
}

func (s *bruteSums) compare(t *testing.T, c engine.Chances) {
	t.Helper()
	near(t, "success", c.Success, s.success)
	for _, flag := range []string{"critical", "tremendous", "ability-failure", "max-heroic"} {
		near(t, flag, flagged(c, flag), s.flags[flag])
	}
	sum := c.Unreached
	for _, x := range c.Totals {
		near(t, fmt.Sprintf("total %d", x.Total), x.P, s.totals[x.Total])
		sum += x.P
	}
	near(t, "all", sum, 1)
}

func TestOddsAgainstBruteForce(t *testing.T) {
	for _, c := range []struct{ target, slide, bonus, difficulty int }{
		{4, 0, 7, 15}, {0, 0, 0, 12}, {8, 5, -5, 20}, {2, 0, 1, 33}, {4, 4, 20, 40}, {6, 20, 12, 15}, {3, 0, 3, 101},
	} {
		set := []string{"target", fmt.Sprint(c.target), "slide", fmt.Sprint(c.slide), "bonus", fmt.Sprint(c.bonus), "difficulty", fmt.Sprint(c.difficulty)}
		t.Run(fmt.Sprint(set), func(t *testing.T) {
			throws := bruteTrip(c.target, c.slide, c.bonus)
			once := bruteSums{totals: map[int]float64{}, flags: map[string]float64{}}
			for _, b := range throws {
				once.add(b, c.difficulty, b.p)
			}
			once.compare(t, oddsOf(t, inputs(t, "trip", set...)))
			if c.bonus > 7 {
				return // every throw against every other takes its time
			}
			bruteTwice(throws, c.difficulty, 1).compare(t, oddsOf(t, inputs(t, "trip", append(set, "luck", "luck")...)))
			bruteTwice(throws, c.difficulty, -1).compare(t, oddsOf(t, inputs(t, "trip", append(set, "luck", "anti")...)))
		})
	}
}

// bruteTwice sets every throw against every other; sign -1 keeps the worse.
func bruteTwice(all []brute, difficulty, sign int) *bruteSums {
	out := &bruteSums{totals: map[int]float64{}, flags: map[string]float64{}}
	merged := mergeBrute(all)
	for _, a := range merged {
		if sign > 0 && a.omen == "critical" {
			out.add(a, difficulty, a.p)
			continue
		}
		for _, b := range merged {
			kept := a
			if sign*b.rank() > sign*a.rank() {
				kept = b
			}
			out.add(kept, difficulty, a.p*b.p)
		}
	}
	return out
}

func mergeBrute(all []brute) []brute {
	sums := map[brute]float64{}
	for _, b := range all {
		p := b.p
		b.p = 0
		sums[b] += p
	}
	var out []brute
	for b, p := range sums {
		b.p = p
		out = append(out, b)
	}
	return out
}

func TestLuckedFocusAgainstBruteForce(t *testing.T) {
	// The first throw has the bonus 3, the second a Green Focus besides: 11.
	first, second := mergeBrute(bruteTrip(4, 0, 3)), mergeBrute(bruteTrip(4, 0, 11))
	want := bruteSums{totals: map[int]float64{}, flags: map[string]float64{}}
	spent := 0.0
	for _, a := range first {
		if a.omen == "critical" {
			want.add(a, 20, a.p)
			continue
		}
		spent += a.p
		for _, b := range second {
			kept := a
			if b.rank() > a.rank() {
				kept = b
			}
			want.add(kept, 20, a.p*b.p)
		}
	}
	c := oddsOf(t, inputs(t, "trip", "target", "4", "bonus", "3", "difficulty", "20", "luck", "luck", "luck_focus", "green", "mana_green", "1", "luck_boxes", "2"))
	want.compare(t, c)
	for _, field := range []string{"luck_spent", "mana_green_spent"} {
		i := slices.IndexFunc(c.Changes, func(d engine.ExpectedChange) bool { return d.Field == field })
		if i < 0 {
			t.Fatalf("no drift of %s", field)
		}
		near(t, field, c.Changes[i].Mean, spent)
	}
}

// A plan that lucks what it may must not be led astray by states that are
// alike only where nothing is spent.
func TestPlanThatLucks(t *testing.T) {
	in := inputs(t, "trip", "target", "4", "bonus", "7", "difficulty", "24", "luck_boxes", "1")
	c, err := engine.Odds(in, nil, func(q engine.Question) engine.Answer { return q.Picked("luck") })
	if err != nil {
		t.Fatal(err)
	}
	bruteTwice(bruteTrip(4, 0, 7), 24, 1).compare(t, c)
}

// Lucking by answer, after any roll that may be lucked, costs few readings
// however large the Heroic dice are.
func TestLuckByAnswerIsCheap(t *testing.T) {
	c, err := engine.Odds(largest(t), nil, lucking)
	if err != nil {
		t.Fatal(err)
	}
	declared := oddsOf(t, withParam(t, largest(t), "luck", "luck"))
	near(t, "success", c.Success, declared.Success)
	if c.Walked > 100_000 {
		t.Errorf("%d readings", c.Walked)
	}
	for i, x := range declared.Totals {
		near(t, fmt.Sprintf("total %d", x.Total), c.Totals[i].P, x.P)
	}
}

// largest is a roll of the largest bonus die with three Degrees of d12.
func largest(t testing.TB) engine.Inputs {
	return inputs(t, "trip", "target", "4", "bonus", "20", "heroic", "12,12,12", "difficulty", "60", "luck_boxes", "3")
}

func lucking(q engine.Question) engine.Answer { return q.Picked("luck") }

func withParam(t testing.TB, in engine.Inputs, id, value string) engine.Inputs {
	t.Helper()
	in, err := in.Set(id, value)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestMergedOddsAreTheUnmerged(t *testing.T) {
	for _, luck := range []string{"none", "luck", "anti"} {
		in := inputs(t, "trip", "target", "2", "bonus", "1", "heroic", "2,3,4", "difficulty", "22", "luck", luck)
		merged := oddsOf(t, in)
		in.WithoutMerging = true
		plain, err := engine.Odds(in, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, luck, merged.Success, plain.Success)
		if merged.Walked >= plain.Walked {
			t.Errorf("%s: %d ways merged, %d unmerged", luck, merged.Walked, plain.Walked)
		}
		for i, x := range merged.Totals {
			near(t, fmt.Sprintf("%s total %d", luck, x.Total), x.P, plain.Totals[i].P)
		}
	}
}

// From the middle of a throw, too, the odds are those of all dice that are still to
// fall: here of the Heroic pair alone.
func TestOddsOfTheHeroicPair(t *testing.T) {
	in := inputs(t, "trip", "target", "4", "bonus", "1", "heroic", "6,8,10")
	c, err := engine.Odds(in, []engine.Answer{{ID: "trip", Dice: "1d20", Faces: []int{14}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]float64{}
	for _, b := range bruteHeroic(brute{total: 15, p: 1}, 4) {
		want[b.result] += b.p
	}
	if len(c.Totals) != len(want) {
		t.Errorf("%d totals, not %d", len(c.Totals), len(want))
	}
	for _, x := range c.Totals {
		near(t, fmt.Sprintf("total %d", x.Total), x.P, want[x.Total])
	}
}

func bench(b *testing.B, in engine.Inputs, tape []engine.Answer) {
	for b.Loop() {
		c, err := engine.Odds(in, tape, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(c.Walked), "readings/op")
	}
}

// mira's spear, with all that is on her sheet.
func mira(b testing.TB, settings ...string) engine.Inputs {
	in := inputs(b, "trip", append([]string{"ability", "Spear attack", "difficulty", "21"}, settings...)...)
	in.Sheets[engine.Actor] = templates[0].Page
	return in
}

func BenchmarkOddsUsual(b *testing.B) { bench(b, mira(b), nil) }

func BenchmarkOddsLuckedWithFocus(b *testing.B) {
	bench(b, mira(b, "luck", "luck", "luck_focus", "red"), nil)
}

// The largest bonus die of a usual level, a Blue Focus with the luck.
func BenchmarkOddsLuckedWithBlue(b *testing.B) {
	bench(b, inputs(b, "trip", "target", "4", "bonus", "17", "difficulty", "40", "luck", "luck", "luck_focus", "blue", "mana_blue", "1"), nil)
}

// The largest bonus die and six Degrees, thrown twice: the worst that is rolled,
// which is to take 100 ms at most.
func BenchmarkOddsLuckedHighest(b *testing.B) {
	bench(b, inputs(b, "trip", "target", "4", "bonus", "20", "max_degree", "6", "heroic", "6,8,10,12,16,20", "difficulty", "60", "luck", "luck"), nil)
}

func BenchmarkOddsOfLuckAtTheDecision(b *testing.B) {
	in := mira(b)
	one := 8
	faces := func(id, dice string, f ...int) engine.Answer { return engine.Answer{ID: id, Dice: dice, Faces: f} }
	tape := []engine.Answer{faces("trip", "1d20", one), faces("bonus", "1d8", 2), {ID: "luck", Pick: "luck-mana-red"}}
	bench(b, in, tape)
}

// Luck taken at the decision, whatever was thrown before.
func BenchmarkOddsLuckedByAnswer(b *testing.B) {
	in := largest(b)
	for b.Loop() {
		if _, err := engine.Odds(in, nil, lucking); err != nil {
			b.Fatal(err)
		}
	}
}
