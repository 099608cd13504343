package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Result is what a roll has come to, as far as a seat knows it.
type Result struct {
	Action  *engine.Action
	Margin  string // the rulebook's word for the margin
	Dice    bool   // dice have fallen
	Outcome *engine.Outcome
	Attack  string          // for an attack whose roll is not one by its action alone: HIT or MISS, "" while that is open
	Lands   *engine.Outcome // the result of the blow that is under way; nil where the seat does not know it
	Way     string          // how the blows under way stand; "" for none
}

// Verdict is a result in a word, with what it was measured against.
type Verdict struct {
	Word  string // HIT; "" where there is none
	Grade string
	Notes []Note
}

// Note is a line of a verdict.
type Note struct {
	Text string
	Kind NoteKind
}

// NoteKind says what a note tells.
type NoteKind uint8

// The kinds of notes.
const (
	NoteVerdict NoteKind = iota // the word, or by how much
	NoteNumbers                 // what was thrown against what
	NoteFlags                   // what else came of it
)

// Verdict says what the dice were measured against, and whether that is enough.
func (r Result) Verdict() (v Verdict) {
	o := r.Outcome
	if o == nil || o.NoTarget && !r.Dice {
		return v
	}
	note := func(kind NoteKind, words string) { v.Notes = append(v.Notes, Note{words, kind}) }
	ends := *cmp.Or(r.Lands, o)                                                       // a blow hits or misses only when it lands
	if !(o.NoTarget && (o.Success || o.Grade == engine.Undecided) || o.Grade == "") { // it was measured, and this seat knows against what
		v.Word, v.Grade = verdictWord(r.Action, ends)
	}
	if r.Attack != "" && o.Grade != "" {
		if v.Word != "" && v.Word != r.Attack {
			note(NoteVerdict, strings.ToLower(v.Word))
		}
		v.Word, v.Grade = r.Attack, map[bool]string{true: engine.Success, false: engine.Failure}[o.Success]
	}
	if o.ShowsTarget() {
		switch {
		case r.Margin != "" && (o.Grade == "" || ends.Success != (o.Margin >= 0)): // one's own part, which hits or not
			note(NoteVerdict, fmt.Sprintf("%s %d", r.Margin, o.Margin))
		case o.Margin != 0:
			note(NoteVerdict, fmt.Sprintf("by %d", max(o.Margin, -o.Margin)))
		case o.Success:
			note(NoteVerdict, "exactly")
		}
	}
	first, gap := v.Word, "  " // the word also as text: a picture made of blocks cannot be read aloud or copied
	if r.Way != "" {           // it is told as hit or missed when it lands
		first, gap = r.Way, ", "
	}
	switch {
	case first == "":
	case len(v.Notes) == 0:
		note(NoteVerdict, first)
	default:
		v.Notes[0].Text = first + gap + v.Notes[0].Text
	}
	numbers := fmt.Sprint(o.Result())
	switch {
	case r.Action != nil:
		numbers = r.Action.Numbers(*o)
	case o.ShowsTarget():
		numbers += fmt.Sprintf(" against %d", o.Target)
	}
	if r.Action == nil || r.Action.HasNumbers(*o, r.Dice) {
		note(NoteNumbers, numbers)
	}
	if flags := o.FlagWords(); flags != "" {
		note(NoteFlags, flags)
	}
	return v
}

// verdictWord is the verdict in one word.
func verdictWord(a *engine.Action, o engine.Outcome) (string, string) {
	won, lost := "success", engine.Failure
	if a != nil {
		won, lost = a.Verdict()
	}
	switch {
	case o.Success:
		return strings.ToUpper(won), engine.Success
	case o.Grade == engine.Undecided:
		return "UNDECIDED", engine.Undecided
	case o.Grade == engine.Failure:
		return strings.ToUpper(lost), engine.Failure
	}
	grade := engine.GradeChance{Grade: cmp.Or(o.Grade, engine.Failure)}
	return strings.ToUpper(grade.Words()), engine.Failure
}

// Fallen reports whether any dice have fallen.
func Fallen(tape []engine.Answer) bool {
	return slices.ContainsFunc(tape, func(a engine.Answer) bool { return a.Faces != nil })
}

// Ends returns the outcome of a roll if nothing more is spent than necessary; nil before the
// first dice and while more are to fall.
func Ends(in engine.Inputs, tape []engine.Answer) *engine.Outcome {
	if !Fallen(tape) {
		return nil
	}
	if o, ok := in.EndWithoutDice(tape, engine.Question.Offered); ok {
		return &o
	}
	return nil
}

// AsItStands says in words how a roll ends if its open question changes nothing more: HIT
// by 3, 18 against 15. It is "" before the dice have fallen, and where the seat may not know.
// Whoever decides whether to throw again hears first what there is.
func AsItStands(in engine.Inputs, r model.Roll, step engine.Step) string {
	if step.Open == nil || step.Open.Wants == engine.Throwing || !Fallen(r.Tape) {
		return ""
	}
	o := Ends(in, r.Tape)
	if o == nil && step.Outcome.Total != 0 {
		o = &step.Outcome
	}
	if o == nil {
		return ""
	}
	var words []string
	for _, n := range (Result{Action: in.Action, Margin: in.System.Margin, Outcome: o, Dice: true}).Verdict().Notes {
		words = append(words, strings.ReplaceAll(n.Text, "  ", " "))
	}
	return model.Prefixed("As it stands: ", strings.Join(words, ", "))
}
