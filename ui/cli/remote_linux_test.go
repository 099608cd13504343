package cli

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"io"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/hinshun/vt10x"
	"golang.org/x/crypto/ssh"

	"example.org/fray/engine/supermen"
	"example.org/fray/ui"
)

// spy watches some folders with inotify.
type spy struct {
	fd      int
	folders map[int32]string
}

func newSpy(t *testing.T, folders ...string) *spy {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Skip("nobody tells what happens to files here:", err)
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	s := &spy{fd, map[int32]string{}}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			w, err := syscall.InotifyAddWatch(fd, path, syscall.IN_OPEN|syscall.IN_ACCESS|syscall.IN_CREATE|syscall.IN_DELETE|syscall.IN_MOVE|syscall.IN_MODIFY|syscall.IN_ATTRIB)
			s.folders[int32(w)] = path
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	_ = s.noted(t) // discards the events of walking through them
	return s
}

// noted returns the files that something happened to.
func (s *spy) noted(t *testing.T) []string {
	t.Helper()
	var all []string
	for buf := make([]byte, 1<<16); ; {
		n, err := syscall.Read(s.fd, buf)
		if errors.Is(err, syscall.EAGAIN) {
			return slices.Compact(all)
		}
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < n; {
			e := (*syscall.InotifyEvent)(unsafe.Pointer(&buf[at]))
			at += syscall.SizeofInotifyEvent
			name := string(bytes.TrimRight(buf[at:at+int(e.Len)], "\x00"))
			at += int(e.Len)
			if e.Mask&syscall.IN_Q_OVERFLOW != 0 {
				t.Fatal("more happened to files than can be told")
			}
			if e.Mask&syscall.IN_ISDIR != 0 && e.Mask&syscall.IN_OPEN != 0 {
				continue // ignore reading a folder, which is also how it is opened for a sync
			}
			all = append(all, filepath.Join(s.folders[e.Wd], name))
		}
	}
}

// remoteUser is a remote screen over SSH that sends keys without reading the screen.
type remoteUser struct {
	testing.TB
	addr, user, invite string
	key                ssh.Signer

	conn *ssh.Client
	in   io.WriteCloser
	gone chan struct{}
	vt   vt10x.Terminal
	mu   sync.Mutex
	sent []byte
	news chan struct{}
}

func (e *remoteUser) comes() {
	e.Helper()
	conn, err := ssh.Dial("tcp", e.addr, &ssh.ClientConfig{User: e.user, Auth: []ssh.AuthMethod{ssh.PublicKeys(e.key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		e.Fatal(err)
	}
	e.Cleanup(func() { _ = conn.Close() })
	s, err := conn.NewSession()
	if err == nil {
		err = s.RequestPty("xterm", 36, 120, nil)
	}
	if err != nil {
		e.Fatal(err)
	}
	e.vt = vt10x.New(vt10x.WithSize(120, 36))
	e.conn, e.gone, e.news = conn, make(chan struct{}), make(chan struct{}, 1)
	out, err := s.StdoutPipe()
	if err != nil {
		e.Fatal(err)
	}
	if e.in, err = s.StdinPipe(); err != nil {
		e.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		e.Fatal(err)
	}
	go e.reads(out, e.gone)
	if e.invite != "" {
		e.types("\t" + e.invite + "\r")
		e.invite = ""
	}
	e.shows("The Run")
}

func (e *remoteUser) reads(out io.Reader, gone chan struct{}) {
	defer close(gone)
	for buf := make([]byte, 1<<16); ; {
		n, err := out.Read(buf)
		e.mu.Lock()
		e.sent = append(e.sent, buf[:n]...)
		_, _ = e.vt.Write(buf[:n])
		e.mu.Unlock()
		select {
		case e.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// shows waits until words are on the screen.
func (e *remoteUser) shows(words string) {
	e.Helper()
	for late := time.After(patience); !strings.Contains(e.vt.String(), words); {
		select {
		case <-e.news:
		case <-late:
			e.Fatalf("%s is not shown %q:\n%s", e.user, words, e.vt)
		}
	}
}

// types sends keys. If earlier keys have ended the screen, it starts a new one.
func (e *remoteUser) types(keys string) {
	e.Helper()
	select {
	case <-e.gone:
		_ = e.conn.Close()
		e.comes()
	default:
	}
	_, _ = io.WriteString(e.in, keys) // the screen may just be ending
}

// leaves ends the screen. Everything that was typed before has been handled then.
func (e *remoteUser) leaves() {
	e.Helper()
	e.types(back + "\x03")
	select {
	case <-e.gone:
	case <-time.After(patience):
		e.Fatalf("the screen of %s does not end:\n%s", e.user, e.vt)
	}
	_ = e.conn.Close()
}

// strokesOf returns what a terminal sends for a key named as in config.toml.
func strokesOf(key string) string {
	if first, inMenu := strings.CutPrefix(key, "P "); inMenu {
		return "P" + strokesOf(first)
	}
	if s, ok := map[string]string{
		"enter": "\r", "tab": "\t", "shift+tab": "\x1b[Z", "esc": "\x1b", "backspace": "\x7f", "delete": "\x1b[3~", "space": " ",
		"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "shift+up": "\x1b[1;2A", "shift+down": "\x1b[1;2B",
		"shift+left": "\x1b[1;2D", "shift+right": "\x1b[1;2C", "ctrl+left": "\x1b[1;5D", "ctrl+right": "\x1b[1;5C", "ctrl+up": "\x1b[1;5A", "ctrl+down": "\x1b[1;5B",
		"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~", "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "alt+enter": "\x1b\r",
	}[key]; ok {
		return s
	}
	if letter, ok := strings.CutPrefix(key, "ctrl+"); ok && len(letter) == 1 {
		return string(letter[0] & 0x1f)
	}
	if letter, ok := strings.CutPrefix(key, "alt+"); ok {
		return "\x1b" + letter
	}
	return key
}

// everyKey returns the bindings of the table, and those of all overlays.
func everyKey(t *testing.T) (table, over []ui.Key) {
	t.Helper()
	for i, place := range ui.Keys() {
		for _, k := range place {
			for _, key := range k.Keys {
				if s := strokesOf(key); len([]rune(s)) > 1 && s == key {
					t.Fatalf("nobody knows what a terminal sends for %q", key)
				}
			}
			if slices.Contains(k.Keys, "ctrl+c") || slices.Contains(k.Keys, "q") { // these end the screen, and are pressed at the end
				continue
			}
			if i == 0 {
				table = append(table, k)
			} else {
				over = append(over, k)
			}
		}
	}
	return table, over
}

// pasted returns text as a terminal sends a paste.
func pasted(text string) string { return "\x1b[200~" + text + "\x1b[201~" }

// back closes every overlay. The empty paste between the escapes keeps them from being read
// as one sequence.
var back = strings.Repeat("\x1b"+pasted(""), 2)

// tries presses every key of the table followed by a path, types every command, and then
// types random keys.
func (e *remoteUser) tries(table, over []ui.Key, paths []string, seed uint64) {
	e.Helper()
	r := mathrand.New(mathrand.NewPCG(seed, 1))
	path := func() string { return paths[r.IntN(len(paths))] }
	for _, k := range table {
		for _, key := range k.Keys {
			e.types(strokesOf(key) + "\x15" + pasted(path()) + "\r\r" + back)
		}
		e.types(":" + pasted(k.Label) + "\r\x15" + pasted(path()) + "\r\r" + back)
	}
	for _, command := range []string{"import", "export", "read", "write", "open", "save", "load", "restore", "tables", "shelf", "play", "host", "log", "show", "check", "paths",
		"theme", "config", "find", "note", "scene", "undo", "cat", "!cat", "|cat", ">", "<", "fray export", "run", "exec", "include", "source", "copy"} {
		e.types(":" + pasted(command+" "+path()) + "\r\r" + back)
	}
	for _, a := range supermen.System.Actions {
		e.types(":" + pasted(a.Label) + "\r\r\r\r" + back)
	}
	keys := 250
	if *long {
		keys = 1000
	}
	for range keys {
		k := over[r.IntN(len(over))]
		if r.IntN(3) == 0 || len(k.Keys) == 0 {
			k = table[r.IntN(len(table))]
		}
		if len(k.Keys) > 0 {
			e.types(strokesOf(k.Keys[r.IntN(len(k.Keys))]))
		}
		if r.IntN(40) == 0 {
			e.types(pasted(path()) + "\r")
		}
	}
	e.leaves()
}

var long = flag.Bool("long", false, "let TestNoWayToTheMachine press keys at random as long as .ci/run does")

// secretWord is a word in every file that no remote user may read.
const secretWord = "Qvorzik"

// TestNoWayToTheMachine checks that a remote user, even as gamemaster, cannot reach the
// files of the machine: it presses every key and types every command, and only the files of
// the table and its guests may be opened.
func TestNoWayToTheMachine(t *testing.T) {
	h, bin := newHome(t), built(t)
	h.running(t)
	root := filepath.Dir(h.saves)
	here, temp, keys := filepath.Join(root, "here"), filepath.Join(root, "temp"), t.TempDir()
	bait := h.baits(t, here, temp)
	seats := map[string]*remoteUser{}
	for _, user := range []string{"gm", "player", "watcher"} {
		seats[user] = &remoteUser{TB: t, user: user, key: newKey(t)}
	}
	gmKey := filepath.Join(keys, "gm.pub")
	if err := os.WriteFile(gmKey, ssh.MarshalAuthorizedKey(seats["gm"].key.PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	for seat, who := range map[string][]string{"player": {"--as", "Mira", "--characters", "Seraph"}, "watcher": {"--as", "Jo"}} {
		var invite struct{ Invite string }
		if err := json.Unmarshal([]byte(h.asks(t, bin, append([]string{"invite", "The Run", "--seat", seat, "--json"}, who...)...)), &invite); err != nil {
			t.Fatal(err)
		}
		seats[seat].invite = invite.Invite
	}
	port := freePort(t)
	cmd := exec.Command(bin, "host", "The Run", "--headless", "--listen", "127.0.0.1:"+port, "--gm", gmKey)
	cmd.Env, cmd.Dir = append(h.environ(), "TMPDIR="+temp), here
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	_, _ = out.Read(make([]byte, 300)) // the line about what is served
	for _, e := range seats {
		e.addr = "127.0.0.1:" + port
		e.comes()
	}
	seats["gm"].types("Pr")
	seats["gm"].shows("this screen cannot reach files")
	watched := newSpy(t, root)
	table, over := everyKey(t)
	var all sync.WaitGroup
	for i, user := range []string{"gm", "player", "watcher"} {
		all.Go(func() { seats[user].tries(table, over, bait, uint64(i)) })
	}
	all.Wait()
	for _, path := range watched.noted(t) {
		if !h.ofTheTable(path) {
			t.Errorf("something happened to %s", path)
		}
	}
	for user, e := range seats {
		e.mu.Lock()
		for _, secret := range []string{secretWord, "The Other Heist", "other-heist", h.saves, h.state, h.config, "permission denied", "no such file"} {
			if bytes.Contains(e.sent, []byte(secret)) {
				t.Errorf("%s was sent %q", user, secret)
			}
		}
		e.mu.Unlock()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	seen, err := os.ReadFile(bait[0])
	if err != nil || string(seen) != bait0 {
		t.Errorf("the bait holds %q (%v)", seen, err)
	}
}

// ofTheTable reports whether a file belongs to the table or its guests.
func (h home) ofTheTable(path string) bool {
	for _, of := range []string{"serve", "tables"} {
		if strings.HasPrefix(path, filepath.Join(h.state, "fray", of)) {
			return true
		}
	}
	dir, name := filepath.Split(path)
	return filepath.Clean(dir) == h.saves && strings.HasPrefix(strings.TrimPrefix(name, "."), "the-run.")
}

const bait0 = `{"fray":1,"name":"` + secretWord + `"}`

// baits creates files where a user might look for them, and returns their paths.
func (h home) baits(t *testing.T, here, temp string) (paths []string) {
	t.Helper()
	root := filepath.Dir(h.saves)
	for _, dir := range []string{here, temp, filepath.Join(h.saves, "shelf"), filepath.Join(h.config, "fray")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	live, err := makeFile(&app{env: h.env, saves: h.saves}, "The Other Heist", "supermen")
	if err == nil {
		err = live.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(root, "bait.json"), filepath.Join(here, "bait.json"), filepath.Join(temp, "bait.json"),
		filepath.Join(h.saves, "shelf", "bait.json"), filepath.Join(h.config, "fray", "themes.toml")} {
		if err := os.WriteFile(file, []byte(bait0), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return []string{filepath.Join(root, "bait.json"), "bait.json", "~/bait.json", "../bait.json", "new.json"}
}

func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	k, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return k
}
