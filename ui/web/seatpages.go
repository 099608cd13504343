package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/markup"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/people"
)

// seatPages is what all pages of one seat share: the table as the seat sees it, and caches made
// from it.
type seatPages struct {
	site *Site
	seat model.Seat

	mu       sync.Mutex
	table    model.Table
	memory   *scene.Memory
	offers   map[string]*scene.Offers // by character
	rendered map[string]rendered      // by part and character

	upcoming *scene.Upcoming // of table
	here     []people.Seated // as frame found them last
	waiting  int             // how many wait to be let in, on the gamemaster's pages

	lost    string        // that the log no longer leads up to what a browser of the seat has seen
	read    []string      // what somebody at the seat has read of what the table's Found returned
	pending *pendingThrow // nil if nothing waits
}

// pendingThrow is an action that was refused because players must first add words to the dice.
// It is done when all words are in, unless the table has changed in another way, since it
// may then no longer be wanted.
type pendingThrow struct {
	draft scene.Draft
	seen  model.Table
}

// throwPending does the waiting action, if the words are in.
func (p *seatPages) throwPending(v *visit) {
	p.mu.Lock()
	t, u := p.refresh(v), p.pending
	if u == nil || t.WaitsForWords() != "" {
		p.mu.Unlock()
		return
	}
	p.pending = nil
	p.mu.Unlock()
	if scene.OnlyWordsSince(t, u.seen) {
		if _, err := v.game.Do(v.seat, u.draft.Command()); err == nil {
			p.mu.Lock()
			p.memory.Threw(p.refresh(v), u.draft)
			p.mu.Unlock()
		}
	}
}

// part is a part of a page that is updated by itself.
type part interface{ write(w *markup.Writer) }

// markupOf is the markup of a part.
func markupOf(p part) markup.Fragment {
	var w markup.Writer
	p.write(&w)
	return w.Made()
}

// rendered is a rendered part.
type rendered struct {
	of   *model.Revision // newest revision for which it is up to date
	data part
	html markup.Fragment
	tag  string
}

// pagesOf returns the place of a seat.
func (s *Site) pagesOf(seat model.Seat) *seatPages {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.places[seat]
	if p == nil {
		p = &seatPages{site: s, seat: seat, memory: scene.NewMemory(nil), offers: map[string]*scene.Offers{}, rendered: map[string]rendered{}}
		s.places[seat] = p
	}
	return p
}

// refresh updates the table. The lock must be held.
func (p *seatPages) refresh(v *visit) model.Table {
	now := view.Follow(p.table, v.game.Now(), p.seat)
	if p.upcoming == nil || !now.SameRevision(p.table) {
		p.upcoming = scene.UpcomingOf(now)
	}
	p.table = now
	return now
}

// scene returns the table as the seat is shown it, with a character selected.
func (p *seatPages) scene(v *visit, who string) scene.Scene {
	f := scene.Scene{Table: p.table, Seat: p.seat, Selected: p.selected(who), Known: p.upcoming}
	here := v.Present().Here()
	p.here, p.waiting = here, 0
	if admissions := v.Present().Admissions(); admissions != nil {
		p.waiting = len(admissions.Waiting())
	}
	f.Present = func(s model.Seat) bool { return people.IsConnected(here, s) }
	return f
}

// ownCharacters returns the characters that the seat plays.
func (p *seatPages) ownCharacters() []*model.Character {
	return slices.DeleteFunc(slices.Clone(p.table.Characters()), func(c *model.Character) bool { return !p.seat.Owns(c) })
}

// selected returns the id of the character that a page shows: who, if the seat plays it,
// otherwise its first.
func (p *seatPages) selected(who string) string {
	all := p.ownCharacters()
	for _, c := range all {
		if c.ID == who {
			return who
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[0].ID
}

// partNames are the parts of the first page, the quickest to render first.
var partNames = []string{"head", "ask", "just", "me", "log", "others", "now"}

// partsOfEveryPage is how many of partNames are on every page of a seat. quickParts is how
// many of them are made before anything that takes long.
const (
	partsOfEveryPage = 2
	quickParts       = 5
)

// parts renders the parts of a page, and returns the id of the newest event in them.
func (p *seatPages) parts(v *visit, who string, all bool) (map[string]markup.Fragment, string) {
	names := partNames
	if !all {
		names = names[:partsOfEveryPage]
	}
	p.throwPending(v)
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	f := p.scene(v, who)
	out := map[string]markup.Fragment{}
	for _, name := range names {
		out[name] = p.part(v, f, name, false).html
	}
	return out, newest(t)
}

// newest returns the id of the newest event that the seat sees.
func newest(t model.Table) string { return t.EventIDAt(t.Seq()) }

// part renders one part, unless it is cached. Parts that depend on who is connected are not
// cached. A folded part leaves out the odds of what is folded away. The lock must be held.
func (p *seatPages) part(v *visit, f scene.Scene, name string, folded bool) rendered {
	key := fmt.Sprint(name, "/", folded, "/", f.Selected)
	d, there := p.rendered[key]
	if there && d.of == p.table.Revision && name != "head" && name != "ask" {
		return d
	}
	var data part
	switch name {
	case "head":
		data = p.head(f)
	case "ask":
		data = p.questions(v, f)
	case "just":
		data = p.just()
	case "me":
		data = p.me(f)
	case "now":
		data = p.now(f, folded)
	case "others":
		data = p.others(f)
	case "log":
		data = p.log(f, 0, logLength)
	}
	if d.of = p.table.Revision; !there || !reflect.DeepEqual(data, d.data) {
		d.data, d.html = data, markupOf(data)
		sum := sha256.Sum256([]byte(d.html.String()))
		d.tag = base64.RawURLEncoding.EncodeToString(sum[:9])
	}
	p.rendered[key] = d
	return d
}

// head is the top of every page.
type head struct {
	Table, When, Where string
	You                string
	Waits              []wait
	Free               string // who may act now
	Calls              string // for what the table waits for this seat
	Here               []guest
	Door               int // who wait to be let in, for the gamemaster
}

type wait struct{ Name, For string }

type guest struct {
	Name     string
	Here     bool
	NoAnswer string // since when; "" if they answer
}

func (p *seatPages) head(f scene.Scene) head {
	t := p.table
	h := head{Table: clean.Text(t.Name), When: t.When(t.Clock.Moment), Where: clean.Text(t.Clock.Place), You: clean.Text(t.SeatName(p.seat))}
	if d := t.DateWords(); d != "" {
		h.When += ", " + d
	}
	h.Door = p.waiting
	h.Free = clean.Text(scene.FreeWords(t, f.Upcoming().Free()))
	waits := f.WaitedFor()
	for _, s := range append([]model.Seat{{Role: model.GM}}, t.Seats()...) {
		name := clean.Text(t.SeatName(s))
		if s.Role == model.GM {
			name = "Gamemaster"
		}
		if s == p.seat {
			h.Calls = waits[s]
			name += " (you)"
		} else if words := waits[s]; words != "" {
			h.Waits = append(h.Waits, wait{name, words + model.Prefixed(", ", people.NoAnswer(p.here, s))})
		}
		h.Here = append(h.Here, guest{name, s == p.seat || f.Present(s), people.NoAnswer(p.here, s)})
	}
	return h
}

// me is the summary of the seat's own character.
type me struct {
	Tabs    []tab
	Who     string
	Name    string
	Book    string
	Doing   string
	Blocks  []block
	Changed []labelled // what last changed its pools
	None    bool
	Watches bool
	GM      bool
}

type tab struct {
	ID, Name string
	On       bool
}

type labelled struct{ Label, Text string }

func (p *seatPages) me(f scene.Scene) me {
	t, c := p.table, f.Here()
	if c == nil {
		return me{None: true, Watches: p.seat.Role == model.Watcher, GM: p.seat.IsGamemaster()}
	}
	m := me{Who: c.ID, Name: clean.Text(c.Name), Doing: clean.Text(scene.DoingWords(t, c))}
	for _, o := range p.ownCharacters() {
		m.Tabs = append(m.Tabs, tab{o.ID, clean.Text(o.Name), o.ID == c.ID})
	}
	if len(m.Tabs) < 2 || p.seat.IsGamemaster() && len(m.Tabs) > 40 {
		m.Tabs = nil
	}
	s := phrase.ActingRulebook(t, c, "")
	if s == nil {
		return m
	}
	m.Book = s.Name
	brief, _ := t.Brief(c, s.ID)
	m.Blocks = blocks(brief, f, c)
	for _, w := range view.PoolHistory(t, c, s.ID) {
		m.Changed = append(m.Changed, labelled{w.Label, clean.Text(w.Text)})
	}
	return m
}

// block is one block of a panel. One of its kinds is set.
type block struct {
	Heading string
	Meter   *meter
	Stat    *stat
	Track   *track
	Words   *labelled
	Grid    *grid
}

// meter is a pool; its values are scaled to 1000.
type meter struct {
	Label, Words, Kind, Word string
	Now, Full                int
	Width, Lost, LostAt      int
}

type stat struct {
	Label, Words string
	Working      []string
	Changed      bool
}

type track struct {
	Label, Words string
	Boxes        []box
}

type box struct {
	Label string
	Full  bool
	Count int
}

type grid struct {
	Title string
	Head  []string
	Rows  [][]string
}

const whole = 1000

// blocks returns the blocks of a panel as pages draw them, with each meter's latest loss.
func blocks(all []engine.Block, f scene.Scene, c *model.Character) []block {
	w := blockList{t: f.Table, who: c.ID}
	scene.Write(&w, all...)
	return w.all
}

// blockList writes the blocks of a character's panel for a page; see [scene.Writer].
type blockList struct {
	t   model.Table
	who string
	all []block
}

func (w *blockList) put(b block) { w.all = append(w.all, b) }

func (w *blockList) Heading(text string) { w.put(block{Heading: clean.Text(text)}) }

func (w *blockList) Number(b engine.Stat) {
	w.put(block{Stat: &stat{clean.Text(b.Label), clean.Text(b.Words()), cleaned(b.Working), b.Changed}})
}

func (w *blockList) Text(b engine.Words) {
	w.put(block{Words: &labelled{clean.Text(b.Label), clean.Text(b.Text)}})
}

func (w *blockList) Meter(b engine.Meter) {
	m := &meter{Label: clean.Text(b.Label), Words: clean.Text(b.Words()), Kind: b.Kind, Word: b.HurtWord(), Now: b.Now, Full: b.Full}
	switch {
	case b.Down != "" && b.Kind == "life":
		m.Kind, m.Word = "down", clean.Text(b.Down)
	case b.Down != "":
		m.Kind = "down"
	case b.Kind == "life" && m.Word != "":
		m.Kind = map[bool]string{true: "grave", false: "hurt"}[4*b.Now < b.Full]
	}
	if b.Full > 0 {
		m.Width = whole * max(0, min(b.Now, b.Full)) / b.Full
		if lost := view.LastLosses(w.t)[w.who][b.ID]; lost > 0 {
			m.LostAt, m.Lost = m.Width, whole*min(lost, b.Full)/b.Full
			m.Lost = min(m.Lost, whole-m.Width)
		}
	}
	w.put(block{Meter: m})
}

func (w *blockList) Boxes(b engine.Track) {
	t := &track{Label: clean.Text(b.Label), Words: clean.Text(b.Words())}
	for _, x := range b.Boxes {
		t.Boxes = append(t.Boxes, box{clean.Text(x.Label), x.Full, x.Count})
	}
	w.put(block{Track: t})
}

func (w *blockList) Table(b scene.Table) {
	if len(b.Rows) == 0 {
		w.Text(engine.Words{Label: b.Title, Text: engine.NoRows})
		return
	}
	g := &grid{Title: clean.Text(b.Title), Head: cleaned(b.Head)}
	for _, r := range b.Rows {
		g.Rows = append(g.Rows, cleaned(r))
	}
	w.put(block{Grid: g})
}

func cleaned(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = clean.Text(s)
	}
	return out
}

// now lists the actions that the seat's own character can take.
type now struct {
	Name string
	None bool
	Can  []able
	More []able // the less common ones
	Not  []notNow
	Free bool
	Odds bool // More has its odds
}

type able struct {
	Name   string
	URL    string
	Target string
	Price  string
	Words  string
	Lands  string
	Judged bool
	Chance string
	Width  int
	Called bool
}

type notNow struct {
	Why   string
	Names string
}

// shownActions is how many actions are shown before "more".
const shownActions = 8

func (p *seatPages) now(f scene.Scene, folded bool) now {
	t, c := p.table, f.Here()
	if c == nil {
		return now{None: true}
	}
	s := f.Rulebook()
	if s == nil {
		return now{Name: clean.Text(c.Name), None: true}
	}
	offers, list := p.offers[c.ID], p.memory.Listed(t, p.seat)
	if !offers.Holds(p.memory, t, c, s) {
		offers = p.memory.Offers(t, p.seat, c, s)(list, func() {})
	}
	first := len(offers.Can)
	if folded {
		first = min(first, shownActions)
	}
	offers = offers.Counted(t, list, 0, first, func() {})
	p.offers[c.ID] = offers
	n := now{Name: clean.Text(c.Name), Free: slices.Contains(f.Upcoming().Free(), c.ID), Odds: !folded}
	for i := range offers.Can {
		o := &offers.Can[i]
		x := able{Name: clean.Text(o.Label()), URL: urlOf(o.Draft), Price: o.Brief.Price, Words: o.Brief.Words, Lands: o.Brief.LandsWords(), Judged: o.Brief.Judged, Called: o.Called != nil}
		if len(o.Against) > 0 {
			x.Target = clean.Text(t.NamesOf(o.Against))
		}
		if x.Judged {
			x.Chance, x.Width = clean.Text(o.Brief.Chance()), int(o.Brief.P*whole)
		}
		if len(n.Can) < shownActions || x.Called {
			n.Can = append(n.Can, x)
		} else {
			n.More = append(n.More, x)
		}
	}
	var reasons []string
	names := map[string][]string{}
	for i := range offers.Cannot {
		o := &offers.Cannot[i]
		if o.Lacks {
			n.More = append(n.More, able{Name: clean.Text(o.Label()), URL: urlOf(o.Draft), Words: clean.Text("still to say: " + o.WhyNot)})
			continue
		}
		if names[o.WhyNot] == nil {
			reasons = append(reasons, o.WhyNot)
		}
		names[o.WhyNot] = append(names[o.WhyNot], clean.Text(o.Label()))
	}
	for _, why := range reasons {
		n.Not = append(n.Not, notNow{clean.Text(why), strings.Join(names[why], ", ")})
	}
	return n
}

// others lists everybody at the table whom the seat sees, by side.
type others struct{ Sides []side }

type side struct {
	Name, Class string
	People      []person
}

type person struct {
	ID, Name, Doing string
	Mine, Sheet     bool
	Player          string
	Blocks          []block
}

// sideClass returns the CSS class of a side.
func sideClass(s engine.Side) string {
	switch s {
	case engine.Heroes:
		return "hero"
	case engine.Foes:
		return "foe"
	}
	return "other"
}

func (p *seatPages) others(f scene.Scene) others {
	t := p.table
	var out others
	for _, c := range t.Characters() {
		class := sideClass(c.Side)
		name := string(c.Side)
		if name == "" {
			name = "others"
		}
		i := slices.IndexFunc(out.Sides, func(s side) bool { return s.Name == name })
		if i < 0 {
			out.Sides = append(out.Sides, side{Name: name, Class: class})
			i = len(out.Sides) - 1
		}
		x := person{ID: c.ID, Name: clean.Text(c.Name), Doing: clean.Text(scene.DoingWords(t, c)), Mine: p.seat.Owns(c) && !p.seat.IsGamemaster(), Player: clean.Text(t.PlayerOf(c))}
		if _, nameOnly := c.State(); !nameOnly {
			if s := phrase.ActingRulebook(t, c, ""); s != nil {
				brief, _ := t.Brief(c, s.ID)
				x.Sheet, x.Blocks = true, blocks(brief, f, c)
			}
		}
		out.Sides[i].People = append(out.Sides[i].People, x)
	}
	order := map[string]int{"hero": 0, "other": 1, "foe": 2}
	slices.SortStableFunc(out.Sides, func(a, b side) int { return cmp.Compare(order[a.Class], order[b.Class]) })
	return out
}

// logLength is how many entries of the log the first page has.
const logLength = 25

// story is a part of the log, newest entry first.
type story struct {
	Entries []entry
	Older   string // id of the entry where it continues; "" at the end
}

type entry struct {
	ID     string
	When   string // "" if it is the same as in the entry before
	Undone bool
	Hidden bool
	Lines  []line
}

type line struct {
	Text, Came string // Came is the result, which is shown separately
	Aside      bool
	Mark       string // hit, miss or ""
	Dice       []dice
	Class      string
}

type dice struct {
	Label string
	Faces []face
	Typed bool
}

type face struct {
	N    int
	Fate string
}

// log returns the log back from an event; 0 means the newest.
func (p *seatPages) log(f scene.Scene, from uint64, most int) story {
	t := p.table
	var out story
	when, n := "", 0
	for e := range view.Entries(t, view.Filter{}, from, 0) {
		if n == most {
			out.Older = t.EventIDAt(e.Event.Seq)
			break
		}
		for _, para := range e.Tell(t, false) {
			x := entryOf(t, e, para)
			if w := t.When(para.Moment); para.Timed && w != when {
				x.When, when = w, w
			}
			out.Entries = append(out.Entries, x)
		}
		n++
	}
	return out
}

// entryOf returns a paragraph of an entry as pages draw it, without its time.
func entryOf(t model.Table, e view.Entry, para view.Paragraph) entry {
	x := entry{ID: e.Event.ID, Undone: e.Undone, Hidden: e.Hidden(t)}
	for i, l := range para.Lines {
		x.Lines = append(x.Lines, lineOf(l, i > 0 || l.Aside, para.Bookkeeping))
	}
	return x
}

// lineOf returns a line as pages draw it.
func lineOf(l view.Line, aside, clock bool) line {
	text := view.Sentence(l.Text)
	_, came, gap := strings.Cut(l.Text, "  ")
	out := line{Text: clean.Text(text), Aside: aside}
	if gap && !aside {
		out.Text, out.Came = clean.Text(strings.TrimSuffix(text, came)), clean.Text(came)
	}
	if o := l.Result; o != nil && o.Grade != "" && o.Grade != engine.Undecided {
		out.Mark = map[bool]string{true: "hit", false: "miss"}[o.Success]
	}
	switch {
	case l.Warns:
		out.Class = "warns"
	case clock:
		out.Class = "clock"
	}
	for _, t := range engine.ThrownOf(l.Dice, l.Fates) {
		d := dice{Label: t.Label + " " + t.Dice, Typed: t.Typed}
		for i, n := range t.Faces {
			x := face{N: n}
			if i < len(t.Fates) {
				x.Fate = [...]string{"", "again", "cancelled", "special"}[t.Fates[i]]
			}
			d.Faces = append(d.Faces, x)
		}
		out.Dice = append(out.Dice, d)
	}
	return out
}

// just is what happened last: what concerns this seat first.
type just struct{ Entries []entry }

// mostJust is how many paragraphs it has.
const mostJust = 2

func (p *seatPages) just() (out just) {
	for e := range view.Entries(p.table, view.Filter{}, 0, 0) {
		for _, para := range e.Just(p.table, mostJust) {
			out.Entries = append(out.Entries, entryOf(p.table, e, para))
		}
		return out
	}
	return out
}

// announcements returns the sentences that a screen reader says about the events after an event,
// oldest first.
func announcements(t model.Table, after uint64) []string {
	var out []string
	for l, lines := range view.LogText(t, true) {
		if l.Event.Seq <= after || len(out) > 12 {
			break
		}
		var words []string
		for _, x := range lines {
			if x.Head {
				words = append(words, clean.Text(view.Sentence(x.Text)))
			}
		}
		if len(words) == 0 {
			continue
		}
		text := strings.Join(words, ". ")
		if l.Undone {
			text = "Undone: " + text
		}
		out = append(out, text)
	}
	slices.Reverse(out)
	return out
}

// seconds returns how many seconds are left until a time, rounded up.
func (p *seatPages) seconds(until time.Time) int {
	return int((max(until.Sub(p.site.cfg.Now()), 0) + time.Second - 1) / time.Second)
}

func (p *seatPages) ending(v *visit) scene.Ending {
	return scene.Ending{Seal: v.game.Seal, Own: v.Own}
}
