package phrase

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// readDice reads dice, for the character who is named before them: d20+5 vs 12, roll
// 3d6+2 for the door, seraph 4d6, 4D+1 vs 12, hidden d20.
func readDice(c *Context, text string) []Meaning {
	cl, hidden := clause{words: strings.Fields(text)}.cutHidden()
	words := withoutRoll(cl.words)
	named := ""
	if len(words) > 1 {
		if who, n, unclear := findNamed(c.Table.Characters(), lowerAll(words)); who != nil && unclear == "" {
			if rest := withoutRoll(words[n:]); c.diceRulebook(strings.Join(rest, " ")) != nil {
				named, words = who.ID, rest
			}
		}
	}
	line := strings.Join(words, " ")
	s := c.diceRulebook(line)
	if s == nil {
		return nil
	}
	action, params, why := s.Typed(line)
	if hidden {
		params = params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	rule, _ := s.Action(action)
	m := Meaning{Does: "throw " + line, Whole: true, Offer: &Offer{Rule: rule,
		Begin: model.Begin{Who: c.thrower(s, named), System: s.ID, Action: action, Params: params}}}
	if who, ok := c.Table.Character(m.Offer.Who); ok {
		m.Does = who.Name + " throws " + line
	}
	if hidden {
		m.Does += ", hidden"
	}
	if why != nil {
		m.WhyNot = why.Error()
	}
	return []Meaning{c.checkBegin(m)}
}

// readOdds reads a roll that is to be shown in its form, with its odds, before it is
// thrown: odds 3d6+2, odds seraph attacks footpad.
func readOdds(c *Context, text string) []Meaning {
	first, rest, _ := strings.Cut(text, " ")
	if !strings.EqualFold(first, "odds") && !strings.EqualFold(first, "chance") {
		return nil
	}
	out := readDice(c, rest)
	if out == nil {
		out = readSentence(c, rest)
	}
	for i := range out {
		out[i].Whole, out[i].Aside = false, "open form"
	}
	return out
}

// withoutRoll returns words without the verb before dice, such as roll.
func withoutRoll(words []string) []string {
	if len(words) > 1 && slices.Contains([]string{"roll", "rolls", "throw", "throws", "dice"}, strings.ToLower(words[0])) {
		return words[1:]
	}
	return words
}

// thrower returns the character who throws dice: the named one, otherwise the selected one
// if the seat owns it and the rulebook has a sheet for it. It is "" if nobody does.
func (c *Context) thrower(s *engine.System, named string) string {
	who := c.selected()
	switch {
	case named != "":
		return named
	case who == nil || !c.Seat.Owns(who):
		return ""
	case c.Seat.Role == model.GM && s.HasNoSheet():
		return ""
	}
	if _, plays := who.Pages[s.ID]; !plays && !s.HasNoSheet() {
		return ""
	}
	return who.ID
}

// diceRulebook returns the rulebook that reads a line as dice, or nil.
func (c *Context) diceRulebook(line string) *engine.System {
	var found *engine.System
	for _, s := range c.Table.Rulebooks {
		if s.Typed == nil {
			continue
		}
		if action, _, _ := s.Typed(line); action != "" && (found == nil || s.ID < found.ID) {
			found = s
		}
	}
	return found
}

func lowerAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// checkBegin sets why an action is impossible now, if it is. One for which something has
// still to be said is left to its form.
func (c *Context) checkBegin(m Meaning) Meaning {
	if m.WhyNot != "" || c.Gate.InputsToBegin == nil {
		return m
	}
	if _, err := c.Gate.InputsToBegin(c.Table, c.Seat, m.Offer.Begin); err != nil {
		if m.Whole = false; c.Gate.IsIncomplete(c.Table, c.Seat, m.Offer.Begin) {
			m.Aside = "still to say: " + err.Error()
			return m
		}
		m.WhyNot = err.Error()
	}
	return m
}

// readSentence reads who does what to whom: sphinx attacks seraph, attack seraph with the
// khopesh, gantry jumps, attack footpad -2, seraph combat damage=10.
func readSentence(c *Context, text string) []Meaning {
	pairs, text := cutPairs(text)
	cl, hidden := clauseOf(text).cutHidden()
	situation, figures := 0, 0
	cl.words = slices.DeleteFunc(cl.words, func(w string) bool {
		n, number := numberOf(w)
		if number = number && (w[0] == '+' || w[0] == '-'); number {
			situation, figures = n, figures+1
		}
		return number
	})
	named := cl.named(c)
	words, at := cl.rest(named)
	if len(words) == 0 {
		return nil
	}
	x := said{actor: c.selected(), against: named, words: words, pairs: pairs, hidden: hidden}
	if len(named) > 0 && named[0].from < at[0] {
		x.actor, x.against, x.byName = named[0].who, named[1:], true
	}
	if figures == 1 {
		x.pairs = append(x.pairs, engine.Every.Situation.ID+"="+strconv.Itoa(situation))
	}
	if x.actor == nil || len(named)+len(pairs) == 0 || figures > 1 || len(x.against) > 0 && x.against[0].from < at[0] {
		return nil // two figures, or two who do it
	}
	return c.sentence(x)
}

// said is who does what to whom, as it was typed.
type said struct {
	actor   *model.Character
	byName  bool // the actor is named, and not only selected
	against []mention
	words   []string // what they do, and with what
	pairs   []string // settings KEY=VALUE
	hidden  bool
}

// sentence returns what somebody does to somebody. Where an action is against nobody, or is
// what somebody suffers, it is of who is named behind it: initiative goblin 1, wound Brandt.
func (c *Context) sentence(x said) []Meaning {
	actor, pairs := x.actor, x.pairs
	s := c.rulebookOf(actor)
	if s == nil {
		return nil
	}
	o, chosen, ok := offerWith(s, c.offers(actor, s), x.words)
	if !ok {
		return nil
	}
	deed := ""
	if o.isGeneral(conceptsOf(x.words[0])) && o.Rule.Need == engine.Alone && len(x.against) > 0 {
		// Somebody bribes a guard: they roll alone, and the roll says whom it is about.
		deed, x.against = strings.Join(x.words, " ")+" "+namesOf(mentioned(x.against), "and"), nil
		o.Params = o.Params.With(engine.Every.Why.ID, engine.ValueOf(firstRunes(deed, mostWhy)))
	}
	if suffers := s.TakesNumber(o.Action); (o.Rule.Need == engine.Alone || suffers && !x.byName) && len(x.against) > 0 {
		if len(x.against) > 1 || x.byName {
			return nil
		}
		x.actor, x.against, x.byName = x.against[0].who, nil, true
		return c.sentence(x)
	}
	pairs = append(pairs, chosen...)
	whyNot := ""
	if len(x.against) > 0 {
		o.Against = nil
		for _, at := range x.against {
			switch {
			case at.who.ID == actor.ID:
				whyNot = actor.Name + " cannot be against themselves"
			case slices.Contains(o.Against, at.who.ID):
			case o.Rule.Need != engine.MayFaceMany && len(o.Against) > 0:
				whyNot = o.Rule.Label + " is against one at a time: " + c.Table.NameOf(o.Against[0]) + " or " + at.who.Name
			default:
				o.Against = append(o.Against, at.who.ID)
			}
		}
	}
	m := Meaning{Does: actor.Name + ": " + o.Rule.Label, WhyNot: whyNot, Offer: &o, Whole: len(x.against)+len(pairs) > 0}
	if pair := optionNamed(o.Rule, stems(x.words[0])); pair != "" && !slices.ContainsFunc(pairs, func(p string) bool { return sameKey(p, pair) }) {
		pairs = append(pairs, pair) // vane prowls
	}
	if o.Row != "" {
		m.Does += " with " + o.Row
	}
	m.Does += model.Because(deed)
	if len(o.Against) > 0 {
		m.Does += " against " + c.Table.NamesOf(o.Against)
	}
	for _, p := range pairs {
		key, value, _ := strings.Cut(p, "=")
		params, err := SetParam(o.Rule, o.Params, len(o.Against), key, value)
		if err != nil {
			m.WhyNot = err.Error()
			return []Meaning{m}
		}
		o.Params = params
		m.Does += ", " + key + " " + value
	}
	if x.hidden {
		o.Params = o.Params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
		m.Does += ", hidden"
	}
	if !m.Whole {
		m.Aside = "open form"
	}
	return []Meaning{c.checkBegin(m)}
}

// mostWhy is how many letters the reason of a roll may have.
const mostWhy = 80

// mentioned returns the characters who are named.
func mentioned(all []mention) []*model.Character {
	var out []*model.Character
	for _, x := range all {
		out = append(out, x.who)
	}
	return out
}

// offerWith returns the offer that words name, and a parameter for each word that is one of
// its options: check wisdom.
func offerWith(s *engine.System, all []Offer, words []string) (o Offer, pairs []string, ok bool) {
	if o, ok = offerFor(s, all, words); ok || len(words) < 2 {
		return o, nil, ok
	}
	o, ok = offerFor(s, all, words[:1])
	for _, w := range words[1:] {
		if ok {
			pair := optionNamed(o.Rule, []string{w})
			_, number := numberOf(w) // it may be any number
			pairs, ok = append(pairs, pair), pair != "" && !number
		}
	}
	return o, pairs, ok
}

// optionNamed returns the parameter of an action's own of which one of the words is an
// option, as ID=OPTION. It is "" if there is none, or more than one.
func optionNamed(a *engine.Action, words []string) string {
	found := ""
	for _, sp := range a.Form.Fields() {
		if strings.HasPrefix(sp.ID, string(engine.Other)+".") {
			continue
		}
		for _, option := range sp.Options {
			if slices.Contains(words, strings.ToLower(option)) {
				if found != "" {
					return ""
				}
				found = sp.ID + "=" + option
			}
		}
	}
	return found
}

// sameKey reports whether two settings KEY=VALUE are of one parameter.
func sameKey(a, b string) bool {
	a, _, _ = strings.Cut(a, "=")
	b, _, _ = strings.Cut(b, "=")
	return a == b
}

// offerFor returns the offer that words name: the verb first, and after it what is used.
// It returns false if a word is left over.
func offerFor(s *engine.System, all []Offer, words []string) (Offer, bool) {
	verb, with := words[0], words[1:]
	for _, stem := range stems(verb) {
		i, _, ok := FindOffer(s, stem, all)
		if !ok {
			continue
		}
		o := all[i]
		if len(with) == 0 {
			return o, true
		}
		for _, x := range all {
			if x.Rule == o.Rule && x.Row != "" && nameHas(x.Row, with) {
				return x, true
			}
		}
		if nameHas(o.Rule.Label, with) {
			return o, true
		}
		return Offer{}, false
	}
	return Offer{}, false
}

// nameHas reports whether each word begins a word of a name, or differs from one in one
// letter.
func nameHas(name string, words []string) bool {
	parts := strings.Fields(strings.ToLower(name))
	for _, w := range words {
		if !slices.ContainsFunc(parts, func(p string) bool {
			return strings.HasPrefix(p, w) || len(w) > 3 && Distance(p, w) == 1
		}) {
			return false
		}
	}
	return true
}

// readName reads a line that is only a name: the character is selected.
func readName(c *Context, text string) []Meaning {
	cl := clauseOf(text)
	named := cl.named(c)
	if rest, _ := cl.rest(named); len(named) != 1 || len(rest) > 0 || len(text) < 2 {
		return nil
	}
	return []Meaning{{Does: "select " + named[0].who.Name, Select: named[0].who.ID}}
}

// numberOf reads a whole number, with or without a sign.
func numberOf(word string) (int, bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil
}
