package decide

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Free returns the characters who may begin something now, in the order of the roster.
// They are not busy, the order of turns allows it, they have declared actions left and
// can act. Resting characters are left out: they may act, but nobody waits for them.
func Free(t model.Table) []string {
	out := make([]string, 0, len(t.State.Characters))
	for _, c := range Idle(t) {
		if canAct(t, c, t.Clock.Moment) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Idle returns the characters who are neither busy nor resting, and whom the order of turns
// allows to act. Whether they can begin anything is not looked at.
func Idle(t model.Table) []*model.Character {
	return slices.DeleteFunc(t.Characters(), func(c *model.Character) bool {
		return busy(t, c.ID) || isResting(t, c) || !mayActNow(t, c)
	})
}

// freeNextMoment returns the characters who can begin nothing now but can one moment
// later.
func freeNextMoment(t model.Table) []*model.Character {
	now := t.Clock.Moment
	return slices.DeleteFunc(Idle(t), func(c *model.Character) bool {
		return canAct(t, c, now) || !canAct(t, c, now+1)
	})
}

// isResting reports whether a pending action of a character is a rest.
func isResting(t model.Table, c *model.Character) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool {
		return p.Who == c.ID && isRest(t, p)
	})
}

// isRest reports whether a pending action is a rest.
func isRest(t model.Table, p model.Pending) bool {
	return slices.ContainsFunc(Rests(t, p.System), func(r engine.Rest) bool { return r.Action == p.Of })
}

// busy reports whether a character is in the middle of an action or a roll.
func busy(t model.Table, who string) bool {
	_, acts := t.State.UnderWay(who)
	return acts || slices.ContainsFunc(t.State.Rolls, func(r model.Roll) bool { return r.Who == who && r.Parked == "" })
}

// mayAct refuses what a character cannot do while it is down by one of the rulebooks or has an
// action under way. The engine holds others who take part in a roll to the same, see
// [engine.Roll.TakesPart].
func (a *access) mayAct(who *model.Character, systems ...string) error {
	for _, sys := range systems {
		s, ok := a.t.Rulebooks[sys]
		if !ok || who.Public != nil || !model.HasPage(who, sys) {
			continue
		}
		for _, m := range a.t.Marks(who, s, sys) {
			if m.Grave || m.Bound {
				return model.Refuse("%s cannot act: %s", who.Name, m.Word)
			}
		}
	}
	if p, acts := a.t.State.UnderWay(who.ID); acts {
		return model.Refuse("%s is busy with %s until %s", who.Name, a.t.ActionName(p.System, p.Of), a.t.When(p.Due))
	}
	return nil
}

// openRollOf returns an open roll of a character that can go on.
func openRollOf(t model.Table, who string) (model.Roll, bool) {
	for _, r := range t.State.Rolls {
		if r.Who == who && r.Parked == "" {
			return r, true
		}
	}
	return model.Roll{}, false
}

// refuseRolling returns a refusal if a character has a roll under way. It does not name
// the roll if the seat may not know it.
func (a *access) refuseRolling(who string) error {
	switch r, open := openRollOf(a.t, who); {
	case !open:
		return nil
	case !a.sees(r.Subject()):
		return model.Refuse("%s cannot act yet: ask the gamemaster", a.t.NameOf(who))
	default:
		return model.Refuse("%s is in the middle of %s: finish or drop that roll first", a.t.NameOf(who), a.t.ActionName(r.System, r.Action))
	}
}

// mayActNow reports whether a character has declared actions left and the order of turns
// allows the character to act now.
func mayActNow(t model.Table, c *model.Character) bool {
	if x, ok := t.Declared(c.ID); ok && x.Done >= x.Actions {
		return false
	}
	return orderAllows(t, c)
}

// orderAllows reports whether the order of turns allows a character to act now.
func orderAllows(t model.Table, c *model.Character) bool {
	if _, waits := WaitingFor(t, c.ID); waits || t.Clock.Turn == c.ID {
		return true
	}
	if t.Time().PerRound == 0 {
		return t.Clock.Turn == ""
	}
	_, rolled := Score(t, c.ID)
	if c.Public != nil {
		rolled = slices.Contains(t.Clock.Order, c.ID)
	}
	return !rolled
}

// OutOfTurn returns why it is not a character's turn to act, "" if it is. The gamemaster
// may let the character act nevertheless.
func OutOfTurn(t model.Table, who string) string {
	c, ok := t.Character(who)
	if !ok || mayActNow(t, c) {
		return ""
	}
	if x, declared := t.Declared(who); declared && x.Done >= x.Actions {
		return "has acted in this " + t.Time().Round
	}
	for _, p := range t.State.Pending {
		if p.Who == who && t.IsTurn(p) {
			return "acts on " + t.When(p.Due)
		}
	}
	if turn := t.Clock.Turn; turn != "" {
		return "it is the turn of " + t.NameOf(turn)
	}
	return "has no turn now"
}

// canAct reports whether a character could begin an active action at a moment.
// Characters who are down cannot.
func canAct(t model.Table, c *model.Character, m int) bool {
	if c.Public != nil {
		return !c.Public.Down // nothing else is known of it
	}
	for _, sys := range c.Systems() {
		s, ok := t.Rulebooks[sys]
		if !ok || model.IsGrave(t.Marks(c, s, sys)) {
			continue
		}
		if slices.ContainsFunc(s.Actions, func(a *engine.Action) bool { return a.Mode == engine.Active && canBegin(t, c, sys, a.ID, m) }) {
			return true
		}
	}
	return false
}

// canBegin reports whether a character could begin an action at a moment with an empty
// form.
func canBegin(t model.Table, c *model.Character, system, action string, m int) bool {
	r := model.Roll{Who: c.ID, System: system, Action: action, ByPlayer: t.SeatView != nil, Moment: m}
	r.RollContext = model.RollContext{Sheets: t.Sheets(r), House: t.House[system], Modifiers: t.ModifiersOn(r)}
	in, err := t.InputsOf(r)
	return err == nil && in.Begins()
}

// DueTime returns the moment at which a pending action will happen, which is later
// than its due moment if its rule postpones it.
func DueTime(t model.Table, p model.Pending) int {
	return p.Due + postponement(t, p, max(p.Due, t.Clock.Moment))
}

// endingModifiers lists what rulebooks end for characters after now, such as surprise
// or a power that runs out.
func endingModifiers(t model.Table) []model.ActiveEffect {
	var out []model.ActiveEffect
	for c := range t.Here() {
		for _, sys := range c.Systems() {
			out = append(out, t.Ending(c, sys)...)
		}
	}
	return slices.DeleteFunc(out, func(r model.ActiveEffect) bool { return r.At <= t.Clock.Moment })
}

// UpcomingUntil lists the pending actions and ends of effects up to and including
// moment m that a player might react to. Payments and skipped turns are left out.
func UpcomingUntil(t model.Table, m int) []model.UpcomingItem {
	var out []model.UpcomingItem
	for _, p := range t.Pending() {
		if at := DueTime(t, p); at <= m && !isSkippedTurn(t, p) && !lapses(t, p) {
			if c, ok := upcoming(t, dueItem{Moment: at, Pending: &p, Who: p.Who, System: p.System}); ok {
				out = append(out, c)
			}
		}
	}
	for _, e := range t.State.Effects {
		if (e.Until == model.ByMoment || e.Until == model.ByTime) && e.At <= m {
			out = append(out, model.UpcomingItem{Moment: e.At, Who: e.Who, Words: e.Words, Ends: true})
		}
	}
	for _, a := range t.State.Arrivals {
		if a.Due <= m {
			out = append(out, model.UpcomingItem{Moment: a.Due, Arrives: a.Name})
		}
	}
	for _, r := range endingModifiers(t) {
		if r.At <= m {
			out = append(out, model.UpcomingItem{Moment: r.At, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	slices.SortStableFunc(out, func(a, b model.UpcomingItem) int { return cmp.Compare(a.Moment, b.Moment) })
	return out
}
