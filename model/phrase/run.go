package phrase

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
	"example.org/fray/model"
)

// gamemaster is the seat that sends every command of a play.
var gamemaster = model.Seat{Role: model.GM, Name: "Ann"}

// Run plays p with the rulebooks and returns what does not hold, in the order in which it
// was found. A line that makes no sense at the table, such as an action that its rulebook
// does not have, ends the play.
//
// If after is not nil it is called after each command with the table and its whole log.
// Its error is a failure of that line.
func (p TablePlay) Run(rules model.Rulebooks, gate Gate, after func(model.Table, []model.Event) error) []plays.Failure {
	s := &runner{file: p.Name, gate: gate, table: model.New(rules), ids: map[string]string{}, systems: map[string]*engine.System{}}
	for _, l := range p.lines {
		if !s.play(l) {
			break
		}
		if after != nil && !l.isCheck() && l.words[0] != "refused" {
			if err := after(s.table, s.log); err != nil {
				s.fail("a table that holds", err.Error())
			}
		}
	}
	s.expectAccepted()
	return s.failures
}

// runner is the state of a play that is being run.
type runner struct {
	file     string
	gate     Gate
	table    model.Table
	log      []model.Event
	ids      map[string]string         // of the characters, by name
	systems  map[string]*engine.System // of the characters, by name
	line     int
	refused  error // why the last command was refused, until a line has expected it
	failures []plays.Failure
}

func (s *runner) fail(want, got string) {
	s.failures = append(s.failures, plays.Failure{File: s.file, Line: s.line, Want: want, Got: got})
}

// misplayed is an error in the play itself, which ends it.
type misplayed struct{ words string }

func (m *misplayed) Error() string { return m.words }

func misplay(format string, args ...any) error { return &misplayed{fmt.Sprintf(format, args...)} }

// play plays one line. It returns false if the play cannot go on.
func (s *runner) play(l playLine) bool {
	if l.words[0] == "refused" {
		s.expectRefused(l)
		return true
	}
	s.expectAccepted()
	s.line = l.number
	var err error
	if l.isCheck() {
		err = s.check(l.words[1:])
	} else {
		s.refused = s.command(l)
		err = s.refused
	}
	var wrong *misplayed
	if errors.As(err, &wrong) {
		s.refused = nil
		s.fail(l.text, wrong.words)
		return false
	}
	return true
}

// expectRefused fails unless the last command was refused with these words.
func (s *runner) expectRefused(l playLine) {
	words := strings.TrimSpace(strings.TrimPrefix(l.text, "refused"))
	got := "no refusal"
	if s.refused != nil {
		got = "refused " + s.refused.Error()
	}
	if s.refused == nil || !strings.Contains(got, words) {
		s.line = l.number
		s.fail("refused "+words, got)
	}
	s.refused = nil
}

// expectAccepted fails if the last command was refused.
func (s *runner) expectAccepted() {
	if s.refused != nil {
		s.fail("no refusal", "refused "+s.refused.Error())
	}
	s.refused = nil
}

// do decides a command and applies its facts.
func (s *runner) do(c model.Command) error {
	facts, err := s.gate.Decide(s.table, gamemaster, c, nil)
	if err != nil {
		return err
	}
	seq := s.table.Seq() + 1
	e := model.Event{Seq: seq, Time: time.Unix(int64(seq), 0).UTC(), By: gamemaster, Facts: facts, Did: c}
	s.table = s.table.Apply(e)
	s.log = append(s.log, e)
	return nil
}

// id returns the id of a character.
func (s *runner) id(name string) (string, error) {
	id, ok := s.ids[name]
	if !ok {
		return "", misplay("nobody is called %q", name)
	}
	return id, nil
}

// idsOf returns the ids of characters whose names may end with commas.
func (s *runner) idsOf(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		id, err := s.id(strings.Trim(name, ","))
		if err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, nil
}

func number(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0, misplay("%q is not a whole number", word)
	}
	return n, nil
}

// command plays one command. The error is why it was refused, or a *misplayed.
func (s *runner) command(l playLine) error {
	w := l.words
	switch w[0] {
	case "table":
		return s.do(model.Make{Name: "Play", System: w[1]})
	case "join":
		return s.join(l.text)
	case "take":
		return s.take(l)
	case "evening":
		if w[1] == "begin" {
			return s.do(model.BeginSession{Fingerprint: "00"})
		}
		return s.do(model.EndSession{Seed: "00"})
	case "effect":
		return s.effect(l.text)
	case "everyone":
		return s.everyone(w)
	case "together":
		return s.together(w)
	case "next", "undo", "redo", "back":
		return s.times(w)
	}
	if w[0] == "answer" {
		return s.answer(l)
	}
	if x := verbOf(w[0]); x != nil {
		return s.typedCommand(x, strings.TrimSpace(strings.TrimPrefix(l.text, w[0])))
	}
	return s.act(l)
}

// typedCommand plays a command that people can type as well.
func (s *runner) typedCommand(v *Verb, rest string) error {
	gate := s.gate
	gate.Decide, gate.WhyNot = nil, nil // whether it may be done shows when it is
	m := v.said(&Context{Table: s.table, Seat: gamemaster, Gate: gate}, rest)
	switch {
	case m.WhyNot == malformed:
		return misplay("write '%s'", v.Usage())
	case m.WhyNot != "":
		return misplay("%s", m.WhyNot)
	case m.Command == nil:
		return misplay("%q is not for plays", m.Does)
	}
	return s.do(m.Command)
}

// answer continues the open roll of a character.
func (s *runner) answer(l playLine) error {
	who, err := s.id(l.words[1])
	if err != nil {
		return err
	}
	r, open := s.openOf(who)
	if !open {
		return misplay("no roll of %s is open", l.words[1])
	}
	return s.answerRoll(r.ID, l.answers)
}

// times gives a command once or a given number of times.
func (s *runner) times(w []string) error {
	n := 1
	if len(w) > 1 {
		var err error
		if n, err = number(w[1]); err != nil {
			return err
		}
	}
	c := map[string]model.Command{"next": model.Next{}, "undo": model.Undo{}, "redo": model.Redo{}, "back": model.Back{}}[w[0]]
	for range n {
		if err := s.do(c); err != nil {
			return err
		}
	}
	return nil
}

// join plays join NAME SYSTEM: KEY VALUE, …
func (s *runner) join(text string) error {
	head, fields, _ := strings.Cut(text, ":")
	w := strings.Fields(head)
	if len(w) != 3 {
		return misplay("write 'join NAME SYSTEM: KEY VALUE, …'")
	}
	name := w[1]
	system, ok := s.table.Rulebook(w[2])
	if !ok {
		return misplay("there is no rulebook %s", w[2])
	}
	var page engine.Page
	for f := range strings.SplitSeq(fields, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(f), " ")
		if key == "" {
			continue
		}
		var err error
		if page, err = system.Write(page, key, value); err != nil {
			return misplay("%v", err)
		}
	}
	s.systems[name] = system
	err := s.do(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{system.ID: page}}})
	if all := s.table.Characters(); err == nil && len(all) > 0 {
		s.ids[name] = all[len(all)-1].ID
	}
	return err
}

// take plays take NAME ACTION KEY=VALUE …: it begins a follow-up with its parameters.
func (s *runner) take(l playLine) error {
	f, found, err := s.calledFor(l.words[1], l.words[2])
	if err != nil {
		return err
	}
	if !found {
		return misplay("no %s is called for from %s", l.words[2], l.words[1])
	}
	more, err := s.params(f.System, f.Action, l.words[3:])
	if err != nil {
		return err
	}
	for _, path := range more.Paths() {
		v, _ := more.Get(path)
		f.Params = f.Params.With(path, v)
	}
	return s.begin(model.Begin{Who: f.Who, System: f.System, Action: f.Action, Against: f.Against, Params: f.Params}, l.answers)
}

// calledFor returns the follow-up of a character with an action, and false if there is
// none.
func (s *runner) calledFor(name, action string) (model.FollowUp, bool, error) {
	who, err := s.id(name)
	if err != nil {
		return model.FollowUp{}, false, err
	}
	for _, f := range s.table.FollowUps() {
		if f.Who == who && f.Action == action {
			return f, true, nil
		}
	}
	return model.FollowUp{}, false, nil
}

// effect plays effect NAME UNTIL [UNIT] [rounds=N] [of=NAME] [FIELD+N]: WORDS.
func (s *runner) effect(text string) error {
	head, words, _ := strings.Cut(text, ":")
	w := strings.Fields(head)
	if len(w) < 3 {
		return misplay("write 'effect NAME UNTIL: WORDS'")
	}
	who, err := s.id(w[1])
	if err != nil {
		return err
	}
	c := model.AddEffect{Who: who, Until: model.Until(w[2]), Words: strings.TrimSpace(words)}
	for _, more := range w[3:] {
		if n, ok := strings.CutPrefix(more, "rounds="); ok {
			c.Rounds, err = number(n)
		} else if name, ok := strings.CutPrefix(more, "of="); ok {
			c.Of, err = s.id(name)
		} else if field, n, ok := strings.Cut(more, "+"); ok {
			add := model.Add{System: s.systems[w[1]].ID, Field: field}
			add.N, err = number(n)
			c.Adds = append(c.Adds, add)
		} else {
			var unit int
			unit, err = number(more)
			c.At = s.table.MomentOf(unit)
		}
		if err != nil {
			return err
		}
	}
	return s.do(c)
}

// params reads KEY=VALUE …
func (s *runner) params(system, action string, pairs []string) (engine.Page, error) {
	var page engine.Page
	book, ok := s.table.Rulebook(system)
	if !ok {
		return page, misplay("there is no rulebook %s", system)
	}
	a, ok := book.Action(action)
	if !ok {
		return page, misplay("%s has no action %q", system, action)
	}
	for _, p := range pairs {
		key, value, ok := KeyValue(p)
		if !ok {
			return page, misplay("%q is not KEY=VALUE", p)
		}
		var err error
		if page, err = SetParam(a, page, engine.MostOpponents, key, strings.ReplaceAll(value, "_", " ")); err != nil {
			return page, misplay("%v", err)
		}
	}
	return page, nil
}

// act starts an action: NAME ACTION KEY=VALUE … against NAME, NAME.
func (s *runner) act(l playLine) error {
	w := l.words
	who, err := s.id(w[0])
	if err != nil {
		return misplay("%q is neither a command nor a name", w[0])
	}
	var against []string
	if i := indexOf(w, "against"); i >= 2 {
		if against, err = s.idsOf(w[i+1:]); err != nil {
			return err
		}
		w = w[:i]
	}
	system := s.systems[w[0]].ID
	params, err := s.params(system, w[1], w[2:])
	if err != nil {
		return err
	}
	return s.begin(model.Begin{Who: who, System: system, Action: w[1], Against: against, Params: params}, l.answers)
}

// everyone lets everybody with a sheet of a rulebook act.
func (s *runner) everyone(w []string) error {
	params, err := s.params(w[1], w[2], w[3:])
	if err != nil {
		return err
	}
	all := model.Together{Asks: true}
	for _, c := range s.table.Characters() {
		if _, ok := c.Pages[w[1]]; ok {
			all.Each = append(all.Each, model.Begin{Who: c.ID, System: w[1], Action: w[2], Params: params})
		}
	}
	return s.do(all)
}

// together plays together ACTION KEY=VALUE … of NAME, NAME against NAME, NAME.
func (s *runner) together(w []string) error {
	of, at := indexOf(w, "of"), indexOf(w, "against")
	against, err := s.idsOf(w[at+1:])
	if err != nil {
		return err
	}
	var all model.Together
	for _, name := range w[of+1 : at] {
		name = strings.Trim(name, ",")
		who, err := s.id(name)
		if err != nil {
			return err
		}
		system := s.systems[name].ID
		params, err := s.params(system, w[1], w[2:of])
		if err != nil {
			return err
		}
		all.Each = append(all.Each, model.Begin{Who: who, System: system, Action: w[1], Against: against, Params: params})
	}
	return s.do(all)
}

// begin starts an action and answers its roll.
func (s *runner) begin(c model.Begin, answers []string) error {
	if err := s.do(c); err != nil {
		return err
	}
	if r, open := s.openOf(c.Who); open {
		return s.answerRoll(r.ID, answers)
	}
	s.failSurplus(answers)
	return nil
}

// failSurplus fails if there are answers left.
func (s *runner) failSurplus(answers []string) {
	if len(answers) > 0 {
		s.fail(answers[0], "nothing more is asked")
	}
}

// openOf returns the open roll of a character, and false if there is none.
func (s *runner) openOf(who string) (model.Roll, bool) {
	all := s.table.Rolls()
	i := slices.IndexFunc(all, func(r model.Roll) bool { return r.Who == who })
	if i < 0 {
		return model.Roll{}, false
	}
	return all[i], true
}

// answerRoll answers a roll to its end. A decision without an answer takes nothing.
func (s *runner) answerRoll(roll string, answers []string) error {
	for {
		r, open := s.table.Roll(roll)
		if !open {
			s.failSurplus(answers)
			return nil
		}
		step, err := s.table.Step(r)
		if err != nil {
			return misplay("%v", err)
		}
		if step.Open == nil {
			return misplay("the roll neither ends nor asks")
		}
		q := *step.Open
		var a engine.Answer
		if len(answers) > 0 && strings.Fields(answers[0])[0] == q.ID {
			if a, err = Answer(q, strings.TrimPrefix(answers[0], q.ID)); err != nil {
				return misplay("%v", err)
			}
			answers = answers[1:]
		} else if nothing, may := q.Nothing(); may {
			a = nothing
		} else {
			return misplay("the roll asks %s %s", q.ID, q.Dice)
		}
		if err := s.do(model.Answer{Roll: roll, Question: r.Question, Answer: a}); err != nil {
			return err
		}
	}
}
