package cli

import (
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

	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
)

// rules are the rulebooks a table is played with.
func rules() model.Rules {
	out := model.Rules{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
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

func (s *shell) play() *cobra.Command {
	system := ""
	c := &cobra.Command{
		Use:   "play [NAME|FILE]",
		Short: "Open a table, or make it",
		Long: `Open a table, or make it. NAME is looked up in the folder of tables ('fray
paths' tells where that is); FILE is a path, or ends in .fray. Without either it
is the table that was played last.`,
		Example: `  fray play "The Vault Job"
  fray play "Harbour Lights" --system d6
  fray play ./evening.fray`,
		Args:              between(0, 1, ""),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return s.last()
			}
			return s.playNamed(args[0], system)
		},
	}
	c.Flags().StringVar(&system, "system", "", "the `RULEBOOK` whose time a new table keeps")
	return c
}

// playNamed opens a table; when nobody is called so it is made.
func (s *shell) playNamed(name, system string) error {
	path, err := saves.Find(s.folder(), name)
	var none *saves.NotFound
	if errors.As(err, &none) {
		return s.make(name, system)
	}
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return err
	}
	if err != nil {
		return misuseOf(err)
	}
	if system != "" {
		return misusef("%s is there already, and --system is for a new table", path)
	}
	return s.open(path)
}

func (s *shell) open(path string) error {
	live, err := saves.Open(path, rules(), deps())
	if err != nil {
		return err
	}
	return s.sit().on(live, entrance{})
}

func (s *shell) make(name, system string) error {
	if strings.Trim(name, " .") == "" {
		return misusef("a table needs a name")
	}
	if dir, _ := filepath.Split(name); dir != "" && !strings.HasSuffix(name, saves.Suffix) { // perhaps a name with a / in it
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return misusef("there is no folder %s. A path that ends in %s makes it; a name without / is kept in %s", dir, saves.Suffix, s.folder())
		}
	}
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
func (s *shell) last() error {
	all, err := saves.List(s.folder())
	if err != nil {
		return err
	}
	if len(all) == 0 && s.sit().onTerminal() && !s.sit().inLines() {
		return ui.Run(s.sit().screen())
	}
	if len(all) == 0 {
		return s.playDemo(entrance{demo: true})
	}
	return s.open(all[0].Path)
}

func (s *shell) demo() *cobra.Command {
	return &cobra.Command{
		Use:     "demo",
		Short:   "A throw-away copy of the demo table",
		Long:    "Open a copy of the demo table. Nothing in it is kept, so nothing can go wrong.",
		Example: "  fray demo\n  fray demo --plain\n  fray demo | less",
		Args:    between(0, 0, ""),
		RunE:    func(*cobra.Command, []string) error { return s.playDemo(entrance{demo: true}) },
	}
}

func (s *shell) playDemo(how entrance) error {
	live, err := saves.Demo("", rules(), deps())
	if err != nil {
		return err
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
