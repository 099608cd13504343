package contest

import (
	"slices"
	"strings"

	"example.org/fray/engine"
)

// ending is who has lost once the blows of an exchange have fallen, and how many are left on
// each side. Chapter "Contests".
type ending struct {
	name, side string // of the contest, and the actor's side in it
	own        *contender
	others     []contender
	comrades   int // how many others are left on the actor's side, outside this roll
	foes       int // how many are left on the other side, in this roll or not
}

// endingOf counts who is left. The sheets of others are read as they were before the
// roll.
func endingOf(r *engine.Roll, name, side string, own *contender, others []contender) ending {
	e := ending{name: name, side: side, own: own, others: others, comrades: activeOthers(r, name, side)}
	before, now := 0, 0 // how many opponents in this roll were left before it, and are left now
	for i := range others {
		foe := &others[i]
		if foe.begun && !foe.lostBefore && foe.sheet.There() {
			before++
		}
		if foe.active() {
			now++
		}
	}
	e.foes = max(activeOthers(r, name, opposing(side))-before, 0) + now
	return e
}

// activeOthers counts the other characters at the table who are still on a side of a contest.
func activeOthers(r *engine.Roll, name, side string) (n int) {
	for _, s := range r.Company() {
		if row, ok := ongoing(s, name); ok && trackOver.At(row) == running && trackSide.At(row) == side {
			n++
		}
	}
	return n
}

// lost reports whether the contest is over and the actor's side has lost, won whether it has
// won.
func (e ending) lost() bool { return !e.own.active() && e.comrades == 0 }
func (e ending) won() bool  { return e.foes == 0 }

// keep writes on the sheets who has lost the contest and, if it is over, who has won it.
func (e ending) keep(r *engine.Roll) {
	for i := range e.others {
		switch foe := &e.others[i]; {
		case foe.lostBefore:
		case !foe.active():
			foe.markOver(r, lost)
		case e.lost():
			foe.markOver(r, won)
		}
	}
	switch {
	case !e.own.active():
		e.own.markOver(r, lost)
	case e.won():
		e.own.markOver(r, won)
	}
	winner := ""
	switch {
	case e.lost() && e.foes > 0:
		winner = opposing(e.side)
	case e.won() && e.comrades > 0:
		winner = e.side
	}
	if winner != "" {
		r.RunForOthers("contest-won", engine.PageOf(wonName.ID, e.name, wonSide.ID, winner))
	}
}

// words say in a story, if somebody has lost, whether the contest is over or against whom it
// goes on, and which other contests of the losers go on.
func (e ending) words(r *engine.Roll) string {
	var losers []engine.Sheet
	var still []string
	if !e.own.active() {
		losers = append(losers, e.own.sheet)
	}
	for i := range e.others {
		switch foe := &e.others[i]; {
		case foe.lostBefore:
		case !foe.active():
			losers = append(losers, foe.sheet)
		default:
			still = append(still, "{"+string(engine.Opponent(i+1))+"}")
		}
	}
	switch {
	case losers == nil:
		return ""
	case e.lost() || e.won():
		return "  " + e.name + " is over" + alsoIn(losers, e.name)
	case e.own.active() && len(still) > 0:
		return "  " + e.name + " goes on against " + strings.Join(still, " and ") + alsoIn(losers, e.name)
	}
	// This is no part of the story, since not everybody who reads that may know of the others.
	r.Note("%s goes on for others", e.name)
	return ""
}

// alsoIn says which other contests of these characters go on.
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
	return "; " + strings.Join(names, " and ") + " " + verbOf(names, "go", "goes") + " on"
}
