package pane

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
)

// Falls is a sentence for an upcoming item: "Thug 1 strikes Gantry", "Seraph: Move done",
// "Footpad: surprised ends".
func Falls(t model.Table, x model.UpcomingItem) string {
	if x.Arrives != "" {
		return "arrival of " + x.Arrives
	}
	x = befalling(t, x)
	words, verb := falls(t, x, t.NameOf)
	if verb {
		return t.NameOf(x.Who) + " " + words
	}
	return t.NameOf(x.Who) + ": " + words
}

// befalling is an upcoming item from the side of the character it happens to: a stun ends for
// who is stunned, not for who stunned them.
func befalling(t model.Table, x model.UpcomingItem) model.UpcomingItem {
	if who := scene.Concerns(t, model.Pending{Who: x.Who, Against: x.Against, System: x.System, Action: x.Action}); who != x.Who {
		x.Who, x.Against = who, nil
	}
	return x
}

// falls gives the same without the first name, and whether it can go on behind a name in a
// sentence. name gives the names of those it is against.
func falls(t model.Table, x model.UpcomingItem, name func(id string) string) (words string, verb bool) {
	if x.Words != "" {
		return x.Words + " ends", false
	}
	words = t.ActionName(x.System, x.Action)
	if a, ok := t.ActionOf(x.System, x.Of); ok && !x.Ends {
		if doing, at := strings.CutSuffix(a.Doing, " at"); at {
			words, verb = doing, true
			if strings.Contains(doing, " ") && len(x.Against) > 0 {
				words = a.Doing // strikes again at
			}
		}
	}
	for i, id := range x.Against {
		if i > 0 {
			words += ","
		}
		words += " " + name(id)
	}
	return words, verb
}

// selected is the selected character and the rulebook that is shown of it: the one asked for
// if the character has it, else its first.
func (f Frame) selected() (*model.Character, string, bool) {
	c, ok := f.Table.Character(f.Selected)
	if !ok {
		return nil, "", false
	}
	return c, scene.ShownOf(f.Table, c, f.System), true
}

// isDown reports whether somebody cannot act by the rulebook that a screen shows.
func isDown(t model.Table, c *model.Character) bool { return t.IsDownIn(c, scene.ShownOf(t, c, "")) }

// view is what a rulebook's panels are made from, with the roll on this screen; false if this
// version doesn't have the rulebook.
func (f Frame) view(c *model.Character, system string) (engine.View, *engine.System, bool) {
	s, ok := f.Table.Rulebook(system)
	if !ok {
		return engine.View{}, nil, false
	}
	v := f.Table.View(c, system)
	if r := f.Rolling; r != nil && r.Roll.Who == c.ID && r.Roll.System == system {
		v.Roll, v.Action, v.Params = &r.Step, r.Action, r.Roll.Params
	}
	return v, s, true
}
