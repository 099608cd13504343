package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model/phrase"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/ui"
	"example.org/fray/ui/serve"
)

// hostAll serves all tables of the folder, or of the store, until the program is told to
// end.
func hostAll(a *app, want hostFlags) error {
	if err := want.check(); err != nil {
		return err
	}
	gm, err := readKey(want.gm)
	if err != nil {
		return err
	}
	makers, err := readKeys(want.makers)
	if err != nil {
		return err
	}
	store, err := a.database()
	if err != nil {
		return err
	}
	tables, records, err := hostedTables(a, store)
	if err != nil {
		return err
	}
	accounts, err := serve.OpenGuestList(records)
	if err != nil {
		return err
	}
	defer func() { _ = accounts.Close() }() // what is kept is safe without it
	ctx, stop := untilSignal()
	defer stop()
	o, err := operate(a, want.metrics, storeAnswers(a))
	if err != nil {
		return err
	}
	defer o.close()
	if store != nil {
		go watchStore(ctx, o.log, storeAnswers(a))
	}
	h, err := startServing(a, tables, serving{gm: gm, quota: want.quota, hostKey: want.hostKey, log: o.log, metrics: o.metrics, accounts: accounts, makers: makers})
	if err != nil {
		return err
	}
	defer h.Stop(stopsWithin)
	if err := h.openAndTell(want); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// stopsWithin is how long a host that is told to end waits for screens to close.
const stopsWithin = 8 * time.Second

// hostKeys are the host key of this installation, and the one that others see.
func hostKeys(a *app, file string) (own, host ssh.Signer, err error) {
	if own, err = serve.HostKey(serveFolder(a)); err != nil || file == "" {
		return own, own, err
	}
	host, err = serve.ReadHostKey(file)
	return own, host, misuseOf(err)
}

// listen listens for SSH.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, misusef("cannot listen on %s: %v. Try another address, such as 127.0.0.1:2223", address, err)
	}
	return l, nil
}

// readKeys reads public keys from a file, one a line.
func readKeys(file string) (out []ssh.PublicKey, err error) {
	if file == "" {
		return nil, nil
	}
	text, err := readSmall(file)
	if err != nil {
		return nil, misuseOf(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		k, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil {
			return nil, misusef("line %d of %s is not a public key: that is a line such as 'ssh-ed25519 AAAA… NAME'", n+1, file)
		}
		out = append(out, k)
	}
	return out, nil
}

// hostedTables are the tables of the store or, where there is none, of the folder, and the
// records of those who come to them.
func hostedTables(a *app, store *postgres.Store) (t serve.Tables, own saves.Records, err error) {
	t = serve.Tables{
		Open: func(path string) (*saves.Live, saves.Records, error) {
			live, err := openLive(a, path)
			if err != nil {
				return nil, nil, err
			}
			if err := hostingRules(live); err != nil && live.Why() == nil {
				return nil, nil, errors.Join(err, live.Close())
			}
			return withRecords(a, live)
		},
		Look: func(path string) (*saves.Live, saves.Records, error) {
			live, err := openReadOnly(a, path)
			if err != nil {
				return nil, nil, err
			}
			return withRecords(a, live)
		},
		Systems: func() []*engine.System { return allSystems(a) },
	}
	if store != nil {
		t.All = func() (out []string, err error) {
			all, err := store.List(context.Background())
			for _, l := range all {
				out = append(out, databasePrefix+l.Name)
			}
			return out, err
		}
		t.With = func(kind saves.Kind, id string) (map[string][]byte, error) {
			all, err := store.With(context.Background(), kind, id)
			out := make(map[string][]byte, len(all))
			for name, body := range all {
				out[databasePrefix+name] = body
			}
			return out, err
		}
		t.Make = func(name, system string) (string, error) {
			live, err := makeNamed(a, strings.Map(plainSign, name), system)
			if err != nil {
				return "", err
			}
			return live.Path(), live.Close()
		}
		own, err = ownRecords(a, store)
		return t, own, err
	}
	t.All = func() (out []string, err error) {
		all, err := logfile.List(a.folder(), rememberedFolder(a))
		for _, l := range all {
			out = append(out, l.Path)
		}
		return out, err
	}
	t.With = func(kind saves.Kind, id string) (map[string][]byte, error) { return recordFilesWith(a, kind, id) }
	t.Make = func(name, system string) (string, error) {
		live, err := makeNew(a, name, system)
		if err != nil {
			return "", err
		}
		return live.Path(), live.Close()
	}
	own, err = ownRecords(a, nil)
	return t, own, err
}

// ownRecords opens the records of those who come to the tables of a store or, where there is none, of
// the folder.
func ownRecords(a *app, store *postgres.Store) (saves.Records, error) {
	if store != nil {
		return store.OwnRecords(context.Background())
	}
	return logfile.OpenRecords(filepath.Join(serveFolder(a), "house")), nil
}

// plainSign leaves out what would make a path of a name.
func plainSign(r rune) rune {
	if r == '/' || r == '\\' {
		return ' '
	}
	return r
}

func withRecords(a *app, live *saves.Live) (*saves.Live, saves.Records, error) {
	records, err := recordsOf(a, live)
	if err != nil {
		return nil, nil, errors.Join(err, live.Close())
	}
	return live, records, nil
}

// recordFilesWith gives the records of a kind with an id among the records of tables in files.
func recordFilesWith(a *app, kind saves.Kind, id string) (map[string][]byte, error) {
	records, err := os.ReadDir(filepath.Join(serveFolder(a), "tables"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the records of the tables cannot be listed: %w", err)
	}
	all, err := logfile.List(a.folder(), rememberedFolder(a))
	if err != nil {
		return nil, err
	}
	paths := map[string]string{}
	for _, l := range all {
		paths[l.ID] = l.Path
	}
	out := map[string][]byte{}
	for _, d := range records {
		table := d.Name()
		path := paths[table]
		if path == "" {
			continue // it lies in another folder, or nowhere any more
		}
		body, err := recordFile(a, table).Get(context.Background(), kind, id)
		if errors.Is(err, saves.ErrNoRecord) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("the records of %s cannot be read: %w", path, err)
		}
		out[path] = body
	}
	return out, nil
}

// screensElsewhere gives what screens on terminals elsewhere begin with. The shelf is read
// once, before anybody comes: no connection opens a file.
func screensElsewhere(a *app) func(io.Writer, func(string) string) ui.Config {
	kept := peopleFiles(a).Prepared()
	return func(out io.Writer, env func(string) string) ui.Config {
		cfg := remoteScreen(a, out, env)
		cfg.Tables.Prepared = func() []phrase.Prepared { return kept } // which only the gamemaster is given
		return cfg
	}
}
