package view

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Narration describes an event of the log in lines, its sentence first: in short, or with
// whole in full. It is empty if there is nothing to tell.
func Narration(t model.Table, seq uint64, whole bool) []string {
	for l := range t.LogFrom(seq) {
		if l.Event.Seq != seq {
			break
		}
		e := Entry{LogLine: l, facts: tellable(l.Event.Facts, nil)}
		var out []string
		for _, a := range e.Tell(t, whole) {
			for _, s := range a.Lines {
				out = append(out, s.Words())
			}
		}
		if whole && len(out) > 0 { // the last line says who wrote the event, and when
			out = out[:len(out)-1]
		}
		return out
	}
	return nil
}

// Words describes a fact in a line and a few details: dice, result, changes. The text is
// as people wrote it, not cleaned for a terminal.
func Words(t model.Table, f model.Fact) []string {
	var out []string
	for _, s := range Tell(t, f, false) {
		out = append(out, s.Words())
	}
	return out
}

// Headline describes an event in a few words: how its roll ended, or else everything that
// happened in it.
func Headline(t model.Table, e model.Event) string {
	if words := GroupWords(t, e.Facts); words != "" {
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
		return GroupName(t, joined) + " join the table"
	case len(all) == 0:
		return "event " + strings.TrimPrefix(e.Name(), "#")
	case len(all) > maxHeadlines:
		return fmt.Sprintf("%s and %d more", strings.Join(all[:maxHeadlines-1], "; "), len(all)-maxHeadlines+1)
	}
	return strings.Join(all, "; ")
}

// maxHeadlines is how many facts of an event a headline describes one by one.
const maxHeadlines = 3

// HeadlineOf returns the headline and the name of an event. The event may not have been
// read yet; the headline says so then.
func HeadlineOf(t model.Table, seq uint64) (headline, name string) {
	for l := range t.LogFrom(seq) {
		if l.Event.Seq == seq {
			return Headline(t, l.Event), l.Event.Name()
		}
		break
	}
	return "reading …", ""
}

// SearchLog searches the log without an index. It returns the newest events, at most
// `most`, that contain all words of a text, and how many there are in all.
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

// Words returns the line with its dice as plain text.
func (l Line) Words() string {
	out := l.Text
	for _, a := range l.Dice {
		if a.Faces == nil {
			continue
		}
		if out != "" {
			out += " "
		}
		out += strings.TrimSpace(engine.ThrowWords(a.ID) + " " + a.Dice + ": " + a.Faces.String())
		if a.Typed {
			out += " (typed)"
		}
	}
	return out + l.More
}
