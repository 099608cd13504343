package act

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// drawnPreview is a preview as it is drawn.
type drawnPreview struct{ scene.Preview }

// chance draws the most important number: the chance of success or, if nothing is measured,
// the expected total.
func (p drawnPreview) chance(f pane.Frame, w int) []string {
	c, r := p.Odds, f.Look.Row(w)
	if p.NoOdds != nil {
		return f.Sized(w, 1, true).Paragraphs(kit.Dim, p.NoOdds.Error())
	}
	if c.TotalsOnly {
		return p.guessed(f, w)
	}
	if len(c.Totals) < 2 && !p.Decides() {
		return nil
	}
	if p.Decides() {
		won, _ := p.In.Action.Verdict()
		return []string{r.Chance(won, c.Likely()).String()}
	}
	if p.ByLevel() != nil {
		return nil
	}
	return []string{r.Put(kit.Title, fmt.Sprintf("%.1f", c.Mean())).Put(kit.Dim, " on average").String()}
}

// guessed draws the expected total, and says that the number to reach is unknown.
func (p drawnPreview) guessed(f pane.Frame, w int) []string {
	var out []string
	if len(p.Odds.Totals) > 1 {
		r := f.Look.Row(w)
		mean := p.Odds.Mean()
		if p.InMargin() {
			mean = float64(p.Step.Target) - mean
			r.Put(kit.Dim, p.In.System.Margin+" ")
		}
		out = append(out, r.Put(kit.Title, fmt.Sprintf("%.1f", mean)).Put(kit.Dim, " on average").String())
	}
	for _, l := range kit.Wrap(p.Blind, w) {
		out = append(out, f.Look.Row(w).Put(kit.Dim, l).String())
	}
	return out
}

// outlook draws the chance, the chart and what a success does.
func (p drawnPreview) outlook(f pane.Frame, w, h int) []string {
	out := p.chance(f, w)
	if len(out) > 0 {
		out = append(out, f.Look.Blank(w))
	}
	then := p.does(f, w)
	out = append(out, p.bars(f, w, h-len(out)-len(then))...)
	return append(out, then...)
}

// bars draws the chart with its heading in at most h lines.
func (p drawnPreview) bars(f pane.Frame, w, h int) []string {
	if parts := p.ByLevel(); parts != nil {
		return f.Look.PartBars(pieces(parts), w, h)
	}
	if len(p.Odds.Totals) < 2 || h < 3 {
		return nil
	}
	var out []string
	for _, l := range kit.Wrap(p.Axis(), w) {
		out = append(out, f.Look.Row(w).Put(kit.Dim, l).String())
	}
	won, _ := p.In.Action.Verdict()
	return append(out, f.Look.OddsBars(p.Charted(), won, w, h-len(out))...)
}

// inShort draws the chance and, for an attack, what a hit does in one line.
func (p drawnPreview) inShort(f pane.Frame, w int) []string {
	out := p.chance(f, w)
	if does := p.does(f, w); p.In.Action.Attack() && len(out) == 1 && len(does) == 1 {
		out = append(out, does...)
	}
	return out
}

func pieces(parts []scene.Part) []kit.Piece {
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
func (p drawnPreview) does(f pane.Frame, w int) []string {
	var out []string
	word := "a success"
	if p.In.Action.DecidesHit() {
		word = "a hit"
	}
	if p.In.Action.Attack() && p.Odds.MostDamage > 0 {
		out = append(out, f.Look.Row(w).Put(kit.Dim, word+" does ").Put(kit.Bad, fmt.Sprintf("%.0f", p.Odds.Damage)).
			Put(kit.Dim, ", up to ").Put(kit.Title, fmt.Sprint(p.Odds.MostDamage)).String())
	}
	then := p.follows(f, w, word)
	if p.Old {
		then = f.Look.Faded(then)
	}
	out = append(out, then...)
	for _, g := range p.Besides() {
		out = append(out, f.Look.Row(w).Put(kit.Dim, g.Words()).Space(1).Put(kit.Text, engine.Percent(g.P)).String())
	}
	return out
}

// follows draws the consequence of a success or of a failure.
func (p drawnPreview) follows(f pane.Frame, w int, word string) []string {
	if p.Then.Failed {
		word = "a failure"
	}
	switch t := p.Then; {
	case t.Parts != nil:
		out := []string{f.Look.Row(w).Put(kit.Dim, word+", then").String()}
		return append(out, f.Look.PartBars(pieces(t.Parts), w, len(t.Parts))...)
	case t.Hits != nil:
		first, lost := p.In.Action.Verdict()
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

// large draws only the odds: each ending, and as many totals as fit.
func (p drawnPreview) large(f pane.Frame) []string {
	won, lost := p.In.Action.Verdict()
	out := f.Look.ExactEndings(p.Odds, won, lost, f.W)
	if !p.Decides() && len(p.Odds.Totals) > 1 {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, kit.OnAverage(p.Odds)).String())
	}
	out = append(out, f.Look.Blank(f.W))
	var harm []string
	if bars := f.Look.ValueBars(p.Odds, "damage", f.W-2, max(0, (f.H-len(out))/2-3)); bars != nil {
		if harm = append([]string{f.Look.Blank(f.W)}, indented(f, bars)...); f.H-len(out)-len(harm) < leastChart {
			harm = nil
		}
	}
	return append(append(out, indented(f, f.Look.OddsBars(p.Charted(), won, f.W-2, f.H-len(out)-len(harm)))...), harm...)
}

// indented draws the bars of a chart by one cell to the right.
func indented(f pane.Frame, bars []string) []string {
	for i, line := range bars {
		bars[i] = f.Look.Row(f.W).Space(1).Drawn(line, f.W-2).String()
	}
	return bars
}
