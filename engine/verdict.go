package engine

import "cmp"

// verdict is how people say that a roll succeeds or fails and what is measured against
// what, who may know that, whether that is somebody, and whether it may be left.
type verdict struct {
	won, lost string
	measures  [2]string
	apart     bool
	open      bool
	faces     bool
	optional  bool
}

// Says declares how people say that a roll of s succeeds and that it fails, in a
// word or two each: "thrown" and "falls short".
func (s *Schema) Says(won, lost string) *Schema {
	s.says.won, s.says.lost = won, lost
	return s
}

// Measures declares what a result of s is, and what it is measured against, where
// those are no dice and their target: "Attack" and "Defense".
func (s *Schema) Measures(result, target string) *Schema {
	s.says.measures = [2]string{result, target}
	return s
}

// Apart declares that what the dice of a roll of s are measured against, and by how
// much they pass it, goes by the sheet of who acts alone: they know it, whomever
// they face.
func (s *Schema) Apart() *Schema {
	s.says.apart = true
	return s
}

// Openly declares that whoever sees a roll of s sees how it ends, as its story tells
// up to two spaces: nothing of a sheet stands there.
func (s *Schema) Openly() *Schema {
	s.says.open = true
	return s
}

// Optional declares that a roll of s which is called for is offered alone: whoever
// leaves it loses nothing.
func (s *Schema) Optional() *Schema {
	s.says.optional = true
	return s
}

// Optional reports whether a roll of a that is called for may as well be left.
func (a *Action) Optional() bool { return a.Form.says.optional }

// Faces declares that a roll of s is nothing without somebody at the other side: whom
// one fights is proposed, as for an attack.
func (s *Schema) Faces() *Schema {
	s.says.faces = true
	return s
}

// Faces reports whether a is nothing without somebody at the other side.
func (a *Action) Faces() bool { return a.Attack || a.Form.says.faces }

// Openly reports whether anybody may be told how a roll of a ends.
func (a *Action) Openly() bool { return a.Form.says.open }

// Verdict gives the words for success and for failure: those that its form says,
// "hit" and "miss" of an attack, else "success" and "failure".
func (a *Action) Verdict() (won, lost string) {
	usual := verdict{won: "success", lost: Failure}
	if a.Attack {
		usual = verdict{won: "hit", lost: "miss"}
	}
	return cmp.Or(a.Form.says.won, usual.won), cmp.Or(a.Form.says.lost, usual.lost)
}

// Numbers says what a roll of a came to, and against what: "Attack 4 against Defense 2".
func (a *Action) Numbers(o Outcome) string { return o.numbers(a.Form.says.measures) }

// Counts reports whether what a roll of a came to is told in numbers, dice thrown or
// not: a success for which no dice fell is not 0 against anything, but for what the
// clock brings.
func (a *Action) Counts(o Outcome, thrown bool) bool {
	return thrown || !o.Success || o.Result() != 0 || a.Mode == ByClock
}

// Ended says how a roll of a ended, as [Outcome.Words] does, with what is measured.
func (a *Action) Ended(o Outcome) string { return o.words(a.Form.says.measures) }

// Strikes reports whether what a roll of a decides is whether somebody is hit.
func (a *Action) Strikes() bool { return a.Attack && a.Form.says.won == "" }

// Own gives what whoever acts knows of how a roll of a has ended, whatever they know
// of whom they face: their total and, where that is theirs, what it was measured
// against. No grade tells whether that is enough.
func (a *Action) Own(o Outcome) Outcome {
	if !a.Form.says.apart || o.NoTarget {
		return Outcome{Total: o.own(), NoTarget: true}
	}
	return Outcome{Total: o.own(), Target: o.Target, Margin: o.Margin, Success: o.Margin >= 0}
}

// knowsAim reports whether whoever acts knows what the dice are measured against.
func (in *Inputs) knowsAim() bool {
	_, veiled := in.Unknown[Actor]
	return in.Action.Form.says.apart && !veiled
}
