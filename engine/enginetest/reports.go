package enginetest

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
)

// reports proves that a roll, written down as a play, comes to the same when
// the play is read and run: what a table exports can be tried elsewhere.
func (e *exam) reports() {
	for _, p := range e.endings(mixes) {
		for _, n := range []int{len(p.tape), len(p.tape) / 2} {
			step, err := e.glass.run(p.in, p.tape[:n])
			if err != nil {
				continue // resuming tells of it
			}
			if err := e.replayed(p.in, p.tape[:n], step); err != nil {
				e.fail(p.trial, p.tape[:n], "written down and run again: %v", err)
			}
		}
	}
}

func (e *exam) replayed(in engine.Inputs, tape []engine.Answer, step engine.Step) error {
	play, err := playfile.Parse("report", playfile.Of(in, tape, step).String())
	if err != nil {
		return err
	}
	var first complaint
	perform(&first, e.glass, in.System, play)
	if first.words != "" {
		return &first
	}
	return nil
}

// complaint keeps the first thing that is reported.
type complaint struct{ words string }

// Helper is there to make a T.
func (*complaint) Helper() {}

// Errorf keeps what was reported first.
func (c *complaint) Errorf(format string, args ...any) {
	if c.words == "" {
		c.words = fmt.Sprintf(format, args...)
	}
}

func (c *complaint) Error() string { return c.words }
