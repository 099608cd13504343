package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// document parses the one JSON document that a command wrote.
func document[T any](t *testing.T, r result) T {
	t.Helper()
	var v T
	d := json.NewDecoder(strings.NewReader(r.out))
	if err := d.Decode(&v); err != nil {
		t.Fatalf("no document: %v in %q, %q", err, r.out, r.err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		t.Fatalf("more than one document: %q", r.out)
	}
	return v
}

// rollDocument is the output of 'fray roll --json' as another program parses it.
type rollDocument struct {
	System, Action string
	Answers        []engine.Answer
	Outcome        *struct {
		Success               bool
		Grade                 string
		Flags                 []string
		Total, Target, Margin int
		Values                map[string]any
	}
	Question *questionJSON
	Target   *int
}

func TestExamplesOfTheContract(t *testing.T) {
	h := newHome(t)
	roll := func(command string) rollDocument {
		t.Helper()
		r := h.fray("", strings.Fields(command)...)
		if r.status != done {
			t.Fatalf("%s: status %d, %s", command, r.status, r.err)
		}
		return document[rollDocument](t, r)
	}
	values := func(d rollDocument, want string) {
		t.Helper()
		for _, pair := range strings.Fields(want) {
			key, value, _ := strings.Cut(pair, "=")
			if got := fmt.Sprint(d.Outcome.Values[key]); got != value {
				t.Errorf("%s is %s, want %s", key, got, value)
			}
		}
	}

	d := roll("roll d6 check code=4D difficulty=8 --dice 3,6,4,1 --answer critical-failure=cancel --json")
	if o := d.Outcome; !o.Success || o.Total != 8 || o.Margin != 0 {
		t.Errorf("d6: %+v", o)
	}
	d = roll("roll trip trip target=4 difficulty=15 bonus=7 --dice 10,13,5,3,5 --json")
	if o := d.Outcome; !o.Success || o.Total != 18 || !slices.Contains(o.Flags, "critical") {
		t.Errorf("trip: %+v", o)
	}
	values(d, "d20=13 db=5 total=18 degree=1 heroic=35 result=35")
	d = roll("roll easiness pool dice=2 easiness=4 --dice 1,2,4,0,7 --json")
	values(d, "net=4")
	d = roll("roll supermen move strength=11 agility=22 height=1.791 --rule supermen.half_strength=down --dice 5,1,4 --answer share=speed:17,ep:9 --json")
	values(d, "quality=26 speed_q=17 speed=10 ep_row=0 ep_cost=0")
	if len(d.Answers) != 3 || d.Outcome.Target != 28 || d.Outcome.Margin != 26 {
		t.Errorf("supermen: %+v", d)
	}
}

// TestUnanswered checks that roll and odds answer an unanswered decision in the same way,
// as the screen offers it, that the JSON says so, and that typed dice are marked.
func TestUnanswered(t *testing.T) {
	h := newHome(t)
	const move = "supermen move strength=11 agility=22 height=1.791 "
	for command, want := range map[string]string{
		"roll " + move + "--dice 5,1,4":                                                "offered speed:27 typed",
		"roll " + move + "--seed 1":                                                    "offered speed:28",
		"roll " + move + "--dice 5,1,4 --unanswered nothing":                           "typed",
		"roll " + move + "--dice 5,1,4 --answer extra-effort=none --answer share=ep:9": "ep:9 typed",
		"odds " + move:                                              "offered",
		"odds " + move + "--unanswered nothing":                     "",
		"odds " + move + "--dice 5,1,4":                             "offered",
		"odds " + move + "--answer share=speed:1":                   "offered", // Extra Effort is unanswered
		"odds easiness pool dice=2 easiness=4":                      "",
		"roll easiness pool dice=2 easiness=4 --dice 1,2,4,0,7 ":    "typed",
		"roll d6 oppose code=4D other.code=3D --unanswered nothing": "",
	} {
		d := document[struct {
			Unanswered string
			Answers    []struct {
				Give  engine.Shares
				Typed bool
			}
		}](t, h.fray("", strings.Fields(command+" --json")...))
		got, typed := d.Unanswered, ""
		for _, a := range d.Answers {
			for use, n := range a.Give {
				got += fmt.Sprintf(" %s:%d", use, n)
			}
			if a.Typed {
				typed = " typed"
			}
		}
		if got = strings.TrimSpace(got + typed); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	plain, seeded := h.fray("", "odds", "d20", "vs", "12", "--json"), h.fray("", "odds", "d20", "vs", "12", "--seed", "7", "--json")
	if seeded.status != done || seeded.out != plain.out {
		t.Errorf("the options of a roll cannot stay for its odds: %+v", seeded)
	}
	if r := h.fray("", "odds", "d6", "check", "code=2D", "--dice", "3", "--seed", "7"); r.status != misused {
		t.Errorf("dice and a seed: %+v", r)
	}
	if r := h.fray("", strings.Fields("roll "+move+"--unanswered nothin")...); r.status != misused || !strings.Contains(r.err, "offered or nothing") {
		t.Errorf("%+v", r)
	}
}

// TestUnansweredAlike checks for random inputs that an unanswered decision is taken alike
// by the roll, by the odds and by the default on the screen.
func TestUnansweredAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &rollFlags{unanswered: &oneOf{is: rapid.SampledFrom([]string{"offered", "nothing"}).Draw(rt, "unanswered")}}
		in, err := chosen(rt)
		if err != nil {
			return
		}
		g.seeded, g.seed = true, rapid.Uint64().Draw(rt, "seed")
		p, err := g.player(in)
		if err != nil {
			rt.Fatal(err)
		}
		step, err := p.play()
		if err != nil {
			return
		}
		var dice []engine.Answer // the dice thrown before the last decision
		for _, a := range p.tape {
			if a.Faces != nil {
				dice = append(dice, a)
			}
		}
		for i, q := range p.asked {
			offered := q.Offered()
			if g.unanswered.is == "nothing" {
				offered, _ = q.Nothing()
			}
			if q.Wants != engine.Throwing && !reflect.DeepEqual(p.tape[i], offered) {
				rt.Errorf("%s: the roll takes %+v, and %+v is offered", q.ID, p.tape[i], offered)
			}
		}
		g.typed, g.dice = true, facesOf(dice)
		odds, err := g.chances(in, false)
		if err != nil {
			rt.Fatalf("%s %s %s: %v", in.System.ID, in.Action.ID, g.dice, err)
		}
		if len(odds.Grades) != 1 || odds.Grades[0].Grade != step.Outcome.Grade || odds.Totals[0].Total != step.Outcome.Result() {
			rt.Errorf("%s %s: rolled %+v, odds %+v", in.System.ID, in.Action.ID, step.Outcome, odds)
		}
	})
}

// chosen draws an action of a rulebook, with sheets from its templates.
func chosen(rt *rapid.T) (engine.Inputs, error) {
	sys := rapid.SampledFrom(systems.All()).Draw(rt, "rulebook")
	in := engine.Inputs{System: sys, Action: rapid.SampledFrom(sys.Actions).Draw(rt, "action"), Sheets: map[engine.Seat]engine.Page{}}
	for _, seat := range []engine.Seat{engine.Actor, engine.Other} {
		in.Sheets[seat] = rapid.SampledFrom(sys.Templates).Draw(rt, string(seat)).Page
	}
	for _, sp := range in.Action.Params() {
		if sp.Kind == engine.Int && rapid.Bool().Draw(rt, sp.ID+" is set") {
			in.Params = in.Params.With(sp.ID, engine.ValueOf(rapid.IntRange(sp.Least, min(sp.Most, max(sp.Least, 0)+20)).Draw(rt, sp.ID)))
		}
	}
	_, err := engine.Run(in, nil)
	return in, err
}

func facesOf(answers []engine.Answer) string {
	var words []string
	for _, a := range answers {
		for _, f := range a.Faces {
			words = append(words, strconv.Itoa(f))
		}
	}
	return strings.Join(words, ",")
}

func TestOddsOfTheContract(t *testing.T) {
	h := newHome(t)
	for command, want := range map[string]map[string]float64{
		"odds easiness pool dice=2 easiness=4 --json":                                         {"success": 0.75, "critical-failure": 0.09},
		"odds contest oppose acting=16 other.acting=10 --rule contest.spectacular=off --json": {"success": 0.90},
		"odds d6 check code=5D difficulty=15 --rule d6.critical_failure=complication --json":  {"success": 0.786351166},
	} {
		d := document[struct {
			Success   float64
			Unreached float64
			Outcomes  []engine.GradeChance
			Totals    []struct {
				Total int
				P     float64
			}
		}](t, h.fray("", strings.Fields(command)...))
		grades, sum, totals := map[string]float64{"success": 0}, d.Unreached, d.Unreached
		for _, o := range d.Outcomes {
			grades[o.Grade] += o.P
			sum += o.P
		}
		for _, x := range d.Totals {
			totals += x.P
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(totals-1) > 1e-9 {
			t.Errorf("%s: the odds add up to %v, the totals to %v", command, sum, totals)
		}
		if math.Abs(grades["success"]-d.Success) > 1e-9 {
			t.Errorf("%s: success is %v, its grade %v", command, d.Success, grades["success"])
		}
		for grade, p := range want {
			if math.Abs(grades[grade]-p) > 1e-9 {
				t.Errorf("%s: %s is %.12f, want %.9f", command, grade, grades[grade], p)
			}
		}
	}
}

// promised lists the parameters that the contract names for each action.
var promised = map[string]string{
	"supermen combat":    "opponents pt damage hand_damage pool",
	"supermen discern":   "pool",
	"supermen heal":      "kind every",
	"supermen breath":    "rounds cut_short",
	"supermen jump":      "speed density air pool",
	"supermen lift":      "load how friction distance pool",
	"supermen move":      "slow pool",
	"supermen throw":     "load pool",
	"supermen throwback": "damage hit surprised penetrating small",
	"supermen skill":     "roll level pt longer hurry knowledge",
	"supermen power":     "pr row passive pt",
	"supermen save":      "ability pool",
	"supermen knowledge": "score multiplier skill",
	"supermen oppose":    "base other.base",
	"d6 check":           "code skill attribute difficulty untrained unskilled dice bonus cp fate prepare rush related actions",
	"d6 oppose":          "code other.code",
	"d6 initiative":      "",
	"d6 attack":          "",
	"d6 damage":          "",
	"trip trip":          "target slide difficulty bonus focus purse unskilled luck cost max_degree heroic",
	"trip flat":          "die count luck",
	"easiness pool":      "dice easiness modifier risk count_matters severity_matters",
	"easiness oppose":    "dice easiness other.dice other.easiness",
	"contest simple":     "acting difficulty",
	"contest oppose":     "acting other.acting",
	"contest exchange":   "acting effect resistance factor resistance_bonus situation other.acting other.effect other.resistance other.2.factor other.3.resistance_bonus other.2.situation",
}

func TestPromisedParameters(t *testing.T) {
	for name, params := range promised {
		system, action, _ := strings.Cut(name, " ")
		_, a, err := actionOf(&app{}, system, action)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, p := range strings.Fields(params + " situation why hidden") {
			if _, ok := a.Param(p); !ok {
				t.Errorf("%s has no parameter %s", name, p)
			}
		}
	}
	sys, _ := systemOf(&app{}, "supermen")
	for _, f := range strings.Fields("strength agility constitution learning newoen height mass") {
		if _, ok := sys.Sheet.Field(f); !ok {
			t.Errorf("supermen has no field %s", f)
		}
	}
}

// TestNamesOfForms checks that parameters, fields and house rules can also be set by the
// labels that forms show.
func TestNamesOfForms(t *testing.T) {
	h := newHome(t)
	for _, c := range [][2][]string{
		{{"supermen", "move", "slow=0", "agility=20"}, {"supermen", "move", "Slow down by=0", "Agility=20"}},
		{{"contest", "oppose", "acting=16", "other.acting=10"}, {"contest", "oppose", "Acting_total=16", "other.acting total=10"}},
		{{"contest", "simple", "acting=16", "difficulty=9", "--rule", "contest.spectacular=off"}, {"contest", "simple", "acting=16", "difficulty=9", "--rule", "contest.Spectacular success=off"}},
		{{"d6", "check", "code=4D", "difficulty=10"}, {"d6", "check", "Die_code=4D", "Difficulty=10"}},
	} {
		want := h.fray("", slices.Concat([]string{"odds", "--json"}, c[0])...)
		got := h.fray("", slices.Concat([]string{"odds", "--json"}, c[1])...)
		if want.status != 0 || got.status != 0 || got.out != want.out {
			t.Errorf("%q: %+v, want as with %q: %+v", c[1], got, c[0], want)
		}
	}
}

// TestEveryCommandWritesOneDocument checks that each command with --json writes one
// document without colours.
func TestEveryCommandWritesOneDocument(t *testing.T) {
	h := newHome(t)
	if r := h.fray("", "play", "Harbour Lights", "--new"); r.status != done {
		t.Fatal(r.err)
	}
	for _, command := range []string{
		"", "--version", "demo", "play", "play Harbour", "roll easiness pool dice=2 easiness=4 --seed 1", "odds easiness pool dice=2 easiness=4",
		"systems", "systems trip", "systems trip flat", "log Harbour", "show Harbour", "export Harbour", "export Harbour --as json",
		"check Harbour", "paths", "man", "completion bash", "completion zsh", "completion fish", "completion powershell",
	} {
		r := h.fray("", append(strings.Fields(command), "--json")...)
		if r.status != done || r.err != "" {
			t.Errorf("fray %s: status %d, %s", command, r.status, r.err)
		}
		document[any](t, r)
		if strings.Contains(r.out, "\x1b") {
			t.Errorf("fray %s writes escapes", command)
		}
	}
}

// TestEveryHelpHasExamples checks that each command's help has an example.
func TestEveryHelpHasExamples(t *testing.T) {
	h := newHome(t)
	for _, c := range append(root(&app{}).Commands(), root(&app{})) {
		args := slices.Concat(strings.Fields(c.CommandPath())[1:], []string{"--help"})
		r := h.fray("", args...)
		if _, after, ok := strings.Cut(r.out, "Examples:\n"); r.status != done || !ok || !strings.Contains(after, "  fray ") {
			t.Errorf("fray %s: status %d, %s%s", strings.Join(args, " "), r.status, r.out, r.err)
		}
	}
}

// TestCompletion checks that a completion script is written for each known shell, and that
// other names are refused.
func TestCompletion(t *testing.T) {
	h := newHome(t)
	for _, name := range []string{"bash", "zsh", "fish", "powershell"} {
		r := h.fray("", "completion", name)
		if d := document[map[string]string](t, h.fray("", "completion", name, "--json")); r.status != done || !strings.Contains(r.out, "__complete") || d["script"] != r.out {
			t.Errorf("%s: status %d, %.200s", name, r.status, r.out)
		}
	}
	for _, args := range []string{"completion", "completion csh"} {
		if r := h.fray("", strings.Fields(args)...); r.status != misused || !strings.Contains(r.err, "bash, zsh, fish") {
			t.Errorf("%s: status %d, %s", args, r.status, r.err)
		}
	}
}

// TestSystemsTellAll checks that every rulebook and action is listed.
func TestSystemsTellAll(t *testing.T) {
	h := newHome(t)
	list := document[[]struct {
		ID      string
		Actions []string
	}](t, h.fray("", "systems", "--json"))
	all := systems.All()
	for _, id := range books.IDs() {
		text, _ := books.Text(id)
		sys, err := readRulebookText(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sys)
	}
	if len(list) != len(all) {
		t.Fatalf("%d rulebooks are listed, there are %d", len(list), len(all))
	}
	for i, s := range list {
		d := document[struct {
			Help       string
			Fields     []fieldJSON
			HouseRules []fieldJSON `json:"house_rules"`
			Actions    []actionJSON
			Templates  []templateJSON
		}](t, h.fray("", "systems", s.ID, "--json"))
		if d.Help == "" || len(d.Fields) == 0 || len(d.Actions) < len(s.Actions) || len(d.Templates) != len(all[i].Templates) {
			t.Errorf("%s tells too little", s.ID)
		}
		if r := h.fray("", "systems", s.ID); r.status != done || !strings.Contains(r.out, "House rules") {
			t.Errorf("systems %s: %s", s.ID, r.err)
		}
		for _, a := range d.Actions {
			r := h.fray("", "systems", s.ID, a.ID)
			if r.status != done {
				t.Errorf("systems %s %s: %s", s.ID, a.ID, r.err)
			}
			for _, p := range a.Parameters {
				if !strings.Contains(r.out, "\n  "+p.ID+" ") {
					t.Errorf("systems %s %s does not tell %s", s.ID, a.ID, p.ID)
				}
			}
		}
	}
}

func TestSeedsAndThrownDice(t *testing.T) {
	h := newHome(t)
	const command = "roll d6 check code=9D difficulty=30 --json"
	faces := func(args ...string) string {
		d := document[rollDocument](t, h.fray("", append(strings.Fields(command), args...)...))
		return fmt.Sprint(d.Answers)
	}
	if a, b := faces("--seed", "7"), faces("--seed", "7"); a != b {
		t.Errorf("the same seed throws %s and %s", a, b)
	}
	if a, b := faces("--seed", "7"), faces("--seed", "8"); a == b {
		t.Errorf("two seeds throw %s", a)
	}
	same := faces()
	for range 4 { // four equal rolls by chance: once in 10^27
		if same != faces() {
			return
		}
	}
	t.Error("without a seed the same dice fall again and again")
}

// TestOddsFollowAnswers checks that odds use up repeated answers one by one, as a roll
// does.
func TestOddsFollowAnswers(t *testing.T) {
	h := newHome(t)
	success := func(args string) float64 {
		return document[struct{ Success float64 }](t, h.fray("", strings.Fields("odds d6 check code=4D difficulty=18 character_points=3 --json "+args)...)).Success
	}
	none, one := success(""), success("--answer character-points=1")
	two := success("--answer character-points=1 --answer character-points=1")
	all := success("--answer character-points=3")
	if !(none < one && one < two && two < all) {
		t.Errorf("0, 1, 2 and 3 points succeed at %v %v %v %v", none, one, two, all)
	}
	// The dice show 15: one more Wild Die must show 3 or more.
	if p := success("--dice 3,6,4,2 --answer character-points=1"); math.Abs(p-4./6) > 1e-9 {
		t.Errorf("after 15 one point succeeds at %v", p)
	}
}

func TestOtherSideAndSheets(t *testing.T) {
	h := newHome(t)
	sheet := `{"name":"Seraph","systems":{"supermen":{"strength":11,"agility":22,"height":1.791}}}`
	page := `{"strength":11,"agility":22,"height":1.791}`
	for _, stdin := range []string{sheet, page} {
		r := h.fray(stdin, strings.Fields("roll supermen move --sheet - --dice 6,8 --json")...)
		if d := document[rollDocument](t, r); d.Outcome == nil || d.Outcome.Target != 29 {
			t.Errorf("%s: %s%s", stdin, r.out, r.err)
		}
	}
	if r := h.fray(`{"characters":[]}`, strings.Fields("roll supermen move --sheet -")...); r.status != misused || !strings.Contains(r.err, "whole table") {
		t.Errorf("a table for a sheet: %d %s", r.status, r.err)
	}
	if r := h.fray(`{"strength":5000}`, strings.Fields("roll supermen move --sheet -")...); r.status != misused || !strings.Contains(r.err, "strength") {
		t.Errorf("a value out of range: %d %s", r.status, r.err)
	}
	st, err := rollInputs(&app{}, strings.Fields("d6 attack other.2.strength=3D other.character_points=2"), &rollFlags{})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []engine.Seat{engine.Actor, engine.Other, engine.Opponent(2)} {
		if _, there := st.in.Sheets[seat]; !there {
			t.Errorf("nobody sits at %s", seat)
		}
	}
}

func TestStatusOfErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{&engine.Refusal{Words: "no"}, failed},
		{&engine.Diverged{}, failed},
		{&fault{Fault: &engine.Fault{}}, failed},
		{&saves.Full{Path: "x", Err: io.ErrShortWrite}, failed},
		{&saves.Unwritable{Path: "x", Err: io.ErrShortWrite}, failed},
		{&saves.InUse{Path: "x"}, failed},
		{&saves.NotFray{Path: "x.txt"}, failed},
		{&saves.NotFray{Path: "x.fray"}, damaged},
		{fmt.Errorf("x: %w", &saves.Damaged{Path: "x"}), damaged},
		{fmt.Errorf("x: %w", &transfer.BadImport{Words: "x"}), failed},
		{fmt.Errorf("x: %w", &transfer.BadImport{Words: "x", Damaged: true}), damaged},
		{misusef("x"), misused},
	} {
		if got := statusOf(c.err); got != c.want {
			t.Errorf("%T: %d, want %d", c.err, got, c.want)
		}
	}
}

// TestFaultIsReported checks that a rule that panics is reported with the roll that leads
// to it.
func TestFaultIsReported(t *testing.T) {
	var h strings.Builder
	s := &app{err: &h}
	sys := *systems.All()[0]
	act := *sys.Actions[0]
	act.Rule = func(*engine.Roll) engine.Outcome { panic("on purpose") }
	p := &player{in: engine.Inputs{System: &sys, Action: &act}, typed: &typedDice{}, replies: &typedAnswers{}}
	_, err := p.play()
	if status := s.report(err); status != failed {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{"on purpose", "system " + sys.ID, "action " + act.ID, "goroutine"} {
		if !strings.Contains(h.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, h.String())
		}
	}
}

// TestHostileText checks that escape sequences in a sheet do not reach the terminal.
func TestHostileText(t *testing.T) {
	h := newHome(t)
	sheet := `{"name":"\u001b]52;c;aGk=\u0007Seraph\u202e","systems":{"supermen":{"strength":11}}}`
	for _, args := range []string{"--sheet - --dice 6,8", "--sheet - --dice 6,8 why=\x1b[2J situation=1", "--sheet - \x1b[2J=1", "--sheet - --answer \x1b=1"} {
		r := h.fray(sheet, append([]string{"roll", "supermen", "move"}, strings.Fields(args)...)...)
		if strings.ContainsAny(r.out+r.err, "\x1b\u202e\x07") {
			t.Errorf("%q: %q", args, r.out+r.err)
		}
	}
}

// TestFullOutput checks that a failed write is an error.
func TestFullOutput(t *testing.T) {
	h := newHome(t)
	for _, command := range []string{"systems", "systems --json", "roll easiness pool dice=2 easiness=4", "paths", "demo"} {
		var errs strings.Builder
		status := Run(strings.Fields(command), strings.NewReader(""), fullDisk{}, &errs, h.env)
		if status != failed || !strings.Contains(errs.String(), "cannot be written") {
			t.Errorf("%s: %d %s", command, status, errs.String())
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestASCII(t *testing.T) {
	h := newHome(t)
	for _, command := range []string{"odds d6 check code=4D difficulty=15 --ascii", "demo --ascii"} {
		for _, r := range h.fray("", strings.Fields(command)...).out {
			if r >= 0x2500 && r < 0x2600 {
				t.Errorf("%s draws with %c", command, r)
				break
			}
		}
	}
}

// TestOpenQuestions checks that a roll with --ask stops at a decision, lists the answers,
// and continues with one.
func TestOpenQuestions(t *testing.T) {
	h := newHome(t)
	ask := func(status int, command string) rollDocument {
		t.Helper()
		r := h.fray("", strings.Fields(command+" --ask --json")...)
		if r.status != status || r.err != "" {
			t.Fatalf("%s: status %d, %s", command, r.status, r.err)
		}
		return document[rollDocument](t, r)
	}
	const failing = "roll d6 check code=4D difficulty=8 --dice 3,6,4,1"
	d := ask(asking, failing)
	q := d.Question
	if d.Outcome != nil || d.Target == nil || *d.Target != 8 || len(d.Answers) != 2 {
		t.Errorf("%+v", d)
	}
	if q == nil || q.ID != "critical-failure" || q.Wants != "pick" || q.Who != engine.Gamemaster || q.Words == "" ||
		len(q.Options) != 2 || q.Options[0].ID != "cancel" || q.Options[1].ID != "complication" {
		t.Errorf("%+v", q)
	}
	const settled = failing + " --answer critical-failure=complication" // a blank sheet has Character Points to ask about
	if d := ask(asking, settled); d.Question == nil || d.Question.ID != "character-points" || *d.Question.Most != 5 {
		t.Errorf("%+v", d)
	}
	if d := ask(done, settled+" --answer character-points=0"); d.Question != nil || d.Outcome == nil {
		t.Errorf("%+v", d)
	}

	const missing = "roll d6 check code=4D difficulty=18 character_points=2 --dice 3,6,4,2,4"
	q = ask(asking, missing).Question
	if q == nil || q.ID != "character-points" || q.Wants != "amount" || *q.Least != 0 || *q.Most != 2 {
		t.Errorf("%+v", q)
	}
	d = ask(asking, missing+" --answer character-points=1")
	if q = d.Question; q == nil || *q.Most != 1 || len(d.Answers) != 4 {
		t.Errorf("after one point: %+v", d)
	}
	if d := ask(done, missing+" --answer character-points=1 --answer character-points=0"); d.Outcome == nil || !d.Outcome.Success {
		t.Errorf("%+v", d)
	}
	if r := h.fray("", strings.Fields(missing+" --ask")...); r.status != asking || !strings.Contains(r.out, "--answer character-points=2") {
		t.Errorf("in words: %d %s", r.status, r.out)
	}
}
