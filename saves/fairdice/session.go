package fairdice

import (
	"errors"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Seeds are what the dice of a session come of.
type Seeds struct {
	Open   Seed `json:"seed"`
	Hidden Seed `json:"hidden_seed"` // of the dice that not everybody may see
}

// Begin is the command that begins the session: it tells the fingerprints.
func (s Seeds) Begin() model.BeginSession {
	return model.BeginSession{Fingerprint: s.Open.Fingerprint(), Hidden: s.Hidden.Fingerprint()}
}

// Session is the dice of one session. A copy of it goes on by itself.
type Session struct {
	open   stream
	hidden stream
	words  model.DiceWords
	throws []throw
}

// throw is one throw that has not been logged yet.
type throw struct {
	draw  model.Draw
	faces engine.Faces
}

// New gives the dice of a session from their beginning.
func New(s Seeds) *Session {
	return &Session{open: newStream(s.Open), hidden: newStream(s.Hidden)}
}

// Clone gives dice that fall as these will, without moving these. The clone of nil is nil.
func (s *Session) Clone() *Session {
	if s == nil {
		return nil
	}
	c := *s
	c.throws = nil
	return &c
}

// Seeds are what the session's dice come of.
func (s *Session) Seeds() Seeds { return Seeds{s.open.seed, s.hidden.seed} }

// Began reports whether a table's newest session is this one, with its fingerprint told.
func (s *Session) Began(t model.Table) bool {
	return t.Open && t.Fingerprint == s.open.seed.Fingerprint()
}

// Mix is the command that mixes in what players have added.
func (s *Session) Mix() model.MixDice {
	return model.MixDice{At: s.open.drawn, HiddenAt: s.hidden.drawn}
}

// End is the command that ends the session: it tells the seeds.
func (s *Session) End() model.EndSession {
	return model.EndSession{
		Seed: s.open.seed.String(), Drawn: s.open.drawn,
		Hidden: s.hidden.seed.String(), HiddenDrawn: s.hidden.drawn,
	}
}

// stream is that of open or of hidden dice.
func (s *Session) stream(hidden bool) *stream {
	if hidden {
		return &s.hidden
	}
	return &s.open
}

// Throw throws dice. Place says how, where they are logged.
func (s *Session) Throw(d engine.Dice, hidden bool) engine.Faces {
	from := s.stream(hidden)
	draw := model.Draw{Low: d.Low, High: d.High, Again: d.Again, At: from.drawn, Mix: from.mix, Hidden: hidden}
	faces := from.throw(d)
	s.throws = append(s.throws, throw{draw, faces})
	return faces
}

// Place writes with each answer of facts how its dice were thrown.
func (s *Session) Place(facts []model.Fact) {
	if s == nil {
		return
	}
	s.place(facts)
	s.throws = nil
}

func (s *Session) place(facts []model.Fact) {
	for i, f := range facts {
		switch f := f.(type) {
		case model.Answered:
			if f.Thrown && f.Draw == nil {
				facts[i] = s.placed(f)
			}
		case model.Amended: // the dice that fell then say so already
			for _, v := range f.Versions {
				s.place(v.Event.Facts)
			}
		}
	}
}

// placed gives an answer with where its dice stand: those of the next throw that shows
// the same.
func (s *Session) placed(a model.Answered) model.Answered {
	for len(s.throws) > 0 {
		t := s.throws[0]
		s.throws = s.throws[1:]
		if slices.Equal(t.faces, a.Answer.Faces) {
			a.Draw = &t.draw
			break
		}
	}
	return a
}

// ErrWordsLost is the error of dice that cannot be drawn on, since words that they come
// of are missing from the log.
var ErrWordsLost = errors.New("words that were added to the dice are missing from the log")

// ErrNoSuchDice is the error of dice that no session can have thrown.
var ErrNoSuchDice = errors.New("no session can have thrown such dice")

// Follow takes in a fact of the session as it was logged. Dice that were thrown by then
// are drawn, unless these have drawn them: what is thrown next is what would have been.
func (s *Session) Follow(f model.Fact) error {
	w, _, lost := s.words.After(f)
	if lost != "" {
		return ErrWordsLost
	}
	mixed := w.Times > s.words.Times
	s.words = w
	switch f := f.(type) {
	case model.Answered:
		return s.drawn(f)
	case model.Amended:
		for _, v := range f.Versions {
			for _, fact := range v.Event.Facts {
				if a, ok := fact.(model.Answered); ok {
					if err := s.drawn(a); err != nil {
						return err
					}
				}
			}
		}
	}
	if mixed {
		s.mixIn()
	}
	return nil
}

// mixIn mixes in the words that were added, where the log has them mixed in.
func (s *Session) mixIn() {
	s.open.drawn, s.hidden.drawn = s.words.At, s.words.HiddenAt
	s.open.mixIn(s.words)
	s.hidden.mixIn(s.words)
}

// drawn draws dice that were thrown.
func (s *Session) drawn(a model.Answered) error {
	if !a.Thrown || a.Draw == nil {
		return nil
	}
	from := s.stream(a.Draw.Hidden)
	switch {
	case a.Draw.At < from.drawn:
		return nil
	case a.Draw.Mix != from.mix:
		return ErrWordsLost
	case !from.skipTo(a.Draw.At):
		return ErrNoSuchDice
	}
	for range a.Answer.Faces {
		engine.Below(a.Draw.High-a.Draw.Low+1, from.word)
	}
	return nil
}
