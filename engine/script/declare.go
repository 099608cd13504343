package script

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"go.starlark.net/starlark"

	"example.org/fray/engine"
)

// group declares the fields of a sheet under one heading, and table the columns of a
// list.
type group struct {
	thing
	*engine.Group
	label string
}

func (g *group) String() string { return g.label }
func (g *group) Type() string   { return "group" }
func (g *group) what() string   { return "the group " + g.label }
func (g *group) Attr(name string) (starlark.Value, error) {
	return groupWords.attr(g, name)
}
func (g *group) AttrNames() []string { return groupWords.names() }

type table struct {
	thing
	*engine.Group
	list *engine.List
	name *field
}

func (t *table) String() string { return t.list.ID }
func (t *table) Type() string   { return "table" }
func (t *table) what() string   { return "the table " + t.list.ID }

// Label is what the table is called.
func (t *table) Label() string { return t.list.Label }
func (t *table) Attr(name string) (starlark.Value, error) {
	return tableWords.attr(t, name)
}
func (t *table) AttrNames() []string { return tableWords.names() }

// paramWords is the word param: param.int(…).
type paramWords struct{ thing }

func (paramWords) String() string { return "param" }
func (paramWords) Type() string   { return "param" }
func (paramWords) what() string   { return "param" }
func (p paramWords) Attr(name string) (starlark.Value, error) {
	return paramDeclarations.attr(p, name)
}
func (paramWords) AttrNames() []string { return paramDeclarations.names() }

// houseWord is the word house: house(…) for a yes or no, house.int(…) and so on.
type houseWord struct{ bound }

func (h *houseWord) what() string { return "house" }

// Attr gives a word that declares a house rule of a kind.
func (h *houseWord) Attr(name string) (starlark.Value, error) {
	return houseDeclarations.attr(h, name)
}

// AttrNames are the kinds of house rules.
func (h *houseWord) AttrNames() []string { return houseDeclarations.names() }

const (
	numberArgs = "(id, label, least, most, start=, unit=, help=, "
	otherArgs  = "(id, label, start=, help=, "
)

// declarations are the words for fields of each kind; on is what they are called on in
// their examples.
func declarations(of, on, more, help string, list ...*word) *words {
	signature := func(args string) string { return strings.TrimSuffix(args+more, ", ") + ")" }
	return &words{of: of, help: numberHelp + help, list: append([]*word{
		newWord("int"+signature(numberArgs), "A whole number from least to most.", "size = "+on+`.int("size", "Size", 1, 30, start = 10)`, declareInt),
		newWord("decimal"+signature(numberArgs), "A number in thousandths; bounds are numbers or decimal(\"1.5\").", "weight = "+on+`.decimal("weight", "Weight", 0, decimal("99.5"), start = decimal("1.5"))`, declareDecimal),
		newWord("text"+signature("(id, label, most=, start=, help=, "), "A line of text of at most so many characters.", "colour = "+on+`.text("colour", "Colour", most = 20)`, declareText),
		newWord("bool"+signature(otherArgs), "A yes or no.", "ready = "+on+`.bool("ready", "Ready", start = True)`, declareBool),
		newWord("choice"+signature("(id, label, options, start=, help=, "), "One of several words.", "pace = "+on+`.choice("pace", "Pace", ["walk", "run"])`, declareChoice),
	}, list...)}
}

// numberHelp says what the arguments mean that all declarations have.
const numberHelp = "start is what holds where nothing is written, unit stands behind a number, and help is a sentence for whoever fills it in."

var groupWords, tableWords, paramDeclarations, houseDeclarations *words

func init() {
	groupWords = declarations("a group", "stats", "defence=, derived=",
		" defence = True lets rolls against the owner of the sheet read it. derived is a function of the sheet that works out what holds where nothing is written.")
	tableWords = declarations("a table", "weapons", "attack=",
		" attack is the value that makes its row an attack.",
		newWord("rows(sheet)", "The rows of the table on a sheet.", `for w in weapons.rows(r.me): r.note(w.name)`, func(c *call) (starlark.Value, error) {
			t, s := c.on.(*table), c.sheet("sheet")
			if s == nil {
				return starlark.None, nil
			}
			list := []starlark.Value{}
			for _, x := range t.Rows(s.For(c.m)) {
				list = append(list, &row{Row: x, table: t})
			}
			return starlark.NewList(list), c.m.take(200 * len(list))
		}),
		newWord("find(sheet, name)", "The row of that name; where there is none a row that is false and has the start of each column.",
			`weapons.find(r.me, "Longsword")`, func(c *call) (starlark.Value, error) {
				t, s := c.on.(*table), c.sheet("sheet")
				if s == nil {
					return starlark.None, nil
				}
				x, _ := t.Find(s.For(c.m), c.text("name"))
				return &row{Row: x, table: t}, nil
			}),
		newWord("name", "The column with the names of the rows.", `weapons.name.of(r.row(weapon))`, func(c *call) (starlark.Value, error) {
			return c.on.(*table).name, nil
		}),
	)
	houseDeclarations = declarations("house", "house", "", "")
	paramDeclarations = declarations("param", "param", "spends=, shared=, beyond=, undefended=",
		" spends = True: it is for one roll, and the next form does not remember it. shared = True: it counts once for several who act together. beyond says whether it goes beyond the sheet, so that a player who sets it asks the gamemaster: numbers do, unless beyond = False. undefended makes a choice that of whoever is attacked, and is its option for those who do not defend.",
		newWord("row(id, label, table, help=, entries=, any_name=, spends=, shared=, beyond=)", "A row of a table of the actor's sheet: a weapon, a skill. Each row is an entry of its own in the list of actions, unless entries = False. A name that the sheet does not have is refused, unless any_name = True: then the rule says what becomes of it.", `spell = param.row("spell", "Spell", weapons)`, declareRow))
}

var (
	fieldForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*$`) })
	paramForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`) })
	actionForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`) })
	askForm    = wordForm{}
)

// wordForm is the form of the ids of questions, which every run of a rule checks: words
// of small letters and digits with ., _ or - between them, the first a letter.
type wordForm struct{}

// MatchString reports whether s has the form.
func (wordForm) MatchString(s string) bool {
	part := 0 // letters and digits since the last sign
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', i > 0 && c >= '0' && c <= '9':
			part++
		case part > 0 && (c == '.' || c == '_' || c == '-'):
			part = 0
		default:
			return false
		}
	}
	return part > 0
}

// cleanText is a label or a sentence, without spaces around it and control characters.
func (c *call) cleanText(name string) string {
	s := c.text(name)
	if strings.ContainsFunc(s, unicode.IsControl) {
		c.bad(name, "%s is one line: take the line's end out", name)
		return ""
	}
	if len(s) > 400 {
		c.bad(name, "%s has %d letters: 400 are the most", name, len(s))
		return ""
	}
	return strings.TrimSpace(s)
}

// label is a label that is there.
func (c *call) label() string {
	s := c.cleanText("label")
	if s == "" && c.given("label") {
		c.bad("label", "a label is missing: what do people read here?")
	}
	return s
}

// newID checks the id of something on the sheet, and keeps it.
func (c *call) newID(what string) string {
	id := c.text("id")
	if !c.given("id") {
		return ""
	}
	if !fieldForm().MatchString(id) || len(id) > longestWord {
		c.bad("id", "%s cannot be an id: it is a word of small letters, digits and _, such as %q", quoted(id), idLike(id, "_"))
		return "wrong"
	}
	c.claim(id, what)
	return id
}

// claim says that an id of the sheet is taken by something.
func (c *call) claim(id, what string) {
	if was, taken := c.m.book.ids[id]; taken {
		c.bad("id", "the id %s is taken by %s", quoted(id), was)
	}
	c.m.book.ids[id] = what
}

// idLike makes an id of what somebody wrote.
func idLike(s, join string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return c < 'a' || c > 'z' && c < 0x80 || c >= 0x80 })
	if len(words) == 0 {
		return "strength"
	}
	id := strings.Join(words[:min(len(words), 4)], join)
	return id[:min(len(id), 30)]
}

// into gives the group in which a field is declared, its id, and where it stands.
func (c *call) into() (g *engine.Group, id string, at place, of *table) {
	b := c.m.book
	if b.ready {
		c.bad("", "declarations stand outside of rules")
	}
	switch on := c.on.(type) {
	case *group:
		return on.Group, c.newID("the field " + quoted(c.text("label"))), onSheet, nil
	case *table:
		id := c.text("id")
		if c.given("id") {
			if !fieldForm().MatchString(id) || id == "name" || id == "id" {
				c.bad("id", "%s cannot be the id of a column: it is a word of small letters, and neither name nor id", quoted(id))
				id = "wrong"
			} else if slices.ContainsFunc(on.list.Columns, func(sp *engine.Spec) bool { return sp.ID == id }) {
				c.bad("id", "the table has a column %s already", quoted(id))
			}
		}
		return on.Group, id, inTable, on
	case *houseWord:
		return b.sys.House.Group("House rules"), c.houseID(), ofHouse, nil
	}
	id = c.text("id")
	if c.given("id") {
		switch {
		case !paramForm().MatchString(id):
			c.bad("id", "%s cannot be the id of a parameter: it is a word of small letters", quoted(id))
			id = "wrong"
		case id == "situation" || id == "why" || id == "hidden":
			c.bad("id", "every action has the parameter %s already: r.situation is what the gamemaster adds", id)
		}
	}
	return (&engine.Schema{}).Group(""), id, ofAction, nil
}

// declared completes a field that was declared.
func (c *call) declared(sp *engine.Spec, at place, of *table) (starlark.Value, error) {
	b := c.m.book
	f := &field{Spec: sp, place: at, table: of}
	sp.Unit, sp.Help = c.cleanText("unit"), c.cleanText("help")
	sp.OneRoll, sp.Shared = c.yes("spends", false), c.yes("shared", false)
	if v := c.arg("undefended"); v != nil {
		if value, err := valueFor(sp, v); err != nil {
			c.bad("undefended", "%s", err)
		} else {
			sp.Undefended = value
		}
	}
	sp.Beyond = at == ofAction && c.yes("beyond", sp.Kind == engine.Int || sp.Kind == engine.Decimal) // a number that no sheet has
	if c.yes("defence", false) {
		b.sys.Defence = append(b.sys.Defence, sp.ID)
	}
	if v := c.arg("attack"); v != nil {
		if value, err := valueFor(sp, v); err != nil {
			c.bad("attack", "%s", err)
		} else {
			sp.AttackValue = value
		}
	}
	start := engine.Value{}
	switch sp.Kind {
	case engine.Int:
		start = engine.ValueOf(engine.Field[int]{Spec: sp}.Within(0))
	case engine.Decimal:
		start = engine.ValueOf(engine.Field[engine.Milli]{Spec: sp}.Within(0))
	}
	if v := c.arg("start"); v != nil {
		value, err := valueFor(sp, v)
		if n, whole := wholeOf(v); err == nil && whole && sp.Kind == engine.Int && n != value.Int() {
			err = fmt.Errorf("%s cannot start at %d: it is %s", sp.ID, n, sp.Range())
		}
		if err != nil {
			c.bad("start", "%s", err)
		}
		start = value
	}
	starting(sp, start)
	if fn := c.function("derived", 1); fn != nil {
		f.derive = fn
		b.derived = append(b.derived, f)
		b.derives(f)
	}
	return f, nil
}

// starting sets what holds where nothing is written.
func starting(sp *engine.Spec, v engine.Value) {
	switch v.Kind() {
	case engine.Int:
		engine.Field[int]{Spec: sp}.Default(v.Int())
	case engine.Decimal:
		engine.Field[engine.Milli]{Spec: sp}.Default(v.Milli())
	case engine.Bool:
		engine.Field[bool]{Spec: sp}.Default(v.Bool())
	case engine.Text:
		engine.Field[string]{Spec: sp}.Default(v.Text())
	}
}

// derives lets a function of the text work a field out. Where no rule runs there is
// nobody to tell of a function that breaks: the field then has its start.
func (b *book) derives(f *field) {
	work := func(s engine.Sheet) (out engine.Value) {
		m, running := s.By().(*machine)
		if !running {
			m = b.machine(showSteps)
			s = s.For(m)
			defer func() {
				if p := recover(); p != nil { // of another derived field, which this one reads
					if _, told := p.(error); !told {
						panic(p)
					}
					out = engine.Value{}
				}
			}()
		}
		v, err := m.call(f.derive, &sheet{Sheet: s, seat: engine.Actor})
		if err == nil {
			var out engine.Value
			if out, err = valueFor(f.Spec, v); err == nil {
				return out
			}
		}
		if running {
			panic(err)
		}
		return engine.Value{}
	}
	sp := f.Spec
	fallback := sp.Default(engine.Sheet{})
	or := func(v engine.Value) engine.Value {
		if v.IsNone() {
			return fallback
		}
		return v
	}
	switch sp.Kind {
	case engine.Int:
		engine.Field[int]{Spec: sp}.Derived(func(s engine.Sheet) int { return or(work(s)).Int() })
	case engine.Decimal:
		engine.Field[engine.Milli]{Spec: sp}.Derived(func(s engine.Sheet) engine.Milli { return or(work(s)).Milli() })
	case engine.Bool:
		engine.Field[bool]{Spec: sp}.Derived(func(s engine.Sheet) bool { return or(work(s)).Bool() })
	default:
		engine.Field[string]{Spec: sp}.Derived(func(s engine.Sheet) string { return or(work(s)).Text() })
	}
}

func declareInt(c *call) (starlark.Value, error) {
	g, id, at, of := c.into()
	least, most := c.whole("least", 0), c.whole("most", 0)
	if least > most {
		c.bad("most", "most is %d, and least is %d: no number is both", most, least)
		most = least
	}
	return c.declared(g.Int(id, c.label(), least, most).Spec, at, of)
}

func declareDecimal(c *call) (starlark.Value, error) {
	g, id, at, of := c.into()
	var bounds [2]engine.Milli
	for i, name := range []string{"least", "most"} {
		var ok bool
		if bounds[i], ok = decimalOf(c.arg(name)); !ok && c.given(name) {
			c.bad(name, "%s is a number: this is %s", name, typeWords(c.arg(name)))
		}
	}
	if bounds[0] > bounds[1] {
		c.bad("most", "most is %s, and least is %s: no number is both", bounds[1], bounds[0])
	}
	return c.declared(g.Decimal(id, c.label(), bounds[0], bounds[1]).Spec, at, of)
}

func declareText(c *call) (starlark.Value, error) {
	g, id, at, of := c.into()
	most := c.whole("most", 80)
	if most < 1 || most > 2000 {
		c.bad("most", "a text has 1 to 2000 characters")
		most = 80
	}
	return c.declared(g.Text(id, c.label(), most).Spec, at, of)
}

func declareBool(c *call) (starlark.Value, error) {
	g, id, at, of := c.into()
	return c.declared(g.Bool(id, c.label()).Spec, at, of)
}

func declareChoice(c *call) (starlark.Value, error) {
	g, id, at, of := c.into()
	options := c.texts("options")
	seen := map[string]bool{}
	for _, o := range options {
		if low := strings.ToLower(o); o == "" || seen[low] || len(o) > 80 || strings.ContainsFunc(o, unicode.IsControl) {
			c.bad("options", "the option %s is empty, too long or there twice", quoted(o))
		}
		seen[strings.ToLower(o)] = true
	}
	if len(options) == 0 {
		if c.given("options") {
			c.bad("options", "a choice needs options: options = [\"one\", \"two\"]")
		}
		options = []string{"none"}
	}
	return c.declared(g.Choice(id, c.label(), options...).Spec, at, of)
}

func declareRow(c *call) (starlark.Value, error) {
	g, id, at, _ := c.into()
	t, ok := c.arg("table").(*table)
	if !ok {
		if c.given("table") {
			c.bad("table", "table is a table of the sheet: this is %s", typeWords(c.arg("table")))
		}
		return c.declared(g.Text(id, c.label(), 80).Spec, at, nil)
	}
	sp := g.Row(id, c.label(), t.Group).Spec
	anyName := c.yes("any_name", false)
	sp.First = !anyName
	v, err := c.declared(sp, at, t)
	f := v.(*field)
	f.single, f.anyName = !c.yes("entries", true), anyName
	return v, err
}
