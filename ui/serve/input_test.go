package serve

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// endless is input that repeats without end.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	return n, nil
}

// heardIn returns how many bytes an input limiter reads in a time.
func heardIn(length time.Duration, from io.Reader) int {
	who := &Guest{ended: make(chan struct{})}
	e := &inputLimiter{from: from, guest: who, allowed: newAllowance(inputUnits, inputBurst, time.Now())}
	all, over := 0, time.Now().Add(length)
	for buf := make([]byte, 1<<14); time.Now().Before(over); {
		n, _ := e.Read(buf)
		all += n
	}
	return all
}

// TestFlood checks that typed input is read no faster than the fastest typist types, and
// pasted input sixteen times as fast, with 64 KiB at once.
func TestFlood(t *testing.T) {
	const once, second = inputBurst / keyUnits, inputUnits / keyUnits
	for what, c := range map[string]struct {
		from      endless
		least, up int
	}{
		"keys":         {"j", once + 9*second, once + 12*second},
		"arrows":       {"\x1b[A", once + 9*second, once + 12*second},
		"small pastes": {"\x1b[200~\x1b[201~", 0, once + 12*second},
		"one paste":    {"\x1b[200~" + endless(strings.Repeat("x", 900)), 9 * inputUnits, 16*inputUnits + inputBurst},
	} {
		synctest.Test(t, func(t *testing.T) {
			if n := heardIn(10*time.Second, c.from); n < c.least || n > c.up {
				t.Errorf("%s: %d bytes were heard in 10 s, want %d to %d", what, n, c.least, c.up)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		paste := strings.NewReader("\x1b[200~" + strings.Repeat("é", 31<<10) + "\x1b[201~")
		e := &inputLimiter{from: paste, guest: &Guest{ended: make(chan struct{})}, allowed: newAllowance(inputUnits, inputBurst, began)}
		if _, err := io.Copy(io.Discard, e); err != nil || time.Since(began) > 0 {
			t.Errorf("62 KiB were pasted in %v: %v", time.Since(began), err)
		}
	})
}

// TestPasteInPieces splits the paste markers at every position.
func TestPasteInPieces(t *testing.T) {
	const text = "a\x1b[2\x1b[200~xy\x1b[20\x1b[200~z\x1b[201~b"
	whole := (&inputLimiter{}).units([]byte(text))
	for cut := range len(text) {
		e := &inputLimiter{}
		if n := e.units([]byte(text[:cut])) + e.units([]byte(text[cut:])); n != whole || e.paste {
			t.Errorf("cut at %d it counts %d, and %d whole", cut, n, whole)
		}
	}
	if want := pasteUnits + len("a\x1b[2\x1b[200~b")*keyUnits + len("xy\x1b[20\x1b[200~z\x1b[201~"); whole != want {
		t.Errorf("it counts %d, want %d", whole, want)
	}
}

// TestLineRate checks the limit of a connection in bytes a second.
func TestLineRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		c := &connection{limit: &rateLimit{}, Conn: here, allowed: newAllowance(lineRate, lineBurst, time.Now())}
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		defer stop()
		go func() { _, _ = io.Copy(there, endless("x")) }()
		all := 0
		for buf := make([]byte, 4<<10); ctx.Err() == nil; {
			n, err := c.Read(buf)
			if err != nil {
				t.Fatal(err)
			}
			all += n
		}
		if most := lineBurst + 11*lineRate; all > most || all < lineBurst+9*lineRate {
			t.Errorf("%d bytes came in 10 s, at most %d may", all, most)
		}
		_ = here.Close()
		_ = there.Close()
	})
}
