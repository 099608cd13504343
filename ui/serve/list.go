package serve

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/start"
)

// Guest returns the browser that has sent a request, at the list of its tables. Its cookie
// identifies a person as a key does, and can have seats at any number of tables.
func (h *Host) Guest(p *Page, cookie, device string) *Guest {
	return inBrowser(h, nil, p, keyOfCookie(cookie), device)
}

// seats returns the paths of the tables where the person has a seat.
func (c *Guest) seats() ([]string, error) {
	tables, err := c.host.seatsOf(c.credential())
	if err != nil {
		c.host.cfg.Tell("the tables of somebody who came cannot be found: " + err.Error())
	}
	return tables, shown(err)
}

// IsKnown reports whether the person has a seat at any table, or may create tables.
func (c *Guest) IsKnown() (bool, error) {
	tables, err := c.seats()
	return err == nil && (len(tables) > 0 || c.host.isMaker(c.credential())), err
}

// Tables returns the tables where the person has a seat, with what that seat may know.
func (c *Guest) Tables() ([]start.TableInfo, error) { return c.host.tableInfos(c.credential()) }

// pathOf returns the path of the table with this [TableID] where the person has a seat, or "".
func (c *Guest) pathOf(id string) (string, error) {
	tables, err := c.seats()
	if i := slices.IndexFunc(tables, func(path string) bool { return TableID(path) == id }); i >= 0 {
		return tables[i], err
	}
	return "", err
}

// Table returns the pages of the table with this [TableID]. The table stays open until letGo
// is called. The pages are nil if the person has no seat at that table, or if there is no
// such table; the two cannot be told apart.
func (c *Guest) Table(id string) (pages http.Handler, letGo func(), err error) {
	if c.cookie == "" {
		return nil, nil, nil
	}
	h := c.host
	h.mu.Lock()
	open := h.serving[id]
	h.mu.Unlock()
	if open.table != nil && open.table.isVisitedBy(c.cookie) {
		_, letGo, err := h.hold(open.path)
		if err != nil {
			return nil, nil, err
		}
		if open.table.isVisitedBy(c.cookie) { // without reading the store, so that the pages work while it does not answer
			return open.table.pages, letGo, nil
		}
		letGo() // it was closed before it was held
	}
	path, err := c.pathOf(id)
	if err != nil || path == "" {
		return nil, nil, err
	}
	s, letGo, err := c.enter(path)
	if err != nil {
		return nil, nil, err
	}
	return s.pages, letGo, nil
}

// enter opens a table where one of the person's keys has a seat, which this one has from now on.
func (c *Guest) enter(path string) (s *Table, letGo func(), err error) {
	s, letGo, err = c.host.enter(path)
	if err != nil {
		return nil, nil, err
	}
	if err := c.host.admitOtherKey(s.cfg.Guests, c.credential(), c.device); err != nil {
		letGo()
		return nil, nil, shown(err)
	}
	return s, letGo, nil
}

// Join uses an invite, and returns the path of the table where the person then has a seat. It
// returns "" if the invite has made this key or browser another one of somebody's. name is used if
// the invite has none. The error is *GivesUp unless they are sure, or have no seat at that table.
func (c *Guest) Join(words, name string, sure bool) (path string, err error) {
	h := c.host
	switch {
	case c.tries.Add(1) > mostTries:
		c.end(errTries.Error())
		return "", errTries
	case h.addsDevice(words):
		if err := h.joins(words, c.credential(), c.device); err != nil {
			return "", err
		}
		c.hasTables()
		return "", nil
	}
	if path, err = h.invited(words); err != nil {
		return "", err
	}
	s, letGo, err := h.enter(path)
	if err != nil {
		return "", err
	}
	defer letGo()
	if has, _ := s.cfg.Guests.guest(c.credential()); has.Seat.Role != "" && !sure {
		return "", &GivesUp{as(s.cfg.Table.Now(), has.Seat)}
	}
	if c.ssh == nil {
		return path, s.enterBy(c.page, c.cookie, c.device, words, name)
	}
	return path, s.redeem(c.goesTo(s), words, name)
}

// GivesUp is the error of an invite to a table where somebody has a seat already: they would give up
// that one.
type GivesUp struct{ As string }

// Error implements error.
func (e *GivesUp) Error() string {
	return "you are at that table as " + e.As + " already: use the invite once more if you want to give up that seat"
}

// as names a seat for whoever has it.
func as(t model.Table, seat model.Seat) string {
	if seat.IsGamemaster() {
		return "the gamemaster"
	}
	return model.Clean(t.SeatName(seat), model.LongestName)
}

// AskAt asks the gamemaster of a table to let the person in under a name. Nobody learns whether
// there is such a table before they are let in.
func (c *Guest) AskAt(table, name string) error {
	if c.asks.Add(1) > mostAsks {
		return errTries
	}
	s, letGo := c.host.played(table)
	if s == nil {
		return nil
	}
	if c.ssh != nil {
		return c.asksAt(s, name, letGo)
	}
	defer letGo()
	known, err := c.IsKnown()
	if err != nil {
		return err
	}
	v, err := s.enter(c.page, c.cookie, c.device, known) // the cookie of somebody who is known is their own
	switch {
	case err != nil: // which would tell that there is such a table
		return nil
	case v.Seat().Role != "":
		return errHasSeat
	}
	_ = v.Ask(name)
	return nil
}

// asksAt is AskAt for a connection, which waits for the answer.
func (c *Guest) asksAt(s *Table, name string, letGo func()) error {
	at := c.goesTo(s)
	if s.seatOf(at).Role != "" {
		letGo()
		return errHasSeat
	}
	if s.come(at) != nil {
		letGo()
		return nil //nolint:nilerr // it would tell that there is such a table
	}
	c.host.mu.Lock()
	was := c.asking
	c.asking, c.name, c.asked = at, name, c.host.cfg.Now() // who asks is sent away last
	c.host.mu.Unlock()
	if was != nil {
		was.over()
	}
	if s.ask(at, name) != nil {
		at.over()
	}
	go c.awaits(at, letGo)
	return nil
}

var errHasSeat = errors.New("you have a seat at that table already: choose it in the list")

// awaits waits until somebody who has asked is let in at a table, or does not ask any more.
func (c *Guest) awaits(at *Guest, letGo func()) {
	defer letGo()
	defer at.table.leave(at)
	for over := false; !over; {
		var words string
		select {
		case <-at.seated:
			c.hasTables()
			words, over = "You are let in: "+model.Clean(at.table.cfg.Table.Now().Name, model.LongestName)+" is among your tables.", true
		case words = <-at.told:
		case <-at.ended:
			words, over = at.words, true
		case <-c.ended:
			over = true
		}
		c.hears(words)
	}
	at.over()
	c.host.mu.Lock()
	defer c.host.mu.Unlock()
	if c.asking == at {
		c.asking, c.name = nil, ""
	}
}

// hears is tells, but waits until what was told before is read.
func (c *Guest) hears(words string) {
	if words == "" {
		return
	}
	select {
	case c.told <- words:
	case <-c.ended:
	}
}

// renewAll is Renew at all tables where a browser has a seat.
func (c *Guest) renewAll() (cookie string, err error) {
	all, err := c.host.with(saves.KeyRecords, recordOf(c.cookie))
	if err != nil {
		return "", shown(err)
	}
	for path, body := range all {
		if g, err := decoded[Listed](body, nil); err != nil || !g.Renew {
			continue
		}
		s, letGo, err := c.host.enter(path)
		if err != nil {
			return "", err
		}
		if cookie == "" {
			cookie = NewCookie()
		}
		err = s.renew(c.cookie, keyOfCookie(cookie))
		letGo()
		if err != nil {
			return "", shown(err)
		}
	}
	return cookie, nil
}

// toldElsewhere returns the newest message for a browser that waits to be let in at a table, or "".
func (c *Guest) toldElsewhere() string {
	c.host.mu.Lock()
	open := slices.Collect(maps.Values(c.host.serving))
	c.host.mu.Unlock()
	for _, t := range open {
		t.table.mu.Lock()
		v := t.table.visitors[c.cookie]
		t.table.mu.Unlock()
		if v == nil || v.Seat().Role != "" {
			continue
		}
		if words := v.Told(); words != "" {
			return words
		}
	}
	return ""
}

// Device creates an invite that adds another browser or key to the same person.
func (c *Guest) Device() (words string, err error) { return c.host.device(c.credential()) }

// deviceWords creates such an invite, and tells how it is used.
func (c *Guest) deviceWords() (string, error) {
	words, err := c.Device()
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("On the other device, type within %s: %s", inWords(deviceWithin), c.host.way().Line(words))
	if address, _ := c.host.WebAddress(); address != "" {
		text += ", or open in its browser: " + InviteLink(address, words)
	}
	return text, nil
}

// MayMake reports whether the person may create tables, and says in words how many.
func (c *Guest) MayMake() (may bool, words string) {
	if !c.host.isMaker(c.credential()) {
		return false, ""
	}
	return true, c.host.mayMake(c.credential())
}

// Systems returns the rulebooks that a new table can use.
func (c *Guest) Systems() []*engine.System { return c.host.cfg.Systems() }

// Make creates a table with the person as its gamemaster, and returns its path.
func (c *Guest) Make(name, system string) (path string, err error) {
	if !slices.ContainsFunc(c.Systems(), func(s *engine.System) bool { return s.ID == system }) {
		return "", errors.New("choose one of the rulebooks")
	}
	return c.host.Make(c.credential(), name, system)
}

// Delete deletes the table with this [TableID], if the person is its gamemaster; see [Host.Delete].
func (c *Guest) Delete(id string) error {
	path, err := c.pathOf(id)
	if err != nil {
		return err
	}
	if path == "" {
		return errNotTheirs
	}
	return c.host.Delete(c.credential(), path)
}

// What follows is of connections over SSH, whose screen or lines go from the list to a table and
// back.

// goesTo returns a connection as a guest at a table.
func (c *Guest) goesTo(s *Table) *Guest {
	at := overSSH(c.host, s, c.ssh)
	at.passes, at.changed = true, c.changed
	return at
}

// hasTables records that somebody who came without a seat has one now, so that the time limit for
// waiting no longer applies.
func (c *Guest) hasTables() {
	c.host.mu.Lock()
	defer c.host.mu.Unlock()
	c.seat.Role = model.Watcher // of the list, and nothing else
}

// beginsAt takes somebody with a single table to that table. It returns nil if they begin with the
// list.
func (c *Guest) beginsAt() *Guest {
	if len(c.tables) != 1 || c.wrong != "" || c.host.isMaker(c.credential()) {
		return nil
	}
	at, err := c.sits(c.tables[0])
	if err != nil {
		c.wrong = err.Error()
		return nil
	}
	return at
}

// sits takes the person's seat at a table.
func (c *Guest) sits(path string) (*Guest, error) {
	s, letGo, err := c.enter(path)
	if err != nil {
		return nil, err
	}
	at := c.goesTo(s)
	if s.seatOf(at).Role == "" {
		err = errors.New("you have no seat at this table, or not any more")
	} else {
		err = s.come(at)
	}
	if err != nil {
		letGo()
		return nil, err
	}
	s.watch.Tell()
	at.letGo = letGo
	c.host.mu.Lock()
	c.at = at
	c.host.mu.Unlock()
	c.hasTables()
	return at, nil
}

// leavesTable ends a stay at a table.
func (c *Guest) leavesTable(at *Guest) {
	at.gone.Do(func() {
		c.host.mu.Lock()
		if c.at == at {
			c.at = nil
		}
		c.host.mu.Unlock()
		at.over()
		at.leaves()
		at.letGo()
	})
}

// shelf returns the list of the person's tables and the commands for it, for a screen.
func (c *Guest) shelf() *start.Store {
	opens := func(path string, err error) (start.Table, error) {
		if err != nil {
			return ui.Config{}, err
		}
		at, err := c.sits(path)
		if err != nil {
			return ui.Config{}, err
		}
		go c.hearsFrom(at)
		return c.tableScreen(at, true), nil
	}
	s := &start.Store{
		Welcome: "These are the tables where you have a seat.",
		List:    c.Tables,
		Open:    func(path string) (start.Table, error) { return opens(path, nil) },
		Join:    func(words string) (start.Table, error) { return opens(c.joinsTable(words)) },
		Ask:     c.AskAt,
		Device:  c.deviceWords,
		Delete:  func(path string) error { return c.Delete(TableID(path)) }, Deleted: deletedWords,
	}
	if may, words := c.MayMake(); may {
		s.Make = func(name, system string) (start.Table, error) { return opens(c.Make(name, system)) }
		s.Systems, s.Welcome = c.Systems, strings.TrimSpace(s.Welcome+" "+words)
	}
	return s
}

// joinsTable is Join with an invite that was typed at the list, and perhaps the name to use it with:
// WORDS as NAME. It is an error that the invite is for no table.
func (c *Guest) joinsTable(words string) (path string, err error) {
	words, name, named := strings.Cut(words, " as ")
	if !named && !areInvite(c.ssh.User()) {
		name = c.ssh.User()
	}
	c.host.mu.Lock()
	sure := c.sure == words
	c.sure = words
	c.host.mu.Unlock()
	switch path, err = c.Join(words, strings.TrimSpace(name), sure); {
	case NeedsName(err):
		return "", errAs
	case err == nil && path == "":
		return "", errJoined
	}
	return path, err
}

var errAs = errors.New("this invite needs a name that nobody at the table has: type its words, then as and your name")

var errJoined = errors.New("this key is yours now like your others: go back and in again to see your tables")

// hearsFrom forwards what is told at a table to the screen, until the stay there ends.
func (c *Guest) hearsFrom(at *Guest) {
	for {
		select {
		case words := <-at.told:
			c.hears(words)
		case <-at.ended:
			select {
			case c.back <- at:
			case <-c.ended:
			}
			return
		case <-c.ended:
			return
		}
	}
}
