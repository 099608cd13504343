package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// decides reports whether the roll can succeed or fail.
func (p *Preview) decides() bool { return p.Step.Aimed || p.undecided() || p.fails() }

// fails reports whether it is certain that an attack misses as things stand, without any dice.
func (p *Preview) fails() bool {
	return p.in.Action != nil && p.in.Action.Attack() && p.Step.Done() && len(p.Odds.Grades) > 0 && !p.Odds.TotalsOnly && p.Odds.Success == 0 && p.Step.Outcome.Grade == engine.Failure
}

// undecided reports whether the roll may succeed as well as fail.
func (p *Preview) undecided() bool {
	success := p.Odds.Success
	return success > 0 && success+p.Odds.Unreached < 1-1e-9
}

// chance draws the most important number: the chance of success or, if nothing is measured,
// the expected total.
func (p *Preview) chance(f pane.Frame, w int) []string {
	c, r := p.Odds, f.Look.Row(w)
	if p.NoOdds != nil {
		return f.Sized(w, 1, true).Paragraphs(kit.Dim, p.NoOdds.Error())
	}
	if c.TotalsOnly {
		return p.guessed(f, w)
	}
	if len(c.Totals) < 2 && !p.decides() {
		return nil
	}
	if p.decides() {
		won, _ := p.in.Action.Verdict()
		return []string{r.Chance(won, c.Likely()).String()}
	}
	if p.byLevel() != nil {
		return nil
	}
	return []string{r.Put(kit.Title, fmt.Sprintf("%.1f", c.Mean())).Put(kit.Dim, " on average").String()}
}

// guessed draws the expected total, and says that the number to reach is unknown.
func (p *Preview) guessed(f pane.Frame, w int) []string {
	var out []string
	if len(p.Odds.Totals) > 1 {
		r := f.Look.Row(w)
		mean := p.Odds.Mean()
		if p.inMargin() {
			mean = float64(p.Step.Target) - mean
			r.Put(kit.Dim, p.in.System.Margin+" ")
		}
		out = append(out, r.Put(kit.Title, fmt.Sprintf("%.1f", mean)).Put(kit.Dim, " on average").String())
	}
	for _, l := range kit.Wrap(p.blind, w) {
		out = append(out, f.Look.Row(w).Put(kit.Dim, l).String())
	}
	return out
}

// ChanceWords is the chance of success in one line or, if it is not measured or not known,
// the expected total; "" without dice.
func (p *Preview) ChanceWords() string {
	switch c := p.Odds; {
	case p.NoOdds != nil:
		return model.Capitalize(p.NoOdds.Error())
	case c.TotalsOnly && len(c.Totals) < 2:
		return p.blind
	case c.TotalsOnly && p.inMargin():
		return fmt.Sprintf("%s %.1f on average; %s", p.in.System.Margin, float64(p.Step.Target)-c.Mean(), p.blind)
	case c.TotalsOnly:
		return fmt.Sprintf("%.1f on average; %s", c.Mean(), p.blind)
	case len(c.Totals) < 2 && !p.undecided() && !p.fails():
		return ""
	case p.decides():
		return "Success: " + engine.Percent(c.Likely())
	default:
		return fmt.Sprintf("%.1f on average; no target number is set", c.Mean())
	}
}

// axis names what the chart counts.
func (p *Preview) axis() string {
	if p.inMargin() {
		return p.in.System.Margin
	}
	word := cmp.Or(p.beside("total"), "total")
	if !p.decides() && !p.Odds.TotalsOnly {
		word += "; no target number is set"
	}
	return word
}

// inMargin reports whether the chart counts the margin.
func (p *Preview) inMargin() bool { return p.in.System.Margin != "" && p.Step.Aimed && p.decides() }

// charted returns the odds for the chart: by margin if the rulebook counts in margins.
func (p *Preview) charted() engine.Chances {
	c := p.Odds
	if !p.inMargin() {
		return c
	}
	c.Totals = slices.Clone(c.Totals)
	slices.Reverse(c.Totals)
	for i := range c.Totals {
		c.Totals[i].Total = p.Step.Target - c.Totals[i].Total
	}
	return c
}

// outlook draws the chance, the chart and what a success does.
func (p *Preview) outlook(f pane.Frame, w, h int) []string {
	out := p.chance(f, w)
	if len(out) > 0 {
		out = append(out, f.Look.Blank(w))
	}
	then := p.does(f, w)
	out = append(out, p.bars(f, w, h-len(out)-len(then))...)
	return append(out, then...)
}

// bars draws the chart with its heading in at most h lines.
func (p *Preview) bars(f pane.Frame, w, h int) []string {
	if parts := p.byLevel(); parts != nil {
		return f.Look.PartBars(pieces(parts), w, h)
	}
	if len(p.Odds.Totals) < 2 || h < 3 {
		return nil
	}
	var out []string
	for _, l := range kit.Wrap(p.axis(), w) {
		out = append(out, f.Look.Row(w).Put(kit.Dim, l).String())
	}
	won, _ := p.in.Action.Verdict()
	return append(out, f.Look.OddsBars(p.charted(), won, w, h-len(out))...)
}

// inShort draws the chance and, for an attack, what a hit does in one line.
func (p *Preview) inShort(f pane.Frame, w int) []string {
	out := p.chance(f, w)
	if does := p.does(f, w); p.in.Action.Attack() && len(out) == 1 && len(does) == 1 {
		out = append(out, does...)
	}
	return out
}

func pieces(parts []Part) []kit.Piece {
	out := make([]kit.Piece, len(parts))
	for i, p := range parts {
		ink := kit.Dim
		if p.Good {
			ink = kit.Good
		}
		out[i] = kit.Piece{Label: p.Words, P: p.P, Ink: ink}
	}
	return out
}

// does draws what a success does, and what else can come of the roll.
func (p *Preview) does(f pane.Frame, w int) []string {
	var out []string
	word := "a success"
	if p.in.Action.DecidesHit() {
		word = "a hit"
	}
	if p.in.Action.Attack() && p.Odds.MostDamage > 0 {
		out = append(out, f.Look.Row(w).Put(kit.Dim, word+" does ").Put(kit.Bad, fmt.Sprintf("%.0f", p.Odds.Damage)).
			Put(kit.Dim, ", up to ").Put(kit.Title, fmt.Sprint(p.Odds.MostDamage)).String())
	}
	then := p.follows(f, w, word)
	if p.old {
		then = f.Look.Faded(then)
	}
	out = append(out, then...)
	for _, g := range p.besides() {
		out = append(out, f.Look.Row(w).Put(kit.Dim, g.Words()).Space(1).Put(kit.Text, engine.Percent(g.P)).String())
	}
	return out
}

// follows draws the consequence of a success or of a failure.
func (p *Preview) follows(f pane.Frame, w int, word string) []string {
	if p.Then.Failed {
		word = "a failure"
	}
	switch t := p.Then; {
	case t.Parts != nil:
		out := []string{f.Look.Row(w).Put(kit.Dim, word+", then").String()}
		return append(out, f.Look.PartBars(pieces(t.Parts), w, len(t.Parts))...)
	case t.Hits != nil:
		first, lost := p.in.Action.Verdict()
		if t.Failed {
			first = lost
		}
		return []string{f.Look.Row(w).Put(kit.Dim, first+", then hit ").Put(kit.Title, engine.Percent(*t.Hits)).String()}
	case t.Action != "":
		first, then := word+",", " then "+strings.ToLower(t.Action)+" "
		mean, most := fmt.Sprintf("%.0f", t.Mean), fmt.Sprint(t.Most)
		var out []string
		r := f.Look.Row(w).Put(kit.Dim, first)
		if kit.Width(first+then+mean+", up to "+most) > w {
			out, r = append(out, r.String()), f.Look.Row(w).Space(1)
		}
		if r.Put(kit.Dim, then).Put(kit.Title, mean); mean != most {
			r.Put(kit.Dim, ", up to ").Put(kit.Title, most)
		}
		return append(out, r.String())
	}
	return nil
}

// besides lists the endings that are more than success or failure, such as a critical
// failure. A roll without a target number is always undecided, which is left out.
func (p *Preview) besides() []engine.GradeChance {
	var out []engine.GradeChance
	for _, g := range p.Odds.Grades {
		if g.Grade == engine.Success || g.Grade == engine.Failure || g.Grade == "" || g.Grade == engine.Undecided && !p.decides() {
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

// large draws only the odds: each ending, and as many totals as fit.
func (p *Preview) large(f pane.Frame) []string {
	won, lost := p.in.Action.Verdict()
	out := f.Look.ExactEndings(p.Odds, won, lost, f.W)
	if !p.decides() && len(p.Odds.Totals) > 1 {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, kit.OnAverage(p.Odds)).String())
	}
	out = append(out, f.Look.Blank(f.W))
	var harm []string
	if bars := f.Look.ValueBars(p.Odds, "damage", f.W-2, max(0, (f.H-len(out))/2-3)); bars != nil {
		if harm = append([]string{f.Look.Blank(f.W)}, indented(f, bars)...); f.H-len(out)-len(harm) < leastChart {
			harm = nil
		}
	}
	return append(append(out, indented(f, f.Look.OddsBars(p.charted(), won, f.W-2, f.H-len(out)-len(harm)))...), harm...)
}

// indented draws the bars of a chart by one cell to the right.
func indented(f pane.Frame, bars []string) []string {
	for i, line := range bars {
		bars[i] = f.Look.Row(f.W).Space(1).Drawn(line, f.W-2).String()
	}
	return bars
}
