package phrase

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Context is where a line is typed: at which table and seat, and who is meant where
// nobody is named.
type Context struct {
	Table  model.Table
	Seat   model.Seat
	Who    string // the selected character, by id; "" for nobody
	System string // the rulebook that is shown of that character

	Gate   Gate
	Offers func(*model.Character, *engine.System) []Offer // what somebody can do, each as it was done last
	Screen bool                                           // it has keys, which do what is not said whole
	Themes []string                                       // of the screen
	Texts  Texts                                          // rulebooks that the table can take up
}

// Texts are the rulebooks written as text that can be had where a line is typed.
type Texts struct {
	Names func() []string                            // their ids
	Read  func(name string) (text string, err error) // the text of one, by its id or the path of its file; nil: none can be had
}

// Gate is what is needed of the packages decide and view, which this one does not
// import.
type Gate struct {
	// Decide says what follows from a command, or refuses it. Dice that no thrower is
	// handed for stay open.
	Decide func(t model.Table, by model.Seat, c model.Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]model.Fact, error)

	Turns         func(model.Table) []string                                        // the order of turns
	Free          func(model.Table) []string                                        // those who may begin something
	NextDue       func(model.Table) model.Upcoming                                  // what comes next
	InputsToBegin func(model.Table, model.Seat, model.Begin) (engine.Inputs, error) // what the rule of an action would know
	Headline      func(model.Table, model.Event) string                             // an event in a few words
	RequestWords  func(model.Table, model.Request) string                           // a request in words
	Before        func(t model.Table, seq uint64) (model.Table, bool)               // the table before an event
	ActOf         func(t model.Table, seq uint64) (model.Event, string)             // what began the act of an event, or why it cannot be corrected
}

// Offer is something that a character can do, with the words that people know it by.
type Offer struct {
	Searchable
	model.Begin
	Rule *engine.Action
	Row  string // of the sheet: the skill or power that it is done with
}

// Meaning is one thing that a line may mean. What is done is the first of these that is
// set: a key of the screen, for a screen that has it; a command; an action; an event
// that shall hold no more; a character who is selected.
type Meaning struct {
	Does   string // what it does: "Sphinx: Combat Roll against Seraph"
	Aside  string // of less weight
	WhyNot string // why it cannot be done; "" when it can

	Key     string // what a key of the table does, by its name
	Text    string // what that is given: what to find, which theme
	Command model.Command
	Times   int // how often; 0 is once
	Offer   *Offer
	Whole   bool   // the action is said with all that it needs, and need not be shown in its form first
	Before  uint64 // acts are undone until this event holds no more
	Select  string
}

// readers are the ways to read a line. What one of them finds goes before what the
// next does.
var readers = []func(*Context, string) []Meaning{readOdds, readDice, readCommand, readRulebook, readPoints, readNewcomers, readTogether, readSentence, readField, readName, readTemplate}

// Read gives what a line may mean, the best first. A line of which a word is not
// understood means nothing: nothing is guessed that changes the table.
func (c *Context) Read(text string) []Meaning {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	var out []Meaning
	for _, reading := range readers {
		out = append(out, reading(c, text)...)
	}
	return out
}

// selected is the selected character, nil for nobody.
func (c *Context) selected() *model.Character {
	who, ok := c.Table.Character(c.Who)
	if !ok {
		return nil
	}
	return who
}

// rulebookOf is the rulebook somebody acts by: the one on the screen, the table's, or the
// first.
func (c *Context) rulebookOf(who *model.Character) *engine.System {
	for _, id := range append([]string{c.System, c.Table.System}, who.Systems()...) {
		if _, plays := who.Pages[id]; plays {
			if s, ok := c.Table.Rulebook(id); ok {
				return s
			}
		}
	}
	return nil
}

// whyNotGamemaster is why somebody else does not do what only the gamemaster does.
func (c *Context) whyNotGamemaster() string {
	if !c.Seat.IsGamemaster() {
		return "only the gamemaster does that"
	}
	return ""
}

// whyNotOwner is why a seat does not act for somebody.
func (c *Context) whyNotOwner(who *model.Character) string {
	if !c.Seat.Owns(who) {
		return who.Name + " is not yours"
	}
	return ""
}

// Unknown says which word of a line that means nothing is not understood.
func (c *Context) Unknown(text string) string {
	if begins := c.withPrefix(text); len(begins) > 1 {
		return `"` + text + `" could be ` + begins[0].Name + " or " + begins[1].Name
	}
	cl := clauseOf(text)
	named := cl.named(c)
	words, _ := cl.rest(named)
	known := func(w string) bool {
		if _, number := numberOf(w); number || strings.Contains(w, "=") || commandOf(w) != nil {
			return true
		}
		who := c.selected()
		for _, n := range named {
			who = n.who
		}
		if who == nil {
			return false
		}
		s := c.rulebookOf(who)
		if s == nil || poolOf(s, w) != nil {
			return s != nil
		}
		_, ok := offerFor(c.offers(who, s), []string{w})
		return ok
	}
	for _, w := range words {
		if !known(w) {
			return `"` + w + `" is neither a command nor a name, nor something that can be done here`
		}
	}
	switch {
	case len(named) > 0 && len(words) == 0:
		return "say what " + named[0].who.Name + " does"
	case len(named) > 0 && c.selected() == nil:
		return "say who does it: " + named[0].who.Name + " alone says only against whom"
	case len(words) > 0:
		return `"` + text + `" is not understood: these words say nothing together`
	}
	return `"` + text + `" is not understood`
}

func (c *Context) offers(who *model.Character, s *engine.System) []Offer {
	if c.Offers == nil {
		return nil
	}
	return c.Offers(who, s)
}
