package simulate_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
)

// duelOf returns a table with a hero and a foe of the same template, whose pages the
// functions change.
func duelOf(tb testing.TB, s *engine.System, template string, minions bool, hero, foe func(engine.Page) engine.Page) model.Table {
	tb.Helper()
	t := model.New(model.Rulebooks{s.ID: s})
	t = do(tb, t, model.Make{Name: "Duel", System: s.ID})
	t = do(tb, t, model.Scene{Place: "Dawn"})
	at := slices.IndexFunc(s.Templates, func(tpl engine.Template) bool { return tpl.ID == template })
	for i, change := range []func(engine.Page) engine.Page{hero, foe} {
		side := []engine.Side{engine.Heroes, engine.Foes}[i]
		t = do(tb, t, model.Join{Character: model.Character{Name: string(side), Side: side, Minion: minions, Pages: map[string]engine.Page{s.ID: change(s.Templates[at].Page)}}})
	}
	return t
}

// agree compares the exact chances that the heroes win and that nobody does, and the chance
// in many fights, with an independent count.
func agree(t *testing.T, table model.Table, plan simulate.Plan, wins, neither float64) {
	t.Helper()
	x, err := simulate.New(table, plan)
	if err != nil {
		t.Fatal(err)
	}
	exact, ok := x.Exact(t.Context(), 0)
	if !ok || math.Abs(exact.Wins[0]-wins) > 1e-9 || math.Abs(exact.Wins[1]-(1-wins-neither)) > 1e-9 || math.Abs(exact.Undecided-neither) > 1e-9 {
		t.Errorf("exactly %v (%v), and should be %.12f and %.12f undecided", exact, ok, wins, neither)
	}
	foretold(t, table, plan, wins)
}

// foretold compares the chance that the heroes win in many fights with an independent count.
// By chance one lot of fights in 370 lies further away than three standard errors, and two
// independent lots in 137,000.
func foretold(t *testing.T, table model.Table, plan simulate.Plan, wins float64) {
	t.Helper()
	var off []float64
	for ; len(off) < 2; plan.Seed++ {
		x, err := simulate.New(table, plan)
		if err != nil {
			t.Fatal(err)
		}
		f := x.None()
		x.Play(t.Context(), f, 0, *duels)
		won := simulate.Share(f.Sides[0].Wins, f.Fights)
		if math.Abs(won-wins) <= 3*math.Sqrt(wins*(1-wins)/float64(*duels)) {
			return
		}
		off = append(off, won)
	}
	t.Errorf("the hero wins %.4f of %d fights, and should win %.4f", off, *duels, wins)
}

// TestDuelOfEasiness checks a duel of Easiness: attacks are dodged and resisted, and the
// rest is lost health.
func TestDuelOfEasiness(t *testing.T) {
	const dice, most = 2, 80
	page := func(level, lost int) func(engine.Page) engine.Page {
		return func(p engine.Page) engine.Page {
			for _, row := range p.RowIDs("attributes") {
				p = p.With("attributes/"+row+"/level", engine.ValueOf(1))
			}
			return p.With("powers/p1/level", engine.ValueOf(level)).With("powers/p2/level", engine.ValueOf(1)).With("health_lost", engine.ValueOf(lost))
		}
	}
	// successes returns the chance of each number of successes of a pool. If all dice
	// succeed, one more is thrown.
	successes := func(level int) []float64 {
		p := float64(level+1) / 10
		out := make([]float64, most)
		out[0], out[1] = (1-p)*(1-p), 2*p*(1-p)
		for n := dice; n < most; n++ {
			out[n] = math.Pow(p, float64(n)) * (1 - p)
		}
		return out
	}
	// through returns the chance of how much of an attack a defence lets through.
	through := func(attack, defence []float64) []float64 {
		out := make([]float64, most)
		for a, p := range attack {
			for d, q := range defence {
				out[max(a-d, 0)] += p * q
			}
		}
		return out
	}
	const heroLevel, foeLevel, dodge = 4, 1, 1 // the dodge is the second power, and resisting the first
	hits := through(through(successes(heroLevel), successes(dodge)), successes(foeLevel))
	struck := through(through(successes(foeLevel), successes(dodge)), successes(heroLevel))
	var wins func(hero, foe int) float64
	wins = func(hero, foe int) float64 {
		switch {
		case foe <= 0:
			return 1
		case hero <= 0:
			return 0
		}
		won, again := 0.0, 0.0
		for h, p := range hits {
			if h >= foe {
				won += p
				continue
			}
			for s, q := range struck {
				switch {
				case h == 0 && s == 0:
					again += p * q
				default:
					won += p * q * wins(hero-s, foe-h)
				}
			}
		}
		return won / (1 - again)
	}
	lives := [][2]int{{1, 1}} // of 6 health
	if *duels > fewDuels {
		lives = append(lives, [2]int{1, 2}, [2]int{2, 2})
	}
	for _, left := range lives {
		agree(t, duelOf(t, easiness.System, "footpad", false, page(heroLevel, 6-left[0]), page(foeLevel, 6-left[1])), simulate.Plan{}, wins(left[0], left[1]), 0)
	}
}

// TestDuelOfD6 checks a duel of D6 that the first harmful hit decides, with any order of
// turns and the full rules of the Wild Die.
func TestDuelOfD6(t *testing.T) {
	page := func(skill string) func(engine.Page) engine.Page {
		return func(p engine.Page) engine.Page {
			for _, x := range [][2]string{{"melee combat", skill}, {"body_points", "20"}} {
				var err error
				if p, err = d6.System.Write(p, x[0], x[1]); err != nil {
					t.Fatal(err)
				}
			}
			return p.With("weapons/w1/code", engine.ValueOf("1D"))
		}
	}
	fells := func(dice, pips int) (p float64) {
		for total, q := range wildSum(dice, pips) {
			switch {
			case total == 10: // one die of damage: a 1 removes it
				p += q * 5 / 6
			case total > 10: // the excess is added to the damage
				p += q
			}
		}
		return p
	}
	hero, foe := fells(6, 1), fells(7, 0)
	neither := (1 - hero) * (1 - foe)
	set := func(first, second int) model.Table {
		table := duelOf(t, d6.System, "footpad", true, page("6D+1"), page("7D"))
		table = do(t, table, model.SetHouse{System: d6.System.ID, Rule: "body_points", Value: engine.ValueOf(true)})
		all := table.Characters()
		return do(t, table, model.SetOrder{Order: []string{all[first].ID, all[second].ID}})
	}
	agree(t, set(1, 0), simulate.Plan{}, (1-foe)*hero/(1-neither), 0)
	if *duels > fewDuels {
		agree(t, set(0, 1), simulate.Plan{}, hero/(1-neither), 0)
	}
}

// wildSum returns the chance of each sum of dice with a Wild Die: a 6 on it is thrown
// again, and a 1 removes the highest other die.
func wildSum(dice, pips int) map[int]float64 {
	type hand struct{ sum, high int }
	hands := map[hand]float64{{pips, 0}: 1}
	for range dice - 1 {
		next := map[hand]float64{}
		for h, p := range hands {
			for face := 1; face <= 6; face++ {
				next[hand{h.sum + face, max(h.high, face)}] += p / 6
			}
		}
		hands = next
	}
	out := map[int]float64{}
	for h, p := range hands {
		out[h.sum+1-h.high] += p / 6
		for face := 2; face <= 5; face++ {
			out[h.sum+face] += p / 6
		}
		for sixes, q := 1, p/36; sixes < 14; sixes, q = sixes+1, q/6 {
			for face := 1; face <= 5; face++ {
				out[h.sum+6*sixes+face] += q
			}
		}
	}
	return out
}

// TestNotExact checks that a fight with too many states is not counted, nor one whose
// context has ended.
func TestNotExact(t *testing.T) {
	x, err := simulate.New(brawl(t, d6.System), simulate.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := x.Exact(t.Context(), 0); ok {
		t.Error("two against six are counted")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, ok := x.Exact(ended, 0); ok {
		t.Error("it is counted although nobody waits")
	}
}

func counted(t *testing.T, x *simulate.Simulation) bool {
	_, ok := x.Exact(t.Context(), 0)
	return ok
}

func same(p engine.Page) engine.Page { return p }

// Whoever fights hard spends points and Extra Effort in the middle of a roll, and others do
// not. Such a fight is not counted.
func TestHardSpendsPoints(t *testing.T) {
	for _, table := range []model.Table{duelOf(t, d6.System, "bricker", false, same, same), mirror(t, supermen.System)} {
		for _, policy := range simulate.Policies() {
			x, err := simulate.New(table, simulate.Plan{Sides: map[engine.Side]simulate.Policy{engine.Heroes: policy}})
			if err != nil {
				t.Fatal(err)
			}
			spent := 0
			for n := range 6 {
				x.Watched(n, func(before model.Table, _ model.Command, facts []model.Fact) {
					for _, f := range facts {
						a, ok := f.(model.Answered)
						who, _ := before.Character(a.Who)
						switch {
						case !ok || who == nil || who.Side != engine.Heroes:
						case a.Answer.Amount != nil:
							spent += *a.Answer.Amount
						case strings.HasSuffix(a.Answer.ID, "extra-effort"):
							for _, points := range a.Answer.Give {
								spent += points
							}
						}
					}
				})
			}
			if policy == simulate.Hard && counted(t, x) {
				t.Error("it is counted although dice decide what is spent")
			}
			if (spent > 0) != (policy == simulate.Hard) {
				t.Errorf("%s, %s: %d points are spent", table.System, policy, spent)
			}
		}
	}
}

// An exact count takes no longer than the fights that were played: it is given up where it would
// follow more commands, or count more steps of odds, than these took. Those of the other rulebooks
// are not begun. A duel is counted after a thousand fights.
func TestExactTakesNoLongerThanFights(t *testing.T) {
	for _, s := range all(t) {
		if !slices.Contains([]string{"contest", "moves", "forged"}, s.ID) {
			continue
		}
		x, err := simulate.New(brawl(t, s), simulate.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		const fights = 5
		f := x.None()
		x.Play(t.Context(), f, 0, fights)
		followed, most, steps, mostSteps, _ := x.Counted(f.Steps)
		const atOnce = 60_000 // one run of a rule, which is bounded by itself
		if most > max(f.Steps/8, 250) || followed > most || steps > mostSteps+atOnce {
			t.Errorf("%s: after %d commands %d of %d are followed, and %d of %d steps of odds counted", s.ID, f.Steps, followed, most, steps, mostSteps)
		}
	}
	x, err := simulate.New(withLives(t, duel, 3, 3), simulate.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	f := x.None()
	x.Play(t.Context(), f, 0, 100)
	if followed, _, _, _, exact := x.Counted(10 * f.Steps); !exact {
		t.Errorf("a duel is not counted: %d commands are followed", followed)
	}
}
