package fairdice

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
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

// die draws a number from 0 to sides-1, each as likely as the others.
func (s *stream) die(sides int) int {
	if sides < 1 {
		return 0
	}
	n := uint64(sides)
	// The words above the largest multiple of n would favour low numbers.
	over := (math.MaxUint64%n + 1) % n
	for {
		s.drawn++
		if w := s.words.Uint64(); w <= math.MaxUint64-over {
			return int(w % n)
		}
	}
}

func (s *stream) throw(d engine.Dice) engine.Faces {
	faces := make(engine.Faces, 0, d.Count)
	for range d.Count {
		for again := true; again; {
			face := d.Low + s.die(d.High-d.Low+1)
			faces = append(faces, face)
			again = d.Again != 0 && face == d.Again && d.Low < d.High
		}
	}
	return faces
}

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
