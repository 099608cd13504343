package saves

import (
	"cmp"
	"context"
	"errors"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"example.org/fray/model"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

// finding is what text is found with.
type finding struct {
	sync.Mutex
	index *index        // nil while nobody searches
	wake  chan struct{} // something was committed or searched for

	views sync.Mutex // guards seen; whoever makes a view may lock the index
	seen  map[model.Seat]model.Table
}

// behind (which tests shorten) is how long after a commit it goes into the index:
// what comes in that time goes in together, and who searches meanwhile has it done
// first. So long, too, the index stays open: it takes 400 kB.
var behind = 30 * time.Second

// indexing writes the index behind the commits, until the table is closed, and
// gives back what nobody uses.
func (l *Live) indexing() {
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	go func() { <-l.quit; leave() }()
	for {
		select {
		case <-l.finding.wake:
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(behind):
			l.indexed(ctx)
			l.finding.rest()
		case <-ctx.Done():
			return
		}
	}
}

// indexed brings the index up to date, a part after the other.
func (l *Live) indexed(ctx context.Context) {
	for more := true; more; {
		l.finding.Lock()
		var err error
		more, err = l.find(ctx)
		l.finding.Unlock()
		if err != nil {
			return // who searches will hear of it; the next commit tries again
		}
	}
}

// find brings the index up to date by so much as is done at once, and makes it
// where there is none: first who may know of what, which is soon done. It reports
// whether there is more to do.
func (l *Live) find(ctx context.Context) (more bool, err error) {
	t := l.Now()
	names := namesOf(t)
	x, err := l.opened(t, names)
	if err != nil || min(x.known, x.upTo) >= t.Seq() {
		return false, err
	}
	b, err := l.reader()
	if err != nil {
		return false, err
	}
	defer func() { _ = b.drop() }()
	if x.known < t.Seq() {
		err = x.learn(ctx, b, t.Seq())
	}
	if err == nil && x.known >= t.Seq() {
		err = x.add(ctx, b, t, names)
	}
	return min(x.known, x.upTo) < t.Seq(), explain(l.path+findSuffix, err)
}

// learn is find for who may know of the events up to one, and for no words.
func (l *Live) learn(ctx context.Context, upTo uint64) (more bool, err error) {
	t := l.Now()
	x, err := l.opened(t, namesOf(t))
	if err != nil || x.known >= upTo {
		return false, err
	}
	b, err := l.reader()
	if err != nil {
		return false, err
	}
	defer func() { _ = b.drop() }()
	err = x.learn(ctx, b, upTo)
	return x.known < upTo, explain(l.path+findSuffix, err)
}

// opened gives the index of a table whose words have such names.
func (l *Live) opened(t model.Table, names string) (*index, error) {
	if l.quits() {
		return nil, ErrClosed
	}
	x := l.finding.index
	if x != nil && (!sameNames(x.names, names) || max(x.upTo, x.known) > t.Seq()) {
		l.finding.drop()
		x = nil
	}
	if x == nil {
		var err error
		if x, err = openIndex(l.file()+findSuffix, names, t.Seq()); err != nil {
			return nil, explain(l.path+findSuffix, err)
		}
		l.finding.index = x
	}
	return x, nil
}

func (l *Live) quits() bool {
	select {
	case <-l.quit:
		return true
	default:
		return false
	}
}

// wakes tells of something to be done behind.
func (f *finding) wakes() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// rest gives the index back until somebody wants it again.
func (f *finding) rest() {
	f.Lock()
	defer f.Unlock()
	if f.index != nil && f.index.kept {
		f.drop()
	}
}

// drop gives the index back.
func (f *finding) drop() {
	if f.index != nil {
		_ = f.index.conn.Close()
		f.index = nil
	}
}

// index finds text in the words of the log: any part of a word, of any three
// characters.
type index struct {
	conn  *sqlite3.Conn
	kept  bool   // in a file
	upTo  uint64 // the newest event in it
	names string // whom the words are about; others need other words
	audiences
}

// errStale says that an index is of other words.
var errStale = errors.New("the index is of other words")

// namesOf are all names that the words of a log may have, behind which program
// says them and of which table: two at a time.
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

// saidBy is the program that says the words.
func saidBy(names string) string {
	by, _, _ := strings.Cut(names, "\x00")
	return by
}

// sameNames reports whether words with the names before are still right: nobody
// there is called otherwise now, and who came since is in no words before.
func sameNames(before, now string) bool {
	if before == now {
		return true
	}
	a, b := strings.Split(before, "\x00"), strings.Split(now, "\x00")
	if len(a) > len(b) || a[0] != b[0] || a[1] != b[1] {
		return false
	}
	called := map[string]string{}
	for i := 2; i+1 < len(b); i += 2 {
		called[b[i]] = b[i+1]
	}
	for i := 2; i+1 < len(a); i += 2 {
		if name, there := called[a[i]]; !there || name != a[i+1] {
			return false
		}
	}
	return true
}

// openIndex opens the index at path, or makes it anew where it is damaged, for
// other names or ahead of the log.
func openIndex(path, names string, seq uint64) (*index, error) {
	if x, err := openIndexAs(path, names); err == nil && max(x.upTo, x.known) <= seq {
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
		f, err := os.OpenFile(path, os.O_CREATE, private) // SQLite would let others read it
		if err != nil {
			return nil, err
		}
		_ = f.Close()
	}
	c, err := sqlite3.OpenFlags(at, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	x := &index{conn: c, kept: path != "", names: names}
	if err := x.begin(); err != nil {
		_ = c.Close()
		return nil, err
	}
	return x, nil
}

func (x *index) begin() error {
	if err := fts5.Register(x.conn); err != nil {
		return err
	}
	if err := x.conn.BusyTimeout(2 * time.Second); err != nil { // another program searches
		return err
	}
	there, err := number(x.conn, `SELECT count(*) FROM sqlite_master`)
	if form, formErr := pragma(x.conn, "user_version"); err == nil && there > 0 && (formErr != nil || form != findForm) {
		return errStale
	}
	if err == nil && there == 0 && x.kept {
		_, err = x.conn.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, reserved)
		if err == nil {
			err = x.conn.Exec(`VACUUM`)
		}
	}
	if err != nil {
		return err
	}
	// Nothing of it is missed when the power goes: it is made anew.
	err = x.conn.Exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;` + wordTables + knownTables)
	if err == nil && there == 0 {
		err = x.conn.Exec(`PRAGMA user_version = ` + strconv.Itoa(findForm))
	}
	if err != nil {
		return err
	}
	names, known := "", false
	err = query(x.conn, `SELECT upto, names FROM about`, func(s *sqlite3.Stmt) bool {
		x.upTo, names, known = uint64(s.ColumnInt64(0)), s.ColumnText(1), true
		return false
	})
	if err == nil && known && saidBy(names) != saidBy(x.names) {
		return errStale
	}
	if err == nil && known && !sameNames(names, x.names) {
		x.upTo = 0
		err = x.conn.Exec(`DROP TABLE find; DROP TABLE about; DROP TABLE short;` + wordTables)
	}
	return cmp.Or(err, x.readReach())
}

// findForm is of the tables of an index: another is made anew.
const findForm = 2

// The words are what the gamemaster is told, and what others may be told besides.
const wordTables = `
	CREATE VIRTUAL TABLE IF NOT EXISTS find USING fts5 (words, apart, tokenize = 'trigram', content = '', columnsize = 0);
	CREATE TABLE IF NOT EXISTS about (id INTEGER PRIMARY KEY CHECK (id = 1), upto INTEGER NOT NULL, names TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS short (seq INTEGER PRIMARY KEY, words TEXT NOT NULL, apart TEXT NOT NULL);`

// atOnce is how many events go into an index at a time: others who search, or
// want to leave, wait for so many.
const atOnce = 1000

// add takes in events behind the last one.
func (x *index) add(ctx context.Context, b *book, t model.Table, names string) error {
	if err := x.conn.Exec(`BEGIN`); err != nil {
		return err
	}
	upTo, n := x.upTo, 0
	var failed error
	err := b.lines(x.upTo, func(l line) bool {
		if l.event.Seq > t.Seq() {
			return false // it was written since, and may have other names
		}
		if said := saidOf(t, l.event); said != "" {
			apart := apartOf(t, l.event, said)
			failed = query(x.conn, `INSERT INTO find (rowid, words, apart) VALUES (?, ?, ?)`, nil, l.event.Seq, said, apart)
			if failed == nil {
				failed = query(x.conn, `INSERT OR REPLACE INTO short (seq, words, apart) VALUES (?, ?, ?)`, nil, l.event.Seq, strings.ToLower(said), strings.ToLower(apart))
			}
		}
		upTo = l.event.Seq
		n++
		return failed == nil && ctx.Err() == nil && n < atOnce
	})
	if n < atOnce && failed == nil && ctx.Err() == nil {
		upTo = t.Seq() // those behind the last one are lost
	}
	err = cmp.Or(err, failed)
	if err == nil {
		err = query(x.conn, `INSERT OR REPLACE INTO about (id, upto, names) VALUES (1, ?, ?)`, nil, upTo, names)
	}
	if err == nil {
		err = x.conn.Exec(`COMMIT`)
	}
	if err != nil {
		_ = x.conn.Exec(`ROLLBACK`)
		return err
	}
	x.upTo, x.names = upTo, names
	return ctx.Err()
}

// matches is the part of a query that finds the events with all words, what to
// order them by and what to ask with. Less than three characters, and letters that
// SQLite folds otherwise than we do, are looked for in the words themselves. Apart:
// words that only others than the gamemaster may be told count too.
func matches(text string, apart bool) (from, id string, args []any) {
	words := strings.Fields(text)
	if slices.ContainsFunc(words, func(w string) bool { return utf8.RuneCountInString(w) < 3 || !strings.EqualFold(w, strings.ToUpper(w)) }) {
		column := `words`
		if apart {
			column = `words || char(10) || apart`
		}
		from = `short WHERE 1`
		for _, w := range words {
			from, args = from+` AND instr(`+column+`, ?)`, append(args, strings.ToLower(w))
		}
		return from, "seq", args
	}
	for i, w := range words {
		words[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"`
	}
	all := strings.Join(words, " AND ")
	if !apart {
		all = "words : (" + all + ")"
	}
	return `find WHERE find MATCH ?`, "rowid", []any{all}
}

// search asks the index for events that hold all words.
func (x *index) search(text string, before uint64, most int) (found []uint64, all int, err error) {
	if before == 0 {
		before = x.upTo + 1
	}
	from, id, args := matches(text, false)
	err = query(x.conn, `SELECT count(*) FROM `+from, func(s *sqlite3.Stmt) bool { all = s.ColumnInt(0); return false }, args...)
	if err == nil && most > 0 {
		err = query(x.conn, `SELECT `+id+` FROM `+from+` AND `+id+` < ? ORDER BY `+id+` DESC LIMIT ?`, func(s *sqlite3.Stmt) bool {
			found = append(found, uint64(s.ColumnInt64(0)))
			return true
		}, append(args, before, most)...)
	}
	return found, all, err
}

// each goes through all events that hold all words; see matches.
func (x *index) each(text string, apart bool, yield func(seq uint64) bool) error {
	from, id, args := matches(text, apart)
	return query(x.conn, `SELECT `+id+` FROM `+from+` ORDER BY `+id+` DESC`, func(s *sqlite3.Stmt) bool {
		return yield(uint64(s.ColumnInt64(0)))
	}, args...)
}

// refer goes through the events of which it is said elsewhere what they are: those
// that set right and, where a number is looked for, those that name others by
// theirs.
func (x *index) refer(text string, yield func(seq uint64) bool) error {
	kinds := []any{model.SetRight{}.Kind()}
	if strings.ContainsAny(text, "0123456789#") {
		kinds = append(kinds, model.Undone{}.Kind(), model.Redone{}.Kind())
	}
	return query(x.conn, `SELECT seq FROM kind WHERE kind IN (?`+strings.Repeat(`, ?`, len(kinds)-1)+`)`, func(s *sqlite3.Stmt) bool {
		return yield(uint64(s.ColumnInt64(0)))
	}, kinds...)
}
