package act

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Able is an action that a character can take now or, if WhyNot is set, cannot: with Lacks
// only because something has still to be said, and otherwise because it is impossible now.
type Able struct {
	Name    string
	Draft   Draft
	WhyNot  string
	Lacks   bool
	Called  bool // it is a follow-up: something that just happened calls for it
	Columns kit.Columns
}

// AllOffers is the number of offers for which [Offers.Now] works out all prices.
const AllOffers = math.MaxInt

// Now returns the pane with its offers and the prices of the first of them worked out at
// once, for callers that do not draw in cells.
func (p Offers) Now(f pane.Frame, first int) Offers {
	f.H = first
	if work := p.Work(f); work != nil {
		return p.Worked(work(func() {})).(Offers)
	}
	return p
}

// All lists what the selected character can do, follow-ups first, and then what the
// character cannot do.
func (p Offers) All(f pane.Frame) []Able {
	var out []Able
	for _, o := range p.shown(f) {
		out = append(out, Able{Name: o.label(), Draft: o.draft(f.Selected, f.System), Called: o.called != nil, Columns: o.price})
	}
	if p.known != nil && p.known.who == f.Selected {
		for _, o := range p.known.cannot {
			out = append(out, Able{Name: o.label(), Draft: o.draft(f.Selected, f.System), WhyNot: o.whyNot, Lacks: o.lacks})
		}
	}
	return out
}

// Outlook is the chance and the result of an action, for callers that do not draw in cells.
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
	won, lost := p.in.Action.Verdict()
	if out.Won = won; p.decides() && !p.Odds.TotalsOnly && (len(p.Odds.Totals) > 1 || p.fails()) {
		out.Judged, out.P = true, p.Odds.Likely()
	} else {
		out.Words = p.ChanceWords()
	}
	if parts := p.byLevel(); parts != nil {
		for _, x := range parts {
			out.Bars = append(out.Bars, OutlookBar{x.Words, x.P, x.Good})
		}
	} else if c := p.charted(); len(c.Totals) > 1 {
		out.Axis = p.axis()
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
	if p.in.Action.DecidesHit() {
		word = "a hit"
	}
	if p.in.Action.Attack() && p.Odds.MostDamage > 0 {
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
	for _, g := range p.besides() {
		out = append(out, g.Words()+" "+engine.Percent(g.P))
	}
	return out
}

// ParamNow describes a parameter that has no value in the form: the value that the rule
// takes, or its default in words.
func (p *Preview) ParamNow(a *engine.Action, sp *engine.Spec, params engine.Page) string {
	if v, ok := p.Step.Taken.Get(sp.ID); ok && v.String() != "" {
		return sp.Words(v)
	}
	if p.blind != "" && strings.HasPrefix(sp.ID, string(engine.Other)+".") {
		return notKnown
	}
	return cmp.Or(sp.DefaultWords(a.Form.Read(params)), "")
}

// ParamBeside is the remark of the rule about a parameter, or "".
func (p *Preview) ParamBeside(id string) string { return p.beside(id) }

// ParamLabel is the label of a parameter; it tells parameters of the opponent from one's
// own.
func ParamLabel(t model.Table, d Draft, sp *engine.Spec) string {
	return (&actionForm{Draft: d}).label(pane.Frame{Table: t}, sp)
}
