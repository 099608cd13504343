package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/saves/fairdice"
	"example.org/fray/ui/kit"
)

func systemsCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "systems [SYSTEM [ACTION]]",
		Short: "List rulebooks, their actions, fields and house rules",
		Long: `List the rulebooks; with SYSTEM, its actions, house rules and fields; with
ACTION, the parameters of that action.`,
		Example: `  fray systems
  fray systems d6
  fray systems d6 check
  fray systems supermen move --json`,
		Annotations:       map[string]string{toRoll: "fray systems d6 check\tthe parameters of an action"},
		Args:              between(0, 2, ""),
		ValidArgsFunction: completeSystems(a),
		RunE: func(_ *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return tellSystems(a)
			case 1:
				sys, err := systemOf(a, args[0])
				if err != nil {
					return err
				}
				return errors.Join(tellSystem(a, sys), broken(sys))
			}
			sys, act, err := actionOf(a, args[0], args[1])
			if err != nil {
				return err
			}
			return tellAction(a, sys, act)
		},
	}
}

// broken says what breaks in what is derived on a rulebook's sheets, nil if nothing does.
func broken(sys *engine.System) error {
	if sys.Derives == nil {
		return nil
	}
	for _, t := range append(slices.Clip(sys.Templates), engine.Template{}) {
		if err := sys.Derives(t.Page); err != nil {
			return fmt.Errorf("what is derived on its sheets breaks: %w", err)
		}
	}
	return nil
}

// systemJSON is a rulebook. In the list of all rulebooks it is shortened.
type systemJSON struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Author     string         `json:"author"`
	Dice       string         `json:"dice"`
	Actions    any            `json:"actions"` // ids in the list of all, otherwise actionJSON
	Help       string         `json:"help,omitempty"`
	Fields     []fieldJSON    `json:"fields,omitempty"`
	Lists      []listJSON     `json:"lists,omitempty"`
	HouseRules []fieldJSON    `json:"house_rules,omitempty"`
	Templates  []templateJSON `json:"templates,omitempty"`
	Time       *timeJSON      `json:"time,omitempty"`

	Chapters []engine.Chapter `json:"chapters,omitempty"` // headings of the book, with the code and plays of their rules
}

type actionJSON struct {
	System     string      `json:"system,omitempty"`
	ID         string      `json:"id"`
	Label      string      `json:"label"`
	Group      string      `json:"group"`
	Chapter    string      `json:"chapter"`
	Help       string      `json:"help"`
	Mode       string      `json:"mode"`    // active, passive, instant or by clock
	Against    string      `json:"against"` // nobody, may, must or many
	Parameters []fieldJSON `json:"parameters"`
}

type fieldJSON struct {
	ID      string        `json:"id"`
	Label   string        `json:"label"`
	Kind    string        `json:"kind"` // int, decimal, bool or text
	Unit    string        `json:"unit,omitempty"`
	Group   string        `json:"group,omitempty"`
	Help    string        `json:"help,omitempty"`
	Default engine.Value  `json:"default"`
	Least   *engine.Value `json:"least,omitempty"`
	Most    *engine.Value `json:"most,omitempty"` // for a text, its longest length in characters
	Options []string      `json:"options,omitempty"`
	RowsOf  string        `json:"rows_of,omitempty"` // the list whose rows it names
}

type listJSON struct {
	ID      string      `json:"id"`
	Label   string      `json:"label"`
	Columns []fieldJSON `json:"columns"`
}

type templateJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Note string `json:"note"`
}

type timeJSON struct {
	Round    string `json:"round"`
	Unit     string `json:"unit"`
	PerRound int    `json:"units_per_round"`
	RoundMS  int    `json:"round_ms"`
	Down     bool   `json:"counts_down"`
	PayEvery int    `json:"pay_every"`
}

var (
	kinds = map[engine.Kind]string{engine.Int: "int", engine.Decimal: "decimal", engine.Bool: "bool", engine.Text: "text"}
	modes = map[engine.Mode]string{engine.Active: "active", engine.Passive: "passive", engine.Instant: "instant", engine.ByClock: "by clock"}
	faces = map[engine.Need]string{engine.Alone: "nobody", engine.MayFace: "may", engine.MayFaceMany: "many"}
)

func fieldsOf(schema *engine.Schema, specs []*engine.Spec) []fieldJSON {
	empty := schema.Read(engine.Page{})
	out := []fieldJSON{}
	for _, sp := range specs {
		f := fieldJSON{ID: sp.ID, Label: sp.Label, Kind: kinds[sp.Kind], Unit: sp.Unit, Group: sp.Group, Help: sp.Help,
			Default: sp.Default(empty), Options: sp.Options, RowsOf: sp.RowsOf}
		least, most := engine.ValueOf(sp.Least), engine.ValueOf(sp.Most)
		switch sp.Kind {
		case engine.Int:
			f.Least, f.Most = &least, &most
		case engine.Decimal:
			least, most = engine.ValueOf(engine.Milli(sp.Least)), engine.ValueOf(engine.Milli(sp.Most))
			f.Least, f.Most = &least, &most
		case engine.Text:
			if sp.Options == nil {
				f.Most = &most
			}
		}
		out = append(out, f)
	}
	return out
}

func actionJSONOf(a *engine.Action) actionJSON {
	return actionJSON{ID: a.ID, Label: a.Label, Group: a.Group, Chapter: a.Chapter, Help: a.Help,
		Mode: modes[a.Mode], Against: faces[a.Need], Parameters: fieldsOf(a.Form, a.Params())}
}

func briefly(sys *engine.System) systemJSON {
	return systemJSON{ID: sys.ID, Name: sys.Name, Author: sys.Author, Dice: sys.Dice, Actions: sys.ActionIDs()}
}

func wholly(sys *engine.System) systemJSON {
	out := briefly(sys)
	var actions []actionJSON
	for _, a := range sys.Actions {
		actions = append(actions, actionJSONOf(a))
	}
	out.Actions, out.Help = actions, sys.Help
	out.Fields = fieldsOf(sys.Sheet, sys.Sheet.Fields())
	for _, l := range sys.Sheet.Lists() {
		out.Lists = append(out.Lists, listJSON{l.ID, l.Label, fieldsOf(sys.Sheet, l.Columns)})
	}
	out.HouseRules = fieldsOf(sys.House, sys.House.Fields())
	for _, t := range sys.Templates {
		out.Templates = append(out.Templates, templateJSON{t.ID, t.Name, t.Note})
	}
	out.Chapters = sys.BookChapters()
	out.Time = &timeJSON{sys.Time.Round, sys.Time.Unit, sys.Time.PerRound, sys.Time.RoundMS, sys.Time.Down, sys.Time.PayEvery}
	return out
}

func tellSystems(a *app) error {
	if a.json {
		out := []systemJSON{}
		for _, sys := range allSystems(a) {
			out = append(out, briefly(sys))
		}
		return a.document(out)
	}
	k := a.look()
	for _, sys := range allSystems(a) {
		a.line("%s  %s, by %s", k.Paint(kit.Title, sys.ID), sys.Name, sys.Author)
		a.text("    ", sys.Dice)
		a.text("    ", "actions: "+strings.Join(sys.ActionIDs(), ", "))
	}
	a.line("%s", k.Paint(kit.Dim, "'fray systems SYSTEM' shows more"))
	return nil
}

func tellSystem(a *app, sys *engine.System) error {
	if a.json {
		return a.document(wholly(sys))
	}
	k := a.look()
	a.line("%s, by %s", k.Paint(kit.Title, sys.Name), sys.Author)
	a.text("", sys.Dice)
	for _, part := range strings.Split(sys.Help, "\n\n") {
		a.line("")
		a.text("", strings.Join(strings.Fields(part), " "))
	}
	a.line("\n%s", k.Paint(kit.Title, "Actions"))
	for _, act := range sys.Actions {
		clock := ""
		if act.Mode == engine.ByClock {
			clock = " (the clock starts it)"
		}
		a.line("  %-16s %s%s", act.ID, act.Help, clock)
	}
	a.line("\n%s, set with --rule %s.NAME=VALUE", k.Paint(kit.Title, "House rules"), sys.ID)
	printFields(a, sys.House, sys.House.Fields())
	a.line("\n%s", k.Paint(kit.Title, "Fields of a sheet"))
	printFields(a, sys.Sheet, sys.Sheet.Fields())
	for _, l := range sys.Sheet.Lists() {
		a.line("  %s/ROW/…  %s", l.ID, l.Label)
		for _, col := range l.Columns {
			a.line("      %-18s %s", col.ID, col.Range())
		}
	}
	a.line("\n%s", k.Paint(kit.Title, "Sample characters"))
	for _, t := range sys.Templates {
		a.line("  %-16s %s: %s", t.ID, t.Name, t.Note)
	}
	printChapters(a, sys)
	return nil
}

// printChapters prints the headings of the book, with the code of their rules and the plays
// that show them.
func printChapters(a *app, sys *engine.System) {
	if sys.Chapters == "" {
		return
	}
	a.line("\n%s, with their code in engine/%s and their examples in its testdata", a.look().Paint(kit.Title, "Chapters of the book"), sys.ID)
	for _, c := range sys.BookChapters() {
		a.line("  %s", c.Heading)
		a.text("      ", strings.Join(c.Files, ", "))
		a.text("      ", strings.Join(c.Plays, ", "))
	}
}

func tellAction(a *app, sys *engine.System, act *engine.Action) error {
	if a.json {
		out := actionJSONOf(act)
		out.System = sys.ID
		return a.document(out)
	}
	k := a.look()
	a.line("%s (%s)", k.Paint(kit.Title, sys.Name+": "+act.Label), act.Chapter)
	a.text("", act.Help)
	a.line("\n%s", k.Paint(kit.Title, "Parameters"))
	printFields(a, act.Form, act.Params())
	if act.Need == engine.MayFaceMany {
		a.text("  ", fmt.Sprintf("other.2.…, other.3.… up to other.%d.…: the same for each further opponent", engine.MostOpponents))
	}
	if line, ok := example(sys, act); ok {
		a.line("\n%s", line)
	}
	return nil
}

// example gives a line to copy that rolls the action: the shortest that the rules do not refuse.
// It is false for what only the clock or another roll begins.
func example(sys *engine.System, act *engine.Action) (line string, ok bool) {
	type try struct {
		words string
		in    engine.Inputs
	}
	bare := engine.Inputs{System: sys, Action: act, Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
	tries := []try{{"", bare}}
	for _, t := range sys.Templates {
		in := bare
		in.Sheets = map[engine.Seat]engine.Page{engine.Actor: t.Page}
		tries = append(tries, try{" --sheet " + t.ID, in})
		if act.Need == engine.Alone {
			continue
		}
		for _, foe := range sys.Templates {
			against := in
			against.Sheets = map[engine.Seat]engine.Page{engine.Actor: t.Page, engine.Other: foe.Page}
			tries = append(tries, try{" --sheet " + t.ID + " --against " + foe.ID, against})
		}
	}
	for _, x := range tries {
		for _, sp := range slices.Concat([]*engine.Spec{nil}, act.Form.Fields()) {
			for _, value := range exampleValues(sp, x.in) {
				in, words := x.in, x.words
				if sp != nil {
					var err error
					if in, err = in.Set(sp.ID, value); err != nil {
						continue
					}
					words = " " + quotedForShell(sp.ID+"="+value) + words
				}
				if rolls(in) {
					return "fray roll " + sys.ID + " " + act.ID + words, true
				}
			}
		}
	}
	return "", false
}

// rolls reports whether a roll comes to an end within some answers, everything answered as it is
// offered.
func rolls(in engine.Inputs) bool {
	throw, left := fairdice.Throw(1), 60
	step, err := engine.RunOn(in.WithoutNotes(), nil, func(q engine.Question, _ func() engine.Step) (engine.Answer, bool) {
		if left--; q.Wants != engine.Throwing {
			return q.Offered(), left > 0
		}
		return q.Thrown(throw(q.Dice)), left > 0
	})
	return err == nil && step.Done()
}

// exampleValues are what a parameter may be in an example.
func exampleValues(sp *engine.Spec, in engine.Inputs) []string {
	switch {
	case sp == nil:
		return []string{""}
	case sp.Options != nil:
		return sp.Options[:min(2, len(sp.Options))]
	case sp.Kind == engine.Int:
		return []string{fmt.Sprint(max(sp.Least, min(sp.Most, 10))), fmt.Sprint(max(sp.Least, min(sp.Most, 1)))}
	case sp.RowsOf != "":
		page := in.Sheets[engine.Actor]
		for _, id := range page.RowIDs(sp.RowsOf) {
			if name, ok := page.Get(sp.RowsOf + "/" + id + "/name"); ok {
				return []string{name.Text()}
			}
		}
	case sp.Kind == engine.Text:
		return []string{"4D", "12"}
	}
	return nil
}

// quotedForShell writes one argument as a shell reads it.
func quotedForShell(arg string) string {
	if strings.IndexFunc(arg, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=.,:/+-", r)
	}) < 0 {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// printFields prints fields with their ranges and defaults.
func printFields(a *app, schema *engine.Schema, specs []*engine.Spec) {
	empty := schema.Read(engine.Page{})
	for _, sp := range specs {
		words := sp.Range()
		if label := strings.ReplaceAll(sp.ID[strings.LastIndexByte(sp.ID, '.')+1:], "_", " "); sp.Label != "" && !strings.EqualFold(sp.Label, label) { // the name that forms show
			words = sp.Label + ": " + words
		}
		if d := sp.DefaultWords(empty); d != "" {
			words += " (" + d + ")"
		}
		if sp.Help != "" {
			words += ". " + sp.Help
		}
		name := sp.ID
		for _, l := range kit.Wrap(words, width-23) {
			a.line("  %-20s %s", name, l)
			name = ""
		}
	}
	if len(specs) == 0 {
		a.line("  none")
	}
}
