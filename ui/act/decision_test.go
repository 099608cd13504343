package act

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// The form of every attack shows what is needed to decide, at common sizes: what the target
// has against it, the chance to hit, and what a hit does in the units of the rulebook.
func TestDecisionOfABlowIsInItsForm(t *testing.T) {
	for _, x := range []struct {
		system, who, action, foe string
		params                   engine.Page
		want                     []string
	}{
		{"supermen", "Sphinx", "combat", "Seraph", engine.PageOf("weapon", "Khopesh"),
			[]string{"Seraph", "Defense 0", "hit ", "penetrating, 18 segments", "a hit does ", ", up to ", "EP  of 66", "lands at 18", "Quality", "hit below"}},
		{"d6", "Rook", "attack", "Dunstan Bricker", engine.PageOf("weapon", "Throwing knife"),
			[]string{"Dunstan Bricker", "10 to hit", "hit  74 %", "damage +1D", "a hit, then", "no harm", "stunned", "wounded", "incapacitated", "mortally wounded"}},
		{"trip", "Mira", "trip", "Orrin Vance", engine.PageOf("ability", "Spear attack", "difficulty", 15),
			[]string{"*4", "success ", "result, with its Heroic roll", "success below", "ability failure 16 %", "a success, then trip roll "}},
		{"contest", "Corvin Dale", "exchange", "A watchman", engine.PageOf("kind", "combat"),
			[]string{"resists 21: 2 blows of 11", "resists 23: 4 blows of 6", "Sword", "wins "}},
		{"easiness", "Ilse Marrow", "oppose", "Bastian Okell", engine.PageOf("other.dice", 4, "other.easiness", 3),
			[]string{"4 dice, Easiness 3", "8 dice, Easiness 5", "success ", "critical failure"}},
	} {
		g, f := seat(t, x.system, x.who)
		foe := at(t, g, x.system, x.foe).Selected
		theme, _ := kit.FindTheme("mono")
		f.Look = kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode)
		o := formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: x.system, Action: x.action, Params: x.params, Against: []string{foe}}))
		if o.preview.WhyNot != "" {
			t.Fatalf("%s: %s", x.system, o.preview.WhyNot)
		}
		f = f.Sized(94, 24, true)
		if x.system == "contest" {
			f = f.Sized(84, 24, true) // at this width the remark beside a name takes a line too
		}
		drawn := ansi.Strip(strings.Join(o.Draw(f), "\n"))
		for _, want := range x.want {
			if !strings.Contains(drawn, want) {
				t.Errorf("%s: the form does not say %q:\n%s", x.system, want, drawn)
			}
		}
		for _, size := range [][2]int{{58, 17}, {78, 14}, {84, 20}, {94, 40}, {20, 4}} {
			for _, large := range []bool{false, true} {
				o.chart = large
				f := f.Sized(size[0], size[1], true)
				lines := o.Draw(f)
				if len(lines) > f.H {
					t.Errorf("%s at %v: %d lines", x.system, size, len(lines))
				}
				for _, l := range lines {
					if n := kit.Width(ansi.Strip(l)); n != f.W {
						t.Errorf("%s at %v: a line of %d cells: %q", x.system, size, n, ansi.Strip(l))
					}
				}
			}
			o.chart = false
		}
	}
}

// The form of an amended attack shows as much as the original form, including what a hit
// leads to.
func TestDecisionOfABlowAmended(t *testing.T) {
	g, f := seat(t, "d6", "Rook")
	foe := at(t, g, "d6", "Dunstan Bricker").Selected
	theme, _ := kit.FindTheme("mono")
	f.Look = kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode)
	g.Must(t, model.Begin{Who: f.Selected, Against: []string{foe}, System: "d6", Action: "attack", Params: engine.PageOf("weapon", "Throwing knife")})
	begun := g.Table.Seq()
	g.Must(t, model.Drop{Roll: g.Table.Rolls()[0].ID})
	f.Table = g.Table
	push, ok := Amend(f, begun).(pane.Push)
	if !ok {
		t.Fatalf("it opens %#v", Amend(f, begun))
	}
	count(push.Overlay)
	drawn := ansi.Strip(strings.Join(push.Overlay.Draw(f.Sized(94, 24, true)), "\n"))
	if !strings.Contains(drawn, "a hit, then") || !strings.Contains(drawn, "stunned") {
		t.Errorf("what a hit leads to is not said:\n%s", drawn)
	}
}

// Without a target number the form charts totals, says so, and never shows "never".
func TestNoNumberToReach(t *testing.T) {
	for _, x := range []struct{ system, who, action string }{{"d6", "Rook", "check"}, {"contest", "Corvin Dale", "simple"}, {"trip", "Mira", "flat"}} {
		g, f := seat(t, x.system, x.who)
		theme, _ := kit.FindTheme("mono")
		f.Look = kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode)
		d := scene.Draft{Who: f.Selected, System: x.system, Action: x.action}
		if x.system == "d6" {
			d.Params = engine.PageOf("skill", "search")
		}
		o, _ := newForm(g.Table, d)
		f.Table = g.Table
		o.begin(f)
		count(o)
		drawn := ansi.Strip(strings.Join(o.Draw(f.Sized(84, 20, true)), "\n"))
		if strings.Contains(drawn, "never") || !strings.Contains(drawn, "no target number") || !strings.Contains(drawn, " on average") {
			t.Errorf("%s %s:\n%s", x.system, x.action, drawn)
		}
	}
}
