package view

import (
	"cmp"
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

// Headline describes an event in a few words: how its rolls ended, or else everything that
// happened in it.
func Headline(t model.Table, e model.Event) string {
	if words := GroupWords(t, e.Facts); words != "" {
		return words
	}
	if words, came := volley(t, e.Facts); words != "" {
		return words + model.Prefixed("  ", came)
	}
	if words := undoneWords(t, e.Facts); words != "" {
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

// volley describes blows that end in one event as one: "3 blows of Thug 1-3", "2 of 3 hit". It
// is "" for fewer than two.
func volley(t model.Table, facts []model.Fact) (words, came string) {
	var who []string
	hits, of := 0, 0
	var first model.Roll
	for _, f := range facts {
		end, is := f.(model.Finished)
		if !is {
			continue
		}
		a, _ := t.ActionOf(end.Roll.System, end.Roll.Action)
		hit, landed := Hit(a, end)
		if !landed && (a == nil || !a.Attack() || !strikesLater(t, end)) {
			continue
		}
		if who = append(who, end.Roll.Who); len(who) == 1 {
			first = end.Roll
		}
		if landed {
			of++
		}
		if hit {
			hits++
		}
	}
	if len(who) < 2 {
		return "", ""
	}
	if words = engine.Counted(len(who), "blow") + " of " + GroupName(t, who); of == len(who) {
		came = countWords(t, first, hits, of)
	}
	return words, came
}

// Blows describes blows that one event begins or ends as one: "3 blows of Thug 1-3". It is ""
// for fewer than two.
func Blows(t model.Table, facts []model.Fact) string {
	words, _ := volley(t, facts)
	return words
}

// Deed says what an act did, its events newest first, by the sentence that matters: all blows
// of a volley as one, else how its rolls ended, else everything that happened. Undo and redo
// name by it what they take back and bring again.
func Deed(t model.Table, act []model.Event) string {
	var words []string
	for _, e := range slices.Backward(act) {
		if OnlyRolls(e) {
			continue
		}
		if blows := Blows(t, e.Facts); blows != "" {
			words = append(words, blows)
		} else {
			words = append(words, Sentence(Headline(t, e)))
		}
	}
	if words == nil && len(act) > 0 {
		return Sentence(Headline(t, act[0]))
	}
	return strings.Join(words, "; ")
}

// undoneWords says what facts that only undo or redo take back or bring again: "Undone: 3 blows
// of Thug 1-3". It is "" for other facts, and where the seat knows none of it.
func undoneWords(t model.Table, facts []model.Fact) string {
	var act []model.Event
	head := "Undone: "
	for _, f := range facts {
		var seq uint64
		switch f := f.(type) {
		case model.Undone:
			seq = f.Seq
		case model.Redone:
			seq, head = f.Seq, "Redone: "
		default:
			return ""
		}
		for l := range t.LogFrom(seq) {
			if l.Event.Seq == seq && len(l.Event.Facts) > 0 && !l.Event.OnlyChangesHistory() {
				act = append(act, l.Event)
			}
			break
		}
	}
	if act == nil {
		return ""
	}
	slices.SortFunc(act, func(a, b model.Event) int { return cmp.Compare(b.Seq, a.Seq) })
	return head + Deed(t, act)
}

// OnlyRolls reports whether an event only starts or answers rolls.
func OnlyRolls(e model.Event) bool {
	return !slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
		switch f.(type) {
		case model.Opened, model.Answered:
			return false
		}
		return true
	})
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
