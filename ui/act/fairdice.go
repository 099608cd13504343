package act

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// GoesOn is the reason in the log if the gamemaster skips a player's word.
const GoesOn = "the gamemaster goes on"

// fairDice is the key for the fair dice of the session; here returns the players who are
// connected.
func fairDice(here func() []model.Seat, ending func() scene.Ending) pane.Binding {
	return pane.Of("dice", pane.Binding{Keys: []string{"Q"},
		Run: func(pane.Frame) pane.Intent { return pane.Push{Overlay: &fairDicePage{here: here, ending: ending}} }, Words: fairWords})
}

func fairWords(f pane.Frame) string {
	if scene.AskedForWord(f.Table, f.Seat) {
		return "your word for the dice"
	}
	return "fair dice: fingerprint and words"
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
	case scene.AskedForWord(f.Table, f.Seat):
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
	p.Help = func(f pane.Frame, _ *form.Prompt) string { return scene.WordWords(f.Table, f.Seat) }
	return p
}

// fairDicePage is the page about the dice of the session: what everybody can compare, and who added
// a word.
type fairDicePage struct {
	pane.Notice
	here   func() []model.Seat
	ending func() scene.Ending
	does   string // what enter does now, as the footer says it
}

// About implements pane.Overlay.
func (o *fairDicePage) About(pane.Frame) pane.About {
	return pane.About{Title: "The dice of this session"}
}

// Draw implements pane.Overlay.
func (o *fairDicePage) Draw(f pane.Frame) []string {
	o.does, _ = o.can(f)
	o.Text = scene.FairText(f.Table, o.ending())
	return o.Notice.Draw(f)
}

// takeHome copies to the clipboard what the seat may know of the table, with its log.
func takeHome(f pane.Frame, ending func() scene.Ending) pane.Intent {
	own := ending().Own
	if own == nil {
		return pane.Fail{Words: scene.NoTakeHome(f.Demo)}
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

// can returns what this seat can do about the dice now; words is "" if it can do nothing.
func (o *fairDicePage) can(f pane.Frame) (words string, intent pane.Intent) {
	waits := f.Table.Dice.Asked()
	switch {
	case f.Seat.Role == model.Player && f.Table.Open && (scene.AskedForWord(f.Table, f.Seat) || len(waits) == 0 && f.Table.Dice.UnmixedWord(f.Seat) == ""):
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
