package model

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"strconv"
)

// Salt is what the ids of the things that one event begins are made from: rolls,
// characters, pending actions, effects, seats and requests, and the event itself. Whoever keeps the log
// makes it from the line before the event, so that it is the same however often the
// log is read. No seat may get it: whoever knows it can count the ids that an event
// made, and so learns of hidden ones among them.
type Salt [sha256.Size]byte

var idText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// ID gives the nth id that an event makes, from 1 on (0 is its own): the prefix and ten characters,
// which tell neither the event nor n.
func (s Salt) ID(prefix string, n int) string {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(s[:], uint64(n)), prefix...))
	return prefix + idText.EncodeToString(sum[:])[:10]
}

// defaultSalt is the salt of an event for which nobody has made one, as in a table that
// no log is kept of.
func defaultSalt(seq uint64) Salt { return sha256.Sum256(binary.BigEndian.AppendUint64(nil, seq)) }

// EventID is the name of an event for everybody but the gamemaster, who has its number.
// It stays the same whatever is shown, hidden or undone, and tells neither how many
// events there are nor which of two is older.
func EventID(e Event) string {
	if e.ID != "" {
		return e.ID
	}
	return SaltOf(e).ID("v", 0)
}

// Name is what the person who sees an event calls it: "#12" for the gamemaster, and its
// id for everybody else.
func (e Event) Name() string {
	if e.ID != "" {
		return e.ID
	}
	return "#" + strconv.FormatUint(e.Seq, 10)
}

// WithSalt gives the table with the salt of the event that comes next. Once that is
// folded in, the table has none.
func (t Table) WithSalt(s Salt) Table {
	t.salt = s
	return t
}

// NextSalt is the salt of the event that comes next: the one that the table was
// given by [Table.WithSalt], or one made from the event's number.
func (t Table) NextSalt() Salt {
	switch {
	case t.salt != Salt{}:
		return t.salt
	case t.SeatView != nil:
		return defaultSalt(t.SeatView.Seq + 1) // nothing that the seat sees is called by it yet
	}
	return defaultSalt(t.Seq() + 1)
}

// SaltOf is the salt of an event of the log, so that an act that is played again
// gives things the ids that they had.
func SaltOf(e Event) Salt {
	if e.Salt != (Salt{}) {
		return e.Salt
	}
	return defaultSalt(e.Seq)
}
