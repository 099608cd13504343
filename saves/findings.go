package saves

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Findings are what was found damaged at a table, and what has been done about
// it. It is the one report of all damage: at opening, behind the screen and
// while the table is written.
type Findings struct {
	Path    string   `json:"path"`
	Wrong   []string `json:"wrong"`            // what was found, a sentence each
	Events  uint64   `json:"events"`           // that stand
	Brought []string `json:"brought"`          // from where those came that the file had lost
	Missing []Gap    `json:"missing"`          // what is nowhere
	Behind  string   `json:"behind,omitempty"` // what is missing, or may be, behind the newest event; "" where nothing is
	Kept    []string `json:"kept"`             // files that were kept aside, as they were found
}

// Gap are events that are missing, one after the other.
type Gap struct {
	First uint64    `json:"first"`
	Last  uint64    `json:"last"`
	After time.Time `json:"after"`  // when the event before them was written
	Until time.Time `json:"before"` // when the one behind them was, or the last of them
}

// String says in words what is missing, and from when.
func (g Gap) String() string {
	words := fmt.Sprintf("events %d to %d are missing", g.First, g.Last)
	if g.First == g.Last {
		words = fmt.Sprintf("event %d is missing", g.First)
	}
	const form = "2006-01-02 15:04:05"
	switch {
	case !g.After.IsZero() && !g.Until.IsZero():
		words += fmt.Sprintf(", from between %s and %s", g.After.Local().Format(form), g.Until.Local().Format(form))
	case !g.After.IsZero():
		words += fmt.Sprintf(", from after %s", g.After.Local().Format(form))
	case !g.Until.IsZero():
		words += fmt.Sprintf(", from before %s", g.Until.Local().Format(form))
	}
	return words
}

// count is how many events are missing.
func (g Gap) count() uint64 { return g.Last - g.First + 1 }

// Lost is how many events are missing.
func (f *Findings) Lost() uint64 {
	n := uint64(0)
	if f != nil {
		for _, g := range f.Missing {
			n += g.count()
		}
	}
	return n
}

// Lines is the whole report in words, a sentence a line: what was found, what
// was saved, what is missing, what was kept.
func (f *Findings) Lines() []string {
	if f == nil {
		return nil
	}
	var out []string
	for _, w := range f.Wrong {
		out = append(out, sentence(w))
	}
	saved := fmt.Sprintf("%d %s can be read", f.Events, plural(f.Events, "event", "events"))
	switch {
	case f.Lost() > 0:
	case f.Behind != "":
		saved = fmt.Sprintf("All events up to number %d can be read", f.Events)
	default:
		saved = "Nothing is missing: " + saved
	}
	if len(f.Brought) > 0 {
		saved += ", " + strings.Join(f.Brought, ", ")
	}
	out = append(out, saved+".")
	for _, g := range f.Missing {
		out = append(out, sentence(g.String()))
	}
	if f.Behind != "" {
		out = append(out, sentence(f.Behind))
	}
	if len(f.Kept) > 0 {
		var names []string
		for _, k := range f.Kept {
			names = append(names, filepath.Base(k))
		}
		out = append(out, fmt.Sprintf("Kept as it was found, in %s: %s.", filepath.Dir(f.Kept[0]), strings.Join(names, ", ")))
	}
	return out
}

// sentence begins with a capital, unless with the name of a file, and ends with
// a full stop.
func sentence(s string) string {
	if first, _, _ := strings.Cut(s, " "); s == "" || strings.Contains(first, ".") {
		return s + "."
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func plural(n uint64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Clone gives findings that do not change with these; nil for none.
func (f *Findings) Clone() *Findings {
	if f == nil {
		return nil
	}
	c := *f
	c.Wrong, c.Brought, c.Missing, c.Kept = slices.Clone(f.Wrong), slices.Clone(f.Brought), slices.Clone(f.Missing), slices.Clone(f.Kept)
	return &c
}

// Same reports whether both say the same.
func (f *Findings) Same(o *Findings) bool {
	if f == nil || o == nil {
		return f == o
	}
	return f.Events == o.Events && f.Behind == o.Behind && slices.Equal(f.Wrong, o.Wrong) && slices.Equal(f.Brought, o.Brought) && slices.Equal(f.Missing, o.Missing) && slices.Equal(f.Kept, o.Kept)
}
