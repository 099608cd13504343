package transfer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/fairdice"
)

// mostChecked is how many bytes of an export are checked.
const mostChecked = 1 << 30

// CheckExport checks what was exported of a table, by whoever may see all of it or by a
// player: that the log of the former leads to the hash and to the table that stand in it, and
// that the dice in it fall again as they did. noted, if it is not empty, must be the hash of one
// of its lines; a player's export has none, so that nothing can be compared with it.
func CheckExport(path string, rules model.Rulebooks, read model.ReadRulebook, noted string) (saves.Report, error) {
	r := saves.NewReport(path)
	if noted = strings.ToLower(strings.TrimSpace(noted)); noted != "" {
		if _, err := saves.ParseHash(noted); err != nil {
			return r, err
		}
	}
	f, err := OpenImport(path, mostChecked)
	if err != nil {
		return r, err
	}
	defer func() { _ = f.Close() }() // it is only read
	var x struct {
		Fray *int              `json:"fray"`
		Eyes model.Seat        `json:"seen_by"`
		Seq  uint64            `json:"seq"`
		Hash string            `json:"hash"`
		Is   json.RawMessage   `json:"table"`
		Out  []leftOut         `json:"left_out"`
		Log  []json.RawMessage `json:"log"`
	}
	if err := json.NewDecoder(f).Decode(&x); err != nil {
		return r, unreadable(err, true)
	}
	if x.Fray == nil {
		return r, bad(`the file is not an exported table: it has no "fray"`)
	}
	r.Hash = x.Hash
	whole := x.Eyes.Role == model.GM || x.Eyes.Role == model.Program
	c := &chainCheck{report: &r, noted: noted}
	dice := fairdice.NewCheck(&r.Report, !whole, false)
	if !whole {
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
		}
		dice.Event(before, t, e)
	}
	dice.Finish(t, nil)
	if whole {
		c.compare(x.Seq, x.Hash, x.Is, t)
	} else {
		if r.Events != x.Seq {
			r.Add("it ends at event %d, but should end at %d: it is not whole", r.Events, x.Seq)
		}
		r.Uncompared = append(r.Uncompared, "what a player may see has no hashes of its own: outcomes of rolls, sheets, names, notes, and whether acts are missing at its end were compared with nothing, and its hash with no event")
		if len(x.Out) > 0 {
			r.Uncompared = append(r.Uncompared, fmt.Sprintf("it says itself that it leaves out %d throws, which were open when they fell and are hidden now: the gamemaster's export has them", len(x.Out)))
		}
		if noted != "" {
			r.Uncompared = append(r.Uncompared, "nor could it be compared with the hash that you noted: only the table itself, or the gamemaster's export, can")
		}
	}
	r.Prove()
	return r, nil
}

// compare compares what an export says beside its log with where its log leads.
func (c *chainCheck) compare(seq uint64, hash string, is json.RawMessage, t model.Table) {
	r := c.report
	if c.last.String() != hash || c.seq != seq {
		r.Add("its events do not lead to the hash that is written in it: it was changed, or is not whole")
	}
	switch {
	case c.noted == "" || r.Vouched > 0:
	case c.withheld > 0:
		r.Add("the hash that was noted cannot vouch for it: the log is withheld between events %d and %d until the session has ended. Export the table again then", c.withheld, c.withheld+1)
	default:
		r.Add("the hash that was noted is not in it")
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
	report   *saves.Report
	noted    string
	last     saves.Hash
	seq      uint64 // of the newest event
	withheld uint64 // the event before a line that is withheld; 0 for none
	broken   bool
}

// line takes in a line of the log, and reports whether it is an event.
func (c *chainCheck) line(text []byte) bool {
	if w, ok := isWithheld(text); ok {
		hash, err := saves.ParseHash(w.Hash)
		if err != nil || w.Before != c.last.String() || c.withheld > 0 {
			c.wrong("what is withheld behind event %d does not follow from the line before", c.seq)
		}
		c.last, c.withheld = hash, c.seq
		return false
	}
	body, before, hash, sound := saves.Unseal(text)
	seq := saves.SeqOf(body)
	if !sound || before != c.last || seq > 0 && seq != c.seq+1 {
		c.wrong("the line behind event %d is not what was written: its hashes do not follow", c.seq)
	}
	c.last = hash
	if seq > 0 {
		c.seq = seq
	}
	if c.noted == hash.String() && seq > 0 && c.withheld == 0 && !c.broken {
		c.report.Vouched = seq
	}
	return seq > 0
}

// wrong tells the first break of the chain: those behind it follow from it.
func (c *chainCheck) wrong(format string, args ...any) {
	if !c.broken {
		c.report.Add("%s", fmt.Sprintf(format, args...))
	}
	c.broken = true
}
