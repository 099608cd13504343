package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Spec describes one field.
type Spec struct {
	ID      string // never changes once released
	Label   string
	Unit    string // kg, m, segments; may be empty
	Group   string // heading of its part of a form
	Help    string // one sentence, may be empty
	Kind    Kind
	Least   int      // of numbers; thousandths for a Decimal
	Most    int      // of numbers; of Text, the length in characters
	Options []string // the words a Text may be; nil: any
	RowsOf  string   // a Text that names a row of this list of the actor's sheet
	First   bool     // if it is empty, it means the first row of the list
	In      string   // the list it is a column of, or ""
	Letter  string   // the key that sets it in a form; see [Field.Letter]

	Bookkeeping  bool  // one of the program's own notes; see [Field.Bookkeeping]
	Quiet        bool  // a panel that is made from the schema shows it only if it differs from its default
	Unmodifiable bool  // a state that the rules write, to which effects cannot add
	OneRoll      bool  // it counts for one roll alone; see [Field.ForOneRoll]
	Beyond       bool  // a parameter that is beyond the sheet; see [Field.BeyondSheet]
	Added        bool  // a modifier, which is shown with its sign
	Shared       bool  // it counts once for all who act together; see [Field.Shared]
	Undefended   Value // of a choice that is the opponent's: the option of those who do not defend; see [Field.Defends]
	AttackValue  Value // of a column: the value that makes a row an attack; see [Field.AttackWhen]

	WhenEmpty string            // says what holds if nothing is written and no value does: "none", "the ability's"
	fallback  Value             // the default
	derive    func(Sheet) Value // works out the default from other fields; nil: it is fallback

	held []heldModifier // what states on the same sheet add to it while they hold

	form  string           // says what values there are, beyond the kind
	check func(Value) bool // allows a value; nil: every value
}

// heldModifier is what a state on the sheet adds to a number while it holds.
type heldModifier struct {
	state *Spec
	n     int
}

// AddedWhile declares that n whole units are added to the number while a state of the same
// sheet holds: while that field is above 0. What something in force adds to the state is not
// counted, since it says itself what else it adds; see [Modifier].
func (sp *Spec) AddedWhile(state *Spec, n int) {
	if n != 0 && state != sp {
		sp.held = append(sp.held, heldModifier{state, n})
	}
}

// HasForm reports whether a text has a form of its own, such as a die code: people
// replace it rather than add to it.
func (sp *Spec) HasForm() bool { return sp.form != "" }

// Default gives the value of the field on s if nothing is written in it.
func (sp *Spec) Default(s Sheet) Value {
	if sp.derive != nil {
		return sp.derive(s)
	}
	if sp.fallback.kind != none {
		return sp.fallback
	}
	return Value{kind: sp.Kind}
}

// IsDerived reports whether the default is worked out from other fields.
func (sp *Spec) IsDerived() bool { return sp.derive != nil }

// DefaultWords says what holds on s if nothing is written in the field.
func (sp *Spec) DefaultWords(s Sheet) string {
	if sp.WhenEmpty != "" {
		return sp.WhenEmpty
	}
	return sp.Default(s).String()
}

// Parse reads what a person typed, and checks it.
func (sp *Spec) Parse(text string) (Value, error) {
	v, err := sp.read(strings.TrimSpace(text))
	if err != nil {
		return Value{}, err
	}
	return v, sp.Check(v)
}

func (sp *Spec) read(text string) (Value, error) {
	switch sp.Kind {
	case Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return Value{}, fmt.Errorf("%s cannot be %q: it is %s", sp.ID, text, sp.Range())
		}
		return ValueOf(n), nil
	case Decimal:
		var m Milli
		if err := m.Set(text); err != nil {
			return Value{}, fmt.Errorf("%s cannot be %q: it is %s", sp.ID, text, sp.Range())
		}
		return ValueOf(m), nil
	case Bool:
		return sp.readBool(text)
	}
	for _, o := range sp.Options {
		if strings.EqualFold(o, text) || strings.EqualFold(idWords.Replace(o), text) {
			return ValueOf(o), nil
		}
	}
	return ValueOf(text), nil
}

func (sp *Spec) readBool(text string) (Value, error) {
	switch strings.ToLower(text) {
	case "yes", "true", "on", "1", "y":
		return ValueOf(true), nil
	case "no", "false", "off", "0", "n", "":
		return ValueOf(false), nil
	}
	return Value{}, fmt.Errorf("%s cannot be %q: it is %s", sp.ID, text, sp.Range())
}

// Check says what is wrong with v as a value of the field.
func (sp *Spec) Check(v Value) error {
	bad := func() error { return fmt.Errorf("%s cannot be %q: it is %s", sp.ID, v, sp.Range()) }
	switch sp.Kind {
	case Int:
		if v.kind != Int || v.n < int64(sp.Least) || v.n > int64(sp.Most) {
			return bad()
		}
	case Decimal:
		if v.kind != Int && v.kind != Decimal || v.Milli() < Milli(sp.Least) || v.Milli() > Milli(sp.Most) {
			return bad()
		}
	case Bool:
		if v.kind != Bool && (v.kind != Int || v.n != 0 && v.n != 1) {
			return bad()
		}
	case Text:
		if v.kind != Text || len([]rune(v.s)) > sp.Most || sp.Options != nil && !slices.Contains(sp.Options, v.s) {
			return bad()
		}
	}
	if sp.check != nil && !sp.check(v) {
		return bad()
	}
	return nil
}

// Words gives a value as people read it: active charisma.
func (sp *Spec) Words(v Value) string {
	if sp.Options != nil {
		return underscores.Replace(v.String())
	}
	return v.String()
}

var underscores = strings.NewReplacer("_", " ")

// Range says in words what the field may be.
func (sp *Spec) Range() string {
	unit := ""
	if sp.Unit != "" {
		unit = " " + sp.Unit
	}
	switch {
	case sp.form != "":
		return sp.form
	case sp.Kind == Int:
		return fmt.Sprintf("a whole number from %d to %d%s", sp.Least, sp.Most, unit)
	case sp.Kind == Decimal:
		return fmt.Sprintf("a number from %s to %s%s with at most three decimals", Milli(sp.Least), Milli(sp.Most), unit)
	case sp.Kind == Bool:
		return "yes or no"
	case sp.Options != nil:
		return "one of " + underscores.Replace(strings.Join(sp.Options, ", "))
	case sp.RowsOf != "":
		return "the name of a row of " + underscores.Replace(sp.RowsOf)
	}
	return fmt.Sprintf("text of at most %d characters", sp.Most)
}
