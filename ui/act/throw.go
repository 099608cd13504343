package act

import (
	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// throw begins the action and, when it asks something, opens the question. Where the
// gamemaster has to grant it, it is asked for.
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

// unlessAsked goes on with what was begun, unless the gamemaster was asked for it instead.
func unlessAsked(before pane.Frame, then pane.Then) pane.Then {
	asked := len(before.Table.Requests)
	return func(f pane.Frame) pane.Intent {
		if len(f.Table.Requests) > asked {
			return pane.All{pane.Clear{}, pane.Say{Words: "the gamemaster is asked to grant this roll"}}
		}
		return then(f)
	}
}

// throwReal begins the action with dice that are thrown at the table, of which a
// digit may be known already; -1 for none.
func (o *actionForm) throwReal(f pane.Frame, digit int) pane.Intent {
	do, begins := o.throw(f).(pane.Do)
	if !begins {
		return o.throw(f) // the reason why not
	}
	begin := do.Command.(model.Begin)
	begin.Typed = true
	return pane.Do{Command: begin, Then: unlessAsked(f, func(f pane.Frame) pane.Intent {
		o.counting.Stop()
		intent := after(f, o.Who, o.Action)
		push, _ := intent.(pane.Push)
		if a, ok := push.Overlay.(*asking); ok && digit >= 0 && a.q.Wants == engine.Throwing {
			if whole := a.typeFace("digit", digit); whole != nil {
				return pane.All{pane.Clear{}, intent, whole}
			}
			a.look()
		}
		return pane.All{pane.Clear{}, intent}
	})}
}

// askFavourite keeps the form under a name.
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
