package pane_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

var looks = []struct {
	name string
	look *kit.Look
}{
	{"dark", look(kit.Dark, kit.Unicode)}, {"light", look(kit.Light, kit.Unicode)},
	{"mono", look(kit.Mono, kit.Unicode)}, {"ascii", look(kit.Mono, kit.ASCII)},
}

// golden compares lines, as plain text, with a golden file. What the colours of the
// themes are is kept by the golden screens of package ui.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	uitest.Golden(t, name+".golden", uitest.Plain(lines))
}

// shot is a pane in a state worth looking at.
type shot struct {
	name  string
	pane  pane.Pane
	sizes [][2]int // inside the frame
	set   func(f *pane.Frame)
}

func shots(e *evening) []shot {
	seq := e.t.Seq()
	return []shot{
		{"roster", pane.Roster{}, [][2]int{{25, 12}, {25, 5}, {76, 5}}, nil},
		{"sheet", pane.Sheet{On: "Speed", Open: []string{"Speed"}}, [][2]int{{61, 14}, {36, 8}}, nil},
		{"sheet-none", pane.Sheet{}, [][2]int{{30, 3}}, func(f *pane.Frame) { f.Selected = "" }},
		{"log", pane.Log{}, [][2]int{{27, 14}, {48, 30}}, nil},
		{"log-open", pane.Log{On: seq - 5, Open: []uint64{seq - 5}, Marked: []uint64{seq - 5}}, [][2]int{{48, 26}, {27, 12}}, nil},
		{"log-filter", pane.Log{}, [][2]int{{48, 8}}, func(f *pane.Frame) { f.Filter = pane.Filter{Text: "roof"} }},
		{"costs", pane.Costs{}, [][2]int{{25, 6}, {40, 3}}, nil},
		{"costs-cursor", pane.Costs{On: "0"}, [][2]int{{40, 6}}, nil},
		{"timeline", pane.Timeline{}, [][2]int{{89, 6}, {46, 5}}, nil},
	}
}

func draw(s shot, f pane.Frame, w, h int) []string {
	if s.set != nil {
		s.set(&f)
	}
	return f.Look.Framed(kit.Frame{Title: s.pane.Title(f), Number: 1, W: w + 2, H: h + 2, Focused: true}, s.pane.Draw(f.Sized(w, h, true)))
}

func TestPanes(t *testing.T) {
	e := vault(t, segments)
	for _, l := range looks {
		f := frame(e.t, l.look)
		for _, s := range shots(e) {
			var all []string
			for _, size := range s.sizes {
				all = append(all, draw(s, f, size[0], size[1])...)
			}
			switch l.name {
			case "dark":
				golden(t, s.name, all)
			case "ascii":
				symbol := func(r rune) bool { return r >= 0x2010 && r < 0x2c00 } // no letter of a name
				if text := strings.Join(all, "\n"); strings.ContainsFunc(text, symbol) {
					t.Errorf("%s, in ASCII, has other signs:\n%s", s.name, text)
				}
			}
		}
	}
}

// Clocks that count down, and such as have turns only.
func TestOtherClocks(t *testing.T) {
	for name, clock := range map[string]engine.Timekeeping{"down": downward, "turns": turnsOnly} {
		e := vault(t, clock)
		ids := e.t.Characters()
		e.do(model.SetOrder{Order: []string{ids[1].ID, ids[0].ID}, Turn: ids[0].ID})
		e.do(model.Begin{Who: ids[2].ID, System: "toy", Action: "rest"})
		f := frame(e.t, looks[2].look)
		p := pane.Timeline{On: e.t.Pending()[0].ID}
		all := f.Look.Framed(kit.Frame{Title: p.Title(f), Number: 5, W: 80, H: 8, Focused: true}, p.Draw(f.Sized(78, 6, true)))
		all = append(all, f.Look.Framed(kit.Frame{Title: "Roll log", Number: 3, W: 40, H: 12, Focused: false}, pane.Log{}.Draw(f.Sized(38, 10, false)))...)
		golden(t, "clock-"+name, append(all, f.Look.Framed(kit.Frame{Title: "Roster", Number: 1, W: 40, H: 12, Focused: false}, pane.Roster{}.Draw(f.Sized(38, 10, false)))...))
	}
}
