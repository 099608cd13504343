package model

import "example.org/fray/engine"

// AsNew returns an unhurt copy of a character, for another of the same kind: it has no
// owner and no awards, and its sheets are as [engine.System.AsNew] returns them.
func (r Rulebooks) AsNew(c Character) Character {
	pages := make(map[string]engine.Page, len(c.Pages))
	for id, p := range c.Pages {
		if s, ok := r[id]; ok {
			p = s.AsNew(p)
		}
		pages[id] = p
	}
	c.Pages, c.Owner, c.Awards = pages, "", nil
	return c
}
