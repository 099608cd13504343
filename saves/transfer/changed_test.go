package transfer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// allBooks are the ids of all ten rulebooks.
func allBooks() (out []string) {
	for _, s := range systems.All() {
		out = append(out, s.ID)
	}
	return append(out, books.IDs()...)
}

// readText reads the text of a rulebook, each once.
func readText(text string) (*engine.System, error) {
	read, _ := textsRead.LoadOrStore(text, sync.OnceValues(func() (*engine.System, error) { return script.Load("text", text) }))
	return read.(func() (*engine.System, error))()
}

var textsRead sync.Map

// newTableOf makes a table of a rulebook, with its text where it is one.
func newTableOf(t testing.TB, id string) *played {
	p := &played{t: t, table: model.New(rules).WithTexts(readText), log: saves.NewMemory(), at: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	if text, ok := books.Text(id); ok {
		p.do(model.Make{Name: "The Vault", Text: text})
	} else {
		p.do(model.Make{Name: "The Vault", System: id})
	}
	return p
}

// joins adds people of a rulebook: two heroes of players, one whom players know by name, and
// one whom they do not know.
func (p *played) joins(id string) {
	p.t.Helper()
	sys, _ := p.table.Rulebook(id)
	for i, who := range []model.Character{{Name: "Ash", Owner: "Kim"}, {Name: "Birch", Owner: "Lee"}, {Name: "Cole", Shown: model.ShownNameOnly}, {Name: "SECRET Dane", Hidden: true}} {
		who.Pages = map[string]engine.Page{id: sys.Templates[i%len(sys.Templates)].Page}
		p.do(model.Join{Character: who})
	}
}

// rollsOf makes rolls of some character by the actions of a rulebook that take no more than the
// sheet, until so many dice have fallen, and gives the ids of those rolls.
func (p *played) rollsOf(id string, who int, hidden bool, most int) (out []string) {
	p.t.Helper()
	sys, _ := p.table.Rulebook(id)
	c := p.table.Characters()[who]
	for range 3 {
		for _, act := range sys.Actions {
			if len(out) == most {
				return out
			}
			params := engine.PageOf("hidden", hidden)
			for param, text := range map[string]string{"difficulty": "8", "acting": "12", "dice": "3"} {
				if spec, ok := act.Param(param); ok {
					if v, err := spec.Parse(text); err == nil {
						params = params.With(param, v)
					}
				}
			}
			if !p.try(model.Begin{Who: c.ID, System: id, Action: act.ID, Params: params, Force: true}) {
				continue
			}
			began := p.table.Seq()
			for len(p.table.Rolls()) > 0 {
				r := p.table.Rolls()[0]
				step, err := p.table.Step(r)
				if err != nil {
					p.t.Fatal(err)
				}
				if !p.try(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Offered()}) {
					p.do(model.Drop{Roll: r.ID})
				}
			}
			for e := range p.table.EventsAfter(began - 1) {
				for _, f := range e.Event.Facts {
					if a, ok := f.(model.Answered); ok && a.Thrown && !slices.Contains(out, a.Roll) {
						out = append(out, a.Roll)
					}
				}
			}
		}
	}
	return out
}

// editable is an exported table whose log can be changed.
type editable struct {
	doc    map[string]json.RawMessage
	events []string
}

func edit(t testing.TB, text string) *editable {
	t.Helper()
	x := &editable{}
	var log []json.RawMessage
	if err := json.Unmarshal([]byte(text), &x.doc); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(x.doc["log"], &log); err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		x.events = append(x.events, string(e))
	}
	return x
}

// renumber gives the events numbers without gaps, and the document the number of the last.
func (x *editable) renumber() {
	for i, e := range x.events {
		_, rest, _ := strings.Cut(strings.TrimPrefix(e, `{"seq":`), ",")
		x.events[i] = fmt.Sprintf(`{"seq":%d,%s`, i+1, rest)
	}
	x.doc["seq"] = json.RawMessage(fmt.Sprint(len(x.events)))
}

func (x *editable) text(t testing.TB) []byte {
	t.Helper()
	x.doc["log"] = json.RawMessage("[" + strings.Join(x.events, ",") + "]")
	b, err := json.Marshal(x.doc)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// without takes a roll out.
func (x *editable) without(roll string) {
	x.events = slices.DeleteFunc(x.events, func(e string) bool { return strings.Contains(e, roll) })
}

// What somebody does to a player's export is found by the open dice, which have a stream without
// gaps; what cannot be found is said to be compared with nothing. A hash never vouches for it.
// In every rulebook, and in the gamemaster's export everything is found.
func TestChangedExports(t *testing.T) {
	for _, id := range allBooks() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newTableOf(t, id)
			p.joins(id)
			p.begin()
			rolls := p.rollsOf(id, 0, false, 3)
			p.rollsOf(id, 3, false, 1)
			p.rollsOf(id, 1, true, 1)
			rolls = append(rolls, p.rollsOf(id, 1, false, 2)...)
			p.do(model.Note{Text: "a word at the end"})
			p.end()
			if len(rolls) < 3 {
				t.Fatalf("dice fell in %d rolls", len(rolls))
			}
			_, newest, _ := p.log.Newest(t.Context())
			file := filepath.Join(t.TempDir(), "x.json")
			check := func(text []byte, noted string) saves.Report {
				t.Helper()
				if err := os.WriteFile(file, text, 0o600); err != nil {
					t.Fatal(err)
				}
				r, err := transfer.CheckExport(file, rules, readText, noted)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			kim, all := exported(t, p, model.Seat{Role: model.Player, Name: "Kim"}), exported(t, p, theGM)
			if r := check([]byte(kim), newest.String()); !r.Good() || r.Dice == 0 || r.Sessions != 1 || r.Vouched != 0 || len(r.Uncompared) != 2 {
				t.Fatalf("as it is: %+v", r)
			}
			if r := check([]byte(all), newest.String()); !r.Good() || r.Dice == 0 || r.Vouched != p.table.Seq() || len(r.Uncompared) != 0 {
				t.Fatalf("the gamemaster's as it is: %+v", r)
			}
			last := rolls[len(rolls)-1]
			replaced := func(from, to string) func(*editable) {
				return func(x *editable) {
					for i, e := range x.events {
						if strings.Contains(e, from) {
							x.events[i] = strings.Replace(e, from, to, 1)
							return
						}
					}
				}
			}
			for what, c := range map[string]struct {
				found  bool // in a player's
				change func(x *editable)
			}{
				"a roll less":                {true, func(x *editable) { x.without(rolls[1]) }},
				"a roll less, numbered anew": {true, func(x *editable) { x.without(rolls[1]); x.renumber() }},
				"the first roll less":        {true, func(x *editable) { x.without(rolls[0]); x.renumber() }},
				"the last roll less":         {true, func(x *editable) { x.without(last); x.renumber() }},
				"cut off":                    {true, func(x *editable) { x.events = x.events[:len(x.events)-4] }},
				"cut off, numbered anew":     {false, func(x *editable) { x.events = x.events[:len(x.events)-4]; x.renumber() }},
				"a note less, numbered anew": {false, func(x *editable) { x.without("a word at the end"); x.renumber() }},
				"another note":               {false, replaced("a word at the end", "another word at the end")},
				"another name":               {false, replaced(`"name":"Ash"`, `"name":"Ask"`)},
				"another name in the table":  {false, func(x *editable) { x.doc["table"] = bytes.Replace(x.doc["table"], []byte("Ash"), []byte("Ask"), 1) }},
				"success that was none":      {false, replaced(`"success":`, `"success":true,"was":`)},
				"a roll twice": {true, func(x *editable) {
					x.events = append(x.events[:len(x.events)-1:len(x.events)-1], append(slices.DeleteFunc(slices.Clone(x.events), func(e string) bool { return !strings.Contains(e, last) }), x.events[len(x.events)-1])...)
					x.renumber()
				}},
				"dice of another place": {true, replaced(`"at":0`, `"at":1`)},
				"another seed":          {true, replaced(`"seed":"01`, `"seed":"02`)},
			} {
				for eyes, text := range map[string]string{"a player's": kim, "the gamemaster's": all} {
					if eyes == "the gamemaster's" && strings.Contains(what, "anew") {
						continue // no hash fits any more
					}
					x := edit(t, text)
					before := string(x.text(t))
					c.change(x)
					if string(x.text(t)) == before {
						t.Fatalf("%s, %s: nothing is changed", eyes, what)
					}
					r := check(x.text(t), newest.String())
					if want := c.found || eyes == "the gamemaster's"; r.Good() == want {
						t.Errorf("%s, %s: %+v", eyes, what, r)
					}
					if c.found && r.Vouched == p.table.Seq() || eyes == "a player's" && (r.Vouched != 0 || len(r.Uncompared) != 2) {
						t.Errorf("%s, %s: it is said to be the log that was played: %+v", eyes, what, r)
					}
				}
			}
		})
	}
}

// Whatever is honestly done at a table, the export of every seat is found in order: people who
// are hidden, shown and hidden again between rolls, dice that are kept, undone rolls, and people
// who leave.
func TestHonestExports(t *testing.T) {
	for n := range 12 {
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		p := newTableOf(t, "d6")
		p.joins("d6")
		p.begin()
		for range 25 {
			all := p.table.Characters()
			i := rng.IntN(len(all))
			who := *all[i]
			switch rng.IntN(9) {
			case 0, 1:
				how := []string{model.ShownOpen, model.ShownNameOnly, model.ShownHidden}[rng.IntN(3)]
				p.try(model.Edit{Who: who.ID, Character: who.WithShown(how)})
			case 2:
				p.try(model.SetHouse{System: model.TableRulesID, Rule: "dice", Value: engine.ValueOf([]string{model.DiceKept, model.DiceShown}[rng.IntN(2)])})
			case 3:
				p.try(model.Undo{})
			case 4:
				p.try(model.Redo{})
			case 5:
				p.end()
				p.begin()
			default:
				p.rollsOf("d6", i, rng.IntN(4) == 0, 1)
			}
		}
		p.end()
		for _, seat := range []model.Seat{theGM, {Role: model.Player, Name: "Kim"}, {Role: model.Player, Name: "Lee"}, {Role: model.Watcher}} {
			file := filepath.Join(t.TempDir(), "x.json")
			if err := os.WriteFile(file, []byte(exported(t, p, seat)), 0o600); err != nil {
				t.Fatal(err)
			}
			if r, err := transfer.CheckExport(file, rules, readText, ""); err != nil || !r.Good() {
				t.Errorf("table %d, %+v: %v, %v", n, seat, r.Wrong, err)
			}
		}
	}
}
