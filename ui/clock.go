package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// clockKeys are those that steer time and turns, beside the ones that everyone
// needs all the time.
func clockKeys() []binding {
	someone, gm := needsSomeone, needsGM
	return []binding{
		{id: "back-in-time", keys: []string{"B"}, label: "take back the last step of the clock", group: "Time", why: gm, run: (*Model).stepBack},
		{id: "order", keys: []string{"I"}, label: "roll for the order of turns", group: "Time", why: both(gm, noInitiative), run: (*Model).rollOrder},
		{id: "turn", keys: []string{"t"}, label: "give the turn to the selected one", group: "Time", why: both(gm, someone), run: (*Model).giveTurn},
		{id: "sooner", keys: []string{"<"}, label: "earlier in the order of turns", group: "Time", why: both(gm, someone), run: func(m *Model) tea.Cmd { return m.moveTurn(-1) }},
		{id: "later", keys: []string{">"}, label: "later in the order of turns", group: "Time", why: both(gm, someone), run: func(m *Model) tea.Cmd { return m.moveTurn(1) }},
		{id: "declare", keys: []string{"d"}, label: "declare the actions of this round", group: "Time", why: someone, run: (*Model).askDeclared},
		{id: "wait", keys: []string{"W"}, label: "wait for something", group: "Time", why: someone, run: (*Model).waitOrStepIn, words: waitWords},
		{id: "effect", keys: []string{"f"}, label: "add something that holds for a while", group: "Play", why: both(gm, someone), run: (*Model).askEffect},
		{id: "end-effect", keys: []string{"F"}, label: "end something that holds", group: "Play", why: both(gm, noEffect), run: (*Model).endEffect},
		{id: "take-up", keys: []string{"V"}, label: "take up what is called for", group: "Play", why: nothingCalledFor, run: (*Model).takeUp, words: takeUpWords},
		{id: "everyone", keys: []string{"A"}, label: "everyone does the same", group: "Play", why: both(gm, someone), run: (*Model).askEveryone},
		{id: "rest-all", keys: []string{"Z"}, label: "everyone rests", group: "Play", why: both(gm, noRest), run: (*Model).askRest},
		{id: "evening", label: "end the evening and show the seed of its dice", group: "Table", why: gm, run: (*Model).endEvening},
	}
}

func noInitiative(m *Model) string {
	if m.table.Time().Initiative == "" {
		return "this table's rulebook rolls no order: < and > set it by hand"
	}
	return ""
}

func noRest(m *Model) string {
	if len(m.table.Rests(m.at.System)) == 0 {
		return "this rulebook knows no rest"
	}
	return ""
}

func noEffect(m *Model) string {
	if len(m.endable()) == 0 {
		return "nothing holds for the selected one that a hand can end"
	}
	return ""
}

// step carries out what moves time, and opens what it asks.
func (m *Model) step(c model.Command, words string) tea.Cmd {
	return m.do(c, func(m *Model) tea.Cmd { return m.stepped(words) })
}

// stepped opens what moving time has left to be answered, or says words.
func (m *Model) stepped(words string) tea.Cmd {
	for _, r := range m.table.Rolls() {
		if r.Parked == "" {
			return m.resume(r.ID)
		}
	}
	if len(m.table.FollowUps()) > 0 {
		words += "; " + m.keyOf("take-up") + ": " + takeUpWords(m)
	}
	return m.say(words)
}

func (m *Model) stepBack() tea.Cmd {
	return m.do(model.Back{}, func(m *Model) tea.Cmd { return m.say("back to " + m.table.When(m.table.Clock.Moment)) })
}

func (m *Model) rollOrder() tea.Cmd { return m.step(model.RollOrder{}, "the order of turns is rolled") }

func (m *Model) giveTurn() tea.Cmd {
	return m.do(model.SetOrder{Order: m.table.Turns(), Turn: m.at.Selected}, nil)
}

func (m *Model) moveTurn(by int) tea.Cmd {
	at := slices.Index(m.table.Turns(), m.at.Selected)
	return m.do(model.MoveTurn{Who: m.at.Selected, To: at + by}, nil)
}

func (m *Model) askDeclared() tea.Cmd {
	who := m.at.Selected
	p := m.ask("Declare for this round", "actions", "1", func(m *Model, text string) tea.Cmd {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return m.fail(fmt.Sprintf("%q is not a number: type how many actions", text))
		}
		return m.do(model.Declare{Who: who, Actions: n}, shut(""))
	})
	p.help = func(*prompt) string { return "0 takes it back" }
	return nil
}

// waitOrStepIn lets the selected one wait or, when waiting, act now.
func (m *Model) waitOrStepIn() tea.Cmd {
	who := m.at.Selected
	if _, waits := m.table.Waits(who); waits {
		return m.do(model.StepIn{Who: who}, func(m *Model) tea.Cmd { return m.openPalette() })
	}
	m.ask("Wait for something", "what for", "", func(m *Model, text string) tea.Cmd {
		return m.do(model.Wait{Who: who, Words: text}, shut(""))
	})
	return nil
}

func waitWords(m *Model) string {
	if w, ok := m.table.Waits(m.at.Selected); ok {
		return "step in, who waits for: " + w.Words
	}
	return "wait for something"
}

// askEffect adds something that holds until the scene ends, until a moment, or
// until a hand ends it.
func (m *Model) askEffect() tea.Cmd {
	who := m.at.Selected
	p := &prompt{head: "Something that holds for a while", labels: []string{"what", "until"}, lines: []line{newLine(""), suggested("scene")}}
	p.help = func(*prompt) string {
		return "until: scene, action, next, treated, or the " + m.table.Time().Unit + " at which it ends"
	}
	p.done = func(m *Model, texts []string) tea.Cmd {
		c := model.AddEffect{Who: who, Words: texts[0], Until: model.Until(strings.TrimSpace(texts[1]))}
		if n, err := strconv.Atoi(strings.TrimSpace(texts[1])); err == nil {
			c.Until, c.At = model.ByMoment, m.table.MomentOf(n)
		}
		return m.do(c, shut(""))
	}
	m.push(p)
	return nil
}

// endable are the effects on the selected one that a hand can end.
func (m *Model) endable() []model.Running {
	return slices.DeleteFunc(m.table.Effects(), func(r model.Running) bool { return r.Who != m.at.Selected || r.Effect == "" })
}

func (m *Model) endEffect() tea.Cmd {
	all := m.endable()
	p := m.ask("End something that holds", "which", "1", func(m *Model, text string) tea.Cmd {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 || n > len(all) {
			return m.fail(fmt.Sprintf("type a number from 1 to %d", len(all)))
		}
		return m.do(model.EndEffect{Effect: all[n-1].Effect}, shut(""))
	})
	p.help = func(*prompt) string {
		var words []string
		for i, r := range all {
			words = append(words, fmt.Sprintf("%d %s", i+1, r.Words))
		}
		return strings.Join(words, "\n")
	}
	return nil
}

// askEveryone lets all who have a sheet of the rulebook do one action.
func (m *Model) askEveryone() tea.Cmd {
	s := m.rulebook()
	if s == nil {
		return m.fail("this version has no rulebook for this sheet")
	}
	var ids []string
	for _, a := range s.Actions {
		if a.Mode != engine.ByClock {
			ids = append(ids, a.ID)
		}
	}
	p := m.ask("Everyone does the same", "action", "", func(m *Model, text string) tea.Cmd {
		id := strings.TrimSpace(text)
		if !slices.Contains(ids, id) {
			return m.fail(fmt.Sprintf("%s has no action %q; did you mean %q?", s.Name, id, engine.Nearest(id, ids)))
		}
		m.pop()
		return m.step(model.Everyone{System: s.ID, Action: id}, "done by everyone"+m.leftOut(s.ID, id, engine.Page{}))
	})
	p.help = func(*prompt) string { return "one of " + strings.Join(ids, ", ") }
	return nil
}

// askRest lets everyone of the rulebook rest.
func (m *Model) askRest() tea.Cmd {
	rests := m.table.Rests(m.at.System)
	var ids []string
	for _, r := range rests {
		ids = append(ids, r.ID)
	}
	p := &prompt{head: "Everyone rests", labels: []string{"by the", "times"}, lines: []line{suggested(ids[0]), suggested("1")}}
	p.help = func(*prompt) string {
		return "by the " + strings.Join(ids, ", ") + "; each roll that heals stands in the log"
	}
	p.done = func(m *Model, texts []string) tea.Cmd {
		n, err := strconv.Atoi(strings.TrimSpace(texts[1]))
		if err != nil {
			return m.fail(fmt.Sprintf("%q is not a number: type how many times", texts[1]))
		}
		var who []string
		for _, c := range m.table.Characters() {
			if _, ok := c.Pages[m.at.System]; ok {
				who = append(who, c.ID)
			}
		}
		m.pop()
		words, span := "rested", strings.TrimSpace(texts[0])
		for _, r := range rests {
			if r.ID == span {
				words += m.leftOut(m.at.System, r.Action, r.Params)
			}
		}
		return m.step(model.Rest{Who: who, Span: span, Times: n}, words)
	}
	m.push(p)
	return nil
}

// leftOut says who will not do what everyone does, and why.
func (m *Model) leftOut(system, action string, form engine.Page) string {
	words := ""
	for _, c := range m.table.Characters() {
		if _, ok := c.Pages[system]; !ok {
			continue
		}
		if why := m.whyNot(c.ID, system, action, form); why != "" {
			words += "; not " + c.Name + ": " + why
		}
	}
	return words
}

// whyNot says why a character cannot do an action with nobody at the other
// side; "" when it can.
func (m *Model) whyNot(who, system, action string, form engine.Page) string {
	in, err := m.table.Inputs(who, nil, system, action, form)
	if err != nil {
		return err.Error()
	}
	return in.WhyNot()
}

func (m *Model) endEvening() tea.Cmd {
	return m.do(model.EndEvening{}, func(m *Model) tea.Cmd { return m.say("the evening is over; its dice can be checked now") })
}
