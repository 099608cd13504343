package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Outcome is how a roll ended.
type Outcome struct {
	Success  bool
	Grade    string // success, failure, or the rulebook's own
	Flags    []string
	Total    int
	Target   int  // what Result was compared with
	Margin   int  // by how much: Quality, result points, net successes
	NoTarget bool // there was nothing to compare Result with: neither Target nor Margin counts
	Values   []Named
}

// Done is the outcome of an action without a roll, which succeeds.
func Done(values ...Named) Outcome {
	return Outcome{Success: true, Grade: Success, NoTarget: true, Values: values}
}

// The grades that every rulebook shares.
const (
	Success   = "success"
	Failure   = "failure"
	Undecided = "undecided"
)

// Named is one further number of an outcome.
type Named struct {
	ID    string // never changes once released
	Value Value
}

// Num names a number.
func Num[T int | Milli](id string, n T) Named { return Named{id, ValueOf(n)} }

// Word names a word.
func Word(id, s string) Named { return Named{id, ValueOf(s)} }

// Value gives the value called id, the zero Value if there is none.
func (o Outcome) Value(id string) Value {
	for _, n := range o.Values {
		if n.ID == id {
			return n.Value
		}
	}
	return Value{}
}

// Result gives the number that is compared with the target, and that the chart of the odds
// shows: the value "result" of a roll that has one, else Total. The result of a Trip roll may
// be more than the sum of its dice.
func (o Outcome) Result() int {
	if v := o.Value("result"); v.kind == Int {
		return v.Int()
	}
	return o.Total
}

// own gives the result of the actor's party alone: the value "own" if the result is what the
// other party leaves of it, else the result.
func (o Outcome) own() int {
	if v := o.Value("own"); v.kind == Int {
		return v.Int()
	}
	return o.Result()
}

// ShowsTarget reports whether the target is worth showing. It is not for net successes
// against 0, since those are the margin already.
func (o Outcome) ShowsTarget() bool {
	return !o.NoTarget && (o.Target != 0 || o.Value("net").kind != Int)
}

// Words says how the roll ended: "success: 14 against 18, by 4".
func (o Outcome) Words() string { return o.words("", "") }

// words is Words with names for the result and the target.
func (o Outcome) words(total, target string) string {
	words := o.numbers(total, target)
	if o.Grade != "" {
		words = idWords.Replace(o.Grade) + ": " + words
	}
	if o.ShowsTarget() && (o.Margin != 0 || target == "") {
		words += ", by " + strconv.Itoa(max(o.Margin, -o.Margin))
	}
	return words + flagWords(o.Grade, o.Flags)
}

// numbers gives the result and the target: "14 against 18".
func (o Outcome) numbers(total, target string) string {
	called := func(name string, n int) string { return strings.TrimPrefix(name+" "+strconv.Itoa(n), " ") }
	if !o.ShowsTarget() {
		return called(total, o.Result())
	}
	return called(total, o.Result()) + " against " + called(target, o.Target)
}

// Words says how a roll may end: "success, critical".
func (g GradeChance) Words() string {
	return idWords.Replace(g.Grade) + flagWords(g.Grade, g.Flags)
}

// FlagWords gives the flags in words, without one that is the grade itself.
func (o Outcome) FlagWords() string { return strings.TrimPrefix(flagWords(o.Grade, o.Flags), ", ") }

// flagWords gives the words for the flags, without one that is the grade itself.
func flagWords(grade string, flags []string) string {
	words := ""
	for _, flag := range flags {
		if flag != grade {
			words += ", " + idWords.Replace(flag)
		}
	}
	return words
}

// Words names the value: "speed q 17".
func (n Named) Words() string {
	value := n.Value.String()
	switch {
	case n.Value.IsNone():
		value = "none"
	case value == "":
		value = "nothing"
	}
	id := n.ID
	if theirs, other := strings.CutPrefix(id, string(Other)+"."); other {
		id = "their " + theirs
	}
	if side, ok := map[string]string{string(Actor): "who acts", string(Other): "the other side"}[value]; ok {
		value = side
	}
	return idWords.Replace(id) + " " + value
}

// idWords gives the words for an id: "ability failure" for ability-failure.
var idWords = strings.NewReplacer("-", " ", "_", " ")

// outcomeJSON is an outcome with the keys of the command line's contract.
type outcomeJSON struct {
	Success bool      `json:"success"`
	Grade   string    `json:"grade"`
	Flags   []string  `json:"flags,omitempty"`
	Total   int       `json:"total"`
	Target  *int      `json:"target,omitempty"` // nil: there was no target, and no margin
	Margin  *int      `json:"margin,omitempty"`
	Values  namedList `json:"values"`
}

// MarshalJSON writes the keys of the command line's contract.
func (o Outcome) MarshalJSON() ([]byte, error) {
	x := outcomeJSON{Success: o.Success, Grade: o.Grade, Flags: o.Flags, Total: o.Total, Values: o.Values}
	if !o.NoTarget {
		x.Target, x.Margin = &o.Target, &o.Margin
	}
	return json.Marshal(x)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (o *Outcome) UnmarshalJSON(b []byte) error {
	var x outcomeJSON
	if err := json.Unmarshal(b, &x); err != nil {
		return err
	}
	*o = Outcome{Success: x.Success, Grade: x.Grade, Flags: x.Flags, Total: x.Total, NoTarget: x.Target == nil, Values: x.Values}
	if x.Target != nil {
		o.Target = *x.Target
	}
	if x.Margin != nil {
		o.Margin = *x.Margin
	}
	return nil
}

type namedList []Named

func (l namedList) MarshalJSON() ([]byte, error) {
	var w objectWriter
	for _, n := range l {
		w.field(n.ID, n.Value)
	}
	return w.close()
}

// Change is one field that a roll changed.
type Change struct {
	Sheet Seat   `json:"sheet"`
	Field string `json:"field"` // a path: id, or list/row/column
	From  Value  `json:"from"`
	To    Value  `json:"to"`
}

// NotableChanges gives the changes that matter to a player: without the program's own notes,
// and without fields that end as they began.
func (s *Schema) NotableChanges(changes []Change) []Change {
	var out []Change
	for _, c := range changes {
		if s.Notable(c.Field, c.From, c.To) {
			out = append(out, c)
		}
	}
	return out
}

// Notable reports whether it matters to a player that the value at a path changed from from
// to to.
func (s *Schema) Notable(path string, from, to Value) bool {
	if from == to {
		return to.IsNone() && strings.Count(path, "/") == 1 // a row taken out
	}
	sp, ok := s.Field(path)
	if !ok {
		return true
	}
	cleared := to.IsNone() && sp.derive == nil && from == sp.Default(Sheet{})
	return !sp.Bookkeeping && !cleared
}

// DieFate says what happened to one die: the first of those thrown for Ask that shows Face.
type DieFate struct {
	Ask  string `json:"ask"`
	Face int    `json:"face"`
	Fate string `json:"fate"` // cancelled or decisive
}

const (
	cancelled = "cancelled"
	decisive  = "decisive"
)

// Cancelled reports whether the die does not count.
func (f DieFate) Cancelled() bool { return f.Fate == cancelled }

// Decisive reports whether the die decided something by itself.
func (f DieFate) Decisive() bool { return f.Fate == decisive }

// IsZero reports whether nothing is written on p.
func (p Page) IsZero() bool { return len(p.fields) == 0 && len(p.lists) == 0 }

func (l *namedList) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	switch open, err := d.Token(); {
	case err != nil:
		return err
	case open == nil:
		return nil // null: there are none
	case open != json.Delim('{'):
		return fmt.Errorf("values are a JSON object, not %s", b)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		n := Named{ID: key.(string)}
		if err := d.Decode(&n.Value); err != nil {
			return err
		}
		*l = append(*l, n)
	}
	return nil
}
