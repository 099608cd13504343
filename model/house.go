package model

import "example.org/fray/engine"

// HouseSince says from when a house rule holds and what held before.
type HouseSince struct {
	At  int          `json:"at"`  // the moment from which it holds
	Was engine.Value `json:"was"` // the value before
}

// HouseRulesSince says in words, by the ids of the rules, from when each house rule of a
// rulebook holds and what held before. Rules that were not changed are not in it, and
// rules that were set before the first session have "".
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
				out[h.Rule] = "since " + t.When(h.Since.At) + ", " + l.Event.Time.Format("2006-01-02") + " (" + l.Event.Name() +
					"); earlier acts keep: " + ValueWords(h.Since.Was)
			}
		}
	}
	return out
}
