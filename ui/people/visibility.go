package people

import (
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// openVisibility asks how much other seats see of the selected character.
func openVisibility(f pane.Frame) pane.Intent {
	c := f.Here()
	o := pane.Choice{Head: "What others see of " + c.Name}
	add := func(now bool, words string, to model.Character, said string) {
		aside := ""
		if now {
			aside = "as now"
		}
		to.Pages = nil
		o.Add(words, aside, func(pane.Frame) pane.Intent {
			if now {
				return nil
			}
			return pane.Do{Command: model.Edit{Who: c.ID, Character: to}, Then: done(c.Name + ": " + said)}
		})
	}
	stands := c.ShownAs()
	add(stands == "hidden", "hidden: nothing at all", c.WithShown("hidden"), "hidden from all others")
	add(stands == "met", "name only: the name, visible acts, a word for the state", c.WithShown("met"), "others see only the name")
	add(stands == "open", "open: the sheet, too", c.WithShown("open"), "everybody sees the sheet")
	guard := *c
	if guard.DefenceOpen = !c.DefenceOpen; c.DefenceOpen {
		add(false, "hide the defence of "+c.Name, guard, "others no longer see the defence")
	} else if stands == "met" {
		add(false, "show the defence of "+c.Name, guard, "others see the defence")
	}
	return o.Open()
}

func done(words string) pane.Then {
	return func(f pane.Frame) pane.Intent {
		return pane.Say{Words: words + "; " + f.KeyOf("undo") + " undoes it"}
	}
}
