package easiness

import "example.org/fray/engine"

var templates = []engine.Template{
	{ID: "courier", Name: "Ilse Marrow", Note: "A courier who knows every roof between the river and the station.", Side: engine.Heroes, Page: character7(
		"Roof courier", [7]int{2, 5, 3, 4, 2, 3, 2},
		power{"Free running", facilitator, 5, "agility", "vigor", freely, "jumps, climbs, falls"},
		power{"Knife", facilitator, 3, "agility", "strength", toAttack, ""},
		power{"Hide", facilitator, 4, "agility", "perception", freely, ""},
		power{"Second Wind", specialPower, 2, "vigor", "willpower", freely, "on her feet when nobody else is"},
	)},
	{ID: "brawler", Name: "Bastian Okell", Note: "Retired from the ring twice, and back in it on Fridays.", Side: engine.Heroes, Page: character7(
		"Prize fighter", [7]int{5, 3, 5, 2, 2, 3, 3},
		power{"Punch", facilitator, 4, "strength", "agility", toAttack, ""},
		power{"Stand fast", facilitator, 5, "vigor", "strength", freely, "to resist blows"},
		power{"Frighten", facilitator, 3, "charisma", "strength", freely, ""},
		power{"Iron Skin", specialPower, 6, "vigor", "willpower", freely, "resists blades"},
	)},
	{ID: "medium", Name: "Tamsin Vey", Note: "Hears the house before she sees it; drives far too fast.", Side: engine.Heroes, Page: character7(
		"Medium with a fast car", [7]int{1, 3, 2, 5, 4, 5, 4},
		power{"Drive", facilitator, 4, "agility", "perception", freely, "takes risks in every bend"},
		power{"Read people", facilitator, 5, "perception", "charisma", freely, ""},
		power{"Dodge", facilitator, 3, "agility", "perception", freely, ""},
		power{"Second Sight", specialPower, 7, "perception", "willpower", freely, "the last hour of a room"},
	)},
	{ID: "footpad", Name: "Footpad", Note: "Nobody special, with a knife.", Side: engine.Foes, Page: character7(
		"Footpad", [7]int{2, 3, 2, 2, 1, 2, 1},
		power{"Knife", facilitator, 2, "agility", "strength", toAttack, ""},
		power{"Dodge", facilitator, 2, "agility", "perception", freely, ""},
	)},
}

type power struct {
	name, kind string
	level      int
	first      string // the attributes that are rolled with it
	second     string
	use        string
	note       string
}

// character7 gives a sheet with the seven usual attributes, in their order.
func character7(line string, levels [7]int, has ...power) engine.Page {
	page := []any{"concept", line}
	for i, a := range usualAttributes {
		row := "attributes/" + a[0]
		page = append(page, row+"/name", a[1], row+"/level", levels[i])
	}
	for i, x := range has {
		row := "powers/p" + string(rune('1'+i))
		page = append(page, row+"/name", x.name, row+"/kind", x.kind, row+"/level", x.level, row+"/attribute", x.first, row+"/attribute2", x.second)
		if x.use == toAttack {
			page = append(page, row+"/use", x.use)
		}
		if x.note != "" {
			page = append(page, row+"/note", x.note)
		}
	}
	return engine.PageOf(page...)
}
