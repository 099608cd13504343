package saves

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"path/filepath"
	"slices"
	"time"

	"example.org/fray/saves/fairdice"
)

// source is one place where a table's events stand.
type source struct {
	words string // for people: "the copy beside it"
	path  string
}

// record is an event as sources have it. Nobody has vouched for it yet.
type record struct {
	body []byte
	hash []byte
	from uint64 // the sources that have it, a bit each
}

// pool is all that is left of a table, from wherever there is something.
type pool struct {
	sources []source
	records map[uint64][]record
	stated  map[uint64][]digest // hashes that some source gives an event
	order   []uint64            // the numbers of the records
	seeds   []seed
	head    head
	headed  bool // the head file can be read
}

type seed struct {
	seed  fairdice.Seed
	drawn int64
}

// The first sources, the likeliest to be the table itself before the others.
const (
	fromFile = iota
	fromCopy
)

// gather reads everything that stands at path and beside it.
func gather(path string) (*pool, *rawFile) {
	p := &pool{records: map[uint64][]record{}, stated: map[uint64][]digest{}}
	p.head, p.headed = readHead(path)
	p.sources = []source{{"from the file", path}, {"from the copy beside it", path + copySuffix}}
	raw, err := readRaw(path)
	if err == nil {
		p.take(fromFile, raw)
	}
	p.readCopy(fromCopy, path+copySuffix)
	for _, b := range slices.Backward(backupsOf(path)) {
		p.add(source{"from the backup of " + b.day(), b.Path})
	}
	for _, k := range keptOf(path) {
		p.add(source{"from what was kept before", k})
	}
	if p.headed {
		p.state(p.head.Seq, p.head.digest())
	}
	return p, raw
}

func (p *pool) add(s source) {
	if len(p.sources) == 64 {
		return
	}
	p.sources = append(p.sources, s)
	n := len(p.sources) - 1
	if filepath.Ext(s.path) == copySuffix {
		p.readCopy(n, s.path)
	} else if raw, err := readRaw(s.path); err == nil {
		p.take(n, raw)
	}
}

func (p *pool) take(from int, raw *rawFile) {
	raw.records(func(seq uint64, body, hash []byte) { p.put(from, seq, body, hash) })
	raw.seeds(func(s [32]byte, drawn int64) { p.seeds = append(p.seeds, seed{s, drawn}) })
}

// readCopy takes what can be read of a readable copy.
func (p *pool) readCopy(from int, path string) {
	_ = eachCopied(path, func(c copied) bool {
		p.put(from, c.seq, c.body, c.hash)
		return true
	})
}

// mostEvents keeps a flipped number from being believed.
const mostEvents = 1 << 40

func (p *pool) put(from int, seq uint64, body, hash []byte) {
	if seq == 0 || seq > mostEvents {
		return
	}
	all := p.records[seq]
	for i := range all {
		if bytes.Equal(all[i].hash, hash) && bytes.Equal(all[i].body, body) {
			all[i].from |= 1 << from
			return
		}
	}
	if all == nil {
		p.order = append(p.order, seq)
	}
	p.records[seq] = append(all, record{slices.Clone(body), slices.Clone(hash), 1 << from})
	if len(hash) == len(digest{}) {
		p.state(seq, digest(hash))
	}
}

func (p *pool) state(seq uint64, d digest) {
	if !slices.Contains(p.stated[seq], d) {
		p.stated[seq] = append(p.stated[seq], d)
	}
}

// tale is the log as far as it can be put together.
type tale struct {
	lines []told
	gaps  []Gap
	from  map[int]uint64 // how many events the likeliest source of each has given
	ours  map[int]bool   // whether a source tells this story, as far as asked
}

// told is an event that stands; one without a body is lost.
type told struct {
	seq  uint64
	body []byte
	hash []byte // nil where nobody knows it
}

// tell puts the log together: every event that follows from the one before it
// by its hash, from whichever source has it. Where the table's file and another
// source go different ways, the file's is the table.
func (p *pool) tell() *tale {
	s := &tale{from: map[int]uint64{}, ours: map[int]bool{}}
	slices.Sort(p.order)
	state := make([]byte, len(digest{}))
	for n := uint64(1); ; n++ {
		r, hash, ok := p.next(n, state)
		if !ok {
			to, before, behind := p.after(s, n)
			if to == 0 {
				break
			}
			for ; n < to; n++ {
				s.lines = append(s.lines, told{seq: n})
			}
			s.lines[len(s.lines)-1].hash = before
			r, hash = behind, behind.hash
		}
		s.lines = append(s.lines, told{n, r.body, hash})
		s.from[bits.TrailingZeros64(r.from)]++
		state = hash
	}
	s.findGaps(p)
	return s
}

// next finds the event of a number that follows from the hash before.
func (p *pool) next(n uint64, before []byte) (record, []byte, bool) {
	for _, r := range p.records[n] {
		if len(r.body) == 0 {
			continue
		}
		hash := chain(digest(before), n, r.body)
		if bytes.Equal(hash[:], r.hash) || slices.Contains(p.stated[n], hash) || p.followed(n, hash) {
			return r, hash[:], true
		}
	}
	return record{}, nil, false
}

// followed reports whether an event of the next number follows from a hash.
func (p *pool) followed(n uint64, hash digest) bool {
	return slices.ContainsFunc(p.records[n+1], func(r record) bool {
		next := chain(hash, n+1, r.body)
		return bytes.Equal(next[:], r.hash)
	})
}

// after finds the event with which the story goes on behind a hole that begins
// with n, and the hash before it, nil where nobody knows that. The number is 0
// where nothing of this table follows.
func (p *pool) after(s *tale, n uint64) (uint64, []byte, record) {
	i, _ := slices.BinarySearch(p.order, n+1)
	for _, m := range p.order[i:] {
		for _, r := range p.records[m] {
			if len(r.body) == 0 || len(r.hash) != len(digest{}) || p.foreign(s, r) {
				continue
			}
			for _, h := range p.stated[m-1] {
				if hash := chain(h, m, r.body); bytes.Equal(hash[:], r.hash) {
					return m, h[:], r
				}
			}
			if numbered(r.body, m) && p.followed(m, digest(r.hash)) {
				return m, nil, r
			}
		}
	}
	return 0, nil, record{}
}

// foreign reports whether a record is of sources that tell another story than
// the one so far: their newest events that both have are not the same.
func (p *pool) foreign(s *tale, r record) bool {
	for from := range p.sources {
		if r.from&(1<<from) != 0 && p.tells(s, from) {
			return false
		}
	}
	return true
}

func (p *pool) tells(s *tale, from int) bool {
	if ours, known := s.ours[from]; known {
		return ours
	}
	compared := 0
	for i := len(s.lines) - 1; i >= 0 && compared < 4; i-- {
		l := s.lines[i]
		there := false
		for _, r := range p.records[l.seq] {
			if r.from&(1<<from) == 0 {
				continue
			}
			if bytes.Equal(r.hash, l.hash) {
				s.ours[from] = true
				return true
			}
			if p.vouched(l.seq, r) { // another event, and as it was written
				s.ours[from] = false
				return false
			}
			there = true
		}
		if there {
			compared++
		}
	}
	s.ours[from] = compared < 2 // one alone may be damaged
	return s.ours[from]
}

// vouched reports whether a record follows from some event that is known.
func (p *pool) vouched(seq uint64, r record) bool {
	before := p.stated[seq-1]
	if seq == 1 {
		before = []digest{{}}
	}
	return len(r.hash) == len(digest{}) && slices.ContainsFunc(before, func(h digest) bool { return chain(h, seq, r.body) == digest(r.hash) })
}

// numbered reports whether an event calls itself by that number.
func numbered(body []byte, seq uint64) bool {
	var e struct {
		Seq uint64 `json:"seq"`
	}
	return json.Unmarshal(body, &e) == nil && e.Seq == seq
}

func timeOf(body []byte) time.Time {
	var e struct {
		Time time.Time `json:"time"`
	}
	_ = json.Unmarshal(body, &e) // the zero time says that nobody knows
	return e.Time
}

// end is the number of the newest event, and its hash.
func (s *tale) end() (uint64, []byte) {
	if len(s.lines) == 0 {
		return 0, nil
	}
	l := s.lines[len(s.lines)-1]
	return l.seq, l.hash
}

// events counts those that stand.
func (s *tale) events() uint64 {
	n := uint64(0)
	for _, l := range s.lines {
		if len(l.body) > 0 {
			n++
		}
	}
	return n
}

// findGaps finds what is missing between the events that stand and behind them.
func (s *tale) findGaps(p *pool) {
	var before, open *told
	for i := range s.lines {
		l := &s.lines[i]
		switch {
		case len(l.body) == 0 && open == nil:
			open = l
		case len(l.body) > 0:
			if open != nil {
				s.gaps = append(s.gaps, gap(open.seq, l.seq-1, before, timeOf(l.body)))
			}
			before, open = l, nil
		}
	}
	end, _ := s.end()
	last, until := end, time.Time{}
	for _, n := range slices.Backward(p.order) {
		if n <= end {
			break
		}
		if slices.ContainsFunc(p.records[n], func(r record) bool {
			return !p.foreign(s, r) && (n == end+1 || numbered(r.body, n))
		}) {
			last = n
			break
		}
	}
	if p.headed && p.head.Seq >= last && p.head.Seq > end && !p.headOfAnother(s) {
		last, until = p.head.Seq, p.head.Time
	}
	if last > end {
		s.gaps = append(s.gaps, gap(end+1, last, before, until))
	}
}

// headOfAnother reports whether the head file is of a story that another
// source tells.
func (p *pool) headOfAnother(s *tale) bool {
	return slices.ContainsFunc(p.records[p.head.Seq], func(r record) bool {
		return p.head.Hash == hex.EncodeToString(r.hash) && p.foreign(s, r)
	})
}

func gap(first, last uint64, before *told, until time.Time) Gap {
	g := Gap{First: first, Last: last, Until: until}
	if before != nil {
		g.After = timeOf(before.body)
	}
	return g
}

// brought says in words which events came from elsewhere than the file.
func (s *tale) brought(p *pool) []string {
	var out []string
	for _, from := range slices.Sorted(maps.Keys(s.from)) {
		if from != fromFile {
			out = append(out, fmt.Sprintf("%d %s", s.from[from], p.sources[from].words))
		}
	}
	return out
}
