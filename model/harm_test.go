package model_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
)

// harmDone is harm that a roll has done to somebody.
type harmDone struct {
	before, after model.Table
	who           string
	n             int
	tape          []engine.Answer
	more          engine.Page // what else the roll said of the blow, such as its kind
	how           string
}

// In every rulebook: harm that is typed as a number is the same as a roll of that much does,
// with the same dice against it: the same sheet, the same state, the same that follows. All
// the ways of saying it are one act.
func TestHarmByNumber(t *testing.T) {
	for _, id := range everyRulebook() {
		compared, fallen := 0, 0
		for seed := range uint64(often(6, 12)) {
			for _, h := range rolledHarm(t, id, seed) {
				if h.n < 1 {
					continue
				}
				typed, ok := harmTyped(t, h, id)
				if !ok {
					continue
				}
				compared++
				if c, _ := h.after.Character(h.who); h.after.IsDownIn(c, id) {
					fallen++
				}
				if was, is := harmState(h.after, id, h.who), harmState(typed, id, h.who); was != is {
					t.Fatalf("%s, %d by %s: typed, it comes to\n%s\nand rolled to\n%s", id, h.n, h.how, is, was)
				}
			}
		}
		s, _ := model.New(rulesWith(t, id)).Rulebook(id)
		t.Logf("%s: %d compared, %d of them falls", id, compared, fallen)
		if s.Harm.Action != "" && (compared < 5 || fallen == 0) {
			t.Errorf("%s: %d compared, %d of them falls", id, compared, fallen)
		}
		if s.Harm.Action == "" && len(s.Pools) > 0 {
			t.Errorf("%s has points and names no act by which harm is taken", id)
		}
	}
}

// rolledHarm lets two fight for a while, and returns the harm that rolls did.
func rolledHarm(t *testing.T, id string, seed uint64) (out []harmDone) {
	p, s, heroes, foes := hosted(t, id, seed)
	r := rand.New(rand.NewPCG(seed, 7))
	pair := []string{heroes[0], foes[r.IntN(2)]}
	step := func(c model.Command) bool {
		before, n := p.table, len(p.log)
		if p.do(gm, c) != nil {
			return false
		}
		for _, e := range p.log[n:] {
			for _, f := range e.Facts {
				if f, ok := f.(model.Finished); ok {
					if h, ok := harmIn(s, f); ok && onlyThat(e, h.who) {
						before.State.Clock = p.table.State.Clock
						before.State.Pending = slices.DeleteFunc(slices.Clone(before.State.Pending), func(x model.Pending) bool { return x.ID == f.Roll.Pending })
						h.before, h.after = before, p.table
						h.after.State.FollowUps = slices.DeleteFunc(slices.Clone(h.after.State.FollowUps), func(x model.FollowUp) bool {
							return slices.ContainsFunc(before.State.FollowUps, func(old model.FollowUp) bool { return old.Origin == x.Origin && old.Action == x.Action })
						})
						h.before.State.FollowUps, h.before.State.Rolls = nil, nil
						out = append(out, h)
					}
				}
			}
		}
		return true
	}
	settle := func() {
		for range 60 {
			open := p.table.Rolls()
			if len(open) == 0 {
				return
			}
			q, ok := p.table.Step(open[0])
			if ok != nil || q.Open == nil {
				return
			}
			a, may := q.Open.Given(q.Open.Preset()), true
			if q.Open.Wants != engine.Sharing {
				a, may = q.Open.Nothing()
			}
			if !may || !step(model.Answer{Roll: open[0].ID, Question: open[0].Question, Answer: a}) {
				return
			}
		}
	}
	for range 12 {
		a, b := pair[0], pair[1]
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		who, _ := p.table.Character(a)
		attacks := s.Attacks(who.Pages[id])
		x := attacks[r.IntN(len(attacks))]
		step(model.Begin{Who: a, Against: []string{b}, System: id, Action: x.Action.ID, Params: x.Params, Force: true})
		settle()
		for _, f := range p.table.FollowUps() {
			b := model.Begin{Who: f.Who, System: f.System, Action: f.Action, Against: f.Against, Params: f.Params, Called: f.Origin.Roll}
			step(b)
			settle()
		}
		step(model.Next{})
		settle()
	}
	return out
}

// onlyThat reports whether nothing but one finished roll has changed somebody's sheet.
func onlyThat(e model.Event, who string) bool {
	n := 0
	for _, f := range e.Facts {
		var changes []model.Change
		switch f := f.(type) {
		case model.Finished:
			changes = f.Changes
		case model.ClockRan:
			if f.Tidies {
				continue // it belongs to the fall
			}
			changes = f.Changes
		}
		if slices.ContainsFunc(changes, func(c model.Change) bool { return c.Who == who }) {
			n++
		}
	}
	return n == 1
}

// harmIn returns the harm that a finished roll has done: by the rulebook's own act for it, or
// as the value of an attack.
func harmIn(s *engine.System, f model.Finished) (harmDone, bool) {
	h := harmDone{tape: f.Roll.Tape, how: f.Roll.Action}
	params := f.Roll.Params
	if f.Roll.Action == s.Harm.Action {
		h.who = f.Roll.Who
		if a, _ := s.Action(s.Harm.Action); a.Need != engine.Alone && len(f.Roll.Against) > 0 {
			h.who = f.Roll.Against[0]
		}
		v, _ := params.Get(s.Harm.Points)
		if h.n = v.Int(); h.n == 0 {
			h.n = f.Outcome.Total
		}
		if s.ID != "d6" { // its code and its weapon say how much it is, and that is known
			h.more = params.With(s.Harm.Points, engine.Value{})
		}
		return h, true
	}
	if len(f.Roll.Against) == 0 || !f.Outcome.Success {
		return h, false
	}
	h.who = f.Roll.Against[0]
	for _, v := range f.Outcome.Values {
		if v.ID == "damage" || v.ID == "ticks" {
			h.n = v.Value.Int()
		}
	}
	harm, _ := s.Action(s.Harm.Action)
	for _, path := range params.Paths() {
		if v, _ := params.Get(path); harm != nil && path != s.Harm.Points {
			if sp, ok := harm.Param(path); ok && sp.Check(v) == nil {
				h.more = h.more.With(path, v)
			}
		}
	}
	for _, c := range f.Changes { // otherwise the harm is called for
		if c.Who == h.who {
			if _, pool := s.Pool(c.Field); pool {
				return h, harm != nil
			}
		}
	}
	return h, false
}

// harmTyped types the same harm at the table as it was before, in several ways, and lets the
// dice against it fall as they did.
func harmTyped(t *testing.T, h harmDone, id string) (model.Table, bool) {
	c, _ := h.before.Character(h.who)
	said := phrase.Context{Table: h.before, Seat: gm, System: id, Who: h.who, Gate: phrase.Gate{InputsToBegin: decide.InputsToBegin}}
	var b model.Begin
	for i, line := range []string{"%[1]d dmg", "%[2]s takes %[1]d damage", "%[2]s %[1]d dmg", "%[2]s -%[1]d", "%[2]s loses %[1]d"} {
		line = fmt.Sprintf(line, h.n, c.Name)
		found := said.Read(line)
		if len(found) == 0 || found[0].WhyNot != "" {
			t.Errorf("%s: %q is %+v", id, line, found)
			return h.before, false
		}
		one, ok := found[0].Command.(model.Begin)
		if !ok || i > 0 && (one.Action != b.Action || !reflect.DeepEqual(one.Params, b.Params)) {
			t.Errorf("%s: %q does %+v, not the act of harm %+v", id, line, found[0].Command, b)
			return h.before, false
		}
		b = one
	}
	for _, path := range h.more.Paths() {
		v, _ := h.more.Get(path)
		b.Params = b.Params.With(path, v)
	}
	p := &play{TB: t, table: h.before}
	if err := p.do(gm, b); err != nil {
		t.Errorf("%s: %v", id, err)
		return h.before, false
	}
	for {
		i := slices.IndexFunc(p.table.Rolls(), func(r model.Roll) bool { return r.Who == h.who && r.Action == b.Action })
		if i < 0 {
			return p.table, true
		}
		r := p.table.Rolls()[i]
		step, err := p.table.Step(r)
		if err != nil || step.Open == nil {
			t.Fatalf("%s: %v", id, err)
		}
		a, may := step.Open.Nothing()
		for _, x := range h.tape {
			if x.ID == step.Open.ID {
				a, may = x, true
			}
		}
		if !may {
			t.Fatalf("%s: nothing answers %s", id, step.Open.ID)
		}
		p.must(model.Answer{Roll: r.ID, Question: r.Question, Answer: a})
	}
}

// harmState is all that harm has done to somebody: the sheet, the states, what is called for
// and what is due.
func harmState(t model.Table, id, who string) string {
	c, _ := t.Character(who)
	s, _ := t.Rulebook(id)
	sheet := map[string]string{}
	for _, path := range c.Pages[id].Paths() {
		if v, _ := c.Pages[id].Get(path); s.Sheet.Read(engine.Page{}).Value(path) != v {
			sheet[path] = v.String()
		}
	}
	var out []string
	for _, path := range slices.Sorted(maps.Keys(sheet)) {
		out = append(out, path+"="+sheet[path])
	}
	for _, m := range t.Marks(c, s, id) {
		out = append(out, "is "+m.Word)
	}
	for _, f := range t.FollowUps() {
		if f.Who == who && f.Action != s.Harm.Action {
			out = append(out, "is called for: "+f.Action)
		}
	}
	for _, p := range t.Pending() {
		if p.Who == who && len(p.Against) == 0 || slices.Contains(p.Against, who) {
			out = append(out, fmt.Sprintf("%s at %d", p.Action, p.Due))
		}
	}
	slices.Sort(out)
	return fmt.Sprintf("%q", out)
}

// What a player says of somebody else's character asks the gamemaster, in every rulebook and
// also of foes known by name only; granted, it is what the gamemaster would have done.
func TestHarmAskedFor(t *testing.T) {
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	for _, id := range everyRulebook() {
		p, s, _, foes := hosted(t, id, 4)
		if s.Harm.Action == "" {
			continue
		}
		start := p.table
		says := func(by model.Seat) model.Command {
			said := phrase.Context{Table: view.SeenBy(p.table, by), Seat: by, System: id, Gate: phrase.Gate{InputsToBegin: decide.InputsToBegin}}
			found := said.Read("grim 2 dmg \"fell\"")
			if len(found) == 0 || found[0].WhyNot != "" {
				t.Fatalf("%s, %s: %+v", id, by.Name, found)
			}
			return found[0].Command
		}
		p.throw = thrower(4)
		p.must(says(gm))
		want := harmState(p.table, id, foes[0])
		p.table, p.throw = start, thrower(4)
		if err := p.do(mira, says(mira)); err != nil || len(p.table.Requests) != 1 {
			t.Errorf("%s: the gamemaster is not asked: %v", id, err)
			continue
		}
		if got := harmState(p.table, id, foes[0]); got != harmState(start, id, foes[0]) {
			t.Errorf("%s: before it is granted it is %s", id, got)
		}
		p.must(model.SettleRequest{ID: p.table.Requests[0].ID})
		if got := harmState(p.table, id, foes[0]); got != want {
			t.Errorf("%s: granted, it comes to\n%s\nand not to\n%s", id, got, want)
		}
	}
}
