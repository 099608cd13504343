package pane

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
)

// Order shows a player who acts when: what is coming, the nearest first, and the player's own
// place in it.
type Order struct{}

// coming is one line of it.
type coming struct {
	at   int // the moment; what has none stands first
	when string
	who  string
	what string
	mine bool
	now  bool
	grim bool   // it comes upon one oneself
	turn bool   // it is a turn that the clock brings
	whom string // the name with which what it is ends
}

// Aside implements Pane.
func (Order) Aside(Frame) string { return "" }

// Title implements Pane.
func (Order) Title(f Frame) string {
	for _, c := range f.coming() {
		switch {
		case c.mine && c.now:
			return "Order " + f.Look.Separate + " you may act now"
		case c.mine && c.what == nextIsYours:
			return "Order " + f.Look.Separate + " you are next"
		}
	}
	return "Order"
}

// Place implements Pane.
func (Order) Place() Place { return Place{} }

// At implements Pane.
func (p Order) At(Place) Pane { return p }

// Keys implements Pane.
func (Order) Keys() []Binding { return []Binding{Back} }

// Key implements Pane.
func (p Order) Key(Frame, tea.KeyMsg) (Pane, Intent) { return p, nil }

// Click implements Pane.
func (p Order) Click(Frame, int, int) (Pane, Intent) { return p, nil }

// nextTurn is said of the character whose turn comes next, nextIsYours if that is the
// player's own.
const nextTurn, nextIsYours = "is next", "are next"

// coming lists what lies ahead, in the order in which it happens.
func (f Frame) coming() []coming {
	t := f.Table
	mine := func(id string) bool {
		c, ok := t.Character(id)
		return ok && f.Seat.Role == model.Player && f.Seat.Owns(c)
	}
	free := freeInTurn(t, f.Upcoming().Free())
	out := make([]coming, 0, len(free)+4)
	name := func(id string) string {
		if mine(id) {
			return "you"
		}
		return t.NameOf(id)
	}
	say := func(at int, when, who, what string) *coming {
		out = append(out, coming{at: at, when: when, who: name(who), what: what, mine: mine(who)})
		return &out[len(out)-1]
	}
	now, when := t.Clock.Moment, scene.ShortMoment(t, t.Clock.Moment)
	for _, id := range free {
		if t.Clock.Turn == "" || t.Clock.Turn == id {
			say(now, when, id, "may act now").now = true
		}
	}
	if !t.Time().Down { // there the clock brings them
		turnsAhead(t, func(who, what string) { say(now, "", who, what) })
	}
	for _, p := range t.Pending() {
		at := decide.DueTime(t, p)
		x := befalling(t, model.UpcomingItem{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Of: p.Of})
		what, verb := falls(t, x, name)
		if first, rest, _ := strings.Cut(what, " "); verb && mine(x.Who) { // you strike
			what = strings.TrimSuffix(first, "s") + " " + rest
		}
		line := say(at, scene.ShortMoment(t, at), x.Who, what)
		if len(p.Against) > 0 && strings.HasSuffix(what, " "+name(p.Against[0])) {
			line.whom = name(p.Against[0])
		}
		line.grim = !mine(p.Who) && slices.ContainsFunc(p.Against, mine)
		if line.turn = p.System == t.System && p.Of != "" && p.Of == t.Time().Initiative; line.turn {
			if words := passedOver(t, p.Who); words != "" {
				line.what, line.turn = words, false
			}
		}
	}
	for _, c := range t.Characters() {
		if !mine(c.ID) {
			continue
		}
		for _, x := range decide.UpkeepOf(f.Table, c.ID) {
			say(x.Moment, scene.ShortMoment(t, x.Moment), x.Who, strings.TrimSuffix(itoa(x.Pays)+" "+x.From, " ")).who = "payment"
		}
	}
	for _, e := range f.Table.ActiveEffects() {
		if mine(e.Who) {
			words := e.Words
			if until := t.UntilWords(e); until != "" {
				words += ", " + until
			}
			say(1<<30, "", e.Who, words)
		}
	}
	slices.SortStableFunc(out, func(a, b coming) int { return cmp.Compare(a.at, b.at) })
	what := nextTurn
	for i := range out {
		if out[i].turn {
			out[i].what, what = what, "then"
		}
		if out[i].mine && out[i].what == nextTurn {
			out[i].what = nextIsYours
		}
	}
	return out
}

// freeInTurn sorts those who may act by the order of turns, if there is one.
func freeInTurn(t model.Table, free []string) []string {
	if len(t.Clock.Order) == 0 {
		return free
	}
	turns := decide.Turns(t)
	return slices.SortedStableFunc(slices.Values(free), func(a, b string) int { return cmp.Compare(slices.Index(turns, a), slices.Index(turns, b)) })
}

// turnsAhead calls say for everybody whose turn comes after the present one.
func turnsAhead(t model.Table, say func(who, what string)) {
	turns := decide.Turns(t)
	at, what := slices.Index(turns, t.Clock.Turn), nextTurn
	for i := 1; i < len(turns) && at >= 0; i++ {
		who := turns[(at+i)%len(turns)]
		words := lies(t, who)
		if at+i < len(turns) { // who has acted is passed over in this round alone
			words = passedOver(t, who)
		}
		if words != "" {
			say(who, words)
			continue
		}
		say(who, what)
		what = "then"
	}
}

// passedOver says why the turn of a character is skipped in this round, "" if it is not.
func passedOver(t model.Table, who string) string {
	if x, ok := t.Declared(who); ok && x.Done >= x.Actions {
		return "has acted"
	}
	if who != t.Clock.Turn && slices.Contains(decide.Acted(t), who) {
		return "has acted"
	}
	return lies(t, who)
}

// lies is the state of a character who is down and has no turn; "" for one who is not.
func lies(t model.Table, who string) string {
	c, ok := t.Character(who)
	if !ok || !c.Plays(t.System) || !t.IsDownIn(c, t.System) {
		return ""
	}
	if state, met := c.State(); met {
		return state
	}
	_, marks := t.Brief(c, t.System)
	for _, m := range marks {
		if m.Grave {
			return m.Word
		}
	}
	return "down"
}

// Draw implements Pane.
func (Order) Draw(f Frame) []string {
	all := f.coming()
	more := len(all) > f.H
	if i := slices.IndexFunc(all, func(c coming) bool { return c.mine }); i >= f.H && f.H > 0 { // where one stands oneself is always told
		all = append(slices.Clone(all[:f.H-1]), all[i])
	}
	all = all[:min(len(all), max(f.H, 0))]
	widest := func() (when, who, what int) {
		for _, c := range all {
			when, who, what = max(when, kit.Width(c.when)), max(who, kit.Width(kit.Clean(c.who))), max(what, kit.Width(kit.Clean(c.what)))
		}
		return when, who, what
	}
	gap, beside := 2, 1 // beside the names and words: the mark, and the sign of more
	if f.W < 30 {
		gap = 1
	}
	if more {
		beside += 2
	}
	when, who, what := widest()
	if when > 0 {
		beside += 2
	}
	if f.W < when+who+gap+what+beside { // the names rather than the words
		short := "free"
		if f.Table.Clock.Turn != "" {
			short = "now"
		}
		all = slices.Clone(all)
		for i := range all {
			if all[i].now {
				all[i].what = short
			}
		}
		when, who, what = widest()
	}
	who = min(who, max(f.W/3, 6, f.W-when-what-gap-beside))
	out := make([]string, 0, max(f.H, 1))
	for i, c := range all {
		ink, name := kit.Text, kit.Title
		switch {
		case c.mine && c.now:
			ink, name = kit.Accent, kit.Accent
		case c.grim:
			ink = kit.Grave
		case c.mine:
			ink = kit.Title
		}
		w := f.W
		if more && i == len(all)-1 {
			w -= 2
		}
		r := f.Look.Row(w).Mark(c.mine && c.now).Right(kit.Dim, c.when, when)
		if when > 0 {
			r.Space(2)
		}
		r.Fit(name, Shortened(c.who, who), who).Space(gap)
		verb := strings.TrimSuffix(c.what, c.whom)
		out = append(out, r.Put(ink, verb+Shortened(c.whom, r.Left()-kit.Width(kit.Clean(verb)))).String())
	}
	if len(out) == 0 {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, "Nothing is pending.").String())
	}
	if last := f.H - 1; more && last >= 0 && f.W > 2 {
		out[last] = f.Look.Row(f.W).Drawn(out[last], f.W-2).Space(1).Put(kit.Dim, f.Look.Up[1]).String()
	}
	return f.Look.Lines(out, f.W, f.H)
}
