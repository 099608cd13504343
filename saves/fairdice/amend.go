package fairdice

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// amendment is the check of an act that was set right: it goes through the log as it
// holds now, from the first event that is otherwise.
type amendment struct {
	*Check
	table model.Table
	seq   uint64
	fact  model.Amended
	tapes map[string][]engine.Answer // of rolls that began in what is gone through
	own   map[string]bool            // rolls and pending actions of the act itself
	used  map[place]bool             // dice that have fallen in it
}

// place is where dice stand in a session's streams.
type place struct {
	hidden bool
	at     int64
}

func placeOf(d *model.Draw) place { return place{d.Hidden, d.At} }

// setRight checks that what was set right was made of what had fallen: dice are those of
// the log, each once, or new ones of the act itself; rolls end with the answers given in
// them, and as their rules end them.
func (c *Check) setRight(t model.Table, seq uint64, f model.Amended) {
	if len(f.Versions) == 0 {
		return
	}
	x := &amendment{c, t, seq, f, map[string][]engine.Answer{}, map[string]bool{}, map[place]bool{}}
	var lines []model.LogLine
	for l := range t.Log() {
		if l.Event.Seq < f.Versions[0].Event.Seq {
			break
		}
		if !l.Undone {
			lines = append(lines, l)
		}
	}
	anew := map[uint64]bool{}
	for _, v := range f.Versions {
		anew[v.Event.Seq] = true
	}
	for _, l := range slices.Backward(lines) {
		for _, fact := range l.Event.Facts {
			x.check(l.Event.Seq, fact, anew[l.Event.Seq])
		}
	}
}

// check goes through one fact as it holds; anew tells that it was set right.
func (x *amendment) check(of uint64, f model.Fact, anew bool) {
	switch f := f.(type) {
	case model.Opened:
		x.tapes[f.Roll.ID] = f.Roll.Tape
		x.own[f.Roll.ID] = of == x.fact.Event || f.Roll.Pending != "" && x.own[f.Roll.Pending]
	case model.Answered:
		if tape, ok := x.tapes[f.Roll]; ok {
			x.tapes[f.Roll] = append(slices.Clip(tape), f.Answer)
		}
		if f.Thrown && f.Draw != nil {
			x.fell(of, f, anew)
		}
	case model.Finished:
		for _, p := range f.Later {
			x.own[p.ID] = x.own[p.ID] || x.own[f.Roll.ID]
		}
		tape, whole := x.tapes[f.Roll.ID]
		switch {
		case !anew || x.part:
		case whole && !sameTape(tape, f.Roll.Tape):
			x.report.Add("event %d: what it makes of event %d ends with other answers than were given in it", x.seq, of)
		default:
			x.replay(x.table, x.seq, f)
		}
	}
}

// fell checks dice: they are the log's, or new ones of the act.
func (x *amendment) fell(of uint64, f model.Answered, anew bool) {
	if x.part && f.Draw.Hidden {
		return // a player is not told where hidden dice stand in their stream
	}
	at := placeOf(f.Draw)
	if x.used[at] {
		x.report.Add("event %d: in event %d it lets dice fall a second time", x.seq, of)
	}
	x.used[at] = true
	if !anew {
		return
	}
	i := slices.IndexFunc(x.thrown, func(t thrown) bool { return t.draw != nil && placeOf(t.draw) == at })
	switch {
	case i >= 0:
		if then := x.thrown[i]; !slices.Equal(then.answer.Faces, f.Answer.Faces) || then.answer.Dice != f.Answer.Dice || !reflect.DeepEqual(then.draw, f.Draw) {
			x.report.Add("event %d: it says that %s showed %s, but they showed %s", x.seq, f.Answer.Dice, f.Answer.Faces, then.answer.Faces)
		}
	case x.part: // dice that this player may know only now
		if !slices.ContainsFunc(x.thrown, func(t thrown) bool {
			return t.draw != nil && t.draw.Hidden == at.hidden && t.draw.At > at.at
		}) {
			x.throws(f)
		}
	case !x.own[f.Roll]:
		x.report.Add("event %d: it throws new dice for event %d, which is not the act that was set right", x.seq, of)
	default:
		x.throws(f)
	}
}

// throws takes in dice that fell when the act was set right.
func (x *amendment) throws(f model.Answered) {
	x.threw(thrown{seq: x.seq, roll: f.Roll, at: len(x.tapes[f.Roll]) - 1, answer: f.Answer, draw: f.Draw})
}
