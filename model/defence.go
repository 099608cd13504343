package model

import (
	"slices"
	"time"

	"example.org/fray/engine"
)

// Deadline is the time until which a player may say how to meet an attack. The program
// that serves the table sets it, and sends [NoDefence] when it has passed.
type Deadline struct {
	Roll     string    `json:"roll"`               // that asks or calls for a defence
	Question string    `json:"question,omitempty"` // what it asks, see [Roll.Question]; "" for a defence that it calls for
	Who      string    `json:"who"`                // the character who is attacked
	Until    time.Time `json:"until"`
}

// SetDeadline is the command by which the program that serves the table gives a player a
// number of seconds.
type SetDeadline struct {
	Deadline Deadline
	Seconds  int
}

// NoDefence is the command that nothing is done about an attack, because the player
// decides so or the time is over.
type NoDefence struct {
	Roll     string
	Question string // as in a [Deadline]
	Who      string
}

func (SetDeadline) command() {}
func (NoDefence) command()   {}

// DeadlineSet is the fact that a player was given a number of seconds.
type DeadlineSet struct {
	Deadline Deadline `json:"deadline"`
	Seconds  int      `json:"seconds"`
}

// Kind implements [Fact].
func (DeadlineSet) Kind() string { return "deadline-set" }

// setDeadline adds a deadline, and removes those of questions that have been answered.
func (s *State) setDeadline(x Deadline) {
	s.Deadlines = slices.DeleteFunc(slices.Clone(s.Deadlines), func(y Deadline) bool {
		return !s.isOpen(y) || y.Roll == x.Roll && y.Question == x.Question && y.Who == x.Who
	})
	s.Deadlines = append(s.Deadlines, x)
}

// isOpen reports whether what a deadline is for has not been answered.
func (s *State) isOpen(x Deadline) bool {
	if x.Question == "" {
		return slices.ContainsFunc(s.FollowUps, func(u FollowUp) bool { // one without By is what their own defence has led to
			return u.Who == x.Who && u.Origin.Roll == x.Roll && u.By != ""
		})
	}
	return slices.ContainsFunc(s.Rolls, func(r Roll) bool { return r.ID == x.Roll && r.Question == x.Question })
}

// DeadlineOf returns the time until which a question may be answered, and false if there
// is no limit.
func (s State) DeadlineOf(roll, question, who string) (time.Time, bool) {
	for _, x := range s.Deadlines {
		if x.Roll == roll && x.Question == question && x.Who == who {
			return x.Until, true
		}
	}
	return time.Time{}, false
}

// The values of [Defences] besides a number of seconds.
const (
	NotAsked  = "not asked"
	AnyTime   = "any time"
	secondsOf = " seconds"
)

// AsksDefence reports whether players are asked how they meet an attack.
func AsksDefence(rules engine.Sheet) bool { return Defences.Of(rules) != NotAsked }

// SecondsToDefend is how long players have; 0: as long as they like.
func SecondsToDefend(rules engine.Sheet) int {
	switch Defences.Of(rules) {
	case "15" + secondsOf:
		return 15
	case "30" + secondsOf:
		return 30
	case "60" + secondsOf:
		return 60
	}
	return 0
}
