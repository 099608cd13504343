package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// house shows the house rules of the rulebook on the screen and changes them.
type house struct {
	quiet
	system string
	at     int
}

func (m *Model) openHouse() tea.Cmd {
	s := m.rulebook()
	if s == nil || len(s.House.Fields()) == 0 {
		return m.say("this rulebook has no house rules")
	}
	m.push(&house{system: s.ID})
	return nil
}

func (o *house) rules(m *Model) (*engine.System, []*engine.Spec) {
	s, _ := m.table.Rulebook(o.system)
	return s, s.House.Fields()
}

func (o *house) title(m *Model) string {
	s, _ := o.rules(m)
	return "House rules: " + s.Name
}

func (o *house) draw(m *Model, w, h int) []string {
	s, specs := o.rules(m)
	page := m.table.House[o.system]
	fields := make([]kit.Field, len(specs))
	for i, sp := range specs {
		v, written := page.Get(sp.ID)
		if !written {
			v = sp.Default(s.House.Read(page))
		}
		fields[i] = kit.Field{Label: sp.Label, Value: v.String(), Unit: sp.Unit, Help: sp.Help, Derived: !written,
			Choice: sp.Kind != engine.Text || sp.Options != nil, On: i == o.at, Caret: -1}
	}
	rows, at := m.look.Fields(fields, w)
	return m.look.Scrolled(rows, at[o.at], w, min(len(rows), h))
}

func (o *house) key(m *Model, k tea.KeyMsg) tea.Cmd {
	_, specs := o.rules(m)
	switch k.String() {
	case "esc", "q":
		return m.pop()
	case "up", "k":
		o.at = (o.at + len(specs) - 1) % len(specs)
	case "down", "j", "tab":
		o.at = (o.at + 1) % len(specs)
	case "left", "h":
		return o.turn(m, specs[o.at], -1)
	case "right", "l", " ", "enter":
		return o.turn(m, specs[o.at], 1)
	case "delete", "backspace":
		return m.do(model.SetHouse{System: o.system, Rule: specs[o.at].ID}, nil)
	}
	return nil
}

func (o *house) turn(m *Model, sp *engine.Spec, by int) tea.Cmd {
	s, _ := o.rules(m)
	now := s.House.Read(m.table.House[o.system]).Value(sp.ID)
	var v engine.Value
	switch {
	case sp.Kind == engine.Bool:
		v = engine.ValueOf(!now.Bool())
	case sp.Kind == engine.Int:
		v = engine.ValueOf(min(max(now.Int()+by, sp.Least), sp.Most))
	case sp.Options != nil:
		i := slices.Index(sp.Options, now.Text())
		v = engine.ValueOf(sp.Options[(i+by+len(sp.Options))%len(sp.Options)])
	default:
		return m.typeHouse(sp, now, o.system)
	}
	return m.do(model.SetHouse{System: o.system, Rule: sp.ID, Value: v}, nil)
}

// typeHouse types a house rule that is a text.
func (m *Model) typeHouse(sp *engine.Spec, now engine.Value, system string) tea.Cmd {
	m.ask(sp.Label, sp.Label, now.String(), func(m *Model, text string) tea.Cmd {
		v, err := sp.Parse(text)
		if err != nil {
			return m.fail(err.Error())
		}
		return m.do(model.SetHouse{System: system, Rule: sp.ID, Value: v}, shut(""))
	})
	return nil
}

func (o *house) hints(*Model) []hint {
	return []hint{{"up/down", "rule"}, {"left/right", "change"}, {"del", "default"}, {"esc", "back"}}
}
