package act

import (
	"flag"
	"runtime/debug"
	"testing"
)

var long = flag.Bool("long", false, "play at random as long as .ci/run does")

// often returns the number of random repetitions: more with -long.
func often(usual, withLong int) int {
	if *long {
		return withLong
	}
	return usual
}

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests hold little memory and allocate much
	m.Run()
}
