package model

import (
	"strconv"

	"example.org/fray/engine"
)

// setHouse changes a house rule. Once there was an evening the log says from
// when it holds, and what held before: what was done till then keeps that.
func (d *decision) setHouse(c SetHouse) error {
	if err := d.t.knows(c.System); err != nil {
		return err
	}
	s := d.t.rules[c.System]
	sp, ok := s.House.Field(c.Rule)
	if !ok {
		return refuse("%s has no house rule %q", s.Name, c.Rule)
	}
	if !c.Value.IsNone() {
		if err := sp.Check(c.Value); err != nil {
			return refuse("%v", err)
		}
	}
	f := houseSet{System: c.System, Rule: c.Rule, Value: c.Value}
	if d.t.Evening > 0 {
		f.Since = &since{At: d.t.Clock.Moment, Was: s.House.Read(d.t.House[c.System]).Value(c.Rule)}
	}
	d.say(f)
	return nil
}

// since is from when a house rule holds.
type since struct {
	At  int          `json:"at"`  // moment
	Was engine.Value `json:"was"` // before
}

func (x telling) houseSet(f houseSet) []Said {
	words := "as the book has it"
	if !f.Value.IsNone() {
		words = f.Value.String()
	}
	switch f.Alone {
	case alone:
		words += ", for this act alone"
	case aloneNoMore:
		return nil
	}
	out := line("House rule " + x.t.houseName(f.System, f.Rule) + ": " + words)
	if f.Since != nil {
		out = append(out, Said{Aside: true, Text: "from " + x.t.When(f.Since.At) + " on; what was done before keeps: " + valueWords(f.Since.Was)})
	}
	return out
}

// RulesSince says of the house rules of a rulebook that were changed when play
// had begun from when they hold, and what did before; by their ids.
func (t Table) RulesSince(system string) map[string]string {
	out := map[string]string{}
	for l := range t.having(houseSet{}.Kind()) {
		if l.Undone {
			continue
		}
		for _, f := range l.Event.Facts {
			h, ok := f.(houseSet)
			if _, newer := out[h.Rule]; !ok || newer || h.System != system || h.Alone != "" {
				continue
			}
			out[h.Rule] = ""
			if h.Since != nil {
				out[h.Rule] = "since " + t.When(h.Since.At) + ", " + l.Event.Time.Format("2006-01-02") + " (#" + strconv.FormatUint(l.Event.Seq, 10) +
					"); what was done before keeps: " + valueWords(h.Since.Was)
			}
		}
	}
	return out
}
