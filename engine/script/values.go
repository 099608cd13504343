package script

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"example.org/fray/engine"
)

// thing is what all values of the language have in common.
type thing struct{}

func (thing) Freeze()              {}
func (thing) Truth() starlark.Bool { return true }
func (thing) Hash() (uint32, error) {
	return 0, fmt.Errorf("this is not a key of a dict: use a text or a number")
}

// decimal is a number in thousandths.
type decimal engine.Milli

func engineMilli(d decimal) engine.Milli { return engine.Milli(d) }

func (d decimal) String() string        { return engine.Milli(d).String() }
func (d decimal) Type() string          { return "decimal" }
func (d decimal) Freeze()               {}
func (d decimal) Truth() starlark.Bool  { return d != 0 }
func (d decimal) Hash() (uint32, error) { return starlark.MakeInt64(int64(d)).Hash() }

// CompareSameType compares two decimals.
func (d decimal) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	return starlark.Compare(op, starlark.MakeInt64(int64(d)), starlark.MakeInt64(int64(y.(decimal))))
}

// decimalOf gives a number in thousandths, false for what is none.
func decimalOf(v starlark.Value) (engine.Milli, bool) {
	if d, ok := v.(decimal); ok {
		return engine.Milli(d), true
	}
	n, ok := wholeOf(v)
	return engine.Milli(n) * 1000, ok
}

// Binary is an operator on a decimal and another number.
func (d decimal) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	other, ok := decimalOf(y)
	if !ok {
		return nil, nil
	}
	a, b := engine.Milli(d), other
	if side == starlark.Right {
		a, b = b, a
	}
	const most = 1_000_000_000_000
	var out engine.Milli
	switch op {
	case syntax.PLUS:
		out = a + b
	case syntax.MINUS:
		out = a - b
	case syntax.STAR:
		if a != 0 && (max(b, -b) > most/max(a, -a)*1000) {
			return nil, errLarge
		}
		out = floorDiv(a*b, 1000)
	case syntax.SLASHSLASH:
		if b == 0 {
			return nil, fmt.Errorf("this divides by 0")
		}
		return starlark.MakeInt64(int64(floorDiv(a, b))), nil
	default:
		return nil, nil
	}
	if max(out, -out) > most {
		return nil, errLarge
	}
	return decimal(out), nil
}

func floorDiv(a, b engine.Milli) engine.Milli {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// valueIn gives a value of the engine to a text.
func valueIn(v engine.Value) starlark.Value {
	switch v.Kind() {
	case engine.Int:
		return starlark.MakeInt(v.Int())
	case engine.Decimal:
		return decimal(v.Milli())
	case engine.Bool:
		return starlark.Bool(v.Bool())
	case engine.Text:
		return starlark.String(v.Text())
	}
	return starlark.None
}

// valueFor gives a value of a text to a field; a number beyond its bounds is the nearest
// within them.
func valueFor(sp *engine.Spec, v starlark.Value) (engine.Value, error) {
	out := engine.Value{}
	switch sp.Kind {
	case engine.Int:
		if d, ok := v.(decimal); ok {
			v = starlark.MakeInt(engine.Milli(d).Whole())
		}
		n, ok := wholeOf(v)
		if !ok {
			return out, fmt.Errorf("%s is %s: this is %s", sp.ID, sp.Range(), typeWords(v))
		}
		out = engine.ValueOf(engine.Field[int]{Spec: sp}.Within(n))
	case engine.Decimal:
		n, ok := decimalOf(v)
		if !ok {
			return out, fmt.Errorf("%s is %s: this is %s", sp.ID, sp.Range(), typeWords(v))
		}
		out = engine.ValueOf(engine.Field[engine.Milli]{Spec: sp}.Within(n))
	case engine.Bool:
		yes, ok := v.(starlark.Bool)
		if !ok {
			return out, fmt.Errorf("%s is True or False: this is %s", sp.ID, typeWords(v))
		}
		out = engine.ValueOf(bool(yes))
	default:
		text, ok := v.(starlark.String)
		if r, row := v.(*row); row {
			text, ok = starlark.String(r.Name()), true
		}
		if !ok {
			return out, fmt.Errorf("%s is %s: this is %s", sp.ID, sp.Range(), typeWords(v))
		}
		out = engine.ValueOf(string(text))
	}
	return out, sp.Check(out)
}

// sheet is a character's sheet as a rule reads it.
type sheet struct {
	thing
	engine.Sheet
	seat engine.Seat
	name string
}

func (s *sheet) String() string       { return "sheet of " + string(s.seat) }
func (s *sheet) Type() string         { return "sheet" }
func (s *sheet) what() string         { return "a sheet" }
func (s *sheet) Truth() starlark.Bool { return starlark.Bool(s.There()) }

// CompareSameType tells whether two sheets are those of one character.
func (s *sheet) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	same := s.seat == y.(*sheet).seat
	switch op {
	case syntax.EQL:
		return same, nil
	case syntax.NEQ:
		return !same, nil
	}
	return false, fmt.Errorf("sheets are equal or not, and neither more nor less")
}

var sheetWords = &words{of: "a sheet", list: []*word{
	newWord("there", "Whether somebody sits there.", `r.foe.there`, func(c *call) (starlark.Value, error) {
		return starlark.Bool(c.on.(*sheet).There()), nil
	}),
	newWord("name", "What people call them, for notes and stories.", `r.foe.name`, func(c *call) (starlark.Value, error) {
		return starlark.String(c.on.(*sheet).name), nil
	}),
}}

func (s *sheet) Attr(name string) (starlark.Value, error) { return sheetWords.attr(s, name) }
func (s *sheet) AttrNames() []string                      { return sheetWords.names() }

// row is one row of a table of a sheet. One that is not there is false, and has the
// start of each column.
type row struct {
	thing
	engine.Row
	table *table
}

func (r *row) String() string       { return "row " + r.Name() }
func (r *row) Type() string         { return "row" }
func (r *row) what() string         { return "a row of " + r.table.Label() }
func (r *row) Truth() starlark.Bool { return r.ID != "" }

// CompareSameType tells whether two rows are one.
func (r *row) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	o := y.(*row)
	same := r.ID == o.ID && r.table == o.table
	return same == (op == syntax.EQL), nil
}

var rowWords = &words{of: "a row", list: []*word{
	newWord("name", "The name of the row.", `r.row(weapon).name`, func(c *call) (starlark.Value, error) {
		return starlark.String(c.on.(*row).Name()), nil
	}),
}}

func (r *row) Attr(name string) (starlark.Value, error) { return rowWords.attr(r, name) }
func (r *row) AttrNames() []string                      { return rowWords.names() }

// place is where a field stands.
type place string

// The places of fields.
const (
	onSheet  place = "field"
	inTable  place = "column"
	ofAction place = "parameter"
	ofHouse  place = "house rule"
)

// field is a field of a sheet, a column, a parameter or a house rule.
type field struct {
	thing
	ready
	*engine.Spec
	place  place
	table  *table // of a column; of a parameter that names a row
	derive starlark.Callable
	single bool // of a parameter that names a row: the rows are no entries of their own

	anyName bool // of a parameter that names a row: the rule says what becomes of a name that is not there
}

func (f *field) String() string        { return f.ID }
func (f *field) Type() string          { return "field" }
func (f *field) what() string          { return "the " + string(f.place) + " " + f.ID }
func (f *field) Hash() (uint32, error) { return starlark.String(f.ID).Hash() }
func (f *field) Attr(name string) (starlark.Value, error) {
	return f.ready.attr(f.words(), f, name)
}
func (f *field) AttrNames() []string { return f.words().names() }

func (f *field) words() *words {
	switch f.place {
	case ofAction:
		return paramFieldWords
	case ofHouse:
		return houseWords
	}
	return fieldWords
}

var (
	fieldWords = &words{of: "a field", list: []*word{
		newWord("of(sheet)", "The value on a sheet or, for a column, in a row.", `strength.of(r.me)`, fieldOf),
		newWord("in_force(sheet, row=)", "What adds to it for a while, as pairs of why and how much; for a column, in a row of the sheet. Its value has all of that already.",
			`for why, n in strength.in_force(r.me): r.note("%s: %d" % (why, n))`, fieldInForce),
		newWord("id", "The id of the field.", `strength.id`, fieldID),
	}}
	paramFieldWords = &words{of: "a parameter", list: []*word{
		newWord("of(r, otherwise=)", "What was set for this roll; else what stands behind it, else its start.", `cover.of(r)`, paramOf),
		newWord("given(r)", "Whether somebody has set it.", `cover.given(r)`, func(c *call) (starlark.Value, error) {
			x := c.roll("r")
			if x == nil {
				return starlark.None, nil
			}
			return starlark.Bool(x.Params().Written(c.on.(*field).ID)), nil
		}),
		newWord("id", "The id of the parameter.", `cover.id`, fieldID),
	}}
	houseWords = &words{of: "a house rule", list: []*word{
		newWord("of(r)", "What holds at this table: of a house rule that is switched, whether it does.", `crits.of(r)`, func(c *call) (starlark.Value, error) {
			if x := c.roll("r"); x != nil {
				return readField(c.on.(*field).Spec, x.House()), nil
			}
			return starlark.None, nil
		}),
		newWord("id", "The id of the house rule.", `crits.id`, fieldID),
	}}
)

func fieldID(c *call) (starlark.Value, error) { return starlark.String(c.on.(*field).ID), nil }

// fieldOf reads a field of a sheet or a column of a row.
func fieldOf(c *call) (starlark.Value, error) {
	f := c.on.(*field)
	switch x := c.arg("sheet").(type) {
	case *sheet:
		if f.place != onSheet {
			break
		}
		if f.IsDerived() {
			return readField(f.Spec, x.For(c.m)), nil
		}
		return readField(f.Spec, x.Sheet), nil
	case *row:
		if f.place != inTable || f.In != x.table.list.ID {
			break
		}
		return readColumn(f.Spec, x.Row), nil
	}
	where := "a sheet, such as r.me"
	if f.place == inTable {
		where = "a row of " + f.table.Label()
	}
	c.bad("sheet", "%s is read on %s: this is %s", f.ID, where, typeWords(c.arg("sheet")))
	return starlark.None, nil
}

// fieldInForce gives the conditions and the rest that add to a field, or to a column of
// a row.
func fieldInForce(c *call) (starlark.Value, error) {
	f, s := c.on.(*field), c.sheet("sheet")
	if s == nil {
		return starlark.None, nil
	}
	path := f.ID
	if f.place == inTable {
		x, ok := c.arg("row").(*row)
		if !ok || f.In != x.table.list.ID {
			c.bad("row", "%s is a column: it needs a row of %s", f.ID, f.table.Label())
			return starlark.None, nil
		}
		path = x.Path(f.Spec)
	}
	list := []starlark.Value{}
	for _, m := range s.InForce(path) {
		list = append(list, starlark.Tuple{starlark.String(m.Why), starlark.MakeInt(m.N)})
	}
	return starlark.NewList(list), c.m.take(100 * len(list))
}

func readField(sp *engine.Spec, s engine.Sheet) starlark.Value {
	switch sp.Kind {
	case engine.Int:
		return starlark.MakeInt(engine.Field[int]{Spec: sp}.Of(s))
	case engine.Decimal:
		return decimal(engine.Field[engine.Milli]{Spec: sp}.Of(s))
	case engine.Bool:
		return starlark.Bool(engine.Field[bool]{Spec: sp}.Of(s))
	}
	return starlark.String(engine.Field[string]{Spec: sp}.Of(s))
}

func readColumn(sp *engine.Spec, r engine.Row) starlark.Value {
	switch sp.Kind {
	case engine.Int:
		return starlark.MakeInt(engine.Field[int]{Spec: sp}.At(r))
	case engine.Decimal:
		return decimal(engine.Field[engine.Milli]{Spec: sp}.At(r))
	case engine.Bool:
		return starlark.Bool(engine.Field[bool]{Spec: sp}.At(r))
	}
	return starlark.String(engine.Field[string]{Spec: sp}.At(r))
}

// paramOf reads a parameter of the roll.
func paramOf(c *call) (starlark.Value, error) {
	f, x := c.on.(*field), c.roll("r")
	if x == nil {
		return starlark.None, nil
	}
	otherwise := c.arg("otherwise")
	if otherwise == nil || x.Params().Written(f.ID) {
		return readField(f.Spec, x.Params()), nil
	}
	v, err := valueFor(f.Spec, otherwise)
	if err != nil {
		c.bad("otherwise", "%s", err)
		return starlark.None, nil
	}
	switch f.Kind {
	case engine.Int:
		engine.Field[int]{Spec: f.Spec}.Else(x.Roll, v.Int())
	case engine.Decimal:
		engine.Field[engine.Milli]{Spec: f.Spec}.Else(x.Roll, v.Milli())
	case engine.Bool:
		engine.Field[bool]{Spec: f.Spec}.Else(x.Roll, v.Bool())
	default:
		engine.Field[string]{Spec: f.Spec}.Else(x.Roll, v.Text())
	}
	return valueIn(v), nil
}

// dice are dice of one kind, or as people write them.
type dice struct {
	thing
	engine.Dice
	text string                                   // as somebody wrote them, "" for those made by dice(…)
	sum  func(r *engine.Roll, ask engine.Ask) int // of dice that are more than one kind; nil for those of one
}

// String is the dice as they were written. Odds make many that nobody reads.
func (d *dice) String() string {
	switch {
	case d.text != "":
		return d.text
	case d.Count == 0:
		return "no dice"
	}
	return d.Dice.String()
}
func (d *dice) Type() string { return "dice" }
func (d *dice) what() string { return "the dice " + d.String() }

// diceWordOf says in a line what dice there are.
var diceHelp = `dice are "2d6", "d20", "4d6kh3", "4dF", or dice(number, sides)`

func plainDice(text string) (engine.Dice, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	count, rest, ok := strings.Cut(text, "d")
	if !ok || len(text) > 12 {
		return engine.Dice{}, false
	}
	d := engine.Dice{Count: 1, Low: 1}
	if count != "" {
		n, ok := digits(count)
		if !ok {
			return d, false
		}
		d.Count = n
	}
	rest, again := strings.CutSuffix(rest, "!")
	switch rest {
	case "%":
		d.High = 100
	case "f":
		d.Low, d.High = -1, 1
	default:
		n, ok := digits(rest)
		if !ok || n < 1 {
			return d, false
		}
		d.High = n
	}
	if again {
		if d.High == d.Low {
			return d, false
		}
		d.Again = d.High
	}
	return d, true
}

func digits(s string) (int, bool) {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > 1_000_000 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, s != ""
}
