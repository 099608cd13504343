package simulate

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Forecast sums up the results of a number of fights.
type Forecast struct {
	Fights    int
	Undecided int
	Steps     int // commands that all fights took
	Sides     []SideForecast
	Rounds    map[int]int // number of fights by their rounds
	People    []PersonForecast
	Turning   []TurningPoint

	Exact         bool    // the chances of the sides were counted over all possible fights
	LeftUndecided float64 // if Exact, the chance that the fight is not decided
}

// Count sets the exact chances, if ok.
func (f *Forecast) Count(x Exact, ok bool) {
	if f.Exact = ok; !ok {
		return
	}
	f.LeftUndecided, f.Sides = x.Undecided, slices.Clone(f.Sides)
	for i := range f.Sides {
		f.Sides[i].Exactly = x.Wins[i]
	}
}

// Chance returns the chance that a side wins, and its bounds with a confidence of 95 %. If
// the forecast is exact, all three are equal.
func (f *Forecast) Chance(s SideForecast) (chance, low, high float64) {
	if f.Exact {
		return s.Exactly, s.Exactly, s.Exactly
	}
	low, high = Interval(s.Wins, f.Fights)
	return Share(s.Wins, f.Fights), low, high
}

// NotDecided returns the chance that the fight is not decided.
func (f *Forecast) NotDecided() float64 {
	if f.Exact {
		return f.LeftUndecided
	}
	return Share(f.Undecided, f.Fights)
}

// SideForecast is how often a side wins.
type SideForecast struct {
	Side    engine.Side
	Wins    int
	Exactly float64 // if the forecast is exact, the chance that it wins
}

// PersonForecast sums up how a character ends the fights.
type PersonForecast struct {
	ID, Name           string
	Side               engine.Side
	Down, Killed, Fled int // number of fights
	Pools              []PoolForecast
}

// PoolForecast is how much is left at the end of a pool, or of points that are spent on rolls.
type PoolForecast struct {
	ID, Label string
	Shown     bool        // the roster shows it or, of points, there are some
	Left      map[int]int // number of fights by what is left
}

// TurningPoint is an act, and how often the actor's side wins with its success and without.
// Its numbers count fights.
type TurningPoint struct {
	Try                                     // Success is not used here
	Succeeded, Won, Failed, WonNevertheless int
}

// Simulation plays fights from one table.
type Simulation struct {
	plan   Plan
	table  model.Table
	system *engine.System
	habits map[string][]attack
	offers map[string][]rated
	sides  []engine.Side
}

// New prepares the fights from a table. The error says who is missing if fewer than two
// sides can fight, or which characters the seat knows too little about if t is a seat's
// view.
func New(t model.Table, p Plan) (*Simulation, error) {
	t, err := Known(t)
	if err != nil {
		return nil, err
	}
	s, ok := t.Rulebooks[t.System]
	if !ok {
		return nil, model.Refuse("this version does not know the rulebook %s", t.System)
	}
	x := &Simulation{plan: p, table: t, system: s, habits: habits(t, p)}
	for c := range t.Here() {
		if c.Plays(s.ID) && !t.IsDownIn(c, s.ID) && !slices.Contains(x.sides, c.Side) {
			x.sides = append(x.sides, c.Side)
		}
	}
	slices.Sort(x.sides)
	if i := slices.Index(x.sides, engine.Heroes); i > 0 { // heroes first
		x.sides = slices.Insert(slices.Delete(x.sides, i, i+1), 0, engine.Heroes)
	}
	switch {
	case len(x.sides) == 0:
		return nil, model.Refuse("nobody is left to fight")
	case len(x.sides) == 1:
		return nil, model.Refuse("only %s are left: nobody fights them", x.sides[0])
	}
	x.offers = rate(t, s, p, &worths)
	return x, nil
}

// Fight plays fight number n. It may be called from several goroutines at once.
func (x *Simulation) Fight(n int) Ended {
	return x.fight(newDice(x.table, x.plan.Seed, n)).play()
}

// fight returns a fight before its first step. The salt of the table is for one event only.
func (x *Simulation) fight(by chances) *fight {
	f := &fight{plan: x.plan, table: x.table.WithSalt(model.Salt{}), system: x.system, chances: by, habits: x.habits, offers: x.offers, sides: x.sides,
		passed: map[string]int{}, tried: map[string]bool{}, fled: map[string]bool{}}
	f.first = f.round()
	if x.plan.Surprised != "" {
		f.beSurprised()
	}
	return f
}

// None returns a Forecast without fights, for Add.
func (x *Simulation) None() *Forecast {
	out := &Forecast{Rounds: map[int]int{}}
	for _, s := range x.sides {
		out.Sides = append(out.Sides, SideForecast{Side: s})
	}
	for c := range x.table.Here() {
		if !c.Plays(x.system.ID) {
			continue
		}
		p := PersonForecast{ID: c.ID, Name: c.Name, Side: c.Side}
		shown := map[string]bool{} // the pools that the roster shows
		for _, b := range x.system.Brief(x.table.View(c, x.system.ID)) {
			if m, ok := b.(engine.Meter); ok {
				shown[m.ID] = true
			}
		}
		for _, pool := range x.system.Pools {
			p.Pools = append(p.Pools, PoolForecast{ID: pool.ID, Label: pool.Label, Shown: shown[pool.ID], Left: map[int]int{}})
		}
		sheet := x.table.View(c, x.system.ID).Sheet
		for _, point := range x.system.Time.Between.Points {
			p.Pools = append(p.Pools, PoolForecast{ID: point.ID, Label: point.Label, Shown: point.Of(sheet) > 0, Left: map[int]int{}})
		}
		out.People = append(out.People, p)
	}
	return out
}

// Clone returns a copy to which fights can be added while the original is read.
func (f *Forecast) Clone() *Forecast {
	c := *f
	c.Rounds, c.Sides, c.Turning, c.People = maps.Clone(f.Rounds), slices.Clone(f.Sides), slices.Clone(f.Turning), slices.Clone(f.People)
	for i := range c.People {
		pools := slices.Clone(c.People[i].Pools)
		for n := range pools {
			pools[n].Left = maps.Clone(pools[n].Left)
		}
		c.People[i].Pools = pools
	}
	return &c
}

// Add counts a fight. The order in which fights are added does not matter.
func (f *Forecast) Add(e Ended) {
	f.Fights++
	f.Steps += e.Steps
	f.Rounds[e.Rounds]++
	if e.Winner == "" {
		f.Undecided++
	}
	for i := range f.Sides {
		if f.Sides[i].Side == e.Winner {
			f.Sides[i].Wins++
		}
	}
	sides := map[string]engine.Side{}
	for i := range f.People {
		p := &f.People[i]
		sides[p.ID] = p.Side
		at := slices.IndexFunc(e.Fighters, func(x Fighter) bool { return x.ID == p.ID })
		if at < 0 {
			continue
		}
		x := e.Fighters[at]
		p.Down, p.Killed, p.Fled = p.Down+count(x.Down), p.Killed+count(x.Killed), p.Fled+count(x.Fled)
		for n := range min(len(p.Pools), len(x.Left)) {
			p.Pools[n].Left[x.Left[n]]++
		}
	}
	for _, try := range e.Tries {
		f.turningPoint(try, e.Winner != "" && e.Winner == sides[try.Who])
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (f *Forecast) turningPoint(try Try, won bool) {
	success := try.Success
	try.Success = false
	at := slices.IndexFunc(f.Turning, func(p TurningPoint) bool { return p.Try == try })
	if at < 0 {
		at = len(f.Turning)
		f.Turning = append(f.Turning, TurningPoint{Try: try})
	}
	p := &f.Turning[at]
	if success {
		p.Succeeded, p.Won = p.Succeeded+1, p.Won+count(won)
	} else {
		p.Failed, p.WonNevertheless = p.Failed+1, p.WonNevertheless+count(won)
	}
}

// TurningPoints returns the acts that were tried in at least a tenth of the fights, that
// both succeeded and failed, and whose success changes the chance to win by at least 1 %.
// Those that change most come first.
func (f *Forecast) TurningPoints() []TurningPoint {
	out := slices.Clone(f.Turning)
	out = slices.DeleteFunc(out, func(p TurningPoint) bool {
		return 10*(p.Succeeded+p.Failed) < f.Fights || p.Succeeded == 0 || p.Failed == 0 || math.Abs(p.difference()) < 0.01
	})
	slices.SortFunc(out, func(a, b TurningPoint) int {
		return cmp.Or(cmp.Compare(math.Abs(b.difference()), math.Abs(a.difference())), cmp.Compare(a.Who, b.Who), cmp.Compare(a.Action, b.Action), cmp.Compare(a.Row, b.Row))
	})
	return out
}

func (p TurningPoint) difference() float64 {
	return Share(p.Won, p.Succeeded) - Share(p.WonNevertheless, p.Failed)
}

// Share returns n out of all, from 0 to 1.
func Share(n, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// Interval returns the bounds within which a chance lies with a confidence of 95 %, by
// Wilson's formula, if it came about n times out of all.
func Interval(n, all int) (low, high float64) {
	if all == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	p, m := Share(n, all), float64(all)
	middle := p + z*z/(2*m)
	half := z * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max((middle-half)/(1+z*z/m), 0), min((middle+half)/(1+z*z/m), 1)
}

// Quantile returns the least value below or at which at least the share q of all counted
// values lies.
func Quantile(counted map[int]int, q float64) int {
	values := make([]int, 0, len(counted))
	all := 0
	for v, n := range counted {
		values = append(values, v)
		all += n
	}
	slices.Sort(values)
	seen := 0
	for _, v := range values {
		if seen += counted[v]; float64(seen) >= q*float64(all) {
			return v
		}
	}
	return 0
}
