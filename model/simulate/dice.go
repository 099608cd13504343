package simulate

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// dice are those of one fight, the same on every machine.
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
func (d *dice) below(n int) int {
	most := uint64(n)
	over := (math.MaxUint64%most + 1) % most // words above the largest multiple of n would favour low numbers
	for {
		if w := d.words.Uint64(); w <= math.MaxUint64-over {
			return int(w % most)
		}
	}
}

// throw implements the throw of [decide.Decide].
func (d *dice) throw(what engine.Dice, _ bool) engine.Faces {
	faces := make(engine.Faces, 0, what.Count)
	for range what.Count {
		for again := true; again; {
			face := what.Low + d.below(what.High-what.Low+1)
			faces = append(faces, face)
			again = what.Again != 0 && face == what.Again && what.Low < what.High
		}
	}
	return faces
}
