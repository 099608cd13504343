package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Told is the recap in words, a line each: headings, and what stands under them
// as asides. t is the table it is of.
func (r Recap) Told(t Table) []Said {
	out := line(fmt.Sprintf("Evening %d: %s", r.Evening, Figure{Words: "rolls", N: r.Rolls}.told()))
	part := func(words string, lines ...string) {
		if len(lines) == 0 {
			return
		}
		out = append(out, Said{Text: words})
		for _, l := range lines {
			out = append(out, Said{Text: l, Aside: true})
		}
	}
	if len(r.Scenes) > 0 {
		part("Where", strings.Join(r.Scenes, ", then "))
	}
	var people []string
	for _, p := range r.People {
		people = append(people, t.NameOf(p.Who)+": "+p.told())
	}
	part("Who", people...)
	if r.Luckiest.Words != "" {
		part("The luckiest roll", fmt.Sprintf("%s, at %s %%", r.Luckiest.Words, strconv.FormatFloat(100*r.Luckiest.Chance, 'f', 1, 64)))
	}
	var near []string
	for _, n := range r.Near {
		near = append(near, fmt.Sprintf("%s, by %d", n.Words, n.N))
	}
	part("So near", near...)
	part("Notes", r.Notes...)
	return out
}

// told says a tally in one line.
func (p Tally) told() string {
	var parts []string
	say := func(before string, all []Figure, after string, bare bool) {
		var words []string
		for _, f := range all {
			if bare {
				words = append(words, f.Words)
			} else {
				words = append(words, f.told())
			}
		}
		if words != nil {
			parts = append(parts, strings.TrimSpace(before+" "+strings.Join(words, ", ")+" "+after))
		}
	}
	say("dealt", p.Dealt, "", false)
	say("lost", p.Taken, "", false)
	say("was", p.Hurt, "", true)
	say("spent", p.Spent, "", false)
	say("was given", p.Given, "", false)
	say("", p.Left, "unspent", false)
	return strings.Join(parts, "; ")
}

// told says how much of what: "1 Character Point".
func (f Figure) told() string {
	words := f.Words
	if f.N == 1 {
		words = strings.TrimSuffix(words, "s")
	}
	return strconv.Itoa(f.N) + " " + words
}
