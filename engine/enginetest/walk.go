package enginetest

import (
	"math"
	"math/rand/v2"
	"reflect"

	"example.org/fray/engine"
)

// mostQuestions is how many questions a roll may ask before it counts as endless. A contest of
// a hundred blows a side asks about five hundred.
const mostQuestions = 600

// walk runs a rule a few times: once with decisions that spend nothing, then with random ones.
// A rule that asks without end is run only a few times in all.
func (x *explorer) walk(tr trial) {
	for _, frugal := range []bool{true, false, false} {
		if x.endless[tr.in.Action] > shown {
			return
		}
		p := x.onePath(x.rnd, tr, frugal)
		x.paths = append(x.paths, p)
		if p.endless {
			x.endless[tr.in.Action]++
		}
		if len(p.tape) == 0 {
			return // nothing was asked: there is one path
		}
	}
}

// onePath answers the questions of a rule at random until it ends. If frugal, every decision
// spends nothing.
func (x *explorer) onePath(rnd *rand.Rand, tr trial, frugal bool) (p path) {
	p = path{trial: tr, frugal: frugal, chance: 1}
	var lent []engine.Answer // a copy of p.tape, which the rule is given
	defer func() { p.changedAnswers = !reflect.DeepEqual(lent, p.tape) }()
	mood := rnd.IntN(6) // sometimes the dice are all high, or all low
	for {
		p.end, p.err = x.dog.run(tr.in, lent)
		if p.err != nil || p.end.Done() {
			return p
		}
		if p.endless = len(p.tape) >= mostQuestions; p.endless {
			return p
		}
		q := *p.end.Open
		a, ok := q.Nothing()
		switch {
		case q.Wants == engine.Throwing:
			if len(p.tape) > 6 { // dice that go on must end
				mood = 5
			}
			var chance float64
			a, chance = throw(rnd, q, mood)
			p.chance *= chance
		case !ok || !frugal && rnd.IntN(4) > 0:
			a = decide(rnd, q)
		}
		p.questions = append(p.questions, q)
		p.tape = append(p.tape, a)
		lent = append(lent, copyTape([]engine.Answer{a})...)
	}
}

func throw(rnd *rand.Rand, q engine.Question, mood int) (engine.Answer, float64) {
	d := q.Dice
	var f engine.Faces
	for len(f) < 40+2*d.Count && d.Missing(f) > 0 {
		x := d.Low + rnd.IntN(d.High-d.Low+1)
		switch {
		case mood == 0:
			x = d.Low
		case mood == 1 && rnd.IntN(4) > 0:
			x = d.High
		}
		f = append(f, x)
	}
	for d.Missing(f) > 0 { // dice that are thrown again must end
		x := d.Low
		if x == d.Again {
			x++
		}
		f = append(f, x)
	}
	return q.Thrown(f), math.Pow(float64(d.High-d.Low+1), -float64(len(f)))
}

// decide answers a decision at random with something that is allowed.
func decide(rnd *rand.Rand, q engine.Question) engine.Answer {
	switch q.Wants {
	case engine.Picking:
		var can []string
		for _, o := range q.Options {
			if o.WhyNot == "" {
				can = append(can, o.ID)
			}
		}
		if len(can) == 0 {
			return q.Picked("")
		}
		return q.Picked(can[rnd.IntN(len(can))])
	case engine.Numbering:
		most := q.Most
		if rnd.IntN(3) > 0 {
			most = min(most, q.Least+3)
		}
		return q.Numbered(q.Least + rnd.IntN(max(1, most-q.Least+1)))
	}
	left, give := q.Total, engine.Shares{}
	for _, i := range rnd.Perm(len(q.Uses)) {
		s := q.Uses[i]
		if s.WhyNot != "" || left <= 0 {
			continue
		}
		most := left
		if s.Most > 0 {
			most = min(most, s.Most)
		}
		n := most
		if rnd.IntN(2) == 0 {
			n = rnd.IntN(most + 1)
		}
		if n > 0 {
			give[s.ID] = n
			left -= n
			if q.One {
				break
			}
		}
	}
	return q.Given(give)
}
