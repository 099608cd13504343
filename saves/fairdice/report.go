package fairdice

import (
	"fmt"
	"slices"
	"strings"
)

// Report is what the check of a log's dice has found.
type Report struct {
	Dice      int      `json:"dice"`          // drawn again and found right
	Sessions  int      `json:"sessions"`      // whose dice were checked
	Mixed     int      `json:"mixed"`         // of these, those whose dice come of players' words, too
	Words     Words    `json:"words"`         // who had a part in the dice
	Open      int      `json:"open"`          // sessions whose seed was never shown
	Begun     []Begun  `json:"begun"`         // every session that began, or went on with new seeds, in order
	Undone    int      `json:"undone_throws"` // throws that were taken back, or replaced by setting an act right
	Replayed  int      `json:"replayed"`      // finished rolls that were played again
	Otherwise []string `json:"otherwise"`     // those that today's rules would settle otherwise
	Wrong     []string `json:"wrong"`         // what is damaged or has been changed, and where
}

// Begun is a session that began, or went on with new seeds.
type Begun struct {
	Event       uint64 `json:"event"`
	Fingerprint string `json:"fingerprint"`
	Seed        string `json:"seed"`    // "" while it was not shown
	GoesOn      bool   `json:"goes_on"` // the one before had not ended
	Throws      int    `json:"throws"`  // that the program made in it
}

// String says it in words.
func (b Begun) String() string {
	does := "a session began"
	if b.GoesOn {
		does = "a session that had not ended went on with new seeds"
	}
	seed := "its seed was not shown, and the fingerprint is " + b.Fingerprint
	if b.Seed != "" {
		seed = "seed " + b.Seed
	}
	throws := "no throw"
	if b.Throws == 1 {
		throws = "one throw"
	} else if b.Throws > 1 {
		throws = fmt.Sprintf("%d throws", b.Throws)
	}
	return fmt.Sprintf("event %d: %s, %s; %s", b.Event, does, throws, seed)
}

// Words are those who had a part in the dice, by name.
type Words struct {
	Added  []string `json:"added"`
	Passed []string `json:"passed_over"`       // in some session, and added nothing in it
	Passes int      `json:"times_passed_over"` // how often somebody was passed over
	Typed  int      `json:"typed_dice"`        // dice that were typed: nobody can draw them again
}

// NewReport gives a report that has found nothing.
func NewReport() Report {
	return Report{Wrong: []string{}, Otherwise: []string{}, Begun: []Begun{}, Words: Words{Added: []string{}, Passed: []string{}}}
}

// Add adds something that is wrong.
func (r *Report) Add(format string, args ...any) {
	r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...))
}

// proved counts a session whose dice fell as they had to, with those who had a part in
// them.
func (r *Report) proved(added, passed []string, mixed bool) {
	r.Sessions++
	if mixed {
		r.Mixed++
	}
	r.Words.Added = once(r.Words.Added, added)
	r.Words.Passed = once(r.Words.Passed, passed)
}

// once adds what is not there yet.
func once(to, all []string) []string {
	for _, s := range all {
		if !slices.Contains(to, s) {
			to = append(to, s)
		}
	}
	return to
}

// Counts says what is no fault and yet may choose dice: words that were not added,
// throws that were taken back.
func (r *Report) Counts() (out []string) {
	if len(r.Words.Passed) > 0 {
		out = append(out, "passed over, so they added no word: "+strings.Join(r.Words.Passed, ", "))
	}
	for _, x := range []struct {
		n         int
		one, many string
	}{
		{r.Words.Passes, "a player was passed over once", "players were passed over %d times"},
		{r.Words.Typed, "one die was typed in: it cannot be drawn again", "%d dice were typed in: they cannot be drawn again"},
		{r.Undone, "one throw was taken back", "%d throws were taken back"},
	} {
		switch {
		case x.n == 1:
			out = append(out, x.one)
		case x.n > 1:
			out = append(out, fmt.Sprintf(x.many, x.n))
		}
	}
	return out
}

// What a check proves of a log in which nothing is wrong, as it says it itself and as the
// page about fairness has it.
const (
	ProvesLines = "no line was changed, moved, added or left out up to the hash that was noted"
	ProvesDice  = "every die that fray threw fell as the seed and the players' words have it, and none is missing among the open ones"
	ProvesSeed  = "no seed was chosen after its dice: each fingerprint was logged before the first roll"
	ProvesWords = "no seed was chosen to suit the players' words: they were added after the fingerprint, and the dice are drawn from both"
	ProvesPart  = "what a player's export shows is what was logged; of what it withholds it has a digest, so that nothing is put in its place later"
)

// NotProved is what no check can prove.
var NotProved = []string{
	"that the host did not read the seed, and so knew the dice to come",
	"that the last of the words was not chosen by somebody who knew the seed, and that everybody who added one is a player",
	"that no roll was made only to move the dice behind it",
	"that a roll was hidden, a scene begun, a throw taken back or a session begun only because the game asked for it",
	"that typed dice are what the table showed",
	"that there is no other log: one that was wound back or written anew is found by nothing but a hash that somebody has, such as the short one that stands with each roll",
	"that a player's export withholds no more than the player may not know: only open rolls cannot be withheld",
}

// Shows says what was proved. It is for a log in which nothing is wrong.
func (r *Report) Shows() []string {
	out := []string{}
	if r.Dice > 0 {
		out = append(out, ProvesDice)
	}
	if r.Sessions > 0 {
		out = append(out, ProvesSeed)
	}
	if r.Mixed > 0 {
		out = append(out, ProvesWords)
	}
	return out
}
