package serve

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/charmbracelet/ssh"

	"example.org/fray/model"
	"example.org/fray/ui/screen"
)

// handle serves a connection over SSH until it ends: at the only table, at that of the invite with
// which it logged in, or at the list of the person's tables.
func (h *Host) handle(sess ssh.Session) {
	c := overSSH(h, h.only, sess)
	if h.only == nil {
		s, letGo, err := h.invitedTo(c)
		if err != nil {
			c.wrong = err.Error()
		}
		if s != nil {
			defer letGo()
			c.table = s
		}
	}
	c.serve()
}

// handle serves a connection that comes to this table.
func (s *Table) handle(sess ssh.Session) { overSSH(s.cfg.host, s, sess).serve() }

// serve runs a connection from its first byte to its last.
func (c *Guest) serve() {
	defer c.over()
	tuneFor(+1, 0)
	defer tuneFor(-1, 0)
	if err := c.comes(); err != nil {
		c.say(err.Error())
		_ = c.ssh.Exit(1)
		return
	}
	defer c.leaves()
	defer func() { _ = c.ssh.Exit(0) }() // first, because the host may close everything once the guest has left
	c.keepAlive()
	if err := c.shows(); err != nil {
		c.say("this screen crashed, which is a bug in fray. The table goes on: just connect again")
		c.tellHost(fmt.Sprintf("the screen of %s stopped: %v", c.logName(), err))
		_ = c.ssh.Exit(1)
		return
	}
	c.sayWhyEnded()
}

// shows shows the guest's screen, or plays in lines, until that ends. It returns a panic as an error,
// so that others go on. Any other error would mean that the guest has gone. The screen is built by
// other functions, because the stack of this one stays as large as it ever was.
func (c *Guest) shows() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("this is a bug in fray: %v\n\n%s", v, debug.Stack())
		}
	}()
	if _, _, terminal := c.ssh.Pty(); !terminal {
		c.plain()
		return nil
	}
	err = screen.Run(c.terminal())
	if broken := (*screen.Crash)(nil); errors.As(err, &broken) {
		return err
	}
	return nil
}

// tellHost reports something to the operator.
func (c *Guest) tellHost(words string) {
	if c.table != nil {
		c.table.cfg.Tell(words)
		return
	}
	c.host.cfg.Tell(words)
}

// logName returns the client's name for the host's log.
func (c *Guest) logName() string {
	switch {
	case c.local:
		return "this machine"
	case c.table == nil:
	case c.table.cfg.Table.Now().SeatName(c.Seat()) != "":
		return model.Clean(c.table.cfg.Table.Now().SeatName(c.Seat()), model.LongestName)
	}
	return c.Fingerprint()
}

// say writes a line to the client after its screen has ended.
func (c *Guest) say(words string) { _, _ = io.WriteString(c.ssh, "fray: "+words+"\r\n") }
