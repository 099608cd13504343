package act

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// seat returns a table of one rulebook with its templates, and a frame with the first
// character of a name.
func seat(tb testing.TB, system, who string) (*uitest.Memory, pane.Frame) {
	tb.Helper()
	g := uitest.Seated(tb, uitest.AllRules()[system])
	return g, at(tb, g, system, who)
}

func at(tb testing.TB, g *uitest.Memory, system, who string) pane.Frame {
	tb.Helper()
	f := pane.Frame{Table: g.Table, Seat: uitest.GM, System: system, Look: &kit.Look{}}
	for _, c := range g.Table.Characters() {
		if c.Name == who {
			f.Selected = c.ID
		}
	}
	if f.Selected == "" {
		tb.Fatalf("nobody is called %s", who)
	}
	return f
}

// The form of a check with two declared actions shows the dice that will be rolled.
func TestDeclaredActionsAreInTheForm(t *testing.T) {
	g, f := seat(t, "d6", "Rook")
	g.Must(t, model.Declare{Who: f.Selected, Actions: 2})
	f.Table = g.Table
	d := scene.Draft{Who: f.Selected, System: "d6", Action: "check", Params: engine.PageOf("skill", "search", "difficulty", "10")}
	o := formOf(t, NewMemory(nil).form(f, d))
	dice := func(r model.Roll) int {
		step, err := g.Table.Step(r)
		if err != nil || step.Open == nil {
			t.Fatal(err)
		}
		return step.Open.Dice.Count
	}
	one := formOf(t, NewMemory(nil).form(at(t, uitest.Seated(t, uitest.AllRules()["d6"]), "d6", "Rook"), d))
	if one.preview.Odds.Success <= o.preview.Odds.Success {
		t.Errorf("two actions succeed with %v, one with %v", o.preview.Odds.Success, one.preview.Odds.Success)
	}
	shown := o.preview.Step.Open.Dice.Count
	g.Throw = nil
	g.Must(t, o.throw(f).(pane.Do).Command)
	if thrown := dice(g.Table.Rolls()[0]); thrown != shown {
		t.Errorf("the form throws %d regular dice, the roll %d", shown, thrown)
	}
}

// A Focus is paid from a purse that contains one.
func TestFocusComesFromAPurseThatHasOne(t *testing.T) {
	for _, purse := range []string{"mana", "omega", "pool", "channeled"} {
		g, f := seat(t, "trip", "Mira")
		for _, p := range []string{"mana", "omega", "pool", "channeled"} {
			n := 0
			if p == purse {
				n = 1
			}
			g.Must(t, model.Write{Who: f.Selected, System: "trip", Set: []model.Change{{Field: p + "_red", To: engine.ValueOf(n)}, {Field: p + "_red_spent", To: engine.ValueOf(0)}}})
		}
		f.Table = g.Table
		o := formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "trip", Action: "trip", Params: engine.PageOf("target", 4, "focus", "red")}))
		if o.preview.WhyNot != "" {
			t.Errorf("one red in the %s purse: %s", purse, o.preview.WhyNot)
		}
		if v, _ := o.preview.Step.Taken.Get("purse"); v.Text() != purse {
			t.Errorf("one red in the %s purse: the form shows %q", purse, v.Text())
		}
	}
}

// Armor does not count against persuasion.
func TestPersuasionWearsNoMail(t *testing.T) {
	g, f := seat(t, "contest", "Maud Ferrant")
	guard := at(t, g, "contest", "A watchman").Selected
	of := func(kind string) string {
		o := formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "contest", Action: "exchange", Against: []string{guard},
			Params: engine.PageOf("kind", kind, "ability", "Willpower", "other.ability", "Willpower", "other.resistance_ability", "Willpower")}))
		if o.preview.WhyNot != "" {
			t.Fatal(o.preview.WhyNot)
		}
		return strings.Join(o.preview.Step.Notes, "\n")
	}
	if notes := of("combat"); !strings.Contains(strings.ToLower(notes), "mail") {
		t.Errorf("in a fight the mail shirt does not count:\n%s", notes)
	}
	if notes := strings.ToLower(of("persuasion")); strings.Contains(notes, "mail") || strings.Contains(notes, "halberd") {
		t.Errorf("a persuasion counts what is worn:\n%s", notes)
	}
}

// A blast that is set up is listed with the attacks and aimed at somebody, also after time
// has moved on; a power that is no attack is not.
func TestBlastIsOfferedAsAnAttack(t *testing.T) {
	g, f := seat(t, "supermen", "Seraph")
	offered := func() (rows []string) {
		f.Table = g.Table
		c, _ := g.Table.Character(f.Selected)
		s, _ := g.Table.Rulebook("supermen")
		m := NewMemory(nil)
		list := m.all(f, m.Listed(f.Table, f.Seat), c, s, nil)
		for _, o := range list {
			v, blast := o.Params.Get("power")
			if o.Action != "combat" || !blast {
				continue
			}
			if o.WhyNot != "" || len(o.Against) == 0 {
				t.Errorf("%s is offered at %v, %s", v.Text(), o.Against, o.WhyNot)
			}
			rows = append(rows, v.Text())
		}
		return rows
	}
	if rows := offered(); rows != nil {
		t.Errorf("before any is set up %v are offered", rows)
	}
	g.Must(t, model.Begin{Who: f.Selected, System: "supermen", Action: "power", Params: engine.PageOf("power", "Electricity")})
	for len(g.Table.Rolls()) > 0 {
		r := g.Table.Rolls()[0]
		step, err := g.Table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Offered()})
	}
	if rows := offered(); !slices.Contains(rows, "Electricity") {
		t.Errorf("the blast is set up, and offered are %v", rows)
	}
	g.Must(t, model.Next{})
	if rows := offered(); len(rows) != 1 || rows[0] != "Electricity" {
		t.Errorf("later offered are %v", rows)
	}
}

// After surprise has failed, no chance is shown beside the segments that can be bought off.
func TestNoChanceWhereNothingIsInQuestion(t *testing.T) {
	g, f := seat(t, "supermen", "Seraph")
	g.Throw = func(d engine.Dice, _ bool) engine.Faces {
		var faces engine.Faces
		for d.Missing(faces) > 0 {
			faces = append(faces, d.High)
		}
		return faces
	}
	g.Must(t, model.Begin{Who: f.Selected, System: "supermen", Action: "surprise"})
	f.Table = g.Table
	for range 5 {
		o := Resume(f, g.Table.Rolls()[0].ID).(pane.Push).Overlay.(*rollPage)
		if o.q.ID == "buy-off" {
			count(o)
			for i, p := range o.odds {
				if p != "" {
					t.Errorf("beside %d stands %q", i, p)
				}
			}
			return
		}
		ans, _ := o.q.Nothing()
		g.Must(t, model.Answer{Roll: o.roll.ID, Question: o.roll.Question, Answer: ans})
		f.Table = g.Table
	}
	t.Error("nothing was asked about the surprise")
}

// More Character Points are never shown with a smaller chance.
func TestMorePointsAreNeverLess(t *testing.T) {
	g, f := seat(t, "d6", "Rook")
	for difficulty := 5; difficulty <= 20; difficulty += 5 {
		last := 0.0
		for cp := range 8 {
			d := scene.Draft{Who: f.Selected, System: "d6", Action: "check", Params: engine.PageOf("code", "3D", "difficulty", "5", "cp", cp)}
			d.Params = d.Params.With("difficulty", engine.ValueOf(itoa(difficulty)))
			o := scene.PreviewOf(g.Table, uitest.GM, d).Counted(nil)
			if o.WhyNot != "" {
				break
			}
			if p := o.Odds.Likely(); p < last {
				t.Errorf("against %d, %d points: %s after %s", difficulty, cp, engine.Percent(p), engine.Percent(last))
			} else {
				last = p
			}
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// A note keeps its first letter.
func TestNoteKeepsItsFirstLetter(t *testing.T) {
	_, f := seat(t, "d6", "Rook")
	over := askNote(f).(pane.Push).Overlay
	for _, key := range []string{"r", "a", "i", "n"} {
		over, _ = over.Update(f, uitest.Key(key))
	}
	_, intent := over.Update(f, uitest.Key("enter"))
	if do, ok := intent.(pane.Do); !ok || do.Command != (model.Note{Text: "rain"}) {
		t.Errorf("the note is %#v", intent)
	}
}

// Real dice can be typed at any form: p starts them, and so does the first digit if the
// field under the cursor takes no number.
func TestFacesAreTypedAtAnyForm(t *testing.T) {
	for _, keys := range [][]string{{"p", "1", "8", "3"}, {"1", "8", "3"}} {
		g, f := seat(t, "supermen", "Seraph")
		foe := g.Table.Characters()[1].ID
		var over pane.Overlay = formOf(t, NewMemory(nil).form(f, scene.Draft{Who: f.Selected, System: "supermen", Action: "combat", Against: []string{foe}}))
		var obey func(w pane.Intent)
		obey = func(w pane.Intent) {
			switch w := w.(type) {
			case pane.All:
				for _, one := range w {
					obey(one)
				}
			case pane.Push:
				over = w.Overlay
			case pane.Do:
				g.Must(t, w.Command)
				f.Table = g.Table
				obey(w.Then(f))
			case pane.Press:
				next, intent := over.Update(f, w.Key)
				over = next
				obey(intent)
			case pane.Then:
				obey(w(f))
			}
		}
		for _, key := range keys {
			var intent pane.Intent
			_, intent = over.Update(f, uitest.Key(key))
			obey(intent)
		}
		rolls := g.Table.Rolls()
		if len(rolls) != 1 {
			t.Fatalf("%v: %d rolls are open", keys, len(rolls))
		}
		var faces engine.Faces
		for _, a := range rolls[0].Tape {
			faces = append(faces, a.Faces...)
		}
		if !slices.Equal(faces, engine.Faces{1, 8, 3}) {
			t.Errorf("%v: the dice are %v", keys, faces)
		}
	}
}

// A form that is closed keeps nothing of what was typed in it.
func TestFormThatIsLeftKeepsNothing(t *testing.T) {
	_, f := seat(t, "d6", "Rook")
	m := NewMemory(nil)
	act, _ := f.Rulebook().Action("check")
	o := formOf(t, m.Start(f, act))
	o.Put(o.Page.With(o.Fields()[2].ID, engine.ValueOf("25")))
	o.refresh(f)
	if _, intent := o.Update(f, uitest.Key("esc")); intent != (pane.Close{}) {
		t.Fatalf("esc gives %#v", intent)
	}
	if again := formOf(t, m.Start(f, act)); len(again.Params.Paths()) > 0 {
		t.Errorf("the next form begins with %v", again.Params.Paths())
	}
}
