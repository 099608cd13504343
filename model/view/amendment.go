package view

import (
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// setRight tells which act was amended and, in full, what came of it.
func (x teller) setRight(f model.SetRight) []Line {
	out := line("Corrected: " + x.amendedAct(f))
	later := 0
	for _, v := range f.Anew {
		if v.Event.Seq != f.Event {
			later++
		}
	}
	if !x.whole {
		if later > 0 {
			out = append(out, Line{Aside: true, Text: "changed since then: " + strconv.Itoa(later)})
		}
		return out
	}
	for _, v := range f.Anew {
		words := v.Event.Name() + " "
		if len(v.Event.Facts) == 0 {
			words += "did not happen" + model.Because(v.Why)
		} else {
			words += x.summary(v.Event.Facts)
		}
		out = append(out, Line{Aside: true, Text: words})
	}
	for _, a := range x.unused(f) {
		out = append(out, Line{Aside: true, Text: "unused: " + x.t.NameOf(a.Who), Dice: []engine.Answer{a.Answer}})
	}
	return out
}

// unused returns the recorded dice that nothing asks for after an amendment.
func (x teller) unused(f model.SetRight) []model.Answered {
	used := map[string]int{}
	key := func(a model.Answered) string { return a.Answer.ID + " " + a.Answer.Faces.String() }
	for _, v := range f.Anew {
		for _, fact := range v.Event.Facts {
			if a, ok := fact.(model.Answered); ok {
				used[key(a)]++
			}
		}
	}
	var out []model.Answered
	for _, v := range f.Anew {
		for l := range x.t.LogFrom(v.Event.Seq) {
			was := l.Event
			if l.Was != nil {
				was = *l.Was
			}
			for _, fact := range was.Facts {
				a, ok := fact.(model.Answered)
				if !ok || a.Answer.Faces == nil || was.Seq != v.Event.Seq {
					continue
				}
				if used[key(a)]--; used[key(a)] < 0 {
					out = append(out, a)
				}
			}
			break
		}
	}
	return out
}

// amendedAct describes an amended act by the headline of its first roll or by how it
// began.
func (x teller) amendedAct(f model.SetRight) string {
	if f.Event == 0 {
		return "something"
	}
	began := map[string]bool{}
	for _, v := range f.Anew {
		for _, fact := range v.Event.Facts {
			switch fact := fact.(type) {
			case model.Opened:
				began[fact.Roll.ID] = v.Event.Seq == f.Event
			case model.Finished:
				if began[fact.Roll.ID] {
					return x.headline(fact)
				}
			}
		}
	}
	return x.event(f.Event)
}

// redactSetRight leaves the amended events that the seat's log has, each redacted.
func redactSetRight(f model.SetRight, x *redactor) model.SetRight {
	out, was := model.SetRight{Event: x.Place(f.Event)}, x.lastClock
	var told model.Event // the newest that is otherwise and tells of the clock
	for _, v := range f.Anew {
		if n := x.Place(v.Event.Seq); n != 0 {
			c, seq := x.whole.ClockBefore(v.Event.Seq)
			if anew, ok := model.ClockOf(told); ok && seq <= told.Seq {
				c = anew
			}
			x.lastClock = &c
			e, _ := x.redactEvent(v.Event)
			e.Seq, e.ID = n, x.whole.EventIDAt(v.Event.Seq) // the amended version has no id of its own
			out.Anew = append(out.Anew, model.Version{Event: e})
		}
		if _, ok := model.ClockOf(v.Event); ok {
			told = v.Event
		}
	}
	x.lastClock = was
	return out
}
