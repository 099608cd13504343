package index

import (
	"strings"
	"unicode/utf8"

	"example.org/fray/saves"
)

// Words returns the last event whose words are known; see [saves.Index].
func (x *Index) Words() (upTo saves.Reached, names string, err error) {
	err = x.asked(func() error { upTo, names = x.own.about.words, x.own.about.names; return nil })
	return upTo, names, err
}

// AddWords adds words; see [saves.Index].
func (x *Index) AddWords(upTo saves.Reached, names string, all []saves.EventWords) error {
	return x.written(func() error {
		// With OR REPLACE, SQLite would open a savepoint for each of them, and FTS5 would
		// write all that it holds: that took three times as long.
		for _, w := range all {
			err := x.own.query(`INSERT INTO find (rowid, words) VALUES (?, ?)`, nil, w.Seq, w.Words)
			if err == nil {
				err = x.own.query(`INSERT INTO short (seq, words, apart) VALUES (?, ?, ?)`, nil, w.Seq, strings.ToLower(w.Words), strings.ToLower(w.Apart))
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

// matches returns the part of a query that finds the events with all words, the column of
// their number, and the arguments. Words of less than three characters, and those with
// letters that SQLite folds otherwise than Go, are looked for by instr, if possible only in
// events that contain the other words. With apart, the words that only others than the
// gamemaster are told count too, and must contain at least one of the words; few events
// have any, and only those are read.
func matches(text string, apart bool) (from, id string, args []any) {
	hold := func(column string, words []string, between string) string {
		tests := make([]string, len(words))
		for i, w := range words {
			tests[i], args = `instr(`+column+`, ?)`, append(args, w)
		}
		return strings.Join(tests, between)
	}
	if apart {
		words := strings.Fields(strings.ToLower(text))
		return `short INDEXED BY apart WHERE apart <> '' AND (` + hold(`apart`, words, ` OR `) + `) AND ` + hold(`words || char(10) || apart`, words, ` AND `), "seq", args
	}
	var long, short []string
	for _, w := range strings.Fields(text) {
		if utf8.RuneCountInString(w) < 3 || !strings.EqualFold(w, strings.ToUpper(w)) {
			short = append(short, strings.ToLower(w))
		} else {
			long = append(long, `"`+strings.ReplaceAll(w, `"`, `""`)+`"`)
		}
	}
	if len(long) == 0 {
		return `short WHERE ` + hold(`words`, short, ` AND `), "seq", args
	}
	args = []any{strings.Join(long, " AND ")}
	if len(short) == 0 {
		return `find WHERE find MATCH ?`, "rowid", args
	}
	return `find WHERE find MATCH ? AND (SELECT ` + hold(`words`, short, ` AND `) + ` FROM short WHERE seq = find.rowid)`, "rowid", args
}

// Find yields the events that contain all words; see [saves.Index].
func (x *Index) Find(text string, apart bool, before uint64, yield func(seq uint64) bool) error {
	from, id, args := matches(text, apart)
	return x.back(before, func(b *base) uint64 { return b.words }, `SELECT `+id+` FROM `+from+` AND `+id+` < ? ORDER BY `+id+` DESC`, args, yield)
}
