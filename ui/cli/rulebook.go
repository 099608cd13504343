package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/enginetest"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/kit"
)

//go:embed rulebook.star
var newRulebook string

func rulebookCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "rulebook",
		Short: "Write, check and keep rulebooks: games as text files",
		Long: `A rulebook is one text file, NAME.star: its declarations first, its rules below.
'fray help rulebook' is a lesson that builds one in five steps, and the reference.

Wherever a rulebook's id is expected, the path of such a file may stand:
fray roll NAME.star ACTION.`,
		Example: `  fray rulebook new mygame
  fray rulebook check mygame.star
  fray roll mygame.star check
  fray play Friday --rulebook mygame.star --watch`,
		Annotations: map[string]string{tryRules: "fray rulebook new NAME\twrite a game of your own, as a text file"},
		Args:        between(0, 0, "one of new, check, list, show, add, remove"),
		RunE:        func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	one := func(use, short, example string, do func(a *app, name string) error) {
		c.AddCommand(&cobra.Command{Use: use, Short: short, Example: example, Args: needs(1, "a name, such as: "+strings.TrimSpace(example)),
			RunE: func(_ *cobra.Command, args []string) error {
				if len(args) > 1 {
					return misusef("one name, and no more: %s", strings.TrimSpace(example))
				}
				return do(a, args[0])
			}})
	}
	one("new NAME", "Write a commented NAME.star to start from", "  fray rulebook new mygame", makeRulebook)
	table := ""
	check := &cobra.Command{Use: "check FILE", Short: "List everything that is wrong with a rulebook's text",
		Long:    "List everything that is wrong with a rulebook's text, and what holds of it. With\n--table, also list which ids it no longer has of the version that a table has.",
		Example: "  fray rulebook check mygame.star\n  fray rulebook check mygame.star --table Friday",
		Args:    between(1, 1, "a name, such as: fray rulebook check mygame.star"),
		RunE:    func(_ *cobra.Command, args []string) error { return checkRulebook(a, args[0], table) }}
	check.Flags().StringVar(&table, "table", "", "a `TABLE` whose version of the rulebook the text is compared with")
	c.AddCommand(check)
	c.AddCommand(&cobra.Command{Use: "list", Short: "List the rulebooks that are available", Args: between(0, 0, ""), Example: "  fray rulebook list",
		RunE: func(*cobra.Command, []string) error { return listRulebooks(a) }})
	one("show ID", "Show the text of a rulebook", "  fray rulebook show mygame", showRulebook)
	one("add FILE", "Put a rulebook on the shelf, for any table", "  fray rulebook add mygame.star", addRulebook)
	one("remove ID", "Take a rulebook off the shelf; tables that have it keep it", "  fray rulebook remove mygame", removeRulebook)
	return c
}

var rulebookID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9]+`) })

// makeRulebook writes a valid new rulebook text.
func makeRulebook(a *app, name string) error {
	path := strings.TrimSuffix(name, rulebookSuffix) + rulebookSuffix
	title := strings.TrimSuffix(filepath.Base(path), rulebookSuffix)
	id := strings.Trim(rulebookID().ReplaceAllString(strings.ToLower(title), "-"), "-")
	if id == "" || id[0] < 'a' {
		return misusef("a rulebook's name begins with a letter from a to z")
	}
	title = strings.NewReplacer(`"`, "", `\`, "", "\n", " ").Replace(title)
	text := strings.NewReplacer("GAME_ID", id, "GAME_NAME", strings.ToUpper(title[:1])+title[1:]).Replace(newRulebook)
	err := transfer.WriteFile(path, false, transfer.Bytes([]byte(text)))
	if errors.Is(err, os.ErrExist) {
		return misusef("%s is there already: choose another name", path)
	}
	if err != nil {
		return err
	}
	if a.json {
		return a.document(map[string]string{"file": path, "id": id})
	}
	a.line("%s is written. Try it:", clean(path))
	a.line("  fray roll %s check --rule %s.crits=off", clean(path), id)
	a.line("  fray rulebook check %s", clean(path))
	a.line("'fray help rulebook' goes on from there")
	return nil
}

// checkedAction says how long the odds of an action take.
type checkedAction struct {
	ID       string  `json:"id"`
	Readings int     `json:"readings"`
	MS       float64 `json:"ms"`
}

// checkedRulebook is the result of checking a text.
type checkedRulebook struct {
	OK      bool            `json:"ok"`
	ID      string          `json:"id"`
	Errors  []script.Fault  `json:"errors"`
	Actions []checkedAction `json:"actions"`
	Plays   int             `json:"plays"`
	Partly  []string        `json:"partly,omitempty"` // what was not compared in full
	Gone    []string        `json:"gone,omitempty"`   // ids that the table's version has and this text has not
}

// errRulebook means that a text is invalid, which was printed already.
var errRulebook = errors.New("the rulebook does not hold")

func checkRulebook(a *app, file, table string) error {
	text, ok, err := rulebookText(a, file)
	if err == nil && !ok {
		err = misusef("%q is not a rulebook's text: name a file that ends in %s, or one of 'fray rulebook list'", file, rulebookSuffix)
	}
	if err != nil {
		return err
	}
	out := checkedRulebook{Errors: []script.Fault{}, Actions: []checkedAction{}}
	sys, err := script.Load(file, text)
	var faults script.Faults
	if errors.As(err, &faults) {
		out.Errors = faults
		return tellChecked(a, file, nil, out)
	}
	out.ID = sys.ID
	found, partly := enginetest.Examine(sys, filepath.Dir(file), time.Second/4)
	out.Partly = partly
	out.Errors = append(out.Errors, faultsOf(sys, file, text, found)...)
	plays, err := filesEnding(filepath.Dir(file), ".play")
	if err != nil {
		return err
	}
	for _, play := range plays {
		if text, err := readPlay(play); err == nil && !playsRulebook(text, sys.ID, filepath.Base(file)) {
			continue
		}
		failures, err := runPlay(a, play, sys)
		if err != nil {
			out.Errors = append(out.Errors, script.Fault{File: play, Words: err.Error()})
			continue
		}
		out.Plays++
		for _, f := range failures {
			out.Errors = append(out.Errors, script.Fault{File: f.File, Line: f.Line, Column: 1, Words: "wanted " + f.Want + ", got " + f.Got})
		}
	}
	var notMeasured int
	if out.Actions, notMeasured = measureOdds(sys, allStepsToMeasure); notMeasured > 0 {
		out.Partly = append(out.Partly, fmt.Sprintf("how long the odds of %s take", engine.Counted(notMeasured, "further action")))
	}
	if table != "" {
		err := withTable(a, table, func(live *saves.Live) error {
			was, ok := live.Now().Rulebook(sys.ID)
			if !ok {
				return misusef("%s has no rulebook %s", table, sys.ID)
			}
			out.Gone = decide.IDsGone(was, sys)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return tellChecked(a, file, sys, out)
}

// faultsOf gives the places of what was found out about a rulebook: where it broke or, if
// nothing did, the rules of the actions that do not hold.
func faultsOf(sys *engine.System, file, text string, found []string) []script.Fault {
	out := script.FaultsIn(file, text, found)
	if len(out) > 0 { // the rest follows from those
		return out
	}
	for _, words := range found {
		f := script.Fault{File: filepath.Base(file), Words: words}
		id, _, _ := strings.Cut(strings.FieldsFunc(words+":", func(c rune) bool { return c == ',' || c == ':' })[0], " ")
		if a, ok := sys.Action(id); ok && a.Line > 0 {
			f.Line, f.Column = a.Line, 1
		}
		out = append(out, f)
	}
	return out
}

// playsRulebook reports whether a play names a rulebook, by its id or its file.
func playsRulebook(text, id, file string) bool {
	for l := range strings.Lines(text) {
		words := strings.Fields(strings.NewReplacer(":", " ", ",", " ", "/", " ").Replace(l))
		if len(words) > 1 && slices.Contains([]string{"system", "table", "join"}, words[0]) &&
			(slices.Contains(words[1:], id) || slices.Contains(words[1:], file)) {
			return true
		}
	}
	return false
}

// How many steps the odds may take that are measured: of an action, and of all of them.
const (
	stepsToMeasure    = 1_000_000
	allStepsToMeasure = 10_000_000
)

// measureOdds counts the odds of every action that throws dice, until all together have taken
// so many steps. It returns how many of the actions it has not come to.
func measureOdds(sys *engine.System, left int) (out []checkedAction, notReached int) {
	out = []checkedAction{}
	for i, act := range sys.Actions {
		if left <= 0 {
			return out, len(sys.Actions) - i
		}
		in := engine.Inputs{System: sys, Action: act, Sheets: map[engine.Seat]engine.Page{engine.Actor: sys.Templates[0].Page}}
		if act.Need != engine.Alone {
			in.Sheets[engine.Other] = sys.Templates[len(sys.Templates)-1].Page
		}
		in = in.Within(stepsToMeasure)
		in.WithoutBound = true // one that is given up is not measured
		began := time.Now()
		c, err := engine.Odds(in, nil, nil)
		if left -= c.Steps; err == nil {
			out = append(out, checkedAction{act.ID, c.Walked, float64(time.Since(began).Microseconds()) / 1000})
		}
	}
	return out, 0
}

func tellChecked(a *app, file string, sys *engine.System, out checkedRulebook) error {
	out.OK = len(out.Errors) == 0
	if a.json {
		if err := a.document(out); err != nil {
			return err
		}
	} else {
		for _, f := range out.Errors {
			for _, l := range strings.Split(f.Error(), "\n") {
				a.line("%s", clean(strings.ReplaceAll(l, "\t", "    ")))
			}
		}
	}
	if !out.OK {
		return errRulebook
	}
	if a.json {
		return nil
	}
	k := a.look()
	a.line("%s holds: %s", clean(filepath.Base(file)), k.Paint(kit.Title, sys.Name))
	a.line("  %d %s, %d %s, %d %s", len(sys.Actions), plural(len(sys.Actions), "action", "actions"),
		len(sys.Sheet.Fields()), plural(len(sys.Sheet.Fields()), "field", "fields"), len(sys.Templates), plural(len(sys.Templates), "template", "templates"))
	a.line("  Every path of every action ends, goes on after every question, tells itself in")
	a.line("  words, and comes to what its odds say; sheets at their limits break nothing.")
	for _, words := range out.Partly {
		a.text("  ", "Not compared in full: "+clean(words))
	}
	for _, words := range out.Gone {
		a.text("  ", clean(words))
	}
	if out.Plays > 0 {
		a.line("  %d %s beside it.", out.Plays, plural(out.Plays, "play holds", "plays hold"))
	}
	a.line("  Odds, for the first template:")
	for _, x := range out.Actions {
		a.line("    %-20s %6d %-8s %7.2f ms", x.ID, x.Readings, plural(x.Readings, "reading", "readings"), x.MS)
	}
	return nil
}

// rulebookJSON is one rulebook in the list.
type rulebookJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	From string `json:"from"` // "built in", or the path of its text
}

func listRulebooks(a *app) error {
	out := []rulebookJSON{}
	shelved, err := shelvedIDs(a)
	if err != nil {
		return err
	}
	for _, s := range systems.All() {
		out = append(out, rulebookJSON{s.ID, s.Name, "built in"})
	}
	for _, id := range books.IDs() {
		if sys, err := systemOf(a, id); err == nil && !slices.Contains(shelved, id) {
			out = append(out, rulebookJSON{id, sys.Name, "built in, as text"})
		}
	}
	var broken []string
	for _, id := range shelved {
		sys, err := systemOf(a, id)
		if err != nil {
			broken = append(broken, id)
			continue
		}
		out = append(out, rulebookJSON{sys.ID, sys.Name, shelvedRulebook(a, id)})
	}
	if a.json {
		return a.document(out)
	}
	for _, s := range out {
		a.line("%-12s %s  (%s)", s.ID, clean(s.Name), clean(s.From))
	}
	for _, id := range broken {
		a.line("%-12s cannot be read: fray rulebook check %s", id, clean(shelvedRulebook(a, id)))
	}
	return nil
}

func showRulebook(a *app, name string) error {
	text, ok, err := rulebookText(a, name)
	if err != nil {
		return err
	}
	if !ok {
		if _, err := systemOf(a, name); err != nil {
			return err
		}
		return misusef("%s is built in, in Go: 'fray systems %s' shows what it has", name, name)
	}
	if a.json {
		return a.document(map[string]string{"id": strings.TrimSuffix(filepath.Base(name), rulebookSuffix), "text": text})
	}
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		a.line("%s", clean(strings.ReplaceAll(l, "\t", "    ")))
	}
	return nil
}

func addRulebook(a *app, file string) error {
	if !isRulebookFile(file) {
		return misusef("the text of a rulebook is a file that ends in %s", rulebookSuffix)
	}
	text, err := readRulebook(file)
	if err != nil {
		return err
	}
	sys, err := script.Load(file, text)
	if err != nil {
		return err
	}
	if model.FileName(sys.ID) != sys.ID {
		return misusef("a rulebook on the shelf cannot have the id %q, which names a device on some systems", sys.ID)
	}
	if found := enginetest.Breaks(sys); len(found) > 0 {
		return tellChecked(a, file, nil, checkedRulebook{ID: sys.ID, Errors: faultsOf(sys, file, text, found), Actions: []checkedAction{}})
	}
	if err := os.MkdirAll(rulebookShelf(a), 0o700); err != nil {
		return saves.Explain(rulebookShelf(a), err)
	}
	to := shelvedRulebook(a, sys.ID)
	err = transfer.WriteFile(to, false, transfer.Bytes([]byte(text)))
	if errors.Is(err, fs.ErrExist) {
		if there, readErr := readRulebook(to); readErr != nil || there != text {
			return misusef("another text of %s is on the shelf: 'fray rulebook remove %s' takes it off, tables that have it keep it", sys.ID, sys.ID)
		}
		err = nil
	}
	if err != nil {
		_ = os.Remove(rulebookShelf(a)) // where it is empty
		return saves.Explain(rulebookShelf(a), err)
	}
	if a.json {
		return a.document(rulebookJSON{sys.ID, sys.Name, to})
	}
	a.line("%s is on the shelf: fray play NAME --rulebook %s", clean(sys.Name), sys.ID)
	return nil
}

func removeRulebook(a *app, id string) error {
	there, err := shelvedIDs(a)
	if err != nil {
		return err
	}
	if !slices.Contains(there, id) {
		return misusef("no rulebook on the shelf is called %q%s 'fray rulebook list' lists them", id, suggestion(id, there))
	}
	if err := os.Remove(shelvedRulebook(a, id)); err != nil {
		return saves.Explain(rulebookShelf(a), err)
	}
	if a.json {
		return a.document(map[string]string{"id": id})
	}
	a.line("%s is off the shelf. Tables that are played by it keep its text", id)
	return nil
}
