package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxRequests is how many open requests one seat may have.
const maxRequests = 20

// Requests returns the open requests of players, the oldest first.
func Requests(t model.Table) []model.Request { return slices.Clone(t.State.Requests) }

// PlayersKeepSheets reports whether players may change the numbers of their own
// sheets.
func PlayersKeepSheets(t model.Table) bool { return t.State.PlayersKeepSheets }

// request sends a request to the gamemaster.
func (d *decision) request(a model.Request) error {
	a.By = d.by
	n := 0
	for _, o := range d.t.State.Requests {
		if o.By == a.By {
			n++
		}
	}
	if n >= maxRequests {
		return model.Refuse("you have asked for %d things already: wait for the gamemaster", n)
	}
	a.ID = d.id("q")
	d.emit(model.RequestMade{Ask: a})
	return nil
}

// requestInWords sends a request in the player's own words.
func (d *decision) requestInWords(c model.MakeRequest) error {
	text := model.CleanText(c.Text, 300)
	switch {
	case d.by.IsGamemaster():
		return model.Refuse("the gamemaster need not ask")
	case text == "":
		return model.Refuse("what do you ask for?")
	}
	return d.request(model.Request{Text: text})
}

// settleRequest grants or refuses a request. A granted request is decided with the
// table as it is now.
func (d *decision) settleRequest(c model.SettleRequest) error {
	i := slices.IndexFunc(d.t.State.Requests, func(a model.Request) bool { return a.ID == c.ID })
	if i < 0 {
		return &Stale{"that has been settled already"}
	}
	a := d.t.State.Requests[i]
	if c.Refuse {
		d.emit(model.RequestSettled{Ask: a, Why: model.Clean(c.Why, 200)})
		return nil
	}
	var err error
	switch {
	case a.Sheet != nil:
		// By how much: three points of damage stay three.
		err = d.write(model.Write{Who: a.Sheet.Who, System: a.Sheet.System, Set: a.Sheet.Changes, Why: a.Sheet.Why})
	case a.Page != nil:
		err = d.putPage(model.PutPage{Who: a.Page.Who, System: a.Page.System, Page: a.Page.Page, Why: a.Page.Why})
	case a.Joins != nil:
		err = d.addCharacter(*a.Joins)
	case len(a.Undo) > 0:
		if err := d.undoRequested(a.Undo); err != nil {
			return err
		}
	case a.Text != "": // the gamemaster has done it, or says that it is so
	default:
		err = model.Refuse("this version does not know what was asked for")
	}
	if err != nil {
		return err
	}
	d.emit(model.RequestSettled{Ask: a, Granted: true})
	return nil
}

// undoRequested undoes the events of a request, the newest first, with the events that
// followed from them.
func (d *decision) undoRequested(seqs []uint64) error {
	var act []model.Event
	for _, seq := range seqs {
		e, there := d.t.FindUndoable(seq)
		if !there {
			return model.Refuse("that has been taken back already")
		}
		act = append(act, e)
	}
	act = d.t.WithAnswers(act)
	if slices.ContainsFunc(act, func(e model.Event) bool { return hasTakenEffect(d.t, e) }) {
		return model.Refuse("that has come to pass since: undo goes back behind it, or say no")
	}
	for _, e := range act {
		d.emit(model.Undone{Seq: e.Seq})
	}
	return nil
}

// handOver sets whether players may change the numbers of their own sheets.
func (d *decision) handOver(c model.HandOver) error {
	if c.Sheets == d.t.State.PlayersKeepSheets {
		return model.Refuse("that is so already")
	}
	d.emit(model.SheetsHandedOver(c))
	return nil
}

// mayWrite reports whether the seat may make these changes without a request. A player
// may, on an own sheet, if players keep their sheets or no change is a number.
func (d *decision) mayWrite(who *model.Character, s *engine.System, all []model.Change) bool {
	switch {
	case d.by.IsGamemaster():
		return true
	case !d.by.Owns(who):
		return false
	case d.t.State.PlayersKeepSheets:
		return true
	}
	return !slices.ContainsFunc(all, func(c model.Change) bool {
		sp, ok := s.Sheet.Field(c.Field)
		return !ok || sp.Kind != engine.Text || c.To.Kind() != engine.Text && !c.To.IsNone()
	})
}

// visibleCharacter returns a character that the seat sees.
func (d *decision) visibleCharacter(id string) (*model.Character, error) {
	c, ok := d.t.Character(id)
	if !ok || !d.by.Sees(c) {
		return nil, model.Refuse("nobody here has the id %q", id)
	}
	return c, nil
}

// requestJoin asks the gamemaster to admit a character that a player has made. The
// player owns it, and its side is the heroes.
func (d *decision) requestJoin(c model.Join) error {
	if len(c.More) > 0 {
		return model.Refuse("a player brings one character at a time")
	}
	who := c.Character
	var err error
	if who.Name, err = cleanName(who.Name); err != nil {
		return err
	}
	who.ID, who.Owner, who.Hidden, who.Left, who.Shown, who.Guard = "", d.by.Key(), false, false, "", false
	who.Notes, who.Side = model.CleanText(who.Notes, model.LongestNote), engine.Heroes
	pages := map[string]engine.Page{}
	for _, sys := range who.Systems() {
		if pages[sys], err = cleanPage(d.t, sys, who.Pages[sys]); err != nil {
			return err
		}
	}
	who.Pages = pages
	return d.request(model.Request{Joins: &who})
}

// undoOwn undoes a player's newest act, if it threw no dice and nobody else took part.
// Otherwise it becomes a request.
func (d *decision) undoOwn(c model.Undo) error {
	all := d.t.ActLately(d.by)
	if c.Seq != 0 {
		if e, ok := d.t.FindUndoable(c.Seq); !ok || e.By != d.by {
			return model.Refuse("that was not yours: ask the gamemaster to take it back")
		}
		all = d.t.ActFrom(func(e model.Event) bool { return e.Seq == c.Seq })
	}
	if len(all) == 0 {
		return model.Refuse("there is nothing of yours to undo: for what is long past ask the gamemaster")
	}
	if !c.Act {
		all = all[:1]
	}
	var seqs []uint64
	own := true
	for _, e := range all {
		seqs = append(seqs, e.Seq)
		own = own && d.mayUndo(e) == nil
	}
	if !own {
		if slices.ContainsFunc(all, func(e model.Event) bool { return hasTakenEffect(d.t, e) }) {
			return model.Refuse("that has come to pass since: only the gamemaster goes back behind it")
		}
		if slices.ContainsFunc(d.t.State.Requests, func(a model.Request) bool { return slices.Equal(a.Undo, seqs) }) {
			return model.Refuse("the gamemaster has been asked to take that back already")
		}
		return d.request(model.Request{Undo: seqs})
	}
	for _, seq := range seqs {
		d.emit(model.Undone{Seq: seq})
	}
	return nil
}

// hasTakenEffect reports whether a pending action that an event put on the timeline is
// no longer there. It has happened then, and undo of its beginning would not take it
// back.
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

// maxMessage is the greatest length of a message, in characters.
const maxMessage = 500

func (d *decision) message(c model.Say) error {
	text := model.CleanText(c.Text, maxMessage)
	switch {
	case text == "":
		return model.Refuse("the message is empty")
	case c.To == d.by:
		return model.Refuse("that is you")
	case c.To != model.Seat{} && !c.To.IsKnown():
		return model.Refuse("nobody sits there")
	}
	c.To.Name, c.To.ID = model.Clean(c.To.Name, model.LongestName), model.Clean(c.To.ID, model.LongestName)
	d.emit(model.MessageSent{From: d.by, Text: text, To: c.To})
	return nil
}
