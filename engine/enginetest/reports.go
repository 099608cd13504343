package enginetest

import (
	"errors"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// reports proves that a roll which is written as a play has the same result when the play is
// read and run, so that a roll of a table can be repeated elsewhere.
func (e *exam) reports() {
	for _, p := range e.tried.endings(mixes) {
		for _, n := range []int{len(p.tape), len(p.tape) / 2} {
			step, err := e.dog.run(p.in, p.tape[:n])
			if err != nil {
				continue // the proof of resuming reports it
			}
			if err := e.replayed(p.in, p.tape[:n], step); err != nil {
				e.fail(p.trial, p.tape[:n], "written down and run again: %v", err)
			}
		}
	}
}

func (e *exam) replayed(in engine.Inputs, tape []engine.Answer, step engine.Step) error {
	play, err := plays.Parse("report", plays.Of(in, tape, step).String())
	if err != nil {
		return err
	}
	for _, f := range play.Run(in.System, e.dog.begin) {
		return errors.New(f.String())
	}
	return nil
}
