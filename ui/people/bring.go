package people

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// Bring finds whom people name as newcomers - footpads, thugs, the name of a
// template or of somebody at the table - and gives what they are called and the
// wish that brings so many of them. It is false where nobody is called so.
func Bring(f pane.Frame, name string, count int) (called string, wish pane.Wish, ok bool) {
	books := rulebooks(f.Table)
	slices.SortStableFunc(books, func(a, b *engine.System) int { return place(f, a.ID) - place(f, b.ID) })
	for _, near := range []bool{false, true} { // exactly so first, wherever it is
		for _, s := range books {
			for _, src := range sources(f, s) {
				if src.empty || !named(src.name, name, near) {
					continue
				}
				var all []model.Character
				for _, n := range freeNames(f.Table, src.name, count) {
					all = append(all, model.Character{Name: n, Pages: src.pages})
				}
				return src.name, pane.All{pane.Turn{System: s.ID}, joinAll(all)}, true
			}
		}
	}
	return extras(f, books, name, count)
}

// nobodySpecial are words for somebody who is there to be beaten.
var nobodySpecial = []string{"thug", "goon", "mook", "minion", "guard", "bandit", "henchman", "soldier", "enemy", "foe", "opponent", "monster", "npc", "extra"}

// extras brings those who are nobody special by the name that they are given:
// they have the last template of the rulebook, which is theirs.
func extras(f pane.Frame, books []*engine.System, name string, count int) (called string, wish pane.Wish, ok bool) {
	for _, word := range nobodySpecial {
		if !named(word, name, false) || len(books) == 0 || len(books[0].Templates) == 0 {
			continue
		}
		s := books[0]
		like := s.Templates[len(s.Templates)-1]
		var all []model.Character
		for _, n := range freeNames(f.Table, strings.ToUpper(word[:1])+word[1:], count) {
			all = append(all, model.Character{Name: n, Pages: map[string]engine.Page{s.ID: like.Page}})
		}
		return strings.ToUpper(word[:1]) + word[1:] + ", with the sheet of " + like.Name, pane.All{pane.Turn{System: s.ID}, joinAll(all)}, true
	}
	return "", nil, false
}

// place puts the rulebook on the screen first, then the table's.
func place(f pane.Frame, system string) int {
	switch system {
	case f.System:
		return 0
	case f.Table.System:
		return 1
	}
	return 2
}

// MostAtOnce is how many newcomers come at once.
const MostAtOnce = mostAtOnce

// named reports whether typed words mean a name: in the plural, the beginning
// of it, or with a slip.
func named(name, typed string, near bool) bool {
	name, typed = strings.ToLower(name), strings.ToLower(typed)
	for _, t := range append(singular(typed), typed) {
		if name == t || near && len(t) > 3 && (strings.HasPrefix(name, t) || pane.Distance(name, t) == 1) {
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
