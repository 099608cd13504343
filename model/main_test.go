package model_test

import (
	"flag"
	"runtime/debug"
	"testing"
)

var long = flag.Bool("long", false, "play at random as long as .ci/run does")

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests keep little memory and discard much
	m.Run()
}
