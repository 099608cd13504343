package model_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// randomFight is a table on which random things happen.
type randomFight struct {
	*play
	rnd   *rand.Rand
	force bool // the last command was one that the gamemaster forced
}

func newRandomFight(tb testing.TB, seed uint64, system string, fighters int) *randomFight {
	b := &randomFight{play: &play{TB: tb, table: model.New(rulesWith(tb, system)), throw: thrower(seed)}, rnd: rand.New(rand.NewPCG(seed, 7))}
	b.must(model.Make{Name: "Brawl", System: system})
	b.must(model.Scene{Place: "The yard"})
	for i := range fighters {
		b.recruit(i)
	}
	return b
}

// recruit adds a character from a template. Every other one is of the table's rulebook,
// and some have sheets of two.
func (b *randomFight) recruit(i int) {
	all := b.table.Rulebooks
	names := slices.Sorted(func(yield func(string) bool) {
		for id := range all {
			if !yield(id) {
				return
			}
		}
	})
	system := b.table.System
	if i%2 == 1 {
		system = names[i/2%len(names)]
	}
	pages := map[string]engine.Page{}
	for _, id := range []string{system, names[b.rnd.IntN(len(names))]} {
		tpl := all[id].Templates
		pages[id] = tpl[b.rnd.IntN(len(tpl))].Page
	}
	b.must(model.Join{Character: model.Character{Name: "Fighter " + itoa(i), Typed: i%7 == 3, Pages: pages}})
}

func (b *randomFight) somebody() *model.Character {
	all := b.table.Characters()
	if len(all) == 0 {
		return &model.Character{}
	}
	return all[b.rnd.IntN(len(all))]
}

// step does one random thing, which may be refused.
func (b *randomFight) step() {
	b.force = false
	if b.table.RedoAct() != nil && b.rnd.IntN(3) > 0 {
		_ = b.do(gm, model.Redo{})
		return
	}
	if rolls := b.table.Rolls(); len(rolls) > 0 && b.rnd.IntN(4) > 0 {
		b.answer(rolls[b.rnd.IntN(len(rolls))])
		return
	}
	if b.rnd.IntN(2) == 0 {
		for range 8 { // until a command is not refused
			c := b.action(b.somebody())
			if b.do(gm, c) == nil {
				begin, ok := c.(model.Begin)
				b.force = ok && begin.Force
				return
			}
		}
	}
	_ = b.do(gm, b.wish())
}

// answer answers a roll at random, or drops it.
func (b *randomFight) answer(r model.Roll) {
	step, err := b.table.Step(r)
	if err != nil || r.Parked != "" || step.Open == nil {
		_ = b.do(gm, model.Drop{Roll: r.ID, Why: "parked"})
		return
	}
	if step.Open.Wants == engine.Throwing {
		_ = b.do(gm, model.Answer{Roll: r.ID, Question: r.Question, Throw: true})
		return
	}
	a, _ := step.Open.Nothing()
	if q := step.Open; q.Wants == engine.Sharing && len(q.Uses) > 0 {
		s := q.Uses[b.rnd.IntN(len(q.Uses))]
		n := b.rnd.IntN(q.Total + 1)
		if s.Most > 0 {
			n = min(n, s.Most)
		}
		if s.WhyNot == "" && (s.Each < 2 || n%s.Each == 0) {
			a.Give = engine.Shares{s.ID: n}
		}
	} else if q.Wants == engine.Picking {
		if o := q.Options[b.rnd.IntN(len(q.Options))]; o.WhyNot == "" {
			a.Pick = o.ID
		}
	}
	if b.do(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a}) != nil {
		_ = b.do(gm, model.Drop{Roll: r.ID, Why: "stuck"})
	}
}

func (b *randomFight) wish() model.Command {
	who := b.somebody()
	switch n := 30 + b.rnd.IntN(70); {
	case n < 55:
		return model.Next{}
	case n < 63:
		return model.Undo{}
	case n < 67:
		return model.Redo{}
	case n < 69:
		return model.Back{}
	case n < 72:
		return model.Go{Moment: b.table.Clock.Moment + 1 + b.rnd.IntN(60)}
	case n < 74:
		return model.RollOrder{Quick: b.rnd.IntN(2) == 0}
	case n < 76:
		return model.MoveTurn{Who: who.ID, To: b.rnd.IntN(len(b.table.Characters()) + 1)}
	case n < 78:
		return model.Declare{Who: who.ID, Actions: b.rnd.IntN(4)}
	case n < 80:
		return model.Wait{Who: who.ID, Words: "the door opens"}
	case n < 81:
		return model.StepIn{Who: who.ID}
	case n < 82:
		return model.Scene{Place: "Elsewhere"}
	}
	return b.rarer(who)
}

func (b *randomFight) rarer(who *model.Character) model.Command {
	pending := b.table.Pending()
	effects := b.table.ActiveEffects()
	switch n := b.rnd.IntN(18); {
	case n < 4:
		until := []model.Until{model.ByAction, model.ByNext, model.ByTurn, model.ByMoment, model.ByTime, model.ByScene, model.ByTreated}
		return model.AddEffect{Who: who.ID, Words: "lucky", Until: until[b.rnd.IntN(len(until))], At: b.table.Clock.Moment + b.rnd.IntN(80),
			Of: b.somebody().ID, Rounds: b.rnd.IntN(3), Adds: b.added(who)}
	case n < 5 && len(effects) > 0:
		return model.EndEffect{Effect: effects[b.rnd.IntN(len(effects))].Effect}
	case n < 7 && len(pending) > 0:
		return model.Cancel{Pending: pending[b.rnd.IntN(len(pending))].ID}
	case n < 9 && len(pending) > 0:
		if p := pending[b.rnd.IntN(len(pending))]; p.Action != "rested" { // the end of a round is no action
			return model.Delay{Pending: p.ID, Due: b.table.Clock.Moment + b.rnd.IntN(30)}
		}
	case n < 10:
		return model.Leave{Who: who.ID}
	case n < 12:
		for _, c := range view.LeftCharacters(b.table) {
			return model.Return{Who: c.ID}
		}
	case n < 13:
		return model.Rest{Who: []string{who.ID}, Span: "round", Times: 1 + b.rnd.IntN(3)}
	case n < 14:
		return model.Rest{Who: []string{who.ID}, Span: "hour", Times: 1 + b.rnd.IntN(3)}
	case n < 15:
		return model.Reorder{Who: who.ID, To: b.rnd.IntN(4)}
	case n < 16 && b.rnd.IntN(2) == 0:
		return b.together(who)
	case n < 16 && b.rnd.IntN(4) == 0:
		return model.Rename{Name: "Brawl", System: []string{b.table.System, "d6", "supermen"}[b.rnd.IntN(3)]}
	}
	return model.Note{Text: "so it goes"}
}

// together lets several characters do what one of them could do.
func (b *randomFight) together(who *model.Character) model.Command {
	first, ok := b.action(who).(model.Begin)
	if !ok {
		return model.Next{}
	}
	c := model.Together{Each: []model.Begin{first}, Asks: b.rnd.IntN(2) == 0}
	for range b.rnd.IntN(4) {
		next := first
		next.Who = b.somebody().ID
		c.Each = append(c.Each, next)
	}
	return c
}

// added returns what an effect adds to some numbers of a sheet.
func (b *randomFight) added(who *model.Character) []model.Add {
	var all []model.Add
	for _, id := range who.Systems() {
		s := b.table.Rulebooks[id]
		for _, sp := range s.Sheet.Fields() {
			all = append(all, model.Add{System: id, Field: sp.ID})
		}
		for _, l := range s.Sheet.Lists() {
			for _, row := range who.Pages[id].RowIDs(l.ID) {
				for _, sp := range l.Columns {
					all = append(all, model.Add{System: id, Field: l.ID + "/" + row + "/" + sp.ID})
				}
			}
		}
	}
	all = slices.DeleteFunc(all, func(a model.Add) bool { _, may := b.table.Rulebooks[a.System].Modifiable(a.Field); return !may })
	var out []model.Add
	for range b.rnd.IntN(4) {
		if len(all) > 0 {
			a := all[b.rnd.IntN(len(all))]
			a.N = 1 + b.rnd.IntN(5)
			if b.rnd.IntN(2) == 0 {
				a.N = -a.N
			}
			out = append(out, a)
		}
	}
	return out
}

// action begins something that a character can do, against random opponents.
func (b *randomFight) action(who *model.Character) model.Command {
	books := who.Systems()
	if len(books) == 0 {
		return model.Next{}
	}
	if calls := b.table.FollowUps(); len(calls) > 0 && b.rnd.IntN(4) == 0 {
		f := calls[b.rnd.IntN(len(calls))]
		return model.Begin{Who: f.Who, System: f.System, Action: f.Action, Against: f.Against, Params: f.Params}
	}
	s := b.table.Rulebooks[books[b.rnd.IntN(len(books))]]
	ids := s.ActionIDs()
	a, _ := s.Action(ids[b.rnd.IntN(len(ids))])
	c := model.Begin{Who: who.ID, System: s.ID, Action: a.ID, Force: b.rnd.IntN(8) == 0}
	for _, sp := range a.Form.Fields() {
		if sp.RowsOf != "" && b.rnd.IntN(2) == 0 {
			c.Params = c.Params.With(sp.ID, b.row(who.Pages[s.ID], sp))
		} else if b.rnd.IntN(5) == 0 {
			c.Params = c.Params.With(sp.ID, b.value(sp))
		}
	}
	faced := 1
	if a.Need == engine.MayFaceMany {
		faced += b.rnd.IntN(3)
	}
	for range faced {
		if o := b.somebody(); a.Need != engine.Alone && o.ID != who.ID && !slices.Contains(c.Against, o.ID) {
			c.Against = append(c.Against, o.ID)
		}
	}
	return c
}

// row returns a row of a sheet: a skill, a weapon, a power.
func (b *randomFight) row(p engine.Page, sp *engine.Spec) engine.Value {
	ids := p.RowIDs(sp.RowsOf)
	if len(ids) == 0 {
		return engine.Value{}
	}
	return engine.ValueOf(ids[b.rnd.IntN(len(ids))])
}

// value returns a value for a parameter, near its bounds or between them.
func (b *randomFight) value(sp *engine.Spec) engine.Value {
	switch {
	case len(sp.Options) > 0:
		return engine.ValueOf(sp.Options[b.rnd.IntN(len(sp.Options))])
	case sp.Kind == engine.Int:
		return engine.ValueOf(max(sp.Least, min(sp.Most, b.rnd.IntN(12)-2)))
	case sp.Kind == engine.Bool:
		return engine.ValueOf(b.rnd.IntN(2) == 0)
	}
	return engine.Value{}
}

// TestRandomFights plays at random with each rulebook's timeline, a thousand steps with
// -long, and checks after every step what must always hold. Rulebooks that are texts get
// fewer steps.
func TestRandomFights(t *testing.T) {
	var all []string
	for _, sys := range systems.All() {
		all = append(all, sys.ID)
	}
	for _, system := range append(all, books.IDs()...) {
		t.Run(system, func(t *testing.T) {
			steps := often(200, 1000)
			if _, isText := books.Text(system); isText && !*long {
				steps /= 2
			}
			b := newRandomFight(t, uint64(len(system)), system, 8)
			ledger, fair := newLedger(), newFairness()
			for i := range steps {
				before, n := b.table, len(b.log)
				b.step()
				for _, e := range b.log[n:] {
					ledger.watch(t, before, e)
					fair.watch(t, before, e, b.force)
					after := before.Apply(e)
					fallen(t, before, after, e)
					before = after
				}
				b.bounds(i)
				if i%100 == 99 {
					b.folds(i)
				}
				if t.Failed() {
					return
				}
			}
			fair.startsOne(t, b.table)
			fair.restsInTime(t, b.table)
			b.goesOn()
		})
	}
}

// fallen checks that whoever an event fells does nothing any more: what is due later, and is
// not what somebody else does to them, a rest or a turn, is called off by the same event, and
// told in one line.
func fallen(t *testing.T, before, after model.Table, e model.Event) {
	for _, f := range e.Facts {
		switch f.(type) {
		case model.Undone, model.Redone, model.Amended:
			return
		}
	}
	for _, c := range after.Characters() {
		was, here := before.Character(c.ID)
		for _, sys := range c.Systems() {
			if !here || !after.IsDownIn(c, sys) || before.IsDownIn(was, sys) {
				continue
			}
			for _, p := range after.Pending() {
				own := p.Who == c.ID && p.System == sys && len(p.Against) == 0 && !p.Passive && p.Due > after.Clock.Moment && !after.IsTurn(p)
				if own && !slices.ContainsFunc(after.Rulebooks[sys].Time.Between.Rests, func(r engine.Rest) bool { return r.Action == p.Of }) {
					t.Errorf("event %d: %s is %s, and goes on with %s", e.Seq, c.Name, after.DownWord(c, sys), p.Action)
				}
			}
			told := 0
			for _, line := range view.Narration(after, e.Seq, false) {
				if strings.Contains(line, c.Name+"'s") && strings.Contains(line, "called off: "+after.DownWord(c, sys)) {
					told++
				}
			}
			if told > 1 {
				t.Errorf("event %d: it is told %d times that %s is down", e.Seq, told, c.Name)
			}
		}
	}
}

// folds checks that the same log gives the same table, and that undone events have no
// effect.
func (b *randomFight) folds(step int) {
	again, without := model.New(b.table.Rulebooks), model.New(b.table.Rulebooks)
	gone := map[uint64]bool{}
	for l := range b.table.Log() {
		gone[l.Event.Seq] = l.Undone
	}
	for _, read := range b.readAgain() {
		again = again.Apply(read)
		kept := slices.DeleteFunc(slices.Clone(read.Facts), func(f model.Fact) bool {
			switch f.(type) {
			case model.Undone, model.Redone:
				return true
			}
			return gone[read.Seq]
		})
		without = without.Apply(model.Event{Seq: read.Seq, Time: time.Time{}, By: read.By, Facts: kept})
	}
	now := state(b, b.table)
	if state(b, again) != now {
		b.Errorf("step %d: the log read again folds to another table", step)
	}
	if got := state(b, without); got != now {
		b.Errorf("step %d: the table is not the fold without what is undone:\n%s\n%s", step, got, now)
	}
	if snap, err := b.table.Snapshot(); err != nil {
		b.Error(err)
	} else if t, err := b.table.Restore(snap, b.table.Seq()); err != nil || state(b, t) != now {
		b.Errorf("step %d: the snapshot gives another table: %v", step, err)
	}
}

// wasRaised reports whether an effect that is undone raised a number of somebody: more of a
// pool may have been spent since than it holds.
func (b *randomFight) wasRaised(who, system, field string) bool {
	raises := func(a model.Add) bool { return a.System == system && a.Field == field && a.N > 0 }
	return slices.ContainsFunc(b.log, func(e model.Event) bool {
		return b.table.UndoneEvents[e.Seq] && slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
			x, began := f.(model.EffectBegan)
			return began && x.Effect.Who == who && slices.ContainsFunc(x.Effect.Does, raises)
		})
	})
}

// bounds checks that every pool is within its bounds or that the rulebook marks the
// character, and that every value fits its field.
func (b *randomFight) bounds(step int) {
	for _, c := range b.table.Characters() {
		for _, sys := range c.Systems() {
			s := b.table.Rulebooks[sys]
			if err := s.Sheet.Check(c.Pages[sys]); err != nil {
				b.Errorf("step %d: %s, %s: %v", step, c.Name, sys, err)
			}
			for _, p := range s.Pools {
				now, full := p.Now(s.Sheet.Read(c.Pages[sys])), p.Full.Of(s.Sheet.Read(c.Pages[sys]))
				if now > full {
					b.Errorf("step %d: %s has %d of %d %s", step, c.Name, now, full, p.Label)
				}
				inForce := b.table.View(c, sys)
				if p.Now(inForce.Sheet) < 0 && s.Marks != nil && len(s.Marked(inForce)) == 0 && !b.wasRaised(c.ID, sys, p.Full.ID) {
					b.Errorf("step %d: %s has %d %s and no mark", step, c.Name, now, p.Label)
				}
			}
		}
	}
}

// goesOn checks that the clock never gets stuck: with every roll dropped it passes
// everything that is pending.
func (b *randomFight) goesOn() {
	for range 400 {
		for _, r := range b.table.Rolls() {
			_ = b.do(gm, model.Drop{Roll: r.ID, Why: "the end"})
		}
		was := b.table.Clock
		b.must(model.Next{})
		if now := b.table.Clock; now.Moment == was.Moment && now.Turn == was.Turn && len(b.log[len(b.log)-1].Facts) == 0 {
			b.Fatal("the clock sticks")
		}
	}
	for _, p := range b.table.Pending() {
		if p.Due < b.table.Clock.Moment {
			b.Errorf("%s of %s was due at %d and it is %d", p.Action, p.Who, p.Due, b.table.Clock.Moment)
		}
	}
}

// A decision changes its table by facts alone: the table that it returns is the one that
// its facts give.
func TestDecisionsAreTheirFacts(t *testing.T) {
	for _, system := range []string{"supermen", "d6", "trip"} {
		b := newRandomFight(t, 21, system, 6)
		for step := range 200 {
			b.step()
			wish := b.wish()
			if step%3 == 0 {
				wish = model.Go{Moment: b.table.Clock.Moment + 200} // over moments at which nothing comes to pass
			}
			facts, decided, err := decide.Result(b.table, gm, wish, b.throw)
			if err != nil {
				continue
			}
			switch wish.(type) {
			case model.Undo, model.Redo, model.Back:
				continue // folds the table anew, which deciding it does not
			}
			folded := b.table.Apply(model.Event{Seq: b.table.Seq() + 1, By: gm, Facts: facts})
			decided.State.Rolls = decided.Rolls()
			for i := range decided.State.Rolls { // a question is named after its event, which decided is without
				if i < len(folded.State.Rolls) {
					decided.State.Rolls[i].Question = folded.State.Rolls[i].Question
				}
			}
			if got, want := state(t, decided), state(t, folded); got != want {
				t.Fatalf("%s, step %d: %#v was decided on\n%s\nand its facts come to\n%s", system, step, wish, got, want)
			}
		}
	}
}
