package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/transfer"
)

// database returns the database that --store or FRAY_STORE names, or nil if neither is set.
func (a *app) database() (*postgres.Store, error) {
	url := a.storeURL
	if url == "" {
		url = a.env("FRAY_STORE")
	}
	if url == "" || a.store != nil {
		return a.store, nil
	}
	a.remarkOnPassword(a.storeURL)
	s, err := postgres.Open(context.Background(), url)
	if err != nil {
		return nil, err
	}
	if words := s.Remark(); words != "" {
		fmt.Fprintln(a.err, "fray: "+clean(words))
	}
	s.Indexes = filepath.Join(filepath.Dir(stateFile(a)), "store")
	s.State = rememberedFolder(a)
	s.Indexed = func(name string) saves.Known { return indexedAt(s.IndexPath(name)) }
	_ = os.MkdirAll(s.Indexes, 0o700) // if this fails, there are no indexes
	a.store = s
	return s, nil
}

// goodbye is how long the end of the program waits for a database to say goodbye.
const goodbye = time.Second / 2

// leaveStore closes the database, if one was opened.
func (a *app) leaveStore() {
	if a.store == nil {
		return
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		_ = a.store.Close() // what was saved is safe without it
	}()
	select {
	case <-left:
	case <-time.After(goodbye):
	}
}

// remarkOnPassword says where a password would be better than in an argument of this program.
func (a *app) remarkOnPassword(url string) {
	if postgres.HoldsPassword(url) {
		fmt.Fprintln(a.err, "fray: others on this machine can see the password in what you typed: keep it in the file ~/.pgpass, or name the store with FRAY_STORE")
	}
}

// needDatabase returns the database, or an error if none is set.
func (a *app) needDatabase() (*postgres.Store, error) {
	s, err := a.database()
	if s == nil && err == nil {
		err = misusef("no store is named: set FRAY_STORE or type --store postgres://…")
	}
	return s, err
}

// locate finds a table by name or path. Names are looked up in the database if one is set,
// otherwise in the folder of tables. The error is *saves.NotFound if there is no such table.
func (a *app) locate(name string) (p place, err error) {
	p.store = a.files()
	if !logfile.IsPath(name) {
		if p.store, err = a.tables(); err != nil {
			return place{}, err
		}
	}
	p.name, err = p.store.Find(context.Background(), name)
	return p, err
}

func storeCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "store",
		Short: "Keep tables in PostgreSQL, for several machines at once",
		Long: `Keep tables in a PostgreSQL database, so that several machines can serve them
at once. 'fray store init' prepares a database. Then name it to every command
with FRAY_STORE or --store, and 'fray play', 'host', 'log', 'show', 'export',
'check' and 'invite' find their tables there.`,
		Example: `  fray store init postgres://admin@db.example.org/fray --role fray
  fray store put vault`,
		Annotations: map[string]string{keepSafe: "fray store put NAME\tcopy a table into a PostgreSQL database"},
		Args:        cobra.NoArgs,
		RunE:        func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	player := ""
	initialize := &cobra.Command{
		Use:   "init URL",
		Short: "Prepare a database, or bring it up to date",
		Long: `Create what fray needs in a PostgreSQL database, or update what an earlier
version created. The role in URL must be allowed to create schemas. Tables are
played by another role, which must exist: it can add to tables, but neither
change nor delete what was played.`,
		Example: "  fray store init postgres://admin@db.example.org/fray --role fray",
		Args:    needs(1, "the address of a database, such as postgres://admin@localhost/fray"),
		RunE: func(c *cobra.Command, args []string) error {
			a.remarkOnPassword(args[0])
			if err := postgres.Init(c.Context(), args[0], player); err != nil {
				return err
			}
			a.text("", fmt.Sprintf("the store is ready: %s plays in it", player))
			return nil
		},
	}
	initialize.Flags().StringVar(&player, "role", "fray", "the `ROLE` that plays")
	c.AddCommand(initialize,
		&cobra.Command{
			Use: "put NAME", Short: "Copy a table from its file into the store", Example: "  fray store put vault",
			Args: needs(1, "a table, such as: fray store put vault"), ValidArgsFunction: completeTable(a),
			RunE: func(c *cobra.Command, args []string) error { return putTable(c.Context(), a, args[0]) },
		},
		&cobra.Command{
			Use: "get NAME", Short: "Copy a table from the store into a file", Example: "  fray store get vault",
			Args: needs(1, "a table, such as: fray store get vault"),
			RunE: func(c *cobra.Command, args []string) error { return getTable(c.Context(), a, args[0]) },
		},
		&cobra.Command{
			Use: "export FOLDER", Short: "Write every table of the store as a readable log",
			Long: `Write the events of every table in the store to a folder: one file for each
table, one line for each event, with its hash. Run again, it adds what was
played since. The seeds of sessions that have not ended are left out.`,
			Example: "  fray store export backups",
			Args:    needs(1, "a folder, such as: fray store export backups"),
			RunE:    func(c *cobra.Command, args []string) error { return exportTables(c.Context(), a, args[0]) },
		})
	return c
}

// putTable copies a table from its file into the database. The file stays.
func putTable(ctx context.Context, a *app, name string) error {
	s, err := a.needDatabase()
	if err != nil {
		return err
	}
	files := a.files()
	path, err := files.Find(ctx, name)
	if err != nil {
		return misuseOf(err)
	}
	from, err := files.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // it was only read
	if why := from.Why(); why != nil {
		return why // another program plays it
	}
	own, err := files.Records(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = own.Close() }() // they were only read
	live, err := place{files, path}.look(a)
	if err != nil {
		return err
	}
	called := live.Now().Name
	if err := live.Close(); err != nil {
		return err
	}
	err = s.CreateWhole(ctx, called, func(to saves.Log, records saves.Records) error {
		return errors.Join(saves.Copy(ctx, from, to), saves.CopyRecords(ctx, own, records))
	})
	if err != nil {
		return err
	}
	a.text("", fmt.Sprintf("%s is in the store. %s stays as it is: play the one in the store from now on", called, path))
	if found := from.Findings(); found != nil {
		printDamage(a, found.Lines())
		return errDamaged
	}
	return nil
}

// getTable copies a table from the database into a file.
func getTable(ctx context.Context, a *app, name string) error {
	s, err := a.needDatabase()
	if err != nil {
		return err
	}
	from, err := s.Look(ctx, name)
	if err != nil {
		return misuseOf(err)
	}
	defer func() { _ = from.Close() }() // it was only read
	name = from.Path()
	if err := nobodyPlays(ctx, s, name); err != nil {
		return err
	}
	files := a.files()
	to, err := files.Begin()
	if err != nil {
		return err
	}
	if err = saves.Copy(ctx, from, to); err == nil {
		err = copyRecords(ctx, s, from, files, to)
	}
	if err == nil {
		err = nobodyPlays(ctx, s, name) // who came meanwhile may have played on
	}
	if err == nil {
		err = files.Finish(to, name)
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return errors.Join(err, files.Delete(ctx, to.Path()))
	}
	a.text("", fmt.Sprintf("%s is in %s. The one in the store stays as it is", name, to.Path()))
	if found := from.Findings(); found != nil { // what can be read of it was copied
		printDamage(a, found.Lines())
		return errDamaged
	}
	return nil
}

// nobodyPlays fails while somebody plays a table of the database, wherever they are.
func nobodyPlays(ctx context.Context, s saves.Store, name string) error {
	played, err := s.Played(ctx, name)
	if err == nil && played {
		err = fmt.Errorf("%s is being played: carry it over when nobody is there, a minute after a host was cut off", name)
	}
	return err
}

// copyRecords copies what belongs to a table in one store to the same table in another.
func copyRecords(ctx context.Context, s saves.Store, from saves.Log, t saves.Store, to saves.Log) error {
	was, err := s.Records(ctx, from)
	if err != nil {
		return err
	}
	now, err := t.Records(ctx, to)
	if err != nil {
		return errors.Join(err, was.Close())
	}
	return errors.Join(saves.CopyRecords(ctx, was, now), was.Close(), now.Close())
}

// exportTables writes what was played at every table of the database into a folder.
func exportTables(ctx context.Context, a *app, folder string) (wrong error) {
	s, err := a.needDatabase()
	if err != nil {
		return err
	}
	all, err := s.List(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the folder %s cannot be made: %w", folder, err)
	}
	slices.Reverse(all) // the oldest has the plain name of a file, if others have the same
	alike := map[string]int{}
	var hurt error // what can be read of a damaged table is exported
	for _, t := range all {
		file := model.FileName(t.Name)
		if alike[file]++; alike[file] > 1 {
			file += fmt.Sprint(".", alike[file])
		}
		log, err := s.Look(ctx, t.Name)
		if err != nil {
			return err
		}
		added, failed := transfer.AddEvents(ctx, filepath.Join(folder, file+".jsonl"), log)
		if found := log.Findings(); found != nil {
			printDamage(a, found.Lines())
			hurt = errDamaged
		}
		if failed = errors.Join(failed, log.Close()); failed == nil {
			a.line("%s: %d %s added", clean(t.Name), added, plural(added, "event", "events"))
		} else { // the others are exported all the same
			wrong = errors.Join(wrong, fmt.Errorf("%s: %w", t.Name, failed))
		}
	}
	return cmp.Or(wrong, hurt)
}
