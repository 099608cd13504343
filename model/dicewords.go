package model

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// DiceWords are the words that players add to the dice of the present session after the
// fingerprint of its seed has been published. The zero value has none.
// [DiceWords.Transcript] says how the dice depend on them.
type DiceWords struct {
	Steps []wordStep `json:"steps,omitempty"` // everything asked, added and passed over in the session, in order
	Mixed int        `json:"mixed,omitempty"` // how many of the steps the dice already depend on
	Times int        `json:"times,omitempty"` // how often steps were mixed into the dice

	At       int64 `json:"at,omitempty"`        // how many words of the stream of open dice had been drawn at the last mixing
	HiddenAt int64 `json:"hidden_at,omitempty"` // the same for the stream of hidden dice; only the gamemaster knows it
}

// wordStep is one step: several seats are asked in their order, one seat adds a word, or
// one seat is passed over.
type wordStep struct {
	Asked []SeatName `json:"asked,omitempty"`
	Of    SeatName   `json:"of,omitzero"`
	Text  string     `json:"text,omitempty"`
	Why   string     `json:"why,omitempty"` // why the seat is passed over
}

// AskWords is the command that asks players for a word each, in this order. No dice are
// thrown until each of them has added a word or was passed over.
type AskWords struct{ Order []Seat }

// AddWord is the command by which a player adds words, or any keys, to the dice.
type AddWord struct{ Text string }

// PassOver is the command that passes over the seat that is being asked for a word.
type PassOver struct {
	Of  Seat
	Why string
}

// MixDice is the command from which on the dice depend on the words added so far.
// Whoever throws the dice puts in how many words of their streams have been drawn.
type MixDice struct{ At, HiddenAt int64 }

func (AskWords) command() {}
func (AddWord) command()  {}
func (PassOver) command() {}
func (MixDice) command()  {}

// SessionBegan starts a session and publishes the fingerprints of its seeds. Hidden dice
// have a seed of their own, so that the other seed reveals nothing of them. With GoesOn the
// session under way gets new seeds, because the log was copied or restored: the seed of the
// log that it comes from must not be used twice.
type SessionBegan struct {
	Fingerprint string `json:"fingerprint"`                  // SHA-256 of the seed, in hexadecimal
	Hidden      string `json:"hidden_fingerprint,omitempty"` // the same for the seed of hidden dice; only the gamemaster knows it
	GoesOn      bool   `json:"goes_on,omitempty"`
}

// Kind implements [Fact].
func (SessionBegan) Kind() string { return "session-began" }

// SessionEnded ends the session and reveals its seeds.
type SessionEnded struct {
	Seed        string `json:"seed"`                   // in hexadecimal
	Drawn       int64  `json:"drawn,omitempty"`        // how many words of its stream were drawn in all
	Hidden      string `json:"hidden_seed,omitempty"`  // the seed of hidden dice; only the gamemaster knows it
	HiddenDrawn int64  `json:"hidden_drawn,omitempty"` // how many words of its stream were drawn in all
}

// Kind implements [Fact].
func (SessionEnded) Kind() string { return "session-ended" }

// WordsAsked says which seats are asked for a word, in order.
type WordsAsked struct {
	Order []SeatName `json:"order"`
}

// Kind implements [Fact].
func (WordsAsked) Kind() string { return "dice-words-asked" }

// WordAdded is a word that a player added.
type WordAdded struct {
	From SeatName `json:"from"`
	Text string   `json:"text"`
}

// Kind implements [Fact].
func (WordAdded) Kind() string { return "dice-word-added" }

// WordPassed says that a seat was passed over.
type WordPassed struct {
	Of  SeatName `json:"of"`
	Why string   `json:"why"`
}

// Kind implements [Fact].
func (WordPassed) Kind() string { return "dice-word-passed" }

// DiceMixed says that from here on the dice depend on the words of the first Steps steps.
type DiceMixed struct {
	Steps    int   `json:"steps"`               // all steps of the session so far
	At       int64 `json:"at"`                  // how many words of the stream of open dice had been drawn before
	HiddenAt int64 `json:"hidden_at,omitempty"` // the same for the stream of hidden dice; only the gamemaster knows it
}

// Kind implements [Fact].
func (DiceMixed) Kind() string { return "dice-mixed" }

// The greatest length of an added word, in characters, and the greatest number of seats
// that are asked.
const (
	LongestWord = 100
	MostAsked   = 32
)

// Asked returns the seats that have not answered yet, in their order. It is the first
// one's turn.
func (w DiceWords) Asked() []Seat {
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

// HasNew reports whether there are words on which the dice do not depend yet, and nobody
// is still being asked.
func (w DiceWords) HasNew() bool {
	return len(w.Asked()) == 0 && slices.ContainsFunc(w.Steps[w.Mixed:], func(s wordStep) bool { return s.Text != "" })
}

// UnmixedWord returns the word of a seat that has not been mixed into the dice yet, or "".
func (w DiceWords) UnmixedWord(s Seat) string {
	for _, x := range w.Steps[w.Mixed:] {
		if x.Of.Seat == s && x.Text != "" {
			return x.Text
		}
	}
	return ""
}

// Names returns the names of the players whose words are mixed into the dice, and of the
// players who were asked and passed over, each name once.
func (w DiceWords) Names() (added, passed []string) {
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

// Transcript returns what the dice depend on besides their seed: all steps up to the
// last mixing, or "" if nothing was mixed in. A step is a letter (a for asked, w for a
// word, p for passed over), the number of texts that follow, and the texts, each after
// its length in bytes. Numbers have eight bytes, the most significant first.
func (w DiceWords) Transcript() string {
	var out []byte
	for _, x := range w.Steps[:w.Mixed] {
		switch {
		case x.Asked != nil:
			var who []string
			for _, s := range x.Asked {
				who = append(who, s.Seat.Key(), s.Name)
			}
			out = appendStep(out, 'a', who...)
		case x.Text != "":
			out = appendStep(out, 'w', x.Of.Seat.Key(), x.Of.Name, x.Text)
		default:
			out = appendStep(out, 'p', x.Of.Seat.Key(), x.Of.Name, x.Why)
		}
	}
	return string(out)
}

func appendStep(out []byte, kind byte, texts ...string) []byte {
	out = binary.BigEndian.AppendUint64(append(out, kind), uint64(len(texts)))
	for _, s := range texts {
		out = append(binary.BigEndian.AppendUint64(out, uint64(len(s))), s...)
	}
	return out
}

// After returns the words after a fact of any kind. If the fact cannot stand at this point
// of the log, why says what is wrong with it, and lost says what must be missing before
// it; otherwise both are "".
func (w DiceWords) After(f Fact) (after DiceWords, why, lost string) {
	w.Steps = slices.Clip(w.Steps)
	waits := w.Asked()
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
		if len(waits) > 0 && !turn(f.From.Seat) || f.Text == "" || w.UnmixedWord(f.From.Seat) != "" || f.From.Seat.Role != Player {
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
		case !w.HasNew() || f.Steps != len(w.Steps):
			why = "the dice are mixed with words that were not added"
		}
		w.Mixed, w.Times, w.At, w.HiddenAt = len(w.Steps), w.Times+1, f.At, f.HiddenAt
	}
	return w, why, lost
}

// diceFacts are the entries of the facts about the dice of a session.
var diceFacts = []FactEntry{
	entry(factOf[SessionBegan]{
		redacted: true,

		fold: func(s State, f SessionBegan) State {
			if !f.GoesOn {
				s.Sessions++
			}
			s.Open, s.Fingerprint = true, f.Fingerprint
			return withDiceFact(s, f)
		},
		knows: everybody[SessionBegan],
	}),
	entry(factOf[SessionEnded]{
		redacted: true,

		fold: func(s State, f SessionEnded) State {
			s.Ended = EndedSession{s.Sessions, s.Fingerprint, f.Seed, s.Dice}
			s.Open, s.Fingerprint = false, ""
			return withDiceFact(s, f)
		},
		knows: everybody[SessionEnded],
	}),
	entry(factOf[WordsAsked]{
		fold:  func(s State, f WordsAsked) State { return withDiceFact(s, f) },
		knows: everybody[WordsAsked],
	}),
	entry(factOf[WordAdded]{
		fold:  func(s State, f WordAdded) State { return withDiceFact(s, f) },
		knows: everybody[WordAdded],
	}),
	entry(factOf[WordPassed]{
		fold:  func(s State, f WordPassed) State { return withDiceFact(s, f) },
		knows: everybody[WordPassed],
	}),
	entry(factOf[DiceMixed]{
		redacted: true,

		fold:  func(s State, f DiceMixed) State { return withDiceFact(s, f) },
		knows: everybody[DiceMixed],
	}),
}

func withDiceFact(s State, f Fact) State {
	s.Dice, _, _ = s.Dice.After(f)
	return s
}

// Redacted returns the words without what only the gamemaster may know.
func (w DiceWords) Redacted() DiceWords {
	w.HiddenAt = 0
	return w
}

// WaitsForWords says for whose words the dice wait. It returns "" if dice can be thrown.
func (s State) WaitsForWords() string {
	var names []string
	for _, seat := range s.Dice.Asked() {
		names = append(names, s.SeatName(seat))
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "the dice wait for a word from " + names[0]
	}
	return fmt.Sprintf("the dice wait for a word from %s, then from %s", names[0], strings.Join(names[1:], ", "))
}
