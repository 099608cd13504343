package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Recap is what happened in one session, as far as a seat may know it.
type Recap struct {
	Session int       // counted from 1
	Over    bool      // the session has ended
	Began   time.Time // the time of its first event
	Ended   time.Time // the time of its newest event
	Rolls   int
	Scenes  []string // the places of its scenes, in order
	Notes   []string // the last notes in its log
	Next    string   // when they play next, if it is planned and no session has followed but the present one
	People  []Tally  // characters with anything to report, heroes first
	Near    []Figure // rolls that nearly succeeded, the nearest first
	Hardest Figure   // the blow that took the most life; without words if none took any

	// The least likely success and the least likely failure; without words if none was less
	// likely than 50 %.
	Luckiest, Unluckiest Figure
}

// Tally is what a session did to a character and what the character did.
type Tally struct {
	Who          string
	Dealt, Taken []Figure // damage, by pool
	Hurt         []Figure // the levels of injury that were reached, in order
	Spent        []Figure // from pools and of points
	Given        []Figure // what was awarded
	Left         []Figure // what is left now of pools that are wasted if they are not spent
	Hits, Blows  int      // how many of the blows that it is known of have hit

	// What the seat may not know of: there was, or may have been, more than stands above.
	DealtUnknown, TakenUnknown, HitsUnknown bool
}

// Figure is a number in a recap and what it counts.
type Figure struct {
	Words  string
	N      int     // the number; for a roll, its margin
	Chance float64 // how likely that ending of a roll was, from 0 to 1
	Event  uint64  // the number of the event, if it is about one
}

// Limits of a recap.
const (
	maxNear    = 5
	maxNotes   = 3
	nearMargin = 2   // a roll that misses its target by at most this much nearly succeeded
	maxJudged  = 300 // only for the newest rolls that succeeded or failed are the odds computed
)

// RecapOf returns the recap of a session; ok is false if nothing has happened in it. It
// computes the odds of every roll that succeeded or failed, which may take a second: call it
// where nobody waits. For a table that is redacted for a seat it has no luckiest roll and no
// unluckiest.
func RecapOf(t model.Table, s model.Seat, session int) (r Recap, ok bool) {
	x := recapOf(t, s, session, t.SessionEvents(session))
	if x == nil {
		return r, false
	}
	x.findLuck()
	return *x.Recap, true
}

// RecapOfEvents returns the recap of some events of the log, oldest first. Otherwise it is
// like RecapOf.
func RecapOfEvents(t model.Table, s model.Seat, events []model.Event) Recap {
	x := recapOf(t, s, t.CurrentSession(), events)
	if x == nil {
		return Recap{}
	}
	x.findLuck()
	return *x.Recap
}

// Sessions returns the recaps of all sessions in which something happened, the newest
// first, without their luckiest and unluckiest rolls. It reads the whole log: call it where nobody waits.
func Sessions(t model.Table, s model.Seat) []Recap {
	var out []Recap
	for session, events := range t.SessionsBack() {
		if x := recapOf(t, s, session, events); x != nil {
			out = append(out, *x.Recap)
		}
	}
	return out
}

// recapOf counts what happened in a session. It returns nil if nothing did.
func recapOf(t model.Table, s model.Seat, session int, events []model.Event) *recapBuilder {
	if len(events) == 0 {
		return nil
	}
	x := &recapBuilder{t: t, people: map[string]*Tally{}, causes: map[string]string{}}
	x.Recap = &Recap{Session: session, Over: session < t.CurrentSession(), Began: events[0].Time, Ended: events[len(events)-1].Time}
	if session >= t.CurrentSession()-1 {
		x.Next = t.NextEveningWords(x.Ended)
	}
	if !s.IsGamemaster() && t.SeatView == nil {
		x.redactor = &redactor{Table: model.Table{Rulebooks: t.Rulebooks, History: model.History{SeatView: &model.SeatView{Seat: s}}}, visibility: model.VisibleTo(t.State.Characters, s), lastClock: &model.Clock{}}
	}
	for _, e := range events {
		x.event(e)
	}
	x.finish()
	return x
}

// life is the kind of pools whose loss is damage.
const life = "life"

// recapBuilder counts what happened in a session.
type recapBuilder struct {
	*Recap
	t        model.Table
	redactor *redactor // nil if everything may be told
	people   map[string]*Tally
	judged   []judged

	// From whom it comes what a roll, or an action on the timeline, does: the character who
	// began the chain of rolls to which it belongs. By its id.
	causes map[string]string
	called []model.FollowUp // what finished rolls have called for since the clock moved last
	moment int
}

// judged is a roll that succeeded or failed.
type judged struct {
	end model.Finished
	seq uint64
}

func (x *recapBuilder) event(e model.Event) {
	if x.redactor != nil {
		var some bool
		if e, some = x.redactor.redact(e); !some {
			return
		}
	}
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Opened:
			left, taken := model.TakeFollowUp(x.called, f.Roll)
			if x.called = left; taken.Who != "" {
				x.causes[f.Roll.ID] = cmp.Or(x.causes[taken.Origin.Roll], taken.Origin.Who)
			}
		case model.Finished:
			if !x.t.IsAward(f.Roll.System, f.Roll.Action) {
				x.roll(f, e.Seq)
			}
			_, follows := x.causes[f.Roll.ID]
			from := x.cause(f)
			x.changes(f.Roll.Who, from, f.Roll.System, f.Roll.Action, f.Changes)
			x.blow(f, e.Seq)
			x.unseen(f, from, follows)
		case model.Awarded:
			addFigure(&x.tally(f.Who).Given, f.What, f.N)
		case model.ClockRan:
			x.changes(f.Who, f.Who, f.System, f.Action, f.Changes)
		case model.Paid:
			x.changes(f.Who, f.Who, f.System, "", f.Changes)
		case model.SheetWritten: // what is set by hand is nobody's
			x.changes(f.Who, "", f.System, "", slices.DeleteFunc(slices.Clone(f.Changes), func(c model.Change) bool { return !x.isLife(cmp.Or(c.System, f.System), c.Field) }))
		case model.ClockMoved:
			if f.Clock.Moment != x.moment {
				x.called, x.moment = nil, f.Clock.Moment
			}
			if p := f.Clock.Place; p != "" && (len(x.Scenes) == 0 || x.Scenes[len(x.Scenes)-1] != p) {
				x.Scenes = append(x.Scenes, p)
			}
		case model.Noted:
			if !f.Private && f.Who == "" {
				x.Notes = append(x.Notes, f.Text)
			}
		}
	}
}

func (x *recapBuilder) roll(f model.Finished, seq uint64) {
	x.Rolls++
	o := f.Outcome
	if o.NoTarget {
		return
	}
	x.judged = append(x.judged, judged{f, seq})
	if !o.Success && o.Margin < 0 && o.Margin >= -nearMargin {
		x.Near = append(x.Near, Figure{Words: x.headline(f), N: -o.Margin, Event: seq})
	}
}

// Hit reports whether a finished roll is a blow that has landed or missed, and which. One
// that is on its way is neither. The action is that of the roll, nil for one that is not
// known.
func Hit(a *engine.Action, f model.Finished) (hit, landed bool) {
	if f.Blow != "" {
		return f.Blow == model.BlowHits, true
	}
	if a == nil || !a.Attack() || f.Outcome.Grade == "" || len(f.Later) > 0 || f.Outcome.NoTarget && !a.Result.NoTotal {
		return false, false
	}
	return f.Outcome.Success, true
}

// cause returns who began the chain of rolls to which a finished roll belongs, such as the
// caster of the spell against which it saves, and keeps it for what follows from it.
func (x *recapBuilder) cause(f model.Finished) string {
	from := cmp.Or(x.causes[f.Roll.ID], x.causes[f.Roll.Pending], f.Roll.Who)
	for _, p := range f.Later {
		x.causes[p.ID] = from
	}
	for _, u := range f.Follow {
		if !u.Withdrawn {
			x.called = append(x.called, u)
		}
	}
	x.causes[f.Roll.ID] = from
	delete(x.causes, "") // what has no id follows from nothing
	return from
}

// unseen remembers what the seat may not know of a finished roll: whether a blow has hit, and
// the harm on sheets that it does not see, by a blow that hits, by the rulebook's act for harm
// and by what follows from a roll.
func (x *recapBuilder) unseen(f model.Finished, from string, follows bool) {
	a, known := x.t.ActionOf(f.Roll.System, f.Roll.Action)
	hit, landed := Hit(a, f)
	if known && a.DecidesHit() && f.Roll.Who != "" && !landed && len(f.Later) == 0 && f.Outcome.Grade == "" {
		x.tally(f.Roll.Who).HitsUnknown = true
		hit = true // or not
	}
	s, ok := x.t.Rulebooks[f.Roll.System]
	if harms := ok && s.Harm.Action == f.Roll.Action; !hit && !harms && !follows {
		return
	}
	victims := f.Roll.Against
	if from != f.Roll.Who {
		victims = append(slices.Clip(victims), f.Roll.Who)
	}
	for _, id := range victims {
		if from != "" && id != from && !x.seesSheet(id) {
			x.tally(from).DealtUnknown = true
		}
	}
}

// seesSheet reports whether the seat sees a character's sheet.
func (x *recapBuilder) seesSheet(id string) bool {
	if x.redactor != nil {
		return x.redactor.visibility[id] == model.Open
	}
	return knowsAll(x.t, []string{id})
}

func (x *recapBuilder) isLife(system, field string) bool {
	s, ok := x.t.Rulebooks[system]
	if !ok {
		return false
	}
	pool, ok := s.Pool(field)
	return ok && pool.Kind == life
}

// blow counts a blow for whoever struck it. To throw a thing is none.
func (x *recapBuilder) blow(f model.Finished, seq uint64) {
	a, _ := x.t.ActionOf(f.Roll.System, f.Roll.Action)
	if hit, landed := Hit(a, f); landed && f.Roll.Who != "" && a != nil && a.DecidesHit() {
		p := x.tally(f.Roll.Who)
		if p.Blows++; hit {
			p.Hits++
		}
	}
	taken := 0
	for _, ch := range f.Changes {
		if cmp.Or(ch.Who, f.Roll.Who) == f.Roll.Who || ch.To.Kind() != engine.Int || ch.From.Kind() != engine.Int {
			continue
		}
		if x.isLife(cmp.Or(ch.System, f.Roll.System), ch.Field) && ch.To.Int() > ch.From.Int() {
			taken += ch.To.Int() - ch.From.Int()
		}
	}
	if taken > x.Hardest.N {
		x.Hardest = Figure{Words: x.headline(f), N: taken, Event: seq}
	}
}

// headline returns the rulebook's sentence about a finished roll with names, or who
// did what.
func (x *recapBuilder) headline(f model.Finished) string {
	return teller{x.t, false, Tell}.headline(f)
}

// tally returns the tally of a character, which it creates if there is none.
func (x *recapBuilder) tally(who string) *Tally {
	if x.people[who] == nil {
		x.people[who] = &Tally{Who: who}
	}
	return x.people[who]
}

// changes counts changes of sheets that an action made. Harm that a character does to themself
// comes from whoever began what led to it.
func (x *recapBuilder) changes(actor, from, system, action string, changes []model.Change) {
	for _, ch := range changes {
		who, sys := cmp.Or(ch.Who, actor), cmp.Or(ch.System, system)
		s, ok := x.t.Rulebooks[sys]
		if !ok || who == "" {
			continue
		}
		between := s.Time.Between
		if ch.Field == between.Hurt {
			if word, worse := worsens(s, ch); worse { // each level is named once, however often it was reached
				addFigure(&x.tally(who).Hurt, word, 1)
			}
			continue
		}
		pool, counted := s.Pool(ch.Field)
		n := ch.To.Int() - ch.From.Int()
		switch {
		case ch.To.Kind() != engine.Int || ch.From.Kind() != engine.Int:
		case counted && n > 0 && pool.Kind == life:
			addFigure(&x.tally(who).Taken, pool.Label, n)
			by := actor
			if by == who {
				by = from
			}
			if by != who && by != "" && from != "" {
				addFigure(&x.tally(by).Dealt, pool.Label, n)
			}
		case counted && n > 0:
			addFigure(&x.tally(who).Spent, pool.Label, n)
		case counted:
		case slices.ContainsFunc(between.Points, func(f engine.Field[int]) bool { return f.ID == ch.Field }):
			sp, _ := s.Sheet.Field(ch.Field)
			if n < 0 {
				addFigure(&x.tally(who).Spent, sp.Label, -n)
			} else if action == between.Awards {
				addFigure(&x.tally(who).Given, sp.Label, n)
			}
		}
	}
}

// worsens returns the word for how badly a character is hurt after a change, and
// whether that is worse than before.
func worsens(s *engine.System, ch model.Change) (string, bool) {
	sp, ok := s.Sheet.Field(ch.Field)
	if !ok {
		return "", false
	}
	was, is := slices.Index(sp.Options, ch.From.Text()), slices.Index(sp.Options, ch.To.Text())
	return ch.To.Text(), is > max(was, 0)
}

func addFigure(all *[]Figure, words string, n int) {
	for i := range *all {
		if (*all)[i].Words == words {
			(*all)[i].N += n
			return
		}
	}
	*all = append(*all, Figure{Words: words, N: n})
}

// finish sorts and shortens what was counted.
func (x *recapBuilder) finish() {
	for _, c := range x.t.Characters() {
		if x.redactor != nil && x.redactor.visibility[c.ID] != model.Open {
			continue
		}
		for _, id := range c.Systems() {
			s, ok := x.t.Rulebooks[id]
			if !ok {
				continue
			}
			sheet := s.Sheet.Read(c.Pages[id])
			for _, p := range s.Pools {
				if n := p.Now(sheet); p.Wasted && n > 0 && x.Session+1 >= x.t.CurrentSession() {
					addFigure(&x.tally(c.ID).Left, p.Label, n)
				}
			}
		}
	}
	for _, c := range x.t.State.Characters {
		if p := x.people[c.ID]; p != nil {
			p.TakenUnknown = !x.seesSheet(c.ID)
			x.People = append(x.People, *p)
		}
	}
	slices.SortStableFunc(x.People, func(a, b Tally) int { return x.sideRank(a.Who) - x.sideRank(b.Who) })
	slices.SortStableFunc(x.Near, func(a, b Figure) int { return a.N - b.N })
	x.Near = x.Near[:min(len(x.Near), maxNear)]
	x.Notes = x.Notes[max(0, len(x.Notes)-maxNotes):]
}

// sideRank puts the heroes before everybody else.
func (x *recapBuilder) sideRank(who string) int {
	if c, ok := x.t.Character(who); ok && c.Side == engine.Heroes {
		return 0
	}
	return 1
}

// findLuck works out how likely the ending of each roll was when it began, with nothing
// spent later.
func (x *recapBuilder) findLuck() {
	const even = 0.5 // only an ending that is less likely than the other is luck
	luckiest, unluckiest := even, even
	for i, w := range slices.Backward(x.judged) {
		if len(x.judged)-i > maxJudged {
			break
		}
		chances, ok := chancesOf(x.t, w.end.Roll, w.seq, x.redactor)
		if !ok {
			continue
		}
		least, found, chance := &unluckiest, &x.Unluckiest, 1-chances.Success-chances.Unreached
		if w.end.Outcome.Success {
			least, found, chance = &luckiest, &x.Luckiest, chances.Success
		}
		if chance > 1e-9 && chance < *least {
			*least = chance
			*found = Figure{Words: x.headline(w.end), N: w.end.Outcome.Margin, Chance: chance, Event: w.seq}
		}
	}
}

// chancesOf returns the odds of a roll as the seat's form would have shown them. It returns
// false if they are not known.
func chancesOf(t model.Table, r model.Roll, by uint64, seen *redactor) (engine.Chances, bool) {
	r, ok := t.AsRolled(r, by)
	if !ok {
		return engine.Chances{}, false
	}
	if seen != nil {
		r.RollContext = seen.context(t, r)
	}
	in, err := t.InputsOf(r)
	if err != nil {
		return engine.Chances{}, false
	}
	c, err := engine.Odds(in, nil, nil)
	return c, err == nil && !c.TotalsOnly
}

// Odds says how likely the ending was: "1 in 50" or, from 1 in 5 on, "34 %".
func (f Figure) Odds() string {
	if f.Chance > 0 && f.Chance < 0.2 {
		return fmt.Sprintf("1 in %.0f", 1/f.Chance)
	}
	return fmt.Sprintf("%.0f %%", 100*f.Chance)
}

// Head returns the number and the date of the session.
func (r Recap) Head() string {
	head := fmt.Sprintf("Session %d", r.Session)
	if !r.Began.IsZero() {
		head += r.Began.Local().Format(", 2 January 2006")
	}
	return head
}

// Brief describes the session in a line: its last place, the number of rolls, and the
// awards.
func (r Recap) Brief(t model.Table) string {
	parts := []string{Figure{Words: "rolls", N: r.Rolls}.words()}
	if len(r.Scenes) > 0 {
		parts = append([]string{r.Scenes[len(r.Scenes)-1]}, parts...)
	}
	var given []Figure
	for _, p := range r.People {
		for _, f := range p.Given {
			addFigure(&given, f.Words, f.N)
		}
	}
	for _, f := range given {
		parts = append(parts, f.words()+" awarded")
	}
	switch {
	case r.Over:
	case t.Open:
		parts = append(parts, "under way")
	default:
		parts = append(parts, "not begun")
	}
	return strings.Join(parts, ", ")
}

// Lines returns the recap of table t as text: headings, and under them lines marked
// Aside.
func (r Recap) Lines(t model.Table) []Line {
	out := line(r.Head() + ": " + Figure{Words: "rolls", N: r.Rolls}.words())
	part := func(words string, lines ...string) {
		if len(lines) == 0 {
			return
		}
		out = append(out, Line{Text: words})
		for _, l := range lines {
			out = append(out, Line{Text: l, Aside: true})
		}
	}
	if len(r.Scenes) > 0 {
		part("Where", strings.Join(r.Scenes, ", then "))
	}
	var people []string
	for _, p := range r.People {
		people = append(people, t.NameOf(p.Who)+": "+p.words())
	}
	part("Who", people...)
	for _, x := range []struct {
		head string
		roll Figure
	}{{"The luckiest roll", r.Luckiest}, {"The unluckiest roll", r.Unluckiest}} {
		if x.roll.Words != "" {
			part(x.head, strings.TrimSuffix(x.roll.Words, ".")+", "+x.roll.Odds())
		}
	}
	if r.Hardest.Words != "" {
		part("The hardest blow", strings.TrimSuffix(r.Hardest.Words, "."))
	}
	var near []string
	for _, n := range r.Near {
		near = append(near, fmt.Sprintf("%s, by %d", strings.TrimSuffix(n.Words, "."), n.N))
	}
	part("Closest call", near...)
	part("Notes", r.Notes...)
	if r.Next != "" {
		part("The next evening", r.Next)
	}
	return out
}

// KnownWords is a figure as far as a seat knows it: a dash if it knows nothing, and a plus behind
// what it knows if there may be more.
func KnownWords(figure string, none, more bool) string {
	switch {
	case more && none:
		return "-"
	case more:
		return figure + "+"
	}
	return figure
}

// words returns a tally in one line.
func (p Tally) words() string {
	var parts []string
	say := func(before string, all []Figure, after string, bare bool) {
		var words []string
		for _, f := range all {
			if bare {
				words = append(words, f.Words)
			} else {
				words = append(words, f.words())
			}
		}
		if words != nil {
			parts = append(parts, strings.TrimSpace(before+" "+strings.Join(words, ", ")+" "+after))
		}
	}
	unknown := func(what string, none, is bool) {
		if is && none {
			parts = append(parts, what)
		} else if is {
			parts[len(parts)-1] += " and more that is not known"
		}
	}
	say("dealt", p.Dealt, "", false)
	unknown("dealt: not known", p.Dealt == nil, p.DealtUnknown)
	if p.Blows > 0 {
		parts = append(parts, fmt.Sprintf("hit %d of %d times", p.Hits, p.Blows))
	}
	unknown("hits: not known", p.Blows == 0, p.HitsUnknown)
	say("lost", p.Taken, "", false)
	unknown("lost: not known", p.Taken == nil, p.TakenUnknown)
	say("was", p.Hurt, "", true)
	say("spent", p.Spent, "", false)
	say("was given", p.Given, "", false)
	say("", p.Left, "unspent", false)
	return strings.Join(parts, "; ")
}

// words returns the number and what it counts: "1 Character Point".
func (f Figure) words() string {
	words := f.Words
	if f.N == 1 {
		words = strings.TrimSuffix(words, "s")
	}
	return strconv.Itoa(f.N) + " " + words
}
