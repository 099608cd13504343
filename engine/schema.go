package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Schema lists the fields of a sheet, a form or the house rules, in the order
// in which people see them.
type Schema struct {
	specs []*Spec
	named map[string]*Spec
	lists []*List
	steps []step // in which a sheet is made; see Step
}

// Spec describes one field.
type Spec struct {
	ID      string // never changes once released
	Label   string
	Unit    string // kg, m, segments; may be empty
	Group   string // heading under which it stands
	Help    string // one sentence, may be empty
	Kind    Kind
	Least   int      // of numbers; thousandths for a Decimal
	Most    int      // of numbers; of Text, the length in characters
	Options []string // the words a Text may be; nil: any
	RowsOf  string   // a Text that names a row of this list of the actor's sheet
	In      string   // the list it is a column of, or ""

	Bookkeeping bool  // the program's own notes: changes of it are not told
	Tracks      bool  // a state that the rules write: nothing in force adds to it
	Spends      bool  // it counts for one roll alone; see Spending
	Shared      bool  // it is done for all who act together; see ForAll
	AttackValue Value // of a column: the value that makes a row an attack; see Striking

	Absent   string            // says what holds where nothing is written, if no value does: "none", "the ability's"
	fallback Value             // what holds where nothing is written
	derive   func(Sheet) Value // works out what holds there instead; nil: it is the fallback

	form  string           // says what values there are, beyond the kind
	check func(Value) bool // allows a value; nil: every value
}

// Field is a typed handle on a Spec: rules read and write through it.
type Field[T Type] struct{ *Spec }

// Group is a part of a Schema under one heading.
type Group struct {
	schema *Schema
	list   *List
	name   string
	tracks bool
}

// List is a field with rows, each with an id and the same columns.
type List struct {
	ID, Label string
	Columns   []*Spec
}

// Pool is a number that is used up and comes back: what is left is the full value
// minus the losses.
type Pool struct {
	ID, Label string
	Kind      string // see [Meter]
	Full      Field[int]
	Losses    []Field[int]
	Wasted    bool // what is left of it when a session ends was a missed chance

	row string // path of the row whose columns these are, for one of [Views.Tracks]
}

// Group starts or continues a heading of s.
func (s *Schema) Group(name string) *Group { return &Group{schema: s, name: name} }

// Tracked gives g for states that the rules write: nothing in force adds to what is
// declared in it.
func (g *Group) Tracked() *Group {
	kept := *g
	kept.tracks = true
	return &kept
}

// List adds a list to s and gives the group to declare its columns in.
func (s *Schema) List(id, label string) *Group {
	l := &List{ID: id, Label: label}
	s.lists = append(s.lists, l)
	return &Group{schema: s, list: l, name: label}
}

func (g *Group) add(sp Spec) *Spec {
	sp.Group, sp.Tracks = g.name, g.tracks
	if g.list != nil {
		sp.In = g.list.ID
		g.list.Columns = append(g.list.Columns, &sp)
		return &sp
	}
	s := g.schema
	s.specs = append(s.specs, &sp)
	if s.named == nil {
		s.named = map[string]*Spec{}
	}
	if _, taken := s.named[sp.ID]; !taken {
		s.named[sp.ID] = &sp
	}
	return &sp
}

// Int declares a whole number from least to most.
func (g *Group) Int(id, label string, least, most int) Field[int] {
	return Field[int]{g.add(Spec{ID: id, Label: label, Kind: Int, Least: least, Most: most})}
}

// mostModifier is the largest bonus or penalty that can be typed: as much as a sheet
// can add up to.
const mostModifier = 9999

// Modifier declares a bonus or a penalty, from -9999 to 9999.
func (g *Group) Modifier(id, label string) Field[int] {
	return g.Int(id, label, -mostModifier, mostModifier)
}

// Extra declares a number of dice more or fewer, from -100 to 100.
func (g *Group) Extra(id, label string) Field[int] {
	return g.Int(id, label, -100, 100).Measured("dice")
}

// Decimal declares a number in thousandths from least to most.
func (g *Group) Decimal(id, label string, least, most Milli) Field[Milli] {
	return Field[Milli]{g.add(Spec{ID: id, Label: label, Kind: Decimal, Least: int(least), Most: int(most)})}
}

// Bool declares a yes or no.
func (g *Group) Bool(id, label string) Field[bool] {
	return Field[bool]{g.add(Spec{ID: id, Label: label, Kind: Bool})}
}

// Text declares a line of text of at most most characters.
func (g *Group) Text(id, label string, most int) Field[string] {
	return Field[string]{g.add(Spec{ID: id, Label: label, Kind: Text, Most: most})}
}

// Choice declares one of several words; the first is the default.
func (g *Group) Choice(id, label string, options ...string) Field[string] {
	return Field[string]{g.add(Spec{ID: id, Label: label, Kind: Text, Most: 200, Options: options, fallback: ValueOf(options[0])})}
}

// Row declares the id or the name of a row of a list of the actor's sheet.
func (g *Group) Row(id, label string, of *Group) Field[string] {
	return Field[string]{g.add(Spec{ID: id, Label: label, Kind: Text, Most: 200, RowsOf: of.list.ID})}
}

// Rows gives the rows of the list on a sheet.
func (g *Group) Rows(s Sheet) []Row { return s.data().rows(g.list.ID) }

// Find gives the row with this id or, ignoring case, this name.
func (g *Group) Find(s Sheet, idOrName string) (Row, bool) {
	if idOrName == "" {
		return Row{}, false
	}
	var named Row
	for _, r := range s.data().rows(g.list.ID) {
		if r.ID == idOrName {
			return r, true
		}
		if named.ID == "" && strings.EqualFold(r.Name(), idOrName) {
			named = r
		}
	}
	return named, named.ID != ""
}

// List gives the list that g declares columns of, nil for a heading.
func (g *Group) List() *List { return g.list }

// Further gives f, a parameter of the opponent, as that of the nth opponent, counted
// from 1: other.factor, other.2.factor. An action that may face many takes them all;
// see [Action.Param].
func (f Field[T]) Further(n int) Field[T] {
	if n > 1 {
		f.Spec = f.further(Opponent(n))
	}
	return f
}

func (sp *Spec) further(seat Seat) *Spec {
	own := *sp
	own.ID = string(seat) + "." + strings.TrimPrefix(sp.ID, string(Other)+".")
	own.Label = "Opponent " + strings.TrimPrefix(string(seat), string(Other)+".") + ": " + sp.Label
	return &own
}

// Measured sets the unit of f.
func (f Field[T]) Measured(unit string) Field[T] {
	f.Unit = unit
	return f
}

// Said sets the sentence of help of f.
func (f Field[T]) Said(help string) Field[T] {
	f.Help = help
	return f
}

// Checked restricts f to values for which is returns true, and says in words what they
// are. The empty text is always allowed.
func (f Field[T]) Checked(form string, is func(T) bool) Field[T] {
	f.form, f.check = form, func(v Value) bool { return v.kind == Text && v.s == "" || is(as[T](v)) }
	return f
}

// HasForm reports whether a text has a form of its own, such as a die code: people
// replace it rather than add to it.
func (sp *Spec) HasForm() bool { return sp.form != "" }

// Booked makes f one of the program's own notes: since when somebody moves, until when
// they are busy. Rules use it; people are not told of its changes.
func (f Field[T]) Booked() Field[T] {
	f.Bookkeeping = true
	return f
}

// Without says in words what holds where nothing is written, if that is none of the
// values that f may have.
func (f Field[T]) Without(words string) Field[T] {
	f.Absent = words
	return f
}

// Spending makes f a parameter that counts for one roll alone: a form that remembers
// the last roll leaves it out.
func (f Field[T]) Spending() Field[T] {
	f.Spends = true
	return f
}

// ForAll makes f a parameter of something that one of several who act together does for
// all of them: the defence of their opponent is rolled once and then holds.
func (f Field[T]) ForAll() Field[T] {
	f.Shared = true
	return f
}

// Striking makes a row an attack if v stands in its column f: what is done with the row
// is meant to harm somebody.
func (f Field[T]) Striking(v T) Field[T] {
	f.AttackValue = ValueOf(v)
	return f
}

// Default sets what holds where nothing is written.
func (f Field[T]) Default(v T) Field[T] {
	f.fallback = ValueOf(v)
	return f
}

// Derived sets a function that works out what holds where nothing is written.
func (f Field[T]) Derived(from func(Sheet) T) Field[T] {
	f.derive = func(s Sheet) Value { return ValueOf(from(s)) }
	return f
}

func as[T Type](v Value) (out T) {
	switch p := any(&out).(type) {
	case *int:
		*p = v.Int()
	case *Milli:
		*p = v.Milli()
	case *bool:
		*p = v.Bool()
	case *string:
		*p = v.Text()
	}
	return out
}

// Of gives the value of f on s: what is written or else its default, and what is in
// force.
func (f Field[T]) Of(s Sheet) T { return as[T](s.data().value(f.Spec)) }

// At gives the value of f in a row.
func (f Field[T]) At(r Row) T { return as[T](r.value(f.Spec)) }

// Within gives the number nearest to v that f can hold. Rules write it where sums may
// go beyond the limits of the field.
func (f Field[T]) Within(v T) T {
	out := ValueOf(v)
	if out.kind == Int || out.kind == Decimal {
		out.n = min(max(out.n, int64(f.Least)), int64(f.Most))
	}
	return as[T](out)
}

// HasLoss reports whether a field is one of the kinds of loss.
func (p Pool) HasLoss(field string) bool {
	return slices.ContainsFunc(p.Losses, func(f Field[int]) bool { return f.ID == field })
}

// Lost adds up every kind of loss.
func (p Pool) Lost(s Sheet) int {
	n := 0
	for _, f := range p.Losses {
		n += f.Of(s)
	}
	return n
}

// Now is what is left in the pool; it may be below 0.
func (p Pool) Now(s Sheet) int { return p.Full.Of(s) - p.Lost(s) }

// LabelOn is the label of the pool; a pool of a row is called as the row is on s.
func (p Pool) LabelOn(s Sheet) string {
	if p.row == "" {
		return p.Label
	}
	return cmp.Or(s.Value(p.row+"/name").Text(), p.Label)
}

// in gives the pool of one row, "contests/r1".
func (p Pool) in(row string) Pool {
	column := func(f Field[int]) Field[int] {
		own := *f.Spec
		own.ID, own.In = row+"/"+f.ID, ""
		own.derive = func(s Sheet) Value { return s.Value(own.ID) }
		return Field[int]{&own}
	}
	losses := make([]Field[int], len(p.Losses))
	for i, f := range p.Losses {
		losses[i] = column(f)
	}
	p.row, p.Full, p.Losses = row, column(p.Full), losses
	return p
}

// Meter shows the pool on s. If it has several kinds of loss, the label of each is
// shortened by the pool's: "EP lost, back by the round" to "back by the round".
func (p Pool) Meter(s Sheet) Meter {
	m := Meter{ID: cmp.Or(p.row, p.ID), Label: p.LabelOn(s), Now: p.Now(s), Full: p.Full.Of(s), Unit: p.Full.Unit, Kind: p.Kind, Field: p.Losses[0].ID}
	for _, f := range p.Losses {
		if n := f.Of(s); n != 0 && len(p.Losses) > 1 {
			m.Losses = append(m.Losses, Loss{Label: strings.TrimPrefix(f.Label, p.Label+" lost, "), N: n})
		}
	}
	return m
}

// Fields gives the fields of s in order.
func (s *Schema) Fields() []*Spec {
	if s == nil {
		return nil
	}
	return s.specs
}

// mostLead is how many parameters stand first if an action does not say which.
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

// Lists gives the lists of s in order.
func (s *Schema) Lists() []*List {
	if s == nil {
		return nil
	}
	return s.lists
}

// Field finds a field by its path: an id, or list/row/column.
func (s *Schema) Field(path string) (*Spec, bool) {
	list, rest, nested := strings.Cut(path, "/")
	if !nested {
		if s == nil {
			return nil, false
		}
		sp, ok := s.named[path]
		return sp, ok
	}
	_, column, _ := strings.Cut(rest, "/")
	for _, l := range s.Lists() {
		if l.ID == list {
			return l.column(column)
		}
	}
	return nil, false
}

// FindList finds a list by its id.
func (s *Schema) FindList(id string) (*List, bool) {
	i := slices.IndexFunc(s.Lists(), func(l *List) bool { return l.ID == id })
	if i < 0 {
		return nil, false
	}
	return s.lists[i], true
}

func (l *List) column(id string) (*Spec, bool) {
	i := slices.IndexFunc(l.Columns, func(sp *Spec) bool { return sp.ID == id })
	if i < 0 {
		return nil, false
	}
	return l.Columns[i], true
}

// Default gives what holds on s where nothing is written in the field.
func (sp *Spec) Default(s Sheet) Value {
	if sp.derive != nil {
		return sp.derive(s)
	}
	if sp.fallback.kind != none {
		return sp.fallback
	}
	return Value{kind: sp.Kind}
}

// IsDerived reports whether the value is worked out from others where nothing is
// written.
func (sp *Spec) IsDerived() bool { return sp.derive != nil }

// DefaultWords says what holds on s where nothing is written in the field.
func (sp *Spec) DefaultWords(s Sheet) string {
	if sp.Absent != "" {
		return sp.Absent
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
