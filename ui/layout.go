package ui

import "example.org/fray/ui/pane"

// The smallest screens on which all five panes stand.
const (
	wideWidth, wideHeight = 120, 30
	tallHeight            = 44 // the least at which all stand under one another
)

// box is a place on the screen, in cells, frame included.
type box struct{ x, y, w, h int }

func (b box) empty() bool { return b.w <= 0 || b.h <= 0 }

func (b box) holds(x, y int) bool {
	return x >= b.x && x < b.x+b.w && y >= b.y && y < b.y+b.h
}

// plan is where everything stands. A pane that is not shown has an empty box, as has a
// slot that a screen does not have.
type plan struct {
	header box
	body   box // between header and tour
	slots  [slotCount]box
	panes  []box // by their numbers, see seated
	tour   box
	news   box // the line of its own that news have
	footer box
	strip  bool // the roster has one line a character
	small  bool // the screen is below the floor: nothing else is shown
}

// The own sheet needs many lines: on a tall screen it has all of them.
const (
	ownWidth = 100 // from which what can be done has room beside the sheet
	logLeast = 8   // lines of what happened, with its frame
)

// player places those of a player: the own sheet large, the order of
// turns and what happened beside it, and below what can be done now: below the
// sheet too, unless the screen is tall.
func (p *plan) player(b box) {
	offers := min(max(6, b.h/4), 10)
	left := b.w * 55 / 100
	side, top := box{b.x + left, b.y, b.w - left, b.h}, b.h
	if p.high() >= tallHeight && b.w >= ownWidth {
		offers = min(b.h*3/10, 16)
		p.slots[slotLow] = box{side.x, b.y + b.h - offers, side.w, offers}
	} else {
		top -= offers
		p.slots[slotLow] = box{b.x, b.y + top, b.w, offers}
	}
	side.h -= offers
	order := max(min(max(4, side.h*2/5), 12, side.h-logLeast), 4)
	p.slots[slotSheet] = box{b.x, b.y, left, top}
	p.slots[slotTurns] = box{side.x, b.y, side.w, order}
	p.slots[slotLog] = box{side.x, b.y + order, side.w, side.h - order}
}

// high is the height of the whole screen.
func (p *plan) high() int { return p.footer.y + 1 }

// layOut gives the places of a screen of w by h cells, for a player or the
// gamemaster with so many characters. tour is how many lines the guided minute has
// above the footer.
func layOut(w, h, characters, tour int, player bool) plan {
	if pane.TooSmall(w, h) {
		return plan{small: true}
	}
	p := plan{header: box{0, 0, w, 1}, tour: box{0, h - 2 - tour, w, tour}, news: box{0, h - 2, w, 1}, footer: box{0, h - 1, w, 1}}
	p.body = box{0, 1, w, h - 3 - tour}
	switch {
	case player:
		p.player(p.body)
	case w >= wideWidth && h >= wideHeight:
		p.wide(p.body, characters)
	case h >= tallHeight:
		p.tall(p.body, characters)
	default:
		p.standard(p.body, characters)
	}
	return p
}

// The columns of the wide screen: the log grows first, so that it need not
// cut, then the sheet.
const (
	rosterWide = 34
	sheetWide  = 43
	logWidest  = 76
)

func (p *plan) wide(b box, characters int) {
	bottom := min(max(8, b.h*3/10), 13)
	if need := 2*characters + 2; need < b.h-bottom { // no blanks above, where the timeline could use them
		bottom = min(max(bottom, b.h-max(need, 21)), 15)
	}
	top := b.h - bottom
	left := rosterWide
	if b.w >= 160 {
		left = 40
	}
	right := min(max(b.w-left-sheetWide, 43), logWidest)
	if rest := b.w - left - right; rest > 90 {
		right += rest - 90
	}
	p.slots[slotPeople] = box{b.x, b.y, left, top}
	p.slots[slotSheet] = box{b.x + left, b.y, b.w - left - right, top}
	p.slots[slotLog] = box{b.x + b.w - right, b.y, right, top}
	p.slots[slotLow] = box{b.x, b.y + top, left, bottom}
	p.slots[slotTurns] = box{b.x + left, b.y + top, b.w - left, bottom}
}

// tall puts all five under one another.
func (p *plan) tall(b box, characters int) {
	p.strip = true
	roster := min(max(characters, 2), b.h/5) + 2
	timeline := max(7, b.h/6)
	costs := min(9, b.h/6)
	rest := b.h - roster - timeline - costs
	sheet := rest / 2
	y := b.y
	for _, x := range []struct {
		slot slot
		h    int
	}{{slotPeople, roster}, {slotSheet, sheet}, {slotLog, rest - sheet}, {slotLow, costs}, {slotTurns, timeline}} {
		p.slots[x.slot] = box{b.x, y, b.w, x.h}
		y += x.h
	}
}

func (p *plan) standard(b box, characters int) {
	p.strip = true
	roster := min(max(characters, 1), max(2, (b.h-4)*3/10)) + 2
	bottom := min(max(5, b.h/4), 8)
	middle := b.h - roster - bottom
	half := b.w * 47 / 100
	p.slots[slotPeople] = box{b.x, b.y, b.w, roster}
	p.slots[slotSheet] = box{b.x, b.y + roster, half, middle}
	p.slots[slotLog] = box{b.x + half, b.y + roster, b.w - half, middle}
	p.slots[slotLow] = box{b.x, b.y + roster + middle, b.w, bottom}
}
