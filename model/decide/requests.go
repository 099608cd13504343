package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxRequests is how many open requests one seat may have.
const maxRequests = 20

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
		return model.Refuse("you already have %d open requests: wait for the gamemaster", n)
	}
	a.ID = d.id("q")
	d.emit(model.RequestMade{Request: a})
	return nil
}

// requestInWords sends a request in the player's own words.
func (d *decision) requestInWords(c model.MakeRequest) error {
	text := d.text("the request", c.Text, 300)
	switch {
	case d.by.IsGamemaster():
		return model.Refuse("the gamemaster does not need to ask")
	case text == "":
		return model.Refuse("what are you asking for?")
	}
	return d.request(model.Request{Text: text})
}

// settleRequest grants or refuses a request. A granted request is decided with the
// table as it is now.
func (d *decision) settleRequest(c model.SettleRequest) error {
	i := slices.IndexFunc(d.t.State.Requests, func(a model.Request) bool { return a.ID == c.ID })
	if i < 0 {
		return &Stale{"that request has already been answered"}
	}
	a := d.t.State.Requests[i]
	if c.Refuse {
		d.emit(model.RequestSettled{Request: a, Why: d.line("the reason", c.Why, model.LongestReason)})
		return nil
	}
	var err error
	switch {
	case a.Sheet != nil:
		// The amount is granted, whatever the sheet says by now: three points of damage
		// stay three.
		err = d.write(model.Write{Who: a.Sheet.Who, System: a.Sheet.System, Set: a.Sheet.Changes, Why: a.Sheet.Why})
	case a.Page != nil:
		err = d.putPage(model.PutPage{Who: a.Page.Who, System: a.Page.System, Page: a.Page.Page, Why: a.Page.Why})
	case a.Roll != nil:
		begin := func() error { return d.begin(*a.Roll) }
		if who, here := d.t.Character(a.Roll.Who); here && !a.By.Owns(who) {
			err = begin() // what it does to somebody else's character is done by the gamemaster
		} else {
			err = d.grantRoll(a.By, begin)
		}
	case a.Group != nil:
		err = d.grantRoll(a.By, func() error { return d.together(*a.Group) })
	case a.Joins != nil:
		var who model.Character
		if who, err = d.newCharacter(*a.Joins); err == nil {
			d.addCharacters([]model.Character{who})
		}
	case len(a.Undo) > 0:
		if err := d.undoRequested(a.Undo); err != nil {
			return err
		}
	case a.Text != "": // the gamemaster has done it or answers in words
	default:
		err = model.Refuse("this version does not know what was requested")
	}
	if err != nil {
		return err
	}
	d.emit(model.RequestSettled{Request: a, Granted: true})
	return nil
}

// grantRoll begins requested rolls as the player who requested them.
func (d *decision) grantRoll(by model.Seat, begin func() error) error {
	gm := d.by
	d.by, d.granted = by, true
	err := begin()
	d.by, d.granted = gm, false
	return err
}

// requestJoin asks the gamemaster to admit a character that a player has made. It belongs
// to the player and is one of the heroes.
func (d *decision) requestJoin(c model.Join) error {
	if len(c.More) > 0 {
		return model.Refuse("players add one character at a time")
	}
	who := c.Character
	name, err := cleanName(who.Name)
	if err != nil {
		return err
	}
	// What else a file may say of a character is the gamemaster's to give.
	who = model.Character{Name: name, Owner: d.by.Key(), Side: engine.Heroes, Typed: who.Typed, Notes: d.text("the notes", who.Notes, model.LongestNote), Pages: who.Pages}
	pages := map[string]engine.Page{}
	for _, sys := range who.Systems() {
		if pages[sys], err = cleanPage(d.t, sys, who.Pages[sys]); err != nil {
			return err
		}
	}
	who.Pages = pages
	return d.request(model.Request{Joins: &who})
}
