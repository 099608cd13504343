package model

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Award is so much of something for a character. What is awarded is the table's choice:
// where What is the label of a number of the sheet it goes there, else the table counts
// it beside the sheet.
type Award struct {
	Who  string `json:"who"`
	What string `json:"what"`
	N    int    `json:"n"`
}

// GiveAwards gives awards as one act: those of rulebooks, by the actions that they have
// for it, and the table's own.
type GiveAwards struct {
	Each []Begin
	Own  []Award
}

// Awarded is an award that was given. Changes are those of the sheet; without any, the
// table counts it.
type Awarded struct {
	Award
	System  string   `json:"system,omitempty"` // of the changes
	Changes []Change `json:"changes,omitempty"`
}

// Kind implements [Fact].
func (Awarded) Kind() string { return "awarded" }

func (s *State) award(f Awarded) {
	s.LastAward = f.What
	if len(f.Changes) > 0 {
		s.write(f.Who, f.System, f.Changes)
		return
	}
	s.Characters = append([]*Character{}, s.Characters...)
	s.change(f.Who, func(c *Character) {
		c.Awards = maps.Clone(c.Awards)
		if c.Awards == nil {
			c.Awards = map[string]int{}
		}
		if c.Awards[f.What] += f.N; c.Awards[f.What] == 0 {
			delete(c.Awards, f.What)
		}
	})
}

// AwardWords says what the table counts for a character; "" for nothing.
func (c *Character) AwardWords() string {
	var out []string
	for _, what := range slices.Sorted(maps.Keys(c.Awards)) {
		out = append(out, strconv.Itoa(c.Awards[what])+" "+what)
	}
	return strings.Join(out, ", ")
}

// Heroes are those to whom awards go: the heroes at the table, but for those whom nobody
// plays and nobody sees.
func (t Table) Heroes() []*Character {
	var out []*Character
	for c := range t.Here() {
		if c.Side == engine.Heroes && (!c.Hidden || c.Owner != "") {
			out = append(out, c)
		}
	}
	return out
}
