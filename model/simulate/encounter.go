package simulate

import (
	"context"
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
)

// Rating says how hard an encounter is for the heroes at a table, as they are now.
type Rating struct {
	Wins, Fights int // how often they win
	Fair         int // how many of the encounter would make it fair; 0 if it is fair or no number does
}

// From how many of 100 fights that the heroes win an encounter is easy, fair or hard for them.
const (
	easyFrom = 90
	fairFrom = 70
	hardFrom = 40
)

// ratedFights is how many fights a rating plays, and mostOfThem how many of an encounter it
// tries at most to find a fair number.
const (
	ratedFights = 100
	mostOfThem  = 16
)

// Word is how hard the encounter is: easy, fair, hard or deadly.
func (r Rating) Word() string {
	switch {
	case r.from(easyFrom):
		return "easy"
	case r.from(fairFrom):
		return "fair"
	case r.from(hardFrom):
		return "hard"
	}
	return "deadly"
}

func (r Rating) from(least int) bool { return 100*r.Wins >= least*r.Fights }

// String is the rating in a few words: "deadly, 12 % wins, 3 would be fair".
func (r Rating) String() string {
	s := fmt.Sprintf("%s, %.0f %% wins", r.Word(), 100*Share(r.Wins, r.Fights))
	if r.Fair > 0 {
		s += fmt.Sprintf(", %d would be fair", r.Fair)
	}
	return s
}

// Rate plays the heroes at a table against an encounter that is kept for any table. Others
// who are there do not take part. The error says why it cannot be rated, or is that of ctx.
func Rate(ctx context.Context, t model.Table, encounter phrase.Prepared) (Rating, error) {
	heroes, err := alone(t)
	if err != nil {
		return Rating{}, err
	}
	n := len(encounter.Characters)
	rating, err := rateSome(ctx, heroes, encounter, n)
	if err != nil || rating.Word() == "fair" {
		return rating, err
	}
	few, many := 0, n // so many are too easy, and so many too hard
	tooHard := !rating.from(fairFrom)
	if !tooHard {
		few, many = n, mostOfThem+1
	}
	for many-few > 1 {
		middle := (few + many) / 2
		r, err := rateSome(ctx, heroes, encounter, middle)
		if err != nil {
			return Rating{}, err
		}
		fair := r.Word() == "fair"
		if fair {
			rating.Fair = middle
		}
		if r.from(easyFrom) || fair && tooHard { // the most who are fair, or else the fewest
			few = middle
		} else {
			many = middle
		}
	}
	return rating, nil
}

// alone returns a table at which the heroes are alone.
func alone(t model.Table) (model.Table, error) {
	for _, c := range t.Characters() {
		if c.Side == engine.Heroes {
			continue
		}
		var err error
		if t, err = done(t, model.Leave{Who: c.ID}); err != nil {
			return t, err
		}
	}
	return t, nil
}

// rateSome plays the heroes against so many of an encounter, whose list begins again where
// there are more.
func rateSome(ctx context.Context, heroes model.Table, encounter phrase.Prepared, n int) (Rating, error) {
	some := phrase.Prepared{Name: encounter.Name}
	for i := range n {
		some.Characters = append(some.Characters, encounter.Characters[i%len(encounter.Characters)])
	}
	t, err := done(heroes, some.Join(heroes, 1, 0))
	if err != nil {
		return Rating{}, err
	}
	x, err := New(t, Plan{})
	if err != nil {
		return Rating{}, err
	}
	f := x.None()
	x.Play(ctx, f, 0, ratedFights)
	if err := ctx.Err(); err != nil {
		return Rating{}, err
	}
	r := Rating{Fights: f.Fights}
	for _, s := range f.Sides {
		if s.Side == engine.Heroes {
			r.Wins = s.Wins
		}
	}
	return r, nil
}

// done returns a table after a command of the gamemaster.
func done(t model.Table, c model.Command) (model.Table, error) {
	facts, err := decide.Decide(t, gamemaster, c, nil)
	if err != nil {
		return t, err
	}
	return t.Apply(model.Event{Seq: t.Seq() + 1, By: gamemaster, Facts: facts}), nil
}
