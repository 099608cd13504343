package fairdice

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// end has the seeds of a session: its dice must fall again as they did.
func (c *Check) end(seq uint64, f model.SessionEnded) {
	if !c.on {
		return
	}
	c.report.Begun[len(c.report.Begun)-1].Seed = f.Seed
	if f.Seed == "" || c.gone {
		c.close()
		return
	}
	right := c.ended(seq, false, f.Seed, c.began.Fingerprint, f.Drawn)
	if !c.part { // a player has no seed of hidden dice
		right = c.ended(seq, true, f.Hidden, c.began.Hidden, f.HiddenDrawn) && right
	}
	if right {
		c.proved()
	}
	c.on, c.thrown = false, nil
}

// ended draws the dice of one stream by the seed that was shown, and reports whether that
// is the one whose fingerprint was told.
func (c *Check) ended(seq uint64, hidden bool, shown, print string, said int64) bool {
	var seed Seed
	if err := seed.UnmarshalText([]byte(shown)); err != nil {
		c.report.Add("event %d: %v", seq, err)
		return false
	}
	if seed.Fingerprint() != print {
		c.report.Add("event %d: the seed does not fit the fingerprint that was written before the dice", seq)
		return false
	}
	c.redraw(seed, hidden, said, fmt.Sprintf("event %d: ", seq))
	return true
}

// proved counts a session whose seed is the one whose fingerprint was told.
func (c *Check) proved() {
	added, passed := c.words.Names()
	c.report.proved(added, passed, len(c.mixes) > 0)
}

// notSaid is for a session that has not ended: nothing says how far its dice were drawn.
const notSaid = -1

// redraw draws the dice of one of the session's streams again, one throw after the other,
// as far as it was said to be drawn.
func (c *Check) redraw(seed Seed, hidden bool, said int64, where string) {
	dice := newStream(seed)
	for _, t := range c.thrown {
		switch {
		case t.draw == nil:
			if !hidden {
				c.report.Add("event %d: it does not say how its dice were thrown", t.seq)
			}
			return
		case t.draw.Hidden != hidden:
			continue
		case !c.mixTo(t.mix, &dice, hidden):
			return
		case !c.reach(&dice, t.draw.At):
			c.report.Add("event %d: its dice are said to stand at %d of the session's stream, but %d is next: a throw is missing, added or out of order", t.seq, t.draw.At, dice.drawn)
			return
		case !c.fall(t, &dice):
			return
		}
	}
	if c.mixTo(len(c.mixes), &dice, hidden) && said != notSaid && dice.drawn != said && !c.lacks(dice.drawn) {
		c.report.Add("%sthe session's dice were drawn %d times, but its log shows %d", where, said, dice.drawn)
	}
}

// reach brings a stream to a place: it stands there unless throws in between are not in
// the log. What a player has seen lacks none but those of which it says so: dice that not all
// may see have a stream of their own.
func (c *Check) reach(dice *stream, place int64) bool {
	return dice.drawn == place || c.lacks(dice.drawn) && dice.skipTo(place)
}

// fall throws one throw again.
func (c *Check) fall(t thrown, dice *stream) bool {
	d := engine.Dice{Low: t.draw.Low, High: t.draw.High, Again: t.draw.Again}
	for d.Count < len(t.answer.Faces) && d.String() != t.answer.Dice {
		d.Count++
	}
	asked := t.dice.Count == 0 || t.dice == d
	if d.Count == 0 || d.High < d.Low || d.String() != t.answer.Dice || d.Check(t.answer.Faces) != nil || !asked {
		c.report.Add("event %d: %.80s cannot have shown %.80s", t.seq, t.answer.Dice, t.answer.Faces)
		return false
	}
	if faces := dice.throw(d); !slices.Equal(faces, t.answer.Faces) {
		c.report.Add("event %d: %s shows %s, but the session's seed gives %s", t.seq, t.answer.Dice, t.answer.Faces, faces)
		return false
	}
	c.report.Dice += len(t.answer.Faces)
	return true
}

// mixTo mixes in the words that were mixed in before a throw, where they were.
func (c *Check) mixTo(times int, dice *stream, hidden bool) bool {
	for dice.mix < min(times, len(c.mixes)) {
		w := c.mixes[dice.mix]
		at := w.At
		if hidden {
			at = w.HiddenAt
		}
		// What was drawn between is not drawn again: the stream begins anew here.
		if at != dice.drawn && (at < dice.drawn || !c.lacks(dice.drawn)) {
			c.report.Add("words are said to be mixed in at %d of the session's stream, but %d is next: a throw is missing or added", at, dice.drawn)
			return false
		}
		dice.drawn = at
		dice.mixIn(w)
	}
	return true
}
