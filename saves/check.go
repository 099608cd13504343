package saves

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

// Report is what a check has found.
type Report struct {
	Path    string `json:"path"`
	Events  uint64 `json:"events"`  // that can be read
	Hash    string `json:"hash"`    // of the newest of them
	Vouched uint64 `json:"vouched"` // the event whose hash somebody has kept; 0: none was given

	// Remembered is the newest event that this machine remembers; 0: nothing.
	Remembered uint64 `json:"remembered"`
	fairdice.Report
	Withheld   int      `json:"withheld"` // lines that an export has no more of than a digest
	Missing    []Gap    `json:"missing"`
	Uncompared []string `json:"uncompared"` // what could not be compared with anything
	Proofs     []string `json:"shows"`      // what this proves
	NotProved  []string `json:"not_proved"` // what no check can
	Fix        string   `json:"fix,omitempty"`
}

// NewReport is one that has found nothing yet.
func NewReport(path string) Report {
	return Report{Path: path, Report: fairdice.NewReport(), Missing: []Gap{}, Uncompared: []string{}, Proofs: []string{}, NotProved: []string{}}
}

// Prove says what a sound log proves, and what it does not.
func (r *Report) Prove() {
	if !r.Good() {
		return
	}
	if r.Proofs = r.Shows(); r.Vouched > 0 {
		r.Proofs = append(r.Proofs, fairdice.ProvesLines)
	}
	if r.Withheld > 0 {
		r.Proofs = append(r.Proofs, fairdice.ProvesPart)
	}
	if len(r.Begun) > 0 {
		r.NotProved = fairdice.NotProved
	}
}

// Good reports whether nothing is wrong.
func (r Report) Good() bool { return len(r.Wrong)+len(r.Missing) == 0 }

// Noted is a hash that somebody has noted, or its first digits, as they stand with each
// roll; "" where nobody has.
type Noted string

// ParseNoted reads a hash that somebody has noted.
func ParseNoted(text string) (Noted, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	digits := strings.Trim(text, "0123456789abcdef") == ""
	if text != "" && (!digits || len(text) < shortLen || len(text) > hexLen) {
		return "", fmt.Errorf("%.80q is not a hash: a hash is the %d letters and digits shown at the end of a session, or the %d that stand with a roll", text, hexLen, shortLen)
	}
	return Noted(text), nil
}

// Is reports whether a hash is the one that was noted.
func (n Noted) Is(h Hash) bool { return n != "" && strings.HasPrefix(h.String(), string(n)) }

// Check reads all of a log: every line and its hash, every die that the program threw,
// every finished roll; and compares the newest snapshot of the index with the table.
// Nothing is changed. The error says why the log could not be checked at all; damage is
// a report. A line must have the hash that somebody has noted, if anybody has.
func Check(ctx context.Context, log Log, index Index, rules model.Rulebooks, read model.ReadRulebook, noted Noted) (Report, error) {
	r := NewReport(log.Path())
	t := model.New(rules).WithTexts(read)
	var lost []Gap
	for line, err := range log.Read(ctx, 0) { // what is damaged is found before anything is judged by it
		if err != nil {
			return r, err
		}
		if line.Body == nil {
			lost = append(lost, Gap{First: line.Seq, Last: line.Seq})
		}
	}
	if found := log.Findings(); found != nil {
		r.Wrong, r.Missing = append(r.Wrong, found.Wrong...), append(r.Missing, found.Missing...)
		if found.Behind != "" {
			r.Wrong = append(r.Wrong, found.Behind)
		}
	}
	r.Remembered = log.Remembered()
	if r.Missing = join(r.Missing, lost); len(lost) > 0 && len(r.Wrong) == 0 {
		r.Missing = join(nil, lost) // it was told when it was found
	}
	dice := fairdice.NewCheck(&r.Report, false, len(lost) > 0)
	at, snapshot, err := index.Snapshot(1<<63 - 1)
	if err != nil {
		at = Reached{}
	}
	session := uint64(0)
	for e, err := range manyEvents(ctx, log, 0) {
		var bad *Damaged
		if errors.As(err, &bad) {
			r.Add("%s", bad.What)
			r.Fix = "No table can be opened with an event that is written so: bring back a backup from before it"
			break
		}
		if err != nil {
			return r, err
		}
		if noted.Is(e.Hash) {
			r.Vouched = e.Line.Seq
		}
		if e.Body == nil {
			continue
		}
		r.Events, r.Hash = r.Events+1, e.Hash.String()
		before := t
		t = t.Apply(e.Event)
		dice.Event(before, t, e.Event)
		if _, ok := began(e.Event); ok {
			session = e.Line.Seq
		}
		if e.Line.Seq == at.Seq && e.Hash == at.Hash {
			if again, err := t.Snapshot(); err != nil || string(again) != string(snapshot) {
				r.Add("the events up to %d lead to another table than the snapshot that was kept", at.Seq)
			}
		}
	}
	if noted != "" && r.Vouched == 0 {
		r.Add("no event has the hash you noted: this is another log, or it was changed since")
	}
	var running *fairdice.Seeds
	if t.Open && session > 0 {
		if running, err = seedsOf(ctx, log, session); err != nil {
			return r, err
		}
	}
	dice.Finish(t, running)
	for _, words := range t.NotUnderstood() {
		r.Uncompared = append(r.Uncompared, "this version does not understand all of the table: "+words)
	}
	r.Prove()
	return r, nil
}

// join puts gaps that follow each other together, behind others.
func join(gaps, more []Gap) []Gap {
	out := append([]Gap{}, gaps...)
	for _, g := range more {
		known := false
		for i := range out {
			known = known || out[i].First <= g.First && g.Last <= out[i].Last
			if !known && out[i].Last+1 == g.First {
				out[i].Last, known = g.Last, true
			}
		}
		if !known {
			out = append(out, g)
		}
	}
	return out
}
