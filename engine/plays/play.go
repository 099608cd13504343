package plays

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Play is an example or a report: sheets, rolls and what comes of them. [Parse]
// reads its text, [Play.String] writes it, and [Play.Run] plays it.
type Play struct {
	Name   string // where it was read, for messages
	System string // the id of its rulebook
	Rolls  []Roll // at least one
}

// Roll is one roll of a play. What earlier rolls set up and changed still holds.
type Roll struct {
	Line     int      // of its action, from 1; 0: not read from text
	Words    []string // the comments before it
	Setup    Setup
	Action   string
	Params   []Setting
	Answers  []TypedAnswer // in the order of asking
	Expected Expected
}

// Setup is what changes before a roll: house rules, sheets, the time.
type Setup struct {
	House []Setting
	Cast  []Cast
	At    *int // the moment, in units; nil: as before
}

// Expected is what must come of a roll.
type Expected struct {
	Ends    []End
	After   []Setting   // fields after the changes, by seat.path
	Later   [][]Setting // what must come later
	Asks    string      // the question that must be open in the end, "" for none
	Refused []string    // words of the reason for which the rule must refuse
	Odds    []Chance
}

// Setting is a key and its value as people type it.
type Setting struct {
	Line       int
	Key, Value string
}

// What a Cast is for.
const (
	CastSheet   = "sheet"   // who acts
	CastAgainst = "against" // who is faced; a second name is a second opponent
	CastCompany = "company" // who is at the table besides
	CastForce   = "force"   // on whose numbers something is in force
)

// Cast says whose sheet is used, and sets fields on it.
type Cast struct {
	Line   int
	As     string
	Name   string
	Fields []Setting
}

// TypedAnswer is an answer as people type it.
type TypedAnswer struct {
	Line int
	ID   string
	Dice string // 2d10, when it is said
	Text string // faces, an option, shares or a number
}

// End is what must be true of an outcome.
type End struct {
	Line   int
	Grade  string // "": any
	Values []Setting
}

// Chance is how likely something must be.
type Chance struct {
	Line  int
	After int    // how many of the roll's answers come before
	What  string // success, a grade, "flag NAME" or "total N"
	P     string // 94.60% or 0.946
}

// Of makes a play of a roll: its inputs, the answers so far and, where it has ended,
// what came of it. Fields that the rulebook does not know are left out, since no
// rule reads them. The characters are called by their seats; whoever knows their
// names can put them in.
func Of(in engine.Inputs, tape []engine.Answer, step engine.Step) Play {
	s := Roll{Action: in.Action.ID,
		Setup:  Setup{House: settings(in.House, func(path string) bool { _, ok := in.System.House.Field(path); return ok })},
		Params: settings(in.Params, func(path string) bool { _, ok := in.Action.Param(path); return ok })}
	if in.Moment != 0 {
		s.Setup.At = &in.Moment
	}
	s.Setup.Cast = castOf(in)
	for _, a := range tape {
		s.Answers = append(s.Answers, answerOf(a))
	}
	switch {
	case step.Open != nil:
		s.Expected.Asks = step.Open.ID
	case step.Outcome.Grade != "":
		s.Expected.Ends = []End{endOf(step.Outcome)}
		s.Expected.After = afterOf(in, step.Changes)
		for _, l := range step.Following(engine.OnTimeline) {
			s.Expected.Later = append(s.Expected.Later, laterOf(l))
		}
	}
	return Play{System: in.System.ID, Rolls: []Roll{s}}
}

func castOf(in engine.Inputs) []Cast {
	known := func(path string) bool { _, ok := in.System.Sheet.Field(path); return ok }
	var out []Cast
	for _, seat := range slices.Sorted(maps.Keys(in.Sheets)) {
		as := CastAgainst
		if seat == engine.Actor {
			as = CastSheet
		}
		page := in.Sheets[seat]
		c := Cast{As: as, Name: string(seat), Fields: settings(page, known)}
		for _, l := range in.System.Sheet.Lists() {
			c.Fields = append(c.Fields, bareRows(page, l)...)
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Cast) int { return len(a.Name) - len(b.Name) }) // other.2 before other.10
	for _, c := range slices.Clone(out) {
		f := Cast{As: CastForce, Name: c.Name}
		for _, m := range in.InForce[engine.Seat(c.Name)] {
			f.Fields = append(f.Fields, Setting{Key: m.Field, Value: strings.TrimSpace(strconv.Itoa(m.N) + " " + m.Why)})
		}
		if f.Fields != nil {
			out = append(out, f)
		}
	}
	for i, page := range in.Company {
		out = append(out, Cast{As: CastCompany, Name: "company " + strconv.Itoa(i+1), Fields: settings(page, known)})
	}
	return out
}

// settings returns what is written at the known paths of a page.
func settings(p engine.Page, known func(path string) bool) []Setting {
	var out []Setting
	for _, path := range p.Paths() {
		if v, _ := p.Get(path); known(path) {
			out = append(out, Setting{Key: path, Value: v.String()})
		}
	}
	return out
}

// bareRows returns settings for rows of which no known column is written.
func bareRows(p engine.Page, l *engine.List) []Setting {
	var out []Setting
	for _, id := range p.RowIDs(l.ID) {
		written := func(sp *engine.Spec) bool { _, ok := p.Get(l.ID + "/" + id + "/" + sp.ID); return ok }
		if !slices.ContainsFunc(l.Columns, written) {
			out = append(out, Setting{Key: l.ID + "/" + id + "/name"})
		}
	}
	return out
}

func answerOf(a engine.Answer) TypedAnswer {
	t := TypedAnswer{ID: a.ID}
	switch {
	case a.Faces != nil:
		t.Text = a.Faces.String()
		if _, _, ok := cutDice(a.Dice + " "); ok { // a tape from elsewhere may hold anything
			t.Dice = a.Dice
		}
	case a.Amount != nil:
		t.Text = strconv.Itoa(*a.Amount)
	case a.Give != nil:
		var given []string
		for _, id := range slices.Sorted(maps.Keys(a.Give)) {
			given = append(given, id+":"+strconv.Itoa(a.Give[id]))
		}
		t.Text = strings.Join(given, ",")
		if given == nil {
			t.Text = "none"
		}
	default:
		t.Text = a.Pick
	}
	return t
}

func endOf(o engine.Outcome) End {
	e := End{Grade: o.Grade}
	say := func(key, value string) { e.Values = append(e.Values, Setting{Key: key, Value: value}) }
	say("total", strconv.Itoa(o.Total))
	if !o.NoTarget {
		say("target", strconv.Itoa(o.Target))
		say("margin", strconv.Itoa(o.Margin))
	}
	if len(o.Flags) > 0 {
		say("flags", strings.Join(o.Flags, ","))
	}
	for _, v := range o.Values {
		if !slices.Contains([]string{"total", "target", "margin", "flags"}, v.ID) {
			say(v.ID, v.Value.String())
		}
	}
	return e
}

// afterOf returns what the changed fields hold in the end: nothing where their row
// is gone.
func afterOf(in engine.Inputs, changes []engine.Change) []Setting {
	pages := maps.Clone(in.Sheets)
	for _, c := range changes {
		pages[c.Sheet] = pages[c.Sheet].With(c.Field, c.To)
	}
	var out []Setting
	for _, c := range changes {
		v := in.System.Sheet.Read(pages[c.Sheet]).Value(c.Field)
		out = append(out, Setting{Key: string(c.Sheet) + "." + c.Field, Value: v.String()})
	}
	return out
}

func laterOf(l engine.Next) []Setting {
	out := []Setting{{Key: "action", Value: l.Action}, {Key: "after", Value: strconv.Itoa(l.After)}}
	if l.Against != "" {
		out = append(out, Setting{Key: "against", Value: string(l.Against)})
	}
	return append(out, settings(l.Params, func(string) bool { return true })...)
}
