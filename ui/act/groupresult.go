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

// takeUp is the id of the key that starts follow-ups.
const takeUp = "take-up"

// groupResult is the card with the result of a group action, one line per member.
type groupResult struct {
	all  []model.Finished
	seq  uint64 // the newest event with one of them
	down int    // lines scrolled off the top
	next upNext
}

// gangsEnd shows the result of the last act if it was a group action; nil otherwise.
func gangsEnd(f pane.Frame) pane.Intent {
	var all []model.Finished
	seq := uint64(0)
	for _, e := range slices.Backward(f.Table.NextAct()) {
		for _, fact := range e.Facts {
			if d, ok := fact.(model.Finished); ok && d.Roll.GroupSize() > 1 {
				all, seq = append(all, d), max(seq, e.Seq)
			}
		}
	}
	if len(all) < 2 {
		return nil
	}
	return pane.Push{Overlay: &groupResult{all: all, seq: seq}}
}

func (o *groupResult) About(f pane.Frame) pane.About {
	title, with, _ := view.GroupParts(f.Table, o.all)
	return pane.About{Title: title, Aside: with}
}

func (o *groupResult) Draw(f pane.Frame) []string {
	landings := make([]resultView, len(o.all))
	for i, d := range o.all {
		landings[i] = landed(f, d)
	}
	lines, _ := o.table(f, landings, -1, nil)
	_, _, count := view.GroupParts(f.Table, o.all)
	below := o.sum(f, landings, count)
	below = append(below, o.next.look(f).draw(f, "gang-told-on")...)
	room := max(3, f.H-1-len(below))
	o.down = max(0, min(o.down, len(lines)-room))
	out := append([]string{f.Look.Blank(f.W)}, f.Look.Scrolled(lines, o.down+room/2, f.W, min(room, len(lines)))...)
	return append(out, below...)
}

// table has one line per member: the result, the target number, the harm, and the answer
// that is offered, if there is a question. at is the member under the cursor, -1 for none;
// cursor is that member's line.
func (o *groupResult) table(f pane.Frame, landings []resultView, at int, offered []string) (out []string, cursor int) {
	members := view.Members(f.Table, o.all)
	words, numbers, losses := 0, 0, 0
	for i, l := range members {
		words = max(words, kit.Width(kit.Clean(l.Text)))
		numbers = max(numbers, kit.Width(strings.TrimSpace(l.More)))
		losses = max(losses, kit.Width(lossWords(harmOf(f, o.all[i], landings[i]))))
	}
	const sign = 3
	answers := 0
	for _, words := range offered {
		answers = max(answers, kit.Width(kit.Clean(words))+2)
	}
	if f.W < narrowTable { // the sentences are more important than the numbers behind them
		numbers = 0
	}
	words = min(words, max(f.W-sign-numbers-losses-answers-5, 12))
	for i, l := range members {
		r := f.Look.Row(f.W).Mark(i == at).Select(i == at)
		if i == at {
			cursor = len(out)
		}
		if res := l.Result; l.UnderWay {
			r.Sign(kit.Dim, f.Look.Marks.Begun)
		} else if res != nil && res.Success {
			r.Sign(kit.Good, f.Look.Tick[0])
		} else if res != nil && res.Grade != engine.Undecided {
			r.Sign(kit.Bad, f.Look.Tick[1])
		}
		parts := kit.Wrap(l.Text, words)
		for _, part := range parts[:len(parts)-1] {
			out = append(out, f.Told(r.To(sign), kit.Text, part).String())
			r = f.Look.Row(f.W)
		}
		f.Told(r.To(sign), kit.Text, parts[len(parts)-1]).To(sign + words + 2)
		if numbers > 0 {
			r.Right(kit.Dim, strings.TrimSpace(l.More), numbers)
		}
		if harm := harmOf(f, o.all[i], landings[i]); harm != nil {
			r.Space(2).Put(kit.Bad, lossWords(harm))
		}
		if offered != nil {
			r.To(max(f.W-answers, r.Used()+2)).Put(kit.Accent, offered[i])
		}
		out = append(out, r.String())
	}
	return out, cursor
}

// narrowTable is the width below which a table has no column of numbers.
const narrowTable = 50

// harmOf lists the pools of the targets that a roll lowers.
func harmOf(f pane.Frame, d model.Finished, l resultView) (out []poolChange) {
	for _, x := range l.falls {
		for _, id := range d.Roll.Against {
			if x.who == f.Table.NameOf(id) && x.meter.Now < x.from {
				out = append(out, x)
			}
		}
	}
	return out
}

// lossWords lists the losses: "9 VP, 2 Body".
func lossWords(falls []poolChange) string {
	words := make([]string, len(falls))
	for i, x := range falls {
		words[i] = strconv.Itoa(x.from-x.meter.Now) + " " + kit.Clean(x.meter.Label)
	}
	return strings.Join(words, ", ")
}

// sum shows how many succeeded and the total harm to each target, with meters.
func (o *groupResult) sum(f pane.Frame, landings []resultView, count string) []string {
	all := resultView{}
	var losses []poolChange // by pool, for all targets
	for i, d := range o.all {
		for _, x := range harmOf(f, d, landings[i]) {
			if n := slices.IndexFunc(losses, func(y poolChange) bool { return y.meter.Label == x.meter.Label }); n < 0 {
				losses = append(losses, x)
			} else {
				losses[n].from += x.from - x.meter.Now
			}
			at := slices.IndexFunc(all.falls, func(y poolChange) bool { return y.who == x.who && y.meter.ID == x.meter.ID && y.when == x.when })
			if at < 0 {
				all.falls = append(all.falls, x)
				continue
			}
			y := &all.falls[at]
			if x.when == "" { // applied one after the other
				y.meter.Now = x.meter.Now
			} else { // each was predicted by itself: what goes below 0 is not known
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

var groupResultKeys = slices.Concat(resultKeys("gang-told"), pane.In("gang-told", "Groups",
	pane.Binding{ID: "up", Keys: []string{"up", "k"}, Label: "scroll up"},
	pane.Binding{ID: "down", Keys: []string{"down", "j"}, Label: "scroll down"}))

func (o *groupResult) Keys(f pane.Frame) []pane.Binding {
	return resultFoot(f, groupResultKeys, o.next.look(f))
}

func (o *groupResult) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(groupResultKeys, msg) {
	case "up":
		o.down = max(0, o.down-1)
	case "down":
		o.down++
	}
	return o, resultKey(f, groupResultKeys, msg, o.next.look(f), shownAct{o.all[0].Roll.Who, o.seq})
}
