package act

import (
	"testing"

	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// shortest returns the fewest keys from the table to the form of an offer: the action's own
// key; or the palette and a digit; or the palette, a letter that filters it, and a digit or
// enter.
func shortest(p palette, offer int) []string {
	if o := p.actions[offer]; o.Rule.Key != "" && o.Row == "" {
		return []string{o.Rule.Key}
	}
	for _, letter := range append([]string{""}, letters...) {
		list := p.list.Find(letter)
		for i := range min(9, list.Len()) {
			if list.Nth(i) != offer {
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

// No form is more than three keys from the table: tried for every action of every template
// of every rulebook, with every row of the sheet.
func TestThreeKeys(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			t.Parallel()
			g := uitest.Seated(t, sys)
			m := NewMemory(nil)
			all := g.Table.Characters()
			if !*long {
				all = all[:1]
			}
			for _, c := range all {
				f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: c.ID, System: sys.ID}
				p := palettes(t, m.Palette(f, false))
				for i, o := range p.actions {
					opens(t, m, f, shortest(p, i), c, o)
				}
			}
		})
	}
}

// palettes returns the palette that an intent opens.
func palettes(t *testing.T, w pane.Intent) palette {
	t.Helper()
	push, ok := w.(pane.Push)
	if !ok {
		t.Fatalf("no palette is opened: %#v", w)
	}
	return push.Overlay.(palette)
}

// opens fails unless the keys open the form of the offer.
func opens(t *testing.T, m *Memory, f pane.Frame, keys []string, c *model.Character, o scene.Offer) {
	t.Helper()
	if keys == nil {
		t.Errorf("%s: %q is more than three keys away", c.Name, o.Label())
		return
	}
	if keys[0] == o.Rule.Key && o.Row == "" {
		if x := formOf(t, m.Start(f, o.Rule)); x.Action != o.Action {
			t.Errorf("%s: %v does not open %q", c.Name, keys, o.Label())
		}
		return
	}
	p := palettes(t, m.Palette(f, false))
	var list pane.Overlay = p
	var intent pane.Intent
	for _, k := range keys[1:] {
		list, intent = list.Update(f, uitest.Key(k))
	}
	all, _ := intent.(pane.All)
	if len(all) != 2 {
		t.Errorf("%s: %v opens nothing for %q", c.Name, keys, o.Label())
		return
	}
	if x := formOf(t, all[1].(pane.Then)(f)); x.Action != o.Action || x.Row != o.Row {
		t.Errorf("%s: %v does not open %q", c.Name, keys, o.Label())
	}
}
