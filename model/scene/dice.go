package scene

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
)

// WordWithin is how long a player has to add a word.
const WordWithin = 30 * time.Second

// AskedForWord reports whether it is a seat's turn to add a word to the dice.
func AskedForWord(t model.Table, seat model.Seat) bool {
	waits := t.Dice.Asked()
	return len(waits) > 0 && waits[0] == seat
}

// WordWords explains what the word is for.
func WordWords(t model.Table, seat model.Seat) string {
	words := "Type a word, or any keys. Everybody will see it. The dice are drawn from all these words and a seed that is already chosen."
	words += " The fingerprint of the seed is " + t.Fingerprint + "."
	if order := askedFor(t); AskedForWord(t, seat) {
		return words + fmt.Sprintf(" Players are asked in this order, for %d seconds each: %s.", int(WordWithin.Seconds()), strings.Join(order, ", "))
	}
	return words + " Your word counts from the next scene on."
}

// askedFor lists the names of the players who were asked last, in order.
func askedFor(t model.Table) []string {
	var out []string
	for _, s := range t.Dice.Steps {
		if s.Asked == nil {
			continue
		}
		out = nil
		for _, who := range s.Asked {
			out = append(out, who.Name)
		}
	}
	return out
}

// FairText explains how the dice of the session are drawn and, once it is over, from which
// seed.
func FairText(t model.Table, e Ending) []string {
	const limits = "This cannot prove that the host did not look at coming dice."
	if !t.Open && t.Ended.Seed != "" {
		return append(SeedAndHash(t, e), "'fray check' draws all dice again, from the table or from an export of it, and compares the log with the hash. That proves that the seed was not chosen to suit the dice or the words. "+limits)
	}
	if !t.Open {
		return []string{"No session has started yet. It starts with the first roll: fray chooses a seed, everybody sees its fingerprint, and each player who is here adds a word.", limits}
	}
	out := []string{"Fingerprint of the seed, chosen before the first roll:\n" + t.Fingerprint}
	if said := stepsOf(t); said != "" {
		out = append(out, "Words added by players:\n"+said)
	} else {
		out = append(out, "Nobody has added a word: the dice are drawn from the seed alone.")
	}
	return append(out, "When the session ends, the seed is revealed, and 'fray check' draws all dice again. That proves that the seed was not chosen to suit the dice or the words. "+limits)
}

// SeedAndHash tells what everybody may know of the last session once it is over: the seed of
// its dice, the fingerprint of the seed, the words of the players, and the hash of the log.
func SeedAndHash(t model.Table, e Ending) []string {
	last := t.Ended
	out := []string{fmt.Sprintf("Session %d is over. The seed of its dice:\n%s", last.Number, last.Seed),
		"Its fingerprint, which everybody saw before the first roll:\n" + last.Fingerprint}
	words := t
	words.Dice = last.Words
	if said := stepsOf(words); said != "" {
		out = append(out, "Words added by players:\n"+said)
	}
	if _, hash := e.Seal(); hash != "" { // the event number would reveal how many events are hidden
		out = append(out, "The hash of the log so far, with which 'fray check --hash' shows later that nobody changed it:\n"+hash)
	}
	return out
}

// NoTakeHome says why a seat on this machine needs no export of its own. demo: nothing is saved.
func NoTakeHome(demo bool) string {
	if demo {
		return "the demo is saved nowhere, so there is nothing to take home: make a table of your own first"
	}
	return "the table is a file of this machine: fray export writes it"
}

// stepsOf lists who added which word, one per line.
func stepsOf(t model.Table) string {
	var out []string
	for i, s := range t.Dice.Steps {
		switch {
		case s.Asked != nil:
		case s.Text == "":
			out = append(out, "  "+s.Of.Name+" nothing: "+s.Why)
		case i >= t.Dice.Mixed && len(t.Dice.Asked()) == 0:
			out = append(out, "  "+s.Of.Name+": "+s.Text+" (from the next scene)")
		default:
			out = append(out, "  "+s.Of.Name+": "+s.Text)
		}
	}
	for i, s := range t.Dice.Asked() {
		word := " is next"
		if i == 0 {
			word = " is asked now"
		}
		out = append(out, "  "+t.SeatName(s)+word)
	}
	return strings.Join(out, "\n")
}

// OnlyWordsSince reports whether nothing but words for the dice has been added to the table
// since before.
func OnlyWordsSince(now, before model.Table) bool {
	return onlySince(now, before, func(f model.Fact) bool {
		switch f.(type) {
		case model.WordsAsked, model.WordAdded, model.WordPassed, model.DiceMixed:
			return true
		}
		return false
	})
}

// onlySince reports whether nothing but certain facts came to a table since it was as before.
func onlySince(now, before model.Table, certain func(model.Fact) bool) bool {
	for l := range now.Log() {
		if l.Event.Seq <= before.Seq() {
			break
		}
		if slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool { return !certain(f) }) {
			return false
		}
	}
	return true
}
