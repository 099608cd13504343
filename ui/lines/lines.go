// Package lines is a table in numbered lines, for screen readers and pipes.
package lines

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	play "example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
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
	over   bool // the input has ended, or somebody wants to leave
	drafts map[string]play.Draft

	typed   typed
	changed <-chan struct{}            // the table has changed
	came    <-chan struct{}            // somebody came or went
	here    func() map[model.Seat]bool // who is here; nil: the table isn't served
	told    string                     // what was said of that last
	asked   string                     // the question that was told of last
	roll    string                     // whose question is being answered
	called  bool                       // they were told that a word is asked for
}

// Longest is the longest line that is read, in bytes.
const Longest = 1 << 16

// Config is what a table in lines is played with.
type Config struct {
	Game  Game
	Seat  model.Seat
	News  string       // what is said first
	Close func() error // closes the table; may be nil

	Here func() map[model.Seat]bool // who is here; nil: the table isn't served
	Came <-chan struct{}            // ready whenever somebody came or went

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
	p := &plain{game: cfg.Game, seat: cfg.Seat, in: bufio.NewScanner(in), out: bufio.NewWriter(out), drafts: map[string]play.Draft{}, here: cfg.Here, came: cfg.Came}
	p.in.Buffer(nil, Longest)
	p.listen(cfg.Ends)
	defer close(p.typed.want)
	changed, stop := p.game.Watch()
	defer stop()
	p.changed = changed
	p.see()
	if cfg.News != "" {
		p.line("%s", cfg.News)
	}
	if why := p.game.Why(); why != nil {
		p.line("%v", why)
	}
	p.everyone()
	p.present()
	p.line("Type the number of a character, or help.")
	p.openRolls()
	for !p.over {
		p.command(p.read("table"))
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
	return err
}

func (p *plain) see() { p.table = view.Follow(p.table, p.game.Now(), p.seat) }

// line writes one line; text of people is shown, never sent.
func (p *plain) line(format string, args ...any) {
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		fmt.Fprintln(p.out, strings.TrimRight(kit.Clean(l), " "))
	}
}

// read asks for a line. At the end of the input it is empty, and it is over.
func (p *plain) read(where string) string {
	for {
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
		if word, ok := strings.CutPrefix(text, "word "); ok && p.seat.Role == model.Player {
			p.do(model.AddWord{Text: word})
			continue
		}
		switch text {
		case "help", "?":
			p.line("%s", plainHelp)
		case "quit", "q", "exit":
			p.over = true
			return ""
		default:
			return text
		}
	}
}

// prompt asks for a line; false where nobody is there any more.
func (p *plain) prompt(where string) bool {
	fmt.Fprint(p.out, kit.Clean(where)+"> ")
	if p.out.Flush() != nil {
		p.over = true
	}
	return !p.over
}

const plainHelp = `A number or a name: the character who acts.
show [NAME]: everyone, or one sheet. log [N]: the newest N entries.
next: the next thing that falls due. round: the end of the round.
follow: resolve follow-ups. who: who is here, and whom the table waits for.
undo, redo: undo or redo the last act. note TEXT: write into the log.
again: repeat the last action with its settings. open: continue an open roll.
real NAME: switch real dice on or off for a character.
dice: the fingerprint of the session's seed, and who added words. A player adds one with word TEXT; with pass the gamemaster goes on without one.
quit: leave; everything is saved.
In an action: enter rolls, SETTING VALUE changes a setting, settings lists them, back leaves.
In a decision: a number or, to share out points, speed 17 ep 9. Enter alone spends nothing. later leaves it open.`

// command does what was typed at the table.
func (p *plain) command(text string) {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "":
	case "show":
		p.show(rest)
	case "log":
		p.log(rest)
	case "next", "n":
		p.onTo(decide.NextDue(p.table).Moment, model.Next{})
	case "round":
		end := p.table.Time().RoundEnd(p.table.Clock.Moment)
		p.onTo(end, model.Go{Moment: end})
	case "follow":
		p.follow()
	case "who":
		p.line("%s", p.who())
	case "undo", "u":
		p.do(model.Undo{Act: true})
	case "redo":
		p.do(model.Redo{})
	case "note":
		p.do(model.Note{Text: rest})
	case "open":
		p.open()
	case "again":
		p.again()
	case "real":
		p.real(rest)
	case "dice":
		tellDice(p)
	case "pass":
		passOver(p)
	default:
		if c := p.character(text); c != nil {
			p.act(c)
		}
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
	if err != nil {
		p.line("%v", err)
		return false
	}
	p.news(before)
	return true
}

// news says the events after one, oldest first.
func (p *plain) news(after uint64) {
	var acts []act
	for l, said := range pane.Story(p.table, true) {
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
	model.Line
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
	for l, said := range pane.Story(p.table, false) {
		if len(acts) == n {
			break
		}
		acts = append(acts, act{l, said})
	}
	for _, a := range slices.Backward(acts) {
		if a.Event.ID == "" {
			p.line("%d.", a.Event.Seq)
		} else { // an id is nothing to be read out
			p.line("%s.", a.Event.Time.Local().Format("15:04"))
		}
		p.tell(a)
	}
}

// character finds somebody by number, name or the beginning of a name.
func (p *plain) character(text string) *model.Character {
	chars := p.table.Characters()
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(chars) {
			p.line("There is no number %d: type 1 to %d.", n, len(chars))
			return nil
		}
		return chars[n-1]
	}
	var found []*model.Character
	for _, c := range chars {
		if strings.EqualFold(c.Name, text) {
			return c
		}
		if text != "" && strings.HasPrefix(strings.ToLower(c.Name), strings.ToLower(text)) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		p.line("%q is neither a command nor a name; help lists the commands, show lists everyone.", text)
	default:
		p.line("%q could be %s or %s.", text, found[0].Name, found[1].Name)
	}
	return nil
}

func (p *plain) real(name string) {
	if c := p.character(name); c != nil {
		own := *c
		own.Typed = !own.Typed
		p.do(model.Edit{Who: c.ID, Character: own})
	}
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
