package model_test

import (
	"flag"
	"runtime/debug"
	"testing"
)

var (
	long   = flag.Bool("long", false, "play at random as long as .ci/run does")
	fights = flag.Int("fights", 1, "play so many random fights between sides in each rulebook")
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests keep little memory and discard much
	m.Run()
}

// often gives how often something is done at random: more with -long.
func often(usual, withLong int) int {
	if *long {
		return withLong
	}
	return usual
}
