// Package game is the table behind a screen, lines or a page.
package game

import (
	"context"
	"slices"

	"example.org/fray/model"
)

// AboutTable is the heading of what [Game.Found] returns.
const AboutTable = "About this table"

// Untold returns the sentences of [Game.Found] that were not among those told before.
func Untold(found, told []string) (out []string) {
	told = slices.Clone(told)
	for _, words := range found {
		if i := slices.Index(told, words); i >= 0 {
			told = slices.Delete(told, i, i+1)
			continue
		}
		out = append(out, words)
	}
	return out
}

// Game is the table behind a screen, lines or a page: a saves.Live, or what one seat may do with
// it. What a table does not have it answers for: it found nothing, remembers nothing.
type Game interface {
	// Now returns the newest table, not redacted: whoever shows it must do that.
	Now() model.Table
	// Do decides a command, commits the facts durably, and returns the table after it. The errors
	// are those of decide.Decide, or of the disk.
	Do(by model.Seat, c model.Command) (model.Table, error)
	// Watch returns a channel that receives whenever the table, or what Found returns, has changed.
	// stop closes it.
	Watch() (changed <-chan struct{}, stop func())
	// Why returns why nothing can be written, or nil.
	Why() error
	// Saved returns nil as long as everything that is shown is on the disk, else the error.
	Saved() error
	// ReadOnly reports whether the table is only looked at because another program plays it.
	ReadOnly() bool
	// TakeOver makes such a table writable, once that program has ended.
	TakeOver() error
	// Found returns what this seat is to be told of the table beside what happens at it, a sentence
	// each or several in lines: damage, acts of which it was not known whether they were saved, a faulty rulebook text.
	Found() []string
	// Seal returns the number of the newest event, and the hash of its line with which the log can
	// be verified later; "" if there is none.
	Seal() (seq uint64, hash string)
	// Search finds the newest events that hold all words of a text, as far as a seat may know
	// them: the newest first, and no more than most.
	Search(ctx context.Context, seat model.Seat, text string, most int) (found []uint64, err error)
	// Indexing reports whether the index is so far behind that a search takes a while.
	Indexing() bool
	// Remembered returns a value that was kept under a key; "" if there is none.
	Remembered(key string) string
	// Remember keeps a value that can be worked out again.
	Remember(key, value string)
}
