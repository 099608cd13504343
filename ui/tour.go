package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// tour is the guided minute: hints about one action, from key to log. It watches what is
// done and goes on by itself. The only key that it takes is the one that goes back.
type tour struct {
	hero   string      // the character who is to act
	action string      // the attack
	at     int         // the lesson
	since  uint64      // the newest event when the lesson began
	clock  model.Clock // the clock by then
}

// lesson is one hint, with what has to be done for the next.
type lesson struct {
	words func(*guided) string
	done  func(*guided) bool
}

// guided is the tour with what the screen shows.
type guided struct {
	*tour
	pane.Frame
	doing pane.Progress // of what lies on top
	focus int
	top   pane.Overlay
}

var lessons = []lesson{
	{func(g *guided) string {
		return fmt.Sprintf("%s lists what %s can do now, with the price and the odds. %s ends this tour.",
			g.KeyOf("act"), g.name(), begun(g.KeyOf("everywhere-back")))
	}, func(g *guided) bool { return g.lists() || g.sets() }},
	{func(g *guided) string {
		if !g.lists() {
			return fmt.Sprintf("%s opens the list again; %s always goes back.", g.KeyOf("act"), g.KeyOf("everywhere-back"))
		}
		return fmt.Sprintf("An attack comes first. %s chooses it. To find others, type a word, such as \"heal\".", begun(g.KeyOf("palette-choose")))
	}, func(g *guided) bool { return g.sets() || g.rolled() }},
	{func(g *guided) string {
		if !g.sets() {
			return fmt.Sprintf("%s and %s open the action again.", g.KeyOf("act"), g.KeyOf("palette-choose"))
		}
		return fmt.Sprintf("Nothing has happened yet. %s change a value; odds and price follow. %s rolls.",
			begun(g.KeysOf("form-less", "form-more")), begun(g.KeyOf("action-throw")))
	}, (*guided).rolled},
	{shareWords, (*guided).finished},
	{func(g *guided) string {
		if g.top != nil {
			return fmt.Sprintf("This is what came of it. %s closes it.", begun(g.KeyOf("told-on")))
		}
		return fmt.Sprintf("The log has it, with the working. %s goes to the costs, where a mark shows the current row.", g.KeyOf("pane-costs"))
	}, func(g *guided) bool { return entries[g.focus].name == "costs" && g.top == nil }},
	{func(g *guided) string {
		return fmt.Sprintf("The blow lands later, and others are free until then: %s asks before the clock moves, so press it twice.", g.KeyOf("next"))
	}, func(g *guided) bool { return g.Table.Clock.Moment != g.clock.Moment }},
	{func(g *guided) string {
		return fmt.Sprintf("%s undoes the blow and the clock; press it again to undo the attack. %s redoes it.", g.KeyOf("undo"), g.KeyOf("redo"))
	}, func(g *guided) bool { return g.happened(isUndone) }},
	{func(g *guided) string {
		words := fmt.Sprintf("That was one action from start to end. %s lists every key; type there to search. %s ends the tour.",
			g.KeyOf("help"), begun(g.KeyOf("everywhere-back")))
		if g.Demo {
			words += " Nothing of it is saved: " + g.KeyOf("quit") + " tells how to make a table of your own."
		}
		return words
	}, func(g *guided) bool { _, is := g.top.(help); return is }},
}

// shareWords go with what the roll asks.
func shareWords(g *guided) string {
	q := g.doing.Question
	switch {
	case g.doing.Stage != pane.Deciding && len(g.Table.Rolls()) == 0:
		return fmt.Sprintf("%s and %s open the action again.", g.KeyOf("act"), g.KeyOf("palette-choose"))
	case g.doing.Stage != pane.Deciding:
		return fmt.Sprintf("The roll stays open until you decide, even after a crash. %s continues it.", g.KeyOf("resume"))
	case q.Wants == engine.Throwing:
		return fmt.Sprintf("Type what your real dice show, or press %s to let fray roll.", g.KeyOf("throwing-throw"))
	case q.Wants == engine.Sharing && q.One:
		return fmt.Sprintf("A decision; below it is what would happen. %s spend points; %s alone spends none.",
			begun(g.KeysOf("sharing-take", "sharing-give")), g.KeyOf("asking-commit"))
	case q.Wants == engine.Sharing:
		return fmt.Sprintf("Share out the Quality: %s move points, %s gives all. Each line says what it does. %s accepts.",
			g.KeysOf("sharing-take", "sharing-give"), g.KeyOf("sharing-all"), begun(g.KeyOf("asking-commit")))
	}
	return fmt.Sprintf("A decision, with the odds of each answer. The first one spends nothing. %s accepts.", begun(g.KeyOf("asking-commit")))
}

// begun begins a sentence with the name of a key.
func begun(key string) string {
	if len(key) < 2 {
		return key
	}
	return strings.ToUpper(key[:1]) + key[1:]
}

func (g *guided) name() string {
	if c, ok := g.Table.Character(g.hero); ok {
		return kit.Clean(c.Name)
	}
	return "somebody"
}

// lists reports whether the list of what the hero can do is open.
func (g *guided) lists() bool { return g.doing.Stage == pane.Choosing && g.doing.Who == g.hero }

// sets reports whether the form of the action is open.
func (g *guided) sets() bool {
	return g.doing.Stage == pane.Setting && g.doing.Who == g.hero && g.doing.Action == g.action
}

// rolled reports whether the roll has begun.
func (g *guided) rolled() bool {
	for _, r := range g.Table.Rolls() {
		if r.Who == g.hero && r.Action == g.action {
			return true
		}
	}
	return g.finished()
}

func (g *guided) finished() bool {
	return g.happened(func(f model.Fact) bool {
		end, is := f.(model.Finished)
		return is && end.Roll.Who == g.hero && end.Roll.Action == g.action
	})
}

func isUndone(f model.Fact) bool { _, is := f.(model.Undone); return is }

// happened reports whether such a fact was logged since the lesson began.
func (g *guided) happened(is func(model.Fact) bool) bool {
	for l := range g.Table.Log() {
		if l.Event.Seq <= g.since {
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

// guide is the tour on the screen as it is, nil where there is none.
func (m *Model) guide() *guided {
	g := &guided{tour: m.tour, Frame: m.frame(), focus: m.at.Focus, top: m.over.Top()}
	if g.top != nil {
		g.doing = g.top.About(g.Frame).Progress
	}
	return g
}

// hero finds somebody who can attack now, the selected one before others, and the action
// for it.
func hero(f pane.Frame) (who *model.Character, action string) {
	all := f.Table.Characters()
	if c := f.Here(); c != nil {
		all = append([]*model.Character{c}, all...)
	}
	s, ok := f.Table.Rulebook(f.Table.System)
	if !ok {
		return nil, ""
	}
	for _, c := range all {
		if _, plays := c.Pages[s.ID]; !plays || !f.Seat.Owns(c) {
			continue
		}
		for _, a := range s.Actions {
			if !a.Attack() || a.Mode == engine.ByClock {
				continue
			}
			if _, err := decide.InputsToBegin(f.Table, f.Seat, model.Begin{Who: c.ID, System: s.ID, Action: a.ID}); err == nil {
				return c, a.ID
			}
		}
	}
	return nil, ""
}

// startTour begins the guided minute.
func startTour(m *Model) tea.Cmd {
	f := m.frame()
	who, action := hero(f)
	if who == nil {
		return m.fail("the guided tour needs somebody who can attack, and nobody here can: " + f.KeyOf("tables") + " opens the demo")
	}
	m.over.Clear()
	m.status.read()
	m.at.Zoom = false
	m.choose(who)
	m.at.System = f.Table.System
	m.tour = &tour{hero: who.ID, action: action}
	m.tour.mark(m.table)
	return nil
}

func endTour(m *Model) tea.Cmd {
	m.tour = nil
	return m.say(fmt.Sprintf("the guided tour is over: you can start it again from %s", m.keys.keymap.Of("help")))
}

func switchTour(m *Model) tea.Cmd {
	if m.tour != nil {
		return endTour(m)
	}
	return startTour(m)
}

func tourWords(m *Model) string {
	if m.tour != nil {
		return "end the guided tour"
	}
	return "the guided minute"
}

func (t *tour) mark(now model.Table) { t.since, t.clock = now.Seq(), now.Clock }

// followTour goes on to the first lesson that is not done yet.
func (m *Model) followTour() {
	for m.tour != nil && lessons[m.tour.at].done(m.guide()) {
		if m.tour.at++; m.tour.at == len(lessons) {
			m.tour = nil
			return
		}
		m.tour.mark(m.table)
	}
}

// tourLines is the most lines of a hint at the least width of a screen.
const tourLines = 2

func (t *tour) lines() int {
	if t == nil {
		return 0
	}
	return tourLines
}

// drawTour draws the hint of the lesson in w cells.
func (m *Model) drawTour(w int) []string {
	if m.tour == nil {
		return nil
	}
	count := fmt.Sprintf("%d/%d", m.tour.at+1, len(lessons))
	var out []string
	for i, l := range kit.Wrap(lessons[m.tour.at].words(m.guide()), w-7) {
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
