//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/creack/pty"
)

// slow is far longer than a start (7 ms), and far shorter than waiting for a terminal's
// answer (2 s and more).
const slow = time.Second

// TestStartOnSilentTerminal checks that the program starts at once on a terminal that does
// not answer, and does not ask it anything.
func TestStartOnSilentTerminal(t *testing.T) {
	bin := built(t)
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--version"}, 0, "fray "},
		{[]string{"--help"}, 0, "Examples:"},
		{[]string{"roll", "--help"}, 0, "--answer"},
		{[]string{"nonsense"}, 2, "there is no command"},
		{[]string{"roll", "easiness", "pool", "dice=2", "easiness=4"}, 0, "Easiness"},
	} {
		cmd := exec.Command(bin, c.args...)
		cmd.Env = []string{"TERM=xterm-256color", "HOME=" + t.TempDir()}
		began := time.Now()
		tty, err := pty.Start(cmd)
		if err != nil {
			t.Fatal(err)
		}
		said := readAll(tty)
		_ = cmd.Wait()
		took := time.Since(began)
		tty.Close()
		if cmd.ProcessState.ExitCode() != c.status || !bytes.Contains(said, []byte(c.says)) {
			t.Errorf("%v: status %d, %q", c.args, cmd.ProcessState.ExitCode(), said)
		}
		if bytes.Contains(said, []byte("\x1b]")) || bytes.Contains(said, []byte("\x1b[6n")) {
			t.Errorf("%v asks the terminal: %q", c.args, said)
		}
		if took > slow {
			t.Errorf("%v takes %v", c.args, took)
		}
	}
}

// readAll reads a terminal until its program ends, which reads report as an error.
func readAll(tty *os.File) []byte {
	var said []byte
	for buf := make([]byte, 4096); ; {
		n, err := tty.Read(buf)
		said = append(said, buf[:n]...)
		if err != nil {
			return said
		}
	}
}
