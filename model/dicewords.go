package model

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// DiceWords are the words that players add to the dice of the evening that is
// under way, after the fingerprint of its seed is out. The zero value is none.
// See [DiceWords.Transcript] for how the dice come of them.
type DiceWords struct {
	Steps []wordStep `json:"steps,omitempty"` // of the evening, in order
	Mixed int        `json:"mixed,omitempty"` // how many of them are in the dice
	Times int        `json:"times,omitempty"` // how often they were mixed in

	At       int64 `json:"at,omitempty"`        // words of the stream of dice before they were mixed in last
	HiddenAt int64 `json:"hidden_at,omitempty"` // of that of hidden dice: the gamemaster's
}

// wordStep is one step of it: several are asked in their order, one adds a
// word, or one is passed over.
type wordStep struct {
	Asked []sitter `json:"asked,omitempty"`
	Of    sitter   `json:"of,omitzero"`
	Text  string   `json:"text,omitempty"`
	Why   string   `json:"why,omitempty"` // they are passed over
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

// EveningBegan starts an evening with the fingerprints of its dice. Those that
// are hidden have a seed of their own, so that the other tells nothing of them;
// evenings of older logs have none, and one seed for all dice.
type EveningBegan struct {
	Fingerprint string `json:"fingerprint"`                  // SHA-256 of the seed, in hex
	Hidden      string `json:"hidden_fingerprint,omitempty"` // of the seed of hidden dice; the gamemaster's
}

// Kind implements [Fact].
func (EveningBegan) Kind() string { return "evening-began" }

// EveningEnded ends it and shows the seeds.
type EveningEnded struct {
	Seed        string `json:"seed"`                   // hex
	Drawn       int64  `json:"drawn,omitempty"`        // words of its stream, in all
	Hidden      string `json:"hidden_seed,omitempty"`  // of hidden dice, the gamemaster's
	HiddenDrawn int64  `json:"hidden_drawn,omitempty"` // words of that one's stream
}

// Kind implements [Fact].
func (EveningEnded) Kind() string { return "evening-ended" }

// wordsAsked says who is asked, in order.
type wordsAsked struct {
	Order []sitter `json:"order"`
}

// Kind implements [Fact].
func (wordsAsked) Kind() string { return "dice-words-asked" }

// wordAdded is what somebody added.
type wordAdded struct {
	From sitter `json:"from"`
	Text string `json:"text"`
}

// Kind implements [Fact].
func (wordAdded) Kind() string { return "dice-word-added" }

// wordPassed passes somebody over.
type wordPassed struct {
	Of  sitter `json:"of"`
	Why string `json:"why"`
}

// Kind implements [Fact].
func (wordPassed) Kind() string { return "dice-word-passed" }

// mixed says that the dice come of the words, too, from here on.
type mixed struct {
	Steps    int   `json:"steps"`               // how many there are of this evening
	At       int64 `json:"at"`                  // words of the stream before
	HiddenAt int64 `json:"hidden_at,omitempty"` // of that of hidden dice: the gamemaster's
}

// Kind implements [Fact].
func (mixed) Kind() string { return "dice-mixed" }

// The longest word that is added, in characters, and the most seats that are
// asked.
const (
	longestWord = 100
	mostAsked   = 32
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
// nothing: all that was asked, added and passed over in the evening until it
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
	case EveningBegan, EveningEnded:
		return DiceWords{}, "", ""
	case wordsAsked:
		if len(waits) > 0 || len(f.Order) == 0 {
			why = "players are asked for words before those that were asked have answered"
		}
		w.Steps = append(w.Steps, wordStep{Asked: append([]sitter{}, f.Order...)})
	case wordAdded:
		if len(waits) > 0 && !turn(f.From.Seat) || f.Text == "" || w.Of(f.From.Seat) != "" || f.From.Seat.Role != Player {
			why = "a word is added by somebody whose turn it was not"
		}
		w.Steps = append(w.Steps, wordStep{Of: f.From, Text: f.Text})
	case wordPassed:
		if !turn(f.Of.Seat) {
			why = "somebody is passed over who was not asked"
		}
		w.Steps = append(w.Steps, wordStep{Of: f.Of, Why: f.Why})
	case mixed:
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

// diceFacts are the facts that are about the dice of an evening.
var diceFacts = []row{
	entry(of[EveningBegan]{
		fold: func(s state, f EveningBegan) state {
			s.Evening, s.Open, s.Fingerprint = s.Evening+1, true, f.Fingerprint
			return withWord(s, f)
		},
		knows: everybody[EveningBegan],
		cut:   func(_ *seeing, f EveningBegan) EveningBegan { return EveningBegan{Fingerprint: f.Fingerprint} },
		words: func(x telling, f EveningBegan) []Said {
			return append(append(line("The evening begins"), x.hex("the fingerprint of its dice is ", f.Fingerprint)...), x.hex("and for its hidden dice ", f.Hidden)...)
		},
	}),
	entry(of[EveningEnded]{
		fold:  func(s state, f EveningEnded) state { s.Open, s.Fingerprint = false, ""; return withWord(s, f) },
		knows: everybody[EveningEnded],
		cut:   func(_ *seeing, f EveningEnded) EveningEnded { return EveningEnded{Seed: f.Seed, Drawn: f.Drawn} },
		words: func(x telling, f EveningEnded) []Said {
			return append(append(line("The evening ends"), x.hex("the seed of its dice was ", f.Seed)...), x.hex("and for its hidden dice ", f.Hidden)...)
		},
	}),
	entry(of[wordsAsked]{
		fold:  func(s state, f wordsAsked) state { return withWord(s, f) },
		knows: everybody[wordsAsked],
		words: telling.wordsAsked,
	}),
	entry(of[wordAdded]{
		fold:  func(s state, f wordAdded) state { return withWord(s, f) },
		knows: everybody[wordAdded],
		words: telling.wordAdded,
	}),
	entry(of[wordPassed]{
		fold:  func(s state, f wordPassed) state { return withWord(s, f) },
		knows: everybody[wordPassed],
		words: telling.wordPassed,
	}),
	entry(of[mixed]{
		fold:  func(s state, f mixed) state { return withWord(s, f) },
		knows: everybody[mixed],
		cut:   func(_ *seeing, f mixed) mixed { return mixed{Steps: f.Steps, At: f.At} },
		words: telling.mixed,
	}),
}

func withWord(s state, f Fact) state {
	s.Dice, _, _ = s.Dice.After(f)
	return s
}

// seen is what those know who may not know of hidden dice.
func (w DiceWords) seen() DiceWords {
	w.HiddenAt = 0
	return w
}

// diceWords decides what has to do with words for the dice.
func (d *decision) diceWords(c Command) error {
	w := d.t.Dice
	waits := w.Waits()
	if !d.t.Open {
		return refuse("no evening is under way: the first dice begin it")
	}
	switch c := c.(type) {
	case AddWord:
		return d.addWord(c, waits)
	case AskWords:
		return d.askWords(c, waits)
	case PassOver:
		if len(waits) == 0 || waits[0] != c.Of {
			return &Stale{"that has been answered meanwhile"}
		}
		d.say(wordPassed{d.sitter(c.Of), Clean(c.Why, longestWord)})
	case MixDice:
		if !w.Fresh() {
			return refuse("there are no new words to mix into the dice")
		}
		d.say(mixed{len(w.Steps), c.At, c.HiddenAt})
	}
	return nil
}

func (d *decision) addWord(c AddWord, waits []Seat) error {
	text := Clean(c.Text, longestWord)
	switch {
	case d.by.Role != Player:
		return refuse("the gamemaster adds nothing to the dice: the players do")
	case len(waits) > 0 && waits[0] != d.by && slices.Contains(waits, d.by):
		return refuse("it is the turn of %s: yours comes", d.t.SeatName(waits[0]))
	case len(waits) > 0 && waits[0] != d.by:
		return refuse("others are asked just now: add yours behind them, for the next scene")
	case text == "":
		return refuse("type a word, or any keys")
	case len(waits) == 0 && d.t.Dice.Of(d.by) != "":
		return refuse("your word is there already; it is in the dice from the next scene on")
	}
	d.say(wordAdded{d.sitter(d.by), text})
	return nil
}

func (d *decision) askWords(c AskWords, waits []Seat) error {
	var order []sitter
	for _, s := range c.Order {
		if s.Role == Player && s.known() && !slices.Contains(order, d.sitter(s)) && d.t.Dice.Of(s) == "" && len(order) < mostAsked {
			order = append(order, d.sitter(s))
		}
	}
	switch {
	case len(waits) > 0:
		return refuse("%s is asked for a word already", d.t.SeatName(waits[0]))
	case len(order) == 0:
		return refuse("no player is here who could add a word to the dice")
	}
	d.say(wordsAsked{order})
	return nil
}

// sitter is a seat with the name that it has now.
func (d *decision) sitter(s Seat) sitter { return sitter{s, d.t.SeatName(s)} }

// WaitsForWords says why no dice are thrown just now, "" when they are.
func (t Table) WaitsForWords() string {
	var names []string
	for _, s := range t.Dice.Waits() {
		names = append(names, t.SeatName(s))
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "the dice wait for a word of " + names[0]
	}
	return fmt.Sprintf("the dice wait for a word of %s, then of %s", names[0], strings.Join(names[1:], ", "))
}

func (x telling) wordsAsked(f wordsAsked) []Said {
	var names []string
	for _, s := range f.Order {
		names = append(names, s.Name)
	}
	return line("Each player who is here adds a word to the dice, in this order: " + strings.Join(names, ", "))
}

func (x telling) wordAdded(f wordAdded) []Said {
	return line(f.From.Name + " adds to the dice: " + f.Text)
}

func (x telling) wordPassed(f wordPassed) []Said {
	return line(f.Of.Name + " adds nothing to the dice" + because(f.Why))
}

func (x telling) mixed(f mixed) []Said {
	return append(line("From here on the dice come of the seed and of these words"), x.hex("words of their stream before: ", fmt.Sprint(f.At))...)
}
