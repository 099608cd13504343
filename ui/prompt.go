package ui

import (
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// prompt asks for one or two lines of text.
type prompt struct {
	quiet
	head   string
	labels []string
	lines  []line
	at     int
	help   func(p *prompt) string // what the text would do, or what is wrong
	done   func(m *Model, texts []string) tea.Cmd
}

func (m *Model) ask(head, label, text string, done func(m *Model, text string) tea.Cmd) *prompt {
	p := &prompt{head: head, labels: []string{label}, lines: []line{suggested(text)},
		done: func(m *Model, texts []string) tea.Cmd { return done(m, texts[0]) }}
	m.push(p)
	return p
}

func (p *prompt) title(*Model) string { return p.head }

func (p *prompt) draw(m *Model, w, h int) []string {
	var fields []kit.Field
	for i := range p.lines {
		f := kit.Field{Label: p.labels[i], Value: p.lines[i].text(), On: i == p.at, Caret: -1}
		if f.On {
			f.Caret = p.lines[i].caret()
		}
		fields = append(fields, f)
	}
	out, _ := m.look.Fields(fields, w)
	if p.help != nil {
		for _, l := range kit.Wrap(p.help(p), w-2) {
			out = append(out, m.look.Row(w).Space(1).Put(kit.Dim, l).String())
		}
	}
	return out[:min(len(out), h)]
}

func (p *prompt) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		return m.pop()
	case "tab", "down":
		p.at = (p.at + 1) % len(p.lines)
	case "shift+tab", "up":
		p.at = (p.at + len(p.lines) - 1) % len(p.lines)
	case "enter":
		if p.at+1 < len(p.lines) {
			p.at++
			return nil
		}
		var texts []string
		for i := range p.lines {
			texts = append(texts, p.lines[i].text())
		}
		return p.done(m, texts)
	default:
		p.lines[p.at].key(k)
	}
	return nil
}

func (p *prompt) hints(*Model) []hint {
	return []hint{{"type", "the text"}, {"enter", "done"}, {"esc", "back"}}
}

// shut closes the prompt when a command went well.
func shut(words string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.pop()
		if words == "" {
			return nil
		}
		return m.say(words)
	}
}

func (m *Model) askFilter() tea.Cmd {
	p := m.ask("Find in the roll log", "text", m.at.Filter.Text, func(m *Model, text string) tea.Cmd {
		m.at.Filter = pane.Filter{Text: text}
		m.pop()
		return m.focusOn(paneLog)
	})
	p.help = func(*prompt) string { return "all words must occur; nothing shows the whole log again" }
	return nil
}

func (m *Model) askNote() tea.Cmd {
	m.ask("A note for the log", "note", "", func(m *Model, text string) tea.Cmd {
		return m.do(model.Note{Text: text}, shut(""))
	})
	return nil
}

func (m *Model) askScene() tea.Cmd {
	p := m.ask("A new scene", "where", "", func(m *Model, text string) tea.Cmd {
		return m.do(model.Scene{Place: text}, shut("a new scene begins"))
	})
	p.help = func(*prompt) string { return "the clock begins anew; what was pending is called off" }
	return nil
}

func (m *Model) askMoment() tea.Cmd {
	tk := m.table.Time()
	unit := tk.Unit
	if tk.PerRound == 0 || tk.Down {
		unit = tk.Round
	}
	p := m.ask("Go to a moment", unit, "", func(m *Model, text string) tea.Cmd {
		n, err := strconv.Atoi(text)
		if err != nil {
			return m.fail(fmt.Sprintf("%q is not a number: type the %s to go to", text, unit))
		}
		return m.do(model.Go{Moment: m.table.MomentOf(n)}, shut(""))
	})
	p.help = func(*prompt) string { return "all that falls due until then is done on the way" }
	return nil
}

func (m *Model) endRound() tea.Cmd {
	return m.step(model.Go{Moment: model.RoundEnd(m.table.Time(), m.table.Clock.Moment)}, "the round is over")
}

func (m *Model) next() tea.Cmd {
	before, words := m.table.Clock.Turn, nextWords(m)
	return m.do(model.Next{}, func(m *Model) tea.Cmd {
		if c, ok := m.table.Character(m.table.Clock.Turn); ok && c.ID != before {
			m.choose(c) // whose turn it is acts
		}
		return m.stepped(words)
	})
}

// nextWords says what the next key would do.
func nextWords(m *Model) string {
	p := m.table.NextDue()
	if p.WhyNot != "" {
		return "next: " + p.WhyNot
	}
	words := "next: " + m.table.When(p.Moment)
	if c, ok := m.table.Character(p.Turn); ok {
		words += ", " + c.Name + "'s turn"
	}
	for i, x := range p.Coming {
		if i == 3 {
			return words + fmt.Sprintf(" and %d more", len(p.Coming)-3)
		}
		words += ", " + m.comingWords(x)
	}
	return words
}

// comingWords says one thing that the next key would do.
func (m *Model) comingWords(x model.Coming) string {
	name := "somebody"
	if c, ok := m.table.Character(x.Who); ok {
		name = c.Name
	}
	switch {
	case x.Asks:
		return name + " cannot pay"
	case x.Pays > 0:
		return fmt.Sprintf("%s pays %d", name, x.Pays)
	case x.Words != "":
		return name + ": " + x.Words + " ends"
	}
	return name + ": " + m.label(x.System, x.Action)
}

func (m *Model) label(system, action string) string {
	if s, ok := m.table.Rulebook(system); ok {
		if a, ok := s.Action(action); ok {
			return a.Label
		}
	}
	return action
}

// switchDice lets a character throw real dice, or the program again.
func (m *Model) switchDice() tea.Cmd {
	c := *m.here()
	c.Typed = !c.Typed
	words := c.Name + ": the program throws"
	if c.Typed {
		words = c.Name + ": real dice, typed"
	}
	return m.do(model.Edit{Who: c.ID, Character: c}, func(m *Model) tea.Cmd { return m.say(words) })
}

func diceWords(m *Model) string {
	if c := m.here(); c != nil && c.Typed {
		return "let the program throw for " + c.Name
	}
	return "real dice"
}
