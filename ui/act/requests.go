package act

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// asks reports whether the key for requests makes one here; for the gamemaster it answers
// them.
func asks(f pane.Frame) bool { return f.Seat.Role == model.Player }

// noAsks says why there is no request to answer.
func noAsks(f pane.Frame) string {
	switch {
	case asks(f):
		return ""
	case f.Seat.Role != model.GM:
		return "watchers cannot act"
	case len(f.Table.FollowUps())+len(f.Table.Requests) == 0:
		return "there are no follow-ups"
	}
	return ""
}

func nothingFollows(f pane.Frame) string {
	if len(follows(f)) == 0 {
		return "there are no follow-ups"
	}
	return ""
}

func noneAsked(f pane.Frame) string {
	if len(f.Table.Requests) == 0 {
		return "there are no requests"
	}
	return ""
}

// asksWords says what the key for requests would do.
func asksWords(f pane.Frame) string {
	all := f.Table.Requests
	switch {
	case asks(f):
		return "ask the gamemaster"
	case len(all) == 1:
		return "grant the request: " + scene.RequestWords(f.Table, all[0])
	case len(all) > 1:
		return fmt.Sprintf("see %d requests from players", len(all))
	}
	return takeUpWords(f)
}

// answerAsks grants the only request, or lists all of them. Without requests it starts the
// next follow-up. For a player it makes a request.
func (m *Memory) answerAsks(f pane.Frame) pane.Intent {
	all := f.Table.Requests
	switch {
	case asks(f):
		return pane.Push{Overlay: form.Ask("Ask the gamemaster", "what you need", "", func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
			return pane.Do{Command: model.MakeRequest{Text: text}, Then: form.Shut("the gamemaster has been asked")}
		}).Saying("to change a number, just change it: the gamemaster is then asked")}
	case len(all) == 0:
		return m.TakeUp(f)
	case len(all) == 1:
		return granted(f, all[0])
	}
	o := pane.Choice{Head: "Requests from players"}
	for _, a := range all {
		o.Add(scene.RequestWords(f.Table, a), "grant", func(f pane.Frame) pane.Intent { return granted(f, a) })
	}
	for _, a := range all {
		o.Add("no: "+scene.RequestWords(f.Table, a), "refuse", func(pane.Frame) pane.Intent { return refused(a) })
	}
	return o.Open()
}

// arrival shows the gamemaster a character whom a player wants to bring.
type arrival struct {
	ask model.Request
	top int
}

func (o *arrival) About(f pane.Frame) pane.About {
	return pane.About{Title: scene.RequestWords(f.Table, o.ask)}
}

func (o *arrival) Draw(f pane.Frame) []string {
	c := o.ask.Joins
	var out []string
	for _, sys := range c.Systems() {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Title, c.Name).Space(2).Put(kit.Dim, f.Table.SystemName(sys)).String())
		if s, ok := f.Table.Rulebook(sys); ok {
			out = append(out, f.Look.Blocks(s.Panel(f.Table.View(c, sys)), f.W)...)
		}
	}
	if c.Notes != "" {
		out = append(out, f.Paragraphs(kit.Dim, c.Notes)...)
	}
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

var arrivalKeys = slices.Concat(pane.In("arrival", "Requests", pane.Enter("take", "let them in: see the new character", "accept"),
	pane.Binding{ID: "refuse", Keys: []string{"delete"}, Label: "refuse", Foot: "refuse"},
	pane.Binding{ID: "up", Keys: []string{"up"}, Label: "up", Foot: "scroll"},
	pane.Binding{ID: "down", Keys: []string{"down"}, Label: "down", Foot: "scroll"},
), []pane.Binding{pane.Back.Footed("later")})

func (o *arrival) Keys(pane.Frame) []pane.Binding { return arrivalKeys }

func (o *arrival) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(arrivalKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "take":
		return o, pane.All{pane.Close{}, grantNow(f, o.ask)}
	case "refuse":
		return o, pane.All{pane.Close{}, refused(o.ask)}
	case "up":
		o.top--
	case "down":
		o.top++
	}
	return o, nil
}

// granted grants a request. The gamemaster first sees the sheets of characters that it
// brings.
func granted(f pane.Frame, a model.Request) pane.Intent {
	if a.Joins != nil {
		return pane.Push{Overlay: &arrival{ask: a}}
	}
	return grantNow(f, a)
}

func grantNow(f pane.Frame, a model.Request) pane.Intent {
	words := "granted to " + kit.Clean(f.Table.SeatName(a.By)) + ": " + kit.Clean(view.RequestWords(a, f.Table))
	return pane.Do{Command: model.SettleRequest{ID: a.ID}, Then: func(f pane.Frame) pane.Intent {
		return pane.Say{Words: words + "; " + f.KeyOf("undo") + " undoes it"}
	}}
}

func refused(a model.Request) pane.Intent {
	return pane.Do{Command: model.SettleRequest{ID: a.ID, Refuse: true}, Then: func(pane.Frame) pane.Intent { return pane.Say{Words: "refused"} }}
}

// refuseAsk refuses the oldest request or, where there are several, a chosen one.
func refuseAsk(f pane.Frame) pane.Intent {
	all := f.Table.Requests
	if len(all) == 1 {
		return refused(all[0])
	}
	o := pane.Choice{Head: "Refuse which request?"}
	for _, a := range all {
		o.Add(scene.RequestWords(f.Table, a), "", func(pane.Frame) pane.Intent { return refused(a) })
	}
	return o.Open()
}

func handOver(f pane.Frame) pane.Intent {
	return pane.Do{Command: model.HandOver{Sheets: !f.Table.PlayersKeepSheets}, Then: func(f pane.Frame) pane.Intent {
		if f.Table.PlayersKeepSheets {
			return pane.Say{Words: "players can now change their own sheets"}
		}
		return pane.Say{Words: "players must now ask before a number changes"}
	}}
}

func handOverWords(f pane.Frame) string {
	if f.Table.PlayersKeepSheets {
		return "make players ask before changing a number"
	}
	return "let players change their own sheets"
}

// openOdds shows or hides the numbers against which players roll.
func openOdds(f pane.Frame) pane.Intent {
	return pane.Do{Command: model.ShowOdds{All: !f.Table.OddsOpen}, Then: func(f pane.Frame) pane.Intent {
		if f.Table.OddsOpen {
			return pane.Say{Words: "everybody now sees all odds"}
		}
		return pane.Say{Words: "players now see only the odds that they know"}
	}}
}

func openOddsWords(f pane.Frame) string {
	if f.Table.OddsOpen {
		return "show players only the odds that they know"
	}
	return "show all odds to everybody"
}

// speak asks for a message to everybody or, with "@Tom", to one person.
func speak(pane.Frame) pane.Intent {
	return pane.Push{Overlay: form.Ask("Send a message", "to everybody", "", func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		m := (&phrase.Context{Table: f.Table}).Message(text)
		if m.WhyNot != "" {
			return p.Wrong(0, kit.Clean(m.WhyNot))
		}
		return pane.Do{Command: m.Command, Then: form.Shut("")}
	}).Saying("to whisper, start with @ and a name: @Tom the key is under the mat, or @gm")}
}
