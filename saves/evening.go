package saves

import (
	"encoding/hex"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// thrown decides a command with the evening's dice. The first of them begin it.
func (d *draft) thrown(by model.Seat, c model.Command) ([]model.Fact, error) {
	threw, dice := false, d.dice.copy()
	throw := func(x engine.Dice, hidden bool) engine.Faces {
		threw = true
		if d.dice == nil {
			d.dice = newEvening(d.deps.Seed(), d.deps.Seed())
		}
		return d.dice.throw(x, hidden)
	}
	facts, err := decide.Decide(d.table, by, c, throw)
	switch {
	case err != nil || !threw:
		return facts, err
	case !d.dice.told:
		// The first dice of the evening: its fingerprints come before them, and
		// the command is decided again behind it, with the same dice.
		d.dice = d.dice.anew()
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

// nobodyLeft passes over those who are asked for a word at a table that nobody
// serves any more, and is refused at any other.
func (d *draft) nobodyLeft() error {
	if d.here != nil {
		return &model.Refused{Words: d.table.WaitsForWords()}
	}
	before := d.table
	for waits := d.table.Dice.Waits(); len(waits) > 0; waits = d.table.Dice.Waits() {
		if err := d.order(model.PassOver{Of: waits[0], Why: "nobody is here"}); err != nil {
			return err
		}
	}
	return d.mixIn(before)
}

// AskPlayers has the players asked for words, whenever an evening begins, who
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

// mixIn mixes in what players have added to the dice: when the last of those
// who were asked has, and when a scene begins.
func (d *draft) mixIn(before model.Table) error {
	now := d.table
	asked, scene := len(before.Dice.Waits()) > 0, now.Clock.Scene > before.Clock.Scene
	if d.dice == nil || !now.Dice.Fresh() || !asked && !scene {
		return nil
	}
	if err := d.order(model.MixDice{At: d.dice.open.drawn, HiddenAt: d.dice.hidden.drawn}); err != nil {
		return err
	}
	d.dice.mixIn(d.table.Dice)
	return nil
}

// begin begins an evening, unless one is under way.
func (d *draft) begin() error {
	if d.dice != nil {
		return &model.Refused{Words: "the session has already started"}
	}
	d.dice = newEvening(d.deps.Seed(), d.deps.Seed())
	return d.tell()
}

// tell writes the fingerprints of the evening's dice into the log.
func (d *draft) tell() error {
	if d.table.Open {
		// An evening whose seed is gone, as in an imported log.
		if err := d.order(model.EndEvening{}); err != nil {
			return err
		}
	}
	d.dice.told = true
	if err := d.order(model.BeginEvening{Fingerprint: d.dice.open.fingerprint(), Hidden: d.dice.hidden.fingerprint()}); err != nil {
		return err
	}
	return d.askPlayers()
}

// end ends the evening and shows its seeds.
func (d *draft) end(by model.Seat, end model.EndEvening) error {
	if d.dice == nil {
		return &model.Refused{Words: "no session has started yet: the first roll starts one"}
	}
	end = model.EndEvening{Seed: hex.EncodeToString(d.dice.open.seed[:]), Drawn: d.dice.open.drawn}
	if !d.dice.one {
		end.Hidden, end.HiddenDrawn = hex.EncodeToString(d.dice.hidden.seed[:]), d.dice.hidden.drawn
	}
	facts, err := decide.Decide(d.table, by, end, nil)
	if err != nil {
		return err
	}
	d.dice.ended, d.dice.changed = true, true
	return d.add(by, facts, end)
}
