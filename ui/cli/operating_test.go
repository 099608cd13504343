//go:build unix

package cli

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.org/fray/saves/postgres/pgtest"
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
	lines := sshLines(t, ssh, port, filepath.Join(folder, "maker"), "x", filepath.Join(folder, "known"))
	lines.sees(t, "make and the name")
	lines.types(t, "make Whispers\nnote nobody reads this\n")
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
	in   io.Writer
}

// sshLines comes to a host with OpenSSH and a key, in lines. A host key that differs from the
// one in known is refused; the first is written there.
func sshLines(t *testing.T, ssh, port, key, user, known string) *seatLines {
	t.Helper()
	cmd := exec.Command(ssh, "-T", "-p", port, "-i", key, "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=accept-new", "-o", "HostKeyAlias=fray", "-o", "UserKnownHostsFile="+known, user+"@127.0.0.1")
	return linesOf(t, cmd)
}

// linesOf starts a program that speaks in lines.
func linesOf(t *testing.T, cmd *exec.Cmd) *seatLines {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	l := &seatLines{news: make(chan struct{}, 1), in: in}
	cmd.Stdout, cmd.Stderr = l, l
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return l
}

func (l *seatLines) types(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(l.in, text); err != nil {
		t.Fatal(err)
	}
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
		text := l.String()
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

// TestHostsOfAStore checks two hosts of one store with one host key: a table made at one is
// entered at the other, both see what is done there, and when the database is away nothing is
// done, which is said, until it is back. Once a newer fray has changed the store, both show it and
// say why they write nothing.
func TestHostsOfAStore(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("needs ssh-keygen")
	}
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("needs ssh")
	}
	db, bin, folder := pgtest.Start(t), built(t), t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"host", "maker", "player"} {
		if out, err := exec.Command(keygen, "-q", "-t", "ed25519", "-N", "", "-f", file(name)).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	network := pgtest.Through(t, db)
	var ports, metrics [2]string
	for i, store := range []string{network.URL(), db.URL()} {
		ports[i], metrics[i] = freePort(t), freePort(t)
		cmd := exec.Command(bin, "host", "--store", store, "--listen", "127.0.0.1:"+ports[i], "--metrics", metrics[i], "--host-key", file("host"), "--makers", file("maker.pub"))
		cmd.Env = newHome(t).environ()
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Signal(syscall.SIGTERM); _ = cmd.Wait() })
		if n, err := out.Read(make([]byte, 400)); err != nil || n == 0 {
			t.Fatalf("the host says nothing: %v", err)
		}
	}
	maker := sshLines(t, ssh, ports[0], file("maker"), "x", file("known"))
	maker.sees(t, "make and the name")
	maker.types(t, "make Club d6\ninvite Ann\n")
	maker.sees(t, "The invite ")
	words := regexp.MustCompile("([a-z]{5}-){3}[a-z]{5}").FindString(maker.String())
	player := sshLines(t, ssh, ports[1], file("player"), words, file("known"))
	player.sees(t, "Club: round 1")
	player.types(t, "note from the other host\n")
	maker.sees(t, "from the other host")
	atList := sshLines(t, ssh, ports[1], file("maker"), "x", file("known"))
	atList.sees(t, "1 Club: ")
	db.Kill()
	player.types(t, "note into the void\n")
	player.sees(t, "the store does not answer, so this was not done")
	r, err := http.Get("http://127.0.0.1:" + metrics[1] + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	if _ = r.Body.Close(); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/healthz answers %d", r.StatusCode)
	}
	const away = "the store does not answer"
	began := time.Now()
	atList.types(t, "list\n")
	atList.sees(t, away)
	atList.types(t, "1\nmake Other\ndevice\n")
	sshLines(t, ssh, ports[1], file("maker"), "x", file("known")).sees(t, away) // at the door
	t.Logf("who came and who was at the list knew after %v", time.Since(began))
	db.Run(t)
	late := time.Now().Add(time.Minute)
	for i := 0; !strings.Contains(maker.String(), "it is back") && time.Now().Before(late); i++ {
		player.types(t, "note it is back\n")
		time.Sleep(500 * time.Millisecond)
	}
	maker.sees(t, "it is back")
	atList.types(t, "list\n1\nnote from the list\n")
	maker.sees(t, "from the list")
	if strings.Contains(maker.String(), "into the void") {
		t.Error("what was refused is shown elsewhere")
	}
	network.Stick(true) // the first host has connections that never answer
	began = time.Now()
	maker.types(t, "note into silence\n")
	sshLines(t, ssh, ports[0], file("maker"), "x", file("known")).sees(t, away)
	maker.sees(t, away)
	t.Logf("where the store hangs, who came and who played knew after %v", time.Since(began))
	player.types(t, "note on the other side\n")
	player.sees(t, "on the other side")
	network.Stick(false)
	maker.sees(t, "on the other side")
	late = time.Now().Add(time.Minute)
	for i := 0; !strings.Contains(player.String(), "it answers again") && time.Now().Before(late); i++ {
		maker.types(t, "note it answers again\n")
		time.Sleep(500 * time.Millisecond)
	}
	player.sees(t, "it answers again")
	if strings.Contains(player.String(), "into silence") {
		t.Error("what was refused is shown elsewhere")
	}
	db.Do(t, `UPDATE fray.edition SET version = version + 1`) // as a newer fray does it
	player.types(t, "note for a newer one\n")
	player.sees(t, "this older one only shows its tables")
	maker.types(t, "note of mine\n")
	maker.sees(t, "this older one only shows its tables")
	comes := sshLines(t, ssh, ports[0], file("player"), "x", file("known"))
	comes.sees(t, "this older one only shows its tables")
	comes.sees(t, "Club: round 1")
}

// String is everything that was said so far.
func (l *seatLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
