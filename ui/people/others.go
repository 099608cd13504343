package people

import (
	"example.org/fray/model"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
)

// others lists what others may get of the selected one.
func others(f pane.Frame) pane.Wish {
	c := f.Here()
	o := &paper.Pick{Head: "What others get of " + c.Name}
	add := func(now bool, words string, to model.Character, said string) {
		aside := ""
		if now {
			aside = "as it is"
		}
		to.Pages = nil
		o.Add(words, aside, func(pane.Frame) pane.Wish {
			if now {
				return pane.Close{Overlay: o}
			}
			return pane.Do{Command: model.Edit{Who: c.ID, Character: to}, Then: done(o, c.Name+": "+said)}
		})
	}
	stands := c.ShownAs()
	add(stands == "hidden", "nothing: hidden", c.WithShown("hidden"), "hidden from all others")
	add(stands == "met", "met: the name, what is done, a word for the state", c.WithShown("met"), "others have met this one")
	add(stands == "open", "open: the sheet too", c.WithShown("open"), "the sheet is open to all")
	guard := *c
	if guard.Guard = !c.Guard; c.Guard {
		add(false, "close what rolls against "+c.Name+" go by", guard, "the defence is closed")
	} else if stands == "met" {
		add(false, "open what rolls against "+c.Name+" go by", guard, "the defence is open")
	}
	return pane.Push{Overlay: o}
}

func done(o pane.Overlay, words string) pane.Then {
	return func(f pane.Frame) pane.Wish {
		return pane.All{pane.Close{Overlay: o}, pane.Say{Words: words + "; " + f.KeyOf("undo") + " takes it back"}}
	}
}
