package d6

import (
	"strings"

	"example.org/fray/engine"
)

// book is an attribute of a genre, with the skills under it.
type book struct {
	genre, attribute, role string
	skills                 []string
}

// extranormal is the role of an attribute besides the usual six.
const extranormal = "extranormal"

// books lists the attributes of the three genres in the order of the book, the
// extranormal ones last.
var books = []book{
	{"space", "Agility", "", []string{"acrobatics", "brawling", "dodge", "firearms", "flying/0-G", "melee combat", "missile weapons", "riding", "running", "sleight of hand", "throwing"}},
	{"space", "Mechanical", "", []string{"comm", "exoskeleton operation", "gunnery", "navigation", "piloting", "sensors", "shields", "vehicle operation"}},
	{"space", "Strength", "strength", []string{"climb/jump", "lift", "stamina", "swim"}},
	{"space", "Knowledge", "", []string{"aliens", "astrography", "bureaucracy", "business", "cultures", "intimidation", "languages", "scholar", "security regulations", "streetwise", "survival", "tactics", "willpower"}},
	{"space", "Perception", "perception", []string{"artist", "bargain", "command", "con", "forgery", "gambling", "hide", "investigation", "know-how", "persuasion", "search", "sneak"}},
	{"space", "Technical", "", []string{"armor repair", "computer interface/repair", "demolitions", "exoskeleton repair", "firearms repair", "flight systems repair", "gunnery repair", "medicine", "personal equipment repair", "robot interface/repair", "security", "vehicle repair"}},
	{"space", "Metaphysics", extranormal, []string{"channel", "sense", "transform"}},

	{"adventure", "Reflexes", "", []string{"acrobatics", "brawling", "climbing", "contortion", "dodge", "flying", "jumping", "melee combat", "riding", "sneak"}},
	{"adventure", "Coordination", "", []string{"lockpicking", "marksmanship", "missile weapons", "piloting", "sleight of hand", "throwing"}},
	{"adventure", "Physique", "strength", []string{"lifting", "running", "stamina", "swimming"}},
	{"adventure", "Knowledge", "", []string{"business", "demolitions", "forgery", "languages", "medicine", "navigation", "scholar", "security", "tech"}},
	{"adventure", "Perception", "perception", []string{"artist", "gambling", "hide", "investigation", "know-how", "repair", "search", "streetwise", "survival", "tracking"}},
	{"adventure", "Presence", "", []string{"animal handling", "charm", "command", "con", "disguise", "intimidation", "persuasion", "willpower"}},
	{"adventure", "Magic", extranormal, []string{"alteration", "apportation", "conjuration", "divination"}},
	{"adventure", "Psionics", extranormal, nil},

	{"fantasy", "Agility", "", []string{"acrobatics", "climbing", "contortion", "dodge", "fighting", "flying", "jumping", "melee combat", "riding", "stealth"}},
	{"fantasy", "Coordination", "", []string{"charioteering", "lockpicking", "marksmanship", "pilotry", "sleight of hand", "throwing"}},
	{"fantasy", "Physique", "strength", []string{"lifting", "running", "stamina", "swimming"}},
	{"fantasy", "Intellect", "", []string{"cultures", "devices", "healing", "navigation", "reading/writing", "scholar", "speaking", "trading", "traps"}},
	{"fantasy", "Acumen", "perception", []string{"artist", "crafting", "disguise", "gambling", "hide", "investigation", "know-how", "search", "streetwise", "survival", "tracking"}},
	{"fantasy", "Charisma", "", []string{"animal handling", "bluff", "charm", "command", "intimidation", "mettle", "persuasion"}},
	{"fantasy", "Magic", extranormal, []string{"alteration", "apportation", "conjuration", "divination"}},
	{"fantasy", "Miracles", extranormal, []string{"divination", "favor", "strife"}},
}

// attributeBook finds an attribute by its name. The one of the genre goes before those of
// the others.
func attributeBook(genre, name string) (book, bool) {
	var found book
	for _, b := range books {
		if !strings.EqualFold(b.attribute, name) {
			continue
		}
		if b.genre == genre {
			return b, true
		}
		if found.genre == "" {
			found = b
		}
	}
	return found, found.genre != ""
}

// skillBooks gives the attributes that a skill falls under, those of the genre first.
func skillBooks(genre, skill string) []book {
	var first, then []book
	for _, b := range books {
		for _, s := range b.skills {
			switch {
			case !strings.EqualFold(s, skill):
			case b.genre == genre:
				first = append(first, b)
			default:
				then = append(then, b)
			}
		}
	}
	return append(first, then...)
}

// beyond reports whether an attribute is extranormal.
func beyond(s engine.Sheet, attribute string) bool {
	row, ok := attributes.Find(s, attribute)
	return ok && attributeBeyond.At(row)
}
