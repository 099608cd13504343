package dice

import (
	"errors"

	"example.org/fray/engine"
)

// Expression is dice as people write them, such as 4d6kh3+1, for the rule of another
// rulebook. It has no target.
type Expression struct{ line *line }

// ParseExpression reads dice. The error says what is wrong, and what would be right.
func ParseExpression(text string) (Expression, error) {
	l, err := parse(text)
	switch {
	case err == nil && l.sign != "":
		err = errors.New("dice alone: what they are measured against is for the rule to say")
	case err == nil && l.times > 1:
		err = errors.New("dice that are rolled once: a rule asks again for more")
	}
	return Expression{l}, err
}

// Sum throws the dice, notes the working, and gives the total. A throw after the first has the
// id of ask with a number: hit, hit-2.
func (e Expression) Sum(r *engine.Roll, ask engine.Ask) int {
	l := *e.line
	l.ask = ask
	return l.throw(r, ask.ID).total
}
