package saves

import (
	"context"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

// SaidOf is what the log says of an event.
func SaidOf(t model.Table, e model.Event) string { return saidOf(t, e) }

// Fingerprint is that of a seed.
func Fingerprint(seed string) string {
	var s fairdice.Seed
	if err := s.UnmarshalText([]byte(seed)); err != nil {
		panic(err)
	}
	return s.Fingerprint()
}

// IndexAfter has what is appended be indexed so soon, until it is called again.
func IndexAfter(d time.Duration) (back func()) {
	was := indexAfter
	indexAfter = d
	return func() { indexAfter = was }
}

// IndexNow brings the index of a table up to date.
func IndexNow(l *Live) { l.indexNow(context.Background()) }

// Indexed are the events up to which words and audiences are known.
func Indexed(l *Live) (words, audiences uint64) {
	w, _, _ := l.index.Words()
	a, _ := l.index.Audiences()
	return w.Seq, a.Seq
}
