package model

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// DiceWords are the words that players add to the dice of the session that is
// under way, after the fingerprint of its seed is out. The zero value is none.
// See [DiceWords.Transcript] for how the dice come of them.
type DiceWords struct {
	Steps []wordStep `json:"steps,omitempty"` // of the session, in order
	Mixed int        `json:"mixed,omitempty"` // how many of them are in the dice
	Times int        `json:"times,omitempty"` // how often they were mixed in

	At       int64 `json:"at,omitempty"`        // words of the stream of dice before they were mixed in last
	HiddenAt int64 `json:"hidden_at,omitempty"` // of that of hidden dice: the gamemaster's
}

// wordStep is one step of it: several are asked in their order, one adds a
// word, or one is passed over.
type wordStep struct {
	Asked []SeatName `json:"asked,omitempty"`
	Of    SeatName   `json:"of,omitzero"`
	Text  string     `json:"text,omitempty"`
	Why   string     `json:"why,omitempty"` // they are passed over
}

// AskWords has players asked for a word each, in this order; until each has
// added one or is passed over, no dice are thrown.
type AskWords struct{ Order []Seat }

// AddWord adds words, or any keys, to the dice.
type AddWord struct{ Text string }

// PassOver passes over whoever is asked for a word just now.
type PassOver struct {
	Of  Seat
	Why string
}

// MixDice has the dice come of the words that were added, too, from here on.
// Whoever throws the dice puts in how far their streams were drawn.
type MixDice struct{ At, HiddenAt int64 }

func (AskWords) command() {}
func (AddWord) command()  {}
func (PassOver) command() {}
func (MixDice) command()  {}

// SessionBegan starts a session with the fingerprints of its dice. Those that
// are hidden have a seed of their own, so that the other tells nothing of them;
// sessions of older logs have none, and one seed for all dice. With GoesOn the session
// that is under way gets new dice, since the log was copied or restored, and the seed of
// the place it comes from is never used twice.
type SessionBegan struct {
	Fingerprint string `json:"fingerprint"`                  // SHA-256 of the seed, in hex
	Hidden      string `json:"hidden_fingerprint,omitempty"` // of the seed of hidden dice; the gamemaster's
	GoesOn      bool   `json:"goes_on,omitempty"`
}

// Kind implements [Fact].
func (SessionBegan) Kind() string { return "evening-began" }

// SessionEnded ends it and shows the seeds.
type SessionEnded struct {
	Seed        string `json:"seed"`                   // hex
	Drawn       int64  `json:"drawn,omitempty"`        // words of its stream, in all
	Hidden      string `json:"hidden_seed,omitempty"`  // of hidden dice, the gamemaster's
	HiddenDrawn int64  `json:"hidden_drawn,omitempty"` // words of that one's stream
}

// Kind implements [Fact].
func (SessionEnded) Kind() string { return "evening-ended" }

// WordsAsked says who is asked, in order.
type WordsAsked struct {
	Order []SeatName `json:"order"`
}

// Kind implements [Fact].
func (WordsAsked) Kind() string { return "dice-words-asked" }

// WordAdded is what somebody added.
type WordAdded struct {
	From SeatName `json:"from"`
	Text string   `json:"text"`
}

// Kind implements [Fact].
func (WordAdded) Kind() string { return "dice-word-added" }

// WordPassed passes somebody over.
type WordPassed struct {
	Of  SeatName `json:"of"`
	Why string   `json:"why"`
}

// Kind implements [Fact].
func (WordPassed) Kind() string { return "dice-word-passed" }

// DiceMixed says that the dice come of the words, too, from here on.
type DiceMixed struct {
	Steps    int   `json:"steps"`               // how many there are of this session
	At       int64 `json:"at"`                  // words of the stream before
	HiddenAt int64 `json:"hidden_at,omitempty"` // of that of hidden dice: the gamemaster's
}

// Kind implements [Fact].
func (DiceMixed) Kind() string { return "dice-mixed" }

// The longest word that is added, in characters, and the most seats that are
// asked.
const (
	LongestWord = 100
	MostAsked   = 32
)

// Waits gives those who are still asked for a word, in their order: the first
// is whose turn it is.
func (w DiceWords) Waits() []Seat {
	var out []Seat
	for i, s := range slices.Backward(w.Steps) {
		if s.Asked == nil {
			continue
		}
		for _, one := range s.Asked[min(len(w.Steps)-i-1, len(s.Asked)):] {
			out = append(out, one.Seat)
		}
		break
	}
	return out
}

// Fresh reports whether there are words that are not in the dice yet, and
// nobody is still asked for one.
func (w DiceWords) Fresh() bool {
	return len(w.Waits()) == 0 && slices.ContainsFunc(w.Steps[w.Mixed:], func(s wordStep) bool { return s.Text != "" })
}

// Of gives what a seat has added that is not in the dice yet.
func (w DiceWords) Of(s Seat) string {
	for _, x := range w.Steps[w.Mixed:] {
		if x.Of.Seat == s && x.Text != "" {
			return x.Text
		}
	}
	return ""
}

// From gives the names of those who have added words that are in the dice, each
// once, and of those who have not though they were asked.
func (w DiceWords) From() (added, passed []string) {
	for _, x := range w.Steps[:w.Mixed] {
		if x.Text != "" && !slices.Contains(added, x.Of.Name) {
			added = append(added, x.Of.Name)
		}
	}
	for _, x := range w.Steps {
		if x.Asked == nil && x.Text == "" && !slices.Contains(added, x.Of.Name) && !slices.Contains(passed, x.Of.Name) {
			passed = append(passed, x.Of.Name)
		}
	}
	return added, passed
}

// Transcript is what the dice come of besides their seed, "" while that is
// nothing: all that was asked, added and passed over in the session until it
// was mixed in last. Each step is a letter (a, w or p), the number of texts that
// follow, and each text, a name or words, behind its length in bytes; numbers
// are of eight bytes, the highest first.
func (w DiceWords) Transcript() string {
	var out []byte
	for _, x := range w.Steps[:w.Mixed] {
		switch {
		case x.Asked != nil:
			var who []string
			for _, s := range x.Asked {
				who = append(who, s.Seat.Key(), s.Name)
			}
			out = transcribed(out, 'a', who...)
		case x.Text != "":
			out = transcribed(out, 'w', x.Of.Seat.Key(), x.Of.Name, x.Text)
		default:
			out = transcribed(out, 'p', x.Of.Seat.Key(), x.Of.Name, x.Why)
		}
	}
	return string(out)
}

func transcribed(out []byte, kind byte, texts ...string) []byte {
	out = binary.BigEndian.AppendUint64(append(out, kind), uint64(len(texts)))
	for _, s := range texts {
		out = append(binary.BigEndian.AppendUint64(out, uint64(len(s))), s...)
	}
	return out
}

// After takes in a fact, whatever it is. why says what is wrong with it at this
// place, and lost that something before it must be missing; both are "" where
// all is well.
func (w DiceWords) After(f Fact) (after DiceWords, why, lost string) {
	w.Steps = slices.Clip(w.Steps)
	waits := w.Waits()
	turn := func(s Seat) bool { return len(waits) > 0 && waits[0] == s }
	switch f := f.(type) {
	case SessionBegan, SessionEnded:
		return DiceWords{}, "", ""
	case WordsAsked:
		if len(waits) > 0 || len(f.Order) == 0 {
			why = "players are asked for words before those that were asked have answered"
		}
		w.Steps = append(w.Steps, wordStep{Asked: append([]SeatName{}, f.Order...)})
	case WordAdded:
		if len(waits) > 0 && !turn(f.From.Seat) || f.Text == "" || w.Of(f.From.Seat) != "" || f.From.Seat.Role != Player {
			why = "a word is added by somebody whose turn it was not"
		}
		w.Steps = append(w.Steps, wordStep{Of: f.From, Text: f.Text})
	case WordPassed:
		if !turn(f.Of.Seat) {
			why = "somebody is passed over who was not asked"
		}
		w.Steps = append(w.Steps, wordStep{Of: f.Of, Why: f.Why})
	case DiceMixed:
		switch {
		case f.Steps > len(w.Steps):
			lost = "words that were added to the dice"
		case !w.Fresh() || f.Steps != len(w.Steps):
			why = "the dice are mixed with words that were not added"
		}
		w.Mixed, w.Times, w.At, w.HiddenAt = len(w.Steps), w.Times+1, f.At, f.HiddenAt
	}
	return w, why, lost
}

// diceFacts are the facts that are about the dice of a session.
var diceFacts = []Entry{
	entry(of[SessionBegan]{
		redacted: true,

		fold: func(s State, f SessionBegan) State {
			if !f.GoesOn {
				s.Sessions++
			}
			s.Open, s.Fingerprint = true, f.Fingerprint
			return withWord(s, f)
		},
		knows: everybody[SessionBegan],
	}),
	entry(of[SessionEnded]{
		redacted: true,

		fold:  func(s State, f SessionEnded) State { s.Open, s.Fingerprint = false, ""; return withWord(s, f) },
		knows: everybody[SessionEnded],
	}),
	entry(of[WordsAsked]{
		fold:  func(s State, f WordsAsked) State { return withWord(s, f) },
		knows: everybody[WordsAsked],
	}),
	entry(of[WordAdded]{
		fold:  func(s State, f WordAdded) State { return withWord(s, f) },
		knows: everybody[WordAdded],
	}),
	entry(of[WordPassed]{
		fold:  func(s State, f WordPassed) State { return withWord(s, f) },
		knows: everybody[WordPassed],
	}),
	entry(of[DiceMixed]{
		redacted: true,

		fold:  func(s State, f DiceMixed) State { return withWord(s, f) },
		knows: everybody[DiceMixed],
	}),
}

func withWord(s State, f Fact) State {
	s.Dice, _, _ = s.Dice.After(f)
	return s
}

// Seen is what those know who may not know of hidden dice.
func (w DiceWords) Seen() DiceWords {
	w.HiddenAt = 0
	return w
}

// WaitsForWords says why no dice are thrown just now, "" when they are.
func (s State) WaitsForWords() string {
	var names []string
	for _, seat := range s.Dice.Waits() {
		names = append(names, s.SeatName(seat))
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "the dice wait for a word of " + names[0]
	}
	return fmt.Sprintf("the dice wait for a word of %s, then of %s", names[0], strings.Join(names[1:], ", "))
}
