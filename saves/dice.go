package saves

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// evening is the dice of one evening. A copy of it goes on by itself, which
// is how a throw is taken back.
type evening struct {
	seed    [32]byte
	stream  rand.ChaCha8
	drawn   int64 // words of the stream so far
	told    bool  // its fingerprint is in the log
	ended   bool
	changed bool // since it was last written
	throws  []thrown
}

// thrown is one throw of this evening, while its command is decided.
type thrown struct {
	draw  model.Draw
	faces engine.Faces
}

func newEvening(seed [32]byte) *evening {
	return &evening{seed: seed, stream: *rand.NewChaCha8(seed), changed: true}
}

// copy gives dice that fall as these will, without moving these.
func (e *evening) copy() *evening {
	if e == nil {
		return nil
	}
	c := *e
	c.throws = nil
	return &c
}

func (e *evening) fingerprint() string { return fingerprint(e.seed[:]) }

func fingerprint(seed []byte) string {
	sum := sha256.Sum256(seed)
	return hex.EncodeToString(sum[:])
}

// die draws a number from 0 to sides-1, each as likely as the others.
func (e *evening) die(sides int) int {
	if sides < 1 {
		return 0
	}
	n := uint64(sides)
	// The words above the largest multiple of n would favour low numbers.
	over := (math.MaxUint64%n + 1) % n
	for {
		e.drawn++
		if w := e.stream.Uint64(); w <= math.MaxUint64-over {
			return int(w % n)
		}
	}
}

// throw throws dice.
func (e *evening) throw(d engine.Dice) engine.Faces {
	e.changed = true
	at := e.drawn
	faces := make(engine.Faces, 0, d.Count)
	for range d.Count {
		for again := true; again; {
			face := d.Low + e.die(d.High-d.Low+1)
			faces = append(faces, face)
			again = d.Again != 0 && face == d.Again && d.Low < d.High
		}
	}
	e.throws = append(e.throws, thrown{model.Draw{Low: d.Low, High: d.High, Again: d.Again, At: at}, faces})
	return faces
}

// place writes with each answer of facts how its dice were thrown.
func (e *evening) place(facts []model.Fact) {
	if e == nil {
		return
	}
	for i, f := range facts {
		a, ok := f.(model.Answered)
		if !ok || !a.Thrown {
			continue
		}
		for len(e.throws) > 0 {
			t := e.throws[0]
			e.throws = e.throws[1:]
			if slices.Equal(t.faces, a.Answer.Faces) {
				a.Draw = &t.draw
				facts[i] = a
				break
			}
		}
	}
	e.throws = nil
}

// skip draws as often as another program did.
func (e *evening) skip(words int64) {
	for range words {
		e.stream.Uint64()
	}
	e.drawn += words
}

func writeEvening(c *sqlite3.Conn, e *evening) error {
	if e.ended {
		return c.Exec(`DELETE FROM evening`)
	}
	return query(c, `INSERT OR REPLACE INTO evening (id, seed, drawn) VALUES (1, ?, ?)`, nil, e.seed[:], e.drawn)
}

// readEvening gives the dice of an evening that was not ended, nil when there
// is none.
func (b *book) readEvening() (e *evening, err error) {
	err = query(b.conn, `SELECT seed, drawn FROM evening WHERE id = 1`, func(s *sqlite3.Stmt) bool {
		var seed [32]byte
		copy(seed[:], s.ColumnRawBlob(0))
		e = newEvening(seed)
		e.skip(s.ColumnInt64(1))
		e.told, e.changed = true, false
		return false
	})
	return e, err
}

// evening is the evening that is under way at the end of a story, nil when
// there is none or its seed is gone.
func (s *tale) evening(p *pool) *evening {
	var print string
	var answers []engine.Answer
	for _, l := range s.lines {
		var e model.Event
		if len(l.body) == 0 || json.Unmarshal(l.body, &e) != nil {
			continue
		}
		for _, f := range e.Facts {
			switch f := f.(type) {
			case model.EveningBegan:
				print, answers = f.Fingerprint, nil
			case model.EveningEnded:
				print = ""
			case model.Answered:
				if f.Thrown {
					answers = append(answers, f.Answer)
				}
			}
		}
	}
	var e *evening
	drawn := int64(0)
	for _, x := range p.seeds {
		if e == nil && fingerprint(x.seed[:]) == print {
			e = newEvening(x.seed)
		}
		if e != nil && x.seed == e.seed {
			drawn = max(drawn, x.drawn)
		}
	}
	if e == nil {
		return nil
	}
	for _, a := range answers {
		for range a.Faces {
			e.die(sidesOf(a.Dice))
		}
	}
	if len(s.gaps) > 0 { // what is lost has been drawn all the same
		e.skip(max(0, drawn-e.drawn))
	}
	e.told = true
	return e
}

// sidesOf reads how many faces dice such as 2d10 have; 0 when it cannot be
// read.
func sidesOf(dice string) int {
	var count, sides int
	if _, err := fmt.Sscanf(dice, "%dd%d", &count, &sides); err != nil || sides < 1 {
		return 0
	}
	return sides
}

// Throw gives dice that fall alike for the same seed, for rolls without a
// table.
func Throw(seed uint64) func(engine.Dice) engine.Faces {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], seed)
	return newEvening(sha256.Sum256(b[:])).throw
}
