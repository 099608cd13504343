package saves_test

import (
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
)

func TestMemory(t *testing.T) {
	open := func(_ *testing.T, l saves.Log) saves.Log { return l.(*saves.Memory).Open() }
	logtest.TestLog(t, logtest.Store{
		New:    func(*testing.T) saves.Log { return saves.NewMemory() },
		Reopen: open, Beside: open, Appends: true,
	})
}
