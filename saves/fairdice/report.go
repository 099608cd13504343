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
	Restarts  int      `json:"restarts"`      // sessions that began within twelve hours of the one before, with new seeds
	Undone    int      `json:"undone_throws"` // throws that were taken back, or replaced by setting an act right
	Replayed  int      `json:"replayed"`      // finished rolls that were played again
	Otherwise []string `json:"otherwise"`     // those that today's rules would settle otherwise
	Wrong     []string `json:"wrong"`         // what is damaged or has been changed, and where
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
	return Report{Wrong: []string{}, Otherwise: []string{}, Words: Words{Added: []string{}, Passed: []string{}}}
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
// sessions that began again, throws that were taken back.
func (r *Report) Counts() (out []string) {
	if len(r.Words.Passed) > 0 {
		out = append(out, "passed over, so they added no word: "+strings.Join(r.Words.Passed, ", "))
	}
	for _, x := range []struct {
		n         int
		one, many string
	}{
		{r.Words.Passes, "a player was passed over once", "players were passed over %d times"},
		{r.Restarts, "one session began within twelve hours of the one before, with new seeds", "%d sessions began within twelve hours of the one before, with new seeds"},
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

// Shows says what was proved and, last, what cannot be. It is for a log in which nothing
// is wrong.
func (r *Report) Shows() []string {
	out := []string{}
	if r.Dice+r.Words.Typed == 0 {
		return out
	}
	if r.Sessions > 0 {
		out = append(out, "no seed was chosen after its dice: each fingerprint was logged before the first roll")
	}
	if r.Mixed > 0 {
		out = append(out, "nor after the words of "+strings.Join(r.Words.Added, ", ")+": they were added after the fingerprint, and the dice are drawn from both")
	}
	if r.Words.Typed > 0 {
		out = append(out, fmt.Sprintf("%d dice were typed in: they are what somebody read, and cannot be drawn again", r.Words.Typed))
	}
	return append(out, "this cannot prove that the host did not look at coming dice")
}
