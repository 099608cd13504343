package act

import (
	"flag"
	"runtime/debug"
	"testing"
)

var long = flag.Bool("long", false, "play at random as long as .ci/run does")

// often returns how often something is done at random: more with -long.
func often(usual, withLong int) int {
	if *long {
		return withLong
	}
	return usual
}

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // they hold little at a time, and throw much away
	m.Run()
}
