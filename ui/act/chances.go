package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// decides reports whether the roll may succeed or fail.
func (a *Ahead) decides() bool {
	p := a.Odds.Success
	return a.Step.Aimed || p > 0 && p+a.Odds.Unreached < 1-1e-9
}

// chance is the one number: how likely success is or, where nothing is measured,
// what comes on average.
func (a *Ahead) chance(f pane.Frame, w int) []string {
	c, r := a.Odds, f.Look.Row(w)
	if c.TotalsOnly {
		return a.guessed(f, w)
	}
	if len(c.Totals) < 2 && !a.decides() {
		return nil
	}
	if a.decides() {
		won, _ := a.in.Action.Verdict()
		return []string{r.Chance(won, c.Likely()).String()}
	}
	if a.byLevel() != nil {
		return nil
	}
	return []string{r.Put(kit.Title, fmt.Sprintf("%.1f", c.Mean())).Put(kit.Dim, " on average").String()}
}

// guessed is what is known where the other side's part is not: what comes on
// average, and that it is not known against what.
func (a *Ahead) guessed(f pane.Frame, w int) []string {
	var out []string
	if len(a.Odds.Totals) > 1 {
		r := f.Look.Row(w)
		mean := a.Odds.Mean()
		if a.inMargin() {
			mean = float64(a.Step.Target) - mean
			r.Put(kit.Dim, a.in.System.Margin+" ")
		}
		out = append(out, r.Put(kit.Title, fmt.Sprintf("%.1f", mean)).Put(kit.Dim, " on average").String())
	}
	for _, l := range kit.Wrap(a.blind, w) {
		out = append(out, f.Look.Row(w).Put(kit.Dim, l).String())
	}
	return out
}

// ChanceWords say in a line how likely success is or, where nothing is measured or it
// isn't known against what, what comes on average; "" where nothing is thrown.
func (a *Ahead) ChanceWords() string {
	switch c := a.Odds; {
	case c.TotalsOnly && len(c.Totals) < 2:
		return a.blind
	case c.TotalsOnly && a.inMargin():
		return fmt.Sprintf("%s %.1f on average; %s", a.in.System.Margin, float64(a.Step.Target)-c.Mean(), a.blind)
	case c.TotalsOnly:
		return fmt.Sprintf("%.1f on average; %s", c.Mean(), a.blind)
	case len(c.Totals) < 2:
		return ""
	case a.decides():
		return "Success: " + kit.Percent(c.Likely())
	default:
		return fmt.Sprintf("%.1f on average; no target number is set", c.Mean())
	}
}

// axis is what the chart counts.
func (a *Ahead) axis() string {
	if a.inMargin() {
		return a.in.System.Margin
	}
	word := cmp.Or(a.beside("total"), "total")
	if !a.decides() && !a.Odds.TotalsOnly {
		word += "; no target number is set"
	}
	return word
}

// inMargin reports whether the chart counts the margin.
func (a *Ahead) inMargin() bool { return a.in.System.Margin != "" && a.Step.Aimed && a.decides() }

// charted are the odds as the chart has them: by their margin where the rulebook
// counts in it.
func (a *Ahead) charted() engine.Chances {
	c := a.Odds
	if !a.inMargin() {
		return c
	}
	c.Totals = slices.Clone(c.Totals)
	slices.Reverse(c.Totals)
	for i := range c.Totals {
		c.Totals[i].Total = a.Step.Target - c.Totals[i].Total
	}
	return c
}

// outlook is what may come of it: the chance, the chart, and what a success does.
func (a *Ahead) outlook(f pane.Frame, w, h int) []string {
	out := a.chance(f, w)
	if len(out) > 0 {
		out = append(out, f.Look.Blank(w))
	}
	then := a.does(f, w)
	out = append(out, a.bars(f, w, h-len(out)-len(then))...)
	return append(out, then...)
}

// bars is the chart with its heading, in at most h lines.
func (a *Ahead) bars(f pane.Frame, w, h int) []string {
	if parts := a.byLevel(); parts != nil {
		return f.Look.PartBars(pieces(parts), w, h)
	}
	if len(a.Odds.Totals) < 2 || h < 3 {
		return nil
	}
	var out []string
	for _, l := range kit.Wrap(a.axis(), w) {
		out = append(out, f.Look.Row(w).Put(kit.Dim, l).String())
	}
	won, _ := a.in.Action.Verdict()
	return append(out, f.Look.OddsBars(a.charted(), won, w, h-len(out))...)
}

// inShort is what matters most: the chance and, of an attack where that is one line,
// what a hit does.
func (a *Ahead) inShort(f pane.Frame, w int) []string {
	out := a.chance(f, w)
	if does := a.does(f, w); a.in.Action.Attack() && len(out) == 1 && len(does) == 1 {
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

// does says what a success does, and what else may come of the roll.
func (a *Ahead) does(f pane.Frame, w int) []string {
	var out []string
	word := "a success"
	if a.in.Action.DecidesHit() {
		word = "a hit"
	}
	if h := a.harm; h.most > 0 {
		out = append(out, f.Look.Row(w).Put(kit.Dim, word+" does ").Put(kit.Bad, fmt.Sprintf("%.0f", h.mean)).
			Put(kit.Dim, ", up to ").Put(kit.Title, fmt.Sprint(h.most)).String())
	}
	then := a.follows(f, w, word)
	if a.oldThen {
		then = f.Look.Faded(then)
	}
	out = append(out, then...)
	for _, g := range a.besides() {
		out = append(out, f.Look.Row(w).Put(kit.Dim, g.Words()).Space(1).Put(kit.Text, kit.Percent(g.P)).String())
	}
	return out
}

// follows says what a success leads to, or else a failure.
func (a *Ahead) follows(f pane.Frame, w int, word string) []string {
	if a.Then.Failed {
		word = "a failure"
	}
	switch t := a.Then; {
	case t.Parts != nil:
		out := []string{f.Look.Row(w).Put(kit.Dim, word+", then").String()}
		return append(out, f.Look.PartBars(pieces(t.Parts), w, len(t.Parts))...)
	case t.Hits != nil:
		first, lost := a.in.Action.Verdict()
		if t.Failed {
			first = lost
		}
		return []string{f.Look.Row(w).Put(kit.Dim, first+", then hit ").Put(kit.Title, kit.Percent(*t.Hits)).String()}
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

// besides are endings that are more than success or failure, their flags put
// together: a critical failure, an ability failure.
func (a *Ahead) besides() []engine.GradeChance {
	var out []engine.GradeChance
	for _, g := range a.Odds.Grades {
		if g.Grade == engine.Success || g.Grade == engine.Failure || g.Grade == "" {
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

// large has the odds alone: each ending, and every total that there is room for.
func (a *Ahead) large(f pane.Frame) []string {
	won, lost := a.in.Action.Verdict()
	out := f.Look.ExactEndings(a.Odds, won, lost, f.W)
	out = append(out, f.Look.Blank(f.W))
	for _, line := range f.Look.OddsBars(a.charted(), won, f.W-2, f.H-len(out)) {
		out = append(out, f.Look.Row(f.W).Space(1).Drawn(line, f.W-2).String())
	}
	return out
}
