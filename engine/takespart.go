package engine

import "slices"

// TakesPart says that somebody besides the actor acts in this roll: who dodges, or the other
// party of an opposed roll. They are held to what holds whoever begins a roll: it is refused
// if they are in a grave state such as unconscious, if an action of theirs is under way or if
// they have no action left. The table counts the action, and it ends a rest. It is called before
// the first die.
func (r *Roll) TakesPart(who Seat) {
	if why := *Precompute(r, func() string { return r.cannotAct(who) }); why != "" {
		r.Refuse("%s %s", r.NameOf(who, "the other side"), why)
	}
	if slices.Contains(r.in.NoAction, who) {
		r.Refuse("%s has no action left in this %s", r.NameOf(who, "the target"), r.in.System.Time.Round)
	}
	if r.count == nil {
		r.outputs.acts = append(r.outputs.acts, who)
	}
}

func (r *Roll) cannotAct(who Seat) string {
	if until := r.in.Busy[who]; until != "" {
		return "is busy " + until
	}
	if _, unknown := r.in.Unknown[who]; unknown || !r.Sheet(who).There() {
		return "" // only the table knows
	}
	for _, m := range r.in.System.Marked(View{Sheet: r.Sheet(who), House: r.House(), Moment: r.in.Moment, Minion: r.Minion(who)}) {
		if m.Grave || m.Bound {
			return "cannot act: " + m.Word
		}
	}
	return ""
}
