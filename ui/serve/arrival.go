package serve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// arrival is an SSH connection to a host. It shows the list of the person's tables, or one
// of those tables.
type arrival struct {
	host *Host
	own  *Guest // the connection; it has no seat
	news chan tea.Msg

	tables []string // where the person had a seat when they came
	inner  tea.Model

	asked    atomic.Int32 // how often the person has asked to be let in at a table
	deleting string       // in lines: the table that the line "yes" deletes

	mu     sync.Mutex
	at     *Guest // at the table where the person is; nil while the list is shown
	asking *Guest // who waits to be let in at a table, or nil
}

// leftTable is the message that the stay at a table was ended from outside.
type leftTable struct{ from *Guest }

func (a *arrival) comes() (err error) {
	h, c := a.host, a.own
	if c.key == nil {
		return errors.New(cmp.Or(c.wrong, ErrNoInvite.Error()))
	}
	if a.tables, err = h.seatsOf(c.credential()); err != nil {
		h.cfg.Tell("the tables of somebody who came cannot be found: " + err.Error())
		return shown(err)
	}
	return h.come(a, len(a.tables) > 0 || h.isMaker(c.credential()))
}

func (a *arrival) farewell() string { return "you have left; connect again to come back" }

func (a *arrival) logName() string { return a.own.Fingerprint() }

func (a *arrival) leaves() {
	a.mu.Lock()
	at := a.at
	a.mu.Unlock()
	if at != nil {
		a.leavesFrom(at)
	}
	a.host.mu.Lock()
	defer a.host.mu.Unlock()
	a.host.arrivals = slices.DeleteFunc(a.host.arrivals, func(o *arrival) bool { return o == a })
}

// screen returns the model of the screen. A person with a single table starts at that table.
func (a *arrival) screen() (tea.Model, ui.Config) {
	cfg := a.config()
	begin := cfg
	if at := a.beginsAt(); at != nil {
		begin = a.atTable(at, false)
	}
	a.inner = ui.Sit(begin)
	if a.own.wrong != "" {
		a.news <- start.Failure{Err: errors.New(a.own.wrong)}
	}
	return a, cfg
}

// beginsAt takes a person with a single table to that table. It returns nil if they begin with the
// list.
func (a *arrival) beginsAt() *Guest {
	if len(a.tables) != 1 || a.own.wrong != "" || a.host.isMaker(a.own.credential()) {
		return nil
	}
	at, err := a.enterTable(a.tables[0])
	if err != nil {
		a.own.wrong = err.Error()
		return nil
	}
	return at
}

// config returns the configuration of the list of tables.
func (a *arrival) config() ui.Config {
	cfg := a.own.configFrom(a.host.cfg.Screen, a.host.cfg.Accounts)
	cfg.Tables.Shelf = a.shelf()
	return cfg
}

// atTable returns the configuration of the screen at a table. If back is set, leaving the table
// returns to the list.
func (a *arrival) atTable(at *Guest, back bool) ui.Config {
	cfg := at.config()
	cfg.Tables.Shelf, cfg.Tables.Back, cfg.Tables.Path = a.shelf(), back, at.table.cfg.Table.Path()
	cfg = at.atTable(cfg, at.Seat())
	cfg.Close = func() error { a.leavesFrom(at); return nil }
	return cfg
}

// enterTable takes the person's seat at a table.
func (a *arrival) enterTable(path string) (*Guest, error) {
	s, letGo, err := a.host.enter(path)
	if err != nil {
		return nil, err
	}
	c := newGuest(s, a.own.ssh)
	c.passes = true
	if err = a.host.admitOtherKey(s.cfg.Guests, c.credential(), ""); err != nil {
		err = shown(err)
	} else if s.seatOf(c).Role == "" {
		err = errors.New("you have no seat at this table, or not any more")
	} else {
		err = s.come(c)
	}
	if err != nil {
		letGo()
		return nil, err
	}
	s.watch.Tell()
	c.letGo = letGo
	a.mu.Lock()
	a.at = c
	a.mu.Unlock()
	a.hasTables()
	return c, nil
}

// hasTables records that a person who came without a seat has one now, so that the time limit for
// waiting no longer applies.
func (a *arrival) hasTables() {
	a.host.mu.Lock()
	defer a.host.mu.Unlock()
	a.own.seat.Role = model.Watcher // of the list, and nothing else
}

// tells forwards the messages of a table to the screen, until the stay ends.
func (a *arrival) tells(at *Guest) {
	for {
		var msg tea.Msg
		select {
		case words := <-at.told:
			msg = start.Notice(words)
		case <-at.ended:
			msg = leftTable{at}
		}
		select {
		case a.news <- msg:
		case <-a.own.ended:
			return
		}
		if _, over := msg.(leftTable); over {
			return
		}
	}
}

// leavesFrom ends a stay.
func (a *arrival) leavesFrom(at *Guest) {
	at.left.Do(func() {
		a.mu.Lock()
		if a.at == at {
			a.at = nil
		}
		a.mu.Unlock()
		at.over()
		at.leaves()
		at.letGo()
	})
}

// Init implements tea.Model.
func (a *arrival) Init() tea.Cmd { return tea.Batch(a.inner.Init(), a.wait) }

// wait waits for the next message for the screen, or for the end of the connection.
func (a *arrival) wait() tea.Msg {
	select {
	case msg := <-a.news:
		return told{msg}
	case <-a.own.ended:
		return sentAway{}
	}
}

// told is a message that wait has received.
type told struct{ msg tea.Msg }

// View implements tea.Model.
func (a *arrival) View() string { return a.inner.View() }

// Lines returns the lines of the view.
func (a *arrival) Lines() []string { return screen.Lines(a.inner) }

// Update implements tea.Model.
func (a *arrival) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var again tea.Cmd
	if t, is := msg.(told); is {
		msg, again = t.msg, a.wait
	}
	switch m := msg.(type) {
	case sentAway:
		_, _ = a.inner.Update(screen.Closing{})
		return a, tea.Quit
	case leftTable:
		a.mu.Lock()
		here := a.at == m.from
		a.mu.Unlock()
		if !here {
			return a, again
		}
		msg = start.Left{Why: m.from.words}
	}
	_, cmd := a.inner.Update(msg)
	return a, tea.Batch(cmd, again)
}

// shelf returns the list of the person's tables and the commands for it.
func (a *arrival) shelf() *start.Store {
	s := &start.Store{
		Welcome: "These are the tables where you have a seat.",
		List:    a.tableInfos,
		Open:    a.opens,
		Join:    a.joins,
		Ask:     a.asks,
		Device:  a.device,
		Delete:  a.deletes, Deleted: deletedWords,
	}
	if a.host.isMaker(a.own.credential()) {
		s.Make, s.Systems = a.makes, a.host.cfg.Tables.Systems
		s.Welcome = strings.TrimSpace(s.Welcome + " " + a.host.mayMake(a.own.credential()))
	}
	return s
}

// opens enters a table from the list.
func (a *arrival) opens(path string) (start.Table, error) {
	at, err := a.enterTable(path)
	if err != nil {
		return ui.Config{}, err
	}
	go a.tells(at)
	return a.atTable(at, true), nil
}

// deletes deletes a table; see [Host.Delete].
func (a *arrival) deletes(path string) error { return a.host.Delete(a.own.credential(), path) }

// joins uses an invite and enters its table.
func (a *arrival) joins(words string) (start.Table, error) {
	path, err := a.redeems(words)
	if err != nil {
		return ui.Config{}, err
	}
	return a.opens(path)
}

// redeems uses an invite that was typed at the list, and returns the path of its table.
func (a *arrival) redeems(words string) (path string, err error) {
	if a.own.tries.Add(1) > mostTries {
		a.own.end(errTries.Error())
		return "", errTries
	}
	if a.host.addsDevice(words) {
		if err := a.host.joins(words, a.own.credential(), ""); err != nil {
			return "", err
		}
		a.hasTables()
		return "", errJoined
	}
	if path, err = a.host.invited(words); err != nil {
		return "", err
	}
	s, letGo, err := a.host.enter(path)
	if err != nil {
		return "", err
	}
	defer letGo()
	c := newGuest(s, a.own.ssh)
	c.passes = true
	name := a.own.ssh.User()
	if areInvite(name) {
		name = ""
	}
	if err := s.redeem(c, words, name); err != nil {
		return "", err
	}
	return path, nil
}

var errJoined = errors.New("this key is yours now like your others: go back and in again to see your tables")

// device creates an invite for another device of the same person, and returns the words that tell
// it.
func (a *arrival) device() (string, error) {
	words, err := a.host.device(a.own.credential())
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("On the other device, type within %s: %s", inWords(deviceWithin), a.host.way().Line(words))
	if address, _ := a.host.WebAddress(); address != "" {
		text += ", or open in its browser: " + InviteLink(address, words)
	}
	return text, nil
}

// makes creates a table with this person as its gamemaster, and enters it.
func (a *arrival) makes(name, system string) (start.Table, error) {
	path, err := a.host.Make(a.own.credential(), name, system)
	if err != nil {
		return ui.Config{}, err
	}
	return a.opens(path)
}

// tableInfos describes the tables where this person has a seat.
func (a *arrival) tableInfos() ([]start.TableInfo, error) {
	return a.host.tableInfos(a.own.credential())
}
