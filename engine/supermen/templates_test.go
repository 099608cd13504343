package supermen

import (
	"slices"
	"testing"

	"example.org/fray/engine"
)

// Every ready sheet can be played as it stands.
func TestTemplatesAreFull(t *testing.T) {
	if len(System.Templates) < 4 {
		t.Errorf("%d ready sheets", len(System.Templates))
	}
	for _, tpl := range System.Templates {
		s := sheet.Read(tpl.Page)
		for _, a := range everyAbility {
			if !s.Written(a.now.ID) || a.now.Of(s) < 1 || a.lost(s) != 0 {
				t.Errorf("%s: %s is %d, %d lost", tpl.ID, a.now.Label, a.now.Of(s), a.lost(s))
			}
		}
		for _, f := range []string{height.ID, mass.ID, build.ID, epMax.ID} {
			if !s.Written(f) {
				t.Errorf("%s has no %s", tpl.ID, f)
			}
		}
		for _, p := range everyPool() {
			if p.Lost(s) != 0 || p.ID != astral.ID && p.Now(s) < 1 {
				t.Errorf("%s: %s %d of %d", tpl.ID, p.Label, p.Now(s), p.Full.Of(s))
			}
		}
		for _, l := range []*engine.Group{skills, knowledges, weapons} {
			if len(l.Rows(s)) == 0 {
				t.Errorf("%s has no %s", tpl.ID, l.List().Label)
			}
		}
		for _, p := range powers.Rows(s) {
			if powerPR.At(p) < 1 || len(effectsOf(s, p)) == 0 {
				t.Errorf("%s: %s has PR %d and %d effects", tpl.ID, p.Name(), powerPR.At(p), len(effectsOf(s, p)))
			}
		}
		for _, sk := range skills.Rows(s) {
			if skillLvl.At(sk) < 1 || skillRoll.At(sk) < 1 || skillPT.At(sk) < 1 {
				t.Errorf("%s: %s is not filled in", tpl.ID, sk.Name())
			}
		}
	}
}

// Every number of a panel that nobody entered says how it came about.
func TestPanelExplainsItself(t *testing.T) {
	for _, tpl := range System.Templates {
		moving := tpl.Page.With("speed_q", engine.ValueOf(17)).With("attack", engine.ValueOf(3)).
			With("defense", engine.ValueOf(2)).With("move_defense", engine.ValueOf(1)).With("move_penalty", engine.ValueOf(1))
		for _, page := range []engine.Page{tpl.Page, moving} {
			for _, b := range panel(engine.View{Sheet: sheet.Read(page), House: house.Read(engine.Page{}), Moment: 20}) {
				st, ok := b.(engine.Stat)
				if ok && st.Field == "" && (len(st.Working) == 0 || st.Chapter == "") {
					t.Errorf("%s: %s %s is not explained", tpl.ID, st.Label, st.Value)
				}
			}
		}
	}
}

// stat finds a number of a panel.
func stat(t *testing.T, v engine.View, label string) engine.Stat {
	t.Helper()
	for _, b := range panel(v) {
		if st, ok := b.(engine.Stat); ok && st.Label == label {
			return st
		}
	}
	t.Fatalf("no %s in the panel", label)
	return engine.Stat{}
}

// 10 dm a segment are 50 m a round, 250 m a minute and 15 km/h; 20 segments
// of it are 20 m.
func TestPanelOfAMover(t *testing.T) {
	v := engine.View{Sheet: sheet.Read(engine.PageOf("speed_q", 17, "moved", engine.Milli(2500))), House: house.Read(engine.Page{}), Moment: 20}
	speed := stat(t, v, "Speed")
	if speed.Value != "10 (Q 17)" || speed.Working[1] != "50 m a round, 250 m a minute, 15 km/h" {
		t.Errorf("speed %q, %q", speed.Value, speed.Working)
	}
	if got := stat(t, v, "Covered"); got.Value != "23" { // 22.5, to two digits, half up
		t.Errorf("covered %q", got.Value)
	}
	v.Sheet = sheet.Read(engine.PageOf("speed_q", 1))
	if got := stat(t, v, "Speed").Working[1]; got != "5 m a round, 25 m a minute, 1.5 km/h" {
		t.Errorf("at speed Q 1: %q", got)
	}
}

// What follows from abilities and build, unless it is entered.
func TestFullPools(t *testing.T) {
	for _, c := range []struct {
		page engine.Page
		want []int // VP, then body, head, neck, arm, leg
	}{
		{engine.PageOf("strength", 10, "agility", 10, "learning", 11, "newoen", 10), []int{27, 11, 7, 6, 8, 9}},
		{engine.PageOf("strength", 10, "agility", 10, "learning", 10, "newoen", 10), []int{26, 11, 7, 6, 8, 9}},
		{engine.PageOf("build", 51, "mass", 82), []int{26, 13, 8, 7, 9, 10}},
		{engine.PageOf("build", 46, "mass", 50), []int{26, 10, 6, 5, 7, 8}},
		{engine.PageOf("build", 50, "mass", 64), []int{26, 11, 7, 6, 8, 9}},
		{engine.PageOf("build", 50, "mass", 63), []int{26, 10, 6, 5, 7, 8}},
		{engine.PageOf("vp_max", 40, "body_max", 20), []int{40, 20, 12, 10, 14, 15}},
		{engine.PageOf("strength", 3, "strength_full", 10), []int{26, 11, 7, 6, 8, 9}},
	} {
		s := sheet.Read(c.page)
		got := []int{vpMax.Of(s), body.max.Of(s), head.max.Of(s), neck.max.Of(s), left.max.Of(s), legR.max.Of(s)}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, want %v", c.page.Paths(), got, c.want)
				break
			}
		}
	}
}

// What falls due is seen before it is paid, each thing with its row.
func TestPanelOfWhatIsDue(t *testing.T) {
	page := engine.PageOf("speed_q", 12, "move_row", 6, "running/r1/name", "Fire Coat", "running/r1/row", 4, "running/r1/owed", 5760,
		"holding_breath", true, "breath_q", 2, "ep_max", 5)
	v := engine.View{Sheet: sheet.Read(page), House: house.Read(engine.Page{}), Moment: 99}
	st := stat(t, v, "Next payment")
	want := []string{"movement, row 6: 2 EP", "Fire Coat, row 4: 1 EP a minute, now", "breath held 2 rounds, row 9: 5 EP",
		"only 5 EP are left: the Editor will be asked"}
	if st.Value != "8" || !slices.Equal(st.Working, want) {
		t.Errorf("%s EP: %q", st.Value, st.Working)
	}
	in := engine.Inputs{System: System, Sheets: map[engine.Seat]engine.Page{engine.Actor: page}, Moment: 100}
	in.Action, _ = System.Action("payment")
	step, _, err := in.Finish(nil)
	if got := step.Outcome.Value("ep_cost").Int(); err != nil || got != 8 {
		t.Errorf("%d EP are paid then (%v)", got, err)
	}
}

// What is printed on a player's paper and what is worked out stand side by side.
func TestPanelOfPrintedNumbers(t *testing.T) {
	page := engine.PageOf("strength", 11, "agility", 22, "height", engine.Milli(1791), "build", 50, "mass", 82,
		"move_roll", 26, "throwback_roll", 20, "combat_pool", 4, "hand_damage_max", 9, "vp_max", 60, "body_max", 20, "head_max", 9)
	v := engine.View{Sheet: sheet.Read(page), House: house.Read(engine.Page{})}
	for _, c := range []struct{ label, value, field, working string }{
		{"Move", "26 (29)", "move_roll", "worked out 29 = agility 22 + half strength 6 + Square(1.791) 1"},
		{"Jump", "34", "jump_roll", "34 = agility 22 + strength 11 + Square(3.582) 1"},
		{"Combat pool", "4 (1)", "combat_pool", "worked out 1 = learning 1"},
		{"Hand Damage", "9 (6)", "hand_damage_max", "printed 9"},
		{"Throwback", "31 (27)", "throwback_roll", "printed 20"},
		{"Full VP", "60 (39)", "vp_max", "printed 60"},
		{"Full body DP", "20 (12)", "body_max", "Head printed 9, worked out 12"},
	} {
		st := stat(t, v, c.label)
		if st.Value != c.value || st.Field != c.field || !slices.Contains(st.Working, c.working) {
			t.Errorf("%s is %s, by the field %q: %q", c.label, st.Value, st.Field, st.Working)
		}
	}
}

// A power in force is seen where it counts.
func TestPanelOfPowersInForce(t *testing.T) {
	page := engine.PageOf("strength", 11, "damage_ignored", 1, "running/r1/name", "Might", "running/r1/effect", "Great strength 2",
		"running/r1/adds", "strength +6, damage_ignored +4, defense +2", "running/r1/ready", 20)
	v := engine.View{Sheet: sheet.Read(page), House: house.Read(engine.Page{}), Moment: 19}
	if st := stat(t, v, "Strength"); st.Value != "11" || st.Changed {
		t.Errorf("before it is in force: %+v", st)
	}
	v.Moment = 20
	for label, want := range map[string]string{"Strength": "17 = 11 + Might 6", "Damage ignored": "5 = always 1 + Might 4", "Defense": "2 = Might 2"} {
		if st := stat(t, v, label); !slices.Contains(st.Working, want) {
			t.Errorf("%s: %q, want %q", label, st.Working, want)
		}
	}
	if !slices.ContainsFunc(marks(v), func(m engine.Mark) bool { return m.Word == "Might: Great strength 2" }) {
		t.Errorf("marks %v", marks(v))
	}
}
