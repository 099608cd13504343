//go:build unix

package cli

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestOperating checks that a host of all tables tells its metrics and its health, logs
// nothing of its tables, has the host key that it was given, and ends by SIGTERM.
func TestOperating(t *testing.T) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("needs ssh-keygen")
	}
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("needs ssh")
	}
	h, bin := newHome(t), built(t)
	h.running(t)
	folder := t.TempDir()
	for _, name := range []string{"host", "maker"} {
		if out, err := exec.Command(keygen, "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(folder, name)).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	print, err := exec.Command(keygen, "-lf", filepath.Join(folder, "host.pub")).Output()
	if err != nil {
		t.Fatal(err)
	}
	port, metrics := freePort(t), freePort(t)
	cmd := exec.Command(bin, "host", "--listen", "127.0.0.1:"+port, "--metrics", metrics, "--host-key", filepath.Join(folder, "host"), "--makers", filepath.Join(folder, "maker.pub"))
	cmd.Env = h.environ()
	logs, err := os.Create(filepath.Join(folder, "logs"))
	if err != nil {
		t.Fatal(err)
	}
	defer logs.Close()
	cmd.Stderr = logs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	said := make([]byte, 400)
	n, _ := out.Read(said)
	if text := string(said[:n]); !strings.Contains(text, "are served: ssh -p "+port) || !strings.Contains(text, strings.Fields(string(print))[1]) {
		t.Errorf("it says %q, and the host key is %s", text, print)
	}
	get := func(path string) string {
		t.Helper()
		r, err := http.Get("http://127.0.0.1:" + metrics + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d, %v", path, r.StatusCode, err)
		}
		return string(text)
	}
	if got := get("/healthz"); got != "ok\n" {
		t.Errorf("/healthz is %q", got)
	}
	player := exec.Command(ssh, "-T", "-p", port, "-i", filepath.Join(folder, "maker"), "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "x@127.0.0.1")
	in, err := player.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	lines := &seatLines{news: make(chan struct{}, 1)}
	player.Stdout, player.Stderr = lines, io.Discard
	if err := player.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = player.Process.Kill() })
	lines.sees(t, "make and the name")
	_, _ = io.WriteString(in, "make Whispers\nnote nobody reads this\n")
	lines.sees(t, "Whispers: ")
	late := time.Now().Add(time.Minute)
	for !strings.Contains(get("/metrics"), "fray_act_seconds_count 1\n") && time.Now().Before(late) {
		time.Sleep(10 * time.Millisecond)
	}
	for _, want := range []string{"fray_tables_open 1\n", "fray_connections{kind=\"ssh\"} 1\n", "fray_act_seconds_count 1\n", "# TYPE fray_act_seconds histogram\n"} {
		if got := get("/metrics"); !strings.Contains(got, want) {
			t.Errorf("the metrics do not say %q:\n%s", want, got)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	lines.sees(t, "this host is being stopped")
	lines.sees(t, "To come back, type: ssh -p "+port+" x@127.0.0.1")
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	text, err := os.ReadFile(logs.Name())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`msg="table opened" table=`, "msg=connected", "role=gm", "msg=disconnected", `msg="the host has stopped"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the logs do not say %q:\n%s", want, text)
		}
	}
	for _, secret := range []string{"Whispers", "nobody reads", "The Run"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q stands in the logs:\n%s", secret, text)
		}
	}
}

// TestService checks the unit of systemd: it starts this program with options that there are.
func TestService(t *testing.T) {
	h := newHome(t)
	r := h.fray("", "help", "service")
	if r.status != done || !strings.Contains(r.out, "[Service]") || strings.Contains(r.out, "PROGRAM") {
		t.Fatalf("%d %s%s", r.status, r.out, r.err)
	}
	for line := range strings.Lines(r.out) {
		words := strings.Fields(line)
		if len(words) == 0 || !strings.HasPrefix(words[0], "ExecStart=") {
			continue
		}
		for _, word := range words {
			if name, is := strings.CutPrefix(word, "--"); is && hostCommand(&app{}).Flag(name) == nil {
				t.Errorf("fray host has no %s", word)
			}
		}
	}
}

// seatLines is what somebody in lines has read.
type seatLines struct {
	mu   sync.Mutex
	text strings.Builder
	news chan struct{}
}

func (l *seatLines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.news <- struct{}{}:
	default:
	}
	return l.text.Write(b)
}

func (l *seatLines) sees(t *testing.T, words string) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		l.mu.Lock()
		text := l.text.String()
		l.mu.Unlock()
		if strings.Contains(text, words) {
			return
		}
		select {
		case <-l.news:
		case <-late:
			t.Fatalf("%q is not said:\n%s", words, text)
		}
	}
}
