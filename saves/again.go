package saves

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// placeAnew writes with the dice that are new in what was set right how they
// were thrown; those of then say so already.
func (e *evening) placeAnew(f model.SetRight) {
	for _, v := range f.Anew {
		for i, fact := range v.Event.Facts {
			if a, ok := fact.(model.Answered); ok && a.Thrown && a.Draw == nil {
				v.Event.Facts[i] = e.placed(a)
			}
		}
	}
}

// newIn gives the dice that fell when something was set right: those that had
// not fallen before.
func newIn(f model.SetRight, before []model.Answered) (out []model.Answered) {
	for _, v := range f.Anew {
		for _, fact := range v.Event.Facts {
			a, ok := fact.(model.Answered)
			if ok && a.Thrown && a.Draw != nil && !slices.ContainsFunc(before, func(b model.Answered) bool { return b.Draw != nil && placeOf(b.Draw) == placeOf(a.Draw) }) {
				out = append(out, a)
			}
		}
	}
	return out
}

// asHolds gives the events that were set right, as they hold at the end of a
// log of which undone is taken back.
func asHolds(rights map[uint64]model.SetRight, undone map[uint64]bool) map[uint64]model.Event {
	out := map[uint64]model.Event{}
	for _, with := range sortedKeys(rights) {
		if undone[with] {
			continue
		}
		for _, v := range rights[with].Anew {
			out[v.Event.Seq] = v.Event
		}
	}
	return out
}

func sortedKeys(m map[uint64]model.SetRight) []uint64 {
	out := make([]uint64, 0, len(m))
	for n := range m {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// righting is the check of what was set right: it goes through the log as it
// holds now, from the first event that is otherwise.
type righting struct {
	*diceCheck
	t     model.Table
	seq   uint64
	fact  model.SetRight
	tapes map[string][]engine.Answer // of rolls that began in what is gone through
	own   map[string]bool            // rolls and pending actions of the act itself
	used  map[drawnAt]bool           // dice that have fallen in it
}

// drawnAt is where dice stand in an evening's streams.
type drawnAt struct {
	hidden bool
	at     int64
}

func placeOf(d *model.Draw) drawnAt { return drawnAt{d.Hidden, d.At} }

// setRight checks that what was set right was made of what had fallen: dice are
// those of the log, each once, or new ones of the act itself; rolls end with
// the answers given in them, and as their rules end them.
func (c *diceCheck) setRight(t model.Table, seq uint64, f model.SetRight) {
	if len(f.Anew) == 0 {
		return
	}
	x := &righting{c, t, seq, f, map[string][]engine.Answer{}, map[string]bool{}, map[drawnAt]bool{}}
	var lines []model.Line
	for l := range t.Log() {
		if l.Event.Seq < f.Anew[0].Event.Seq {
			break
		}
		if !l.Undone {
			lines = append(lines, l)
		}
	}
	anew := map[uint64]bool{}
	for _, v := range f.Anew {
		anew[v.Event.Seq] = true
	}
	for _, l := range slices.Backward(lines) {
		for _, fact := range l.Event.Facts {
			x.check(l.Event.Seq, fact, anew[l.Event.Seq])
		}
	}
}

// check goes through one fact as it holds; anew tells that it was set right.
func (x *righting) check(of uint64, f model.Fact, anew bool) {
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
			x.report.wrong("event %d: what it makes of event %d ends with other answers than were given in it", x.seq, of)
		default:
			x.replay(x.t, x.seq, f)
		}
	}
}

// fell checks dice: they are the log's, or new ones of the act.
func (x *righting) fell(of uint64, f model.Answered, anew bool) {
	at := placeOf(f.Draw)
	if x.used[at] {
		x.report.wrong("event %d: in event %d it lets dice fall a second time", x.seq, of)
	}
	x.used[at] = true
	if !anew {
		return
	}
	i := slices.IndexFunc(x.thrown, func(t throwDone) bool { return t.draw != nil && placeOf(t.draw) == at })
	switch {
	case i >= 0:
		if then := x.thrown[i]; !slices.Equal(then.answer.Faces, f.Answer.Faces) || then.answer.Dice != f.Answer.Dice || !reflect.DeepEqual(then.draw, f.Draw) {
			x.report.wrong("event %d: it says that %s showed %s, but they showed %s", x.seq, f.Answer.Dice, f.Answer.Faces, then.answer.Faces)
		}
	case x.part: // dice that this player may know only now
		if slices.ContainsFunc(x.thrown, func(t throwDone) bool {
			return t.draw != nil && t.draw.Hidden == at.hidden && t.draw.At > at.at
		}) {
			return
		}
		x.throws(f)
	case !x.own[f.Roll]:
		x.report.wrong("event %d: it throws new dice for event %d, which is not the act that was set right", x.seq, of)
	default:
		x.throws(f)
	}
}

func (x *righting) throws(f model.Answered) {
	r, _ := x.t.Roll(f.Roll)
	x.threw(throwDone{seq: x.seq, roll: f.Roll, system: r.System, at: len(x.tapes[f.Roll]) - 1, answer: f.Answer, draw: f.Draw})
}
