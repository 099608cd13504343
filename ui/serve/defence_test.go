package serve_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// attacked sets the rule that asks defenders, and lets a thug attack Mira's character.
func (x *table) attacked(system, action string) (attack model.Begin) {
	x.Helper()
	x.must(gm, model.SetHouse{System: model.TableRulesID, Rule: model.Defences.ID, Value: engine.ValueOf("30 seconds")})
	all := x.live.Now().Characters()
	return model.Begin{Who: all[2].ID, Against: []string{all[0].ID}, System: system, Action: action, Force: true}
}

// picked returns the newest choice of a defender.
func (x *table) picked() string {
	for l := range x.live.Now().Log() {
		for _, f := range slices.Backward(l.Event.Facts) {
			if a, ok := f.(model.Answered); ok && a.Answer.Pick != "" {
				return a.Answer.Words
			}
		}
	}
	return ""
}

// timed waits until the defender has a deadline.
func (x *table) timed() {
	x.Helper()
	changed, stop := x.live.Watch()
	defer stop()
	for late := time.After(patience); ; {
		t := x.live.Now()
		for _, a := range decide.Attacks(t) {
			if _, ok := t.DeadlineOf(a.Roll, a.Question, a.Who); ok {
				return
			}
		}
		select {
		case <-changed:
		case <-late:
			x.Fatal("nobody is given a time")
		}
	}
}

// rest lets the gamemaster answer every open question.
func (x *table) rest() {
	x.Helper()
	for len(x.live.Now().Rolls()) > 0 {
		r := x.live.Now().Rolls()[0]
		step, err := x.live.Now().Step(r)
		if err != nil {
			x.Fatal(err)
		}
		if a, ok := step.Open.Nothing(); ok {
			x.must(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
		} else {
			x.must(gm, model.Answer{Roll: r.ID, Question: r.Question, Throw: true})
		}
	}
}

// TestYouAreAttacked checks that a defender is asked on their own screen, with the seconds
// left. The choice counts; after the deadline there is no defence.
func TestYouAreAttacked(t *testing.T) {
	t.Parallel()
	x := sitDown(t, "d6", "Thug")
	attack := x.attacked("d6", "attack")
	x.must(gm, model.AskWords{})
	x.words("purple elephants", "wine")
	x.must(gm, attack)
	x.mira.sees("You are attacked: defend?", "passive", "active", "full", "s left")
	x.gm.sees("▶Mira ● to decide")
	x.tom.never("You are attacked")
	x.timed()
	seq := x.live.Now().Seq()
	x.mira.types("j")
	x.mira.types("\r")
	x.grows(seq, x.mira)
	x.rest()
	if got := x.picked(); got != "How to meet the attack: active" {
		t.Errorf("chosen was %q", got)
	}

	x.mira.sees("? help") // her card has closed
	x.must(gm, attack)
	x.timed()
	x.mira.sees("You are attacked: defend?", "s left")
	x.late <- time.Time{}
	x.mira.sees("no answer in time")
	x.rest()
	if got := x.picked(); got != "How to meet the attack: passive, no answer in time" {
		t.Errorf("without an answer it was %q", got)
	}
}

// TestADefenceIsCalledFor checks that the defences an attack calls for open as a choice,
// which the defender or the deadline can decline.
func TestADefenceIsCalledFor(t *testing.T) {
	t.Parallel()
	for system, action := range map[string]string{"supermen": "combat", "easiness": "pool"} {
		x := sitDown(t, system, "Thug")
		attack := x.attacked(system, action)
		x.must(gm, model.AskWords{})
		x.words("purple elephants", "wine")
		called := func() int { return len(decide.Attacks(x.live.Now())) }
		again := func() {
			for range 20 {
				x.must(gm, attack)
				if x.rest(); called() > 0 {
					return
				}
			}
			t.Fatalf("%s: no defence is called for", system)
		}
		again()
		x.timed()
		x.mira.sees("attacks", "defend?", "no defence", "s left")
		x.late <- time.Time{}
		x.mira.sees("no answer in time")
		if called() != 0 {
			t.Errorf("%s: it is still called for", system)
		}
		x.mira.sees("? help")
		attack.Who = x.live.Now().Characters()[1].ID
		again()
		x.timed()
		x.mira.sees("defend?", "s left")
		seq := x.live.Now().Seq()
		x.mira.types("\r")
		if system == "easiness" { // in easiness, doing nothing is an action
			x.mira.sees("Lose health", "enter")
			x.mira.types("\r")
		}
		x.grows(seq, x.mira)
		if called() != 0 {
			t.Errorf("%s: it is called for although it was given up", system)
		}
	}
}

// TestAttackedInLines checks that a defender in lines is told about the attack and the
// deadline.
func TestAttackedInLines(t *testing.T) {
	t.Parallel()
	h := openFor(t, "d6", 3)
	h.must(gm, model.SetHouse{System: model.TableRulesID, Rule: model.Defences.ID, Value: engine.ValueOf("30 seconds")})
	mira := h.reads("mira", h.seated("Mira", 0))
	mira.reads("or help")
	all := h.live.Now().Characters()
	h.must(gm, model.Begin{Who: all[2].ID, Against: []string{all[0].ID}, System: "d6", Action: "attack"})
	// The time is an event of its own, which may come before the question is told.
	mira.reads("A question for you: You are attacked: defend?", "How to meet the attack. Type open to answer.", "has 30 seconds to defend")
	fmt.Fprintln(mira.in, "open")
	mira.reads("2. active")
	mira.reads("seconds are left.")
	fmt.Fprintln(mira.in, "2")
	mira.reads("add a word to the dice")
	fmt.Fprintln(mira.in, "later")
	fmt.Fprintln(mira.in, "word purple elephants")
	mira.reads("purple elephants")
	fmt.Fprintln(mira.in, "open")
	mira.reads("2. active")
	fmt.Fprintln(mira.in, "2")
	mira.reads("How to meet the attack: active")
}
