package saves

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"
)

// Desk is where what belongs to one table and is no event lies: who may come and with
// which key or invite, who is here, where each seat's screen stood. It holds small
// records, each found by its kind and id. The methods may be called from any goroutine,
// and several programs, on several machines, may have the same desk open. The package
// logtest holds the exam that every implementation passes.
//
// The error of every method is ErrDeskClosed after Close, that of the context, or one of
// the medium; after it nothing has changed.
type Desk interface {
	// Get gives a record. The error is ErrNoRecord where there is none.
	Get(ctx context.Context, kind Kind, id string) (body []byte, err error)

	// List gives all records of a kind, by their ids.
	List(ctx context.Context, kind Kind) (map[string][]byte, error)

	// Put keeps a record in the place of the one before, whole or not at all: for a
	// time, by the clock of wherever the desk lies, so that it goes when whoever put it
	// has gone; or, where that is 0, until it is taken. The body is a JSON text, and one
	// that means the same is given back. The error is that of CheckRecord.
	Put(ctx context.Context, kind Kind, id string, body []byte, lasts time.Duration) error

	// Add keeps a record until it is taken, as Put does, where there is none: of all who
	// add the same one at a time, wherever they are, one does. The error is
	// ErrRecordThere for all others, and where one stands whose time is over.
	Add(ctx context.Context, kind Kind, id string, body []byte) error

	// Take gives a record and removes it in one step: of all who take it at a time,
	// wherever they are, one gets it. The error is ErrNoRecord for all others.
	Take(ctx context.Context, kind Kind, id string) (body []byte, err error)

	// Watch gives a channel that receives after a record was put or taken, whichever
	// program did it, once for any number of changes that nobody looked at, and a second
	// after the change at the most. Of records whose time is over it does not tell. It
	// is closed when the context ends or the desk is closed.
	Watch(ctx context.Context) (<-chan struct{}, error)

	// Close gives everything back. Closing again does nothing.
	Close() error
}

// Kind is a kind of records at a [Desk].
type Kind string

// The kinds of records. What they hold is told where they are used, in the package serve.
const (
	KeyRecords        Kind = "keys"        // who may come, by their key
	InviteRecords     Kind = "invites"     // invites that were not used yet
	ClaimRecords      Kind = "claims"      // who is being let in with an invite, by the invite's id
	PreferenceRecords Kind = "preferences" // what somebody has set at their screen, by their key
	PlaceRecords      Kind = "places"      // where the screen of a seat stood
	AddressRecords    Kind = "addresses"   // where the table is served, or was last
	PresenceRecords   Kind = "presence"    // who is here, by the host that serves them
	RevokedRecords    Kind = "revoked"     // seats that were taken back a while ago
)

// The errors of a desk.
var (
	ErrNoRecord    = errors.New("there is no such record")
	ErrRecordThere = errors.New("there is such a record already")
	ErrDeskClosed  = errors.New("the desk is closed")
)

// recordName is what kinds and ids are made of: they serve as names of files.
var recordName = regexp.MustCompile(`^[a-z0-9]{1,64}$`)

// CheckRecord says what is wrong with a record that is to be kept: its kind and its id
// must have 1 to 64 small letters and digits, and its body must be a JSON text.
func CheckRecord(kind Kind, id string, body []byte) error {
	for _, name := range []string{string(kind), id} {
		if !recordName.MatchString(name) {
			return fmt.Errorf("the kind and the id of a record have 1 to 64 small letters and digits, and not %.80q", name)
		}
	}
	if !json.Valid(body) {
		return errors.New("the body of a record must be a JSON text")
	}
	return nil
}

// MemoryDesk is a desk that lasts as long as the program. [MemoryDesk.Open] gives
// further handles on it.
type MemoryDesk struct {
	store  *memoryRecords
	handle *Handle
}

// memoryRecords are what all handles of one desk share.
type memoryRecords struct {
	mu    sync.Mutex
	all   map[Kind]map[string]memoryRecord
	watch Watchers
}

type memoryRecord struct {
	body  []byte
	until time.Time // zero: until it is taken
}

func (r memoryRecord) over() bool { return !r.until.IsZero() && !time.Now().Before(r.until) }

var _ Desk = (*MemoryDesk)(nil)

// NewMemoryDesk gives a desk without records.
func NewMemoryDesk() *MemoryDesk {
	return (&memoryRecords{all: map[Kind]map[string]memoryRecord{}}).open()
}

func (s *memoryRecords) open() *MemoryDesk {
	return &MemoryDesk{store: s, handle: NewHandle(ErrDeskClosed)}
}

// Open gives another handle on the same desk, as another program would have it.
func (d *MemoryDesk) Open() *MemoryDesk { return d.store.open() }

// Get gives a record; see [Desk].
func (d *MemoryDesk) Get(ctx context.Context, kind Kind, id string) ([]byte, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	r, ok := d.store.all[kind][id]
	if !ok || r.over() {
		return nil, ErrNoRecord
	}
	return bytes.Clone(r.body), nil
}

// List gives the records of a kind; see [Desk].
func (d *MemoryDesk) List(ctx context.Context, kind Kind) (map[string][]byte, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	out := map[string][]byte{}
	for id, r := range d.store.all[kind] {
		if r.over() {
			delete(d.store.all[kind], id)
			continue
		}
		out[id] = bytes.Clone(r.body)
	}
	return out, nil
}

// Put keeps a record; see [Desk].
func (d *MemoryDesk) Put(ctx context.Context, kind Kind, id string, body []byte, lasts time.Duration) error {
	return d.keep(ctx, kind, id, body, lasts, true)
}

// Add keeps a record where there is none; see [Desk].
func (d *MemoryDesk) Add(ctx context.Context, kind Kind, id string, body []byte) error {
	return d.keep(ctx, kind, id, body, 0, false)
}

// keep keeps a record, over one that is there or not.
func (d *MemoryDesk) keep(ctx context.Context, kind Kind, id string, body []byte, lasts time.Duration, over bool) error {
	if err := d.handle.Usable(ctx); err != nil {
		return err
	}
	if err := CheckRecord(kind, id, body); err != nil {
		return err
	}
	r := memoryRecord{body: bytes.Clone(body)}
	if lasts > 0 {
		r.until = time.Now().Add(lasts)
	}
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	if _, there := d.store.all[kind][id]; there && !over {
		return ErrRecordThere
	}
	if d.store.all[kind] == nil {
		d.store.all[kind] = map[string]memoryRecord{}
	}
	d.store.all[kind][id] = r
	d.store.watch.Tell()
	return nil
}

// Take gives a record and removes it; see [Desk].
func (d *MemoryDesk) Take(ctx context.Context, kind Kind, id string) ([]byte, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	r, ok := d.store.all[kind][id]
	delete(d.store.all[kind], id)
	if !ok || r.over() {
		return nil, ErrNoRecord
	}
	d.store.watch.Tell()
	return r.body, nil
}

// Watch tells of changes; see [Desk].
func (d *MemoryDesk) Watch(ctx context.Context) (<-chan struct{}, error) {
	if err := d.handle.Usable(ctx); err != nil {
		return nil, err
	}
	return d.store.watch.Until(ctx, d.handle.Closed()), nil
}

// Close ends this handle; the records stay for the others.
func (d *MemoryDesk) Close() error { return d.handle.Close() }
