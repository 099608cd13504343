package act

import (
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // they hold little at a time, and throw much away
	m.Run()
}
