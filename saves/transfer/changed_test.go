package transfer_test

import (
	"encoding/json"
	"flag"
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

// editable is an exported table that can be changed.
type editable struct {
	doc   map[string]json.RawMessage
	log   []string
	proof []string // of a player's
}

func edit(t testing.TB, text string) *editable {
	t.Helper()
	x := &editable{}
	if err := json.Unmarshal([]byte(text), &x.doc); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string]*[]string{"log": &x.log, "proof": &x.proof} {
		var all []json.RawMessage
		if err := json.Unmarshal(x.doc[name], &all); err != nil && x.doc[name] != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			*list = append(*list, string(e))
		}
	}
	return x
}

// renumber gives the events numbers without gaps, and the document the number of the last.
func (x *editable) renumber() {
	for i, e := range x.log {
		_, rest, _ := strings.Cut(strings.TrimPrefix(e, `{"seq":`), ",")
		x.log[i] = fmt.Sprintf(`{"seq":%d,%s`, i+1, rest)
	}
	x.doc["seq"] = json.RawMessage(fmt.Sprint(len(x.log)))
}

func (x *editable) text(t testing.TB) []byte {
	t.Helper()
	x.doc["log"] = json.RawMessage("[" + strings.Join(x.log, ",") + "]")
	if x.proof != nil {
		x.doc["proof"] = json.RawMessage("[" + strings.Join(x.proof, ",") + "]")
	}
	b, err := json.Marshal(x.doc)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// proofOf gives the place of what proves an event.
func (x *editable) proofOf(event int) int {
	for i, p := range x.proof {
		if !strings.HasPrefix(p, `{"withheld"`) {
			if event--; event < 0 {
				return i
			}
		}
	}
	return -1
}

// someChange changes something in an export, and gives how, and the event where what it
// changes stands; -1 for none.
func (x *editable) someChange(rng *rand.Rand) (how string, event int) {
	i, j := rng.IntN(len(x.log)), rng.IntN(len(x.log))
	p, q := 0, 0
	if x.proof != nil {
		p, q = rng.IntN(len(x.proof)), rng.IntN(len(x.proof))
	}
	anew := func() string {
		if rng.IntN(2) == 0 {
			return ""
		}
		x.renumber()
		return ", numbered anew"
	}
	switch n := rng.IntN(12); {
	case n < 5: // a letter or a digit of an event is another one
		for {
			at := rng.IntN(len(x.log[i]))
			is := x.log[i][at]
			other := "0123456789abcdefghijklmnopqrstuvwxyz"[rng.IntN(36)]
			if is == other || (is < '0' || is > '9') != (other > '9') || !('0' <= is && is <= '9' || 'a' <= is && is <= 'z') {
				continue
			}
			if changed := x.log[i][:at] + string(other) + x.log[i][at+1:]; json.Valid([]byte(changed)) {
				how = fmt.Sprintf("%q for %q at %d of event %d, …%s…", other, is, at, i+1, changed[max(0, at-20):min(len(changed), at+20)])
				x.log[i] = changed
				return how, i
			}
		}
	case n == 5 || n == 6: // whatever stands there is the other way round
		for _, words := range [][2]string{{`"success":true`, `"success":false`}, {`"success":false`, `"success":true`}, {`Ash`, `Ask`}, {`"thrown":true`, `"typed":true`}} {
			if strings.Contains(x.log[i], words[0]) {
				x.log[i] = strings.Replace(x.log[i], words[0], words[1], 1)
				return fmt.Sprintf("%s for %s in event %d", words[1], words[0], i+1), -1
			}
		}
		return "", -1
	case n == 7:
		x.log = slices.Delete(x.log, i, i+1)
		how = fmt.Sprintf("without event %d", i+1)
		if at := x.proofOf(i); at >= 0 && rng.IntN(2) == 0 {
			x.proof = slices.Delete(x.proof, at, at+1)
			how += " and what proves it"
		}
		return how + anew(), -1
	case n == 8:
		if i == j {
			return "", -1
		}
		how = fmt.Sprintf("events %d and %d the other way round", i+1, j+1)
		x.log[i], x.log[j] = x.log[j], x.log[i]
		if a, b := x.proofOf(i), x.proofOf(j); a >= 0 && rng.IntN(2) == 0 {
			x.proof[a], x.proof[b] = x.proof[b], x.proof[a]
			how += " with what proves them"
		}
		return how + anew(), -1
	case n == 9:
		how = fmt.Sprintf("cut off behind event %d", i+1)
		if i == len(x.log)-1 {
			return "", -1
		}
		if at := x.proofOf(i); at >= 0 && rng.IntN(2) == 0 {
			x.proof = x.proof[:at+1]
			how += " with what proves the rest"
		}
		x.log = x.log[:i+1]
		return how + anew(), -1
	case n == 10:
		x.log = slices.Insert(x.log, i, x.log[j])
		return fmt.Sprintf("event %d once more as event %d", j+1, i+1) + anew(), -1
	case x.proof == nil:
		return "", -1
	case rng.IntN(2) == 0:
		x.proof = slices.Delete(x.proof, p, p+1)
		return fmt.Sprintf("without line %d of the proof", p+1), -1
	default:
		if x.proof[p] == x.proof[q] {
			return "", -1
		}
		x.proof[p], x.proof[q] = x.proof[q], x.proof[p]
		return fmt.Sprintf("lines %d and %d of the proof the other way round", p+1, q+1), -1
	}
}

// playedInPart is a table of a rulebook of which a player sees some things, some in part and
// some not at all, and the ids of rolls that are open.
func playedInPart(t *testing.T, id string) (p *played, open []string) {
	p = newTableOf(t, id)
	p.joins(id)
	p.begin()
	open = p.rollsOf(id, 0, false, 3)
	p.rollsOf(id, 3, false, 1)
	p.rollsOf(id, 2, false, 2)
	p.rollsOf(id, 1, true, 1)
	open = append(open, p.rollsOf(id, 1, false, 2)...)
	p.do(model.Note{Text: "a plan", Private: true})
	p.do(model.Note{Text: "a word at the end"})
	p.end()
	if len(open) < 3 {
		t.Fatalf("dice fell in %d rolls", len(open))
	}
	return p, open
}

func checkText(t *testing.T, text []byte, noted string) saves.Report {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := transfer.CheckExport(file, rules, readText, noted)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var changes = flag.Int("changes", 8, "how often TestChangedExports changes the export of each rulebook")

// Whatever somebody changes in an export is found, in every rulebook: a line that is removed,
// moved, changed or cut off, whether or not what proves it is made to fit. What a check cannot
// find stands in a fact that is seen in part, in the place of what this player may not know,
// and it says so. As it was, an export leads up to the hash that was noted, or to the short one
// that stood with a roll.
func TestChangedExports(t *testing.T) {
	for n, id := range allBooks() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p, _ := playedInPart(t, id)
			_, newest, _ := p.log.Newest(t.Context())
			rng := rand.New(rand.NewPCG(uint64(n), uint64(*changes)))
			for seat, whole := range map[model.Seat]bool{theGM: true, {Role: model.Player, Name: "Kim"}: false, {Role: model.Watcher}: false} {
				text := exported(t, p, seat)
				for _, hash := range []string{newest.String(), newest.Short(), ""} {
					r := checkText(t, []byte(text), hash)
					if !r.Good() || r.Dice == 0 || r.Sessions != 1 || (r.Vouched == r.Events) != (hash != "") || (len(r.Uncompared) == 0) != whole || (r.Withheld == 0) != whole {
						t.Fatalf("%+v: as it is, with %q: %+v", seat, hash, r)
					}
				}
				for range *changes {
					x := edit(t, text)
					before := string(x.text(t))
					how, at := x.someChange(rng)
					if how == "" || string(x.text(t)) == before {
						continue
					}
					r := checkText(t, x.text(t), newest.String())
					if !r.Good() {
						continue
					}
					inPart := !whole && at >= 0 && strings.Contains(x.proof[x.proofOf(at)], `"whole":`)
					if told := strings.Join(r.Uncompared, ", "); !inPart || !strings.Contains(told, "in the place of what this player may not know") {
						t.Errorf("%+v, %s: is not found: %+v", seat, how, r)
					}
				}
			}
		})
	}
}

// A roll that is said to be withheld, so that all hashes fit, leaves a gap in the open dice;
// and what a player sees of a roll against somebody known by name only is proved, value by
// value: whether it was a success, who rolled and which dice fell.
func TestOpenRollsCannotBeWithheld(t *testing.T) {
	for _, id := range allBooks() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p, open := playedInPart(t, id)
			kim := exported(t, p, model.Seat{Role: model.Player, Name: "Kim"})
			digests := map[int]string{}
			for l := range p.Lines(0) {
				digests[len(digests)] = saves.DigestOf(l.Body).String()
			}
			for _, roll := range open {
				x := edit(t, kim)
				for i := len(x.log) - 1; i >= 0; i-- {
					if strings.Contains(x.log[i], roll) {
						at := x.proofOf(i)
						x.proof[at] = fmt.Sprintf(`{"withheld":true,"digest":%q}`, digests[at])
						x.log = slices.Delete(x.log, i, i+1)
					}
				}
				x.renumber()
				if r := checkText(t, x.text(t), ""); r.Good() || len(r.Wrong) != 1 || !strings.Contains(r.Wrong[0], "stream") && !strings.Contains(r.Wrong[0], "drawn") {
					t.Errorf("without %s: %+v", roll, r)
				}
			}
			x := edit(t, kim)
			inPart := 0
			for i := range x.log {
				if !strings.Contains(x.proof[x.proofOf(i)], `"whole":`) || !strings.Contains(x.log[i], `"outcome":`) {
					continue
				}
				inPart++
				for _, words := range [][2]string{{`"success":true`, `"success":false`}, {`"success":false`, `"success":true`}, {`"id":"r`, `"id":"s`}} {
					if !strings.Contains(x.log[i], words[0]) {
						continue
					}
					y := edit(t, kim)
					y.log[i] = strings.Replace(y.log[i], words[0], words[1], 1)
					if r := checkText(t, y.text(t), ""); r.Good() {
						t.Errorf("%s for %s in event %d: %s", words[1], words[0], i+1, x.log[i])
					}
				}
			}
			if inPart == 0 {
				t.Error("no roll is seen in part")
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
