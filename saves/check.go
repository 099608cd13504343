package saves

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
)

// Report is what Check found.
type Report struct {
	Path      string   `json:"path"`
	Events    uint64   `json:"events"`    // that can be read
	Hash      string   `json:"hash"`      // of the newest of them
	Vouched   uint64   `json:"vouched"`   // the event whose hash somebody has kept; 0: none was given
	Dice      int      `json:"dice"`      // drawn again and found right
	Evenings  int      `json:"evenings"`  // whose dice were checked
	Open      int      `json:"open"`      // evenings whose seed was never shown
	Replayed  int      `json:"replayed"`  // closed rolls that were played again
	Otherwise []string `json:"otherwise"` // those that today's rules would settle otherwise
	Wrong     []string `json:"wrong"`     // what is damaged or has been changed, and where
	Missing   []Gap    `json:"missing"`
	Fix       string   `json:"fix,omitempty"`
}

// Good reports whether nothing is wrong.
func (r Report) Good() bool { return len(r.Wrong)+len(r.Missing) == 0 }

func (r *Report) wrong(format string, args ...any) {
	r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...))
}

func (r *Report) note(err error) {
	var bad *Damaged
	if errors.As(err, &bad) {
		r.wrong("%s", bad.What)
		return
	}
	r.wrong("%v", err)
}

// Check reads all that a table is: every page and its checksum, every event
// and its hash, head, copy and backups, every die that the program threw, every
// closed roll. Nothing is changed. The error says why the table could not be
// checked at all; a damaged file is a report. With a hash that somebody has
// kept, "" for none, an event must have it.
func Check(path string, rules model.Rules, hash string) (Report, error) {
	r := Report{Path: path, Wrong: []string{}, Otherwise: []string{}, Missing: []Gap{}}
	hash = strings.ToLower(strings.TrimSpace(hash))
	if len(hash) > 0 && !isHash(hash) {
		return r, fmt.Errorf("%q is no hash: it is the 64 letters and digits that were shown at an evening's end", hash)
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
	r.wrong("%d of its %d pages no longer %s what was written", len(bad), pages, plural(uint64(len(bad)), "holds", "hold"))
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
		r.wrong("the head file %s is damaged", name+headSuffix)
	case err == nil && h.Seq <= end && !s.has(h.Seq, h.digest()):
		r.wrong("the head file %s knows another event %d", name+headSuffix, h.Seq)
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
		r.wrong("%s cannot be read: %v", name, err)
	case other > 1:
		r.wrong("%s is of another table, or of another evening of this one", name)
	case next == 1 && len(s.lines) > 0:
		r.wrong("%s is empty", name)
	case odd+other > 0:
		r.wrong("%s is damaged: %d of its lines %s not what was written", name, odd+other, plural(uint64(odd+other), "is", "are"))
	}
}

// checkLog folds all events, plays the closed rolls again and draws their dice.
func checkLog(s *tale, r *Report, rules model.Rules, hash string, b *book) {
	t := model.New(rules)
	c := newDiceCheck(r)
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
			r.wrong("event %d cannot be read: %v", l.seq, err)
			continue
		}
		c.before, c.rolls = t, map[string]*rollDone{}
		t = t.Apply(e)
		c.event(t, e)
		if again, err := t.Snapshot(); l.seq == seq && (err != nil || !bytes.Equal(again, snapshot)) {
			r.wrong("the events up to %d lead to another table than the snapshot that was kept", seq)
		}
	}
	if hash != "" && r.Vouched == 0 {
		r.wrong("no event has the hash that was kept: this is not the log that it was taken from, or it was changed since")
	}
	c.over(b)
}

// diceCheck draws the dice of every evening again, and plays its rolls.
type diceCheck struct {
	report *Report
	part   bool // only what a player has seen of the log is there
	on     bool
	began  model.EveningBegan // the evening's fingerprints
	thrown []throwDone
	before model.Table          // the table before the event that is looked at
	rolls  map[string]*rollDone // as far as this event has come
	lows   map[string]int       // lowest face, by rulebook, question and dice
}

// throwDone is dice that the program threw.
type throwDone struct {
	seq    uint64
	roll   string
	system string
	at     int // which answer of its roll
	answer engine.Answer
	draw   *model.Draw
	dice   engine.Dice // as the rule asks for them today; none when it cannot say
}

// rollDone is a roll as its answers made it.
type rollDone struct {
	system string
	tape   []engine.Answer
}

func newDiceCheck(r *Report) *diceCheck {
	return &diceCheck{report: r, lows: map[string]int{}}
}

func (c *diceCheck) event(t model.Table, e model.Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.EveningBegan:
			c.close()
			c.on, c.began, c.thrown = true, f, nil
		case model.EveningEnded:
			c.end(e.Seq, f)
		case model.Opened:
			c.rolls[f.Roll.ID] = &rollDone{system: f.Roll.System, tape: f.Roll.Tape}
		case model.Answered:
			c.answered(e.Seq, f)
		case model.Finished:
			c.finished(t, e.Seq, f)
		case model.SetRight:
			c.setRight(t, e.Seq, f)
		}
	}
}

// roll is a roll as it stands: what was undone is no longer in it.
func (c *diceCheck) roll(id string) *rollDone {
	if c.rolls[id] == nil {
		r, _ := c.before.Roll(id)
		c.rolls[id] = &rollDone{r.System, slices.Clip(r.Tape)}
	}
	return c.rolls[id]
}

func (c *diceCheck) answered(seq uint64, f model.Answered) {
	r := c.roll(f.Roll)
	if f.Thrown {
		if !c.on {
			c.report.wrong("event %d: dice fell before the evening's fingerprint was written", seq)
		}
		c.thrown = append(c.thrown, throwDone{seq: seq, roll: f.Roll, system: r.system, at: len(r.tape), answer: f.Answer, draw: f.Draw})
	}
	r.tape = append(r.tape, f.Answer)
}

// finished compares a closed roll with its answers, and plays it again.
func (c *diceCheck) finished(t model.Table, seq uint64, f model.Finished) {
	if c.part {
		return
	}
	if !sameTape(c.roll(f.Roll.ID).tape, f.Roll.Tape) {
		if len(c.report.Missing) == 0 {
			c.report.wrong("event %d: the roll ends with other answers than were given in it", seq)
		}
		return
	}
	c.replay(t, seq, f)
}

// replay runs the rule of a closed roll over its answers again.
func (c *diceCheck) replay(t model.Table, seq uint64, f model.Finished) {
	roll, found := t.AsRolled(f.Roll)
	in, err := t.InputsOf(roll)
	if !found || err != nil {
		return // of a rulebook that is not here
	}
	c.report.Replayed++
	step, err := engine.Run(in, f.Roll.Tape)
	words := ""
	switch {
	case err != nil:
		words = err.Error()
	case !step.Done():
		words = "it would ask for more"
	case !reflect.DeepEqual(step.Outcome, f.Outcome):
		words = fmt.Sprintf("%s, %d against %d, where it was %s, %d against %d",
			step.Outcome.Grade, step.Outcome.Total, step.Outcome.Target, f.Outcome.Grade, f.Outcome.Total, f.Outcome.Target)
	}
	if words != "" {
		c.report.Otherwise = append(c.report.Otherwise, fmt.Sprintf("event %d, %s: %s", seq, f.Roll.Action, words))
	}
	for i := range c.thrown {
		th := &c.thrown[i]
		if th.roll != f.Roll.ID || th.at >= len(f.Roll.Tape) || !reflect.DeepEqual(th.answer, f.Roll.Tape[th.at]) {
			continue
		}
		step, err := engine.Run(in, f.Roll.Tape[:th.at])
		if err == nil && step.Open != nil && step.Open.Wants == engine.Throwing && step.Open.Dice.String() == th.answer.Dice {
			th.dice = step.Open.Dice
		}
	}
}

func sameTape(a, b []engine.Answer) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			return false
		}
	}
	return true
}

// end has the seeds of an evening: its dice must fall again as they did.
func (c *diceCheck) end(seq uint64, f model.EveningEnded) {
	if !c.on {
		return
	}
	if f.Seed == "" {
		c.close()
		return
	}
	right := c.seeded(seq, false, f.Seed, c.began.Fingerprint, f.Drawn)
	// Of hidden dice a player has no seed; nor had older logs.
	if !c.part && (f.Hidden != "" || c.began.Hidden != "" || c.hidden()) {
		right = c.seeded(seq, true, f.Hidden, c.began.Hidden, f.HiddenDrawn) && right
	}
	if right {
		c.report.Evenings++
	}
	c.on, c.thrown = false, nil
}

// hidden reports whether dice of the evening are said to be of its second
// stream.
func (c *diceCheck) hidden() bool {
	return slices.ContainsFunc(c.thrown, func(t throwDone) bool { return t.draw != nil && t.draw.Hidden })
}

// seeded draws the dice of one stream by the seed that was shown, and reports
// whether that is the one whose fingerprint was told.
func (c *diceCheck) seeded(seq uint64, hidden bool, seed, print string, said int64) bool {
	raw, err := hex.DecodeString(seed)
	switch {
	case err != nil || len(raw) != 32:
		c.report.wrong("event %d: %q is no seed", seq, seed)
		return false
	case fingerprint(raw) != print:
		c.report.wrong("event %d: the seed does not fit the fingerprint that was written before the dice", seq)
		return false
	}
	if drawn, ok := c.draw([32]byte(raw), hidden); ok && (said > 0 || hidden) && drawn != said && len(c.report.Missing) == 0 && !c.part {
		c.report.wrong("event %d: the evening's dice were drawn %d times, but its log shows %d", seq, said, drawn)
	}
	return true
}

// draw draws the dice of one of the evening's streams again, one throw after
// the other, and gives how far that came.
func (c *diceCheck) draw(seed [32]byte, hidden bool) (int64, bool) {
	dice := newStream(seed)
	placed := len(c.thrown) > 0 && c.thrown[0].draw != nil
	for _, t := range c.thrown {
		if (t.draw != nil) != placed {
			c.report.wrong("event %d: it does not say how its dice were thrown, as the others of the evening do", t.seq)
			return 0, false
		}
		if hidden != (placed && t.draw.Hidden) {
			continue
		}
		if placed && t.draw.At != dice.drawn {
			if len(c.report.Missing) == 0 && !c.part || t.draw.At < dice.drawn {
				c.report.wrong("event %d: its dice are said to stand at %d of the evening's stream, but %d is next: a throw is missing, added or out of order", t.seq, t.draw.At, dice.drawn)
				return 0, false
			}
			dice.skip(t.draw.At - dice.drawn)
		}
		if !c.fall(t, &dice) {
			return 0, false
		}
	}
	return dice.drawn, true
}

// fall throws one throw again.
func (c *diceCheck) fall(t throwDone, dice *stream) bool {
	sides := sidesOf(t.answer.Dice)
	if sides == 0 {
		c.report.wrong("event %d: %q are no dice", t.seq, t.answer.Dice)
		return false
	}
	low, known := 0, false
	switch {
	case t.draw != nil:
		low, known = t.draw.Low, true
		d := engine.Dice{Count: max(1, countOf(t.answer.Dice)), Low: low, High: t.draw.High, Again: t.draw.Again}
		if d.String() != t.answer.Dice || d.Check(t.answer.Faces) != nil || t.dice.Count > 0 && (t.dice.Low != d.Low || t.dice.High != d.High || t.dice.Again != d.Again) {
			c.report.wrong("event %d: %s cannot have shown %s", t.seq, t.answer.Dice, t.answer.Faces)
			return false
		}
	case t.dice.Count > 0 && t.dice.String() == t.answer.Dice:
		low, known = t.dice.Low, true
		if t.dice.Check(t.answer.Faces) != nil {
			c.report.wrong("event %d: %s cannot have shown %s", t.seq, t.answer.Dice, t.answer.Faces)
			return false
		}
	}
	// In older logs dice called d10 have the faces 1 to 10 or 0 to 9, but the
	// same question always throws the same ones.
	key := t.system + "/" + t.answer.ID + "/" + t.answer.Dice
	for _, face := range t.answer.Faces {
		drawn := dice.die(sides)
		if !known {
			if low, known = c.lows[key]; !known {
				low, known = max(0, min(face-drawn, 1)), true
				c.lows[key] = low
			}
		}
		if face-drawn != low {
			c.report.wrong("event %d: %s shows %d, but the evening's seed gives %d", t.seq, t.answer.Dice, face, drawn+low)
			return false
		}
		c.report.Dice++
	}
	return true
}

func countOf(dice string) int {
	var count, sides int
	_, _ = fmt.Sscanf(dice, "%dd%d", &count, &sides) // 0 when it cannot be read
	return count
}

// close ends an evening without a seed: nobody can check its dice.
func (c *diceCheck) close() {
	if c.on && len(c.thrown) > 0 {
		c.report.Open++
	}
	c.on, c.thrown = false, nil
}

// over ends the check: the evening that is still under way has its seeds in the
// file.
func (c *diceCheck) over(b *book) {
	var kept *evening
	if b != nil {
		var err error
		if kept, err = b.readEvening(); err != nil {
			c.report.note(explain(b.path, err))
		}
	}
	if kept == nil {
		c.close()
		return
	}
	hidden := ""
	if !kept.one {
		hidden = kept.hidden.fingerprint()
	}
	if !c.on || kept.open.fingerprint() != c.began.Fingerprint || hidden != c.began.Hidden {
		c.report.wrong("the seed kept for the evening does not fit its fingerprint")
		return
	}
	c.report.Evenings++
	for _, s := range []struct {
		stream
		hidden bool
	}{{kept.open, false}, {kept.hidden, true}} {
		if drawn, ok := c.draw(s.seed, s.hidden); ok && drawn != s.drawn && len(c.report.Missing) == 0 {
			c.report.wrong("the evening's dice were drawn %d times, but its log shows %d", s.drawn, drawn)
		}
	}
}
