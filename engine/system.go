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
	Templates []Template // at least one
	Chapters  string     // a table of those of the book; see [System.Book]
	Time      Timekeeping
	Company   bool // its rules may look at others than those at the seats: see [Roll.Company]
	Views
	Typing
}

// Typing is how a rulebook reads what people type. Both may be nil.
type Typing struct {
	// Named writes a typed value whose name is no field's: that of a skill, an
	// attribute. It is false when the rulebook does not know the name either.
	Named func(p Page, name, value string) (Page, bool, error)

	// Typed reads a whole roll as people write it in one line:
	// 4D+1 vs 12. It gives no action for what is none of this rulebook; why is
	// what is wrong with one that is.
	Typed func(line string) (action string, params Page, why error)
}

// Views are what a rulebook shows of a sheet. Panel and Brief have to be there.
type Views struct {
	Panel func(View) []Block // the whole sheet
	Brief func(View) []Block // two or three meters for the roster
	Costs func(View) Costs   // the cost rows; nil: it has none
	Marks func(View) []Mark  // states that the roster tells by a word; see Marked

	// Pools whose fields are columns of a list: every row has one, and it is called
	// as its row is.
	Tracks []Pool

	// How the odds of a roll are charted: in its margin, by this name, where it
	// has one, and by these flags, the lightest first, where any of them may come
	// of it: levels of wounds.
	Margin string
	Levels []string

	// What rolls against somebody go by: fields and lists of the sheet of who is
	// faced. A gamemaster opens them to players as that one's defence.
	Defence []string

	Conditions []Condition // what may hold for a character, as the panel calls it
}

// Marked gives the states of a sheet, none where the rulebook knows of none.
func (s Views) Marked(v View) []Mark {
	if s.Marks == nil {
		return nil
	}
	return s.Marks(v)
}

// StateOf says in a word how somebody is, as anybody sees who looks at them: by
// the marks that can be seen, and how much life is left; "" where a rulebook
// knows of neither.
func (s *System) StateOf(v View) string {
	var words []string
	grave, lives := false, len(s.Levels) > 0
	for _, m := range s.Marked(v) {
		if m.Seen {
			words, grave = append(words, m.Word), grave || m.Grave
		}
	}
	var brief []Block
	if s.Brief != nil {
		brief = s.Brief(v)
	}
	for _, b := range brief {
		if m, ok := b.(Meter); ok && m.Kind == "life" {
			lives = true
			if word := m.Worn(); word != "" && !grave && !slices.Contains(words, word) {
				words = append([]string{word}, words...)
			}
		}
	}
	if words == nil && lives {
		return "unhurt"
	}
	return strings.Join(words, ", ")
}

// Sheetless reports whether nobody is written in the rulebook: plain dice.
func (s *System) Sheetless() bool { return len(s.Sheet.Fields())+len(s.Sheet.Lists()) == 0 }

// Mode says how an action takes its time.
type Mode uint8

// The modes of an action.
const (
	Active  Mode = iota // one at a time
	Passive             // beside others
	Instant             // takes no time
	ByClock             // only the clock starts it
)

// Need says whether an action wants somebody at the other side.
type Need uint8

// What an action wants at the other side.
const (
	Alone Need = iota
	MayFace
	MayFaceMany
)

// Action is one thing a character can do.
type Action struct {
	ID      string // never changes once released
	Label   string
	Group   string
	Chapter string   // where the book has it
	Help    string   // one sentence
	Doing   string   // what one in the middle of it does, before the moment: "moves until"; of what the clock ends, what it ends: "stunned until"
	Key     string   // the key that begins it at the screen, where it has one of its own
	Also    string   // words that gamers know it by beside its label: "initiative order"
	Purpose Purpose  // what it is for; "" counts as [ForOther]
	Offers  []string // parameters whose rows are offered one by one: each skill, each power
	Mode    Mode
	Need    Need
	Over    Ending  // of a ByClock action
	Form    *Schema // its parameters, besides those that every action takes
	Lead    []*Spec // the few parameters that decide, in the order in which forms show them first
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

// Side says with whom a character fights. Tables may use names of their own
// beside those that templates use.
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
	Payment    string           // the ByClock action that the clock runs for each then; it notes what for, before a comma
	Owes       func(Sheet) bool // whether a payment may take anything from a sheet; nil: it always may
	Defence    string           // the action for which somebody gives up what is under way, or acts out of turn; "" for none
	Declares   string           // parameter that takes how many actions were declared for a round, "" for none
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

// Pool finds the pool of which a field of the sheet is a kind of loss, one of its
// own or that of a row.
func (s *System) Pool(field string) (Pool, bool) {
	list, rest, nested := strings.Cut(field, "/")
	if !nested {
		i := slices.IndexFunc(s.Pools, func(p Pool) bool { return p.Loses(field) })
		if i < 0 {
			return Pool{}, false
		}
		return s.Pools[i], true
	}
	row, column, _ := strings.Cut(rest, "/")
	i := slices.IndexFunc(s.Tracks, func(p Pool) bool { return p.Full.In == list && p.Loses(column) })
	if i < 0 {
		return Pool{}, false
	}
	return s.Tracks[i].in(list + "/" + row), true
}

// Taken adds up what changes take off the pools. What a rulebook counts
// besides, such as parts of an EP that are owed, is not taken off.
func (s *System) Taken(changes []Change) int {
	n := 0
	for _, c := range changes {
		if _, pool := s.Pool(c.Field); pool && c.To.Kind() == Int {
			n += max(c.To.Int()-c.From.Int(), 0)
		}
	}
	return n
}

// Sole is the pool that changes take something off, if it is one alone.
func (s *System) Sole(changes []Change) string {
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

// Kept gives what a form remembers of the last roll: p without what was for
// that roll alone.
func (a *Action) Kept(p Page) Page {
	for _, path := range p.Paths() {
		if sp, ok := a.Param(path); ok && sp.Spends {
			p = p.With(path, Value{})
		}
	}
	return p
}

// Attacks reports whether an action is an attack: any way it is done or, where the
// rows tell it that it is offered with, with the row that its parameters name. Told
// is true there.
func (s *System) Attacks(a *Action, params, sheet Page) (yes, told bool) {
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
		i := slices.IndexFunc(l.Columns, func(column *Spec) bool { return !column.Harms.IsNone() })
		if i < 0 {
			continue
		}
		told = true
		rows := &Group{list: l}
		named, _ := params.Get(id)
		row, there := rows.Find(s.Sheet.Read(sheet), named.Text())
		yes = yes || there && row.value(l.Columns[i]) == l.Columns[i].Harms
	}
	return yes, told
}

// Following gives what of p holds for somebody who acts together with one who
// has, against the same: p without what was done for all.
func (a *Action) Following(p Page) Page {
	for _, sp := range a.Form.Fields() {
		if sp.Once {
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

// MostOpponents is how many are faced at once.
const MostOpponents = 20

// furtherOf parts other.2.factor; false for what is not of a further opponent.
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
