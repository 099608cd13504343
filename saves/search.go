package saves

import (
	"context"
	"os"
	"strings"

	"example.org/fray/model"
)

// findSuffix ends the name of the index: it holds nothing that the log does not,
// and is made anew whenever there is doubt.
const findSuffix = ".find"

// Search finds the events whose words hold all words of a text, each as a part
// of any, in any case of letters, as far as a seat may know them: the newest first, at most so many before the one
// of a number (0: from the newest), and how many there are in all. The
// gamemaster's are found by the index, which is written behind each commit and
// brought up to date first; what a player may know is looked through.
func (l *Live) Search(ctx context.Context, seat model.Seat, text string, before uint64, most int) (found []uint64, all int, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, 0, nil
	}
	if seat.Role != model.GM && seat.Role != model.Program {
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
	if err := ctx.Err(); err != nil {
		return nil, 0, err // somebody typed on
	}
	for again := range 2 {
		for more := true; more && err == nil; {
			more, err = l.find(ctx)
		}
		if err == nil {
			found, all, err = l.finding.index.search(text, before, most)
		}
		if err == nil || ctx.Err() != nil || again > 0 {
			break
		}
		err = nil
		l.finding.drop() // it is damaged, and nothing is lost with it
		_ = os.Remove(l.file() + findSuffix)
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
		if right, ok := f.(model.SetRight); ok { // its words are those of what is otherwise
			for _, v := range right.Anew {
				b.WriteString(saidOf(t, v.Event))
			}
		}
	}
	return b.String()
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
