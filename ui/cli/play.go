package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
)

// playFlags holds the flags of 'fray play' and 'fray demo'.
type playFlags struct {
	system   string // rulebook of a new table
	watch    bool   // watch the file of that rulebook
	new      bool   // create the table if it does not exist
	readOnly bool
	anyway   bool
}

func playCommand(a *app) *cobra.Command {
	o := playFlags{}
	c := &cobra.Command{
		Use:   "play [NAME|FILE]",
		Short: "Open a table, or create it",
		Long: `Open a table. NAME is looked up in the folder of tables ('fray paths' shows
where that is); FILE is a path, or ends in .fray. Without either, fray opens the
last table that was played.

A table that does not exist is created if you say so: with --new or --rulebook,
or when fray asks.`,
		Example: `  fray play "The Vault Job"
  fray play "Harbour Lights" --new
  fray play "Harbour Lights" --rulebook d6
  fray play "Harbour Lights" --rulebook mygame.star --watch
  fray play vault --read-only
  fray play ./evening.fray`,
		Annotations: map[string]string{
			toPlay: "fray play NAME\topen a table\n" +
				"fray play NAME --new\tcreate one; --rulebook d6 picks its rules\n" +
				"fray play NAME --read-only\tlook at a table without changing it\n" +
				"fray play NAME --plain\tin lines, for screen readers and pipes",
		},
		Args:              between(0, 1, ""),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case o.watch && !isRulebookFile(o.system):
				return misusef("--watch follows the file of a rulebook: fray play NAME --rulebook FILE%s --watch", rulebookSuffix)
			case o.readOnly && (o.new || o.system != ""):
				return misusef("--read-only opens an existing table and --new creates one: use only one of the two")
			case len(args) > 0:
				return playNamed(a, args[0], o)
			case o.new || o.system != "":
				return misusef("a new table needs a name: fray play NAME --new")
			}
			return openLast(a, o)
		},
	}
	c.Flags().BoolVar(&o.watch, "watch", false, "with --rulebook FILE, use each new version of the file that you save while you play")
	o.flags(a, c, "create a new table with this `RULEBOOK`")
	c.Flags().BoolVar(&o.anyway, "anyway", false, "play a table that this version does not wholly understand; its log will say so")
	c.Flags().BoolVar(&o.new, "new", false, "create the table if it does not exist")
	return c
}

// flags declares the flags that play and demo share. --system is another name of
// --rulebook, for scripts.
func (o *playFlags) flags(a *app, c *cobra.Command, rulebook string) {
	c.Flags().StringVar(&o.system, "rulebook", "", rulebook)
	c.Flags().BoolVar(&o.readOnly, "read-only", false, "only look at the table, without changing it")
	c.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "system" {
			name = "rulebook"
		}
		return pflag.NormalizedName(name)
	})
	_ = c.RegisterFlagCompletionFunc("rulebook", func(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeRoll(a)(c, nil, typed)
	}) // the error only means that the flag does not exist
}

// playNamed opens a table by name. If there is none and o.new is set, it creates one.
func playNamed(a *app, name string, o playFlags) error {
	p, err := a.locate(name)
	var none *saves.NotFound
	if errors.As(err, &none) && !o.readOnly {
		if err := checkName(a, name); err != nil {
			return err
		}
		if !o.new && o.system == "" {
			if p, err = askNew(a, none); p.name != "" || err != nil {
				return opened(a, p, err, o)
			}
		}
		return makeTable(a, name, o)
	}
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return err
	}
	if err != nil {
		return misuseOf(err)
	}
	if o.system != "" {
		if _, text, err := rulebookText(a, o.system); err != nil || !text || o.readOnly {
			if err != nil {
				return err
			}
			return misusef("%s already exists: --rulebook is for a new table, or gives this one the newer text of a rulebook, FILE%s", p.name, rulebookSuffix)
		}
	}
	return openAt(a, p, o)
}

func opened(a *app, p place, err error, o playFlags) error {
	if err != nil {
		return err
	}
	return openAt(a, p, o)
}

// askNew asks whether to open the table with the nearest name or to create a new one. It
// returns the table to open, which has no name to create one. The error is none if nobody
// can be asked or the answer is no.
func askNew(a *app, none *saves.NotFound) (open place, err error) {
	near := ""
	for _, there := range none.There {
		if near == "" || phrase.Distance(strings.ToLower(there), strings.ToLower(none.Name)) < phrase.Distance(strings.ToLower(near), strings.ToLower(none.Name)) {
			near = there
		}
	}
	words := fmt.Sprintf("there is no table called %q", none.Name)
	if near != "" {
		words += fmt.Sprintf("; the nearest is %q", near)
	}
	if !a.onTerminal() {
		return place{}, misusef("%s. --new creates it", words)
	}
	ask := "Create it? [y/n] "
	if near != "" {
		ask = fmt.Sprintf("Create %q? [y/n, o opens %q] ", none.Name, near)
	}
	fmt.Fprint(a.out, clean("fray: "+words+".\n"+ask))
	answer, _ := bufio.NewReader(a.in).ReadString('\n') // the end of the input counts as no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return place{}, nil
	case "o", "open":
		if near != "" {
			p, err := a.locate(near)
			return p, misuseOf(err)
		}
	}
	return place{}, misusef("%s: nothing was created", words)
}

func openAt(a *app, p place, o playFlags) error {
	usual := debug.SetGCPercent(collectLittle)
	live, err := openTable(a, p, o)
	if err != nil {
		return err
	}
	if join, err := joinInstead(a, live); join || err != nil {
		return err
	}
	if err := setRulebook(a, live, o.system); err != nil {
		return errors.Join(err, live.Close())
	}
	return playTable(a, live, openOptions{watch: o.watchedFile(), drawn: func() { debug.SetGCPercent(usual) }})
}

// collectLittle is the garbage beside what is in use, in percent, from which on it is
// collected until the first frame stands: else that would be done several times meanwhile.
const collectLittle = 300

// watchedFile returns the file to watch, or "".
func (o playFlags) watchedFile() string {
	if o.watch {
		return o.system
	}
	return ""
}

// setRulebook gives a table the current text of the named rulebook, if it has another
// version or none.
func setRulebook(a *app, live *saves.Live, name string) error {
	text, ok, err := rulebookText(a, name)
	if err != nil || !ok {
		return err
	}
	sys, err := script.Load(strings.TrimSuffix(name, rulebookSuffix)+rulebookSuffix, text)
	if err != nil {
		return err
	}
	return addRulebookText(live, sys, text)
}

// addRulebookText gives a table the text of a rulebook, unless it has that very text.
func addRulebookText(live *saves.Live, sys *engine.System, text string) error {
	if has, ok := live.Now().RulebookText(sys.ID); ok && has.Hash == model.HashRulebook(text) {
		return nil
	}
	_, err := live.Do(model.Seat{Role: model.GM}, model.SetRulebook{Text: text})
	return err
}

func openTable(a *app, p place, o playFlags) (*saves.Live, error) {
	if o.readOnly {
		return p.look(a)
	}
	return openToPlay(a, p, o.anyway)
}

// openToPlay opens a table. With anyway it can be played even where this version does not wholly
// understand it, and its log says so.
func openToPlay(a *app, p place, anyway bool) (*saves.Live, error) {
	t := a.at(p.store)
	t.Anyway = anyway
	return t.Open(context.Background(), p.name)
}

// checkName returns an error if name cannot be the name of a new table.
func checkName(a *app, name string) error {
	if strings.Trim(name, " .") == "" {
		return misusef("a table needs a name")
	}
	if dir, _ := filepath.Split(name); dir != "" && !strings.HasSuffix(name, logfile.Suffix) { // probably a name with a / in it
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return misusef("there is no folder %s. A path ending in %s creates it; a name without / goes into %s", dir, logfile.Suffix, a.folder())
		}
	}
	return nil
}

func makeTable(a *app, name string, o playFlags) error {
	system := cmp.Or(o.system, systems.All()[0].ID)
	if _, err := systemOf(a, system); err != nil {
		return err
	}
	live, err := makeNamed(a, name, system)
	if err != nil {
		return err
	}
	return playTable(a, live, openOptions{fresh: true, watch: o.watchedFile()})
}

// openLast opens the table that was played last. If there is none it asks which to open;
// without a terminal it prints the demo.
func openLast(a *app, o playFlags) error {
	files := a.files()
	all, err := files.List(context.Background())
	if err != nil {
		return err
	}
	if len(all) == 0 && o.readOnly {
		return misusef("there is no table to look at yet: 'fray demo --read-only' shows the demo")
	}
	if len(all) == 0 && a.onTerminal() && !a.inLines() {
		return runScreen(screenConfig(a))
	}
	if len(all) == 0 {
		return playDemo(a, o, openOptions{demo: true})
	}
	return openAt(a, place{files, all[0].Path}, o)
}
