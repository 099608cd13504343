package cli

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"reflect"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
	"example.org/fray/saves/fairdice"
)

// player plays a roll as far as the command line leads.
type player struct {
	in      engine.Inputs
	throw   func(engine.Dice) engine.Faces // nil: dice are typed
	typed   *hand
	replies *replies
	said    *rolling

	tape  []engine.Answer
	asked []engine.Question // all that was asked, in the order of the tape
	open  map[int]bool      // which of them nobody answered
}

func (g *rolling) player(in engine.Inputs) (*player, error) {
	p := &player{in: in, said: g, open: map[int]bool{}}
	var err error
	if p.typed, err = parseDice(g.dice); err != nil {
		return nil, err
	}
	if p.replies, err = parseReplies(g.answers); err != nil {
		return nil, err
	}
	if !g.typed {
		p.throw = fairdice.Throw(g.drawnSeed())
	}
	return p, nil
}

// drawnSeed is the seed that was typed, or one drawn from the system.
func (g *rolling) drawnSeed() uint64 {
	if g.seeded {
		return g.seed
	}
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails: it ends the program instead
	return binary.LittleEndian.Uint64(b[:])
}

// play plays to the end, or to the open decision.
func (p *player) play() (engine.Step, error) {
	for {
		step, err := p.run()
		if err != nil {
			return step, err
		}
		if step.Done() {
			return step, errors.Join(p.typed.spent(), p.replies.spent(p.asked))
		}
		more, err := p.answer(*step.Open)
		if err != nil || !more {
			return step, err
		}
	}
}

// run is [engine.Run]; a fault comes with the roll that leads to it.
func (p *player) run() (engine.Step, error) {
	step, err := engine.Run(p.in, p.tape)
	return step, p.reported(err)
}

func (p *player) reported(err error) error {
	var broken *engine.Fault
	if !errors.As(err, &broken) {
		return err
	}
	return &fault{broken, playfile.Of(p.in, p.tape, engine.Step{}).String()}
}

// answer answers q; more is false when it stays open.
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

// leftOpen reports whether a decision was answered as it is offered, since nobody did.
func (p *player) leftOpen() bool { return len(p.open) > 0 && p.said.unanswered.is == "offered" }

// told are the answers that are worth telling: all but those that nobody gave and that
// spend nothing.
func (p *player) told() []engine.Answer {
	var out []engine.Answer
	for i, a := range p.tape {
		if nothing, _ := p.asked[i].Nothing(); !p.open[i] || !reflect.DeepEqual(a, nothing) {
			out = append(out, a)
		}
	}
	return out
}
