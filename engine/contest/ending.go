package contest

import (
	"slices"
	"strings"

	"example.org/fray/engine"
)

// ending says of an exchange in which somebody has lost whether the contest is over,
// and where they are still fought: in it by comrades, or in a contest of their own.
func (f *fight) ending(r *engine.Roll) string {
	own := f.own.left <= 0
	beyond, still := f.beyond(r, own), []string(nil)
	var losers []engine.Sheet
	if own {
		losers = []engine.Sheet{f.own.sheet}
	}
	for i := range f.others {
		switch foe := &f.others[i]; {
		case own || foe.aside:
		case foe.left <= 0:
			losers = append(losers, foe.sheet)
		default:
			still = append(still, "{"+string(engine.Opponent(i+1))+"}")
		}
	}
	switch {
	case losers == nil:
		return ""
	case len(still) > 0:
		return "  " + f.name + " goes on against " + strings.Join(still, " and ") + alsoIn(losers, f.name)
	case beyond > 0: // not in the story: not everybody who reads it may know of them
		r.Note("%s goes on for others", f.name)
		return ""
	}
	return "  " + f.name + " is over" + alsoIn(losers, f.name)
}

// beyond is how many stand beside those who have lost, the actor or who is faced,
// and are not in this exchange.
func (f *fight) beyond(r *engine.Roll, own bool) int {
	side, n := f.side, 0
	if !own {
		side = opposing(f.side)
		for i := range f.others {
			if foe := &f.others[i]; foe.begun && !foe.aside && foe.sheet.There() {
				n-- // they are of the company, as they stood before
			}
		}
	}
	for _, s := range r.Company() {
		if row, ok := ongoing(s, f.name); ok && trackOver.At(row) == running && trackSide.At(row) == side {
			n++
		}
	}
	return max(n, 0)
}

// alsoIn names the other contests of somebody that go on.
func alsoIn(sheets []engine.Sheet, name string) string {
	var names []string
	for _, s := range sheets {
		for _, row := range contests.Rows(s) {
			if trackOver.At(row) == running && !strings.EqualFold(row.Name(), name) && !slices.Contains(names, row.Name()) {
				names = append(names, row.Name())
			}
		}
	}
	if names == nil {
		return ""
	}
	return ", " + strings.Join(names, " and ") + " " + verbOf(names, "go", "goes") + " on"
}
