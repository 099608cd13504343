package pane

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/picker"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Roster is everyone at the table, with the meters that matter in their
// rulebook and what they are doing. Its cursor is the selected character.
type Roster struct {
	Strip bool   // one line a character, whatever the size
	Text  string // only whom this finds, and who is selected, stand in it
}

// Title is "Roster" and, if not all are listed, which ones are.
func (p Roster) Title(Frame) string { return "Roster" + model.Prefixed(" /", kit.Clean(p.Text)) }

// Aside is how many there are of each side, and how many of them are marked.
func (p Roster) Aside(f Frame) string {
	if n := len(f.MarkedHere()); n > 0 {
		return itoa(n) + " marked of " + itoa(len(f.Table.Characters()))
	}
	var n [3]int
	for _, c := range f.Table.Characters() {
		n[sideOrder(c.Side)]++
	}
	var parts []string
	for i, words := range []string{"hero", "other", "foe"} {
		switch {
		case n[i] == 1:
			parts = append(parts, "1 "+words)
		case n[i] > 1 && words == "hero":
			parts = append(parts, itoa(n[i])+" heroes")
		case n[i] > 1:
			parts = append(parts, itoa(n[i])+" "+words+"s")
		}
	}
	return strings.Join(parts, " "+f.Look.Separate+" ")
}

// RosterLines is the height of a roster with one line for everybody.
func RosterLines(f Frame) int { return len(Roster{}.rows(f)) }

// rosterRow is a row of the roster: a character, several copies, or the rule between sides.
type rosterRow struct{ band }

func (r rosterRow) rule() bool { return len(r.band) == 0 }

// rows are those of the roster in the order in which they stand: by sides, with a rule
// between them.
func (p Roster) rows(f Frame) []rosterRow {
	all := f.Table.Characters()
	if p.Text != "" {
		found := picker.New(rosterEntries(f)).Find(p.Text)
		listed := map[string]bool{f.Selected: true}
		for n := range found.Len() {
			listed[all[found.Nth(n)].ID] = true
		}
		all = slices.DeleteFunc(slices.Clone(all), func(c *model.Character) bool { return !listed[c.ID] })
	}
	var out []rosterRow
	for _, b := range bands(all, leastGroup) {
		if n := len(out); n > 0 && sideOrder(b[0].Side) != sideOrder(out[n-1].band[0].Side) {
			out = append(out, rosterRow{})
		}
		out = append(out, rosterRow{b})
	}
	return out
}

// selectedRow is the row of the selected character, -1 for none.
func selectedRow(f Frame, rows []rosterRow) int {
	return slices.IndexFunc(rows, func(r rosterRow) bool { return r.has(f.Selected) })
}

// Place tells whether it is a strip, and which of them are listed.
func (p Roster) Place() Place { return Place{Strip: p.Strip, Text: p.Text} }

// At gives the roster standing there.
func (p Roster) At(to Place) Pane { return Roster{Strip: to.Strip, Text: to.Text} }

// rosterEntries are the characters as entries of a list, which are found by name, side and
// state.
func rosterEntries(f Frame) []picker.Entry {
	var out []picker.Entry
	for _, c := range f.Table.Characters() {
		e := picker.Entry{Name: c.Name, Also: string(c.Side)}
		_, marks := f.told(c)
		for _, m := range marks {
			e.Also += " " + m.Word
		}
		out = append(out, e)
	}
	return out
}

// find opens a field that lists only the characters that match what is typed. Going back
// lists those of before.
func (p Roster) find(f Frame) Intent {
	to := func(text, who string) Intent {
		return All{Stand{Pane: rosterPane, At: Place{Strip: p.Strip, Text: text}}, Select{who}}
	}
	o := Choice{Head: "List only whom?", Typed: true, Most: mostFields, Left: to(p.Text, f.Selected)}
	all := f.Table.Characters()
	for i, e := range rosterEntries(f) {
		o.AddEntry(e, func(Frame) Intent { return Select{all[i].ID} })
	}
	o.Moved = func(at int, typed string) Intent {
		if at < 0 {
			return to(typed, f.Selected)
		}
		return to(typed, all[at].ID)
	}
	return o.Open()
}

// rosterPane is the name of the roster among the panes.
const rosterPane = "roster"

// perPerson is how many lines each character gets: one if that was asked for, if everything
// fits into a line, or if there is no room for two each.
func (p Roster) perPerson(f Frame, rows []rosterRow) int {
	lines := 0
	for _, r := range rows {
		if lines += 2; r.rule() {
			lines--
		}
	}
	if p.Strip || f.W >= 64 || lines > f.H {
		return 1
	}
	return 2
}

// height is how many lines a row takes.
func (r rosterRow) height(per int) int {
	if r.rule() {
		return 1
	}
	return per
}

// Draw draws everyone, the selected one in sight.
func (p Roster) Draw(f Frame) []string {
	rows := p.rows(f)
	if len(rows) == 0 {
		return f.Look.Lines(p.empty(f), f.W, f.H)
	}
	per := p.perPerson(f, rows)
	first, last := p.inSight(f, rows, per)
	d := crowdOf(f, rows[first:last], per)
	lines := make([]string, 0, f.H)
	for i, r := range rows[first:last] {
		if r.rule() {
			lines = append(lines, f.Look.Row(f.W).Space(1).Times(kit.Faint, f.Look.Box.Across, f.W-2).String())
			continue
		}
		w := f.W
		if per == 1 { // what it does is told beside that there are more
			if n := moreWidth(people(rows[:first]), i == 0) + moreWidth(people(rows[last:]), i == last-first-1); w >= 2*n {
				w -= n
			}
		}
		lines = d.person(lines, r.band, i, w)
	}
	return p.more(f, lines, people(rows[:first]), people(rows[last:]))
}

// empty says what to do at a table without characters.
func (p Roster) empty(f Frame) []string {
	r := f.Look.Row(f.W).Space(1)
	if p.Text != "" {
		return []string{r.Put(kit.Dim, "Nobody matches: ").Put(kit.Key, f.KeyOf("back")).Put(kit.Dim, " lists everybody").String()}
	}
	if f.Seat.Role != model.GM {
		return []string{r.Put(kit.Dim, "Nobody is here yet.").String()}
	}
	return []string{r.Put(kit.Dim, "Empty: ").Put(kit.Key, f.KeyOf("new")).Put(kit.Dim, " adds a character").String()}
}

// isEmpty reports whether this is the gamemaster's screen of a table without characters.
func (f Frame) isEmpty() bool { return f.Seat.Role == model.GM && len(f.Table.Characters()) == 0 }

// Brand is the program's name in large letters and an empty line; nil if that takes more than
// the given number of lines, or the look has no blocks.
func (f Frame) Brand(room int) []string {
	rows, _, ok := f.Look.Big("fray")
	if !ok || room < len(rows)+1 {
		return nil
	}
	var out []string
	for _, l := range rows {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Accent, l).String())
	}
	return append(out, f.Look.Blank(f.W))
}

// firstSteps says how characters are brought to an empty table.
func (f Frame) firstSteps() []string {
	out := append(f.Paragraphs(kit.Title, "Nobody is at this table yet."), f.Look.Blank(f.W))
	for _, step := range [][2]string{
		{"new", "add a character"},
		{"palette", "say it: 6 thugs, roll 3d6"},
		{"guests", "invite players"},
		{"help", "all keys"},
	} {
		r := f.Look.Row(f.W).Space(1).Put(kit.Key, f.KeyOf(step[0])).To(6)
		out = append(out, r.Put(kit.Text, step[1]).String())
	}
	return out
}

// people counts those in rows.
func people(rows []rosterRow) int {
	n := 0
	for _, r := range rows {
		n += len(r.band)
	}
	return n
}

// moreWidth is how many cells the sign takes that says that there are n more, 0 if it isn't
// shown.
func moreWidth(n int, here bool) int {
	if n == 0 || !here {
		return 0
	}
	return len(itoa(n)) + len(" more ") + 2
}

// inSight is which of the rows are drawn.
func (p Roster) inSight(f Frame, rows []rosterRow, per int) (first, last int) {
	at, all := max(selectedRow(f, rows), 0), 0
	for _, r := range rows {
		all += r.height(per)
	}
	if all <= f.H {
		return 0, len(rows)
	}
	used := rows[at].height(per)
	first, last = at, at+1
	for grown := true; grown; {
		grown = false
		if first > 0 && used+rows[first-1].height(per) <= f.H && (at-first <= last-at || last == len(rows)) {
			first--
			used, grown = used+rows[first].height(per), true
		} else if last < len(rows) && used+rows[last].height(per) <= f.H {
			used, grown = used+rows[last].height(per), true
			last++
		}
	}
	return first, last
}

// more marks that there are some above and below.
func (p Roster) more(f Frame, lines []string, above, below int) []string {
	mark := func(i, n int, sign string) {
		words := itoa(n) + " more " + sign
		if w := kit.Width(words) + 1; n > 0 && i >= 0 && i < len(lines) && w < f.W {
			lines[i] = f.Look.Row(f.W).Drawn(f.Look.Cut(lines[i], f.W-w), f.W-w).Space(1).Put(kit.Dim, words).String()
		}
	}
	mark(0, above, f.Look.Up[0])
	mark(min(len(lines), f.H)-1, below, f.Look.Up[1])
	return f.Look.Lines(lines, f.W, f.H)
}

// Key moves the selection over the rows and along the copies within a row. Enter opens the
// palette of the selected character.
func (p Roster) Key(f Frame, k tea.KeyMsg) (Pane, Intent) {
	rows := slices.DeleteFunc(p.rows(f), rosterRow.rule)
	at := selectedRow(f, rows)
	if to, ok := f.moved(k, at, len(rows), max(f.H, 4)); ok {
		return p, Select{rows[to].band[0].ID}
	}
	does := f.Pressed(p.Keys(), k)
	if does == "act" {
		return p, act(f)
	}
	switch {
	case does == "find":
		return p, p.find(f)
	case does == "back" && p.Text != "":
		return Roster{Strip: p.Strip}, Moved{}
	case does == "back" && len(f.Marked) > 0:
		return p, Mark{}
	}
	if at < 0 {
		return p, nil
	}
	row := rows[at].band
	in := slices.IndexFunc(row, func(c *model.Character) bool { return c.ID == f.Selected })
	switch does {
	case "before":
		return p, Select{row[max(in-1, 0)].ID}
	case "after":
		return p, Select{row[min(in+1, len(row)-1)].ID}
	case "mark":
		next := row[min(in+1, len(row)-1)]
		if in == len(row)-1 {
			next = rows[min(at+1, len(rows)-1)].band[0]
		}
		return p, All{f.marking(f.Selected), Select{next.ID}}
	}
	return p, nil
}

// act opens what the selected one can do.
func act(f Frame) Intent {
	c := f.Here()
	if c == nil {
		return nil
	}
	return Act{Who: c.ID, System: scene.ShownOf(f.Table, c, f.System)}
}

var rosterKeys = In("roster", "Roster", Enter("act", "list what this character can do", "act"),
	Binding{ID: "mark", Keys: []string{" "}, Label: "mark, to act with several", Also: "select multiple gang group horde mob", Foot: "mark"},
	Binding{ID: "find", Keys: []string{"/"}, Label: "list only some of them", Also: "filter search find who", Foot: "filter"},
	Binding{ID: "before", Keys: []string{"left"}, Label: "the one before, of several alike"},
	Binding{ID: "after", Keys: []string{"right"}, Label: "the next one, of several alike"})

// Keys are the keys of the roster.
func (p Roster) Keys() []Binding {
	return slices.Concat(rosterKeys, Moving, []Binding{Back.Footed("")})
}

// Click selects; a click on the selected one is Enter.
func (p Roster) Click(f Frame, _, y int) (Pane, Intent) {
	rows := p.rows(f)
	if len(rows) == 0 || y < 0 {
		return p, nil
	}
	per := p.perPerson(f, rows)
	first, last := p.inSight(f, rows, per)
	for _, r := range rows[first:last] {
		switch y -= r.height(per); {
		case y >= 0:
		case r.rule():
			return p, nil
		case r.has(f.Selected):
			return p, act(f)
		default:
			return p, Select{r.band[0].ID}
		}
	}
	return p, nil
}

// crowd is everyone who is drawn, with the widths that all share.
type crowd struct {
	f      Frame
	per    int
	briefs [][]engine.Block
	doings []doing
	name   int // cells of the longest name
	bar    int // cells of every meter
	label  int // cells of the label and the figures before a meter
}

func crowdOf(f Frame, rows []rosterRow, per int) *crowd {
	d := &crowd{f: f, per: per, briefs: make([][]engine.Block, len(rows)), doings: make([]doing, len(rows))}
	meters, others, least := 0, 0, 5
	for i, r := range rows {
		if r.rule() {
			continue
		}
		d.name = max(d.name, kit.Width(kit.Clean(r.name())))
		c := r.band[0]
		if at := slices.IndexFunc(r.band, func(c *model.Character) bool { return c.ID == f.Selected }); at >= 0 {
			c = r.band[at]
		}
		brief, marks := f.told(c)
		d.briefs[i], d.doings[i] = brief, f.doing(c, brief, marks)
		if len(r.band) > 1 {
			d.doings[i] = f.together(r.band)
			continue
		}
		n, rest := 0, 0
		for _, b := range brief {
			if m, ok := b.(engine.Meter); ok {
				d.label = max(d.label, kit.Width(kit.Clean(m.Label))+1+max(2, len(itoa(m.Now))))
				least = max(least, gaugeWidth(m))
				n++
			} else {
				rest += briefWidth(b) + 1
			}
		}
		if n > 0 {
			meters, others = max(meters, n), max(others, rest)
		}
	}
	d.name = min(d.name, max(11, f.W/5))
	if meters > 0 && per == 1 {
		does := leastDoing
		for _, x := range d.doings {
			does = max(does, min(x.width()+2, f.W/2)) // with air on both sides
		}
		left := f.W - 2 - d.name - 2 - others - does
		d.bar = max(min(left/meters-d.label-2, widestMeter), 0)
		if d.bar < 3 { // rather than what they do
			d.bar = max(min((left+does)/meters-d.label-2, 3), 0)
		}
	} else if meters > 0 {
		d.bar = max((f.W-2-others-(meters-1)-1)/meters, least)
	}
	return d
}

// leastDoing is how many cells what a character does gets at least in one line with the
// meters.
const leastDoing = 20

// widestMeter is the longest meter in a row of one line.
const widestMeter = 24

// together sums up in words what several copies are doing and how they are.
func (f Frame) together(b band) doing {
	var d doing
	free, down := f.Upcoming().Free(), 0
	n := 0
	for _, c := range b {
		switch {
		case isDown(f.Table, c):
			down++
		case slices.Contains(free, c.ID):
			n++
		}
	}
	if n > 0 {
		d.say(kit.Accent, itoa(n)+" free")
	}
	if busy := len(b) - n - down; busy > 0 && f.Table.Clock.Turn == "" {
		d.say(kit.Text, itoa(busy)+" busy")
	}
	if down > 0 {
		d.say(kit.Dim, itoa(down)+" down")
	}
	return d
}

// person appends the one or two lines of a character, or of several copies: the name and what
// they do, with the meters below or between.
func (d *crowd) person(lines []string, b band, i, w int) []string {
	on := b.has(d.f.Selected)
	ground := on && d.f.Focused
	head := d.f.Look.Row(w).Mark(on).Select(ground)
	marked := 0
	for _, c := range b {
		if slices.Contains(d.f.Marked, c.ID) {
			marked++
		}
	}
	if marked > 0 {
		head.Sign(kit.Accent, d.f.Look.Tick[2])
	} else {
		head.Space(1)
	}
	brief, does := d.briefs[i], d.doings[i]
	ink, name := SideInk(b[0]), b.name()
	if on && len(b) > 1 {
		i := slices.IndexFunc(b, func(c *model.Character) bool { return c.ID == d.f.Selected })
		name = b[i].Name + " of " + itoa(len(b))
	}
	if marked > 1 {
		does.parts = append([]string{itoa(marked) + " marked"}, does.parts...)
	}
	if d.per == 1 {
		head.Fit(ink, Shortened(name, d.name), d.name).Space(2)
		if len(b) > 1 {
			d.columns(head, b, head.Left()-does.width()-2)
		} else {
			d.meters(head, b[0], brief)
		}
		does.cut(head.Left() - 2)
		if does.width() > head.Left()-2 {
			does.parts = []string{kit.Clip(does.text(), max(head.Left()-3, 0)) + d.f.Look.More}
		}
		if head.Left() > 3 {
			does.draw(head)
		}
		line := head.String()
		if w < d.f.W {
			line = d.f.Look.Row(d.f.W).Drawn(line, w).String()
		}
		return append(lines, line)
	}
	room := head.Left() - does.width() - 2
	if least := min(kit.Width(kit.Clean(name)), 16); room < least {
		does.cut(head.Left() - least - 2)
		room = max(least, head.Left()-does.width()-2)
	}
	head.Put(ink, Shortened(name, room)).Select(ground)
	does.draw(head)
	low := d.f.Look.Row(w).Mark(on).Select(ground).Space(1)
	if len(b) > 1 {
		d.columns(low, b, low.Left()-1)
	} else {
		d.meters(low, b[0], brief)
	}
	return append(lines, head.String(), low.String())
}

// columns draws the first meter of several copies in at most w cells: a small column for
// each, and the figures behind them.
func (d *crowd) columns(r *kit.Row, b band, w int) {
	start := r.Used()
	type one struct {
		m  engine.Meter
		on bool
	}
	all := make([]one, 0, len(b))
	label := ""
	for _, c := range b {
		brief, _ := d.f.told(c)
		for _, x := range brief {
			if m, ok := x.(engine.Meter); ok {
				all, label = append(all, one{m, c.ID == d.f.Selected}), m.Label
				break
			}
		}
	}
	if len(all) == 0 {
		d.conditions(r, b, w)
		return
	}
	r.Put(kit.Dim, label).Space(1)
	wide := 3
	for wide > 1 && len(all)*wide > w-(r.Used()-start) {
		wide--
	}
	for i, x := range all {
		if left := w - (r.Used() - start); left < wide+4 && i+1 < len(all) {
			r.Put(kit.Dim, d.f.Look.More)
			return
		}
		there := x.m.Now
		if x.m.Down != "" {
			there = 0
		}
		if r.Column(kit.MeterInk(x.m), there, x.m.Full, max(wide-1, 1)); i+1 < len(all) {
			r.Space(min(wide-1, 1))
		}
	}
	up := slices.DeleteFunc(all, func(x one) bool { return x.m.Now <= 0 || x.m.Down != "" })
	for i, x := range up {
		n := itoa(x.m.Now)
		room := len(n) + 1
		if i+1 < len(up) { // a figure behind which there is no room for the next needs room for a sign
			room += 2
		}
		if w-(r.Used()-start) < room {
			r.Space(1).Put(kit.Dim, d.f.Look.More)
			return
		}
		ink := kit.Dim
		if x.on {
			ink = kit.Title
		}
		r.Space(1).Put(ink, n)
	}
}

// conditions tells of several alike who have no meters how they are, in the words of their
// rulebook, and how many are so: Wounds 4 unhurt, 1 stunned.
func (d *crowd) conditions(r *kit.Row, b band, w int) {
	label := ""
	var words []string
	count := map[string]int{}
	for _, c := range b {
		brief, _ := d.f.told(c)
		for _, x := range slices.Backward(brief) {
			s, is := x.(engine.Stat)
			if !is || strings.Trim(s.Value, "-0123456789") == "" {
				continue
			}
			if label = s.Label; count[s.Value] == 0 {
				words = append(words, s.Value)
			}
			count[s.Value]++
			break
		}
	}
	for i, x := range words {
		words[i] = itoa(count[x]) + " " + x
	}
	if text := kit.Clean(strings.Join(words, ", ")); text != "" && kit.Width(label+text)+1 <= w {
		r.Put(kit.Dim, label).Space(1).Put(kit.Text, text)
	}
}

// Shortened is a name in at most w cells: a number at its end stays, so that
// copies can be told apart.
func Shortened(name string, w int) string {
	name = kit.Clean(name)
	if kit.Width(name) <= w {
		return name
	}
	at := strings.LastIndexByte(name, ' ')
	if at < 1 || strings.Trim(name[at+1:], "0123456789") != "" || len(name)-at > w-2 {
		return name
	}
	stem := []rune(name[:at])
	for len(stem) > 1 && kit.Width(string(stem))+len(name)-at > w {
		stem = stem[:len(stem)-1]
	}
	return strings.TrimRight(string(stem), " ") + name[at:]
}

// meters draws what a rulebook shows of a character: all meters as long as each other.
func (d *crowd) meters(r *kit.Row, c *model.Character, blocks []engine.Block) {
	for i, b := range blocks {
		m, is := b.(engine.Meter)
		need := briefWidth(b)
		switch {
		case is && d.per > 1 && i == 0: // as much of it as there is room for
			need = 0
		case is && d.per > 1:
			need = gaugeWidth(m) + 1
		case is:
			need = d.label
		}
		if need > r.Left() {
			return
		}
		if i > 0 {
			r.Space(1)
		}
		switch {
		case is && d.per > 1:
			n := min(d.bar, r.Left()-1)
			r.Gauge(kit.GaugeOf(m, d.f.lost(c.ID, m), n), n)
		case is:
			label := kit.Width(kit.Clean(m.Label))
			r.Put(kit.Dim, m.Label).Space(1).Number(kit.MeterInk(m), m.Now, d.label-label-1)
			if d.bar > 0 {
				r.Space(1).Meter(kit.MeterInk(m), m.Now, d.f.lost(c.ID, m), m.Full, d.bar)
			}
			r.Space(1)
		default:
			d.block(r, b)
		}
	}
}

// gaugeWidth is how many cells a meter needs to be drawn with its name and figures in it: where
// there is no room for all meters, the last are left out, and no number stands without its name.
func gaugeWidth(m engine.Meter) int {
	return kit.Width(kit.Clean(m.Label)) + len(itoa(m.Now)) + len(itoa(m.Full)) + len("   /")
}

// briefWidth is how many cells a block needs without its bar.
func briefWidth(b engine.Block) int {
	switch b := b.(type) {
	case engine.Meter:
		return kit.Width(kit.Clean(b.Label)) + 1 + max(2, len(itoa(b.Now)))
	case engine.Stat:
		return kit.Width(kit.Clean(b.Label)) + kit.Width(kit.Clean(b.Value)) + 1
	case engine.Track:
		n := kit.Width(kit.Clean(b.Label)) + 1
		for _, x := range b.Boxes {
			if n++; x.Count > 0 {
				n += len(itoa(x.Count))
			}
		}
		return n
	case engine.Words:
		return kit.Width(kit.Clean(b.Text))
	}
	return 0
}

// block draws a block that is no meter.
func (d *crowd) block(r *kit.Row, b engine.Block) {
	switch b := b.(type) {
	case engine.Stat:
		r.Put(kit.Dim, b.Label).Space(1).Put(statInk(b), b.Value).Space(1)
	case engine.Track:
		gems(r, b)
	case engine.Words:
		r.Put(kit.Dim, b.Text)
	}
}

func statInk(b engine.Stat) kit.Token {
	if b.Changed {
		return kit.Warn
	}
	return kit.Text
}

// gems draws the boxes of a track, and behind them what they are.
func gems(r *kit.Row, b engine.Track) {
	look := r.Look()
	for _, x := range b.Boxes {
		switch {
		case x.Full:
			r.Sign(kit.Points, look.Gems[0])
		default:
			r.Sign(kit.Faint, look.Gems[1])
		}
		if x.Count > 0 {
			r.Put(kit.Points, itoa(x.Count))
		}
	}
	if b.Label != "" {
		r.Space(1).Put(kit.Dim, b.Label)
	}
}

// told is what the roster shows of a character in the shown rulebook: meters, and the states
// that are marked.
func (f Frame) told(c *model.Character) ([]engine.Block, []engine.Mark) {
	system := scene.ShownOf(f.Table, c, "")
	if r := f.Rolling; r != nil && r.Roll.Who == c.ID && r.Roll.System == system {
		if s, known := f.Table.Rulebook(system); known {
			v, _, _ := f.view(c, system)
			return s.Brief(v), s.Marked(v)
		}
	}
	return scene.BriefOf(f.Table, c)
}
