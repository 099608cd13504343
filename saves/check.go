package saves

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"

	"github.com/ncruces/go-sqlite3"
)

// Report is what Check found.
type Report struct {
	Path    string `json:"path"`
	Events  uint64 `json:"events"`  // that can be read
	Hash    string `json:"hash"`    // of the newest of them
	Vouched uint64 `json:"vouched"` // the event whose hash somebody has kept; 0: none was given
	fairdice.Report
	Missing []Gap    `json:"missing"`
	Proofs  []string `json:"shows"` // what this proves and, last, what it can't
	Fix     string   `json:"fix,omitempty"`
}

func newReport(path string) Report {
	return Report{Path: path, Report: fairdice.NewReport(), Missing: []Gap{}, Proofs: []string{}}
}

// prove says what a sound log proves.
func (r *Report) prove() {
	if r.Good() {
		r.Proofs = r.Shows()
	}
}

// Good reports whether nothing is wrong.
func (r Report) Good() bool { return len(r.Wrong)+len(r.Missing) == 0 }

func (r *Report) note(err error) {
	var bad *Damaged
	if errors.As(err, &bad) {
		r.Add("%s", bad.What)
		return
	}
	r.Add("%v", err)
}

// Check reads all that a table is: every page and its checksum, every event
// and its hash, head, copy and backups, every die that the program threw, every
// closed roll. Nothing is changed. The error says why the table could not be
// checked at all; a damaged file is a report. With a hash that somebody has
// kept, "" for none, an event must have it.
func Check(path string, rules model.Rules, hash string) (Report, error) {
	r := newReport(path)
	hash = strings.ToLower(strings.TrimSpace(hash))
	if len(hash) > 0 && !isHash(hash) {
		return r, fmt.Errorf("%q is not a hash: a hash is the 64 letters and digits shown at the end of a session", hash)
	}
	o, odd, err := inPlace(path, rules, lookBook)
	if err != nil {
		return r, err
	}
	var story *tale
	if odd != nil {
		if stranger(path, odd) {
			return r, odd
		}
		p, raw := gather(path)
		s := p.tell()
		if o.book == nil || !held(path) && !o.sound(s, raw, rules) {
			r.note(odd)
			story = s
		}
	}
	if o.book != nil {
		defer func() { _ = o.book.drop() }()
		// One view of the file, whatever somebody writes meanwhile.
		if err := o.book.conn.Exec(`BEGIN`); err != nil {
			return r, explain(path, err)
		}
	}
	if checkBytes(path, &r); o.book != nil && r.Good() {
		o.book.checkPages(&r)
	}
	story = checkStory(path, o.book, story, &r)
	checkLog(story, &r, rules, hash, o.book)
	r.prove()
	if !r.Good() {
		r.Fix = fixOf(path, len(story.lines) > 0)
	}
	return r, nil
}

func isHash(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == len(digest{})
}

// fixOf says what can be done about a damaged table.
func fixOf(path string, some bool) string {
	switch {
	case some:
		return fmt.Sprintf("'fray play %s' opens it as far as it is sound and keeps what was found; 'fray restore %s' lists its backups", typed(path), typed(path))
	case exists(path+copySuffix) || len(backupsOf(path)) > 0:
		return fmt.Sprintf("'fray restore %s' lists its backups", typed(path))
	}
	return "no copy and no backup stands beside it: what there is are backups of your own"
}

// checkPages lets SQLite read every page; the file layer compares checksums.
func (b *book) checkPages(r *Report) {
	err := query(b.conn, `PRAGMA integrity_check(20)`, func(s *sqlite3.Stmt) bool {
		if said := s.ColumnText(0); said != "ok" {
			r.Add("%s", said)
		}
		return true
	})
	if err != nil {
		r.note(explain(b.path, err))
	}
	if on, err := pragma(b.conn, "checksum_verification"); err == nil && on != 1 {
		r.Add("its pages carry no checksums")
	}
}

// checkBytes reads the pages that SQLite has no need of. While somebody writes,
// one may be read half-written: then again.
func checkBytes(path string, r *Report) {
	var bad map[uint32]bool
	pages := 0
	for try := range 4 {
		raw, err := readRaw(path)
		if err != nil {
			return // that has been told
		}
		if try == 0 {
			bad = raw.bad
		}
		pages = raw.count()
		for n := range bad {
			if !raw.bad[n] {
				delete(bad, n)
			}
		}
		if len(bad) == 0 {
			return
		}
		if !held(path) {
			break
		}
	}
	r.Wrong = slices.DeleteFunc(r.Wrong, func(w string) bool { return w == aPage }) // it is one of these
	r.Add("%d of its %d pages no longer %s what was written", len(bad), pages, plural(uint64(len(bad)), "holds", "hold"))
}

// checkStory gives the log: that of the file where it is whole, else as far as
// it can be put together; and looks at what stands beside it.
func checkStory(path string, b *book, s *tale, r *Report) *tale {
	if b != nil && s == nil {
		var err error
		if s, err = b.tale(); err != nil {
			r.note(err)
			s = nil
		}
	}
	if s == nil {
		p, _ := gather(path)
		s = p.tell()
	}
	r.Missing = append(r.Missing, s.gaps...)
	end, hash := s.end()
	r.Events, r.Hash = s.events(), hex.EncodeToString(hash)
	name := filepath.Base(path)
	h, err := loadHead(path)
	switch {
	case errors.Is(err, errHead):
		r.Add("the head file %s is damaged", name+headSuffix)
	case err == nil && h.Seq <= end && !s.has(h.Seq, h.digest()):
		r.Add("the head file %s knows another event %d", name+headSuffix, h.Seq)
	}
	checkBeside(path+copySuffix, s, r)
	for _, k := range backupsOf(path) {
		if filepath.Ext(k.Path) == copySuffix {
			checkBeside(k.Path, s, r)
		}
	}
	return s
}

// tale gives the log of a book, which must be sound.
func (b *book) tale() (*tale, error) {
	s := &tale{}
	err := b.bodies(0, func(seq uint64, l line) bool {
		t := told{seq: seq, body: bytes.Clone(l.body)}
		if l.known {
			t.hash = bytes.Clone(l.hash[:])
		}
		s.lines = append(s.lines, t)
		return true
	})
	if err != nil {
		return nil, err
	}
	s.findGaps(&pool{})
	return s, nil
}

// has reports whether an event has a hash.
func (s *tale) has(seq uint64, hash digest) bool {
	return seq > 0 && seq <= uint64(len(s.lines)) && bytes.Equal(s.lines[seq-1].hash, hash[:])
}

// checkBeside compares a copy, or a backup, with the log.
func checkBeside(path string, s *tale, r *Report) {
	if !exists(path) {
		return
	}
	name, next, other, odd := filepath.Base(path), uint64(1), 0, 0
	err := eachCopied(path, func(c copied) bool {
		switch {
		case c.seq == next && c.seq > uint64(len(s.lines)):
			return false // it was written since, or it has been told
		case c.seq != next || !c.exact:
			odd++
		case !bytes.Equal(c.hash, s.lines[c.seq-1].hash) && !bytes.Equal(c.body, s.lines[c.seq-1].body):
			other++
		case !bytes.Equal(c.hash, s.lines[c.seq-1].hash) || !bytes.Equal(c.body, s.lines[c.seq-1].body):
			odd++
		}
		next = c.seq + 1
		return true
	})
	switch {
	case errors.Is(err, fs.ErrPermission): // nor is it ours to judge
	case err != nil:
		r.Add("%s cannot be read: %v", name, err)
	case other > 1:
		r.Add("%s is of another table, or of another evening of this one", name)
	case next == 1 && len(s.lines) > 0:
		r.Add("%s is empty", name)
	case odd+other > 0:
		r.Add("%s is damaged: %d of its lines %s not what was written", name, odd+other, plural(uint64(odd+other), "is", "are"))
	}
}

// checkLog folds all events, plays the closed rolls again and draws their dice.
func checkLog(s *tale, r *Report, rules model.Rules, hash string, b *book) {
	t := model.New(rules)
	c := fairdice.NewCheck(&r.Report, false, len(r.Missing) > 0)
	var seq uint64
	var snapshot []byte
	if b != nil {
		var err error
		if seq, snapshot, err = b.newestSnapshot(b.seq); err != nil {
			r.note(explain(b.path, err))
		}
	}
	for _, l := range s.lines {
		if hash != "" && hex.EncodeToString(l.hash) == hash {
			r.Vouched = l.seq
		}
		var e model.Event
		if len(l.body) == 0 {
			continue
		}
		if err := e.UnmarshalJSON(l.body); err != nil {
			r.Add("event %d cannot be read: %v", l.seq, err)
			continue
		}
		before := t
		t = t.Apply(e)
		c.Event(before, t, e)
		if again, err := t.Snapshot(); l.seq == seq && (err != nil || !bytes.Equal(again, snapshot)) {
			r.Add("the events up to %d lead to another table than the snapshot that was kept", seq)
		}
	}
	if hash != "" && r.Vouched == 0 {
		r.Add("no event has the hash you noted: this is another log, or it was changed since")
	}
	var running *fairdice.Session
	if b != nil {
		var err error
		if running, _, err = b.readSession(t.Dice); err != nil {
			r.note(explain(b.path, err))
		}
	}
	c.Finish(t, running)
}
