package decide

import (
	"slices"

	"example.org/fray/model"
)

// Halt is where playing again can't go on.
type Halt struct {
	Event uint64 // which could not be played to its end, or not begun
	Roll  string // that asks what was not asked then, "" for none
	Own   bool   // the roll is of the act itself: new dice may fall for it
	Words string
}

// Amended gives the table as it would be once an act was played again, and where
// it would stop; nil where it would not. No dice are thrown: new ones of the act
// are such a stop. The error is a *Refused.
func Amended(t model.Table, c model.Amend) (model.Table, *Halt, error) {
	f, halt, err := playAgain(t, c, nil)
	if err != nil {
		return t, nil, err
	}
	by := model.Seat{Role: model.GM}
	return t.Apply(model.Event{Seq: t.Seq() + 1, By: by, Facts: []model.Fact{f}}), halt, nil
}

// ActOf gives the act that an event of the log belongs to: the event that began
// it and what was wanted, as it holds; or why it can't be played again.
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
	e, why := mayAgain(t, at)
	return e, why
}

// mayAgain finds an event that can be played again, or says why not.
func mayAgain(t model.Table, seq uint64) (model.Event, string) {
	if t.SeatView != nil {
		return model.Event{}, "only the gamemaster sets right what was done"
	}
	for l := range t.Log() {
		if slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool { _, ok := f.(model.EveningEnded); return ok }) {
			return model.Event{}, "that was in an evening that is over: what is written of it stays"
		}
		switch {
		case l.Event.Seq > seq:
			continue
		case l.Event.Seq < seq:
		case l.Undone:
			return model.Event{}, "that is taken back"
		case !model.Keeps(l.Event.Did) && !byHand(l.Event):
			return model.Event{}, "that is nothing that could be otherwise"
		default:
			if !model.Keeps(l.Event.Did) {
				l.Event.Did = nil
			}
			return l.Event, ""
		}
		break
	}
	return model.Event{}, "there is no such act"
}

// byHand reports whether an event is a change of a sheet by hand.
func byHand(e model.Event) bool {
	return len(e.Facts) == 1 && slices.ContainsFunc(e.Facts, func(f model.Fact) bool { _, ok := f.(model.SheetWritten); return ok })
}

func (d *decision) setRight(c model.Amend) error {
	f, halt, err := playAgain(d.t, c, d.throw)
	switch {
	case err != nil:
		return err
	case halt != nil && !c.Stop:
		return model.Refuse("%s", halt.Words)
	}
	d.say(f)
	return nil
}

// AsOf gives the table as it stood before an event, as far as that holds now;
// false where the log does not reach back.
func AsOf(t model.Table, seq uint64) (model.Table, bool) {
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
	for _, e := range all {
		if e.Seq >= seq {
			break
		}
		out.AppendEvent(e)
		out.Fold(e)
	}
	return out, true
}

// ByHand gives what a fact wrote on whose sheet by hand; nothing for others.
func ByHand(t model.Table, f model.Fact) (who, system string, changes []model.Change) {
	w, ok := f.(model.SheetWritten)
	if !ok {
		return "", "", nil
	}
	return w.Who, w.System, w.Changes
}
