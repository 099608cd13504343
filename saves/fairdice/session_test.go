package fairdice_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

func seedsOf(b byte) fairdice.Seeds {
	return fairdice.Seeds{Open: fairdice.Seed{b}, Hidden: fairdice.Seed{b, 1}}
}

// thrownBy is a throw as it is logged.
func thrownBy(s *fairdice.Session, d engine.Dice, hidden bool) model.Fact {
	facts := []model.Fact{model.Answered{Roll: "r", Thrown: true, Answer: engine.Answer{ID: "dice", Dice: d.String(), Faces: s.Throw(d, hidden)}}}
	s.Place(facts)
	return facts[0]
}

// A session that is opened again by its seeds and its log goes on with the dice that it
// would have thrown, whatever was thrown, hidden, added and mixed in before.
func TestSessionGoesOn(t *testing.T) {
	dice := []engine.Dice{engine.D(2, 6), engine.D(3, 6).Exploding(), {Count: 1, High: 9}, {Count: 4, Low: -1, High: 1}}
	for n := range 100 {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		s := fairdice.New(seedsOf(byte(n)))
		var log []model.Fact
		took := func(f model.Fact) {
			if err := s.Follow(f); err != nil {
				t.Fatal(err)
			}
			log = append(log, f)
		}
		steps := 0
		for i := range 30 {
			if rng.IntN(5) == 0 {
				mix := s.Mix()
				took(model.WordAdded{From: model.SeatName{Seat: model.Seat{Role: model.Player, Name: "Mira"}}, Text: fmt.Sprint(i)})
				steps++
				took(model.DiceMixed{Steps: steps, At: mix.At, HiddenAt: mix.HiddenAt})
			}
			took(thrownBy(s, dice[rng.IntN(len(dice))], rng.IntN(3) == 0))
		}
		again := fairdice.New(s.Seeds())
		for _, f := range log {
			if err := again.Follow(f); err != nil {
				t.Fatal(err)
			}
		}
		for _, hidden := range []bool{false, true} {
			if a, b := s.Clone().Throw(engine.D(20, 100), hidden), again.Throw(engine.D(20, 100), hidden); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("session %d: opened again the dice fall %s, and would have fallen %s", n, b, a)
			}
		}
	}
}

// Dice that a log puts nowhere are refused at once, and words that are missing are told.
func TestSessionRefuses(t *testing.T) {
	far := model.Answered{Thrown: true, Answer: engine.Answer{Dice: "1d6", Faces: engine.Faces{1}}, Draw: &model.Draw{Low: 1, High: 6, At: 1 << 60}}
	if err := fairdice.New(seedsOf(1)).Follow(far); !errors.Is(err, fairdice.ErrNoSuchDice) {
		t.Errorf("dice at 1<<60: %v", err)
	}
	mixed := far
	mixed.Draw = &model.Draw{Low: 1, High: 6, Mix: 1}
	if err := fairdice.New(seedsOf(1)).Follow(mixed); !errors.Is(err, fairdice.ErrWordsLost) {
		t.Errorf("dice of words that are not there: %v", err)
	}
	var s fairdice.Seed
	if err := s.UnmarshalText([]byte(strings.Repeat("x", 1000))); err == nil || len(err.Error()) > 200 {
		t.Errorf("a seed of x: %v", err)
	}
}

// A player's log may have any gap: dice that it puts nowhere are wrong, and do not keep
// the check waiting.
func TestCheckOfAPart(t *testing.T) {
	s := fairdice.New(seedsOf(1))
	throw := thrownBy(s, engine.D(2, 6), false).(model.Answered)
	draw := *throw.Draw
	draw.At = 1 << 60
	throw.Draw = &draw
	r := fairdice.NewReport()
	c := fairdice.NewCheck(&r, true, false)
	begin, end := s.Seeds().Begin(), s.End()
	for i, f := range []model.Fact{model.SessionBegan{Fingerprint: begin.Fingerprint}, throw, model.SessionEnded{Seed: end.Seed, Drawn: end.Drawn}} {
		c.Event(model.Table{}, model.Table{}, model.Event{Seq: uint64(i) + 1, Facts: []model.Fact{f}})
	}
	c.Finish(model.Table{}, nil)
	if len(r.Wrong) != 1 || !strings.Contains(r.Wrong[0], "a throw is missing, added or out of order") {
		t.Errorf("%+v", r)
	}
}

// The check counts what is no fault and yet chooses dice: sessions begun anew soon after
// another, throws that were taken back, and players who were passed over.
func TestCounts(t *testing.T) {
	table := model.New(nil)
	r := fairdice.NewReport()
	c := fairdice.NewCheck(&r, false, false)
	at := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	log := func(facts ...model.Fact) uint64 {
		before := table
		e := model.Event{Seq: table.Seq() + 1, Time: at, Facts: facts}
		table = table.Apply(e)
		c.Event(before, table, e)
		return e.Seq
	}
	mira := model.SeatName{Seat: model.Seat{Role: model.Player, Name: "Mira"}, Name: "Mira"}
	for n, later := range []time.Duration{0, time.Hour, 24 * time.Hour} {
		at = at.Add(later)
		s := fairdice.New(seedsOf(byte(n)))
		begin := s.Seeds().Begin()
		log(model.SessionBegan{Fingerprint: begin.Fingerprint, Hidden: begin.Hidden})
		log(model.WordsAsked{Order: []model.SeatName{mira}})
		log(model.WordPassed{Of: mira, Why: "silent"})
		first := log(thrownBy(s, engine.D(2, 6), false))
		log(thrownBy(s, engine.D(2, 6), false))
		if n == 1 {
			log(model.Undone{Seq: first})
		}
		end := s.End()
		log(model.SessionEnded(end))
	}
	c.Finish(table, nil)
	if len(r.Wrong) > 0 || r.Sessions != 3 || len(r.Begun) != 3 || r.Undone != 1 || r.Words.Passes != 3 || fmt.Sprint(r.Words.Passed) != "[Mira]" {
		t.Errorf("%+v", r)
	}
}
