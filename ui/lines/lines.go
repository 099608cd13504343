// Package lines plays a table in numbered lines, for screen readers and pipes.
package lines

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/game"
	"example.org/fray/ui/people"
)

// console is one run of a table in lines: without boxes, colours or redrawing. A question is
// answered by a number or by the word itself.
type console struct {
	game      game.Game
	seat      model.Seat
	table     model.Table
	in        *bufio.Scanner
	out       *bufio.Writer
	ended     bool          // the input has ended, or the user has quit
	memory    *scene.Memory // the last actions and their settings
	lastActor string        // id of the character who acted last

	ending scene.Ending // the summary of a session that ends
	texts  phrase.Texts // rulebook texts that the table can add
	shelf  func() []phrase.Prepared
	demo   bool

	input             input
	changed           <-chan struct{} // receives when the table has changed
	presenceChanged   <-chan struct{} // receives when somebody connects or disconnects
	stopPresence      func()          // ends the watch behind presenceChanged; nil if there is none
	door              people.Door     // serves the table to others; nil if this run cannot
	present           people.Present  // who is connected; nil if the table is not served
	presenceLine      string          // the newest line about who is connected
	waiting           waiting
	announcedQuestion string // the question that was announced last
	announcedAttack   string // the attack that was announced last
	now               func() time.Time
	answering         string                 // id of the roll whose question is being answered
	sets              func(line string) bool // reports whether a line sets something of what is asked, so that no command of that name is meant; nil: nothing is set
	rests             time.Time              // until then a line is taken as an answer to what was asked before
	settled           func() bool            // reports whether what is asked now was settled meanwhile; nil: nobody else can settle it
	wordAnnounced     bool                   // the request for a word for the dice was announced
	found             []string               // what was printed of what the game's Found returns
}

// Longest is the longest line that is read, in bytes.
const Longest = 1 << 16

// Config is what Play needs.
type Config struct {
	Game game.Game
	Seat model.Seat
	News string // printed first
	Demo bool   // this is the demo: nothing is saved

	Close func() error // closes the table; may be nil

	Texts  phrase.Texts             // rulebook texts that the table can add; may be empty
	Shelf  func() []phrase.Prepared // the gamemaster's shelf; may be nil
	Ending scene.Ending             // the summary of a session that ends; its Game is this one
	Now    func() time.Time         // the clock; nil: long idle sessions are not announced

	Recapped int               // number of the newest session whose recap this seat has read
	Recap    func(session int) // stores that a recap was read; nil: recaps are not printed

	Present people.Present // who is connected; nil: the table is not served
	Door    people.Door    // serves the table to others; nil: this run cannot

	Ends <-chan struct{} // closed when the program is told to end; may be nil
}

// Play plays the table of cfg in lines until the input ends, quit is typed or the program
// is told to end. It closes the table.
func Play(cfg Config, in io.Reader, out io.Writer) error {
	p := &console{game: cfg.Game, seat: cfg.Seat, in: bufio.NewScanner(in), out: bufio.NewWriter(out), memory: scene.NewMemory(nil), ending: cfg.Ending, demo: cfg.Demo, texts: cfg.Texts, shelf: cfg.Shelf, present: cfg.Present, door: cfg.Door, now: cfg.Now}
	p.ending.Seal = p.game.Seal
	if p.now == nil {
		p.now = time.Now
	}
	p.in.Buffer(nil, Longest)
	p.readInput(cfg.Ends)
	defer close(p.input.want)
	changed, stop := p.game.Watch()
	defer stop()
	p.changed = changed
	if p.present != nil {
		p.waiting.Admissions = p.present.Admissions()
		p.presenceChanged, p.stopPresence = p.present.Watch()
	}
	defer func() {
		if p.stopPresence != nil {
			p.stopPresence()
		}
	}()
	p.refresh()
	if cfg.News != "" {
		p.line("%s", cfg.News)
	}
	p.printFound()
	if why := p.game.Why(); why != nil {
		p.line("%v", why)
	}
	p.roster()
	p.printPresence()
	if cfg.Now != nil && p.seat.IsGamemaster() {
		if words := scene.IdleWords(p.table, cfg.Now()); words != "" {
			p.line("%s. It goes on; end-session ends it.", words)
		}
	}
	if cfg.Recap != nil && !p.table.Open && p.table.Sessions > cfg.Recapped {
		cfg.Recap(p.table.Sessions)
		if r, ok := view.RecapOf(p.game.Now(), p.seat, p.table.Sessions); ok {
			p.line("Last time")
			p.paragraphs(r.Lines(p.game.Now()))
		}
	}
	p.line("Type the number of a character, what somebody does, or help.")
	p.openRolls()
	for !p.ended {
		p.command(p.read(atTable))
	}
	err := p.out.Flush()
	if !p.input.interrupted && p.in.Err() != nil {
		err = fmt.Errorf("the input cannot be read: %w", p.in.Err())
	}
	if cfg.Close != nil {
		if bad := cfg.Close(); err == nil {
			err = bad
		}
	}
	p.printFound() // closing may have found more
	return errors.Join(err, p.out.Flush())
}

// printFound prints what has been found at the table since the last time.
func (p *console) printFound() {
	all := p.game.Found()
	for _, words := range game.Untold(all, p.found) {
		p.line("%s", words)
	}
	p.found = all
}

func (p *console) refresh() { p.table = view.Follow(p.table, p.game.Now(), p.seat) }

// line prints one line. Control characters in it are made visible.
func (p *console) line(format string, args ...any) {
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		fmt.Fprintln(p.out, strings.TrimRight(clean.Text(l), " "))
	}
}

// read reads an answer; where names what is asked. At the end of the input it returns ""
// and sets p.over. Messages to others and look-ups can be typed at any question, and are
// carried out here.
func (p *console) read(where string) string {
	for {
		p.printFound()
		announceWordRequest(p)
		if !p.prompt(where) {
			return ""
		}
		line, ok := p.nextLine(where)
		if !ok {
			p.ended = true
			fmt.Fprintln(p.out)
			return ""
		}
		text := strings.TrimSpace(line)
		if p.sets != nil && p.sets(text) {
			return text
		}
		switch text {
		case "help", "?":
			p.help()
			continue
		case "quit", "q", "exit":
			p.ended = true
			return ""
		}
		if word, about := strings.CutPrefix(text, "help "); about {
			p.helpOn(word)
			continue
		}
		if where == atTable || !p.aside(text) {
			return text
		}
		p.command(text)
	}
}

// atTable is the prompt when nothing is asked.
const atTable = "table"

// aside reports whether a line leaves the open question as it is.
func (p *console) aside(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "note", "journal", "word", "ask", "show", "find", "explain", "look-as":
		return rest != ""
	case "who", "log", "recap", "foretell", "timeline", "free", "requests", "dice", "sessions":
		return true
	case "let", "send", "clear", "invite", "revoke":
		return p.waiting.Admissions != nil && rest != ""
	}
	return phrase.BeginsMessage(text)
}

// prompt prints a prompt. It returns false if the output is closed.
func (p *console) prompt(where string) bool {
	fmt.Fprint(p.out, clean.Text(where)+"> ")
	if p.out.Flush() != nil {
		p.ended = true
	}
	return !p.ended
}

// help lists what can be typed.
func (p *console) help() {
	p.line("A number or a name: what that character can do. Or what somebody does: %s. With odds before it, how likely it is.", strings.Join(p.context().Examples(), ", "))
	for _, l := range phrase.Help("") {
		p.line("%s", l)
	}
	if p.waiting.Admissions != nil {
		p.line("let NUMBER in, let NUMBER in as NAME or as watcher, send NUMBER away, ask NUMBER for another name, clear waiting: who waits to join; who lists them.")
		p.line("revoke NAME takes a seat away, or one of its keys.")
	}
	saved := "everything is saved"
	if p.demo {
		saved = "nothing is saved in the demo"
	}
	p.line("help WORD: only what is about that word. quit: leave; %s.", saved)
	p.line("In an action: enter rolls, SETTING VALUE changes a setting, settings lists them, odds tells how likely each result is, show odds shows that to everybody, back leaves.")
	p.line("In a decision: a number or, to share out points, speed 17 ep 9. Enter takes what is offered, nothing spends nothing, later leaves it open, drop ends the roll.")
}

// helpOn lists what can be typed about a word.
func (p *console) helpOn(word string) {
	all := phrase.Help(word)
	for _, l := range all {
		p.line("%s", l)
	}
	if len(all) == 0 {
		p.line("No command tells of %q: help lists them all.", word)
	}
}

// do carries out a command and prints what happened. It returns false if the command was
// refused.
func (p *console) do(c model.Command) bool {
	if why := p.game.Why(); why != nil {
		p.line("%v", why)
		return false
	}
	before := p.table.Seq()
	_, err := p.game.Do(p.seat, c)
	p.refresh()
	p.news(before) // includes what others did meanwhile
	if err != nil {
		p.line("%v", err)
		return false
	}
	return true
}

// news prints the events after an event number, oldest first.
func (p *console) news(after uint64) {
	var acts []logEntry
	for l, said := range view.LogText(p.table, true) {
		if l.Event.Seq <= after {
			break
		}
		acts = append(acts, logEntry{l, said})
	}
	for _, a := range slices.Backward(acts) {
		p.printEntry(a)
	}
}

// logEntry is a log line with the sentences for it.
type logEntry struct {
	model.LogLine
	lines []view.Line
}

func (p *console) printEntry(a logEntry) {
	for _, s := range a.lines {
		switch {
		case !s.Head:
			p.line("  %s", s.Text)
		case a.Undone:
			p.line("undone: %s", view.Sentence(s.Text))
		default:
			p.line("%s", view.Sentence(s.Text))
		}
	}
}

func (p *console) log(count string) {
	n, err := strconv.Atoi(cmp.Or(count, "5"))
	if err != nil || n < 1 {
		p.line("%q is not a number: type how many entries, such as: log 10", count)
		return
	}
	var acts []logEntry
	for l, said := range view.LogText(p.table, false) {
		if len(acts) == n {
			break
		}
		acts = append(acts, logEntry{l, said})
	}
	for _, a := range slices.Backward(acts) {
		p.line("%s.", eventLabel(a.Event))
		p.printEntry(a)
	}
}

// eventLabel returns the name of an event for corrections: its number or, for other seats than
// the gamemaster, its time.
func eventLabel(e model.Event) string {
	if e.ID == "" {
		return strconv.FormatUint(e.Seq, 10)
	}
	return e.Time.Local().Format("15:04")
}
