package saves_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

var long = flag.Bool("long", false, "play at random as long as .ci/run does")

// often gives how often something is done at random: more with -long.
func often(usual, withLong int) int {
	if *long {
		return withLong
	}
	return usual
}

// children are what this program does when a test starts it again.
var children = map[string]func(path string){}

func TestMain(m *testing.M) {
	if run := children[os.Getenv("FRAY_TEST_CHILD")]; run != nil {
		run(os.Getenv("FRAY_TEST_PATH"))
		os.Exit(0)
	}
	debug.SetGCPercent(400) // they hold little at a time, and throw much away
	os.Exit(m.Run())
}
