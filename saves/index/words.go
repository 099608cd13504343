package index

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"

	"example.org/fray/saves"
)

// Words is up to which event words are known; see [saves.Index].
func (x *Index) Words() (upTo saves.Reached, names string, err error) {
	err = x.asked(func() error { upTo, names = x.own.about.words, x.own.about.names; return nil })
	return upTo, names, err
}

// AddWords adds words; see [saves.Index].
func (x *Index) AddWords(upTo saves.Reached, names string, all []saves.EventWords) error {
	return x.written(func() error {
		for _, w := range all {
			err := x.own.query(`INSERT INTO find (rowid, words, apart) VALUES (?, ?, ?)`, nil, w.Seq, w.Words, w.Apart)
			if err == nil {
				err = x.own.query(`INSERT OR REPLACE INTO short (seq, words, apart) VALUES (?, ?, ?)`, nil, w.Seq, strings.ToLower(w.Words), strings.ToLower(w.Apart))
			}
			if err != nil {
				return err
			}
		}
		now := x.own.about
		now.words, now.names = upTo, names
		return x.own.setAbout(now)
	})
}

// DropWords forgets all words; see [saves.Index].
func (x *Index) DropWords() error {
	return x.written(func() error {
		if x.base != nil {
			x.base.words = 0
		}
		if err := x.own.conn.Exec(`INSERT INTO find (find) VALUES ('delete-all'); DELETE FROM short`); err != nil {
			return err
		}
		now := x.own.about
		now.words, now.names = saves.Reached{}, ""
		return x.own.setAbout(now)
	})
}

// matches is the part of a query that finds the events with all words, the name of their
// number and what to ask with. Less than three characters, and letters that SQLite folds
// otherwise than we do, are looked for in the words themselves. apart: what only others
// than the gamemaster are told counts too, and holds at least one of the words; of few
// events anything is told so, and no others are looked at.
func matches(text string, apart bool) (from, id string, args []any) {
	words := strings.Fields(text)
	if slices.ContainsFunc(words, func(w string) bool { return utf8.RuneCountInString(w) < 3 || !strings.EqualFold(w, strings.ToUpper(w)) }) {
		column := `words`
		from = `short WHERE 1`
		if apart {
			column = `words || char(10) || apart`
			from = `short INDEXED BY apart WHERE apart <> '' AND (0`
			for _, w := range words {
				from, args = from+` OR instr(apart, ?)`, append(args, strings.ToLower(w))
			}
			from += `)`
		}
		for _, w := range words {
			from, args = from+` AND instr(`+column+`, ?)`, append(args, strings.ToLower(w))
		}
		return from, "seq", args
	}
	for i, w := range words {
		words[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"`
	}
	all := "words : (" + strings.Join(words, " AND ") + ")"
	if apart {
		all = "(apart : " + strings.Join(words, " OR apart : ") + ") AND " + strings.Join(words, " AND ")
	}
	return `find WHERE find MATCH ?`, "rowid", []any{all}
}

// eachWords goes through what is read, the newest first, with the event up to which its
// words count.
func (x *Index) eachWords(do func(s *store, most uint64) (on bool, err error)) error {
	return x.asked(func() error {
		for _, s := range x.stores() {
			most := uint64(1<<63 - 1)
			if x.base != nil && s == x.base.store {
				most = x.base.words
			}
			if on, err := do(s, most); err != nil || !on {
				return err
			}
		}
		return nil
	})
}

// Find goes through the events that hold all words; see [saves.Index].
func (x *Index) Find(text string, apart bool, yield func(seq uint64) bool) error {
	from, id, args := matches(text, apart)
	return x.eachWords(func(s *store, most uint64) (on bool, err error) {
		on = true
		err = s.query(`SELECT `+id+` FROM `+from+` AND `+id+` <= ? ORDER BY `+id+` DESC`, func(row *sqlite3.Stmt) bool {
			on = yield(uint64(row.ColumnInt64(0)))
			return on
		}, append(slices.Clone(args), most)...)
		return on, err
	})
}

// Count is how many events hold all words; see [saves.Index].
func (x *Index) Count(text string) (n int, err error) {
	from, id, args := matches(text, false)
	err = x.eachWords(func(s *store, most uint64) (bool, error) {
		return true, s.query(`SELECT count(*) FROM `+from+` AND `+id+` <= ?`, func(row *sqlite3.Stmt) bool {
			n += row.ColumnInt(0)
			return false
		}, append(slices.Clone(args), most)...)
	})
	return n, err
}
