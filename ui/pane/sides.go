package pane

import (
	"cmp"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// SideInk is the ink of a character's name, which is that of the side.
func SideInk(c *model.Character) kit.Token {
	if c == nil {
		return kit.Title
	}
	switch c.Side {
	case engine.Heroes:
		return kit.Hero
	case engine.Foes:
		return kit.Foe
	}
	return kit.Other
}

// inkOf is the ink of the name of the character with an id.
func inkOf(t model.Table, id string) kit.Token {
	c, _ := t.Character(id)
	return SideInk(c)
}

// sideOrder is the place of a side in lists: heroes first, foes last.
func sideOrder(s engine.Side) int {
	switch s {
	case engine.Heroes:
		return 0
	case engine.Foes:
		return 2
	}
	return 1
}

// leastGroup is from how many copies on they stand in one row.
const leastGroup = 3

// band is a character, or several copies on one side: Thug 1 to Thug 6.
type band []*model.Character

// name is what they are called, and how many they are.
func (b band) name() string {
	if len(b) == 1 {
		return b[0].Name
	}
	return stem(b[0].Name) + " ×" + itoa(len(b))
}

// has reports whether somebody is one of them.
func (b band) has(id string) bool {
	return slices.ContainsFunc(b, func(c *model.Character) bool { return c.ID == id })
}

// stem is a name without the number at its end.
func stem(name string) string {
	at := strings.LastIndexByte(name, ' ')
	if at < 1 || at == len(name)-1 || strings.Trim(name[at+1:], "0123456789") != "" {
		return name
	}
	return name[:at]
}

// bands are characters sorted by side. So many copies or more are one band, which stands
// where the first of them would.
func bands(all []*model.Character, least int) []band {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *model.Character) int { return cmp.Compare(sideOrder(a.Side), sideOrder(b.Side)) })
	type kind struct {
		side engine.Side
		stem string
	}
	alike := map[kind]int{}
	of := func(c *model.Character) kind { return kind{c.Side, stem(c.Name)} }
	numbered := func(c *model.Character) bool { return stem(c.Name) != c.Name }
	for _, c := range all {
		if numbered(c) {
			alike[of(c)]++
		}
	}
	at := map[kind]int{}
	var out []band
	for _, c := range all {
		if !numbered(c) || alike[of(c)] < least {
			out = append(out, band{c})
			continue
		}
		i, there := at[of(c)]
		if !there {
			i = len(out)
			at[of(c)] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], c)
	}
	return out
}

// PaidIn is the unit of payments in the table's rulebook, such as EP.
func PaidIn(t model.Table) string {
	if s, ok := t.Rulebook(t.System); ok {
		for _, p := range s.Pools {
			if p.Kind == "energy" {
				return p.Label
			}
		}
	}
	return "upkeep"
}

// Told draws text, and in it the names of characters in the inks of their sides.
func (f Frame) Told(r *kit.Row, ink kit.Token, text string) *kit.Row {
	for text != "" {
		at, n, who := f.firstName(text)
		if n == 0 {
			return r.Put(ink, text)
		}
		r.Put(ink, text[:at]).Put(who, text[at:at+n])
		text = text[at+n:]
	}
	return r
}

// firstName finds where in a text the first name of a character stands as a word of its
// own, the longest of those that begin there.
func (f Frame) firstName(text string) (at, n int, ink kit.Token) {
	at = len(text)
	for _, c := range f.Table.Characters() {
		for _, name := range []string{c.Name, stem(c.Name)} {
			for from := 0; ; {
				i := strings.Index(text[from:], name)
				if i < 0 || name == "" || from+i > at {
					break
				}
				i += from
				if from = i + len(name); !whole(text, i, from) {
					continue
				}
				if i < at || len(name) > n {
					at, n, ink = i, len(name), SideInk(c)
				}
				break
			}
		}
	}
	return at, n, ink
}

// whole reports whether a part of a text is neither the end nor the beginning of a longer
// word.
func whole(text string, from, to int) bool {
	letter := func(c byte) bool {
		return c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return (from == 0 || !letter(text[from-1])) && (to == len(text) || !letter(text[to]))
}
