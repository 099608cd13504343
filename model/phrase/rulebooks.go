package phrase

import (
	"strings"

	"example.org/fray/model"
)

// readRulebook reads "rulebook NAME": each rulebook whose id begins with the name, or the
// file with that path.
func readRulebook(c *Context, line string) []Meaning {
	first, rest, _ := strings.Cut(line, " ")
	if rest = strings.TrimSpace(rest); !strings.EqualFold(first, "rulebook") && !strings.EqualFold(first, "ruleset") {
		return nil
	}
	refused := func(why string) []Meaning {
		return []Meaning{{Does: "load a rulebook", WhyNot: why}}
	}
	switch why := c.whyNotGamemaster(); {
	case why != "":
		return refused(why)
	case c.Texts.Read == nil:
		return refused("files can only be read on the machine that keeps the table")
	}
	var names []string
	for _, name := range c.Texts.Names() {
		if strings.HasPrefix(name, strings.ToLower(rest)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{rest}
	}
	var out []Meaning
	for _, name := range names {
		text, err := c.Texts.Read(name)
		if err != nil {
			return refused(err.Error())
		}
		m := Meaning{Does: "load the rulebook " + name, Command: model.SetRulebook{Text: text}}
		if has, ok := c.Table.RulebookText(name); ok {
			m.Does = "load the newer text of the rulebook " + name
			if has.Hash == model.HashRulebook(text) {
				m.WhyNot = "the table has this text already"
			}
		}
		out = append(out, m)
	}
	return out
}
