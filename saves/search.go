package saves

import (
	"cmp"
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// Search finds the events whose words hold all words of a text, each as a part of
// any, in any case of letters, as far as a seat may know them and as it is told
// them: the newest first, at most so many before the one of a number of the seat's
// own log (0: from the newest), and how many there are in all. They are found by
// the index, which is written behind what is appended and brought up to date first.
func (l *Live) Search(ctx context.Context, seat model.Seat, text string, before uint64, most int) (found []uint64, all int, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, 0, nil
	}
	seen := l.views.of(l.Now(), seat)
	s := seatSearch{seen: seen, text: text, before: before, most: most}
	err = l.index.retried(l.ID(), func() error {
		if err := cmp.Or(ctx.Err(), l.say(ctx)); err != nil {
			return err
		}
		s.found, s.all, s.unsure = nil, 0, nil
		if view.IsWhole(seen) {
			return s.whole(ctx, l.index.Index)
		}
		if err := l.know(ctx, l.Now().Seq()); err != nil {
			return err
		}
		return s.redacted(ctx, l.index.Index)
	})
	if err == nil && !view.IsWhole(seen) {
		err = s.look(ctx, l)
	}
	return s.found, s.all, err
}

// manyWords is how many events take a while to be taken into the index.
const manyWords = 1000

// Indexing reports whether so many events are still to be taken into the index that a
// search is answered only after a while.
func (l *Live) Indexing() bool {
	at, _, err := l.index.Words()
	return err == nil && at.Seq+manyWords <= l.Now().Seq()
}

// mostSeats is of how many seats what they see is remembered for the next letter
// that they type.
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

// of gives the table as a seat sees it.
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

// seatSearch leaves of what the index finds what a seat may know.
type seatSearch struct {
	seen   model.Table
	text   string
	before uint64
	most   int
	unsure []uint64 // of the whole log: what the seat is told of them is looked at
	found  []uint64 // newest first
	all    int
}

// whole takes what the index finds.
func (s *seatSearch) whole(ctx context.Context, x Index) (err error) {
	if s.all, err = x.Count(s.text); err != nil || s.most == 0 {
		return err
	}
	err = x.Find(s.text, false, func(seq uint64) bool {
		if s.before == 0 || seq < s.before {
			s.found = append(s.found, seq)
		}
		return len(s.found) < s.most && ctx.Err() == nil
	})
	return cmp.Or(err, ctx.Err())
}

// redacted takes what the index finds: at once where the seat is told the same as the
// gamemaster, and else to be looked at.
func (s *seatSearch) redacted(ctx context.Context, x Index) error {
	maybe := func(of uint64) bool {
		if s.seen.Place(of) != 0 && !s.seen.Unredacted(of) {
			s.unsure = append(s.unsure, of)
		}
		return ctx.Err() == nil
	}
	return cmp.Or(x.Find(s.text, false, func(of uint64) bool {
		if n := s.seen.Place(of); n != 0 && s.seen.Unredacted(of) {
			s.take(n)
			return ctx.Err() == nil
		}
		return maybe(of)
	}), x.Find(s.text, true, maybe), x.OfKinds(referring(s.text), maybe), ctx.Err())
}

// referring are the kinds of events of which it is said elsewhere what they are: those
// that set right and, where a number is looked for, those that name others by theirs.
func referring(text string) []string {
	kinds := []string{model.SetRight{}.Kind()}
	if strings.ContainsAny(text, "0123456789#") {
		kinds = append(kinds, model.Undone{}.Kind(), model.Redone{}.Kind())
	}
	return kinds
}

func (s *seatSearch) take(n uint64) {
	if s.all++; s.before == 0 || n < s.before {
		s.found = append(s.found, n)
		if len(s.found) > 2*s.most {
			s.fewer()
		}
	}
}

// fewer leaves the newest of what was found.
func (s *seatSearch) fewer() {
	slices.SortFunc(s.found, func(a, b uint64) int { return cmp.Compare(b, a) })
	s.found = s.found[:min(len(s.found), s.most)]
}

// look looks at those events of which it is not sure what the seat is told.
func (s *seatSearch) look(ctx context.Context, l *Live) error {
	slices.Sort(s.unsure)
	for _, of := range slices.Compact(s.unsure) {
		for e, err := range events(ctx, l.log, of-1) {
			if err != nil {
				return err
			}
			if cut, ok := s.seen.Redact(e.Event); ok && e.Body != nil && holds(saidOf(s.seen, cut), s.text) {
				s.take(cut.Seq)
			}
			break
		}
	}
	s.fewer()
	return nil
}

// saidOf is all that the log says of an event, a line each.
func saidOf(t model.Table, e model.Event) string {
	var b strings.Builder
	for _, f := range e.Facts {
		for _, s := range view.Tell(t, f, true) {
			b.WriteString(s.Text)
			b.WriteByte('\n')
		}
		if right, ok := f.(model.SetRight); ok { // its words are those of what it changed
			for _, v := range right.Anew {
				b.WriteString(saidOf(t, v.Event))
			}
		}
	}
	return b.String()
}

// apartOf is what seats may be told of an event in other words than the gamemaster.
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

// holds reports whether each word of a text is a part of the words.
func holds(words, text string) bool {
	words = strings.ToLower(words)
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(words, w) {
			return false
		}
	}
	return true
}

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

// sameNames reports whether words with the names before are still right: nobody
// there has another name now, and who came since is in no words before.
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
