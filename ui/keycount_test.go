package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// counted is something that is done often, with the keys that it takes. What
// stands in quotes is text: it counts as none.
type counted struct {
	what   string
	system *engine.System
	before []string // keys to where it begins, which are not counted
	keys   []string
	most   int
	done   func(s *screen) bool
}

// attacks counts those that hold.
func attacks(s *screen) int {
	n := 0
	for l := range s.table.Log() {
		for _, f := range l.Event.Facts {
			if x, ok := f.(model.Finished); ok && !l.Undone && x.Roll.Action == "attack" {
				n++
			}
		}
	}
	return n
}

var keyCounts = []counted{
	{what: "attack with the weapon in hand", system: supermen.System, keys: []string{"a", "enter", "enter"}, most: 3,
		done: func(s *screen) bool {
			return strings.Contains(s.plain(), "now a hit") || strings.Contains(s.plain(), "now a miss")
		}},
	{what: "typed dice", system: supermen.System, before: []string{"a", "enter"}, keys: []string{"4", "7"}, most: 2,
		done: func(s *screen) bool {
			rolls := s.table.Rolls()
			return len(rolls) == 1 && slices.ContainsFunc(rolls[0].Tape, func(a engine.Answer) bool { return slices.Equal(a.Faces, engine.Faces{4, 7}) })
		}},
	{what: "typed dice, where a field takes a number", system: supermen.System, before: []string{"a", "enter", "down", "down", "down"}, keys: []string{"p", "4", "7"}, most: 3,
		done: func(s *screen) bool { return len(s.table.Rolls()) == 1 }},
	{what: "points after a roll", system: d6.System, before: []string{"a", "enter", "enter"}, keys: []string{"2", "enter"}, most: 2,
		done: func(s *screen) bool {
			rolls := s.table.Rolls()
			return len(rolls) == 1 && slices.ContainsFunc(rolls[0].Tape, func(a engine.Answer) bool { return a.Amount != nil && *a.Amount == 2 })
		}},
	{what: "5 damage with a reason", system: supermen.System, keys: []string{":", "'5 dmg vp \"fell\"", "enter"}, most: 3,
		done: func(s *screen) bool {
			v, _ := s.table.Characters()[0].Pages["supermen"].Get("vp_lost")
			return v.Int() == 5
		}},
	{what: "5 damage with a reason, by its key", system: supermen.System, keys: []string{"-", "'5", "tab", "'fell", "enter"}, most: 3,
		done: func(s *screen) bool {
			v, _ := s.table.Characters()[0].Pages["supermen"].Get("vp_lost")
			return v.Int() == 5
		}},
	{what: "undo three attacks", system: d6.System,
		before: []string{"a", "enter", "enter", "enter", "esc", "A-", "a", "enter", "enter", "enter", "esc", "A-", "a", "enter", "enter", "enter", "esc"},
		keys:   []string{"u", "u", "u"}, most: 3, done: func(s *screen) bool { return attacks(s) == 0 }},
	{what: "an old roll by text", system: supermen.System, before: []string{"w", "'nothing", "enter", "a", "'move", "enter", "enter", "enter", "esc", "w", "'more of it", "enter"},
		keys: []string{"3", "/", "'moves"}, most: 2,
		done: func(s *screen) bool { return strings.Contains(s.plain(), "1 found") }},
	{what: "six thugs", system: supermen.System, keys: []string{":", "'6 footpads", "enter"}, most: 2,
		done: func(s *screen) bool { return len(s.table.Characters()) == len(supermen.System.Templates)+6 }},
	{what: "a number on a sheet", system: supermen.System, before: []string{"2", "down", "down", "down", "1"}, keys: []string{"2", "+", "'17", "enter"}, most: 3,
		done: func(s *screen) bool {
			v, _ := s.table.Characters()[0].Pages["supermen"].Get("strength")
			return v.Int() == 17
		}},
	{what: "a hidden attack", system: supermen.System, keys: []string{"h", "enter", "enter"}, most: 4,
		done: func(s *screen) bool { rolls := s.table.Rolls(); return len(rolls) == 1 && rolls[0].Hidden }},
}

// strokes presses keys; it counts those that are no text.
func (s *screen) strokes(keys []string) int {
	s.Helper()
	n := 0
	for _, k := range keys {
		text, is := strings.CutPrefix(k, "'")
		if !is {
			s.press(k)
			n++
			continue
		}
		for _, r := range text {
			s.press(string(r))
		}
	}
	return n
}

// What is done often takes few keys.
func TestKeysAreFew(t *testing.T) {
	for _, x := range keyCounts {
		t.Run(x.what, func(t *testing.T) {
			s := newScreen(t, uitest.Seated(t, x.system), "dark", kit.Unicode, 120, 36)
			s.strokes(x.before)
			n := s.strokes(x.keys)
			if !x.done(s) {
				t.Fatalf("%v does not do it:\n%s", x.keys, s.plain())
			}
			if n > x.most {
				t.Errorf("it takes %d keys, want %d", n, x.most)
			}
		})
	}
}
