package lines

import (
	"fmt"
	"slices"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
)

// questionWords are the words of a question, which name the attack if a character of this
// player is to meet it.
func (p *console) questionWords(r model.Roll, q engine.Question) string {
	if q.Defends && p.seat.Role == model.Player {
		return scene.AttackedTitle + " " + view.RollTitle(p.table, r) + view.AgainstWords(p.table, r) + ": " + q.Words
	}
	return q.Words
}

// newAttack returns an attack on a character of this seat that calls for a defence and was
// not announced yet, or nil.
func (p *console) newAttack() *decide.Attack {
	all := scene.CalledDefences(p.table, p.seat)
	if len(all) == 0 {
		return nil
	}
	a := all[0]
	if at := a.Roll + "/" + a.Who; at != p.announcedAttack {
		p.announcedAttack = at
		return &a
	}
	return nil
}

// attackOf returns the attack that a follow-up answers, if it does.
func (p *console) attackOf(u model.FollowUp) (decide.Attack, bool) {
	for _, a := range scene.CalledDefences(p.table, p.seat) {
		none, defences := scene.DefencesAgainst(p.table, a)
		if slices.ContainsFunc(defences, u.Equal) || slices.ContainsFunc(none, u.Equal) {
			return a, true
		}
	}
	return decide.Attack{}, false
}

// mayGiveUp returns the attack that a follow-up defends against, if doing nothing is not
// already one of its choices.
func (p *console) mayGiveUp(u model.FollowUp) (decide.Attack, bool) {
	for _, a := range scene.CalledDefences(p.table, p.seat) {
		none, defences := scene.DefencesAgainst(p.table, a)
		if len(none) == 0 && slices.ContainsFunc(defences, u.Equal) {
			return a, true
		}
	}
	return decide.Attack{}, false
}

// timeLeft says how long there is to answer, or returns "" if there is no limit.
func (p *console) timeLeft() string {
	until, ok := scene.Deadline(p.table, p.seat)
	if !ok {
		return ""
	}
	left := max(until.Sub(p.now()), 0)
	return fmt.Sprintf("%d seconds are left.", (left+time.Second-1)/time.Second)
}
