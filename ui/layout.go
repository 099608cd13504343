package ui

import "example.org/fray/ui/pane"

// The smallest screens on which all panes stand: side by side, and under one another.
const (
	wideWidth, wideHeight = 120, 30
	tallWidth, tallHeight = 100, 40
	columnWidth           = 76 // below it all stand in one column
	singleWidth           = 60 // below it there is one pane at a time
)

// box is a place on the screen, in cells. A pane's box includes its title.
type box struct{ x, y, w, h int }

func (b box) empty() bool { return b.w <= 0 || b.h <= 0 }

func (b box) holds(x, y int) bool {
	return x >= b.x && x < b.x+b.w && y >= b.y && y < b.y+b.h
}

// inside is the box of a pane's lines: below the title, without the columns at its sides.
func (b box) inside() box { return box{b.x + 1, b.y + 1, max(0, b.w-2), max(0, b.h-1)} }

// card is the box of an overlay's lines: below the title, with a margin.
func (b box) card() box { return box{b.x + 1, b.y + 1, max(0, b.w-2), max(0, b.h-2)} }

// plan is the layout of a screen. What it does not show has an empty box.
type plan struct {
	header box
	ribbon box // whose turn it is
	body   box // between ribbon and tour
	slots  [slotCount]box
	stage  box   // above the sheet: who acts against whom
	line   box   // the next moments in one line, where the timeline has no place of its own
	panes  []box // in the order of entries, see placePanes
	tour   box
	news   box
	footer box
	strip  bool // the roster has one line for each character
	small  bool // the screen is below the floor: nothing else is shown
}

// shape is everything that a layout depends on.
type shape struct {
	w, h, characters int
	tour, news       int // lines of the guided minute and of news, above the footer
	player           bool
}

// layOut returns the layout of a screen.
func layOut(s shape) plan {
	w, h := s.w, s.h
	if pane.TooSmall(w, h) {
		return plan{small: true}
	}
	news := max(s.news, 1)
	p := plan{header: box{0, 0, w, 1}, ribbon: box{0, 1, w, 1}, news: box{0, h - 1 - news, w, news}, footer: box{0, h - 1, w, 1}}
	p.tour = box{0, p.news.y - s.tour, w, s.tour}
	p.body = box{0, 2, w, p.tour.y - 2}
	if h >= wideHeight { // air under the ribbon
		p.body.y, p.body.h = 3, p.body.h-1
	}
	switch {
	case w < singleWidth:
		p.single(p.body)
	case s.player:
		p.player(p.body, s.characters)
	case w >= wideWidth && h >= wideHeight:
		p.wide(p.body)
	case w >= tallWidth && h >= tallHeight:
		p.tall(p.body, s.characters)
	case w < columnWidth:
		p.column(p.body, s.characters)
	default:
		p.standard(p.body, s.characters)
	}
	return p
}

// logLeast is the least height of the log, with its title.
const logLeast = 7

// ownTall is the height from which a player's sheet is shown whole.
const ownTall = 40

// player lays out a player's screen: their own sheet large, the others and the log beside
// it, and below what they can do now.
func (p *plan) player(b box, characters int) {
	offers := min(max(6, b.h*3/10), 12)
	left := b.w * 57 / 100
	if b.h >= ownTall && b.w >= tallWidth { // the own sheet needs many lines: here it has all
		side := box{b.x + left + 1, b.y, b.w - left - 1, b.h}
		others := min(characters+3, side.h/4)
		p.slots[slotSheet] = box{b.x, b.y, left, b.h}
		p.slots[slotPeople] = box{side.x, side.y, side.w, others}
		p.slots[slotLog] = box{side.x, side.y + others + 1, side.w, side.h - others - offers - 2}
		p.slots[slotLow] = box{side.x, b.y + b.h - offers, side.w, offers}
		return
	}
	top := b.h - offers - 1
	side := box{b.x + left + 1, b.y, b.w - left - 1, top}
	others := max(min(characters+3, side.h-logLeast-1, max(side.h*2/5, 5)), 3)
	p.slots[slotSheet] = box{b.x, b.y, left, top}
	p.slots[slotPeople] = box{side.x, side.y, side.w, others}
	p.slots[slotLog] = box{side.x, side.y + others + 1, side.w, side.h - others - 1}
	p.slots[slotLow] = box{b.x, b.y + top + 1, b.w, offers}
}

// The greatest widths of the columns of a wide screen.
const (
	rosterWidest = 48
	sheetWidest  = 92
)

// wide puts roster, stage over sheet, and log side by side, costs and timeline below.
func (p *plan) wide(b box) {
	bottom := min(max(8, b.h*3/10), 12)
	top := b.h - bottom - 1
	left := min(max(b.w*31/100, 37), rosterWidest)
	right := max(b.w*30/100, 36)
	middle := b.w - left - right - 2
	if over := middle - sheetWidest; over > 0 {
		middle, right = middle-over, right+over
	}
	stage := stageLines
	p.slots[slotPeople] = box{b.x, b.y, left, top}
	p.stage = box{b.x + left + 1, b.y, middle, stage}
	p.slots[slotSheet] = box{b.x + left + 1, b.y + stage, middle, top - stage}
	p.slots[slotLog] = box{b.w - right, b.y, right, top}
	low := b.w * 42 / 100
	p.slots[slotLow] = box{b.x, b.y + top + 1, low, bottom}
	p.slots[slotTurns] = box{b.x + low + 1, b.y + top + 1, b.w - low - 1, bottom}
}

// stageLines is the height of the stage, with its title.
const stageLines = 6

// tall puts roster and sheet side by side, and the others under one another.
func (p *plan) tall(b box, characters int) {
	left := b.w * 45 / 100
	costs, timeline := 8, 8
	rest := b.h - costs - timeline - 3
	top := min(max(2*characters+3, rest/2), rest-logLeast)
	p.slots[slotPeople] = box{b.x, b.y, left, top}
	p.slots[slotSheet] = box{b.x + left + 1, b.y, b.w - left - 1, top}
	y := b.y + top + 1
	for _, x := range []struct {
		slot slot
		h    int
	}{{slotLog, rest - top}, {slotTurns, timeline}, {slotLow, costs}} {
		p.slots[x.slot] = box{b.x, y, b.w, x.h}
		y += x.h + 1
	}
}

// standard puts the roster above sheet and log, and the next moments in a line below.
func (p *plan) standard(b box, characters int) {
	p.strip = true
	p.line = box{b.x, b.y + b.h - 1, b.w, 1}
	roster := min(max(characters, 1)+2, max(b.h*37/100, 5))
	below := b.h - roster - 3
	half := b.w * 48 / 100
	y := b.y + roster + 1
	p.slots[slotPeople] = box{b.x, b.y, b.w, roster}
	p.slots[slotSheet] = box{b.x, y, half, below}
	p.slots[slotLog] = box{b.x + half + 1, y, b.w - half - 1, below}
}

// column puts roster and log under one another; the others come in the log's place.
func (p *plan) column(b box, characters int) {
	p.strip = true
	roster := min(max(characters, 1)+2, max(b.h/2, 5))
	p.slots[slotPeople] = box{b.x, b.y, b.w, roster}
	p.slots[slotLog] = box{b.x, b.y + roster + 1, b.w, b.h - roster - 1}
}

// single shows one pane at a time.
func (p *plan) single(b box) {
	p.strip = true
	p.slots[slotPeople] = b
}
