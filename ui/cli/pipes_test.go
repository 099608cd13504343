//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipesAreNotRead puts a pipe that never ends in the place of each file that is read at
// the start.
func TestPipesAreNotRead(t *testing.T) {
	h := newHome(t)
	if err := os.MkdirAll(filepath.Join(h.config, "fray"), 0o700); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(h.config, "fray", "config.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "paths"); r.status != done || !strings.Contains(strings.Join(strings.Fields(r.out), " "), "not a regular file") {
		t.Errorf("config.toml is a pipe: %+v", r)
	}
	for _, args := range [][]string{{"test", pipe}, {"import", pipe}, {"roll", "d6", "check", "--sheet", pipe}} {
		if r := h.fray("", args...); r.status == done || !strings.Contains(r.err, "not a regular file") {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
