package view

import (
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// amended describes which act was amended and, in full, its new versions.
func (x teller) amended(f model.Amended) []Line {
	out := line("Corrected: " + x.amendedAct(f))
	later := 0
	for _, v := range f.Versions {
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
	for _, v := range f.Versions {
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

// unused returns the recorded dice that the new versions do not use.
func (x teller) unused(f model.Amended) []model.Answered {
	used := map[string]int{}
	key := func(a model.Answered) string { return a.Answer.ID + " " + a.Answer.Faces.String() }
	for _, v := range f.Versions {
		for _, fact := range v.Event.Facts {
			if a, ok := fact.(model.Answered); ok {
				used[key(a)]++
			}
		}
	}
	var out []model.Answered
	for _, v := range f.Versions {
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

// amendedAct describes an amended act by the headline of its first roll, or by the event
// that began it.
func (x teller) amendedAct(f model.Amended) string {
	if f.Event == 0 {
		return "something"
	}
	began := map[string]bool{}
	for _, v := range f.Versions {
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

// redactAmended keeps the new versions of events that the seat's log has, each redacted.
func redactAmended(f model.Amended, x *redactor) model.Amended {
	out, was := model.Amended{Event: x.Place(f.Event)}, x.lastClock
	var told model.Event // the newest version so far that has a clock
	for _, v := range f.Versions {
		if n := x.Place(v.Event.Seq); n != 0 {
			c, seq := x.whole.ClockBefore(v.Event.Seq)
			if anew, ok := model.ClockOf(told); ok && seq <= told.Seq {
				c = anew
			}
			x.lastClock = &c
			e, _ := x.redactEvent(v.Event)
			e.Seq, e.ID = n, x.whole.EventIDAt(v.Event.Seq) // the amended version has no id of its own
			out.Versions = append(out.Versions, model.Version{Event: e})
		}
		if _, ok := model.ClockOf(v.Event); ok {
			told = v.Event
		}
	}
	x.lastClock = was
	return out
}
