package model_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// salted is a table whose log provides salts, as a stored log does. Its clock is what
// everybody sees.
type salted struct {
	*play
	hash  [sha256.Size]byte
	salts []model.Salt
	acts  int
}

func newSalted(t *testing.T) *salted {
	x := &salted{play: &play{TB: t, table: model.New(rules), throw: func(d engine.Dice, _ bool) (f engine.Faces) {
		for d.Missing(f) > 0 {
			f = append(f, d.Low+len(f)%2)
		}
		return f
	}}}
	x.act(model.Make{Name: "Vault", System: "supermen"})
	return x
}

// by sends a command of a seat and appends its event to the log.
func (x *salted) by(seat model.Seat, c model.Command) {
	x.Helper()
	facts, err := decide.Decide(x.table, seat, c, x.throw)
	if err != nil {
		x.Fatalf("%T: %v", c, err)
	}
	e := model.Event{Seq: x.table.Seq() + 1, Time: time.Unix(int64(x.acts), 0).UTC(), By: seat, Facts: facts, Did: c, Salt: x.table.NextSalt()}
	body, err := json.Marshal(e)
	if err != nil {
		x.Fatal(err)
	}
	x.hash = sha256.Sum256(append(x.hash[:], body...))
	x.salts = append(x.salts, e.Salt, x.hash)
	x.table = x.table.Apply(e).WithSalt(x.hash)
}

// act does something that everybody sees.
func (x *salted) act(c model.Command) {
	x.Helper()
	x.acts++
	x.by(gm, c)
}

// joins adds a character and returns its id.
func (x *salted) joins(c model.Character, by func(model.Command)) string {
	c.Pages = map[string]engine.Page{"supermen": engine.PageOf("strength", 15, "agility", 12, "constitution", 12, "newoen", 12, "learning", 12)}
	by(model.Join{Character: c})
	all := x.table.Characters()
	return all[len(all)-1].ID
}

// anID matches an id, wherever it stands in what a seat gets.
var anID = regexp.MustCompile(`\b[rcpesqv][a-z2-7]{10}\b`)

// told returns everything that a seat gets of a table, with ids replaced by the numbers of
// their places, and the ids in that order.
func (x *salted) told(seat model.Seat) (text string, ids []string) {
	x.Helper()
	t := view.SeenBy(x.table, seat)
	raw, err := json.Marshal(t)
	if err != nil {
		x.Fatal(err)
	}
	var b strings.Builder
	b.Write(raw)
	for l := range t.Log() {
		raw, err := json.Marshal(l.Event)
		if err != nil {
			x.Fatal(err)
		}
		fmt.Fprintf(&b, "\n%s %s undone=%v", l.Event.Name(), raw, l.Undone)
		for _, f := range l.Event.Facts {
			for _, s := range view.Tell(t, f, true) {
				b.WriteString("\n" + s.Text)
			}
		}
	}
	text = anID.ReplaceAllStringFunc(b.String(), func(id string) string {
		at := slices.Index(ids, id)
		if at < 0 {
			at, ids = len(ids), append(ids, id)
		}
		return fmt.Sprintf("%c#%d", id[0], at)
	})
	return text, ids
}

// intrigued plays the same public acts, with or without secret acts in between.
func intrigued(t *testing.T, secretly bool) *salted {
	x := newSalted(t)
	secret := func(do func(by func(model.Command))) {
		if secretly {
			do(func(c model.Command) { x.by(gm, c) })
		}
	}
	lurker := ""
	hero := x.joins(model.Character{Name: "Seraph", Owner: "Bo"}, x.act)
	secret(func(by func(model.Command)) {
		lurker = x.joins(model.Character{Name: "Lurker", Hidden: true}, by)
		by(model.AddEffect{Who: lurker, Words: "waits", Until: model.ByScene})
	})
	foe := x.joins(model.Character{Name: "Sphinx", Shown: "open"}, x.act)
	secret(func(by func(model.Command)) {
		by(model.Begin{Who: foe, System: "supermen", Action: "discern", Params: engine.PageOf("hidden", true)})
	})
	x.act(model.Begin{Who: hero, System: "supermen", Action: "move"})
	secret(func(by func(model.Command)) {
		by(model.Note{Text: "the guard is bribed", Private: true})
		by(model.Begin{Who: lurker, System: "supermen", Action: "move"})
		for _, r := range x.table.Rolls() {
			if r.Who == lurker {
				by(model.Drop{Roll: r.ID})
			}
		}
	})
	x.act(model.AddEffect{Who: foe, Words: "dazed", Until: model.ByScene})
	secret(func(by func(model.Command)) { by(model.Note{Text: "nobody knows", Private: true}) })
	x.act(model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: "Cy"})
	secret(func(by func(model.Command)) {
		by(model.Edit{Who: lurker, Character: model.Character{Name: "Shade", Hidden: true}})
	})
	x.acts++
	x.by(bo, model.MakeRequest{Text: "may I fly?"})
	secret(func(by func(model.Command)) {
		by(model.GiveAwards{Own: []model.Award{{Who: lurker, What: "Souls", N: 3}}})
	})
	for _, r := range x.table.Rolls() {
		if r.Who == hero {
			x.act(model.Drop{Roll: r.ID})
		} else {
			x.by(gm, model.Drop{Roll: r.ID})
		}
	}
	group := model.Together{Each: []model.Begin{{Who: hero, System: "supermen", Action: "discern"}, {Who: foe, System: "supermen", Action: "discern"}}}
	if secretly {
		group.Each = append(group.Each, model.Begin{Who: lurker, System: "supermen", Action: "discern"})
	}
	x.act(group)
	for _, r := range x.table.Rolls() {
		x.by(gm, model.Drop{Roll: r.ID})
	}
	x.act(model.Go{Moment: x.table.Clock.Moment + 9})
	x.act(model.Begin{Who: hero, System: "supermen", Action: "discern"})
	act := x.table.Seq()
	secret(func(by func(model.Command)) { by(model.Note{Text: "nor this", Private: true}) })
	x.act(model.Amend{Event: act, Instead: model.Begin{Who: hero, System: "supermen", Action: "discern", Params: engine.PageOf("situation", 2)}})
	return x
}

// Two tables that differ only in secret acts give a player the same values except for ids,
// and the ids tell neither in which order they were made nor how many there are.
func TestIDsAreOpaque(t *testing.T) {
	plain, full := intrigued(t, false), intrigued(t, true)
	for _, seat := range []model.Seat{bo, cy, {Role: model.Watcher}} {
		was, old := plain.told(seat)
		is, now := full.told(seat)
		if was != is {
			t.Errorf("%v sees that there were secret acts:\n%s\n\nand without:\n%s", seat, is, was)
		}
		if len(old) < 5 {
			t.Fatalf("%v gets few ids: %v", seat, old)
		}
		for n := range full.table.Seq() + 9 {
			for nth := range 20 {
				for _, prefix := range []string{"r", "c", "p", "e", "s", "q", "v"} {
					if id := model.SaltOf(model.Event{Seq: n}).ID(prefix, nth); slices.Contains(now, id) && n > 1 {
						t.Errorf("%v can work out that %s is made by event %d", seat, id, n)
					}
				}
			}
		}
		seen := view.SeenBy(full.table, seat)
		for _, salt := range full.salts {
			if salt != (model.Salt{}) && holds(reflect.ValueOf(seen), salt, map[any]bool{}) {
				t.Errorf("%v gets the salt %x", seat, salt[:4])
			}
		}
	}
	if !holds(reflect.ValueOf(full.table), full.salts[5], map[any]bool{}) {
		t.Error("the whole table has no salts: the test finds none")
	}
}

// holds reports whether a value contains a salt.
func holds(v reflect.Value, salt model.Salt, seen map[any]bool) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map:
		key := [2]any{v.Type(), v.Pointer()}
		if v.IsNil() || seen[key] {
			return false
		}
		seen[key] = true
		if v.Kind() == reflect.Pointer {
			return holds(v.Elem(), salt, seen)
		}
		for i := v.MapRange(); i.Next(); {
			if holds(i.Key(), salt, seen) || holds(i.Value(), salt, seen) {
				return true
			}
		}
	case reflect.Interface:
		return !v.IsNil() && holds(v.Elem(), salt, seen)
	case reflect.Struct:
		for i := range v.NumField() {
			if holds(v.Field(i), salt, seen) {
				return true
			}
		}
	case reflect.Array:
		if v.Type() == reflect.TypeFor[model.Salt]() {
			for i := range salt {
				if uint64(salt[i]) != v.Index(i).Uint() {
					return false
				}
			}
			return true
		}
	case reflect.Slice:
		for i := range v.Len() {
			if holds(v.Index(i), salt, seen) {
				return true
			}
		}
	}
	return false
}

// An amended act gives its rolls and effects the ids that they had.
func TestIDsSurviveAmendment(t *testing.T) {
	x := newSalted(t)
	hero := x.joins(model.Character{Name: "Seraph"}, x.act)
	act := x.table.Seq() + 1
	c := model.Begin{Who: hero, System: "supermen", Action: "move"}
	x.act(c)
	began := func() (out []string) {
		for l := range x.table.LogFrom(act) {
			for _, f := range l.Event.Facts {
				switch f := f.(type) {
				case model.Opened:
					out = append(out, f.Roll.ID)
				case model.Finished:
					for _, p := range f.Later {
						out = append(out, p.ID)
					}
				}
			}
			break
		}
		return out
	}
	was := began()
	c.Params = engine.PageOf("situation", 5)
	x.act(model.Amend{Event: act, Instead: c})
	if now := began(); len(was) == 0 || !slices.Equal(was, now) {
		t.Errorf("what was called %v is called %v", was, now)
	}
	x.act(model.Amend{Event: act, Instead: model.Begin{Who: hero, System: "supermen", Action: "move", Params: engine.PageOf("situation", 6)}})
	if now := began(); !slices.Equal(was, now) {
		t.Errorf("when it is set right twice, what was called %v is called %v", was, now)
	}
}

// Nobody learns the id of a hidden character from what the character does to somebody.
func TestHiddenAttackerHasNoID(t *testing.T) {
	x := newSalted(t)
	hero := x.joins(model.Character{Name: "Seraph", Owner: "Bo"}, x.act)
	lurker := x.joins(model.Character{Name: "Lurker", Hidden: true}, x.act)
	struck := model.FollowUp{Who: hero, System: "supermen", Action: "throwback", By: lurker, Origin: model.Origin{Who: lurker, Roll: "r1"}}
	again := struck
	again.Origin.Roll = "r2"
	for _, f := range []model.FollowUp{struck, again} {
		x.table = x.table.Apply(model.Event{Seq: x.table.Seq() + 1, By: gm, Facts: []model.Fact{model.CalledFor{FollowUp: f}}})
	}
	seen := view.SeenBy(x.table, bo)
	if holds := fmt.Sprintf("%+v", seen.FollowUps()); strings.Contains(holds, lurker) {
		t.Errorf("Bo gets the id of Lurker in %s", holds)
	}
	if all := view.Choices(seen.FollowUps()); len(all) != 2 {
		t.Errorf("two blows are to be answered, and Bo sees %v", all)
	}
}

// A refusal does not name a hidden roll that keeps a character from acting.
func TestRefusalHidesHiddenRoll(t *testing.T) {
	x := newSalted(t)
	hero := x.joins(model.Character{Name: "Seraph", Owner: "Bo"}, x.act)
	other := x.joins(model.Character{Name: "Sphinx", Owner: "Bo"}, x.act)
	x.act(model.Begin{Who: hero, System: "supermen", Action: "discern", Params: engine.PageOf("hidden", true)})
	_, err := decide.Decide(x.table, bo, model.Begin{Who: hero, System: "supermen", Action: "move"}, x.throw)
	if err == nil || strings.Contains(err.Error(), "Discernment") {
		t.Errorf("Bo is told %v", err)
	}
	x.act(model.Together{Each: []model.Begin{{Who: other, System: "supermen", Action: "move"}, {Who: hero, System: "supermen", Action: "move"}}})
	if text, _ := x.told(bo); strings.Contains(text, "Discernment") {
		t.Errorf("Bo reads of a hidden roll in %s", text)
	}
}
