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
	open    stream
	hidden  stream // of the dice that not everybody may see
	one     bool   // an older version began it: all its dice are of one stream
	told    bool   // its fingerprints are in the log
	ended   bool
	changed bool // since it was last written
	throws  []thrown
}

// stream is dice of one seed.
type stream struct {
	seed  [32]byte
	words rand.ChaCha8
	drawn int64 // words so far
}

// thrown is one throw of this evening, while its command is decided.
type thrown struct {
	draw  model.Draw
	faces engine.Faces
}

func newStream(seed [32]byte) stream { return stream{seed: seed, words: *rand.NewChaCha8(seed)} }

// newEvening takes two seeds that tell nothing of each other.
func newEvening(open, hidden [32]byte) *evening {
	return &evening{open: newStream(open), hidden: newStream(hidden), changed: true}
}

// anew gives the same dice from their beginning.
func (e *evening) anew() *evening { return newEvening(e.open.seed, e.hidden.seed) }

// copy gives dice that fall as these will, without moving these.
func (e *evening) copy() *evening {
	if e == nil {
		return nil
	}
	c := *e
	c.throws = nil
	return &c
}

func (s *stream) fingerprint() string { return fingerprint(s.seed[:]) }

func fingerprint(seed []byte) string {
	sum := sha256.Sum256(seed)
	return hex.EncodeToString(sum[:])
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

// throw throws dice, hidden ones from a stream of their own.
func (e *evening) throw(d engine.Dice, hidden bool) engine.Faces {
	e.changed = true
	s, hidden := &e.open, hidden && !e.one
	if hidden {
		s = &e.hidden
	}
	draw := model.Draw{Low: d.Low, High: d.High, Again: d.Again, At: s.drawn, Hidden: hidden}
	faces := s.throw(d)
	e.throws = append(e.throws, thrown{draw, faces})
	return faces
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

// place writes with each answer of facts how its dice were thrown.
func (e *evening) place(facts []model.Fact) {
	if e == nil {
		return
	}
	for i, f := range facts {
		switch f := f.(type) {
		case model.Answered:
			if f.Thrown {
				facts[i] = e.placed(f)
			}
		case model.SetRight:
			e.placeAnew(f)
		}
	}
	e.throws = nil
}

// placed gives an answer with where its dice stand: those of the next throw
// that shows the same.
func (e *evening) placed(a model.Answered) model.Answered {
	for len(e.throws) > 0 {
		t := e.throws[0]
		e.throws = e.throws[1:]
		if slices.Equal(t.faces, a.Answer.Faces) {
			a.Draw = &t.draw
			break
		}
	}
	return a
}

// skip draws as often as another program did.
func (s *stream) skip(words int64) {
	for range words {
		s.words.Uint64()
	}
	s.drawn += words
}

func writeEvening(c *sqlite3.Conn, e *evening) error {
	if e.ended {
		return c.Exec(`DELETE FROM evening; DELETE FROM hidden`)
	}
	err := query(c, `INSERT OR REPLACE INTO evening (id, seed, drawn) VALUES (1, ?, ?)`, nil, e.open.seed[:], e.open.drawn)
	if err != nil || e.one {
		return err
	}
	return query(c, `INSERT OR REPLACE INTO hidden (id, seed, drawn) VALUES (1, ?, ?)`, nil, e.hidden.seed[:], e.hidden.drawn)
}

// readEvening gives the dice of an evening that was not ended, nil when there
// is none.
func (b *book) readEvening() (e *evening, err error) {
	read := func(to *stream, from string) (found bool, err error) {
		err = query(b.conn, `SELECT seed, drawn FROM `+from+` WHERE id = 1`, func(s *sqlite3.Stmt) bool {
			var seed [32]byte
			copy(seed[:], s.ColumnRawBlob(0))
			*to, found = newStream(seed), true
			to.skip(s.ColumnInt64(1))
			return false
		})
		return found, err
	}
	e = &evening{one: true, told: true}
	found, err := read(&e.open, "evening")
	if err != nil || !found {
		return nil, err
	}
	if b.form >= formHidden {
		found, err = read(&e.hidden, "hidden")
		e.one = !found
	}
	return e, err
}

// evening is the evening that is under way at the end of a story, nil when
// there is none or its seed is gone.
func (s *tale) evening(p *pool) *evening {
	var began model.EveningBegan
	var thrown []model.Answered
	for _, l := range s.lines {
		var e model.Event
		if len(l.body) == 0 || json.Unmarshal(l.body, &e) != nil {
			continue
		}
		for _, f := range e.Facts {
			switch f := f.(type) {
			case model.EveningBegan:
				began, thrown = f, nil
			case model.EveningEnded:
				began = model.EveningBegan{}
			case model.Answered:
				if f.Thrown {
					thrown = append(thrown, f)
				}
			case model.SetRight:
				thrown = append(thrown, newIn(f, thrown)...)
			}
		}
	}
	e := &evening{one: began.Hidden == "", told: true, changed: true}
	open, ok := p.stream(&e.open, began.Fingerprint)
	hidden, both := p.stream(&e.hidden, began.Hidden)
	if !ok || !both && !e.one {
		return nil
	}
	for _, f := range thrown {
		from := &e.open
		if f.Draw != nil && f.Draw.Hidden {
			from = &e.hidden
		}
		for range f.Answer.Faces {
			from.die(sidesOf(f.Answer.Dice))
		}
	}
	if len(s.gaps) > 0 { // what is lost has been drawn all the same
		e.open.skip(max(0, open-e.open.drawn))
		e.hidden.skip(max(0, hidden-e.hidden.drawn))
	}
	return e
}

// stream begins the stream whose seed has a fingerprint, and gives how far it
// is known to have been drawn.
func (p *pool) stream(to *stream, print string) (drawn int64, ok bool) {
	for _, x := range p.seeds {
		if fingerprint(x.seed[:]) == print {
			*to, drawn, ok = newStream(x.seed), max(drawn, x.drawn), true
		}
	}
	return drawn, ok
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
	s := newStream(sha256.Sum256(b[:]))
	return s.throw
}
