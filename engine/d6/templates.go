package d6

import "example.org/fray/engine"

// figure is a template, with names and codes as somebody would type them.
type figure struct {
	id, name, note, genre string
	side                  engine.Side
	attributes, skills    []string // name, code, name, code …
	more                  []any    // paths and values
}

var templates = drawn(figures)

// drawn makes templates of figures. They start with 5 Character Points and 1 Fate Point
// unless they have others.
func drawn(list []figure) []engine.Template {
	var out []engine.Template
	for _, f := range list {
		page := []any{"genre", f.genre, "character_points", 5, "fate_points", 1}
		for i := 0; i+1 < len(f.attributes); i += 2 {
			b, _ := attributeBook(f.genre, f.attributes[i])
			page = append(page, newAttribute(rowID(f.attributes[i]), b, f.attributes[i+1])...)
		}
		s := sheet.Read(engine.PageOf(page...))
		for i := 0; i+1 < len(f.skills); i += 2 {
			page = append(page, newSkill(rowID(f.skills[i]), s, f.skills[i], f.skills[i+1])...)
		}
		out = append(out, engine.Template{ID: f.id, Name: f.name, Note: f.note, Side: f.side, Page: engine.PageOf(append(page, f.more...)...)})
	}
	return out
}

var figures = []figure{
	{"rook", "Rook", "a thief and scout who is gone before the lock is missed", "adventure", engine.Heroes,
		[]string{"reflexes", "3D+2", "coordination", "3D+1", "physique", "2D+1", "knowledge", "2D+2", "perception", "3D", "presence", "3D"},
		[]string{"sneak", "5D", "dodge", "4D+2", "climbing", "4D+1", "lockpicking", "5D+1", "sleight of hand", "4D", "throwing", "3D+2",
			"search", "4D+1", "hide", "3D+2", "security", "4D", "demolitions", "3D", "con", "3D+2", "willpower", "3D+1"},
		[]any{"move", 10, "funds", "2D",
			"weapons/w1/name", "Throwing knife", "weapons/w1/code", "+1D", "weapons/w1/skill", "throwing", "weapons/w1/short", 5, "weapons/w1/medium", 10, "weapons/w1/long", 15,
			"armour/a1/name", "Padded jacket", "armour/a1/code", "+1",
			"gear/g1/name", "Fine picks", "gear/g1/bonus", "+1D", "gear/g1/for", "lockpicking",
			"advantages/v1/name", "Light feet", "advantages/v1/note", "Leaves no prints on a polished floor"}},
	{"bricker", "Dunstan Bricker", "a docker turned bodyguard", "adventure", engine.Heroes,
		[]string{"reflexes", "3D", "coordination", "2D+2", "physique", "4D", "knowledge", "2D", "perception", "2D+2", "presence", "3D+2"},
		[]string{"brawling", "5D", "dodge", "3D+2", "melee combat", "4D", "lifting", "5D", "stamina", "5D", "marksmanship", "3D+1",
			"streetwise", "3D+1", "intimidation", "5D", "willpower", "4D"},
		[]any{"weapons/w1/name", "Cargo hook", "weapons/w1/code", "+1D+2", "weapons/w1/skill", "melee combat",
			"weapons/w2/name", "Revolver", "weapons/w2/code", "4D", "weapons/w2/skill", "marksmanship", "weapons/w2/short", 10, "weapons/w2/medium", 25, "weapons/w2/long", 50,
			"armour/a1/name", "Leather coat", "armour/a1/code", "1D"}},
	{"velasco", "Ione Velasco", "a pilot who owes money on three moons", "space", engine.Heroes,
		[]string{"agility", "3D", "mechanical", "4D", "strength", "2D+2", "knowledge", "2D+1", "perception", "3D", "technical", "3D"},
		[]string{"dodge", "4D", "firearms", "4D", "flying/0-G", "3D+1", "piloting", "5D+2", "gunnery", "4D+2", "navigation", "4D+1", "sensors", "4D+1",
			"stamina", "3D", "streetwise", "3D", "bargain", "3D+2", "gambling", "3D+1", "flight systems repair", "4D"},
		[]any{"funds", "3D",
			"weapons/w1/name", "Blaster pistol", "weapons/w1/code", "5D", "weapons/w1/skill", "firearms", "weapons/w1/short", 20, "weapons/w1/medium", 50, "weapons/w1/long", 150,
			"armour/a1/name", "Flight suit", "armour/a1/code", "+2",
			"gear/g1/name", "Star charts", "gear/g1/bonus", "+1D", "gear/g1/for", "navigation"}},
	{"maren", "Maren Ashlock", "a hedge healer with a sword she denies", "fantasy", engine.Heroes,
		[]string{"agility", "3D", "coordination", "3D", "physique", "2D+2", "intellect", "3D+1", "acumen", "3D", "charisma", "3D"},
		[]string{"dodge", "4D", "melee combat", "4D+1", "riding", "3D+1", "stamina", "3D+1", "healing", "5D", "reading/writing", "3D+2",
			"search", "3D+2", "survival", "4D", "tracking", "3D+1", "animal handling", "4D", "mettle", "4D"},
		[]any{"weapons/w1/name", "Short sword", "weapons/w1/code", "+1D+2", "weapons/w1/skill", "melee combat",
			"armour/a1/name", "Quilted tunic", "armour/a1/code", "+2",
			"gear/g1/name", "Herb satchel", "gear/g1/bonus", "+1", "gear/g1/for", "healing"}},
	{"footpad", "Footpad", "nobody special, with a knife", "adventure", engine.Foes,
		[]string{"reflexes", "2D+2", "coordination", "2D+2", "physique", "3D", "knowledge", "2D", "perception", "2D+1", "presence", "2D"},
		[]string{"brawling", "3D+1", "dodge", "3D", "melee combat", "3D+1", "intimidation", "2D+2"},
		[]any{"character_points", 0, "fate_points", 0,
			"weapons/w1/name", "Knife", "weapons/w1/code", "+1D", "weapons/w1/skill", "melee combat"}},
	{"own", "Own genre", "a genre of one's own: six attributes at 3D, to name and to change", "own", engine.Heroes, nil, nil,
		[]any{"attributes/a1/name", "Swiftness", "attributes/a1/code", "3D", "attributes/a2/name", "Skill of hand", "attributes/a2/code", "3D",
			"attributes/a3/name", "Strength", "attributes/a3/code", "3D", "attributes/a3/role", "strength",
			"attributes/a4/name", "Lore", "attributes/a4/code", "3D",
			"attributes/a5/name", "Perception", "attributes/a5/code", "3D", "attributes/a5/role", "perception",
			"attributes/a6/name", "Bearing", "attributes/a6/code", "3D"}},
	{"space", "Space character", "the six attributes of Space at 3D, to change", "space", engine.Heroes,
		[]string{"agility", "3D", "mechanical", "3D", "strength", "3D", "knowledge", "3D", "perception", "3D", "technical", "3D"}, nil, nil},
	{"fantasy", "Fantasy character", "the six attributes of Fantasy at 3D, to change", "fantasy", engine.Heroes,
		[]string{"agility", "3D", "coordination", "3D", "physique", "3D", "intellect", "3D", "acumen", "3D", "charisma", "3D"}, nil, nil},
	// The last template is the one for an extra of whom no more is known: it can brawl and dodge.
	{"adventure", "Adventure character", "the six attributes of Adventure at 3D, to change", "adventure", engine.Heroes,
		[]string{"reflexes", "3D", "coordination", "3D", "physique", "3D", "knowledge", "3D", "perception", "3D", "presence", "3D"}, nil, nil},
}
