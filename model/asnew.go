package model

import "example.org/fray/engine"

// AsNew gives a character for another of the kind: nobody's, with the sheets as they were
// before anything befell them, see [engine.System.AsNew].
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
