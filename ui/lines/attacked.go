package lines

import (
	"fmt"
	"slices"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	play "example.org/fray/ui/act"
)

// newAttack says who attacks a character of this seat, where that calls for a defence and
// was not told of before; "" where nobody does.
func (p *plain) newAttack() string {
	all := play.CalledDefences(p.table, p.seat)
	if len(all) == 0 {
		return ""
	}
	a := all[0]
	if at := a.Roll + "/" + a.Who; at != p.attack {
		p.attack = at
		return play.AttackWords(p.table, a) + "."
	}
	return ""
}

// mayGiveUp gives the attack against which a follow-up is a defence, if doing nothing is
// not one of the choices that it comes with.
func (p *plain) mayGiveUp(u model.FollowUp) (decide.Attack, bool) {
	for _, a := range play.CalledDefences(p.table, p.seat) {
		none, defences := play.DefencesAgainst(p.table, a)
		if len(none) == 0 && slices.ContainsFunc(defences, u.Equal) {
			return a, true
		}
	}
	return decide.Attack{}, false
}

// timeLeft says how long there is to answer; "" where there is no end.
func (p *plain) timeLeft() string {
	until, ok := play.Deadline(p.table, p.seat)
	if !ok {
		return ""
	}
	left := max(until.Sub(p.now()), 0)
	return fmt.Sprintf("%d seconds are left.", (left+time.Second-1)/time.Second)
}
