package saves_test

import (
	"os"
	"testing"
)

// children are what this program does when a test starts it again.
var children = map[string]func(path string){}

func TestMain(m *testing.M) {
	if run := children[os.Getenv("FRAY_TEST_CHILD")]; run != nil {
		run(os.Getenv("FRAY_TEST_PATH"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}
