package dice

import (
	"fmt"
	"slices"
	"strconv"
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

// meant reports whether a line is meant as dice: it begins with a number, a bracket, a die, a
// function or words for some of several dice, and has a die in it.
func meant(line string) bool {
	s, err := bare(line)
	if err != nil {
		return strings.HasPrefix(strings.TrimSpace(line), "[[")
	}
	at := diceIn(s)
	if at < 0 {
		return false
	}
	if strings.ContainsAny(s[:1], "0123456789(-+{") || at == 0 {
		return true
	}
	begins := append(slices.Clip(endWords), "the ", "middle ")
	for _, f := range functions {
		begins = append(begins, f+"(")
	}
	return slices.ContainsFunc(begins, func(w string) bool { return strings.HasPrefix(s, w) })
}

// Repeats says how often a line is rolled, each time by itself, and gives the line of one of them:
// 6#4d6kh3 is 4d6kh3 six times.
func Repeats(line string) (single string, times int) {
	l, err := parse(line)
	if err != nil || l.times < 2 {
		return line, 1
	}
	return l.single, l.times
}

// Rolls gives the totals of rolls that are repeated, each by itself; nil for a single roll and for
// rolls of a rulebook.
func Rolls(in engine.Inputs, o engine.Outcome) (totals []int) {
	if in.System != System {
		return nil
	}
	for n := 1; ; n++ {
		v := o.Value("roll" + strconv.Itoa(n))
		if v.Kind() != engine.Int {
			return totals
		}
		totals = append(totals, v.Int())
	}
}

// Written is the id of the parameter that holds the line.
func Written() string { return written.ID }

// WhyNot says why a line in which dice stand is no roll of dice: what cannot be read of it, and
// the way to write it. It is nil for a line without dice, and without a first word that is written
// behind dice.
func WhyNot(line string) error {
	text, err := bare(line)
	if err != nil || diceIn(text) < 0 && meaningful[firstWord(text)] == "" {
		return err
	}
	_, err = parse(line)
	return err
}

func squeezed(line string) string { return strings.Join(strings.Fields(line), " ") }

// read is a line that was read, or why it could not be.
type read struct {
	line *line
	why  error
}

// roll throws the dice of a line, as often as it says.
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
	if l.target != nil && l.target.does == '0' {
		r.Aim(l.target.n, "%s", l.aim(l.target.n))
	} else if least, most := l.targetBounds(); l.target != nil && least == most {
		r.Aim(least, "%s", l.aim(least))
	}
	for _, words := range l.notes {
		r.Note("%s", words)
	}
	if l.times > 1 {
		r.Note("%d rolls, each by itself", l.times)
		return l.rollAll(r, text)
	}
	e := l.throw(r, l.ask.ID)
	if n := engine.Every.Situation.Of(r.Params()); n != 0 {
		e.total += n
		r.Note("situation %+d%s: %d", n, because(engine.Every.Why.Of(r.Params())), e.total)
	}
	o := l.outcome(e)
	l.story(r, squeezed(text), fmt.Sprint(o.Total), o)
	return o
}

func (l *line) targetBounds() (least, most int) {
	if l.target == nil {
		return 0, 1
	}
	return l.target.bounds()
}

// rollAll rolls a line several times. What comes of it are the totals together or, where they are
// measured, how many of them succeed.
func (l *line) rollAll(r *engine.Roll, text string) engine.Outcome {
	out := engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
	more := engine.Every.Situation.Of(r.Params())
	var all []string
	for n := range l.times {
		id := l.ask.ID
		if n > 0 {
			id += "-again-" + strconv.Itoa(n)
		}
		e := l.throw(r, id)
		e.total += more
		o := l.outcome(e)
		words := strconv.Itoa(o.Total)
		switch {
		case l.sign == "":
			out.Total += o.Total
		case o.Success:
			out.Total++
			words += " success"
		}
		all = append(all, words)
		engine.Merge(r, out.Total)
		out.Values = append(out.Values, engine.Num("roll"+strconv.Itoa(n+1), o.Total))
	}
	if more != 0 {
		r.Note("situation %+d%s, on each", more, because(engine.Every.Why.Of(r.Params())))
	}
	if l.sign != "" {
		r.Note("%d of %d succeed", out.Total, l.times)
	}
	out.Values = append(out.Values, engine.Num("total", out.Total))
	l.story(r, squeezed(text), strings.Join(all, ", "), engine.Outcome{})
	return out
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// outcome measures a total against what the line says.
func (l *line) outcome(e end) engine.Outcome {
	o := engine.Outcome{Success: true, Grade: engine.Success, Total: e.total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", e.total)}}
	if l.sign == "" {
		return o
	}
	o.NoTarget, o.Target, o.Margin = false, e.target, e.total-e.target
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

// story tells the roll. Whose it is is not the rule's to know.
func (l *line) story(r *engine.Roll, text, came string, o engine.Outcome) {
	end := ""
	switch {
	case o.NoTarget || o.Grade == "":
	case o.Success:
		end = ", success"
	default:
		end = ", failure"
	}
	r.Story("%s  %s%s", text, came, end)
}
