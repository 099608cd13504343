package serve

import (
	"fmt"
	"slices"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/scene"
)

// players returns the connected players whose lines answer, in the order of their arrival, then
// those at other hosts.
func (s *Table) players() []model.Seat {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []model.Seat
	for _, p := range append(s.presence(), s.away...) {
		if p.Seat.Role == model.Player && p.Quiet.IsZero() && !slices.Contains(out, p.Seat) {
			out = append(out, p.Seat)
		}
	}
	return out
}

// turn says whose turn it is to add a word for the dice, and the number of that step.
type turn struct {
	of   model.Seat
	step int
}

// awaitWords passes over players who do not add a word in time, until the server is shut
// down.
func (s *Table) awaitWords() {
	changed, stop := s.cfg.Table.Watch()
	defer stop()
	var asked turn
	var late <-chan time.Time
	for {
		words := s.cfg.Table.Now().Dice
		now := turn{step: len(words.Steps)}
		if waits := words.Asked(); len(waits) == 0 {
			late = nil
		} else if now.of = waits[0]; now != asked {
			late = s.cfg.After(scene.WordWithin)
		}
		asked = now
		select {
		case <-s.quit:
			return
		case <-changed:
		case <-late:
			late = nil
			why := fmt.Sprintf("no answer within %d s", int(scene.WordWithin.Seconds()))
			_, _ = s.cfg.Table.Do(model.Seat{Role: model.Program}, model.PassOver{Of: asked.of, Why: why}) // fails if they have answered just now
		}
	}
}
