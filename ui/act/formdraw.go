package act

import (
	"slices"
	"strings"

	"example.org/fray/model/scene"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// leastBeside is the minimum width in cells of a form with the odds beside the fields.
const leastBeside = 70

func (o *actionForm) Draw(f pane.Frame) []string {
	out := o.draw(o.at(f))
	return out[:min(len(out), f.H)]
}

func (o *actionForm) draw(f pane.Frame) []string {
	switch {
	case o.preview.WhyNot != "":
		return o.drawRefused(f)
	case o.chart && o.detail.asks != itself:
		return o.odds(f, f.W, f.H, func(drawnPreview) []string { return o.drawDetail(f) })
	case o.chart && (o.first() || len(o.shown.Odds.Totals) > 1):
		return o.odds(f, f.W, f.H, func(a drawnPreview) []string { return a.large(f) })
	case f.W >= leastBeside && o.preview.Dice:
		return o.drawWide(f)
	}
	return o.drawNarrow(f)
}

// drawWide draws the fields with the price at the left, and the odds at the right.
func (o *actionForm) drawWide(f pane.Frame) []string {
	high := 0
	left := func(f pane.Frame) []string {
		out := o.helped(f, o.drawLeft(f))
		high = min(f.H, max(len(out), mostOutlook))
		return out
	}
	right := func(f pane.Frame) []string {
		return o.odds(f, f.W, high, func(a drawnPreview) []string { return a.outlook(f, f.W, high) })
	}
	return append([]string{f.Look.Blank(f.W)}, form.Beside(f.Sized(f.W, f.H-1, true), left, right)...)
}

// helped adds the help of the field under the cursor if there is room.
func (o *actionForm) helped(f pane.Frame, out []string) []string {
	if o.Help() == "" {
		return out
	}
	help := f.Paragraphs(kit.Dim, o.Help())
	if len(out)+len(help)+1 > f.H {
		return out
	}
	return slices.Concat(out, []string{f.Look.Blank(f.W)}, help)
}

// leastChart is the minimum height in lines of a chart below the fields.
const leastChart = 7

// mostOutlook is the maximum height in lines of the odds.
const mostOutlook = 12

// drawNarrow draws everything in one column: fields, chance, the result of a success, the
// price and, if there is room, the chart.
func (o *actionForm) drawNarrow(f pane.Frame) []string {
	var head []string
	if o.preview.Dice || o.shown.Fails() {
		high := 1
		if o.act.Attack() {
			high++ // a line for what a hit does
		}
		head = o.odds(f, f.W-2, high, func(a drawnPreview) []string { return a.inShort(f, f.W-2) })
	}
	price := o.drawPrice(f, f.W)
	room := max(3, f.H-len(head)-len(price)-1)
	out := append(o.Form.Draw(f.Sized(f.W, room, true)), f.Look.Blank(f.W))
	for _, line := range head {
		out = append(out, f.Look.Row(f.W).Space(1).Drawn(line, f.W-2).String())
	}
	notes := o.drawNotes(f, f.W, f.H-len(out)-len(price))
	out = append(append(out, notes...), price...)
	if rest := f.H - len(out) - 1; o.preview.Dice && rest >= leastChart {
		out = append(out, f.Look.Blank(f.W))
		high := min(rest, mostOutlook)
		for _, line := range o.odds(f, f.W-2, high, func(a drawnPreview) []string { return a.bars(f, f.W-2, high) }) {
			out = append(out, f.Look.Row(f.W).Space(1).Drawn(line, f.W-2).String())
		}
	}
	return o.helped(f, out[:min(len(out), f.H)])
}

func (o *actionForm) drawRefused(f pane.Frame) []string {
	why := kit.Wrap(o.preview.WhyNot, f.W-4)
	out := o.Form.Draw(f.Sized(f.W, max(3, f.H-len(why)-1), true))
	out = append(out, f.Look.Blank(f.W))
	for i, l := range why {
		r := f.Look.Row(f.W).Space(1)
		if o.preview.Lacks {
			out = append(out, r.To(3).Put(kit.Accent, l).String())
			continue
		}
		if i == 0 {
			r.Sign(kit.Bad, f.Look.Tick[1])
		}
		out = append(out, r.To(3).Put(kit.Bad, l).String())
	}
	return out[:min(len(out), f.H)]
}

// drawLeft draws the fields, the working and the price in at most H lines.
func (o *actionForm) drawLeft(f pane.Frame) []string {
	w, h := f.W, f.H
	price := o.drawPrice(f, w)
	var out []string
	if sides := f.Opposed(o.Who, o.Against, w); sides != nil && h >= leastOpposed {
		out = append(out, append(sides, f.Look.Blank(w))...)
	}
	out = append(out, o.Form.Draw(f.Sized(w, max(3, h-len(out)-len(price)-2), true))...)
	if rest := h - len(out) - len(price) - 2; rest > 0 {
		if notes := o.drawNotes(f, w, min(rest, mostNotes)); len(notes) > 0 {
			out = append(append(out, f.Look.Blank(w)), notes...)
		}
	}
	if len(price) > 0 && len(out)+len(price) < h {
		out = append(out, f.Look.Blank(w))
	}
	return append(out, price...)
}

// leastOpposed is the minimum height in lines of a form that shows the meters of both sides.
const leastOpposed = 14

// mostNotes is the maximum number of lines for the working.
const mostNotes = 5

// drawNotes draws the end of the working in at most h lines.
func (o *actionForm) drawNotes(f pane.Frame, w, h int) []string {
	var out []string
	for _, n := range slices.Backward(o.preview.Step.Notes) {
		var lines []string
		for i, l := range kit.Wrap(n, w-2) {
			r := f.Look.Row(w).Space(1)
			if number, rest, ok := strings.Cut(l, " = "); ok && i == 0 && len(lines) == 0 && number == strings.TrimLeft(number, " ") && isNumber(number) {
				r.Put(kit.Title, number).Space(2).Put(kit.Dim, "= "+rest)
			} else {
				r.Put(kit.Dim, l)
			}
			lines = append(lines, r.String())
		}
		if len(out)+len(lines) > h {
			break
		}
		out = append(lines, out...)
	}
	return out
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "-0123456789") == "" }

// drawPrice draws the price for the actor, and when the action takes effect.
func (o *actionForm) drawPrice(f pane.Frame, w int) []string {
	lands := ""
	if at := o.preview.Lands; at > f.Table.Clock.Moment {
		lands = "until " + scene.ShortMoment(f.Table, at)
		if o.act.Attack() {
			lands = "lands at " + scene.ShortMoment(f.Table, at)
		}
	}
	var out []string
	if o.preview.Gives != "" {
		for _, words := range kit.Wrap(o.preview.Gives, w-2) {
			out = append(out, f.Look.Row(w).Space(1).Put(kit.Warn, words).String())
		}
	}
	for _, p := range o.preview.Prices {
		ink := kit.Accent
		if p.More {
			ink = kit.Warn
		}
		r := f.Look.Row(w).Space(1).Put(kit.Filled(ink), " "+p.Short+" ").Space(1).Put(kit.Dim, strings.TrimPrefix(p.Words, p.Short+" "))
		if lands != "" && r.Left() > kit.Width(lands)+3 {
			r.Space(4).Put(kit.Text, lands)
			lands = ""
		}
		out = append(out, r.String())
	}
	if lands != "" {
		out = append(out, f.Look.Row(w).Space(1).Put(kit.Text, lands).String())
	}
	f.Selected, f.System, f.Rolling = o.Who, o.System, o.rolling()
	if row := f.CostsBeside(w); row != "" {
		out = append(out, row)
	}
	return out
}
