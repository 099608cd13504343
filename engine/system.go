package engine

import (
	"slices"
	"strings"
)

// System is one rulebook.
type System struct {
	ID        string // never changes once released
	Name      string
	Author    string
	Dice      string // "2d10 under, ones thrown again and subtracted"
	Help      string // a page in our own words, with blank lines between paragraphs
	Sheet     *Schema
	House     *Schema
	Pools     []Pool
	Actions   []*Action
	Templates []Template // at least one
	Chapters  string     // a table of those of the book; see [System.BookChapters]
	Time      Timekeeping
	Harm      ByNumber // how harm is taken of which only a number is known: as from a blow that was rolled
	Healing   ByNumber // how it is healed; without one the points alone come back, and nothing follows
	Company   bool     // its rules may read the sheets of others than those at the seats; see [Roll.Company]
	Views
	Typing
	Works
}

// ByNumber is the action that takes a number of points by the rules. The zero value means that
// the rulebook has none.
type ByNumber struct {
	Action string
	Points string // its parameter for the number

	// Of gives the parameters that say of which pool the points are, by a field for what that
	// has lost. Nil: the action is of no pool in particular.
	Of func(loss string) Page
}

// Params gives the parameters for n points of the pool that loses them in a field; loss is ""
// where no pool was named.
func (b ByNumber) Params(n int, loss string) Page {
	var p Page
	if b.Of != nil && loss != "" {
		p = b.Of(loss)
	}
	return p.With(b.Points, ValueOf(n))
}

// TakesNumber reports whether an action is that for harm or for healing by a number.
func (s *System) TakesNumber(action string) bool {
	return action != "" && (action == s.Harm.Action || action == s.Healing.Action)
}

// Works is what a rulebook that is a text can say of itself. It is empty for one in Go.
type Works struct {
	// Derives works out everything that is derived on a sheet, and says what breaks. Elsewhere
	// such a field has its start, since there is nobody to tell.
	Derives func(Page) error
}

// Typing is how a rulebook reads what people type. Any of it may be nil.
type Typing struct {
	// Terms are words of other games, and what is meant by them here.
	Terms []Term

	// Named writes a typed value under a name that is not a field's, such as that of
	// a skill. It is false when the rulebook does not know the name either.
	Named func(p Page, name, value string) (Page, bool, error)

	// Typed reads a whole roll as people write it in one line, such as 4D+1 vs 12.
	// It gives no action for a line that is no roll of this rulebook; why says what
	// is wrong with one that is.
	Typed func(line string) (action string, params Page, why error)
}

// Views are what a rulebook shows of a sheet. All of it may be left out.
type Views struct {
	Panel func(View) []Block // the whole sheet; nil: made from the schema, see [System.Panel]
	Brief func(View) []Block // two or three meters for the roster; nil: those of the first pools
	Costs func(View) Costs   // the rows of costs; nil: it has none
	Marks func(View) []Mark  // states that the roster shows by a word; nil: it has none

	// Pools whose fields are columns of a list: every row has one, with the row's
	// name for its label.
	Tracks []Pool

	// How the chart of the odds is drawn. Margin is what the rulebook calls the margin of a
	// roll, "" to show totals. Levels are flags such as wound levels, the lightest first,
	// which are shown instead for a roll that may have any of them.
	Margin string
	Levels []string

	// The fields and lists of an opponent's sheet on which rolls against them depend.
	// A gamemaster can open them to players as that opponent's defence.
	Defence []string

	Conditions []Condition // what may hold for a character
}

// Marked gives the marks of a sheet: those of the rulebook and, for a minion who has been hurt
// at all, one that says that it cannot act.
func (s *System) Marked(v View) []Mark {
	var out []Mark
	if s.Marks != nil {
		out = s.Marks(v)
	}
	if v.Minion && s.isHurt(v.Sheet) && !slices.ContainsFunc(out, func(m Mark) bool { return m.Grave }) {
		out = append(slices.Clip(out), Mark{ID: "felled", Word: "felled", Grave: true, Seen: true})
	}
	return out
}

// isHurt reports whether a sheet has lost any life, or has a wound.
func (s *System) isHurt(sheet Sheet) bool {
	if sp, ok := s.Sheet.Field(s.Time.Between.Hurt); ok && sheet.Value(sp.ID) != s.Sheet.Read(Page{}).Value(sp.ID) {
		return true
	}
	if slices.ContainsFunc(s.Pools, func(p Pool) bool { return p.Kind == "life" && p.Lost(sheet) > 0 }) {
		return true
	}
	return slices.ContainsFunc(s.Tracks, func(p Pool) bool {
		return p.Kind == "life" && slices.ContainsFunc(sheet.data().rows(p.Full.In), func(r Row) bool { return p.in(p.Full.In+"/"+r.ID).Lost(sheet) > 0 })
	})
}

// StateOf says how a character looks to everybody, by the marks that can be seen and by how
// much life is left. It is "" if the rulebook has neither.
func (s *System) StateOf(v View) string {
	var words []string
	grave, lives := false, len(s.Levels) > 0 || slices.ContainsFunc(s.Pools, func(p Pool) bool { return p.Kind == "life" })
	for _, m := range s.Marked(v) {
		if m.Seen {
			words, grave = append(words, m.Word), grave || m.Grave
		}
	}
	for _, b := range s.Brief(v) {
		if m, ok := b.(Meter); ok && m.Kind == "life" {
			lives = true
			if word := m.LifeWord(); word != "" && !grave && !slices.Contains(words, word) {
				words = append([]string{word}, words...)
			}
		}
	}
	if words == nil && lives {
		return "unhurt"
	}
	return strings.Join(words, ", ")
}

// HasNoSheet reports whether the rulebook has no character sheets: plain dice.
func (s *System) HasNoSheet() bool { return len(s.Sheet.Fields())+len(s.Sheet.Lists()) == 0 }

// Template is a ready sheet.
type Template struct {
	ID   string
	Name string
	Note string // one line: who this is
	Side Side
	Page Page
}

// Side says with whom a character fights. Tables may use names of their own besides
// those that templates use.
type Side string

// The sides of templates.
const (
	Heroes Side = "heroes"
	Foes   Side = "foes"
)

// Timekeeping says how a rulebook counts time.
type Timekeeping struct {
	Round      string           // what a round is called
	Unit       string           // segment, Nish, turn
	PerRound   int              // units in a round; 0: a round has only turns
	RoundMS    int              // milliseconds in a round; 0: unknown
	Down       bool             // units are counted down within a round
	Initiative string           // action rolled for the order of a round, "" for none
	PayEvery   int              // units between payments; 0: none
	Payment    string           // the ByClock action that is then run for each character; its note begins with what is paid for, up to a comma
	Owes       func(Sheet) bool // whether a payment may change a sheet; nil: it always may
	Defence    string           // the action that a character may do out of turn by giving up what is under way; "" for none
	Declares   string           // the parameter that takes the number of actions declared for a round, "" for none
	Between    Between
}

// Action finds an action by its id.
func (s *System) Action(id string) (*Action, bool) {
	i := slices.IndexFunc(s.Actions, func(a *Action) bool { return a.ID == id })
	if i < 0 {
		return nil, false
	}
	return s.Actions[i], true
}

// ActionIDs lists the actions that people can start.
func (s *System) ActionIDs() []string {
	var out []string
	for _, a := range s.Actions {
		if a.Mode != ByClock {
			out = append(out, a.ID)
		}
	}
	return out
}
