package contest

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
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

func plain(in engine.Inputs) engine.Inputs {
	in.House = in.House.With("spectacular", engine.ValueOf(false))
	return in
}

func chances(t testing.TB, in engine.Inputs) engine.Chances {
	t.Helper()
	c, err := engine.Odds(in, nil, nil)
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

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %.12f, not %.12f", what, got, want)
	}
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

func ofFlag(c engine.Chances, flag string) float64 {
	p := 0.0
	for _, g := range c.Grades {
		for _, f := range g.Flags {
			if f == flag {
				p += g.P
			}
		}
	}
	return p
}

// throw is a die as it may fall, with its weight.
type throw struct {
	first, second int
	p             float64
}

// throws lists every way a die with so many faces falls.
func throws(sides int, again bool) []throw {
	var out []throw
	p := 1 / float64(sides)
	for f := 1; f <= sides; f++ {
		if f < sides || !again {
			out = append(out, throw{f, 0, p})
			continue
		}
		for s := 1; s <= sides; s++ {
			out = append(out, throw{f, s, p * p})
		}
	}
	return out
}

// byHand gives how likely it is that own wins, doubly, other wins, doubly, and
// a tie, counted throw by throw.
func byHand(sides, own, other int, again bool) (win, winTwice, lose, loseTwice, tie float64) {
	for _, a := range throws(sides, again) {
		for _, b := range throws(sides, again) {
			p := a.p * b.p
			x, y := own+a.first+a.second, other+b.first+b.second
			switch lucky, unlucky := a.second == sides, b.second == sides; {
			case lucky && !unlucky:
				x = max(x, y+1)
			case unlucky && !lucky:
				y = max(y, x+1)
			}
			realX, realY := own+a.first+a.second, other+b.first+b.second
			switch {
			case x > y && a.second > 0 && own+a.first > realY && (a.second == sides || own+a.second > realY):
				winTwice += p
			case x > y:
				win += p
			case x < y && b.second > 0 && other+b.first > realX && (b.second == sides || other+b.second > realX):
				loseTwice += p
			case x < y:
				lose += p
			default:
				tie += p
			}
		}
	}
	return win, winTwice, lose, loseTwice, tie
}

func TestOpposedOddsAgreeWithEveryThrow(t *testing.T) {
	for lead := -25; lead <= 25; lead++ {
		for _, again := range []bool{false, true} {
			in := table(t, "oppose", "acting", 30+lead, "other.acting", 30)
			in.House = engine.PageOf("spectacular", again)
			c := chances(t, in)
			win, twice, lose, loseTwice, tie := byHand(10, 30+lead, 30, again)
			near(t, "won", c.Success, win+twice)
			near(t, "lost", ofGrade(c, engine.Failure), lose+loseTwice)
			near(t, "tied", ofGrade(c, engine.Undecided), tie)
			in.House = in.House.With("opposed_tie", engine.ValueOf("reroll"))
			near(t, "won, ties thrown again", chances(t, in).Success, (win+twice)/(1-tie))
			in.House = in.House.With("opposed_tie", engine.ValueOf("initiator"))
			near(t, "won, ties to the initiator", chances(t, in).Success, win+twice+tie)
		}
	}
}

func TestExactOpposedFigures(t *testing.T) {
	six := chances(t, plain(table(t, "oppose", "acting", 16, "other.acting", 10)))
	near(t, "a lead of 6 wins", six.Success, 0.90)
	near(t, "a lead of 6 ties", ofGrade(six, engine.Undecided), 0.04)
	near(t, "a lead of 6 loses", ofGrade(six, engine.Failure), 0.06)
	even := chances(t, plain(table(t, "oppose", "acting", 10, "other.acting", 10)))
	near(t, "equals win", even.Success, 0.45)
	near(t, "equals tie", ofGrade(even, engine.Undecided), 0.10)
}

func TestSimpleOdds(t *testing.T) {
	for acting := -10; acting <= 20; acting++ {
		in := table(t, "simple", "acting", acting, "difficulty", "14")
		won, grand := 0.0, 0.0
		for _, d := range throws(10, true) {
			if acting+d.first+d.second >= 14 || d.second == 10 {
				won += d.p
			}
			if d.second == 10 || d.second > 0 && acting+d.second >= 14 {
				grand += d.p
			}
		}
		c := chances(t, in)
		near(t, "made", c.Success, won)
		near(t, "spectacular", ofFlag(c, spectacularFlag), grand)
		near(t, "made, plain", chances(t, plain(in)).Success, float64(min(max(10-(14-acting)+1, 0), 10))/10)
	}
}

func TestExchangeOdds(t *testing.T) {
	for _, lead := range []int{-22, -7, 0, 3, 19} {
		in := table(t, "exchange", "acting", 20+lead, "effect", 8, "resistance", 16,
			"other.acting", 20, "other.effect", 8, "other.resistance", 16)
		win, twice, lose, loseTwice, tie := byHand(20, 20+lead, 20, true)
		c := chances(t, in)
		near(t, "won", c.Success, win+twice)
		near(t, "lost", ofGrade(c, engine.Failure), lose+loseTwice)
		near(t, "tied", ofGrade(c, engine.Undecided), tie)
		near(t, "won for good", ofFlag(c, wonFlag), twice)
		near(t, "lost for good", ofFlag(c, lostFlag), loseTwice)
	}
}

// outcomes of a whole contest, by recursion over what is left on both sides.
func endByHand(own, other, ownHits, otherHits int, p [5]float64, known map[[2]int]float64) float64 {
	if other <= 0 {
		return 1
	}
	if own <= 0 {
		return 0
	}
	at := [2]int{own, other}
	if v, ok := known[at]; ok {
		return v
	}
	v := p[0]*endByHand(own, other-ownHits, ownHits, otherHits, p, known) +
		p[1]*endByHand(own, other-2*ownHits, ownHits, otherHits, p, known) +
		p[2]*endByHand(own-otherHits, other, ownHits, otherHits, p, known) +
		p[3]*endByHand(own-2*otherHits, other, ownHits, otherHits, p, known)
	v /= 1 - p[4] // a tie begins again
	known[at] = v
	return v
}

func TestWholeContestOdds(t *testing.T) {
	for _, x := range []struct{ acting, effect, resistance, otherActing, otherEffect, otherResistance int }{
		{7, 8, 23, 7, 8, 23}, {10, 8, 23, 7, 5, 30}, {3, 9, 20, 9, 4, 50}, {7, 0, 5, 7, -3, 9},
	} {
		for _, again := range []bool{false, true} {
			in := table(t, "contest", "acting", x.acting, "effect", x.effect, "resistance", x.resistance,
				"other.acting", x.otherActing, "other.effect", x.otherEffect, "other.resistance", x.otherResistance)
			in.House = engine.PageOf("spectacular", again)
			var p [5]float64
			p[0], p[1], p[2], p[3], p[4] = byHand(20, x.acting, x.otherActing, again)
			want := endByHand(x.resistance, x.otherResistance, max(x.effect, 1), max(x.otherEffect, 1), p, map[[2]int]float64{})
			near(t, "a whole contest", chances(t, in).Success, want)
		}
	}
}

func TestEqualsWinTheirContestHalfTheTime(t *testing.T) {
	near(t, "equals", chances(t, equals(t, 8, 23)).Success, 0.5)
}

// equals are two like sides of a contest.
func equals(t testing.TB, effect, resistance int) engine.Inputs {
	return table(t, "contest", "acting", 7, "effect", effect, "resistance", resistance,
		"other.acting", 7, "other.effect", effect, "other.resistance", resistance)
}

// against gives, for one die against those of so many others with the same acting total, how
// often it beats one of them, how often it is equal to it, and how often all of them beat it.
func against(sides, others int, again bool) (beats, even, beatenByAll float64) {
	for _, a := range throws(sides, again) {
		wins, ties := 0.0, 0.0
		for _, b := range throws(sides, again) {
			x, y := a.first+a.second, b.first+b.second
			switch lucky, unlucky := a.second == sides, b.second == sides; {
			case lucky && !unlucky, lucky == unlucky && x > y:
				wins += b.p
			case lucky == unlucky && x == y:
				ties += b.p
			}
		}
		beats += a.p * wins
		even += a.p * ties
		beatenByAll += a.p * math.Pow(1-wins-ties, float64(others))
	}
	return beats, even, beatenByAll
}

// Against several the result is that against whoever was chosen, and a flag tells who is beaten
// by all of them at once.
func TestOutnumberedOdds(t *testing.T) {
	guard := engine.PageOf("abilities/r1/name", "Club", "abilities/r1/level", 9)
	in := table(t, "exchange", "acting", 9, "effect", 5, "resistance", 10, "chosen", 2)
	for _, again := range []bool{false, true} {
		in.House = engine.PageOf("spectacular", again)
		in.Sheets = map[engine.Seat]engine.Page{engine.Actor: {}, engine.Other: guard, engine.Opponent(2): guard, engine.Opponent(3): guard}
		c := chances(t, in)
		beats, even, all := against(20, 3, again)
		near(t, "beats whoever was chosen", c.Success, beats)
		near(t, "is beaten by them", ofGrade(c, engine.Failure), 1-beats-even)
		near(t, "neither", ofGrade(c, engine.Undecided), even)
		near(t, "is beaten by all", ofFlag(c, allBetterFlag), all)
	}
	// One die against two others: both beat it, and 9 and 9 are more than 10.
	in.House = engine.PageOf("spectacular", false)
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: {}, engine.Other: guard, engine.Opponent(2): guard}
	both := 0.0
	for f := 1; f <= 20; f++ {
		both += float64((20-f)*(20-f)) / 8000
	}
	near(t, "two at once", ofFlag(chances(t, in), lostFlag), both)
}

func TestPlayersDescribeOnlyPlayerCharacters(t *testing.T) {
	in := table(t, "oppose", "acting", 9, "other.acting", 9, "other.description", "-3")
	in.Sheets[engine.Other] = engine.PageOf("player", false)
	if why := in.WhyNot(); why != "" {
		t.Errorf("the gamemaster is refused: %s", why)
	}
	in.Player = true
	if why := in.WhyNot(); !strings.Contains(why, "only the gamemaster gives them") {
		t.Errorf("a player is refused with %q", why)
	}
	in.House = engine.PageOf("descriptions", "everyone")
	if why := in.WhyNot(); why != "" {
		t.Errorf("at a table where all are described a player is refused: %s", why)
	}
}

// A hundred blows on either side are fought to the end, and counted.
func TestLongContests(t *testing.T) {
	in := table(t, "contest", "acting", 7, "effect", 1, "resistance", 99, "other.acting", 7, "other.effect", 1, "other.resistance", 99)
	near(t, "equals", chances(t, in).Success, 0.5)
	in.Params = in.Params.With("effect", engine.ValueOf(4)).With("other.effect", engine.ValueOf(4))
	var tape []engine.Answer
	for {
		step, err := engine.Run(in, tape)
		if err != nil {
			t.Fatal(err)
		}
		if step.Done() {
			if o := step.Outcome; !o.Success || o.Value("other.resistance").Int() > 0 || len(tape) != 50 {
				t.Errorf("after %d dice: %+v", len(tape), o)
			}
			return
		}
		tape = append(tape, step.Open.Thrown(engine.Faces{9 - 5*(len(tape)%2)}))
	}
}

func TestPanelsTellTheTotals(t *testing.T) {
	for _, tpl := range templates {
		if err := sheet.Check(tpl.Page); err != nil {
			t.Errorf("%s: %v", tpl.Name, err)
		}
	}
	v := engine.View{Sheet: sheet.Read(templates[0].Page), House: house.Read(engine.Page{})}
	want := []string{"11 = Sword 9 + Quick 2", "11 = Sword 9 + Old rapier 2", "23 = 3 x Toughness 7: 21 + Buff coat 2"}
	for i, row := range costs(v).Rows {
		if row.Gain != want[i] {
			t.Errorf("cost row %d: %q, not %q", i, row.Gain, want[i])
		}
	}
	p := templates[0].Page.With("contests/r1/name", engine.ValueOf("Duel")).With("contests/r1/full", engine.ValueOf(23)).
		With("contests/r1/lost", engine.ValueOf(8))
	v.Sheet = sheet.Read(p)
	rows := costs(v).Rows
	if last := rows[len(rows)-1]; !last.Present || last.Price != "15 of 23 left" {
		t.Errorf("the contest is shown as %+v", last)
	}
	if m, ok := brief(v)[0].(engine.Meter); !ok || m.Now != 15 || m.Full != 23 {
		t.Errorf("the brief shows %+v", brief(v)[0])
	}
}

func TestWorkingNamesWhatWasCut(t *testing.T) {
	tot := kit.Sum{modifier("charm", 9, false), modifier("rain", -8, false), modifier("the plan", 9, true)}
	if got, want := tot.String(), "9 = charm 6 (of +9) - rain 6 (of -8) + the plan 9"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// Four opponents are the worst that is rolled every evening, which is to take 100 ms
// at most.
func BenchmarkOdds(b *testing.B) {
	crowd := table(b, "exchange", "acting", 9, "effect", 5, "resistance", 30)
	for n := range 4 {
		crowd.Sheets[engine.Opponent(n+1)] = templates[3].Page
	}
	sheets := table(b, "contest")
	sheets.Sheets = map[engine.Seat]engine.Page{engine.Actor: templates[0].Page, engine.Other: templates[2].Page}
	for _, bench := range []struct {
		name string
		in   engine.Inputs
	}{
		{"simple", table(b, "simple", "acting", 9, "difficulty", "14")},
		{"opposed", table(b, "oppose", "acting", 9, "other.acting", 9)},
		{"exchange", table(b, "exchange", "acting", 9, "effect", 8, "resistance", 23, "other.acting", 9, "other.effect", 8, "other.resistance", 23)},
		{"four opponents", crowd},
		{"whole", equals(b, 8, 23)},
		{"whole, plain", plain(equals(b, 8, 23))},
		{"whole, sheets", sheets},
		{"whole persuasion", equals(b, 8, 50)},
		{"whole, twenty blows", equals(b, 8, 160)},
		{"whole, a hundred blows", equals(b, 1, 99)},
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

// Of somebody who is only met a form doesn't say how many of their blows would
// end it, nor what their totals are: those of the sheet that stands in their place
// are not theirs.
func TestBlowsOfWhomNobodyKnows(t *testing.T) {
	in := table(t, "exchange")
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: System.Templates[0].Page, engine.Other: System.Templates[1].Page}
	step, err := engine.Run(in, nil)
	if err != nil || len(step.Beside) != 2 {
		t.Fatalf("both known: %v, %v", step.Beside, err)
	}
	in.Sheets[engine.Other], in.Unknown = engine.Page{}, map[engine.Seat][]string{engine.Other: nil}
	if step, err = engine.Run(in, nil); err != nil || len(step.Beside) != 0 {
		t.Errorf("only met: %v, %v", step.Beside, err)
	}
	for id, want := range map[string]string{"ability": "Sword", "acting": "11", "effect_ability": "Sword", "resistance_ability": "Toughness",
		"other.ability": "", "other.acting": "", "other.effect": "", "other.resistance": "", "other.resistance_ability": ""} {
		if v, _ := step.Taken.Get(id); v.String() != want {
			t.Errorf("only met: the form shows %q as %s, want %q", v, id, want)
		}
	}
}

// A contest's meter says what it is that was taken off.
func TestWhatAContestHasTaken(t *testing.T) {
	v := engine.View{Sheet: sheet.Read(engine.PageOf("contests/r1/name", "The duel", "contests/r1/full", 23, "contests/r1/lost", 11))}
	m, ok := meters(v)[0].(engine.Meter)
	if want := "12 of 23, 11 off the resistance"; !ok || m.Words() != want {
		t.Errorf("it reads %q, want %q", m.Words(), want)
	}
}

// A form shows which contest goes on, and what it is about.
func TestTheContestThatGoesOnIsShown(t *testing.T) {
	in := table(t, "exchange")
	page := func(i int) engine.Page {
		p := System.Templates[i].Page
		for path, to := range map[string]string{"name": "The duel", "kind": "combat", "side": sides[i]} {
			p = p.With("contests/r1/"+path, engine.ValueOf(to))
		}
		return p.With("contests/r1/full", engine.ValueOf(20)).With("contests/r1/effect", engine.ValueOf(5)).With("contests/r1/acting", engine.ValueOf(9))
	}
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: page(0), engine.Other: page(1)}
	step, err := engine.Run(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"contest": "The duel", "kind": "combat"} {
		if v, _ := step.Taken.Get(id); v.String() != want {
			t.Errorf("%s is shown as %q, want %q", id, v, want)
		}
	}
}

// Two contests that began at once may have one name: one goes on where the other is over.
func TestTwoContestsOfOneName(t *testing.T) {
	in := table(t, "exchange")
	page := func(i int) engine.Page {
		p := System.Templates[i].Page
		for path, to := range map[string]int{"full": 20, "effect": 5, "acting": 9} {
			p = p.With("contests/r2/"+path, engine.ValueOf(to))
		}
		return p.With("contests/r2/name", engine.ValueOf("Contest"))
	}
	foe := page(1).With("contests/r1/name", engine.ValueOf("Contest")).With("contests/r1/over", engine.ValueOf(lost))
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: page(0), engine.Other: foe}
	step, err := engine.Run(in, nil)
	if v, _ := step.Taken.Get("contest"); err != nil || v.String() != "Contest" {
		t.Errorf("it goes on with %q, %v", v, err)
	}
}

// A contest that is won is no meter, which would look as if it ran.
func TestAContestThatIsWon(t *testing.T) {
	page := engine.PageOf("contests/r1/name", "The duel", "contests/r1/full", 23, "contests/r1/lost", 6, "contests/r1/over", won)
	v := engine.View{Sheet: sheet.Read(page)}
	for name, blocks := range map[string][]engine.Block{"The duel": meters(v), "duel": brief(v)} {
		if s, ok := blocks[0].(engine.Stat); !ok || s.Label != name || s.Value != "won" {
			t.Errorf("shown is %v", blocks)
		}
	}
}

// A contest that is over is no wound beside one that is running.
func TestTheRosterShowsWhatIsRunning(t *testing.T) {
	page := engine.PageOf("contests/r1/name", "The duel", "contests/r1/full", 23, "contests/r1/lost", 26, "contests/r1/over", lost)
	shown := func() []string {
		var out []string
		for _, b := range brief(engine.View{Sheet: sheet.Read(page)}) {
			out = append(out, b.(engine.Meter).Label)
		}
		return out
	}
	if got := shown(); !slices.Equal(got, []string{"duel"}) {
		t.Errorf("where it is over alone %q is shown", got)
	}
	page = page.With("contests/r2/name", engine.ValueOf("The debate")).With("contests/r2/full", engine.ValueOf(12))
	if got := shown(); !slices.Equal(got, []string{"dbt"}) {
		t.Errorf("beside one that runs %q is shown", got)
	}
	if slices.ContainsFunc(marks(engine.View{Sheet: sheet.Read(page)}), func(m engine.Mark) bool { return m.Grave }) {
		t.Error("who contends again lies down")
	}
}

// A contest may need any number of blows. The longest there is ends too. Chapter "Contests".
func TestLongestContest(t *testing.T) {
	in := table(t, "contest", "acting", 5, "effect", 1, "resistance", 999, "other.acting", 5, "other.effect", 1, "other.resistance", 999)
	dice := rand.New(rand.NewPCG(1, 2))
	asked := 0
	step, err := engine.RunOn(in, nil, func(q engine.Question, _ func() engine.Step) (engine.Answer, bool) {
		asked++
		return q.Thrown([]int{1 + dice.IntN(20)}), true
	})
	if err != nil || !step.Done() || asked < 3000 || step.Outcome.Total > 0 == (step.Outcome.Value("other.resistance").Int() > 0) {
		t.Errorf("after %d dice: %+v, %v", asked, step.Outcome, err)
	}
}
