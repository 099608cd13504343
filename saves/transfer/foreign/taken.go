package foreign

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Taken is a character of another program as it stands here.
type Taken struct {
	Program   string          // that wrote the file, as people call it
	Character model.Character // with a sheet of the D6 System
	Left      []string        // what was not taken, or not as it stood, a sentence each
}

// system is the rulebook of both programs.
const system = "d6"

// Read reads a character. ok is false for a file that neither program wrote,
// whatever it may be. The error says why one that they wrote cannot be taken.
// The sheet's values are left to its rulebook to check.
func Read(b []byte) (t Taken, ok bool, err error) {
	root := parse(b)
	if root.kind != '{' {
		return t, false, nil // where it is no JSON, whoever reads it next says so
	}
	read := programOf(root)
	if read == nil {
		return t, false, nil
	}
	s := &taking{}
	if err := read(s, root); err != nil {
		return t, true, err
	}
	return s.taken(root), true, nil
}

func programOf(root *node) func(*taking, *node) error {
	switch {
	case isFoundry(root):
		return (*taking).foundry
	case isToolkit(root):
		return (*taking).toolkit
	}
	return nil
}

// taking is a sheet while it is taken from a file.
type taking struct {
	program string
	name    string
	page    engine.Page
	rows    map[string]int
	notes   []string
	left    []string
	traits  []trait // attributes, in the order of the file
}

// trait is an attribute of the file.
type trait struct {
	key, name, row string
	pips           int
	beyond         bool
}

// mostLeft is how many lines tell what was not taken.
const mostLeft = 200

// leave says that something was not taken.
func (s *taking) leave(format string, args ...any) {
	s.left = append(s.left, model.Clean(fmt.Sprintf(format, args...), 300))
}

func (s *taking) put(path string, v engine.Value) { s.page = s.page.With(path, v) }

// number takes a number of the file into a field, if the sheet can hold it.
func (s *taking) number(n *node, field, label string, least, most int) {
	if !n.there() {
		return
	}
	v := n.int()
	switch {
	case !n.used: // it is listed as what it is
	case v < least || v > most:
		s.leave("%s %d: a sheet holds %d to %d", label, v, least, most)
	default:
		s.put(field, engine.ValueOf(v))
	}
}

// text takes a text, cut to what the sheet holds.
func (s *taking) text(of, text string, most int) string {
	out := model.Clean(text, most)
	if whole := model.Clean(text, most+1); len([]rune(whole)) > most {
		s.leave("%s: cut behind %d letters", of, most)
	}
	return out
}

// row adds a row to a list and gives its path; false for one without a name.
func (s *taking) row(list, name string, most int) (string, bool) {
	name = s.text(model.Clean(name, 30), name, most)
	if name == "" {
		s.leave("something of %s that has no name", list)
		return "", false
	}
	if s.rows == nil {
		s.rows = map[string]int{}
	}
	s.rows[list]++
	path := list + "/" + list[:1] + strconv.Itoa(s.rows[list])
	s.put(path+"/name", engine.ValueOf(name))
	return path, true
}

// note adds a paragraph to the notes.
func (s *taking) note(of, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if of != "" {
		text = of + ": " + text
	}
	s.notes = append(s.notes, text)
}

// pipsInDie is how many pips make a die, mostDice how many dice a code has.
const pipsInDie, mostDice = 3, 50

// code writes pips as a die code: 4D+1.
func code(pips int) string {
	out := strconv.Itoa(pips/pipsInDie) + "D"
	if pips%pipsInDie > 0 {
		out += "+" + strconv.Itoa(pips%pipsInDie)
	}
	return out
}

// adds writes pips as what is added to another code: +1D+2, or +2.
func adds(pips int) string {
	if pips < pipsInDie {
		return "+" + strconv.Itoa(pips)
	}
	return "+" + code(pips)
}

// codes reports whether pips can be written as a code, and lists them if not.
func (s *taking) codes(of string, pips int) bool {
	if pips < 0 || pips/pipsInDie > mostDice {
		s.leave("%s: a code of %d pips, and a sheet holds 0D to %dD", of, pips, mostDice)
		return false
	}
	return true
}

// attribute takes an attribute. Without dice it is left out, as both programs
// mean it.
func (s *taking) attribute(t trait) {
	if t.pips == 0 {
		s.traits = append(s.traits, t)
		return
	}
	if !s.codes(t.name, t.pips) {
		t.pips = 0
		s.traits = append(s.traits, t)
		return
	}
	path, ok := s.row("attributes", t.name, 40)
	if !ok {
		return
	}
	t.row = path
	v, _ := s.page.Get(path + "/name")
	t.name = v.Text()
	s.put(path+"/code", engine.ValueOf(code(t.pips)))
	if t.beyond {
		s.put(path+"/extranormal", engine.ValueOf(true))
	}
	s.traits = append(s.traits, t)
}

// skill takes a skill that has pips above its attribute. One that stands below
// it, or has none on the sheet, is written as the whole code.
func (s *taking) skill(name string, under trait, pips int) {
	whole := under.pips + pips
	above := under.row != "" && pips >= 0
	if above && !s.codes(name, pips) || !s.codes(name, whole) {
		return
	}
	path, ok := s.row("skills", name, 60)
	if !ok {
		return
	}
	if under.row != "" {
		s.put(path+"/attribute", engine.ValueOf(under.name))
	}
	if above {
		s.put(path+"/code", engine.ValueOf(adds(pips)))
	} else {
		s.put(path+"/code", engine.ValueOf(code(whole)))
	}
}

// special takes a specialisation, as the whole code.
func (s *taking) special(name, of string, under trait, pips int) {
	if !s.codes(name, under.pips+pips) {
		return
	}
	path, ok := s.row("skills", name, 60)
	if !ok {
		return
	}
	s.put(path+"/code", engine.ValueOf(code(under.pips+pips)))
	if under.row != "" {
		s.put(path+"/attribute", engine.ValueOf(under.name))
	}
	if of = model.Clean(of, 60); of != "" {
		s.put(path+"/special_of", engine.ValueOf(of))
	}
}

// ability takes an advantage or what is like one, with what it is in the note.
func (s *taking) ability(name, what, more string) {
	path, ok := s.row("advantages", name, 60)
	if !ok {
		return
	}
	if more = strings.TrimSpace(strings.ReplaceAll(more, "\n", " ")); more != "" {
		what += ". " + more
	}
	s.put(path+"/note", engine.ValueOf(s.text(name, what, 200)))
}

// genres are the names of the six attributes of the books.
var genres = []struct {
	id    string
	names []string
}{
	{"space", []string{"agility", "mechanical", "strength", "knowledge", "perception", "technical"}},
	{"adventure", []string{"reflexes", "coordination", "physique", "knowledge", "perception", "presence"}},
	{"fantasy", []string{"agility", "coordination", "physique", "intellect", "acumen", "charisma"}},
}

// genre is the book that has all of the attributes of the sheet, "own" where
// none has.
func (s *taking) genre() string {
	for _, g := range genres {
		all := true
		for _, t := range s.traits {
			all = all && (t.beyond || t.row == "" || slices.Contains(g.names, strings.ToLower(t.name)))
		}
		if all {
			return g.id
		}
	}
	return "own"
}

// serves says which attribute serves as strength or perception; false where
// the sheet has none of that key or name.
func (s *taking) serves(role string, is func(trait) bool) bool {
	i := slices.IndexFunc(s.traits, func(t trait) bool { return t.row != "" && is(t) })
	if i >= 0 {
		s.put(s.traits[i].row+"/role", engine.ValueOf(role))
	}
	return i >= 0
}

// taken ends the taking: what nobody asked for is listed last.
func (s *taking) taken(root *node) Taken {
	s.leftOver(root)
	if n := len(s.left); n > mostLeft {
		s.left = append(s.left[:mostLeft:mostLeft], fmt.Sprintf("and %d more like these", n-mostLeft))
	}
	notes := strings.Join(s.notes, "\n")
	c := model.Character{Name: cmp.Or(model.Clean(s.name, model.LongestName), "Somebody"),
		Notes: model.CleanText(notes, model.LongestNote), Pages: map[string]engine.Page{system: s.page}}
	if len([]rune(notes)) > model.LongestNote {
		s.left = append(s.left, fmt.Sprintf("the end of the notes: a sheet holds %d letters", model.LongestNote))
	}
	return Taken{Program: s.program, Character: c, Left: s.left}
}

// leftOver lists what nobody asked for, by where it stands.
func (s *taking) leftOver(root *node) {
	var order []string
	under := map[string][]string{}
	root.rest(nil, func(path []string, text string) {
		head, tail := headed(root, path)
		if under[head] == nil {
			order = append(order, head)
		}
		text = model.Clean(strings.ReplaceAll(plain(text), "\n", " "), 60)
		under[head] = append(under[head], strings.TrimSpace(tail+" "+text))
	})
	for _, head := range order {
		all := under[head]
		const most = 12
		if len(all) > most {
			all = append(all[:most:most], fmt.Sprintf("%d more", len(all)-most))
		}
		s.leave("%s: %s", head, strings.Join(all, "; "))
	}
}

// headed parts where a value stands into what it is of and what it is: the name
// of an item or the first key, and the keys below.
func headed(root *node, path []string) (head, tail string) {
	words := func(keys []string) string {
		out := slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == "system" || k == "value" || k == "content" })
		return strings.ReplaceAll(strings.Join(out, " "), "_", " ")
	}
	if len(path) > 2 {
		if n, err := strconv.Atoi(path[1]); err == nil {
			if list := root.at(path[0]).list(); n >= 1 && n <= len(list) {
				if name := list[n-1].at("name"); name.kind == '"' && name.text != "" {
					return model.Clean(name.text, 60), words(path[2:])
				}
			}
		}
	}
	if len(path) > 1 && path[0] == "system" {
		path = path[1:]
	}
	return words(path[:1]), words(path[1:])
}
