package act

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// A chance of which only a bound is known is told as that bound in the form, the lists, the prompt,
// on pages and beside answers, and one of which nothing is known by the reason.
func TestBoundIsTold(t *testing.T) {
	const words = "70 to 71 %"
	bounded := &engine.TooLong{Words: "there are too many", Least: .7, Most: .7099}
	p := scene.Preview{NoOdds: fmt.Errorf("wrapped: %w", bounded)}
	f := pane.Frame{Look: uitest.Look(kit.Mono)}
	told := map[string]string{"form": strings.Join(drawnPreview{p}.chance(f, 80), " "), "list": p.Brief().String(), "columns": columns(p.Brief()).Words,
		"prompt": p.ChanceWords(), "beside an answer": scene.Bound(p.NoOdds, engine.Actor)}
	for where, got := range told {
		if !strings.Contains(got, words) {
			t.Errorf("%s: %q", where, got)
		}
	}
	if got := scene.Bound(p.NoOdds, engine.Other); got != "29 to 30 %" {
		t.Errorf("who defends reads %q", got)
	}
	p.NoOdds = &engine.TooLong{Words: "there are too many"}
	if got := p.ChanceWords(); got != "No odds: there are too many" {
		t.Errorf("without a bound: %q", got)
	}
	if got := p.Brief().String() + scene.Bound(p.NoOdds, engine.Actor) + scene.Bound(errors.New("another"), engine.Actor); got != "" {
		t.Errorf("without a bound a list says %q", got)
	}
}

// In detail, a form shows how the damage of an attack is distributed, as the command line does.
func TestDetailShowsTheDamage(t *testing.T) {
	g := uitest.Seated(t, uitest.Book(t, "d20"))
	f := at(t, g, "d20", "Brenna")
	foe := at(t, g, "d20", "Goblin").Selected
	f.Look = uitest.Look(kit.Mono)
	o := formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "d20", Action: "attack", Against: []string{foe}}))
	o.chart = true
	drawn := ansi.Strip(strings.Join(o.Draw(f.Sized(94, 36, true)), "\n"))
	for _, want := range []string{"damage: 5.67 on average, give or take 5.61", "51 %"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%q is missing:\n%s", want, drawn)
		}
	}
	if small := o.Draw(f.Sized(60, 12, true)); len(small) > 12 {
		t.Errorf("%d lines", len(small))
	}
}

// In detail, a form shows the same as the command line: for each value of a number, side by side with
// what it held before, and what comes of it in the end.
func TestDetailAnswersADesigner(t *testing.T) {
	g := uitest.Seated(t, uitest.Book(t, "d20"))
	f := at(t, g, "d20", "Brenna")
	foe := at(t, g, "d20", "Goblin").Selected
	f.Look = uitest.Look(kit.Mono)
	f = f.Sized(94, 40, true)
	o := formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "d20", Action: "attack", Against: []string{foe}}))
	press := pressing(o, f)
	has := func(drawn string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(drawn, w) {
				t.Errorf("%q is missing:\n%s", w, drawn)
			}
		}
	}
	press()
	o.Stand(engine.Every.Situation.ID)
	has(press("f2"), "damage: 5.67 on average", "at least")
	end := press("f7")
	c, err := engine.Count(o.preview.In, nil, nil, true)
	if err != nil || len(c.InTheEnd) == 0 {
		t.Fatal(err)
	}
	has(end, "Goblin: Hit points lost")
	for _, l := range f.Look.InTheEnd(c.InTheEnd, o.sys.FieldLabel, func(s engine.Seat) string { return o.nameAt(f, s) }, 92, 16) {
		has(end, strings.TrimSpace(ansi.Strip(l)))
	}
	sweep := press("f5")
	for _, n := range []int{-10, 0, 5, 10} {
		one, err := countAt(o.preview.In, engine.Every.Situation.ID, n)
		if err != nil {
			t.Fatal(err)
		}
		has(sweep, fmt.Sprintf("%4d  %8s", n, kit.Exactly(one.Success)))
	}
	was := kit.Exactly(o.shown.Odds.Success)
	press("f6")
	both := press("right", "right", "right")
	has(both, "A  as it is: "+was+" success", "B  ", kit.Exactly(o.shown.Odds.Success)+" success", "at least")
	if was == kit.Exactly(o.shown.Odds.Success) {
		t.Error("the changed form has the same odds")
	}
	if press("esc"); o.chart {
		t.Error("esc does not lead back to the form")
	}
}

// fetched are the computations that an intent begins.
func fetched(i pane.Intent) (out []pane.Fetch) {
	switch i := i.(type) {
	case pane.Fetch:
		return []pane.Fetch{i}
	case pane.All:
		for _, x := range i {
			out = append(out, fetched(x)...)
		}
	}
	return out
}

// What comes of an attack in the end is not told to a seat that doesn't know the target's sheet: not
// as numbers, and not by what the engine gives. Whoever knows the sheet reads both.
func TestDetailKeepsAnUnknownSheet(t *testing.T) {
	g := uitest.Seated(t, uitest.Book(t, "d20"))
	f := at(t, g, "d20", "Brenna")
	goblin, _ := g.Table.Character(at(t, g, "d20", "Goblin").Selected)
	seat := model.Seat{Role: model.Player, Name: "Mira"}
	hero, _ := g.Table.Character(f.Selected)
	mine := *hero
	mine.Owner, mine.Pages = seat.Key(), nil
	g.Must(t, model.Edit{Who: mine.ID, Character: mine})
	for shown, open := range map[string]bool{model.ShownNameOnly: false, model.ShownOpen: true} {
		foe := *goblin
		foe.Shown, foe.Pages = shown, nil
		g.Must(t, model.Edit{Who: foe.ID, Character: foe})
		f.Table, f.Seat, f.Look = view.SeenBy(g.Table, seat), seat, uitest.Look(kit.Mono)
		f = f.Sized(94, 40, true)
		o := formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "d20", Action: "attack", Against: []string{foe.ID}}))
		drawn := pressing(o, f)("f2", "f7")
		if !strings.Contains(drawn, "in the end") || strings.Contains(drawn, "Hit points lost") != open {
			t.Errorf("shown %q, it reads\n%s", shown, drawn)
		}
		end, _, err := engine.Follow(o.preview.In, nil, nil)
		if (err == nil) != open || (len(end) > 0) != open {
			t.Errorf("shown %q, the engine gives %v, %v", shown, end, err)
		}
	}
}

// pressing returns a function that presses keys in a form, counts all that is to be counted after
// each, and gives what is drawn then.
func pressing(o *actionForm, f pane.Frame) func(keys ...string) string {
	counted := func(intent pane.Intent) {
		for list := fetched(intent); len(list) > 0; list = fetched(pane.And(o.count(), o.countDetail())) {
			for _, one := range list {
				one.Then(f, one.Run())
			}
		}
	}
	return func(keys ...string) string {
		counted(o.count())
		for _, k := range keys {
			_, intent := o.Update(f, uitest.Key(k))
			counted(intent)
		}
		return ansi.Strip(strings.Join(o.Draw(f), "\n"))
	}
}
