package transfer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
)

// Target is where an imported table goes.
type Target struct {
	Make  func(name string) (saves.Log, error) // an empty log for a table of that name
	Drop  func(saves.Log) error                // takes it away again, closed
	Rules model.Rulebooks
	Read  model.ReadRulebook // of texts that the table has brought; nil for none
	Now   func() time.Time
	Seed  func() [32]byte // 32 bytes that nobody can foresee
}

// Import makes a table of exported JSON, in a log that the target makes. Text in it is
// cleaned. What can be read of a damaged one is taken; notes tell what was left out, is
// missing or looks odd. It takes memory by the table and not by the log. After an error
// there is no log. The errors are *BadImport and those of the target.
func Import(ctx context.Context, r io.Reader, to Target) (log saves.Log, notes []string, err error) {
	im := newImporting(ctx, to)
	in := &capped{in: r}
	in.more(mostTable)
	err = im.readExport(bufio.NewReaderSize(in, 1<<16), in)
	return im.done(in.explain(err))
}

// capped is a reader of somebody's file that ends where no honest one goes on.
type capped struct {
	in   io.Reader
	left int64
	over bool
}

// more lets so many bytes be read from now on.
func (c *capped) more(n int64) { c.left = n }

// Read implements io.Reader.
func (c *capped) Read(b []byte) (int, error) {
	if c.left <= 0 {
		c.over = true
		return 0, io.EOF
	}
	n, err := c.in.Read(b[:min(int64(len(b)), c.left)])
	c.left -= int64(n)
	return n, err
}

// explain says of a file that was too long that it was.
func (c *capped) explain(err error) error {
	if _, is := errors.AsType[*BadImport](err); is && c.over {
		return bad("the file is too long: %d MB of a table are read at most, and as much of each of its events", mostTable>>20)
	}
	return err
}

// importing is a table that is made of a stranger's events. They go into the new log as
// they come.
type importing struct {
	ctx   context.Context
	to    Target
	log   saves.Log
	lines []saves.Line // that are not appended yet
	size  int
	seq   uint64 // of the newest event
	last  uint64 // of the newest event that is appended
	table model.Table
	salt  model.Salt // of a table that is made anew: its ids tell nothing
	first [32]byte   // what the salts of all bodies come of

	until  uint64 // the newest event of the table that was exported, as the file says
	own    bool   // fray has written the file: each event has a line
	broken int    // lines of it that cannot be read
	unread error  // the first of them
	cut    bool   // it ends in the middle

	undone map[uint64]bool          // at the end
	rights map[uint64]model.Amended // by the event that has them
	notes  []string
}

func newImporting(ctx context.Context, to Target) *importing {
	return &importing{ctx: ctx, to: to, first: to.Seed(), table: model.New(to.Rules).WithTexts(to.Read), undone: map[uint64]bool{}, rights: map[uint64]model.Amended{}}
}

// mostNotes keeps a file of nothing but faults from making notes of all.
const mostNotes = 20

func (im *importing) note(format string, args ...any) {
	if len(im.notes) < mostNotes {
		im.notes = append(im.notes, words(format, args...))
	}
}

// done ends an import: the log is whole, or it is not there.
func (im *importing) done(err error) (saves.Log, []string, error) {
	if err == nil && im.seq == 0 {
		err = cmp.Or(im.unread, hurt("the log is empty"))
	}
	if err == nil {
		err = im.noteDamage()
	}
	if err == nil {
		err = im.flush()
	}
	if err == nil {
		err = im.fold()
	}
	if err != nil {
		if im.log != nil {
			err = errors.Join(err, im.to.Drop(im.log))
		}
		return nil, nil, err
	}
	im.checkSheets()
	return im.log, im.notes, nil
}

// readExport takes an exported table, one event after the other.
func (im *importing) readExport(r *bufio.Reader, limit *capped) error {
	start, _ := r.Peek(64)
	if len(bytes.TrimLeft(start, " \r\n\t\ufeff")) == 0 {
		return hurt("the file is empty")
	}
	dec := json.NewDecoder(r)
	if t, err := dec.Token(); err != nil {
		return unreadable(err, false)
	} else if t != json.Delim('{') {
		return bad("the file is not an exported table: it is not an object with \"fray\" and \"table\"")
	}
	var form *int
	var table json.RawMessage
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return im.ended(err, table)
		}
		switch key {
		case "fray":
			if err := dec.Decode(&form); err != nil {
				return bad("the file is not an exported table: %v", err)
			}
			if form != nil && *form > exportForm {
				return bad("the file was exported by a newer fray: its form is %d, this program reads %d", *form, exportForm)
			}
			im.own = form != nil
		case "table":
			err = dec.Decode(&table)
		case "seq":
			if dec.Decode(&im.until) != nil {
				return bad("\"seq\" is not the number of an event")
			}
		case "log":
			dec, err = im.readLog(dec, r, limit)
		default:
			var other json.RawMessage
			err = dec.Decode(&other)
		}
		if err != nil {
			return im.ended(err, table)
		}
	}
	if _, err := dec.Token(); err != nil {
		return im.ended(err, table)
	}
	switch {
	case im.seq > 0:
		return nil
	case form == nil && table == nil:
		return bad(`the file is not an exported table: it has neither "fray" nor "table". It is not a character either: that has "systems"`)
	case table == nil:
		return cmp.Or(im.unread, bad("the log is empty"))
	}
	return im.rebuild(table)
}

// ended is the error of a file that cannot be read to its end, nil where what was read of it
// can be played: all events up to one, or at least the table as it stood. Only what fray has
// written is read so: of another's file nobody knows what the rest would say.
func (im *importing) ended(err error, table json.RawMessage) error {
	var syntax *json.SyntaxError
	if !im.own || !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.As(err, &syntax) {
		return unreadable(err, im.own)
	}
	switch {
	case im.seq > 0:
		im.cut = true
		return nil
	case table != nil:
		im.note("the file ends before the first event of its log: the table is as it stood when it was exported, without what happened before")
		if err := im.rebuild(table); err != nil {
			return err
		}
		return im.noteMissing("what happened before it was exported")
	}
	return hurt("the file ends before its log begins, so nothing of it can be played: copy it again, or export it again")
}

// noteDamage notes in the log what could not be read at the end of the file; what is missing
// before it was noted where it is.
func (im *importing) noteDamage() error {
	if im.broken > 0 {
		im.note("lines of it that cannot be read: %d", im.broken)
	}
	if !im.cut && im.broken == 0 || im.log == nil {
		return nil
	}
	missing := "what came behind it is missing"
	if im.until > im.seq {
		missing = saves.Gap{First: im.seq + 1, Last: im.until}.String()
	}
	if im.cut {
		im.note("the file ends in the middle: it goes up to event %d, and %s. If the file is whole elsewhere, copy it again and import that", im.seq, missing)
	} else if im.until <= im.seq {
		return nil
	}
	return im.noteMissing(missing)
}

func (im *importing) noteMissing(what string) error {
	facts := []model.Fact{model.Noted{Text: "Missing from the imported file: " + what + "."}}
	return im.append(model.Event{Seq: im.seq + 1, Time: im.to.Now().UTC().Truncate(time.Millisecond), By: model.Seat{Role: model.Program}, Facts: facts})
}

// unreadable is the error of a file of JSON that ends too soon, or is none. Where fray has
// written it (own) it is damaged.
func unreadable(err error, own bool) error {
	if _, is := errors.AsType[*BadImport](err); is {
		return err
	}
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = &BadImport{Words: "the file is not whole: it ends in the middle. Copy it again, or export it again", Damaged: own}
	case errors.As(err, &syntax):
		err = &BadImport{Words: words("the file is not JSON: %v", err), Damaged: own}
	}
	return err
}

// readLog takes the events of an exported log from r, of which dec has read a part. In a file
// of our own it goes on at the next line behind one that cannot be read. It gives the decoder
// that stands behind the log.
func (im *importing) readLog(dec *json.Decoder, r io.Reader, limit *capped) (*json.Decoder, error) {
	t, err := dec.Token()
	if err != nil || t == nil {
		return dec, err // no log at all
	}
	if t != json.Delim('[') {
		return dec, bad("the log is not a list of events")
	}
	for dec.More() {
		var raw json.RawMessage
		err := dec.Decode(&raw)
		if _, broken := errors.AsType[*json.SyntaxError](err); broken && im.own && im.broken < mostBroken {
			im.broken, im.unread = im.broken+1, cmp.Or(im.unread, unreadable(err, true))
			if dec, r, err = behindLine(dec, r); err != nil {
				return dec, err
			}
			continue
		}
		if err != nil {
			return dec, err
		}
		if im.own {
			limit.more(mostTable)
		}
		if err := im.take(raw); err != nil {
			return dec, err
		}
	}
	_, err = dec.Token()
	return dec, err
}

// mostBroken is how many lines of an exported log may be no JSON.
const mostBroken = 1000

// behindLine gives a decoder that goes on behind the line where another one stands in the log of
// an export, and what it reads.
func behindLine(dec *json.Decoder, r io.Reader) (*json.Decoder, io.Reader, error) {
	rest := bufio.NewReader(io.MultiReader(dec.Buffered(), r))
	for passed := false; ; {
		line, err := rest.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return dec, rest, err
		}
		passed = passed || len(bytes.Trim(line, ", \r\n")) > 0 // else it stood at the end of the line before
		next, _ := rest.Peek(3)
		if begins := bytes.HasPrefix(next, []byte("{")) || bytes.HasPrefix(next, []byte("]\n")) || bytes.HasPrefix(next, []byte("],\n")); err == nil && passed && begins {
			break
		}
	}
	in := io.MultiReader(strings.NewReader(`{"log":[`), rest)
	dec = json.NewDecoder(in)
	for range 3 {
		if _, err := dec.Token(); err != nil {
			return dec, in, err
		}
	}
	return dec, in, nil
}

const (
	mostHole  = 10_000  // events in a row that may be missing from what is imported
	mostLines = 500     // that are appended together
	mostBytes = 1 << 20 // of them
)

// take takes one event of an imported log. What this version writes of it is what counts
// from now on. An entry that is no event, such as the seeds of a session, is passed over.
func (im *importing) take(raw json.RawMessage) error {
	body, err := cleanJSON(raw)
	if err != nil {
		return bad("event %d: %v", im.seq+1, err)
	}
	var e model.Event
	if err := json.Unmarshal(body, &e); err != nil {
		wrong := bad("event %d: %v", im.seq+1, err)
		if im.own && im.broken < mostBroken {
			im.broken, im.unread = im.broken+1, cmp.Or(im.unread, wrong)
			return nil
		}
		return wrong
	}
	if e.Seq == 0 {
		return nil
	}
	if bytes.Contains(raw, []byte(model.RulebookSet{}.Kind())) {
		e = withOwnTexts(e, raw)
	}
	made := slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, ok := f.(model.Made); return ok })
	switch {
	case e.Seq <= im.seq || e.Seq-im.seq > mostHole:
		return hurt("event %d comes where event %d should", e.Seq, im.seq+1)
	case e.Seq == 1 && !made:
		return bad("the log does not begin with the making of the table")
	}
	if im.log == nil {
		if err := im.begin(e); err != nil {
			return err
		}
	}
	if e.Seq > im.seq+1 {
		if err := im.missing(e); err != nil {
			return err
		}
	}
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Undone:
			im.undone[f.Seq] = true
		case model.Redone:
			delete(im.undone, f.Seq)
		case model.Amended:
			im.rights[e.Seq] = f
		}
	}
	return im.appendSalted(e, raw)
}

// appendSalted puts an event behind the others with the salt that it has in the file, where it
// has one: so it keeps its digest, and what is imported the hashes that somebody has noted.
func (im *importing) appendSalted(e model.Event, raw []byte) error {
	salt, ok := saves.SaltIn(raw)
	if !ok {
		return im.append(e)
	}
	return im.put(e, salt)
}

// withOwnTexts gives an event the texts of rulebooks as they stand in the file: another indent,
// or a line end less, and it would be another text. The rulebook's reader makes safe what people
// see of it.
func withOwnTexts(e model.Event, raw []byte) model.Event {
	var own model.Event
	if json.Unmarshal(raw, &own) != nil || len(own.Facts) != len(e.Facts) {
		return e
	}
	for i, f := range e.Facts {
		was, is := own.Facts[i].(model.RulebookSet)
		if f, same := f.(model.RulebookSet); is && same {
			f.Text = was.Text
			e.Facts[i] = f
		}
	}
	switch did := e.Did.(type) {
	case model.Make:
		if was, is := own.Did.(model.Make); is {
			did.Text = was.Text
			e.Did = did
		}
	case model.SetRulebook:
		if was, is := own.Did.(model.SetRulebook); is {
			did.Text = was.Text
			e.Did = did
		}
	}
	return e
}

// missing says in the log that the events before one are missing.
func (im *importing) missing(next model.Event) error {
	g := saves.Gap{First: im.seq + 1, Last: next.Seq - 1, Until: next.Time}
	im.note("%v", g)
	for n := g.First; n <= g.Last; n++ {
		facts := []model.Fact{model.Unknown{Is: "missing"}}
		if n == g.First {
			facts = []model.Fact{model.Noted{Text: "Missing from the imported file: " + g.String() + "."}}
		}
		if err := im.append(model.Event{Seq: n, Time: next.Time, By: model.Seat{Role: model.Program}, Facts: facts}); err != nil {
			return err
		}
	}
	return nil
}

// append puts an event behind the others, with a salt of its own.
func (im *importing) append(e model.Event) error {
	return im.put(e, saves.NewBodySalt(sha256.Sum256(fmt.Appendf(im.first[:], "%d", e.Seq))))
}

func (im *importing) put(e model.Event, salt saves.BodySalt) error {
	body, err := json.Marshal(e)
	if err != nil {
		return bad("event %d: %v", e.Seq, err)
	}
	body = saves.WithParts(body, salt)
	im.seq, im.lines, im.size = e.Seq, append(im.lines, saves.Line{Seq: e.Seq, Body: body}), im.size+len(body)
	if len(im.lines) >= mostLines || im.size >= mostBytes {
		return im.flush()
	}
	return nil
}

// flush appends the lines that wait.
func (im *importing) flush() error {
	if err := im.log.Append(im.ctx, im.last, im.lines); err != nil {
		return err
	}
	im.last, im.lines, im.size = im.seq, im.lines[:0], 0
	return nil
}

// begin makes the new log for the first event.
func (im *importing) begin(e model.Event) (err error) {
	name := "imported"
	for _, f := range e.Facts {
		if m, ok := f.(model.Made); ok {
			name = m.Name
		}
	}
	im.log, err = im.to.Make(name)
	return err
}

// do decides what the program itself wants of a table that is made anew.
func (im *importing) do(c model.Command) error {
	by := model.Seat{Role: model.Program}
	salt := sha256.Sum256(fmt.Appendf(im.salt[:], "%d", im.seq))
	facts, err := decide.Decide(im.table.WithSalt(salt), by, c, nil)
	if err != nil || len(facts) == 0 {
		return err
	}
	e := model.Event{Seq: im.seq + 1, Time: im.to.Now().UTC().Truncate(time.Millisecond), By: by, Facts: facts, Did: c}
	im.table = im.table.Apply(e)
	if im.log == nil {
		if err := im.begin(e); err != nil {
			return err
		}
	}
	return im.append(e)
}

// rebuild makes a table without a log anew, by what its gamemaster would do.
func (im *importing) rebuild(raw json.RawMessage) error {
	raw, err := cleanJSON(raw)
	if err != nil {
		return bad("the table cannot be read: %v", err)
	}
	var t struct {
		Name       string                 `json:"name"`
		System     string                 `json:"system"`
		Clock      model.Clock            `json:"clock"`
		House      map[string]engine.Page `json:"house"`
		Characters []model.Character      `json:"characters"`
		Pending    []json.RawMessage      `json:"pending"`
		Rolls      []json.RawMessage      `json:"rolls"`
	}
	if err := json.Unmarshal(raw, &t); err != nil {
		return bad("the table cannot be read: %v", err)
	}
	if len(t.Characters) > mostCharacter {
		return bad("the table has %d characters, more than %d", len(t.Characters), mostCharacter)
	}
	if err := im.do(model.Make{Name: t.Name, System: t.System}); err != nil {
		return bad("%v", err)
	}
	im.salt = sha256.Sum256(raw)
	ids := map[string]string{}
	for _, c := range t.Characters {
		if err := im.do(model.Join{Character: c}); err != nil {
			return bad("%q: %v", c.Name, err)
		}
		all := im.table.Characters()
		ids[c.ID] = all[len(all)-1].ID
		if c.Left {
			_ = im.do(model.Leave{Who: ids[c.ID]})
		}
	}
	im.setHouse(t.House)
	im.setClock(t.Clock, ids)
	if n := len(t.Pending) + len(t.Rolls); n > 0 {
		im.note("%d pending actions and open rolls were left out: a table without its log cannot include them", n)
	}
	return nil
}

func (im *importing) setHouse(house map[string]engine.Page) {
	for _, system := range slices.Sorted(maps.Keys(house)) {
		page := house[system]
		for _, rule := range page.Paths() {
			v, _ := page.Get(rule)
			if err := im.do(model.SetHouse{System: system, Rule: rule, Value: v}); err != nil {
				im.note("the house rule %q was left out: %v", rule, err)
			}
		}
	}
}

func (im *importing) setClock(c model.Clock, ids map[string]string) {
	var order []string
	for _, id := range c.Order {
		if ids[id] != "" {
			order = append(order, ids[id])
		}
	}
	var all []model.Command
	if c.Place != "" {
		all = append(all, model.Scene{Place: c.Place})
	}
	if len(order) > 0 {
		all = append(all, model.SetOrder{Order: order, Turn: ids[c.Turn]})
	}
	for _, command := range all {
		if err := im.do(command); err != nil {
			im.note("the clock was left out: %v", err)
		}
	}
}

// foldEvery is after how many events the log that a table drags along is let go, when
// nobody needs it.
const foldEvery = 2000

// fold folds what was imported. What is undone at the end is passed over, so that no
// event has to be folded twice, and none has to be kept.
func (im *importing) fold() (err error) {
	at := uint64(0)
	defer func() {
		// The fold believes the log of its own table; this one is a stranger's.
		if broken := recover(); broken != nil {
			err = bad("event %d makes no sense: %v", at, broken)
		}
	}()
	t := model.New(im.to.Rules).WithTexts(im.to.Read)
	anew := im.asHolds()
	for l, err := range im.log.Read(im.ctx, 0) {
		if err != nil {
			return err
		}
		at = l.Seq
		e, amended := anew[at]
		if !amended {
			if err := json.Unmarshal(l.Body, &e); err != nil {
				return fmt.Errorf("event %d: %w", at, err)
			}
		}
		if im.undone[at] || len(e.Facts) == 0 || saves.OldestChanged(e) > 0 {
			e.Facts = []model.Fact{model.Unknown{Is: "passed-over"}}
		}
		e.Seq = at
		t = t.Apply(e)
		if at%foldEvery == 0 {
			body, err := t.Snapshot()
			if err != nil {
				return err
			}
			if t, err = t.Restore(body, at); err != nil {
				return err
			}
		}
	}
	im.table = t
	return nil
}

// asHolds gives the events that were set right, as they hold at the end of the log.
func (im *importing) asHolds() map[uint64]model.Event {
	out := map[uint64]model.Event{}
	for _, with := range slices.Sorted(maps.Keys(im.rights)) {
		if im.undone[with] {
			continue
		}
		for _, v := range im.rights[with].Versions {
			out[v.Event.Seq] = v.Event
		}
	}
	return out
}

// checkSheets tells of values that the rulebooks would not have let in.
func (im *importing) checkSheets() {
	for _, c := range im.table.Characters() {
		for _, id := range c.Systems() {
			if s, ok := im.table.Rulebooks[id]; !ok {
				im.note("%s has a sheet of a rulebook that is not here: %s", c.Name, id)
			} else if err := s.Sheet.Check(c.Pages[id]); err != nil {
				im.note("%s, %s: %v", c.Name, s.Name, err)
			}
		}
	}
}
