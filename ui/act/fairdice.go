package act

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// WordWithin is how long a player has to add a word.
const WordWithin = 30 * time.Second

// GoesOn is the reason in the log if the gamemaster skips a player's word.
const GoesOn = "the gamemaster goes on"

// fairDice is the key for the fair dice of the session; here returns the players who are
// connected.
func fairDice(here func() []model.Seat, ending func() Ending) pane.Binding {
	return pane.Binding{ID: "dice", Keys: []string{"Q"}, Label: "fair dice: fingerprint and words", Also: "fair seed random entropy verify proof cheat hash honest",
		Run: func(pane.Frame) pane.Intent { return pane.Push{Overlay: &fairDicePage{here: here, ending: ending}} }, Words: fairWords}
}

func fairWords(f pane.Frame) string {
	if AskedForWord(f) {
		return "your word for the dice"
	}
	return "fair dice: fingerprint and words"
}

// AskedForWord reports whether it is this seat's turn to add a word to the dice.
func AskedForWord(f pane.Frame) bool {
	waits := f.Table.Dice.Asked()
	return len(waits) > 0 && waits[0] == f.Seat
}

// Wordless reports whether this player has added no word to the dice of the session.
func Wordless(f pane.Frame) bool {
	if !f.Table.Open || f.Seat.Role != model.Player {
		return false
	}
	for _, s := range f.Table.Dice.Steps {
		if s.Of.Seat == f.Seat && s.Text != "" {
			return false
		}
	}
	return true
}

// WaitingForWords says for whose word the dice wait, and what this seat can do about it; ""
// while they wait for none.
func WaitingForWords(f pane.Frame) string {
	words := f.Table.WaitsForWords()
	key := f.KeyOf("dice")
	switch {
	case words == "":
		return ""
	case AskedForWord(f):
		return key + " adds your word: the dice are waiting for it"
	case f.Seat.Role == model.GM:
		return key + " goes on without it: " + words
	}
	return words
}

// WordPrompt asks for a word for the dice.
func WordPrompt() *form.Prompt {
	p := form.Ask("Your word for the dice", "word", "", func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
		return pane.Do{Command: model.AddWord{Text: text}, Then: func(f pane.Frame) pane.Intent {
			words := "your word was added to the dice"
			if f.Table.Dice.UnmixedWord(f.Seat) != "" {
				words = "your word counts when everybody has answered, or from the next scene"
			}
			return pane.All{pane.Close{}, pane.Say{Words: words}}
		}}
	})
	p.Help = func(f pane.Frame, _ *form.Prompt) string { return WordWords(f) }
	return p
}

// WordWords explains what the word is for.
func WordWords(f pane.Frame) string {
	words := "Type a word, or any keys. Everybody will see it. The dice are drawn from all these words and a seed that is already chosen."
	words += " The fingerprint of the seed is " + kit.Clean(f.Table.Fingerprint) + "."
	if order := asked(f.Table); AskedForWord(f) {
		return words + fmt.Sprintf(" Players are asked in this order, for %d seconds each: %s.", int(WordWithin.Seconds()), strings.Join(order, ", "))
	}
	return words + " Your word counts from the next scene on."
}

// asked lists the names of the players who were asked last, in order.
func asked(t model.Table) []string {
	var out []string
	for _, s := range t.Dice.Steps {
		if s.Asked == nil {
			continue
		}
		out = nil
		for _, who := range s.Asked {
			out = append(out, kit.Clean(who.Name))
		}
	}
	return out
}

// fairDicePage is the page about the dice of the session: what everybody can compare, and who added
// a word.
type fairDicePage struct {
	pane.Notice
	here   func() []model.Seat
	ending func() Ending
	does   string // what enter does now, as the footer says it
}

// About implements pane.Overlay.
func (o *fairDicePage) About(pane.Frame) pane.About {
	return pane.About{Title: "The dice of this session"}
}

// Draw implements pane.Overlay.
func (o *fairDicePage) Draw(f pane.Frame) []string {
	o.does, _ = o.can(f)
	o.Text = FairText(f.Table, o.ending())
	return o.Notice.Draw(f)
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
	out := []string{"Fingerprint of the seed, chosen before the first roll:\n" + kit.Clean(t.Fingerprint)}
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
	out := []string{fmt.Sprintf("Session %d is over. The seed of its dice:\n%s", last.Number, kit.Clean(last.Seed)),
		"Its fingerprint, which everybody saw before the first roll:\n" + kit.Clean(last.Fingerprint)}
	words := t
	words.Dice = last.Words
	if said := stepsOf(words); said != "" {
		out = append(out, "Words added by players:\n"+said)
	}
	if _, hash := e.Game.Seal(); hash != "" { // the event number would reveal how many events are hidden
		out = append(out, "The hash of the log so far, with which 'fray check --hash' shows later that nobody changed it:\n"+hash)
	}
	return out
}

// takeHome copies to the clipboard what the seat may know of the table, with its log.
func takeHome(f pane.Frame, ending func() Ending) pane.Intent {
	own := ending().Own
	if own == nil {
		return pane.Fail{Words: NoTakeHome(f)}
	}
	return pane.Fetch{
		Run: func() any {
			text, err := own()
			if err != nil {
				return pane.Fail{Words: err.Error()}
			}
			return pane.Copy{What: "your export of the table", Text: text}
		},
		Then: func(_ pane.Frame, got any) pane.Intent { return got.(pane.Intent) },
	}
}

// NoTakeHome says why a seat on this machine needs no export of its own.
func NoTakeHome(f pane.Frame) string {
	if f.Demo {
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
			out = append(out, "  "+kit.Clean(s.Of.Name)+" nothing: "+kit.Clean(s.Why))
		case i >= t.Dice.Mixed && len(t.Dice.Asked()) == 0:
			out = append(out, "  "+kit.Clean(s.Of.Name+": "+s.Text)+" (from the next scene)")
		default:
			out = append(out, "  "+kit.Clean(s.Of.Name+": "+s.Text))
		}
	}
	for i, s := range t.Dice.Asked() {
		word := " is next"
		if i == 0 {
			word = " is asked now"
		}
		out = append(out, "  "+kit.Clean(t.SeatName(s))+word)
	}
	return strings.Join(out, "\n")
}

// can returns what this seat can do about the dice now; words is "" if it can do nothing.
func (o *fairDicePage) can(f pane.Frame) (words string, intent pane.Intent) {
	waits := f.Table.Dice.Asked()
	switch {
	case f.Seat.Role == model.Player && f.Table.Open && (AskedForWord(f) || len(waits) == 0 && f.Table.Dice.UnmixedWord(f.Seat) == ""):
		return "add a word", pane.All{pane.Close{}, pane.Push{Overlay: WordPrompt()}}
	case f.Seat.Role == model.GM && len(waits) > 0:
		name := f.Table.SeatName(waits[0])
		return "go on without " + kit.Clean(name), pane.Do{Command: model.PassOver{Of: waits[0], Why: GoesOn}, Then: saying(name + " was not waited for")}
	case f.Seat.Role == model.GM && len(o.here()) > 0:
		return "ask the players for words", pane.Do{Command: model.AskWords{Order: o.here()}, Then: func(f pane.Frame) pane.Intent { return pane.Say{Words: f.Table.WaitsForWords()} }}
	}
	return "", nil
}

var fairKeys = slices.Concat(pane.In("dice", "Fair dice", pane.Enter("do", "add a word, ask for words, or go on without one", "go on"),
	pane.Binding{ID: "take-home", Keys: []string{"y"}, Label: "copy what you may know of the table, for fray check", Foot: "copy your export"}),
	pane.Footer(pane.Moving, "up", "scroll", "down", "scroll"), []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *fairDicePage) Keys(pane.Frame) []pane.Binding {
	keys := []string{"up", "scroll", "down", "scroll", "back", "back"}
	if o.ending().Own != nil {
		keys = append([]string{"take-home", "copy your export"}, keys...)
	}
	if o.does != "" {
		keys = append([]string{"do", o.does}, keys...)
	}
	return pane.Footer(fairKeys, keys...)
}

// Update implements pane.Overlay.
func (o *fairDicePage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(fairKeys[:2], msg) {
	case "do":
		_, intent := o.can(f)
		return o, intent
	case "take-home":
		return o, takeHome(f, o.ending)
	}
	_, intent := o.Notice.Update(f, msg)
	return o, intent
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
