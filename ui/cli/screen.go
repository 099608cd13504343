package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/serve"
)

// openOptions describes how a table was opened.
type openOptions struct {
	demo   bool          // a temporary copy
	guided bool          // start the guided tour
	fresh  bool          // the table was just created
	watch  string        // rulebook file to watch for newer versions, or ""
	gm     ssh.PublicKey // key of a remote gamemaster; may be nil
	quota  *serve.Quota  // limits for guests; nil: the default
	drawn  func()        // is called when the first frame stands; may be nil

	hostKey string // file of the host key, or "" for that of this installation
}

// playTable shows a table on the screen, in lines, or as a JSON document, and closes it.
func playTable(a *app, live *saves.Live, how openOptions) error {
	if a.inLines() {
		cfg, err := tableScreen(a, live, how)
		if err != nil {
			return err
		}
		news := cmp.Or(cfg.Settings.Trouble, cfg.News)
		err = playLines(a, lines.Config{Game: live, Seat: cfg.Seat, Demo: how.demo, Texts: cfg.Tables.Texts, Shelf: cfg.Tables.Prepared, Door: cfg.Door, Ending: scene.Ending{Export: cfg.Tables.Export, Replay: cfg.Tables.Replay}, Now: cfg.Tables.Now, Recapped: cfg.Place.Recapped, Recap: cfg.KeepRecapped(), News: news, Close: cfg.Close})
		if words := live.Unchecked(); words != "" {
			fmt.Fprintln(a.err, "fray: "+words)
		}
		if how.demo {
			a.text("", demoEnds)
		}
		return err
	}
	if a.onTerminal() {
		cfg, err := tableScreen(a, live, how)
		if err != nil {
			return err
		}
		before, _ := live.Seal()
		err = runScreen(cfg)
		if how.demo {
			a.text("", demoEnds)
		} else {
			printSeal(a, live, before)
		}
		printEnd(a, live)
		return err
	}
	// Collect the output first: a reader that stops early ends this program, and the table
	// must be closed before that.
	var text bytes.Buffer
	out := a.out
	a.out = &text
	err := errors.Join(printTable(a, live), live.Close())
	a.out = out
	a.write(text.Bytes())
	return err
}

// demoEnds is what is said when somebody leaves the demo.
const demoEnds = "Nothing of the demo was saved. To make a table of your own, which saves everything: fray play NAME --new"

// printSeal prints how the events after before can be verified later: the seed of an ended
// session, and the hash.
func printSeal(a *app, live *saves.Live, before uint64) {
	seq, hash := live.Seal()
	if seq <= before {
		return
	}
	if last := live.Now().Ended; !live.Now().Open && last.Seed != "" {
		a.text("", fmt.Sprintf("Session %d of %s is over. The seed of its dice:", last.Number, live.Now().Name))
		a.line("  %s", clean(last.Seed))
	}
	a.text("", fmt.Sprintf("The log of %s ends at event %d. To check later that nobody changed it, note its hash:", live.Now().Name, seq))
	a.line("  %s", hash)
}

// playLines plays a table in lines. The first signal closes the table, a second one ends
// the program at once.
func playLines(a *app, cfg lines.Config) error {
	ctx, stop := untilSignal()
	defer stop()
	context.AfterFunc(ctx, stop)
	cfg.Ends = ctx.Done()
	return lines.Play(cfg, a.in, a.out)
}

// untilSignal returns a context that ends with a signal to end or when the terminal is gone.
// A signal that is ignored stays ignored, as nohup wants it.
func untilSignal() (ctx context.Context, stop func()) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop = signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, func() {
		if context.Cause(ctx) == context.Canceled { //nolint:errorlint // a signal Is that, too
			return // it was stopped
		}
		time.AfterFunc(endsWithin, func() {
			fmt.Fprintln(os.Stderr, "fray: a rule of this table goes on, so this ends without it. Everything that was done is saved")
			os.Exit(0)
		})
	})
	return ctx, stop
}

// endsWithin is how long a program goes on at most after a signal, whatever the rule of a text does.
const endsWithin = 4 * time.Second

// runScreen shows a screen until it ends.
func runScreen(cfg ui.Config) error {
	_, stop := untilSignal() // the screen hears the signals itself
	defer stop()
	return ui.Run(cfg)
}

// printTable prints the table, for output without a screen.
func printTable(a *app, live *saves.Live) error {
	if a.json {
		return a.document(tableJSON{Path: live.Path(), Table: live.Now()})
	}
	if why := live.Why(); why != nil {
		fmt.Fprintln(a.err, "fray: "+clean(why.Error()))
	}
	printTableText(a, live.Now())
	printDamage(a, live.Damage())
	fmt.Fprintln(a.err, "fray: the full screen needs a terminal, so this was the table in plain lines. To play in lines, use --plain")
	return nil
}

// tableJSON is the JSON of a table, with its path.
type tableJSON struct {
	Path  string      `json:"path"`
	Table model.Table `json:"table"`
}

// screenConfig returns the configuration that all screens share.
func screenConfig(a *app) ui.Config {
	return ui.Config{
		Look:     func(theme string) *kit.Look { return screenLook(a, theme) },
		Theme:    readPreferences(a).Theme,
		Copy:     func(text string) string { return copyText(a, text) },
		Tables:   ui.Tables{Shelf: tableStore(a), People: peopleFiles(a), Texts: rulebookTexts(a), Prepared: peopleFiles(a).Prepared},
		Settings: screenSettings(a),
	}
}

// checkTimeout is how long closing a table waits for the check of its log.
const checkTimeout = 300 * time.Millisecond

// startCheck checks the whole log of a table in the background. The table reports its
// findings. stop ends the check within a short time.
func startCheck(live *saves.Live) (stop func()) {
	begin, stop := prepareCheck(live)
	begin()
	return stop
}

// prepareCheck is like startCheck, but the check begins when begin or stop is called: until
// the first frame stands the processor is for that.
func prepareCheck(live *saves.Live) (begin, stop func()) {
	ctx, leave := context.WithCancel(context.Background())
	over := make(chan struct{})
	begin = sync.OnceFunc(func() {
		spareProcessor()
		go func() {
			defer close(over)
			_ = live.Inspect(ctx)
		}()
	})
	return begin, func() {
		begin()
		select {
		case <-over:
		case <-time.After(checkTimeout):
		}
		leave()
		<-over
	}
}

// printEnd prints the damage that was found, and whether the check was cut short.
func printEnd(a *app, live *saves.Live) {
	printDamage(a, live.Damage())
	if words := live.Unchecked(); words != "" {
		fmt.Fprintln(a.err, "fray: "+words)
	}
}

// spareProcessor adds one processor to Go's scheduler, so that keys are handled at once during a
// check and garbage collection. If all are busy, Go polls for input only every 10 ms.
var spareProcessor = sync.OnceFunc(func() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) })

// tableScreen returns the configuration for the screen of a table. On an error it closes
// the table.
func tableScreen(a *app, live *saves.Live, how openOptions) (ui.Config, error) {
	cfg := screenConfig(a)
	cfg.Game, cfg.Seat = live, model.Seat{Role: model.GM}
	cfg.Demo = how.demo
	cfg.Welcome, cfg.Guided = how.demo || how.fresh, how.guided
	cfg.Tables.Greet, cfg.Tables.Now = !how.demo && !how.fresh, time.Now
	cfg.Close = live.Close
	if odd, is := errors.AsType[*saves.NotUnderstood](live.Why()); is && !a.inLines() {
		cfg.News = odd.Error()
	}
	if s, is := live.Store().(*postgres.Store); is && !a.inLines() {
		cfg.News = cmp.Or(cfg.News, s.Remark())
	}
	if !how.demo {
		path := live.Path()
		if logfile.IsPath(path) {
			full, err := filepath.Abs(path)
			if err != nil {
				return cfg, errors.Join(err, live.Close())
			}
			path = full
			if !live.ReadOnly() {
				cfg.News = logfile.PlaceHint(rememberedFolder(a), path)
			}
		}
		cfg.Tables.Path, cfg.Place = path, readPlaces(a)[path]
		cfg.Keep = func(at ui.Place) { storePlace(a, path, at) }
		cfg.Tables.Export = func(session int) (string, error) { return exportSession(a, live, session) }
		cfg.Tables.Replay = func() (string, error) { return writeReplay(a, live) }
	}
	begin, stop := prepareCheck(live)
	cfg.Drawn = begin
	if how.drawn != nil {
		cfg.Drawn = func() { how.drawn(); begin() }
	}
	if a.inLines() {
		cfg.Drawn() // there are no frames
	}
	shut := func() error { return nil }
	if !how.demo && !live.ReadOnly() {
		d := openDoor(a, live, how)
		cfg.Door, shut = d, d.close
	}
	unwatch := func() {}
	if how.watch != "" {
		unwatch = watchRulebook(live, how.watch)
	}
	cfg.Close = func() error {
		unwatch()
		stop()
		return errors.Join(shut(), live.Close())
	}
	if cfg.Tables.Path != "" && !live.ReadOnly() {
		cfg.Close = a.open.opened(cfg.Tables.Path, cfg.Close)
	}
	return cfg, nil
}

// defaultTheme returns the theme from the environment or config.toml, or "" if neither names
// one. [kit.Auto] means to ask the terminal for its background.
func defaultTheme(a *app) string {
	if a.env("NO_COLOR") != "" {
		return kit.Mono.Name
	}
	if own := a.conf().theme; own != "" {
		return own
	}
	// "15;0" means foreground 15 and background 0; 7 and 15 are light.
	colours := a.env("COLORFGBG")
	switch colours[strings.LastIndex(colours, ";")+1:] {
	case "":
		return ""
	case "7", "15":
		return kit.Light.Name
	}
	return kit.Dark.Name
}

// screenLook returns the look of a theme on this terminal.
func screenLook(a *app, theme string) *kit.Look {
	t, ok := a.conf().findTheme(theme)
	if !ok {
		t = kit.Dark
	}
	r := lipgloss.NewRenderer(os.Stdout)
	if a.env("NO_COLOR") != "" && a.env("TERM") != "dumb" {
		t = kit.Mono
		r.SetColorProfile(termenv.ANSI) // bold and reverse video without colours
	}
	return kit.NewLook(r, t, a.glyphs())
}
