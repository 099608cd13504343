package phrase

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Context is where a line is typed: the table, the seat, and the character who is meant if
// nobody is named.
type Context struct {
	Table  model.Table
	Seat   model.Seat
	Who    string   // the id of the selected character; "" if there is none
	System string   // the rulebook in which that character is shown
	Marked []string // the ids of those who are marked, for what a line says of nobody by name

	Gate   Gate
	Demo   bool                                           // this is the demo: nothing is saved
	Offers func(*model.Character, *engine.System) []Offer // what a character can do, with the settings of the last time
	Screen bool                                           // there are keys and forms for what a line leaves out
	Themes []string                                       // the themes of the screen
	Texts  Texts                                          // the rulebooks that can be loaded
	Shelf  []Prepared                                     // what the gamemaster keeps for any table
	Now    func() time.Time                               // the clock by which the next evening is planned; nil: it is planned by whole dates only
}

// Prepared is a character, or an encounter of several, that is kept for any table.
type Prepared struct {
	Name       string
	Characters []model.Character
}

// Join returns the command that brings it to a table count times. Foes come as new, everybody
// gets a name that nobody has, and belongs to the player who owned it if there is one of that
// name here.
func (p Prepared) Join(t model.Table, count, round int) model.Join {
	taken := map[string]bool{}
	for _, c := range t.Characters() {
		taken[strings.ToLower(c.Name)] = true
	}
	var all []model.Character
	for range count {
		for _, c := range p.Characters {
			if c.Side != engine.Heroes { // never with the wounds of last time
				c = t.Rulebooks.AsNew(c)
			}
			c.Encounter = "" // of another table
			if s, here := t.SeatOf(c.Owner); count > 1 || !here || s.Role != model.Player {
				c.Owner = ""
			}
			c.Name = FreeName(taken, c.Name)
			taken[strings.ToLower(c.Name)] = true
			all = append(all, c)
		}
	}
	join := model.Join{Character: all[0], More: all[1:], Round: round}
	if len(p.Characters) > 1 {
		join.Encounter = p.Name
	}
	return join
}

// Texts are the rulebooks written as text that can be loaded.
type Texts struct {
	Names func() []string                            // their ids
	Read  func(name string) (text string, err error) // returns the text of one, by its id or the path of its file; nil if none can be read here
}

// Gate holds the functions of the packages decide and view that are needed here. This
// package does not import them.
type Gate struct {
	// Decide returns what follows from a command, or refuses it. If throw is nil,
	// questions for dice stay open.
	Decide func(t model.Table, by model.Seat, c model.Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]model.Fact, error)

	WhyNot        func(model.Table, model.Seat, model.Command) error                // why a command would be refused, at a whole table or in a seat's view
	Turns         func(model.Table) []string                                        // the order of turns
	Free          func(model.Table) []string                                        // the characters who may begin something
	NextDue       func(model.Table) model.Upcoming                                  // what Next would do
	InputsToBegin func(model.Table, model.Seat, model.Begin) (engine.Inputs, error) // what the rule of an action would know
	IsIncomplete  func(model.Table, model.Seat, model.Begin) bool                   // whether what it refuses only lacks a target or a setting
	Headline      func(model.Table, model.Event) string                             // an event in a few words
	Deed          func(model.Table, []model.Event) string                           // an act, newest event first, by what undo takes back
	RequestWords  func(model.Table, model.Request) string                           // a request in words
	Before        func(t model.Table, seq uint64) (model.Table, bool)               // the table before an event
	ActOf         func(t model.Table, seq uint64) (model.Event, string)             // what began the act of an event, or why it cannot be corrected
}

// Offer is something that a character can do, with the words by which people find it.
type Offer struct {
	Searchable
	model.Begin
	Rule  *engine.Action
	Row   string // the row of the sheet that it uses, such as a skill or a power
	Later bool   // it cannot begin as it is: the same action with another row comes first
}

// Meaning is one thing that a line may mean. The first of these that is set is done: a verb
// of which the front end has a key, a page or a list; a command; an offer; undoing acts;
// selecting a character. One of which none is set only says something.
type Meaning struct {
	Does   string // what it does: "Sphinx: Combat Roll against Seraph"
	Aside  string // a detail
	WhyNot string // why it cannot be done; "" when it can

	Verb    string // the ID of a verb that the front end does, such as showing something
	Text    string // what is typed after its word: what to find, which theme
	Command model.Command
	Times   int // how often the command is given; 0 is once
	Offer   *Offer
	Whole   bool   // the line says all that the action needs, so that no form has to be shown first
	Before  uint64 // acts are undone until this event is
	Select  string // the id of the character to select
}

// reader is one way to read a line.
type reader struct {
	read   func(*Context, string) []Meaning
	naming bool // it reads names of characters wherever they stand in the line
}

// readers are the ways to read a line. The meanings of one come before those of the next.
var readers = []reader{{readOdds, true}, {readDice, false}, {readCommand, false}, {readSaying, true}, {readRulebook, false}, {readPoints, true}, {readNewcomers, false}, {readTogether, true}, {readField, true}, {readSentence, true}, {readName, true}, {readTemplate, false}, {readCreature, false}}

// Read returns what a line may mean, the best first. A line with a word that is not
// understood means nothing, because no change of the table is guessed. One that names
// somebody who is not there, or who may be one of several, is refused.
func (c *Context) Read(text string) []Meaning {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	var out []Meaning
	unclear := c.unclear(text)
	for _, r := range readers {
		found := r.read(c, text)
		if r.naming && unclear != "" && len(found) > 0 {
			found = []Meaning{{Does: text, WhyNot: unclear}}
			unclear = ""
		}
		out = append(out, found...)
	}
	if len(out) == 0 {
		out = c.readNoWord(text)
	}
	for i := range out {
		out[i].WhyNot = cmp.Or(out[i].WhyNot, c.refused(out[i].Command))
	}
	if len(out) == 0 && !c.Screen { // a screen first looks for keys
		return c.ReadTerm(text)
	}
	return out
}

// refused says why a command would be refused, "" if it would not. Who may is asked of the gate
// alone. A rulebook, which would have to be read whole for each letter, is not tried.
func (c *Context) refused(x model.Command) string {
	if _, book := x.(model.SetRulebook); x == nil || book || c.Gate.WhyNot == nil {
		return ""
	}
	if err := c.Gate.WhyNot(c.Table, c.Seat, x); err != nil {
		return err.Error()
	}
	return ""
}

// selected returns the selected character, or nil.
func (c *Context) selected() *model.Character {
	who, ok := c.Table.Character(c.Who)
	if !ok {
		return nil
	}
	return who
}

// rulebookOf returns the rulebook by which a character acts; see [ActingRulebook].
func (c *Context) rulebookOf(who *model.Character) *engine.System {
	return ActingRulebook(c.Table, who, c.System)
}

// ActingRulebook returns the rulebook by which a character acts: the one on the screen, the
// table's, or the first in which the character has a sheet. It is nil if there is none.
func ActingRulebook(t model.Table, who *model.Character, shown string) *engine.System {
	for _, id := range append([]string{shown, t.System}, who.Systems()...) {
		if _, plays := who.Pages[id]; plays {
			if s, ok := t.Rulebook(id); ok {
				return s
			}
		}
	}
	return nil
}

// whyNotGamemaster returns why the seat may not do what only the gamemaster may, "" for
// the gamemaster.
func (c *Context) whyNotGamemaster() string {
	if !c.Seat.IsGamemaster() {
		return "only the gamemaster can do that"
	}
	return ""
}

// whyNotOwner returns why the seat may not act for a character, "" if it may.
func (c *Context) whyNotOwner(who *model.Character) string {
	if !c.Seat.Owns(who) {
		return who.Name + " is not yours"
	}
	return ""
}

// Unknown says which word of a line that means nothing is not understood, and which is
// nearest of those that have a meaning here.
func (c *Context) Unknown(text string) string {
	if begins := c.withPrefix(text); len(begins) > 1 {
		return `"` + text + `" could be ` + begins[0].Name + " or " + begins[1].Name
	}
	cl := clauseOf(text)
	named := cl.named(c)
	words, _ := cl.rest(named)
	known := c.vocabulary(named)
	for _, w := range words {
		if _, number := numberOf(w); number || strings.Contains(w, "=") || isKnown(known, w) {
			continue
		}
		return `"` + w + `" is neither a command nor a name, nor something that can be done here` + didYouMeanSlip(w, known)
	}
	switch {
	case len(named) > 0 && len(words) == 0:
		return "say what " + named[0].who.Name + " does"
	case len(named) > 0 && c.selected() == nil:
		return "say who does it: " + named[0].who.Name + " alone is only the target"
	case Brings(text):
		return `"` + text + `" brings nobody: ` + addHelp
	case len(words) > 0 && verbOf(words[0]) != nil:
		return `"` + text + `" is not understood; write: ` + strings.TrimSpace(words[0]+" "+verbOf(words[0]).Args)
	}
	return `"` + text + `" is not understood`
}

// didYouMeanSlip suggests the word that is within two letters of what was typed; it returns
// "" if none is.
func didYouMeanSlip(typed string, words []string) string {
	all := make([]Searchable, len(words))
	for i, w := range words {
		all[i].Name = w
	}
	if near := Nearest(typed, all); near != "" {
		return `; did you mean "` + near + `"?`
	}
	return ""
}

// isKnown reports whether a word is one of those known, with another ending or not, or the
// beginning of one.
func isKnown(known []string, word string) bool {
	return slices.ContainsFunc(known, func(k string) bool {
		return k == word || sameStem(k, word) || len(word) >= shortestTerm && strings.HasPrefix(k, word)
	})
}

// vocabulary returns the words, in small letters, that have a meaning here: for those who are
// named or, where nobody is, for the selected character.
func (c *Context) vocabulary(named []mention) []string {
	out := slices.Concat(bringing, extras, creatures, wordsOfLoss, wordsOfHarm, wordsOfGain, wordsOfTake, wordsOfGive, wordsOfFate, stopWords)
	add := func(texts ...string) {
		for _, text := range texts {
			out = append(out, strings.FieldsFunc(strings.ToLower(text), isSeparator)...)
		}
	}
	for _, v := range Verbs {
		add(v.Words)
	}
	for words := range sayings {
		add(words)
	}
	for _, who := range c.Table.Characters() {
		add(who.Name, string(who.Side))
	}
	all := []*model.Character{}
	for _, x := range named {
		all = append(all, x.who)
	}
	if here := c.selected(); len(all) == 0 && here != nil {
		all = append(all, here)
	}
	for _, who := range all {
		s := c.rulebookOf(who)
		if s == nil {
			continue
		}
		for _, p := range s.Pools {
			add(p.ID, p.Label)
		}
		for _, x := range s.Conditions {
			add(x.Label)
		}
		for _, o := range c.offers(who, s) {
			add(o.Name, o.Also)
			for _, sp := range o.Rule.Form.Fields() {
				add(sp.Options...)
			}
		}
	}
	return out
}

func (c *Context) offers(who *model.Character, s *engine.System) []Offer {
	if c.Offers == nil {
		return nil
	}
	return c.Offers(who, s)
}
