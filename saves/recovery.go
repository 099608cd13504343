package saves

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Lost is what a line says of events that are missing where it stands. Such a line is no
// event: its body is that of [Lost.Body].
type Lost struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"` // First-1: none is missing, only the hashes do not follow
	Next  string `json:"next"` // the hash that the line behind the gap holds as that of the one before
}

// mostLost is the most events of a log that may be missing: a stranger's file can claim any
// number.
const mostLost = 1_000_000

// lostBody is the body of a line that stands for missing events.
type lostBody struct {
	Lost *Lost `json:"lost"`
}

// lostMark begins such a body.
const lostMark = `{"lost":`

// Body gives the body of the line.
func (g Lost) Body() []byte {
	b, err := json.Marshal(lostBody{&g})
	if err != nil {
		panic(fmt.Sprintf("a gap cannot be written: %v", err)) // it holds numbers and digits
	}
	return b
}

// Count is how many events are missing.
func (g *Lost) Count() uint64 { return g.Last + 1 - g.First }

// Behind gives the hash after which the log goes on.
func (g *Lost) Behind() Hash {
	h, err := ParseHash(g.Next)
	if err != nil {
		return Hash{}
	}
	return h
}

// Lines gives what reading a log gives in the place of the missing events: lines without a
// body, the last of which has the hash after which the log goes on.
func (g *Lost) Lines() []Line {
	out := make([]Line, 0, g.Count())
	for n := g.First; n <= g.Last; n++ {
		out = append(out, Line{Seq: n})
	}
	if len(out) > 0 {
		out[len(out)-1].Hash = g.Behind()
	}
	return out
}

// LostIn reads a body; nil where it stands for no missing events. The error is that it
// claims what cannot be.
func LostIn(body []byte) (*Lost, error) {
	if !bytes.HasPrefix(body, []byte(lostMark)) {
		return nil, nil
	}
	var b lostBody
	if err := json.Unmarshal(body, &b); err != nil {
		return nil, err
	}
	if g := b.Lost; g == nil || g.First == 0 || g.Last > 1<<40 || g.Last+1 < g.First || g.Count() > mostLost {
		return nil, fmt.Errorf("a gap of a log cannot be %.80s", body)
	}
	return b.Lost, nil
}

// Place is a line that is sound by itself, and where a medium has it.
type Place struct {
	Seq    uint64 // number of the event, 0 for a line that is none
	Before Hash   // of the line before
	Hash   Hash
	Lost   *Lost // where it stands for missing events
	At     int64 // as its medium counts
	Size   int   // of its text
}

// behind is the hash behind which the log goes on after the line.
func (p *Place) behind() Hash {
	if p.Lost != nil {
		return p.Lost.Behind()
	}
	return p.Hash
}

// Chain is how far a log has been followed from its first line.
type Chain struct {
	Newest uint64 // number of the newest event
	Last   Hash   // of the last line
	First  Hash   // of the first line, where that is known
	Hash   Hash   // of the line of the newest event
	Gaps   []Lost
	gone   uint64 // events that are missing in all
}

// bears reports whether a gap may be added without too many events missing in all.
func (c *Chain) bears(g *Lost) bool { return c.gone+g.Count() <= mostLost }

// Follow goes on to the next line; false if that line does not follow.
func (c *Chain) Follow(p Place) bool {
	if p.Before != c.Last || p.Seq > 0 && p.Seq != c.Newest+1 {
		return false
	}
	if p.Lost != nil && !c.bears(p.Lost) {
		return false
	}
	if p.Before == (Hash{}) {
		c.First = p.Hash
	}
	c.Last = p.Hash
	if p.Seq > 0 {
		c.Newest, c.Hash = p.Seq, p.Hash
	}
	if p.Lost != nil {
		c.Newest, c.Last = max(c.Newest, p.Lost.Last), p.Lost.Behind()
		c.Hash = c.Last
		c.gone += p.Lost.Count()
		c.Gaps = append(c.Gaps, *p.Lost)
	}
	return true
}

// Recovery puts a log together from whatever sound lines can be found. There is no other way
// to meet damage: whoever opens a log, to play at it or only to read it, and wherever it
// lies, hands the lines in and takes what comes out.
type Recovery struct {
	sources []*Source
	by      map[Hash][]Found // sound lines, by the hash of the line before
	leads   map[Hash][]Found // the same, by the hash behind which the log goes on
}

// Source is where lines were found: the log itself, which comes first, a backup, memory.
type Source struct {
	Torn  bool   // what stands at its end is no sound line
	words string // "from a backup"
	lines []Found
	text  func(Place) ([]byte, error)
}

// Found is a sound line of a source.
type Found struct {
	Place
	From *Source // nil: the line stands for missing events, and was made by the recovery
	nth  int     // among the lines of its source
}

// Text gives the text of a line as it is written.
func (f Found) Text() ([]byte, error) {
	if f.From == nil {
		text, _ := Seal(f.Before, f.Lost.Body())
		return text, nil
	}
	return f.From.text(f.Place)
}

// Source begins a source. words say where lines came from: "from a backup". text gives the text
// of one of its lines again.
func (r *Recovery) Source(words string, text func(Place) ([]byte, error)) *Source {
	s := &Source{words: words, text: text}
	r.sources = append(r.sources, s)
	return s
}

// Add adds a line to a source, in the order in which they stand there.
func (s *Source) Add(p Place) { s.lines = append(s.lines, Found{Place: p, From: s, nth: len(s.lines)}) }

// Len is how many lines were found in it.
func (s *Source) Len() int { return len(s.lines) }

// Newest is the place of the last line that was found in it.
func (s *Source) Newest() Place {
	if len(s.lines) == 0 {
		return Place{}
	}
	return s.lines[len(s.lines)-1].Place
}

// Lead is the first source; nil for none.
func (r *Recovery) Lead() *Source {
	if len(r.sources) == 0 {
		return nil
	}
	return r.sources[0]
}

// Hashes returns the hashes of all lines taken so far.
func (r *Recovery) Hashes() map[Hash]bool {
	known := map[Hash]bool{}
	for _, s := range r.sources {
		for _, l := range s.lines {
			known[l.Hash] = true
		}
	}
	return known
}

// Rebuilt is a log that was put together. Each line follows from the one before, or from a
// line that says which events are missing.
type Rebuilt struct {
	Chain
	Lines   []Found
	missing []Lost         // that no source had a line for yet
	taken   map[Hash]bool  // lines that stand in it: one that says what follows could lead back to itself
	brought map[string]int // events by the words of the source they came from, the first source aside
}

// Rebuild puts the log together. The first source has precedence: if several lines follow,
// its line is taken, and after a gap its next line comes first. Lines that follow from no
// other are of another log and left out.
func (r *Recovery) Rebuild() *Rebuilt {
	r.by, r.leads = map[Hash][]Found{}, map[Hash][]Found{}
	for _, s := range r.sources {
		for _, l := range s.lines {
			r.by[l.Before] = append(r.by[l.Before], l)
			r.leads[l.behind()] = append(r.leads[l.behind()], l)
		}
	}
	t := &Rebuilt{taken: map[Hash]bool{}, brought: map[string]int{}}
	nth := -1 // of the lead, the newest line that was passed
	for {
		next, ok := r.next(t)
		if !ok {
			next, ok = r.behindGap(t, nth)
			if !ok {
				return t
			}
			first := next.number()
			next, first = r.earliest(t, next, first)
			t.Miss(first-1, next.Before)
		}
		if next.From == r.sources[0] {
			nth = max(nth, next.nth)
		} else if next.Seq > 0 {
			t.brought[next.From.words]++
		}
		t.add(next)
	}
}

func (t *Rebuilt) add(l Found) {
	t.Follow(l.Place)
	t.taken[l.Hash] = true
	t.Lines = append(t.Lines, l)
}

// Miss adds a line which says that the events up to last are missing, and that the log goes on
// after a hash.
func (t *Rebuilt) Miss(last uint64, next Hash) {
	g := Lost{First: t.Newest + 1, Last: last, Next: next.String()}
	text, hash := Seal(t.Last, g.Body())
	t.add(Found{Place: Place{Before: t.Last, Hash: hash, Lost: &g, Size: len(text)}})
	t.missing = append(t.missing, g)
}

// MissTail has the events be missing whose lines stand behind the last sound one of the first
// source and cannot be read: what is appended gets other numbers than theirs, and follows the
// hash of the last of them. Each is given with what can still be read of its number and hash.
func (t *Rebuilt) MissTail(tail []Line) {
	var last Line
	for i, l := range tail {
		if l.Seq > t.Newest && l.Seq > last.Seq && l.Seq <= t.Newest+uint64(i)+1 { // each of them was one line
			last = l
		}
	}
	if last.Seq > 0 {
		t.Miss(last.Seq, last.Hash)
	}
}

// next returns the line that follows; of several, that of the first source.
func (r *Recovery) next(t *Rebuilt) (Found, bool) {
	for _, l := range r.by[t.Last] {
		if (l.Seq == 0 || l.Seq == t.Newest+1) && !t.taken[l.Hash] {
			if l.Lost == nil || l.Lost.First == t.Newest+1 && t.bears(l.Lost) {
				return l, true
			}
		}
	}
	return Found{}, false
}

// number is that of the first event that the line is or stands for; 0 for none.
func (f *Found) number() uint64 {
	if f.Lost != nil {
		return f.Lost.First
	}
	return f.Seq
}

// behindGap returns a line that the log has behind missing events: the next later event of
// the first source, or else the one of another source with the lowest number.
func (r *Recovery) behindGap(t *Rebuilt, nth int) (best Found, ok bool) {
	for _, s := range r.sources {
		for _, l := range s.lines {
			n := l.number()
			if n <= t.Newest || t.taken[l.Hash] || l.Lost != nil && !t.bears(l.Lost) || n-t.Newest > mostLost-t.gone || s == r.sources[0] && l.nth <= nth {
				continue
			}
			if !ok || n < best.number() {
				best, ok = l, true
			}
		}
		if ok {
			return best, true
		}
	}
	return best, false
}

// earliest goes back from a line behind missing events, the first of which has a number, to the
// earliest one of any source that leads to it.
func (r *Recovery) earliest(t *Rebuilt, l Found, first uint64) (Found, uint64) {
	for {
		i := slices.IndexFunc(r.leads[l.Before], func(p Found) bool {
			n := p.number()
			return !t.taken[p.Hash] && (n == 0 || n > t.Newest && n < first)
		})
		if i < 0 || l.Before == (Hash{}) {
			return l, first
		}
		l = r.leads[l.Before][i]
		if n := l.number(); n > 0 {
			first = n
		}
	}
}

// Whole reports whether nothing is missing of it that was not known to be.
func (t *Rebuilt) Whole() bool { return len(t.missing) == 0 }

// Events returns how many events are there.
func (t *Rebuilt) Events() (n uint64) {
	for i := range t.Lines {
		if t.Lines[i].Seq > 0 {
			n++
		}
	}
	return n
}

// Brought says how many events came from which other source, in words.
func (t *Rebuilt) Brought() (words []string) {
	for from, n := range t.brought {
		words = append(words, fmt.Sprintf("%d of them %s", n, from))
	}
	slices.Sort(words)
	return words
}

// Missing gives the missing events, with the times between which they happened.
func (t *Rebuilt) Missing() (out []Gap) {
	for _, g := range t.missing {
		if g.Last >= g.First {
			out = append(out, Gap{First: g.First, Last: g.Last, After: t.timeOf(g.First - 1), Until: t.timeOf(g.Last + 1)})
		}
	}
	return out
}

// timeOf is when an event happened, as far as that is known.
func (t *Rebuilt) timeOf(seq uint64) time.Time {
	for i := range t.Lines {
		if t.Lines[i].Seq == seq && seq > 0 {
			if text, err := t.Lines[i].Text(); err == nil {
				return TimeIn(text)
			}
		}
	}
	return time.Time{}
}

// TimeIn is the time of an event, by its body or the text of its line.
func TimeIn(body []byte) time.Time {
	var e struct{ Time time.Time }
	_ = json.Unmarshal(body, &e) // what cannot be read has none
	return e.Time
}
