package saves

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// What is read of somebody's file, at most.
const (
	mostForeign   = 8 << 20 // bytes of a file that fray did not write
	mostEvent     = 8 << 20 // bytes of one event, or of a table, in one that it did
	mostText      = 20_000  // characters of one text
	mostCharacter = 1000    // characters of an imported table without a log
	mostWords     = 300     // characters of what is wrong
)

// MostSheet is how many bytes of one character are read at most.
const MostSheet = 1 << 20

// BadImport says what is wrong with an imported file.
type BadImport struct {
	Words   string
	Damaged bool // it was a right one once
}

// Error says what is wrong and where.
func (e *BadImport) Error() string { return e.Words }

func bad(format string, args ...any) error {
	return &BadImport{Words: model.Clean(fmt.Sprintf(format, args...), mostWords)}
}

func hurt(format string, args ...any) error {
	return &BadImport{Words: model.Clean(fmt.Sprintf(format, args...), mostWords), Damaged: true}
}

// OpenImport opens a file that somebody names, to be imported: not what may
// never end, nor what is too long to be meant. most is in bytes, 0 for any
// number: what fray has exported is read as it comes. The error says what is
// wrong.
func OpenImport(name string, most int64) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	case !info.Mode().IsRegular():
		return nil, bad("%s is no regular file: it may never end", name)
	case most > 0 && info.Size() > most:
		return nil, bad("%s is too long: it has %d bytes, and %d are read at most", name, info.Size(), most)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	return f, nil
}

// Import makes a table, in a new file in the folder, of exported JSON or of
// the readable copy that stands beside a table. Text in it is cleaned. What can
// be read of a damaged one is taken; notes tell what was left out, is missing
// or looks odd. It takes memory by the table and not by the log. The errors are
// *BadImport and those of Make.
func Import(r io.Reader, folder string, rules model.Rules, deps Deps) (path string, notes []string, err error) {
	im := &importing{draft: draft{deps: deps, table: model.New(rules)}, folder: folder, undone: map[uint64]bool{}, with: map[uint64]uint64{}, rights: map[uint64]model.SetRight{}}
	defer im.drop()
	in := &capped{in: r}
	buffered := bufio.NewReaderSize(in, 1<<16)
	in.more(mostForeign)
	start, _ := buffered.Peek(64)
	switch start = bytes.TrimLeft(start, " \r\n\t\ufeff"); {
	case len(start) == 0:
		return "", nil, hurt("the file is empty")
	case bytes.HasPrefix(start, copyOpens[:8]):
		err = im.readCopy(buffered, in)
	default:
		err = im.readExport(buffered, in)
	}
	if err == nil {
		err = im.save(rules)
	}
	if err != nil {
		return "", nil, in.explain(err)
	}
	return im.path, im.notes, nil
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
	if c.over && isA[*BadImport](err) {
		return bad("the file is too long: of what fray did not write %d MB are read at most, and of one event as much", mostForeign>>20)
	}
	return err
}

// importing is a table that is made of a stranger's events. They go into the
// new file as they come.
type importing struct {
	draft
	folder string
	path   string
	book   *book
	hash   digest
	undone map[uint64]bool   // at the end
	redos  []uint64          // what would be brought back next, the newest last
	with   map[uint64]uint64 // by which event that was taken back
	rights map[uint64]model.SetRight
	notes  []string
	seq    uint64
	last   error // why the newest event that was left out was
}

// mostNotes keeps a file of nothing but faults from making notes of all.
const mostNotes = 20

func (im *importing) note(format string, args ...any) {
	if len(im.notes) < mostNotes {
		im.notes = append(im.notes, model.Clean(fmt.Sprintf(format, args...), mostWords))
	}
}

// drop takes back what was begun.
func (im *importing) drop() {
	if im.book == nil {
		return
	}
	_ = im.book.drop()
	im.book.lock.release()
	removeFiles(im.path)
}

// readCopy takes the log from the lines of the copy: those that are as they
// were written.
func (im *importing) readCopy(r io.Reader, limit *capped) error {
	var before []byte // the hash of the line before; nil: not known
	before = make([]byte, len(digest{}))
	var failed error
	err := copiedLines(r, func(c copied) bool {
		limit.more(mostEvent)
		sound := before == nil || len(c.body) > 0 && string(c.hash) == string(hashOf(before, c.seq, c.body))
		before = c.hash
		if len(c.hash) != len(digest{}) {
			before = nil
		}
		switch {
		case c.lost:
			return true
		case !sound || !json.Valid(c.body):
			im.last = hurt("line %d is not what was written", c.line)
			im.note("line %d is not what was written, and was left out", c.line)
			return true
		}
		failed = im.take(c.body)
		return failed == nil
	})
	if err == nil {
		err = failed
	}
	return err
}

func hashOf(before []byte, seq uint64, body []byte) []byte {
	d := chain(digest(before), seq, body)
	return d[:]
}

// readExport takes an exported table, one event after the other.
func (im *importing) readExport(r io.Reader, limit *capped) error {
	dec := json.NewDecoder(r)
	if t, err := dec.Token(); err != nil {
		return hurt("the file is not JSON: %v", err)
	} else if t != json.Delim('{') {
		return bad("the file is no exported table: it is no object with \"fray\" and \"table\"")
	}
	var form *int
	var table json.RawMessage
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return hurt("the file is not JSON: %v", err)
		}
		switch key {
		case "fray":
			if err := dec.Decode(&form); err != nil {
				return bad("the file is not an exported table: %v", err)
			}
			if form != nil && *form > exportForm {
				return bad("the file was exported by a newer fray: its form is %d, this program reads %d", *form, exportForm)
			}
		case "table":
			err = dec.Decode(&table)
		case "log":
			if form != nil {
				limit.more(mostEvent)
			}
			err = im.readLog(dec, limit, form != nil)
		default:
			var other json.RawMessage
			err = dec.Decode(&other)
		}
		if err != nil {
			if !isA[*BadImport](err) {
				err = im.broken(err)
			}
			return err
		}
	}
	if _, err := dec.Token(); err != nil && im.book == nil && table == nil {
		return hurt("the file is not JSON: %v", err)
	}
	switch {
	case im.book != nil || len(im.lines) > 0:
		return nil
	case form == nil && table == nil:
		return bad(`the file is no exported table: it has neither "fray" nor "table". It is no character either: that has "systems"`)
	case table == nil:
		return bad("the log is empty")
	}
	return im.rebuild(table)
}

// broken says that the file ends or is no JSON any more. What came before
// counts.
func (im *importing) broken(err error) error {
	if im.book == nil {
		return hurt("the file is not JSON: %v", err)
	}
	im.note("behind event %d the file cannot be read: %v", im.seq, err)
	return nil
}

// readLog takes the events of an exported log. own is whether fray wrote it.
func (im *importing) readLog(dec *json.Decoder, limit *capped, own bool) error {
	t, err := dec.Token()
	if err != nil || t == nil {
		return err // no log at all
	}
	if t != json.Delim('[') {
		return bad("the log is no list of events")
	}
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return err
		}
		if own {
			limit.more(mostEvent)
		}
		if err := im.take(raw); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// take takes one event of an imported log. What this version writes of it is
// what counts from now on.
func (im *importing) take(raw json.RawMessage) error {
	body, err := cleanJSON(raw)
	if err != nil {
		return bad("event %d: %v", im.seq+1, err)
	}
	var e model.Event
	if err := json.Unmarshal(body, &e); err != nil {
		return bad("event %d: %v", im.seq+1, err)
	}
	made := slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, ok := f.(model.Made); return ok })
	switch {
	case e.Seq <= im.seq || e.Seq > mostEvents || e.Seq-im.seq > mostHole:
		return hurt("event %d comes where event %d should", e.Seq, im.seq+1)
	case e.Seq == 1 && !made:
		return bad("the log does not begin with the making of the table")
	}
	if im.book == nil {
		if err := im.begin(e); err != nil {
			return err
		}
	}
	if e.Seq > im.seq+1 {
		g := Gap{First: im.seq + 1, Last: e.Seq - 1, Until: e.Time}
		im.note("%v", g)
		for n := g.First; n <= g.Last; n++ {
			if err := im.book.insertRow(n, nil, nil); err != nil {
				return explain(im.path, err)
			}
		}
		im.hash = digest{}
	}
	if body, err = json.Marshal(e); err != nil {
		return bad("event %d: %v", e.Seq, err)
	}
	im.seq, im.hash = e.Seq, chain(im.hash, e.Seq, body)
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Undone:
			im.undone[f.Seq] = true
			im.redos, im.with[f.Seq] = append(im.redos, f.Seq), e.Seq
		case model.Redone:
			delete(im.undone, f.Seq)
			if i := slices.Index(im.redos, f.Seq); i >= 0 {
				im.redos = slices.Delete(im.redos, i, i+1)
			}
		case model.SetRight:
			im.rights[e.Seq] = f
		}
	}
	if e.Undoable() {
		im.redos = nil
	}
	return explain(im.path, im.book.insertEvent(e.Seq, body, im.hash))
}

// mostHole is how many events in a row may be missing from what is imported.
const mostHole = 1_000_000

// begin makes the new file for the first event.
func (im *importing) begin(e model.Event) error {
	name := "imported"
	for _, f := range e.Facts {
		if m, ok := f.(model.Made); ok {
			name = m.Name
		}
	}
	im.path = PathFor(im.folder, slug(name))
	b, err := makeBook(im.path, im.deps.Now())
	if err != nil {
		return err
	}
	im.book = b
	return explain(im.path, b.conn.Exec(`BEGIN IMMEDIATE`))
}

// rebuild makes a table without a log anew, by what its gamemaster would do.
func (im *importing) rebuild(raw json.RawMessage) error {
	var t struct {
		Name       string                 `json:"name"`
		System     string                 `json:"system"`
		Clock      model.Clock            `json:"clock"`
		House      map[string]engine.Page `json:"house"`
		Characters []model.Character      `json:"characters"`
		Pending    []model.Pending        `json:"pending"`
		Rolls      []json.RawMessage      `json:"rolls"`
	}
	if err := json.Unmarshal(raw, &t); err != nil {
		return bad("the table cannot be read: %v", err)
	}
	if len(t.Characters) > mostCharacter {
		return bad("the table has %d characters, more than %d", len(t.Characters), mostCharacter)
	}
	if err := im.order(model.Make{Name: t.Name, System: t.System}); err != nil {
		return bad("%v", err)
	}
	ids := map[string]string{}
	for _, c := range t.Characters {
		if err := im.order(model.Join{Character: c}); err != nil {
			return bad("%s: %v", model.Clean(c.Name, model.LongestName), err)
		}
		all := im.table.Characters()
		ids[c.ID] = all[len(all)-1].ID
		if c.Left {
			_ = im.order(model.Leave{Who: ids[c.ID]})
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
			if err := im.order(model.SetHouse{System: system, Rule: rule, Value: v}); err != nil {
				im.note("the house rule %s was left out: %v", model.Clean(rule, 60), err)
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
		if err := im.order(command); err != nil {
			im.note("the clock was left out: %v", err)
		}
	}
}

// save ends the file of an imported table.
func (im *importing) save(rules model.Rules) error {
	for _, l := range im.lines { // of a table that was made anew
		if im.book == nil {
			if err := im.begin(l.event); err != nil {
				return err
			}
		}
		im.hash = chain(im.hash, l.event.Seq, l.body)
		if err := im.book.insertEvent(l.event.Seq, l.body, im.hash); err != nil {
			return explain(im.path, err)
		}
	}
	b := im.book
	if b == nil {
		return cmpErr(im.last, hurt("the log is empty"))
	}
	if err := b.conn.Exec(`COMMIT`); err != nil {
		return explain(im.path, err)
	}
	if err := b.readEnd(); err != nil {
		return explain(im.path, err)
	}
	if err := im.fold(rules); err != nil {
		return err
	}
	im.checkSheets(rules)
	l := newLive(opened{book: b, table: im.table}, rules, im.deps)
	l.lock = b.lock
	if im.table.Name == "" {
		if err := l.nameAgain(TableName(im.path)); err != nil {
			return err
		}
	}
	redos, err := im.redone()
	if err != nil {
		return err
	}
	err = errors.Join(explain(im.path, b.writeSnapshot(im.table.Holding(im.undone, redos, im.with, im.rights))), l.follow(), b.backUp(b.ended))
	b.newest = head{Seq: b.seq, Hash: b.hash.String(), Name: l.Now().Name, Time: b.ended}
	if err = errors.Join(err, b.writeHead(true), b.close()); err == nil {
		im.book = nil
	}
	return err
}

// redone reads the events that would be brought back next.
func (im *importing) redone() (out []model.Event, err error) {
	for _, seq := range im.redos {
		all, err := im.book.page(seq+1, 1)
		if err != nil {
			return nil, err
		}
		if len(all) > 0 && all[0].Seq == seq {
			out = append(out, all[0])
		}
	}
	return out, nil
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// foldEvery is after how many events the log that a table drags along is let
// go, when nobody needs it.
const foldEvery = 2000

// fold folds what was imported. What is undone at the end is passed over, so
// that no event has to be folded twice, and none has to be kept.
func (im *importing) fold(rules model.Rules) (err error) {
	at := uint64(0)
	defer func() {
		// The fold believes the log of its own table; this one is a stranger's.
		if broken := recover(); broken != nil {
			err = bad("event %d makes no sense: %v", at, broken)
		}
	}()
	t := model.New(rules)
	left, anew := 0, asHolds(im.rights, im.undone)
	err = im.book.lines(0, func(l line) bool {
		at = l.event.Seq
		if held, ok := anew[at]; ok {
			l.event = held
		}
		if im.undone[at] || len(l.event.Facts) == 0 || reachesBack(l.event, math.MaxUint64) {
			l.event.Seq = at
			l.event.Facts = []model.Fact{model.Unknown{Is: "passed-over"}}
		}
		t = t.Apply(l.event)
		if left++; left == foldEvery {
			left = 0
			var body []byte
			if body, err = t.Snapshot(); err == nil {
				t, err = model.Restore(rules, body, at)
			}
		}
		return err == nil
	})
	im.table = t
	return err
}

// asHolds gives the events that were set right, as they hold at the end of a
// log of which undone is taken back.
func asHolds(rights map[uint64]model.SetRight, undone map[uint64]bool) map[uint64]model.Event {
	out := map[uint64]model.Event{}
	for _, with := range slices.Sorted(maps.Keys(rights)) {
		if undone[with] {
			continue
		}
		for _, v := range rights[with].Anew {
			out[v.Event.Seq] = v.Event
		}
	}
	return out
}

// checkSheets tells of values that the rulebooks would not have let in.
func (im *importing) checkSheets(rules model.Rules) {
	for _, c := range im.table.Characters() {
		for _, id := range c.Systems() {
			if s, ok := rules[id]; !ok {
				im.note("%s has a sheet of a rulebook that is not here: %s", c.Name, id)
			} else if err := s.Sheet.Check(c.Pages[id]); err != nil {
				im.note("%s, %s: %v", c.Name, s.Name, err)
			}
		}
	}
}

// cleanJSON cleans every string of a JSON document, keys too, and leaves all
// else as it is: numbers keep their form, by which decimals are known.
func cleanJSON(b []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		return nil, err
	}
	b = slices.Clone(out.Bytes())
	out.Reset()
	for i := 0; i < len(b); i++ {
		if b[i] != '"' {
			out.WriteByte(b[i])
			continue
		}
		end := i + 1
		for b[end] != '"' {
			if b[end] == '\\' {
				end++
			}
			end++
		}
		var s string
		if err := json.Unmarshal(b[i:end+1], &s); err != nil {
			return nil, err
		}
		clean, err := json.Marshal(model.CleanText(s, mostText))
		if err != nil {
			return nil, err
		}
		out.Write(clean)
		i = end
	}
	return out.Bytes(), nil
}
