package act

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/replay"
)

// timeKeys are the keys for time and turns.
func timeKeys(m *Memory) []pane.Binding {
	someone, gm, both := pane.NeedsSomeone, pane.NeedsGM, pane.Both
	return pane.In("", "Time",
		nextKey("next", next),
		roundKey("to the end of the round", endRound),
		pane.Of("go", pane.Binding{Keys: []string{"g"}, Run: askMoment}),
		pane.Of("date", pane.Binding{Run: askDate}),
		pane.Of("evening", pane.Binding{ID: "plan-evening", Run: askEvening}),
		freeKey,
		pane.Of("scene", pane.Binding{Run: askScene}),
		pane.Of("rewind", pane.Binding{ID: "back-in-time", Keys: []string{"B"}, Run: stepBack}),
		pane.Of("order", pane.Binding{Keys: []string{"I"}, Why: noInitiative, Run: rollOrder}),
		pane.Of("turn", pane.Binding{Keys: []string{"t"}, Why: someone, Run: giveTurn}),
		pane.Binding{ID: "sooner", Keys: []string{"<"}, Label: "move up in the turn order", Also: "initiative up move before earlier", Why: both(gm, someone), Run: func(f pane.Frame) pane.Intent { return moveTurn(f, -1) }},
		pane.Binding{ID: "later", Keys: []string{">"}, Label: "move down in the turn order", Also: "initiative down hold after later", Why: both(gm, someone), Run: func(f pane.Frame) pane.Intent { return moveTurn(f, 1) }},
		pane.Of("declare", pane.Binding{Keys: []string{"d"}, Why: someone, Run: askDeclared}),
		pane.Of("wait", pane.Binding{Keys: []string{"W"}, Why: someone, Run: m.waitOrStepIn, Words: waitWords}),
	)
}

// freeKey selects the next character who can act.
var freeKey = pane.Of("free", pane.Binding{Keys: []string{"."}, Why: nobodyFree, Run: toFree, Words: toFreeWords})

// nextKey and roundKey move time on. A question about doing so has the same keys.
func nextKey(label string, run func(pane.Frame) pane.Intent) pane.Binding {
	return pane.Of("next", pane.Binding{Keys: []string{"n"}, Label: label,
		Run: run, Words: nextWords, Now: nextBrief})
}

func roundKey(label string, run func(pane.Frame) pane.Intent) pane.Binding {
	return pane.Of("round", pane.Binding{Keys: []string{"N"}, Label: label, Run: run})
}

// Session are the keys for sessions: their end, their dice and their list. here returns the
// players who are connected, and kept what keeps how the chance to win moved.
func Session(here func() []model.Seat, ending func() scene.Ending, kept func() replay.Memory) []pane.Binding {
	return pane.In("", "Table",
		fairDice(here, ending),
		pane.Of("tell-again", pane.Binding{ID: tellAgainID, Run: func(f pane.Frame) pane.Intent { return tellAgain(f, ending) }}),
		pane.Of("take-home", pane.Binding{Run: func(f pane.Frame) pane.Intent { return takeHome(f, ending) },
			Why: func(f pane.Frame) string {
				if ending().Own == nil {
					return scene.NoTakeHome(f.Demo)
				}
				return ""
			}}),
		pane.Of("end-session", pane.Binding{ID: "evening", Why: noSession, Run: endSession(ending, kept)}),
		pane.Of("sessions", pane.Binding{Run: func(f pane.Frame) pane.Intent { return listSessions(f, kept()) }}))
}

func noInitiative(f pane.Frame) string {
	if f.Table.Time().Initiative == "" {
		return "this rulebook does not roll for turn order: " + f.KeysOf("sooner", "later") + " set the order"
	}
	return ""
}

func noRest(f pane.Frame) string {
	if len(decide.Rests(f.Table, f.System)) == 0 {
		return "this rulebook has no rules for resting"
	}
	return ""
}

func askNote(pane.Frame) pane.Intent {
	p := form.Ask("A note for the log", "note", "", func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
		return pane.Do{Command: model.Note{Text: text}, Then: form.Shut("")}
	})
	return pane.Push{Overlay: p.Saying("everybody reads it")}
}

func askJournal(f pane.Frame) pane.Intent {
	p := form.Ask("A note in your journal", "note", "", func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
		return pane.Do{Command: model.Note{Text: text, Private: true}, Then: form.Shut("")}
	})
	readers := "only you and the gamemaster read it"
	if f.Seat.IsGamemaster() {
		readers = "only you read it"
	}
	return pane.Push{Overlay: p.Saying(readers)}
}

// showJournal shows the entries of this seat's journal in the log.
func showJournal(pane.Frame) pane.Intent {
	return pane.All{pane.Find{Filter: pane.Filter{Journal: true}}, pane.Focus{Pane: "log"}}
}

func askScene(pane.Frame) pane.Intent {
	p := form.Ask("A new scene", "where", "", func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
		return pane.Do{Command: model.Scene{Place: text}, Then: form.Shut("a new scene begins")}
	})
	return pane.Push{Overlay: p.Saying("the clock starts again, and pending actions are cancelled")}
}

func askMoment(f pane.Frame) pane.Intent {
	tk := f.Table.Time()
	unit := tk.Unit
	if tk.PerRound == 0 || tk.Down {
		unit = tk.Round
	}
	p := form.Ask("Go to a point in time", unit, "", func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		n, err := strconv.Atoi(text)
		if err != nil {
			return pane.Fail{Words: fmt.Sprintf("%q is not a number: type the %s to go to", text, unit)}
		}
		m := f.Table.MomentOf(n)
		return unlessPast(f, m, pane.Do{Command: model.Go{Moment: m}, Then: func(f pane.Frame) pane.Intent {
			return pane.All{pane.Close{Overlay: p}, stepped(f)}
		}})
	})
	return pane.Push{Overlay: p.Saying("everything due until then is carried out")}
}

func askDate(f pane.Frame) pane.Intent {
	p := form.Ask("The date and time of day", "it is", f.Table.DateWords(), func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		at, err := f.Table.ReadDate(text)
		if err != nil {
			return pane.Fail{Words: err.Error()}
		}
		return pane.Do{Command: model.SetDate{Date: at}, Then: form.Shut("")}
	})
	return pane.Push{Overlay: p.Saying("day 3 21:30, 14 March 1926 21:30, 21:30, or +8 hours; rests move it, and so does a clock that counts seconds")}
}

func askEvening(f pane.Frame) pane.Intent {
	p := form.Ask("The next evening", "it is", f.Table.NextEveningWords(time.Now()), func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
		var evening model.Evening
		if !strings.EqualFold(text, "none") {
			var err error
			if evening, err = model.ReadEvening(text, time.Now()); err != nil {
				return pane.Fail{Words: err.Error()}
			}
		}
		return pane.Do{Command: model.PlanEvening{Evening: evening}, Then: form.Shut("")}
	})
	return pane.Push{Overlay: p.Saying("Thursday 19:30, 3 December 19:30, or 2026-12-03 19:30 at Mira's; none takes the plan back. Everybody reads it")}
}

func endRound(f pane.Frame) pane.Intent {
	m := f.Table.Time().RoundEnd(f.Table.Clock.Moment)
	return unlessPast(f, m, step(model.Go{Moment: m}), roundKey("let time pass", nil))
}

// next moves on to what comes next. It asks first if the clock would move while a character
// could act.
func next(f pane.Frame) pane.Intent {
	was, free := f.Table.Clock.Turn, f.Upcoming().Free()
	on := pane.Do{Command: model.Next{}, Then: func(f pane.Frame) pane.Intent {
		who := f.Table.Clock.Turn
		if who == was {
			who = ""
		}
		for _, id := range f.Upcoming().Free() {
			if who == "" && !slices.Contains(free, id) {
				who = id
			}
		}
		if who != "" {
			return pane.All{pane.Select{Who: who}, stepped(f)} // the one who can act now
		}
		return stepped(f)
	}}
	p := f.Upcoming().Due()
	switch again := nextKey("let time pass", nil); {
	case p.WhyNot != "":
		return on
	case unordered(f.Table):
		return askOrder(f, on)
	case f.Table.Time().PerRound > 0 && p.Moment > f.Table.Clock.Moment:
		return unlessPast(f, p.Moment, on, again)
	default:
		return unlessLost(f, p.Moment, on, again)
	}
}

// unordered reports whether a fight starts for which the rulebook rolls an order, and none
// has been set.
func unordered(t model.Table) bool {
	tk, clock := t.Time(), t.Clock
	if tk.Down && clock.Moment != 0 { // from the second round on the clock rolls for it
		return false
	}
	return tk.Initiative != "" && clock.Turn == "" && len(clock.Scores) == 0 && len(clock.Order) == 0 && len(t.Characters()) > 1
}

// askOrder asks for the order of turns before the first one.
func askOrder(f pane.Frame, on pane.Intent) pane.Intent {
	ask := pane.Choice{Head: "Who acts first?"}
	ask.Add("roll for turn order", "", rollOrder)
	without := "in the order of the roster"
	if f.Table.Time().Down { // the clock only brings turns that were rolled
		without = "no order: just go on"
	}
	ask.Add(without, "", func(pane.Frame) pane.Intent { return on })
	return ask.Open()
}

// toFree selects the next character who can act now, in the order of the roster.
func toFree(f pane.Frame) pane.Intent {
	return pane.Select{Who: nextFree(f)}
}

func nobodyFree(f pane.Frame) string {
	if nextFree(f) == "" {
		return "nobody else may act now"
	}
	return ""
}

func toFreeWords(f pane.Frame) string {
	if who := nextFree(f); who != "" {
		return "to " + f.Table.NameOf(who) + ", who may act"
	}
	return "next character who may act"
}

// nextFree returns the next character who can act after the selected one, starting again at
// the top; "" for none.
func nextFree(f pane.Frame) string {
	free := slices.DeleteFunc(slices.Clone(f.Upcoming().Free()), func(id string) bool { return id == f.Selected })
	if len(free) == 0 {
		return ""
	}
	at := f.Table.IndexOf(f.Selected)
	for _, id := range free {
		if f.Table.IndexOf(id) > at {
			return id
		}
	}
	return free[0]
}

// nextWords says what the key for time would do.
func nextWords(f pane.Frame) string {
	p := f.Upcoming().Due()
	if p.WhyNot != "" {
		return "next: " + p.WhyNot
	}
	words := "next: " + f.Table.When(p.Moment)
	if c, ok := f.Table.Character(p.Turn); ok {
		words += ", " + c.Name + "'s turn"
	}
	for i, x := range p.Items {
		if i == 3 {
			return words + fmt.Sprintf(" and %d more", len(p.Items)-3)
		}
		words += ", " + comingWords(f, x)
	}
	if len(p.Free) > 0 {
		words += ", " + areFree(f.Table, p.Free)
	}
	return words
}

const rollsOrder = "roll turn order"

// nextBrief says it in the footer: "55: Thug 1 strikes".
func nextBrief(f pane.Frame) string {
	t, p := f.Table, f.Upcoming().Due()
	words := ""
	switch {
	case p.WhyNot != "":
		return "next: a roll is open"
	case t.Time().Down && unordered(t):
		return rollsOrder
	case p.Turn != "":
		words = t.NameOf(p.Turn) + "'s turn"
	case len(p.Items) > 0 && p.Items[0].Pays+len(p.Items) > 1 && p.Items[0].Pays > 0:
		words = "upkeep for all"
	case len(p.Items) > 0 && p.Items[0].Action == t.Time().Initiative && p.Items[0].Action != "":
		return rollsOrder
	case len(p.Items) > 0:
		words = comingWords(f, p.Items[0])
	case len(p.Free) > 0:
		words = areFree(t, p.Free)
	case p.Round:
		words = t.Time().Round + " ends"
	}
	if words == "" {
		return t.When(p.Moment)
	}
	if p.Moment == t.Clock.Moment {
		return words
	}
	return scene.ShortMoment(t, p.Moment) + ": " + words
}

// comingWords describes one item that would happen.
func comingWords(f pane.Frame, x model.UpcomingItem) string {
	name := f.Table.NameOf(x.Who)
	switch {
	case x.Asks:
		return name + " cannot pay"
	case x.Pays > 0:
		return fmt.Sprintf("%s pays %d", name, x.Pays)
	}
	return pane.Falls(f.Table, x)
}

// step runs a command that moves time, and opens the questions that come of it.
func step(c model.Command) pane.Intent {
	return pane.Do{Command: c, Then: stepped}
}

// stepped opens the questions left by moving time, or says who can act now.
func stepped(f pane.Frame) pane.Intent { return steppedTo(f, standing(f)) }

// steppedTo opens the questions left by moving time, or says words.
func steppedTo(f pane.Frame, words string) pane.Intent {
	if on := goOnOf(f, func(model.Roll) bool { return true }); on != nil {
		return on
	}
	if len(f.Table.FollowUps()) > 0 {
		words = f.KeyOf("take-up") + ": " + takeUpWords(f) + "; " + words
	}
	if large, ok := reveal(f); ok {
		return pane.All{large, pane.Say{Words: words}}
	}
	return pane.Say{Words: words}
}

// steps runs a command that takes time, and then says words.
func steps(c model.Command, words string) pane.Intent {
	return pane.Do{Command: c, Then: func(f pane.Frame) pane.Intent { return steppedTo(f, words) }}
}

func stepBack(f pane.Frame) pane.Intent {
	return pane.Do{Command: model.Back{}, Then: func(f pane.Frame) pane.Intent {
		return pane.Say{Words: "back to " + f.Table.When(f.Table.Clock.Moment)}
	}}
}

func rollOrder(f pane.Frame) pane.Intent {
	var spare []string
	for _, c := range f.Table.Characters() {
		if extras(f.Table, []string{c.ID}) {
			spare = append(spare, c.ID)
		}
	}
	return steps(model.RollOrder{Extras: spare}, "turn order rolled")
}

func giveTurn(f pane.Frame) pane.Intent {
	return pane.Do{Command: model.SetOrder{Order: decide.Turns(f.Table), Turn: f.Selected}}
}

func moveTurn(f pane.Frame, by int) pane.Intent {
	at := slices.Index(decide.Turns(f.Table), f.Selected)
	return pane.Do{Command: model.MoveTurn{Who: f.Selected, To: at + by}}
}

func askDeclared(f pane.Frame) pane.Intent {
	who := f.Selected
	p := form.Ask("Actions this round", "actions", "1", func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return pane.Fail{Words: fmt.Sprintf("%q is not a number: type how many actions", text)}
		}
		return pane.Do{Command: model.Declare{Who: who, Actions: n}, Then: form.Shut("")}
	})
	return pane.Push{Overlay: p.Saying("0 cancels the declaration")}
}

// waitOrStepIn lets the selected character wait or, if it waits, act now.
func (m *Memory) waitOrStepIn(f pane.Frame) pane.Intent {
	who := f.Selected
	if _, waits := decide.WaitingFor(f.Table, who); waits {
		return pane.Do{Command: model.StepIn{Who: who}, Then: func(f pane.Frame) pane.Intent { return m.Palette(f, false) }}
	}
	return pane.Push{Overlay: form.Ask("Wait for something", "what you need", "", func(_ pane.Frame, p *form.Prompt, text string) pane.Intent {
		return pane.Do{Command: model.Wait{Who: who, Words: text}, Then: form.Shut("")}
	})}
}

func waitWords(f pane.Frame) string {
	if w, ok := decide.WaitingFor(f.Table, f.Selected); ok {
		return "act now, waiting for: " + w
	}
	return "wait for something"
}

// askRest lets everybody with a sheet of the rulebook rest.
func askRest(f pane.Frame) pane.Intent {
	rests := decide.Rests(f.Table, f.System)
	var spans []string
	for _, r := range rests {
		words := strings.ReplaceAll(r.ID, "-", " ")
		if words != r.ID {
			words += " (" + strings.ToLower(r.Label) + ")"
		}
		spans = append(spans, words)
	}
	p := form.Asking("Everyone rests", form.Line{Label: "by the", Text: spans[0]}, form.Line{Label: "times", Text: "1"})
	p.Saying("by the " + strings.Join(spans, ", ") + "; the log shows each healing roll")
	p.Done = func(f pane.Frame, p *form.Prompt, texts []string) pane.Intent {
		n, err := strconv.Atoi(strings.TrimSpace(texts[1]))
		if err != nil {
			return p.Wrong(1, fmt.Sprintf("%q is not a number: type how many times", texts[1]))
		}
		var who []string
		for _, c := range f.Table.Characters() {
			if _, ok := c.Pages[f.System]; ok {
				who = append(who, c.ID)
			}
		}
		words, span := "rested", strings.ReplaceAll(strings.TrimSpace(texts[0]), " ", "-")
		for _, r := range rests {
			if r.ID == span {
				words += leftOut(f, f.System, r.Action, r.Params)
			}
		}
		return pane.All{pane.Close{}, steps(model.Rest{Who: who, Span: span, Times: n}, words)}
	}
	return pane.Push{Overlay: p}
}

// leftOut names those who will not take part, with reasons.
func leftOut(f pane.Frame, system, action string, form engine.Page) string {
	words := ""
	for _, c := range f.Table.Characters() {
		if _, ok := c.Pages[system]; !ok {
			continue
		}
		if why := whyNot(f, c.ID, system, action, form); why != "" {
			words += "; not " + c.Name + ": " + why
		}
	}
	return words
}

// whyNot says why a character cannot do an action without an opponent; "" if it can.
func whyNot(f pane.Frame, who, system, action string, form engine.Page) string {
	in, err := decide.Inputs(f.Table, who, nil, system, action, form)
	if err != nil {
		return err.Error()
	}
	return in.WhyNot()
}
