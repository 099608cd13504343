package simulate

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Policy is how a character fights.
type Policy string

// The policies, see the package comment.
const (
	AsSoFar Policy = "as-so-far"
	Hard    Policy = "hard"
	Careful Policy = "careful"
)

// Policies lists all policies, the default first.
func Policies() []Policy { return []Policy{AsSoFar, Hard, Careful} }

// ParsePolicy parses the name of a policy.
func ParsePolicy(s string) (Policy, error) {
	if p := Policy(s); slices.Contains(Policies(), p) {
		return p, nil
	}
	return "", fmt.Errorf("%q is no way to fight: choose as-so-far, hard or careful", s)
}

// Words describes a policy.
func (p Policy) Words() string {
	switch p {
	case Hard:
		return "the most expected harm for its price"
	case Careful:
		return fmt.Sprintf("defends when hurt, and flees at %d %% of life", fleesAt)
	}
	return "as they have fought so far"
}

// fleesAt is the life in percent at which a careful character leaves the fight.
const fleesAt = 25

// attack is an attack that a character can make.
type attack struct {
	engine.Attack
	aims []string // earlier opponents, by id
}

// mostHabits is how many attacks of a character are read from the log, and farBack how many
// events are searched.
const (
	mostHabits = 8
	farBack    = 400
)

// habits returns the attacks that each character has begun, newest first. Repeated attacks
// are listed repeatedly.
func habits(t model.Table, p Plan) map[string][]attack {
	out := map[string][]attack{}
	for who, with := range p.With {
		if c, ok := t.Character(who); ok {
			for _, a := range t.Rulebooks[t.System].Attacks(c.Pages[t.System]) {
				if with == (Weapon{a.Action.ID, rowOf(a.Action, a.Params)}) {
					out[who] = []attack{{Attack: a}}
				}
			}
		}
	}
	called := map[[2]string]bool{} // rolls that follow up earlier ones, such as damage
	var all []model.Begin
	n := 0
	for l := range t.Log() {
		if n++; n > farBack {
			break
		}
		if l.Undone {
			continue
		}
		all = append(all, begun(l.Event.Did)...)
		for _, fact := range l.Event.Facts {
			if x, ok := fact.(model.Finished); ok {
				for _, u := range x.Follow {
					called[[2]string{u.Who, u.Action}] = true
				}
			}
		}
	}
	for _, begin := range all {
		if _, given := p.With[begin.Who]; given {
			continue
		}
		a, ok := attackOf(t, begin)
		if ok && !called[[2]string{begin.Who, begin.Action}] && len(out[begin.Who]) < mostHabits {
			out[begin.Who] = append(out[begin.Who], a)
		}
	}
	return out
}

func begun(c model.Command) []model.Begin {
	switch c := c.(type) {
	case model.Begin:
		return []model.Begin{c}
	case model.Together:
		return c.Each
	}
	return nil
}

// attackOf returns the attack that a command begins. It returns false if the command begins
// none.
func attackOf(t model.Table, c model.Begin) (attack, bool) {
	s, ok := t.Rulebooks[c.System]
	who, here := t.Character(c.Who)
	if !ok || !here || c.System != t.System || len(c.Against) == 0 {
		return attack{}, false
	}
	a, ok := s.Action(c.Action)
	if !ok || a.Mode == engine.ByClock {
		return attack{}, false
	}
	if yes, _ := s.IsAttack(a, c.Params, who.Pages[s.ID]); !yes {
		return attack{}, false
	}
	return attack{engine.Attack{Action: a, Params: a.Remembered(c.Params)}, c.Against}, true
}

// Weapons returns the attacks that a character could fight with.
func Weapons(t model.Table, who *model.Character) (out []Weapon) {
	if s, ok := t.Rulebooks[t.System]; ok && who.Plays(s.ID) && who.Public == nil {
		for _, a := range s.Attacks(who.Pages[s.ID]) {
			out = append(out, Weapon{a.Action.ID, rowOf(a.Action, a.Params)})
		}
	}
	return out
}

// choices yields what a character would do now, best first.
func (f *fight) choices(who *model.Character) iter.Seq[model.Begin] {
	standing := f.opponents(who)
	if len(standing) == 0 {
		return func(func(model.Begin) bool) {}
	}
	if f.plan.PolicyOf(who.ID, who.Side) == Hard {
		return slices.Values(f.hardest(who, standing))
	}
	return func(yield func(model.Begin) bool) {
		all := slices.Clone(f.habits[who.ID])
		if n := len(all); n > 1 {
			at := f.chances.below(n)
			all[0], all[at] = all[at], all[0]
		}
		for _, x := range f.offers[who.ID] {
			all = append(all, attack{Attack: x.Attack})
		}
		for _, a := range all {
			if !yield(f.begin(who, a.Attack, f.aim(a, standing))) {
				return
			}
		}
	}
}

// rated is an attack that the rulebook offers to a character, with its worth against each
// opponent: the expected harm for the price, by the exact odds at the moment from which the
// fights are played.
type rated struct {
	engine.Attack
	worth map[string]float64 // by character; the default is 0
}

// rate returns the attacks that the rulebook offers to each character, best first. For
// characters whose policy is not Hard it rates them against the first opponent only.
func rate(t model.Table, s *engine.System, p Plan, odds *oddsMemory) map[string][]rated {
	out := map[string][]rated{}
	for who := range t.Here() {
		if !who.Plays(s.ID) {
			continue
		}
		var against []string
		for c := range t.Here() {
			if c.Plays(s.ID) && c.Opposes(who) && !t.IsDownIn(c, s.ID) && (len(against) == 0 || p.PolicyOf(who.ID, who.Side) == Hard) {
				against = append(against, c.ID)
			}
		}
		for _, a := range s.Attacks(who.Pages[s.ID]) {
			x := rated{Attack: a, worth: map[string]float64{}}
			for _, id := range against {
				in, err := decide.InputsToBegin(t, gamemaster, model.Begin{Who: who.ID, Against: []string{id}, System: s.ID, Action: a.Action.ID, Params: a.Params})
				if err == nil {
					x.worth[id] = odds.worth(in)
				}
			}
			out[who.ID] = append(out[who.ID], x)
		}
		slices.SortStableFunc(out[who.ID], func(a, b rated) int { return cmp.Compare(b.most(), a.most()) })
	}
	return out
}

// most returns the largest worth against any opponent.
func (r rated) most() float64 {
	most := 0.0
	for _, w := range r.worth {
		most = max(most, w)
	}
	return most
}

// aim returns the opponent of an attack: an earlier one who still stands, otherwise any.
func (f *fight) aim(a attack, standing []string) string {
	for _, id := range a.aims {
		if slices.Contains(standing, id) {
			return id
		}
	}
	if len(standing) == 1 {
		return standing[0]
	}
	return standing[f.chances.below(len(standing))]
}

func (f *fight) begin(who *model.Character, a engine.Attack, at string) model.Begin {
	return model.Begin{Who: who.ID, Against: []string{at}, System: f.system.ID, Action: a.Action.ID, Params: a.Params}
}

// opponents returns the characters of other sides who still stand.
func (f *fight) opponents(who *model.Character) (out []string) {
	for _, c := range f.upright() {
		if c.Opposes(who) {
			out = append(out, c.ID)
		}
	}
	return out
}

// hardest returns every attack on every opponent, by worth, most first. An opponent who is
// nearly down counts almost twice as much as one who is unhurt.
func (f *fight) hardest(who *model.Character, standing []string) []model.Begin {
	type choice struct {
		begin model.Begin
		worth float64
	}
	hurt := make([]float64, len(standing))
	for i, id := range standing {
		c, _ := f.table.Character(id)
		hurt[i] = 2 - float64(f.life(c))/100
	}
	var all []choice
	for _, x := range f.offers[who.ID] {
		for i, id := range standing {
			all = append(all, choice{f.begin(who, x.Attack, id), x.worth[id] * hurt[i]})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.worth, a.worth) })
	out := make([]model.Begin, len(all))
	for i := range all {
		out[i] = all[i].begin
	}
	return out
}

// answer answers a question of a roll.
func (f *fight) answer(t model.Table, r model.Roll, q engine.Question) engine.Answer {
	ids := r.At(q.Who)
	if len(ids) == 0 {
		return q.Offered()
	}
	who, ok := t.Character(ids[0])
	if !ok {
		return q.Offered()
	}
	defends := q.Defends || who.ID != r.Who // somebody else acts
	switch policy := f.plan.PolicyOf(who.ID, who.Side); {
	case policy == Careful && defends && q.Wants == engine.Picking && lifeOf(t, f.system, who) < 100:
		for _, o := range slices.Backward(q.Options) {
			if o.WhyNot == "" {
				return q.Picked(o.ID)
			}
		}
	case policy == Hard && !q.Defends:
		return f.weighed(t, r, q)
	}
	return q.Offered()
}

// A point that is spent in the middle of a roll must raise the chance by pointIsWorth, and
// at most mostSpent are spent at a time.
const (
	pointIsWorth = 0.08
	mostSpent    = 4
)

// weighed returns the answer that raises the chance of whoever gives it most, by exact odds
// from here, less what the points are worth that it spends.
func (f *fight) weighed(t model.Table, r model.Roll, q engine.Question) engine.Answer {
	in, err := t.InputsOf(r)
	if err != nil {
		return q.Offered()
	}
	in = in.WithoutNotes().Within(mostDecisionSteps)
	best := q.Offered()
	most, ok := weight(in, r.Tape, q, best)
	if !ok || most > 1-pointIsWorth {
		return best
	}
	for _, a := range answersTo(q) {
		if w, ok := weight(in, r.Tape, q, a); ok && w > most {
			best, most = a, w
		}
	}
	return best
}

// mostDecisionSteps bounds the odds of one answer, see [engine.Inputs.Within].
const mostDecisionSteps = 20_000

// answersTo lists what might be answered besides what is offered.
func answersTo(q engine.Question) (out []engine.Answer) {
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options[1:] {
			if o.WhyNot == "" {
				out = append(out, q.Picked(o.ID))
			}
		}
	case engine.Numbering:
		for n := q.Least + 1; n <= min(q.Most, q.Least+mostSpent); n++ {
			out = append(out, q.Numbered(n))
		}
	case engine.Sharing:
		if !q.One { // such points are shared out, not paid
			return nil
		}
		for _, u := range q.Uses {
			step := max(u.Each, 1)
			for n := step; u.WhyNot == "" && n <= min(cmp.Or(u.Most, q.Total), q.Total, mostSpent); n += step {
				out = append(out, q.Given(engine.Shares{u.ID: n}))
			}
		}
	}
	return out
}

// weight is the chance of whoever answers, less what the points are worth that they spend:
// the number that is answered, the points for the one use that may take any, or what the roll
// then takes from their pools.
func weight(in engine.Inputs, tape []engine.Answer, q engine.Question, a engine.Answer) (float64, bool) {
	c, err := engine.Odds(in, append(slices.Clip(tape), a), nil)
	if err != nil {
		return 0, false
	}
	w := c.LikelyFor(q.Who)
	switch {
	case a.Amount != nil:
		return w - pointIsWorth*float64(*a.Amount-q.Least), true
	case q.One:
		for _, n := range a.Give {
			w -= pointIsWorth * float64(n)
		}
		return w, true
	}
	for _, ch := range c.Changes {
		if p, pool := in.System.Pool(ch.Field); ch.Sheet == q.Who && pool && p.Kind != "life" {
			w -= pointIsWorth * math.Abs(ch.Mean)
		}
	}
	return w, true
}
