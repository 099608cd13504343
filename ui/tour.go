package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// sitter is who sits at the screen, and what is theirs.
type sitter struct {
	seat  model.Seat
	taste Taste
	tour  *tour // nil while nobody is guided
}

// tour is the guided minute: hints about one action, from key to log. It
// watches what is done and goes on by itself; it never takes a key but esc.
type tour struct {
	hero   string // who is to act
	action string
	at     int
	since  uint64      // newest event when the lesson began
	clock  model.Clock // the clock then
}

// lesson is one hint.
type lesson struct {
	words func(*Model, *tour) string
	done  func(*Model, *tour) bool
}

// tourAction is what the hero does, where the rulebook has it: the one that
// shows most.
const tourAction = "move"

var lessons = []lesson{
	{func(m *Model, t *tour) string {
		return fmt.Sprintf("Choose who acts: up and down in the roster, %s brings you there. Choose %s. Esc skips all this.", m.keyOf("pane-roster"), t.name(m))
	}, func(m *Model, t *tour) bool { return m.at.Selected == t.hero }},
	{func(m *Model, t *tour) string {
		return fmt.Sprintf("%s lists what %s can do now: with its price and its odds or, where it cannot be done, why.", m.keyOf("act"), t.name(m))
	}, func(m *Model, t *tour) bool { return t.lists(m) || t.form(m) != nil }},
	{func(m *Model, t *tour) string {
		if !t.lists(m) {
			return fmt.Sprintf("%s opens the list again; esc steps back, always.", m.keyOf("act"))
		}
		return fmt.Sprintf("Type a few letters of %q, then enter.", m.label(m.at.System, t.action))
	}, func(m *Model, t *tour) bool { return t.form(m) != nil || t.rolled(m) }},
	{func(m *Model, t *tour) string {
		if t.form(m) == nil {
			return fmt.Sprintf("%s and enter open the action again.", m.keyOf("act"))
		}
		return "Nothing has happened yet. Left and right change a value, and the odds and the price follow. Enter throws."
	}, (*Model).tourRolled},
	{shareWords, func(m *Model, t *tour) bool { return t.finished(m) }},
	{func(m *Model, t *tour) string {
		return fmt.Sprintf("The log has the roll, with its working. %s brings you to the prices: the row in force is marked.", m.keyOf("pane-costs"))
	}, func(m *Model, t *tour) bool { return m.at.Focus == paneCosts && m.top() == nil }},
	{func(m *Model, t *tour) string {
		return fmt.Sprintf("%s goes to the next moment at which something falls due, and does it.", m.keyOf("next"))
	}, func(m *Model, t *tour) bool { return m.table.Clock.Moment != t.clock.Moment }},
	{func(m *Model, t *tour) string {
		return fmt.Sprintf("%s takes it back: costs, clock and all. %s does it again. Anything can be taken back, step by step.", m.keyOf("undo"), m.keyOf("redo"))
	}, func(m *Model, t *tour) bool { return t.happened(m, isUndone) }},
	{func(m *Model, t *tour) string {
		return fmt.Sprintf("That was one action, from key to log. %s lists every key, and finds what you type. Esc ends the minute.", m.keyOf("help"))
	}, func(m *Model, _ *tour) bool { _, is := m.top().(*commands); return is }},
}

// shareWords go with what the roll asks.
func shareWords(m *Model, t *tour) string {
	a, is := m.top().(*asking)
	switch {
	case !is && len(m.table.Rolls()) == 0:
		return fmt.Sprintf("%s and enter open the action again.", m.keyOf("act"))
	case !is:
		return fmt.Sprintf("The roll stays open until it is decided, even after a crash. %s goes on with it.", m.keyOf("resume"))
	case a.q.Wants == engine.Throwing:
		return "Type the faces as they fell on the real table, or t to have them thrown."
	case a.q.Wants == engine.Sharing && a.q.One:
		return "A decision, with what comes of it below. Left and right spend points; enter alone spends nothing."
	case a.q.Wants == engine.Sharing:
		return "Quality is shared: left and right move points, space gives all. What each gives is beside it. Enter commits."
	}
	return "A decision, with the odds beside each answer. The first one spends nothing. Enter takes it."
}

func (m *Model) tourRolled(t *tour) bool { return t.rolled(m) }

func (t *tour) name(m *Model) string {
	if c, ok := m.table.Character(t.hero); ok {
		return kit.Clean(c.Name)
	}
	return "somebody"
}

// lists reports whether what the hero can do is on the screen.
func (t *tour) lists(m *Model) bool {
	p, is := m.top().(*palette)
	return is && p.who == t.hero
}

// form is the form of the action, if it is on the screen.
func (t *tour) form(m *Model) *form {
	if f, is := m.top().(*form); is && f.who == t.hero && f.action == t.action {
		return f
	}
	return nil
}

// rolled reports whether the roll has begun.
func (t *tour) rolled(m *Model) bool {
	for _, r := range m.table.Rolls() {
		if r.Who == t.hero && r.Action == t.action {
			return true
		}
	}
	return t.finished(m)
}

func (t *tour) finished(m *Model) bool {
	return t.happened(m, func(f model.Fact) bool {
		end, is := f.(model.Finished)
		return is && end.Roll.Who == t.hero && end.Roll.Action == t.action
	})
}

func isUndone(f model.Fact) bool { _, is := f.(model.Undone); return is }

// happened reports whether there was such a fact since the lesson began.
func (t *tour) happened(m *Model, is func(model.Fact) bool) bool {
	for l := range m.table.Log() {
		if l.Event.Seq <= t.since {
			return false
		}
		for _, f := range l.Event.Facts {
			if is(f) {
				return true
			}
		}
	}
	return false
}

// hero finds somebody who can do the tour's action now: not the one who is
// selected, so that there is something to choose.
func (m *Model) hero() string {
	found := ""
	for _, c := range m.table.Characters() {
		if _, plays := c.Pages[m.table.System]; !plays || !m.seat.Owns(c) {
			continue
		}
		in, err := m.table.Inputs(c.ID, nil, m.table.System, tourAction, engine.Page{})
		if err != nil || in.WhyNot() != "" {
			continue
		}
		if c.ID != m.at.Selected {
			return c.ID
		}
		found = c.ID
	}
	return found
}

// startTour begins the guided minute.
func (m *Model) startTour() tea.Cmd {
	hero := m.hero()
	if hero == "" {
		return m.fail("the guided minute is for the demo table: nobody here can move now. S has the demo")
	}
	m.over, m.status = nil, status{n: m.status.n}
	m.at.Zoom = false
	m.tour = &tour{hero: hero, action: tourAction}
	m.tour.mark(m)
	return nil
}

func (m *Model) endTour() tea.Cmd {
	m.tour = nil
	return m.say(fmt.Sprintf("the guided minute is over: %s has it again", m.keyOf("help")))
}

func (m *Model) switchTour() tea.Cmd {
	if m.tour != nil {
		return m.endTour()
	}
	return m.startTour()
}

func tourWords(m *Model) string {
	if m.tour != nil {
		return "end the guided minute"
	}
	return "the guided minute"
}

func (t *tour) mark(m *Model) { t.since, t.clock = m.table.Seq(), m.table.Clock }

// followTour goes on as far as was done.
func (m *Model) followTour() {
	for t := m.tour; t != nil && lessons[t.at].done(m, t); {
		if t.at++; t.at == len(lessons) {
			m.tour = nil
			return
		}
		t.mark(m)
	}
}

// tourLines is how many lines a hint may take at the least width.
const tourLines = 2

func (t *tour) lines() int {
	if t == nil {
		return 0
	}
	return tourLines
}

func (t *tour) draw(m *Model, w int) []string {
	if t == nil {
		return nil
	}
	count := fmt.Sprintf("%d/%d", t.at+1, len(lessons))
	var out []string
	for i, l := range kit.Wrap(lessons[t.at].words(m, t), w-7) {
		if i == tourLines {
			break
		}
		r := m.look.Row(w).Space(1)
		if i == 0 {
			r.Put(kit.Accent, count)
		}
		out = append(out, r.To(6).Put(kit.Text, l).String())
	}
	return m.look.Lines(out, w, tourLines)
}
