package kit

import "example.org/fray/ui/clean"

// Field is one row of a form.
type Field struct {
	Label   string
	Value   string
	Unit    string
	Help    string // shown while the row is selected
	Error   string // what is wrong with the value, "" when nothing is
	Derived bool   // it holds by itself: nobody has written it
	Choice  bool   // left and right change it
	On      bool   // the row is selected
	Caret   int    // letters before the caret, -1 while nobody types
	Marked  bool   // what is typed next stands instead of the value
	Beside  string // what is known of the value, behind it
	Quiet   bool   // it is no value: what else there is
}

// Fields draws rows of a form with the values under each other: bold, or dim if nothing was
// written, and behind it what is known of the value. The row under the cursor has its own
// ground. Errors and help are lines of their own. The second result is the line of each row.
func (k *Look) Fields(fields []Field, w int) ([]string, []int) {
	label := 0
	for _, f := range fields {
		label = max(label, Width(Clean(f.Label)))
	}
	label = min(label, w/2)
	out := make([]string, 0, len(fields)+2)
	at := make([]int, len(fields))
	for i, f := range fields {
		at[i] = len(out)
		line, rest := k.field(f, label, w)
		out = append(out, line)
		under := func(ink Token, words string) { // the field: no word of it is cut
			for i, l := range Wrap(words, w-label-5) {
				r := k.Row(w).Space(label + 3)
				if ink == Bad && i == 0 {
					r.Sign(Bad, k.Tick[1]).Space(1)
				} else if ink == Bad {
					r.Space(2)
				}
				out = append(out, r.Put(ink, l).String())
			}
		}
		if rest != "" {
			under(Dim, rest)
		}
		if f.Error != "" {
			under(Bad, f.Error)
		} else if f.On && f.Help != "" {
			under(Dim, f.Help)
		}
	}
	return out, at
}

// field draws a row, and returns the words behind the value that had no room.
func (k *Look) field(f Field, label, w int) (line, rest string) {
	r := k.Row(w).Mark(f.On).Select(f.On)
	r.Fit(Dim, f.Label, label).Space(1)
	unit := 0
	if f.Unit != "" {
		unit = 1 + Width(Clean(f.Unit))
	}
	value := Title
	if f.Quiet || f.Derived {
		value = Dim
	}
	switch {
	case f.On && f.Marked && k.pens[Selection] != "":
		r.Space(1).Put(Selection, f.Value)
	case f.On && f.Caret >= 0:
		r.Space(1).Typed(f.Value, f.Caret, max(r.Left()-unit, 1))
	case f.Choice:
		r.Sign(Key, arrow(k, f.On, 0)).Put(value, f.Value).Sign(Key, arrow(k, f.On, 1))
	case f.Quiet:
		r.Space(1)
		r.Fit(value, f.Value, min(Width(Clean(f.Value)), r.Left()-Width(f.Beside)-2))
	default:
		r.Space(1).Put(value, f.Value)
	}
	if f.Unit != "" {
		r.Space(1).Put(Dim, f.Unit)
	}
	gap := 2
	if f.Value == "" {
		gap = 0
	}
	switch {
	case f.Beside == "":
	case Width(Clean(f.Beside))+gap <= r.Left():
		r.Space(gap).Put(Dim, f.Beside)
	default:
		rest = f.Beside
	}
	return r.String(), rest
}

// Typed draws text that is being typed, with the caret in sight, in at most w
// cells. Where there is no reverse video the caret is a bar.
func (r *Row) Typed(s string, caret, w int) *Row {
	runes := []rune(s)
	caret = max(0, min(caret, len(runes)))
	before, after := Clean(string(runes[:caret])), Clean(string(runes[caret:]))
	for Width(before) > w-1 {
		n, _ := clean.Cluster(before)
		before = before[n:]
	}
	r.Put(Text, before)
	w -= Width(before)
	under := " "
	if after != "" {
		n, cells := clean.Cluster(after)
		if cells <= w {
			under, after = after[:n], after[n:]
		}
	}
	if r.look.pens[Selection] == "" {
		r.Put(Selection, "|")
		after = under + after
		w--
	} else {
		r.Put(Selection, under)
		w -= Width(under)
	}
	head, _ := cut(after, w)
	return r.Put(Text, head)
}
