package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// endless is a rulebook whose only rule asks for dice until it is stopped, and does much between two
// of them: each roll of it takes the writer of a table a second or more.
const endless = `rulebook(id = "bomb", name = "Bomb", author = "Nobody")
g = group("Stats")
might = g.int("might", "Might", 0, 9)
def go(r):
    long = len([x for x in range(6000)])
    n = r.read("hit", "1d6", 0, lambda n, face: n + 1, then = lambda n: ("more", "1d6"))
    return r.success(total = n + might.of(r.me))
action("go", "Go", go)
template("one", "One", might = 3)
`

// TestHostEndsDuringARule checks that a host that is told to end does so within five seconds, while
// the rules of four who are connected wait for each other and take much longer.
func TestHostEndsDuringARule(t *testing.T) {
	if *hostileTexts == 0 {
		t.Skip("a host takes seconds to give up: -texts 1 does this")
	}
	const guests, within = 4, 5 * time.Second
	bin := built(t)
	for _, x := range []struct {
		args  []string
		first string // what is typed to come to the table
		end   syscall.Signal
	}{
		{[]string{"host", "table", "--headless"}, "", syscall.SIGTERM},
		{[]string{"host", "table", "--headless"}, "", syscall.SIGINT},
		{[]string{"host"}, "table\n", syscall.SIGTERM},
		{[]string{"host"}, "table\n", syscall.SIGINT},
	} {
		t.Run(fmt.Sprint(len(x.args), " ", x.end), func(t *testing.T) {
			h := newHome(t)
			file, keys, key := filepath.Join(t.TempDir(), "bomb.star"), filepath.Join(t.TempDir(), "gm.pub"), newKey(t)
			for path, text := range map[string]string{file: endless, keys: string(ssh.MarshalAuthorizedKey(key.PublicKey()))} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if r := h.fray("add one\n1\nquit\n", "play", "table", "--new", "--rulebook", file, "--plain"); r.status != 0 {
				t.Fatal(r.err)
			}
			port := freePort(t)
			host := exec.Command(bin, append(x.args, "--listen", "127.0.0.1:"+port, "--gm", keys)...)
			host.Env, host.Stderr = h.environ(), t.Output()
			out, err := host.StdoutPipe()
			if err == nil {
				err = host.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = host.Process.Kill() })
			_, _ = out.Read(make([]byte, 300)) // it is served now
			var rolls [guests]func()
			rolled := make(chan struct{}, guests)
			for i := range rolls {
				rolls[i] = comesToRoll(t, "127.0.0.1:"+port, key, x.first, rolled)
			}
			for _, roll := range rolls {
				roll()
			}
			select {
			case <-rolled: // what the others asked for meanwhile is being done now
			case <-time.After(patience):
				t.Fatal("nobody rolls")
			}
			began, ended := time.Now(), make(chan error, 1)
			if err := host.Process.Signal(x.end); err != nil {
				t.Fatal(err)
			}
			go func() { ended <- host.Wait() }()
			select {
			case err := <-ended:
				if took := time.Since(began); err != nil || took > within {
					t.Errorf("it ends after %v with %v", took, err)
				}
			case <-time.After(patience):
				t.Error("it does not end")
			}
			if r := h.fray("", "check", "table"); r.status != 0 {
				t.Errorf("the table is damaged: %s%s", r.out, r.err)
			}
		})
	}
}

// comesToRoll has the gamemaster come once more, in lines. The function that it returns makes a roll;
// rolled is told once it is over.
func comesToRoll(t *testing.T, addr string, key ssh.Signer, first string, rolled chan<- struct{}) (roll func()) {
	t.Helper()
	conn, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "gm", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	in, _ := s.StdinPipe()
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.Shell()
	}
	if err == nil {
		_, err = io.WriteString(in, first+"One go\n")
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "Enter rolls") { // it waits
	}
	return func() {
		if _, err := io.WriteString(in, "\n"); err != nil {
			t.Error(err)
		}
		go func() {
			for lines.Scan() {
				if strings.Contains(lines.Text(), "Go begins") {
					rolled <- struct{}{}
				}
			}
		}()
	}
}
