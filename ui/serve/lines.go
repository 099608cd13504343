package serve

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/start"
)

// plain plays in lines, for a client without a terminal.
func (c *Guest) plain() {
	if c.table == nil {
		c.listInLines()
		return
	}
	var in io.Reader = c.input()
	cfg, seat := c.config(), c.Seat()
	if seat.Role == "" {
		if seat, in = c.waits(in); seat.Role == "" {
			return
		}
	}
	c.playLines(cfg, seat, in)
}

// playLines plays at a seat in lines.
func (c *Guest) playLines(cfg ui.Config, seat model.Seat, in io.Reader) {
	left := make(chan struct{})
	defer close(left)
	go func() {
		for {
			select {
			case words := <-c.told:
				c.say(words)
			case <-left:
				return
			}
		}
	}()
	cfg.Place, cfg.Keep = c.placeOf(seat)
	err := lines.Play(lines.Config{Game: c.game(seat), Seat: seat, Shelf: preparedFor(seat, cfg), Ending: scene.Ending{Own: c.game(seat).Own}, Now: time.Now, Recapped: cfg.Place.Recapped, Recap: cfg.KeepRecapped(), News: strings.TrimSpace(c.lost(seat) + "\n" + cfg.News), Present: c.table.admissionsOf(seat), Door: c.Door(), Ends: c.ended}, in, c.ssh)
	if errors.Is(err, bufio.ErrTooLong) || errors.Is(err, errTooLong) {
		c.say(errTooLong.Error())
	}
}

// waits is the waiting room in lines, for a client without a terminal. It returns the seat
// to which the client was admitted, or the zero Seat if it has gone, and the rest of its
// input.
func (c *Guest) waits(in io.Reader) (model.Seat, io.Reader) {
	typed := &typedLines{lines: make(chan string)}
	go typed.read(in, c.ended)
	c.say("You are in the waiting room. Type your name, and the gamemaster can let you in; or type invite and its words.")
	c.say(start.YourKey + c.Fingerprint())
	if c.wrong != "" {
		c.say(c.wrong)
	}
	for {
		select {
		case seat := <-c.seated:
			c.say("The gamemaster has let you in.")
			return seat, typed
		case words := <-c.told:
			c.say(words)
		case <-c.ended:
			return model.Seat{}, nil
		case line, more := <-typed.lines:
			if leaves := slices.Contains([]string{"quit", "exit", "q"}, strings.TrimSpace(line)); leaves || !more {
				if typed.err != nil {
					c.say(typed.err.Error())
				}
				return model.Seat{}, nil
			}
			if words := c.waitingLine(line); words != "" {
				c.say(words)
			}
		}
	}
}

// waitingLine handles a line of a waiting person, and returns the reply.
func (c *Guest) waitingLine(line string) string {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case word == "":
		return "Type your name, or invite and its words."
	case strings.EqualFold(word, "invite") || areInvite(line):
		if !areInvite(line) {
			line = rest
		}
		if err := c.Redeem(line, c.Asks()); err != nil {
			return err.Error()
		}
		return ""
	}
	if err := c.Ask(strings.TrimSpace(line)); err != nil {
		return err.Error()
	}
	return start.Asked
}

// listInLines is the list of tables in numbered lines. Somebody with a single table begins there.
func (c *Guest) listInLines() {
	typed := &typedLines{lines: make(chan string), lists: true}
	go typed.read(c.input(), c.ended)
	if at := c.beginsAt(); at != nil {
		if c.playsInLines(at, typed); !typed.back {
			return
		}
	}
	if c.wrong != "" {
		c.say(c.wrong)
	}
	c.say(start.YourKey + c.Fingerprint())
	for list := true; ; {
		all, err := c.Tables()
		if list {
			c.lists(all, err)
		}
		var line string
		var more bool
		select {
		case <-c.ended:
			return
		case words := <-c.told:
			c.say(words)
			continue
		case line, more = <-typed.lines:
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		if !more || slices.Contains([]string{"quit", "exit", "q"}, word) {
			if typed.err != nil {
				c.say(typed.err.Error())
			}
			return
		}
		list = c.does(strings.ToLower(word), rest, line, all, typed)
	}
}

// lists prints the tables and what can be typed.
func (c *Guest) lists(all []start.TableInfo, err error) {
	switch {
	case err != nil:
		c.say(err.Error())
	case len(all) == 0:
		c.say("You have a seat at no table here yet.")
	}
	for i, s := range all {
		c.say(fmt.Sprintf("%d %s: %s%s", i+1, s.Name, cmp.Or(s.Problem, s.State), model.Prefixed("; next evening ", s.Evening)))
	}
	c.say("Type the name or number of a table to come to it, invite and its words, or ask TABLE as NAME to be let in at another.")
	words := "Or type device for another key of yours"
	if may, own := c.MayMake(); may {
		if own != "" {
			c.say(own)
		}
		words += ", make and the name of a new table"
	}
	if slices.ContainsFunc(all, func(s start.TableInfo) bool { return s.NoDelete == "" }) {
		words += ", delete and the name of a table of yours"
	}
	c.say(words + ", list, or quit.")
}

// does carries out a line that was typed at the list, and reports whether to print the list again.
func (c *Guest) does(word, rest, line string, all []start.TableInfo, typed *typedLines) (list bool) {
	var path string
	var err error
	deletes := c.deleting
	c.deleting = ""
	switch {
	case word == "":
		return false
	case deletes != "" && word == "yes":
		if err := c.Delete(TableID(deletes)); err != nil {
			c.say(err.Error())
		} else {
			c.say("Deleted.")
		}
		return true
	case word == "list" || word == "tables":
		return true
	case areInvite(line):
		path, err = c.joinsTable(line)
	case word == "invite":
		path, err = c.joinsTable(rest)
	case word == "device":
		words, err := c.deviceWords()
		if err != nil {
			words = err.Error()
		}
		c.say(words)
		return false
	case word == "ask":
		c.say(c.asksInLines(rest))
		return false
	case word == "make" && c.host.isMaker(c.credential()):
		name, system := c.ofSystem(rest)
		path, err = c.Make(name, system)
	case word == "delete":
		c.asksToDelete(all, rest)
		return false
	default:
		if word != "enter" {
			rest = strings.TrimSpace(line)
		}
		path, err = chosen(all, rest)
	}
	if err == nil {
		var at *Guest
		if at, err = c.sits(path); err == nil {
			c.playsInLines(at, typed)
			return !c.hasEnded()
		}
	}
	c.say(err.Error())
	return errors.Is(err, errJoined)
}

// asksInLines asks to be let in at a table: TABLE as NAME.
func (c *Guest) asksInLines(text string) string {
	at := strings.LastIndex(strings.ToLower(text), " as ")
	if at <= 0 || strings.TrimSpace(text[at+4:]) == "" {
		return "Type the whole name of a table and your own, such as: ask Harbour as Mira"
	}
	if err := c.AskAt(strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+4:])); err != nil {
		return err.Error()
	}
	return start.AskedAt
}

// asksToDelete asks for confirmation; the next line answers.
func (c *Guest) asksToDelete(all []start.TableInfo, name string) {
	path, err := chosen(all, name)
	if err != nil {
		c.say(err.Error())
		return
	}
	s := all[slices.IndexFunc(all, func(s start.TableInfo) bool { return s.Path == path })]
	if s.NoDelete != "" {
		c.say(s.NoDelete)
		return
	}
	c.deleting = path
	c.say(fmt.Sprintf("Delete %s? %s Type yes to delete it; any other line keeps it.", s.Name, deletedWords))
}

// ofSystem splits a line into the name of a new table and the id of its rulebook, which may follow
// the name. Without one it is the first rulebook.
func (c *Guest) ofSystem(text string) (name, system string) {
	all := c.Systems()
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		for _, s := range all {
			if strings.EqualFold(text[i+1:], s.ID) {
				return text[:i], s.ID
			}
		}
	}
	return text, all[0].ID
}

// chosen returns the path of the table with a number in the list, or whose name begins with text.
func chosen(all []start.TableInfo, text string) (path string, err error) {
	var found []start.TableInfo
	for i, s := range all {
		if text == fmt.Sprint(i+1) || strings.EqualFold(s.Name, text) {
			return s.Path, nil
		}
		if text != "" && strings.HasPrefix(strings.ToLower(s.Name), strings.ToLower(text)) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("you have no table called %q: type the name or the number of one that is listed", text)
	case 1:
		return found[0].Path, nil
	}
	return "", fmt.Errorf("%q fits several of your tables: type more of the name", text)
}

// playsInLines plays at a table in lines, until the stay ends.
func (c *Guest) playsInLines(at *Guest, typed *typedLines) {
	cfg := c.tableScreen(at, true)
	cfg.News = "Type tables to come to the list of your tables."
	typed.back = false
	at.playLines(cfg, at.Seat(), typed)
	words := ""
	if at.hasEnded() {
		words = at.words
	}
	c.leavesTable(at)
	if words != "" && !c.hasEnded() {
		c.say(words)
	}
}

// typedLines is an input that is first read line by line and then as text.
type typedLines struct {
	lines chan string
	rest  []byte
	err   error // the error that ended lines; nil at the end of the input
	lists bool  // the word tables ends them, for a reader who comes from the list of tables
	back  bool  // it has
}

func (t *typedLines) read(in io.Reader, ended <-chan struct{}) {
	defer close(t.lines)
	s := bufio.NewScanner(in)
	s.Buffer(nil, lines.Longest)
	for s.Scan() {
		select {
		case t.lines <- s.Text():
		case <-ended:
			return
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		t.err = errTooLong
	}
}

var errTooLong = fmt.Errorf("a line can have at most %d bytes", lines.Longest)

// Read implements io.Reader.
func (t *typedLines) Read(b []byte) (int, error) {
	if len(t.rest) == 0 {
		line, more := <-t.lines
		if !more {
			return 0, cmp.Or(t.err, io.EOF)
		}
		if t.lists && strings.TrimSpace(line) == "tables" {
			t.back = true
			return 0, io.EOF
		}
		t.rest = append(t.rest[:0], line+"\n"...)
	}
	n := copy(b, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}
