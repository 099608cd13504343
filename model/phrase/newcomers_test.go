package phrase_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/script"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
)

// More of those who are told apart by numbers have the next numbers.
func TestMoreOfAGroup(t *testing.T) {
	s := supermen.System
	table := model.New(model.Rulebooks{s.ID: s})
	for i, f := range []model.Fact{model.Made{Name: "Vault", System: s.ID},
		model.Joined{Character: model.Character{ID: "c1", Name: "Thug 1", Side: engine.Foes, Minion: true, Pages: map[string]engine.Page{s.ID: {}}}},
		model.Joined{Character: model.Character{ID: "c2", Name: "Thug 2", Side: engine.Foes, Pages: map[string]engine.Page{s.ID: {}}}}} {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: model.Seat{Role: model.GM}, Facts: []model.Fact{f}})
	}
	c := &phrase.Context{Table: table, Seat: model.Seat{Role: model.GM}, System: s.ID}
	join, ok := c.Read("2 thugs")[0].Command.(model.Join)
	if !ok || join.Character.Name != "Thug 3" || len(join.More) != 1 || join.More[0].Name != "Thug 4" || !join.Character.Minion {
		t.Errorf("two more thugs are %+v", join)
	}
}

// Copies of a wounded character are unhurt, and one line is enough to describe a new one.
func TestNewcomersAreUnhurt(t *testing.T) {
	s := supermen.System
	hurt := s.Templates[len(s.Templates)-1].Page.With("vp_lost", engine.ValueOf(9))
	table := model.New(model.Rulebooks{s.ID: s})
	for i, f := range []model.Fact{model.Made{Name: "Vault", System: s.ID}, model.Joined{Character: model.Character{ID: "c1", Name: "Ogre", Side: engine.Foes, Owner: "Bo", Pages: map[string]engine.Page{s.ID: hurt}}}} {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: model.Seat{Role: model.GM}, Facts: []model.Fact{f}})
	}
	c := &phrase.Context{Table: table, Seat: model.Seat{Role: model.GM}, System: s.ID}
	vp := func(who model.Character) (now, full int) {
		sheet := s.Sheet.Read(who.Pages[s.ID])
		pool, _ := s.Pool("vp_lost")
		return pool.Now(sheet), pool.Full.Of(sheet)
	}
	for line, want := range map[string]struct {
		names []string
		full  int
	}{
		"2 more ogres":                {[]string{"Ogre 1", "Ogre 2"}, 0},
		"add goblin 10 vp":            {[]string{"Goblin"}, 10},
		"add goblin 10 vp in round 3": {[]string{"Goblin"}, 10},
		"add 3 goblins 7 vp":          {[]string{"Goblin 1", "Goblin 2", "Goblin 3"}, 7},
		"fOotpAd":                     {[]string{"Footpad"}, 0},
	} {
		all := c.Read(line)
		if len(all) == 0 {
			t.Errorf("%q means nothing", line)
			continue
		}
		join, ok := all[0].Command.(model.Join)
		if !ok || all[0].WhyNot != "" || len(join.More)+1 != len(want.names) {
			t.Errorf("%q: %+v", line, all[0])
			continue
		}
		for i, who := range append([]model.Character{join.Character}, join.More...) {
			now, full := vp(who)
			if who.Name != want.names[i] || who.Side != engine.Foes || who.Owner != "" || now != full || want.full > 0 && full != want.full {
				t.Errorf("%q brings %s of the %s, %d of %d VP", line, who.Name, who.Side, now, full)
			}
		}
	}
	for line, want := range map[string]model.Join{
		"6 ogres in round 3":        {Round: 3},
		"2 minion ogres":            {Character: model.Character{Minion: true}},
		"4 minions":                 {Character: model.Character{Minion: true}},
		"add minion ogre round 2":   {Round: 2, Character: model.Character{Minion: true}},
		"another ogre":              {},
		"add goblin 10 vp round 12": {Round: 12},
	} {
		all := c.Read(line)
		if len(all) == 0 {
			t.Errorf("%q means nothing", line)
		} else if join, ok := all[0].Command.(model.Join); !ok || join.Round != want.Round || join.Character.Minion != want.Character.Minion {
			t.Errorf("%q: %+v", line, all[0])
		}
	}
	for _, line := range []string{"footpa", "footpads", "footpad 3", "add goblin 10", "add goblin 10 sheep", "add goblin -3 vp", "add 10 vp", "add goblin 10 vp 3"} {
		for _, m := range c.Read(line) {
			if join, ok := m.Command.(model.Join); ok && m.WhyNot == "" {
				t.Errorf("%q brings %s", line, join.Character.Name)
			}
		}
	}
}

// Whoever is brought in one line by the name of a template or of somebody at the table is
// like them, and on their side.
func TestOneLineOfSomebodyKnown(t *testing.T) {
	s := supermen.System
	hero := s.Templates[0]
	table := model.New(model.Rulebooks{s.ID: s})
	for i, f := range []model.Fact{model.Made{Name: "Vault", System: s.ID}, model.Joined{Character: model.Character{ID: "c1", Name: "Vela", Side: engine.Heroes, Pages: map[string]engine.Page{s.ID: hero.Page.With("learning", engine.ValueOf(17))}}}} {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: model.Seat{Role: model.GM}, Facts: []model.Fact{f}})
	}
	c := &phrase.Context{Table: table, Seat: model.Seat{Role: model.GM}, System: s.ID}
	for line, want := range map[string]struct {
		name     string
		side     engine.Side
		learning int // 0: whatever it is
	}{
		"add vela 40 vp":                    {"Vela 2", engine.Heroes, 17},
		"add " + hero.Name + " 12 vp":       {hero.Name, hero.Side, 0},
		"add goblin 40 vp":                  {"Goblin", engine.Foes, 0},
		"add footpad 40 vp":                 {"Footpad", engine.Foes, 0},
		"add another vela 40 vp in round 2": {"Vela 2", engine.Heroes, 17},
	} {
		all := c.Read(line)
		if len(all) == 0 {
			t.Errorf("%q means nothing", line)
			continue
		}
		join, _ := all[0].Command.(model.Join)
		who := join.Character
		sheet := s.Sheet.Read(who.Pages[s.ID])
		if who.Name != want.name || who.Side != want.side || want.learning > 0 && sheet.Value("learning").Int() != want.learning || all[0].WhyNot != "" {
			t.Errorf("%q brings %q of the %s, learning %v (%s)", line, who.Name, who.Side, sheet.Value("learning"), all[0].WhyNot)
		}
	}
}

// What the gamemaster keeps on the shelf comes by its name: an encounter whole, unhurt, on
// its own side and under names that nobody has; and a player brings none of it.
func TestShelfByName(t *testing.T) {
	s := supermen.System
	table := model.New(model.Rulebooks{s.ID: s})
	gm := model.Seat{Role: model.GM}
	hurt := s.Templates[len(s.Templates)-1].Page.With("vp_lost", engine.ValueOf(9))
	who := func(name string, side engine.Side) model.Character {
		return model.Character{Name: name, Side: side, Pages: map[string]engine.Page{s.ID: hurt}}
	}
	for i, f := range []model.Fact{model.Made{Name: "Vault", System: s.ID}, model.Joined{Character: model.Character{ID: "c1", Name: "Wolf", Pages: map[string]engine.Page{s.ID: {}}}}} {
		table = table.Apply(model.Event{Seq: uint64(i + 1), By: gm, Facts: []model.Fact{f}})
	}
	shelf := []phrase.Prepared{
		{Name: "3 in the Night", Characters: []model.Character{who("Wolf", engine.Foes), who("Guide", "wardens"), who("Guest", engine.Heroes)}},
		{Name: "Grey Man", Characters: []model.Character{who("Grey Man", "wardens")}},
	}
	for line, want := range map[string]struct {
		names, encounter string
		sides            string
		round            int
	}{
		"add 3 in the night":            {"Wolf 2 Guide Guest", "3 in the Night", "foes wardens heroes", 0},
		"add 3 in the night in round 4": {"Wolf 2 Guide Guest", "3 in the Night", "foes wardens heroes", 4},
		"add grey man":                  {"Grey Man", "", "wardens", 0},
		"add 2 grey men":                {"Grey Man Grey Man 2", "", "wardens wardens", 0},
	} {
		c := &phrase.Context{Table: table, Seat: gm, System: s.ID, Shelf: shelf}
		all := c.Read(line)
		if len(all) == 0 || all[0].WhyNot != "" {
			t.Errorf("%q: %+v", line, all)
			continue
		}
		join, _ := all[0].Command.(model.Join)
		var names, sides []string
		for _, x := range append([]model.Character{join.Character}, join.More...) {
			names, sides = append(names, x.Name), append(sides, string(x.Side))
			if lost := s.Pools[0].Losses[0].Of(s.Sheet.Read(x.Pages[s.ID])); lost > 0 && x.Side != engine.Heroes {
				t.Errorf("%q: %s comes with %d lost", line, x.Name, lost)
			}
		}
		if got := strings.Join(names, " "); got != want.names || strings.Join(sides, " ") != want.sides || join.Encounter != want.encounter || join.Round != want.round {
			t.Errorf("%q brings %s of %v as %q in round %d", line, got, sides, join.Encounter, join.Round)
		}
		c.Seat = model.Seat{Role: model.Player, Name: "Mira"}
		for _, m := range c.Read(line) {
			if m.WhyNot == "" || strings.Contains(m.Does, "shelf") {
				t.Errorf("%q: a player brings them, or hears of them: %+v", line, m)
			}
		}
	}
}

// A template with a name of its own comes by its id as well: "add fighter" for Brenna.
func TestATemplateComesByItsID(t *testing.T) {
	s := *supermen.System
	s.Templates = append([]engine.Template{{ID: "night-watch", Name: "Ada", Side: engine.Heroes, Page: s.Templates[0].Page}}, s.Templates...)
	table := model.New(model.Rulebooks{s.ID: &s}).Apply(model.Event{Seq: 1, Facts: []model.Fact{model.Made{Name: "Vault", System: s.ID}}})
	c := &phrase.Context{Table: table, Seat: model.Seat{Role: model.GM}, System: s.ID}
	for line, want := range map[string]int{"add night watch": 1, "2 night-watch": 2} {
		join, ok := c.Read(line)[0].Command.(model.Join)
		if !ok || !strings.HasPrefix(join.Character.Name, "Ada") || len(join.More) != want-1 {
			t.Errorf("%s: %+v", line, join)
		}
	}
}

// A condition that an action brings about befalls all who are named, as one act, and is
// found by another word for it.
func TestConditionsOfSeveral(t *testing.T) {
	s := d6.System
	table := model.New(model.Rulebooks{s.ID: s})
	gm := model.Seat{Role: model.GM}
	facts := []model.Fact{model.Made{Name: "Vault", System: s.ID}}
	for _, name := range []string{"Thug 1", "Thug 2", "Rook"} {
		facts = append(facts, model.Joined{Character: model.Character{ID: name, Name: name, Pages: map[string]engine.Page{s.ID: s.Templates[0].Page}}})
	}
	table = table.Apply(model.Event{Seq: 1, By: gm, Facts: facts})
	c := &phrase.Context{Table: table, Seat: gm, System: s.ID}
	for line, want := range map[string]struct {
		who    string
		wound  string
		prone  bool
		whyNot string
	}{
		"effect all thugs prone":            {"Thug 1 Thug 2", "", true, ""},
		"effect thug 1 and rook dazed":      {"Thug 1 Rook", "stunned", false, ""},
		"effect all thugs unconscious":      {"Thug 1 Thug 2", "", false, "Knocked out asks for more: type it for one character at a time"},
		"effect all thugs mortally wounded": {"Thug 1 Thug 2", "mortally wounded", false, ""},
	} {
		all := c.Read(line)
		if len(all) == 0 || all[0].WhyNot != want.whyNot {
			t.Errorf("%q: %+v", line, all)
			continue
		}
		act, _ := all[0].Command.(model.Together)
		var who []string
		for _, b := range act.Each {
			who = append(who, b.Who)
			wound, _ := b.Params.Get("wound")
			prone, _ := b.Params.Get("prone")
			if b.Action != "befall" || wound.Text() != want.wound || prone.Bool() != want.prone {
				t.Errorf("%q: %+v", line, b)
			}
		}
		if got := strings.Join(who, " "); got != want.who {
			t.Errorf("%q befalls %s", line, got)
		}
	}
	if all := c.Read("rook fallen"); len(all) != 1 || all[0].Offer == nil || all[0].Offer.Name != "Prone" {
		t.Errorf("another word for prone: %+v", all)
	}
}

// Extras have the sheet of the least of the foes, wherever its template stands.
func TestExtrasAreTheLeastOfTheFoes(t *testing.T) {
	text, _ := books.Text("d20")
	dragons, err := script.Load("d20", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*engine.System{dragons, d6.System} {
		table := model.New(model.Rulebooks{s.ID: s})
		table = table.Apply(model.Event{Seq: 1, By: model.Seat{Role: model.GM}, Facts: []model.Fact{model.Made{Name: "Vault", System: s.ID}}})
		c := &phrase.Context{Table: table, Seat: model.Seat{Role: model.GM}, System: s.ID}
		for _, line := range []string{"add 2 thug minions", "add thug"} {
			all := c.Read(line)
			if len(all) == 0 {
				t.Fatalf("%s: %q means nothing", s.ID, line)
			}
			join, _ := all[0].Command.(model.Join)
			i := slices.IndexFunc(s.Templates, func(x engine.Template) bool { return x.Page.Equal(join.Character.Pages[s.ID]) })
			if i < 0 || s.Templates[i].Name != map[string]string{"d20": "Goblin", "d6": "Footpad"}[s.ID] || join.Character.Minion != strings.Contains(line, "minion") {
				t.Errorf("%s: %q brings %+v", s.ID, line, join.Character)
			}
		}
	}
}

// A name is found without its article, and the first of its kind is not meant by another's
// number.
func TestNamesWithoutTheirArticle(t *testing.T) {
	s := supermen.System
	table := model.New(model.Rulebooks{s.ID: s})
	gm := model.Seat{Role: model.GM}
	facts := []model.Fact{model.Made{Name: "Vault", System: s.ID}}
	for _, name := range []string{"Seraph", "A watchman 1", "A watchman 2", "The Watchman 3"} {
		facts = append(facts, model.Joined{Character: model.Character{ID: name, Name: name, Pages: map[string]engine.Page{s.ID: s.Templates[0].Page}}})
	}
	table = table.Apply(model.Event{Seq: 1, By: gm, Facts: facts})
	c := &phrase.Context{Table: table, Seat: gm, System: s.ID}
	if who, rest, err := c.Named("watchman 2 prone"); err != nil || who.ID != "A watchman 2" || rest != "prone" {
		t.Errorf("watchman 2 is %v, %q, %v", who, rest, err)
	}
	if all := c.Read("odds of nothing"); len(all) != 1 || !strings.Contains(all[0].WhyNot, "is no roll that is understood") {
		t.Errorf("odds of what is no roll: %+v", all)
	}
}
