package engine

import (
	"math"
	"reflect"
	"testing"
)

// Moments of rulebooks whose units count up, count down, and that have only
// turns.
func TestMoments(t *testing.T) {
	up := Timekeeping{Round: "round", Unit: "segment", PerRound: 60, PayEvery: 60}
	down := Timekeeping{Round: "round", Unit: "nish", PerRound: 20, Down: true}
	turns := Timekeeping{Round: "round"}
	for _, c := range []struct {
		tk                      Timekeeping
		m, round, unit, moments int
		end, pays               int
		when                    string
	}{
		{up, 0, 1, 0, 60, 60, 60, "segment 0"},
		{up, 87, 2, 87, 60, 120, 120, "segment 87"},
		{up, 60, 2, 60, 60, 120, 120, "segment 60"},
		{down, 0, 1, 20, 21, 21, 0, "round 1, nish 20"},
		{down, 20, 1, 0, 21, 21, 0, "round 1, nish 0"},
		{down, 21, 2, 20, 21, 42, 0, "round 2, nish 20"},
		{turns, 0, 1, 0, 1, 1, 0, "round 1"},
		{turns, 4, 5, 0, 1, 5, 0, "round 5"},
	} {
		round, unit := c.tk.RoundOf(c.m)
		pays, any := c.tk.NextPayment(c.m)
		if round != c.round || unit != c.unit || c.tk.Moments() != c.moments || c.tk.RoundEnd(c.m) != c.end || c.tk.When(c.m) != c.when || pays != c.pays || any != (c.pays > 0) {
			t.Errorf("moment %d of %+v: round %d, unit %d of %d, end %d, pays %d %v, %q", c.m, c.tk, round, unit, c.tk.Moments(), c.tk.RoundEnd(c.m), pays, any, c.tk.When(c.m))
		}
	}
}

// What a screen offers first of a sharing: no more than there is, nor than a use
// takes, and nothing that is forbidden.
func TestWhatIsOfferedFirst(t *testing.T) {
	q := Question{Ask: Ask{ID: "share"}, Wants: Sharing, Total: 10, Uses: []Use{
		{ID: "speed", Preset: 4, Most: 3}, {ID: "no", Preset: 2, WhyNot: "not now"}, {ID: "turn", Preset: 5}, {ID: "ep", Preset: 9}, {ID: "none"}}}
	if got := q.Preset(); !reflect.DeepEqual(got, Shares{"speed": 3, "turn": 5, "ep": 2}) {
		t.Errorf("offered %v", got)
	}
	if a := q.Offered(); !reflect.DeepEqual(a.Give, q.Preset()) || q.Check(a) != nil {
		t.Errorf("offered %+v: %v", a, q.Check(a))
	}
	q.One = true
	if got := q.Preset(); len(got) > 0 || len(q.Offered().Give) > 0 || q.Check(q.Offered()) != nil {
		t.Errorf("to one use alone: %v", got)
	}
}

// What a form says first, remembers, and leaves to who acts along.
func TestWhatFormsKeep(t *testing.T) {
	form := &Schema{}
	g := form.Group("Form")
	points := g.Int("points", "Points", 0, 9).ForOneRoll()
	guard := g.Int("guard", "Defence", 0, 9).Shared()
	plain := g.Int("plain", "Plain", 0, 9)
	a := &Action{Form: form}
	if n := len(a.LeadParams()); n != 3 {
		t.Errorf("%d parameters of a short form stand first, not 3", n)
	}
	led := &Action{Form: form, Lead: []*Spec{plain.Spec}}
	if first := led.LeadParams(); len(first) != 1 || first[0].ID != "plain" {
		t.Errorf("%v stands first, not plain alone", first)
	}
	p := PageOf("points", 1, "guard", 2, "plain", 3)
	for what, c := range map[string]struct {
		got  Page
		want string
	}{"kept": {a.Remembered(p), "guard plain"}, "following": {a.ForCompanion(p), "plain points"}} {
		if got := spelled(c.got.Paths()); got != c.want {
			t.Errorf("%s: %q, not %q", what, got, c.want)
		}
	}
	_, _ = points, guard
	if empty := (&System{Sheet: &Schema{}}); !empty.HasNoSheet() || (&System{Sheet: form}).HasNoSheet() {
		t.Error("who has a sheet is mistaken")
	}
	if m := (&System{}).Marked(View{}); m != nil {
		t.Errorf("marks without a rulebook's: %v", m)
	}
	book := &System{Chapters: "Moving\tmove.go jump.go\tmove.play\nno chapter\nRest\trest.go\t\n"}
	want := []Chapter{{"Moving", []string{"move.go", "jump.go"}, []string{"move.play"}}, {"Rest", []string{"rest.go"}, []string{}}}
	if got := book.BookChapters(); !reflect.DeepEqual(got, want) {
		t.Errorf("chapters %+v", got)
	}
}

func spelled(words []string) string {
	out := ""
	for _, w := range words {
		if out != "" {
			out += " "
		}
		out += w
	}
	return out
}

// The sum of very many dice is counted in another way; it is the same.
func TestManyDice(t *testing.T) {
	rule := func(r *Roll) Outcome {
		sum := r.Sum(Ask{ID: "dice"}, D(60, 6))
		return Outcome{Success: sum >= 210, Grade: Success, Total: sum, Target: 210, Margin: sum - 210}
	}
	in := Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}}, Action: &Action{ID: "many", Form: &Schema{}, Rule: rule}}
	c, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, variance := c.Unreached, 0.0
	for _, x := range c.Totals {
		all += x.P
		variance += x.P * math.Pow(float64(x.Total)-210, 2)
	}
	if math.Abs(all-1) > 1e-9 || math.Abs(c.Mean()-210) > 1e-9 || math.Abs(variance-60*35.0/12) > 1e-6 {
		t.Errorf("60 dice add up to %v, %v on average, with a variance of %v", all, c.Mean(), variance)
	}
	middle := 0.0
	for _, x := range c.Totals {
		if x.Total == 210 {
			middle = x.P
		}
	}
	if math.Abs(c.Success-(1+middle)/2) > 1e-9 { // as far above the middle as below
		t.Errorf("half of the sums and half of the middle one are %v, not %v", (1+middle)/2, c.Success)
	}
}

// An attack leads to a damage roll that knows what came of it.
func TestLeadsToItsDamage(t *testing.T) {
	field := "wounds"
	form, sheet := &Schema{}, &Schema{}
	wounds := sheet.Group("Body").Int(field, "Wounds", 0, 9)
	more := form.Group("Form").Int("more", "More", 0, 9)
	hit := func(r *Roll) Outcome {
		sum := r.Sum(Ask{ID: "dice"}, D(1, 6))
		r.Add(r.Sheet(Other), wounds, 1)
		r.Story("{actor} hits%s.", r.OpponentNames(" "))
		if r.NameOf(Other, "it") != "it" {
			r.Refuse("nobody is named here")
		}
		if sum >= 5 {
			r.Follow(Actor, "harm", Carry{Against: Other, Params: PageOf("more", sum-4)})
		}
		return Outcome{Success: sum >= 5, Grade: Success, Total: sum, Target: 5, Margin: sum - 5}
	}
	harm := func(r *Roll) Outcome {
		n := r.Sum(Ask{ID: "dice"}, D(1, 6)) + more.Of(r.Params()) + wounds.Of(r.Sheet(Other))
		return Outcome{Success: true, Grade: Success, Total: n, NoTarget: true}
	}
	sys := &System{ID: "toy", Sheet: sheet, House: &Schema{}, Actions: []*Action{{ID: "hit", Form: &Schema{}, Rule: hit}, {ID: "harm", Form: form, Rule: harm}}}
	in := Inputs{System: sys, Action: sys.Actions[0], Sheets: map[Seat]Page{Actor: PageOf(), Other: PageOf(field, 2)}}
	c, err := Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, p := 0, 0.0
	for then, how := range c.FollowUps(in, true) {
		step, err := Run(then, []Answer{{ID: "dice", Dice: "1d6", Faces: Faces{3}}})
		if err != nil || !step.Done() || step.Outcome.Total != 3+3+more.Of(form.Read(then.Params)) {
			t.Errorf("the damage is %+v: %v", step.Outcome, err)
		}
		n, p = n+1, p+how
	}
	if n != 2 || math.Abs(p-1.0/3) > 1e-9 {
		t.Errorf("%d rolls follow, with %v", n, p)
	}
}
