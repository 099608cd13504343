package serve_test

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/net/html"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/uitest"
	"example.org/fray/ui/web"
)

// TestFightsBySeatsAlone is the exam that a whole evening has to pass: a fight in each of the
// rulebooks, at a table with the rules that hosting sets, against foes whom the players know
// by name only. Every act and every answer comes from the seat that it belongs to, through
// the full screen over SSH, numbered lines or pages; each rulebook has another order of them.
// Nobody may have to wait for ever, be answered for by another, or be refused what is offered.
// A watcher is told all and can do nothing. With -long the fights go on until one side is
// down, with a line that is cut, a host that is killed and an act that is undone in each;
// without, time goes on three times.
func TestFightsBySeatsAlone(t *testing.T) {
	var all []string
	for _, s := range systems.All() {
		all = append(all, s.ID)
	}
	all = append(all, books.IDs()...)
	var mu sync.Mutex
	ended, acts, answers, undone, killed := 0, 0, 0, 0, 0
	t.Run("in", func(t *testing.T) {
		for n := range len(all) * *fights {
			t.Run(all[n%len(all)], func(t *testing.T) {
				t.Parallel()
				x := newExam(t, all[n%len(all)], n+n/len(all))
				x.fights()
				mu.Lock()
				defer mu.Unlock()
				if x.isOver() {
					ended++
				}
				acts, answers = acts+x.acts, answers+x.answers
				if x.undone {
					undone++
				}
				if x.killed {
					killed++
				}
				t.Logf("%d acts, %d answers; over: %t", x.acts, x.answers, x.isOver())
			})
		}
	})
	t.Logf("%d fights in %d rulebooks, %d of them until one side was down: %d acts and %d answers by seats alone; %d acts undone, %d hosts killed",
		len(all)**fights, len(all), ended, acts, answers, undone, killed)
}

var fights = flag.Int("fights", 1, "how many fights are played by seats alone in each rulebook")

// mostMoves is how often time goes on before foes who still stand run away.
const mostMoves = 60

// exam is a fight with everybody who takes part in it.
type exam struct {
	*testHost
	system  *engine.System
	rnd     *rand.Rand
	gm      *sitter
	players []*sitter
	watcher *sitter  // who comes by lines
	pages   string   // where the pages are
	foes    []string // ids
	asked   int      // how often somebody was asked
	cut     bool     // somebody's line was cut
	killed  bool     // the host was killed
	undone  bool     // the gamemaster has undone an act
	acts    int
	answers int
	refused map[string]bool // what was offered and refused
	since   uint64          // the newest event when somebody looked what is offered
}

// refuse notes that an offer was refused, which is a fault, unless something has happened
// since it was read.
func (x *exam) refuse(offer, why string) {
	x.Helper()
	if x.refused[offer] || x.live.Now().Seq() > x.since {
		return
	}
	x.refused[offer] = true
	if why = squeezed(why); strings.Contains(why, secretRefusal) {
		x.Logf("%q is offered, and refused for a secret: %s", offer, why)
		return
	}
	x.Errorf("%q is offered, and refused: %s", offer, why)
}

// secretRefusal is the one reason for which something may be offered and refused: what binds
// somebody who is known by name only is kept from players, so that a list which left out the
// offer would tell it.
const secretRefusal = "an't be done, for a reason that only the gamemaster knows"

// sitter is somebody at the table, and the way by which they come.
type sitter struct {
	way
	seat model.Seat
}

// way is how somebody sees the table and acts at it. Each method goes on until the log has
// grown, and fails if what is to be done cannot be done.
type way interface {
	// answers answers what the seat is asked by a roll.
	answers(x *exam)
	// follows takes up what a roll has called for.
	follows(x *exam)
	// adds adds a word to the dice.
	adds(x *exam)
	// acts takes one of the actions that are offered to a character; false if there is none.
	acts(x *exam, who *model.Character) bool
	// goesOn lets time go on, as the gamemaster.
	goesOn(x *exam)
	// undoes undoes the newest act, as the gamemaster.
	undoes(x *exam)
	// back is the way after the line was cut, or the host has begun anew.
	back(x *exam, seat model.Seat) way
	// shown is what the person sees, for a report.
	shown() string
}

// newExam seats everybody. n chooses who comes by which way.
func newExam(t *testing.T, system string, n int) *exam {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := openOn(t, system, 3, l)
	h.dial = func() (net.Conn, error) { return net.Dial("tcp", h.addr) }
	x := &exam{testHost: h, system: uitest.Book(t, system), rnd: rand.New(rand.NewPCG(uint64(n), 43)), refused: map[string]bool{}}
	for _, rule := range h.live.Now().HostingRules() {
		h.must(model.Seat{Role: model.Program}, rule)
	}
	for i, name := range []string{"Old Grim", "Weasel"} {
		h.must(gm, model.Join{Character: model.Character{Name: name, Side: engine.Foes, Minion: i == 1, Pages: pages(system, x.system.Templates[(3+i)%len(x.system.Templates)])}})
		x.foes = append(x.foes, h.live.Now().Characters()[3+i].ID)
	}
	x.pages = x.opensPages()
	for i, name := range []string{"", "Mira", "Tom", "Ivo"} {
		s := &sitter{seat: gm}
		if name != "" {
			if _, err := h.live.Do(gm, model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: name}); err != nil {
				t.Fatal(err)
			}
			s.seat, _ = h.live.Now().SeatOf(name)
			h.must(gm, decide.AssignOwner(h.live.Now().Characters()[i-1], s.seat.Key()))
			x.players = append(x.players, s)
		} else {
			x.gm = s
		}
		switch (i + n) % 3 {
		case 0:
			s.way = x.comes(s.seat, false)
		case 1:
			s.way = x.comes(s.seat, true)
		case 2:
			s.way = x.browses(x.pages, s.seat)
		}
	}
	h.must(gm, model.NameSeat{Seat: model.Seat{Role: model.Watcher}, Name: "Wat"})
	x.watcher = &sitter{}
	x.watcher.seat, _ = h.live.Now().SeatOf("Wat")
	x.watcher.way = x.comes(x.watcher.seat, true)
	return x
}

// comes lets somebody come over SSH with a new key.
func (x *exam) comes(seat model.Seat, plain bool) way {
	x.Helper()
	key := newKey(x)
	if err := x.guests.Admit(key.PublicKey(), seat, x.now); err != nil {
		x.Fatal(err)
	}
	if plain {
		c := x.comePlain(seat.Name, key)
		c.sees("table>")
		return &byLines{client: c, key: key}
	}
	c := x.come(seat.Name, key)
	c.sees("The Vault Job")
	return byScreen{c, key}
}

// opensPages opens the pages of the host, and returns where they are.
func (x *exam) opensPages() string {
	x.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		x.Fatal(err)
	}
	site := web.New(web.Config{Host: x.host, Table: x.live.ID(), Tell: func(words string) { x.Log(words) }})
	if err := x.host.OpenWeb(l, serve.Web{Handler: site}); err != nil {
		x.Fatal(err)
	}
	return "http://" + l.Addr().String()
}

// cuts cuts somebody's line once, who comes back by the same way.
func (x *exam) cuts(s *sitter) {
	if !x.cut {
		x.cut = true
		s.way = s.back(x, s.seat)
	}
}

// restarts lets the host end as if it was killed, and begin again with what is in its file
// then. Everybody comes back by the way that they came.
func (x *exam) restarts() {
	x.Helper()
	if x.killed {
		return
	}
	x.killed = true
	path := x.live.Path()
	left, err := os.ReadFile(path)
	if err != nil {
		x.Fatal(err)
	}
	was := x.live.Now().Seq()
	x.host.Shutdown(5 * time.Second)
	if err := x.live.Close(); err != nil {
		x.Fatal(err)
	}
	if err := os.WriteFile(path, left, 0o600); err != nil {
		x.Fatal(err)
	}
	x.live = x.folder.Opens(x.table)
	if now := x.live.Now().Seq(); now < was {
		x.Fatalf("after a kill the log has %d events, and had %d", now, was)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		x.Fatal(err)
	}
	x.serves(l, serve.Quota{})
	x.pages = x.opensPages()
	for _, s := range append(x.players, x.gm, x.watcher) {
		s.way = s.back(x, s.seat)
	}
}

// fights plays until one side is down, or until time has gone on often enough.
func (x *exam) fights() {
	x.Helper()
	x.must(gm, model.BeginSession{})
	most := 3
	if *long {
		most = mostMoves
	}
	for n := range most {
		if x.settles(); x.isOver() {
			break
		}
		if *long && n == 1 { // where nobody was asked often enough
			x.cuts(x.players[0])
			x.restarts()
		}
		for _, c := range x.live.Now().Characters() {
			if x.isOver() || !slices.Contains(decide.Free(x.live.Now()), c.ID) || !x.plays(c.ID).acts(x, c) {
				continue
			}
			x.acts++
			if x.settles(); *long && x.acts > 2 && !x.undone {
				x.undoes()
			}
		}
		if !x.isOver() {
			x.gm.goesOn(x)
		}
	}
	x.settles()
	x.fair()
	x.watched()
}

// undoes lets the gamemaster undo the newest act, which everybody's log must say.
func (x *exam) undoes() {
	x.Helper()
	x.gm.undoes(x)
	x.undone = true
	for _, s := range append(x.players, x.gm, x.watcher) {
		told := false
		for l := range view.SeenBy(x.live.Now(), s.seat).Log() {
			if told = l.Undone; told {
				break
			}
		}
		if !told {
			x.Errorf("%+v is not told that something was undone", s.seat)
		}
	}
	x.settles()
}

// watched checks that the watcher is told what happened, and can do nothing.
func (x *exam) watched() {
	x.Helper()
	w := x.watcher.way.(*byLines)
	for _, c := range x.live.Now().Characters() {
		if came, prompt := w.says(x, c.Name); prompt != "table" || strings.Contains(came, "what now?") {
			x.Errorf("a watcher is asked what %s does: %s", c.Name, came)
		}
	}
	from := x.live.Now().Seq()
	w.says(x, "next")
	if x.live.Now().Seq() != from {
		x.Error("a watcher lets time go on")
	}
	came, _ := w.says(x, "log 20")
	for _, story := range storyTo(x, view.SeenBy(x.live.Now(), x.watcher.seat)) {
		if !strings.Contains(squeezed(came), squeezed(story)) {
			x.Errorf("a watcher is not told %q: %s", story, came)
		}
	}
}

// isOver reports whether nobody of one side can act any more.
func (x *exam) isOver() bool {
	t, up := x.live.Now(), map[engine.Side]bool{}
	for _, c := range t.Characters() {
		if !t.IsDown(c.ID) {
			up[c.Side] = true
		}
	}
	return len(up) < 2
}

// plays is who plays a character.
func (x *exam) plays(id string) *sitter {
	c, _ := x.live.Now().Character(id)
	for _, s := range x.players {
		if s.seat.Owns(c) {
			return s
		}
	}
	return x.gm
}

// at is who sits at a seat.
func (x *exam) at(seat model.Seat) *sitter {
	for _, s := range x.players {
		if s.seat.Key() == seat.Key() && seat.Role == model.Player {
			return s
		}
	}
	return x.gm
}

// settles lets everybody do what they are asked, until nobody is.
func (x *exam) settles() {
	x.Helper()
	for range 60 {
		t := x.live.Now()
		if asked := t.Dice.Asked(); len(asked) > 0 {
			x.at(asked[0]).adds(x)
			continue
		}
		if i := slices.IndexFunc(t.Rolls(), func(r model.Roll) bool { return r.Parked == "" }); i >= 0 {
			s := x.gm
			if all := decide.Deciders(t, t.Rolls()[i]); len(all) > 0 {
				s = x.at(all[0])
			}
			if x.asked++; *long && x.asked == 2 {
				x.cuts(s)
			}
			if *long && x.asked == 4 {
				x.restarts()
			}
			s.answers(x)
			x.answers++
			continue
		}
		if len(t.Rolls()) > 0 {
			x.Fatalf("a roll is parked: %s", t.Rolls()[0].Parked)
		}
		calls := t.FollowUps()
		if len(calls) == 0 {
			return
		}
		x.plays(calls[0].Who).follows(x)
		x.answers++
	}
	x.Fatalf("there is no end to what follows: %+v", x.live.Now().FollowUps())
}

// fair checks that nobody has answered for another.
func (x *exam) fair() {
	x.Helper()
	for l := range x.live.Now().Log() {
		for _, f := range l.Event.Facts {
			if a, ok := f.(model.Answered); ok && (a.For != "" || l.Event.By.Role == model.Program) {
				x.Errorf("%+v answers for %q: %+v", l.Event.By, a.For, a.Answer)
			}
		}
	}
}

// presses is that of the host; what is offered is looked at from now on.
func (x *exam) presses(c *client, what string, keys func(screen string) (key string, nothing bool)) (happened bool) {
	x.Helper()
	x.since = x.live.Now().Seq()
	return x.testHost.presses(c, what, keys)
}

// goesUntil repeats a step until the log has grown, and fails if it does not. It returns
// false if the step says that there is nothing to do.
func (x *exam) goesUntil(w way, what string, step func() (nothing bool)) bool {
	x.Helper()
	from, late := x.live.Now().Seq(), time.Now().Add(patience)
	x.since = from
	for x.live.Now().Seq() == from {
		if step() {
			return false
		}
		if x.live.Now().Seq() == from && time.Now().After(late) {
			x.Fatalf("%s: nothing happens. What is to be seen:\n%s", what, w.shown())
		}
	}
	return true
}

// picks chooses one of the offers: mostly a blow at the other side.
func (x *exam) picks(offers []string, who *model.Character) int {
	var rest, blows []int
	for i, o := range offers {
		if x.refused[o] || strings.Contains(o, "still to say") { // what says that it cannot be done as it stands is no offer yet
			continue
		}
		rest = append(rest, i)
		for _, c := range x.live.Now().Characters() {
			if who.Opposes(c) && !x.live.Now().IsDown(c.ID) && strings.Contains(o, c.Name) {
				blows = append(blows, i)
			}
		}
	}
	if len(blows) > 0 && x.rnd.IntN(10) > 0 {
		return blows[x.rnd.IntN(len(blows))]
	}
	if len(rest) == 0 {
		return -1
	}
	return rest[x.rnd.IntN(len(rest))]
}

// byScreen is a full screen over SSH.
type byScreen struct {
	*client
	key ssh.Signer
}

func (w byScreen) back(x *exam, seat model.Seat) way {
	_ = w.conn.Close()
	c := x.come(seat.Name, w.key)
	c.sees("The Vault Job")
	return byScreen{c, w.key}
}

func (w byScreen) undoes(x *exam) {
	x.presses(w.client, "an undo", func(screen string) (string, bool) {
		if strings.Contains(screen, "esc ") {
			return "\x1b", false
		}
		return "u", false
	})
}

func (w byScreen) shown() string { return w.vt.String() }

func (w byScreen) answers(x *exam) {
	x.presses(w.client, "an answer", func(screen string) (string, bool) {
		switch {
		case strings.Contains(screen, "t roll here"):
			return "t", false
		case strings.Contains(screen, "esc later"):
			return "\r", false
		case palette(screen):
			return "\x1b", false
		case strings.Contains(screen, "1-9 at once"):
			return "O", false
		case strings.Contains(screen, "esc "):
			return "\x1b", false
		}
		return "O", false
	})
}

func (w byScreen) follows(x *exam) {
	u := x.live.Now().FollowUps()[0]
	action := x.live.Now().ActionName(u.System, u.Action)
	named := regexp.MustCompile(`[│▎][▌ ]([1-9]) ` + regexp.QuoteMeta(action))
	offer, doubted := "called for: "+action, false
	x.presses(w.client, "what is called for", func(screen string) (string, bool) {
		switch {
		case strings.Contains(screen, "enter not now"):
			if doubted {
				x.refuse(offer, strings.Join(whyNot.FindAllString(screen, -1), " "))
			}
			doubted = true
			return "\x1b", false
		case strings.Contains(front(screen), "defend?") && strings.Contains(screen, "no defence"):
			if strings.Contains(screen, "│▌no defence") != x.refused[offer] {
				return "\x1b[B", false
			}
			return "\r", false
		case strings.Contains(screen, "esc close"):
			return "\r", false
		case palette(screen):
			return "\x1b", false
		case strings.Contains(screen, "1-9 at once"):
			return offered(screen, called, named), false
		case strings.Contains(screen, "esc back"):
			return "\r", false
		case strings.Contains(screen, "esc "):
			return "\x1b", false
		}
		return "V", false
	})
}

func (w byScreen) adds(x *exam) {
	x.presses(w.client, "a word", func(screen string) (string, bool) {
		switch {
		case strings.Contains(screen, "Your word for the dice") && strings.Contains(screen, "type the text"):
			return "any keys\r", false
		case strings.Contains(screen, "enter add a word"): // the dice of the session are open
			return "\r", false
		case strings.Contains(screen, "Q adds your word"): // the card was closed by a key for another
			return "Q", false
		}
		return "\x1b", false
	})
}

// last is who stands last in the roster.
func (x *exam) last() string {
	all := x.live.Now().Characters()
	return all[len(all)-1].Name
}

// offerRow is a row of the list of what can be done now.
var offerRow = regexp.MustCompile(`[│▎][▌ ]([1-9]) ([^│]*)`)

// againstField is the field of a form that says against whom, with the cursor on it.
var againstField = regexp.MustCompile(`▌Against +◂`)

func (w byScreen) acts(x *exam, who *model.Character) bool {
	gamemaster := x.gm.way == way(w)
	digit, offer, doubted, turned := "", "", "", 0
	return x.presses(w.client, "what "+who.Name+" does", func(screen string) (string, bool) {
		switch {
		case strings.Contains(screen, "Nothing just now"):
			return "", true
		case strings.Contains(screen, "1-9 at once") && (!gamemaster || strings.Contains(screen, who.Name+": what now?")):
			rows := offerRow.FindAllStringSubmatch(screen, -1)
			if digit == "" && len(rows) > 0 {
				var offers []string
				for _, r := range rows {
					offers = append(offers, squeezed(r[2]))
				}
				n := slices.Index(offers, doubted)
				if n < 0 {
					n = x.picks(offers, who)
				}
				if n < 0 {
					return "", true
				}
				digit, offer, turned = rows[n][1], offers[n], 0
			}
			if digit != "" {
				return digit, false
			}
		}
		switch {
		case strings.Contains(screen, "enter not now") && !strings.Contains(offer, " at ") && againstField.MatchString(screen) && turned < 6:
			turned++ // against whom is still to be said; a key that is pressed again and again is taken for one that is refused
			return []string{"\x1b[D", "\x1bOD"}[turned%2], false
		case strings.Contains(screen, "enter not now"):
			if digit = ""; doubted != offer { // what has just happened may have come between the list and the form
				doubted = offer
				return "\x1b", false
			}
			x.refuse(offer, strings.Join(whyNot.FindAllString(screen, -1), " "))
			doubted = ""
			return "\x1b", false
		case palette(screen):
			return "\x1b", false
		case strings.Contains(screen, "◂nobody▸") && turned == 0:
			turned++
			return "\x1b[D", false // the opponent who was added last; nobody where it can be done to nobody else
		case strings.Contains(screen, "esc back"):
			return "\r", false
		case !gamemaster, strings.Contains(screen, "esc "):
			return "\x1b", false
		case strings.Contains(screen, "▌ "+who.Name):
			return "a", false
		case strings.Contains(screen, "▌ "+x.last()):
			return "1k", false
		}
		return "1G", false
	})
}

// whyNot is the reason why a form cannot be sent.
var whyNot = regexp.MustCompile(`✗ [^│]*`)

func (w byScreen) goesOn(x *exam) {
	x.presses(w.client, "time that goes on", func(screen string) (string, bool) {
		switch {
		case strings.Contains(screen, "On to "), strings.Contains(screen, "Who acts first?"):
			return "\r", false
		case strings.Contains(screen, "esc "):
			return "\x1b", false
		}
		return "n", false
	})
}

// byLines is numbered lines over SSH.
type byLines struct {
	*client
	key   ssh.Signer
	came  string // what came after the newest line that was typed
	looks int    // how many look-ups were typed
}

func (w *byLines) back(x *exam, seat model.Seat) way {
	_ = w.conn.Close()
	c := x.comePlain(seat.Name, w.key)
	c.sees("> ")
	return &byLines{client: c, key: w.key}
}

func (w *byLines) undoes(x *exam) {
	x.goesUntil(w, "an undo", func() bool {
		switch w.prompt() {
		case "table":
			w.says(x, "undo")
		default:
			w.says(x, "back")
		}
		return false
	})
}

func (w *byLines) shown() string { return w.all() }

// all is everything that has come.
func (c *client) all() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.sent)
}

// says types a line and returns what comes then, up to the next prompt, and that prompt. What
// others do may be told before the line is read, so a look-up is typed behind it that can be
// made at any prompt, and is refused with the number in it.
func (w *byLines) says(x *exam, line string) (came, prompt string) {
	w.looks++
	look, from := fmt.Sprintf("-%d", w.looks), len(w.all())
	w.types(line+"\n", "log "+look+"\n")
	late := time.After(patience)
	for {
		if came, rest, looked := strings.Cut(w.all()[from:], look+`"`); looked && strings.HasSuffix(rest, "> ") {
			w.came = came[:strings.LastIndex(came, "> ")+2]
			return w.came, w.prompt()
		}
		select {
		case <-w.news:
		case <-w.gone:
			x.Fatalf("the lines end:\n%s", w.all())
		case <-late:
			x.Fatalf("no prompt comes after %q:\n%s", line, w.all())
		}
	}
}

// prompt is what is asked now. What is typed is not repeated, so several prompts may stand on
// one line.
func (w *byLines) prompt() string {
	all := strings.TrimSuffix(w.all(), "> ")
	return all[max(strings.LastIndexByte(all, '\n')+1, strings.LastIndex(all, "> ")+2):]
}

// numbered are the lines that can be chosen by a number.
var numbered = regexp.MustCompile(`(?m)^(\d+)\. (.*)$`)

func (w *byLines) answers(x *exam) {
	x.goesUntil(w, "an answer", func() bool {
		t := x.live.Now()
		i := slices.IndexFunc(t.Rolls(), func(r model.Roll) bool { return r.Parked == "" })
		if i < 0 {
			return false
		}
		step, err := t.Step(t.Rolls()[i])
		if err != nil {
			x.Fatal(err)
		}
		switch prompt := w.prompt(); {
		case prompt == "table":
			w.says(x, "open")
		case prompt == step.Open.ID && step.Open.Wants == engine.Throwing:
			w.says(x, "throw")
		case prompt == step.Open.ID:
			line := ""
			if all := numbered.FindAllStringSubmatch(w.came, -1); len(all) > 0 {
				if one := all[x.rnd.IntN(len(all))]; !strings.Contains(one[2], "not now") {
					line = one[1]
				}
			}
			w.says(x, line)
		default:
			w.says(x, "back")
		}
		return false
	})
}

func (w *byLines) follows(x *exam) {
	x.goesUntil(w, "what is called for", func() bool {
		u := x.live.Now().FollowUps()
		if len(u) == 0 {
			return false
		}
		switch w.prompt() {
		case "table":
			w.says(x, "follow")
		case "which":
			if x.refused["called for: "+x.live.Now().ActionName(u[0].System, u[0].Action)] {
				w.says(x, "no")
			} else {
				w.says(x, "1")
			}
		case x.live.Now().ActionName(u[0].System, u[0].Action):
			from := x.live.Now().Seq()
			if came, _ := w.says(x, ""); x.live.Now().Seq() == from {
				x.refuse("called for: "+x.live.Now().ActionName(u[0].System, u[0].Action), came)
				w.says(x, "back")
			}
		default:
			w.says(x, "back")
		}
		return false
	})
}

func (w *byLines) adds(x *exam) {
	x.goesUntil(w, "a word", func() bool { w.says(x, "word any keys"); return false })
}

func (w *byLines) acts(x *exam, who *model.Character) bool {
	return x.goesUntil(w, "what "+who.Name+" does", func() bool {
		numbers, offers, came := w.offered(x, who)
		if len(offers) == 0 {
			return !strings.Contains(came, "what now?") || strings.Contains(came, "Not now")
		}
		n := x.picks(offers, who)
		if n < 0 {
			return true
		}
		from := x.live.Now().Seq()
		came, _ = w.says(x, numbers[n])
		if strings.HasSuffix(offers[n], "against somebody") {
			for _, c := range x.others(who) {
				if came, _ = w.says(x, "against "+c.Name); !strings.Contains(came, "Not now:") {
					break
				}
			}
		}
		if !strings.Contains(came, "Not now:") {
			came, _ = w.says(x, "")
		}
		if x.live.Now().Seq() == from {
			// What others did may have come between the list and the throw.
			if _, now, _ := w.offered(x, who); slices.Contains(now, offers[n]) {
				x.refuse(offers[n], came)
			}
		}
		return false
	})
}

// offered lists what somebody can do, each with its number, and what came in all.
func (w *byLines) offered(x *exam, who *model.Character) (numbers, offers []string, came string) {
	for range 5 {
		if w.prompt() == "table" {
			break
		}
		w.says(x, "back")
	}
	came, _ = w.says(x, who.Name)
	for _, o := range numbered.FindAllStringSubmatch(came, -1) {
		numbers, offers = append(numbers, o[1]), append(offers, o[2])
	}
	return numbers, offers, came
}

// others are all but who, those of other sides first.
func (x *exam) others(who *model.Character) []*model.Character {
	var foes, friends []*model.Character
	for _, c := range x.live.Now().Characters() {
		switch {
		case who.Opposes(c):
			foes = append(foes, c)
		case c.ID != who.ID:
			friends = append(friends, c)
		}
	}
	return append(foes, friends...)
}

func (w *byLines) goesOn(x *exam) {
	x.goesUntil(w, "time that goes on", func() bool {
		switch w.prompt() {
		case "table":
			w.says(x, "next")
		case "go on":
			w.says(x, "yes")
		default:
			w.says(x, "back")
		}
		return false
	})
}

// byPage is a browser that runs no scripts: it follows links and sends forms.
type byPage struct {
	x      *exam
	client *http.Client
	base   string
	at     *url.URL
	status int
	page   *html.Node
}

// browses lets somebody come by the link of an invite.
func (x *exam) browses(base string, seat model.Seat) *byPage {
	x.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		x.Fatal(err)
	}
	w := &byPage{x: x, client: &http.Client{Jar: jar, Timeout: patience, Transport: &http.Transport{}}, base: base}
	x.Cleanup(w.client.CloseIdleConnections)
	made, err := x.server.Admissions().Invite(seat, nil, time.Hour)
	if err != nil {
		x.Fatal(err)
	}
	w.does("GET", "/i/"+made.Words, nil)
	w.sends(uitest.Elements(w.page, "form")[0], "name", cmp.Or(seat.Name, "Gia"))
	if w.status != http.StatusOK {
		x.Fatalf("an invite gives %d: %s", w.status, w.shown())
	}
	return w
}

func (w *byPage) back(x *exam, _ model.Seat) way {
	w.base, w.at = x.pages, nil
	return w
}

func (w *byPage) undoes(x *exam) { w.types(x, "an undo", "undo") }

// types types what is to be done.
func (w *byPage) types(x *exam, what, line string) {
	x.goesUntil(w, what, func() bool {
		w.does("GET", "/", nil)
		w.sends(uitest.Elements(uitest.Named(w.page, "talk"), "form")[0], "to", "do", "text", line)
		return false
	})
}

func (w *byPage) shown() string { return fmt.Sprint(w.at, " (", w.status, "): ", uitest.Words(w.page)) }

// does sends a request as the page would, and reads the answer.
func (w *byPage) does(method, to string, form url.Values) {
	w.x.Helper()
	at, err := url.Parse(w.base)
	if err == nil && w.at != nil {
		at = w.at
	}
	u, err := at.Parse(to)
	if err != nil {
		w.x.Fatal(err)
	}
	r, err := http.NewRequestWithContext(w.x.Context(), method, u.String(), strings.NewReader(form.Encode()))
	if err != nil {
		w.x.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", w.base)
	}
	answer, err := w.client.Do(r)
	if err != nil {
		w.x.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil {
		w.page, err = html.Parse(strings.NewReader(string(text)))
	}
	if err != nil {
		w.x.Fatal(err)
	}
	w.at, w.status = answer.Request.URL, answer.StatusCode
	w.namesAll()
}

// namesAll checks that whatever a page sends back is named: nothing that stands in its forms
// or links, and that nobody typed, is a bare number, which could only be a place in a list.
func (w *byPage) namesAll() {
	w.x.Helper()
	sent := url.Values{}
	for _, f := range uitest.Elements(w.page, "input") {
		if uitest.Attr(f, "type") == "hidden" {
			sent.Add(uitest.Attr(f, "name"), uitest.Attr(f, "value"))
		}
	}
	for _, a := range uitest.Elements(w.page, "a") {
		if to, err := url.Parse(uitest.Attr(a, "href")); err == nil {
			for name, values := range to.Query() {
				sent[name] = append(sent[name], values...)
			}
		}
	}
	for name, values := range sent {
		if i := slices.IndexFunc(values, isBare); i >= 0 && !strings.HasPrefix(name, "p.") && name != "session" {
			w.x.Errorf("%s sends %s=%s", w.at.Path, name, values[i])
		}
	}
}

func isBare(value string) bool { _, err := strconv.Atoi(value); return err == nil }

// card opens the table and returns the first card of one of the kinds.
func (w *byPage) card(kinds ...string) *html.Node {
	w.does("GET", "/", nil)
	for _, card := range uitest.Elements(w.page, "section") {
		is := strings.Fields(uitest.Attr(card, "class"))
		if slices.Contains(is, "ask") && slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(is, k) }) {
			return card
		}
	}
	return nil
}

// sends sends a form, and one of its buttons if they have names.
func (w *byPage) sends(f *html.Node, set ...string) {
	form := uitest.Filled(f)
	var named []*html.Node
	for _, b := range uitest.Elements(f, "button") {
		if name := uitest.Attr(b, "name"); name != "" && name != "nothing" {
			named = append(named, b)
		}
	}
	if len(named) > 0 {
		b := named[w.x.rnd.IntN(len(named))]
		form.Set(uitest.Attr(b, "name"), uitest.Attr(b, "value"))
	}
	for i := 0; i+1 < len(set); i += 2 {
		form.Set(set[i], set[i+1])
	}
	w.does("POST", uitest.Attr(f, "action"), form)
	if w.status != http.StatusOK {
		w.x.Errorf("what stands on a page is refused: %s", w.shown())
	}
}

func (w *byPage) answers(x *exam) {
	x.goesUntil(w, "an answer", func() bool {
		if card := w.card("throw", "pick", "share", "number"); card != nil {
			w.sends(uitest.Elements(card, "form")[0])
		}
		return false
	})
}

func (w *byPage) follows(x *exam) {
	x.goesUntil(w, "what is called for", func() bool {
		card := w.card("called", "attack")
		if card == nil {
			return false
		}
		links := uitest.Elements(card, "a")
		one := links[x.rnd.IntN(len(links))]
		offer := "called for: " + uitest.Words(one)
		if none := uitest.Elements(card, "form"); x.refused[offer] && len(none) > 0 {
			w.sends(none[0])
			return false
		}
		w.commits(uitest.Attr(one, "href"), offer)
		return false
	})
}

func (w *byPage) adds(x *exam) {
	x.goesUntil(w, "a word", func() bool {
		if card := w.card("word"); card != nil {
			w.sends(uitest.Elements(card, "form")[0], "text", "any keys")
		}
		return false
	})
}

// commits opens the form of an action and sends it, as it stands if that can be done, or
// against the first for whom it can.
func (w *byPage) commits(to, offer string) {
	w.does("GET", to, nil)
	forms := uitest.Elements(uitest.OfClass(w.page, "act"), "form")
	if len(forms) == 0 {
		w.x.refuse(offer, w.shown())
		return
	}
	whyNot := func() string { return uitest.Words(uitest.OfClass(uitest.Named(w.page, "preview"), "cannot")) }
	form, why := uitest.Filled(forms[0]), whyNot()
	for _, o := range uitest.Elements(uitest.Named(w.page, "against"), "option") {
		if whyNot() == "" || strings.Contains(to, "against=") {
			break
		}
		form.Set("against", uitest.Attr(o, "value"))
		w.does("GET", "act?"+form.Encode(), nil)
	}
	if whyNot() != "" {
		w.x.refuse(offer, why)
		return
	}
	w.does("POST", "throw", form)
	if w.status != http.StatusOK {
		w.x.refuse(offer, w.shown())
	}
}

func (w *byPage) acts(x *exam, who *model.Character) bool {
	return x.goesUntil(w, "what "+who.Name+" does", func() bool {
		w.does("GET", "/?who="+who.ID, nil)
		var offers []string
		var links []*html.Node
		for _, a := range uitest.Elements(uitest.Named(w.page, "now"), "a") {
			if strings.Contains(uitest.Attr(a, "class"), "offer") {
				offers, links = append(offers, uitest.Words(a)), append(links, a)
			}
		}
		n := x.picks(offers, who)
		if n < 0 {
			return true
		}
		w.commits(uitest.Attr(links[n], "href"), offers[n])
		return false
	})
}

func (w *byPage) goesOn(x *exam) { w.types(x, "time that goes on", "next") }
