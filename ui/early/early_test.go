//go:build !windows

package early_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	_ "github.com/charmbracelet/bubbletea" // for the programs in testdata, which go mod tidy doesn't read
	"github.com/creack/pty"
)

// What termenv writes: "which background?", and "where is the cursor?", which
// every terminal answers.
var questions = [][]byte{[]byte("\x1b]11;?"), []byte("\x1b[6n")}

func TestTerminalIsNotAskedBeforeMain(t *testing.T) {
	said := runOnSilentTerminal(t, "quiet")
	if !bytes.Contains(said, []byte("main began")) {
		t.Fatalf("main was not reached: %q", said)
	}
	if asks(said) {
		t.Errorf("the terminal was asked before main: %q", said)
	}
}

// Without early the terminal is asked; if this fails, Bubble Tea has mended its
// ways and package early can go.
func TestBubbleTeaAloneAsks(t *testing.T) {
	if said := runOnSilentTerminal(t, "asks"); !asks(said) {
		t.Errorf("no question: %q", said)
	}
}

func asks(said []byte) bool {
	for _, q := range questions {
		if bytes.Contains(said, q) {
			return true
		}
	}
	return false
}

// runOnSilentTerminal builds testdata/name and returns what it writes to a
// terminal that never answers, up to the first question or the end.
func runOnSilentTerminal(t *testing.T, name string) []byte {
	t.Helper()
	bin := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "./testdata/"+name).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.Command(bin)
	// Nothing of ours: CI, TERM=dumb or NO_COLOR would silence the question.
	cmd.Env = []string{"TERM=xterm-256color", "HOME=" + os.TempDir()}
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		tty.Close()
		cmd.Process.Kill()
		cmd.Wait()
	}()
	var said []byte
	for buf := make([]byte, 1024); !asks(said); {
		n, err := tty.Read(buf) // ends in EIO when the program does
		said = append(said, buf[:n]...)
		if err != nil {
			break
		}
	}
	return said
}
