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
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/ui"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/serve"
)

// entrance is how a table is come to.
type entrance struct {
	demo   bool          // a copy that is thrown away
	guided bool          // the guided minute begins in it
	fresh  bool          // the table has just been made
	watch  string        // the file of a rulebook, each newer version of which is taken up
	gm     ssh.PublicKey // of a gamemaster who comes from elsewhere; may be nil
	quota  *serve.Quota  // what others may do; nil: as usual
}

// playTable shows a table on the screen, or else in plain lines or as a document, and
// closes it.
func playTable(a *app, live *saves.Live, how entrance) error {
	if a.inLines() {
		cfg, err := tableScreen(a, live, how)
		if err != nil {
			return err
		}
		news := cmp.Or(cfg.Settings.Trouble, cfg.News)
		err = playLines(a, lines.Config{Game: live, Seat: cfg.Seat, Texts: cfg.Tables.Texts, Shelf: cfg.Tables.Prepared, Faults: cfg.Faults, Door: cfg.Door, Ending: act.Ending{Seal: live.Seal, Export: cfg.Tables.Export}, Now: cfg.Tables.Now, Recapped: cfg.Place.Recapped, Recap: cfg.KeepRecapped(), News: news, Close: cfg.Close})
		if words := live.Unchecked(); words != "" {
			fmt.Fprintln(a.err, "fray: "+words)
		}
		return err
	}
	if a.onTerminal() {
		cfg, err := tableScreen(a, live, how)
		if err != nil {
			return err
		}
		before, _ := live.Seal()
		err = ui.Run(cfg)
		if !how.demo {
			tellSeal(a, live, before)
		}
		tellEnd(a, live)
		return err
	}
	// Whoever reads may leave early, and take this program along: the table is
	// closed before that.
	var text bytes.Buffer
	out := a.out
	a.out = &text
	err := errors.Join(printTable(a, live), live.Close())
	a.out = out
	a.write(text.Bytes())
	return err
}

// tellSeal says what a log that has grown behind an event can be checked by later: the seed
// of a session that has ended, and the hash.
func tellSeal(a *app, live *saves.Live, before uint64) {
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

// playLines plays a table in lines. Told to end, the program closes it first; told
// again it just ends.
func playLines(a *app, cfg lines.Config) error {
	ctx, stop := untilTold()
	defer stop()
	context.AfterFunc(ctx, stop)
	cfg.Ends = ctx.Done()
	return lines.Play(cfg, a.in, a.out)
}

// untilTold is over when the program is told to end, or its terminal has gone: where
// that is to be nothing to it, as nohup has it, it goes on.
func untilTold() (ctx context.Context, stop func()) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), ends...)
}

// printTable shows the table without a screen.
func printTable(a *app, live *saves.Live) error {
	if a.json {
		return a.document(tableJSON{Path: live.Path(), Table: live.Now()})
	}
	if why := live.Why(); why != nil {
		fmt.Fprintln(a.err, "fray: "+clean(why.Error()))
	}
	tellTable(a, live.Now())
	tellFindings(a, live.Findings())
	fmt.Fprintln(a.err, "fray: the full screen needs a terminal, so this was the table in plain lines. To play in lines, use --plain")
	return nil
}

// tableJSON is a table as it stands, with where it is kept.
type tableJSON struct {
	Path  string      `json:"path"`
	Table model.Table `json:"table"`
}

// screenConfig is what every screen is started with.
func screenConfig(a *app) ui.Config {
	return ui.Config{
		Look:     func(theme string) *kit.Look { return screenLook(a, theme) },
		Theme:    readPreferences(a).Theme,
		Copy:     func(text string) string { return copyText(a, text) },
		Tables:   ui.Tables{Shelf: tableShelf(a), People: peopleFiles(a), Texts: rulebookTexts(a), Prepared: peopleFiles(a).Prepared},
		Settings: screenSettings(a),
	}
}

// checkPatience is how long closing a table waits for the check of its log.
const checkPatience = 300 * time.Millisecond

// inspect reads the whole log of a table behind the screens. What it finds is told by the
// table. stop ends it, soon.
func inspect(live *saves.Live) (stop func()) {
	spare()
	ctx, leave := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = live.Inspect(ctx)
	}()
	return func() {
		select {
		case <-over:
		case <-time.After(checkPatience):
		}
		leave()
		<-over
	}
}

// tellEnd says at the end what was found damaged, and that the check was not ended.
func tellEnd(a *app, live *saves.Live) {
	tellFindings(a, live.Findings())
	if words := live.Unchecked(); words != "" {
		fmt.Fprintln(a.err, "fray: "+words)
	}
}

// spare lets a key be taken while a table is looked through and memory is collected:
// with all processors at work Go looks for keys every 10 ms.
var spare = sync.OnceFunc(func() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) })

// tableScreen is what the screen of a table is started with. An error closes the
// table.
func tableScreen(a *app, live *saves.Live, how entrance) (ui.Config, error) {
	cfg := screenConfig(a)
	cfg.Game, cfg.Seat = live, model.Seat{Role: model.GM}
	cfg.Welcome, cfg.Guided = how.demo || how.fresh, how.guided
	cfg.Tables.Greet, cfg.Tables.Now = !how.demo && !how.fresh, time.Now
	cfg.Close = live.Close
	if !how.demo {
		path, err := filepath.Abs(live.Path())
		if err != nil {
			return cfg, errors.Join(err, live.Close())
		}
		cfg.Tables.Path, cfg.Place = path, readPlaces(a)[path]
		if !live.ReadOnly() {
			cfg.News = logfile.PlaceHint(rememberedFolder(a), path)
		}
		cfg.Keep = func(at ui.Place) { keepPlace(a, path, at) }
		cfg.Tables.Export = func(session int) (string, error) { return exportSession(a, live, session) }
	}
	stop := inspect(live)
	shut := func() error { return nil }
	if !how.demo && !live.ReadOnly() {
		d := openDoor(a, live, how)
		cfg.Door, shut = d, d.close
	}
	unwatch := func() {}
	if how.watch != "" {
		cfg.Faults, unwatch = watchRulebook(live, how.watch)
	}
	cfg.Close = func() error {
		unwatch()
		stop()
		return errors.Join(shut(), live.Close())
	}
	if cfg.Tables.Path != "" && !live.ReadOnly() {
		cfg.Close = a.open.held(cfg.Tables.Path, cfg.Close)
	}
	return cfg, nil
}

// firstTheme is the theme to begin with; "" when nothing says so, and [kit.Auto] when
// config.toml does: the terminal is asked for its background.
func firstTheme(a *app) string {
	if a.env("NO_COLOR") != "" {
		return kit.Mono.Name
	}
	if own := a.conf().theme; own != "" {
		return own
	}
	// "15;0": the foreground, then the background; 7 and 15 are light.
	colours := a.env("COLORFGBG")
	switch colours[strings.LastIndex(colours, ";")+1:] {
	case "":
		return ""
	case "7", "15":
		return kit.Light.Name
	}
	return kit.Dark.Name
}

// screenLook builds the look of a theme for this terminal.
func screenLook(a *app, theme string) *kit.Look {
	t, ok := a.conf().findTheme(theme)
	if !ok {
		t = kit.Dark
	}
	r := lipgloss.NewRenderer(os.Stdout)
	if a.env("NO_COLOR") != "" && a.env("TERM") != "dumb" {
		t = kit.Mono
		r.SetColorProfile(termenv.ANSI) // for bold and reverse
	}
	return kit.NewLook(r, t, a.glyphs())
}
