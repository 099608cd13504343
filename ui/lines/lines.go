// Package lines is a table in numbered lines, for screen readers and pipes.
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

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	play "example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/people"
)

// plain is a table in lines, for screen readers and pipes: no boxes, no
// colours, nothing is drawn twice. What it asks is answered by a number or by
// the word itself.
type plain struct {
	game   Game
	seat   model.Seat
	table  model.Table
	in     *bufio.Scanner
	out    *bufio.Writer
	over   bool         // the input has ended, or somebody wants to leave
	memory *play.Memory // of what was done
	acted  string       // who acted last

	ending play.Ending  // what the end of a session tells
	texts  phrase.Texts // rulebooks that the table can take up
	shelf  func() []phrase.Prepared

	typed   typed
	changed <-chan struct{} // the table has changed
	faults  <-chan string   // of a text that was to be taken up
	came    <-chan struct{} // somebody came or went
	gone    func()          // ends that; nil: nothing is watched
	outside people.Door     // lets others come; nil: that cannot be changed here
	here    people.Present  // who is here; nil: the table isn't served
	told    string          // what was said of that last
	waiting waiting
	asked   string // the question that was told of last
	attack  string // the attack, with a defence called for, that was told of last
	now     func() time.Time
	roll    string // whose question is being answered
	called  bool   // they were told that a word is asked for
	found   int    // how many sentences of what was found at the table's log were told
}

// Longest is the longest line that is read, in bytes.
const Longest = 1 << 16

// Config is what a table in lines is played with.
type Config struct {
	Game Game
	Seat model.Seat
	News string // what is said first

	Faults <-chan string // what is wrong with a text that was to be taken up, as it comes; may be nil
	Close  func() error  // closes the table; may be nil

	Texts  phrase.Texts             // rulebooks that the table can take up; may be empty
	Shelf  func() []phrase.Prepared // what the gamemaster keeps for any table; may be nil
	Ending play.Ending              // what the end of a session tells
	Now    func() time.Time         // nil: nobody is told that a session has been idle for long

	Recapped int               // the last session whose recap the seat was told when it opened the table
	Recap    func(session int) // keeps that the recap of a session was told; nil: none is told

	Present people.Present // who is here, for the gamemaster people.Admissions; nil: the table isn't served
	Door    people.Door    // lets others come; nil: that cannot be changed here

	Ends <-chan struct{} // closed when the program is told to end; may be nil
}

// Game is the table behind the lines, as the screen has it.
type Game interface {
	// Now is the newest table.
	Now() model.Table
	// Do decides a command and commits what follows. The errors are those of
	// decide.Decide, or of the disk.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch gives a channel that is ready whenever the table has changed.
	Watch() (changed <-chan struct{}, stop func())
	// Why says why nothing can be written; nil when it can.
	Why() error
}

// Play plays the table of cfg in lines until the input ends, quit is typed or the
// program is told to end, and closes it.
func Play(cfg Config, in io.Reader, out io.Writer) error {
	p := &plain{game: cfg.Game, seat: cfg.Seat, in: bufio.NewScanner(in), out: bufio.NewWriter(out), memory: play.NewMemory(nil), ending: cfg.Ending, texts: cfg.Texts, shelf: cfg.Shelf, faults: cfg.Faults, here: cfg.Present, outside: cfg.Door, now: cfg.Now}
	if p.now == nil {
		p.now = time.Now
	}
	p.in.Buffer(nil, Longest)
	p.listen(cfg.Ends)
	defer close(p.typed.want)
	changed, stop := p.game.Watch()
	defer stop()
	p.changed = changed
	if p.here != nil {
		p.waiting.Admissions, _ = p.here.(people.Admissions)
		p.came, p.gone = p.here.Watch()
	}
	defer func() {
		if p.gone != nil {
			p.gone()
		}
	}()
	p.see()
	if cfg.News != "" {
		p.line("%s", cfg.News)
	}
	p.tellFound()
	if why := p.game.Why(); why != nil {
		p.line("%v", why)
	}
	p.everyone()
	p.tellPresent()
	if cfg.Now != nil && p.seat.IsGamemaster() {
		if words := play.IdleWords(p.table, cfg.Now()); words != "" {
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
	for !p.over {
		p.command(p.read(atTable))
	}
	err := p.out.Flush()
	if !p.typed.cut && p.in.Err() != nil {
		err = fmt.Errorf("the input cannot be read: %w", p.in.Err())
	}
	if cfg.Close != nil {
		if bad := cfg.Close(); err == nil {
			err = bad
		}
	}
	p.tellFound() // closing has found more, perhaps
	return errors.Join(err, p.out.Flush())
}

// finder is a game whose log may be found damaged.
type finder interface {
	// Found is what was found so far, a sentence each.
	Found() []string
}

// tellFound says what was found at the table's log since that was last told, and
// reports whether there was anything.
func (p *plain) tellFound() bool {
	g, ok := p.game.(finder)
	if !ok {
		return false
	}
	all := g.Found()
	if len(all) <= p.found {
		return false
	}
	p.found = len(all)
	for _, words := range all {
		p.line("%s", words)
	}
	return true
}

func (p *plain) see() { p.table = view.Follow(p.table, p.game.Now(), p.seat) }

// line writes one line; text of people is shown, never sent.
func (p *plain) line(format string, args ...any) {
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		fmt.Fprintln(p.out, strings.TrimRight(kit.Clean(l), " "))
	}
}

// read asks for a line. At the end of the input it is empty, and it is over. What is
// said to others and what is looked up can be typed in the middle of everything.
func (p *plain) read(where string) string {
	for {
		p.tellFound()
		call(p)
		if !p.prompt(where) {
			return ""
		}
		line, ok := p.hear(where)
		if !ok {
			p.over = true
			fmt.Fprintln(p.out)
			return ""
		}
		text := strings.TrimSpace(line)
		switch text {
		case "help", "?":
			p.help()
			continue
		case "quit", "q", "exit":
			p.over = true
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

// atTable is where a line is read when nothing is asked.
const atTable = "table"

// aside reports whether a line leaves what is being asked as it is.
func (p *plain) aside(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "say", "whisper", "note", "journal", "word", "ask", "show", "find", "explain", "look-as":
		return rest != ""
	case "who", "log", "recap", "foretell", "timeline", "free", "requests", "dice", "sessions":
		return true
	case "let", "send", "clear", "invite", "revoke":
		return p.waiting.Admissions != nil && rest != ""
	}
	return strings.HasPrefix(text, "@")
}

// prompt asks for a line; false where nobody is there any more.
func (p *plain) prompt(where string) bool {
	fmt.Fprint(p.out, kit.Clean(where)+"> ")
	if p.out.Flush() != nil {
		p.over = true
	}
	return !p.over
}

// help lists what can be typed.
func (p *plain) help() {
	p.line("A number or a name: what that character can do. Or what somebody does: %s. With odds before it, how likely it is.", strings.Join(p.said().Examples(), ", "))
	for _, l := range phrase.Help("") {
		p.line("%s", l)
	}
	if p.waiting.Admissions != nil {
		p.line("let NUMBER in, let NUMBER in as NAME or as watcher, send NUMBER away, ask NUMBER for another name, clear waiting: who waits to join; who lists them.")
		p.line("revoke NAME takes a seat away.")
	}
	p.line("help WORD: only what is about that word. quit: leave; everything is saved.")
	p.line("In an action: enter rolls, SETTING VALUE changes a setting, settings lists them, odds tells how likely each result is, show odds shows that to everybody, back leaves.")
	p.line("In a decision: a number or, to share out points, speed 17 ep 9. Enter takes what is offered, nothing spends nothing, later leaves it open, drop ends the roll.")
}

// helpOn lists what can be typed about a word.
func (p *plain) helpOn(word string) {
	all := phrase.Help(word)
	for _, l := range all {
		p.line("%s", l)
	}
	if len(all) == 0 {
		p.line("No command tells of %q: help lists them all.", word)
	}
}

// do sends a command, and says what came of it.
func (p *plain) do(c model.Command) bool {
	if why := p.game.Why(); why != nil {
		p.line("%v", why)
		return false
	}
	before := p.table.Seq()
	_, err := p.game.Do(p.seat, c)
	p.see()
	p.news(before) // what others did meanwhile, too
	if err != nil {
		p.line("%v", err)
		return false
	}
	return true
}

// news says the events after one, oldest first.
func (p *plain) news(after uint64) {
	var acts []act
	for l, said := range view.LogText(p.table, true) {
		if l.Event.Seq <= after {
			break
		}
		acts = append(acts, act{l, said})
	}
	for _, a := range slices.Backward(acts) {
		p.tell(a)
	}
}

// act is an event with what it says.
type act struct {
	model.LogLine
	said []view.Line
}

func (p *plain) tell(a act) {
	for _, s := range a.said {
		switch {
		case !s.Head:
			p.line("  %s", s.Text)
		case a.Undone:
			p.line("undone: %s", s.Text)
		default:
			p.line("%s", s.Text)
		}
	}
}

func (p *plain) log(count string) {
	n, err := strconv.Atoi(cmp.Or(count, "5"))
	if err != nil || n < 1 {
		p.line("%q is not a number: type how many entries, such as: log 10", count)
		return
	}
	var acts []act
	for l, said := range view.LogText(p.table, false) {
		if len(acts) == n {
			break
		}
		acts = append(acts, act{l, said})
	}
	for _, a := range slices.Backward(acts) {
		p.line("%s.", called(a.Event))
		p.tell(a)
	}
}

// called is how an event is told from others: by its number or, of a seat's, when it
// was. An id is nothing to be read out.
func called(e model.Event) string {
	if e.ID == "" {
		return strconv.FormatUint(e.Seq, 10)
	}
	return e.Time.Local().Format("15:04")
}

// rulebook is the one a character acts by: the table's, or the first there is.
func (p *plain) rulebook(c *model.Character) (*engine.System, bool) {
	for _, id := range append([]string{p.table.System}, c.Systems()...) {
		if _, plays := c.Pages[id]; plays {
			if s, known := p.table.Rulebook(id); known {
				return s, true
			}
		}
	}
	return nil, false
}
