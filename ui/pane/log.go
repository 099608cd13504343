package pane

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// Log is the roll log, newest first.
type Log struct {
	On     uint64   // number of the event under the cursor; 0: the newest
	Open   []uint64 // events shown whole
	Marked []uint64
	Down   int    // lines of the event under the cursor that are scrolled away
	Deep   int    // events from it on that a filter looks at; 0: a few thousand
	seen   uint64 // the newest event when the cursor left it
}

// searched is how many events a filter looks at until somebody asks it to go on.
const searched = 2000

func (p Log) deep(f Frame) int {
	if f.Filter == (Filter{}) {
		return 0
	}
	return max(p.Deep, searched)
}

// Title names the filter, if there is one.
func (p Log) Title(f Frame) string {
	var parts []string
	if x := f.Filter; x != (Filter{}) {
		if x.Text != "" {
			parts = append(parts, "/"+kit.Clean(x.Text))
		}
		if x.Who != "" {
			parts = append(parts, kit.Clean(f.Table.NameOf(x.Who)))
		}
		if x.Action != "" {
			parts = append(parts, kit.Clean(x.Action))
		}
		if x.Hidden {
			parts = append(parts, "hidden")
		}
		if x.Journal {
			parts = append(parts, "your journal")
		}
	}
	title := "Log"
	if f.Seat.Role == model.Player {
		title = "What happened"
	}
	if len(parts) > 0 {
		title += ": " + strings.Join(parts, " ")
	}
	if len(p.Marked) > 0 {
		title += " (" + itoa(len(p.Marked)) + " marked)"
	}
	return title
}

// Aside says that the newest comes first or, away from the newest, how many entries are new.
func (p Log) Aside(f Frame) string {
	if p.On == 0 || p.seen == 0 || f.Look == nil {
		return "newest first"
	}
	n := 0
	for e := range view.Entries(f.Table, f.Filter, 0, p.deep(f)) {
		if e.Event.Seq <= max(p.seen, p.On) || n == mostNew {
			break
		}
		n++
	}
	switch n {
	case 0:
		return "newest first"
	case mostNew:
		return itoa(n) + " and more new " + f.Look.Up[0]
	}
	return itoa(n) + " new " + f.Look.Up[0]
}

// mostNew is how many new entries are counted.
const mostNew = 20

// Following is the log with its cursor on the newest event, where it stays when more happens.
func (p Log) Following() Log {
	p.On, p.Down, p.seen = 0, 0, 0
	return p
}

// Onto is the log with its cursor on the event of a number; 0 is the newest.
func (p Log) Onto(seq uint64) Log {
	p = p.Following()
	p.On, p.Deep = seq, 0
	return p
}

// Place is the event under the cursor, and what is open and marked.
func (p Log) Place() Place {
	to := Place{}
	if p.On > 0 {
		to.On = utoa(p.On)
	}
	for _, seq := range p.Open {
		to.Open = append(to.Open, utoa(seq))
	}
	for _, seq := range p.Marked {
		to.Marked = append(to.Marked, utoa(seq))
	}
	return to
}

// At gives the pane standing there.
func (p Log) At(to Place) Pane {
	return Log{On: number(to.On), Open: numbers(to.Open), Marked: numbers(to.Marked)}
}

func number(s string) uint64 {
	n, _ := strconv.ParseUint(s, 10, 64) // 0 for what is no number: the newest
	return n
}

func numbers(list []string) []uint64 {
	var out []uint64
	for _, s := range list {
		if n := number(s); n > 0 {
			out = append(out, n)
		}
	}
	return out
}

// told is an entry as it is drawn.
type told struct {
	seq    uint64
	moment int
	timed  bool
	folds  bool // taken back, and neither open nor under the cursor
	on     bool
	lines  []string
}

// around gives the lines of the entries to draw, and for each line the number of its event, 0
// for a heading: the entries before the cursor that may be in sight, and those behind it
// until there are h lines.
func (p Log) around(f Frame, h int, draw func(e view.Entry, on bool) told) (lines []string, whose []uint64) {
	before := p.newer(f, h)
	var all []told
	n, cut := 0, false
	for e := range view.Entries(f.Table, f.Filter, p.On, p.deep(f)) {
		first := len(all) == 0
		x := draw(e, first)
		if first && p.Down > 0 && p.Down < len(x.lines) {
			x.lines, cut = x.lines[p.Down:], true
		}
		all = append(all, x)
		if n += len(x.lines); n >= h {
			break
		}
	}
	if len(all) == 0 && len(before) > 0 { // all that is left is newer than the cursor
		p.On = before[len(before)-1].Event.Seq
		return p.around(f, h, draw)
	}
	if !cut {
		var above []told
		for n := 0; len(before) > 0 && n < h/2; before = before[:len(before)-1] {
			x := draw(before[len(before)-1], false)
			above = append(above, x)
			n += len(x.lines)
		}
		slices.Reverse(above)
		all = append(above, all...)
	}
	lines, whose, at, end := f.composed(all)
	top := max(0, at-h/2)
	if end-top > h {
		top = min(at, end-h)
	}
	return lines[top:], whose[top:]
}

// composed draws entries under each other, with a heading where the moment changes, and
// undone ones in one line. at and end are the lines of the entry under the cursor.
func (f Frame) composed(all []told) (lines []string, whose []uint64, at, end int) {
	var last *told
	for i := 0; i < len(all); i++ {
		x := all[i]
		if x.timed && (last == nil || last.moment != x.moment) {
			lines, whose = append(lines, f.heading(x.moment, last)), append(whose, 0)
			last = &all[i]
		}
		folded := i
		for x.folds && folded+1 < len(all) && all[folded+1].folds {
			folded++
		}
		if folded > i {
			r := f.Look.Row(f.W).Space(1).Put(kit.Dim, f.Look.Marks.Undone).Space(1).Put(kit.Dim, itoa(folded-i+1)+" acts taken back")
			x.lines, i = []string{r.String()}, folded
		}
		if x.on {
			at, end = len(lines), len(lines)+len(x.lines)
		}
		for _, l := range x.lines {
			lines, whose = append(lines, l), append(whose, x.seq)
		}
	}
	return lines, whose, at, end
}

// heading is the line above what happened at a moment. It names the round if that differs
// from the entry above.
func (f Frame) heading(moment int, above *told) string {
	t := f.Table
	tk := t.Time()
	round, _ := t.Round(moment)
	words, aside := scene.ShortMoment(t, moment), tk.Round+" "+itoa(round)
	switch {
	case tk.PerRound == 0 || tk.Down:
		aside = ""
		if tk.PerRound == 0 {
			words = tk.Round + " " + itoa(round)
		}
	case above == nil:
		words = tk.Unit + " " + words
		if n, _ := t.Round(t.Clock.Moment); n == round {
			aside = ""
		}
	default:
		if n, _ := t.Round(above.moment); n == round {
			aside = ""
		}
	}
	r := f.Look.Row(f.W).Space(1).Put(kit.Accent, words).Space(1)
	if aside != "" {
		aside = " " + aside
	}
	return r.Times(kit.Faint, f.Look.Box.Across, r.Left()-kit.Width(aside)-1).Put(kit.Dim, aside).String()
}

// newer gives at most n entries before the cursor, the nearest last. With a filter it looks
// only so far.
func (p Log) newer(f Frame, n int) []view.Entry {
	newest := f.Table.Seq()
	if p.On == 0 || p.On >= newest {
		return nil
	}
	for far := uint64(2*n) + view.RollSpan; ; far *= 4 {
		top := min(newest, p.On+far)
		deep := 0
		if f.Filter != (Filter{}) { // it may let nothing through that is older
			deep = int(top - p.On)
		}
		var out []view.Entry
		for e := range view.Entries(f.Table, f.Filter, top, deep) {
			if e.Event.Seq <= p.On {
				break
			}
			out = append(out, e)
		}
		if len(out) >= n || top == newest || f.Filter != (Filter{}) && far > searched {
			return out[max(0, len(out)-n):]
		}
	}
}

// Draw draws as many entries as fit, the one under the cursor among them.
func (p Log) Draw(f Frame) []string {
	w, h := f.W, f.H
	lines, _ := p.around(f, h, func(e view.Entry, on bool) told { return p.entry(f, e, w, on, f.Focused) })
	if len(lines) < h {
		lines = append(lines, p.end(f, w, len(lines) == 0)...)
	}
	return f.Look.Lines(lines, w, h)
}

// from is the event at which the cursor is.
func (p Log) from(f Frame) uint64 {
	if p.On == 0 {
		return f.Table.Seq()
	}
	return p.On
}

// end says why there is nothing more.
func (p Log) end(f Frame, w int, empty bool) []string {
	var words string
	switch {
	case f.Filter != (Filter{}) && p.from(f) > uint64(p.deep(f)):
		words = "Searched back to #" + utoa(p.from(f)-uint64(p.deep(f))) + "; end searches further."
	case empty && f.Filter != (Filter{}):
		words = "Nothing in the log matches."
	case empty:
		words = "Nothing has happened yet."
	default:
		return nil
	}
	var out []string
	for _, l := range kit.Wrap(words, w-2) {
		out = append(out, f.Look.Row(w).Space(1).Put(kit.Dim, l).String())
	}
	return out
}

// tell is what an entry says, in full if it is open.
func (p Log) tell(f Frame, e view.Entry) []view.Paragraph {
	return e.Tell(f.Table, slices.Contains(p.Open, e.Event.Seq))
}

// entry draws one event: its sentence, and under it what it changed and how it came about. An
// undone event is one line.
func (p Log) entry(f Frame, e view.Entry, w int, on, focused bool) told {
	return p.drawn(f, e, p.tell(f, e), w, on, focused)
}

// drawn is entry with what it says given.
func (p Log) drawn(f Frame, e view.Entry, deeds []view.Paragraph, w int, on, focused bool) told {
	open := slices.Contains(p.Open, e.Event.Seq)
	d := telling{f: f, e: e, w: w, ground: on && focused, on: on}
	d.marked = slices.Contains(p.Marked, e.Event.Seq)
	x := told{seq: e.Event.Seq, on: on, folds: e.Undone && !open && !on && !d.marked}
	out := make([]string, 0, 4)
	for _, a := range slices.Backward(deeds) { // the newest first
		if a.Timed && !x.timed {
			x.timed, x.moment = true, a.Moment
		}
		d.act, d.first = a, len(out) == 0
		for i, line := range a.Lines {
			s := saying(line).drawn(f.Look)
			if i == 0 {
				out = d.head(out, s)
				if d.first && open && on && p.rights(f, e) {
					out = d.detail(out, said{ink: kit.Accent, text: f.KeyOf("log-open") + ": correct this act"})
				}
			} else if !e.Undone || open {
				out = d.detail(out, s)
			}
		}
	}
	for _, line := range e.Before(f.Table) {
		s := said{ink: kit.Struck, text: line.Text + line.More}
		d.first = false
		out = d.detail(out, s.drawn(f.Look))
	}
	x.lines = out
	return x
}

// Key moves over the entries; Enter opens one, space marks, y copies, E writes
// the marked ones as .play files.
func (p Log) Key(f Frame, k tea.KeyMsg) (Pane, Intent) {
	if to, ok := p.move(f, f.Pressed(Moving, k)); ok {
		return to, Moved{}
	}
	if f.Filter != (Filter{}) && len(p.Open)+len(p.Marked) == 0 && f.Pressed([]Binding{Back}, k) != "" {
		return p, Find{}
	}
	e, ok := p.under(f)
	if !ok {
		return p, nil
	}
	seq := e.Event.Seq
	switch f.Pressed(p.Keys(), k) {
	case "open":
		if p.rights(f, e) {
			return p, Amend{seq}
		}
		return p.opened(seq), Moved{}
	case "mark":
		p.Marked, p.On = flip(p.Marked, seq), seq
		if to, ok := p.move(f, "down"); ok {
			return to, Moved{}
		}
		return p, Moved{}
	case "copy":
		return p, Copy{What: engine.Counted(len(p.chosen(f)), "entry", "entries") + " of the log", Text: p.text(f)}
	case "export":
		if seqs := p.rolls(f); len(seqs) > 0 {
			return p, Export{seqs}
		}
		return p, Say{"No finished roll is marked."}
	case "back":
		if len(p.Open)+len(p.Marked) > 0 {
			p.Open, p.Marked, p.Down = nil, nil, 0
			return p, Moved{}
		}
	}
	return p, nil
}

// rights reports whether the entry under the cursor is open and an act that the gamemaster
// can play again with other values.
func (p Log) rights(f Frame, e view.Entry) bool {
	if f.Seat.Role != model.GM || !slices.Contains(p.Open, e.Event.Seq) {
		return false
	}
	_, why := decide.ActOf(f.Table, e.Event.Seq)
	return why == ""
}

// opened gives the pane with an entry open, or closed again.
func (p Log) opened(seq uint64) Log {
	p.Open, p.On, p.Down = flip(p.Open, seq), seq, 0
	return p
}

var logKeys = In("log", "Log pane",
	Enter("open", "open an entry; press again to correct it (gamemaster)", "open"),
	Binding{ID: "mark", Keys: []string{" "}, Label: "mark an entry", Foot: "mark"},
	Binding{ID: "copy", Keys: []string{"y"}, Label: "copy the marked entries, or this one", Also: "clipboard yank", Foot: "copy"},
	Binding{ID: "export", Keys: []string{"E"}, Label: "copy the rolls as .play text", Also: "export share save markdown", Foot: "as .play text"},
)

// Keys are the keys of the log.
func (p Log) Keys() []Binding { return slices.Concat(logKeys, Moving, []Binding{Back}) }

func flip(list []uint64, n uint64) []uint64 {
	if i := slices.Index(list, n); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return append(slices.Clip(list), n)
}

// under gives the view.Entry under the cursor.
func (p Log) under(f Frame) (view.Entry, bool) {
	for e := range view.Entries(f.Table, f.Filter, p.On, p.deep(f)) {
		return e, true
	}
	if all := p.newer(f, 1); len(all) > 0 {
		return all[0], true
	}
	return view.Entry{}, false
}

// Under gives the event under the cursor, and whether it is shown whole.
func (p Log) Under(f Frame) (seq uint64, whole bool) {
	e, ok := p.under(f)
	if !ok {
		return 0, false
	}
	return e.Event.Seq, slices.Contains(p.Open, e.Event.Seq)
}

// move gives the pane after a key that moves; false for other keys.
func (p Log) move(f Frame, does string) (Log, bool) {
	h := max(f.H, 6)
	if p.On == 0 {
		p.seen = f.Table.Seq()
	}
	if _, ok := stepped(does, 0, 1, 1); !ok {
		return p, false
	}
	if to, ok := p.inside(f, does, h); ok {
		return to, true
	}
	steps := 1
	if strings.HasPrefix(does, "page") {
		steps = max(1, h/4)
	}
	p.Down = 0
	switch does {
	case "first":
		p.On, p.Deep = 0, 0
	case "last":
		return p.oldest(f), true
	case "up", "page-up":
		newer := p.newer(f, steps+1)
		if p.On = 0; len(newer) > steps { // else it is the newest
			p.On = newer[1].Event.Seq
		}
	default:
		for e := range view.Entries(f.Table, f.Filter, p.On, p.deep(f)) {
			p.On = e.Event.Seq
			if steps--; steps < 0 {
				break
			}
		}
	}
	return p, true
}

// oldest is the log with its cursor on the oldest entry. With a filter it is the oldest that
// was looked at, and the filter looks further each time.
func (p Log) oldest(f Frame) Log {
	from, deep := uint64(0), 0
	switch {
	case f.Filter != (Filter{}):
		p.Deep = max(p.Deep, searched) * 4
		from, deep = p.On, p.Deep
	case f.Table.Seq() > view.RollSpan:
		from = view.RollSpan
	}
	for again := true; again; again = from > 0 && from < f.Table.Seq() && f.Filter == (Filter{}) {
		found := false
		for e := range view.Entries(f.Table, f.Filter, from, deep) {
			p.On, found = e.Event.Seq, true
		}
		if found {
			break
		}
		from *= 2 // nobody did anything in so many
	}
	return p
}

// inside scrolls within an open entry that is higher than the pane.
func (p Log) inside(f Frame, does string, h int) (Log, bool) {
	if f.W <= 0 || f.H <= 0 || len(p.Open) == 0 {
		return p, false
	}
	e, ok := p.under(f)
	if !ok || !slices.Contains(p.Open, e.Event.Seq) {
		return p, false
	}
	lines := len(p.entry(f, e, f.W, false, false).lines)
	to, ok := stepped(does, p.Down, lines, h/2)
	if !ok || does == "last" {
		return p, false
	}
	to = min(to, lines-h)
	if to == p.Down || to < 0 {
		return p, false
	}
	p.On, p.Down = e.Event.Seq, to
	return p, true
}

// chosen are the marked entries or, without marks, the one under the cursor.
func (p Log) chosen(f Frame) []view.Entry {
	if len(p.Marked) == 0 {
		if e, ok := p.under(f); ok {
			return []view.Entry{e}
		}
		return nil
	}
	f.Filter = Filter{}
	var out []view.Entry
	for _, seq := range slices.Backward(slices.Sorted(slices.Values(p.Marked))) {
		for e := range view.Entries(f.Table, f.Filter, seq, 0) {
			if e.Event.Seq == seq {
				out = append(out, e)
			}
			break
		}
	}
	return out
}

// text is what y copies: the chosen entries whole, oldest first.
func (p Log) text(f Frame) string {
	var b strings.Builder
	for _, e := range slices.Backward(p.chosen(f)) {
		for _, a := range e.Tell(f.Table, true) {
			for i, s := range a.Lines {
				if i > 0 {
					b.WriteString("  ")
				} else if e.Undone {
					b.WriteString("(undone) ")
				}
				b.WriteString(kit.Clean(s.Words()) + "\n")
			}
		}
	}
	return b.String()
}

// rolls gives the numbers of the chosen events that hold a finished roll.
func (p Log) rolls(f Frame) []uint64 {
	var out []uint64
	for _, e := range p.chosen(f) {
		if slices.ContainsFunc(e.Event.Facts, func(f model.Fact) bool { _, ok := f.(model.Finished); return ok }) {
			out = append(out, e.Event.Seq)
		}
	}
	slices.Sort(out)
	return out
}

// Click puts the cursor on an entry; a click on the one under it opens it.
func (p Log) Click(f Frame, _, y int) (Pane, Intent) {
	w, h := f.W, f.H
	_, whose := p.around(f, h, func(e view.Entry, on bool) told { return p.entry(f, e, w, on, false) })
	if y < 0 || y >= min(len(whose), h) {
		return p, nil
	}
	seq := whose[y]
	if seq == 0 {
		return p, nil
	}
	if e, ok := p.under(f); ok && e.Event.Seq == seq {
		return p.opened(seq), Moved{}
	}
	p.On, p.Down = seq, 0
	return p, Moved{}
}
