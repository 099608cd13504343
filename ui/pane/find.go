package pane

import "example.org/fray/model/phrase"

// Wanted is something that a search may find.
type Wanted = phrase.Wanted

// Search, Nearest and Distance are those of what people type.
var (
	Search   = phrase.Search
	Nearest  = phrase.Nearest
	Distance = phrase.Distance
)
