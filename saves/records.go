package saves

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"
)

// Records are what belongs to one table and is no event: who may come and with which key
// or invite, who is here, where each seat's screen stood. Each is small, and found by its
// kind and id. The methods may be called from any goroutine,
// and several programs, on several machines, may have the same records open. The package
// logtest holds the exam that every implementation passes.
//
// The error of every method is ErrRecordsClosed after Close, that of the context, or one of
// the medium; after it nothing has changed.
type Records interface {
	// Get gives a record. The error is ErrNoRecord where there is none.
	Get(ctx context.Context, kind Kind, id string) (body []byte, err error)

	// List gives all records of a kind, by their ids.
	List(ctx context.Context, kind Kind) (map[string][]byte, error)

	// Put keeps a record in the place of the one before, whole or not at all: for a
	// time, by the clock of wherever they lie, so that it goes when whoever put it
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
	// is closed when the context ends or the records are closed.
	Watch(ctx context.Context) (<-chan struct{}, error)

	// Close gives everything back. Closing again does nothing.
	Close() error
}

// Kind is a kind of [Records].
type Kind string

// The kinds of records. What they hold is told where they are used, in the package serve.
const (
	KeyRecords        Kind = "keys"        // who may come, by their key
	InviteRecords     Kind = "invites"     // invites that were not used yet
	ClaimRecords      Kind = "claims"      // who is being let in with an invite, by the invite's id
	PreferenceRecords Kind = "preferences" // what somebody has set at their screen, by their key
	PlaceRecords      Kind = "places"      // where the screen of a seat stood
	SeenRecords       Kind = "seen"        // the newest hash of the log that a seat has seen over SSH
	AddressRecords    Kind = "addresses"   // where the table is served, or was last
	PresenceRecords   Kind = "presence"    // who is here, by the host that serves them
	RevokedRecords    Kind = "revoked"     // seats that were taken back a while ago
	DeletedRecords    Kind = "deleted"     // that the gamemaster has deleted the table at a host
)

// The errors of records.
var (
	ErrNoRecord      = errors.New("there is no such record")
	ErrRecordThere   = errors.New("there is such a record already")
	ErrRecordsClosed = errors.New("the records are closed")
)

// recordName is what kinds and ids are made of: they serve as names of files.
var recordName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9]{1,64}$`) })

// IsRecordName reports whether something can be the id of a record.
func IsRecordName(id string) bool { return recordName().MatchString(id) }

// CheckRecord says what is wrong with a record that is to be kept: its kind and its id
// must have 1 to 64 small letters and digits, and its body must be a JSON text.
func CheckRecord(kind Kind, id string, body []byte) error {
	for _, name := range []string{string(kind), id} {
		if !recordName().MatchString(name) {
			return fmt.Errorf("the kind and the id of a record have 1 to 64 small letters and digits, and not %.80q", name)
		}
	}
	if !json.Valid(body) {
		return errors.New("the body of a record must be a JSON text")
	}
	return nil
}
