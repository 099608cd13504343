package lines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	play "example.org/fray/ui/act"
)

// openRolls answers the open rolls in turn, until one is left for later.
func (p *console) openRolls() {
	for !p.ended {
		asked := play.Asked(p.frame())
		if len(asked) == 0 || !p.question(asked[0].Roll) {
			return
		}
	}
}

// open asks the questions that this seat is to answer. The gamemaster may answer for
// everybody.
func (p *console) open() {
	all := play.Awaited(p.table, p.frame().Present)
	switch {
	case len(all) == 0:
		p.line("No roll is open.")
	case len(play.Asked(p.frame())) > 0:
		p.openRolls()
	case p.seat.Role == model.GM:
		p.question(all[0].Roll)
	default:
		p.line("Others decide that: %s", all[0].Question.Words)
	}
}

// question asks the open question of a roll. It returns false if the question stays open.
func (p *console) question(r model.Roll) bool {
	in, err := p.table.InputsOf(r)
	if err != nil {
		p.line("%v", err)
		return false
	}
	step, err := p.table.Step(r)
	if err != nil || step.Done() {
		p.line("This roll cannot continue: drop it, and change the sheet by hand.")
		return p.confirmDrop(r)
	}
	q := *step.Open
	for _, n := range step.Notes {
		p.line("  %s", n)
	}
	p.ask(in, r, step)
	if left := p.timeLeft(); left != "" && q.Who != engine.Actor {
		p.line("%s", left)
	}
	form := p.sets
	p.sets = func(line string) bool {
		word, _, more := strings.Cut(line, " ")
		return more && slices.ContainsFunc(q.Uses, func(s engine.Use) bool { return strings.EqualFold(s.ID, word) })
	}
	defer func() { p.sets = form }()
	p.answering, p.settled = r.ID, func() bool {
		now, there := p.table.Roll(r.ID)
		return !there || now.Question != r.Question
	}
	defer func() { p.answering, p.settled = "", nil }()
	for !p.ended {
		text := p.read(q.ID)
		switch {
		case p.isSettled(): // what comes now was typed as an answer, so it must not answer the next question
			return false
		case p.ended || text == "later":
			p.line("The roll stays open: type open to continue it.")
			return false
		case text == "drop":
			return p.do(model.Drop{Roll: r.ID})
		case text == "undo":
			return p.do(model.UndoOf(p.table.ActBy(p.seat)))
		case text == "throw" && q.Wants == engine.Throwing:
			if p.do(model.Answer{Roll: r.ID, Question: r.Question, Throw: true}) {
				return true
			}
		default:
			a, err := phrase.Answer(q, text)
			if err != nil {
				p.line("%v", err)
			} else if p.do(model.Answer{Roll: r.ID, Question: r.Question, Answer: a}) {
				return true
			}
		}
	}
	return false
}

// confirmDrop asks whether to drop a roll.
func (p *console) confirmDrop(r model.Roll) bool {
	return p.read("drop or later") == "drop" && p.do(model.Drop{Roll: r.ID})
}

// ask prints what the dice have come to, and then the question with numbered answers, each
// with its chance.
func (p *console) ask(in engine.Inputs, r model.Roll, step engine.Step) {
	q := *step.Open
	if stands := play.AsItStands(in, r, step); stands != "" {
		p.line("%s", stands)
	}
	p.line("%s", p.questionWords(r, q))
	if stakes := q.AtStake(); stakes != "" {
		p.line("%s", stakes)
	}
	switch q.Wants {
	case engine.Throwing:
		p.line("Type %d dice of %s, %d to %d, or throw.", q.Dice.Missing(nil), q.Dice, q.Dice.Low, q.Dice.High)
	case engine.Picking:
		for i, o := range q.Options {
			words := joined(o.Label, o.Price)
			if o.WhyNot != "" {
				words += ", not now: " + o.WhyNot
			} else if chance := play.ChoiceChance(in, r.Tape, q, q.Picked(o.ID)); chance != "" {
				words += ", " + chanceWord(q) + " " + chance
			}
			p.line("%d. %s", i+1, words)
		}
	case engine.Sharing:
		for _, s := range q.Uses {
			words := s.ID + ": " + s.Label
			switch {
			case s.WhyNot != "":
				words += ", not now: " + s.WhyNot
			case s.Effect != nil:
				n := q.Total
				if s.Most > 0 {
					n = min(n, s.Most)
				}
				if gives := s.Effect(n); gives != "" {
					words += fmt.Sprintf(", %d gives %s", n, gives)
				}
			}
			p.line("%s", words)
		}
		one := ""
		if q.One {
			one = ", to only one of them"
		}
		p.line("%d to share out%s. For example, type: %s %d.", q.Total, one, q.Uses[0].ID, q.Total)
	case engine.Numbering:
		p.line("Type a number from %d to %d.", q.Least, q.Most)
		var each []string
		for n := q.Least; n <= min(q.Most, q.Least+mostAmounts); n++ {
			if chance := play.ChoiceChance(in, r.Tape, q, q.Numbered(n)); chance != "" {
				each = append(each, "with "+strconv.Itoa(n)+" "+chance)
			}
		}
		if len(each) > 0 {
			p.line("%s: %s.", model.Capitalize(chanceWord(q)), strings.Join(each, ", "))
		}
	}
	if offered := q.Offered(); q.Wants != engine.Throwing && q.Check(offered) == nil {
		p.line("Enter takes: %s.", strings.TrimPrefix(model.AnswerWords(q, offered), q.Words+": "))
	}
}

// mostAmounts is the largest number of amounts whose chances are printed.
const mostAmounts = 5

// chanceWord says what the chances beside a question are the chances of.
func chanceWord(q engine.Question) string {
	if who := q.Concerns(); who != engine.Actor && who != engine.Gamemaster {
		return "held off"
	}
	return "success"
}
