package view

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// RequestWords describes a request with the table as it is now: "3 damage to Seraph, VP
// 43→40".
func RequestWords(a model.Request, t model.Table) string {
	if a.Sheet != nil {
		if words := poolChangeWords(t, *a.Sheet, true); words != "" {
			return words
		}
	}
	return teller{t, false, Tell}.requestWords(a)
}

func (x teller) requestWords(a model.Request) string {
	t := x.t
	switch {
	case a.Sheet != nil:
		words := poolChangeWords(t, *a.Sheet, false)
		if words != "" {
			return words
		}
		for _, s := range x.changes(a.Sheet.Who, a.Sheet.System, a.Sheet.Changes) {
			words += ", " + s.Text
		}
		return t.NameOf(a.Sheet.Who) + words + model.Because(a.Sheet.Why)
	case a.Page != nil && a.Page.Page == nil:
		return t.NameOf(a.Page.Who) + ", without " + t.SystemName(a.Page.System)
	case a.Page != nil:
		return t.NameOf(a.Page.Who) + ", written in " + t.SystemName(a.Page.System) + " too"
	case a.Roll != nil:
		return x.requestedRoll(*a.Roll)
	case a.Group != nil && len(a.Group.Each) > 0:
		var who []string
		for _, b := range a.Group.Each {
			who = append(who, b.Who)
		}
		first := a.Group.Each[0]
		first.Who = ""
		return GroupName(t, who) + ": " + x.requestedRoll(first)
	case a.Joins != nil:
		return "to add " + a.Joins.Name
	case a.Text != "":
		return a.Text
	case len(a.Undo) > 0:
		return "to undo " + x.event(outcomeOf(t, a.Undo))
	}
	return "something that this version does not know"
}

// requestedRoll describes a roll that a player asks for, with what is beyond the sheet.
func (x teller) requestedRoll(b model.Begin) string {
	words := ""
	if act, ok := x.t.ActionOf(b.System, b.Action); ok {
		words = x.beyondSheet(b.System, b.Action, b.Params, act.BeyondSheet(b.Params))
	}
	return x.roll(model.Roll{Who: b.Who, Against: b.Against, System: b.System, Action: b.Action}) + model.Prefixed(", ", words) + model.Because(x.whyNumber(b.System, b.Action, b.Params))
}

func (x teller) requestMade(f model.RequestMade) []Line {
	return line(fmt.Sprintf("%s asks: %s", x.seatName(f.Request.By), x.requestWords(f.Request)))
}

func (x teller) requestSettled(f model.RequestSettled) []Line {
	verdict := "is not granted"
	if f.Granted {
		verdict = "is granted"
	}
	return line(fmt.Sprintf("%s's request %s: %s%s", x.seatName(f.Request.By), verdict, x.requestWords(f.Request), model.Because(f.Why)))
}

// poolChangeWords returns in words by how much a change of a sheet changes a pool: "3
// damage to Seraph, VP". With now it adds what is in the pool before and after, if the
// sheet is known: " 43→40". It returns "" for a change of anything else.
func poolChangeWords(t model.Table, f model.SheetWritten, now bool) string {
	s, ok := t.Rulebooks[f.System]
	if !ok || len(f.Changes) != 1 {
		return ""
	}
	c := f.Changes[0]
	p, ok := s.Pool(c.Field)
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return ""
	}
	n, name := c.To.Int()-c.From.Int(), t.NameOf(f.Who)
	words := fmt.Sprintf("%d %s off %s", n, p.Label, name)
	switch {
	case n == 0:
		return ""
	case n < 0:
		words = fmt.Sprintf("%d %s back for %s", -n, p.Label, name)
	case p.Kind == "life":
		words = fmt.Sprintf("%d damage to %s, %s", n, name, p.Label)
	}
	if who, there := t.Character(f.Who); now && there {
		if page, known := who.Pages[f.System]; known {
			if n > 0 && p.Kind != "life" || n < 0 {
				words += ","
			}
			left := model.PoolLeft(s, s.Sheet.Read(page), c)
			words += fmt.Sprintf(" %d→%d", left[0], left[1])
		}
	}
	return words + model.Because(f.Why)
}

// outcomeOf returns, of the events of an act, newest first, the oldest one that finished a
// roll. If no roll was finished it returns the first event of the act.
func outcomeOf(t model.Table, act []uint64) uint64 {
	for _, seq := range slices.Backward(act) {
		for l := range t.LogFrom(seq) {
			if l.Event.Seq == seq && slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool { _, ok := f.(model.Finished); return ok }) {
				return seq
			}
			break
		}
	}
	return act[len(act)-1]
}
