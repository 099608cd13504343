package engine

import "testing"

// Odds hold as long as nothing is different that the rule goes by, and no longer.
func TestOddsHold(t *testing.T) {
	s := &Schema{}
	skill := s.Group("Body").Int("skill", "Skill", 0, 20)
	form := &Schema{}
	bonus := form.Group("Form").Int("bonus", "Bonus", 0, 20)
	looks := map[string]func(*Roll) int{
		"nothing": func(*Roll) int { return 0 },
		"company": func(r *Roll) int { return len(r.Company()) },
		"time":    func(r *Roll) int { return r.Moment() },
		"clock":   func(r *Roll) int { return r.Shown(7) },
	}
	for what, look := range looks {
		rule := func(r *Roll) Outcome {
			total := skill.Of(r.Sheet(Actor)) + bonus.Of(r.Params()) + look(r) + r.Sum(Ask{ID: "dice"}, D(1, 6))
			return Outcome{Success: total > 9, Grade: Failure, Total: total}
		}
		sys := &System{ID: "toy", Sheet: s, House: &Schema{}, Company: true}
		was := Inputs{System: sys, Action: &Action{ID: "check", Form: form, Rule: rule}, Sheets: map[Seat]Page{Actor: PageOf("skill", 3)}, Moment: 2}
		c, err := Odds(was, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for change, c2 := range map[string]struct {
			do    func(*Inputs)
			holds bool
		}{
			"nothing":   {func(*Inputs) {}, true},
			"unknown":   {func(in *Inputs) { in.Unknown = map[Seat][]string{Other: nil} }, false},
			"a copy":    {func(in *Inputs) { in.Sheets = map[Seat]Page{Actor: PageOf("skill", 3)} }, true},
			"a sheet":   {func(in *Inputs) { in.Sheets = map[Seat]Page{Actor: PageOf("skill", 4)} }, false},
			"another":   {func(in *Inputs) { in.Sheets = map[Seat]Page{Actor: PageOf("skill", 3), Other: {}} }, false},
			"the form":  {func(in *Inputs) { in.Params = PageOf("bonus", 1) }, false},
			"a player":  {func(in *Inputs) { in.Player = true }, false},
			"in force":  {func(in *Inputs) { in.InForce = map[Seat][]Modifier{Actor: {{Field: "skill", N: 1}}} }, false},
			"house":     {func(in *Inputs) { in.House = PageOf("rule", 1) }, false},
			"company":   {func(in *Inputs) { in.Company = []Page{{}} }, what != "company"},
			"time":      {func(in *Inputs) { in.Moment++ }, what != "time" && what != "clock"},
			"the scene": {func(in *Inputs) { in.Began++ }, what != "time" && what != "clock"},
		} {
			now := was
			c2.do(&now)
			if got := c.Holds(was, now); got != c2.holds {
				t.Errorf("a rule that looks at %s, and %s is different: the odds hold: %v", what, change, got)
			}
		}
	}
}

// However a rule reads a sheet, odds know what it has read.
func TestOddsKnowWhatWasRead(t *testing.T) {
	s := &Schema{}
	g := s.Group("Body")
	skill, other := g.Int("skill", "Skill", 0, 20).Default(1), g.Int("other", "Other", 0, 20)
	twice := g.Int("twice", "Twice", 0, 40).Derived(func(s Sheet) int { return 2 * skill.Of(s) })
	list := s.List("things", "Things")
	list.Text("name", "Name", 20)
	weight := list.Int("weight", "Weight", 0, 9)
	foreign := (&Schema{}).Group("Else").Int("skill", "Skill", 0, 20)
	force := map[Seat][]Modifier{Actor: {{Field: "skill", N: 2}}}
	for what, c := range map[string]struct {
		read func(*Roll, Sheet) int
		on   Page // in which only this is read
	}{
		"field":      {func(_ *Roll, s Sheet) int { return skill.Of(s) }, PageOf("skill", 5)},
		"plain":      {func(_ *Roll, s Sheet) int { return skill.Of(s.Plain()) }, PageOf("skill", 5)},
		"under":      {func(_ *Roll, s Sheet) int { return skill.Of(s.Under(force[Actor])) }, PageOf("skill", 5)},
		"by path":    {func(_ *Roll, s Sheet) int { return s.Value("skill").Int() }, PageOf("skill", 5)},
		"written":    {func(_ *Roll, s Sheet) int { return map[bool]int{true: 3}[s.Written("skill")] }, PageOf("skill", 5)},
		"derived":    {func(_ *Roll, s Sheet) int { return twice.Of(s) }, PageOf("skill", 5)},
		"foreign":    {func(_ *Roll, s Sheet) int { return foreign.Of(s) }, PageOf("skill", 5)},
		"no field":   {func(_ *Roll, s Sheet) int { return s.Value("trait").Int() }, PageOf("trait", 5)},
		"rows":       {func(_ *Roll, s Sheet) int { return len(list.Rows(s)) }, PageOf("things/a/name", "Axe")},
		"row":        {func(_ *Roll, s Sheet) int { r, _ := list.Find(s, "Axe"); return weight.At(r) }, PageOf("things/a/name", "Axe", "things/a/weight", 4)},
		"row's path": {func(_ *Roll, s Sheet) int { return s.Value("things/a/weight").Int() }, PageOf("things/a/weight", 4)},
		"changed": {func(r *Roll, s Sheet) int {
			r.Add(s, skill, 1)
			return twice.Of(s)
		}, PageOf("skill", 5)},
		"written anew": {func(r *Roll, s Sheet) int {
			Put(r, s, skill, 7)
			return 0
		}, PageOf("skill", 5)},
	} {
		for _, in := range []map[Seat][]Modifier{nil, force} {
			rule := func(r *Roll) Outcome {
				n := c.read(r, r.Sheet(Actor))
				return Outcome{Grade: Success, Success: true, Total: n + r.Sum(Ask{ID: "dice"}, D(1, 6))}
			}
			now := Inputs{System: &System{ID: "toy", Sheet: s, House: &Schema{}}, Action: &Action{ID: "check", Form: &Schema{}, Rule: rule}, InForce: in,
				Sheets: map[Seat]Page{Actor: {}, Other: {}}}
			odds, err := Odds(now, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			odds, was := odds.Bare(now)
			now.Sheets = map[Seat]Page{Actor: c.on, Other: {}}
			if odds.HoldsAsRead(was, now) {
				t.Errorf("%s: odds hold on a sheet that is different in it", what)
			}
			now.Sheets = map[Seat]Page{Actor: PageOf("other", 3), Other: PageOf("skill", 3)}
			if what != "foreign" && what != "no field" && !odds.HoldsAsRead(was, now) { // which is all of the sheet
				t.Errorf("%s: odds don't hold on a sheet that is different in %s alone", what, other.ID)
			}
			now.Sheets = map[Seat]Page{Actor: {}}
			if odds.HoldsAsRead(was, now) {
				t.Errorf("%s: odds hold when somebody has gone", what)
			}
		}
	}
}
