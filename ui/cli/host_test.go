//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// environ returns the environment of a program in this home.
func (h home) environ() []string {
	return []string{"TERM=xterm-256color", "HOME=" + filepath.Dir(h.saves), "TMPDIR=" + filepath.Dir(h.saves),
		"FRAY_SAVES=" + h.saves, "XDG_STATE_HOME=" + h.state, "XDG_CONFIG_HOME=" + h.config,
		"GOCOVERDIR=" + programs} // a program built for coverage would complain without it
}

// runSilent runs any program on a terminal of 120 x 36 cells that does not answer queries.
func (h home) runSilent(t testing.TB, name string, args ...string) *terminal {
	t.Helper()
	s := &terminal{TB: t, cmd: exec.Command(name, args...), news: make(chan struct{}, 1), ended: make(chan error, 1)}
	s.cmd.Env = h.environ()
	var err error
	if s.tty, err = pty.StartWithSize(s.cmd, &pty.Winsize{Cols: 120, Rows: 36}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); s.tty.Close() })
	return s
}

// runWatched runs any program on a terminal that answers queries, and watches its screen.
func (h home) runWatched(t testing.TB, name string, args ...string) *terminal {
	t.Helper()
	s := h.runSilent(t, name, args...)
	s.vt = vt10x.New(vt10x.WithSize(120, 36), vt10x.WithWriter(s.tty))
	go s.watch()
	return s
}

func (h home) asks(t testing.TB, bin string, args ...string) string {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = h.environ()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("fray %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// freePort returns a local port that nobody listens on.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// TestHosted hosts a table. A player joins with OpenSSH and an invite, and the gamemaster
// joins from a second terminal: all three see one table.
func TestHosted(t *testing.T) {
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no OpenSSH here: ui/serve has the same with another client")
	}
	h, bin := newHome(t), built(t)
	h.running(t)
	port := freePort(t)
	gm := h.runWatched(t, bin, "host", "The Run", "--listen", "127.0.0.1:"+port)
	gm.sees("players type: ssh -p "+port, "Seraph")

	var invite struct{ Invite, Seat, As string }
	if err := json.Unmarshal([]byte(h.asks(t, bin, "invite", "The Run", "--as", "Mira", "--characters", "Seraph", "--json")), &invite); err != nil {
		t.Fatal(err)
	}
	if invite.Seat != "player" || invite.As != "Mira" || len(invite.Invite) < 20 {
		t.Errorf("the invite is %+v", invite)
	}
	key := filepath.Join(t.TempDir(), "id")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v\n%s", err, out)
	}
	line := []string{"-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes", "-i", key, "-p", port}
	mira := h.runWatched(t, ssh, append(line, "mira@127.0.0.1")...)
	mira.types(on("\t"+invite.Invite+"\r", "You are in the waiting room"))
	mira.sees("The Run", "you are Seraph", "what now?")
	gm.sees("Mira")

	second := h.runWatched(t, bin, "join", "The Run")
	second.types(on("w", "The Run", "Seraph"), on("the bell tolls\r", "note"))
	for _, s := range []*terminal{gm, mira, second} {
		s.sees("the bell tolls")
	}
	mira.types(on("M", "the bell tolls"), on("for thee\r", "Send a message"))
	gm.sees("Mira: for thee")
	lines := h.asks(t, bin, "join", "The Run", "--plain")
	if !strings.Contains(lines, "Here: the gamemaster, Mira.") || !strings.Contains(lines, "Type the number of a character") {
		t.Errorf("a second terminal in lines shows\n%s", lines)
	}
	third := h.runWatched(t, bin, "play", "The Run")
	third.types(on("\r", "is open in another terminal", "Join it?"))
	third.sees("the bell tolls")
	third.types(on("q"))
	if err := third.gone(); err != nil {
		t.Error("a second terminal left:", err)
	}

	for _, what := range [][]string{{"-W", "127.0.0.1:1"}, {"-s", "sftp"}, {"cat", "/etc/passwd"}} {
		args := append(slices.Clone(line), "-o", "BatchMode=yes")
		if what[0] == "-W" {
			args = append(args, what...)
			what = nil
		}
		cmd := exec.Command(ssh, append(append(args, "mira@127.0.0.1"), what...)...)
		if out, err := cmd.CombinedOutput(); err == nil || bytes.Contains(out, []byte("root:")) {
			t.Errorf("ssh %v: %v\n%s", what, err, out)
		}
	}
	if err := json.Unmarshal([]byte(h.asks(t, bin, "invite", "The Run", "--as", "Tom", "--json")), &invite); err != nil {
		t.Fatal(err)
	}
	ask := filepath.Join(t.TempDir(), "ask") // the program by which OpenSSH asks without a terminal
	if err := os.WriteFile(ask, []byte("#!/bin/sh\necho "+invite.Invite+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, lets := range []bool{true, false} { // an invite works once
		none := exec.Command(ssh, "-T", "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes",
			"-i", filepath.Join(t.TempDir(), "none"), "-o", "NumberOfPasswordPrompts=1", "-p", port, "tom@127.0.0.1")
		none.Env = append(h.environ(), "SSH_ASKPASS="+ask, "SSH_ASKPASS_REQUIRE=force")
		none.Stdin = strings.NewReader("quit\n")
		out, err := none.CombinedOutput()
		if in := bytes.Contains(out, []byte("The Run")); in != lets || !bytes.Contains(out, []byte("type: reset")) {
			t.Errorf("without a key, with an invite that works %t: %v\n%s", lets, err, out)
		}
	}

	gm.types(on("q"))
	if err := gm.gone(); err != nil {
		t.Errorf("the host left: %v\n%s", err, gm.vt)
	}
	mira.sees("the gamemaster has closed the table")
	_ = mira.gone()
	_ = second.gone()
	h.checkPermissions(t)
	h.checkNamesMira(t, bin)
}

// TestHostedWhilePlayed starts to serve an open table from the prompt, creates an invite
// there, and stops serving.
func TestHostedWhilePlayed(t *testing.T) {
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no OpenSSH here: ui/serve has the same with another client")
	}
	h, bin := newHome(t), built(t)
	h.running(t)
	port := freePort(t)
	gm := h.runWatched(t, bin, "play", "The Run")
	gm.types(on(":", "Seraph"), on("host 127.0.0.1:"+port+"\r", "What happens?"), on("\x1b", "players type ssh -p "+port, "SHA256:", "close the table to others", "enter let in, manage"),
		on(":", "hosting", "? help"), on("invite mira to play seraph\r", "What happens?"))
	gm.sees("An invite", "ssh -p "+port, "its key is SHA256:")
	words := regexp.MustCompile(`[a-z]{5}(-[a-z]{5}){3}`).FindString(gm.vt.String())
	key := filepath.Join(t.TempDir(), "id")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v\n%s", err, out)
	}
	mira := h.runWatched(t, ssh, "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes", "-i", key, "-p", port, words+"@127.0.0.1")
	mira.sees("The Run", "you are Seraph")
	gm.types(on("\x1b", "An invite", "enter go on"), on(":", "mira", "? help"), on("stop hosting\r", "What happens?"), on("\x1b[B\r", "mira: their screens close at once"))
	mira.sees("the gamemaster has closed the table")
	_ = mira.gone()
	gm.sees("nobody else can join any more")
	gm.types(on("P", "? help"), on("g", "People"))
	gm.sees("Let others join this table", "as it was last time", "127.0.0.1:"+port, "They reach no files")
	gm.types(on("\x1b", "esc back"), on("q", "? help"))
	if err := gm.gone(); err != nil {
		t.Errorf("the host left: %v\n%s", err, gm.vt)
	}
}

// checkNamesMira fails if some output shows Mira's seat by anything but her name.
func (h home) checkNamesMira(t *testing.T, bin string) {
	t.Helper()
	for command, want := range map[string]string{
		"show|The Run|Seraph":                       "played by Mira",
		"show|The Run|Seraph|--json":                `"owner":"Mira"`,
		"show|The Run|--json|--as-seen-by|everyone": `"owner":"Mira"`,
		"log|The Run|--json|--as-seen-by|Mira":      `"name":"Mira"}`,
		"log|The Run":                               " Mira\n",
		"export|The Run|--as|md":                    "Played by Mira",
		"export|The Run|--as-seen-by|Mira":          `"name":"Mira"}`,
	} {
		if out := h.asks(t, bin, strings.Split(command, "|")...); !strings.Contains(out, want) {
			t.Errorf("fray %s doesn't say %s:\n%.2000s", command, want, out)
		}
	}
}

// checkPermissions fails if other users may read the files about guests.
func (h home) checkPermissions(t *testing.T) {
	t.Helper()
	err := filepath.Walk(filepath.Join(h.state, "fray", "serve"), func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode()&os.ModeSocket == 0 && info.Mode().Perm()&0o077 != 0 {
			err = fmt.Errorf("%s is %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestHeadless checks that a headless host prints one line about what it serves, and ends
// cleanly by a signal and with its terminal.
func TestHeadless(t *testing.T) {
	h, bin := newHome(t), built(t)
	h.running(t)
	for _, end := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(end.String(), func(t *testing.T) {
			if signal.Ignored(end) {
				t.Skip("these tests run under nohup, and so would the host")
			}
			h.headless(t, bin, end)
		})
	}
}

func (h home) headless(t *testing.T, bin string, end syscall.Signal) {
	port := freePort(t)
	cmd := exec.Command(bin, "host", "The Run", "--headless", "--listen", "127.0.0.1:"+port)
	cmd.Env = h.environ()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	said := make([]byte, 300)
	n, _ := out.Read(said)
	for _, w := range []string{"The Run is served", "ssh -p " + port, "SHA256:"} {
		if !strings.Contains(string(said[:n]), w) {
			t.Errorf("it says %q without %q", said[:n], w)
		}
	}
	second := h.runWatched(t, bin, "join", "The Run")
	second.sees("The Run", "Seraph")
	plays := exec.Command(bin, "join", "The Run", "--plain")
	plays.Env, plays.Stdin = h.environ(), strings.NewReader("roll 2d6\nend-session\ndice\nquit\n")
	told, err := plays.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(end); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(out)
	if err := cmd.Wait(); err != nil || strings.Count(string(said[:n]), "\n") != 1 {
		t.Errorf("it ends with %v, having said %q", err, string(said[:n])+string(rest))
	}
	var vouched []string // the seed and the hash
	for _, word := range strings.Fields(string(rest)) {
		if len(word) == 64 {
			vouched = append(vouched, word)
		}
	}
	if len(vouched) != 2 || strings.Count(string(told), vouched[0]) != 2 || strings.Count(string(told), vouched[1]) != 3 { // of the hash tells the last line, too
		t.Errorf("at its end it says %q, and the lines said %s", rest, told)
	}
	second.sees("this host is being stopped")
}

// TestHostRefuses checks the reasons why something cannot be hosted, joined or invited to.
func TestHostRefuses(t *testing.T) {
	h := newHome(t)
	h.running(t)
	for _, c := range []struct{ line, want string }{
		{"host nowhere", "there is no table"},
		{"host --makers nowhere", "is not there"},
		{"host --host-key nowhere", "ssh-keygen -t ed25519"},
		{"host --listen none", "nobody could join"},
		{"host The@Run --makers nowhere", "leave out"},
		{"host The@Run", "--headless"},
		{"host The@Run --headless --gm /dev/null", "is not a regular file"},
		{"join nowhere", "there is no table"},
		{"join The@Run", "needs a terminal, or --plain"},
		{"invite The@Run --seat king", "player or watcher"},
		{"invite The@Run --seat watcher --characters Seraph", "has no characters"},
		{"invite The@Run --characters Nobody", "Nobody"},
		{"invite The@Run --for -1m", "valid for up to"},
		{"invite The@Run --as gm", "means the gamemaster"},
	} {
		args := strings.Fields(c.line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "@", " ")
		}
		if r := h.fray("", args...); r.status != misused || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: %d %s, want %q", c.line, r.status, r.err, c.want)
		}
	}
}
