package model

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
)

// Ask is something that a player wants and only the gamemaster does: numbers on
// a sheet, an act taken back, a character brought to the table.
type Ask struct {
	ID    string     `json:"id"`
	By    Seat       `json:"by"`
	Sheet *written   `json:"sheet,omitempty"`
	Page  *paged     `json:"page,omitempty"`
	Joins *Character `json:"joins,omitempty"`
	Undo  []uint64   `json:"undo,omitempty"` // events, the newest first
	Text  string     `json:"text,omitempty"` // in the player's own words
}

// mostAsks is how many things one seat may want at a time.
const mostAsks = 20

// asked says that a player wants something.
type asked struct {
	Ask Ask `json:"ask"`
}

// Kind implements [Fact].
func (asked) Kind() string { return "asked" }

// settledAsk says what became of it.
type settledAsk struct {
	Ask     Ask    `json:"ask"`
	Granted bool   `json:"granted,omitempty"`
	Why     string `json:"why,omitempty"`
}

// Kind implements [Fact].
func (settledAsk) Kind() string { return "ask-settled" }

// handedOver says whether players keep the numbers of their own sheets.
type handedOver struct {
	Sheets bool `json:"sheets"`
}

// Kind implements [Fact].
func (handedOver) Kind() string { return "sheets-handed-over" }

// Asks is what players want just now, the oldest first.
func (t Table) Asks() []Ask { return slices.Clone(t.asks) }

// SheetsKept reports whether players keep the numbers of their own sheets.
func (t Table) SheetsKept() bool { return t.handed }

// Words say what is wanted as things stand: "3 damage to Seraph, VP 43→40".
func (a Ask) Words(t Table) string {
	if a.Sheet != nil {
		if words := t.pointsWanted(*a.Sheet, true); words != "" {
			return words
		}
	}
	return telling{t, false, Table.Tell}.wants(a)
}

// pointsWanted says by how much a pool is to change, and what is left of it
// then where that is known; "" where something else is wanted.
func (t Table) pointsWanted(f written, now bool) string {
	s, ok := t.rules[f.System]
	if !ok || len(f.Changes) != 1 {
		return ""
	}
	c := f.Changes[0]
	p, ok := s.Pool(c.Field)
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return ""
	}
	n, name := c.To.Int()-c.From.Int(), t.NameOf(f.Who)
	words := fmt.Sprintf("%d %s off %s", n, p.Label, name)
	switch {
	case n == 0:
		return ""
	case n < 0:
		words = fmt.Sprintf("%d %s back for %s", -n, p.Label, name)
	case p.Kind == "life":
		words = fmt.Sprintf("%d damage to %s, %s", n, name, p.Label)
	}
	if who, there := t.Character(f.Who); now && there {
		if page, known := who.Pages[f.System]; known {
			if n > 0 && p.Kind != "life" || n < 0 {
				words += ","
			}
			left := leftIn(s, s.Sheet.Read(page), c)
			words += fmt.Sprintf(" %d→%d", left[0], left[1])
		}
	}
	return words + because(f.Why)
}

func (x telling) wants(a Ask) string {
	t := x.t
	switch {
	case a.Sheet != nil:
		words := t.pointsWanted(*a.Sheet, false)
		if words != "" {
			return words
		}
		for _, s := range x.changes(a.Sheet.Who, a.Sheet.System, a.Sheet.Changes) {
			words += ", " + s.Text
		}
		return t.NameOf(a.Sheet.Who) + words + because(a.Sheet.Why)
	case a.Page != nil && a.Page.Page == nil:
		return t.NameOf(a.Page.Who) + ", without " + t.SystemName(a.Page.System)
	case a.Page != nil:
		return t.NameOf(a.Page.Who) + ", written in " + t.SystemName(a.Page.System) + " too"
	case a.Joins != nil:
		return "to bring " + a.Joins.Name
	case a.Text != "":
		return a.Text
	case len(a.Undo) > 0:
		return "to take back " + x.event(t.outcomeOf(a.Undo))
	}
	return "something that this version does not know"
}

// outcomeOf gives of the events of an act, the newest first, the one that says
// what came of it before anything followed from it, or its beginning.
func (t Table) outcomeOf(act []uint64) uint64 {
	for _, seq := range slices.Backward(act) {
		for l := range t.LogFrom(seq) {
			if l.Event.Seq == seq && slices.ContainsFunc(l.Event.Facts, func(f Fact) bool { _, ok := f.(Finished); return ok }) {
				return seq
			}
			break
		}
	}
	return act[len(act)-1]
}

// ask has the table ask the gamemaster.
func (d *decision) ask(a Ask) error {
	a.By = d.by
	n := 0
	for _, o := range d.t.asks {
		if o.By == a.By {
			n++
		}
	}
	if n >= mostAsks {
		return refuse("you have asked for %d things already: wait for the gamemaster", n)
	}
	a.ID = d.id("q")
	d.say(asked{a})
	return nil
}

// wish asks in the player's own words.
func (d *decision) wish(c Wish) error {
	text := CleanText(c.Text, 300)
	switch {
	case d.by.gm():
		return refuse("the gamemaster need not ask")
	case text == "":
		return refuse("what do you ask for?")
	}
	return d.ask(Ask{Text: text})
}

// grant does what a player wants, as it can be done now.
func (d *decision) grant(c Grant) error {
	i := slices.IndexFunc(d.t.asks, func(a Ask) bool { return a.ID == c.ID })
	if i < 0 {
		return &Stale{"that has been settled already"}
	}
	a := d.t.asks[i]
	if c.Refuse {
		d.say(settledAsk{Ask: a, Why: Clean(c.Why, 200)})
		return nil
	}
	var err error
	switch {
	case a.Sheet != nil:
		// By how much: three points of damage stay three.
		err = d.write(Write{Who: a.Sheet.Who, System: a.Sheet.System, Set: a.Sheet.Changes, Why: a.Sheet.Why})
	case a.Page != nil:
		err = d.putPage(PutPage{Who: a.Page.Who, System: a.Page.System, Page: a.Page.Page, Why: a.Page.Why})
	case a.Joins != nil:
		err = d.joins(*a.Joins)
	case len(a.Undo) > 0:
		if err := d.takeBackAsked(a.Undo); err != nil {
			return err
		}
	case a.Text != "": // the gamemaster has done it, or says that it is so
	default:
		err = refuse("this version does not know what was asked for")
	}
	if err != nil {
		return err
	}
	d.say(settledAsk{Ask: a, Granted: true})
	return nil
}

// takeBackAsked takes back the events of an ask, the newest first, with what has
// followed from them since.
func (d *decision) takeBackAsked(seqs []uint64) error {
	var act []Event
	for _, seq := range seqs {
		e, there := d.t.mayTake(seq)
		if !there {
			return refuse("that has been taken back already")
		}
		act = append(act, e)
	}
	act = d.t.withAnswers(act)
	if slices.ContainsFunc(act, d.t.cameToPass) {
		return refuse("that has come to pass since: undo goes back behind it, or say no")
	}
	for _, e := range act {
		d.say(Undone{e.Seq})
	}
	return nil
}

// handOver says whether players keep the numbers of their own sheets.
func (d *decision) handOver(c HandOver) error {
	if c.Sheets == d.t.handed {
		return refuse("that is so already")
	}
	d.say(handedOver(c))
	return nil
}

// keeps reports whether the seat may write the changes itself: all of them on
// its own sheet, and none of them a number.
func (d *decision) keeps(who *Character, s *engine.System, all []Change) bool {
	switch {
	case d.by.gm():
		return true
	case !d.by.Owns(who):
		return false
	case d.t.handed:
		return true
	}
	return !slices.ContainsFunc(all, func(c Change) bool {
		sp, ok := s.Sheet.Field(c.Field)
		return !ok || sp.Kind != engine.Text || c.To.Kind() != engine.Text && !c.To.IsNone()
	})
}

// someone finds a character whom the seat sees, or may act for.
func (d *decision) someone(id string) (*Character, error) {
	c, ok := d.t.Character(id)
	if !ok || !d.by.sees(c) {
		return nil, refuse("nobody here has the id %q", id)
	}
	return c, nil
}

// bring asks for a character that a player has made: it is theirs, and one of the
// heroes.
func (d *decision) bring(c Join) error {
	if len(c.More) > 0 {
		return refuse("a player brings one character at a time")
	}
	who := c.Character
	var err error
	if who.Name, err = cleanName(who.Name); err != nil {
		return err
	}
	who.ID, who.Owner, who.Hidden, who.Left, who.Shown, who.Guard = "", d.by.Key(), false, false, "", false
	who.Notes, who.Side = CleanText(who.Notes, LongestNote), engine.Heroes
	pages := map[string]engine.Page{}
	for _, sys := range who.Systems() {
		if pages[sys], err = d.t.cleanPage(sys, who.Pages[sys]); err != nil {
			return err
		}
	}
	who.Pages = pages
	return d.ask(Ask{Joins: &who})
}

// takeBack decides what a player takes back: the newest act of their own, if no
// die has fallen in it and nobody else had a part in it. Else it is asked for.
func (d *decision) takeBack(c Undo) error {
	all := d.t.actLately(d.by)
	if c.Seq != 0 { // as the seat's own log counts
		of := d.t.SeenBy(d.by).numbered(c.Seq)
		if e, ok := d.t.mayTake(of); !ok || e.By != d.by {
			return refuse("that was not yours: ask the gamemaster to take it back")
		}
		all = d.t.actFrom(func(e Event) bool { return e.Seq == of })
	}
	if len(all) == 0 {
		return refuse("there is nothing of yours to undo: for what is long past ask the gamemaster")
	}
	if !c.Act {
		all = all[:1]
	}
	var seqs []uint64
	own := true
	for _, e := range all {
		seqs = append(seqs, e.Seq)
		own = own && d.mayUndo(e) == nil
	}
	if !own {
		if slices.ContainsFunc(all, d.t.cameToPass) {
			return refuse("that has come to pass since: only the gamemaster goes back behind it")
		}
		if slices.ContainsFunc(d.t.asks, func(a Ask) bool { return slices.Equal(a.Undo, seqs) }) {
			return refuse("the gamemaster has been asked to take that back already")
		}
		return d.ask(Ask{Undo: seqs})
	}
	for _, seq := range seqs {
		d.say(Undone{seq})
	}
	return nil
}

// cameToPass reports whether anything that an event began has come to pass since:
// that stays when its beginning is taken back.
func (t Table) cameToPass(e Event) bool {
	for _, f := range e.Facts {
		end, ok := f.(Finished)
		if !ok {
			continue
		}
		for _, p := range end.Later {
			if !slices.ContainsFunc(t.pending, func(now Pending) bool { return now.ID == p.ID }) {
				return true
			}
		}
	}
	return false
}

// cutAsk leaves of an ask what its seat may know: events by its own numbers.
func (x *seeing) cutAsk(a Ask) Ask {
	undo := a.Undo
	a.Undo = nil
	for _, seq := range undo {
		if n := x.number(seq); n != 0 {
			a.Undo = append(a.Undo, n)
		}
	}
	return a
}

func whoAsked[F Fact](ask func(F) Ask) knows[F] {
	return func(_ deed, f F) []clause {
		by := ask(f).By
		return []clause{{Seat: &by}}
	}
}

func (x telling) asked(f asked) []Said {
	return line(fmt.Sprintf("%s asks: %s", x.seatName(f.Ask.By), x.wants(f.Ask)))
}

func (x telling) settledAsk(f settledAsk) []Said {
	verdict := "is not granted"
	if f.Granted {
		verdict = "is granted"
	}
	return line(fmt.Sprintf("What %s asked %s: %s%s", x.seatName(f.Ask.By), verdict, x.wants(f.Ask), because(f.Why)))
}

func (x telling) seatName(s Seat) string {
	name := x.t.SeatName(s)
	switch {
	case name != "":
		return name
	case s.gm():
		return "the gamemaster"
	}
	return "somebody"
}
