package pane

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
)

// Timeline is now, what is pending for whom and until when, and the next
// payment.
type Timeline struct {
	On string // pending action under the cursor, "" for none
}

// Title is "Timeline": the header says what time it is.
func (p Timeline) Title(Frame) string { return "Timeline" }

// Aside says when the round ends.
func (p Timeline) Aside(f Frame) string {
	t := f.Table
	tk := t.Time()
	if tk.PerRound == 0 {
		return ""
	}
	round, _ := t.Round(t.Clock.Moment)
	return tk.Round + " " + itoa(round) + " ends at " + scene.ShortMoment(t, tk.RoundEnd(t.Clock.Moment))
}

// Place is the pending action under the cursor.
func (p Timeline) Place() Place { return Place{On: p.On} }

// At gives the pane standing there.
func (p Timeline) At(to Place) Pane { return Timeline{On: to.On} }

// Draw draws an axis and a bar for each pending action, those of one character
// below each other.
func (p Timeline) Draw(f Frame) []string {
	head, body, at := p.parts(f)
	if f.H <= len(head) {
		return f.Look.Lines(head, f.W, f.H)
	}
	return append(head, f.Look.Scrolled(body, at, f.W, f.H-len(head))...)
}

// parts are the lines that stay and those that scroll, which begin with the bars, and the
// line of the cursor among these. The turns and who is free get the lines that nothing else
// needs.
func (p Timeline) parts(f Frame) (head, body []string, at int) {
	w := f.W
	a := axisOf(f, w)
	head = []string{a.ticks(f, w)}
	bars := barsOf(f.Table)
	lanes := p.lanes(f.Table, bars)
	for i, lane := range lanes {
		b := lane[0]
		on := b.ID == p.On
		if on {
			at = i
		}
		name := ""
		switch {
		case len(lane) > 1:
			name = stem(f.Table.NameOf(scene.Concerns(f.Table, b))) + " ×" + itoa(len(lane))
		case on || i == 0 || scene.Concerns(f.Table, lanes[i-1][0]) != scene.Concerns(f.Table, b):
			name = f.Table.NameOf(scene.Concerns(f.Table, b))
		}
		body = append(body, a.bar(f, b, w, name, on, on && f.Focused))
	}
	if pay, ok := a.payment(f, w); ok {
		body = append(body, pay)
	}
	behind := slices.Concat(a.waiting(f, w), a.effects(f, bars, w))
	spare := max(0, f.H-len(head)-len(body)-len(behind)-2)
	if turns := f.Table.Clock.Order; len(turns) > 0 || f.Table.Time().PerRound == 0 {
		order := a.turns(f, w, 1+spare)
		head = append(head, order...)
	}
	body = slices.Concat(body, a.free(f, w), behind)
	if len(body) == 0 {
		body = append(body, f.Look.Row(w).Space(1).Put(kit.Dim, "Nothing is pending.").String())
	}
	return head, body, at
}

// effects draws the effects that no bar shows: what, on whom, and until when.
func (a axis) effects(f Frame, bars []model.Pending, w int) []string {
	t := f.Table
	var out []string
	for _, x := range t.State.Arrivals {
		out = append(out, f.Look.Row(w).Space(1).Put(kit.Accent, x.Name).Space(1).Put(kit.Dim, "will arrive at "+t.When(x.Due)).String())
	}
	for _, e := range f.Table.ActiveEffects() {
		shown := func(b model.Pending) bool { return scene.Concerns(t, b) == e.Who && b.Due == e.At }
		if e.Effect == "" && slices.ContainsFunc(bars, shown) {
			continue
		}
		r := f.Look.Row(w).Space(1).Fit(inkOf(t, e.Who), Shortened(t.NameOf(e.Who), a.left-2), a.left-2).Space(1)
		r.Put(kit.Accent, e.Words).Space(1)
		if does := t.AddsWords(e); does != "" {
			r.Put(kit.Text, does).Space(1)
		}
		out = append(out, r.Put(kit.Dim, t.UntilWords(e)).String())
	}
	return out
}

// barsOf are the pending actions, sorted by character in the order of the roster and then by
// when they are due.
func barsOf(t model.Table) []model.Pending {
	out := t.Pending()
	if len(out) < 2 {
		return out
	}
	order := map[string]int{}
	for i, c := range t.Characters() {
		order[c.ID] = i
	}
	slices.SortStableFunc(out, func(a, b model.Pending) int {
		return cmp.Or(cmp.Compare(order[scene.Concerns(t, a)], order[scene.Concerns(t, b)]), cmp.Compare(a.Due, b.Due))
	})
	return out
}

// axis turns moments into columns.
type axis struct {
	left, cells int    // the first column, and how many there are
	from, to    int    // moments
	now, pay    int    // pay is -1 when nothing is paid
	payers      string // who pays what then
	shown       []int  // the moments whose figures stand over it
}

func axisOf(f Frame, w int) axis {
	t := f.Table
	a := axis{now: t.Clock.Moment}
	name := 8
	dues := make([]int, 0, 8)
	a.from, a.to = a.now, a.now
	for _, p := range t.Pending() {
		name = max(name, kit.Width(kit.Clean(t.NameOf(scene.Concerns(t, p)))))
		if at := decide.DueTime(t, p); at > a.now {
			dues = append(dues, at)
		}
	}
	if a.pay, a.payers = upkeep(t); a.pay >= 0 {
		dues = append(dues, a.pay)
	}
	a.left = min(name, max(w/5, 5)) + 2
	a.cells = max(w-a.left-1, 1)
	a.to = max(a.horizon(dues), a.now+4)
	return a
}

// horizon is the latest moment that is shown. The bar of something due far later runs over
// the edge, so that the near ones can be told apart.
func (a axis) horizon(dues []int) int {
	slices.Sort(dues)
	end := a.now
	for i, d := range dues {
		if i > 0 && d-a.now > 8*(end-a.now) {
			break
		}
		end = d
	}
	return end
}

// column gives the column of moment m, one past the last when it lies beyond.
func (a axis) column(m int) int {
	if m > a.to {
		return a.left + a.cells
	}
	last := max(a.cells-26, a.cells/2) // room for what happens behind the last bar
	return a.left + max(0, m-a.from)*last/max(a.to-a.from, 1)
}

// label is a figure over the axis, and how much it matters.
type label struct {
	at     int
	ink    kit.Token
	text   string
	moment int
}

// ticks draws the figures over the axis: now first, then what is due, then the
// payment and the starts, as far as they don't touch. It notes which stand there.
func (a *axis) ticks(f Frame, w int) string {
	t := f.Table
	tk := t.Time()
	want := append(make([]label, 0, 8), label{a.column(a.now), kit.Accent, scene.ShortMoment(t, a.now), a.now})
	if a.pay >= 0 {
		figure := scene.ShortMoment(t, a.pay)
		want = append(want, label{min(a.column(a.pay), w-len(figure)), kit.Dim, figure, a.pay})
	}
	for _, p := range t.Pending() {
		if at := decide.DueTime(t, p); at <= a.to {
			want = append(want, label{a.column(at), kit.Dim, scene.ShortMoment(t, at), at})
		}
	}
	if round := tk.RoundEnd(a.now); tk.Down && round <= a.to {
		want = append(want, label{a.column(round), kit.Dim, tk.Round, -1})
	}
	placed := make([]label, 0, 8)
	for _, l := range want {
		end := l.at + kit.Width(l.text)
		clash := func(o label) bool { return l.at <= o.at+kit.Width(o.text) && o.at <= end }
		if end <= w && !slices.ContainsFunc(placed, clash) {
			placed = append(placed, l)
			a.shown = append(a.shown, l.moment)
		}
	}
	slices.SortFunc(placed, func(x, y label) int { return x.at - y.at })
	r := f.Look.Row(w)
	for _, l := range placed {
		r.To(l.at).Put(l.ink, l.text)
	}
	return r.String()
}

// turns draws the order of turns with the present one marked, in so many lines
// at most.
func (a axis) turns(f Frame, w, most int) []string {
	t := f.Table
	r := f.Look.Row(w).Space(1).Put(kit.Dim, "turns").To(a.left)
	turns := decide.Turns(t)
	if len(t.Clock.Scores) > 0 && t.Time().Down {
		turns = slices.DeleteFunc(turns, func(id string) bool { _, rolled := decide.Score(t, id); return !rolled })
	}
	turns = slices.DeleteFunc(turns, func(id string) bool { return id != t.Clock.Turn && lies(t, id) != "" }) // it passes them over
	if at := slices.Index(turns, t.Clock.Turn); at > 0 && kit.Width(kit.Clean(t.NamesOf(turns)))+len(turns)+2 > (w-a.left)*most {
		turns = turns[at:] // those before have acted
		r.Put(kit.Dim, f.Look.More).Space(1)
	}
	var out []string
	for i, id := range turns {
		total, rolled := decide.Score(t, id)
		need := kit.Width(kit.Clean(t.NameOf(id))) + 4 // and air before the frame
		if rolled {
			need += 1 + len(itoa(total))
		}
		if id == t.Clock.Turn {
			need++
		}
		if i+1 < len(turns) {
			need += 2 // that there are more
		}
		switch last := len(out)+1 == most; {
		case i == 0:
		case r.Left() >= need:
			r.Space(1).Put(kit.Dim, f.Look.Separate).Space(1)
		case last:
			return append(out, r.Space(1).Put(kit.Dim, f.Look.More).String())
		default:
			out = append(out, r.Space(1).Put(kit.Dim, f.Look.Separate).String())
			r = f.Look.Row(w).To(a.left)
		}
		if id == t.Clock.Turn {
			r.Sign(kit.Accent, f.Look.Cursor).Put(kit.Accent, t.NameOf(id))
		} else {
			r.Put(kit.Text, t.NameOf(id))
		}
		if rolled {
			r.Space(1).Put(kit.Dim, itoa(total))
		}
	}
	return append(out, r.String())
}

// lanes are the bars that are drawn: those of several alike who do the same to the same at
// the same moment are one, as long as the cursor stands on none.
func (p Timeline) lanes(t model.Table, bars []model.Pending) [][]model.Pending {
	var out [][]model.Pending
	for _, b := range bars {
		if n := len(out); n > 0 && p.On == "" && actAlike(t, out[n-1][0], b) {
			out[n-1] = append(out[n-1], b)
			continue
		}
		out = append(out, []model.Pending{b})
	}
	return out
}

// actAlike reports whether two are pending alike, but for the number of who does it.
func actAlike(t model.Table, a, b model.Pending) bool {
	who, other := t.NameOf(scene.Concerns(t, a)), t.NameOf(scene.Concerns(t, b))
	return stem(who) == stem(other) && stem(who) != who && stem(other) != other && who != other &&
		inkOf(t, scene.Concerns(t, a)) == inkOf(t, scene.Concerns(t, b)) && a.Due == b.Due && decide.DueTime(t, a) == decide.DueTime(t, b) &&
		slices.Equal(a.Against, b.Against) && a.System == b.System && a.Action == b.Action && a.Of == b.Of && a.Passive == b.Passive && a.Hidden == b.Hidden
}

// bar draws one pending action from now to when it will happen, and behind it
// what happens then.
func (a axis) bar(f Frame, p model.Pending, w int, name string, on, bright bool) string {
	t, k := f.Table, f.Look
	r := k.Row(w).Mark(on).Select(bright)
	ink := inkOf(t, scene.Concerns(t, p))
	r.Fit(ink, Shortened(name, a.left-2), a.left-2).Space(1)
	if p.Passive {
		ink = kit.Dim
	}
	at := decide.DueTime(t, p)
	x := model.UpcomingItem{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Of: p.Of}
	what, _ := falls(t, x, t.NameOf)
	switch who := scene.Concerns(t, p); {
	case who != p.Who:
		what = t.ActionName(p.System, p.Action)
	case f.Table.Clock.Turn != p.Who && p.Of == t.Time().Initiative && p.Of != "":
		what = "turn"
	}
	if p.Hidden {
		what += ", hidden"
	}
	due := scene.ShortMoment(t, at)
	if at <= a.now {
		return r.To(a.left).Sign(ink, k.Bar.End).Space(1).Put(kit.Warn, due+" now").Space(1).Put(kit.Text, what).String()
	}
	end := a.column(at)
	if slices.Contains(a.shown, at) {
		due = ""
	} else {
		due += " "
	}
	words := kit.Width(due) + kit.Width(kit.Clean(what))
	if at > a.to {
		end = max(w-3-words, a.left+2)
	}
	r.To(a.left)
	if end+2+words > w && end-a.left > words+4 { // no room behind it
		r.Times(ink, k.Bar.Line, end-r.Used()-words-2).Space(1).Put(kit.Dim, due)
		return f.Told(r, kit.Text, what).Space(1).Sign(ink, k.Bar.End).String()
	}
	r.Times(ink, k.Bar.Line, end-r.Used()).Sign(ink, k.Bar.End).Space(1).Put(kit.Dim, due)
	return f.Told(r, kit.Text, what).String()
}

// payment draws the next payment at its place, and what each will pay then.
func (a axis) payment(f Frame, w int) (string, bool) {
	text := a.payers
	if a.pay < 0 || text == "" {
		return "", false
	}
	r := f.Look.Row(w).Space(1).Put(kit.Dim, "due")
	ink := kit.Energy
	if text == nobodyPays {
		ink = kit.Dim
	}
	n := kit.Width(kit.Clean(text))
	at := max(min(a.column(a.pay), w-n-1), r.Used()+1)
	r.To(at).Put(ink, text)
	return r.String(), true
}

const nobodyPays = "nobody pays"

// upkeep says when the next payment is and what each will pay then, and behind
// it what others pay later by their own rulebooks; -1 and "" where none is known.
func upkeep(t model.Table) (at int, words string) {
	at = -1
	if _, known := t.Rulebook(t.System); known {
		if next, ok := t.Time().NextPayment(t.Clock.Moment); ok {
			at, words = next, nobodyPays
		}
	}
	all := decide.Upkeep(t)
	if len(all) > 0 && (at < 0 || all[0].Moment <= at) {
		at, words = all[0].Moment, ""
	}
	for i, x := range all {
		switch {
		case x.Moment > at && (i == 0 || all[i-1].Moment < x.Moment):
			words += "; at " + scene.ShortMoment(t, x.Moment) + " "
		case i > 0:
			words += ", "
		}
		words += t.NameOf(x.Who) + " " + itoa(x.Pays)
	}
	return at, words
}

// waiting draws who waits to act, and for what.
func (a axis) waiting(f Frame, w int) []string {
	var out []string
	for _, x := range f.Table.Clock.Waiting {
		r := f.Look.Row(w).Space(1).Fit(inkOf(f.Table, x.Who), Shortened(f.Table.NameOf(x.Who), a.left-2), a.left-2).Space(1)
		out = append(out, r.Put(kit.Accent, "waits").Space(1).Put(kit.Text, x.Words).String())
	}
	return out
}

// free draws who may begin something now, in one line.
func (a axis) free(f Frame, w int) []string {
	var all []*model.Character
	for _, id := range f.Upcoming().Free() {
		if c, ok := f.Table.Character(id); ok {
			all = append(all, c)
		}
	}
	list := bands(all, 2)
	if len(list) == 0 {
		return nil
	}
	r := f.Look.Row(w).Space(1).Put(kit.Dim, "free").To(a.left)
	for i, b := range list {
		name := kit.Clean(b.name())
		need := kit.Width(name) + 2
		if rest := len(list) - i - 1; rest > 0 { // and how many more there are
			need += len(itoa(rest)) + len(" more")
		}
		if i > 0 && r.Left() < need {
			r.Put(kit.Dim, itoa(len(list)-i)+" more")
			break
		}
		r.Put(SideInk(b[0]), name).Space(2)
	}
	return []string{r.String()}
}

// Key moves over what is pending; Enter says it in full, delete calls it off,
// + and - put it off or bring it forward.
func (p Timeline) Key(f Frame, k tea.KeyMsg) (Pane, Intent) {
	bars := barsOf(f.Table)
	at := slices.IndexFunc(bars, func(b model.Pending) bool { return b.ID == p.On })
	if to, ok := f.moved(k, at, len(bars), max(f.H, 4)); ok {
		p.On = bars[to].ID
		return p, Moved{}
	}
	if at < 0 {
		return p, nil
	}
	switch f.Pressed(p.Keys(), k) {
	case "explain":
		return p, Say{pendingWords(f.Table, bars[at])}
	case "call-off":
		return p, Do{Command: model.Cancel{Pending: p.On}}
	case "later":
		return p, Do{Command: model.Delay{Pending: p.On, Due: bars[at].Due + 1}}
	case "sooner":
		return p, Do{Command: model.Delay{Pending: p.On, Due: bars[at].Due - 1}}
	case "back":
		p.On = ""
		return p, Moved{}
	}
	return p, nil
}

var timelineKeys = In("timeline", "Timeline",
	Enter("explain", "explain what is pending", "explain"),
	Binding{ID: "call-off", Keys: []string{"delete"}, Label: "cancel it", Foot: "cancel"},
	Binding{ID: "later", Keys: []string{"+", "="}, Label: "delay it by one", Foot: "delay, hasten"},
	Binding{ID: "sooner", Keys: []string{"-"}, Label: "bring it forward by one", Foot: "delay, hasten"},
)

// Keys are the keys of the timeline.
func (p Timeline) Keys() []Binding { return slices.Concat(timelineKeys, Moving, []Binding{Back}) }

func pendingWords(t model.Table, p model.Pending) string {
	words := t.NameOf(p.Who) + ": " + t.ActionName(p.System, p.Of)
	if len(p.Against) > 0 {
		words += " against " + t.NamesOf(p.Against)
	}
	words += ", from " + t.When(p.Start) + " to " + t.When(decide.DueTime(t, p))
	if then := t.ActionName(p.System, p.Action); then != "" {
		words += ", then " + then
	}
	if p.Passive {
		words += ", while doing other things"
	}
	return words
}

// Click puts the cursor on a bar.
func (p Timeline) Click(f Frame, _, y int) (Pane, Intent) {
	head, body, at := p.parts(f)
	if y -= len(head); y < 0 {
		return p, nil
	}
	if room := f.H - len(head); len(body) > room {
		y += kit.Window(len(body), at, room)
	}
	lanes := p.lanes(f.Table, barsOf(f.Table))
	if y >= len(lanes) {
		return p, nil
	}
	if lanes[y][0].ID == p.On {
		return p, Say{pendingWords(f.Table, lanes[y][0])}
	}
	p.On = lanes[y][0].ID
	return p, Moved{}
}
