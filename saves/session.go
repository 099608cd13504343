package saves

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves/fairdice"
)

// thrown decides a command with the session's dice. The first of them begin it.
func (d *draft) thrown(by model.Seat, c model.Command) ([]model.Fact, error) {
	threw, dice := false, d.dice.Clone()
	throw := func(x engine.Dice, hidden bool) engine.Faces {
		threw = true
		if d.dice == nil {
			d.dice = d.newDice()
		}
		return d.dice.Throw(x, hidden)
	}
	facts, err := decide.Decide(d.table, by, c, throw)
	switch {
	case err != nil || !threw:
		return facts, err
	case !d.dice.Began(d.table):
		// The first dice of the session: its fingerprints come before them, and
		// the command is decided again behind it, with the same dice.
		d.dice = fairdice.New(d.dice.Seeds())
		if err := d.tell(); err != nil {
			return nil, err
		}
		if why := d.table.WaitsForWords(); why != "" {
			d.stays = true
			return nil, &model.Refused{Words: "throw again soon: " + why}
		}
	case d.table.WaitsForWords() != "":
		d.dice = dice
		if err := d.nobodyLeft(); err != nil {
			return nil, err
		}
	default:
		return facts, nil
	}
	return decide.Decide(d.table, by, c, throw)
}

// newDice gives the dice of a new session.
func (d *draft) newDice() *fairdice.Session {
	return fairdice.New(fairdice.Seeds{Open: d.deps.Seed(), Hidden: d.deps.Seed()})
}

// nobodyLeft passes over those who are asked for a word at a table that nobody
// serves any more, and is refused at any other.
func (d *draft) nobodyLeft() error {
	if d.here != nil {
		return &model.Refused{Words: d.table.WaitsForWords()}
	}
	for waits := d.table.Dice.Asked(); len(waits) > 0; waits = d.table.Dice.Asked() {
		if err := d.order(model.PassOver{Of: waits[0], Why: "nobody is here"}); err != nil {
			return err
		}
	}
	return d.mixIn()
}

// AskPlayers has the players asked for words, whenever a session begins, who
// are here then; nil: nobody is. here must call nothing of the table.
func (l *Live) AskPlayers(here func() []model.Seat) {
	l.write.Lock()
	defer l.write.Unlock()
	l.here = here
}

// askPlayers asks those who are here for words.
func (d *draft) askPlayers() error {
	if d.here == nil {
		return nil
	}
	err := d.order(model.AskWords{Order: d.here()})
	if isA[*model.Refused](err) {
		return nil // nobody is here
	}
	return err
}

// mixInAfter mixes in what players have added to the dice where it is time: when the
// last of those who were asked has, and when a scene begins.
func (d *draft) mixInAfter(before model.Table) error {
	asked, scene := len(before.Dice.Asked()) > 0, d.table.Clock.Scene > before.Clock.Scene
	if asked || scene {
		return d.mixIn()
	}
	return nil
}

// mixIn mixes in what players have added to the dice.
func (d *draft) mixIn() error {
	if d.dice == nil || !d.table.Dice.HasNew() {
		return nil
	}
	return d.order(d.dice.Mix())
}

// begin begins a session, unless one is under way.
func (d *draft) begin() error {
	if d.dice != nil {
		return &model.Refused{Words: "the session has already started"}
	}
	d.dice = d.newDice()
	return d.tell()
}

// tell writes the fingerprints of the session's dice into the log. They begin it or,
// where the seeds of the one under way are not here, as in a copy, go on with it.
func (d *draft) tell() error {
	if err := d.keepSeeds(); err != nil {
		return err
	}
	if err := d.order(d.dice.Seeds().Begin()); err != nil {
		return err
	}
	return d.askPlayers()
}

// end ends the session and shows its seeds, if they are here.
func (d *draft) end(by model.Seat) error {
	var end model.EndSession
	switch {
	case d.dice != nil:
		end = d.dice.End()
	case !d.table.Open:
		return &model.Refused{Words: "no session has started yet: the first roll starts one"}
	}
	facts, err := decide.Decide(d.table, by, end, nil)
	if err != nil {
		return err
	}
	if err := d.add(by, facts, end); err != nil {
		return err
	}
	d.dice = nil
	return nil
}
