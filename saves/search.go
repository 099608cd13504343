package saves

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

// findSuffix ends the name of the index: it holds nothing that the log does not,
// and is made anew whenever there is doubt.
const findSuffix = ".find"

// index finds text in the words of the log: any part of a word, of any three
// characters.
type index struct {
	conn  *sqlite3.Conn
	upTo  uint64 // the newest event in it
	names string // whom the words are about; others need other words
}

// Search finds the events whose words hold a text, in any case of letters, as
// far as a seat may know them: the newest first, at most so many before the one
// of a number (0: from the newest), and how many there are in all. The
// gamemaster's are found by the index, which is brought up to date first; what a
// player may know is looked through.
func (l *Live) Search(ctx context.Context, seat model.Seat, text string, before uint64, most int) (found []uint64, all int, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, 0, nil
	}
	if seat.Role != model.GM && seat.Role != model.Program {
		if err := l.Older(ctx); err != nil {
			return nil, 0, err
		}
		t := l.Now().SeenBy(seat)
		for line := range t.Log() {
			if ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			if !holds(saidOf(t, line.Event), text) {
				continue
			}
			if all++; len(found) < most && (before == 0 || line.Event.Seq < before) {
				found = append(found, line.Event.Seq)
			}
		}
		return found, all, nil
	}
	l.finding.Lock()
	defer l.finding.Unlock()
	for again := range 2 {
		if err = l.find(ctx); err == nil {
			found, all, err = l.finding.index.search(text, before, most)
		}
		if err == nil || ctx.Err() != nil || again > 0 {
			break
		}
		l.finding.drop() // it is damaged, and nothing is lost with it
		_ = os.Remove(l.file() + findSuffix)
	}
	return found, all, err
}

// drop gives the index back.
func (f *finding) drop() {
	if f.index != nil {
		_ = f.index.conn.Close()
		f.index = nil
	}
}

// find brings the index up to date, and makes it where there is none.
func (l *Live) find(ctx context.Context) error {
	t := l.Now()
	names := namesOf(t)
	if l.finding.index == nil || l.finding.index.names != names || l.finding.index.upTo > t.Seq() {
		l.finding.drop()
		x, err := openIndex(l.file()+findSuffix, names, t.Seq())
		if err != nil {
			return explain(l.path+findSuffix, err)
		}
		l.finding.index = x
	}
	if l.finding.index.upTo >= t.Seq() {
		return nil
	}
	b, err := l.reader()
	if err != nil {
		return err
	}
	defer func() { _ = b.drop() }()
	return explain(l.path+findSuffix, l.finding.index.add(ctx, b, t))
}

// errStale says that an index is of other words.
var errStale = errors.New("the index is of other words")

// namesOf are all names that the words of a log may have, and which program says
// them.
func namesOf(t model.Table) string {
	var b strings.Builder
	if info, ok := debug.ReadBuildInfo(); ok {
		b.WriteString(info.Main.Version)
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.time" {
				b.WriteString(" " + s.Value)
			}
		}
	}
	b.WriteString("\x00" + t.Name)
	for _, c := range t.Characters() {
		b.WriteString("\x00" + c.ID + "\x00" + c.Name)
	}
	return b.String()
}

// openIndex opens the index at path, or makes it anew where it is damaged, for
// other names or ahead of the log.
func openIndex(path, names string, seq uint64) (*index, error) {
	if x, err := openIndexAs(path, names); err == nil && x.upTo <= seq {
		return x, nil
	} else if err == nil {
		_ = x.conn.Close()
	}
	for _, suffix := range []string{"", "-journal"} {
		_ = os.Remove(path + suffix)
	}
	if x, err := openIndexAs(path, names); err == nil {
		return x, nil
	}
	return openIndexAs("", names) // in memory: nobody can write there
}

func openIndexAs(path, names string) (*index, error) {
	at := ":memory:"
	if path != "" {
		at = dsn(path, "")
	}
	c, err := sqlite3.OpenFlags(at, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	x := &index{conn: c, names: names}
	if err := x.begin(path != ""); err != nil {
		_ = c.Close()
		return nil, err
	}
	return x, nil
}

func (x *index) begin(kept bool) error {
	if err := fts5.Register(x.conn); err != nil {
		return err
	}
	there, err := number(x.conn, `SELECT count(*) FROM sqlite_master`)
	if err == nil && there == 0 && kept {
		_, err = x.conn.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, reserved)
		if err == nil {
			err = x.conn.Exec(`VACUUM`)
		}
	}
	if err != nil {
		return err
	}
	// Nothing of it is missed when the power goes: it is made anew.
	err = x.conn.Exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;
		CREATE VIRTUAL TABLE IF NOT EXISTS find USING fts5 (words, tokenize = 'trigram', content = '', columnsize = 0);
		CREATE TABLE IF NOT EXISTS about (id INTEGER PRIMARY KEY CHECK (id = 1), upto INTEGER NOT NULL, names TEXT NOT NULL);
		CREATE TABLE IF NOT EXISTS short (seq INTEGER PRIMARY KEY, words TEXT NOT NULL)`)
	if err != nil {
		return err
	}
	names, known := "", false
	err = query(x.conn, `SELECT upto, names FROM about`, func(s *sqlite3.Stmt) bool {
		x.upTo, names, known = uint64(s.ColumnInt64(0)), s.ColumnText(1), true
		return false
	})
	if err == nil && known && names != x.names {
		return errStale
	}
	return err
}

// add takes in the events behind the last one.
func (x *index) add(ctx context.Context, b *book, t model.Table) error {
	if err := x.conn.Exec(`BEGIN`); err != nil {
		return err
	}
	upTo := x.upTo
	var failed error
	err := b.lines(x.upTo, func(l line) bool {
		if said := saidOf(t, l.event); said != "" {
			failed = query(x.conn, `INSERT INTO find (rowid, words) VALUES (?, ?)`, nil, l.event.Seq, said)
			if failed == nil {
				failed = query(x.conn, `INSERT OR REPLACE INTO short (seq, words) VALUES (?, ?)`, nil, l.event.Seq, strings.ToLower(said))
			}
		}
		upTo = l.event.Seq
		return failed == nil && ctx.Err() == nil
	})
	for _, e := range []error{failed, ctx.Err()} {
		if err == nil {
			err = e
		}
	}
	if err == nil {
		err = query(x.conn, `INSERT OR REPLACE INTO about (id, upto, names) VALUES (1, ?, ?)`, nil, upTo, x.names)
	}
	if err == nil {
		err = x.conn.Exec(`COMMIT`)
	}
	if err != nil {
		_ = x.conn.Exec(`ROLLBACK`)
		return err
	}
	x.upTo = upTo
	return nil
}

// search asks the index. Less than three characters, and letters that SQLite
// folds otherwise than we do, are looked for in the words themselves.
func (x *index) search(text string, before uint64, most int) (found []uint64, all int, err error) {
	if before == 0 {
		before = x.upTo + 1
	}
	from, arg := `find WHERE find MATCH ?`, `"`+strings.ReplaceAll(text, `"`, `""`)+`"`
	id := "rowid"
	if utf8.RuneCountInString(text) < 3 || !strings.EqualFold(text, strings.ToUpper(text)) {
		from, arg, id = `short WHERE instr(words, ?)`, strings.ToLower(text), "seq"
	}
	err = query(x.conn, `SELECT count(*) FROM `+from, func(s *sqlite3.Stmt) bool { all = s.ColumnInt(0); return false }, arg)
	if err == nil && most > 0 {
		err = query(x.conn, `SELECT `+id+` FROM `+from+` AND `+id+` < ? ORDER BY `+id+` DESC LIMIT ?`, func(s *sqlite3.Stmt) bool {
			found = append(found, uint64(s.ColumnInt64(0)))
			return true
		}, arg, before, most)
	}
	return found, all, err
}

// saidOf is all that the log says of an event, a line each.
func saidOf(t model.Table, e model.Event) string {
	var b strings.Builder
	for _, f := range e.Facts {
		for _, s := range t.Tell(f, true) {
			b.WriteString(s.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func holds(words, text string) bool {
	return strings.Contains(strings.ToLower(words), strings.ToLower(text))
}
