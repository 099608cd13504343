package lines

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	play "example.org/fray/ui/act"
)

// act asks what a character does, and does it.
func (p *plain) act(c *model.Character) {
	s, ok := p.rulebook(c)
	if !ok {
		p.line("This version has none of this sheet's rulebooks.")
		return
	}
	var acts []*engine.Action
	for _, a := range s.Actions {
		if a.Mode != engine.ByClock {
			acts = append(acts, a)
		}
	}
	p.line("%s, %s: what now?", c.Name, s.Name)
	for i, a := range acts {
		words := a.Label
		d := play.Draft{Who: c.ID, System: s.ID, Action: a.ID}
		switch err := refused(p.table, p.seat, d); {
		case err != nil && lacksFoe(p.table, p.seat, a, d):
			words += ", against somebody"
		case err != nil:
			words += ", not now: " + err.Error()
		}
		p.line("%d. %s", i+1, words)
	}
	if a := p.chosen(acts, c.Name); a != nil {
		d, again := p.drafts[c.ID+"/"+a.ID]
		if !again {
			d = play.Draft{Who: c.ID, System: s.ID, Action: a.ID}
		}
		p.form(s, a, d)
	}
}

// refused is why an action can't begin as it is set up.
func refused(t model.Table, by model.Seat, d play.Draft) error {
	_, err := decide.InputsToBegin(t, by, model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params})
	return err
}

// lacksFoe reports whether all that an action wants is somebody whom it is aimed at.
func lacksFoe(t model.Table, by model.Seat, a *engine.Action, d play.Draft) bool {
	return a.NeedsOpponent() && len(d.Against) == 0 && slices.ContainsFunc(t.Characters(), func(c *model.Character) bool {
		d.Against = []string{c.ID}
		return c.ID != d.Who && !c.Left && refused(t, by, d) == nil
	})
}

// chosen gives the action that is typed at a prompt, nil for none.
func (p *plain) chosen(acts []*engine.Action, prompt string) *engine.Action {
	for !p.over {
		text := p.read(prompt)
		if text == "" || text == "back" {
			return nil
		}
		if a := p.action(acts, text); a != nil {
			return a
		}
	}
	return nil
}

// action finds an action by number, id, label or the beginning of it.
func (p *plain) action(acts []*engine.Action, text string) *engine.Action {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(acts) {
			p.line("There is no number %d: type 1 to %d, or back.", n, len(acts))
			return nil
		}
		return acts[n-1]
	}
	for _, a := range acts {
		if strings.EqualFold(a.ID, text) || strings.EqualFold(a.Label, text) {
			return a
		}
	}
	for _, a := range acts {
		if strings.HasPrefix(strings.ToLower(a.Label), strings.ToLower(text)) {
			return a
		}
	}
	p.line("%q is not one of these: type a number, a name, or back.", text)
	return nil
}

// again does the last action of somebody again, with its settings.
func (p *plain) again() {
	d, ok := p.drafts[""]
	if !ok {
		p.line("Nothing has been done yet.")
		return
	}
	s, _ := p.table.Rulebook(d.System)
	a, _ := s.Action(d.Action)
	p.form(s, a, d)
}

// form says what lies ahead of an action, takes settings, and throws.
func (p *plain) form(s *engine.System, a *engine.Action, d play.Draft) {
	p.ahead(a, d)
	for !p.over {
		text := p.read(a.Label)
		word, rest, _ := strings.Cut(strings.Replace(text, "=", " ", 1), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case p.over || text == "back":
			return
		case text == "" || text == "throw":
			if p.begin(d) {
				return
			}
		case text == "settings":
			p.listSettings(a, d)
		case word == "against" && a.Need != engine.Alone:
			if p.aim(&d, rest) {
				p.ahead(a, d)
			}
		default:
			if p.set(a, &d, word, rest) {
				p.ahead(a, d)
			}
		}
	}
}

// ahead says the target, the odds and the price of what has not been thrown.
func (p *plain) ahead(a *engine.Action, d play.Draft) {
	p.line("%s%s", a.Label, p.facing(d))
	ahead := play.PreviewOf(p.table, p.seat, d).Counted(nil)
	if ahead.WhyNot != "" {
		p.line("Not now: %s", ahead.WhyNot)
		if lacksFoe(p.table, p.seat, a, d) {
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
	p.line("Enter rolls; settings lists what you can change; back leaves.")
}

func (p *plain) facing(d play.Draft) string {
	var names []string
	for _, id := range d.Against {
		if c, ok := p.table.Character(id); ok {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return ""
	}
	return " against " + strings.Join(names, ", ")
}

func (p *plain) listSettings(a *engine.Action, d play.Draft) {
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

// set changes one setting of an action.
func (p *plain) set(a *engine.Action, d *play.Draft, name, value string) bool {
	var ids []string
	for _, sp := range a.ParamsAgainst(len(d.Against)) {
		ids = append(ids, sp.ID)
		if !strings.EqualFold(sp.ID, name) && !strings.EqualFold(sp.Label, name) {
			continue
		}
		v, err := sp.Parse(value)
		if err != nil {
			p.line("%v", err)
			return false
		}
		d.Params = d.Params.With(sp.ID, v)
		return true
	}
	near := ""
	if n := engine.Nearest(name, ids); n != "" {
		near = " Did you mean " + n + "?"
	}
	p.line("%s has no setting %q.%s Enter rolls, settings lists them, back leaves.", a.Label, name, near)
	return false
}

// aim aims an action at those who are named.
func (p *plain) aim(d *play.Draft, names string) bool {
	var out []string
	for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' }) {
		c := p.character(strings.TrimSpace(name))
		if c == nil {
			return false
		}
		if c.ID != d.Who && !slices.Contains(out, c.ID) {
			out = append(out, c.ID)
		}
	}
	d.Against = out
	return true
}

// begin throws, and asks what the roll asks.
func (p *plain) begin(d play.Draft) bool {
	if !p.do(model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params}) {
		return false
	}
	if s, ok := p.table.Rulebook(d.System); ok {
		if a, ok := s.Action(d.Action); ok {
			d.Params = a.Remembered(d.Params)
		}
	}
	p.drafts[d.Who+"/"+d.Action], p.drafts[""] = d, d
	p.openRolls()
	return true
}
