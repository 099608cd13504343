package decide

import (
	"slices"

	"example.org/fray/model"
)

// StopPoint says where the replay of an amended act stopped.
type StopPoint struct {
	Event uint64 // the event that could not be played, or not to its end
	Roll  string // the roll that asks something that was not asked then; "" if no roll does
	OfAct bool   // the roll belongs to the act itself, so new dice may be thrown for it
	Words string
}

// PreviewAmendment returns the table as it would be after an act was amended, and where
// the replay would stop; the stop point is nil if it would run to the end. No dice are
// thrown: where the act needs new ones the replay stops. The error is a *Refused.
func PreviewAmendment(t model.Table, c model.Amend) (model.Table, *StopPoint, error) {
	f, halt, err := replayFrom(t, c, nil)
	if err != nil {
		return t, nil, err
	}
	by := model.Seat{Role: model.GM}
	return t.Apply(model.Event{Seq: t.Seq() + 1, By: by, Facts: []model.Fact{f}}), halt, nil
}

// ActOf returns the event that began the act to which an event of the log belongs,
// with its amendments applied. If the act cannot be amended it returns the reason.
func ActOf(t model.Table, seq uint64) (model.Event, string) {
	at, open := uint64(0), map[string]bool{}
	for l := range t.LogFrom(seq) {
		if l.Event.Seq != seq && len(open) == 0 {
			break
		}
		if l.Event.Seq == seq {
			for _, f := range l.Event.Facts {
				switch f := f.(type) {
				case model.Answered:
					open[f.Roll] = true
				case model.Finished:
					open[f.Roll.ID] = true
				}
			}
			at = seq
		}
		for _, f := range l.Event.Facts {
			if o, ok := f.(model.Opened); ok && open[o.Roll.ID] {
				delete(open, o.Roll.ID)
				at = l.Event.Seq
			}
		}
	}
	e, why := findAmendable(t, at)
	return e, why
}

// findAmendable returns an event that can be amended, with its amendments applied, or
// the reason why it cannot be amended.
func findAmendable(t model.Table, seq uint64) (model.Event, string) {
	if t.SeatView != nil {
		return model.Event{}, "only the gamemaster can correct past acts"
	}
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			switch f := f.(type) {
			case model.SessionEnded:
				return model.Event{}, "that was in an earlier session, which can no longer be corrected"
			case model.SessionBegan:
				if f.GoesOn && l.Event.Seq > seq {
					return model.Event{}, "that was before the table was copied or restored, with other dice: it can no longer be corrected"
				}
			}
		}
		switch {
		case l.Event.Seq > seq:
			continue
		case l.Event.Seq < seq:
		case l.Undone:
			return model.Event{}, "that was undone"
		case !model.IsStored(l.Event.Did) && !isHandChange(l.Event), settles(l.Event):
			return model.Event{}, "nothing in that can be corrected"
		default:
			if !model.IsStored(l.Event.Did) {
				l.Event.Did = nil
			}
			return l.Event, ""
		}
		break
	}
	return model.Event{}, "there is no such act"
}

// settles reports whether an event is the answer to a request.
func settles(e model.Event) bool {
	_, is := e.Did.(model.SettleRequest)
	return is
}

// isHandChange reports whether an event is a change of a sheet by hand.
func isHandChange(e model.Event) bool {
	return len(e.Facts) == 1 && slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, ok := f.(model.SheetWritten); return ok })
}

func (d *decision) amend(c model.Amend) error {
	f, halt, err := replayFrom(d.t, c, d.throw)
	switch {
	case err != nil:
		return err
	case halt != nil && !c.Stop:
		return model.Refuse("%s", halt.Words)
	}
	d.emit(f)
	return nil
}

// Before returns the table as it was before an event, with the amendments that hold
// now. It returns false if the log does not reach back that far.
func Before(t model.Table, seq uint64) (model.Table, bool) {
	if t.SeatView != nil {
		return t, false
	}
	out := t
	out.Revision = new(model.Revision)
	from, all := t.EventsFrom(seq)
	if from != nil {
		out.State, out.Newest = *from.Before, from.Previous
	} else {
		was, events, ok := t.StateBefore(seq)
		if !ok {
			return t, false
		}
		all, out.State, out.ColdUpTo = events, was, events[0].Seq-1
		out.Newest = &model.LogEntry{Event: model.Event{Seq: out.ColdUpTo}}
	}
	out = out.WithRulebooksOf(t.InState(out.State))
	for _, e := range all {
		if e.Seq >= seq {
			break
		}
		out.AppendEvent(e)
		out.Fold(e)
	}
	return out, true
}

// HandChanges returns the character, the rulebook and the changes of a fact that
// changed a sheet by hand, and nothing for other facts.
func HandChanges(f model.Fact) (who, system string, changes []model.Change) {
	w, ok := f.(model.SheetWritten)
	if !ok {
		return "", "", nil
	}
	return w.Who, w.System, w.Changes
}
