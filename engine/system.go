package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// System is one rulebook.
type System struct {
	ID        string // never changes once released
	Name      string
	Author    string
	Dice      string // "2d10 under, ones thrown again and taken off"
	Help      string // a page in our own words; paragraphs parted by blank lines
	Sheet     *Schema
	House     *Schema
	Pools     []Pool
	Actions   []*Action
	Templates []Template // three or more: the example table is made of them
	Chapters  string     // the table of the book's chapters; see [System.BookChapters]
	Time      Timekeeping
	Company   bool // its rules may read the sheets of others than those at the seats; see [Roll.Company]
	Views
	Typing
}

// Typing is how a rulebook reads what people type. Both may be nil.
type Typing struct {
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

	// How the odds of a roll are charted: Margin is what the rulebook calls the
	// margin of a roll, "" to chart totals; Levels are flags such as levels of
	// wounds, the lightest first, charted where a roll may have any of them.
	Margin string
	Levels []string

	// The fields and lists of an opponent's sheet on which rolls against them depend.
	// A gamemaster can open them to players as that opponent's defence.
	Defence []string

	Conditions []Condition // what may hold for a character
}

// Marked gives the states of a sheet; none if the rulebook declares no Marks.
func (s Views) Marked(v View) []Mark {
	if s.Marks == nil {
		return nil
	}
	return s.Marks(v)
}

// StateOf says how somebody looks to everybody: by the marks that can be seen and by
// how much life is left. It is "" if the rulebook has neither.
func (s *System) StateOf(v View) string {
	var words []string
	grave, lives := false, len(s.Levels) > 0
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

// Mode says how an action takes its time.
type Mode uint8

// The modes of an action.
const (
	Active  Mode = iota // one at a time
	Passive             // beside other actions
	Instant             // takes no time
	ByClock             // only the clock starts it
)

// Need says whether an action may have opponents.
type Need uint8

// How many opponents an action may have.
const (
	Alone       Need = iota // none
	MayFace                 // one
	MayFaceMany             // up to MostOpponents
)

// Action is one thing a character can do.
type Action struct {
	ID      string // never changes once released
	Label   string
	Group   string
	Chapter string   // where the book has it
	Help    string   // one sentence
	Doing   string   // what somebody does while it lasts, with "until": "moves until"; for what the clock ends, the state: "stunned until"
	Key     string   // the key that begins it, if it has one of its own
	Also    string   // other words by which players look for it: "initiative order"
	Purpose Purpose  // what it is for; "" counts as [ForOther]
	Offers  []string // parameters whose rows are offered as entries of their own: each skill, each power
	Mode    Mode
	Need    Need
	Over    Ending  // of a ByClock action
	Form    *Schema // its parameters, besides those that every action takes
	Lead    []*Spec // the few parameters that forms show first, in this order
	Result  Result  // how its result is put into words
	Rule    Rule
}

// Purpose says what an action is for.
type Purpose string

// The purposes of actions.
const (
	ForAttack   Purpose = "attack" // to harm somebody
	ForDefence  Purpose = "defence"
	ForHealing  Purpose = "healing"
	ForMovement Purpose = "movement"
	ForOther    Purpose = "other"
)

// Attack reports whether an action is aimed at somebody to harm them.
func (a *Action) Attack() bool { return a.Purpose == ForAttack }

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
	RoundMS    int              // milliseconds in a round; 0: not said
	Down       bool             // units are counted down within a round
	Initiative string           // action rolled for the order of a round, "" for none
	PayEvery   int              // units between payments; 0: none
	Payment    string           // the ByClock action that is then run for each character; its note begins with what is paid for, up to a comma
	Owes       func(Sheet) bool // whether a payment may change a sheet; nil: it always may
	Defence    string           // the action that somebody may do out of turn, and for which they give up what is under way; "" for none
	Declares   string           // the parameter that takes the number of actions declared for a round, "" for none
	Between    Between
}

var (
	every     = &Schema{}
	situation = every.Group("Situation")
)

// Every holds the parameters that every action takes besides those of its form.
var Every = struct {
	Situation Field[int]
	Why       Field[string]
	Hidden    Field[bool]
}{
	Situation: situation.Modifier("situation", "Situation").Said("Added to the roll for what the rules do not count."),
	Why:       situation.Text("why", "because", 80).Said("The reason for the situation, for the log."),
	Hidden:    situation.Bool("hidden", "Hidden").Said("Only the gamemaster sees the roll."),
}

// Action finds an action by its id.
func (s *System) Action(id string) (*Action, bool) {
	i := slices.IndexFunc(s.Actions, func(a *Action) bool { return a.ID == id })
	if i < 0 {
		return nil, false
	}
	return s.Actions[i], true
}

// Pool finds the pool of which a field of the sheet, or a column of a row, is a kind
// of loss.
func (s *System) Pool(field string) (Pool, bool) {
	list, rest, nested := strings.Cut(field, "/")
	if !nested {
		i := slices.IndexFunc(s.Pools, func(p Pool) bool { return p.HasLoss(field) })
		if i < 0 {
			return Pool{}, false
		}
		return s.Pools[i], true
	}
	row, column, _ := strings.Cut(rest, "/")
	i := slices.IndexFunc(s.Tracks, func(p Pool) bool { return p.Full.In == list && p.HasLoss(column) })
	if i < 0 {
		return Pool{}, false
	}
	return s.Tracks[i].in(list + "/" + row), true
}

// PoolLosses adds up what changes take off the pools in whole numbers. Fractions that
// a rulebook keeps, such as parts of an EP that are owed, do not count.
func (s *System) PoolLosses(changes []Change) int {
	n := 0
	for _, c := range changes {
		if _, pool := s.Pool(c.Field); pool && c.To.Kind() == Int {
			n += max(c.To.Int()-c.From.Int(), 0)
		}
	}
	return n
}

// OnlyPool is the label of the pool that changes take something off, if it is only
// one; else "".
func (s *System) OnlyPool(changes []Change) string {
	out := ""
	for _, c := range changes {
		p, pool := s.Pool(c.Field)
		switch {
		case !pool || c.To.Kind() != Int || c.To.Int() <= c.From.Int():
		case out != "" && out != p.Label:
			return ""
		default:
			out = p.Label
		}
	}
	return out
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

// Params lists the parameters of the action, its own first.
func (a *Action) Params() []*Spec {
	return append(slices.Clip(a.Form.Fields()), every.Fields()...)
}

// Param finds a parameter by its id. An action that may face many takes
// other.2.factor, other.3.factor where it declares other.factor.
func (a *Action) Param(id string) (*Spec, bool) {
	for _, sp := range a.Params() {
		if sp.ID == id {
			return sp, true
		}
	}
	seat, rest, further := furtherOf(id)
	if !further || a.Need != MayFaceMany {
		return nil, false
	}
	sp, ok := a.Form.Field(string(Other) + "." + rest)
	if !ok {
		return nil, false
	}
	return sp.further(seat), true
}

// Remembered gives what a form remembers of the parameters of the last roll: p without
// those that counted for that roll alone.
func (a *Action) Remembered(p Page) Page {
	for _, path := range p.Paths() {
		if sp, ok := a.Param(path); ok && sp.Spends {
			p = p.With(path, Value{})
		}
	}
	return p
}

// IsAttack reports whether an action is an attack: by its purpose or, if the rows with
// which it is offered decide that, by the row that its parameters name. In that case
// byRow is true.
func (s *System) IsAttack(a *Action, params, sheet Page) (yes, byRow bool) {
	if a.Attack() {
		return true, false
	}
	for _, id := range a.Offers {
		sp, ok := a.Param(id)
		if !ok {
			continue
		}
		l, ok := s.Sheet.FindList(sp.RowsOf)
		if !ok {
			continue
		}
		i := slices.IndexFunc(l.Columns, func(column *Spec) bool { return !column.AttackValue.IsNone() })
		if i < 0 {
			continue
		}
		byRow = true
		rows := &Group{list: l}
		named, _ := params.Get(id)
		row, there := rows.Find(s.Sheet.Read(sheet), named.Text())
		yes = yes || there && row.value(l.Columns[i]) == l.Columns[i].AttackValue
	}
	return yes, byRow
}

// ForCompanion gives the parameters for somebody who acts together with another one,
// against the same opponent: p without what was done for both.
func (a *Action) ForCompanion(p Page) Page {
	for _, sp := range a.Form.Fields() {
		if sp.Shared {
			p = p.With(sp.ID, Value{})
		}
	}
	return p
}

// ParamsAgainst lists the parameters of the action against so many opponents.
func (a *Action) ParamsAgainst(opponents int) []*Spec {
	out := a.Form.Fields()
	if a.Need == MayFaceMany {
		out = slices.Clip(out)
		for n := 2; n <= opponents; n++ {
			for _, sp := range a.Form.Fields() {
				if strings.HasPrefix(sp.ID, string(Other)+".") {
					out = append(out, sp.further(Opponent(n)))
				}
			}
		}
	}
	return append(slices.Clip(out), every.Fields()...)
}

// MostOpponents is how many opponents an action may have.
const MostOpponents = 20

// furtherOf splits other.2.factor; it is false for what does not belong to a further
// opponent.
func furtherOf(id string) (seat Seat, rest string, ok bool) {
	rest, ok = strings.CutPrefix(id, string(Other)+".")
	if !ok {
		return "", "", false
	}
	number, rest, ok := strings.Cut(rest, ".")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 2 || n > MostOpponents || number != strconv.Itoa(n) {
		return "", "", false
	}
	return Opponent(n), rest, true
}

// Check says what is wrong with a page: the first value that its schema does
// not allow. What the schema does not know is left alone.
func (s *Schema) Check(p Page) error {
	for _, path := range p.Paths() {
		sp, ok := s.Field(path)
		if !ok {
			continue
		}
		v, _ := p.Get(path)
		if err := sp.Check(v); err != nil {
			if strings.Contains(path, "/") {
				return fmt.Errorf("%s: %w", path, err)
			}
			return err
		}
	}
	return nil
}
