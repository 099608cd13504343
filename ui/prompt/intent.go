package prompt

import (
	"fmt"
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// open opens the form of an action.
func (p *prompt) open(f pane.Frame, o phrase.Offer) pane.Intent {
	return pane.All{shown(f, o), p.Acts.Open(f, scene.DraftOf(o))}
}

// shown shows whose action it is; nil for plain dice, which are on nobody's sheet.
func shown(f pane.Frame, o phrase.Offer) pane.Intent {
	who, ok := f.Table.Character(o.Who)
	if !ok || !who.Plays(o.System) {
		return nil
	}
	return pane.All{pane.Select{Who: o.Who}, pane.Turn{System: o.System}}
}

// intent does what a line means.
func (p *prompt) intent(f pane.Frame, m meaning) pane.Intent {
	switch {
	case m.key != nil:
		does := pane.Intent(pane.Show{What: m.key.Name()})
		if m.key.ID == "" {
			does = m.key.Run(f)
		}
		if m.Select != "" {
			return pane.All{pane.Select{Who: m.Select}, does}
		}
		return does
	case m.Verb == "find":
		return pane.All{pane.Find{Filter: pane.Filter{Text: m.Text}}, pane.Show{What: "pane-log"}}
	case m.Text != "" && p.With[m.Verb] != nil:
		return p.With[m.Verb](f, p.Acts.Said(f), m.Text)
	case m.Verb == "explain":
		text := scene.Explained(f.Table, m.Select, m.Text)
		return pane.All{pane.Select{Who: m.Select}, pane.Push{Overlay: &pane.Notice{Head: kit.Clean(text[0]), Text: cleaned(text[1:])}}}
	case m.Text != "" && p.bound(m.Verb) != nil:
		return pane.Show{What: p.bound(m.Verb).Name()}
	case m.Offer != nil && !m.Whole:
		return p.open(f, *m.Offer)
	case m.Offer != nil:
		return pane.All{shown(f, *m.Offer), p.Acts.Throw(f, scene.DraftOf(*m.Offer))}
	case m.Command != nil:
		return commanded(f, m.Command, max(m.Times, 1))
	case m.Before != 0:
		return takeBack(f, m.Before, m.Times-1)
	case m.Select != "":
		return pane.Select{Who: m.Select}
	}
	return pane.Say{Words: kit.Clean(m.Does)}
}

// cleaned is text of people as it can be drawn.
func cleaned(all []string) []string {
	out := make([]string, len(all))
	for i, l := range all {
		out[i] = kit.Clean(l)
	}
	return out
}

// commanded gives a command so often.
func commanded(f pane.Frame, c model.Command, times int) pane.Intent {
	switch c := c.(type) {
	case model.Go:
		return act.GoTo(f, c.Moment)
	case model.Join:
		return pane.All{pane.Turn{System: c.Character.Systems()[0]}, people.JoinAll(c)}
	}
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent {
		if times > 1 {
			return commanded(f, c, times-1)
		}
		switch c := c.(type) {
		case model.MakeRequest:
			return pane.Say{Words: "the gamemaster has been asked"}
		case model.Return:
			return pane.Select{Who: c.Who}
		case model.Undo:
			return pane.Say{Words: fmt.Sprintf("undone; %s redoes it", f.KeyOf("redo"))}
		}
		return nil
	}}
}

// takeBack takes back acts until an event holds no more.
func takeBack(f pane.Frame, seq uint64, more int) pane.Intent {
	all := f.Table.ActBy(f.Seat)
	if all == nil {
		return nil
	}
	asked := len(f.Table.Requests)
	gone := slices.ContainsFunc(all, func(e model.Event) bool { return e.Seq == seq })
	return pane.Do{Command: model.UndoOf(all), Then: func(f pane.Frame) pane.Intent {
		if len(f.Table.Requests) > asked {
			return pane.Say{Words: "you asked the gamemaster to undo it"}
		}
		if gone || more <= 0 && all[0].Seq < seq {
			return pane.Say{Words: "undone; " + f.KeyOf("redo") + " redoes it"}
		}
		return takeBack(f, seq, more-1)
	}}
}
