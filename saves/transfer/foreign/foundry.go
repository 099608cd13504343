package foreign

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// foundryIDs are the game systems of Foundry VTT that write these actors.
var foundryIDs = []string{"od6s", "nonex-ist-od6s"}

// foundryKeys are the attributes of an actor, with the names that their
// translation keys end in.
var foundryKeys = []struct {
	key, ends, name string
	beyond          bool
}{
	{"agi", "CHAR_AGILITY", "Agility", false},
	{"str", "CHAR_STRENGTH", "Strength", false},
	{"mec", "CHAR_MECHANICAL", "Mechanical", false},
	{"kno", "CHAR_KNOWLEDGE", "Knowledge", false},
	{"per", "CHAR_PERCEPTION", "Perception", false},
	{"tec", "CHAR_TECHNICAL", "Technical", false},
	{"met", "CHAR_METAPHYSICS", "Metaphysics", true},
	{"ca1", "", "", true}, {"ca2", "", "", true}, {"ca3", "", "", true}, {"ca4", "", "", true},
}

// foundrySystem is the game system that a file names, "" for none.
func foundrySystem(root *node) string {
	if n := root.at("_stats", "systemId"); n.kind == '"' {
		return n.text
	}
	if n := root.at("flags", "exportSource", "system"); n.kind == '"' {
		return n.text
	}
	return ""
}

// isFoundry reports whether a file is an actor of Foundry VTT: of OpenD6, or of
// a game system that it names and that is refused.
func isFoundry(root *node) bool {
	if root.at("system").kind != '{' || root.at("type").kind != '"' {
		return false
	}
	if foundrySystem(root) != "" {
		return true
	}
	all := root.at("system", "attributes")
	n := 0
	for _, a := range foundryKeys {
		if all.at(a.key).kind == '{' {
			n++
		}
	}
	return n > 1
}

// foundry takes an actor.
func (s *taking) foundry(root *node) error {
	s.program = "Foundry VTT's OpenD6"
	if id := foundrySystem(root); id != "" && !slices.Contains(foundryIDs, id) {
		return fmt.Errorf("this is an actor of Foundry's game system %q: only those of OpenD6 (%s) are read", clip(id), strings.Join(foundryIDs, ", "))
	}
	switch kind := root.at("type").string(); kind {
	case "character", "npc", "creature":
	case "vehicle", "starship", "container":
		return fmt.Errorf("this is a %s, and no character: a sheet has no place for it", kind)
	default:
		return fmt.Errorf("this is a %q, and no character", clip(kind))
	}
	s.name = root.at("name").string()
	sys := root.at("system")
	s.foundryAttributes(sys.at("attributes"))
	s.put("genre", engine.ValueOf(s.genre()))
	s.serves("strength", func(t trait) bool { return t.key == "str" })
	s.serves("perception", func(t trait) bool { return t.key == "per" })
	s.foundryPerson(sys)
	s.foundryItems(root.at("items").list())
	for _, own := range foundryOwn {
		root.at(own).ignore()
	}
	descriptors(sys)
	return nil
}

// foundryOwn are the program's own: pictures, places, rights.
var foundryOwn = []string{"_id", "_key", "_stats", "img", "flags", "folder", "sort", "ownership", "permission", "token", "prototypeToken", "type"}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40])
	}
	return s
}

func (s *taking) foundryAttributes(all *node) {
	for _, a := range foundryKeys {
		n := all.at(a.key)
		if n.kind != '{' {
			continue
		}
		label, name := n.at("label").string(), a.name
		if name == "" {
			name = a.key
		}
		if label = strings.TrimSpace(label); label != "" && !strings.Contains(label, "CHAR_") {
			name = label
		}
		for _, other := range foundryKeys {
			if other.ends != "" && strings.HasSuffix(label, other.ends) {
				name = other.name
			}
		}
		s.attribute(trait{key: a.key, name: name, pips: n.at("base").int() + n.at("mod").int(), beyond: a.beyond})
		for _, worked := range []string{"score", "short_label", "type", "min", "max"} {
			n.at(worked).ignore()
		}
	}
}

// foundryPerson takes what stands beside attributes and items.
func (s *taking) foundryPerson(sys *node) {
	s.number(sys.at("characterpoints", "value"), "character_points", "Character Points", 0, 999)
	s.number(sys.at("fatepoints", "value"), "fate_points", "Fate Points", 0, 99)
	s.number(sys.at("scale", "score"), "scale", "Scale", -99, 99)
	if move := sys.at("move"); move.at("value").there() {
		if v := move.at("value").int() + move.at("mod").int(); v < 0 || v > 500 {
			s.leave("Move %d: a sheet holds 0 to 500", v)
		} else {
			s.put("move", engine.ValueOf(v))
		}
	}
	if funds := sys.at("funds", "score").int(); funds != 0 && s.codes("Funds", funds) {
		s.put("funds", engine.ValueOf(code(funds)))
	}
	if credits := sys.at("credits", "value").words(); credits != "" && credits != "0" {
		s.note("Credits", credits)
	}
	s.bodyPoints(sys.at("wounds", "body_points", "max"), sys.at("wounds", "body_points", "current"))
	if level := sys.at("wounds", "value"); level.int() != 0 {
		s.leave("a wound of level %d: what that means is set in each world; set it on the sheet", level.int())
	}
	for _, told := range []string{"description", "background"} {
		s.note("", plain(sys.at(told, "content").string()))
		s.note("", plain(sys.at(told).string()))
	}
}

// bodyPoints takes Body Points, where there are any.
func (s *taking) bodyPoints(most, now *node) {
	full := most.int()
	if full <= 0 {
		return
	}
	if full > 999 {
		s.leave("Body Points %d: a sheet holds at most 999", full)
		return
	}
	s.put("body_points", engine.ValueOf(full))
	if !now.there() {
		return
	}
	switch lost := full - now.int(); {
	case lost < 0:
		s.leave("%d Body Points of %d: those above the most there are", now.int(), full)
	case lost > 999:
		s.leave("%d Body Points of %d: a sheet holds at most 999 lost ones", now.int(), full)
	case lost > 0:
		s.put("body_lost", engine.ValueOf(lost))
	}
}

// foundryItems takes skills before specialisations, and all else in the order
// of the file.
func (s *taking) foundryItems(items []*node) {
	var bare []string
	others := map[string][]string{}
	var kinds []string
	for _, it := range items {
		name, kind, sys := it.at("name").string(), it.at("type").string(), it.at("system")
		for _, own := range foundryOwn {
			it.at(own).ignore()
		}
		it.at("effects").ignore()
		descriptors(sys)
		about := plain(sys.at("description").string())
		if about == "" {
			about = plain(sys.at("description", "content").string())
		}
		told := true // what is said about it goes into the notes
		switch kind {
		case "skill":
			if !s.foundrySkill(name, sys) {
				bare = append(bare, name)
			}
		case "specialization":
			s.foundrySpecial(name, sys)
		case "weapon":
			s.foundryWeapon(name, sys)
		case "armor":
			s.foundryArmour(name, sys)
		case "advantage", "disadvantage", "specialability":
			s.ability(name, foundryRank(kind, sys), about)
			told = false
		default:
			if others[kind] == nil {
				kinds = append(kinds, kind)
			}
			others[kind] = append(others[kind], name)
		}
		if told && about != "" && kind != "skill" && kind != "specialization" {
			s.note(name, about)
		} else if told && about != "" {
			s.leave("%s: its description", name)
		}
	}
	for _, kind := range kinds {
		s.note(strings.ReplaceAll(kind, "_", " "), strings.Join(others[kind], ", "))
	}
	if len(bare) > 0 {
		s.leave("skills with nothing above their attribute: %s", strings.Join(bare, ", "))
	}
}

func foundryRank(kind string, sys *node) string {
	words := map[string]string{"specialability": "special ability"}[kind]
	if words == "" {
		words = kind
	}
	if v := sys.at("value").int(); v != 0 {
		words += fmt.Sprintf(" %d", v)
	}
	return words
}

// under is the attribute that an item falls under.
func (s *taking) under(name string, key *node) (trait, bool) {
	text := strings.ToLower(strings.TrimSpace(key.string()))
	i := slices.IndexFunc(s.traits, func(t trait) bool { return t.key == text })
	if i < 0 {
		s.leave("%s: it falls under %q, and the file has no such attribute", name, clip(text))
		return trait{}, false
	}
	return s.traits[i], true
}

// foundrySkill takes a skill; false for one with nothing in it.
func (s *taking) foundrySkill(name string, sys *node) bool {
	pips := sys.at("base").int() + sys.at("mod").int()
	sys.at("score").ignore()
	if sys.at("isAdvancedSkill").bool() {
		sys.at("attribute").ignore()
		if pips == 0 {
			return false
		}
		s.skill(name, trait{}, pips)
		return true
	}
	if pips == 0 {
		sys.at("attribute").ignore()
		return false
	}
	if under, ok := s.under(name, sys.at("attribute")); ok {
		s.skill(name, under, pips)
	}
	return true
}

func (s *taking) foundrySpecial(name string, sys *node) {
	pips := sys.at("base").int() + sys.at("mod").int()
	sys.at("score").ignore()
	of := sys.at("skill").string()
	if under, ok := s.under(name, sys.at("attribute")); ok {
		s.special(name, of, under, pips)
	}
}

func (s *taking) foundryWeapon(name string, sys *node) {
	path, ok := s.row("weapons", name, 60)
	if !ok {
		return
	}
	damage := sys.at("damage")
	pips := damage.at("score").int()
	str, muscle := damage.at("str").bool(), damage.at("muscle").bool()
	switch {
	case !s.codes(name, pips):
	case str || muscle:
		s.put(path+"/code", engine.ValueOf(adds(pips)))
	case pips > 0:
		s.put(path+"/code", engine.ValueOf(code(pips)))
	}
	if skill := sys.at("stats", "skill").string(); skill != "" {
		s.put(path+"/skill", engine.ValueOf(s.text(name+", its skill", skill, 60)))
	}
	for _, reach := range []string{"short", "medium", "long"} {
		n := sys.at("range", reach)
		if v := n.int(); n.used && v > 0 {
			s.put(path+"/"+reach, engine.ValueOf(v))
		} else if n.used && v < 0 {
			s.leave("%s: its %s range %d", name, reach, v)
		}
	}
	if n := sys.at("scale", "score").int(); n != 0 {
		s.leave("%s: its scale %d; a weapon has its bearer's here", name, n)
	}
}

// foundryArmour takes armour. Against two kinds of damage it has two rows, of
// which the one against physical damage is worn.
func (s *taking) foundryArmour(name string, sys *node) {
	physical, energy := sys.at("pr").int(), sys.at("er").int()
	if physical == energy {
		s.armour(name, physical, true)
		return
	}
	s.armour(name+" (physical)", physical, true)
	s.armour(name+" (energy)", energy, false)
	s.leave("%s: a sheet has one code of armour. It has two rows, and that against energy is not worn", name)
}

func (s *taking) armour(name string, pips int, worn bool) {
	if !s.codes(name, pips) {
		return
	}
	path, ok := s.row("armour", name, 60)
	if !ok {
		return
	}
	if pips < pipsInDie {
		s.put(path+"/code", engine.ValueOf(adds(pips)))
	} else {
		s.put(path+"/code", engine.ValueOf(code(pips)))
	}
	if !worn {
		s.put(path+"/worn", engine.ValueOf(false))
	}
}

// descriptors marks what the program says of its own fields: their labels and
// what they hold.
func descriptors(n *node) {
	for _, kid := range n.kids {
		switch {
		case kid.key == "label", kid.key == "short_label", kid.key == "dtype":
			kid.ignore()
		case kid.key == "type" && slices.Contains([]string{"Number", "String", "Boolean", "Resource"}, kid.text):
			kid.ignore()
		default:
			descriptors(kid)
		}
	}
}
