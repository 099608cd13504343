package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/serve"
)

// hosting is the shell while a table is open to more than one terminal.
type hosting struct{ sitting }

// hostWish is how somebody wants to host.
type hostWish struct {
	listen   string
	headless bool
	gm       string
}

func (s hosting) host() *cobra.Command {
	var want hostWish
	c := &cobra.Command{
		Use:   "host NAME",
		Short: "Play a table and let others join over SSH",
		Long: `Open a table, play it here, and let others join. Each player types the line
that the screen shows, and needs only an SSH client and a key of their own.
They stay in a waiting room until you let them in or they use an invite ('fray
invite'). With ssh -T instead of ssh, they get numbered lines, for screen
readers.

Only this machine can connect unless --listen gives another address. With
--headless there is no screen here, and fray serves the table until you
interrupt it: the gamemaster joins with 'fray join' on this machine, or from
elsewhere with the key that --gm names.`,
		Example: `  fray host "The Vault Job" --listen 0.0.0.0:2222
  fray host vault --headless --gm ~/.ssh/id_ed25519.pub`,
		Args:              between(1, 1, "a table, such as: fray host vault"),
		ValidArgsFunction: s.completeTable,
		RunE:              func(_ *cobra.Command, args []string) error { return s.open(args[0], want) },
	}
	c.Flags().StringVar(&want.listen, "listen", "127.0.0.1:2222", "the `ADDRESS` to listen on, HOST:PORT")
	c.Flags().BoolVar(&want.headless, "headless", false, "serve the table without a screen here")
	c.Flags().StringVar(&want.gm, "gm", "", "the public key `FILE` of a gamemaster who joins from elsewhere")
	return c
}

func (s hosting) open(name string, want hostWish) error {
	path, err := s.find(name)
	if err != nil {
		return err
	}
	gm, err := readKey(want.gm)
	if err != nil {
		return err
	}
	if !want.headless && !s.onTerminal() && !s.inLines() {
		return misusef("'fray host' needs a terminal to play on: without one, use --headless")
	}
	live, err := saves.Open(path, rules(), deps())
	if err != nil {
		return err
	}
	if why := live.Why(); why != nil {
		return errors.Join(why, live.Close())
	}
	l, err := net.Listen("tcp", want.listen)
	if err != nil {
		return errors.Join(misusef("cannot listen on %s: %v. Try another address, such as --listen 127.0.0.1:2223", want.listen, err), live.Close())
	}
	h, err := s.serving(live, l.Addr().String(), gm, !want.headless)
	if err != nil {
		return errors.Join(err, l.Close(), live.Close())
	}
	h.over(l, h.server.Serve)
	if want.headless {
		return s.headless(live, h)
	}
	cfg, err := s.screenOf(live, entrance{served: true})
	if err != nil {
		return errors.Join(err, h.close())
	}
	line, reach := h.server.Line()
	cfg.Admissions, cfg.News = h.server.Admissions(), strings.TrimSpace(fmt.Sprintf("players type: %s (%s)  %s", line, reach, cfg.News))
	closing := cfg.Close
	cfg.Close = func() error { return errors.Join(h.close(), closing()) }
	if s.inLines() {
		came, stop := h.server.Watch()
		defer stop()
		return s.talk(lines.Config{Game: live, Seat: cfg.Seat, News: cfg.News, Close: cfg.Close, Here: h.server.Sitting, Came: came})
	}
	return ui.Run(cfg)
}

// readKey reads a public key from a file; none from no file.
func readKey(file string) (ssh.PublicKey, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // no key was named
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, misuseOf(err)
	}
	k, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return nil, misusef("%s does not contain a public key: that is a line such as 'ssh-ed25519 AAAA…', in a file ending in .pub", file)
	}
	return k, nil
}

// served is a table while it is served.
type served struct {
	server *serve.Server
	done   []chan error
}

// serving gives the server of a table, with the socket of this machine; played
// is whether the gamemaster plays in this terminal.
func (s sitting) serving(live *saves.Live, listen string, gm ssh.PublicKey, played bool) (*served, error) {
	host, err := serve.HostKey(s.serveFolder())
	if err != nil {
		return nil, err
	}
	book, err := serve.OpenGuestList(s.serveFolder(), live.ID())
	if err != nil {
		return nil, err
	}
	server, err := serve.New(serve.Config{Table: live, Guests: book, Host: host, GM: gm, Hosts: played, Listen: listen, Screen: s.screenElsewhere, Now: time.Now, Tell: s.noteHost})
	if err != nil {
		return nil, err
	}
	h := &served{server: server}
	if l, err := serve.ListenHere(s.serveFolder(), live.ID()); err == nil { // without it, there is only no second terminal
		h.over(l, server.ServeHere)
	}
	return h, nil
}

// openSocket lets second terminals on this machine come to a table that is
// played here and not served. It is opened behind the screen.
func (s sitting) openSocket(live *saves.Live, how entrance) (shut func()) {
	if how.demo || how.served || live.ReadOnly() {
		return func() {}
	}
	opened := make(chan *served, 1)
	go func() {
		h, err := s.serving(live, "", nil, true)
		if err != nil {
			h = nil // there is no second terminal, and nothing else is missing
		}
		opened <- h
	}()
	return func() {
		if h := <-opened; h != nil {
			_ = h.close()
		}
	}
}

// over serves over a listener.
func (h *served) over(l net.Listener, serve func(net.Listener) error) {
	done := make(chan error, 1)
	h.done = append(h.done, done)
	go func() { done <- serve(l) }()
}

// close tells everybody that it is over.
func (h *served) close() error {
	h.server.Shutdown(3 * time.Second)
	var err error
	for _, d := range h.done {
		err = errors.Join(err, <-d)
	}
	return err
}

// headless serves until the program is told to end.
func (s hosting) headless(live *saves.Live, h *served) error {
	ctx, stop := untilTold()
	defer stop()
	inspect(ctx, live)
	line, reach := h.server.Line()
	if s.json {
		if err := s.document(servedJSON{live.Now().Name, line, reach, h.server.Print()}); err != nil {
			return errors.Join(err, h.close(), live.Close())
		}
	} else {
		s.tell().line("%s is served: %s (%s), host key %s", clean(live.Now().Name), line, reach, h.server.Print())
	}
	<-ctx.Done()
	return errors.Join(h.close(), live.Close())
}

// servedJSON is what is served, and where.
type servedJSON struct {
	Table string `json:"table"`
	Line  string `json:"line"`
	Reach string `json:"reach"`
	Print string `json:"fingerprint"`
}

// serveFolder is where the host key, the seats and the sockets of this
// installation are: beside no table, so that none takes them along.
func (s sitting) serveFolder() string { return filepath.Join(filepath.Dir(s.stateFile()), "serve") }

// noteHost keeps what a host should know.
func (s sitting) noteHost(words string) {
	f, err := os.OpenFile(filepath.Join(s.serveFolder(), "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(f, "%s %s\n", time.Now().Format(time.RFC3339), clean(words))
	_ = f.Close()
}

// screenElsewhere is what a screen begins with on a terminal that is not this
// machine's. It has this program's themes, and nothing of its files.
func (s sitting) screenElsewhere(out io.Writer, env func(string) string) ui.Config {
	conf := *s.conf()
	conf.theme = "" // it was chosen for this machine's terminal
	there := (&shell{out: out, env: env, ascii: s.ascii, config: &conf}).sit()
	cfg := ui.Config{Theme: there.theme(), Copy: there.copy}
	cfg.Settings.Themes = s.conf().themeNames()
	cfg.Look = func(theme string) *kit.Look {
		t, ok := s.conf().findTheme(theme)
		if !ok {
			t = kit.Dark
		}
		r := lipgloss.NewRenderer(out)
		r.SetColorProfile(profileOf(env))
		if env("NO_COLOR") != "" {
			t = kit.Mono
			r.SetColorProfile(termenv.ANSI) // for bold and reverse
		}
		return kit.NewLook(r, t, s.tell().glyphs())
	}
	return cfg
}

// profileOf is how many colours a terminal has that only says what it is.
func profileOf(env func(string) string) termenv.Profile {
	name := env("TERM")
	switch {
	case name == "" || name == "dumb":
		return termenv.Ascii
	case strings.Contains(env("COLORTERM"), "truecolor") || strings.Contains(env("COLORTERM"), "24bit"):
		return termenv.TrueColor
	case strings.Contains(name, "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

func (s hosting) join() *cobra.Command {
	return &cobra.Command{
		Use:   "join NAME",
		Short: "Open a second terminal at a table that is open here",
		Long: `Open a second terminal at a table that is already open on this machine, with
'fray play' or 'fray host'. Both play it, and each sees at once what the other
does.`,
		Example:           `  fray join "The Vault Job"`,
		Args:              between(1, 1, "a table, such as: fray join vault"),
		ValidArgsFunction: s.completeTable,
		RunE:              func(_ *cobra.Command, args []string) error { return s.joining(args[0]) },
	}
}

func (s hosting) joining(name string) error {
	path, err := s.find(name)
	if err != nil {
		return err
	}
	if !s.onTerminal() {
		return misusef("'fray join' needs a terminal")
	}
	live, err := saves.Look(path, rules())
	if err != nil {
		return err
	}
	id, called := live.ID(), live.Now().Name
	if err := live.Close(); err != nil {
		return err
	}
	c, err := serve.DialHere(s.serveFolder(), id)
	if err != nil {
		return fmt.Errorf("%w: open it with 'fray play %q'", err, called)
	}
	host, err := serve.HostKey(s.serveFolder())
	if err != nil {
		return errors.Join(err, c.Close())
	}
	return serve.Join(c, host.PublicKey(), s.in.(*os.File), s.out.(*os.File), s.env)
}

// instead offers a second terminal at a table that another program on this
// machine has open; done when that is taken, and over.
func (s hosting) instead(live *saves.Live) (done bool, err error) {
	var open *saves.InUse
	if !errors.As(live.Why(), &open) || !s.onTerminal() || s.inLines() {
		return false, nil
	}
	c, err := serve.DialHere(s.serveFolder(), live.ID())
	if errors.Is(err, serve.ErrNotOpen) { // a program that has no second terminals
		return false, nil
	} else if err != nil {
		return false, err
	}
	fmt.Fprintf(s.out, "fray: %s is open in another terminal on this machine.\nJoin it? [Y/n: only watch] ", clean(live.Now().Name))
	answer, _ := bufio.NewReader(s.in).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "" && a != "y" && a != "yes" {
		return false, c.Close()
	}
	host, err := serve.HostKey(s.serveFolder())
	if err = errors.Join(err, live.Close()); err != nil {
		return true, errors.Join(err, c.Close())
	}
	return true, serve.Join(c, host.PublicKey(), s.in.(*os.File), s.out.(*os.File), s.env)
}

// inviteWish is whom somebody wants to invite.
type inviteWish struct {
	seat       string
	as         string
	characters []string
	lasts      time.Duration
}

type inviteJSON struct {
	Invite     string   `json:"invite"`
	Seat       string   `json:"seat"`
	As         string   `json:"as"`
	Characters []string `json:"characters"`
	Expires    string   `json:"expires"`
}

func (s hosting) invite() *cobra.Command {
	want := inviteWish{}
	c := &cobra.Command{
		Use:   "invite NAME",
		Short: "Make an invite that lets one person in",
		Long: `Make an invite: a few words that let one person in, once, with any key. You can
make it whether or not the table is being served. It is kept only on this
machine.`,
		Example: `  fray invite vault --as Mira --characters Seraph
  fray invite vault --seat watcher --for 1h`,
		Args:              between(1, 1, "a table, such as: fray invite vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			return s.looked(args[0], func(live *saves.Live) error { return s.inviteTo(live, want) })
		},
	}
	c.Flags().StringVar(&want.seat, "seat", "player", "player or watcher")
	c.Flags().StringVar(&want.as, "as", "", "the `NAME` of the seat; without it, the name that they type")
	c.Flags().StringSliceVar(&want.characters, "characters", nil, "the characters that the seat plays, by `NAME`")
	c.Flags().DurationVar(&want.lasts, "for", 10*time.Minute, "how `LONG` the invite is valid, such as 10m or 24h")
	return c
}

// longestInvite is how long an invite may work.
const longestInvite = 7 * 24 * time.Hour

func (s hosting) inviteTo(live *saves.Live, want inviteWish) error {
	seat := model.Seat{Role: model.Role(want.seat), Name: strings.TrimSpace(model.Clean(want.as, model.LongestName))}
	if seat.Role != model.Player && seat.Role != model.Watcher {
		return misusef("there is no seat %q: choose player or watcher", want.seat)
	}
	if want.lasts <= 0 || want.lasts > longestInvite {
		return misusef("an invite can be valid for up to %d days", int(longestInvite.Hours()/24))
	}
	t := live.Now()
	var ids []string
	names := []string{}
	for _, name := range want.characters {
		c, err := character(t, name)
		if err != nil {
			return err
		}
		ids, names = append(ids, c.ID), append(names, c.Name)
	}
	if len(ids) > 0 && seat.Role != model.Player {
		return misusef("a watcher has no characters: use --seat player")
	}
	book, err := serve.OpenGuestList(s.serveFolder(), live.ID())
	if err != nil {
		return err
	}
	has, known := t.SeatOf(seat.Name)
	if known = known && t.SeatName(has) == seat.Name; known {
		if has.Role != seat.Role {
			return misusef("%s already has a seat as a %s", seat.Name, has.Role)
		}
		seat = has
	}
	expires := time.Now().Add(want.lasts).UTC()
	words, err := book.Invite(t, serve.Invite{Seat: seat, Characters: ids, Expires: expires})
	var like *serve.Lookalike
	var refused *model.Refused
	if errors.As(err, &like) || errors.As(err, &refused) {
		return misuseOf(err)
	}
	if err != nil {
		return err
	}
	if s.json {
		return s.document(inviteJSON{words, want.seat, t.SeatName(seat), names, expires.Format(time.RFC3339)})
	}
	s.tell().line("%s", words)
	who := "lets one person in, once"
	if known {
		who = fmt.Sprintf("lets %s in, once, with another key to the seat they already have", t.SeatName(seat))
	}
	s.tell().text("", fmt.Sprintf("%s, until %s. They type: ssh -p PORT NAME@HOST, press tab and type the words. If they have no key yet, they first run: ssh-keygen -t ed25519",
		who, expires.Local().Format("2006-01-02 15:04")))
	return nil
}
