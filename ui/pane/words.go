package pane

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// said is one line of what a fact says.
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

// tell says a fact; whole tells everything that is kept of it.
func tell(t model.Table, f model.Fact, whole bool) []said {
	switch f := f.(type) {
	case model.Opened, model.Answered, model.Finished, model.Dropped, model.Parked:
		return tellRoll(t, f, whole)
	case model.Moved, model.Done, model.Cancelled, model.Delayed, model.Paid, model.Ran:
		return tellClock(t, f, whole)
	case model.EffectBegan, model.EffectEnded:
		return tellEffect(t, f, whole)
	case model.Joined, model.Left, model.Edited, model.Reordered, model.Written, model.Paged:
		return tellSheet(t, f, whole)
	}
	return tellTable(t, f, whole)
}

func line(text string) []said { return []said{{text: text}} }

func tellTable(t model.Table, f model.Fact, whole bool) []said {
	switch f := f.(type) {
	case model.Made:
		return line("The table " + f.Name + " begins, in the time of " + SystemName(t, f.System))
	case model.Named:
		return line("The table is called " + f.Name + ", in the time of " + SystemName(t, f.System))
	case model.HouseSet:
		if f.Value.IsNone() {
			return line("House rule " + houseName(t, f.System, f.Rule) + ": as the book has it")
		}
		return line("House rule " + houseName(t, f.System, f.Rule) + ": " + f.Value.String())
	case model.Noted:
		head := "Note: "
		if f.Private {
			head = "Private note: "
		}
		return textLines(head, f.Text, whole)
	case model.EveningBegan:
		return append(line("An evening begins"), said{ink: kit.Dim, text: "dice " + shortHex(f.Fingerprint, whole)})
	case model.EveningEnded:
		return append(line("The evening ends"), said{ink: kit.Dim, text: "dice seed " + shortHex(f.Seed, whole)})
	case model.Undone:
		return line("Undone: #" + utoa(f.Seq) + " " + whatWas(t, f.Seq))
	case model.Redone:
		return line("Brought back: #" + utoa(f.Seq) + " " + whatWas(t, f.Seq))
	case model.Unknown:
		out := line("Something this version does not know: " + f.Is)
		if whole {
			out = append(out, said{ink: kit.Dim, text: string(f.Body)})
		}
		return out
	}
	return line("Something this version does not know: " + f.Kind())
}

// whatWas says in short what an event was, if it is among the last thousand.
func whatWas(t model.Table, seq uint64) string {
	n := 0
	for l := range t.Log() {
		if l.Event.Seq == seq && len(l.Event.Facts) > 0 {
			return inShort(t, l.Event.Facts)
		}
		if n++; n > 1000 || l.Event.Seq < seq {
			break
		}
	}
	return ""
}

// inShort says an event by the fact that matters most in it.
func inShort(t model.Table, facts []model.Fact) string {
	main := facts[0]
	for _, f := range facts {
		switch f := f.(type) {
		case model.Undone:
			return "(undoing #" + utoa(f.Seq) + ")"
		case model.Redone:
			return "(bringing back #" + utoa(f.Seq) + ")"
		case model.Finished:
			return tell(t, f, false)[0].text
		}
	}
	if a, ok := main.(model.Answered); ok {
		if r, ok := t.Roll(a.Roll); ok {
			return rollHead(t, r)
		}
	}
	return tell(t, main, false)[0].text
}

func houseName(t model.Table, system, rule string) string {
	if s, ok := t.Rulebook(system); ok {
		if sp, ok := s.House.Field(rule); ok {
			return sp.Label
		}
	}
	return rule
}

// textLines puts the first line of a text behind head, or all of it below.
func textLines(head, text string, whole bool) []said {
	first, rest, more := strings.Cut(text, "\n")
	out := line(head + first)
	if whole && more {
		for l := range strings.SplitSeq(rest, "\n") {
			out = append(out, said{text: l})
		}
	}
	return out
}

func shortHex(s string, whole bool) string {
	if !whole && len(s) > 12 {
		return s[:12]
	}
	return s
}

func tellSheet(t model.Table, f model.Fact, whole bool) []said {
	switch f := f.(type) {
	case model.Joined:
		return line(f.Character.Name + " joins the table")
	case model.Left:
		return line(Name(t, f.Who) + " leaves the table")
	case model.Edited:
		return append(line(Name(t, f.Who)+" is described anew"), describe(f.Character)...)
	case model.Reordered:
		return line(Name(t, f.Who) + " moves to place " + itoa(f.To+1))
	case model.Written:
		out := line(Name(t, f.Who) + ", by hand")
		if f.Why != "" {
			out = line(Name(t, f.Who) + ", by hand: " + f.Why)
		}
		return append(out, tellChanges(t, f.Who, f.System, f.Changes, whole)...)
	case model.Paged:
		if f.Page == nil {
			return line(Name(t, f.Who) + " is no longer written in " + SystemName(t, f.System))
		}
		if f.Why != "" {
			return line(Name(t, f.Who) + ", by hand: " + f.Why)
		}
		return line(Name(t, f.Who) + " is written in " + SystemName(t, f.System))
	}
	return nil
}

func describe(c model.Character) []said {
	var parts []string
	if c.Name != "" {
		parts = append(parts, "called "+c.Name)
	}
	if c.Owner != "" {
		parts = append(parts, "played by "+c.Owner)
	}
	if c.Hidden {
		parts = append(parts, "hidden")
	}
	if c.Typed {
		parts = append(parts, "throws real dice")
	}
	if len(parts) == 0 {
		return nil
	}
	return []said{{ink: kit.Dim, text: strings.Join(parts, ", ")}}
}

func tellClock(t model.Table, f model.Fact, whole bool) []said {
	switch f := f.(type) {
	case model.Moved:
		return line(clockWords(t, f.Clock))
	case model.Done:
		return line(ActionName(t, f.Pending.System, f.Pending.Of) + " of " + Name(t, f.Pending.Who) + " falls due")
	case model.Cancelled:
		text := ActionName(t, f.Pending.System, f.Pending.Of) + " of " + Name(t, f.Pending.Who) + " is called off"
		if f.Why != "" {
			text += ": " + f.Why
		}
		return line(text)
	case model.Delayed:
		return line(ActionName(t, f.Pending.System, f.Pending.Of) + " of " + Name(t, f.Pending.Who) + " is put off from " +
			t.When(f.Pending.Due) + " to " + t.When(f.Due))
	case model.Paid:
		out := append(line(Name(t, f.Who)+" pays"), tellChanges(t, f.Who, f.System, told(t, f.System, f.Changes), whole)...)
		if whole {
			out = append(out, notes(f.Notes)...)
		}
		return out
	case model.Ran:
		text := Name(t, f.Who) + ": " + ActionName(t, f.System, f.Action)
		if f.Why != "" {
			text += ", " + f.Why
		}
		out := append(line(text), tellChanges(t, f.Who, f.System, told(t, f.System, f.Changes), whole)...)
		if whole {
			out = append(out, notes(f.Notes)...)
		}
		return out
	}
	return nil
}

func tellEffect(t model.Table, f model.Fact, whole bool) []said {
	switch f := f.(type) {
	case model.EffectBegan:
		return append(line(Name(t, f.Effect.Who)+": "+f.Effect.Words+", "+untilWords(t, f.Effect.Until, f.Effect.At)),
			tellChanges(t, f.Effect.Who, "", f.Changes, whole)...)
	case model.EffectEnded:
		text := Name(t, f.Effect.Who) + ": " + f.Effect.Words + " is over"
		if f.Why != "" {
			text += ", " + f.Why
		}
		return append(line(text), tellChanges(t, f.Effect.Who, "", f.Changes, whole)...)
	}
	return nil
}

// untilWords says what ends an effect.
func untilWords(t model.Table, until model.Until, at int) string {
	switch until {
	case model.ByAction:
		return "for this action"
	case model.ByNext:
		return "for the next action"
	case model.ByScene:
		return "for this scene"
	case model.ByMoment, model.ByTime:
		if at >= 0 {
			return "until " + t.When(at)
		}
		return ""
	}
	return "until it is treated"
}

func clockWords(t model.Table, c model.Clock) string {
	words := "It is " + t.When(c.Moment)
	if c.Moment == c.Began && c.Turn == "" && len(c.Order)+len(c.Declared)+len(c.Waiting) == 0 {
		words = "Scene " + itoa(c.Scene+1) + " begins"
		if c.Place != "" {
			words += ": " + c.Place
		}
		return words
	}
	if c.Turn != "" {
		words += ", the turn of " + Name(t, c.Turn)
	}
	if len(c.Order) > 0 && c.Turn == "" {
		words += "; in order " + Names(t, c.Order)
	}
	for _, x := range c.Declared {
		words += "; " + Name(t, x.Who) + " declares " + itoa(x.Actions)
	}
	for _, x := range c.Waiting {
		words += "; " + Name(t, x.Who) + " waits"
		if x.Words != "" {
			words += " until " + x.Words
		}
	}
	return words
}

// told leaves out of what a rule changed what no player would call a change.
func told(t model.Table, system string, changes []model.Change) []model.Change {
	s, ok := t.Rulebook(system)
	if !ok {
		return changes
	}
	return slices.DeleteFunc(slices.Clone(changes), func(c model.Change) bool { return !s.Sheet.Tells(c.Field, c.From, c.To) })
}

// tellChanges says what changed: on one line, or with a line each.
func tellChanges(t model.Table, who, system string, changes []model.Change, whole bool) []said {
	parts := make([]string, 0, len(changes))
	for _, c := range changes {
		words, pool := "", false
		if !whole {
			words, pool = lossWords(t, who, system, c)
		}
		if !pool {
			words = changeWords(t, who, system, c)
		}
		parts = append(parts, words)
	}
	if len(parts) == 0 {
		return nil
	}
	if !whole {
		return []said{{text: strings.Join(parts, ", ")}}
	}
	out := make([]said, len(parts))
	for i, s := range parts {
		out[i] = said{text: s}
	}
	return out
}

// lossWords says in short what a pool loses or gets back: "EP -4"; false where
// the change is none of a pool.
func lossWords(t model.Table, who, system string, c model.Change) (string, bool) {
	if c.System != "" {
		system = c.System
	}
	s, ok := t.Rulebook(system)
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return "", false
	}
	p, ok := poolOf(s, c.Field)
	if !ok {
		return "", false
	}
	words := ""
	if c.Who != "" && c.Who != who {
		words = Name(t, c.Who) + "'s "
	}
	sign := "+"
	if c.To.Int() > c.From.Int() {
		sign = "-"
	}
	n := c.To.Int() - c.From.Int()
	return words + p.Label + " " + sign + itoa(max(n, -n)), true
}

// changeWords says one change: "EP lost 3 to 8", with the name of whoever it
// is unless that is who.
func changeWords(t model.Table, who, system string, c model.Change) string {
	if c.System != "" {
		system = c.System
	}
	words := ""
	if c.Who != "" && c.Who != who {
		words = Name(t, c.Who) + "'s "
		who = c.Who
	}
	if c.Field == "" {
		return words + SystemName(t, system) + " page"
	}
	words += FieldName(t, who, system, c.Field)
	switch {
	case c.To.IsNone() && strings.Contains(c.Field, "/"):
		return words + " taken off"
	case c.To.IsNone():
		return words + " " + value(c.From) + " cleared"
	case c.From.IsNone():
		return words + " " + value(c.To)
	}
	return words + " " + value(c.From) + " to " + value(c.To)
}

func value(v engine.Value) string {
	if v.IsNone() {
		return "none"
	}
	if v.Kind() == engine.Text && v.Text() == "" {
		return "nothing"
	}
	return v.String()
}

func notes(n []string) []said {
	out := make([]said, 0, len(n))
	for _, s := range n {
		out = append(out, said{ink: kit.Dim, text: s})
	}
	return out
}
