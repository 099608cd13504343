package pane_test

import (
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}

// toy is a rulebook with something of every kind to draw.
type toy struct {
	sheet             *engine.Schema
	strength, agility engine.Field[int]
	full, lost, speed engine.Field[int]
	powers            *engine.Group
	powerName         engine.Field[string]
	rank              engine.Field[int]
}

func newToy(id string, clock engine.Timekeeping) *engine.System {
	x := &toy{sheet: &engine.Schema{}}
	abilities := x.sheet.Group("Abilities")
	x.strength = abilities.Int("strength", "Strength", 0, 200).Default(11)
	x.agility = abilities.Int("agility", "Agility", 0, 200).Default(22)
	pools := x.sheet.Group("Pools")
	x.full = pools.Int("ep_max", "EP, full", 0, 999).Default(74)
	x.lost = pools.Int("ep_lost", "EP lost", 0, 999)
	x.speed = pools.Int("speed_q", "Speed Q", 0, 99)
	x.powers = x.sheet.List("powers", "Powers")
	x.powerName = x.powers.Text("name", "Name", 60)
	x.rank = x.powers.Int("rank", "Rank", 0, 20)
	form := &engine.Schema{}
	form.Group("Move").Int("slow", "Slow", 0, 10)
	s := &engine.System{ID: id, Name: "Toy & Game", Sheet: x.sheet, House: &engine.Schema{}, Time: clock,
		Pools: []engine.Pool{{ID: "ep", Label: "EP", Full: x.full, Losses: []engine.Field[int]{x.lost}}},
		Actions: []*engine.Action{
			{ID: "move", Label: "Move", Group: "Movement", Chapter: "Movement, 3", Form: form, Need: engine.MayFace, Rule: x.move},
			{ID: "rest", Label: "Rest", Mode: engine.Passive, Form: &engine.Schema{}, Rule: x.rest},
			{ID: "move-done", Label: "Arrival", Mode: engine.ByClock, Form: &engine.Schema{}, Rule: x.arrive},
			{ID: "pay", Label: "Payment", Mode: engine.ByClock, Form: &engine.Schema{}, Rule: x.pay},
		},
		Views: engine.Views{Panel: x.panel, Brief: x.brief, Costs: x.costs, Marks: x.marks},
	}
	return s
}

func (x *toy) move(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	target := x.agility.Of(me) + engine.Every.Situation.Of(r.Params())
	r.Aim(target, "%d = agility %d + situation %d", target, x.agility.Of(me), engine.Every.Situation.Of(r.Params()))
	total := r.Sum(engine.Ask{ID: "dice", Words: "Throw to move"}, engine.D(2, 10))
	quality := target - total
	if quality < 0 {
		return engine.Outcome{Grade: engine.Failure, Total: total, Target: target, Margin: quality, Flags: []string{"critical-failure"}}
	}
	give := r.Share(engine.Ask{ID: "share", Words: fmt.Sprintf("Share %d Quality", quality)}, engine.Actor, quality,
		engine.Use{ID: "speed", Label: "Speed", Effect: func(n int) string { return fmt.Sprintf("%d dm/segment", n) }},
		engine.Use{ID: "ep", Label: "EP", Most: 9, Effect: func(n int) string { return fmt.Sprintf("row %d", 9-n) }})
	r.Add(me, x.lost, 5-min(5, give["ep"]))
	engine.Put(r, me, x.speed, give["speed"])
	r.Note("row %d costs %d EP", 9-give["ep"], 5-min(5, give["ep"]))
	r.After(6, "move-done", engine.Carry{})
	return engine.Outcome{Success: true, Grade: engine.Success, Total: total, Target: target, Margin: quality,
		Values: []engine.Named{engine.Num("quality", quality), engine.Num("speed_q", give["speed"])}}
}

func (x *toy) rest(r *engine.Roll) engine.Outcome {
	r.After(500, "move-done", engine.Carry{})
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

func (x *toy) arrive(r *engine.Roll) engine.Outcome {
	engine.Put(r, r.Sheet(engine.Actor), x.speed, 0)
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

func (x *toy) pay(r *engine.Roll) engine.Outcome {
	r.Add(r.Sheet(engine.Actor), x.lost, 2)
	r.Note("two EP a round for being awake")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

func (x *toy) panel(v engine.View) []engine.Block {
	s := v.Sheet
	speed := x.speed.Of(s)
	out := []engine.Block{
		engine.Meter{ID: "ep", Label: "EP", Now: x.full.Of(s) - x.lost.Of(s), Full: x.full.Of(s), Field: "ep_lost",
			Losses: []engine.Loss{{Label: "back by the round", N: x.lost.Of(s)}}},
		engine.Meter{ID: "vp", Label: "VP", Now: 43, Full: 43},
		engine.Heading{Text: "Abilities"},
		engine.Stat{Label: "Strength", Value: fmt.Sprint(x.strength.Of(s)), Field: "strength"},
		engine.Stat{Label: "Agility", Value: fmt.Sprint(x.agility.Of(s)), Field: "agility"},
		engine.Stat{Label: "Speed", Value: fmt.Sprint(speed), Unit: "dm/segment", Changed: speed > 0,
			Working: []string{fmt.Sprintf("%d = Quality given to speed", speed)}, Chapter: "Movement, 4"},
		engine.Track{Label: "Mana", Boxes: []engine.Box{{Full: true}, {Full: true}, {}}},
	}
	g := engine.Grid{Title: "Powers", Head: []string{"Power", "Rank"}}
	for _, row := range x.powers.Rows(s) {
		g.Rows = append(g.Rows, []string{x.powerName.At(row), fmt.Sprint(x.rank.At(row))})
		g.Paths = append(g.Paths, row.Path(x.rank.Spec))
	}
	return append(out, g)
}

func (x *toy) brief(v engine.View) []engine.Block {
	s := v.Sheet
	if x.strength.Of(s) < 5 {
		return []engine.Block{engine.Stat{Label: "CP", Value: "5"}, engine.Stat{Label: "FP", Value: "1"},
			engine.Track{Label: "Mana", Boxes: []engine.Box{{Full: true}, {Full: true}, {}}}}
	}
	return []engine.Block{engine.Meter{ID: "vp", Label: "VP", Now: 43, Full: 43},
		engine.Meter{ID: "ep", Label: "EP", Now: x.full.Of(s) - x.lost.Of(s), Full: x.full.Of(s)}}
}

func (x *toy) costs(v engine.View) engine.Costs {
	c := engine.Costs{Title: "EP cost rows"}
	left := x.full.Of(v.Sheet) - x.lost.Of(v.Sheet)
	for i, price := range []int{90, 5, 2, 1, 0} {
		row := engine.CostRow{Label: fmt.Sprint(12 - 3*i), Price: fmt.Sprintf("%d EP", price), Gain: fmt.Sprintf("Q %d", 2+i)}
		if price > left {
			row.WhyNot = fmt.Sprintf("%d EP are left", left)
		}
		if price == 5 {
			row.Present, row.Mark = true, "move"
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

func (x *toy) marks(v engine.View) []engine.Mark {
	if x.strength.Of(v.Sheet) >= 100 {
		return []engine.Mark{{ID: "unconscious", Word: "unconscious", Grave: true}, {ID: "tired", Word: "tired"}}
	}
	return nil
}

var (
	segments  = engine.Timekeeping{Round: "Round", Unit: "segment", PerRound: 100, RoundMS: 10000, PayEvery: 100, Payment: "pay"}
	downward  = engine.Timekeeping{Round: "Round", Unit: "Nish", PerRound: 20, Down: true}
	turnsOnly = engine.Timekeeping{Round: "Round", Unit: "turn"}
)

// evening is a table in a test.
type evening struct {
	testing.TB
	t     model.Table
	throw []int
}

func newEvening(tb testing.TB, clock engine.Timekeeping) *evening {
	e := &evening{TB: tb, t: model.New(model.Rulebooks{"toy": newToy("toy", clock), "game": newToy("game", clock)})}
	e.do(model.Make{Name: "Vault", System: "toy"})
	return e
}

var gm = model.Seat{Role: model.GM, Name: "Ann"}

func (e *evening) do(c model.Command) {
	e.Helper()
	facts, err := decide.Decide(e.t, gm, c, func(d engine.Dice, _ bool) engine.Faces {
		f := make(engine.Faces, d.Count)
		for i := range f {
			f[i] = e.throw[0]
			e.throw = e.throw[1:]
		}
		return f
	})
	if err != nil {
		e.Fatalf("%T: %v", c, err)
	}
	seq := e.t.Seq() + 1
	e.t = e.t.Apply(model.Event{Seq: seq, Time: time.Date(2024, 5, 4, 20, 0, int(seq), 0, time.UTC), By: gm, Facts: facts})
}

func (e *evening) join(name string, page engine.Page) string {
	e.Helper()
	e.do(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{"toy": page}}})
	all := e.t.Characters()
	return all[len(all)-1].ID
}

// vault is the table of the golden screens: Seraph has moved and is moving
// again, Sphinx rests and waits for a share, Rook is out, Mira is hidden.
func vault(tb testing.TB, clock engine.Timekeeping) *evening {
	e := newEvening(tb, clock)
	seraph := e.join("Seraph", engine.PageOf("powers/r1/name", "Electricity", "powers/r1/rank", 12, "powers/r2/name", "Healing", "powers/r2/rank", 9))
	sphinx := e.join("Sphinx", engine.PageOf("ep_lost", 36))
	rook := e.join("Rook", engine.PageOf("strength", 3))
	mira := e.join("미라 👩‍🚀", engine.PageOf("strength", 150))
	e.do(model.Edit{Who: mira, Character: model.Character{Name: "미라 👩‍🚀", Hidden: true}})
	e.throw = []int{9, 5, 3, 1, 10, 10, 4, 4}
	e.do(model.Begin{Who: seraph, System: "toy", Action: "move"})
	answer(e, engine.Shares{"speed": 4, "ep": 2})
	e.do(model.Go{Moment: 6})
	e.do(model.Write{Who: rook, System: "toy", Set: []model.Change{{Field: "ep_lost", To: engine.ValueOf(8)}}, Why: "fell off the roof"})
	e.do(model.Begin{Who: seraph, Against: []string{sphinx}, System: "toy", Action: "move", Params: engine.PageOf("situation", 2, "why", "wet floor")})
	answer(e, engine.Shares{"speed": 17, "ep": 3})
	e.do(model.Begin{Who: rook, System: "toy", Action: "move", Params: engine.PageOf("situation", -3, "hidden", true)})
	e.do(model.Undo{})
	e.do(model.Begin{Who: sphinx, System: "toy", Action: "rest"})
	e.do(model.Note{Text: "The vault is open.\nNobody has noticed."})
	e.do(model.Begin{Who: sphinx, System: "toy", Action: "move"})
	return e
}

func answer(e *evening, give engine.Shares) {
	e.Helper()
	r := e.t.Rolls()[0]
	step, err := e.t.Step(r)
	if err != nil {
		e.Fatal(err)
	}
	e.do(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Given(give)})
}

func look(t kit.Theme, g *kit.Glyphs) *kit.Look {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI256)
	return kit.NewLook(r, t, g)
}

func frame(t model.Table, k *kit.Look) pane.Frame {
	f := pane.Frame{Table: t, Look: k, System: "toy"}
	if all := t.Characters(); len(all) > 0 {
		f.Selected = all[0].ID
	}
	return f
}
