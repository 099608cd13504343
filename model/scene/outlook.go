package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Outlook is the chance and the result of an action, as values.
type Outlook struct {
	Judged bool // it can succeed or fail; P is the chance of success
	Won    string
	P      float64
	Words  string // used where Judged is false; empty where nothing is rolled
	Axis   string // what the bars count
	Bars   []OutlookBar
	Does   []string // what a success does and leads to
}

// OutlookBar is one possible result and its chance.
type OutlookBar struct {
	Label string
	P     float64
	Good  bool
}

// Outlook returns the chances of a counted preview.
func (p *Preview) Outlook() Outlook {
	if p.WhyNot != "" {
		return Outlook{}
	}
	var out Outlook
	won, lost := p.In.Action.Verdict()
	if out.Won = won; p.Decides() && !p.Odds.TotalsOnly && (len(p.Odds.Totals) > 1 || p.Fails()) {
		out.Judged, out.P = true, p.Odds.Likely()
	} else {
		out.Words = p.ChanceWords()
	}
	if parts := p.ByLevel(); parts != nil {
		for _, x := range parts {
			out.Bars = append(out.Bars, OutlookBar{x.Words, x.P, x.Good})
		}
	} else if c := p.Charted(); len(c.Totals) > 1 {
		out.Axis = p.Axis()
		for _, x := range c.Totals {
			out.Bars = append(out.Bars, OutlookBar{fmt.Sprint(x.Total), x.P, x.Success > 0})
		}
	}
	out.Does = p.doesWords(won, lost)
	return out
}

// doesWords says what a success does, and what else can come of the roll.
func (p *Preview) doesWords(won, lost string) (out []string) {
	word := "a success"
	if p.In.Action.DecidesHit() {
		word = "a hit"
	}
	if p.In.Action.Attack() && p.Odds.MostDamage > 0 {
		out = append(out, fmt.Sprintf("%s does %.0f, up to %d", word, p.Odds.Damage, p.Odds.MostDamage))
	}
	if p.Then.Failed {
		word, won = "a failure", lost
	}
	switch t := p.Then; {
	case t.Parts != nil:
		for _, x := range t.Parts {
			out = append(out, word+", then "+x.Words+" "+engine.Percent(x.P))
		}
	case t.Hits != nil:
		out = append(out, won+", then hit "+engine.Percent(*t.Hits))
	case t.Action != "":
		mean, most := fmt.Sprintf("%.0f", t.Mean), fmt.Sprint(t.Most)
		words := word + ", then " + strings.ToLower(t.Action) + " " + mean
		if mean != most {
			words += ", up to " + most
		}
		out = append(out, words)
	}
	for _, g := range p.Besides() {
		out = append(out, g.Words()+" "+engine.Percent(g.P))
	}
	return out
}

// Decides reports whether the roll can succeed or fail.
func (p *Preview) Decides() bool { return p.Step.Aimed || p.undecided() || p.Fails() }

// Fails reports whether it is certain that an attack misses as things stand, without any dice.
func (p *Preview) Fails() bool {
	return p.In.Action != nil && p.In.Action.Attack() && p.Step.Done() && len(p.Odds.Grades) > 0 && !p.Odds.TotalsOnly && p.Odds.Success == 0 && p.Step.Outcome.Grade == engine.Failure
}

// undecided reports whether the roll may succeed as well as fail.
func (p *Preview) undecided() bool {
	success := p.Odds.Success
	return success > 0 && success+p.Odds.Unreached < 1-1e-9
}

// Unsure reports whether the roll can succeed or fail.
func (a *Preview) Unsure() bool {
	c := a.Odds
	return a.Step.Aimed || len(c.Totals) > 1 && c.Success > 0 && c.Likely() < 1
}

// ChanceWords is the chance of success in one line or, if it is not measured or not known,
// the expected total; "" without dice.
func (p *Preview) ChanceWords() string {
	switch c := p.Odds; {
	case p.NoOdds != nil:
		return model.Capitalize(p.NoOdds.Error())
	case c.TotalsOnly && len(c.Totals) < 2:
		return p.Blind
	case c.TotalsOnly && p.InMargin():
		return fmt.Sprintf("%s %.1f on average; %s", p.In.System.Margin, float64(p.Step.Target)-c.Mean(), p.Blind)
	case c.TotalsOnly:
		return fmt.Sprintf("%.1f on average; %s", c.Mean(), p.Blind)
	case len(c.Totals) < 2 && !p.undecided() && !p.Fails():
		return ""
	case p.Decides():
		return "Success: " + engine.Percent(c.Likely())
	default:
		return fmt.Sprintf("%.1f on average; no target number is set", c.Mean())
	}
}

// Axis names what the chart counts.
func (p *Preview) Axis() string {
	if p.InMargin() {
		return p.In.System.Margin
	}
	word := cmp.Or(p.ParamBeside("total"), "total")
	if !p.Decides() && !p.Odds.TotalsOnly {
		word += "; no target number is set"
	}
	return word
}

// InMargin reports whether the chart counts the margin.
func (p *Preview) InMargin() bool { return p.In.System.Margin != "" && p.Step.Aimed && p.Decides() }

// Charted returns the odds for the chart: by margin if the rulebook counts in margins.
func (p *Preview) Charted() engine.Chances {
	c := p.Odds
	if !p.InMargin() {
		return c
	}
	c.Totals = slices.Clone(c.Totals)
	slices.Reverse(c.Totals)
	for i := range c.Totals {
		c.Totals[i].Total = p.Step.Target - c.Totals[i].Total
	}
	return c
}

// Besides lists the endings that are more than success or failure, such as a critical
// failure. A roll without a target number is always undecided, which is left out.
func (p *Preview) Besides() []engine.GradeChance {
	var out []engine.GradeChance
	for _, g := range p.Odds.Grades {
		if g.Grade == engine.Success || g.Grade == engine.Failure || g.Grade == "" || g.Grade == engine.Undecided && !p.Decides() {
			continue
		}
		i := slices.IndexFunc(out, func(x engine.GradeChance) bool { return x.Grade == g.Grade })
		if i < 0 {
			out = append(out, engine.GradeChance{Grade: g.Grade})
			i = len(out) - 1
		}
		out[i].P += g.P
	}
	return out
}

// ParamNow describes a parameter that has no value in the form: the value that the rule
// takes, or its default in words.
func (p *Preview) ParamNow(a *engine.Action, sp *engine.Spec, params engine.Page) string {
	if v, ok := p.Step.Taken.Get(sp.ID); ok && v.String() != "" {
		return sp.Words(v)
	}
	if p.Blind != "" && strings.HasPrefix(sp.ID, string(engine.Other)+".") {
		return NotKnown
	}
	return cmp.Or(sp.DefaultWords(a.Form.Read(params)), "")
}

// NotKnown stands for numbers of a sheet that the seat does not know.
const NotKnown = "unknown"

// ParamBeside is the remark of the rule about a parameter, or about the opponent; or "".
func (p *Preview) ParamBeside(id string) string {
	for _, n := range p.Step.Beside {
		if n.ID == id {
			return n.Value.Text()
		}
	}
	return ""
}

// ParamLabel is the label of a parameter; it tells parameters of the opponents from one's own,
// and from each other where there are several.
func ParamLabel(t model.Table, against []string, sp *engine.Spec) string {
	rest, theirs := strings.CutPrefix(sp.ID, "other.")
	if !theirs {
		return sp.Label
	}
	if len(against) > 1 {
		nth, label := 1, sp.Label
		if number, _, further := strings.Cut(rest, "."); further {
			nth, _ = strconv.Atoi(number)
			_, label, _ = strings.Cut(sp.Label, ": ")
		}
		if nth >= 1 && nth <= len(against) {
			return t.NameOf(against[nth-1]) + ": " + label
		}
	}
	if strings.Contains(rest, ".") || strings.Contains(sp.Label, "other") {
		return sp.Label
	}
	return "Theirs: " + sp.Label
}
