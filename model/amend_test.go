package model_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Amending an act gives the same table as playing the changed act and everything after it
// by hand: with the recorded commands, dice and decisions, and with the clock moved to the
// recorded moments.
func TestAmendmentEqualsReplayByHand(t *testing.T) {
	for _, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			evenings := 3
			switch {
			case *long:
				evenings = 40
			case testing.Short():
				evenings = 2
			}
			var tried, refused, compared, stopped int
			for seed := range uint64(evenings) {
				b := newRandomFight(t, 100+seed, sys.ID, 6)
				start := len(b.log)
				for range 60 {
					b.step()
				}
				for range 20 {
					c, ok := b.otherwise(start)
					if !ok {
						continue
					}
					tried++
					h := b.byHand(c)
					if b.Failed() {
						return
					}
					refused += h.refused
					compared += h.compared
					stopped += h.stopped
				}
			}
			t.Logf("%d tried, %d refused, %d compared, %d of them stopped", tried, refused, compared, stopped)
			if compared < (tried-refused)/2 || compared == 0 {
				t.Errorf("only %d of %d could be compared", compared, tried-refused)
			}
		})
	}
}

// otherwise chooses an act of the log and what should have been different.
func (b *randomFight) otherwise(from int) (model.Amend, bool) {
	e := b.log[from+b.rnd.IntN(len(b.log)-from)]
	act, why := decide.ActOf(b.table, e.Seq)
	was, begins := act.Did.(model.Begin)
	if why != "" || !begins {
		return model.Amend{}, false
	}
	c := model.Amend{Event: act.Seq, Without: true, Stop: true}
	switch b.rnd.IntN(3) {
	case 0:
		if who := b.somebody(); len(was.Against) > 0 && who.ID != was.Who {
			was.Against = []string{who.ID}
			c.Instead = was
		}
	case 1:
		a, _ := b.table.Rulebooks[was.System].Action(was.Action)
		for _, sp := range a.Form.Fields() {
			if b.rnd.IntN(3) == 0 {
				was.Params = was.Params.With(sp.ID, b.value(sp))
				c.Instead = was
			}
		}
	default:
		if g, ok := b.misread(act, b.rnd); ok {
			c.Given = []model.Given{g}
		}
	}
	return c, c.Instead != nil || c.Given != nil
}

// misread chooses a die of an act that showed something else.
func (b *randomFight) misread(act model.Event, rnd *rand.Rand) (model.Given, bool) {
	at := map[string]int{}
	for _, f := range act.Facts {
		a, ok := f.(model.Answered)
		if !ok {
			continue
		}
		other := a.Answer
		other.Faces = slices.Clone(other.Faces)
		slices.Reverse(other.Faces)
		if a.Thrown && rnd.IntN(2) == 0 {
			other.Faces[0] = 1 + other.Faces[0]%6
			if b.asks(act, a.Roll, at[a.Roll]).Check(other) == nil {
				return model.Given{Roll: a.Roll, At: at[a.Roll], Answer: other}, true
			}
		}
		at[a.Roll]++
	}
	return model.Given{}, false
}

// asks returns the question of a roll that an act began, after a number of answers.
func (b *randomFight) asks(act model.Event, id string, at int) engine.Question {
	for _, f := range act.Facts {
		if o, ok := f.(model.Opened); ok && o.Roll.ID == id {
			r, _ := b.table.AsRolled(o.Roll, act.Seq)
			for _, f := range act.Facts {
				if a, ok := f.(model.Answered); ok && a.Roll == id && len(r.Tape) < at {
					r.Tape = append(r.Tape, a.Answer)
				}
			}
			step, err := b.table.Step(r)
			if err != nil || step.Open == nil {
				b.Fatalf("%s after %d answers: %+v, %v", id, at, step, err)
			}
			return *step.Open
		}
	}
	return engine.Question{}
}

type handPlayed struct{ refused, compared, stopped int }

// hand replays the log by hand, with one act changed.
type hand struct {
	b     *randomFight
	c     model.Amend
	now   model.Table     // the table that is played by hand
	was   model.Table     // the recorded table after the same event
	faces []engine.Answer // recorded dice of the event that are not thrown yet

	logged []model.Answered // recorded answers that no fact has yet
	wrong  bool             // dice are needed that were not recorded, which nobody can play by hand
}

func (b *randomFight) byHand(c model.Amend) (out handPlayed) {
	b.Helper()
	again, halt, err := decide.PreviewAmendment(b.table, c)
	if err != nil {
		return handPlayed{refused: 1}
	}
	h := &hand{b: b, c: c, now: model.New(b.table.Rulebooks), was: model.New(b.table.Rulebooks)}
	gone := map[uint64]bool{}
	for l := range b.table.Log() {
		gone[l.Event.Seq] = l.Undone
	}
	for _, e := range b.log {
		facts := slices.DeleteFunc(slices.Clone(e.Facts), func(f model.Fact) bool {
			switch f.(type) {
			case model.Undone, model.Redone:
				return true
			}
			return gone[e.Seq]
		})
		if e.Seq >= c.Event && len(facts) > 0 {
			h.play(e)
		} else {
			h.now = h.now.Apply(model.Event{Seq: e.Seq, By: e.By, Facts: facts})
		}
		h.was = h.was.Apply(model.Event{Seq: e.Seq, By: e.By, Facts: facts})
		if halt != nil && halt.Event == e.Seq {
			out.stopped = 1
			break
		}
		if h.wrong {
			return handPlayed{}
		}
	}
	if h.wrong {
		return handPlayed{}
	}
	whole := state(b, again)
	got, want := whole, state(b, h.now)
	if len(c.Given) > 0 { // typed faces come from the thrower when it is played by hand
		got, want = strings.ReplaceAll(got, `,"typed":true`, ""), strings.ReplaceAll(want, `,"typed":true`, "")
	}
	if got != want {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		b.Errorf("%#v, halt %+v\nplayed again: %s\nby hand:      %s", c, halt, around(got, at), around(want, at))
		return out
	}
	out.compared = 1
	b.takenBack(c, whole)
	return out
}

func around(s string, at int) string { return s[max(0, at-200):min(len(s), at+80)] }

// takenBack checks that one undo undoes all of it, that redo redoes it, and that the log
// gives the same table when it is read again.
func (b *randomFight) takenBack(c model.Amend, want string) {
	p := &play{TB: b.TB, table: b.table, log: slices.Clip(b.log), back: slices.Clip(b.readAgain())}
	if p.do(gm, c) != nil {
		return // it would need new dice
	}
	before := state(b, b.table)
	p.must(model.Undo{Act: true})
	if state(b, p.table) != before {
		b.Errorf("%#v: undo does not take it back", c)
	}
	p.must(model.Redo{})
	if state(b, p.table) != want {
		b.Errorf("%#v: redo does not bring it again", c)
	}
	read := model.New(p.table.Rulebooks)
	for _, e := range p.readAgain() {
		read = read.Apply(e)
	}
	if state(b, read) != want {
		b.Errorf("%#v: the log read again says something else", c)
	}
	raw, err := json.Marshal(slices.Collect(view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Ben"}).Log()))
	if err != nil || len(raw) == 0 {
		b.Error(err)
	}
}

// play repeats what an event did.
func (h *hand) play(e model.Event) {
	h.faces, h.logged = nil, nil
	at := map[string]int{}
	for _, f := range e.Facts {
		a, ok := f.(model.Answered)
		if !ok {
			continue
		}
		if g := h.c.Given; len(g) > 0 && g[0].Roll == a.Roll && g[0].At == at[a.Roll] && e.Seq == h.c.Event {
			a.Answer = g[0].Answer
		}
		if at[a.Roll]++; a.Thrown {
			h.faces, h.logged = append(h.faces, a.Answer), append(h.logged, a)
		}
	}
	by, table := e.By, h.now
	var facts []model.Fact
	do := func(c model.Command) bool {
		more, err := decide.Decide(table, by, c, h.throw)
		if err != nil {
			return false
		}
		facts = append(facts, more...)
		table = h.now.Apply(model.Event{Seq: e.Seq, Time: time.Unix(int64(e.Seq), 0).UTC(), By: by, Facts: slices.Concat([]model.Fact{}, facts)})
		return true
	}
	var holds bool
	switch c := e.Did.(type) {
	case model.Begin:
		if e.Seq == h.c.Event {
			if h.c.Instead != nil {
				c = h.c.Instead.(model.Begin)
			}
		} else if c, holds = h.calls().inPlaceOf(c); !holds {
			break // it is no longer called for
		}
		if who, ok := h.now.Character(c.Who); ok && who.Typed {
			c.Answers, h.faces = h.faces, nil // the recorded dice of the program, typed by somebody with real dice
		}
		do(c)
	case model.Together:
		if e.Seq != h.c.Event {
			c.Each = h.calls().inPlaceOfAll(c.Each)
		}
		do(c)
	case model.Answer:
		c.Roll = h.roll(c.Roll)
		r, open := h.now.Roll(c.Roll)
		if !open {
			break
		}
		c.Question = r.Question
		if step, err := h.now.Step(r); !c.Throw && (err != nil || step.Open == nil || step.Open.ID != c.Answer.ID || step.Open.Check(c.Answer) != nil) {
			h.wrong = step.Open == nil || step.Open.ID != c.Answer.ID // it stops at another question, or was answered elsewhere
			break
		}
		do(c)
	case model.Next:
		h.next(e, &table, do)
	case model.Drop:
		c.Roll = h.roll(c.Roll)
		do(c)
	case model.Cancel:
		c.Pending = h.pending(c.Pending)
		do(c)
	case model.Delay:
		c.Pending = h.pending(c.Pending)
		do(c)
	default:
		do(c)
	}
	if facts == nil {
		facts = []model.Fact{}
	}
	h.wrong = h.wrong || !h.fell(facts)
	h.now = h.now.Apply(model.Event{Seq: e.Seq, By: by, Facts: facts})
}

// fell reports whether facts have the recorded dice, except for a die that was misread; in
// a group each member has its own.
func (h *hand) fell(facts []model.Fact) bool {
	several := slices.ContainsFunc(h.logged, func(a model.Answered) bool { return a.Who != h.logged[0].Who })
	for _, f := range facts {
		if a, ok := f.(model.Answered); ok && a.Thrown {
			if len(h.logged) == 0 || h.logged[0].Answer.ID != a.Answer.ID || several && h.logged[0].Who != a.Who {
				return false
			}
			h.logged = h.logged[1:]
		}
		if f.Kind() == "roll-parked" && len(h.logged) > 0 {
			return false // the dice belong to another question
		}
	}
	return true
}

// next moves the clock to the recorded moment.
func (h *hand) next(e model.Event, table *model.Table, do func(model.Command) bool) {
	after := h.was.Apply(model.Event{Seq: e.Seq, By: e.By, Facts: e.Facts})
	if to := after.Clock.Moment; to != h.was.Clock.Moment && decide.NextMoment(h.now) > to {
		do(model.Go{Moment: to})
		return
	}
	do(model.Next{})
	if to := after.Clock.Moment; to != h.was.Clock.Moment && table.Clock.Moment != to && len(table.Rolls()) == 0 {
		h.wrong = true // several commands take the place of one, so ids differ
	}
}

// pending returns the pending action that takes the place of a recorded id.
func (h *hand) pending(id string) string {
	then := h.was.Pending()
	i := slices.IndexFunc(then, func(p model.Pending) bool { return p.ID == id })
	if i < 0 {
		return id
	}
	now := h.now.Pending()
	same := func(p model.Pending) bool {
		return p.Who == then[i].Who && p.Action == then[i].Action && p.Of == then[i].Of
	}
	n := bestOf(now,
		func(p model.Pending) bool { return same(p) && p.ID == id },
		func(p model.Pending) bool { return same(p) && p.Start == then[i].Start })
	if n >= 0 {
		return now[n].ID
	}
	return "none"
}

// roll returns the open roll that takes the place of a recorded id.
func (h *hand) roll(id string) string {
	then, _ := h.was.Roll(id)
	for _, r := range h.now.Rolls() {
		if r.Who == then.Who && r.Action == then.Action && r.Moment == then.Moment {
			return r.ID
		}
	}
	return id
}

// calls are the recorded and the present follow-ups that nothing has taken up.
type calls struct{ then, now []model.FollowUp }

func (h *hand) calls() *calls { return &calls{then: h.was.FollowUps(), now: h.now.FollowUps()} }

// inPlaceOf returns an action that took up a follow-up with the values of the present
// follow-up, and false if there is none.
func (x *calls) inPlaceOf(c model.Begin) (model.Begin, bool) {
	is := func(f model.FollowUp) bool {
		return f.Who == c.Who && f.System == c.System && f.Action == c.Action && (len(f.Against) == 0 || len(c.Against) == 0 || slices.Equal(f.Against, c.Against))
	}
	just := func(f model.FollowUp) bool { return is(f) && f.Params.Equal(c.Params) }
	i := bestOf(x.then, just, is)
	take := func(list []model.FollowUp, at int) []model.FollowUp {
		return slices.DeleteFunc(slices.Clone(list), func(f model.FollowUp) bool { return f.Equal(list[at]) || f.AlternativeTo(list[at]) })
	}
	if i < 0 {
		if n := bestOf(x.now, just, is); n >= 0 {
			x.now = take(x.now, n)
		}
		return c, true
	}
	then := x.then[i]
	x.then = take(x.then, i)
	n := bestOf(x.now,
		func(f model.FollowUp) bool { return is(f) && f.Origin == then.Origin && f.Params.Equal(then.Params) },
		func(f model.FollowUp) bool { return is(f) && f.Origin == then.Origin },
		func(f model.FollowUp) bool {
			elses := func(g model.FollowUp) bool { return g.Who == f.Who && g.Action == f.Action && g.Origin == f.Origin }
			return f.System == c.System && f.Action == c.Action && f.Origin == then.Origin && !slices.ContainsFunc(x.then, elses)
		})
	if n < 0 {
		return c, false
	}
	c = carried(c, x.now[n], then)
	x.now = take(x.now, n)
	return c, true
}

// inPlaceOfAll does the same for several actions and leaves out those that are no longer
// called for.
func (x *calls) inPlaceOfAll(each []model.Begin) (out []model.Begin) {
	for _, c := range each {
		if c, holds := x.inPlaceOf(c); holds {
			out = append(out, c)
		}
	}
	return out
}

// bestOf returns the index of the first item that satisfies the earliest of several
// wishes.
func bestOf[T any](list []T, best ...func(T) bool) int {
	for _, is := range best {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return i
		}
	}
	return -1
}

// carried sets the parameters that the present follow-up carries.
func carried(c model.Begin, now, then model.FollowUp) model.Begin {
	if c.Who == then.Who {
		c.Who = now.Who
	}
	if slices.Equal(c.Against, then.Against) {
		c.Against = now.Against
	}
	for _, path := range then.Params.Paths() {
		old, _ := then.Params.Get(path)
		if v, _ := c.Params.Get(path); v == old {
			c.Params = c.Params.With(path, engine.Value{})
		}
	}
	for _, path := range now.Params.Paths() {
		if _, typed := c.Params.Get(path); !typed {
			v, _ := now.Params.Get(path)
			c.Params = c.Params.With(path, v)
		}
	}
	return c
}

// throw returns the recorded dice, except for those that were misread.
func (h *hand) throw(d engine.Dice, hidden bool) engine.Faces {
	if len(h.faces) == 0 || h.faces[0].Dice != d.String() {
		h.wrong = true
		return h.b.throw(d, hidden)
	}
	out := h.faces[0]
	h.faces = h.faces[1:]
	return out.Faces
}
