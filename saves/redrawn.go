package saves

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// end has the seeds of an evening: its dice must fall again as they did.
func (c *diceCheck) end(seq uint64, f model.EveningEnded) {
	if !c.on {
		return
	}
	if f.Seed == "" || c.gone {
		c.close()
		return
	}
	right := c.seeded(seq, false, f.Seed, c.began.Fingerprint, f.Drawn)
	// Of hidden dice a player has no seed; nor had older logs.
	if !c.part && (f.Hidden != "" || c.began.Hidden != "" || c.hidden()) {
		right = c.seeded(seq, true, f.Hidden, c.began.Hidden, f.HiddenDrawn) && right
	}
	if right {
		c.proved()
	}
	c.on, c.thrown = false, nil
}

// hidden reports whether dice of the evening are said to be of its second
// stream.
func (c *diceCheck) hidden() bool {
	return slices.ContainsFunc(c.thrown, func(t throwDone) bool { return t.draw != nil && t.draw.Hidden })
}

// seeded draws the dice of one stream by the seed that was shown, and reports
// whether that is the one whose fingerprint was told.
func (c *diceCheck) seeded(seq uint64, hidden bool, seed, print string, said int64) bool {
	raw, err := hex.DecodeString(seed)
	switch {
	case err != nil || len(raw) != 32:
		c.report.wrong("event %d: %q is no seed", seq, seed)
		return false
	case fingerprint(raw) != print:
		c.report.wrong("event %d: the seed does not fit the fingerprint that was written before the dice", seq)
		return false
	}
	if drawn, ok := c.draw([32]byte(raw), hidden); ok && (said > 0 || hidden) && drawn != said && len(c.report.Missing) == 0 && !c.part {
		c.report.wrong("event %d: the evening's dice were drawn %d times, but its log shows %d", seq, said, drawn)
	}
	return true
}

// draw draws the dice of one of the evening's streams again, one throw after
// the other, and gives how far that came.
func (c *diceCheck) draw(seed [32]byte, hidden bool) (int64, bool) {
	dice := newStream(seed)
	placed := len(c.thrown) > 0 && c.thrown[0].draw != nil
	for _, t := range c.thrown {
		if (t.draw != nil) != placed {
			c.report.wrong("event %d: it does not say how its dice were thrown, as the others of the evening do", t.seq)
			return 0, false
		}
		if hidden != (placed && t.draw.Hidden) {
			continue
		}
		if !c.mixTo(t.mix, &dice, hidden) {
			return 0, false
		}
		if placed && t.draw.At != dice.drawn {
			if len(c.report.Missing) == 0 && !c.part || t.draw.At < dice.drawn {
				c.report.wrong("event %d: its dice are said to stand at %d of the evening's stream, but %d is next: a throw is missing, added or out of order", t.seq, t.draw.At, dice.drawn)
				return 0, false
			}
			dice.skip(t.draw.At - dice.drawn)
		}
		if !c.fall(t, &dice) {
			return 0, false
		}
	}
	return dice.drawn, c.mixTo(len(c.mixes), &dice, hidden)
}

// fall throws one throw again.
func (c *diceCheck) fall(t throwDone, dice *stream) bool {
	sides := sidesOf(t.answer.Dice)
	if sides == 0 {
		c.report.wrong("event %d: %q are no dice", t.seq, t.answer.Dice)
		return false
	}
	low, known := 0, false
	switch {
	case t.draw != nil:
		low, known = t.draw.Low, true
		d := engine.Dice{Count: max(1, countOf(t.answer.Dice)), Low: low, High: t.draw.High, Again: t.draw.Again}
		if d.String() != t.answer.Dice || d.Check(t.answer.Faces) != nil || t.dice.Count > 0 && (t.dice.Low != d.Low || t.dice.High != d.High || t.dice.Again != d.Again) {
			c.report.wrong("event %d: %s cannot have shown %s", t.seq, t.answer.Dice, t.answer.Faces)
			return false
		}
	case t.dice.Count > 0 && t.dice.String() == t.answer.Dice:
		low, known = t.dice.Low, true
		if t.dice.Check(t.answer.Faces) != nil {
			c.report.wrong("event %d: %s cannot have shown %s", t.seq, t.answer.Dice, t.answer.Faces)
			return false
		}
	}
	// In older logs dice called d10 have the faces 1 to 10 or 0 to 9, but the
	// same question always throws the same ones.
	key := t.system + "/" + t.answer.ID + "/" + t.answer.Dice
	for _, face := range t.answer.Faces {
		drawn := dice.die(sides)
		if !known {
			if low, known = c.lows[key]; !known {
				low, known = max(0, min(face-drawn, 1)), true
				c.lows[key] = low
			}
		}
		if face-drawn != low {
			c.report.wrong("event %d: %s shows %d, but the evening's seed gives %d", t.seq, t.answer.Dice, face, drawn+low)
			return false
		}
		c.report.Dice++
	}
	return true
}

func countOf(dice string) int {
	var count, sides int
	_, _ = fmt.Sscanf(dice, "%dd%d", &count, &sides) // 0 when it cannot be read
	return count
}

// close ends an evening without a seed: nobody can check its dice.
func (c *diceCheck) close() {
	if c.on && len(c.thrown) > 0 {
		c.report.Open++
	}
	c.on, c.thrown = false, nil
}

// over ends the check: the evening that is still under way has its seeds in the
// file.
func (c *diceCheck) over(b *book) {
	var kept *evening
	if b != nil {
		var err error
		if kept, err = b.readEvening(c.words); err != nil {
			c.report.note(explain(b.path, err))
		}
	}
	if kept == nil || c.gone {
		c.close()
		return
	}
	hidden := ""
	if !kept.one {
		hidden = kept.hidden.fingerprint()
	}
	if !c.on || kept.open.fingerprint() != c.began.Fingerprint || hidden != c.began.Hidden {
		c.report.wrong("the seed kept for the evening does not fit its fingerprint")
		return
	}
	c.proved()
	for _, s := range []struct {
		stream
		hidden bool
	}{{kept.open, false}, {kept.hidden, true}} {
		if drawn, ok := c.draw(s.seed, s.hidden); ok && drawn != s.drawn && len(c.report.Missing) == 0 {
			c.report.wrong("the evening's dice were drawn %d times, but its log shows %d", s.drawn, drawn)
		}
	}
}

// threw takes in dice that the program threw.
func (c *diceCheck) threw(t throwDone) {
	t.mix = c.words.Times
	switch {
	case len(c.words.Waits()) > 0:
		c.amiss(t.seq, "dice fell while players were still asked for words")
	case t.draw != nil && t.draw.Mix != t.mix:
		c.amiss(t.seq, fmt.Sprintf("its dice are said to fall when words had been mixed in %d times, but they were %d times", t.draw.Mix, t.mix))
	}
	c.thrown = append(c.thrown, t)
}

// word takes in what players add to the dice.
func (c *diceCheck) word(seq uint64, f model.Fact) {
	now, why, lost := c.words.After(f)
	if !c.on && len(now.Steps) > 0 {
		why = "words are added to the dice of no evening"
	}
	if why += lost; why != "" {
		if lost != "" {
			why = "it has lost " + lost
		}
		c.amiss(seq, why)
	}
	if c.words = now; now.Times > len(c.mixes) {
		c.mixes = append(c.mixes, now)
	}
}

// amiss says what is wrong with words. Where events are missing it may be that,
// and then the evening cannot be checked.
func (c *diceCheck) amiss(seq uint64, why string) {
	if c.gone = true; len(c.report.Missing) == 0 {
		c.report.wrong("event %d: %s", seq, why)
	}
}

// mixTo mixes in the words that were mixed in before a throw, where they were.
func (c *diceCheck) mixTo(times int, dice *stream, hidden bool) bool {
	for dice.mix < min(times, len(c.mixes)) {
		w := c.mixes[dice.mix]
		at := w.At
		if hidden {
			at = w.HiddenAt
		}
		if at != dice.drawn {
			if len(c.report.Missing) == 0 && !c.part || at < dice.drawn {
				c.report.wrong("words are said to be mixed in at %d of the evening's stream, but %d is next: a throw is missing or added", at, dice.drawn)
				return false
			}
			dice.drawn = at
		}
		dice.mixIn(w)
	}
	return true
}

// proved counts an evening whose dice fell as they had to, with those who had a
// part in them.
func (c *diceCheck) proved() {
	r := c.report
	r.Evenings++
	if len(c.mixes) > 0 {
		r.Mixed++
	}
	added, passed := c.words.From()
	r.Words.Added = once(r.Words.Added, added)
	r.Words.Passed = once(r.Words.Passed, passed)
}

// once adds what is not there yet.
func once(to, all []string) []string {
	for _, s := range all {
		if !slices.Contains(to, s) {
			to = append(to, s)
		}
	}
	return to
}

// shows says what was proved and, last, what cannot be.
func (r Report) shows() []string {
	out := []string{}
	if !r.Good() || r.Dice+r.Words.Typed == 0 {
		return out
	}
	if r.Evenings > 0 {
		out = append(out, "no seed was chosen after its dice: each fingerprint was logged before the first roll")
	}
	if r.Mixed > 0 {
		out = append(out, "nor after the words of "+strings.Join(r.Words.Added, ", ")+": they were added after the fingerprint, and the dice are drawn from both")
	}
	if r.Words.Typed > 0 {
		out = append(out, fmt.Sprintf("%d dice were typed in: they are what somebody read, and cannot be drawn again", r.Words.Typed))
	}
	return append(out, "this cannot prove that the host did not look at coming dice")
}
