package simulate

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// dice draws the dice of one fight. They are the same on every machine.
type dice struct{ words *rand.ChaCha8 }

// newDice returns the dice of a fight: they depend on the table, the seed that people may
// give, and the number of the fight.
func newDice(t model.Table, seed uint64, fight int) *dice {
	salt := t.NextSalt()
	key := append([]byte("fray foretells "), salt[:]...)
	key = binary.BigEndian.AppendUint64(key, t.Seq())
	key = binary.BigEndian.AppendUint64(key, seed)
	key = binary.BigEndian.AppendUint64(key, uint64(fight))
	return &dice{rand.NewChaCha8(sha256.Sum256(key))}
}

// below returns a number from 0 to n-1, each as likely as the others. n is at least 1.
func (d *dice) below(n int) int { return engine.Below(n, d.words.Uint64) }

// throw returns the faces of dice.
func (d *dice) throw(what engine.Dice, _ bool) engine.Faces { return what.Throw(d.words.Uint64) }
