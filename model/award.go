package model

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Award is an amount of something that a character is awarded. The table chooses what it
// awards. If What is the label of a number on the sheet, the award is added to that
// number, otherwise the table counts it beside the sheet.
type Award struct {
	Who  string `json:"who"`
	What string `json:"what"`
	N    int    `json:"n"`
}

// GiveAwards is the command that gives awards in one event: those of rulebooks, by the
// actions that rulebooks have for it, and the table's own.
type GiveAwards struct {
	Each []Begin
	Own  []Award
}

// Awarded is the fact that an award was given. If it has no changes of the sheet, the
// table counts the award.
type Awarded struct {
	Award
	System  string   `json:"system,omitempty"` // the rulebook of the changes
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

// AwardWords lists what the table counts for a character: "3 gold, 120 experience". It is
// "" if there is nothing.
func (c *Character) AwardWords() string {
	var out []string
	for _, what := range slices.Sorted(maps.Keys(c.Awards)) {
		out = append(out, strconv.Itoa(c.Awards[what])+" "+what)
	}
	return strings.Join(out, ", ")
}

// Heroes returns the characters that awards are meant for: those on the side of the
// heroes, without hidden ones of the gamemaster's.
func (t Table) Heroes() []*Character {
	var out []*Character
	for c := range t.Here() {
		if c.Side == engine.Heroes && (!c.Hidden || c.Owner != "") {
			out = append(out, c)
		}
	}
	return out
}
