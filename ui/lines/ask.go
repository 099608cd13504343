package lines

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
)

// openRolls answers the open rolls in turn, until one is left for later.
func (p *console) openRolls() {
	for !p.ended {
		asked := p.scene().Asked()
		if len(asked) == 0 || !p.question(asked[0].Roll) {
			return
		}
	}
}

// open asks the questions that this seat is to answer. The gamemaster may answer for
// everybody.
func (p *console) open() {
	all := scene.Awaited(p.table, p.scene().Present)
	switch {
	case len(all) == 0:
		p.line("No roll is open.")
	case len(p.scene().Asked()) > 0:
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
	if stands := scene.AsItStands(in, r, step); stands != "" {
		p.line("%s", stands)
	}
	p.line("%s", p.questionWords(r, q))
	if stakes := q.AtStake(); stakes != "" {
		p.line("%s", stakes)
	}
	card := scene.CardOf(in, r, step)
	switch q.Wants {
	case engine.Throwing:
		p.line("Type %d dice of %s, %d to %d, or throw.", q.Dice.Missing(nil), q.Dice, q.Dice.Low, q.Dice.High)
	case engine.Picking:
		for i, o := range card.Choices {
			words := joined(o.Label, o.Price)
			if o.WhyNot != "" {
				words += ", not now: " + o.WhyNot
			} else if o.Chance != "" {
				words += ", " + chanceWords(card, o)
			}
			p.line("%d. %s", i+1, words)
		}
	case engine.Sharing:
		for _, s := range card.Shares {
			words := s.ID + ": " + s.Label
			if s.WhyNot != "" {
				words += ", not now: " + s.WhyNot
			} else {
				words += model.Prefixed(". ", s.StepsWords())
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
		for _, x := range card.Choices {
			if x.Chance != "" {
				p.line("With %s: %s.", x.Label, chanceWords(card, x))
			}
		}
	}
	if offered := q.Offered(); q.Wants != engine.Throwing && q.Check(offered) == nil {
		p.line("Enter takes: %s.", strings.TrimPrefix(model.AnswerWords(q, offered), q.Words+": "))
	}
}

// chanceWords says what the chance of a choice is the chance of; an expected total says so itself.
func chanceWords(c scene.Card, x scene.Choice) string {
	if strings.HasPrefix(x.Chance, scene.Total) {
		return x.Chance
	}
	return c.Of + " " + x.Chance
}
