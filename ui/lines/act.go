package lines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	play "example.org/fray/ui/act"
)

// chooseAction asks which action c takes, and does it.
func (p *console) chooseAction(c *model.Character) {
	if _, met := c.State(); met {
		p.line("You know %s by name only. To act against %s, type what your own character does.", c.Name, c.Name)
		return
	}
	if !p.seat.Owns(c) {
		p.line("%s is not yours: show %s shows the sheet.", c.Name, c.Name)
		return
	}
	s := phrase.ActingRulebook(p.table, c, "")
	if s == nil {
		p.line("This version has none of this sheet's rulebooks.")
		return
	}
	p.lastActor = c.ID
	can, cannot := p.offers(c, s)
	p.line("%s, %s: what now?", c.Name, s.Name)
	for i, o := range can {
		p.line("%d. %s", i+1, o.words)
	}
	for _, words := range cannot {
		p.line("Not now: %s", words)
	}
	for !p.ended {
		text := p.read(c.Name)
		if text == "" || text == "back" {
			return
		}
		if o, ok := p.findOffer(can, text); ok {
			p.form(o.Rule, play.DraftOf(o.Offer))
			return
		}
	}
}

// offer is an action that a character can take now.
type offer struct {
	phrase.Offer
	words string // its label, target, price and chance
}

// offers returns the actions that c can take now, and a line for each reason why others
// cannot be taken.
func (p *console) offers(c *model.Character, s *engine.System) (can []offer, cannot []string) {
	why := map[string][]string{}
	var reasons []string
	for _, o := range p.memory.Offered(p.table, c, s) {
		name := o.Name
		if o.Row != "" {
			name = o.Rule.Label + ": " + o.Row
		}
		in, err := decide.InputsToBegin(p.table, p.seat, o.Begin)
		switch {
		case err != nil && lacksTarget(p.table, p.seat, o.Rule, play.DraftOf(o)):
			can = append(can, offer{o, name + ", against somebody"})
		case err != nil:
			if why[err.Error()] == nil {
				reasons = append(reasons, err.Error())
			}
			why[err.Error()] = append(why[err.Error()], name)
		default:
			if brief := play.Brief(in); brief != "" {
				name += p.facing(o.Against) + ", " + brief
			}
			can = append(can, offer{o, name})
		}
	}
	for _, reason := range reasons {
		cannot = append(cannot, strings.Join(why[reason], ", ")+": "+reason)
	}
	return can, cannot
}

// lacksTarget reports whether an action could begin if it had a target.
func lacksTarget(t model.Table, by model.Seat, a *engine.Action, d play.Draft) bool {
	return a.NeedsOpponent() && len(d.Against) == 0 && slices.ContainsFunc(t.Characters(), func(c *model.Character) bool {
		d.Against = []string{c.ID}
		return c.ID != d.Who && !c.Left && play.PreviewOf(t, by, d).WhyNot == ""
	})
}

// findOffer finds an action by its number, id, label or search words.
func (p *console) findOffer(all []offer, text string) (offer, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(all) {
			p.line("There is no number %d: type 1 to %d, or back.", n, len(all))
			return offer{}, false
		}
		return all[n-1], true
	}
	wanted := make([]phrase.Searchable, len(all))
	for i, o := range all {
		if o.Row == "" && (strings.EqualFold(o.Begin.Action, text) || strings.EqualFold(o.Rule.Label, text)) {
			return o, true
		}
		wanted[i] = o.Searchable
	}
	if i, ok := phrase.Best(text, wanted); ok {
		return all[i], true
	}
	p.line("%q is not one of these: type a number, a name, or back.", text)
	return offer{}, false
}

// repeatLast repeats the last action with the same settings.
func (p *console) repeatLast() {
	d, ok := p.memory.Last(p.lastActor)
	if !ok {
		p.line("Nothing has been done yet.")
		return
	}
	if a, ok := p.table.ActionOf(d.System, d.Action); ok {
		p.form(a, d)
	}
}

// form shows the preview of an action, reads settings, and throws.
func (p *console) form(a *engine.Action, d play.Draft) {
	p.preview(a, d)
	for !p.ended {
		text := p.read(a.Label)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case p.ended || text == "back":
			return
		case text == "" || text == "throw":
			if p.begin(d) {
				return
			}
		case text == "settings":
			p.listSettings(a, d)
		case text == "odds":
			p.odds(d)
		case text == "show odds" && p.seat.IsGamemaster():
			p.showOdds(d)
		case word == "against" && a.Need != engine.Alone:
			if p.aim(&d, rest) {
				p.preview(a, d)
			}
		default:
			key, value, ok := phrase.KeyValue(text)
			if !ok {
				key, value = word, strings.TrimSpace(rest)
			}
			params, err := phrase.SetParam(a, d.Params, len(d.Against), key, value)
			if err != nil {
				p.line("%s Enter rolls, settings lists what can be set, back leaves.", model.Sentence(err))
				continue
			}
			d.Params = params
			p.preview(a, d)
		}
	}
}

// preview prints the target, the odds and the price of an action that has not begun.
func (p *console) preview(a *engine.Action, d play.Draft) {
	p.line("%s%s", a.Label, p.facing(d.Against))
	ahead := play.PreviewOf(p.table, p.seat, d).Counted(nil)
	if ahead.WhyNot != "" {
		p.line("Not now: %s", ahead.WhyNot)
		if lacksTarget(p.table, p.seat, a, d) {
			p.line("To aim at somebody, type against and a number or a name.")
		}
		return
	}
	for _, n := range ahead.Step.Notes {
		p.line("  %s", n)
	}
	if words := ahead.ChanceWords(); words != "" {
		p.line("%s", words)
	}
	for _, price := range ahead.Prices {
		p.line("Costs %s", price.Words)
	}
	does := "rolls"
	if ahead.Asks {
		does = "asks the gamemaster to grant what is beyond the sheet"
	}
	p.line("Enter %s; settings lists what you can change; back leaves.", does)
}

func (p *console) facing(against []string) string {
	if len(against) == 0 {
		return ""
	}
	return " against " + p.table.NamesOf(against)
}

func (p *console) listSettings(a *engine.Action, d play.Draft) {
	if a.Need != engine.Alone {
		p.line("against: the target, by number or name")
	}
	for _, sp := range a.ParamsAgainst(len(d.Against)) {
		v, written := d.Params.Get(sp.ID)
		value := v.String()
		if !written {
			value = sp.DefaultWords(a.Form.Read(d.Params))
		}
		p.line("%s: %s, now %s. It can be %s", sp.ID, sp.Label, orNothing(value), sp.Range())
	}
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// aim sets the targets of an action from names.
func (p *console) aim(d *play.Draft, names string) bool {
	var out []string
	for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' }) {
		c, rest, err := p.context().Named(name)
		if err == nil && rest != "" {
			err = fmt.Errorf("nobody is called %q: type commas between names", strings.TrimSpace(name))
		}
		if err != nil {
			p.line("%s", model.Sentence(err))
			return false
		}
		if c.ID != d.Who && !slices.Contains(out, c.ID) {
			out = append(out, c.ID)
		}
	}
	d.Against = out
	return true
}

// begin throws, and asks the questions of the roll.
func (p *console) begin(d play.Draft) bool {
	asked := len(p.table.Requests)
	if !p.do(d.Command()) {
		return false
	}
	if len(p.table.Requests) > asked {
		return true // the request is reported with the news
	}
	p.memory.Threw(p.table, d)
	if d.Who != "" {
		p.lastActor = d.Who
	}
	p.openRolls()
	return true
}
