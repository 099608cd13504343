package saves

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
)

// Log is where the events of one table lie, oldest first. Events are only ever
// added at its end. The methods may be called from any goroutine, and several
// programs may have the same log open; an implementation says how many of them may
// append. The package logtest holds the exam that every implementation passes.
type Log interface {
	// Append adds lines behind the event with the number after, in order, all of
	// them or none, and sets the hash of each. One that stands for missing events has the
	// body of [Lost]. It returns when they are durable.
	// The error is ErrConflict when the newest event is another one, ErrLogClosed
	// after Close, *Unsure where nobody knows whether they were added, and else one of the
	// medium; after any other nothing was added. After *Unsure the same lines may be
	// appended again: their hashes are their own, so that they never stand twice.
	Append(ctx context.Context, after uint64, lines []Line) error

	// Read goes through the lines behind that of the event with the number after,
	// oldest first; 0 reads all of them. An event that is lost is a line without a body.
	// The first error ends it.
	Read(ctx context.Context, after uint64) iter.Seq2[Line, error]

	// Newest gives the number of the newest event and the hash of the last line;
	// 0 and the zero hash for an empty log.
	Newest(ctx context.Context) (seq uint64, hash Hash, err error)

	// Watch gives a channel that receives after somebody has appended, whichever
	// program it was, once for any number of appends that nobody looked at. It is
	// closed when the context ends or the log is closed.
	Watch(ctx context.Context) (<-chan struct{}, error)

	// Findings is what was found damaged, at opening and since, and what was done
	// about it; nil while nothing was. It never changes: what is found later makes
	// another one, of which Watch tells. What can be repaired has been by then, so
	// that Read goes on with what there is.
	Findings() *Findings

	// Why says why nothing can be appended: *InUse, *Unwritable, *Full or ErrLooking. It
	// is nil when the log can be written.
	Why() error

	// TakeOver makes a log that could only be read one that can be written, once
	// whoever wrote it has gone. The error is *InUse while they have not, and nothing
	// has changed then.
	TakeOver(ctx context.Context) error

	// Remembered is the newest event of the log that this machine had remembered, beside its
	// settings, when it was opened; 0: nothing, so that its backups and its own lines are all
	// there is to compare it with.
	Remembered() uint64

	// Path says where the log is, as people are told; "" where it is nowhere.
	Path() string

	// Close gives everything back. What was appended is safe without it. Closing
	// again does nothing.
	Close() error
}

// ErrConflict is the error of an append behind an event that is not the newest.
var ErrConflict = errors.New("somebody else has added to the log first")

// ErrLogClosed is the error of a log that has been closed.
var ErrLogClosed = errors.New("the log is closed")

// Hash is the SHA-256 of a line. Each line holds the hash of the line before, so
// that the hash of the last line vouches for all of them.
type Hash [sha256.Size]byte

// String gives the hash as 64 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// shortLen is how many digits of a hash stand with each roll: to make another log that has
// the same ones in one place takes some four thousand million tries.
const shortLen = 8

// Short gives the first digits of the hash, which stand with each roll that people see.
func (h Hash) Short() string { return h.String()[:shortLen] }

// ParseHash reads the 64 hexadecimal digits that String writes.
func ParseHash(s string) (h Hash, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		return h, fmt.Errorf("a hash has 64 hexadecimal digits, and not %.80q", s)
	}
	return Hash(b), nil
}

// Line is one line of a log.
type Line struct {
	Seq  uint64 // number of the event, from 1 without gaps; 0 for a line that is no event
	Body []byte // a JSON object without line breaks; that of an event begins with {"seq":N. nil: the event is lost
	Hash Hash   // of this line; the zero hash of a lost event whose hash nobody knows

	Digest Hash // of a body that must stay secret, where it is left out (see [Live.Lines])
}

// CheckBody says what is wrong with a line that is to be appended: its body must be
// a JSON object in one line, without the two fields that Seal adds, and the number
// of an event must be its first field.
func (l Line) CheckBody() error {
	switch {
	case len(l.Body) < 2 || l.Body[0] != '{' || l.Body[len(l.Body)-1] != '}' || !json.Valid(l.Body):
		return errors.New("the body of a line must be a JSON object")
	case bytes.ContainsAny(l.Body, "\n\r"):
		return errors.New("the body of a line must not contain line breaks")
	case SeqOf(l.Body) != l.Seq:
		return fmt.Errorf("the body of event %d must begin with {\"seq\":%d", l.Seq, l.Seq)
	}
	return nil
}

// SeqOf gives the number of the event in a body, 0 for a line that is no event.
func SeqOf(body []byte) uint64 {
	rest, ok := bytes.CutPrefix(body, []byte(`{"seq":`))
	if !ok {
		return 0
	}
	end := 0
	for end < len(rest) && '0' <= rest[end] && rest[end] <= '9' {
		end++
	}
	seq, err := strconv.ParseUint(string(rest[:end]), 10, 64)
	if err != nil {
		return 0
	}
	return seq
}

// SealedLine is a line with its text.
type SealedLine struct {
	Line
	Text []byte // without a line break
	Lost *Lost  // where it stands for missing events
}

// SealAll seals lines that are to be appended behind the event with the number
// newest, where the last line has the hash before. Behind a line that stands for missing
// events (see [Lost]) the log goes on as that says. The error says which line cannot be
// appended, and why.
func SealAll(newest uint64, before Hash, lines []Line) ([]SealedLine, error) {
	out := make([]SealedLine, 0, len(lines))
	for _, l := range lines {
		if err := l.CheckBody(); err != nil {
			return nil, err
		}
		if l.Seq > 0 {
			if l.Seq != newest+1 {
				return nil, fmt.Errorf("event %d cannot be appended behind event %d", l.Seq, newest)
			}
			newest = l.Seq
		}
		l.Body = bytes.Clone(l.Body)
		text, hash := Seal(before, l.Body)
		l.Hash, before = hash, hash
		lost, err := LostIn(l.Body)
		if err != nil {
			return nil, err
		}
		if lost != nil {
			newest, before = max(newest, lost.Last), lost.Behind()
		}
		out = append(out, SealedLine{l, text, lost})
	}
	return out, nil
}

// The two fields that Seal adds to a body, with the signs around them.
const (
	beforeField = `"before":"`
	hashField   = `","hash":"`
	hexLen      = 2 * sha256.Size
	sealLen     = len(beforeField) + hexLen + len(hashField) + hexLen + len(`"}`)
)

// Seal gives the text of a line, without a line break, and its hash: the body with
// two more fields, "before", the hash of the line before, and "hash". The hash is the
// SHA-256 of the hash of the line before and the [DigestOf] the body, so that the chain of
// them can be followed, too, by whoever may know of a body no more than its digest.
func Seal(before Hash, body []byte) (text []byte, hash Hash) {
	hash = before.Then(DigestOf(body))
	text = make([]byte, 0, len(body)+sealLen)
	text = append(text, body[:len(body)-1]...)
	if len(body) > 2 {
		text = append(text, ',')
	}
	text = append(text, beforeField...)
	text = hex.AppendEncode(text, before[:])
	text = append(text, hashField...)
	text = hex.AppendEncode(text, hash[:])
	return append(text, `"}`...), hash
}

// Then gives the hash of the line behind one with this hash, whose body has a digest.
func (h Hash) Then(digest Hash) Hash { return sha256.Sum256(append(h[:], digest[:]...)) }

// Unseal takes a line's text apart. sound is false where the text is not what Seal
// wrote; the body and the hashes are then as far as they can be read.
func Unseal(text []byte) (body []byte, before, hash Hash, sound bool) {
	start := len(text) - sealLen
	if start < 1 {
		return nil, before, hash, false
	}
	seal := text[start:]
	at := 0
	expect := func(s string) bool {
		ok := bytes.HasPrefix(seal[at:], []byte(s))
		at += len(s)
		return ok
	}
	digits := func(h *Hash) bool {
		n, err := hex.Decode(h[:], seal[at:at+hexLen])
		at += hexLen
		return err == nil && n == len(h)
	}
	sound = expect(beforeField)
	sound = digits(&before) && sound
	sound = expect(hashField) && sound
	sound = digits(&hash) && sound
	sound = expect(`"}`) && sound
	body = append(bytes.TrimSuffix(bytes.Clone(text[:start]), []byte{','}), '}')
	if !sound || before.Then(DigestOf(body)) != hash {
		return body, before, hash, false
	}
	again, _ := Seal(before, body) // in these very signs
	return body, before, hash, bytes.Equal(again, text)
}
