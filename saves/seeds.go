package saves

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"path/filepath"
	"slices"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"

	"github.com/ncruces/go-sqlite3"
)

// writeSeeds keeps the seeds of a session in the file, and how far they were drawn; nil:
// there is none any more. Behind the seed stands where the file is: a copy of it begins
// a session of its own.
func writeSeeds(c *sqlite3.Conn, s *fairdice.Session, home []byte) error {
	if s == nil {
		return c.Exec(`DELETE FROM evening; DELETE FROM hidden`)
	}
	seeds := s.Seeds()
	open, hidden := s.Drawn()
	err := query(c, `INSERT OR REPLACE INTO evening (id, seed, drawn) VALUES (1, ?, ?)`, nil, slices.Concat(seeds.Open[:], home), open)
	if err != nil {
		return err
	}
	return query(c, `INSERT OR REPLACE INTO hidden (id, seed, drawn) VALUES (1, ?, ?)`, nil, seeds.Hidden[:], hidden)
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

// readSession gives the dice of a session that was not ended, nil when there is none.
// w is what was mixed into them, and elsewhere that it is the session of the table that
// this one is a copy of.
func (b *book) readSession(w model.DiceWords) (s *fairdice.Session, elsewhere bool, err error) {
	var seeds fairdice.Seeds
	var drawn [2]int64
	read := func(to *fairdice.Seed, drawn *int64, from string) (found bool, err error) {
		err = query(b.conn, `SELECT seed, drawn FROM `+from+` WHERE id = 1`, func(s *sqlite3.Stmt) bool {
			raw := s.ColumnRawBlob(0)
			if n := copy(to[:], raw); len(raw) > n {
				elsewhere = !bytes.Equal(raw[n:], home(b.path))
			}
			*drawn, found = s.ColumnInt64(1), true
			return false
		})
		return found, err
	}
	found, err := read(&seeds.Open, &drawn[0], "evening")
	if err != nil || !found || b.form < formHidden {
		return nil, elsewhere, err
	}
	if found, err = read(&seeds.Hidden, &drawn[1], "hidden"); err != nil || !found {
		return nil, elsewhere, err
	}
	return fairdice.Resume(seeds, w, drawn[0], drawn[1]), elsewhere, nil
}

// session is the session that is under way at the end of a story, nil when there is
// none, its seed is gone, or words that were added to it are.
func (s *tale) session(p *pool) *fairdice.Session {
	var dice *fairdice.Session
	var drawn [2]int64
	for _, l := range s.lines {
		var e model.Event
		if len(l.body) == 0 || json.Unmarshal(l.body, &e) != nil {
			continue
		}
		for _, f := range e.Facts {
			switch f := f.(type) {
			case model.SessionBegan:
				dice, drawn = p.session(f)
			case model.SessionEnded:
				dice = nil
			}
			if dice != nil && dice.Follow(f) != nil {
				dice = nil
			}
		}
	}
	if dice != nil && len(s.gaps) > 0 { // what is lost has been drawn all the same
		dice.SkipTo(drawn[0], drawn[1])
	}
	return dice
}

// session gives the dice of a session whose seeds are known, and how far they are known
// to have been drawn.
func (p *pool) session(f model.SessionBegan) (*fairdice.Session, [2]int64) {
	var seeds fairdice.Seeds
	var drawn [2]int64
	var found [2]bool
	for _, x := range p.seeds {
		switch x.seed.Fingerprint() {
		case f.Fingerprint:
			seeds.Open, drawn[0], found[0] = x.seed, max(drawn[0], x.drawn), true
		case f.Hidden:
			seeds.Hidden, drawn[1], found[1] = x.seed, max(drawn[1], x.drawn), true
		}
	}
	if !found[0] || !found[1] {
		return nil, drawn
	}
	return fairdice.New(seeds), drawn
}
