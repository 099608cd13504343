package serve

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/game"
	"example.org/fray/ui/people"
)

// Guest is somebody who has come: a connection over SSH, with a screen or in lines, or a browser with
// all its pages, which lasts from its first request until it has been idle for a while. They are at
// a table, in its waiting room, or at the list of their tables. Whoever goes from the list to a
// table is a guest at both. The methods may be called from any goroutine.
type Guest struct {
	host      *Host
	table     *Table      // nil at the list of tables
	ssh       ssh.Session // nil for a browser
	id        string
	key       gossh.PublicKey // the key that signed the login; nil on the local socket, and for a login by invite alone
	cookie    string          // of a browser, instead of a key, as the guest list stores it
	page      *Page           // of a browser at the list of tables
	ownCookie bool            // the cookie was made for the seat that the browser gets, so nobody else can know it
	device    string          // a short description of the browser
	from      origin
	local     bool
	came      time.Time
	streamed  atomic.Bool  // a browser has opened a stream of events
	streams   atomic.Int32 // streams that it has open
	hidden    atomic.Bool  // its pages are hidden, and hold no stream, but ask from time to time
	typed     atomic.Int64 // time of the newest input in Unix nanoseconds; 0: none yet

	// The following are guarded by the lock of the table or, at the list, of the host.
	seat   model.Seat // the zero seat in the waiting room
	name   string     // given in the waiting room
	asked  time.Time  // when that was
	at     *Guest     // from the list: at the table where they are; nil while they see the list
	asking *Guest     // from the list: who waits to be let in at a table, or nil

	seated   chan model.Seat // receives the seat when the client is admitted
	told     chan string     // receives messages to show
	back     chan *Guest     // receives whoever came from the list to a table and had to leave it
	tries    atomic.Int32    // number of invites that were tried
	asks     atomic.Int32    // number of times that they asked to be let in at a table of many
	tables   []string        // where somebody at the list had a seat when they came
	sure     string          // over SSH at the list: the invite that was used last
	deleting string          // in lines at the list: the table that the line "yes" deletes
	invite   string          // the invite that was used as the login name, and why it was refused
	wrong    string
	ended    chan struct{} // closed when the client has ended or must end
	words    string        // and the reason
	once     sync.Once
	letGo    func()       // called when a guest leaves who came from the list of tables
	gone     sync.Once    // they have left
	conns    atomic.Int32 // connections of a browser
	line     *connection  // nil without a rate limit, in tests
	passes   bool         // the connection outlasts the client: whoever leaves the table is still at the door of a host

	waitAlarm, keepAliveAlarm alarm                           // for the waiting time, and for the keep-alive
	changed                   *atomic.Pointer[ui.Preferences] // preferences that were set on this screen; nil: none
}

func newGuest(h *Host, s *Table) *Guest {
	return &Guest{host: h, table: s, came: time.Now(), changed: new(atomic.Pointer[ui.Preferences]), seated: make(chan model.Seat, 1), told: make(chan string, 1), back: make(chan *Guest), ended: make(chan struct{})}
}

// overSSH returns a guest over SSH, at a table or, without one, at the list.
func overSSH(h *Host, s *Table, sess ssh.Session) *Guest {
	c := newGuest(h, s)
	_, c.local = sess.RemoteAddr().(*net.UnixAddr)
	c.ssh, c.key = sess, sess.PublicKey()
	if l, ok := sess.Context().Value(connectionKey{}).(*connection); ok {
		c.from, c.line = l.from, l
		l.finished()
	}
	return c
}

// inBrowser returns a guest in a browser, at a table or, without one, at the list.
func inBrowser(h *Host, s *Table, p *Page, cookie, device string) *Guest {
	c := newGuest(h, s)
	c.page, c.from, c.cookie, c.device = p, p.from, cookie, device
	return c
}

// lock is what guards where the guest is.
func (c *Guest) lock() *sync.Mutex {
	if c.table == nil {
		return &c.host.mu
	}
	return &c.table.mu
}

// alarm calls a function after a delay, unless its client has ended by then. Stopping it
// matters, since a pending timer keeps the client's memory.
type alarm struct {
	mu    sync.Mutex
	timer *time.Timer
	off   bool
}

func (a *alarm) in(d time.Duration, call func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.off {
		a.timer = time.AfterFunc(d, call)
	}
}

func (a *alarm) stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.off = true; a.timer != nil {
		a.timer.Stop()
	}
}

func (c *Guest) is(k gossh.PublicKey) bool { return sameKey(c.key, k) }

// sameKey reports whether two public keys are the same one. No key is the same as none.
func sameKey(a, b gossh.PublicKey) bool {
	return a != nil && b != nil && bytes.Equal(a.Marshal(), b.Marshal())
}

// credential returns the key or cookie of the client as the guest list stores it, or "".
func (c *Guest) credential() string {
	if c.key != nil {
		return storedKey(c.key)
	}
	return c.cookie
}

// Fingerprint implements start.Entrance.
func (c *Guest) Fingerprint() string {
	if c.cookie != "" {
		return browserWords(c.cookie, c.device)
	}
	return fingerprintOf(c.key)
}

// Seat returns the guest's present seat, or the zero Seat in the waiting room.
func (c *Guest) Seat() model.Seat {
	c.lock().Lock()
	defer c.lock().Unlock()
	return c.seat
}

// Asks returns the name given in the waiting room.
func (c *Guest) Asks() string {
	c.lock().Lock()
	defer c.lock().Unlock()
	return c.name
}

// Ask asks the gamemaster to admit the visitor under a name.
func (c *Guest) Ask(name string) error {
	if name = strings.TrimSpace(name); name == "" {
		return errors.New("type your name, so that the gamemaster knows who you are")
	}
	return c.table.ask(c, name)
}

// Redeem admits the visitor with an invite. name is used if the invite has none.
func (c *Guest) Redeem(words, name string) error {
	if !areInvite(words) {
		return ErrNoInvite
	}
	return c.table.redeem(c, words, name)
}

// NeedsName reports whether an invite was refused only because it needs a name, or another
// one.
func NeedsName(err error) bool { return errors.Is(err, errName) || errors.Is(err, errTaken) }

// tells shows a message to the client, unless an earlier one is unread.
func (c *Guest) tells(words string) {
	select {
	case c.told <- words:
	default:
	}
}

// Told returns the next message for the visitor, or "".
func (c *Guest) Told() string {
	if c.table == nil {
		return c.toldElsewhere()
	}
	select {
	case words := <-c.told:
		return words
	default:
		return ""
	}
}

// Ended is closed when the visitor has ended or must end.
func (c *Guest) Ended() <-chan struct{} { return c.ended }

// Why returns why the visitor had to end, or "".
func (c *Guest) Why() string { return c.words }

// ComesBack reports whether a visitor had to go only because the host is being stopped: another
// or the same one will be there soon.
func (c *Guest) ComesBack() bool { return c.words == hostStops }

// Game returns the table for the visitor's seat.
func (c *Guest) Game() game.Game { return c.game(c.Seat()) }

// Lost says that the table's log no longer leads up to a hash that was seen there, and
// returns "" where it does.
func (c *Guest) Lost(hash string) string {
	seen, err := saves.ParseHash(hash)
	if err != nil {
		return ""
	}
	if leads, err := c.table.cfg.Table.LeadsTo(seen); leads || err != nil {
		return ""
	}
	return "This table is not where you left it: its log no longer leads up to " + seen.Short() + ", the newest hash that you have seen. It was put back to an earlier state, or replaced. Ask the gamemaster why; fray check --hash " + seen.String() + " shows it of any export"
}

// Own exports the part of the table that the visitor's seat may know.
func (c *Guest) Own() (string, error) { return c.game(c.Seat()).Own() }

// Door is how the gamemaster closes the table to all others, and opens it to them again; nil for
// other seats, and where nobody else could come anyway.
func (c *Guest) Door() people.Door {
	if c.Seat().Role != model.GM || !c.host.isOpen() {
		return nil
	}
	return tableDoor{c.table}
}

// Present returns the list of people, as far as the visitor's seat may know it.
func (c *Guest) Present() people.Present { return c.table.admissionsOf(c.Seat()) }
