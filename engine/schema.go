package engine

import (
	"fmt"
	"slices"
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

// Group is a part of a Schema under one heading.
type Group struct {
	schema       *Schema
	list         *List
	name         string
	unmodifiable bool
}

// List is a field with rows, each with an id and the same columns.
type List struct {
	ID, Label string
	Columns   []*Spec
}

// Group starts or continues a heading of s.
func (s *Schema) Group(name string) *Group { return &Group{schema: s, name: name} }

// Unmodifiable gives g for states that the rules write, to which effects cannot add.
func (g *Group) Unmodifiable() *Group {
	kept := *g
	kept.unmodifiable = true
	return &kept
}

// List adds a list to s and gives the group to declare its columns in.
func (s *Schema) List(id, label string) *Group {
	l := &List{ID: id, Label: label}
	s.lists = append(s.lists, l)
	return &Group{schema: s, list: l, name: label}
}

func (g *Group) add(sp Spec) *Spec {
	sp.Group, sp.Unmodifiable = g.name, g.unmodifiable
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

// mostModifier is the largest bonus or penalty that can be typed.
const mostModifier = 9999

// Modifier declares a bonus or a penalty, from -9999 to 9999. As a parameter it is beyond
// the sheet.
func (g *Group) Modifier(id, label string) Field[int] {
	f := g.Int(id, label, -mostModifier, mostModifier).BeyondSheet()
	f.Added = true
	return f
}

// Extra declares a number of dice more or fewer, from -100 to 100. As a parameter it is
// beyond the sheet.
func (g *Group) Extra(id, label string) Field[int] {
	f := g.Int(id, label, -100, 100).Unit("dice").BeyondSheet()
	f.Added = true
	return f
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
	for r := range s.data().eachRow(g.list.ID) {
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

// Fields gives the fields of s in order.
func (s *Schema) Fields() []*Spec {
	if s == nil {
		return nil
	}
	return s.specs
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

// Check says what is wrong with a page: the first value that its schema does not allow.
// Fields that the schema does not know are passed over.
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
