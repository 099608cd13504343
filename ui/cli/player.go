package cli

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"reflect"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
	"example.org/fray/saves/fairdice"
)

// player runs a roll as far as the flags answer it.
type player struct {
	in      engine.Inputs
	throw   func(engine.Dice) engine.Faces // nil: --dice gives the faces
	typed   *typedDice
	replies *typedAnswers
	said    *rollFlags

	tape  []engine.Answer
	asked []engine.Question // every question so far, in the order of the tape
	open  map[int]bool      // indices of questions without an --answer
}

func (g *rollFlags) player(in engine.Inputs) (*player, error) {
	p := &player{in: in, said: g, open: map[int]bool{}}
	var err error
	if p.typed, err = parseDice(g.dice); err != nil {
		return nil, err
	}
	if p.replies, err = parseAnswers(g.answers); err != nil {
		return nil, err
	}
	if !g.typed {
		p.throw = fairdice.Throw(g.drawnSeed())
	}
	return p, nil
}

// drawnSeed returns the seed of --seed, or a random one.
func (g *rollFlags) drawnSeed() uint64 {
	if g.seeded {
		return g.seed
	}
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never returns an error
	return binary.LittleEndian.Uint64(b[:])
}

// play runs the roll to its end or to an open decision.
func (p *player) play() (engine.Step, error) {
	var wrong error
	step, err := engine.RunOn(p.in, p.tape, func(q engine.Question, _ func() engine.Step) (engine.Answer, bool) {
		more, err := p.answer(q)
		if wrong = err; err != nil || !more {
			return engine.Answer{}, false
		}
		return p.tape[len(p.tape)-1], true
	})
	switch {
	case err != nil:
		return step, p.reported(err)
	case step.Done():
		wrong = errors.Join(p.typed.checkUsed(), p.replies.checkUsed(p.asked))
	}
	return step, wrong
}

// run is [engine.Run] with the roll added to a fault.
func (p *player) run() (engine.Step, error) {
	step, err := engine.Run(p.in, p.tape)
	return step, p.reported(err)
}

// mostRepeated is how many answers of a roll that broke are told; who repeats it throws on.
const mostRepeated = 20

func (p *player) reported(err error) error {
	var broken *engine.Fault
	if !errors.As(err, &broken) {
		return err
	}
	return &fault{broken, plays.Of(p.in, p.tape[:min(len(p.tape), mostRepeated)], engine.Step{}).String()}
}

// answer answers q. more is false if q stays open.
func (p *player) answer(q engine.Question) (more bool, err error) {
	p.asked = append(p.asked, q)
	if q.Wants == engine.Throwing {
		faces, err := p.fall(q)
		if err != nil {
			return false, err
		}
		p.tape = append(p.tape, q.Thrown(faces))
		return true, nil
	}
	a, ok, err := p.replies.next(q)
	switch {
	case err != nil:
		return false, err
	case ok:
		p.tape = append(p.tape, a)
		return true, nil
	case p.said.ask:
		return false, nil
	}
	p.open[len(p.tape)] = true
	p.tape = append(p.tape, p.said.withoutAnswer(q))
	return true, nil
}

func (p *player) fall(q engine.Question) (engine.Faces, error) {
	if p.throw != nil {
		return p.throw(q.Dice), nil
	}
	return p.typed.take(q)
}

// usedOffered reports whether a decision took the answer that the screen offers.
func (p *player) usedOffered() bool { return len(p.open) > 0 && p.said.unanswered.is == "offered" }

// toldAnswers returns the answers to print: all except those that were not given and spend
// nothing.
func (p *player) toldAnswers() []engine.Answer {
	var out []engine.Answer
	for i, a := range p.tape {
		if nothing, _ := p.asked[i].Nothing(); !p.open[i] || !reflect.DeepEqual(a, nothing) {
			out = append(out, a)
		}
	}
	return out
}
