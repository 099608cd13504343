package postgres

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/saves"
)

// row is a line as the database has it, whatever became of it.
type row struct {
	line int64
	seq  int64
	body []byte // nil: it is gone
	hash []byte
}

// sound gives the line that a row is behind a line with a hash; false where it is none.
func (r row) sound(before saves.Hash) (l saves.Line, lost *saves.Lost, ok bool) {
	if len(r.body) < 2 || len(r.hash) != len(l.Hash) || r.seq < 0 || saves.SeqOf(r.body) != uint64(r.seq) {
		return l, nil, false
	}
	l = saves.Line{Seq: uint64(r.seq), Body: r.body, Hash: saves.Hash(r.hash)}
	lost, err := saves.LostIn(r.body)
	return l, lost, err == nil && before.Then(saves.DigestOf(r.body)) == l.Hash
}

// digestRow is a row without its body.
type digestRow struct {
	line   int64
	seq    uint64 // as its body says; as the row says where there is none
	column int64  // as the row says
	has    bool   // it has a body
	parts  bool   // which has parts
	holds  bool   // and these are as it says: see [saves.PartsHold]
	digest saves.Hash
	hash   saves.Hash
	lost   *saves.Lost
}

// next gives the hash after which the log goes on behind the row, where it is a line with a
// hash.
func (r *digestRow) next(hash saves.Hash) saves.Hash {
	if r.lost != nil {
		return r.lost.Behind()
	}
	return hash
}

func (r *digestRow) place(before, hash saves.Hash) saves.Place {
	return saves.Place{Seq: r.seq, Before: before, Hash: hash, Lost: r.lost, At: r.line}
}

// digested takes in what can be read of a row.
func digested(r row) digestRow {
	d := digestRow{line: r.line, seq: uint64(max(r.seq, 0)), column: r.seq}
	if len(r.hash) == len(d.hash) {
		d.hash = saves.Hash(r.hash)
	}
	if d.has = len(r.body) >= 2 && json.Valid(r.body); d.has {
		d.seq, d.digest = saves.SeqOf(r.body), saves.DigestOf(r.body)
		lost, err := saves.LostIn(r.body)
		d.lost, d.has = lost, err == nil
		_, d.parts = saves.SaltIn(r.body)
	}
	return d
}

// mended is how a damaged log is read: rows as they stand, and others in the place of those
// that do not follow. The role that plays can change nothing that stands, so the rows stay.
type mended struct {
	parts []part
	end   end
	found *saves.Findings
}

// part is a piece of a mended log: the rows behind one up to another, the first of which follows
// a line with a hash; or, without rows, a single line.
type part struct {
	from, to int64
	before   saves.Hash
	newest   uint64 // number of the newest event up to its end
	single   *saves.Place
}

// recovery puts a log together from the rows of its table; see [saves.Recovery].
type recovery struct {
	rows   []digestRow
	known  []saves.Reached // lines that this machine remembers
	text   func(saves.Place) ([]byte, error)
	places []*saves.Place // of the rows, where they are sound
}

// mostTries bounds how many pairs of rows are compared to find out where one belongs.
const mostTries = 20_000_000

// mostPaths bounds in how many ways damaged rows in a row are read.
const mostPaths = 16

// find finds out which rows are sound: whose hash, or that of a row behind, follows from their
// bodies. Of a row that does not follow either its hash is damaged, or its body: both are tried.
func (r *recovery) find() {
	r.places = make([]*saves.Place, len(r.rows))
	ways := make([][]saves.Place, len(r.rows)) // in which a row that is not sound may be read
	put := func(i int, p saves.Place) {
		for ; ; i-- {
			sound := p
			r.places[i] = &sound
			if i == 0 || r.places[i-1] != nil {
				return
			}
			at := slices.IndexFunc(ways[i-1], func(w saves.Place) bool { return r.rows[i-1].next(w.Hash) == p.Before })
			if at < 0 {
				return
			}
			p = ways[i-1][at] // the row behind proves it
		}
	}
	for i := range r.rows {
		x := &r.rows[i]
		if !x.has {
			continue
		}
		before := []saves.Hash{{}}
		if i > 0 {
			before[0] = r.rows[i-1].next(r.rows[i-1].hash)
			for _, w := range ways[i-1] {
				before = append(before, r.rows[i-1].next(w.Hash))
			}
		}
		for _, b := range before {
			p := x.place(b, b.Then(x.digest))
			if p.Hash == x.hash || slices.Contains(r.known, saves.Reached{Seq: x.seq, Hash: p.Hash}) {
				put(i, p)
				break
			}
			if len(ways[i]) < mostPaths {
				ways[i] = append(ways[i], p)
			}
		}
	}
}

// hold finds out of the rows that are not sound whether their parts are as they say.
func (r *recovery) hold() error {
	for i := range r.rows {
		x := &r.rows[i]
		if r.places[i] != nil || !x.parts {
			continue
		}
		body, err := r.text(x.place(x.hash, x.hash))
		if err != nil {
			return err
		}
		x.holds = saves.PartsHold(body)
	}
	return nil
}

// elsewhere finds the rows that are sound in another place than where they stand, and gives their
// lines.
func (r *recovery) elsewhere(s *saves.Source) map[int64]bool {
	displaced := map[int64]bool{}
	tries := 0
	for i := range r.rows {
		x := &r.rows[i]
		if r.places[i] != nil || !x.has {
			continue
		}
		if tries += len(r.rows); tries > mostTries {
			break
		}
		before, found := saves.Hash{}, saves.Hash{}.Then(x.digest) == x.hash
		for j := 0; j < len(r.rows) && !found; j++ {
			before = r.rows[j].next(r.rows[j].hash)
			found = before.Then(x.digest) == x.hash
		}
		if found {
			p := x.place(before, x.hash)
			displaced[x.line], r.places[i] = true, &p
			if x.seq == 0 { // it has no number by which it has its place among the others
				s.Add(p)
			}
		}
	}
	return displaced
}

// unproved gives the place of a row of which only the row behind it knows the hash, since the one
// before is gone or damaged in all; nil where it is damaged itself.
func (r *recovery) unproved(i int) *saves.Place {
	x := &r.rows[i]
	gone := x.line-1 != r.lineBefore(i)
	if known := !gone && (i == 0 || r.places[i-1] != nil); known || !x.has || x.seq == 0 || x.column != int64(x.seq) || !x.holds && (!gone || x.parts) {
		return nil
	}
	if last := i == len(r.rows)-1; !last && (r.places[i+1] == nil || r.places[i+1].Before != x.hash) {
		return nil
	}
	p := x.place(saves.Hash(sha256.Sum256(append([]byte("fray: a line that is gone\x00"), x.hash[:]...))), x.hash)
	return &p
}

// mend puts the log of a table together. name is what it is called.
func (r *recovery) mend(name string) (*mended, error) {
	r.find()
	var all saves.Recovery
	rows := all.Source("from its rows", r.text)
	others := all.Source("from rows in other places", r.text)
	displaced := r.elsewhere(others)
	if err := r.hold(); err != nil {
		return nil, err
	}
	var tail []saves.Line
	var places []saves.Place
	var bad, alone []string
	for i := range r.rows {
		x := &r.rows[i]
		p := r.places[i]
		if x.line-1 != r.lineBefore(i) && !displaced[x.line] {
			bad = append(bad, fmt.Sprint(x.line-1))
		}
		if p == nil {
			if p = r.unproved(i); p != nil {
				alone = append(alone, fmt.Sprint(p.Seq))
			}
		}
		if p == nil || p.Hash != x.hash || p.Seq != uint64(max(x.column, 0)) || displaced[x.line] {
			bad = append(bad, fmt.Sprint(x.line))
		}
		switch {
		case p == nil:
			tail = append(tail, saves.Line{Seq: x.seq, Hash: x.hash})
		case !displaced[x.line]:
			places, tail = append(places, *p), nil
		case p.Seq > 0:
			at := slices.IndexFunc(places, func(o saves.Place) bool { return o.Seq > p.Seq })
			if at < 0 {
				at = len(places)
			}
			places = slices.Insert(places, at, *p)
		}
	}
	for _, p := range places {
		rows.Add(p)
	}
	t := all.Rebuild()
	last := r.rows[len(r.rows)-1]
	t.MissTail(tail)
	if n := len(tail); n > 0 && t.Last != tail[n-1].Hash {
		t.Miss(t.Newest, tail[n-1].Hash) // what is appended behind it follows that
	}
	m := &mended{end: end{line: last.line, seq: t.Newest, hash: t.Last, stored: last.hash}}
	if len(bad) == 0 {
		m.take(t, r)
		return m, nil // only lines that stand for missing events are in the way of a search
	}
	m.found = &saves.Findings{Path: name, Events: t.Events(), Missing: t.Missing(), Brought: t.Brought()}
	m.found.Wrong = append(m.found.Wrong, fmt.Sprintf("the table %s is damaged in the database: %s not what was written", name, rowWords(bad)))
	if len(alone) > 0 {
		m.found.Wrong = append(m.found.Wrong, fmt.Sprintf("that event %s is what was written cannot be proved, since the line before it is lost", strings.Join(alone, ", ")))
	}
	m.take(t, r)
	return m, nil
}

// lineBefore gives the line of the row before one.
func (r *recovery) lineBefore(i int) int64 {
	if i == 0 {
		return 0
	}
	return r.rows[i-1].line
}

// mostNamedRows is how many damaged rows are named.
const mostNamedRows = 5

func rowWords(bad []string) string {
	bad = slices.Compact(bad)
	switch n := len(bad); {
	case n == 1:
		return "row " + bad[0] + " of fray.lines is"
	case n > mostNamedRows:
		return fmt.Sprintf("%d rows of fray.lines, the first of them %s, are", n, bad[0])
	}
	return "rows " + strings.Join(bad, ", ") + " of fray.lines are"
}

// take makes the parts of what was put together.
func (m *mended) take(t *saves.Rebuilt, r *recovery) {
	at := map[int64]int{} // rows by their lines
	for i := range r.rows {
		at[r.rows[i].line] = i
	}
	before := saves.Hash{} // as the row before says it
	newest := uint64(0)
	for _, f := range t.Lines {
		newest = max(newest, f.Seq)
		if f.Lost != nil {
			newest = max(newest, f.Lost.Last)
		}
		plain := false // it can be read as it stands
		if f.From != nil {
			x := &r.rows[at[f.At]]
			plain = x.hash == f.Hash && x.column == int64(f.Seq) && before.Then(x.digest) == f.Hash
		}
		last := len(m.parts) - 1
		switch {
		case !plain:
			p := f.Place
			m.parts = append(m.parts, part{newest: newest, single: &p})
		case last >= 0 && m.parts[last].single == nil && m.parts[last].to == f.At-1:
			m.parts[last].to, m.parts[last].newest = f.At, newest
		default:
			m.parts = append(m.parts, part{from: f.At - 1, to: f.At, before: before, newest: newest})
		}
		before = f.Hash
		if f.Lost != nil {
			before = f.Lost.Behind()
		}
	}
}
