package transfer

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
)

// exportForm is of the exported JSON.
const exportForm = 3

// Source is an open table.
type Source interface {
	// Now gives the table as it stands.
	Now() model.Table

	// Lines reads the log behind an event, oldest first; 0 reads all of it. A line that
	// must stay secret has a digest and no body.
	Lines(after uint64) iter.Seq2[saves.Line, error]
}

// withheld is a line that a seat may not know as an export holds it.
type withheld struct {
	Withheld bool   `json:"withheld"`
	Digest   string `json:"digest"`
}

// exporting writes one exported table.
type exporting struct {
	out *bufio.Writer
	n   int
}

func (x *exporting) begin(t model.Table, seat model.Seat, seq uint64, hash string, out []leftOut) error {
	table, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	eyes, err := json.Marshal(t.Named(seat))
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(x.out, "{\n\"fray\":%d,\n\"seen_by\":%s,\n\"seq\":%d,\n\"hash\":%q", exportForm, EscapeJSON(eyes), seq, hash)
	if len(out) > 0 {
		places, err := json.Marshal(out)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(x.out, ",\n\"left_out\":%s", places)
	}
	_, _ = fmt.Fprintf(x.out, ",\n\"table\":%s", EscapeJSON(table))
	return nil
}

// list begins a list of the export.
func (x *exporting) list(name string) {
	x.n = 0
	_, _ = fmt.Fprintf(x.out, ",\n%q:[", name)
}

func (x *exporting) entry(text []byte) {
	sep := ",\n"
	if x.n == 0 {
		sep = "\n"
	}
	x.n++
	_, _ = x.out.WriteString(sep)
	_, _ = x.out.Write(EscapeJSON(text))
}

func (x *exporting) endList() { _, _ = x.out.WriteString("\n]") }

func (x *exporting) end() error {
	_, _ = x.out.WriteString("\n}\n")
	return x.out.Flush() // keeps the first error of all the writes before it
}

// Export writes the table and its log as JSON, as Import reads them and as far as a seat
// may see them, with the newest hash of the log: whoever notes it can tell later whether
// the table is the one that was played. For whoever may not know all of it each line of the
// log is there, too, as its digest or with what proves the part that they see.
func Export(w io.Writer, s Source, seat model.Seat) error {
	x := &exporting{out: bufio.NewWriter(w)}
	t := s.Now()
	hash, err := hashOf(s, t.Seq())
	if err != nil {
		return err
	}
	if seat.Role != model.GM && seat.Role != model.Program {
		err = x.seen(s, t, seat, hash)
	} else {
		err = x.whole(s, t, seat, hash)
	}
	if err != nil {
		return err
	}
	return x.end()
}

// leftOut is where dice stand that were open when they fell and that a seat is not told of any
// more, since somebody in them is hidden now. The places of the dice around them show as much:
// saying so tells such gaps from throws that were taken out.
type leftOut struct {
	Session string `json:"session"` // the fingerprint of its open seed
	At      int64  `json:"at"`
}

// leftOutOf gives the open dice of a table that the log of a seat does not hold.
func leftOutOf(whole, seen model.Table) (out []leftOut) {
	has := openDice(seen)
	for place := range openDice(whole) {
		if !has[place] {
			out = append(out, place)
		}
	}
	slices.SortFunc(out, func(a, b leftOut) int { return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.At, b.At)) })
	return out
}

// openDice gives the places of the open dice in a log.
func openDice(t model.Table) map[leftOut]bool {
	out := map[leftOut]bool{}
	session := ""
	var take func(e model.Event)
	take = func(e model.Event) {
		for _, f := range e.Facts {
			switch f := f.(type) {
			case model.SessionBegan:
				session = f.Fingerprint
			case model.Answered:
				if f.Thrown && f.Draw != nil && !f.Draw.Hidden {
					out[leftOut{session, f.Draw.At}] = true
				}
			case model.Amended:
				for _, v := range f.Versions {
					take(v.Event)
				}
			}
		}
	}
	for _, l := range slices.Backward(slices.Collect(t.Log())) {
		if l.Was != nil {
			l.Event = *l.Was // what it is instead stands in another event
		}
		take(l.Event)
	}
	return out
}

// hashOf gives the hash of an event.
func hashOf(s Source, seq uint64) (string, error) {
	for l, err := range s.Lines(max(seq, 1) - 1) {
		if err != nil || l.Seq == seq {
			return l.Hash.String(), err
		}
	}
	return saves.Hash{}.String(), nil
}

// whole writes the lines of the log up to the table's newest event.
func (x *exporting) whole(s Source, t model.Table, seat model.Seat, hash string) error {
	if err := x.begin(t, seat, t.Seq(), hash, nil); err != nil {
		return err
	}
	x.list("log")
	var before saves.Hash
	for l, err := range s.Lines(0) {
		if err != nil {
			return err
		}
		if l.Seq > t.Seq() {
			break
		}
		switch {
		case l.Body != nil:
			text, _ := saves.Seal(before, l.Body)
			x.entry(text)
		case l.Seq == 0:
			text, err := json.Marshal(withheld{true, l.Digest.String()})
			if err != nil {
				return err
			}
			x.entry(text)
		}
		before = l.Hash
	}
	x.endList()
	return nil
}

// seen writes the events that a seat may see. They are no lines of the log and have
// numbers of their own. What proves them stands beside them, with the digests of all lines:
// so an export tells how many events a seat does not see, and no more of them.
func (x *exporting) seen(s Source, whole model.Table, seat model.Seat, hash string) error {
	t := view.SeenBy(whole, seat)
	if err := x.begin(t, seat, t.Seq(), hash, leftOutOf(whole, t)); err != nil {
		return err
	}
	type seen struct {
		text []byte
		from []int
	}
	events := make([]seen, t.Seq()+1)
	x.list("log")
	for _, l := range slices.Backward(slices.Collect(t.Log())) {
		e := l.Event
		if l.Was != nil {
			e = *l.Was // what it is instead stands in another event
		}
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		x.entry(text)
		events[e.Seq] = seen{text, e.From}
	}
	x.endList()
	x.list("proof")
	for l, err := range s.Lines(0) {
		if err != nil {
			return err
		}
		if l.Seq > whole.Seq() {
			break
		}
		var proof any
		switch n := t.Place(l.Seq); {
		case l.Body == nil && l.Seq > 0:
			proof = lost{l.Hash.String()}
		case l.Body == nil:
			proof = withheld{true, l.Digest.String()}
		case l.Seq > 0 && n > 0:
			proof, err = saves.Show(l.Body, events[n].text, events[n].from)
		default:
			proof = withheld{true, saves.DigestOf(l.Body).String()}
		}
		text, err2 := json.Marshal(proof)
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		x.entry(text)
	}
	x.endList()
	return nil
}

// lost is a line whose body nobody knows any more.
type lost struct {
	Lost string `json:"lost"` // its hash
}

// isWithheld reads an entry of a log that stands for a secret line.
func isWithheld(text []byte) (w withheld, ok bool) {
	ok = bytes.HasPrefix(text, []byte(`{"withheld":`)) && json.Unmarshal(text, &w) == nil && w.Withheld
	return w, ok
}
