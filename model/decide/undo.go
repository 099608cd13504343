package decide

import (
	"slices"

	"example.org/fray/model"
)

func (d *decision) undo(c model.Undo) error {
	if !d.by.IsGamemaster() {
		return d.undoOwn(c)
	}
	e, ok := d.t.NextUndo()
	if c.Seq != 0 {
		e, ok = d.t.FindUndoable(c.Seq)
	}
	if !ok {
		return model.Refuse("there is nothing to undo")
	}
	all := []model.Event{e}
	if c.Act && c.Seq == 0 {
		all = d.t.NextAct()
	}
	if err := undoes(all, c); err != nil {
		return err
	}
	for _, e := range all {
		d.emit(model.Undone{Seq: e.Seq})
	}
	for _, a := range d.t.State.Requests { // a request for what was undone is granted with it
		if len(a.Undo) > 0 && !slices.ContainsFunc(a.Undo, func(seq uint64) bool {
			return !slices.ContainsFunc(all, func(e model.Event) bool { return e.Seq == seq })
		}) {
			d.emit(model.RequestSettled{Request: a, Granted: true})
		}
	}
	return nil
}

// undoes refuses an undo if the event that the sender means is not among those that it would
// undo.
func undoes(all []model.Event, c model.Undo) error {
	if c.Of != "" && !slices.ContainsFunc(all, func(e model.Event) bool { return model.EventID(e) == c.Of }) {
		return &Stale{"something else was done meanwhile: look again at what would be undone"}
	}
	return nil
}

// undoOwn undoes a player's newest act, if it threw no dice and nobody else took part.
// Otherwise it becomes a request.
func (d *decision) undoOwn(c model.Undo) error {
	if c.Seq != 0 {
		return model.Refuse("only the gamemaster undoes an event by its number")
	}
	all := d.t.ActLately(d.by)
	if len(all) == 0 {
		return model.Refuse("you have nothing recent to undo: for older acts, ask the gamemaster")
	}
	if !c.Act {
		all = all[:1]
	}
	if err := undoes(all, c); err != nil {
		return err
	}
	var seqs []uint64
	own := true
	for _, e := range all {
		seqs = append(seqs, e.Seq)
		own = own && d.mayUndo(e) == nil
	}
	if !own {
		if slices.ContainsFunc(all, func(e model.Event) bool { return hasTakenEffect(d.t, e) }) {
			return model.Refuse("time has moved on since: only the gamemaster can undo that")
		}
		if slices.ContainsFunc(d.t.State.Requests, func(a model.Request) bool { return slices.Equal(a.Undo, seqs) }) {
			return model.Refuse("the gamemaster has already been asked to undo that")
		}
		return d.request(model.Request{Undo: seqs})
	}
	for _, seq := range seqs {
		d.emit(model.Undone{Seq: seq})
	}
	return nil
}

// undoRequested undoes the events of a request, the newest first, with the events that
// followed from them.
func (d *decision) undoRequested(seqs []uint64) error {
	var act []model.Event
	for _, seq := range seqs {
		e, there := d.t.FindUndoable(seq)
		if !there {
			return model.Refuse("that has already been undone")
		}
		act = append(act, e)
	}
	act = d.t.WithAnswers(act)
	if slices.ContainsFunc(act, func(e model.Event) bool { return hasTakenEffect(d.t, e) }) {
		return model.Refuse("that has happened meanwhile: undo it first, or refuse the request")
	}
	for _, e := range act {
		d.emit(model.Undone{Seq: e.Seq})
	}
	return nil
}

// hasTakenEffect reports whether a pending action that an event put on the timeline is no
// longer there. Then it has happened, and undoing its beginning would not reverse it.
func hasTakenEffect(t model.Table, e model.Event) bool {
	for _, f := range e.Facts {
		end, ok := f.(model.Finished)
		if !ok {
			continue
		}
		for _, p := range end.Later {
			if !slices.ContainsFunc(t.State.Pending, func(now model.Pending) bool { return now.ID == p.ID }) {
				return true
			}
		}
	}
	return false
}

func (d *decision) redo() error {
	k := d.t.RedoStack
	if k == nil {
		return model.Refuse("there is nothing to redo")
	}
	for with := k.Act; k != nil && k.Act == with; k = k.Next {
		if !d.by.IsGamemaster() && k.Event.By != d.by {
			return model.Refuse("that was not yours: ask the gamemaster to redo it")
		}
		d.emit(model.Redone{Seq: k.Event.Seq})
	}
	return nil
}
