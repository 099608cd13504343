package lines

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
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
	for _, words := range reasonLines(cannot) {
		p.line("Not now: %s", words)
	}
	for !p.ended {
		text := p.read(c.Name)
		if text == "" || text == "back" {
			return
		}
		if o, ok := p.findOffer(s, can, cannot, text); ok {
			p.form(o.Rule, o.draft)
			return
		}
	}
}

// offer is an action of a character.
type offer struct {
	phrase.Offer
	draft  scene.Draft
	words  string // its label, target, price and chance
	whyNot string // why it is impossible now, "" if it can be done or lacks only what is still to be said
}

// offers returns the actions that c can take now, after them those that lack only a target or
// a setting, and those that are impossible now.
func (p *console) offers(c *model.Character, s *engine.System) (can, cannot []offer) {
	var lack []offer
	list := p.memory.Listed(p.table, p.seat)
	for _, o := range p.memory.Offered(p.table, c, s) {
		name := o.Name
		if o.Row != "" {
			name = o.Rule.Label + ": " + o.Row
		}
		x := offer{Offer: o, draft: scene.DraftOf(o), words: name}
		tried, lacks := list.TryToEnd(o.Begin)
		err := tried.WhyNot
		x.Later = err != nil
		switch {
		case errors.Is(err, engine.ErrNotTried), err == nil:
			can = append(can, x)
		case lacks:
			x.words += ", still to say: " + err.Error()
			lack = append(lack, x)
		default:
			x.whyNot = err.Error()
			cannot = append(cannot, x)
		}
	}
	for i := range can { // once all have been tried
		if brief := list.Brief(can[i].Begin, p.toEnd).String(); brief != "" {
			can[i].words += p.facing(can[i].Against) + ", " + brief
		}
	}
	return append(can, lack...), cannot
}

// reasonLines returns a line for each reason why actions are impossible now.
func reasonLines(cannot []offer) (out []string) {
	names := map[string][]string{}
	var reasons []string
	for _, o := range cannot {
		if names[o.whyNot] == nil {
			reasons = append(reasons, o.whyNot)
		}
		names[o.whyNot] = append(names[o.whyNot], o.words)
	}
	for _, why := range reasons {
		out = append(out, strings.Join(names[why], ", ")+": "+why)
	}
	return out
}

// findOffer finds an action by its number, id, label or search words. One that is impossible
// now is found as well, and says why, so that no word opens another one in its place.
func (p *console) findOffer(s *engine.System, can, cannot []offer, text string) (offer, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(can) {
			p.line("There is no number %d: type 1 to %d, or back.", n, len(can))
			return offer{}, false
		}
		return can[n-1], true
	}
	all := slices.Concat(can, cannot)
	wanted := make([]phrase.Offer, len(all))
	for i, o := range all {
		wanted[i] = o.Offer
	}
	i, says, ok := phrase.FindOffer(s, text, wanted)
	if says != "" {
		p.line("%s", says)
	}
	switch {
	case !ok:
		p.line("%q is not one of these: type a number, a name, or back.", text)
		return offer{}, false
	case all[i].whyNot != "":
		p.line("%s, not now: %s", all[i].words, all[i].whyNot)
		return offer{}, false
	default:
		return all[i], true
	}
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
func (p *console) form(a *engine.Action, d scene.Draft) {
	p.sets = func(line string) bool { return isSetting(a, d, line) }
	defer func() { p.sets = nil }()
	p.preview(a, d)
	for !p.ended {
		text := p.read(a.Label)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case p.ended || text == "back" || p.isSettled():
			return
		case isSetting(a, d, text):
			p.set(a, &d, text)
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
			p.set(a, &d, text)
		}
	}
}

// settingOf returns the setting and the value of a line SETTING VALUE or SETTING=VALUE.
func settingOf(line string) (key, value string) {
	key, value, ok := phrase.KeyValue(line)
	if !ok {
		key, value, _ = strings.Cut(line, " ")
	}
	return key, strings.TrimSpace(value)
}

// isSetting reports whether a line sets a parameter of a form. Commands of the same name are
// then not meant.
func isSetting(a *engine.Action, d scene.Draft, line string) bool {
	key, value := settingOf(line)
	_, known := phrase.IDOf(a.ParamsAgainst(len(d.Against)), key)
	return known && value != ""
}

// set changes a setting of a form.
func (p *console) set(a *engine.Action, d *scene.Draft, line string) {
	key, value := settingOf(line)
	params, err := phrase.SetParam(a, d.Params, len(d.Against), key, value)
	if err != nil {
		p.line("%s Enter rolls, settings lists what can be set, back leaves.", model.Sentence(err))
		return
	}
	d.Params = params
	p.preview(a, *d)
}

// preview prints the target, the odds and the price of an action that has not begun.
func (p *console) preview(a *engine.Action, d scene.Draft) {
	p.line("%s%s", a.Label, p.facing(d.Against))
	if attack := d.DefendsWords(p.table); attack != "" {
		p.line("%s. %s", attack, p.timeLeft())
	}
	ahead := scene.PreviewOf(p.table, p.seat, d).Counted(p.toEnd)
	if ahead.WhyNot != "" {
		if !ahead.Lacks {
			p.line("Not now: %s", ahead.WhyNot)
			return
		}
		p.line("Still to say: %s", ahead.WhyNot)
		if a.Need != engine.Alone && len(d.Against) == 0 {
			p.line("To aim at somebody, type against and a number or a name.")
		}
		p.line("SETTING VALUE sets what is missing; settings lists what can be set; back leaves.")
		return
	}
	for _, n := range ahead.Step.Notes {
		p.line("  %s", n)
	}
	if words := ahead.ChanceWords(); words != "" {
		p.line("%s", words)
	}
	if ahead.Gives != "" {
		p.line("This %s.", ahead.Gives)
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

func (p *console) listSettings(a *engine.Action, d scene.Draft) {
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
func (p *console) aim(d *scene.Draft, names string) bool {
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
func (p *console) begin(d scene.Draft) bool {
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
