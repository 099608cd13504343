package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
)

// A .play file drives a whole table, as a gamemaster would: those of testdata,
// and those of a rulebook's own testdata/table. One line is one command or one
// check; # begins a comment.
//
//	table SYSTEM                       whose time it keeps
//	rule SYSTEM.NAME VALUE
//	join NAME SYSTEM: KEY VALUE, …     leave NAME, return NAME, turnto NAME PLACE
//	set NAME KEY VALUE                 writes on a sheet by hand
//	NAME ACTION KEY=VALUE … [against NAME, …]    starts an action; indented
//	  ID ANSWER                        lines answer it: faces, an option, shares
//	take NAME ACTION KEY=VALUE …       (a:3,b:2 or none) or a number; a decision
//	  ID ANSWER                        left out takes nothing. take starts what
//	answer NAME                        the last events call for, as it is filled
//	  ID ANSWER                        in. answer goes on with a roll that is open
//	next [TIMES], go UNIT, back, undo [TIMES], redo [TIMES], scene PLACE
//	evening begin, evening end
//	order, declare NAME N, wait NAME WORDS, step-in NAME, rest NAME SPAN TIMES
//	effect NAME UNTIL [UNIT] [FIELD+N]: WORDS, treat NAME
//	cancel NAME, delay NAME UNIT, drop NAME, everyone SYSTEM ACTION KEY=VALUE …
//	refused WORDS                      instead of the last command's success
//	> NAME.FIELD=VALUE …               what must hold now
//	> = GRADE KEY=VALUE …              how the last roll ended: total, target,
//	                                   margin, flags=a,b or a value
//	> clock WORDS, turn NAME, order NAME NAME …, will WORDS, log WORDS
//	> pending NAME ACTION UNIT, pending none, open NAME|none
//	> follows NAME ACTION KEY=VALUE …  what is called for, and with what in it
//	> mark NAME WORD, effect NAME WORDS, no effect NAME
//	> no log WORDS, no mark NAME WORD, no follows NAME ACTION
//
// Spaces in the value of a KEY are written _. After each command the log is
// folded again from its beginning, and must give the same table.
func TestTablePlays(t *testing.T) {
	for _, pattern := range []string{"testdata/*.play", "../engine/*/testdata/table/*.play"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Errorf("no plays in %s: %v", pattern, err)
		}
		for _, f := range files {
			t.Run(playName(f), func(t *testing.T) {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				d := &drama{play: &play{TB: t, table: model.New(allRules())}, file: f, ids: map[string]string{}, books: map[string]string{}}
				d.perform(strings.Split(string(text), "\n"))
			})
		}
	}
}

// playName names a play: fire-coat, or contest/king for one of a rulebook.
func playName(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), ".play")
	if of, found := strings.CutPrefix(filepath.ToSlash(file), "../engine/"); found {
		system, _, _ := strings.Cut(of, "/")
		name = system + "/" + name
	}
	return name
}

func allRules() model.Rules {
	out := model.Rules{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	return out
}

// drama is a table play while it is performed.
type drama struct {
	*play
	file  string
	at    int
	ids   map[string]string // by name
	books map[string]string // the rulebook of each name
	err   error             // of the last command, until somebody looks at it
}

func (d *drama) failf(format string, args ...any) {
	d.Errorf("%s:%d: %s", d.file, d.at, fmt.Sprintf(format, args...))
}

func (d *drama) perform(lines []string) {
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" || line[0] == '#' {
			continue
		}
		var answers []string
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ") {
			i++
			answers = append(answers, strings.TrimSpace(lines[i]))
		}
		if words, ok := strings.CutPrefix(line, "refused "); ok {
			if d.err == nil || !strings.Contains(d.err.Error(), words) {
				d.failf("%v, want a refusal with %q", d.err, words)
			}
			d.err = nil
			continue
		}
		d.checked()
		d.at = i + 1
		if check, ok := strings.CutPrefix(line, "> "); ok {
			d.check(strings.Fields(check), check)
			continue
		}
		d.err = d.command(line, answers)
		d.foldsAgain()
	}
	d.checked()
}

// checked fails when the last command was refused and nobody expected it.
func (d *drama) checked() {
	if d.err != nil {
		d.failf("refused: %v", d.err)
	}
	d.err = nil
}

func (d *drama) foldsAgain() {
	t := model.New(allRules())
	for _, e := range d.log {
		t = t.Apply(e)
	}
	if got, want := state(d, t), state(d, d.table); got != want {
		d.failf("the log folds to another table:\n%s\n%s", got, want)
	}
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func (d *drama) id(name string) string {
	if d.ids[name] == "" {
		d.Fatalf("%s:%d: nobody is called %q", d.file, d.at, name)
	}
	return d.ids[name]
}

func (d *drama) command(line string, answers []string) error {
	w := strings.Fields(line)
	arg := func(i int) string {
		if i < len(w) {
			return w[i]
		}
		return ""
	}
	rest := func(i int) string { return strings.Join(w[min(i, len(w)):], " ") }
	switch w[0] {
	case "table":
		return d.do(gm, model.Make{Name: "Play", System: arg(1)})
	case "rule":
		return d.rule(arg(1), rest(2))
	case "join":
		return d.joins(line)
	case "leave":
		return d.do(gm, model.Leave{Who: d.id(arg(1))})
	case "return":
		return d.do(gm, model.Return{Who: d.id(arg(1))})
	case "turnto":
		return d.do(gm, model.MoveTurn{Who: d.id(arg(1)), To: number(arg(2))})
	case "answer":
		return d.goOn(d.rollOf(d.id(arg(1))), answers)
	case "scene":
		return d.do(gm, model.Scene{Place: rest(1)})
	case "go":
		return d.do(gm, model.Go{Moment: d.table.MomentOf(number(arg(1)))})
	case "order":
		return d.do(gm, model.RollOrder{})
	case "declare":
		return d.do(gm, model.Declare{Who: d.id(arg(1)), Actions: number(arg(2))})
	case "wait":
		return d.do(gm, model.Wait{Who: d.id(arg(1)), Words: rest(2)})
	case "step-in":
		return d.do(gm, model.StepIn{Who: d.id(arg(1))})
	case "rest":
		return d.do(gm, model.Rest{Who: []string{d.id(arg(1))}, Span: arg(2), Times: number(arg(3))})
	case "set":
		return d.sets(arg(1), arg(2), rest(3))
	case "take":
		return d.takes(w, answers)
	case "evening":
		if arg(1) == "begin" {
			return d.do(gm, model.BeginEvening{Fingerprint: "00"})
		}
		return d.do(gm, model.EndEvening{Seed: "00"})
	case "effect":
		return d.effect(line)
	case "treat":
		for _, e := range d.table.Effects() {
			if e.Who == d.id(arg(1)) && e.Effect != "" {
				return d.do(gm, model.EndEffect{Effect: e.Effect})
			}
		}
		return fmt.Errorf("%s has no effect", arg(1))
	case "cancel", "delay", "drop":
		return d.halts(w)
	case "everyone":
		page := d.form(arg(1), arg(2), w[3:])
		all := model.Together{Asks: true}
		for _, c := range d.table.Characters() {
			if _, ok := c.Pages[arg(1)]; ok {
				all.Each = append(all.Each, model.Begin{Who: c.ID, System: arg(1), Action: arg(2), Params: page})
			}
		}
		return d.do(gm, all)
	case "together":
		return d.together(w)
	case "next", "undo", "redo", "back":
		return d.times(w)
	}
	return d.acts(w, answers)
}

func (d *drama) times(w []string) error {
	n := 1
	if len(w) > 1 {
		n = number(w[1])
	}
	c := map[string]model.Command{"next": model.Next{}, "undo": model.Undo{}, "redo": model.Redo{}, "back": model.Back{}}[w[0]]
	for range n {
		if err := d.do(gm, c); err != nil {
			return err
		}
	}
	return nil
}

func (d *drama) rule(name, value string) error {
	system, rule, _ := strings.Cut(name, ".")
	sp, ok := d.table.Rules()[system].House.Field(rule)
	if !ok {
		return fmt.Errorf("there is no rule %s", name)
	}
	v, err := sp.Parse(value)
	if err != nil {
		return err
	}
	return d.do(gm, model.SetHouse{System: system, Rule: rule, Value: v})
}

// joins reads NAME SYSTEM: KEY VALUE, …
func (d *drama) joins(line string) error {
	head, fields, _ := strings.Cut(line, ":")
	w := strings.Fields(head)
	system := d.table.Rules()[w[2]]
	var page engine.Page
	for f := range strings.SplitSeq(fields, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(f), " ")
		if key == "" {
			continue
		}
		var err error
		if page, err = system.Write(page, key, value); err != nil {
			return err
		}
	}
	d.books[w[1]] = w[2]
	err := d.do(gm, model.Join{Character: model.Character{Name: w[1], Pages: map[string]engine.Page{w[2]: page}}})
	if all := d.table.Characters(); err == nil {
		d.ids[w[1]] = all[len(all)-1].ID
	}
	return err
}

// sets writes a field as a gamemaster would.
func (d *drama) sets(name, key, value string) error {
	s := d.table.Rules()[d.books[name]]
	sp, ok := s.Sheet.Field(key)
	if !ok {
		return fmt.Errorf("%s has no field %s", s.ID, key)
	}
	v, err := sp.Parse(value)
	if err != nil {
		return err
	}
	return d.do(gm, model.Write{Who: d.id(name), System: s.ID, Set: []model.Change{{Field: key, To: v}}})
}

// takes begins what is called for, with what is in it: take NAME ACTION.
func (d *drama) takes(w, answers []string) error {
	f, found := d.calledFor(w[1], w[2])
	if !found {
		return fmt.Errorf("no %s is called for from %s", w[2], w[1])
	}
	more := d.form(f.System, f.Action, w[3:])
	for _, path := range more.Paths() {
		v, _ := more.Get(path)
		f.Params = f.Params.With(path, v)
	}
	return d.begins(model.Begin{Who: f.Who, System: f.System, Action: f.Action, Against: f.Against, Params: f.Params}, answers)
}

func (d *drama) calledFor(name, action string) (model.FollowUp, bool) {
	for _, f := range d.table.FollowUps() {
		if f.Who == d.id(name) && f.Action == action {
			return f, true
		}
	}
	return model.FollowUp{}, false
}

// effect reads NAME UNTIL [UNIT] [rounds=N] [of=NAME] [FIELD+N]: WORDS.
func (d *drama) effect(line string) error {
	head, words, _ := strings.Cut(line, ":")
	w := strings.Fields(head)
	c := model.AddEffect{Who: d.id(w[1]), Until: model.Until(w[2]), Words: strings.TrimSpace(words)}
	for _, more := range w[3:] {
		if n, ok := strings.CutPrefix(more, "rounds="); ok {
			c.Rounds = number(n)
		} else if name, ok := strings.CutPrefix(more, "of="); ok {
			c.Of = d.id(name)
		} else if field, n, ok := strings.Cut(more, "+"); ok {
			c.Adds = append(c.Adds, model.Add{System: d.books[w[1]], Field: field, N: number(n)})
		} else {
			c.At = d.table.MomentOf(number(more))
		}
	}
	return d.do(gm, c)
}

// halts cancels or delays what is pending for somebody, or drops their roll.
func (d *drama) halts(w []string) error {
	who := d.id(w[1])
	if w[0] == "drop" {
		return d.do(gm, model.Drop{Roll: d.rollOf(who).ID})
	}
	for _, p := range d.table.Pending() {
		if p.Who != who {
			continue
		}
		if w[0] == "cancel" {
			return d.do(gm, model.Cancel{Pending: p.ID})
		}
		return d.do(gm, model.Delay{Pending: p.ID, Due: d.table.MomentOf(number(w[2]))})
	}
	return fmt.Errorf("nothing is pending for %s", w[1])
}

func (d *drama) form(system, action string, params []string) engine.Page {
	a, ok := d.table.Rules()[system].Action(action)
	if !ok {
		d.Fatalf("%s:%d: %s has no action %q", d.file, d.at, system, action)
	}
	var page engine.Page
	for _, p := range params {
		key, value, _ := strings.Cut(p, "=")
		var err error
		if page, ok, err = a.Set(page, key, strings.ReplaceAll(value, "_", " ")); err != nil || !ok {
			d.Fatalf("%s:%d: %s=%s: %v", d.file, d.at, key, value, err)
		}
	}
	return page
}

// acts starts an action: NAME ACTION KEY=VALUE … against NAME, NAME.
func (d *drama) acts(w, answers []string) error {
	var against []string
	if i := slices.Index(w, "against"); i >= 0 {
		for _, name := range w[i+1:] {
			against = append(against, d.id(strings.Trim(name, ",")))
		}
		w = w[:i]
	}
	system := d.books[w[0]]
	return d.begins(model.Begin{Who: d.id(w[0]), System: system, Action: w[1], Against: against, Params: d.form(system, w[1], w[2:])}, answers)
}

// together lets several act as one: together ACTION KEY=VALUE … of NAME, NAME
// against NAME, NAME.
func (d *drama) together(w []string) error {
	of, at := slices.Index(w, "of"), slices.Index(w, "against")
	var against []string
	for _, name := range w[at+1:] {
		against = append(against, d.id(strings.Trim(name, ",")))
	}
	var all model.Together
	for _, name := range w[of+1 : at] {
		name = strings.Trim(name, ",")
		system := d.books[name]
		all.Each = append(all.Each, model.Begin{Who: d.id(name), System: system, Action: w[1], Against: against, Params: d.form(system, w[1], w[2:of])})
	}
	return d.do(gm, all)
}

// begins starts an action and answers it.
func (d *drama) begins(c model.Begin, answers []string) error {
	if err := d.do(gm, c); err != nil {
		return err
	}
	if open := d.openOf(c.Who); open != nil {
		return d.goOn(*open, answers)
	}
	return nil
}

func (d *drama) openOf(who string) *model.Roll {
	for _, r := range d.table.Rolls() {
		if r.Who == who {
			return &r
		}
	}
	return nil
}

func (d *drama) rollOf(who string) model.Roll {
	if r := d.openOf(who); r != nil {
		return *r
	}
	d.Fatalf("%s:%d: no roll is open", d.file, d.at)
	return model.Roll{}
}

// goOn answers a roll to its end.
func (d *drama) goOn(r model.Roll, answers []string) error {
	for {
		now, open := d.table.Roll(r.ID)
		if !open {
			if len(answers) > 0 {
				d.failf("%q is answered, but nothing more is asked", answers[0])
			}
			return nil
		}
		step, err := d.table.Step(now)
		if err != nil {
			return err
		}
		a, given := answerOf(*step.Open, answers)
		if given {
			answers = answers[1:]
		} else if a, given = step.Open.Nothing(); !given {
			d.Fatalf("%s:%d: the roll waits for %s %s", d.file, d.at, step.Open.ID, step.Open.Dice)
		}
		if err := d.do(gm, model.Answer{Roll: r.ID, At: len(now.Tape), Answer: a}); err != nil {
			return err
		}
	}
}

// answerOf reads the next answer, if it is one to this question.
func answerOf(q engine.Question, answers []string) (engine.Answer, bool) {
	if len(answers) == 0 {
		return engine.Answer{}, false
	}
	w := strings.Fields(answers[0])
	if w[0] != q.ID {
		return engine.Answer{}, false
	}
	switch q.Wants {
	case engine.Throwing:
		var f engine.Faces
		for _, s := range w[1:] {
			f = append(f, number(s))
		}
		return q.Thrown(f), true
	case engine.Picking:
		return engine.Answer{ID: q.ID, Pick: strings.Join(w[1:], " ")}, true
	case engine.Numbering:
		n := number(w[1])
		return engine.Answer{ID: q.ID, Amount: &n}, true
	}
	give := engine.Shares{}
	for s := range strings.SplitSeq(w[1], ",") {
		if id, n, ok := strings.Cut(s, ":"); ok {
			give[id] = number(n)
		}
	}
	return engine.Answer{ID: q.ID, Give: give}, true
}
