package dice

import (
	"strings"

	"example.org/fray/engine"
)

// System is plain dice, in the shape of a rulebook.
var System = &engine.System{
	ID:    "dice",
	Name:  "Plain dice",
	Dice:  "any dice, as people write them: 4d6+2, d20+5 vs 12",
	Sheet: &engine.Schema{},
	House: &engine.Schema{},
	Actions: []*engine.Action{
		{
			ID: "roll", Label: "Dice", Group: "Dice",
			Purpose: engine.ForOther, Mode: engine.Instant,
			Also: "throw roll dice plain",
			Help: "Dice as people write them: 4d6 drop lowest, d20+5 vs 12.",
			Form: rollForm, Rule: roll,
		},
	},
	Time:   engine.Timekeeping{Round: "round", Unit: "turn"},
	Typing: engine.Typing{Typed: typed},
}

var (
	rollForm = &engine.Schema{}
	written  = rollForm.Group("The dice").Text("dice", "Dice", longest).Help("As people write them: 4d6+2, d20+5 vs 12, 4d6 drop lowest.")
)

// typed reads a line that is meant as dice.
func typed(line string) (action string, params engine.Page, why error) {
	if !meant(line) {
		return "", params, nil
	}
	_, err := parse(line)
	return "roll", params.With(written.ID, engine.ValueOf(squeezed(line))), err
}

// meant reports whether a line is meant as dice: it begins with a number, a bracket or a die,
// and has a die in it.
func meant(line string) bool {
	s := strings.ToLower(strings.TrimSpace(line))
	if s == "" || !strings.ContainsAny(s[:1], "0123456789d(-+") {
		return false
	}
	for i := range len(s) {
		if s[i] != 'd' || i+1 == len(s) {
			continue
		}
		if next := s[i+1]; !isDigit(next) && next != '%' && next != 'f' {
			continue
		}
		if i == 0 || isDigit(s[i-1]) || strings.IndexByte(" (+-*", s[i-1]) >= 0 {
			return true
		}
	}
	return false
}

func squeezed(line string) string { return strings.Join(strings.Fields(line), " ") }

// read is a line that was read, or why it could not be.
type read struct {
	line *line
	why  error
}

// roll throws the dice of a line.
func roll(r *engine.Roll) engine.Outcome {
	text := written.Of(r.Params())
	x := engine.Precompute(r, func() read {
		l, err := parse(text)
		return read{l, err}
	})
	if x.why != nil {
		r.Refuse("%s", x.why)
	}
	l := x.line
	if l.sign != "" {
		r.Aim(l.target, "%s", l.aim())
	}
	l.explain(r)
	fell := &fallen{}
	total := l.throw(r, fell)
	fell.note(r, l)
	if n := engine.Every.Situation.Of(r.Params()); n != 0 {
		total += n
		r.Note("situation %+d%s: %d", n, because(engine.Every.Why.Of(r.Params())), total)
	}
	o := l.outcome(total)
	l.story(r, squeezed(text), o)
	return o
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// outcome measures a total against what the line says.
func (l *line) outcome(total int) engine.Outcome {
	o := engine.Outcome{Success: true, Grade: engine.Success, Total: total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", total)}}
	if l.sign == "" {
		return o
	}
	o.NoTarget, o.Target, o.Margin = false, l.target, total-l.target
	switch l.sign {
	case ">=":
		o.Success = o.Margin >= 0
	case ">":
		o.Success = o.Margin > 0
	case "<=":
		o.Margin = -o.Margin
		o.Success = o.Margin >= 0
	case "<":
		o.Margin = -o.Margin
		o.Success = o.Margin > 0
	default:
		o.Margin = -max(o.Margin, -o.Margin)
		o.Success = o.Margin == 0
	}
	if !o.Success {
		o.Grade = engine.Failure
	}
	return o
}

// explain says how what could be read in two ways was read.
func (l *line) explain(r *engine.Roll) {
	if h := l.steps[0].hand; l.compared && len(l.steps) == 1 && h.count > 1 && h.counts == nil && l.target >= h.low && l.target <= h.high {
		r.Note("the sum is compared; %dd%dcs%s%d counts the dice that show that", h.count, h.high, l.sign, l.target)
	}
}

// story tells the roll. Whose it is is not the rule's to know.
func (l *line) story(r *engine.Roll, text string, o engine.Outcome) {
	end := ""
	switch {
	case l.sign != "" && o.Success:
		end = ", success"
	case l.sign != "":
		end = ", failure"
	}
	r.Story("%s  %d%s", text, o.Total, end)
}
