package fairdice

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Seed is what dice come of: 32 bytes that nobody can foresee.
type Seed [32]byte

// Fingerprint is the SHA-256 of a seed in hexadecimal digits. It binds whoever gives it to
// the seed without telling it.
func (s Seed) Fingerprint() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// String writes a seed in 64 hexadecimal digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// MarshalText is String.
func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what String writes.
func (s *Seed) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(s) {
		return fmt.Errorf("a seed has 64 hexadecimal digits, and not %.80q", text)
	}
	*s = Seed(b)
	return nil
}

// stream is the dice of one seed.
type stream struct {
	seed  Seed
	words rand.ChaCha8
	drawn int64 // words so far, in the whole session
	mix   int   // how often players' words were mixed in
}

func newStream(seed Seed) stream { return stream{seed: seed, words: *rand.NewChaCha8(seed)} }

// mixedDice tells the keys of mixed dice from all other hashes.
const mixedDice = "fray: dice of a seed and of words\x00"

// mixIn lets the dice come of the seed and of what players have added, from here on.
func (s *stream) mixIn(w model.DiceWords) {
	key := sha256.New()
	key.Write([]byte(mixedDice))
	key.Write(s.seed[:])
	key.Write([]byte(w.Transcript()))
	s.words, s.mix = *rand.NewChaCha8([32]byte(key.Sum(nil))), w.Times
}

// word draws the next word.
func (s *stream) word() uint64 {
	s.drawn++
	return s.words.Uint64()
}

func (s *stream) throw(d engine.Dice) engine.Faces { return d.Throw(s.word) }

// mostDrawn bounds how far a stream is drawn ahead because a log says so. A million
// throws take a tenth of it.
const mostDrawn = 100_000_000

// skipTo draws as far as a log says that was drawn; false where it cannot have been.
func (s *stream) skipTo(place int64) bool {
	if place < s.drawn || place-s.drawn > mostDrawn {
		return false
	}
	for s.drawn < place {
		s.words.Uint64()
		s.drawn++
	}
	return true
}

// Throw gives dice that fall alike for the same number, for rolls without a table.
func Throw(number uint64) func(engine.Dice) engine.Faces {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], number)
	s := newStream(sha256.Sum256(b[:]))
	return s.throw
}
