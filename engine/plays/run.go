package plays

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Failure is a line of a play that does not hold.
type Failure struct {
	File string
	Line int    // from 1
	Want string // what the play says, in its own form where it can be
	Got  string // what came instead

	// Notes are the working of the roll, or where the rule broke. There are none
	// where the roll was not made.
	Notes []string
}

// String is FILE:LINE, what was wanted and what came.
func (f Failure) String() string {
	return fmt.Sprintf("%s:%d: want %s, got %s", f.File, f.Line, f.Want, f.Got)
}

// Run plays p with its rulebook and returns what does not hold, in the order in
// which it was found. Where a roll cannot be made ready, the play ends there.
//
// before, where it is not nil, is called before a rule runs and before its odds
// are counted: a rule that never ends cannot be stopped from outside, but whoever
// waits for it can say where it is.
func (p Play) Run(sys *engine.System, before func(what string, in engine.Inputs, tape []engine.Answer)) []Failure {
	s := newStage(p, sys)
	if p.System != sys.ID {
		s.fail(1, "a play for "+sys.ID, "one for "+p.System)
		return s.failures
	}
	s.before = before
	for _, r := range p.Rolls {
		if !s.play(r) {
			break
		}
	}
	return s.failures
}

// Inputs returns what the rolls of p are made with, as far as that can be read.
// What a roll would change is not there for the next one.
func (p Play) Inputs(sys *engine.System) []engine.Inputs {
	s := newStage(p, sys)
	var out []engine.Inputs
	for _, r := range p.Rolls {
		in, ok := s.inputs(r)
		if !ok {
			break
		}
		out = append(out, in)
	}
	return out
}

// stage is how far a play has come: who is there, and their sheets.
type stage struct {
	sys      *engine.System
	file     string
	before   func(what string, in engine.Inputs, tape []engine.Answer)
	failures []Failure

	house   engine.Page
	pages   map[string]engine.Page // by the names of the characters
	force   map[string][]engine.Modifier
	actor   string
	against []string
	company []string
	moment  int
}

func newStage(p Play, sys *engine.System) *stage {
	return &stage{sys: sys, file: p.Name, pages: map[string]engine.Page{}, force: map[string][]engine.Modifier{}}
}

// fail notes a failure. It returns false for those who end with it.
func (s *stage) fail(line int, want, got string) bool {
	s.failures = append(s.failures, Failure{File: s.file, Line: line, Want: want, Got: got})
	return false
}

// play makes one roll. It is false when the next one cannot be made.
func (s *stage) play(r Roll) bool {
	in, ok := s.inputs(r)
	if !ok {
		return false
	}
	c := check{stage: s, roll: r, in: in}
	failed := len(s.failures)
	c.run()
	notes := c.step.Notes
	var fault *engine.Fault
	if errors.As(c.err, &fault) {
		notes = append(slices.Clip(notes), strings.Split(fault.Stack, "\n")...)
	}
	for i := range s.failures[failed:] {
		s.failures[failed+i].Notes = notes
	}
	if c.err != nil || !c.step.Done() {
		return true
	}
	for _, ch := range c.step.Changes {
		if name, ok := s.name(ch.Sheet); ok {
			s.pages[name] = s.pages[name].With(ch.Field, ch.To)
		}
	}
	return true
}

// name returns the name of the character at a seat.
func (s *stage) name(seat engine.Seat) (string, bool) {
	if seat == engine.Actor {
		return s.actor, true
	}
	for i, name := range s.against {
		if engine.Opponent(i+1) == seat {
			return name, true
		}
	}
	return "", false
}

// inputs sets up a roll.
func (s *stage) inputs(r Roll) (in engine.Inputs, ok bool) {
	for _, h := range r.Setup.House {
		if !s.rule(h) {
			return in, false
		}
	}
	if !s.casting(r.Setup.Cast) {
		return in, false
	}
	if r.Setup.At != nil {
		s.moment = *r.Setup.At
	}
	a, known := s.sys.Action(r.Action)
	if !known {
		return in, s.fail(r.Line, "action "+r.Action, s.sys.ID+" has no action of this name")
	}
	in = engine.Inputs{System: s.sys, Action: a, House: s.house, Moment: s.moment,
		Sheets:  map[engine.Seat]engine.Page{engine.Actor: s.pages[s.actor]},
		InForce: map[engine.Seat][]engine.Modifier{engine.Actor: s.force[s.actor]}}
	for i, name := range s.against {
		in.Sheets[engine.Opponent(i+1)] = s.pages[name]
		in.InForce[engine.Opponent(i+1)] = s.force[name]
	}
	for _, name := range s.company {
		in.Company = append(in.Company, s.pages[name])
	}
	for _, p := range r.Params {
		var err error
		if sp, known := a.Param(p.Key); known && keepsSpaces(sp, p.Value) {
			in.Params = in.Params.With(p.Key, engine.ValueOf(p.Value))
		} else if in, err = in.Set(p.Key, p.Value); err != nil {
			return in, s.fail(p.Line, p.Key+"="+p.Value, err.Error())
		}
	}
	s.pages[s.actor] = in.Sheets[engine.Actor]
	for i, name := range s.against {
		s.pages[name] = in.Sheets[engine.Opponent(i+1)]
	}
	return in, true
}

// rule sets a house rule.
func (s *stage) rule(h Setting) bool {
	want := "rule " + h.Key + " " + h.Value
	key := strings.TrimPrefix(h.Key, s.sys.ID+".")
	sp, known := s.sys.House.Field(key)
	if !known {
		return s.fail(h.Line, want, s.sys.ID+" has no house rule of this name")
	}
	v, err := sp.Parse(h.Value)
	if err != nil {
		return s.fail(h.Line, want, err.Error())
	}
	s.house = s.house.With(key, v)
	return true
}

// keepsSpaces reports whether a text has to be written as it is: what is typed
// loses the spaces at its ends.
func keepsSpaces(sp *engine.Spec, value string) bool {
	return sp.Kind == engine.Text && sp.Options == nil && value != strings.TrimSpace(value)
}

// casting writes the sheets of a roll and says who is at which seat.
func (s *stage) casting(cast []Cast) bool {
	var against, company []string
	for _, c := range cast {
		if c.As == CastForce {
			if !s.inForce(c) {
				return false
			}
			continue
		}
		page := s.pages[c.Name]
		for _, f := range c.Fields {
			var err error
			if sp, known := s.sys.Sheet.Field(f.Key); known && keepsSpaces(sp, f.Value) {
				page = page.With(f.Key, engine.ValueOf(f.Value))
			} else if page, err = s.sys.Write(page, f.Key, f.Value); err != nil {
				return s.fail(f.Line, f.Key+" "+f.Value, err.Error())
			}
		}
		s.pages[c.Name] = page
		switch c.As {
		case CastSheet:
			s.actor = c.Name
		case CastAgainst:
			against = append(against, c.Name)
		case CastCompany:
			company = append(company, c.Name)
		}
	}
	if against != nil {
		s.against = against
	}
	if company != nil {
		s.company = company
	}
	return true
}

// inForce puts in force on somebody's numbers what a line says, and nothing else.
func (s *stage) inForce(c Cast) bool {
	s.force[c.Name] = nil
	for _, f := range c.Fields {
		by, why, _ := strings.Cut(f.Value, " ")
		n, err := strconv.Atoi(by)
		if _, may := s.sys.Modifiable(f.Key); !may || err != nil {
			return s.fail(f.Line, f.Key+" "+f.Value, "this cannot be in force on "+f.Key)
		}
		s.force[c.Name] = append(s.force[c.Name], engine.Modifier{Field: f.Key, N: n, Why: why})
	}
	return true
}

// answerTo returns the answer to q: the next one that the play gives, or nothing
// for a decision that it leaves out. used reports whether it was the play's.
func answerTo(q engine.Question, given []TypedAnswer) (a engine.Answer, used bool, err error) {
	if len(given) == 0 || given[0].ID != q.ID {
		a, ok := q.Nothing()
		if !ok {
			return a, false, errors.New(asked(q))
		}
		return a, false, nil
	}
	next := given[0]
	if q.Wants == engine.Throwing && next.Dice != "" {
		if one := strings.TrimPrefix(q.Dice.String(), "1d"); next.Dice != q.Dice.String() && next.Dice != "d"+one {
			return a, true, fmt.Errorf("%s is %s", next.ID, q.Dice)
		}
	}
	if q.Wants == engine.Picking {
		a = q.Picked(next.Text)
		return a, true, q.Check(a)
	}
	text := next.Text
	if next.Dice != "" && q.Wants != engine.Throwing {
		text = next.Dice + " " + text
	}
	a, err = q.Parse(text)
	return a, true, err
}

func asked(q engine.Question) string {
	words := "the question " + q.ID
	if q.Wants == engine.Throwing {
		words += " " + q.Dice.String()
	}
	if q.Words != "" {
		words += " (" + q.Words + ")"
	}
	return words
}

// sameWords compares lists in any order; commas separate the words of want.
func sameWords(got []string, want string) bool {
	var list []string
	if want != "" && want != "none" {
		list = strings.Split(want, ",")
	}
	got = slices.Clone(got)
	slices.Sort(got)
	slices.Sort(list)
	return slices.Equal(got, list)
}
