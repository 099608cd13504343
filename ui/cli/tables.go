package cli

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/engine/dice"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/pane"
)

// rules are the rulebooks a table is played with.
func rules() model.Rules {
	out := model.Rules{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	out[dice.System.ID] = dice.System
	return out
}

// deps are the clock and the dice of a live table.
func deps() saves.Deps {
	return saves.Deps{Now: time.Now, Seed: func() (seed [32]byte) {
		_, _ = rand.Read(seed[:]) // it never fails: it ends the program instead
		return seed
	}}
}

// folder is where tables are.
func (s *shell) folder() string {
	for _, dir := range []string{s.saves, s.env("FRAY_SAVES")} {
		if dir != "" {
			return dir
		}
	}
	if data := s.env("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "fray")
	}
	return saves.Folder("")
}

// find gives the path of a table, by its name or its path.
func (s *shell) find(name string) (string, error) {
	path, err := saves.Find(s.folder(), name)
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return "", err
	}
	return path, misuseOf(err)
}

// looked opens a table to be read, whole, and closes it again after use. Of a
// damaged one it gives what is sound, and says what is missing.
func (s *shell) looked(name string, use func(*saves.Live) error) error {
	path, err := s.find(name)
	if err != nil {
		return err
	}
	live, err := saves.Look(path, rules())
	if err != nil {
		return err
	}
	var newer *saves.Newer
	if errors.As(live.Why(), &newer) {
		fmt.Fprintln(s.err, "fray: "+clean(newer.Error()))
	}
	err = errors.Join(use(live), live.Close())
	if found := live.Findings(); err == nil && found != nil {
		s.tell().tellFindings(found)
		return errDamaged
	}
	return err
}

// tellFindings says on standard error what was found damaged.
func (s teller) tellFindings(f *saves.Findings) {
	for _, words := range f.Lines() {
		fmt.Fprintln(s.err, "fray: "+clean(words))
	}
}

// opening is how a table is to be opened.
type opening struct {
	system   string // of a new table
	new      bool   // one that is not there is made
	readOnly bool
}

func (s *shell) play() *cobra.Command {
	o := opening{}
	c := &cobra.Command{
		Use:   "play [NAME|FILE]",
		Short: "Open a table, or create it",
		Long: `Open a table. NAME is looked up in the folder of tables ('fray paths' shows
where that is); FILE is a path, or ends in .fray. Without either, the last
table that was played is opened.

A table that does not exist is created if you say so: with --new or --system,
or when fray asks.`,
		Example: `  fray play "The Vault Job"
  fray play "Harbour Lights" --new
  fray play "Harbour Lights" --system d6
  fray play vault --read-only
  fray play ./evening.fray`,
		Args:              between(0, 1, ""),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case o.readOnly && (o.new || o.system != ""):
				return misusef("--read-only opens an existing table and --new creates one: use only one of the two")
			case len(args) > 0:
				return s.playNamed(args[0], o)
			case o.new || o.system != "":
				return misusef("a new table needs a name: fray play NAME --new")
			}
			return s.last(o)
		},
	}
	c.Flags().StringVar(&o.system, "system", "", "create a new table that keeps time by this `RULEBOOK`")
	c.Flags().BoolVar(&o.new, "new", false, "create the table if it does not exist")
	c.Flags().BoolVar(&o.readOnly, "read-only", false, "only look at the table, without changing it")
	return c
}

// playNamed opens a table; when nobody is called so it is made, if that is
// wished.
func (s *shell) playNamed(name string, o opening) error {
	path, err := saves.Find(s.folder(), name)
	var none *saves.NotFound
	if errors.As(err, &none) && !o.readOnly {
		if err := s.sit().mayMake(name); err != nil {
			return err
		}
		if !o.new && o.system == "" {
			if path, err = s.sit().askNew(none); path != "" || err != nil {
				return s.opened(path, err, o)
			}
		}
		return s.make(name, o.system)
	}
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return err
	}
	if err != nil {
		return misuseOf(err)
	}
	if o.system != "" {
		return misusef("%s already exists, and --system is only for a new table", path)
	}
	return s.open(path, o)
}

func (s *shell) opened(path string, err error, o opening) error {
	if err != nil {
		return err
	}
	return s.open(path, o)
}

// askNew names the table that was perhaps meant, and asks whether to open it or
// to make a new one. It gives the path of the one to open, "" to make it. The
// error is that of nobody to ask, or of no.
func (s sitting) askNew(none *saves.NotFound) (open string, err error) {
	near := ""
	for _, there := range none.There {
		if near == "" || pane.Distance(strings.ToLower(there), strings.ToLower(none.Name)) < pane.Distance(strings.ToLower(near), strings.ToLower(none.Name)) {
			near = there
		}
	}
	words := fmt.Sprintf("there is no table called %q", none.Name)
	if near != "" {
		words += fmt.Sprintf("; the nearest is %q", near)
	}
	if !s.onTerminal() {
		return "", misusef("%s. --new creates it", words)
	}
	ask := "Create it? [y/n] "
	if near != "" {
		ask = fmt.Sprintf("Create %q? [y/n, o opens %q] ", none.Name, near)
	}
	fmt.Fprint(s.out, clean("fray: "+words+".\n"+ask))
	answer, _ := bufio.NewReader(s.in).ReadString('\n') // the end of the input is no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return "", nil
	case "o", "open":
		if near != "" {
			path, err := saves.Find(s.folder(), near)
			return path, misuseOf(err)
		}
	}
	return "", misusef("%s: nothing was created", words)
}

func (s *shell) open(path string, o opening) error {
	live, err := openTable(path, o)
	if err != nil {
		return err
	}
	if join, err := (hosting{s.sit()}).instead(live); join || err != nil {
		return err
	}
	return s.sit().on(live, entrance{})
}

func openTable(path string, o opening) (*saves.Live, error) {
	if o.readOnly {
		return saves.Look(path, rules())
	}
	return saves.Open(path, rules(), deps())
}

// mayMake says what is wrong with the name of a new table.
func (s sitting) mayMake(name string) error {
	if strings.Trim(name, " .") == "" {
		return misusef("a table needs a name")
	}
	if dir, _ := filepath.Split(name); dir != "" && !strings.HasSuffix(name, saves.Suffix) { // perhaps a name with a / in it
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return misusef("there is no folder %s. A path ending in %s creates it; a name without / goes into %s", dir, saves.Suffix, s.folder())
		}
	}
	return nil
}

func (s *shell) make(name, system string) error {
	sys := systems.All()[0]
	if system != "" {
		var err error
		if sys, err = systemOf(system); err != nil {
			return err
		}
	}
	path := saves.PathFor(s.folder(), name)
	if strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, saves.Suffix) {
		name = saves.TableName(path)
	}
	live, err := saves.Make(path, rules(), name, sys.ID, deps())
	if err != nil {
		return err
	}
	return s.sit().on(live, entrance{fresh: true})
}

// last opens the table that was played last; the first time it asks which, and
// without a terminal shows the demo.
func (s *shell) last(o opening) error {
	all, err := saves.List(s.folder())
	if err != nil {
		return err
	}
	if len(all) == 0 && o.readOnly {
		return misusef("there is no table to look at yet: 'fray demo --read-only' shows the demo")
	}
	if len(all) == 0 && s.sit().onTerminal() && !s.sit().inLines() {
		return ui.Run(s.sit().screen())
	}
	if len(all) == 0 {
		return s.playDemo(false, entrance{demo: true})
	}
	return s.open(all[0].Path, o)
}

func (s *shell) demo() *cobra.Command {
	readOnly := false
	c := &cobra.Command{
		Use:     "demo",
		Short:   "Open a throw-away copy of the demo table",
		Long:    "Open a copy of the demo table. Nothing you do in it is saved, so try anything.",
		Example: "  fray demo\n  fray demo --plain\n  fray demo --read-only\n  fray demo | less",
		Args:    between(0, 0, ""),
		RunE:    func(*cobra.Command, []string) error { return s.playDemo(readOnly, entrance{demo: true}) },
	}
	c.Flags().BoolVar(&readOnly, "read-only", false, "only look at the table, without changing it")
	return c
}

func (s *shell) playDemo(readOnly bool, how entrance) error {
	live, err := saves.Demo("", rules(), deps())
	if err != nil {
		return err
	}
	if readOnly {
		live.OnlyLook()
	}
	return s.sit().on(live, how)
}

// completeTable completes the name of a table.
func (s *shell) completeTable(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _ := saves.List(s.folder()) // none is as good as an error here
	var names []string
	for _, l := range all {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveDefault
}
