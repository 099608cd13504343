// Package systems lists the rulebooks of fray.
package systems

import (
	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
)

// All gives the rulebooks, in the order in which they are offered.
func All() []*engine.System {
	return []*engine.System{
		supermen.System,
		d6.System,
		easiness.System,
		trip.System,
		contest.System,
	}
}
