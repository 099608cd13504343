package pane

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

// said is one line of what a fact says, as it is drawn.
type said struct {
	ink    kit.Token
	sign   string // drawn before it
	text   string
	throws []kit.Thrown // drawn after it
}

// Words says a fact in one line and, behind it, what there is to know more:
// dice, result, changes. Text is as people wrote it, not cleaned.
func Words(t model.Table, f model.Fact) []string {
	var out []string
	for _, s := range tell(t, f, false) {
		line := s.text
		for _, x := range s.throws {
			if line != "" {
				line += " "
			}
			line += strings.TrimSpace(x.Label + " " + x.Dice + ": " + x.Faces.String())
		}
		out = append(out, line)
	}
	return out
}

// drawn are the words as a look has signs for them.
func (s said) drawn(k *kit.Look) said {
	s.text = strings.ReplaceAll(s.text, "→", k.Arrow)
	return s
}

// tell says a fact; whole tells everything that is kept of it.
func tell(t model.Table, f model.Fact, whole bool) []said {
	lines := t.Tell(f, whole)
	out := make([]said, len(lines))
	for i, l := range lines {
		s := said{text: l.Text}
		switch {
		case l.Result != nil:
			s.ink, s.sign = resultInk(*l.Result)
		case l.Warns:
			s.ink = kit.Warn
		case l.Aside:
			s.ink = kit.Dim
		}
		if l.Dice != nil {
			s.throws = kit.ThrownOf(l.Dice, l.Fates)
		}
		out[i] = s
	}
	return out
}

// resultInk gives how the end of a roll is drawn, and the sign before it.
func resultInk(o engine.Outcome) (ink kit.Token, sign string) {
	switch {
	case o.Success:
		return kit.Good, "yes"
	case o.Grade == engine.Undecided:
		return kit.Warn, ""
	}
	return kit.Bad, "no"
}
