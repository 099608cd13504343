package model_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// intrigue is a random fight full of secrets. Texts about a character carry a mark of that
// character; hidden rolls and private notes have marks of their own.
type intrigue struct {
	*randomFight
	cast   []string              // everybody who was ever at the table
	hidden []string              // marks of hidden rolls
	notes  map[string]model.Seat // private notes, and who wrote them
	noted  map[string]bool       // characters about whom notes were written
	shown  map[model.Seat]model.Table
	right  int // how many acts were amended
}

var (
	bo    = model.Seat{Role: model.Player, Name: "Bo"}
	cy    = model.Seat{Role: model.Player, Name: "Cy"}
	eyes  = []model.Seat{bo, cy, {Role: model.Watcher}, {}, {Role: "observer", Name: "Bo"}}
	marks = 0
)

func markOf(id string) string { return "‹of " + id + "›" }

// notesMark marks the notes about a character, which its player reads, and gmMark those of
// the gamemaster, which nobody else does.
func notesMark(id string) string { return "‹notes of " + id + "›" }

func gmMark(id string) string { return "‹gm of " + id + "›" }

// within returns the mark of what only seats that see a character's sheet may know.
func within(id string) string { return "‹in " + id + "›" }

func newIntrigue(t *testing.T, seed uint64, system string) *intrigue {
	x := &intrigue{randomFight: &randomFight{play: &play{TB: t, table: model.New(allRules()), throw: thrower(seed)}, rnd: rand.New(rand.NewPCG(seed, 9))},
		notes: map[string]model.Seat{}, noted: map[string]bool{}, shown: map[model.Seat]model.Table{}}
	x.must(model.Make{Name: "Intrigue", System: system})
	for i := range 8 {
		x.recruit(i)
		who := x.table.Characters()[i]
		x.cast = append(x.cast, who.ID)
		x.describe(who, []string{"", "Bo", "", "Cy"}[i%4], i%3 == 0)
		x.marksPages(who)
	}
	return x
}

// marksPages marks all names on a character's sheets, except those that an open defence
// shows.
func (x *intrigue) marksPages(who *model.Character) {
	for _, id := range who.Systems() {
		s, page := allRules()[id], who.Pages[id]
		for _, path := range page.Paths() {
			list, _, _ := strings.Cut(path, "/")
			if sp, ok := s.Sheet.Field(path); ok && sp.Kind == engine.Text && sp.Options == nil && !slices.Contains(s.Defence, list) {
				v, _ := page.Get(path)
				if marked := engine.ValueOf(v.Text() + within(who.ID)); sp.Check(marked) == nil {
					page = page.With(path, marked)
				}
			}
		}
		x.must(model.PutPage{Who: who.ID, System: id, Page: &page, Why: within(who.ID)})
	}
}

// describe marks a character and hides or reveals it.
func (x *intrigue) describe(who *model.Character, owner string, hidden bool) {
	c := *who
	c.Name, c.Owner, c.Hidden = "Fighter "+markOf(who.ID), owner, hidden
	if x.rnd.IntN(3) > 0 {
		c.Notes, c.GMNotes = fmt.Sprint("she is ", notesMark(who.ID), marks), fmt.Sprint(gmMark(who.ID), marks)
		x.noted[who.ID] = true
	}
	c.Shown, c.DefenceOpen = []string{"", "", "open", "met"}[x.rnd.IntN(4)], x.rnd.IntN(4) == 0
	x.must(model.Edit{Who: who.ID, Character: c})
}

// secretStep does one thing with a mark, or what a random fight does.
func (x *intrigue) secretStep() {
	who := x.somebody()
	mark := within(who.ID)
	marks++
	switch x.rnd.IntN(16) {
	case 0:
		x.describe(who, who.Owner, x.rnd.IntN(2) == 0)
	case 1:
		by := []model.Seat{gm, bo, cy}[len(x.notes)%3]
		note := fmt.Sprintf("‹note %d›", marks)
		if x.do(by, model.Note{Text: note, Private: true}) == nil {
			x.notes[note] = by
		}
	case 2, 3:
		if c, ok := x.action(who).(model.Begin); ok {
			roll := fmt.Sprintf("‹roll %d›", marks)
			c.Params = c.Params.With("hidden", engine.ValueOf(true)).With("why", engine.ValueOf(roll))
			if x.do(gm, c) == nil {
				x.hidden = append(x.hidden, roll)
			}
		}
	case 4:
		if c, ok := x.action(who).(model.Begin); ok {
			c.Params = c.Params.With("why", engine.ValueOf(within(c.Who)))
			_ = x.do(gm, c)
		}
	case 5:
		_ = x.do(gm, model.AddEffect{Who: who.ID, Words: mark, Until: model.ByTurn, Of: x.cast[x.rnd.IntN(len(x.cast))], Adds: x.added(who)})
	case 6:
		_ = x.do(gm, model.Wait{Who: who.ID, Words: mark})
	case 7:
		_ = x.do(gm, model.Declare{Who: who.ID, Actions: 2, Words: mark})
	case 8:
		_ = x.do(gm, model.PutPage{Who: who.ID, System: "contest", Page: &engine.Page{}, Why: mark})
	case 9:
		_ = x.do(gm, model.SetOrder{Order: x.cast[:x.rnd.IntN(len(x.cast))], Turn: who.ID})
	case 10:
		x.setRight()
	case 11:
		_ = x.do(gm, model.ShowOdds{All: x.rnd.IntN(3) == 0})
		x.must(tableRule("dice", []string{model.DiceShown, model.DiceKept, model.DiceKept}[x.rnd.IntN(3)]))
	default:
		x.step()
	}
}

// setRight amends an act, and sometimes hides it.
func (x *intrigue) setRight() {
	c, ok := x.otherwise(0)
	for tries := 0; !ok && tries < 20; tries++ {
		c, ok = x.otherwise(0)
	}
	if !ok {
		return
	}
	if to, begins := c.Instead.(model.Begin); begins && x.rnd.IntN(2) == 0 {
		roll := fmt.Sprintf("‹roll %d›", marks)
		to.Params = to.Params.With("hidden", engine.ValueOf(true)).With("why", engine.ValueOf(roll))
		if c.Instead = to; x.do(gm, c) == nil {
			x.hidden = append(x.hidden, roll)
			x.right++
		}
		return
	}
	if x.do(gm, c) == nil {
		x.right++
	}
}

// secrets returns what a seat must not find.
func (x *intrigue) secrets(s model.Seat) map[string]bool {
	out := map[string]bool{}
	for _, m := range x.hidden {
		out[m] = true
	}
	for m, by := range x.notes {
		if by != s {
			out[m] = true
		}
	}
	known := s == bo || s == cy || s.Role == model.Watcher
	for _, id := range x.cast {
		c, ok := x.table.Character(id)
		if !known || !ok || c.Hidden && !s.Owns(c) {
			out[markOf(id)], out[id] = true, true
		}
		if !known || !ok || !c.Open() && !s.Owns(c) {
			out[within(id)] = true
		}
		if !x.noted[id] {
			continue // nothing has been written about the character yet
		}
		if out[gmMark(id)] = true; !known || !ok || !s.Owns(c) {
			out[notesMark(id)] = true
		}
	}
	return out
}

// search looks for secrets in a text. An id counts only if it is the whole text.
func search(secrets map[string]bool, text string) (string, bool) {
	if secrets[text] {
		return text, true
	}
	for rest := text; ; {
		i := strings.Index(rest, "‹")
		if i < 0 {
			return "", false
		}
		rest = rest[i:]
		end := strings.Index(rest, "›")
		if end < 0 {
			return "", false
		}
		if m := rest[:end+len("›")]; secrets[m] {
			return m, true
		}
		rest = rest[len("‹"):]
	}
}

// TestSecretsAreNotThere plays at random with secrets. Nothing that a player may not see
// is anywhere in the player's table, including its unexported fields, nor in the result of
// any of its methods.
func TestSecretsAreNotThere(t *testing.T) {
	for i, system := range []string{"supermen", "d6", "trip"} {
		t.Run(system, func(t *testing.T) {
			x := newIntrigue(t, uint64(i+3), system)
			first := "‹note 0›" // so that there is one, however the dice fall
			if err := x.do(bo, model.Note{Text: first, Private: true}); err != nil {
				t.Fatal(err)
			}
			x.notes[first] = bo
			steps := 240
			if *long {
				steps = 400
			}
			for n := range steps {
				x.secretStep()
				if n%7 == 0 {
					for _, s := range eyes {
						x.shown[s] = view.Follow(x.shown[s], x.table, s)
					}
				}
				if n%80 == 79 {
					x.look(n)
				}
				if t.Failed() {
					return
				}
			}
			x.notInVain()
		})
	}
}

func (x *intrigue) look(n int) {
	for _, s := range eyes {
		secrets := x.secrets(s)
		x.shown[s] = view.Follow(x.shown[s], x.table, s)
		seen := view.SeenBy(x.table, s)
		if a, b := told(x, x.shown[s]), told(x, seen); a != b {
			x.Errorf("step %d, %+v: followed\n%s\nseen anew\n%s", n, s, a, b)
		}
		answers(seen, func(r model.Roll, a engine.Answer) {
			if a.Kept && seen.SeatView.Visible[r.Thrower(a)] != model.Open {
				x.Errorf("step %d, %+v: it sees the dice %+v of %s", n, s, a, r.Thrower(a))
			}
		})
		find := func(where string) func(string) {
			return func(text string) {
				if m, ok := search(secrets, text); ok {
					x.Errorf("step %d, %+v: %s holds %s in %.200q", n, s, where, m, text)
				}
			}
		}
		texts(reflect.ValueOf(seen), map[any]bool{}, find("the value"))
		x.call(seen, secrets, find)
		if x.Failed() {
			return
		}
	}
}

// notInVain checks that there was something to find: the whole table has every mark, and a
// seat sees its own and what is open.
func (x *intrigue) notInVain() {
	found := map[string]bool{}
	secrets := x.secrets(model.Seat{})
	texts(reflect.ValueOf(x.table), map[any]bool{}, func(text string) {
		if m, ok := search(secrets, text); ok {
			found[m] = true
		}
	})
	for m := range secrets {
		if !found[m] {
			x.Errorf("the walk through the whole table does not find %s", m)
		}
	}
	if x.right < 3 {
		x.Errorf("only %d acts were played again", x.right)
	}
	if len(x.hidden) < 5 || len(x.notes) < 5 {
		x.Errorf("only %d hidden rolls and %d private notes", len(x.hidden), len(x.notes))
	}
	kept := 0
	answers(x.table, func(_ model.Roll, a engine.Answer) {
		if a.Kept {
			kept++
		}
	})
	if kept < 5 {
		x.Errorf("only %d throws are kept", kept)
	}
	mine := 0
	for l := range x.shown[bo].Log() {
		for _, f := range l.Event.Facts {
			if n, ok := f.(model.Noted); ok && n.Private && l.Event.By == bo {
				mine++
			}
		}
	}
	own := append(x.shown[bo].Characters(), view.LeftCharacters(x.shown[bo])...)
	if mine == 0 || !slices.ContainsFunc(own, func(c *model.Character) bool { return c.Owner == "Bo" }) {
		x.Errorf("Bo sees %d own notes and %d characters", mine, len(own))
	}
}

// answers yields all answers in a table.
func answers(t model.Table, found func(model.Roll, engine.Answer)) {
	tape := func(r model.Roll) {
		for _, a := range r.Tape {
			found(r, a)
		}
	}
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			switch f := f.(type) {
			case model.Answered:
				found(model.Roll{Who: f.Who, Against: f.Against}, f.Answer)
			case model.Finished:
				tape(f.Roll)
			}
		}
	}
	for _, r := range t.Rolls() {
		tape(r)
	}
}

// told is all that a seat is told: state, log, what can be taken back.
func told(tb testing.TB, t model.Table) string {
	tb.Helper()
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	snapshot, err := t.Snapshot()
	if err != nil {
		tb.Fatal(err)
	}
	b.Write(snapshot)
	for l := range t.Log() {
		if err := out.Encode([]any{l.Event, l.Undone}); err != nil {
			tb.Fatal(err)
		}
	}
	undo, _ := t.NextUndo()
	redo := t.RedoAct()
	fmt.Fprintln(&b, undo.Seq, len(redo), t.Seq())
	return b.String()
}

// texts yields every text in a value, at any depth, except for rulebooks.
func texts(v reflect.Value, been map[any]bool, found func(string)) {
	switch v.Kind() {
	case reflect.String:
		found(v.String())
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*engine.System]() || v.Type() == reflect.TypeFor[*engine.Action]() || been[v.Pointer()] {
			return
		}
		been[v.Pointer()] = true
		texts(v.Elem(), been, found)
	case reflect.Interface:
		if !v.IsNil() {
			texts(v.Elem(), been, found)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			found(string(v.Bytes()))
			return
		}
		for i := range v.Len() {
			texts(v.Index(i), been, found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts(v.Field(i), been, found)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			texts(it.Key(), been, found)
			texts(it.Value(), been, found)
		}
	}
}

// call calls every exported method of a table and searches the results.
func (x *intrigue) call(t model.Table, secrets map[string]bool, find func(string) func(string)) {
	words := append([]string{"", "supermen", "d6", "combat", "check"}, x.cast...)
	for _, r := range x.table.Rolls() {
		words = append(words, r.ID)
	}
	values := map[reflect.Type][]any{
		reflect.TypeFor[string]():                 any2(words),
		reflect.TypeFor[uint64]():                 {uint64(0), uint64(1), x.table.Seq() / 2, x.table.Seq()},
		reflect.TypeFor[int]():                    {0, x.table.Clock.Moment, x.table.Clock.Moment + 100},
		reflect.TypeFor[bool]():                   {false, true},
		reflect.TypeFor[model.Seat]():             {gm, bo, model.Seat{}},
		reflect.TypeFor[model.Table]():            {t},
		reflect.TypeFor[model.Event]():            {model.Event{Seq: t.Seq() + 1, Facts: []model.Fact{model.Noted{Text: "x"}}}},
		reflect.TypeFor[model.ActiveEffect]():     {model.ActiveEffect{}},
		reflect.TypeFor[[]string]():               {[]string(nil), x.cast},
		reflect.TypeFor[engine.Page]():            {engine.Page{}},
		reflect.TypeFor[time.Duration]():          {time.Hour},
		reflect.TypeFor[time.Time]():              {time.Time{}},
		reflect.TypeFor[*model.Character]():       {},
		reflect.TypeFor[model.Roll]():             {model.Roll{}},
		reflect.TypeFor[model.Pending]():          {model.Pending{}},
		reflect.TypeFor[[]model.Pending]():        {t.Pending()},
		reflect.TypeFor[engine.Step]():            {engine.Step{}},
		reflect.TypeFor[model.Amend]():            {model.Amend{Event: 1}, model.Amend{Event: x.table.Seq(), Stop: true}},
		reflect.TypeFor[model.Fact]():             {},
		reflect.TypeFor[model.ReadRulebook]():     {model.ReadRulebook(nil)},
		reflect.TypeFor[model.State]():            {t.State},
		reflect.TypeFor[[]byte]():                 {[]byte("{}")},
		reflect.TypeFor[model.Begin]():            {model.Begin{}},
		reflect.TypeFor[model.LogReader]():        {&kept{rules: t.Rulebooks}},
		reflect.TypeFor[[]uint64]():               {[]uint64(nil), []uint64{1, 2}},
		reflect.TypeFor[model.SheetWritten]():     {model.SheetWritten{}},
		reflect.TypeFor[view.Filter]():            {view.Filter{}, view.Filter{Text: "a"}},
		reflect.TypeFor[[]model.Fact]():           {},
		reflect.TypeFor[[]model.Finished]():       {},
		reflect.TypeFor[*engine.System]():         {},
		reflect.TypeFor[*engine.Budget]():         {(*engine.Budget)(nil), engine.NewBudget(1000)},
		reflect.TypeFor[model.FollowUp]():         any2(t.FollowUps()),
		reflect.TypeFor[[]model.FollowUp]():       any2(slices.Collect(slices.Chunk(t.FollowUps(), 1))),
		reflect.TypeFor[*engine.View]():           {},
		reflect.TypeFor[model.Add]():              {},
		reflect.TypeFor[model.Request]():          {model.Request{Undo: []uint64{1, 2}}},
		reflect.TypeFor[model.State]():            {t.State},
		reflect.TypeFor[model.Subject]():          {model.Subject{}, model.Subject{Who: x.cast}},
		reflect.TypeFor[model.Command]():          {model.Undo{Seq: 1}, model.Undo{Seq: x.table.Seq()}},
		reflect.TypeFor[func(model.Event) bool](): {func(model.Event) bool { return true }},
		reflect.TypeFor[model.Salt]():             {model.Salt{1}},
		reflect.TypeFor[map[uint64]bool]():        {map[uint64]bool(nil)},
		reflect.TypeFor[[]model.Event]():          {[]model.Event(nil)},

		reflect.TypeFor[map[uint64]uint64]():        {map[uint64]uint64(nil)},
		reflect.TypeFor[map[uint64]model.Amended](): {map[uint64]model.Amended(nil)},
	}
	for _, c := range t.Characters() {
		for _, system := range c.Systems() {
			for _, action := range []string{"combat", "attack", "trip", "oppose"} {
				begin := model.Begin{Who: c.ID, System: system, Action: action, Against: []string{t.Characters()[x.rnd.IntN(len(t.Characters()))].ID}}
				values[reflect.TypeFor[model.Begin]()] = append(values[reflect.TypeFor[model.Begin]()], begin)
			}
		}
	}
	for _, r := range t.Rolls() {
		values[reflect.TypeFor[model.Roll]()] = append(values[reflect.TypeFor[model.Roll]()], r)
		if step, err := t.Step(r); err == nil {
			values[reflect.TypeFor[engine.Step]()] = append(values[reflect.TypeFor[engine.Step]()], step)
		}
	}
	for _, e := range t.ActiveEffects() {
		values[reflect.TypeFor[model.ActiveEffect]()] = append(values[reflect.TypeFor[model.ActiveEffect]()], e)
	}
	for _, p := range t.Pending() {
		values[reflect.TypeFor[model.Pending]()] = append(values[reflect.TypeFor[model.Pending]()], p)
	}
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			values[reflect.TypeFor[model.Fact]()] = append(values[reflect.TypeFor[model.Fact]()], f)
		}
	}
	for _, c := range t.Characters() {
		for _, system := range c.Systems() {
			texts(reflect.ValueOf(t.View(c, system)), map[any]bool{}, find("View"))
		}
	}
	v := reflect.ValueOf(t)
	for i := range v.NumMethod() {
		name := v.Type().Method(i).Name
		switch name {
		case "View", "Rulebook": // called above; rulebooks are no secret
			continue
		}
		for _, args := range x.arguments(name, v.Method(i).Type(), values) {
			walk(v.Method(i), args, find(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(seatFunctions)) {
		f := reflect.ValueOf(seatFunctions[name])
		for _, args := range x.arguments(name, f.Type(), values) {
			walk(f, args, find(name))
		}
	}
}

// walk calls a function and searches its results, except for what was passed in.
func walk(f reflect.Value, args []reflect.Value, found func(string)) {
	for _, out := range f.Call(args) {
		if out.Kind() == reflect.Func {
			if !out.IsNil() {
				drain(out, found)
			}
			continue
		}
		texts(out, map[any]bool{}, func(text string) {
			if !asked(args, text) {
				found(text)
			}
		})
	}
}

// asked reports whether the caller already knows the text.
func asked(args []reflect.Value, text string) bool {
	return slices.ContainsFunc(args, func(a reflect.Value) bool {
		if a.Kind() == reflect.String {
			return text == a.String() || strings.Contains(text, fmt.Sprintf("%q", a.String()))
		}
		return a.Type() == reflect.TypeFor[[]string]()
	})
}

// arguments returns some ways to call a function: every value of its first parameter with
// random others.
func (x *intrigue) arguments(name string, m reflect.Type, values map[reflect.Type][]any) [][]reflect.Value {
	if m.NumIn() == 0 {
		return [][]reflect.Value{nil}
	}
	all, ok := values[m.In(0)]
	if !ok {
		x.Fatalf("the test has no %v to call %s with", m.In(0), name)
	}
	var out [][]reflect.Value
	for _, first := range all {
		for range m.NumIn() {
			args := []reflect.Value{reflect.ValueOf(first)}
			for i := 1; i < m.NumIn(); i++ {
				some := values[m.In(i)]
				if some == nil {
					x.Fatalf("the test has no %v to call %s with", m.In(i), name)
				}
				if len(some) == 0 {
					return nil // no value of this type can be made up
				}
				args = append(args, reflect.ValueOf(some[x.rnd.IntN(len(some))]))
			}
			out = append(out, args)
		}
	}
	return out
}

// drain searches what an iterator yields.
func drain(seq reflect.Value, found func(string)) {
	yield := reflect.MakeFunc(seq.Type().In(0), func(args []reflect.Value) []reflect.Value {
		for _, a := range args {
			texts(a, map[any]bool{}, found)
		}
		return []reflect.Value{reflect.ValueOf(true)}
	})
	seq.Call([]reflect.Value{yield})
}

func any2[T any](list []T) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
