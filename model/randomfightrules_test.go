package model_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// fairness checks what must hold in any fight, whatever its rulebook: nobody begins two
// things at once, nothing is paid for without an effect, and no count outlives its scene.
type fairness struct {
	forced map[string]bool // rolls that the gamemaster let begin although another action was under way
}

func newFairness() *fairness { return &fairness{forced: map[string]bool{}} }

// watch checks one event. With force its sender may begin an action although another is
// under way.
func (f *fairness) watch(t *testing.T, before model.Table, e model.Event, force bool) {
	t.Helper()
	took := slices.ContainsFunc(e.Facts, func(x model.Fact) bool { return x.Kind() == "undone" || x.Kind() == "redone" })
	if after := before.Apply(e); after.Clock.Scene > before.Clock.Scene && !took {
		f.sceneIsOver(t, after, e)
	}
	for _, fact := range e.Facts {
		switch x := fact.(type) {
		case model.Opened:
			if force {
				f.forced[x.Roll.ID] = true
			} else {
				f.oneAtATime(t, before, e, x.Roll)
			}
		case model.Finished:
			f.paysForSomething(t, before, e, x)
		}
	}
}

// prices are the parameters that spend something, the fields that it is taken from and,
// where the odds may not change (a d6 is the same with +5 and +6), the note in which it is
// counted.
var prices = []struct{ system, param, none, field, counted string }{
	{"trip", "focus", "none", "_spent", "bonuses: "},
	{"d6", "fate", "no", "fate_points", ""},
	{"d6", "cp", "0", "character_points", ""},
}

// paysForSomething computes the odds of a roll that spent something again without that.
// They must differ.
func (f *fairness) paysForSomething(t *testing.T, before model.Table, e model.Event, x model.Finished) {
	t.Helper()
	for _, p := range prices {
		v, written := x.Roll.Params.Get(p.param)
		if x.Roll.System != p.system || !written || v.String() == p.none || !spends(x, p.field) {
			continue
		}
		in, err := inputsOf(before, x.Roll)
		if err != nil {
			t.Errorf("event %d: %v", e.Seq, err)
			return
		}
		free := in
		free.Params = in.Params.With(p.param, engine.Value{})
		if p.counted != "" && working(in, p.counted) != working(free, p.counted) {
			continue
		}
		with, err := engine.Odds(in, nil, nil)
		if err != nil {
			continue // too many dice to count
		}
		without, err := engine.Odds(free, nil, nil)
		if err == nil && reflect.DeepEqual(with.Totals, without.Totals) && reflect.DeepEqual(with.Grades, without.Grades) {
			t.Errorf("event %d: %s %s of %s pays for %s=%s, which changes nothing: %v",
				e.Seq, x.Roll.System, x.Roll.Action, before.NameOf(x.Roll.Who), p.param, v, x.Notes)
		}
	}
}

// working returns the note of a roll that begins with a word, up to its dice.
func working(in engine.Inputs, lead string) string {
	step, _ := engine.Run(in, nil)
	for _, n := range step.Notes {
		if strings.HasPrefix(n, lead) {
			return n
		}
	}
	return ""
}

// spends reports whether the roller has less of something or has spent more of something.
func spends(x model.Finished, field string) bool {
	return slices.ContainsFunc(x.Changes, func(c model.Change) bool {
		if c.Who != "" && c.Who != x.Roll.Who || !strings.HasSuffix(c.Field, field) || c.Field == "luck_spent" {
			return false
		}
		less := c.To.Int() < c.From.Int()
		return less != strings.HasSuffix(field, "_spent")
	})
}

// inputsOf returns the inputs of a roll that was open or began before an event.
func inputsOf(before model.Table, r model.Roll) (engine.Inputs, error) {
	if open, ok := before.Roll(r.ID); ok {
		return before.InputsOf(open)
	}
	return decide.Inputs(before, r.Who, r.Against, r.System, r.Action, r.Params)
}

// ofScene are the marks of what belongs to a scene.
var ofScene = []string{"dull", "contest", "lost", "actions", "defence", "defense", "move-defense", "related",
	"surprised", "startled", "focused", "holding-breath"}

func (f *fairness) sceneIsOver(t *testing.T, after model.Table, e model.Event) {
	t.Helper()
	for _, c := range after.Characters() {
		for _, sys := range c.Systems() {
			for _, m := range after.Rulebooks[sys].Marked(after.View(c, sys)) {
				if kind, _, _ := strings.Cut(m.ID, "/"); slices.Contains(ofScene, kind) {
					t.Errorf("event %d: a new scene, and %s is still marked %q", e.Seq, c.Name, m.Word)
				}
			}
		}
	}
	if c := after.Clock; c.Turn != "" || len(c.Scores)+len(c.Waiting) > 0 {
		t.Errorf("event %d: a new scene, and the clock is %+v", e.Seq, c)
	}
	if f := after.FollowUps(); len(f) > 0 {
		t.Errorf("event %d: a new scene, and %+v is called for", e.Seq, f)
	}
}

// oneAtATime checks an action that keeps its character busy: no other one of that kind is
// under way.
func (f *fairness) oneAtATime(t *testing.T, before model.Table, e model.Event, r model.Roll) {
	t.Helper()
	a, _ := before.Rulebooks[r.System].Action(r.Action)
	if a.Mode != engine.Active || r.Pending != "" || r.Series != nil || r.Moment != before.Clock.Moment {
		return
	}
	for _, p := range before.Pending() {
		if p.Who == r.Who && !p.Passive && p.Due > before.Clock.Moment {
			t.Errorf("event %d: %s begins %s, and %s is under way until %d", e.Seq, before.NameOf(r.Who), r.Action, p.Of, p.Due)
		}
	}
}

// started is what a character did, and a number: when, or for how long.
type started struct {
	who, what string
	n         int
}

// startsOne checks the log at the end: where a rulebook counts units upwards, nobody
// starts two actions in one unit.
func (f *fairness) startsOne(t *testing.T, end model.Table) {
	t.Helper()
	starts, made := map[started]string{}, ""
	for _, l := range inOneTime(end) {
		for _, fact := range l.Event.Facts {
			if m, begins := fact.(model.Made); begins {
				made = m.System
			}
			x, ok := fact.(model.Finished)
			if !ok || x.Roll.Pending != "" || x.Roll.Series != nil || f.forced[x.Roll.ID] {
				continue
			}
			s := end.Rulebooks[x.Roll.System]
			a, _ := s.Action(x.Roll.Action)
			if s.Time.PerRound == 0 || s.Time.Down || made != s.ID || len(x.Later) == 0 || a.Mode == engine.Instant {
				continue // an action that takes no time starts nothing
			}
			key := started{who: x.Roll.Who, what: s.ID, n: x.Roll.Moment}
			if was := starts[key]; was != "" && (was != "move" || a.ID != "jump") && (was != "jump" || a.ID != "move") {
				t.Errorf("event %d: %s starts %s at %d, and %s too", l.Event.Seq, end.NameOf(x.Roll.Who), a.ID, x.Roll.Moment, was)
			}
			starts[key] = a.ID
		}
	}
}

// inOneTime returns the events that are not undone, up to where the table keeps another
// rulebook's time and moments mean something else.
func inOneTime(end model.Table) []model.LogLine {
	var out []model.LogLine
	for _, l := range oldestFirst(end) {
		if slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool { return f.Kind() == "table-named" }) {
			break
		}
		if !l.Undone {
			out = append(out, l)
		}
	}
	return out
}

// spans are the times after which something is given back, in segments: a round of rest,
// and what a Healing Roll is made for.
var spans = map[string]int{"rested": 50, "hour": 15_000, "day": 360_000, "month": 30 * 360_000}

// restsInTime checks the log at the end: nobody gets anything back more often than the
// time that has passed allows. An hour without a roll may be made up for later.
func (f *fairness) restsInTime(t *testing.T, end model.Table) {
	t.Helper()
	times := map[started]int{}
	for _, l := range inOneTime(end) {
		for _, fact := range l.Event.Facts {
			if made, begins := fact.(model.Made); begins && made.System != "supermen" {
				return
			}
			x, ok := fact.(model.Finished)
			if !ok || x.Roll.System != "supermen" || x.Roll.Action != "heal" && x.Roll.Action != "rested" || !x.Outcome.Success {
				continue
			}
			every, kind := x.Roll.Action, "body"
			if every == "heal" {
				every = "hour"
			}
			if v, written := x.Roll.Params.Get("every"); written {
				every = v.Text()
			}
			if v, written := x.Roll.Params.Get("kind"); written {
				kind = v.Text()
			}
			key := started{who: x.Roll.Who, what: kind, n: spans[every]}
			if times[key]++; (times[key]-1)*spans[every] > x.Roll.Moment {
				t.Errorf("event %d: by the %s %s has got something back %d times up to %d",
					l.Event.Seq, every, end.NameOf(x.Roll.Who), times[key], x.Roll.Moment)
			}
		}
	}
}
