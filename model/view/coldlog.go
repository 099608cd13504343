package view

import (
	"encoding/json"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// beginColdLog finds out what the seat may see of the part of the log that is not in
// memory, including the undone and amended events there.
func (x *redactor) beginColdLog(t model.Table) {
	x.Table.SeatView.ColdUpTo = t.ColdUpTo
	if t.ColdUpTo == 0 || t.Reader == nil {
		return
	}
	f := &model.ColdLog{UpTo: t.ColdUpTo}
	if !x.findVisible(t, f) {
		return // the seat still sees the part that is in memory
	}
	redactColdLog(f, model.Table{Rulebooks: t.Rulebooks, History: model.History{Reader: t.Reader, ColdUpTo: t.ColdUpTo, Newest: &model.LogEntry{Event: model.Event{Seq: t.ColdUpTo}}}}, x.Table.SeatView.Seat, x.visibility)
	x.Table.SeatView.Cold = f
	// The part in memory must begin after an event that can be undone no more, so that
	// undo never brings back something from outside memory.
	first := uint64(0)
	f.Back(f.Visible.UpTo(t.ColdUpTo), func(e *model.LogEntry) bool {
		first = e.WholeSeq
		return e.CannotUndo
	})
	if first == 0 {
		first = t.ColdUpTo + 1 // the seat sees nothing of this part
	}
	f.UpTo, x.Table.SeatView.Seq = first-1, first-1
	if x.Table.ColdUpTo = f.Visible.UpTo(f.UpTo); x.Table.ColdUpTo > 0 {
		x.Table.Newest = &model.LogEntry{Event: model.Event{Seq: x.Table.ColdUpTo}, WholeSeq: f.UpTo}
	}
	x.Table.UndoneEvents = map[uint64]bool{}
	for of := range t.UndoneAt(f.UpTo) {
		if f.Visible.Has(of) {
			x.Table.UndoneEvents[f.Visible.UpTo(of)] = true
		}
	}
	x.lastClock = nil
	for _, r := range t.Amendments {
		if r.Seq <= f.UpTo && f.Visible.Has(r.Seq) {
			x.Table.Amendments = append(x.Table.Amendments, model.Amendment{Seq: f.Visible.UpTo(r.Seq), Fact: redactAmended(r.Fact, x)})
		}
	}
}

// findVisible marks the events outside memory that the seat may know. It returns false
// if the log cannot be read.
func (x *redactor) findVisible(t model.Table, f *model.ColdLog) bool {
	type verdict struct {
		seen, alike bool
		in          []model.Clause // clauses that depend on events before; the seat needs to satisfy only one
	}
	all := map[string]verdict{}
	verdictOf := func(who string) verdict {
		v, ok := all[who]
		if ok {
			return v
		}
		var a model.Audience
		if json.Unmarshal([]byte(who), &a) == nil { // an audience that cannot be read lets nobody know the event
			v.alike = a.Whole != nil && x.allows(*a.Whole)
			for _, c := range a.Who {
				switch {
				case !x.allows(c):
				case c.In == nil:
					v.seen = true
				default:
					v.in = append(v.in, c)
				}
			}
		}
		all[who] = v
		return v
	}
	seq := uint64(0)
	err := t.Reader.Audiences(t.ColdUpTo, func(who []string, of []uint32) {
		verdicts := make([]verdict, 1, len(who)+1)
		for _, w := range who {
			verdicts = append(verdicts, verdictOf(w))
		}
		for _, n := range of {
			seq++
			v := verdicts[n]
			refers := func(c model.Clause) bool {
				return slices.ContainsFunc(c.In, func(back uint64) bool { return f.Visible.Has(seq - back) })
			}
			if v.seen || slices.ContainsFunc(v.in, refers) {
				f.Visible.Mark(seq)
				if v.alike {
					f.Unredacted.Mark(seq)
				}
			}
		}
	})
	f.Visible.Count()
	return err == nil && seq == t.ColdUpTo
}

// redactColdLog sets how the part of a log outside memory is read and redacted for a
// seat.
func redactColdLog(f *model.ColdLog, log model.Table, s model.Seat, who map[string]model.Visibility) {
	cutter := func() *redactor {
		x := &redactor{Table: model.Table{Rulebooks: log.Rulebooks, History: model.History{SeatView: &model.SeatView{Seat: s, Cold: f, ColdUpTo: log.ColdUpTo}}}, visibility: who, whole: log}
		x.redactEvent = x.redact
		return x
	}
	f.Redact = func(e model.Event) (model.Event, bool) {
		n := f.Visible.UpTo(e.Seq)
		e, ok := cutter().redact(e)
		e.Seq = n
		return e, ok
	}
	f.Newest = func(kind string, before uint64) model.Event {
		for e := log.ColdNewest(kind, before); e != nil; e = log.ColdNewest(kind, e.Event.Seq) {
			if f.Visible.Has(e.Event.Seq) {
				cut, _ := f.Redact(e.Event)
				return cut
			}
		}
		return model.Event{}
	}
	f.Page = func(of uint64) []*model.LogEntry {
		page, err := log.Reader.Page(of + 1)
		if err != nil {
			return nil
		}
		x, out := cutter(), make([]*model.LogEntry, 0, len(page))
		for _, e := range slices.Backward(page) {
			if !f.Visible.Has(e.Seq) {
				if c, ok := model.ClockOf(e); ok {
					x.lastClock = &c
				}
				continue
			}
			cut, _ := x.redact(e)
			cut.Seq = f.Visible.UpTo(e.Seq)
			out = append(out, &model.LogEntry{Event: cut, WholeSeq: e.Seq, CannotUndo: !e.Undoable()})
		}
		slices.Reverse(out)
		return out
	}
}

// RedactedVariants returns the versions of an event that different seats may get of
// it, for a search index. Every text that a seat gets of the event is in one of these
// or in the event itself, except numbers of events and amendments.
func RedactedVariants(t model.Table, e model.Event) []model.Event {
	var out []model.Event
	left := func(how func(id string) model.Visibility) {
		x := &redactor{Table: model.Table{Rulebooks: t.Rulebooks, History: model.History{SeatView: &model.SeatView{Seat: model.Seat{Role: model.Watcher}}}}, visibility: map[string]model.Visibility{}, lastClock: &model.Clock{Moment: -1}}
		x.redactEvent = x.redact
		for _, c := range t.State.Characters {
			x.visibility[c.ID] = how(c.ID)
		}
		if cut, ok := x.redact(e); ok {
			out = append(out, cut)
		}
	}
	only := func(who string, is, others model.Visibility) {
		left(func(id string) model.Visibility {
			if id == who {
				return is
			}
			return others
		})
	}
	only("", model.NameOnly, model.NameOnly)
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Finished:
			if f.Roll.Who != "" && len(f.Roll.Against) > 0 {
				only(f.Roll.Who, model.Open, model.NameOnly)
			}
			if slices.ContainsFunc(f.Roll.Tape, func(a engine.Answer) bool { return a.Kept }) { // a seat may have lost the throw that was undone
				f.Roll.Unseen.Again = true
				out = append(out, model.Event{Facts: []model.Fact{f}})
			}
		case model.ClockMoved: // without a turn the log lists the order, and without anybody it says that a scene begins
			c := f.Clock
			c.Turn = ""
			out = append(out, model.Event{Facts: []model.Fact{model.ClockMoved{Clock: c}}}, model.Event{Facts: []model.Fact{model.ClockMoved{Clock: model.Clock{Scene: c.Scene, Place: c.Place, Began: c.Began, Moment: c.Moment}}}})
		case model.Edited: // for the player of a character that was hidden then
			out = append(out, model.Event{Facts: []model.Fact{(*redactor)(nil).redactEdited(f)}})
		case model.EffectBegan:
			only(f.Effect.Of, model.Hidden, model.Open)
		case model.EffectEnded:
			only(f.Effect.Of, model.Hidden, model.Open)
		case model.Undone:
			out = append(out, variantsAt(t, f.Seq)...)
		case model.Redone:
			out = append(out, variantsAt(t, f.Seq)...)
		}
	}
	return out
}

// variantsAt returns an event of the log, its version before amendments, and the
// redacted variants of both.
func variantsAt(t model.Table, seq uint64) []model.Event {
	for l := range t.LogFrom(seq) {
		if l.Event.Seq != seq {
			break
		}
		out := append([]model.Event{l.Event}, RedactedVariants(t, l.Event)...)
		if l.Was != nil {
			out = append(append(out, *l.Was), RedactedVariants(t, *l.Was)...)
		}
		return out
	}
	return nil
}
