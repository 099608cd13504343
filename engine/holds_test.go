package engine

import "testing"

// Odds hold as long as nothing is different that the rule goes by, and no longer.
func TestOddsHold(t *testing.T) {
	s := &Schema{}
	skill := s.Group("Body").Int("skill", "Skill", 0, 20)
	s.Group("Body").Int("wounds", "Wounds", 0, 20)
	form := &Schema{}
	bonus := form.Group("Form").Int("bonus", "Bonus", 0, 20)
	looks := map[string]func(*Roll) int{
		"nothing": func(*Roll) int { return 0 },
		"company": func(r *Roll) int { return len(r.Company()) },
		"time":    func(r *Roll) int { return r.Moment() },
		"clock":   func(r *Roll) int { return r.SceneMoment(7) },
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
			"nothing":          {func(*Inputs) {}, true},
			"unknown":          {func(in *Inputs) { in.Unknown = map[Seat][]string{Other: nil} }, false},
			"a copy":           {func(in *Inputs) { in.Sheets = map[Seat]Page{Actor: PageOf("skill", 3)} }, true},
			"a sheet":          {func(in *Inputs) { in.Sheets = map[Seat]Page{Actor: PageOf("skill", 4)} }, false},
			"what is not read": {func(in *Inputs) { in.Sheets = map[Seat]Page{Actor: PageOf("skill", 3, "wounds", 4)} }, true},
			"whom one asks": {func(in *Inputs) {
				in.Sheets, in.AsksDefence = map[Seat]Page{Actor: PageOf("skill", 3, "wounds", 4)}, true
			}, false},
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
