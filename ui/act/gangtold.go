package act

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// takeUp is the key that takes up what follows, as it is named.
const takeUp = "take-up"

// gangTold is the card of how an act of several came out, a line for each.
type gangTold struct {
	all  []model.Finished
	down int // lines scrolled away
}

// gangsEnd shows the last act, if it was one of several; nil for another.
func gangsEnd(f pane.Frame) pane.Intent {
	var all []model.Finished
	for _, e := range slices.Backward(f.Table.NextAct()) {
		for _, fact := range e.Facts {
			if d, ok := fact.(model.Finished); ok && d.Roll.GroupSize() > 1 {
				all = append(all, d)
			}
		}
	}
	if len(all) < 2 {
		return nil
	}
	return pane.Push{Overlay: &gangTold{all: all}}
}

func (o *gangTold) About(f pane.Frame) pane.About {
	title, with, _ := o.words(f)
	return pane.About{Title: title, Aside: with}
}

// words are who did what to whom, with what, and how many of them succeeded; the last two
// may be "".
func (o *gangTold) words(f pane.Frame) (title, with, count string) {
	parts := strings.Split(view.GroupWordsOf(f.Table, o.all), "  ")
	title, parts = parts[0], parts[1:]
	if n := len(parts) - 1; n >= 0 && !slices.ContainsFunc(o.all, func(d model.Finished) bool { return d.Outcome.NoTarget }) {
		count, parts = parts[n], parts[:n]
	}
	return title, strings.Join(parts, ", "), count
}

func (o *gangTold) Draw(f pane.Frame) []string {
	landings := make([]landing, len(o.all))
	for i, d := range o.all {
		landings[i] = landed(f, d)
	}
	lines := o.table(f, landings)
	_, _, count := o.words(f)
	below := o.sum(f, landings, count)
	if words := o.next(f); words != "" {
		below = append(below, f.Look.Blank(f.W), f.Look.Row(f.W).Space(1).Put(kit.Warn, words).String())
	}
	room := max(3, f.H-1-len(below))
	o.down = max(0, min(o.down, len(lines)-room))
	out := append([]string{f.Look.Blank(f.W)}, f.Look.Scrolled(lines, o.down+room/2, f.W, min(room, len(lines)))...)
	return append(out, below...)
}

// table has a line for each: how it came out, against what, and what it takes from whoever
// it goes against.
func (o *gangTold) table(f pane.Frame, landings []landing) []string {
	members := view.Members(f.Table, o.all)
	words, numbers, losses := 0, 0, 0
	for i, l := range members {
		words = max(words, kit.Width(kit.Clean(l.Text)))
		numbers = max(numbers, kit.Width(strings.TrimSpace(l.More)))
		losses = max(losses, kit.Width(lossWords(harmOf(f, o.all[i], landings[i]))))
	}
	const sign = 3
	words = min(words, max(f.W-sign-numbers-losses-5, 12))
	var out []string
	for i, l := range members {
		r := f.Look.Row(f.W).Space(1)
		if res := l.Result; res != nil && res.Success {
			r.Sign(kit.Good, f.Look.Tick[0])
		} else if res != nil && res.Grade != engine.Undecided {
			r.Sign(kit.Bad, f.Look.Tick[1])
		}
		parts := kit.Wrap(l.Text, words)
		for _, part := range parts[:len(parts)-1] {
			out = append(out, f.Told(r.To(sign), kit.Text, part).String())
			r = f.Look.Row(f.W)
		}
		f.Told(r.To(sign), kit.Text, parts[len(parts)-1]).To(sign+words+2).Right(kit.Dim, strings.TrimSpace(l.More), numbers)
		if harm := harmOf(f, o.all[i], landings[i]); harm != nil {
			r.Space(2).Put(kit.Bad, lossWords(harm))
		}
		out = append(out, r.String())
	}
	return out
}

// harmOf are the pools that fall of those whom a roll goes against.
func harmOf(f pane.Frame, d model.Finished, l landing) (out []fall) {
	for _, x := range l.falls {
		for _, id := range d.Roll.Against {
			if x.who == f.Table.NameOf(id) && x.meter.Now < x.from {
				out = append(out, x)
			}
		}
	}
	return out
}

// lossWords say how much falls: "9 VP, 2 Body".
func lossWords(falls []fall) string {
	words := make([]string, len(falls))
	for i, x := range falls {
		words[i] = strconv.Itoa(x.from-x.meter.Now) + " " + kit.Clean(x.meter.Label)
	}
	return strings.Join(words, ", ")
}

// sum is how many succeeded and what they take from each in all, with its meters.
func (o *gangTold) sum(f pane.Frame, landings []landing, count string) []string {
	all := landing{}
	var losses []fall // by pool, whoever has it
	for i, d := range o.all {
		for _, x := range harmOf(f, d, landings[i]) {
			if n := slices.IndexFunc(losses, func(y fall) bool { return y.meter.Label == x.meter.Label }); n < 0 {
				losses = append(losses, x)
			} else {
				losses[n].from += x.from - x.meter.Now
			}
			at := slices.IndexFunc(all.falls, func(y fall) bool { return y.who == x.who && y.meter.ID == x.meter.ID && y.when == x.when })
			if at < 0 {
				all.falls = append(all.falls, x)
				continue
			}
			y := &all.falls[at]
			if x.when == "" { // it has happened, one after the other
				y.meter.Now = x.meter.Now
			} else { // each was foretold by itself: what goes beyond 0 is not known
				y.meter.Now = max(y.meter.Now-(x.from-x.meter.Now), min(y.meter.Now, 0))
			}
			y.down = cmp.Or(x.down, y.down)
		}
	}
	if count == "" && len(all.falls) == 0 {
		return nil
	}
	out := []string{f.Look.Row(f.W).Space(1).Times(kit.Faint, f.Look.Box.Across, f.W-2).String()}
	r := f.Look.Row(f.W).Space(3).Put(kit.Title, count)
	if len(all.falls) > 0 {
		if count != "" {
			r.Put(kit.Dim, ": ")
		}
		r.Put(kit.Bad, lossWords(losses)).Put(kit.Dim, " in all")
	}
	return append(append(out, r.String()), all.comes(f, f.W)...)
}

// next says what the next key takes up.
func (o *gangTold) next(f pane.Frame) string {
	if !goesOn(f) {
		return ""
	}
	return f.KeyOf("gang-told-on") + ": " + takeUpWords(f)
}

var gangToldKeys = slices.Concat(resultKeys("gang-told"), pane.In("gang-told", "Groups",
	pane.Binding{ID: "up", Keys: []string{"up", "k"}, Label: "scroll up"},
	pane.Binding{ID: "down", Keys: []string{"down", "j"}, Label: "scroll down"}))

func (o *gangTold) Keys(f pane.Frame) []pane.Binding { return resultFoot(f, gangToldKeys) }

func (o *gangTold) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(gangToldKeys, msg) {
	case "up":
		o.down = max(0, o.down-1)
	case "down":
		o.down++
	}
	return o, resultKey(f, gangToldKeys, msg)
}
