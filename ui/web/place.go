package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/lipgloss"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	play "example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// place is what all pages of one seat have together: the table as the seat sees it, and
// what was done from it.
type place struct {
	site *Site
	seat model.Seat

	mu     sync.Mutex
	table  model.Table
	memory *play.Memory
	offers map[string]play.Offers // by character
	drawn  map[string]drawn       // by part and character

	upcoming *pane.Upcoming // of table

	unthrown *unthrown // nil for none
}

// unthrown is what was refused because the dice wait for words of players. It is done once
// all words are in, unless the table has changed otherwise: then it may no longer be what
// is wanted.
type unthrown struct {
	draft play.Draft
	seen  model.Table
}

// goesOn does what has waited for words, if they are in.
func (p *place) goesOn(v *visit) {
	p.mu.Lock()
	t, u := p.see(v), p.unthrown
	if u == nil || t.WaitsForWords() != "" {
		p.mu.Unlock()
		return
	}
	p.unthrown = nil
	p.mu.Unlock()
	if play.OnlyWordsSince(t, u.seen) {
		if _, err := v.game.Do(v.seat, u.draft.Command()); err == nil {
			p.mu.Lock()
			p.memory.Threw(p.see(v), u.draft)
			p.mu.Unlock()
		}
	}
}

// drawn is a part as it was rendered last.
type drawn struct {
	of   *model.Revision // the last one for which it is as it was rendered
	data any             // what it was rendered from
	html template.HTML
	tag  string
}

// placeOf gives that of a seat.
func (s *Site) placeOf(seat model.Seat) *place {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.places[seat]
	if p == nil {
		p = &place{site: s, seat: seat, memory: play.NewMemory(nil), offers: map[string]play.Offers{}, drawn: map[string]drawn{}}
		s.places[seat] = p
	}
	return p
}

// see takes in the table as it stands. The lock is held.
func (p *place) see(v *visit) model.Table {
	now := view.Follow(p.table, v.game.Now(), p.seat)
	if p.upcoming == nil || !now.SameRevision(p.table) {
		p.upcoming = pane.UpcomingOf(now)
	}
	p.table = now
	return now
}

// look is for words that are put together with signs.
var look = kit.NewLook(lipgloss.NewRenderer(io.Discard), kit.Mono, kit.Unicode)

// at is the table as a pane would have it.
func (p *place) at(v *visit, who string) pane.Frame {
	t := p.table
	f := pane.Frame{Table: t, Seat: p.seat, Look: look, Selected: p.chosen(who), Known: p.upcoming}
	here := v.Present().Here()
	f.Present = func(s model.Seat) bool {
		return slices.ContainsFunc(here, func(x people.Seated) bool { return x.Seat == s && x.Screens > 0 })
	}
	if c := f.Here(); c != nil {
		if s, ok := rulebookOf(t, c); ok {
			f.System = s.ID
		}
	}
	return f
}

// own are the characters that the seat plays.
func (p *place) own() []*model.Character {
	return slices.DeleteFunc(slices.Clone(p.table.Characters()), func(c *model.Character) bool { return !p.seat.Owns(c) })
}

// chosen is the character whom a page is about: one of the own by id, or the first.
func (p *place) chosen(who string) string {
	all := p.own()
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

// rulebookOf is the one that a character acts by: the table's, or the first there is.
func rulebookOf(t model.Table, c *model.Character) (*engine.System, bool) {
	for _, id := range append([]string{t.System}, c.Systems()...) {
		if _, plays := c.Pages[id]; plays {
			if s, known := t.Rulebook(id); known {
				return s, true
			}
		}
	}
	return nil, false
}

// partNames are the parts of the first page, those first that are quickest.
var partNames = []string{"head", "ask", "just", "me", "log", "others", "now"}

// ofEveryPage are those that all pages of a seat have.
const ofEveryPage = 2

// parts renders the parts of a page, and says up to which event.
func (p *place) parts(v *visit, who string, all bool) (map[string]template.HTML, string) {
	names := partNames
	if !all {
		names = names[:ofEveryPage]
	}
	p.goesOn(v)
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.see(v)
	f := p.at(v, who)
	out := map[string]template.HTML{}
	for _, name := range names {
		out[name] = p.part(v, f, name).html
	}
	return out, newest(t)
}

// newest is the id of the newest event that the seat sees.
func newest(t model.Table) string { return t.EventIDAt(t.Seq()) }

// part renders one. What depends on who is here is rendered each time. The lock is held.
func (p *place) part(v *visit, f pane.Frame, name string) drawn {
	key := name + "/" + f.Selected
	d, there := p.drawn[key]
	if there && d.of == p.table.Revision && name != "head" && name != "ask" {
		return d
	}
	var data any
	switch name {
	case "head":
		data = p.head(f)
	case "ask":
		data = p.asks(v, f)
	case "just":
		data = p.just(f)
	case "me":
		data = p.me(f)
	case "now":
		data = p.now(f)
	case "others":
		data = p.others(f)
	case "log":
		data = p.log(f, 0, logLength)
	}
	if d.of = p.table.Revision; !there || !reflect.DeepEqual(data, d.data) {
		d.data, d.html = data, part("part-"+name, data)
		sum := sha256.Sum256([]byte(d.html))
		d.tag = base64.RawURLEncoding.EncodeToString(sum[:9])
	}
	p.drawn[key] = d
	return d
}

// head is what the top of every page says.
type head struct {
	Table, When, Where string
	You                string
	Waits              []wait
	Calls              string // what the seat itself is waited for
	Here               []guest
}

type wait struct{ Name, For string }

type guest struct {
	Name string
	Here bool
}

func (p *place) head(f pane.Frame) head {
	t := p.table
	h := head{Table: kit.Clean(t.Name), When: t.When(t.Clock.Moment), Where: kit.Clean(t.Clock.Place), You: kit.Clean(t.SeatName(p.seat))}
	if d := t.DateWords(); d != "" {
		h.When += ", " + d
	}
	waits := play.WaitedFor(t, f.Present, f.Upcoming().Free())
	for _, s := range append([]model.Seat{{Role: model.GM}}, t.Seats()...) {
		name := kit.Clean(t.SeatName(s))
		if s.Role == model.GM {
			name = "Gamemaster"
		}
		if s == p.seat {
			h.Calls = play.WaitWords[waits[s]]
			name += " (you)"
		} else if words := play.WaitWords[waits[s]]; words != "" {
			h.Waits = append(h.Waits, wait{name, words})
		}
		h.Here = append(h.Here, guest{name, s == p.seat || f.Present(s)})
	}
	return h
}

// me is the own character in short.
type me struct {
	Tabs    []tab
	Who     string
	Name    string
	Book    string
	Doing   string
	Blocks  []block
	Changed []labelled // what changed its pools last
	None    bool
	Watches bool
}

type tab struct {
	ID, Name string
	On       bool
}

type labelled struct{ Label, Text string }

func (p *place) me(f pane.Frame) me {
	t, c := p.table, f.Here()
	if c == nil {
		return me{None: true, Watches: p.seat.Role == model.Watcher}
	}
	m := me{Who: c.ID, Name: kit.Clean(c.Name), Doing: kit.Clean(pane.Doing(t, look, c))}
	for _, o := range p.own() {
		m.Tabs = append(m.Tabs, tab{o.ID, kit.Clean(o.Name), o.ID == c.ID})
	}
	if len(m.Tabs) < 2 || p.seat.IsGamemaster() && len(m.Tabs) > 40 {
		m.Tabs = nil
	}
	s, ok := rulebookOf(t, c)
	if !ok {
		return m
	}
	m.Book = s.Name
	brief, _ := t.Brief(c, s.ID)
	m.Blocks = blocks(brief, f, c)
	for _, w := range view.PoolHistory(t, c, s.ID) {
		m.Changed = append(m.Changed, labelled{w.Label, kit.Clean(w.Text)})
	}
	return m
}

// block is a piece of a sheet. Of its kinds, one is set.
type block struct {
	Heading string
	Meter   *meter
	Stat    *stat
	Track   *track
	Words   *labelled
	Grid    *grid
}

// meter is a pool, as wide as 1000.
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

// blocks are pieces of a sheet as pages draw them, with what somebody's meters lost last.
func blocks(all []engine.Block, f pane.Frame, c *model.Character) []block {
	var out []block
	for _, b := range all {
		switch b := b.(type) {
		case engine.Heading:
			out = append(out, block{Heading: kit.Clean(b.Text)})
		case engine.Meter:
			m := &meter{Label: kit.Clean(b.Label), Words: kit.Clean(b.Words()), Kind: b.Kind, Word: kit.HurtWord(b), Now: b.Now, Full: b.Full}
			if b.Kind == "life" && m.Word != "" {
				m.Kind = map[bool]string{true: "grave", false: "hurt"}[4*b.Now < b.Full]
			}
			if b.Full > 0 {
				m.Width = whole * max(0, min(b.Now, b.Full)) / b.Full
				if lost := view.LastLosses(f.Table)[c.ID][b.Label]; lost > 0 {
					m.LostAt, m.Lost = m.Width, whole*min(lost, b.Full)/b.Full
					m.Lost = min(m.Lost, whole-m.Width)
				}
			}
			out = append(out, block{Meter: m})
		case engine.Stat:
			out = append(out, block{Stat: &stat{kit.Clean(b.Label), kit.Clean(b.Words()), cleaned(b.Working), b.Changed}})
		case engine.Track:
			t := &track{Label: kit.Clean(b.Label), Words: kit.Clean(b.Words())}
			for _, x := range b.Boxes {
				t.Boxes = append(t.Boxes, box{kit.Clean(x.Label), x.Full, x.Count})
			}
			out = append(out, block{Track: t})
		case engine.Words:
			out = append(out, block{Words: &labelled{kit.Clean(b.Label), kit.Clean(b.Text)}})
		case engine.Costs:
			g := &grid{Title: kit.Clean(b.Title)}
			for _, r := range b.Rows {
				state := ""
				switch {
				case r.WhyNot != "":
					state = "not now: " + r.WhyNot
				case r.Present:
					state = strings.TrimRight("in force for "+r.Mark, " for")
				}
				g.Rows = append(g.Rows, cleaned([]string{r.Label, r.Price, r.Gain, state}))
			}
			out = append(out, block{Grid: g})
		case engine.Grid:
			g := &grid{Title: kit.Clean(b.Title), Head: cleaned(b.Head)}
			for _, r := range b.Rows {
				g.Rows = append(g.Rows, cleaned(r))
			}
			out = append(out, block{Grid: g})
		}
	}
	return out
}

func cleaned(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = kit.Clean(s)
	}
	return out
}

// now is what the own character can do.
type now struct {
	Name string
	None bool
	Can  []able
	More []able // less usual
	Not  []notNow
	Free bool
}

type able struct {
	Name   string
	URL    string
	Target string
	Price  string
	Words  string
	Judged bool
	Chance string
	Width  int
	Called bool
}

type notNow struct {
	Why   string
	Names string
}

// atFirst is how many things that can be done are shown at once.
const atFirst = 8

func (p *place) now(f pane.Frame) now {
	t, c := p.table, f.Here()
	if c == nil {
		return now{None: true}
	}
	s, ok := rulebookOf(t, c)
	if !ok {
		return now{Name: kit.Clean(c.Name), None: true}
	}
	f.System = s.ID
	offers, there := p.offers[c.ID]
	if !there {
		offers = play.NewOffers(p.memory)
	}
	offers = offers.Now(f)
	p.offers[c.ID] = offers
	n := now{Name: kit.Clean(c.Name), Free: slices.Contains(f.Upcoming().Free(), c.ID)}
	var reasons []string
	names := map[string][]string{}
	for _, a := range offers.All(f) {
		if a.WhyNot != "" {
			if names[a.WhyNot] == nil {
				reasons = append(reasons, a.WhyNot)
			}
			names[a.WhyNot] = append(names[a.WhyNot], kit.Clean(a.Name))
			continue
		}
		x := able{Name: kit.Clean(a.Name), URL: urlOf(a.Draft), Price: a.Columns.Price, Words: a.Columns.Words, Judged: a.Columns.Judged, Called: a.Called}
		if len(a.Draft.Against) > 0 {
			x.Target = kit.Clean(t.NamesOf(a.Draft.Against))
		}
		if x.Judged {
			x.Chance, x.Width = kit.Percent(a.Columns.P), int(a.Columns.P*whole)
		}
		if len(n.Can) < atFirst || x.Called {
			n.Can = append(n.Can, x)
		} else {
			n.More = append(n.More, x)
		}
	}
	for _, why := range reasons {
		n.Not = append(n.Not, notNow{kit.Clean(why), strings.Join(names[why], ", ")})
	}
	return n
}

// others is everybody at the table whom the seat sees, by sides.
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

// sideClass is how the colour of a side is called.
func sideClass(s engine.Side) string {
	switch s {
	case engine.Heroes:
		return "hero"
	case engine.Foes:
		return "foe"
	}
	return "other"
}

func (p *place) others(f pane.Frame) others {
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
		x := person{ID: c.ID, Name: kit.Clean(c.Name), Doing: kit.Clean(pane.Doing(t, look, c)), Mine: p.seat.Owns(c) && !p.seat.IsGamemaster(), Player: kit.Clean(t.PlayerOf(c))}
		if _, nameOnly := c.State(); !nameOnly {
			if s, ok := rulebookOf(t, c); ok {
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

// story is a stretch of the log, the newest first.
type story struct {
	Entries []entry
	Older   string // where it goes on; "" for nowhere
}

type entry struct {
	ID     string
	When   string // "" where it is as with the one before
	Undone bool
	Hidden bool
	Lines  []line
}

type line struct {
	Text, Came string // what came of it is told apart
	Aside      bool
	Mark       string // hit, miss, "" for neither
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

// log is the log from an event back: 0 is the newest.
func (p *place) log(f pane.Frame, from uint64, most int) story {
	t := p.table
	var out story
	when, n := "", 0
	for e := range view.Entries(t, view.Filter{}, from, 0) {
		if n == most {
			out.Older = t.EventIDAt(e.Event.Seq)
			break
		}
		for _, para := range e.Tell(t, false) {
			x := entry{ID: e.Event.ID, Undone: e.Undone, Hidden: e.Hidden(t)}
			if w := t.When(para.Moment); para.Timed && w != when {
				x.When, when = w, w
			}
			for i, l := range para.Lines {
				x.Lines = append(x.Lines, lineOf(l, i > 0 || l.Aside, para.Bookkeeping))
			}
			if len(x.Lines) > 0 {
				out.Entries = append(out.Entries, x)
			}
		}
		n++
	}
	return out
}

// lineOf is a line as pages draw it.
func lineOf(l view.Line, aside, clock bool) line {
	text := pane.Sentence(l.Text)
	_, came, gap := strings.Cut(l.Text, "  ")
	out := line{Text: kit.Clean(text), Aside: aside}
	if gap && !aside {
		out.Text, out.Came = kit.Clean(strings.TrimSuffix(text, came)), kit.Clean(came)
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
	for _, t := range kit.ThrownOf(l.Dice, l.Fates) {
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

// just is what happened last.
type just struct{ Entries []entry }

func (p *place) just(f pane.Frame) just {
	all := p.log(f, 0, 1)
	for i := range all.Entries {
		all.Entries[i].When = ""
	}
	return just{all.Entries[:min(len(all.Entries), 2)]}
}

// said is what a screen reader says of what happened after an event: sentences, the
// oldest first.
func said(t model.Table, after uint64) []string {
	var out []string
	for l, lines := range view.LogText(t, true) {
		if l.Event.Seq <= after || len(out) > 12 {
			break
		}
		var words []string
		for _, x := range lines {
			if x.Head {
				words = append(words, kit.Clean(pane.Sentence(x.Text)))
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

// seconds are how many are left until a time.
func (p *place) seconds(until time.Time) int {
	return int((max(until.Sub(p.site.cfg.Now()), 0) + time.Second - 1) / time.Second)
}

func (p *place) ending(v *visit) play.Ending {
	return play.Ending{Seal: v.game.Seal, Own: v.game.Own}
}
