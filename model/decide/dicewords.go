package decide

import (
	"slices"

	"example.org/fray/model"
)

// diceWords decides the commands about players' words for the dice.
func (d *decision) diceWords(c model.Command) error {
	w := d.t.Dice
	waits := w.Asked()
	if !d.t.Open {
		return model.Refuse("no session has started yet: the first roll starts one")
	}
	switch c := c.(type) {
	case model.AddWord:
		return d.addWord(c, waits)
	case model.AskWords:
		return d.askWords(c, waits)
	case model.PassOver:
		if len(waits) == 0 || waits[0] != c.Of {
			return &Stale{"somebody has already answered that"}
		}
		d.emit(model.WordPassed{Of: namedSeat(d.t, c.Of), Why: d.line("the reason", c.Why, model.LongestWord)})
	case model.MixDice:
		if !w.HasNew() {
			return model.Refuse("there are no new words to add to the dice")
		}
		d.emit(model.DiceMixed{Steps: len(w.Steps), At: c.At, HiddenAt: c.HiddenAt})
	}
	return nil
}

func (d *decision) addWord(c model.AddWord, waits []model.Seat) error {
	text := d.line("the word", c.Text, model.LongestWord)
	switch {
	case d.by.Role != model.Player:
		return model.Refuse("only players add words to the dice, not the gamemaster")
	case len(waits) > 0 && waits[0] != d.by && slices.Contains(waits, d.by):
		return model.Refuse("it is the turn of %s: yours comes later", d.t.SeatName(waits[0]))
	case len(waits) > 0 && waits[0] != d.by:
		return model.Refuse("others are being asked now: add yours afterwards, for the next scene")
	case text == "":
		return model.Refuse("type a word, or any keys")
	case len(waits) == 0 && d.t.Dice.UnmixedWord(d.by) != "":
		return model.Refuse("your word has been added already; it counts from the next scene")
	}
	d.emit(model.WordAdded{From: namedSeat(d.t, d.by), Text: text})
	return nil
}

func (d *decision) askWords(c model.AskWords, waits []model.Seat) error {
	var order []model.SeatName
	for _, s := range c.Order {
		if s.Role == model.Player && s.IsKnown() && !slices.Contains(order, namedSeat(d.t, s)) && d.t.Dice.UnmixedWord(s) == "" && len(order) < model.MostAsked {
			order = append(order, namedSeat(d.t, s))
		}
	}
	switch {
	case len(waits) > 0:
		return model.Refuse("%s is already being asked for a word", d.t.SeatName(waits[0]))
	case len(order) == 0:
		return model.Refuse("no player is here to add a word to the dice")
	}
	d.emit(model.WordsAsked{Order: order})
	return nil
}

// namedSeat returns a seat with its present name.
func namedSeat(t model.Table, s model.Seat) model.SeatName {
	return model.SeatName{Seat: s, Name: t.SeatName(s)}
}
