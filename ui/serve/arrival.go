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
	"github.com/charmbracelet/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
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

// handle serves a connection until it ends.
func (h *Host) handle(sess ssh.Session) {
	if h.only != nil {
		h.only.handle(sess)
		return
	}
	c := newGuest(nil, sess)
	words, _ := sess.Context().Value(inviteKey{}).(string)
	if words == "" && areInvite(sess.User()) {
		words = sess.User()
	}
	if words != "" {
		switch done, err := h.comeByInvite(sess, c, words); {
		case done:
			return
		case err != nil:
			c.wrong = err.Error()
		}
	}
	c.serves(&arrival{host: h, own: c, news: make(chan tea.Msg, 8)}, h.cfg.Draws, h.cfg.Tell)
}

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

// comeByInvite uses the invite with which a connection logged in. If it was for a table, done is
// true and the visit to that table is over.
func (h *Host) comeByInvite(sess ssh.Session, c *Guest, words string) (done bool, err error) {
	if c.key != nil && h.addsDevice(words) {
		return false, h.joins(words, storedKey(c.key), "")
	}
	path, err := h.invited(words)
	if err != nil {
		return false, err
	}
	s, letGo, err := h.enter(path)
	if err != nil {
		return false, err
	}
	defer letGo()
	s.handle(sess)
	return true, nil
}

// come admits an arrival. A person without a table may stay for a limited time, to use an invite.
// If too many of them are waiting, one must leave.
func (h *Host) come(a *arrival, known bool) error {
	c := a.own
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return errHostStops
	}
	c.seat.Role = ""
	if known {
		c.seat.Role = model.Watcher // of the list, and nothing else
	}
	var waiting []*Guest
	ofKey := 0
	for _, o := range h.arrivals {
		if o.own.is(c.key) {
			ofKey++
		}
		if o.own.waiting() {
			waiting = append(waiting, o.own)
		}
	}
	if ofKey >= mostOfAKey {
		return errors.New("you already have several screens open: close one first")
	}
	if !known {
		if out := mustLeave(waiting); out != nil {
			out.end(madeRoom)
		}
		c.waitAlarm.in(silentMayWait, func() { a.waitsOnly() })
	}
	h.arrivals = append(h.arrivals, a)
	return nil
}

// waitsOnly ends the connection of a person who has no table, has used no invite, and does not ask
// to be let in at a table, which has a limit of its own.
func (a *arrival) waitsOnly() {
	a.host.mu.Lock()
	waits := a.own.waiting()
	a.host.mu.Unlock()
	a.mu.Lock()
	asks := a.asking != nil
	a.mu.Unlock()
	switch {
	case asks:
		a.own.waitAlarm.in(silentMayWait, a.waitsOnly)
	case waits:
		a.own.end(waitedInSilence)
	}
}

// asks asks the gamemaster of a table to let the person in under a name. Nobody learns whether
// there is such a table before they are let in.
func (a *arrival) asks(table, name string) error {
	if a.asked.Add(1) > mostAsks {
		return errTries
	}
	s, letGo := a.host.played(table)
	if s == nil {
		return nil
	}
	c := newGuest(s, a.own.ssh)
	c.passes = true
	if s.seatOf(c).Role != "" {
		letGo()
		return errors.New("you have a seat at that table already: enter it from the list")
	}
	if s.come(c) != nil { // which would tell that there is such a table
		letGo()
		return nil
	}
	a.mu.Lock()
	was := a.asking
	a.asking = c
	a.mu.Unlock()
	if was != nil {
		was.over()
	}
	a.host.mu.Lock()
	a.own.name = name // who asks is sent away last
	a.host.mu.Unlock()
	if s.ask(c, name) != nil {
		c.over()
	}
	go a.awaits(c, letGo)
	return nil
}

// awaits waits until a person who has asked is let in at a table, or does not ask any more.
func (a *arrival) awaits(c *Guest, letGo func()) {
	defer letGo()
	defer c.table.leave(c)
	for over := false; !over; {
		var words string
		select {
		case <-c.seated:
			a.hasTables()
			words, over = "You are let in: "+model.Clean(c.table.cfg.Table.Now().Name, model.LongestName)+" is among your tables.", true
		case words = <-c.told:
		case <-c.ended:
			words, over = c.words, true
		case <-a.own.ended:
			over = true
		}
		if words != "" {
			select {
			case a.news <- start.Notice(words):
			case <-a.own.ended:
			}
		}
	}
	c.over()
	a.mu.Lock()
	if a.asking == c {
		a.asking = nil
	}
	a.mu.Unlock()
}

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

// tableInfos describes the tables where the owner of a key has a seat, as far as that seat may
// know them.
func (h *Host) tableInfos(key string) ([]start.TableInfo, error) {
	tables, err := h.seatsOf(key)
	if err != nil {
		return nil, shown(err)
	}
	out := make([]start.TableInfo, 0, len(tables))
	for _, path := range tables {
		if s, ok := h.tableInfo(path, key); ok {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(x, y start.TableInfo) int { return y.Played.Compare(x.Played) })
	return out, nil
}

// tableInfo describes one table as far as the seat of a key may know it. It returns false if the
// key has no seat there.
func (h *Host) tableInfo(path, key string) (start.TableInfo, bool) {
	h.mu.Lock()
	t := h.tables[path]
	h.mu.Unlock()
	if t != nil {
		t.open.Lock()
		s := t.table
		t.open.Unlock()
		if s != nil {
			return h.tableInfoOf(path, s.cfg.Table.Now(), s.cfg.Guests, key, s.isHere)
		}
	}
	live, kept, err := h.cfg.Tables.Look(path)
	if err != nil {
		h.cfg.Tell(fmt.Sprintf("%s cannot be looked at: %v", path, err))
		return start.TableInfo{Path: path, Name: "a table", Problem: "it cannot be opened now: ask whoever runs this host, whose log says why"}, true
	}
	defer func() { _, _ = live.Close(), kept.Close() }() // it was only read
	guests, err := OpenGuestList(kept)
	if err != nil {
		return start.TableInfo{}, false
	}
	return h.tableInfoOf(path, live.Now(), guests, key, func(model.Seat) bool { return false })
}

// seatAt returns the seat that the owner of a key has at a table, or the zero Seat.
func (h *Host) seatAt(guests *GuestList, key string) (seat model.Seat) {
	if h.isGM(key) {
		return model.Seat{Role: model.GM}
	}
	for _, k := range h.keysOf(key) {
		if g, has := guests.guest(k); has {
			seat = g.Seat
		}
	}
	return seat
}

func (h *Host) tableInfoOf(path string, t model.Table, guests *GuestList, key string, here func(model.Seat) bool) (start.TableInfo, bool) {
	seat := h.seatAt(guests, key)
	if seat.Role == "" {
		return start.TableInfo{}, false
	}
	seen := view.SeenBy(t, seat)
	out := start.TableInfo{Path: path, Name: kit.Clean(t.Name), State: stateWords(seen, seat, here), Evening: kit.Clean(seen.NextEveningWords(h.cfg.Now()))}
	if seat.Role != model.GM {
		out.NoDelete = errNotTheirs.Error()
	}
	for l := range seen.Log() {
		out.Played = l.Event.Time
		break
	}
	return out, true
}

// isHere reports whether a seat is connected, here or at another host.
func (s *Table) isHere(seat model.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(append(s.presence(), s.away...), func(p presence) bool { return p.Seat == seat && p.Screens > 0 })
}

// stateWords describes the state of a table as far as a seat may know it: for whom it waits, or
// how many sessions were played.
func stateWords(t model.Table, seat model.Seat, here func(model.Seat) bool) string {
	waits := act.WaitedFor(t, here, decide.Free(t))
	if words := act.WaitWords[waits[seat]]; t.Open && words != "" {
		return "waits for you " + words
	}
	var names []string
	for _, s := range append([]model.Seat{{Role: model.GM}}, t.Seats()...) {
		if act.WaitWords[waits[s]] == "" {
			continue
		}
		name := kit.Clean(t.SeatName(s))
		if s.Role == model.GM {
			name = "the gamemaster"
		}
		names = append(names, name)
	}
	switch {
	case t.Open && names != nil:
		return "waits for " + strings.Join(names, ", ")
	case t.Open:
		return "session " + fmt.Sprint(t.Sessions) + " is open"
	case t.Sessions > 0:
		return engine.Counted(t.Sessions, "session") + " played"
	}
	return "not begun"
}

// plain is the list of tables in numbered lines, for a client without a terminal.
func (a *arrival) plain() error {
	typed := &typedLines{lines: make(chan string), lists: true}
	go typed.read(a.own.input(), a.own.ended)
	c := a.own
	if at := a.beginsAt(); at != nil {
		if a.playsInLines(at, typed); !typed.back {
			return nil
		}
	}
	if c.wrong != "" {
		c.say(c.wrong)
	}
	c.say(start.YourKey + c.Fingerprint())
	for list := true; ; {
		all, err := a.tableInfos()
		if list {
			a.lists(all, err)
		}
		var line string
		var more bool
		select {
		case <-c.ended:
			return nil
		case msg := <-a.news:
			if words, is := msg.(start.Notice); is {
				c.say(string(words))
			}
			continue
		case line, more = <-typed.lines:
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		if !more || slices.Contains([]string{"quit", "exit", "q"}, word) {
			if typed.err != nil {
				c.say(typed.err.Error())
			}
			return nil
		}
		list = a.does(strings.ToLower(word), rest, line, all, typed)
	}
}

// lists prints the tables and what can be typed.
func (a *arrival) lists(all []start.TableInfo, err error) {
	c := a.own
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
	if a.host.isMaker(c.credential()) {
		if own := a.host.mayMake(c.credential()); own != "" {
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
func (a *arrival) does(word, rest, line string, all []start.TableInfo, typed *typedLines) (list bool) {
	c := a.own
	var path string
	var err error
	deletes := a.deleting
	a.deleting = ""
	switch {
	case word == "":
		return false
	case deletes != "" && word == "yes":
		if err := a.deletes(deletes); err != nil {
			c.say(err.Error())
		} else {
			c.say("Deleted.")
		}
		return true
	case word == "list" || word == "tables":
		return true
	case areInvite(line):
		path, err = a.redeems(line)
	case word == "invite":
		path, err = a.redeems(rest)
	case word == "device":
		words, err := a.device()
		if err != nil {
			words = err.Error()
		}
		c.say(words)
		return false
	case word == "ask":
		c.say(a.asksInLines(rest))
		return false
	case word == "make" && a.host.isMaker(c.credential()):
		name, system := a.ofSystem(rest)
		path, err = a.host.Make(c.credential(), name, system)
	case word == "delete":
		a.asksToDelete(all, rest)
		return false
	default:
		if word != "enter" {
			rest = strings.TrimSpace(line)
		}
		path, err = chosen(all, rest)
	}
	if err == nil {
		var at *Guest
		if at, err = a.enterTable(path); err == nil {
			a.playsInLines(at, typed)
			return !c.hasEnded()
		}
	}
	c.say(err.Error())
	return errors.Is(err, errJoined)
}

// asksInLines asks to be let in at a table: TABLE as NAME.
func (a *arrival) asksInLines(text string) string {
	at := strings.LastIndex(strings.ToLower(text), " as ")
	if at <= 0 || strings.TrimSpace(text[at+4:]) == "" {
		return "Type the whole name of a table and your own, such as: ask Harbour as Mira"
	}
	if err := a.asks(strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+4:])); err != nil {
		return err.Error()
	}
	return start.AskedAt
}

// asksToDelete asks for confirmation; the next line answers.
func (a *arrival) asksToDelete(all []start.TableInfo, name string) {
	path, err := chosen(all, name)
	if err != nil {
		a.own.say(err.Error())
		return
	}
	s := all[slices.IndexFunc(all, func(s start.TableInfo) bool { return s.Path == path })]
	if s.NoDelete != "" {
		a.own.say(s.NoDelete)
		return
	}
	a.deleting = path
	a.own.say(fmt.Sprintf("Delete %s? %s Type yes to delete it; any other line keeps it.", s.Name, deletedWords))
}

// ofSystem splits a line into the name of a new table and the id of its rulebook, which may follow
// the name. Without one it is the first rulebook.
func (a *arrival) ofSystem(text string) (name, system string) {
	all := a.host.cfg.Tables.Systems()
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
func (a *arrival) playsInLines(at *Guest, typed *typedLines) {
	cfg := a.atTable(at, true)
	cfg.News = "Type tables to come to the list of your tables."
	typed.back = false
	at.playLines(cfg, at.Seat(), typed)
	words := ""
	if at.hasEnded() {
		words = at.words
	}
	a.leavesFrom(at)
	if words != "" && !a.own.hasEnded() {
		a.own.say(words)
	}
}
