package saves

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// Report is what Check found.
type Report struct {
	Path     string   `json:"path"`
	Events   uint64   `json:"events"`   // that can be read
	Dice     int      `json:"dice"`     // drawn again and found right
	Evenings int      `json:"evenings"` // whose dice were checked
	Open     int      `json:"open"`     // evenings whose seed was never shown
	Wrong    []string `json:"wrong"`    // what is damaged, and where
	Fix      string   `json:"fix,omitempty"`
}

// Good reports whether nothing is wrong.
func (r Report) Good() bool { return len(r.Wrong) == 0 }

func (r *Report) wrong(format string, args ...any) {
	r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...))
	r.Fix = copyAdvice(r.Path)
}

// Check reads the whole file: every page and its checksum, every event and
// its hash, the head file, every die that the program threw, and whether the
// newest snapshot is what the events lead to. The error says why it could not
// be checked at all; a damaged file is a report.
func Check(path string, rules model.Rules) (Report, error) {
	r := Report{Path: path, Wrong: []string{}}
	b, err := lookBook(path)
	var bad *Damaged
	if errors.As(err, &bad) {
		r.wrong("%s", bad.What)
		return r, nil
	}
	if err != nil {
		return r, err
	}
	defer func() { _ = b.close() }()
	// One view of the file, whatever somebody writes meanwhile.
	if err := b.conn.Exec(`BEGIN`); err != nil {
		return r, explain(path, err)
	}
	b.checkPages(&r)
	if err := b.checkHead(); err != nil {
		r.note(err)
	}
	b.checkLog(&r, rules)
	return r, nil
}

func (r *Report) note(err error) {
	var bad *Damaged
	if errors.As(err, &bad) {
		r.wrong("%s", bad.What)
		return
	}
	r.wrong("%v", err)
}

// checkPages lets SQLite read every page; the file layer compares checksums.
func (b *book) checkPages(r *Report) {
	err := query(b.conn, `PRAGMA integrity_check(20)`, func(s *sqlite3.Stmt) bool {
		if said := s.ColumnText(0); said != "ok" {
			r.wrong("%s", said)
		}
		return true
	})
	if err != nil {
		r.note(explain(b.path, err))
	}
	if on, err := pragma(b.conn, "checksum_verification"); err == nil && on != 1 {
		r.wrong("its pages carry no checksums")
	}
}

// checkLog reads all events, folds them and draws their dice again.
func (b *book) checkLog(r *Report, rules model.Rules) {
	seq, snapshot, err := b.newestSnapshot(b.seq)
	if err != nil {
		r.note(explain(b.path, err))
	}
	t := model.New(rules)
	c := diceCheck{report: r, lows: map[string]int{}}
	err = b.lines(0, func(l line) bool {
		t = t.Apply(l.event)
		c.event(l.event)
		r.Events = l.event.Seq
		if l.event.Seq == seq {
			again, err := t.Snapshot()
			if err != nil || !bytes.Equal(again, snapshot) {
				r.wrong("the events up to %d lead to another table than the snapshot that was kept", seq)
			}
		}
		return true
	})
	if err != nil {
		r.note(err)
	}
	kept, err := b.readEvening()
	switch {
	case err != nil:
		r.note(explain(b.path, err))
	case kept != nil:
		c.kept(kept)
	default:
		c.close()
	}
}

// diceCheck draws the dice of every evening again.
type diceCheck struct {
	report *Report
	on     bool
	print  string // the evening's fingerprint
	thrown []throwDone
	lows   map[string]int // lowest face, by rulebook, question and dice
	rolls  map[string]string
}

// throwDone is dice that the program threw.
type throwDone struct {
	seq    uint64
	system string
	answer engine.Answer
}

func (c *diceCheck) event(e model.Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.EveningBegan:
			c.close()
			c.on, c.print, c.thrown = true, f.Fingerprint, nil
		case model.EveningEnded:
			c.end(e.Seq, f.Seed)
		case model.Opened:
			if c.rolls == nil {
				c.rolls = map[string]string{}
			}
			c.rolls[f.Roll.ID] = f.Roll.System
		case model.Answered:
			if !f.Thrown {
				continue
			}
			if !c.on {
				c.report.wrong("event %d: dice fell before the evening's fingerprint was written", e.Seq)
			}
			c.thrown = append(c.thrown, throwDone{e.Seq, c.rolls[f.Roll], f.Answer})
		}
	}
}

// end has the seed of an evening: its dice must fall again as they did.
func (c *diceCheck) end(seq uint64, seed string) {
	if !c.on {
		return
	}
	raw, err := hex.DecodeString(seed)
	switch {
	case seed == "":
		c.close()
		return
	case err != nil || len(raw) != 32:
		c.report.wrong("event %d: %q is no seed", seq, seed)
	case fingerprint(raw) != c.print:
		c.report.wrong("event %d: the seed does not fit the fingerprint that was written before the dice", seq)
	default:
		c.report.Evenings++
		c.draw(newEvening([32]byte(raw)))
	}
	c.on, c.thrown = false, nil
}

func (c *diceCheck) draw(dice *evening) {
	for _, t := range c.thrown {
		var count, sides int
		if _, err := fmt.Sscanf(t.answer.Dice, "%dd%d", &count, &sides); err != nil || sides < 1 {
			c.report.wrong("event %d: %q are no dice", t.seq, t.answer.Dice)
			return
		}
		// Dice called d10 have the faces 1 to 10 or 0 to 9, but the same
		// question always throws the same ones.
		key := t.system + "/" + t.answer.ID + "/" + t.answer.Dice
		for _, face := range t.answer.Faces {
			drawn := dice.die(sides)
			low, known := c.lows[key]
			if !known {
				low = face - drawn
				c.lows[key] = low
			}
			if face-drawn != low || low < 0 || low > 1 {
				c.report.wrong("event %d: %s shows %d, but the evening's seed gives %d", t.seq, t.answer.Dice, face, drawn+max(0, min(low, 1)))
				return
			}
			c.report.Dice++
		}
	}
}

// close ends an evening without a seed: nobody can check its dice.
func (c *diceCheck) close() {
	if c.on && len(c.thrown) > 0 {
		c.report.Open++
	}
}

// kept checks the evening that is still under way with the seed in the file.
func (c *diceCheck) kept(dice *evening) {
	if !c.on || dice.fingerprint() != c.print {
		c.report.wrong("the seed kept for the evening does not fit its fingerprint")
		return
	}
	c.report.Evenings++
	again := newEvening(dice.seed)
	c.draw(again)
	if again.drawn != dice.drawn && c.report.Good() {
		c.report.wrong("the evening's dice were drawn %d times, but its log shows %d", dice.drawn, again.drawn)
	}
}
