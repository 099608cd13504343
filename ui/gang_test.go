package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// faced is whom each of an event's rolls was aimed at.
func faced(s *screen) []string {
	var out []string
	for l := range s.table.Log() {
		for _, f := range l.Event.Facts {
			if x, ok := f.(model.Opened); ok {
				out = append(out, s.table.NamesOf(x.Roll.Against))
			}
		}
		return out
	}
	return nil
}

// Who is marked acts together: all at the same, each at its nearest, or spread
// out; one may be left out, or face somebody of its own.
func TestGangIsAimed(t *testing.T) {
	for _, x := range []struct {
		keys []string
		want string
	}{
		{nil, "Hera Hera Hera Hera Hera Hera"},
		{[]string{"right"}, "Otto Otto Otto Otto Otto Otto"},
		{[]string{"down", "right", "right"}, "Hera Otto Hera Otto Hera Otto"},
		{[]string{"down", "right"}, "Otto Otto Otto Otto Otto Otto"}, // Otto stands next to them
		{[]string{"up", "space"}, "Hera Hera Hera Hera Hera"},
		{[]string{"up", "right"}, "Hera Hera Hera Hera Hera Otto"},
	} {
		s := newBout(t, d6.System).screen
		s.press("down", "down", "*", "a", "enter")
		if who := s.table.Characters()[0].Name; who != "Hera" {
			t.Fatal(who)
		}
		for s.laid()[0] != "" && !strings.Contains(s.laid()[0], "Hera") { // from a place that all begin at
			s.press("right")
		}
		s.press(x.keys...)
		s.press("enter")
		if got := strings.Join(faced(s), " "); got != x.want {
			t.Errorf("%v: they face %s, want %s", x.keys, got, x.want)
		}
		if len(s.at.Marked) > 0 {
			t.Error("they are marked still")
		}
		s.press("u")
		if n := len(s.table.Rolls()) + len(s.table.FollowUps()); n > 0 || attacks(s) > 0 {
			t.Errorf("%v: one undo leaves %d attacks and %d things open", x.keys, attacks(s), n)
		}
	}
}

// Damage is filled in once for all who are marked: it comes off each by their own sheet,
// and one undo gives it back to all.
func TestMarkedAreHurt(t *testing.T) {
	for _, sys := range []*engine.System{supermen.System, easiness.System} {
		for _, x := range []struct {
			marks string
			want  int
		}{{"*", 6}, {"space space", 2}} {
			s := newBout(t, sys).screen
			left := func() (out []int) {
				for _, c := range s.table.Characters() {
					out = append(out, sys.Pools[0].Now(sys.Sheet.Read(c.Pages[sys.ID])))
				}
				return out
			}
			before := left()
			s.press("down", "down")
			s.press(strings.Fields(x.marks)...)
			s.press("x", "5", "enter")
			hurt := 0
			for i, n := range left() {
				if n == before[i]-5 {
					hurt++
				} else if n != before[i] {
					t.Errorf("%s, %s: %s has %d left of %d", sys.ID, x.marks, s.table.Characters()[i].Name, n, before[i])
				}
			}
			if hurt != x.want {
				t.Errorf("%s, %s: %d are hurt, want %d\n%s", sys.ID, x.marks, hurt, x.want, s.plain())
			}
			s.press("esc", "u")
			if !slices.Equal(left(), before) {
				t.Errorf("%s, %s: one undo leaves %v, want %v", sys.ID, x.marks, left(), before)
			}
		}
	}
}

// Of several alike who cannot act any more is told apart from who is busy.
func TestGangTellsTheFallen(t *testing.T) {
	s := newBout(t, supermen.System).screen
	fallen := s.table.Characters()[3].ID
	s.game.Must(t, model.Write{Who: fallen, System: "supermen", Set: []model.Change{{Field: "body_bludgeoning", To: engine.ValueOf(40)}}})
	s.see(s.game.Now())
	s.shows("5 free, 1 down")
}

// Space marks one after the other, esc none; A offers the copies of the selected
// one, and never a hero.
func TestMarksAndCopies(t *testing.T) {
	s := newBout(t, d6.System).screen
	s.press("down", "down", "space", "space")
	s.shows("2 marked of 8")
	s.press("a")
	s.shows("Thug 1 and 2: what now?")
	s.press("esc", "esc")
	if len(s.at.Marked) > 0 {
		t.Error("esc leaves marks")
	}
	s.press("A")
	s.shows("Thug 1-6: what now?")
	if strings.Contains(s.laid()[0], "Hera") {
		t.Error("a hero is among them")
	}
}

// Every rulebook's gang attack is one act with a line a member in the log, at
// every size, and no number of a copy is cut off.
func TestGangInTheLog(t *testing.T) {
	for _, size := range sizes {
		b := newBout(t, easiness.System)
		s := newScreen(t, b.game, "dark", kit.Unicode, size.w, size.h)
		s.press("down", "down", "*", "a", "enter", "enter")
		s.exact()
		s.press("esc", "3", "z")
		for n := range 6 {
			s.shows("Thug " + string(rune('1'+n)))
		}
		for _, zoom := range []string{"z", "1"} {
			s.press(zoom)
			if strings.Contains(s.plain(), "Thu…") || strings.Contains(s.plain(), "Thug…") {
				t.Errorf("%d by %d: the number of a copy is cut off:\n%s", size.w, size.h, s.plain())
			}
		}
	}
}

// Several alike in a contest are one gang, too, and what their rolls bring is
// told of each.
func TestGangInAContest(t *testing.T) {
	s := newBout(t, contest.System).screen
	s.press("down", "down", "*")
	s.press(strings.Split("a exchange", "")[0])
	s.press(strings.Split("exchange", "")...)
	s.press("enter", "enter")
	if got := faced(s); len(got) < 2 || slices.Contains(got, "") {
		t.Errorf("they face %q:\n%s", got, s.plain())
	}
}

// Those who are nobody special can fight as they come: brawl, and dodge.
func TestExtrasCanFight(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	before := len(g.Table.Characters())
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.typed(":", "2 thugs", "enter")
	thug := g.Table.Characters()[before]
	for _, action := range []string{"attack", "defend"} {
		if _, err := decide.InputsToBegin(g.Table, uitest.GM, model.Begin{Who: thug.ID, System: "d6", Action: action}); err != nil {
			t.Errorf("%s: %v", action, err)
		}
	}
	if !slices.Contains(decide.Free(g.Table), thug.ID) {
		t.Error("a thug is not free to act")
	}
}

// A template of another rulebook that is called like a word for nobody special
// leaves that word its meaning at the table: thugs have a sheet of the table's own
// rulebook. By a name that means nothing there the other rulebook's are brought.
func TestThugsAreOfTheTablesRulebook(t *testing.T) {
	alley := *easiness.System
	alley.ID, alley.Name = "alley", "Back Alley"
	alley.Templates = []engine.Template{{ID: "thug", Name: "Thug", Note: "Stands in alleys.", Side: "cats", Page: easiness.System.Templates[0].Page}}
	g := uitest.Seated(t, d6.System)
	rules := uitest.AllRules()
	rules[alley.ID] = &alley
	g.Table = uitest.Refolded(g.Table, rules)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	brought := func(line, system string, side engine.Side) {
		t.Helper()
		before := len(g.Table.Characters())
		s.typed(":", line, "enter")
		now := g.Table.Characters()[before:]
		if len(now) != 2 {
			t.Fatalf("%q brings %d", line, len(now))
		}
		for _, c := range now {
			if got := c.Systems(); len(got) != 1 || got[0] != system {
				t.Errorf("%q brings %s with sheets of %v, want %s", line, c.Name, got, system)
			}
			if c.Side != side {
				t.Errorf("%q brings %s on the side %q, want %q", line, c.Name, c.Side, side)
			}
		}
	}
	brought("2 thugs", "d6", engine.Foes)
	brought("2 guards", "d6", engine.Foes)
	alley.Templates[0].Name = "Alley cat"
	brought("2 alley cats", "alley", "cats")
	s.press("D") // a copy of the last
	all := g.Table.Characters()
	if c := all[len(all)-1]; c.Name != "Alley cat 3" || c.Side != "cats" {
		t.Errorf("the copy is %s, on the side %q", c.Name, c.Side)
	}
}

// A newcomer has the side of the template, is a hero when a player plays it or it
// is made from an empty sheet, and has the side of whom it is a copy of.
func TestNewcomersHaveASide(t *testing.T) {
	alley := *easiness.System
	alley.ID, alley.Name = "alley", "Back Alley"
	alley.Templates = []engine.Template{{ID: "thug", Name: "Thug", Note: "Stands in alleys.", Side: engine.Foes, Page: easiness.System.Templates[0].Page}}
	g := uitest.New()
	g.Table = model.New(model.Rulebooks{alley.ID: &alley})
	g.Must(t, model.Make{Name: "An alley", System: alley.ID})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.typed("c", "enter")
	s.typed("c", "down", "'Ada", "enter")
	s.typed("c", "up", "right", "down", "'Wren", "enter", "f2")
	s.typed("c", "up", "right", "right", "down", "'Doe", "enter")
	var got []string
	for _, c := range g.Table.Characters() {
		got = append(got, c.Name+" "+string(c.Side))
	}
	if want := "Thug foes, Thug 2 heroes, Wren heroes, Doe foes"; strings.Join(got, ", ") != want {
		t.Errorf("the newcomers are %s, want %s\n%s", strings.Join(got, ", "), want, s.plain())
	}
}

// Each strikes with what it has, where that is not what the first of them has, and
// again with that.
func TestGangIsArmed(t *testing.T) {
	g := uitest.Vault(t)
	s := gamemaster(t, g, 120, 36)
	s.press("space", "space", "a", "enter")
	s.shows("With       Baton")
	s.shows("Sphinx  Khopesh at ")
	s.press("down", "down", "down", "down", "right", "enter")
	with := func() string {
		var out []string
		for l := range g.Table.Log() {
			for _, f := range l.Event.Facts {
				if x, ok := f.(model.Opened); ok {
					v, _ := x.Roll.Params.Get("weapon")
					out = append(out, g.Table.NameOf(x.Roll.Who)+" "+v.Text())
				}
			}
		}
		return strings.Join(out, ", ")
	}
	if got := with(); got != "Seraph Baton, Sphinx Khopesh" {
		t.Errorf("they strike with %s", got)
	}
	s.press("u", "up", "r")
	s.shows("Sphinx  Khopesh at ")
}

// A condition that an action of the rulebook brings about befalls all who are marked, and
// one undo takes it back.
func TestAConditionBefallsTheMarked(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("space", "space", "f")
	s.typed("'prone", "enter")
	prone := func() (n int) {
		for _, c := range g.Table.Characters() {
			if d6.System.Sheet.Read(c.Pages["d6"]).Value("prone").Bool() {
				n++
			}
		}
		return n
	}
	if n := prone(); n != 2 {
		t.Fatalf("%d of 2 who are marked are prone:\n%s", n, s.plain())
	}
	s.typed("u")
	if n := prone(); n != 0 {
		t.Errorf("one undo leaves %d prone", n)
	}
}

// Blows that have not landed hit nobody yet: card, log and stage say in the same words how they
// stand now, and change with it; once they have landed only what came of them is told.
func TestBlowsUnderWayAreToldAlike(t *testing.T) {
	g := demo(t, "supermen")
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{5, 4} }
	s := newScreen(t, g, "dark", kit.Unicode, 180, 50)
	s.press("end", "*", "a", "enter", "enter")
	group := func() string {
		for l := range g.Table.Log() {
			if words := view.GroupWords(g.Table, l.Event.Facts); words != "" {
				return words
			}
		}
		return ""
	}
	const stand = "as things stand now "
	s.shows(stand + "5 of 5 hit: 50 VP in all")
	if words := group(); !strings.Contains(words, stand+"5 of 5 hit") {
		t.Errorf("the log says %q", words)
	}
	for _, key := range []string{"u", "U"} { // what undo takes back, redo brings again: all of the volley
		s.press(key)
		s.shows(map[string]string{"u": "undo: 5 blows of Thug 1-5", "U": "redo: 5 blows of Thug 1-5"}[key])
	}
	target := ""
	for _, p := range g.Table.Pending() {
		if g.Table.NameOf(p.Who) == "Thug 1" {
			target = p.Against[0]
		}
	}
	g.Must(t, model.Write{Who: target, System: "supermen", Set: []model.Change{{Field: "move_defense", To: engine.ValueOf(90)}}})
	s.see(g.Now())
	s.press("1", "end")
	s.shows(stand + "a miss")
	if words := group(); !strings.Contains(words, stand+"0 of 5 hit") {
		t.Errorf("the log says %q", words)
	}
	for n := 0; n < 4 && len(g.Table.Pending()) > 0; n++ {
		g.Must(t, model.Next{})
	}
	if words := group(); words == "" || strings.Contains(words, stand) || strings.Contains(words, " hit") {
		t.Errorf("when they have landed the log says %q", words)
	}
}

// A gang's result is a table with the harm of each and its sum; what is on its way is one
// lane and one moment, until the cursor is among the lanes; and alike who have no meters
// are told by their conditions.
func TestGangIsTold(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 20}} {
		g := demo(t, "supermen")
		g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{5, 4} }
		s := newScreen(t, g, "dark", kit.Unicode, size[0], size[1])
		s.press("end", "*", "a", "enter", "enter")
		s.shows("10 VP", "as things stand now 5 of 5 hit: 50 VP in all", "VP 42 → 0")
		if size[0] > 60 {
			s.shows("62 Thug ×5 strikes Sphinx")
		}
		s.press("esc", "5")
		if n := strings.Count(s.plain(), "▶ strikes Sphinx"); n != 1 {
			t.Errorf("at %v a gang has %d lanes:\n%s", size, n, s.plain())
		}
		s.press("down", "down")
		s.shows("Thug 1", "Thug 2")
	}
	newScreen(t, demo(t, "d6"), "dark", kit.Unicode, 120, 36).shows("Wound 5 unhurt")
}
