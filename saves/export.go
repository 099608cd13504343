package saves

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/fray/model"
	"example.org/fray/model/view"
)

// exportForm is of the exported JSON.
const exportForm = 1

// exporting writes one exported table.
type exporting struct {
	out *bufio.Writer
	n   int
}

func (x *exporting) begin(t model.Table, seat model.Seat, seq uint64, hash string) error {
	table, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(x.out, "{\n\"fray\":%d", exportForm)
	if hash != "" {
		eyes, err := json.Marshal(t.Named(seat))
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(x.out, ",\n\"seen_by\":%s,\n\"seq\":%d,\n\"hash\":%q", EscapeJSON(eyes), seq, hash)
	}
	_, _ = fmt.Fprintf(x.out, ",\n\"table\":%s", EscapeJSON(table))
	return nil
}

func (x *exporting) event(body []byte) {
	sep := ",\n"
	if x.n == 0 {
		sep = ",\n\"log\":[\n"
	}
	x.n++
	_, _ = x.out.WriteString(sep)
	_, _ = x.out.Write(EscapeJSON(body))
}

func (x *exporting) end() error {
	if x.n > 0 {
		_, _ = x.out.WriteString("\n]")
	}
	_, _ = x.out.WriteString("\n}\n")
	return x.out.Flush() // keeps the first error of all the writes before it
}

func (x *exporting) events(log iter.Seq2[model.Event, error]) error {
	for e, err := range log {
		if err != nil {
			return err
		}
		body, err := json.Marshal(e)
		if err != nil {
			return err
		}
		x.event(body)
	}
	return nil
}

// own gives the log that a table holds itself, from its first event on.
func own(t model.Table) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		for _, l := range slices.Backward(slices.Collect(t.Log())) {
			e := l.Event
			if l.Was != nil {
				e = *l.Was // what it is instead stands in another event
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Export writes the table and its log as JSON, as Import reads them and as far
// as a seat may see them, with the newest hash of the log: whoever keeps it can
// tell later whether the table is the one that was played.
func (l *Live) Export(w io.Writer, seat model.Seat) error {
	x := &exporting{out: bufio.NewWriter(w)}
	if seat.Role != model.GM && seat.Role != model.Program {
		return l.exportSeen(x, seat)
	}
	b, err := l.reader()
	if err != nil {
		return err
	}
	defer func() { _ = b.drop() }()
	if err := x.begin(l.Now(), seat, b.seq, b.hash.String()); err != nil {
		return err
	}
	err = b.bodies(0, func(_ uint64, e line) bool {
		if len(e.body) > 0 {
			x.event(e.body)
		}
		return true
	})
	if err != nil {
		return err
	}
	return x.end()
}

func (l *Live) exportSeen(x *exporting, seat model.Seat) error {
	seq, hash := l.Seal()
	t := view.SeenBy(l.Now(), seat)
	if err := x.begin(t, seat, seq, hash); err != nil {
		return err
	}
	if err := x.events(own(t)); err != nil {
		return err
	}
	return x.end()
}

// EscapeJSON writes with their numbers, as JSON may, the characters of a JSON
// document that could steer a terminal or hide among the others. What it says
// stays the same.
func EscapeJSON(b []byte) []byte {
	odd := func(r rune) bool {
		return r == 0x7f || r > 0x7f && (unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError)
	}
	if bytes.IndexFunc(b, odd) < 0 {
		return b
	}
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case !odd(r) || r == utf8.RuneError && n == 3:
			out.Write(b[:n])
		case r > 0xffff:
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd7c0+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		b = b[n:]
	}
	return []byte(out.String())
}

// unescape takes back what EscapeJSON did.
func unescape(b []byte) []byte {
	if !bytes.Contains(b, []byte(`\u`)) {
		return b
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		if b[0] == '\\' && len(b) > 1 && b[1] != 'u' {
			out, b = append(out, b[:2]...), b[2:]
			continue
		}
		if r, n := numberedRune(b); n > 0 && len(EscapeJSON([]byte(string(r)))) > len(string(r)) && r != '\u2028' && r != '\u2029' {
			out, b = utf8.AppendRune(out, r), b[n:]
			continue
		}
		out, b = append(out, b[0]), b[1:]
	}
	return out
}

// numberedRune reads a character that stands as its number, with its second
// half if it has one; n is 0 where there is none.
func numberedRune(b []byte) (r rune, n int) {
	read := func(b []byte) (rune, bool) {
		if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
			return 0, false
		}
		v, err := strconv.ParseUint(string(b[2:6]), 16, 32)
		return rune(v), err == nil
	}
	r, ok := read(b)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		low, ok := read(b[6:])
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return 0, 0
		}
		return r, 12
	}
	return r, 6
}
