package phrase

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// several returns the characters whom the first words of a line name as a group, and the
// rest of the line: everyone, all thugs, thugs, all foes, seraph and gantry. It returns
// nil if the words name no group.
func (c *Context) several(s string) (all []*model.Character, rest string) {
	words := strings.Fields(strings.ReplaceAll(s, ",", " and "))
	if len(words) == 0 {
		return nil, s
	}
	first := strings.ToLower(words[0])
	if namesEverybody(first) {
		if all = c.mine(func(*model.Character) bool { return true }); len(all) == 0 {
			return nil, s
		}
		return all, strings.Join(words[1:], " ")
	}
	every := first == "all"
	if every {
		words = words[1:]
		if len(words) > 1 && (strings.EqualFold(words[0], "the") || strings.EqualFold(words[0], "of")) {
			words = words[1:]
		}
	}
	for n := min(3, len(words)); n > 0; n-- {
		name := strings.ToLower(strings.Join(words[:n], " "))
		all = c.mine(func(who *model.Character) bool {
			head, _, _ := CutNumber(strings.ToLower(who.Name))
			side := strings.ToLower(string(who.Side))
			return slices.Contains(singular(name), head) || every && (head == name || side == name || slices.Contains(singular(name), side))
		})
		if len(all) > 1 {
			return all, strings.Join(words[n:], " ")
		}
	}
	if every {
		return nil, s
	}
	for i := 0; i < len(words); {
		who, n, unclear := findNamed(c.Table.Characters(), lowerAll(words[i:]))
		if unclear != "" {
			return nil, s
		}
		if who == nil {
			break
		}
		all = append(slices.DeleteFunc(all, func(x *model.Character) bool { return x.ID == who.ID }), who)
		if i += n; i == len(words) || !strings.EqualFold(words[i], "and") {
			rest = strings.Join(words[i:], " ")
			break
		}
		i++
	}
	if len(all) < 2 {
		return nil, s
	}
	return all, rest
}

// ofEverybody is the parameter by which one character does something for everybody at the
// table, such as asking how far each has moved.
const ofEverybody = "everyone"

// namesEverybody reports whether a line begins with everybody.
func namesEverybody(s string) bool {
	first, _, _ := strings.Cut(strings.ToLower(s), " ")
	return first == "everyone" || first == "everybody"
}

// mine returns those of the characters for whom the seat may act.
func (c *Context) mine(meant func(*model.Character) bool) []*model.Character {
	return slices.DeleteFunc(c.Roster(), func(who *model.Character) bool { return !c.Seat.Owns(who) || !meant(who) })
}

// noSuchThing is why somebody is left out who has nothing of the kind.
const noSuchThing = "nothing of the kind is on the sheet"

// readTogether reads what several characters do as one act: thugs attack seraph, everyone
// discerns, seraph and gantry attack footpad -2. Those who cannot are left out, and named with
// the reason.
func readTogether(c *Context, text string) []Meaning {
	pairs, text := cutPairs(text)
	all, rest := c.several(text)
	if behind, every := strings.CutPrefix(text, "all "); every && all == nil { // all attack seraph
		all, rest = c.mine(func(*model.Character) bool { return true }), behind
	}
	if all == nil || rest == "" {
		return nil
	}
	act := model.Together{}
	var names []string
	var left []leftOut
	label, against, whyNot := "", "", ""
	for _, who := range all {
		own := *c
		own.Who = who.ID
		found := readSentence(&own, strings.Join(append([]string{who.Name, rest}, pairs...), " "))
		if len(found) == 0 || found[0].Offer == nil {
			left = append(left, leftOut{who, noSuchThing})
			continue
		}
		m := found[0]
		if _, ofAll := m.Offer.Rule.Param(ofEverybody); ofAll && namesEverybody(text) {
			one := *m.Offer
			one.Params = one.Params.With(ofEverybody, engine.ValueOf(true))
			m.Does, m.Offer, m.WhyNot, m.Whole = m.Does+", of everybody", &one, "", true
			return []Meaning{m}
		}
		if m.WhyNot != "" {
			if whyNot == "" {
				whyNot = who.Name + ": " + m.WhyNot
			}
			left = append(left, leftOut{who, m.WhyNot})
			continue
		}
		if label == "" {
			label = m.Offer.Rule.Label
			against = c.Table.NamesOf(m.Offer.Against)
		}
		if m.Offer.Rule.Label != label {
			left = append(left, leftOut{who, noSuchThing})
			continue
		}
		if c.Table.NamesOf(m.Offer.Against) != against {
			against = "somebody each"
		}
		act.Each = append(act.Each, m.Offer.Begin)
		names = append(names, who.ID)
	}
	switch {
	case len(act.Each) == 0 && whyNot == "":
		return nil
	case len(act.Each) == 0:
		return []Meaning{{Does: "they act together: " + rest, WhyNot: whyNot}}
	}
	m := Meaning{Does: c.Table.NamesOf(names) + ": " + label, Command: act}
	if against != "" {
		m.Does += " against " + against
	}
	m.Does += c.without(left)
	return []Meaning{m}
}
