package transfer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/fairdice"
)

// mostChecked is how many bytes of an export are checked.
const mostChecked = 1 << 30

// CheckExport checks what was exported of a table, by whoever may see all of it or by a
// player: that its lines lead to the hash that stands in it, that what is seen of each is as
// it was written, and that the dice fall again as they did. The gamemaster's is compared with
// the table in it, too. noted, if it is not empty, must be the hash of one of its lines.
func CheckExport(path string, rules model.Rulebooks, read model.ReadRulebook, hash string) (saves.Report, error) {
	r := saves.NewReport(path)
	noted, err := saves.ParseNoted(hash)
	if err != nil {
		return r, err
	}
	f, err := OpenImport(path, mostChecked)
	if err != nil {
		return r, err
	}
	defer func() { _ = f.Close() }() // it is only read
	var x struct {
		Fray  *int              `json:"fray"`
		Eyes  model.Seat        `json:"seen_by"`
		Seq   uint64            `json:"seq"`
		Hash  string            `json:"hash"`
		Is    json.RawMessage   `json:"table"`
		Out   []leftOut         `json:"left_out"`
		Log   []json.RawMessage `json:"log"`
		Proof []json.RawMessage `json:"proof"`
	}
	if err := json.NewDecoder(f).Decode(&x); err != nil {
		return r, unreadable(err, true)
	}
	if x.Fray == nil {
		return r, bad(`the file is not an exported table: it has no "fray"`)
	}
	r.Hash = x.Hash
	c := &chainCheck{report: &r, noted: noted}
	whole := x.Eyes.Role == model.GM || x.Eyes.Role == model.Program
	dice := fairdice.NewCheck(&r.Report, !whole, false)
	if !whole {
		c.proof(x.Log, x.Proof)
		for _, o := range x.Out {
			dice.LeftOut(o.Session, o.At)
		}
	}
	t := model.New(rules).WithTexts(read)
	for _, raw := range x.Log {
		text := unescape(raw)
		if whole && !c.line(text) {
			continue // no event
		}
		var e model.Event
		if err := json.Unmarshal(text, &e); err != nil {
			r.Add("%s", words("event %d cannot be read: %v", r.Events+1, err))
			continue
		}
		if r.Events++; !whole && e.Seq != r.Events {
			r.Add("where event %d should stand is event %d", r.Events, e.Seq)
			r.Events = e.Seq
		}
		before := t
		if whole {
			t = t.Apply(e)
			c.seq = e.Seq
		}
		dice.Event(before, t, e)
	}
	dice.Finish(t, nil)
	c.compare(x.Hash)
	if whole {
		c.compareTable(x.Seq, x.Is, t)
		for _, words := range t.NotUnderstood() {
			r.Uncompared = append(r.Uncompared, "this version does not understand all of the table: "+words)
		}
	} else {
		if r.Events != x.Seq {
			r.Add("it ends at event %d, but should end at %d: it is not whole", r.Events, x.Seq)
		}
		r.Uncompared = append(r.Uncompared, "the table that stands beside the log, and whose eyes it says have seen it")
		if c.inPart > 0 {
			r.Uncompared = append(r.Uncompared, fmt.Sprintf("what stands in %d facts in the place of what this player may not know", c.inPart))
		}
		if len(x.Out) > 0 {
			r.Uncompared = append(r.Uncompared, fmt.Sprintf("it says itself that it leaves out %d throws, which were open when they fell and are hidden now: the gamemaster's export has them", len(x.Out)))
		}
	}
	r.Prove()
	return r, nil
}

// compare compares the hash that an export names, and the one that was noted, with those
// where its lines lead.
func (c *chainCheck) compare(hash string) {
	if c.last.String() != hash {
		c.report.Add("its lines do not lead to the hash that is written in it: it was changed, or is not whole")
	}
	if c.noted != "" && c.report.Vouched == 0 {
		c.report.Add("the hash that was noted is not in it")
	}
}

// compareTable compares the table that an export holds beside its log with where its log leads.
func (c *chainCheck) compareTable(seq uint64, is json.RawMessage, t model.Table) {
	r := c.report
	if c.seq != seq {
		r.Add("it ends at event %d, but should end at %d: it is not whole", c.seq, seq)
	}
	there, err := json.Marshal(t)
	var now, then any
	if err = errors.Join(err, json.Unmarshal(there, &now), json.Unmarshal(is, &then)); err != nil {
		r.Add("%s", words("the table in it cannot be read: %v", err))
	} else if at, same := sameIn("table", then, now); !same {
		r.Add("%s", words("the table in it is not where its log leads: %s is otherwise", at))
	}
}

// sameIn reports whether all that a document holds stands in another one as well, which may hold
// more, as a later version may write more; where it does not, at is the first place.
func sameIn(at string, then, now any) (where string, same bool) {
	switch then := then.(type) {
	case map[string]any:
		now, ok := now.(map[string]any)
		if !ok {
			return at, false
		}
		for _, key := range slices.Sorted(maps.Keys(then)) {
			if where, same := sameIn(at+"."+key, then[key], now[key]); !same {
				return where, false
			}
		}
		return "", true
	case []any:
		now, ok := now.([]any)
		if !ok || len(now) != len(then) {
			return at, false
		}
		for i := range then {
			if where, same := sameIn(fmt.Sprintf("%s[%d]", at, i), then[i], now[i]); !same {
				return where, false
			}
		}
		return "", true
	}
	return at, then == now
}

// chainCheck follows the hashes of an exported log.
type chainCheck struct {
	report *saves.Report
	noted  saves.Noted
	last   saves.Hash
	seq    uint64 // of the newest event
	inPart int    // facts that are seen in part
	broken bool
}

// follow goes on to the next line, whose body has a digest.
func (c *chainCheck) follow(digest saves.Hash) {
	if c.last = c.last.Then(digest); c.noted.Is(c.last) && !c.broken {
		c.report.Vouched = max(c.seq, 1)
	}
}

// line takes in a line of the log, and reports whether it is an event.
func (c *chainCheck) line(text []byte) bool {
	if digest, ok := c.withheld(text); ok {
		c.follow(digest)
		return false
	}
	body, before, _, sound := saves.Unseal(text)
	seq := saves.SeqOf(body)
	if !sound || before != c.last || seq > 0 && seq != c.seq+1 {
		c.wrong("the line behind event %d is not what was written: its hashes do not follow", c.seq)
	}
	if seq > 0 {
		c.seq = seq
	}
	c.follow(saves.DigestOf(body))
	return seq > 0
}

// withheld reads what stands for a line that a seat may not know.
func (c *chainCheck) withheld(text []byte) (digest saves.Hash, ok bool) {
	w, ok := isWithheld(text)
	if !ok {
		return digest, false
	}
	digest, err := saves.ParseHash(w.Digest)
	if again, _ := json.Marshal(w); err != nil || string(again) != string(text) {
		c.wrong("what is withheld behind event %d is not what was written", c.seq)
	}
	c.report.Withheld++
	return digest, true
}

// proof takes in what proves the events that a player has seen.
func (c *chainCheck) proof(log, proof []json.RawMessage) {
	for _, raw := range proof {
		raw = unescape(raw)
		if digest, ok := c.withheld(raw); ok {
			c.follow(digest)
			continue
		}
		var x saves.Shown
		var gone lost
		err := errors.Join(json.Unmarshal(raw, &x), json.Unmarshal(raw, &gone))
		again, _ := json.Marshal(x)
		switch {
		case err == nil && gone.Lost != "":
			c.wrong("an event behind event %d is lost in the log: what stands before cannot be compared with a later hash", c.seq)
			c.last, _ = saves.ParseHash(gone.Lost)
			continue
		case err != nil || string(again) != string(raw):
			c.wrong("the proof behind event %d is not what was written", c.seq)
			continue
		case c.seq >= uint64(len(log)):
			c.wrong("an event is missing behind event %d", c.seq)
			return
		}
		digest, inPart, err := x.Proved(unescape(log[c.seq]))
		if err != nil {
			c.wrong("event %d is not what was written: %s", c.seq+1, words("%v", err))
		}
		c.seq++
		c.inPart += inPart
		c.follow(digest)
	}
	if c.seq < uint64(len(log)) {
		c.wrong("nothing proves what stands behind event %d", c.seq)
	}
}

// wrong tells the first break of the chain: those behind it follow from it.
func (c *chainCheck) wrong(format string, args ...any) {
	if !c.broken {
		c.report.Add("%s", fmt.Sprintf(format, args...))
	}
	c.broken = true
}
