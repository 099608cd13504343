package prompt

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/act"
	"example.org/fray/ui/pane"
)

// dice reads a whole roll, of whoever is named before it: d20+5 vs 12, seraph
// 4d6, 4D+1 vs 12, hidden d20.
func dice(p *prompt, f pane.Frame, text string) []meaning {
	rest, hidden := cutSecret(text)
	who := ""
	if words := strings.Fields(rest); len(words) > 1 {
		if c, n := calls(f.Table.Characters(), lower(words)); c != nil && typedBy(f, strings.Join(words[n:], " ")) != nil {
			who, rest = c.ID, strings.Join(words[n:], " ")
		}
	}
	s := typedBy(f, rest)
	if s == nil {
		return nil
	}
	action, params, why := s.Typed(rest)
	if hidden {
		params = params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	d := act.Draft{Who: thrower(f, s, who), System: s.ID, Action: action, Params: params}
	m := meaning{does: "throw " + strings.Join(strings.Fields(rest), " "), run: func(f pane.Frame) pane.Intent { return p.Acts.Throw(f, d) }}
	if c, ok := f.Table.Character(d.Who); ok {
		m.does = c.Name + " throws " + strings.Join(strings.Fields(rest), " ")
	}
	if hidden {
		m.does += ", hidden"
	}
	if why != nil {
		m.whyNot = why.Error()
		return []meaning{m}
	}
	return []meaning{m.begun(f, d)}
}

// thrower is who throws dice: whoever is named or, of those that a rulebook
// has a sheet for, the selected one; a player's are the player's character's.
func thrower(f pane.Frame, s *engine.System, named string) string {
	c := f.Here()
	switch {
	case named != "":
		return named
	case c == nil || !f.Seat.Owns(c):
		return ""
	case f.Seat.Role == model.GM && s.HasNoSheet():
		return ""
	}
	if _, plays := c.Pages[s.ID]; !plays && !s.HasNoSheet() {
		return ""
	}
	return c.ID
}

// typedBy is the rulebook that reads a line, nil for none.
func typedBy(f pane.Frame, line string) *engine.System {
	var found *engine.System
	for _, s := range f.Table.Rules() {
		if s.Typed == nil {
			continue
		}
		if action, _, _ := s.Typed(line); action != "" && (found == nil || s.ID < found.ID) {
			found = s
		}
	}
	return found
}

func lower(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

func cutSecret(text string) (string, bool) {
	p, hidden := clause{words: strings.Fields(text)}.secret()
	return strings.Join(p.words, " "), hidden
}

// begun says why a draft cannot be thrown, and else whose odds are told.
func (m meaning) begun(f pane.Frame, d act.Draft) meaning {
	if _, err := d.Begun(f); err != nil {
		m.whyNot = err.Error()
		return m
	}
	m.count = func() (engine.Inputs, error) { return d.Begun(f) }
	return m
}

// sentence reads who does what to whom: sphinx attacks seraph, attack seraph
// with the khopesh, gantry jumps.
func sentence(p *prompt, f pane.Frame, text string) []meaning {
	ph, hidden := phraseOf(text).secret()
	named := ph.named(f)
	words, at := ph.rest(named)
	if len(named) == 0 || len(words) == 0 {
		return nil
	}
	actor, against := f.Here(), named
	if named[0].from < at[0] {
		actor, against = named[0].who, named[1:]
	}
	if actor == nil {
		return nil
	}
	s := book(f, actor)
	if s == nil {
		return nil
	}
	o, ok := said(p.Acts.Offered(f.Table, actor, s), words)
	if !ok || len(against) > 0 && o.Action.Need == engine.Alone {
		return nil
	}
	d := o.Draft
	if len(against) > 0 {
		d.Against = nil
		for _, x := range against {
			if x.who.ID != actor.ID && (o.Action.Need == engine.MayFaceMany || len(d.Against) == 0) {
				d.Against = append(d.Against, x.who.ID)
			}
		}
	}
	if hidden {
		d.Params = d.Params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	return []meaning{p.draft(f, actor, o, d, len(against) > 0, hidden)}
}

// draft is what a sentence means: where it says to whom, it is done at once;
// else its form opens.
func (p *prompt) draft(f pane.Frame, actor *model.Character, o act.Spoken, d act.Draft, whole, hidden bool) meaning {
	open := func(f pane.Frame) pane.Intent {
		return pane.All{pane.Select{Who: actor.ID}, pane.Turn{System: d.System}, p.Acts.Open(f, d)}
	}
	m := meaning{does: actor.Name + ": " + o.Action.Label, set: open, run: open}
	if o.Row != "" {
		m.does += " with " + o.Row
	}
	if len(d.Against) > 0 {
		m.does += " against " + f.Table.NamesOf(d.Against)
	}
	if hidden {
		m.does += ", hidden"
	}
	if whole {
		m.run = func(f pane.Frame) pane.Intent {
			return pane.All{pane.Select{Who: actor.ID}, pane.Turn{System: d.System}, p.Acts.Throw(f, d)}
		}
	} else {
		m.aside = "open form"
	}
	return m.begun(f, d)
}

// book is the rulebook somebody acts by: the one on the screen, the table's, or
// the first.
func book(f pane.Frame, c *model.Character) *engine.System {
	for _, id := range append([]string{f.System, f.Table.System}, c.Systems()...) {
		if _, plays := c.Pages[id]; plays {
			if s, ok := f.Table.Rulebook(id); ok {
				return s
			}
		}
	}
	return nil
}

// said finds the action that words say: the verb first, and what it is done
// with behind it. It is false where a word is left that says nothing.
func said(all []act.Spoken, words []string) (act.Spoken, bool) {
	verb, with := words[0], words[1:]
	for _, stem := range stems(verb) {
		wanted := make([]phrase.Wanted, 0, len(all))
		for _, o := range all {
			wanted = append(wanted, o.Wanted)
		}
		i, ok := phrase.Sure(stem, wanted)
		if !ok {
			continue
		}
		o := all[i]
		if len(with) == 0 {
			return o, true
		}
		for _, x := range all {
			if x.Action == o.Action && x.Row != "" && holds(x.Row, with) {
				return x, true
			}
		}
		if holds(o.Action.Label, with) {
			return o, true
		}
		return act.Spoken{}, false
	}
	return act.Spoken{}, false
}

// holds reports whether each word is the beginning of one of a name, or one
// slip away.
func holds(name string, words []string) bool {
	parts := strings.Fields(strings.ToLower(name))
	for _, w := range words {
		if !slices.ContainsFunc(parts, func(p string) bool {
			return strings.HasPrefix(p, w) || len(w) > 3 && phrase.Distance(p, w) == 1
		}) {
			return false
		}
	}
	return true
}

// somebody reads a name alone: that character is selected.
func somebody(_ *prompt, f pane.Frame, text string) []meaning {
	ph := phraseOf(text)
	named := ph.named(f)
	if rest, _ := ph.rest(named); len(named) != 1 || len(rest) > 0 || len(text) < 2 {
		return nil
	}
	c := named[0].who
	return []meaning{{does: "select " + c.Name, run: func(pane.Frame) pane.Intent { return pane.Select{Who: c.ID} }}}
}
