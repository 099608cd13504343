package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/dice"
	"example.org/fray/engine/systems"
	"example.org/fray/model/phrase"
	"example.org/fray/saves/transfer"
	"example.org/fray/saves/transfer/foreign"
)

// rollFlags holds the flags of 'roll' and 'odds'.
type rollFlags struct {
	sheet   string
	against []string
	rules   []string
	dice    string
	typed   bool // --dice was given
	answers []string
	seed    uint64
	seeded  bool
	ask     bool
	follow  bool // odds go on with the rolls that are called for

	before []rollFlags // what was said of the questions before the last --or

	unanswered *oneOf // "offered" or "nothing"
}

// flags declares the flags that roll and odds share.
func (g *rollFlags) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&g.sheet, "sheet", "", "start from a sheet, `FILE|NAME`: an exported one, a character from another program, or the name of a sample character (- for standard input)")
	f.StringArrayVar(&g.against, "against", nil, "the opponent's sheet, `FILE|NAME`; repeat it for more opponents")
	f.StringArrayVar(&g.rules, "rule", nil, "set a house rule, `SYSTEM.NAME=VALUE`; may be repeated")
	f.StringVar(&g.dice, "dice", "", "use the `FACES` of real dice, in the order the roll needs them: 5,1,4")
	f.StringArrayVar(&g.answers, "answer", nil, "answer a decision, `ID=VALUE`; may be repeated, also for the same ID")
	g.unanswered = flagOf(c, "unanswered", "what a decision without an --answer takes: what the screen would offer, or nothing", "offered", "nothing")
}

// orFlag is the flag --or: the flags behind it are those of another question.
type orFlag struct{ of *rollFlags }

// String implements pflag.Value.
func (orFlag) String() string { return "false" }

// Type implements pflag.Value.
func (orFlag) Type() string { return "bool" }

// Set implements pflag.Value.
func (o orFlag) Set(string) error {
	g := o.of
	said := *g
	said.before = nil
	g.before = append(g.before, said)
	g.sheet, g.dice, g.against, g.rules, g.answers = "", "", nil, nil, nil
	return nil
}

// each gives the flags of each of n questions. What is not said of one is as for the one before.
func (g *rollFlags) each(n int) []*rollFlags {
	var out []*rollFlags
	for i := range n {
		said := *g
		if i < len(g.before) {
			said = g.before[i]
		}
		said.before, said.follow = nil, g.follow
		if i > 0 {
			was := out[i-1]
			said.sheet, said.dice = cmp.Or(said.sheet, was.sheet), cmp.Or(said.dice, was.dice)
			said.rules = slices.Concat(was.rules, said.rules)
			if said.against == nil {
				said.against = was.against
			}
			if said.answers == nil {
				said.answers = was.answers
			}
		}
		out = append(out, &said)
	}
	return out
}

// withoutAnswer returns the answer to a decision for which no --answer is given.
func (g *rollFlags) withoutAnswer(q engine.Question) engine.Answer {
	if g.unanswered.is == "nothing" {
		a, _ := q.Nothing()
		return a
	}
	return q.Offered()
}

// splitPair splits KEY=VALUE.
func splitPair(text, form string) (key, value string, err error) {
	key, value, ok := strings.Cut(text, "=")
	if key = strings.TrimSpace(key); !ok || key == "" {
		return "", "", misusef("%q is not %s", text, form)
	}
	return key, value, nil
}

// rollSetup holds the inputs of one roll, and the names of its sheets.
type rollSetup struct {
	in    engine.Inputs
	names map[engine.Seat]string
}

// rollInputs reads the sheets, the house rules and the KEY=VALUE arguments.
func rollInputs(a *app, args []string, g *rollFlags) (*rollSetup, error) {
	in, rest, err := parseRoll(a, args)
	if err != nil {
		return nil, err
	}
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: {}}
	st := &rollSetup{in: in, names: map[engine.Seat]string{}}
	if g.sheet != "" {
		if err := seatSheet(a, st, engine.Actor, g.sheet); err != nil {
			return nil, err
		}
	}
	for i, file := range g.against {
		if err := seatSheet(a, st, engine.Opponent(i+1), file); err != nil {
			return nil, err
		}
	}
	for _, text := range g.rules {
		if err := st.rule(text); err != nil {
			return nil, err
		}
	}
	for _, text := range rest {
		if err := st.set(text); err != nil {
			return nil, err
		}
	}
	return st, nil
}

// parseRoll finds what to roll: an action of a rulebook, with rest as its settings, or plain
// dice, which take all arguments.
func parseRoll(a *app, args []string) (in engine.Inputs, rest []string, err error) {
	if len(args) > 1 {
		if in.System, in.Action, err = actionOf(a, args[0], args[1]); err == nil {
			return in, args[2:], nil
		}
		if sys, unknown := systemOf(a, args[0]); unknown == nil && engine.Nearest(args[1], sys.ActionIDs()) != "" {
			return in, nil, misusef("%v. As dice: write how many, such as 1%s", strings.TrimSuffix(err.Error(), "."), strings.Join(args, " "))
		}
	}
	line := strings.Join(args, " ")
	for _, s := range append(systems.All(), dice.System) {
		if s.Typed == nil {
			continue
		}
		id, params, why := s.Typed(line)
		if id == "" {
			continue
		}
		in.System, in.Params = s, params
		in.Action, _ = s.Action(id)
		if why != nil && err != nil {
			why = fmt.Errorf("%s. As dice: %w", strings.TrimSuffix(err.Error(), "."), why)
		}
		return in, nil, misuseOf(why)
	}
	if why := dice.WhyNot(line); why != nil {
		return in, nil, misuseOf(why)
	}
	if err == nil {
		_, err = systemOf(a, args[0])
	}
	if err != nil && !strings.Contains(args[0], ".") && strings.ContainsAny(args[0], "0123456789<>=+*") { // no name of a rulebook
		return in, nil, misusef("%q cannot be read as dice: they are written as d6, 4d6+2 or d20 vs 12", line)
	}
	if err == nil {
		return in, nil, misusef("which action of %s? 'fray systems %s' lists them; plain dice are written as d6, 4d6+2 or d20 vs 12", args[0], args[0])
	}
	return in, nil, misusef("%v. It is not dice either: they are written as d6, 4d6+2 or d20 vs 12", strings.TrimSuffix(err.Error(), "."))
}

// actionOf finds an action of a rulebook.
func actionOf(a *app, system, action string) (*engine.System, *engine.Action, error) {
	sys, err := systemOf(a, system)
	if err != nil {
		return nil, nil, err
	}
	if a, ok := sys.Action(action); ok {
		return sys, a, nil
	}
	var ids []string
	for _, a := range sys.Actions {
		ids = append(ids, a.ID)
	}
	return nil, nil, misusef("%s has no action %q%s Its actions are %s", sys.ID, action, suggestion(action, ids), strings.Join(sys.ActionIDs(), ", "))
}

// suggestion ends a sentence with the nearest of words, as a suggestion.
func suggestion(typed string, words []string) string {
	if near := engine.Nearest(typed, words); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "."
}

// seatSheet reads a sheet from a file for a seat.
func seatSheet(a *app, st *rollSetup, seat engine.Seat, file string) error {
	for _, t := range st.in.System.Templates {
		if strings.EqualFold(file, t.ID) || strings.EqualFold(file, t.Name) {
			st.in.Sheets[seat], st.names[seat] = t.Page, t.Name
			return nil
		}
	}
	from := a.in
	if file != "-" {
		f, err := transfer.OpenImport(file, transfer.MostSheet)
		if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(file, `./\`) && len(st.in.System.Templates) > 0 {
			return misusef("%v. Of sample characters there are %s", err, strings.Join(sampleIDs(st.in.System), ", "))
		}
		if err != nil {
			return misuseOf(err)
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, transfer.MostSheet+1))
	switch {
	case err != nil:
		return misusef("the sheet cannot be read: %v", err)
	case len(text) > transfer.MostSheet:
		return misusef("the sheet is longer than %d MB", transfer.MostSheet>>20)
	}
	page, name, err := readSheet(a, text, st.in.System)
	if err != nil {
		return misusef("%s: %v", file, err)
	}
	st.in.Sheets[seat], st.names[seat] = page, name
	return nil
}

// sampleIDs are the ids of a rulebook's sample characters.
func sampleIDs(s *engine.System) (ids []string) {
	for _, t := range s.Templates {
		ids = append(ids, t.ID)
	}
	return ids
}

// readSheet reads an exported sheet, one rulebook's page of it, or a character of another
// program. What is not imported from that is listed on standard error.
func readSheet(a *app, text []byte, sys *engine.System) (page engine.Page, name string, err error) {
	var is struct {
		Systems, Characters, Table json.RawMessage
	}
	_, alien, _ := foreign.Read(text)
	if err := json.Unmarshal(text, &is); err != nil {
		return page, "", fmt.Errorf("this is not a sheet: %w. 'fray show TABLE NAME --json' writes one", err)
	}
	switch {
	case alien:
	case is.Characters != nil || is.Table != nil:
		return page, "", errors.New("this is a whole table; 'fray show TABLE NAME --json' writes one character's sheet")
	case is.Systems == nil:
		text = fmt.Appendf(nil, `{"systems":{%q:%s}}`, sys.ID, text)
	}
	c, left, err := transfer.ImportCharacter(bytes.NewReader(text), rules())
	if err != nil {
		return page, "", err
	}
	for _, l := range left {
		fmt.Fprintln(a.err, "fray: not imported from "+clean(c.Name)+": "+clean(l))
	}
	page, ok := c.Pages[sys.ID]
	if !ok {
		return page, "", fmt.Errorf("this sheet has no part for %s, only for %s", sys.ID, strings.Join(c.Systems(), ", "))
	}
	return sys.Sheet.WithoutBookkeeping(page), c.Name, nil
}

// rule sets a house rule from SYSTEM.NAME=VALUE.
func (st *rollSetup) rule(text string) error {
	key, value, err := splitPair(text, "SYSTEM.NAME=VALUE, such as "+st.in.System.ID+".NAME=on")
	if err != nil {
		return err
	}
	system, name, dotted := strings.Cut(key, ".")
	if !dotted {
		return misusef("name the rulebook of the house rule %q: --rule %s.%s", key, st.in.System.ID, text)
	}
	sys := st.in.System
	if system != sys.ID {
		return misusef("the house rule %s belongs to another rulebook, but this roll is from %s: --rule %s.%s", key, sys.Name, sys.ID, name)
	}
	if id, known := phrase.IDOf(sys.House.Fields(), name); known {
		name = id
	}
	sp, ok := sys.House.Field(name)
	if !ok {
		var ids []string
		for _, f := range sys.House.Fields() {
			ids = append(ids, f.ID)
		}
		return misusef("%s has no house rule %q%s 'fray systems %s' lists them", sys.ID, name, suggestion(name, ids), sys.ID)
	}
	v, err := sp.Parse(value)
	if err != nil {
		return misusef("house rule %v", err)
	}
	st.in.House = st.in.House.With(name, v)
	return nil
}

// set sets a parameter or a field from KEY=VALUE.
func (st *rollSetup) set(text string) error {
	key, value, err := splitPair(text, "KEY=VALUE: 'fray systems "+st.in.System.ID+" "+st.in.Action.ID+"' lists the keys")
	if err != nil {
		return err
	}
	if seat, ok := seatNamed(key); ok {
		if _, there := st.in.Sheets[seat]; !there {
			st.in.Sheets[seat] = engine.Page{} // an opponent who is mentioned takes part
		}
	}
	id := key
	if called, ok := st.idOf(key); ok {
		id = called
	}
	st.in, err = st.in.Set(id, value)
	return st.withParameters(key, err)
}

// idOf finds the id of the parameter or field whose label is name; "other." before it means
// the opponent's.
func (st *rollSetup) idOf(name string) (id string, ok bool) {
	whose := ""
	if seat, other := seatNamed(name); other {
		whose = string(seat) + "."
		name = strings.TrimPrefix(name, whose)
	}
	fields := st.in.System.Sheet
	if _, field := fields.Field(name); field {
		return "", false // no parameter accepts the name
	}
	params := slices.DeleteFunc(slices.Clone(st.in.Action.Params()), func(sp *engine.Spec) bool {
		return !strings.HasPrefix(sp.ID, whose) || whose == "" && strings.Contains(sp.ID, ".")
	})
	if id, ok := phrase.IDOf(params, name); ok {
		return id, true
	}
	id, ok = phrase.IDOf(fields.Fields(), name)
	return whose + id, ok
}

// seatNamed returns the opponent that other.KEY or other.2.KEY means.
func seatNamed(key string) (engine.Seat, bool) {
	rest, ok := strings.CutPrefix(key, string(engine.Other)+".")
	if !ok {
		return "", false
	}
	number, _, dotted := strings.Cut(rest, ".")
	if n, err := strconv.Atoi(number); err == nil && dotted && n > 1 && n <= engine.MostOpponents {
		return engine.Opponent(n), true
	}
	return engine.Other, true
}

// withParameters adds the parameters to the suggestions for an unknown name.
func (st *rollSetup) withParameters(key string, err error) error {
	var unknown *engine.UnknownField
	if !errors.As(err, &unknown) {
		return misuseOf(err)
	}
	sys, act := st.in.System, st.in.Action
	near := engine.Nearest(key, keys(sys, act))
	if near == "" && unknown.Key != key {
		near = engine.Nearest(unknown.Key, keys(sys, act))
	}
	words := fmt.Sprintf("%s %s has no parameter or field %q", sys.ID, act.ID, key)
	words += "."
	if near != "" {
		words = fmt.Sprintf("%s; did you mean %q?", strings.TrimSuffix(words, "."), near)
	}
	return misusef("%s 'fray systems %s %s' lists the parameters, 'fray systems %s' the fields", words, sys.ID, act.ID, sys.ID)
}

// keys lists the valid KEYs: parameters first, then fields.
func keys(sys *engine.System, act *engine.Action) []string {
	var out []string
	for _, sp := range slices.Concat(act.Params(), sys.Sheet.Fields()) {
		if !slices.Contains(out, sp.ID) {
			out = append(out, sp.ID)
		}
	}
	return out
}
