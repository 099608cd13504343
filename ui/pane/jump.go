package pane

// sheetPane is the name of the sheet among the panes.
const sheetPane = "sheet"

// jumpFrom opens a list in which a field is found by its name. The cursor of the sheet
// follows what is typed, and goes back if nothing is chosen.
func (p Sheet) jumpFrom(f Frame) Intent {
	w := f.W
	if w <= 0 {
		w = 60
	}
	_, spots := p.panel(f, w, false)
	from := p.Place()
	o := Choice{Head: "Go to which field?", Typed: true, Most: mostFields, Left: Stand{Pane: sheetPane, At: from}}
	var keys []string
	for _, s := range spots {
		if s.Name != "" {
			keys = append(keys, s.Key)
			to := Stand{Pane: sheetPane, At: Place{On: s.Key, Open: from.Open}}
			o.Add(s.Name, "", func(Frame) Intent { return All{to, Focus{Pane: sheetPane}} })
		}
	}
	if keys == nil {
		return Say{"this sheet has no fields"}
	}
	o.Moved = func(at int, typed string) Intent {
		if typed == "" || at < 0 {
			return o.Left
		}
		return Stand{Pane: sheetPane, At: Place{On: keys[at], Open: from.Open}}
	}
	return o.Open()
}

// mostFields is how many fields are shown at once: the sheet stays in sight.
const mostFields = 6
