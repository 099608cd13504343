package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"example.org/fray/model/scene"
	"example.org/fray/saves"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
)

// hostFlags holds the flags of 'fray host'.
type hostFlags struct {
	listen   string
	headless bool
	anyway   bool
	gm       string
	quota    serve.Quota
	pages    webFlags
	hostKey  string // its file
	makers   string // the file of their keys
	metrics  string // address of the metrics, or ""
}

// noSSH is the --listen value for a table without SSH.
const noSSH = "none"

func hostCommand(a *app) *cobra.Command {
	var want hostFlags
	c := &cobra.Command{
		Use:   "host [NAME]",
		Short: "Play a table and let others join, over SSH or in a browser",
		Long: `Open a table, play it here, and let others join. Each player types the line
that the screen shows, and needs only an SSH client and a key of their own.
They stay in a waiting room until you let them in or they use an invite ('fray
invite'). With ssh -T instead of ssh, they get numbered lines, for screen
readers.

With --web players need only a browser, on a phone or anywhere: an invite is
then a link, and a QR code on the screen. Off unless asked for. Without TLS
(--web-cert and --web-key, or a reverse proxy in front with --web-proxy) others
on the network can read what is sent.

Only this machine can connect unless --listen and --web give other addresses.
--listen none leaves SSH out. With
--headless there is no screen here, and fray serves the table until you
interrupt it: the gamemaster joins with 'fray join' on this machine, or from
elsewhere with the key that --gm names.

Without NAME there is no screen here, and all tables of the folder, or of the
store that --store names, are served at one address: whoever comes sees the
tables where their key, or their browser with --web, has a seat, and enters
one. Those whose keys stand in the file that --makers names make tables and are
their gamemasters; a browser becomes theirs by 'another device' in their list
over SSH. Several machines can serve one store: give them all the same
--host-key.`,
		Example: `  fray host "The Vault Job" --listen 0.0.0.0:2222
  fray host vault --web 0.0.0.0:8080
  fray host vault --headless --gm ~/.ssh/id_ed25519.pub
  fray host --listen 0.0.0.0:2222 --makers makers.keys
  fray host --listen 0.0.0.0:2222 --web 0.0.0.0:8080`,
		Annotations:       map[string]string{together: "fray host NAME\tplay, and let others join"},
		Args:              between(0, 1, ""),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return hostAll(a, want)
			}
			if want.makers != "" {
				return misusef("--makers names those who make tables where all are served: leave out %q", args[0])
			}
			return hostTable(a, args[0], want)
		},
	}
	c.Flags().StringVar(&want.listen, "listen", "127.0.0.1:2222", "the `ADDRESS` to listen on for SSH, HOST:PORT, or none")
	c.Flags().BoolVar(&want.anyway, "anyway", false, "serve tables that this version does not wholly understand; their logs will say so")
	c.Flags().BoolVar(&want.headless, "headless", false, "serve the table without a screen here")
	c.Flags().StringVar(&want.gm, "gm", "", "the public key `FILE` of a gamemaster who joins from elsewhere")
	c.Flags().StringVar(&want.hostKey, "host-key", "", "the `FILE` of the host key, for several hosts that are to have the same")
	c.Flags().StringVar(&want.makers, "makers", "", "the `FILE` of the public keys of those who may make tables, where all are served")
	c.Flags().StringVar(&want.metrics, "metrics", "", "the `ADDRESS` of /metrics and /healthz, HOST:PORT; without HOST, this machine alone")
	c.Flags().StringVar(&want.pages.address, "web", "", "the `ADDRESS` of pages for browsers, HOST:PORT; without HOST, this machine alone")
	c.Flags().StringVar(&want.pages.cert, "web-cert", "", "the certificate `FILE` of the pages, for TLS")
	c.Flags().StringVar(&want.pages.key, "web-key", "", "the key `FILE` of the certificate")
	c.Flags().StringVar(&want.pages.proxy, "web-proxy", "", "the `HEADER` in which a reverse proxy in front says who asks, such as X-Forwarded-For")
	c.Flags().StringVar(&want.pages.name, "web-name", "", "the `URL` that players open, where it is another than the address")
	c.Flags().IntVar(&want.quota.Minute, "acts-a-minute", serve.UsualQuota.Minute, "how `MANY` acts each player may do in a minute; 0 means no limit")
	c.Flags().IntVar(&want.quota.Hour, "acts-an-hour", serve.UsualQuota.Hour, "how `MANY` acts each player may do in an hour; 0 means no limit")
	c.Flags().IntVar(&want.quota.Table, "acts-a-table", serve.UsualQuota.Table, "how `MANY` acts all at a table may do together in a minute; 0 means no limit")
	c.Flags().IntVar(&want.quota.Events, "events", serve.UsualQuota.Events, "how `MANY` events a table may have; 0 means no limit")
	c.Flags().IntVar(&want.quota.Tables, "tables", serve.UsualQuota.Tables, "how `MANY` tables each of those whom --makers names may run; 0 means no limit")
	return c
}

// check returns an error if the flags leave no way to come, or do not fit together.
func (w hostFlags) check() error {
	if w.listen == noSSH && w.pages.address == "" {
		return misusef("with --listen none nobody could join: give --web an address, or leave it out")
	}
	return w.pages.check()
}

func hostTable(a *app, name string, want hostFlags) error {
	p, err := a.find(name)
	if err != nil {
		return err
	}
	gm, err := readKey(want.gm)
	if err == nil {
		err = want.check()
	}
	if err != nil {
		return err
	}
	if want.metrics != "" && !want.headless {
		return misusef("--metrics is for a host without a screen here: add --headless, or leave out the name")
	}
	if !want.headless && !a.onTerminal() && !a.inLines() {
		return misusef("'fray host' needs a terminal to play on: without one, use --headless")
	}
	live, err := openToPlay(a, p, want.anyway)
	if err != nil {
		return err
	}
	if why := live.Why(); why != nil {
		return errors.Join(why, live.Close())
	}
	if want.headless {
		o, err := operate(a, want.metrics, storeAnswers(a))
		if err != nil {
			return errors.Join(err, live.Close())
		}
		defer o.close()
		h, err := startServing(a, live.Store(), live, serving{gm: gm, quota: want.quota, hostKey: want.hostKey, log: o.log, metrics: o.metrics})
		if err != nil {
			return errors.Join(err, live.Close())
		}
		if err := h.openAndTell(want); err != nil {
			h.Shutdown(stopsWithin)
			return errors.Join(err, live.Close())
		}
		return serveHeadless(a, live, h)
	}
	cfg, err := tableScreen(a, live, openOptions{gm: gm, quota: &want.quota, hostKey: want.hostKey})
	if err != nil {
		return err
	}
	h, err := cfg.Door.(*door).serving()
	if err == nil {
		err = h.openAll(want)
	}
	if err != nil {
		return errors.Join(err, cfg.Close())
	}
	admissions := h.Only().Admissions()
	cfg.Admissions, cfg.News = admissions, strings.TrimSpace(strings.Join(append(servedWords(admissions), cfg.News), "  "))
	before, _ := live.Seal()
	if a.inLines() {
		err = playLines(a, lines.Config{Game: live, Seat: cfg.Seat, Shelf: cfg.Tables.Prepared, Ending: scene.Ending{Export: cfg.Tables.Export, Replay: cfg.Tables.Replay}, Now: cfg.Tables.Now, Recapped: cfg.Place.Recapped, Recap: cfg.KeepRecapped(), News: cfg.News, Close: cfg.Close, Present: admissions, Door: cfg.Door})
	} else {
		err = runScreen(cfg)
	}
	printSeal(a, live, before)
	printEnd(a, live)
	return err
}

// name says what is served.
func (h *served) name() string {
	switch {
	case h.live != nil:
		return h.live.Now().Name
	case h.app.store != nil:
		return "the tables of the store"
	}
	return "the tables in " + h.app.folder()
}

// openAndTell starts to serve in every way that the flags ask for, and tells where.
func (h *served) openAndTell(want hostFlags) error {
	if err := h.openAll(want); err != nil {
		return err
	}
	told := servedJSON{Print: h.Print()}
	told.Line, told.Reach = h.Line()
	web, from := h.WebAddress()
	told.Web = web
	are := "are"
	if h.live != nil {
		told.Table, are = h.name(), "is"
	}
	if h.app.json {
		return h.app.document(told)
	}
	if told.Line != "" {
		h.app.line("%s %s served: %s (%s), host key %s", clean(h.name()), are, told.Line, told.Reach, told.Print)
	}
	if told.Web != "" {
		h.app.line("%s %s served in browsers: %s (%s)", clean(h.name()), are, told.Web, from)
	}
	return nil
}

// servedWords describes how players connect, and from where.
func servedWords(a people.Admissions) (out []string) {
	if line, reach := a.SSHCommand(); line != "" {
		out = append(out, fmt.Sprintf("players type: %s (%s)", line, reach))
	}
	if address, reach := a.WebAddress(); address != "" {
		out = append(out, fmt.Sprintf("in a browser: %s (%s)", address, reach))
	}
	return out
}

// readKey reads a public key from a file, and returns nil for "".
func readKey(file string) (ssh.PublicKey, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // no key was named
	}
	text, err := readSmall(file)
	if err != nil {
		return nil, misuseOf(err)
	}
	k, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return nil, misusef("%s does not contain a public key: that is a line such as 'ssh-ed25519 AAAA…', in a file ending in .pub", file)
	}
	return k, nil
}

// serveHeadless serves until the program is told to end.
func serveHeadless(a *app, live *saves.Live, h *served) error {
	ctx, stop := untilSignal()
	defer stop()
	stopCheck := startCheck(live)
	changed, cancel := live.Watch()
	defer cancel()
	before, _ := live.Seal()
	told := 0
	for ctx.Err() == nil {
		if n := len(live.Damage()); n > told {
			told = n
			printDamage(a, live.Damage())
		}
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
	stopCheck()
	h.Stop(stopsWithin)
	err := live.Close()
	if len(live.Damage()) > told {
		printDamage(a, live.Damage())
	}
	if !a.json {
		printSeal(a, live, before)
	}
	return err
}

// servedJSON is the JSON of a served table.
type servedJSON struct {
	Table string `json:"table"` // "" where all are served
	Line  string `json:"line"`
	Reach string `json:"reach"`
	Print string `json:"fingerprint"`
	Web   string `json:"web,omitempty"` // address of its web pages
}
