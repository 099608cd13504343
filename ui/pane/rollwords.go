package pane

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

func tellRoll(t model.Table, f model.Fact, whole bool) []said {
	switch f := f.(type) {
	case model.Opened:
		return line(rollHead(t, f.Roll) + " begins")
	case model.Answered:
		return tellAnswer(t, f)
	case model.Finished:
		return tellFinished(t, f, whole)
	case model.Dropped:
		return line(broken(t, f.Roll, f.Who, f.Action) + " is dropped" + because(f.Why))
	case model.Parked:
		return []said{{ink: kit.Warn, text: broken(t, f.Roll, f.Who, f.Action) + " is parked" + because(f.Why)}}
	}
	return nil
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

func broken(t model.Table, roll, who, action string) string {
	system := ""
	if r, ok := t.Roll(roll); ok {
		system = r.System
	}
	if c, ok := t.Character(who); ok && system == "" {
		system = shownOf(t, c, "")
	}
	return Name(t, who) + ": " + ActionName(t, system, action)
}

func rollHead(t model.Table, r model.Roll) string {
	head := Name(t, r.Who) + ": " + ActionName(t, r.System, r.Action)
	if len(r.Against) > 0 {
		head += " against " + Names(t, r.Against)
	}
	return head
}

func tellAnswer(t model.Table, f model.Answered) []said {
	who := Name(t, f.Who)
	switch a := f.Answer; {
	case a.Faces != nil:
		how := " types"
		if f.Thrown {
			how = " throws"
		}
		return []said{{text: who + how, throws: kit.ThrownOf([]engine.Answer{a}, nil)}}
	default:
		return line(who + " decides, " + decisionWords(a))
	}
}

// decisionWords says an answer that is no dice.
func decisionWords(a engine.Answer) string {
	switch {
	case a.Give != nil:
		words := a.ID + ":"
		for _, id := range slices.Sorted(maps.Keys(a.Give)) {
			words += " " + id + " " + itoa(a.Give[id])
		}
		if len(a.Give) == 0 {
			words += " nothing"
		}
		return words
	case a.Amount != nil:
		return a.ID + ": " + itoa(*a.Amount)
	}
	return a.ID + ": " + a.Pick
}

func tellFinished(t model.Table, f model.Finished, whole bool) []said {
	out := line(rollHead(t, f.Roll))
	if s, ok := resultLine(f.Outcome, len(f.Roll.Tape) > 0); ok {
		out = append(out, s)
	}
	if throws := kit.ThrownOf(f.Roll.Tape, f.Fates); len(throws) > 0 {
		out = append(out, said{throws: throws})
	}
	changes := told(t, f.Roll.System, f.Changes)
	out = append(out, tellChanges(t, f.Roll.Who, f.Roll.System, changes, whole)...)
	if !whole {
		if later := laterWords(t, f.Later); later != "" {
			if n := len(out) - 1; len(changes) > 0 {
				out[n].text += "; " + later
			} else {
				out = append(out, said{text: later})
			}
		}
		return out
	}
	return append(out, rest(t, f)...)
}

// rest is all that a finished roll keeps and the short form leaves out.
func rest(t model.Table, f model.Finished) []said {
	var out []said
	for _, p := range f.Later {
		out = append(out, said{text: laterWords(t, []model.Pending{p})})
	}
	if len(f.Outcome.Values) > 0 {
		var parts []string
		for _, v := range f.Outcome.Values {
			parts = append(parts, words(v.ID)+" "+value(v.Value))
		}
		out = append(out, said{ink: kit.Dim, text: strings.Join(parts, ", ")})
	}
	for _, a := range f.Roll.Tape {
		if a.Faces == nil {
			out = append(out, said{ink: kit.Dim, text: decisionWords(a)})
		}
	}
	out = append(out, formWords(t, f.Roll)...)
	out = append(out, notes(f.Notes)...)
	if s, ok := t.Rulebook(f.Roll.System); ok {
		if a, ok := s.Action(f.Roll.Action); ok && a.Chapter != "" {
			out = append(out, said{ink: kit.Dim, text: s.Name + ", " + a.Chapter})
		}
	}
	return out
}

// formWords says the parameters that were set.
func formWords(t model.Table, r model.Roll) []said {
	s, ok := t.Rulebook(r.System)
	if !ok {
		return nil
	}
	a, ok := s.Action(r.Action)
	if !ok {
		return nil
	}
	var parts []string
	for _, path := range r.Params.Paths() {
		v, _ := r.Params.Get(path)
		name := path
		if sp, ok := a.Param(path); ok {
			name = sp.Label
		}
		parts = append(parts, name+" "+value(v))
	}
	if len(parts) == 0 {
		return nil
	}
	return []said{{ink: kit.Dim, text: "with " + strings.Join(parts, ", ")}}
}

// resultLine says how a roll ended: "success: 14 against 18, by 4". A thing
// that the clock does without dice has no result to tell.
func resultLine(o engine.Outcome, asked bool) (said, bool) {
	s := said{ink: kit.Warn, text: words(o.Grade)}
	switch {
	case o.Grade == "" || !asked && o.NoTarget:
		return said{}, false
	case o.Success:
		s.ink, s.sign = kit.Good, "yes"
	case o.Grade == engine.Undecided:
	default:
		s.ink, s.sign = kit.Bad, "no"
	}
	if o.NoTarget {
		s.text += ": " + itoa(o.Total)
	} else {
		s.text += ": " + itoa(o.Total) + " against " + itoa(o.Target) + ", by " + itoa(o.Margin)
	}
	for _, flag := range o.Flags {
		s.text += ", " + words(flag)
	}
	return s, true
}

func laterWords(t model.Table, later []model.Pending) string {
	var parts []string
	for _, p := range later {
		parts = append(parts, ActionName(t, p.System, p.Action)+" at "+t.When(p.Due))
	}
	if len(parts) == 0 {
		return ""
	}
	return "then " + strings.Join(parts, ", ")
}

// words makes people's words of an id: critical-failure, speed_q.
func words(id string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(id) }
