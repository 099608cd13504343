package contest

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// ongoing gives the contest of a name on a sheet. Two rolls that were made at the same
// time may have begun two of one name; of these it gives the one that is not over.
func ongoing(s engine.Sheet, name string) (engine.Row, bool) {
	row, there := contests.Find(s, name)
	if !there || trackOver.At(row) == running {
		return row, there
	}
	for _, other := range contests.Rows(s) {
		if trackOver.At(other) == running && row.ID != name && strings.EqualFold(other.Name(), name) {
			return other, true
		}
	}
	return row, true
}

// contest gives the contest of the roll, its kind and the side of the actor. It is the one
// that is named, else the latest that goes on against the opponents of this roll, else a
// combat that one of them is in, else a new one.
func (b battle) contest(r *engine.Roll) (name, kind, side string) {
	row, there := b.named(r)
	if !there && b.name.Of(r.Params()) == "" {
		row, there = b.latest(r)
	}
	if there {
		b.name.Else(r, row.Name())
		b.kind.Else(r, trackKind.At(row))
		return row.Name(), trackKind.At(row), trackSide.At(row)
	}
	kind = b.kindOf(r)
	if b.name.Of(r.Params()) == "" {
		if row, side, there := b.combat(r, kind); there {
			b.name.Else(r, row.Name())
			b.kind.Else(r, combat)
			return row.Name(), combat, side
		}
	}
	name = b.newName(r, kind)
	for _, seat := range foes(r) { // one may join a contest that others have begun
		if row, there := ongoing(r.Sheet(seat), name); there {
			return row.Name(), trackKind.At(row), opposing(trackSide.At(row))
		}
	}
	return name, kind, sides[0]
}

// kindOf gives the kind of a new contest: the one that was entered, or else the one that the
// ability begins.
func (b battle) kindOf(r *engine.Roll) string {
	if r.Params().Written(b.kind.ID) {
		return b.kind.Of(r.Params())
	}
	ability, ok := abilityBehind(r.Sheet(engine.Actor), b.own.ability.Of(r.Params()))
	if !ok || r.Params().Written(b.own.acting.ID) {
		return anyContest
	}
	return b.kind.Else(r, abilityKind.At(ability))
}

// combat finds the combat that an attack belongs to: that of somebody who is attacked,
// which the attacker joins on the other side, or the attacker's own, which those who
// are attacked join. Chapter "Combat".
func (b battle) combat(r *engine.Roll, kind string) (row engine.Row, side string, there bool) {
	if kind == persuasion || kind == anyContest && r.Params().Written(b.kind.ID) {
		return engine.Row{}, "", false
	}
	for _, seat := range foes(r) {
		if row, there = inCombat(r.Sheet(seat)); there {
			return row, opposing(trackSide.At(row)), true
		}
	}
	row, there = inCombat(r.Sheet(engine.Actor))
	return row, trackSide.At(row), there
}

// inCombat gives the latest combat that somebody is in.
func inCombat(s engine.Sheet) (engine.Row, bool) {
	if !s.There() {
		return engine.Row{}, false
	}
	for _, row := range slices.Backward(contests.Rows(s)) {
		if trackOver.At(row) == running && trackKind.At(row) == combat {
			return row, true
		}
	}
	return engine.Row{}, false
}

// sides are the letters of the two sides of a contest.
var sides = [2]string{"a", "b"}

// opposing gives the other side.
func opposing(side string) string {
	if side == sides[0] {
		return sides[1]
	}
	return sides[0]
}

func (b battle) named(r *engine.Roll) (engine.Row, bool) {
	name := b.name.Of(r.Params())
	if name == "" {
		return engine.Row{}, false
	}
	return ongoing(r.Sheet(engine.Actor), name)
}

// latest gives the newest contest that still goes on against an opponent of this roll.
func (b battle) latest(r *engine.Roll) (engine.Row, bool) {
	for _, row := range slices.Backward(contests.Rows(r.Sheet(engine.Actor))) {
		if r.Params().Written(b.kind.ID) && trackKind.At(row) != b.kind.Of(r.Params()) {
			continue
		}
		if goesOn(r, row) {
			return row, true
		}
	}
	return engine.Row{}, false
}

func goesOn(r *engine.Roll, row engine.Row) bool {
	if trackOver.At(row) != running {
		return false
	}
	if !r.Sheet(engine.Other).There() {
		return beyondFull.At(row) != 0
	}
	return slices.ContainsFunc(foes(r), func(seat engine.Seat) bool {
		there, ok := ongoing(r.Sheet(seat), row.Name())
		return ok && trackOver.At(there) == running
	})
}

// newName gives the name of a new contest: the one that was entered, or else its kind with a
// number. It refuses a name that another contest at the table has, since a contest is closed
// by its name.
func (b battle) newName(r *engine.Roll, kind string) string {
	if name := b.name.Of(r.Params()); name != "" {
		if most := contestTitle.Most; len([]rune(name)) > most {
			r.Refuse("a contest's name has at most %d letters", most)
		}
		faced := slices.ContainsFunc(foes(r), func(seat engine.Seat) bool { return has(r.Sheet(seat), name) })
		if !faced && taken(r, name) {
			r.Refuse("another contest at this table is called %s: give this one a name of its own", name)
		}
		return name
	}
	first := strings.ToUpper(kind[:1]) + kind[1:]
	name := first
	for n := 2; taken(r, name); n++ {
		name = fmt.Sprintf("%s %d", first, n)
	}
	return name
}

func has(s engine.Sheet, name string) bool {
	_, there := ongoing(s, name)
	return there
}

func taken(r *engine.Roll, name string) bool {
	used := func(s engine.Sheet) bool { return has(s, name) }
	return used(r.Sheet(engine.Actor)) || slices.ContainsFunc(r.Company(), used) ||
		slices.ContainsFunc(foes(r), func(seat engine.Seat) bool { return used(r.Sheet(seat)) })
}

// foes lists the seats of the opponents. The first is always among them, even without a sheet.
func foes(r *engine.Roll) []engine.Seat {
	out := []engine.Seat{engine.Other}
	for n := 2; r.Sheet(engine.Opponent(n)).There(); n++ {
		out = append(out, engine.Opponent(n))
	}
	return out
}

// rollLeave takes a contest off all sheets or, without a name, all contests that are over. If
// the actor has comrades in it, the contest goes on for them.
func rollLeave(r *engine.Roll) engine.Outcome {
	left := 0
	own := r.Sheet(engine.Actor)
	name := leaveName.Of(r.Params())
	named, ok := ongoing(own, name)
	if name != "" && !ok {
		r.Refuse("the sheet has no contest %q", name)
	}
	for _, row := range contests.Rows(own) {
		if name == "" && trackOver.At(row) == running || name != "" && row.ID != named.ID {
			continue
		}
		leaves(r, row)
		r.Story("{actor} leaves %s", row.Name())
		left++
	}
	switch {
	case left == 0:
		r.Refuse("no contest is over")
	case left > 1:
		r.Story("{actor} leaves %d contests", left)
	}
	return closed(left)
}

func closed(n int) engine.Outcome {
	return engine.Outcome{Success: true, Grade: engine.Success, Total: n, NoTarget: true,
		Values: []engine.Named{engine.Num("left", n)}}
}

// leaves takes a contest off the actor's sheet and, if nobody else is left on that side, off
// all others.
func leaves(r *engine.Roll, row engine.Row) {
	name, goesOn := row.Name(), trackOver.At(row) == running && hasComrades(r, row)
	r.Drop(row)
	if goesOn {
		r.Note("%s is left; for the others it goes on", name)
		return
	}
	r.Note("%s is left", name)
	for _, seat := range foes(r) {
		if there, ok := ongoing(r.Sheet(seat), name); ok {
			r.Drop(there)
		}
	}
	r.RunForOthers("close", engine.PageOf(closeName.ID, name))
}

// hasComrades reports whether another character is on the same side of the contest.
func hasComrades(r *engine.Roll, row engine.Row) bool {
	side := trackSide.At(row)
	return side != "" && slices.ContainsFunc(r.Company(), func(s engine.Sheet) bool {
		there, ok := ongoing(s, row.Name())
		return ok && trackOver.At(there) == running && trackSide.At(there) == side
	})
}

// leaveTable leaves all contests of a character who leaves the table.
func leaveTable(r *engine.Roll) engine.Outcome {
	rows := contests.Rows(r.Sheet(engine.Actor))
	for _, row := range rows {
		leaves(r, row)
	}
	r.Story("{actor} leaves every contest")
	return closed(len(rows))
}

// closeContest takes a contest that somebody else has left off one sheet.
func closeContest(r *engine.Roll) engine.Outcome {
	row, there := ongoing(r.Sheet(engine.Actor), closeName.Of(r.Params()))
	if !there {
		r.Story("Nothing is closed for {actor}")
		return closed(0)
	}
	r.Note("%s is closed", row.Name())
	r.Story("%s is closed for {actor}", row.Name())
	r.Drop(row)
	return closed(1)
}

// wonByComrade marks a contest as won on the sheet of a character whose comrade has beaten the
// last opponent.
func wonByComrade(r *engine.Roll) engine.Outcome {
	name, side := wonName.Of(r.Params()), wonSide.Of(r.Params())
	row, there := ongoing(r.Sheet(engine.Actor), name)
	if !there || trackOver.At(row) != running || trackSide.At(row) != side {
		r.Story("{actor} is not in that contest")
		return closed(0)
	}
	engine.Put(r, row, trackOver, won)
	r.Note("%s is won", row.Name())
	r.Story("{actor} wins %s too", row.Name())
	return closed(1)
}

// endScene closes what belongs to a scene: contests, and the count of dull rounds.
func endScene(r *engine.Roll) engine.Outcome {
	s := r.Sheet(engine.Actor)
	rows := contests.Rows(s)
	for _, row := range rows {
		r.Note("%s is closed", row.Name())
		r.Drop(row)
	}
	notDull(r, s)
	r.Story("The scene is over for {actor}")
	return closed(len(rows))
}
