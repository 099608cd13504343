package kit

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
	Beside  string // what is known of the value, behind it
	Quiet   bool   // it is no value: what else there is
}

// Fields draws rows of a form, their values under each other; error and help
// stand on a line of their own. The second result is the line of each row.
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
		out = append(out, k.field(f, label, w))
		if f.Error != "" {
			for _, line := range Wrap(f.Error, w-label-4) {
				out = append(out, k.Row(w).Space(label+2).Sign(Bad, k.Tick[1]).Space(1).Put(Bad, line).String())
			}
		} else if f.On && f.Help != "" {
			for _, line := range Wrap(f.Help, w-label-2) {
				out = append(out, k.Row(w).Space(label+2).Put(Dim, line).String())
			}
		}
	}
	return out, at
}

// FormRows draws the rows of the form of an action: the value bold, what is known
// of it behind it, the line under the cursor over its ground; an error stands
// under its row. The second result is the line of each row.
func (k *Look) FormRows(fields []Field, w int) ([]string, []int) {
	label := 0
	for _, f := range fields {
		label = max(label, Width(Clean(f.Label)))
	}
	label = min(label, w*2/5)
	out := make([]string, 0, len(fields)+2)
	at := make([]int, len(fields))
	for i, f := range fields {
		at[i] = len(out)
		line, rest := k.formRow(f, label, w)
		out = append(out, line)
		for _, l := range Wrap(rest, w-label-4) { // what is known is never cut
			if rest != "" {
				out = append(out, k.Row(w).Space(label+3).Put(Dim, l).String())
			}
		}
		if f.Error != "" {
			for _, line := range Wrap(f.Error, w-label-5) {
				out = append(out, k.Row(w).Space(label+3).Sign(Bad, k.Tick[1]).Space(1).Put(Bad, line).String())
			}
		}
	}
	return out, at
}

// formRow draws a row, and gives what had no room behind its value.
func (k *Look) formRow(f Field, label, w int) (line, rest string) {
	r := k.Row(w).Mark(f.On).Select(f.On)
	r.Fit(Dim, f.Label, label).Space(1)
	unit := 0
	if f.Unit != "" {
		unit = 1 + Width(Clean(f.Unit))
	}
	value := Title
	if f.Quiet {
		value = Dim
	}
	switch {
	case f.On && f.Caret >= 0:
		r.Space(1).typed(f.Value, f.Caret, max(r.Left()-unit, 1))
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

func (k *Look) field(f Field, label, w int) string {
	r := k.Row(w).Mark(f.On)
	name, value := Dim, Text
	if f.On {
		name = Title
	}
	if f.Derived {
		value = Dim
	}
	r.Fit(name, f.Label, label).Space(1)
	unit := 0
	if f.Unit != "" {
		unit = 1 + Width(Clean(f.Unit))
	}
	switch {
	case f.On && f.Caret >= 0:
		r.typed(f.Value, f.Caret, max(r.Left()-unit, 1))
	case f.Choice:
		r.Sign(Key, arrow(k, f.On, 0)).Put(value, f.Value).Sign(Key, arrow(k, f.On, 1))
	default:
		r.Put(value, f.Value)
	}
	if f.Unit != "" {
		r.Space(1).Put(Dim, f.Unit)
	}
	return r.String()
}

// typed draws text that is being typed, with the caret in sight, in at most w
// cells. Where there is no reverse video the caret is a bar.
func (r *Row) typed(s string, caret, w int) *Row {
	runes := []rune(s)
	caret = max(0, min(caret, len(runes)))
	before, after := Clean(string(runes[:caret])), Clean(string(runes[caret:]))
	for Width(before) > w-1 {
		n, _ := cluster(before)
		before = before[n:]
	}
	r.Put(Text, before)
	w -= Width(before)
	under := " "
	if after != "" {
		n, cells := cluster(after)
		if cells <= w {
			under, after = after[:n], after[n:]
		}
	}
	if r.look.pairs[Selection].on == "" {
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
