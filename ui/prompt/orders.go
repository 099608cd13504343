package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	"example.org/fray/ui/act"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// orders reads a first word that says what the rest is for.
func orders(p *prompt, f pane.Frame, text string) []meaning {
	first, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return nil
	}
	switch strings.ToLower(first) {
	case "note", "write", "journal":
		return []meaning{{does: "note: " + rest, run: func(pane.Frame) pane.Intent { return pane.Do{Command: model.Note{Text: rest}} }}}
	case "find", "search", "grep", "log":
		return []meaning{{does: "find in the log: " + rest, run: func(pane.Frame) pane.Intent {
			return pane.All{pane.Find{Filter: pane.Filter{Text: rest}}, pane.Show{What: "pane-log"}}
		}}}
	case "theme", "colour", "color", "skin":
		return p.theme(rest)
	case "undo", "revert":
		return undo(f, rest)
	case "scene":
		return []meaning{{does: "begin a new scene: " + rest, whyNot: pane.NeedsGM(f), run: func(pane.Frame) pane.Intent { return pane.Do{Command: model.Scene{Place: rest}} }}}
	case "go", "goto", "jump", "until", strings.ToLower(f.Table.Time().Unit), strings.ToLower(f.Table.Time().Round):
		return goTo(f, rest)
	}
	return nil
}

func (p *prompt) theme(name string) []meaning {
	name = engine.Nearest(name, p.Themes)
	if name == "" {
		return []meaning{{does: "show another theme", whyNot: "the themes are " + strings.Join(p.Themes, ", ")}}
	}
	return []meaning{{does: "show the theme " + name, run: func(pane.Frame) pane.Intent { return p.Theme(name) }}}
}

func goTo(f pane.Frame, rest string) []meaning {
	words := strings.Fields(strings.ToLower(rest))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "to" || w == f.Table.Time().Unit || w == f.Table.Time().Round })
	if len(words) != 1 {
		return nil
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 0 {
		return nil
	}
	return []meaning{{does: "go to " + f.Table.When(f.Table.MomentOf(n)), whyNot: pane.NeedsGM(f), run: func(f pane.Frame) pane.Intent { return act.GoTo(f, n) }}}
}

// farBack is how many events of the log are looked through for what is to be
// undone.
const farBack = 500

// undo finds the newest act that words tell of, and takes back all until it is
// gone.
func undo(f pane.Frame, rest string) []meaning {
	words := strings.Fields(strings.ToLower(rest))
	later, n := 0, 0
	for l := range f.Table.Log() {
		if n++; n > farBack {
			break
		}
		if l.Undone {
			continue
		}
		for _, fact := range l.Event.Facts {
			done, ok := fact.(model.Finished)
			if !ok {
				continue
			}
			if !tells(f, done, words) {
				later++
				continue
			}
			seq := l.Event.Seq
			m := meaning{does: "undo: " + pane.Headline(f.Table, l.Event), run: func(f pane.Frame) pane.Intent { return takeBack(f, seq, later) }}
			if later > 0 {
				m.does = fmt.Sprintf("undo %d acts, back to before: %s", later+1, pane.Headline(f.Table, l.Event))
			}
			return []meaning{m}
		}
	}
	return nil
}

// tells reports whether each word is one of the sentence of a roll, of its
// action, or of what the action is known by.
func tells(f pane.Frame, x model.Finished, words []string) bool {
	of := view.Tell(f.Table, x, false)
	text := strings.ToLower(f.Table.ActionName(x.Roll.System, x.Roll.Action) + " " + of[0].Text)
	if s, ok := f.Table.Rulebook(x.Roll.System); ok {
		if a, ok := s.Action(x.Roll.Action); ok {
			text += " " + a.Also
		}
	}
	have := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" :,.'", r) })
	for _, w := range words {
		w = strings.TrimSuffix(w, "'s")
		if slices.Contains(fillers, w) {
			continue
		}
		if !slices.ContainsFunc(have, func(h string) bool {
			return strings.HasPrefix(h, w) || len(w) > 3 && phrase.Distance(h, w) == 1
		}) {
			return false
		}
	}
	return true
}

// takeBack takes back acts until an event holds no more.
func takeBack(f pane.Frame, seq uint64, more int) pane.Intent {
	all := f.Table.ActBy(f.Seat)
	if all == nil {
		return nil
	}
	asked := len(decide.Requests(f.Table))
	gone := slices.ContainsFunc(all, func(e model.Event) bool { return e.Seq == seq })
	return pane.Do{Command: model.Undo{Act: true}, Then: func(f pane.Frame) pane.Intent {
		if len(decide.Requests(f.Table)) > asked {
			return pane.Say{Words: "you asked the gamemaster to undo it"}
		}
		if gone || more <= 0 && all[0].Seq < seq {
			return pane.Say{Words: "undone; " + f.KeyOf("redo") + " redoes it"}
		}
		return takeBack(f, seq, more-1)
	}}
}

// points reads what a pool loses or gets back: 5 dmg body "fell", seraph +3 vp.
func points(_ *prompt, f pane.Frame, text string) []meaning {
	ph := phraseOf(text)
	named := ph.named(f)
	words, _ := ph.rest(named)
	who, up, n := f.Here(), false, 0
	if len(named) == 1 {
		who = named[0].who
	}
	if who == nil || len(named) > 1 {
		return nil
	}
	s := book(f, who)
	if s == nil && pane.Asks(f, who) {
		s = pane.BookOf(f, who)
	}
	if s == nil || len(s.Pools) == 0 {
		return nil
	}
	var pool *engine.Pool
	verb, signed := false, false
	for _, w := range words {
		switch {
		case slices.Contains([]string{"dmg", "damage", "dam", "hurt", "hurts", "harm", "lose", "loses", "lost", "minus", "spend", "spends", "off", "wound", "wounds"}, w):
			verb = true
		case slices.Contains([]string{"heal", "heals", "healed", "gain", "gains", "back", "restore", "regain", "regains", "recover", "recovers", "plus"}, w):
			verb, up = true, true
		default:
			if x, err := strconv.Atoi(w); err == nil && n == 0 {
				n, signed = max(x, -x), w[0] == '-' || w[0] == '+'
				up = up || w[0] == '+'
				continue
			}
			if pool != nil {
				return nil
			}
			if pool = poolOf(s, w); pool == nil {
				return nil
			}
		}
	}
	if n == 0 || !verb && !signed && pool == nil {
		return nil
	}
	if pool == nil {
		pool = &s.Pools[0]
	}
	return []meaning{adjusted(f, s, who, *pool, n, up, ph.reason)}
}

// poolOf finds a pool by its name or by what it is for; nil for none.
func poolOf(s *engine.System, word string) *engine.Pool {
	for i, p := range s.Pools {
		if strings.EqualFold(p.ID, word) || strings.EqualFold(p.Label, word) || len(word) > 3 && strings.HasPrefix(strings.ToLower(p.Label), word) {
			return &s.Pools[i]
		}
	}
	kinds := map[string][]string{
		"life":   {"hp", "body", "health", "life", "hits", "vitality", "wounds"},
		"energy": {"energy", "stamina", "fatigue", "mana", "power", "endurance"},
		"points": {"points", "luck", "fate"},
	}
	for i, p := range s.Pools {
		if slices.Contains(kinds[p.Kind], word) {
			return &s.Pools[i]
		}
	}
	return nil
}

// adjusted is a pool that loses points, or gets some back, with the reason.
func adjusted(f pane.Frame, s *engine.System, who *model.Character, pool engine.Pool, n int, up bool, why string) meaning {
	does, delta := "loses", n
	if up {
		does, delta = "gets back", -n
	}
	set := pane.LossOf(who, s, pool.Losses[0], delta)
	m := meaning{
		does: fmt.Sprintf("%s %s %d %s%s", who.Name, does, n, pool.Label, because(why)),
		run: func(pane.Frame) pane.Intent {
			return pane.Do{Command: model.Write{Who: who.ID, System: s.ID, Set: []model.Change{set}, Why: why}}
		},
	}
	if page, known := who.Pages[s.ID]; known {
		sheet := s.Sheet.Read(page)
		m.does += fmt.Sprintf(", then %d of %d", pool.Now(sheet)-(set.To.Int()-set.From.Int()), pool.Full.Of(sheet))
	}
	switch {
	case pane.Asks(f, who):
		m.does = "ask the gamemaster: " + m.does
	case !f.Seat.Owns(who):
		m.whyNot = who.Name + " is not yours"
	}
	return m
}

// newcomers reads how many of whom come to the table: 6 footpads, another thug.
func newcomers(_ *prompt, f pane.Frame, text string) []meaning {
	words := strings.Fields(strings.ToLower(text))
	n, asked := 1, false
	for len(words) > 1 {
		if x, err := strconv.Atoi(words[0]); err == nil && x > 0 {
			n, asked = x, true
		} else if slices.Contains([]string{"new", "add", "another", "spawn", "more", "make", "summon"}, words[0]) {
			asked = true
		} else if !slices.Contains([]string{"a", "an", "the"}, words[0]) {
			break
		}
		words = words[1:]
	}
	if !asked {
		return nil
	}
	name, intent, ok := people.Bring(f, strings.Join(words, " "), min(n, people.MostAtOnce))
	if !ok {
		return nil
	}
	m := meaning{does: fmt.Sprintf("bring %d of %s to the table", min(n, people.MostAtOnce), name), whyNot: pane.NeedsHost(f), run: func(pane.Frame) pane.Intent { return intent }}
	switch {
	case n == 1:
		m.does = "bring " + name + " to the table"
	case n > people.MostAtOnce:
		m.whyNot = fmt.Sprintf("at most %d at once", people.MostAtOnce)
	}
	return []meaning{m}
}
