package act

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

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

func (o *gangTold) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f)} }

func (o *gangTold) title(f pane.Frame) string {
	var who []string
	for _, d := range o.all {
		if !slices.Contains(who, d.Roll.Who) {
			who = append(who, d.Roll.Who)
		}
	}
	r := o.all[0].Roll
	return view.GroupName(f.Table, who) + ": " + f.Table.ActionName(r.System, r.Action)
}

func (o *gangTold) Draw(f pane.Frame) []string {
	lines := pane.MemberLines(f, o.all, f.W)
	head := f.Look.Row(f.W).Space(1).Put(kit.Title, view.GroupWordsOf(f.Table, o.all)).String()
	var below []string
	if words := o.next(f); words != "" {
		below = []string{f.Look.Blank(f.W), f.Look.Row(f.W).Space(1).Put(kit.Warn, words).String()}
	}
	room := max(3, f.H-2-len(below))
	o.down = max(0, min(o.down, len(lines)-room))
	lines = lines[o.down:]
	return append(append([]string{head, f.Look.Blank(f.W)}, lines[:min(len(lines), room)]...), below...)
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
