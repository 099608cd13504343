package pane

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
)

// Sheet is the selected character's sheet as its rulebook shows it.
type Sheet struct {
	On   string   // key of the spot under the cursor
	Open []string // keys of the numbers that show their working
}

// Title is the character's name.
func (p Sheet) Title(f Frame) string {
	c, _, ok := f.selected()
	if !ok {
		return "Sheet"
	}
	return kit.Clean(c.Name)
}

// Aside is the rulebook's name and, where there are several, which it is.
func (p Sheet) Aside(f Frame) string {
	c, sys, ok := f.selected()
	if !ok {
		return ""
	}
	name := kit.Clean(f.Table.SystemName(sys))
	if all := c.Systems(); len(all) > 1 {
		return fmt.Sprintf("%s %s %d of %d", f.KeysOf("sheet-page-before", "sheet-next-page"), name, slices.Index(all, sys)+1, len(all))
	}
	return name
}

// Place is the spot under the cursor and what is open.
func (p Sheet) Place() Place { return Place{On: p.On, Open: p.Open} }

// At gives the pane standing there.
func (p Sheet) At(to Place) Pane { return Sheet{On: to.On, Open: to.Open} }

// Draw draws the sheet with the cursor in sight.
func (p Sheet) Draw(f Frame) []string {
	lines, spots := p.panel(f, f.W, f.Focused)
	at := 0
	for _, s := range spots {
		if s.Key == p.On {
			at = s.Line
		}
	}
	return f.Look.Scrolled(lines, at, f.W, f.H)
}

func (p Sheet) panel(f Frame, w int, focused bool) ([]string, []kit.Spot) {
	c, sys, ok := f.selected()
	switch {
	case ok:
	case f.isEmpty():
		return f.firstSteps(), nil
	default:
		return []string{f.Look.Row(w).Put(kit.Dim, " Nobody is selected.").String()}, nil
	}
	blocks := slices.Concat(scene.Sheet(f.Table, f.Seat, c, sys), scene.Notes(f.Table, f.Seat, c))
	look := kit.Panel{Blocks: blocks, On: p.On, Focused: focused, Open: func(key string) bool { return slices.Contains(p.Open, key) }}
	look.Room, look.Large = f.H, f.own(c)
	look.Lost = func(m engine.Meter) int { return f.lost(c.ID, m) }
	return f.Look.Panel(look, w)
}

// own reports whether a character is played by the player at this screen.
func (f Frame) own(c *model.Character) bool { return f.Seat.Role == model.Player && f.Seat.Owns(c) }

// Key moves over the numbers and rows; Enter explains a number or opens a
// field, + and - adjust a pool, [ and ] turn to another rulebook.
func (p Sheet) Key(f Frame, k tea.KeyMsg) (Pane, Intent) {
	c, sys, ok := f.selected()
	if !ok {
		return p, nil
	}
	does := f.Pressed(sheetKeys, k)
	switch {
	case does == "page-before" || does == "next-page":
		return p.turn(c, sys, does == "next-page")
	case does == "find":
		return p, p.jumpFrom(f)
	case f.Pressed([]Binding{Back}, k) != "":
		if len(p.Open) == 0 {
			return p, nil
		}
		p.Open = nil
		return p, Moved{}
	}
	w := f.W
	if w <= 0 {
		w = 60
	}
	_, spots := p.panel(f, w, false)
	at := slices.IndexFunc(spots, func(s kit.Spot) bool { return s.Key == p.On })
	if to, ok := overSpots(f.Pressed(sheetMoves, k), spots, at, max(f.H, 4)); ok {
		p.On = spots[to].Key
		return p, Moved{}
	}
	_, met := c.State()
	if at < 0 || met { // what the table's keys do with somebody who is met, they do here
		return p, nil
	}
	return p.use(does, spots[at], Edit{Who: c.ID, System: sys})
}

var (
	sheetKeys = In("sheet", "Sheet pane",
		Enter("open", "explain a number, or edit a field", "explain, edit"),
		Binding{ID: "more", Keys: []string{"+", "="}, Label: "give points back, or edit the field", Foot: "adjust"},
		Binding{ID: "less", Keys: []string{"-"}, Label: "take points away, or edit the field", Foot: "adjust"},
		Binding{ID: "find", Keys: []string{"/"}, Label: "go to a field by name", Also: "jump field find search", Foot: "find a field"},
		Binding{ID: "page-before", Keys: []string{"["}, Label: "previous rulebook", Foot: "rulebook"},
		Binding{ID: "next-page", Keys: []string{"]"}, Label: "next rulebook", Foot: "rulebook"},
		Binding{ID: "left", Keys: []string{"left", "h"}, Label: "left or right in the line"},
		Binding{ID: "right", Keys: []string{"right", "l"}, Label: "left or right in the line"},
	)
	sheetMoves = slices.Concat(Moving, sheetKeys)
)

// Keys are the keys of the sheet.
func (p Sheet) Keys() []Binding { return slices.Concat(sheetKeys, Moving, []Binding{Back}) }

// use is what a key does on the spot under the cursor of a character's sheet.
func (p Sheet) use(does string, s kit.Spot, on Edit) (Pane, Intent) {
	up := does == "more"
	adjusts := up || does == "less"
	switch {
	case does != "open" && !adjusts:
		return p, nil
	case s.Pool && s.Field == "":
		return p, Say{s.Name + " has nothing that you can take away or give back."}
	case s.Pool:
		return p, Adjust{Who: on.Who, System: on.System, Field: s.Field, Up: up}
	case s.Opens && !adjusts:
		return p.toggle(s.Key), Moved{}
	case s.Field == "":
		return p, Say{"This is worked out from the sheet: you cannot edit it."}
	}
	on.Field = s.Field
	return p, on
}

// Pool gives the loss of the pool whose meter is under the cursor.
func (p Sheet) Pool(f Frame) (field string, ok bool) {
	_, spots := p.panel(f, max(f.W, 20), false)
	i := slices.IndexFunc(spots, func(s kit.Spot) bool { return s.Key == p.On })
	if i < 0 {
		return "", false
	}
	field = spots[i].Field
	return field, spots[i].Pool && field != ""
}

func (p Sheet) toggle(key string) Sheet {
	if i := slices.Index(p.Open, key); i >= 0 {
		p.Open = slices.Delete(slices.Clone(p.Open), i, i+1)
		return p
	}
	p.Open = append(slices.Clip(p.Open), key)
	return p
}

func (p Sheet) turn(c *model.Character, sys string, on bool) (Pane, Intent) {
	all := c.Systems()
	if len(all) < 2 {
		return p, Say{c.Name + " has only one rulebook."}
	}
	step := len(all) - 1
	if on {
		step = 1
	}
	return p, Turn{all[(max(0, slices.Index(all, sys))+step)%len(all)]}
}

// overSpots moves from spot at: up and down to the nearest on another line,
// left and right along it.
func overSpots(does string, spots []kit.Spot, at, page int) (int, bool) {
	if len(spots) == 0 {
		return 0, false
	}
	switch does {
	case "left":
		return max(0, at-1), true
	case "right":
		return min(at+1, len(spots)-1), true
	}
	if _, ok := stepped(does, 0, len(spots), page); !ok {
		return 0, false
	}
	if at < 0 || does == "first" {
		return 0, true
	}
	switch does {
	case "last":
		return len(spots) - 1, true
	case "down":
		return vertical(spots, at, 1), true
	case "up":
		return vertical(spots, at, -1), true
	}
	dir := 1
	if does == "page-up" {
		dir = -1
	}
	line := spots[at].Line + dir*page
	for next := vertical(spots, at, dir); next != at && (line-spots[at].Line)*dir > 0; next = vertical(spots, at, dir) {
		at = next
	}
	return at, true
}

// vertical gives the spot on the next line in direction dir that is nearest
// to the column of spot at; at itself when there is none.
func vertical(spots []kit.Spot, at, dir int) int {
	best := at
	for i := at + dir; i >= 0 && i < len(spots); i += dir {
		s := spots[i]
		if s.Line == spots[at].Line {
			continue
		}
		if best != at && s.Line != spots[best].Line {
			break
		}
		if best == at || off(s, spots[at]) < off(spots[best], spots[at]) {
			best = i
		}
	}
	return best
}

func off(a, b kit.Spot) int { return max(a.X-b.X, b.X-a.X) }

// Click puts the cursor on a spot; a click on the one under the cursor is
// Enter.
func (p Sheet) Click(f Frame, x, y int) (Pane, Intent) {
	h := f.H
	lines, spots := p.panel(f, f.W, false)
	at := 0
	for _, s := range spots {
		if s.Key == p.On {
			at = s.Line
		}
	}
	if len(lines) > h {
		y += kit.Window(len(lines), at, h)
	}
	for _, s := range spots {
		if s.Line != y || x < s.X || x >= s.X+s.W {
			continue
		}
		if s.Key == p.On {
			return p.use("open", s, Edit{Who: f.Selected, System: f.System})
		}
		p.On = s.Key
		return p, Moved{}
	}
	return p, nil
}

// Find moves the cursor to the next number or row whose text holds all of
// what was typed, in any case of letters; false when there is none.
func (p Sheet) Find(f Frame, w int, text string) (Sheet, bool) {
	_, spots := p.panel(f, w, false)
	at := slices.IndexFunc(spots, func(s kit.Spot) bool { return s.Key == p.On })
	text = strings.ToLower(text)
	for n := range spots {
		s := spots[(at+1+n)%len(spots)]
		if strings.Contains(strings.ToLower(s.Text), text) {
			p.On = s.Key
			return p, true
		}
	}
	return p, false
}
