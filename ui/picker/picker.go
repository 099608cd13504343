package picker

import (
	"cmp"
	"slices"

	"example.org/fray/model/phrase"
	"example.org/fray/ui/kit"
)

// Entry is one thing of a list.
type Entry struct {
	Name string // what it is called, by which it is found first
	Row  string // the row of a sheet with which its name begins, "" for none
	Deed bool   // a character does it
	Also string // other words that people know it by, the most usual first
	More string // what it stands under, and its keys

	Label string // what stands in the list; "" is the name
	Price string // behind the label, and kept where that is cut
	Aside string // at the right: a key, a price, odds; "" is the group while something is typed

	Columns *kit.Columns // stand at the right where there is room; nil: none
	Old     bool         // Aside is of before, until it is known anew
	Group   string       // the heading that it stands under while nothing is typed, "" for none
	Help    string       // what it is, in a sentence
	Same    string       // entries with the same are ways to do one thing, "" for none
	WhyNot  string       // why it cannot be chosen, "" when it can
	First   bool         // it stands above all others, whether it can be chosen or not
	Last    bool         // it stands below all others, whatever fits better
	Rare    bool         // it is listed only once something is typed
}

// Picker is a list with a cursor. The zero Picker is an empty list.
type Picker struct {
	entries []Entry
	wanted  []phrase.Searchable // by what they are found
	text    string
	shown   []int // the places of the entries that are found
	at      int   // in shown
	apart   string
}

// New gives a list of some entries, with the cursor on the first.
func New(entries []Entry) Picker { return Picker{}.With(entries) }

// Apart is the list with what cannot be chosen last, under a heading, until something is
// typed.
func (p Picker) Apart(heading string) Picker {
	p.apart = heading
	return p.found()
}

// With is the list with other entries. The cursor stays on the entry of the same name and
// label, if there is one.
func (p Picker) With(entries []Entry) Picker {
	on, was := p.On()
	at := p.at
	p.entries, p.wanted = entries, make([]phrase.Searchable, len(entries))
	for i, e := range entries {
		p.wanted[i] = phrase.Searchable{Name: e.Name, Row: e.Row, Deed: e.Deed, Also: e.Also, More: e.More}
	}
	p = p.found()
	p.at = max(0, min(at, len(p.shown)-1))
	if was {
		if i := slices.IndexFunc(p.shown, func(n int) bool { return entries[n].Name == on.Name && entries[n].Label == on.Label }); i >= 0 {
			p.at = i
		}
	}
	return p
}

// Stand is the list with the cursor on the entry at a place among all of them, if that entry
// is found.
func (p Picker) Stand(place int) Picker {
	if i := slices.Index(p.shown, place); i >= 0 {
		p.at = i
	}
	return p
}

// Find is the list of what a text finds, with the cursor on the best.
func (p Picker) Find(text string) Picker {
	p.text = text
	return p.found()
}

// found is the list with the entries that its text finds.
func (p Picker) found() Picker {
	p.at, p.shown = 0, phrase.Search(p.text, p.wanted)
	if p.text == "" {
		p.shown = slices.DeleteFunc(p.grouped(p.shown), func(n int) bool { return p.entries[n].Rare })
	}
	can := map[string]bool{}
	for _, n := range p.shown {
		if e := p.entries[n]; e.Same != "" && e.WhyNot == "" {
			can[e.Same] = true
		}
	}
	slices.SortStableFunc(p.shown, func(a, b int) int { return p.below(a, can) - p.below(b, can) })
	return p
}

// below is the rank of an entry that stands below others however well it fits. can has what
// can be done in some way.
func (p Picker) below(place int, can map[string]bool) int {
	switch e := p.entries[place]; {
	case e.First:
		return -1
	case p.isApart(e), e.WhyNot != "" && can[e.Same]:
		return 2
	case e.Last:
		return 1
	}
	return 0
}

// isApart reports whether an entry stands with those that cannot be chosen. What was typed
// finds each at its own place: a word for what cannot be done now must not find the next best
// thing first.
func (p Picker) isApart(e Entry) bool { return p.apart != "" && e.WhyNot != "" && p.text == "" }

// grouped puts the entries of each group together. The groups stand in the order of their
// first entries.
func (p Picker) grouped(shown []int) []int {
	first := map[string]int{}
	for i, n := range shown {
		if _, seen := first[p.entries[n].Group]; !seen {
			first[p.entries[n].Group] = i
		}
	}
	slices.SortStableFunc(shown, func(a, b int) int { return cmp.Compare(first[p.entries[a].Group], first[p.entries[b].Group]) })
	return shown
}

// Len is how many entries are found.
func (p Picker) Len() int { return len(p.shown) }

// At is the place, among all entries, of the one under the cursor; -1 where none is
// found.
func (p Picker) At() int { return p.Nth(p.at) }

// Nth is the place, among all entries, of the nth that is found, from 0; -1 for none.
func (p Picker) Nth(n int) int {
	if n < 0 || n >= len(p.shown) {
		return -1
	}
	return p.shown[n]
}

// On is the entry under the cursor, false where none is found.
func (p Picker) On() (Entry, bool) {
	if i := p.At(); i >= 0 {
		return p.entries[i], true
	}
	return Entry{}, false
}

// Cursor is how many of the entries that are found stand above the cursor.
func (p Picker) Cursor() int { return p.at }

// Move is the list after one of the moves up, down, page-up, page-down, first and last; false
// for another word. page is how many entries a page has. With round, up and down go round at
// the ends.
func (p Picker) Move(does string, page int, round bool) (Picker, bool) {
	n, at := len(p.shown), p.at
	switch does {
	case "up":
		at--
	case "down":
		at++
	case "page-up":
		at -= page
	case "page-down":
		at += page
	case "first":
		at = 0
	case "last":
		at = n - 1
	default:
		return p, false
	}
	if round && n > 0 && (does == "up" || does == "down") {
		at = (at + n) % n
	}
	p.at = max(0, min(at, n-1))
	return p, true
}

// Draw draws the list in at most h lines of w cells, with the cursor in sight.
// Number, which may be nil, gives what stands before the nth entry that is found.
func (p Picker) Draw(look *kit.Look, w, h int, number func(n int) string) []string {
	if len(p.shown) == 0 {
		if p.text == "" {
			return nil
		}
		return []string{look.Row(w).Space(1).Put(kit.Dim, phrase.NotFound(p.text, p.wanted)).String()}
	}
	items, at := make([]kit.Item, 0, len(p.shown)+1), 0
	heading := ""
	for i, n := range p.shown {
		e := p.entries[n]
		group := ""
		switch last := p.isApart(e); {
		case last && p.entries[p.shown[0]].WhyNot == "": // else nothing stands above it
			group = p.apart
		case !last && p.text == "":
			group = e.Group
		}
		if group != heading {
			if heading = group; heading != "" {
				items = append(items, kit.Item{Label: heading, Head: true})
			}
		}
		if i == p.at {
			at = len(items)
		}
		aside := e.Aside
		if p.text != "" && e.Columns == nil {
			aside = cmp.Or(aside, e.Group)
		}
		items = append(items, kit.Item{Number: p.number(number, i), Label: cmp.Or(e.Label, e.Name), Columns: e.Columns, Price: e.Price, Aside: aside, WhyNot: e.WhyNot, Old: e.Old})
	}
	return look.List(items, at, w, min(len(items), max(h, 1)))
}

func (p Picker) number(of func(int) string, n int) string {
	if of == nil {
		return ""
	}
	return of(n)
}
