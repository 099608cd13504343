package pane

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

// said is one line of what a fact says, as it is drawn.
type said struct {
	ink    kit.Token
	sign   string // drawn before it
	text   string
	more   string          // behind it where there is room on its line
	throws []engine.Thrown // drawn after it
}

// drawn replaces words by the signs that a look has for them.
func (s said) drawn(k *kit.Look) said {
	s.text = strings.ReplaceAll(s.text, "→", k.Arrow)
	return s
}

// saying is a line as it is drawn.
func saying(l view.Line) said {
	s := said{text: l.Text, more: l.More}
	switch {
	case l.Result != nil:
		s.ink, s.sign = resultInk(*l.Result)
	case l.Warns:
		s.ink = kit.Warn
	case l.Aside:
		s.ink = kit.Dim
	}
	if l.Dice != nil {
		s.throws = engine.ThrownOf(l.Dice, l.Fates)
	}
	return s
}

// resultInk is the ink of a roll's result, and the sign before it.
func resultInk(o engine.Outcome) (ink kit.Token, sign string) {
	switch {
	case o.Success:
		return kit.Good, "yes"
	case o.Grade == engine.Undecided:
		return kit.Warn, ""
	}
	return kit.Bad, "no"
}
