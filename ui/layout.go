package ui

import "example.org/fray/ui/pane"

// The panes, by the number that is shown in their frames less one.
const (
	paneRoster = iota
	paneSheet
	paneLog
	paneCosts
	paneTimeline
	paneCount
)

// The smallest screen on which all five panes stand.
const wideWidth, wideHeight = 120, 30

// box is a place on the screen, in cells, frame included.
type box struct{ x, y, w, h int }

func (b box) empty() bool { return b.w <= 0 || b.h <= 0 }

func (b box) holds(x, y int) bool {
	return x >= b.x && x < b.x+b.w && y >= b.y && y < b.y+b.h
}

// plan is where everything stands. A pane that is not shown has an empty box.
type plan struct {
	header box
	panes  [paneCount]box
	tour   box
	footer box
	strip  bool // the roster is a strip without room for meters below the name
	small  bool // the screen is below the floor: nothing else is shown
}

// layOut places the panes on a screen of w by h cells. front is the one of
// cost rows and timeline that shows where there is room for one; zoomed is the
// pane that takes the whole screen, or -1. tour is how many lines the guided
// minute has above the footer.
func layOut(w, h, characters, front, zoomed, tour int) plan {
	if pane.TooSmall(w, h) {
		return plan{small: true}
	}
	p := plan{header: box{0, 0, w, 1}, tour: box{0, h - 1 - tour, w, tour}, footer: box{0, h - 1, w, 1}}
	body := box{0, 1, w, h - 2 - tour}
	switch {
	case zoomed >= 0:
		p.panes[zoomed] = body
	case w >= wideWidth && h >= wideHeight:
		p.wide(body)
	default:
		p.standard(body, characters, front)
	}
	return p
}

func (p *plan) wide(b box) {
	bottom := max(8, b.h*3/10)
	top := b.h - bottom
	left := min(max(29, b.w*22/100), 40)
	right := min(max(30, b.w*26/100), 60)
	p.panes[paneRoster] = box{b.x, b.y, left, top}
	p.panes[paneSheet] = box{b.x + left, b.y, b.w - left - right, top}
	p.panes[paneLog] = box{b.x + b.w - right, b.y, right, top}
	p.panes[paneCosts] = box{b.x, b.y + top, left, bottom}
	p.panes[paneTimeline] = box{b.x + left, b.y + top, b.w - left, bottom}
}

func (p *plan) standard(b box, characters, front int) {
	p.strip = true
	roster := min(max(characters, 1), max(2, b.h/5)) + 2
	bottom := min(max(6, b.h*3/10), 9)
	middle := b.h - roster - bottom
	half := b.w * 55 / 100
	p.panes[paneRoster] = box{b.x, b.y, b.w, roster}
	p.panes[paneSheet] = box{b.x, b.y + roster, half, middle}
	p.panes[paneLog] = box{b.x + half, b.y + roster, b.w - half, middle}
	if front != paneTimeline {
		front = paneCosts
	}
	p.panes[front] = box{b.x, b.y + roster + middle, b.w, bottom}
}
