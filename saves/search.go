package saves

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// findSuffix ends the name of the index: it holds nothing that the log does not,
// and is made anew whenever there is doubt.
const findSuffix = ".find"

// Search finds the events whose words hold all words of a text, each as a part of
// any, in any case of letters, as far as a seat may know them and as it is told
// them: the newest first, at most so many before the one of a number of the seat's
// own log (0: from the newest), and how many there are in all. They are found by
// the index, which is written behind each commit and brought up to date first.
func (l *Live) Search(ctx context.Context, seat model.Seat, text string, before uint64, most int) (found []uint64, all int, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, 0, nil
	}
	seen := l.seenBy(seat)
	s := sifting{seen: seen, text: text, before: before, most: most}
	err = l.searched(ctx, func(x *index) (err error) {
		if view.IsWhole(seen) {
			found, all, err = x.search(text, before, most)
			return err
		}
		return s.sift(ctx, x)
	})
	if err != nil || view.IsWhole(seen) {
		return found, all, err
	}
	err = s.look(ctx, l) // which wants the index for itself
	return s.found, s.all, err
}

// searched asks the index of the whole log. One that is damaged is made anew.
func (l *Live) searched(ctx context.Context, what func(*index) error) (err error) {
	l.finding.Lock()
	defer l.finding.Unlock()
	defer l.finding.wakes()
	if err := ctx.Err(); err != nil {
		return err // somebody typed on
	}
	for again := range 2 {
		for more := true; more && err == nil; {
			more, err = l.find(ctx)
		}
		if err == nil {
			err = what(l.finding.index)
		}
		if err == nil || ctx.Err() != nil || again > 0 {
			break
		}
		err = nil
		l.finding.drop() // it is damaged, and nothing is lost with it
		_ = os.Remove(l.file() + findSuffix)
	}
	return cmp.Or(err, ctx.Err())
}

// mostSeats is of how many seats what they see is remembered for the next letter
// that they type.
const mostSeats = 8

// seenBy gives the table as a seat sees it.
func (l *Live) seenBy(seat model.Seat) model.Table {
	l.finding.views.Lock()
	defer l.finding.views.Unlock()
	if l.finding.seen == nil || len(l.finding.seen) > mostSeats {
		l.finding.seen = map[model.Seat]model.Table{}
	}
	t := view.Follow(l.finding.seen[seat], l.Now(), seat)
	if !view.IsWhole(t) {
		l.finding.seen[seat] = t
	}
	return t
}

// sifting leaves of what the index finds what a seat may know.
type sifting struct {
	seen   model.Table
	text   string
	before uint64
	most   int
	unsure []uint64 // of the whole log: what the seat is told of them is looked at
	found  []uint64 // newest first
	all    int
}

// sift takes what the index finds: in the gamemaster's words where the seat is
// told the same, and else in whatever it may be told.
func (s *sifting) sift(ctx context.Context, x *index) error {
	maybe := func(of uint64) bool {
		if s.seen.Place(of) != 0 && !s.seen.Alike(of) {
			s.unsure = append(s.unsure, of)
		}
		return ctx.Err() == nil
	}
	return cmp.Or(x.each(s.text, false, func(of uint64) bool {
		if n := s.seen.Place(of); n != 0 && s.seen.Alike(of) {
			s.take(n)
		}
		return ctx.Err() == nil
	}), x.each(s.text, true, maybe), x.refer(s.text, maybe))
}

func (s *sifting) take(n uint64) {
	if s.all++; s.before == 0 || n < s.before {
		s.found = append(s.found, n)
		if len(s.found) > 2*s.most {
			s.fewer()
		}
	}
}

// fewer leaves the newest of what was found.
func (s *sifting) fewer() {
	slices.SortFunc(s.found, func(a, b uint64) int { return cmp.Compare(b, a) })
	s.found = s.found[:min(len(s.found), s.most)]
}

// look looks at those events of which it is not sure what the seat is told.
func (s *sifting) look(ctx context.Context, l *Live) error {
	b, err := l.reader()
	if err != nil {
		return err
	}
	defer func() { _ = b.drop() }()
	slices.Sort(s.unsure)
	for _, of := range slices.Compact(s.unsure) {
		body, err := b.bodyAt(of)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		e, err := b.read(of, body)
		if err != nil {
			return err
		}
		if cut, ok := s.seen.Redact(e); ok && holds(saidOf(s.seen, cut), s.text) {
			s.take(cut.Seq)
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
		if right, ok := f.(model.SetRight); ok { // its words are those of what is otherwise
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
