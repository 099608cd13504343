package transfer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/fairdice"
	"example.org/fray/saves/transfer"
)

var (
	theGM = model.Seat{Role: model.GM}
	rules = model.Rulebooks{}
)

func init() {
	for _, s := range systems.All() {
		rules[s.ID] = s
	}
}

// played is a table that is played in memory. It is a transfer.Source.
type played struct {
	t     testing.TB
	table model.Table
	log   saves.Log
	dice  *fairdice.Session
	at    time.Time
	seeds bool // the line of the seeds may be told
}

func newTable(t testing.TB) *played {
	p := &played{t: t, table: model.New(rules), log: saves.NewMemory(), at: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	p.do(model.Make{Name: "The Vault", System: "d6"})
	return p
}

// do decides a command and logs what follows from it.
func (p *played) do(c model.Command) {
	p.t.Helper()
	p.by(theGM, c)
}

func (p *played) by(seat model.Seat, c model.Command) {
	p.t.Helper()
	if err := p.decide(seat, c); err != nil {
		p.t.Fatalf("%+v: %v", c, err)
	}
}

// try is do of a command that may be refused; it reports whether it was not.
func (p *played) try(c model.Command) bool {
	p.t.Helper()
	return p.decide(theGM, c) == nil
}

func (p *played) decide(seat model.Seat, c model.Command) error {
	p.t.Helper()
	throw := func(d engine.Dice, hidden bool) engine.Faces { return p.dice.Throw(d, hidden) }
	facts, err := decide.Decide(p.table, seat, c, throw)
	if err != nil {
		return err
	}
	p.dice.Place(facts)
	p.at = p.at.Add(time.Second)
	e := model.Event{Seq: p.table.Seq() + 1, Time: p.at, By: seat, Facts: facts, Did: c}
	body, err := json.Marshal(e)
	if err == nil {
		err = p.log.Append(context.Background(), p.table.Seq(), []saves.Line{{Seq: e.Seq, Body: saves.WithParts(body, saves.BodySalt{byte(e.Seq)})}})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.table = p.table.Apply(e)
	return nil
}

// begin begins a session, with the line of its seeds.
func (p *played) begin() {
	p.t.Helper()
	p.dice = fairdice.New(fairdice.Seeds{Open: fairdice.Seed{1, 2}, Hidden: fairdice.Seed{3, 4}})
	if err := p.log.Append(context.Background(), p.table.Seq(), []saves.Line{{Body: []byte(`{"session":{"seed":"` + p.dice.Seeds().Open.String() + `"}}`)}}); err != nil {
		p.t.Fatal(err)
	}
	p.by(model.Seat{Role: model.Program}, p.dice.Seeds().Begin())
}

// roll throws dice of the first character and ends the roll.
func (p *played) roll(hidden bool) {
	p.t.Helper()
	p.rollOf(p.table.Characters()[0].ID, hidden)
}

func (p *played) rollOf(who string, hidden bool) {
	p.t.Helper()
	p.do(model.Begin{Who: who, System: "d6", Action: "check", Params: engine.PageOf("code", "4D", "difficulty", "1", "hidden", hidden)})
	for len(p.table.Rolls()) > 0 {
		r := p.table.Rolls()[0]
		step, err := p.table.Step(r)
		if err != nil {
			p.t.Fatal(err)
		}
		p.do(model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Offered()})
	}
}

// end ends the session: its seeds may be told.
func (p *played) end() {
	p.t.Helper()
	p.by(model.Seat{Role: model.Program}, p.dice.End())
	p.seeds = true
}

// Now implements transfer.Source.
func (p *played) Now() model.Table { return p.table }

// Lines implements transfer.Source.
func (p *played) Lines(after uint64) iter.Seq2[saves.Line, error] {
	return func(yield func(saves.Line, error) bool) {
		for l, err := range p.log.Read(context.Background(), after) {
			if l.Seq == 0 && !p.seeds {
				l.Body, l.Digest = nil, saves.DigestOf(l.Body)
			}
			if !yield(l, err) {
				return
			}
		}
	}
}

// story is a table with a bit of everything.
func story(t testing.TB) *played {
	p := newTable(t)
	ash := model.Character{Name: "Ash", Owner: "Kim", Pages: map[string]engine.Page{"d6": rules["d6"].Templates[0].Page}}
	birch := ash
	birch.Name, birch.Owner, birch.Hidden = "SECRET Birch", "", true
	p.do(model.Join{Character: ash})
	p.do(model.Join{Character: birch})
	p.begin()
	for n := range 4 {
		p.roll(n == 2)
		p.do(model.Note{Text: "note \u2028 <b>"})
	}
	p.do(model.Undo{})
	p.do(model.Undo{})
	p.do(model.Redo{})
	p.do(model.Note{Text: "SECRET plan", Private: true})
	p.do(model.Scene{Place: "The roof"})
	return p
}

func exported(t testing.TB, s transfer.Source, seat model.Seat) string {
	t.Helper()
	var b bytes.Buffer
	if err := transfer.Export(&b, s, seat); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// target is where imports go: memory. dropped counts the logs that were taken away.
type target struct {
	transfer.Target
	name          string
	made, dropped int
}

func newTarget() *target {
	to := &target{}
	to.Target = transfer.Target{
		Make:  func(name string) (saves.Log, error) { to.name = name; to.made++; return saves.NewMemory(), nil },
		Drop:  func(l saves.Log) error { to.dropped++; return l.Close() },
		Rules: rules, Now: func() time.Time { return time.Date(2026, 3, 2, 20, 0, 0, 0, time.UTC) },
		Seed: func() [32]byte { return [32]byte{7} },
	}
	return to
}

// opened is a table that was imported.
func opened(t testing.TB, log saves.Log) *played {
	t.Helper()
	p := &played{t: t, table: model.New(rules), log: log}
	for l, err := range log.Read(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		var e model.Event
		if err := json.Unmarshal(l.Body, &e); err != nil {
			t.Fatal(err)
		}
		p.table = p.table.Apply(e)
	}
	return p
}

func imported(t testing.TB, text string) (*played, []string) {
	t.Helper()
	log, notes, err := transfer.Import(t.Context(), strings.NewReader(text), newTarget().Target)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, log), notes
}

func stateOf(t testing.TB, table model.Table) string {
	t.Helper()
	b, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// refused is what an import that must fail says.
func refused(t testing.TB, text string) *transfer.BadImport {
	t.Helper()
	to := newTarget()
	log, _, err := transfer.Import(t.Context(), strings.NewReader(text), to.Target)
	no, is := errors.AsType[*transfer.BadImport](err)
	if !is || log != nil || to.made != to.dropped {
		t.Fatalf("%.80q: %v; %d logs were made, %d taken away", text, err, to.made, to.dropped)
	}
	return no
}
