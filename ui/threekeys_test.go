package ui

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// seated is a table with a character of each template of a rulebook.
func seated(tb testing.TB, s *engine.System) *memory {
	g := newMemory()
	g.table = model.New(allRules())
	if _, err := g.Do(gm, model.Make{Name: s.Name, System: s.ID}); err != nil {
		tb.Fatal(err)
	}
	for _, tpl := range s.Templates {
		if _, err := g.Do(gm, model.Join{Character: model.Character{Name: tpl.Name, Pages: map[string]engine.Page{s.ID: tpl.Page}}}); err != nil {
			tb.Fatal(err)
		}
	}
	return g
}

func allRules() model.Rules {
	rules := model.Rules{}
	for _, one := range systems.All() {
		rules[one.ID] = one
	}
	return rules
}

// shortest gives the fewest keys from the table to the form of a palette's
// offer: the action's own key; or the palette, a digit; or the palette, a
// letter that filters it, and a digit or enter.
func shortest(p *palette, offer int) []string {
	if o := p.actions[offer]; o.action.Key != "" && o.row == "" {
		return []string{o.action.Key}
	}
	for _, letter := range append([]string{""}, letters...) {
		p.filter = newLine(letter)
		p.refilter()
		for i, n := range p.shown[:min(9, len(p.shown))] {
			if n != offer {
				continue
			}
			last := string(rune('1' + i))
			if i == 0 {
				last = "enter"
			}
			if letter == "" {
				return []string{"a", last}
			}
			return []string{"a", letter, last}
		}
	}
	return nil
}

var letters = func() []string {
	var out []string
	for c := 'a'; c <= 'z'; c++ {
		out = append(out, string(c))
	}
	return out
}()

// TestThreeKeys presses its keys for every action of every template of every
// rulebook, each row of the sheet that an action is offered with included: no
// form is more than three keys from the table.
func TestThreeKeys(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			s := newScreen(t, seated(t, sys), "dark", kit.Unicode, 80, 24)
			for range sys.Templates {
				s.Update(keyMsg("a"))
				p, ok := s.top().(*palette)
				if !ok {
					t.Fatalf("a opens no palette:\n%s", s.plain())
				}
				s.pop()
				for i, o := range p.actions {
					s.opens(shortest(p, i), s.here().Name, o)
				}
				s.Update(keyMsg("down"))
			}
		})
	}
}

// opens fails unless keys open the form of an offer.
func (s *screen) opens(keys []string, who string, o offer) {
	s.Helper()
	if keys == nil {
		s.Errorf("%s: %q is more than three keys away", who, o.label())
		return
	}
	for _, k := range keys {
		s.Update(keyMsg(k))
	}
	if f, ok := s.top().(*form); !ok || f.action != o.action.ID || f.row != o.row {
		s.Errorf("%s: %v does not open %q:\n%s", who, keys, o.label(), s.plain())
	}
	s.over = nil
}
