package people

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/pane"
)

// Bring finds whom people mean by a name for newcomers: footpads, thugs, a
// template, somebody at the table. It returns what they are called and the intent
// that brings count of them, and false where the name means nobody.
//
// A name means the rulebook on the screen and that of the table first: somebody
// who is called exactly so, somebody whose name is close to it, or a word for
// nobody special. Only where it means nothing there does it mean somebody of
// another rulebook who is called exactly so.
func Bring(f pane.Frame, name string, count int) (called string, intent pane.Intent, ok bool) {
	books := rulebooks(f.Table)
	slices.SortStableFunc(books, func(a, b *engine.System) int { return place(f, a.ID) - place(f, b.ID) })
	own := 0
	for own < len(books) && place(f, books[own].ID) < elsewhere {
		own++
	}
	if called, intent, ok = sourceNamed(f, books[:own], name, count, false); ok {
		return called, intent, true
	}
	if called, intent, ok = sourceNamed(f, books[:own], name, count, true); ok {
		return called, intent, true
	}
	if called, intent, ok = nobody(f, books, name, count); ok {
		return called, intent, true
	}
	return sourceNamed(f, books[own:], name, count, false)
}

// sourceNamed brings count of the template or the character that a name means in
// one of the rulebooks.
func sourceNamed(f pane.Frame, books []*engine.System, name string, count int, near bool) (called string, intent pane.Intent, ok bool) {
	for _, s := range books {
		for _, src := range sources(f, s) {
			if src.empty || !named(src.name, name, near) {
				continue
			}
			var all []model.Character
			for _, n := range freeNames(f.Table, src.name, count) {
				all = append(all, model.Character{Name: n, Side: src.side, Pages: src.pages})
			}
			return src.name, pane.All{pane.Turn{System: s.ID}, joinAll(all)}, true
		}
	}
	return "", nil, false
}

// nobodySpecial are words for a character who is there to be beaten: one of the
// foes.
var nobodySpecial = []string{"thug", "goon", "mook", "minion", "guard", "bandit", "henchman", "soldier", "enemy", "foe", "opponent", "monster", "npc", "extra"}

// nobody brings count of those whom a word for nobody special means. They have
// the last template of the first rulebook, which is the one for such characters.
func nobody(f pane.Frame, books []*engine.System, name string, count int) (called string, intent pane.Intent, ok bool) {
	for _, word := range nobodySpecial {
		if !named(word, name, false) || len(books) == 0 || len(books[0].Templates) == 0 {
			continue
		}
		s := books[0]
		like := s.Templates[len(s.Templates)-1]
		called = strings.ToUpper(word[:1]) + word[1:]
		var all []model.Character
		for _, n := range freeNames(f.Table, called, count) {
			all = append(all, model.Character{Name: n, Side: engine.Foes, Pages: map[string]engine.Page{s.ID: like.Page}})
		}
		return called + ", with the sheet of " + like.Name, pane.All{pane.Turn{System: s.ID}, joinAll(all)}, true
	}
	return "", nil, false
}

// elsewhere is the place of a rulebook that is neither on the screen nor the
// table's.
const elsewhere = 2

// place orders rulebooks: the one on the screen, the table's, and then the rest.
func place(f pane.Frame, system string) int {
	switch system {
	case f.System:
		return 0
	case f.Table.System:
		return 1
	}
	return elsewhere
}

// MostAtOnce is how many newcomers come at once.
const MostAtOnce = mostAtOnce

// named reports whether typed words are a name, in the singular or the plural.
// With near the beginning of the name is enough, or the name with one letter
// wrong.
func named(name, typed string, near bool) bool {
	name, typed = strings.ToLower(name), strings.ToLower(typed)
	for _, t := range append(singular(typed), typed) {
		if name == t || near && len(t) > 3 && (strings.HasPrefix(name, t) || phrase.Distance(name, t) == 1) {
			return true
		}
	}
	return false
}

func singular(s string) []string {
	var out []string
	for _, end := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}, {"men", "man"}} {
		if stem, ok := strings.CutSuffix(s, end[0]); ok && stem != "" {
			out = append(out, stem+end[1])
		}
	}
	return out
}
