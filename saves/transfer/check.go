package transfer

import (
	"encoding/json"
	"fmt"
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/fairdice"
)

// mostChecked is how many bytes of an export are checked.
const mostChecked = 1 << 30

// CheckExport checks what was exported of a table, by whoever may see all of it or by a
// player: that the log of the former leads to the hash that stands in it, and that the
// dice in it fall again as they did. noted, if it is not empty, must be the hash in it.
func CheckExport(path string, rules model.Rulebooks, read model.ReadRulebook, noted string) (saves.Report, error) {
	r := saves.Report{Path: path, Report: fairdice.NewReport(), Missing: []saves.Gap{}, Proofs: []string{}}
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
		Log  []json.RawMessage `json:"log"`
	}
	if err := json.NewDecoder(f).Decode(&x); err != nil {
		return r, hurt("the file is not JSON: %v", err)
	}
	if x.Fray == nil {
		return r, bad(`the file is not an exported table: it has no "fray"`)
	}
	r.Hash = x.Hash
	whole := x.Eyes.Role == model.GM || x.Eyes.Role == model.Program
	c := &chainCheck{report: &r, noted: noted}
	dice := fairdice.NewCheck(&r.Report, !whole, false)
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
		r.Events++
		before := t
		if whole {
			t = t.Apply(e)
		}
		dice.Event(before, t, e)
	}
	if whole && (c.last.String() != x.Hash || c.seq != x.Seq) {
		r.Add("its events do not lead to the hash that is written in it: it was changed, or is not whole")
	}
	if noted != "" && noted == x.Hash && c.withheld == 0 {
		r.Vouched = x.Seq
	}
	switch {
	case noted == "" || r.Vouched > 0:
	case c.withheld > 0:
		r.Add("the hash that was noted cannot vouch for it: the log is withheld between events %d and %d until the session has ended. Export the table again then", c.withheld, c.withheld+1)
	default:
		r.Add("the hash that was noted is not in it")
	}
	dice.Finish(t, nil)
	if r.Good() {
		r.Proofs = r.Shows()
	}
	return r, nil
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
	if c.noted == hash.String() && seq > 0 && c.withheld == 0 {
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
