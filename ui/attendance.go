package ui

import (
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// cameOrWent is the message that somebody at a served table came, asked or went.
type cameOrWent struct{}

// attendance is who was at the table when it was looked at last.
type attendance struct {
	door    people.Present // nil: the table is not served
	changes <-chan struct{}
	stop    func()
	here    []people.Seated
	waiting []people.Waiting
	news    int                   // the number of the news of them that was told last
	came    int                   // how often it was looked at
	awaited map[model.Seat]string // whom the table waits for, and the word for what
	seated  func(model.Seat) bool // the method sits, for all frames; nil: the table is not served
}

// open begins to watch who comes and goes.
func (c *attendance) open(door people.Present) {
	if c.door = door; door == nil {
		return
	}
	c.changes, c.stop = door.Watch()
	c.look()
}

// close ends that.
func (c *attendance) close() {
	if c.stop != nil {
		c.stop()
	}
	*c = attendance{awaited: c.awaited, came: c.came + 1}
}

// admissions let people in, on the gamemaster's screen; nil elsewhere.
func (c *attendance) admissions() people.Admissions {
	if c.door == nil {
		return nil
	}
	return c.door.Admissions()
}

func (c *attendance) look() {
	c.came, c.seated = c.came+1, c.sits
	c.here = c.door.Here()
	if h := c.admissions(); h != nil {
		c.waiting = h.Waiting()
	}
}

// sits reports whether anybody is at a seat now.
func (c *attendance) sits(s model.Seat) bool {
	return people.IsConnected(c.here, s)
}

// changed looks who came or went, and tells of whoever waits.
func (c *attendance) changed(f pane.Frame) pane.Intent {
	if c.door == nil { // it was closed meanwhile
		return nil
	}
	before := len(c.waiting)
	var news pane.Intent
	if h := c.admissions(); h != nil {
		if n, words := h.News(); n != c.news {
			c.news, news = n, pane.Tell{Words: words}
		}
	}
	c.look()
	if n := len(c.waiting); n > before {
		return pane.Say{Words: kit.Clean(c.waiting[n-1].Name) + " is waiting to be let in: " + f.KeyOf("guests") + " opens the list"}
	}
	return news
}

// header is what the header tells of it.
func (c *attendance) header() pane.Attendance {
	a := pane.Attendance{Open: c.admissions() != nil, Waiting: len(c.waiting), Awaited: c.awaited}
	for _, s := range c.here {
		a.Others = append(a.Others, pane.Attendee{Seat: s.Seat, Here: s.Screens > 0, Quiet: s.NoAnswer() != ""})
	}
	return a
}

// players are the seats of players who are at the table.
func (c *attendance) players() []model.Seat {
	var out []model.Seat
	for _, s := range c.here {
		if s.Seat.Role == model.Player && s.Screens > 0 {
			out = append(out, s.Seat)
		}
	}
	return out
}
