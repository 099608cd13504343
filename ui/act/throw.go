package act

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// throw starts the action and opens its question, if it has one. If the gamemaster has to
// grant it, it makes a request.
func (o *actionForm) throw(f pane.Frame) pane.Intent { return o.start(f, o.Draft.Command(), nil) }

// throwReal starts the action with real dice. typed is the key of the first digit, if one
// was pressed.
func (o *actionForm) throwReal(f pane.Frame, typed tea.Msg) pane.Intent {
	begin := o.Draft.Command()
	begin.Typed = true
	return o.start(f, begin, typed)
}

// start begins the action. If it asks for dice first, it is given the key of a digit.
func (o *actionForm) start(f pane.Frame, begin model.Begin, typed tea.Msg) pane.Intent {
	if o.done != nil {
		return o.done(o.Draft)
	}
	if o.preview.WhyNot != "" {
		return pane.Fail{Words: o.preview.WhyNot}
	}
	who, action := o.Who, o.Action
	o.memory.keep(o.Draft, o.act)
	return pane.Do{Command: begin, Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
		o.counting.Stop()
		out := pane.All{pane.Clear{}, after(f, who, action)}
		key, is := typed.(tea.KeyMsg)
		if is && slices.ContainsFunc(scene.Awaited(f.Table, f.Present), func(w scene.Waiting) bool {
			return w.Roll.Who == who && w.Question.Wants == engine.Throwing && waitsFor(f, w.Roll.ID) == ""
		}) {
			out = append(out, pane.Press{Key: key})
		}
		return out
	})}
}

// unlessAsked runs then, unless the act has become a request to the gamemaster.
func unlessAsked(before pane.Frame, then pane.Then) pane.Then {
	asked := len(before.Table.Requests)
	return func(f pane.Frame) pane.Intent {
		if len(f.Table.Requests) > asked {
			return pane.All{pane.Clear{}, pane.Say{Words: "the gamemaster is asked to grant this roll"}}
		}
		return then(f)
	}
}

// askFavourite saves the form as a favourite.
func (o *actionForm) askFavourite(f pane.Frame) pane.Intent {
	label := f.Table.ActionName(o.System, o.Action)
	if o.Row != "" {
		label = o.Row
	}
	p := form.Ask("Keep as a favourite", "name", label, func(f pane.Frame, p *form.Prompt, name string) pane.Intent {
		name, err := model.CleanWithin("the name", name, model.LongestName)
		if err != nil {
			return pane.Fail{Words: err.Error()}
		}
		if name == "" {
			return pane.Fail{Words: "type a name for the favourite"}
		}
		o.memory.Favour(o.Draft, name)
		return pane.All{pane.Close{}, pane.Keep{},
			pane.Say{Words: name + " now comes first in the list of actions; " + f.KeyOf("palette-forget") + " removes it"}}
	})
	return pane.Push{Overlay: p.Saying("it will come first in this character's actions, with these settings")}
}
