package model

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"strconv"
)

// Salt is what the ids that one event makes are derived from: those of rolls, characters,
// pending actions, effects, seats and requests, and the id of the event itself. The store
// derives it from the line before the event, so it is the same whenever the log is read.
// No seat may get it: with the salt one can compute all ids that an event made, and so
// learn of hidden things among them.
type Salt [sha256.Size]byte

var idText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// ID returns the nth id that an event makes, counted from 1; 0 is the event's own id. It
// is the prefix and ten characters, from which neither the event nor n can be told.
func (s Salt) ID(prefix string, n int) string {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(s[:], uint64(n)), prefix...))
	return prefix + idText.EncodeToString(sum[:])[:10]
}

// defaultSalt is the salt of an event that was given none, as in a table without a stored
// log.
func defaultSalt(seq uint64) Salt { return sha256.Sum256(binary.BigEndian.AppendUint64(nil, seq)) }

// EventID returns the id of an event, by which everybody but the gamemaster knows it. It
// never changes, and tells neither how many events there are nor which of two is older.
func EventID(e Event) string {
	if e.ID != "" {
		return e.ID
	}
	return SaltOf(e).EventID()
}

// EventID returns the id of the event itself.
func (s Salt) EventID() string { return s.ID("v", 0) }

// Name returns what an event is called in the table that it comes from: "#12" for the
// gamemaster, its id for everybody else.
func (e Event) Name() string {
	if e.ID != "" {
		return e.ID
	}
	return "#" + strconv.FormatUint(e.Seq, 10)
}

// WithSalt returns the table with the salt of the next event. Applying that event removes
// it.
func (t Table) WithSalt(s Salt) Table {
	t.salt = s
	return t
}

// NextSalt returns the salt of the next event: the one from [Table.WithSalt] or, without
// it, one made from the event's number.
func (t Table) NextSalt() Salt {
	switch {
	case t.salt != Salt{}:
		return t.salt
	case t.SeatView != nil:
		return defaultSalt(t.SeatView.Seq + 1) // no id that the seat has seen was made from it
	}
	return defaultSalt(t.Seq() + 1)
}

// SaltOf returns the salt with which an event was decided. When an act is amended, the
// same salt gives its rolls and effects the ids that they had.
func SaltOf(e Event) Salt {
	if e.Salt != (Salt{}) {
		return e.Salt
	}
	return defaultSalt(e.Seq)
}
