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
	"example.org/fray/ui/people"
)

// seatGame is the table for a screen over SSH. It acts for one seat only, and gives no access
// to files of this machine.
type seatGame struct {
	at    *Table
	table *saves.Live
	seat  model.Seat
	ended <-chan struct{} // closed when the seat is revoked, or the table closes
}

func (c *Guest) game(seat model.Seat) *seatGame {
	return &seatGame{c.table, c.table.cfg.Table, seat, c.ended}
}

// texts returns the functions for copying and pasting characters as text, without access to
// files.
func (r *seatGame) texts() people.Files {
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

// Seal returns the number and hash with which the table's log can be verified later.
func (r *seatGame) Seal() (seq uint64, hash string) { return r.table.Seal() }

// Own exports the part of the table and its log that the seat may know. It counts against
// the quota, since it takes time in proportion to the log.
func (r *seatGame) Own() (string, error) {
	if err := r.at.checkQuota(r.seat); err != nil {
		return "", err
	}
	r.at.countAct(r.seat)
	var b bytes.Buffer
	err := transfer.Export(&b, r.table, r.seat)
	return b.String(), shown(err)
}

// Now implements game.Game.
func (r *seatGame) Now() model.Table { return r.table.Now() }

// Do implements game.Game for this seat, whatever seat the screen names. Keys that arrive
// after the seat was revoked have no effect. A seat beyond its quota waits for the refusal,
// so that it cannot flood with refused acts either.
func (r *seatGame) Do(_ model.Seat, c model.Command) (model.Table, error) {
	select {
	case <-r.ended:
		return r.table.Now(), errEnded
	default:
	}
	if err := r.at.checkQuota(r.seat); err != nil {
		r.at.cfg.Metrics.refusals.Add(1)
		select {
		case <-time.After(refusalDelay):
		case <-r.ended:
		}
		return r.table.Now(), err
	}
	began := time.Now()
	t, err := r.table.Do(r.seat, c)
	r.at.cfg.Metrics.acted(time.Since(began), err)
	if err == nil {
		r.at.countAct(r.seat)
	}
	return t, shown(err)
}

var errEnded = errors.New("this screen was closed, so nothing has happened")

// Watch implements game.Game.
func (r *seatGame) Watch() (changed <-chan struct{}, stop func()) { return r.table.Watch() }

// Why implements game.Game.
func (r *seatGame) Why() error {
	switch why := r.table.Why(); {
	case errors.Is(why, saves.ErrNewer):
		return why
	case why != nil:
		return errors.New("you can only look at the table: ask the gamemaster")
	}
	return nil
}

// Search finds text in the part of the log that the seat may know; the gamemaster's also in what
// another seat may.
func (r *seatGame) Search(ctx context.Context, seat model.Seat, text string, most int) ([]uint64, error) {
	if !r.seat.IsGamemaster() {
		seat = r.seat
	}
	seqs, err := r.table.Search(ctx, seat, text, most)
	return seqs, shown(err)
}

// Indexing reports whether the index of the log is far behind.
func (r *seatGame) Indexing() bool { return r.table.Indexing() }

// Remembered returns what the table's index keeps under a key.
func (r *seatGame) Remembered(key string) string { return r.table.Remembered(key) }

// Remember keeps a value in the table's index.
func (r *seatGame) Remember(key, value string) { r.table.Remember(key, value) }

// Found returns what was found at the table: all of it to the gamemaster, and to others only that
// there was damage, and what became of acts.
func (r *seatGame) Found() []string {
	if r.seat.Role == model.GM {
		return r.table.Found()
	}
	fates := r.table.Fates()
	if r.table.Findings() == nil {
		return fates
	}
	return append([]string{"The table's log was found damaged or changed by another program: the gamemaster's screen says what is missing."}, fates...)
}

// ReadOnly implements game.Game: nobody takes a table of another machine over.
func (r *seatGame) ReadOnly() bool { return false }

// TakeOver implements game.Game.
func (r *seatGame) TakeOver() error { return r.Why() }

// Saved returns nil if everything that is shown is on the disk.
func (r *seatGame) Saved() error { return shown(r.table.Saved()) }

// shown returns err as a guest may see it: errors of the rules and the table unchanged, but
// nothing about this machine's disk and paths.
func shown(err error) error {
	var refused *model.Refused
	var stale *decide.Stale
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) || errors.As(err, &stale) || errors.Is(err, saves.ErrClosed) || errors.Is(err, saves.ErrNewer) || errors.Is(err, context.Canceled):
		return err
	}
	if unsure := (*saves.Unsure)(nil); errors.As(err, &unsure) {
		return unsure
	}
	if away := (*saves.Away)(nil); errors.As(err, &away) {
		return errors.New("the store does not answer, so this was not done: try again soon. What was shown before is safe")
	}
	return errors.New("that failed and changed nothing: ask the gamemaster, whose screen says why")
}
