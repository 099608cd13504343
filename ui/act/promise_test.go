package act

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// melee is a random fight with fighters of every rulebook.
type melee struct {
	*uitest.Memory
	testing.TB
	rnd   *rand.Rand
	throw func(engine.Dice, bool) engine.Faces
}

var players = []string{"Ann", "Bo"}

func newMelee(tb testing.TB, system *engine.System, seed uint64) *melee {
	g := uitest.New()
	g.Table = model.New(uitest.AllRules())
	m := &melee{Memory: g, TB: tb, rnd: rand.New(rand.NewPCG(seed, 11)), throw: g.Throw}
	g.Must(tb, model.Make{Name: "Melee", System: system.ID}, model.Scene{Place: "The yard"})
	all := systems.All()
	for i := range 6 {
		pages := map[string]engine.Page{}
		for _, s := range []*engine.System{system, all[m.rnd.IntN(len(all))]}[i%2 : 1+m.rnd.IntN(2)] {
			pages[s.ID] = s.Templates[m.rnd.IntN(len(s.Templates))].Page
		}
		if len(pages) == 0 {
			pages[system.ID] = system.Templates[0].Page
		}
		g.Must(tb, model.Join{Character: model.Character{Name: "Fighter " + string(rune('A'+i)), Owner: append(players, "")[i%3], Pages: pages}})
	}
	return m
}

func (m *melee) somebody() *model.Character {
	all := m.Table.Characters()
	return all[m.rnd.IntN(len(all))]
}

// step does something random, which can be refused.
func (m *melee) step() {
	m.Throw = m.throw
	if rolls := m.Table.Rolls(); len(rolls) > 0 {
		m.answer(rolls[m.rnd.IntN(len(rolls))])
		return
	}
	who := m.somebody()
	switch m.rnd.IntN(12) {
	case 0:
		_, _ = m.Do(uitest.GM, model.Declare{Who: who.ID, Actions: 1 + m.rnd.IntN(3)})
	case 1:
		_, _ = m.Do(uitest.GM, model.RollOrder{Quick: true})
	case 2:
		_, _ = m.Do(uitest.GM, model.AddEffect{Who: who.ID, Words: "lucky", Until: m.until(), Of: m.somebody().ID, Rounds: 1, Adds: m.adds(who)})
	case 3, 4, 5:
		_, _ = m.Do(uitest.GM, model.Next{})
	default:
		s, a := m.action(who)
		d := m.draft(who, s, a)
		_, _ = m.Do(uitest.GM, model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params})
	}
}

func (m *melee) until() model.Until {
	return []model.Until{model.ByScene, model.ByTurn, model.ByMoment, model.ByNext}[m.rnd.IntN(4)]
}

// adds returns random modifiers of numbers on a sheet.
func (m *melee) adds(who *model.Character) []model.Add {
	var out []model.Add
	for _, id := range who.Systems() {
		s, _ := m.Table.Rulebook(id)
		all := addable(pane.Frame{Table: m.Table}, who.ID, s)
		for range 3 {
			out = append(out, model.Add{System: id, Field: all[m.rnd.IntN(len(all))].path, N: m.rnd.IntN(4) - 4})
		}
	}
	return out
}

func (m *melee) answer(r model.Roll) {
	step, err := m.Table.Step(r)
	if err == nil && step.Open != nil {
		c := model.Answer{Roll: r.ID, Question: r.Question, Throw: step.Open.Wants == engine.Throwing}
		if !c.Throw {
			c.Answer = step.Open.Offered()
			choice := choose(*step.Open)
			if first, ok := choice.answer(); !ok || !reflect.DeepEqual(first, c.Answer) {
				m.Errorf("%s begins with %+v, and %+v is offered", step.Open.ID, first, c.Answer)
			}
		}
		if _, err = m.Do(uitest.GM, c); err == nil {
			return
		}
	}
	_, _ = m.Do(uitest.GM, model.Drop{Roll: r.ID})
}

func (m *melee) action(who *model.Character) (*engine.System, *engine.Action) {
	books := who.Systems()
	s, _ := m.Table.Rulebook(books[m.rnd.IntN(len(books))])
	for {
		if a := s.Actions[m.rnd.IntN(len(s.Actions))]; a.Mode != engine.ByClock {
			return s, a
		}
	}
}

// draft is an action with random settings against a random target.
func (m *melee) draft(who *model.Character, s *engine.System, a *engine.Action) scene.Draft {
	d := scene.Draft{Who: who.ID, System: s.ID, Action: a.ID}
	for _, sp := range a.Params() {
		switch {
		case sp.RowsOf != "":
			if rows := who.Pages[s.ID].RowIDs(sp.RowsOf); len(rows) > 0 && m.rnd.IntN(2) == 0 {
				d.Params = d.Params.With(sp.ID, engine.ValueOf(rows[m.rnd.IntN(len(rows))]))
			}
		case sp.Kind == engine.Text && sp.Options == nil && strings.HasSuffix(sp.ID, "code") && m.rnd.IntN(2) == 0:
			d.Params = d.Params.With(sp.ID, engine.ValueOf([]string{"3D", "4D+2", "2D+1"}[m.rnd.IntN(3)]))
		case m.rnd.IntN(8) > 0:
		case len(sp.Options) > 0:
			d.Params = d.Params.With(sp.ID, engine.ValueOf(sp.Options[m.rnd.IntN(len(sp.Options))]))
		case sp.Kind == engine.Int:
			d.Params = d.Params.With(sp.ID, engine.ValueOf(min(max(m.rnd.IntN(6), sp.Least), sp.Most)))
		}
	}
	if a.Need != engine.Alone && m.rnd.IntN(4) > 0 {
		for range 1 + m.rnd.IntN(2) {
			if o := m.somebody(); o.ID != who.ID && o.Pages[s.ID].Paths() != nil && !slices.Contains(d.Against, o.ID) {
				d.Against = append(d.Against, o.ID)
			}
		}
		if a.Need != engine.MayFaceMany {
			d.Against = d.Against[:min(len(d.Against), 1)]
		}
	}
	return d
}

// What the form shows is what enter does: for every action of every rulebook, in the middle
// of a fight, the chances and prices of the form are exactly those of the roll that starts.
// If no roll can start, the form shows the words of the refusal.
func TestFormIsTheRoll(t *testing.T) {
	for i, system := range systems.All() {
		t.Run(system.ID, func(t *testing.T) {
			t.Parallel()
			begun, refused, byPlayer := 0, 0, 0
			for seed := range uint64(often(2, 6)) {
				m := newMelee(t, system, 20*uint64(i)+seed)
				for range 12 {
					for range 8 {
						m.step()
					}
					who := m.somebody()
					for _, sys := range who.Systems() {
						s, _ := m.Table.Rulebook(sys)
						for _, a := range s.Actions {
							if a.Mode == engine.ByClock || m.rnd.IntN(3) > 0 {
								continue
							}
							d := m.draft(who, s, a)
							if m.keepsWord(uitest.GM, d) {
								begun++
							} else {
								refused++
							}
							if who.Owner != "" && m.keepsWord(model.Seat{Role: model.Player, Name: who.Owner}, d) {
								byPlayer++
							}
						}
					}
				}
			}
			if begun < 20 || refused == 0 || byPlayer < 5 {
				t.Errorf("%d rolls begun, %d by players, %d refused: too few to show anything", begun, byPlayer, refused)
			}
		})
	}
}

// keepsWord opens the form of a draft, presses enter, and compares. It reports whether a
// roll started. The table is left unchanged.
func (m *melee) keepsWord(seat model.Seat, d scene.Draft) bool {
	was := m.Table
	defer func() { m.Table = was }()
	m.Throw = nil // so that the questions stay open
	f := pane.Frame{Table: view.SeenBy(was, seat), Seat: seat, Selected: d.Who, System: d.System, Look: &kit.Look{}}
	o := formOf(m, NewMemory(nil).form(f, d))
	begin := model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params}
	if do, ok := o.throw(f).(pane.Do); ok {
		begin = do.Command.(model.Begin)
	}
	what := func() string {
		return was.NameOf(d.Who) + " " + d.System + " " + d.Action + " against " + was.NamesOf(d.Against) + " at seat " + string(seat.Role)
	}
	if _, err := m.Do(seat, begin); err != nil {
		secret := o.preview.Odds.TotalsOnly && strings.HasSuffix(err.Error(), "that only the gamemaster knows") // of a sheet that the seat does not know
		if err.Error() != o.preview.WhyNot && !secret {
			m.Errorf("%s: the form says %q, enter says %q", what(), o.preview.WhyNot, err)
		}
		return false
	}
	if why := o.preview.WhyNot; why != "" {
		m.Errorf("%s: the form says %q, and enter begins it", what(), why)
		return true
	}
	r, open := m.begun()
	if !open {
		return true
	}
	in, err := m.Table.InputsOf(r)
	if err != nil {
		m.Fatal(err)
	}
	in.CountValues = true // as a form does
	odds, err := engine.Odds(in, r.Tape, nil)
	if err != nil {
		m.Fatalf("%s: %v", what(), err)
	}
	if o.preview.Odds.TotalsOnly { // against a character known by name only, the form shows this much and not how the roll ends
		if o.preview.Blind == "" || o.preview.Odds.Success != 0 || o.preview.Odds.Grades != nil {
			m.Errorf("%s: %q, and success %v in the form", what(), o.preview.Blind, o.preview.Odds.Success)
		}
	} else if !reflect.DeepEqual(odds, o.preview.Odds) {
		m.Errorf("%s: success %v in the form, %v of the roll\n%v", what(), o.preview.Odds.Success, odds.Success, r.Params)
	}
	// Offers against a character known by name only, and their prices, do not depend on that
	// character's sheet.
	if prices := (scene.Preview{In: in}).With(odds).Prices; !o.preview.Odds.TotalsOnly && !reflect.DeepEqual(prices, o.preview.Prices) {
		m.Errorf("%s: costs %v in the form, %v of the roll", what(), o.preview.Prices, prices)
	}
	return true
}

// begun is the roll that the last event left open.
func (m *melee) begun() (model.Roll, bool) {
	for l := range m.Table.Log() {
		for _, f := range l.Event.Facts {
			if opened, ok := f.(model.Opened); ok {
				return m.Table.Roll(opened.Roll.ID)
			}
		}
		break
	}
	return model.Roll{}, false
}

// formOf returns the form that an intent opens, with its odds counted.
func formOf(tb testing.TB, w pane.Intent) *actionForm {
	tb.Helper()
	push, _ := w.(pane.Push)
	o, ok := push.Overlay.(*actionForm)
	if !ok {
		tb.Fatalf("no form is opened: %#v", w)
	}
	count(o)
	return o
}

// count counts everything that an overlay still has to count.
func count(o pane.Overlay) {
	for {
		_, w := o.Update(pane.Frame{}, pane.Changed{})
		fetch, owes := w.(pane.Fetch)
		if !owes {
			return
		}
		fetch.Then(pane.Frame{}, fetch.Run())
	}
}
