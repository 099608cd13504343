package foreign

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// isToolkit reports whether a file is a character of OpenD6 Toolkit: attributes
// as a list, each with skills, and the template they come from.
func isToolkit(root *node) bool {
	all := root.at("attributes").list()
	if len(all) == 0 || root.at("template").kind != '{' {
		return false
	}
	return !slices.ContainsFunc(all, func(n *node) bool { return n.kind != '{' || n.at("name").kind != '"' || n.at("skills").kind != '[' })
}

// toolkit takes a character.
func (s *taking) toolkit(root *node) error {
	s.program = "OpenD6 Toolkit"
	s.name = root.at("name").string()
	s.put("genre", engine.ValueOf(toolkitGenre(root.at("template"))))
	root.at("template").ignore()
	homes := s.toolkitTraits(root.at("attributes").list())
	s.toolkitSpecials(root.at("specializations").list(), homes)
	s.number(root.at("characterPoints"), "character_points", "Character Points", 0, 999)
	s.number(root.at("fatePoints"), "fate_points", "Fate Points", 0, 99)
	s.number(root.at("move"), "move", "Move", 0, 500)
	for _, o := range []struct{ key, what string }{
		{"advantages", "advantage"}, {"complications", "complication"}, {"specialAbilities", "special ability"},
	} {
		for _, it := range root.at(o.key, "items").list() {
			s.toolkitOption(it, o.what)
		}
		root.at(o.key, "template").ignore()
	}
	s.toolkitHealth(root.at("health"))
	s.toolkitPossessions(root)
	return nil
}

// toolkitGenre is the book that the template is of.
func toolkitGenre(template *node) string {
	name := strings.ToLower(strings.TrimSpace(template.at("name").string()))
	if slices.ContainsFunc(genres, func(g struct {
		id    string
		names []string
	}) bool {
		return g.id == name
	}) {
		return name
	}
	return "own"
}

// toolkitCode is what a die code comes to in pips, with its modifiers.
func toolkitCode(n *node) int {
	dice := n.at("dice").int() + n.at("modifierDice").int()
	return dice*pipsInDie + n.at("pips").int() + n.at("modifierPips").int()
}

// toolkitTraits takes attributes and the skills in them, and gives which
// attribute every skill is in.
func (s *taking) toolkitTraits(all []*node) map[string]trait {
	homes := map[string]trait{}
	for _, n := range all {
		at := len(s.traits)
		n.at("uuid").ignore()
		s.attribute(trait{name: n.at("name").string(), pips: toolkitCode(n), beyond: n.at("isExtranormal").bool()})
		if at == len(s.traits) {
			continue // it has no name
		}
		for _, sk := range n.at("skills").list() {
			name := sk.at("name").string()
			sk.at("isExtranormal").ignore()
			homes[strings.ToLower(name)] = s.traits[at]
			if pips := toolkitCode(sk); pips != 0 {
				s.skill(name, s.traits[at], pips)
			}
		}
	}
	for _, role := range []string{"strength", "perception"} {
		known := func(t trait) bool {
			i := map[string]int{"strength": 2, "perception": 4}[role]
			name := strings.ToLower(t.name)
			return name == genres[0].names[i] || role == "strength" && name == "physique" || role == "perception" && name == "acumen"
		}
		if !s.serves(role, known) {
			s.leave("which attribute serves as %s: the file does not say; set it on the sheet", role)
		}
	}
	return homes
}

func (s *taking) toolkitSpecials(all []*node, homes map[string]trait) {
	for _, n := range all {
		name, of := n.at("name").string(), n.at("skill").string()
		n.at("uuid").ignore()
		under, ok := homes[strings.ToLower(of)]
		if !ok {
			s.leave("%s: a specialisation of %q, and the file has no such skill", name, clip(of))
			continue
		}
		s.special(name, of, under, toolkitCode(n))
	}
}

// toolkitOption takes an advantage or the like, with its rank.
func (s *taking) toolkitOption(n *node, what string) {
	name := n.at("name").string()
	rank, total := n.at("rank").int(), n.at("totalRanks").int()
	if rank != 0 {
		what += fmt.Sprintf(", rank %d", rank)
	}
	if total > 1 {
		what += fmt.Sprintf(", %d times", total)
	}
	about := plain(n.at("description").string())
	for _, own := range []string{"uuid", "id", "multipleRanks"} {
		n.at(own).ignore()
	}
	s.ability(name, what, about)
}

// toolkitWounds are the levels, the worst last, as a sheet calls them.
var toolkitWounds = []struct{ key, word string }{
	{"stunned", "stunned"}, {"wounded", "wounded"}, {"severelyWounded", "severely wounded"},
	{"incapacitated", "incapacitated"}, {"mortallyWounded", "mortally wounded"}, {"dead", "dead"},
}

func (s *taking) toolkitHealth(n *node) {
	body := n.at("useBodyPoints").bool()
	s.bodyPoints(n.at("bodyPoints", "max"), n.at("bodyPoints", "current"))
	worst := ""
	for _, w := range toolkitWounds {
		if n.at("wounds", w.key).bool() {
			worst = w.word
		}
	}
	n.at("bodyPoints", "max").ignore()
	n.at("bodyPoints", "current").ignore()
	switch {
	case body && worst != "":
		s.leave("%s: the character counts Body Points, and so the wound is not in force", worst)
	case worst != "":
		s.put("wound", engine.ValueOf(worst))
	}
	if body {
		s.leave("that Body Points are counted: it is a house rule of the table here")
	}
}

// toolkitPossessions takes equipment, money and notes into the notes, as text
// or as a list of it.
func (s *taking) toolkitPossessions(root *node) {
	s.note("", plain(root.at("notes").string()))
	for _, key := range []string{"equipment", "currency"} {
		n := root.at(key)
		words := plain(n.words())
		if words == "0" {
			words = ""
		}
		for _, it := range n.list() {
			one := plain(it.words())
			if it.kind == '{' {
				one = plain(it.at("name").string())
				if amount := it.at("quantity").int(); amount > 1 {
					one = fmt.Sprintf("%s (%d)", one, amount)
				}
				it.at("uuid").ignore()
			}
			if words != "" && one != "" {
				words += ", "
			}
			words += one
		}
		s.note(strings.ToUpper(key[:1])+key[1:], words)
	}
}
