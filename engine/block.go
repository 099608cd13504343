package engine

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Block is one piece of what a rulebook shows. It has a meaning but no colour, glyph or
// width: each kind of block is drawn in one place.
type Block interface{ block() }

// Heading starts a part of a panel.
type Heading struct{ Text string }

// Stat is one number or word, with how it came about.
type Stat struct {
	Label   string
	Value   string
	Unit    string
	Working []string // the lines that explain it
	Chapter string   // where the book says so
	Field   string   // path of the field that sets it, "" when derived
	Changed bool     // it differs from its full or usual value: shown as changed
	Force   string   // what is in force adds this to Value: "+1"
}

// Meter is a pool.
type Meter struct {
	ID     string
	Label  string
	Now    int // may be below 0
	Full   int
	Unit   string
	Kind   string // "life", "energy" or "points": what it means when it runs low
	Losses []Loss
	Field  string // path of the usual loss, for adjusting by hand
	Down   string // the word for why its character cannot act, however much is left; "" if it can
}

// As is the meter under a name that is short enough for a row of the roster.
func (m Meter) As(name string) Meter {
	m.Label = name
	return m
}

// MostName is how many letters the name of a number or a pool has at most in [System.Brief].
const MostName = 5

// ShortName makes a name of at most [MostName] letters for a row of the roster: the first letters
// of several words, with numbers whole, or a long one without its vowels. "Hit points" is HP.
func ShortName(label string) string {
	words := strings.Fields(label)
	if len(words) > 1 && (strings.EqualFold(words[0], "the") || strings.EqualFold(words[0], "a")) {
		words = words[1:]
	}
	short := strings.Join(words, " ")
	switch {
	case utf8.RuneCountInString(short) <= MostName:
	case len(words) == 1:
		first, n := utf8.DecodeRuneInString(short)
		short = string(first) + strings.Map(func(r rune) rune {
			if strings.ContainsRune("aeiou", r) {
				return -1
			}
			return r
		}, short[n:])
	default:
		short = ""
		for _, w := range words {
			if strings.Trim(w, "0123456789") == "" {
				short += w
				continue
			}
			first, _ := utf8.DecodeRuneInString(w)
			short += string(unicode.ToUpper(first))
		}
	}
	if letters := []rune(short); len(letters) > MostName {
		short = string(letters[:MostName])
	}
	return short
}

// HurtWord says in a word how bad it is: life below a half, or below a quarter. It is "" for other
// pools, and for somebody who cannot act, of whom another word is told.
func (m Meter) HurtWord() string {
	if m.Down != "" || m.Kind != "life" || 2*m.Now >= m.Full {
		return ""
	}
	return m.LifeWord()
}

// LifeWord says in a word how much life is missing, "" for none.
func (m Meter) LifeWord() string {
	switch {
	case m.Now >= m.Full:
		return ""
	case 2*m.Now >= m.Full:
		return "scratched"
	case 4*m.Now >= m.Full:
		return "hurt"
	}
	return "badly hurt"
}

// Loss is a part of what a pool has lost.
type Loss struct {
	Label string // "returns by the round"
	N     int
}

// Track is a row of boxes or gems.
type Track struct {
	Label string
	Boxes []Box
}

// Box is one box of a Track.
type Box struct {
	Label string
	Full  bool
	Count int // when there are several of a kind; 0: a plain box
}

// Costs are rows with prices, of which one or more are in force.
type Costs struct {
	Title string
	Rule  string // how a roll comes to another row; "" if the book has no such rule
	Rows  []CostRow
}

// CostRow is one row of Costs.
type CostRow struct {
	Label   string // "row 9"
	Price   string // "5 EP a round"
	Gain    string // what it gives or requires: "Q 3"
	Present bool   // the row is in force
	Mark    string // what it is in force for: "move"
	WhyNot  string // why it cannot be paid; "" when it can
}

// Words are a line or more of text.
type Words struct {
	Label string
	Text  string
}

// Grid is a small table.
type Grid struct {
	Title string
	Head  []string
	Rows  [][]string
	Paths []string // the path of the row behind each line, if any

	// Aloud is what is said before the cells of each column where a row is read aloud: "" for
	// nothing, [NotAloud] for a column that another one says already. Without it, it is the Head.
	Aloud []string
}

// NoRows stands in the place of the rows of a table that has none.
const NoRows = "none"

// NotAloud leaves a column out where a row is read aloud.
const NotAloud = "-"

// State says what a row is in force for, and why it cannot be paid: "in force for move".
func (r CostRow) State() string {
	var words []string
	switch {
	case r.Present && r.Mark != "":
		words = append(words, "in force for "+r.Mark)
	case r.Present:
		words = append(words, "in force")
	}
	if r.WhyNot != "" {
		words = append(words, "not now: "+r.WhyNot)
	}
	return strings.Join(words, ", ")
}

// Words gives the number with its unit, and what is in force on it.
func (b Stat) Words() string {
	words := strings.TrimSpace(b.Value + " " + b.Unit)
	if b.Force != "" {
		words += ", " + b.Force + " in force"
	}
	return words
}

// Words says how much is left and what has been lost: "61 of 74, 13 back by the round".
// A unit that is also the label is left out.
func (b Meter) Words() string {
	words := strconv.Itoa(b.Now) + " of " + strconv.Itoa(b.Full)
	if b.Unit != "" && b.Unit != b.Label {
		words += " " + b.Unit
	}
	if lost := b.Lost(); lost != "" {
		words += ", " + lost
	}
	return words
}

// Lost says what has been lost of each kind. It is "" for nothing, and for a pool with
// only one kind of loss, since its meter shows that.
func (b Meter) Lost() string {
	var words []string
	for _, l := range b.Losses {
		if l.N != 0 {
			words = append(words, strconv.Itoa(l.N)+" "+l.Label)
		}
	}
	return strings.Join(words, ", ")
}

// Words says for each box whether it is full or, if boxes have no names, how many are.
func (b Track) Words() string {
	full := 0
	var words []string
	for _, box := range b.Boxes {
		state := "empty"
		if box.Full {
			full++
			state = "full"
		}
		if box.Count > 0 {
			state = strconv.Itoa(box.Count)
		}
		if box.Label != "" {
			words = append(words, box.Label+" "+state)
		}
	}
	if words == nil {
		return strconv.Itoa(full) + " of " + strconv.Itoa(len(b.Boxes))
	}
	return strings.Join(words, ", ")
}

func (Heading) block() {}
func (Stat) block()    {}
func (Meter) block()   {}
func (Track) block()   {}
func (Costs) block()   {}
func (Words) block()   {}
func (Grid) block()    {}

// View is what panels and cost rows are drawn from.
type View struct {
	Sheet  Sheet
	House  Sheet
	Moment int
	Roll   *Step   // a roll of this character that is under way or has just ended
	Action *Action // its action
	Params Page    // the parameters that are set for it

	Actions int // how many were declared for this round; 0 if none were, or if they are not declared
	Done    int // how many of them are done

	Minion bool // one hit fells the character
}

// Parts gives what the parts of a panel show, one after the other.
func (v View) Parts(parts ...func(View) []Block) []Block {
	var out []Block
	for _, part := range parts {
		out = append(out, part(v)...)
	}
	return out
}

// Dead is the id of the mark of a character who is dead, in rulebooks in which that is more
// than being unable to act.
const Dead = "dead"

// Mark is a state of a character that the roster shows by a word: tired, unconscious.
type Mark struct {
	ID    string
	Word  string
	Grave bool // the character cannot act: nobody waits for them
	Bound bool // the character can neither begin anything nor take part in what others begin, but has not fallen: surprised
	Until int  // the moment at which it ends; 0: a state, not an effect
	Open  bool // an effect that ends at no known moment: with the next roll, or by hand
	Turn  bool // an effect that ends when the character's next turn begins
	Seen  bool // everybody who looks at the character sees it, such as a wound
}
