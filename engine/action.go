package engine

import (
	"slices"
	"strconv"
	"strings"
)

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
	Doing   string   // what the character does while it lasts, or the state that the clock ends: "moves until", "stunned until"
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
	Line    int    // where its rule stands in the text, from 1; 0 if rules are no text
	Source  string // the text of its rule, if rules are written as text: it shows whether a newer text has changed the rule
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
	Situation: situation.Modifier("situation", "Situation").Help("Added to the roll for what the rules do not count."),
	Why:       situation.Text("why", "because", 80).Help("The reason for the situation, for the log."),
	Hidden:    situation.Bool("hidden", "Hidden").Help("Only the gamemaster sees the roll."),
}

// Params lists the parameters of the action, its own first.
func (a *Action) Params() []*Spec {
	return append(slices.Clip(a.Form.Fields()), every.Fields()...)
}

// Param finds a parameter by its id. If an action that may have many opponents declares
// other.factor, it takes other.2.factor, other.3.factor and so on as well.
func (a *Action) Param(id string) (*Spec, bool) {
	for _, all := range [][]*Spec{a.Form.Fields(), every.Fields()} {
		for _, sp := range all {
			if sp.ID == id {
				return sp, true
			}
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

// Remembered gives the parameters of the last roll that a form starts with: p without those
// that count for one roll alone, and without the defence of its opponent.
func (a *Action) Remembered(p Page) Page {
	for _, path := range p.Paths() {
		if sp, ok := a.Param(path); ok && (sp.OneRoll || !sp.Undefended.IsNone()) {
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

// Attack is an attack with the parameter that names the weapon or ability for it, if it is
// offered with one.
type Attack struct {
	Action *Action
	Params Page
}

// Attacks lists the attacks that a sheet offers: each with every weapon or ability for it, in
// the order of the rulebook. A rulebook without attacks fights with what it has: with what
// may be done against one opponent.
func (s *System) Attacks(sheet Page) (out []Attack) {
	for _, a := range s.Actions {
		if a.Mode == ByClock {
			continue
		}
		before := len(out)
		for _, param := range a.Offers {
			sp, ok := a.Param(param)
			if !ok {
				continue
			}
			for _, row := range sheet.RowIDs(sp.RowsOf) {
				name, _ := sheet.Get(sp.RowsOf + "/" + row + "/name")
				params := PageOf(param, name)
				if yes, _ := s.IsAttack(a, params, sheet); yes {
					out = append(out, Attack{a, params})
				}
			}
		}
		if len(out) == before && a.Attack() {
			out = append(out, Attack{Action: a})
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, a := range s.Actions {
		if a.Need == MayFace && a.Mode != ByClock && a.Mode != Passive {
			out = append(out, Attack{Action: a})
		}
	}
	return out
}

// BeyondSheet lists the parameters on p that are beyond the sheet, see [Field.BeyondSheet],
// and differ from what the sheet gives.
func (a *Action) BeyondSheet(p Page) []string {
	form := a.Form.Read(p)
	var out []string
	for _, path := range p.Paths() {
		sp, ok := a.Param(path)
		if v, _ := p.Get(path); ok && sp.Beyond && v != sp.Default(form) {
			out = append(out, path)
		}
	}
	return out
}

// ForCompanion gives the parameters for a second character who acts together with the first
// one against the same opponent: p without those that are [Field.Shared].
func (a *Action) ForCompanion(p Page) Page {
	for _, sp := range a.Form.Fields() {
		if sp.Shared {
			p = p.With(sp.ID, Value{})
		}
	}
	return p
}

// ParamsAgainst lists the parameters of the action against a number of opponents.
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

// furtherOf splits an id such as other.2.factor. It is false for an id that does not belong
// to a further opponent.
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

// mostLead is how many parameters forms show first if the action does not say which.
const mostLead = 4

// LeadParams gives the parameters that forms show first: [Action.Lead] or else the
// first few.
func (a *Action) LeadParams() []*Spec {
	if len(a.Lead) > 0 {
		return a.Lead
	}
	all := a.Form.Fields()
	return all[:min(len(all), mostLead)]
}
