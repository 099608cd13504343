package scene

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Card is the question of an open roll as it is put to whoever answers it.
type Card struct {
	Question engine.Question
	Of       string   // what the chances are the chances of: success, or held off
	Choices  []Choice // of a question that wants one of several answers, or a number
	Shares   []Share  // of one that wants points to be shared out
}

// Choice is one answer.
type Choice struct {
	Label, Price string
	WhyNot       string // why it cannot be taken now
	Chance       string // what comes of it: a chance, or the total that is expected; "" if it makes no difference
	Answer       engine.Answer
}

// Share is one use of points.
type Share struct {
	engine.Use
	Most, Preset int
	Steps        []Step // what points give, from none on; nil where the rulebook does not say
}

// Step is the least number of points that gives something.
type Step struct {
	Points int
	Gives  string
}

// Total begins the words for what a roll that is not about success is expected to come to.
const Total = "total"

// mostAmounts is the number of amounts whose chances are told, and mostSteps how many points are
// tried for what they give.
const mostAmounts, mostSteps = 6, 200

// CardOf is the card of the question that a roll has come to. It counts the odds of each answer.
func CardOf(in engine.Inputs, r model.Roll, step engine.Step) Card {
	q := *step.Open
	c := Card{Question: q, Of: "success"}
	if who := q.Concerns(); who != engine.Actor && who != engine.Gamemaster {
		c.Of = "held off"
	}
	c.Choices = ChoicesOf(q)
	chances := make([]string, len(c.Choices))
	for i, x := range c.Choices {
		if x.WhyNot == "" {
			chances[i] = Chance(in, append(slices.Clip(r.Tape), x.Answer), step.Aimed, q.Concerns())
		}
	}
	if len(chances) > 0 {
		for i, words := range Telling(chances) {
			c.Choices[i].Chance = words
		}
	}
	c.Shares = SharesOf(q)
	return c
}

// SharesOf lists the uses of points that are to be shared out.
func SharesOf(q engine.Question) []Share {
	var out []Share
	preset := q.Preset()
	for _, u := range q.Uses {
		out = append(out, shareOf(q, u, preset[u.ID]))
	}
	return out
}

// ChoicesOf lists the answers that are told apart, without their chances: all options, or the
// first amounts.
func ChoicesOf(q engine.Question) []Choice {
	var out []Choice
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options {
			out = append(out, Choice{Label: o.Label, Price: o.Price, WhyNot: o.WhyNot, Answer: q.Picked(o.ID)})
		}
	case engine.Numbering:
		for n := q.Least; n <= q.Most && n < q.Least+mostAmounts; n++ {
			out = append(out, Choice{Label: strconv.Itoa(n), Answer: q.Numbered(n)})
		}
	}
	return out
}

func shareOf(q engine.Question, u engine.Use, preset int) Share {
	s := Share{Use: u, Most: q.Total, Preset: preset}
	if u.Most > 0 {
		s.Most = min(u.Most, q.Total)
	}
	if u.Effect == nil || u.WhyNot != "" {
		return s
	}
	for n := 0; n <= min(s.Most, mostSteps); n++ {
		gives := u.Effect(n)
		if last := len(s.Steps) - 1; last >= 0 && s.Steps[last].Gives == gives || last < 0 && gives == "" {
			continue
		}
		s.Steps = append(s.Steps, Step{n, gives})
	}
	return s
}

// StepsWords says in short what points give: the fewest that give something, and all. "1 gives
// Defense +1. 8 gives Defense +4".
func (s Share) StepsWords() string {
	some := slices.IndexFunc(s.Steps, func(x Step) bool { return x.Points > 0 })
	if some < 0 {
		return ""
	}
	words := fmt.Sprintf("%d gives %s", s.Steps[some].Points, s.Steps[some].Gives)
	if last := s.Steps[len(s.Steps)-1]; last.Points > s.Steps[some].Points {
		words += fmt.Sprintf(". %d gives %s", last.Points, last.Gives)
	}
	return words
}

// Telling returns the chances to show beside the options. They are blank if the roll is over
// with every option alike: then they are no reason to choose one.
func Telling(odds []string) []string {
	for _, p := range odds {
		if p != odds[0] || p != engine.Percent(0) && p != engine.Percent(1) {
			return odds
		}
	}
	return make([]string, len(odds))
}

// Chance is the chance of success after some answers, as far as the seat may know it. Where
// the actor's roll is not about success it is the expected total.
func Chance(in engine.Inputs, tape []engine.Answer, aimed bool, seat engine.Seat) string {
	c, err := engine.Odds(in, tape, nil)
	if err != nil {
		return Bound(err, seat)
	}
	if c.TotalsOnly && len(c.Totals) == 0 {
		return ""
	}
	if p := c.LikelyFor(seat); !c.TotalsOnly && (aimed || p > 0 && p < 1 || seat != engine.Actor || len(c.Totals) == 0) {
		return engine.Percent(p)
	}
	if len(c.Totals) == 1 {
		return fmt.Sprintf("%s %d", Total, c.Totals[0].Total)
	}
	return fmt.Sprintf("%s ~%.1f", Total, c.Mean())
}

// Bound is what is known of a chance that is too long to count, as the one in a seat sees it; ""
// for nothing.
func Bound(err error, seat engine.Seat) string {
	if tooLong, ok := errors.AsType[*engine.TooLong](err); ok {
		return tooLong.For(seat).Between()
	}
	return ""
}
