package serve

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/start"
)

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
