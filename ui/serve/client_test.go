package serve

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestAlarm checks that an alarm goes off on time, and never after its client has ended.
func TestAlarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a alarm
		rang := 0
		rings := func() { rang++ }
		a.in(time.Minute, rings)
		if time.Sleep(time.Hour); rang != 1 {
			t.Errorf("it went off %d times", rang)
		}
		a.in(time.Minute, rings)
		a.stop()
		a.in(time.Minute, rings)
		if time.Sleep(time.Hour); rang != 1 {
			t.Error("it goes off for a client that has gone")
		}
	})
}
