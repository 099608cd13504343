package pane

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

// said is one line of what a fact says, as it is drawn.
type said struct {
	ink    kit.Token
	sign   string // drawn before it
	text   string
	more   string       // behind it where there is room on its line
	throws []kit.Thrown // drawn after it
}

// Told says an entry of the log in lines, its sentence first: short, or with all
// its working. It is empty where there is nothing to tell.
func Told(t model.Table, seq uint64, whole bool) []string {
	for l := range t.LogFrom(seq) {
		if l.Event.Seq != seq {
			break
		}
		e := entry{Line: l, facts: tellable(l.Event.Facts, nil)}
		var out []string
		for _, a := range e.tell(t, whole) {
			for _, s := range a.said {
				out = append(out, s.words())
			}
		}
		if whole && len(out) > 0 { // who wrote the event, and when
			out = out[:len(out)-1]
		}
		return out
	}
	return nil
}

// Words says a fact in one line and, behind it, what there is to know more:
// dice, result, changes. Text is as people wrote it, not cleaned.
func Words(t model.Table, f model.Fact) []string {
	var out []string
	for _, s := range tell(t, f, false) {
		out = append(out, s.words())
	}
	return out
}

// Headline says an event in a few words: how its roll ended, or else all that
// happened in it.
func Headline(t model.Table, e model.Event) string {
	if words := Together(t, e.Facts); words != "" {
		return words
	}
	var joined, all []string
	for _, f := range e.Facts {
		lines := Words(t, f)
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		if _, roll := f.(model.Finished); roll && len(lines) > 0 {
			return strings.Join(lines[:min(2, len(lines))], "   ")
		}
		if j, ok := f.(model.Joined); ok {
			joined = append(joined, j.Character.ID)
		}
		if len(lines) > 0 {
			all = append(all, lines[0])
		}
	}
	switch {
	case len(joined) > 1:
		return Gang(t, joined) + " join the table"
	case len(all) == 0:
		return "event " + strings.TrimPrefix(e.Name(), "#")
	case len(all) > mostHeads:
		return fmt.Sprintf("%s and %d more", strings.Join(all[:mostHeads-1], "; "), len(all)-mostHeads+1)
	}
	return strings.Join(all, "; ")
}

// mostHeads is how many things that happened at once are each said in a headline.
const mostHeads = 3

// HeadlineOf is the headline of an event of the log, which may not have been read yet,
// and what the event is called.
func HeadlineOf(t model.Table, seq uint64) (headline, name string) {
	for l := range t.LogFrom(seq) {
		if l.Event.Seq == seq {
			return kit.Clean(Headline(t, l.Event)), l.Event.Name()
		}
		break
	}
	return "reading …", ""
}

// SearchLog goes through the log of a table that has no index for the newest
// events that hold all words of a text, and counts all.
func SearchLog(t model.Table, text string, most int) (found []uint64, all int) {
	wanted := strings.Fields(strings.ToLower(text))
	for l := range t.Log() {
		var said strings.Builder
		for _, f := range l.Event.Facts {
			said.WriteString(strings.ToLower(strings.Join(Words(t, f), "\n")) + "\n")
		}
		if len(wanted) == 0 || slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(said.String(), w) }) {
			continue
		}
		if all++; len(found) < most {
			found = append(found, l.Event.Seq)
		}
	}
	return found, all
}

// words is the line as it is read out.
func (s said) words() string {
	line := s.text
	for _, x := range s.throws {
		if line != "" {
			line += " "
		}
		line += strings.TrimSpace(x.Label + " " + x.Dice + ": " + x.Faces.String())
	}
	return line + s.more
}

// drawn are the words as a look has signs for them.
func (s said) drawn(k *kit.Look) said {
	s.text = strings.ReplaceAll(s.text, "→", k.Arrow)
	return s
}

// tell says a fact; whole tells everything that is kept of it.
func tell(t model.Table, f model.Fact, whole bool) []said {
	lines := view.Tell(t, f, whole)
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
