package saves_test

import (
	"math/rand/v2"
	"testing"

	"example.org/fray/saves"
)

// Whatever lines a log of a stranger holds, also such as say that events are missing and lead back
// to where they stand: it is put together in the end, and no line stands in it twice.
func TestRecoveryEnds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	hash := func(n int) (h saves.Hash) {
		h[0] = byte(n)
		return h
	}
	for range 20_000 {
		var r saves.Recovery
		for range 1 + rnd.IntN(2) {
			s := r.Source("from a backup", func(saves.Place) ([]byte, error) { return nil, nil })
			for range 1 + rnd.IntN(8) {
				own := 1 + len(r.Hashes()) // nobody makes a line that holds the hash of a later one
				p := saves.Place{Before: hash(rnd.IntN(own)), Hash: hash(own), Seq: uint64(rnd.IntN(4))}
				if rnd.IntN(2) == 0 {
					first := 1 + uint64(rnd.IntN(4))
					p.Seq, p.Lost = 0, &saves.Lost{First: first, Last: first - 1 + uint64(rnd.IntN(3)), Next: hash(rnd.IntN(8)).String()}
				}
				s.Add(p)
			}
		}
		stands := map[saves.Hash]bool{}
		for _, l := range r.Rebuild().Lines {
			if l.From != nil && stands[l.Hash] {
				t.Fatalf("line %v stands twice", l.Place)
			}
			stands[l.Hash] = true
		}
	}
}
