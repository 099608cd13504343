package easiness

import (
	"math"
	"slices"
	"testing"

	"example.org/fray/engine"
)

// table gives the inputs of an action with parameters in pairs.
func table(t testing.TB, action string, params ...any) engine.Inputs {
	t.Helper()
	a, ok := System.Action(action)
	if !ok {
		t.Fatalf("no action %q", action)
	}
	return engine.Inputs{System: System, Action: a, Params: engine.PageOf(params...),
		Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
}

func chances(t testing.TB, in engine.Inputs, tape ...engine.Answer) engine.Chances {
	t.Helper()
	c, err := engine.Odds(in, tape, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := c.Unreached
	for _, x := range c.Totals {
		sum += x.P
	}
	if math.Abs(sum-1) > 1e-9 || c.Unreached > 1e-10 {
		t.Fatalf("the weights add up to %v with %v unreached", sum, c.Unreached)
	}
	return c
}

func ofGrade(c engine.Chances, grade string) float64 {
	p := 0.0
	for _, g := range c.Grades {
		if g.Grade == grade {
			p += g.P
		}
	}
	return p
}

func ofTotal(c engine.Chances, total int) float64 {
	for _, x := range c.Totals {
		if x.Total == total {
			return x.P
		}
	}
	return 0
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %.12f, not %.12f", what, got, want)
	}
}

// byHand counts every throw of a small pool one by one; on gives how likely n
// further dice are, for the streak after a full hand.
func byHand(dice, ease, modifier, risk int) map[int]float64 {
	out := map[int]float64{}
	end := func(net int, p float64) {
		net += modifier
		if risk == 0 {
			out[net] += p
			return
		}
		out[net+risk] += p / 2
		out[net-risk] += p / 2
	}
	throws := int(math.Pow10(dice))
	for throw := range throws {
		successes, nines, p := 0, 0, 1/float64(throws)
		for d, rest := 0, throw; d < dice; d, rest = d+1, rest/10 {
			if rest%10 <= ease {
				successes++
			} else if rest%10 == 9 {
				nines++
			}
		}
		again := 0.0
		net, step := successes, 1
		switch {
		case successes == dice:
			again = float64(ease+1) / 10
		case successes == 0:
			net, step = -nines, -1
			if nines == dice {
				again = 0.1
			}
		}
		for ; p > 1e-18; p *= again {
			end(net, p*(1-again))
			net += step
		}
	}
	return out
}

func TestOddsAgreeWithEveryThrow(t *testing.T) {
	for ease := range mostEasiness + 1 {
		for dice := 1; dice <= 3; dice++ {
			for _, x := range [][2]int{{0, 0}, {0, 2}, {-1, 5}, {3, 1}} {
				c := chances(t, table(t, "pool", "dice", dice, "easiness", ease, "modifier", x[0], "risk", x[1]))
				want := byHand(dice, ease, x[0], x[1])
				success, critical := 0.0, 0.0
				for net := -20; net <= 400; net++ {
					if math.Abs(ofTotal(c, net)-want[net]) > 1e-9 {
						t.Fatalf("%d dice, Easiness %d, modifier and risk %v: net %d has %v, not %v",
							dice, ease, x, net, ofTotal(c, net), want[net])
					}
					if net > 0 {
						success += want[net]
					} else if net < 0 {
						critical += want[net]
					}
				}
				near(t, "success", c.Success, success)
				near(t, "critical failure", ofGrade(c, criticalFailure), critical)
			}
		}
	}
}

func TestExactFigures(t *testing.T) {
	two := chances(t, table(t, "pool", "dice", 2, "easiness", 4))
	near(t, "two dice succeed", two.Success, 0.75)
	near(t, "two dice fail", ofGrade(two, engine.Failure), 0.16)
	near(t, "two dice, critical", ofGrade(two, criticalFailure), 0.09)
	one := chances(t, table(t, "pool", "dice", 1, "easiness", 4))
	near(t, "one die succeeds", one.Success, 0.5)
	near(t, "one die fails", ofGrade(one, engine.Failure), 0.4)
	near(t, "one die, critical", ofGrade(one, criticalFailure), 0.1)
}

func TestOddsOfLargePools(t *testing.T) {
	for ease := range mostEasiness + 1 {
		miss, plain := float64(9-ease)/10, float64(8-ease)/10
		c := chances(t, table(t, "pool", "dice", 30, "easiness", ease))
		near(t, "success", c.Success, 1-math.Pow(miss, 30))
		near(t, "failure", ofGrade(c, engine.Failure), math.Pow(plain, 30))
	}
}

func TestOddsInTheMiddleOfARoll(t *testing.T) {
	in := table(t, "pool", "dice", 2, "easiness", 4, "risk", 1)
	var tape []engine.Answer
	for _, faces := range []engine.Faces{{1, 2}, {3}, {0}} {
		step, err := engine.Run(in, tape)
		if err != nil {
			t.Fatal(err)
		}
		tape = append(tape, step.Open.Thrown(faces))
	}
	c := chances(t, in, tape...)
	near(t, "success after four", c.Success, 1)
	near(t, "net 3", ofTotal(c, 3), 0.25)
	near(t, "net 5", ofTotal(c, 5), 0.25+0.0625)
}

func TestOddsOfOpposedRolls(t *testing.T) {
	in := table(t, "oppose", "dice", 3, "easiness", 4, "other.dice", 2, "other.easiness", 3)
	c := chances(t, in)
	mine, theirs := byHand(3, 4, 0, 0), byHand(2, 3, 0, 0)
	success, net := 0.0, map[int]float64{}
	for a := -20; a <= 200; a++ {
		for b := -20; b <= 200; b++ {
			p := mine[a] * theirs[b]
			if a > 0 && a > b {
				success += p
			}
			net[a-min(max(b, 0), max(a, 0))] += p
		}
	}
	near(t, "success", c.Success, success)
	for n := -5; n <= 5; n++ {
		near(t, "net", ofTotal(c, n), net[n])
	}
}

func TestRiskHouseRules(t *testing.T) {
	in := table(t, "pool", "dice", 1, "easiness", 4, "risk", 3)
	in.House = engine.PageOf("risk_dice", 2, "risk_easiness", 6)
	near(t, "made good", chances(t, in).Success, 0.91*(1-0.001)+0.09*0.0625) // three Nines are still no success; four successes outlast the loss
	in.House = engine.PageOf("most_risk", 2)
	if why := in.WhyNot(); why != "risk 3 is more than this table allows: 2 at most" {
		t.Errorf("a risk of 3 is refused with %q", why)
	}
	c := costs(engine.View{Sheet: sheet.Read(engine.PageOf("risk_taken", 1)), House: house.Read(in.House)})
	if len(c.Rows) != 6 || !c.Rows[1].Present || c.Rows[2].WhyNot != "" || c.Rows[3].WhyNot == "" {
		t.Errorf("cost rows: %+v", c.Rows)
	}
	if got := goodChance(2, 6); got != "91" {
		t.Errorf("two dice at Easiness 6 are made good in %s %%", got)
	}
}

// The table of risks is read whole where there is least room for it, and marks
// none before one was taken.
func TestRisksFitTheirPane(t *testing.T) {
	const pane = 30
	for _, row := range costs(engine.View{Sheet: sheet.Read(engine.Page{}), House: house.Read(engine.Page{})}).Rows {
		if words := " " + row.Label + "  " + row.Price + "  " + row.Gain; len(words) > pane {
			t.Errorf("%q takes %d columns", words, len(words))
		}
		if row.Present {
			t.Errorf("%s is marked, and nobody has rolled", row.Label)
		}
	}
	for _, row := range costs(engine.View{Sheet: sheet.Read(engine.PageOf("risk_taken", 0)), House: house.Read(engine.Page{})}).Rows {
		if row.Present != (row.Label == "risk 0") {
			t.Errorf("%s is marked: %v", row.Label, row.Present)
		}
	}
}

// Facilitators and special powers stand apart, the dice of each before their
// attributes: where a column is narrow the number is what must not be cut.
func TestPowersOnThePanel(t *testing.T) {
	var titles, pools []string
	for _, b := range powerGrids(engine.View{Sheet: sheet.Read(templates[0].Page)}) {
		g := b.(engine.Grid)
		titles = append(titles, g.Title)
		for _, row := range g.Rows {
			pools = append(pools, row[0]+" "+row[1]+", "+row[2]+", "+row[3])
		}
	}
	if want := []string{"Facilitators", "Special Powers"}; !slices.Equal(titles, want) {
		t.Errorf("the tables are %q", titles)
	}
	want := []string{"Free running 5, 60 %, 8 = Agility + Vigor", "Knife 3, 40 %, 7 = Agility + Strength",
		"Hide 4, 50 %, 9 = Agility + Perception", "Second Wind 2, 30 %, 6 = Vigor + Willpower"}
	if !slices.Equal(pools, want) {
		t.Errorf("the powers are %q", pools)
	}
}

func TestTemplatesCanRoll(t *testing.T) {
	for _, tpl := range templates {
		if err := sheet.Check(tpl.Page); err != nil {
			t.Errorf("%s: %v", tpl.Name, err)
		}
		in := table(t, "pool")
		in.Sheets[engine.Actor] = tpl.Page
		chances(t, in)
		v := engine.View{Sheet: sheet.Read(tpl.Page), House: house.Read(engine.Page{})}
		if len(panel(v)) < 10 || len(brief(v)) == 0 || len(marks(v)) != 0 {
			t.Errorf("%s: %d blocks, %d marks", tpl.Name, len(panel(v)), len(marks(v)))
		}
	}
}

// No roll is to take more than 100 ms.
func BenchmarkOdds(b *testing.B) {
	for _, bench := range []struct {
		name string
		in   engine.Inputs
	}{
		{"usual", table(b, "pool", "dice", 6, "easiness", 4)},
		{"risk", table(b, "pool", "dice", 6, "easiness", 4, "risk", 2)},
		{"thirty", table(b, "pool", "dice", 30, "easiness", 4)},
		{"thirty easy", table(b, "pool", "dice", 30, "easiness", 8, "risk", 2)},
		{"one easy", table(b, "pool", "dice", 1, "easiness", 8, "risk", 2)},
		{"opposed", table(b, "oppose", "dice", 6, "easiness", 4, "other.dice", 5, "other.easiness", 4)},
		{"opposed thirty", table(b, "oppose", "dice", 30, "easiness", 4, "other.dice", 30, "other.easiness", 4)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var c engine.Chances
			for b.Loop() {
				c = chances(b, bench.in)
			}
			b.ReportMetric(float64(c.Walked), "readings/op")
		})
	}
}

// Against somebody who is only met the chart is that of the own successes, whoever
// it is, and so is what the roll is told to have come to.
func TestOpposedByWhomNobodyKnows(t *testing.T) {
	in := table(t, "oppose", "facilitator", "Free running")
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: System.Templates[0].Page, engine.Other: {}}
	in.Unknown = map[engine.Seat][]string{engine.Other: nil}
	alone := in
	alone.Action, _ = System.Action("pool")
	got, want := chances(t, in), chances(t, alone)
	for dice := range 12 {
		of := in
		of.Params = in.Params.With("dice", engine.ValueOf(dice))
		if c := chances(t, of); len(c.Totals) == 0 {
			t.Errorf("no chart of %d dice", dice)
		}
	}
	if !got.TotalsOnly || len(got.Totals) == 0 {
		t.Fatalf("blind %v, %d totals", got.TotalsOnly, len(got.Totals))
	}
	for _, x := range want.Totals {
		near(t, "a total", ofTotal(got, x.Total), x.P)
	}
	in.Sheets[engine.Other] = System.Templates[1].Page
	step, err := engine.Run(in, []engine.Answer{
		{ID: "dice", Faces: []int{0, 1, 2, 6, 7, 8, 8, 8}}, {ID: "other.dice", Faces: []int{0, 1, 8, 8, 8, 8, 8, 8}}})
	if err != nil || step.Outcome.Total != 3 || step.Story != "" {
		t.Errorf("it came to %d, %q, %v; want 3 and no word of the other's", step.Outcome.Total, step.Story, err)
	}
}
