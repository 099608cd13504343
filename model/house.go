package model

import (
	"strconv"

	"example.org/fray/engine"
)

// HouseSince is from when a house rule holds.
type HouseSince struct {
	At  int          `json:"at"`  // moment
	Was engine.Value `json:"was"` // before
}

// HouseRulesSince says of the house rules of a rulebook that were changed when play
// had begun from when they hold, and what did before; by their ids.
func (t Table) HouseRulesSince(system string) map[string]string {
	out := map[string]string{}
	for l := range t.withKind(HouseSet{}.Kind()) {
		if l.Undone {
			continue
		}
		for _, f := range l.Event.Facts {
			h, ok := f.(HouseSet)
			if _, newer := out[h.Rule]; !ok || newer || h.System != system || h.Temporary != "" {
				continue
			}
			out[h.Rule] = ""
			if h.Since != nil {
				out[h.Rule] = "since " + t.When(h.Since.At) + ", " + l.Event.Time.Format("2006-01-02") + " (#" + strconv.FormatUint(l.Event.Seq, 10) +
					"); what was done before keeps: " + ValueWords(h.Since.Was)
			}
		}
	}
	return out
}
