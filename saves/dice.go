package saves

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// evening is the dice of one evening. A copy of it goes on by itself, which
// is how a throw is taken back.
type evening struct {
	open   stream
	hidden stream // of the dice that not everybody may see
	one    bool   // an older version began it: all its dice are of one stream
	told   bool   // its fingerprints are in the log
	ended  bool

	elsewhere bool // it is the evening of the table that this one is a copy of

	changed bool // since it was last written
	throws  []thrown
}

// stream is dice of one seed.
type stream struct {
	seed  [32]byte
	words rand.ChaCha8
	drawn int64 // words so far, in the whole evening
	mix   int   // how often players' words were mixed in
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

// mixIn has the dice come of the seed and of what players added, from here on.
func (s *stream) mixIn(w model.DiceWords) {
	key := sha256.New()
	key.Write([]byte(mixedDice))
	key.Write(s.seed[:])
	key.Write([]byte(w.Transcript()))
	s.words, s.mix = *rand.NewChaCha8([32]byte(key.Sum(nil))), w.Times
}

// mixedDice tells the keys of mixed dice from all other hashes.
const mixedDice = "fray: dice of a seed and of words\x00"

// mixIn is that for both streams.
func (e *evening) mixIn(w model.DiceWords) {
	e.changed = true
	e.open.mixIn(w)
	e.hidden.mixIn(w)
}

// goOn brings a stream of which so many words were drawn to where it stands,
// with what was mixed in at a place.
func (s *stream) goOn(drawn, at int64, w model.DiceWords) {
	if w.Times > 0 {
		s.drawn = at
		s.mixIn(w)
	}
	s.skip(max(0, drawn-s.drawn))
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
	draw := model.Draw{Low: d.Low, High: d.High, Again: d.Again, At: s.drawn, Mix: s.mix, Hidden: hidden}
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

// writeEvening keeps the dice of an evening in the file. Behind the seed stands
// where the file is: a copy of it begins an evening of its own.
func writeEvening(c *sqlite3.Conn, e *evening, home []byte) error {
	if e.ended {
		return c.Exec(`DELETE FROM evening; DELETE FROM hidden`)
	}
	err := query(c, `INSERT OR REPLACE INTO evening (id, seed, drawn) VALUES (1, ?, ?)`, nil, slices.Concat(e.open.seed[:], home), e.open.drawn)
	if err != nil || e.one {
		return err
	}
	return query(c, `INSERT OR REPLACE INTO hidden (id, seed, drawn) VALUES (1, ?, ?)`, nil, e.hidden.seed[:], e.hidden.drawn)
}

// home is where a table's file is, as nobody can read it back.
func home(path string) []byte {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	sum := sha256.Sum256([]byte("fray: home\x00" + path))
	return sum[:]
}

// readEvening gives the dice of an evening that was not ended, nil when there
// is none. w is what was mixed into them.
func (b *book) readEvening(w model.DiceWords) (e *evening, err error) {
	read := func(to *stream, from string, at int64) (found bool, err error) {
		err = query(b.conn, `SELECT seed, drawn FROM `+from+` WHERE id = 1`, func(s *sqlite3.Stmt) bool {
			var seed [32]byte
			if n := copy(seed[:], s.ColumnRawBlob(0)); len(s.ColumnRawBlob(0)) > n {
				e.elsewhere = !bytes.Equal(s.ColumnRawBlob(0)[n:], home(b.path))
			}
			*to, found = newStream(seed), true
			to.goOn(s.ColumnInt64(1), at, w)
			return false
		})
		return found, err
	}
	e = &evening{one: true, told: true}
	found, err := read(&e.open, "evening", w.At)
	if err != nil || !found {
		return nil, err
	}
	if b.form >= formHidden {
		found, err = read(&e.hidden, "hidden", w.HiddenAt)
		e.one = !found
	}
	return e, err
}

// evening is the evening that is under way at the end of a story, nil when
// there is none, its seed is gone, or words that were added to it are.
func (s *tale) evening(p *pool) *evening {
	var began model.EveningBegan
	var words []model.DiceWords // as they were at each throw, and at the end
	var thrown []model.Answered
	gone := false
	throw := func(all ...model.Answered) {
		for _, a := range all {
			thrown, words = append(thrown, a), append(words, words[len(words)-1])
			gone = gone || a.Draw != nil && a.Draw.Mix != words[len(words)-1].Times
		}
	}
	for _, l := range s.lines {
		var e model.Event
		if len(l.body) == 0 || json.Unmarshal(l.body, &e) != nil {
			continue
		}
		for _, f := range e.Facts {
			switch f := f.(type) {
			case model.EveningBegan:
				began, thrown, words, gone = f, nil, []model.DiceWords{{}}, false
				continue
			case model.EveningEnded:
				began = model.EveningBegan{}
			}
			if began.Fingerprint == "" {
				continue
			}
			switch f := f.(type) {
			case model.Answered:
				if f.Thrown {
					throw(f)
				}
			case model.SetRight:
				throw(newIn(f, thrown)...)
			default:
				w, _, lost := words[len(words)-1].After(f)
				words[len(words)-1] = w
				gone = gone || lost != ""
			}
		}
	}
	if began.Fingerprint == "" || gone {
		return nil
	}
	return p.evening(began, thrown, words, len(s.gaps) > 0)
}

// evening draws again what was thrown in an evening; words are those of each
// throw, and of now. With gaps more may have been drawn than is known.
func (p *pool) evening(began model.EveningBegan, thrown []model.Answered, words []model.DiceWords, gaps bool) *evening {
	e := &evening{one: began.Hidden == "", told: true, changed: true}
	open, ok := p.stream(&e.open, began.Fingerprint)
	hidden, both := p.stream(&e.hidden, began.Hidden)
	if !ok || !both && !e.one {
		return nil
	}
	mix := func(w model.DiceWords) {
		if w.Times == e.open.mix {
			return
		}
		e.open.drawn, e.hidden.drawn = w.At, w.HiddenAt
		e.mixIn(w)
	}
	for i, f := range thrown {
		mix(words[i])
		from := &e.open
		if f.Draw != nil && f.Draw.Hidden {
			from = &e.hidden
		}
		for range f.Answer.Faces {
			from.die(sidesOf(f.Answer.Dice))
		}
	}
	mix(words[len(thrown)])
	if gaps { // what is lost has been drawn all the same
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
