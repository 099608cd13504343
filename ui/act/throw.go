package act

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// throw starts the action and opens its question, if it has one. If the gamemaster has to
// grant it, it makes a request.
func (o *actionForm) throw(f pane.Frame) pane.Intent {
	if o.done != nil {
		return o.done(o.Draft)
	}
	if o.preview.WhyNot != "" {
		return pane.Fail{Words: o.preview.WhyNot}
	}
	d := o.Draft
	o.memory.keep(d, o.act)
	return pane.Do{
		Command: d.begin(),
		Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
			o.counting.Stop()
			return pane.All{pane.Clear{}, after(f, d.Who, d.Action)}
		}),
	}
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

// throwReal starts the action with real dice. digit is the first typed digit, or -1.
func (o *actionForm) throwReal(f pane.Frame, digit int) pane.Intent {
	do, begins := o.throw(f).(pane.Do)
	if !begins {
		return o.throw(f) // it says why not
	}
	begin := do.Command.(model.Begin)
	begin.Typed = true
	return pane.Do{Command: begin, Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
		o.counting.Stop()
		intent := after(f, o.Who, o.Action)
		push, _ := intent.(pane.Push)
		if a, ok := push.Overlay.(*rollPage); ok && digit >= 0 && a.q.Wants == engine.Throwing {
			if whole := a.typeFace("digit", digit); whole != nil {
				return pane.All{pane.Clear{}, intent, whole}
			}
			a.look()
		}
		return pane.All{pane.Clear{}, intent}
	})}
}

// askFavourite saves the form as a favourite.
func (o *actionForm) askFavourite(f pane.Frame) pane.Intent {
	label := f.Table.ActionName(o.System, o.Action)
	if o.Row != "" {
		label = o.Row
	}
	p := form.Ask("Keep as a favourite", "name", label, func(f pane.Frame, p *form.Prompt, name string) pane.Intent {
		name = model.Clean(name, model.LongestName)
		if name == "" {
			return pane.Fail{Words: "type a name for the favourite"}
		}
		o.memory.favour(o.Draft, name)
		return pane.All{pane.Close{}, pane.Keep{},
			pane.Say{Words: name + " now comes first in the list of actions; " + f.KeyOf("palette-forget") + " removes it"}}
	})
	return pane.Push{Overlay: p.Saying("it will come first in this character's actions, with these settings")}
}
