package saves

import (
	"cmp"
	"context"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Search returns the newest events whose words contain all words of a text, in upper or
// lower case, as a seat is told them: no more than most, the newest first, by their numbers
// in the seat's own log. It uses the index, which is brought up to date first.
func (l *Live) Search(ctx context.Context, seat model.Seat, text string, most int) (found []uint64, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	s := seatSearch{live: l, seen: l.views.of(l.Now(), seat), text: text}
	for before := uint64(math.MaxInt64); before > 0 && len(found) < most; {
		round, down, err := s.candidates(ctx, before, min(max(most, leastPerRound), mostPerRound))
		if err == nil {
			round, err = s.sift(ctx, round, most-len(found))
		}
		if err != nil {
			return nil, err
		}
		found, before = append(found, round...), down
	}
	return found, nil
}

// manyWords is a number of events that takes a noticeable time to index.
const manyWords = 1000

// Indexing reports whether so many events are not indexed yet that a search takes a while.
func (l *Live) Indexing() bool {
	at, _, err := l.index.Words()
	return err == nil && at.Seq+manyWords <= l.Now().Seq()
}

// mostSeats is the number of seats whose view is remembered for the next letter that they
// type.
const mostSeats = 8

// views are the table as seats see it.
type views struct {
	mu   sync.Mutex
	seen map[model.Seat]model.Table
}

func (v *views) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen = nil
}

// of returns the table as a seat sees it.
func (v *views) of(now model.Table, seat model.Seat) model.Table {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.seen == nil || len(v.seen) > mostSeats {
		v.seen = map[model.Seat]model.Table{}
	}
	t := view.Follow(v.seen[seat], now, seat)
	if !view.IsWhole(t) {
		v.seen[seat] = t
	}
	return t
}

// A search goes back from the end of the log in rounds of so many candidates, so that a
// word that is in nearly every event takes no longer than a rare one.
const (
	leastPerRound = 256
	mostPerRound  = 8192
)

// seatSearch is the search of a seat for a text.
type seatSearch struct {
	live *Live
	seen model.Table // the table as the seat sees it
	text string
}

// candidates returns the newest events before a given one that the seat may find, the
// newest first, and the event before which the next round begins, 0 at the end. An index
// that fails is made again.
func (s *seatSearch) candidates(ctx context.Context, before uint64, most int) (all []uint64, down uint64, err error) {
	l, x := s.live, s.live.index.Index
	take := func(apart bool, find func(yield func(of uint64) bool) error) error {
		n := 0
		err := find(func(of uint64) bool {
			if s.seen.Place(of) > 0 && !(apart && s.seen.Unredacted(of)) {
				if all, n = append(all, of), n+1; n == most {
					down = max(down, of)
				}
			}
			return n < most && ctx.Err() == nil
		})
		return cmp.Or(err, ctx.Err())
	}
	err = l.index.retried(l.ID(), func() error {
		all, down = nil, 0
		err := cmp.Or(ctx.Err(), l.indexWords(ctx))
		if err == nil {
			err = take(false, func(yield func(uint64) bool) error { return x.Find(s.text, false, before, yield) })
		}
		if err != nil || view.IsWhole(s.seen) {
			return err
		}
		if err = l.indexAudiences(ctx, l.Now().Seq()); err == nil {
			err = take(true, func(yield func(uint64) bool) error { return x.Find(s.text, true, before, yield) })
		}
		if err == nil {
			err = take(true, func(yield func(uint64) bool) error { return x.OfKinds(referring(s.text), before, yield) })
		}
		return err
	})
	slices.SortFunc(all, newestFirst)
	all = slices.Compact(all)
	if i := slices.IndexFunc(all, func(of uint64) bool { return of < down }); i >= 0 {
		all = all[:i]
	}
	return all, down, err
}

func newestFirst(a, b uint64) int { return cmp.Compare(b, a) }

// sift returns the first of the candidates that the seat finds, no more than most, by their
// numbers in its log: all of which it is told the same as the gamemaster, and of the others
// those whose words, as it is told them, contain the text.
func (s *seatSearch) sift(ctx context.Context, all []uint64, most int) (found []uint64, err error) {
	for _, of := range all {
		if len(found) == most {
			break
		}
		if s.seen.Unredacted(of) {
			found = append(found, s.seen.Place(of))
			continue
		}
		page, err := s.live.reader.Page(of + 1)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if len(page) > 0 && page[0].Seq == of {
			if cut, ok := s.seen.Redact(page[0]); ok && holds(saidOf(s.seen, cut), s.text) {
				found = append(found, cut.Seq)
			}
		}
	}
	return found, nil
}

// referring are the kinds of events whose words depend on other events: amendments and, if
// the text may contain a number, events that name others by their number.
func referring(text string) []string {
	kinds := []string{model.Amended{}.Kind()}
	if strings.ContainsAny(text, "0123456789#") {
		kinds = append(kinds, model.Undone{}.Kind(), model.Redone{}.Kind())
	}
	return kinds
}

// saidOf returns all lines that the log shows for an event.
func saidOf(t model.Table, e model.Event) string {
	var b strings.Builder
	for _, f := range e.Facts {
		for _, s := range view.Tell(t, f, true) {
			b.WriteString(s.Text)
			b.WriteByte('\n')
		}
		if right, ok := f.(model.Amended); ok { // its words are those of what it changed
			for _, v := range right.Versions {
				b.WriteString(saidOf(t, v.Event))
			}
		}
	}
	return b.String()
}

// apartOf returns the words that some seats are told of an event and the gamemaster is not.
func apartOf(t model.Table, e model.Event, said string) string {
	var out []string
	for _, apart := range view.RedactedVariants(t, e) {
		for word := range strings.FieldsSeq(saidOf(t, apart)) {
			if !strings.Contains(said, word) && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return strings.Join(out, " ")
}

// holds reports whether words contain each word of a text.
func holds(words, text string) bool {
	words = strings.ToLower(words)
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(words, w) {
			return false
		}
	}
	return true
}

// namesOf returns all that the words of a log depend on besides its events: the version of
// the program, the name of the table, and id and name of each character.
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

// sameNames reports whether words that were written with the names before still hold:
// nobody of them has another name now. New characters are in no earlier words.
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
