package serve

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui"
	"example.org/fray/ui/people"
)

// remote is the table for a screen over SSH: it acts as one seat and no other, and holds
// nothing that names a file of this machine.
type remote struct {
	server *Server
	table  *saves.Live
	seat   model.Seat
	ended  <-chan struct{} // closed when the seat was taken back, or the table is being closed
}

var _ ui.Game = (*remote)(nil)

func (c *client) game(seat model.Seat) *remote {
	return &remote{c.server, c.server.cfg.Table, seat, c.ended}
}

// texts are characters as text, which are copied and pasted with the guest's clipboard. No
// file of this machine is named.
func (r *remote) texts() people.Files {
	return people.Files{
		Parse: func(text string) (decide.ShelfItem, []string, error) {
			return transfer.ImportReady(strings.NewReader(text), r.table.Now().Rulebooks)
		},
		Text: func(c *decide.ShelfItem) (string, error) {
			b, err := transfer.ExportReady(c)
			return string(b), err
		},
	}
}

// Seal is the number and hash with which the table's log can be checked later.
func (r *remote) Seal() (seq uint64, hash string) { return r.table.Seal() }

// Own exports the table and its log as far as the seat may know them. It counts as an act,
// since it takes as long as the log.
func (r *remote) Own() (string, error) {
	if err := r.server.allows(r.seat); err != nil {
		return "", err
	}
	r.server.did(r.seat)
	var b bytes.Buffer
	err := transfer.Export(&b, r.table, r.seat)
	return b.String(), shown(err)
}

// Now implements ui.Game.
func (r *remote) Now() model.Table { return r.table.Now() }

// Do implements ui.Game. It ignores the seat that the screen names and acts as its own. Keys
// that were on their way when the seat was taken back do nothing. A seat that has used up its
// quota waits for the refusal, so that it can't flood with refused acts either.
func (r *remote) Do(_ model.Seat, c model.Command) (model.Table, error) {
	select {
	case <-r.ended:
		return r.table.Now(), errEnded
	default:
	}
	if err := r.server.allows(r.seat); err != nil {
		select {
		case <-time.After(slowed):
		case <-r.ended:
		}
		return r.table.Now(), err
	}
	t, err := r.table.Do(r.seat, c)
	if err == nil {
		r.server.did(r.seat)
	}
	return t, shown(err)
}

var errEnded = errors.New("this screen was closed, so nothing has happened")

// Watch implements ui.Game.
func (r *remote) Watch() (changed <-chan struct{}, stop func()) { return r.table.Watch() }

// Why implements ui.Game.
func (r *remote) Why() error {
	if r.table.Why() != nil {
		return errors.New("you can only look at the table: ask the gamemaster")
	}
	return nil
}

// Search finds text in the log as the seat may know it.
func (r *remote) Search(ctx context.Context, _ model.Seat, text string, most int) ([]uint64, error) {
	seqs, err := r.table.Search(ctx, r.seat, text, most)
	return seqs, shown(err)
}

// Indexing reports whether the index of the log is far behind.
func (r *remote) Indexing() bool { return r.table.Indexing() }

// Found is what was found damaged at the table: all of it for the gamemaster, and for
// others that something was.
func (r *remote) Found() []string {
	all := r.table.Found()
	if r.seat.Role == model.GM || len(all) == 0 {
		return all
	}
	return []string{"The table's log was found damaged or changed by another program: the gamemaster's screen says what is missing."}
}

// Saved is nil if everything that is shown is on the disk.
func (r *remote) Saved() error { return shown(r.table.Saved()) }

// shown is an error as a guest may see it: those of the rules and the table as they are, but
// nothing about this machine's disk and paths.
func shown(err error) error {
	var refused *model.Refused
	var stale *decide.Stale
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) || errors.As(err, &stale) || errors.Is(err, saves.ErrClosed) || errors.Is(err, context.Canceled):
		return err
	}
	return errors.New("that failed and changed nothing: ask the gamemaster, whose screen says why")
}
