//go:build unix

package cli

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var everyTrick = flag.Bool("tricks", false, "play every trick with files and every end of TestTricks, not one end of each")

var kills = flag.Int("kills", 6, "how often TestKills kills the program")

// trick is something that another program does to the files of a table while it is played.
type trick struct {
	name string
	do   func(f *tricked) error
	told string // pattern that some output must match; "": no data is lost, so nothing has to be reported
}

// tricked is a table in play, with an older copy of its file from the session before.
type tricked struct {
	home
	testing.TB
	dir, path, older string
	bin              string
}

func (f *tricked) copy(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o600)
}

// swap replaces the table's file by a copy of another file, as programs that sync folders
// do.
func (f *tricked) swap(from string) error {
	fresh := filepath.Join(f.dir, "fresh")
	return errors.Join(f.copy(from, fresh), os.Rename(fresh, f.path))
}

func (f *tricked) overwrite(at int64, b []byte) error {
	file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(b, at)
	return errors.Join(err, file.Close())
}

// second plays the table under another name at the same time.
func (f *tricked) second(name string) error {
	p := f.plays(name)
	if said := p.note("by a second program"); strings.Contains(said, "Note: by a second program") {
		return fmt.Errorf("a second program wrote the table: %s", said)
	}
	p.end("quit")
	return nil
}

const (
	taken   = `taken away while it was open`
	another = `nother file was put in the place`
	changed = `changed by another program while it was open`
)

var tricks = []trick{
	{"the file is removed", func(f *tricked) error { return os.Remove(f.path) }, taken},
	{"the file is moved away", func(f *tricked) error { return os.Rename(f.path, f.path+".away") }, taken},
	{"an equal copy is put in its place", func(f *tricked) error { return f.swap(f.path) }, another},
	{"an older one is put in its place", func(f *tricked) error { return f.swap(f.older) }, another},
	{"an older one is written over it", func(f *tricked) error {
		b, err := os.ReadFile(f.older)
		return errors.Join(err, os.Truncate(f.path, 0), f.overwrite(0, b))
	}, changed},
	{"another table is put in its place", func(f *tricked) error { return f.swap(filepath.Join(f.dir, "other.fray")) }, another},
	{"a folder is put in its place", func(f *tricked) error { return errors.Join(os.Remove(f.path), os.Mkdir(f.path, 0o700)) }, another},
	{"a link is put in its place", func(f *tricked) error {
		return errors.Join(os.Rename(f.path, f.path+".moved"), os.Symlink(f.path+".moved", f.path))
	}, another},
	{"a pipe is put in its place", func(f *tricked) error { return errors.Join(os.Remove(f.path), syscall.Mkfifo(f.path, 0o600)) }, another},
	{"the file is emptied", func(f *tricked) error { return os.Truncate(f.path, 0) }, changed},
	{"the file is cut", func(f *tricked) error { return os.Truncate(f.path, 900) }, changed},
	{"the newest line is overwritten", func(f *tricked) error {
		b, err := os.ReadFile(f.path)
		return errors.Join(err, f.overwrite(int64(len(strings.TrimRight(string(b), "\n"))-20), []byte("xxxxxxxxxxxxxxx")))
	}, changed},
	{"lines in its middle are zeroed", func(f *tricked) error { return f.overwrite(700, make([]byte, 300)) }, `damaged`},
	{"a second program opens it", func(f *tricked) error { return f.second(f.path) }, ""},
	{"a second program opens it by a link", func(f *tricked) error {
		name := filepath.Join(f.dir, "link.fray")
		return errors.Join(os.Symlink(f.path, name), f.second(name))
	}, ""},
	{"a second program opens it by a hard link", func(f *tricked) error {
		name := filepath.Join(f.dir, "hard.fray")
		return errors.Join(os.Link(f.path, name), f.second(name))
	}, ""},
	{"the index is removed", func(f *tricked) error { return os.Remove(f.path + ".index") }, ""},
	{"the index is something else", func(f *tricked) error { return os.WriteFile(f.path+".index", []byte("Dear diary"), 0o600) }, ""},
	{"the index is a link", func(f *tricked) error {
		return errors.Join(os.Remove(f.path+".index"), os.Symlink(f.older, f.path+".index"))
	}, ""},
	{"the backups are removed", func(f *tricked) error { return os.RemoveAll(f.path + ".backups") }, ""},
	{"the backups are a link to elsewhere", func(f *tricked) error {
		return errors.Join(os.RemoveAll(f.path+".backups"), os.Symlink(f.dir, f.path+".backups"))
	}, ""},
	{"nothing else is left", func(f *tricked) error {
		return errors.Join(os.RemoveAll(f.path+".backups"), os.RemoveAll(f.path+".index"), os.RemoveAll(f.state))
	}, ""},
	{"the folder is renamed", func(f *tricked) error { return os.Rename(f.dir, f.dir+"-2") }, taken},
	{"the folder is removed", func(f *tricked) error { return os.RemoveAll(f.dir) }, taken},
	{"all of it is put back to the session before", func(f *tricked) error {
		return errors.Join(f.swap(f.older), os.RemoveAll(f.path+".backups"), os.RemoveAll(f.path+".index"))
	}, another},
}

// plainGame is a program that plays a table in lines.
type plainGame struct {
	*tricked
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	all strings.Builder
}

func (f *tricked) plays(path string, more ...string) *plainGame {
	f.Helper()
	p := &plainGame{tricked: f, cmd: exec.Command(f.bin, append([]string{"--plain", "play", path}, more...)...)}
	p.cmd.Env = f.environ()
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		f.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		f.Fatal(err)
	}
	p.cmd.Stderr = p.cmd.Stdout
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		f.Fatal(err)
	}
	p.until()
	return p
}

// until reads up to the next prompt.
func (p *plainGame) until() string {
	said := ""
	for !strings.HasSuffix(said, "table> ") {
		b, err := p.out.ReadByte()
		if err != nil {
			break
		}
		said += string(b)
	}
	p.all.WriteString(said)
	return said
}

// note adds a note, and returns the reply.
func (p *plainGame) note(text string) string {
	if _, err := io.WriteString(p.in, "note "+text+"\n"); err != nil {
		return ""
	}
	return p.until()
}

// end ends the program in one of several ways, and returns the rest of its output.
func (p *plainGame) end(how string) string {
	if how == "kill" {
		_ = p.cmd.Process.Kill()
	} else {
		if how == "a while more" { // the effects of the last act must be complete after a moment
			time.Sleep(1500 * time.Millisecond)
		}
		_, _ = io.WriteString(p.in, "quit\n")
	}
	rest, _ := io.ReadAll(p.out)
	p.all.Write(rest)
	_ = p.in.Close()
	_ = p.cmd.Wait()
	return p.all.String()
}

// TestTricks plays tricks on the files of a table in play. No acknowledged act may be lost,
// and the trick must be reported: at once in lines, or by the next program that opens the
// table. Without -tricks it plays every third.
func TestTricks(t *testing.T) {
	before := newTricked(t, t.TempDir())
	if err := os.Mkdir(before.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	other := before.plays(filepath.Join(before.dir, "other.fray"), "--new", "--system", "d6")
	other.note("elsewhere")
	other.end("quit")
	p := before.plays(before.path, "--new", "--system", "d6")
	for _, act := range firstActs {
		p.note(act)
	}
	p.end("quit")
	ends := []string{"quit", "kill", "a while more"}
	for i, trick := range tricks {
		for j, end := range ends {
			if !*everyTrick && (i%3 != 0 || j != i/3%2) {
				continue
			}
			t.Run(trick.name+"/"+end, func(t *testing.T) {
				t.Parallel()
				trick.play(t, before.home, end)
			})
		}
	}
}

// firstActs are the acts of the session before.
var firstActs = []string{"first 0", "first 1", "first 2", "first 3"}

// newTricked creates the table in a new folder.
func newTricked(t *testing.T, root string) *tricked {
	f := &tricked{home: home{filepath.Join(root, "tables"), filepath.Join(root, "state"), filepath.Join(root, "config")}, TB: t, bin: built(t)}
	f.dir = f.saves
	f.path, f.older = filepath.Join(f.dir, "vault.fray"), filepath.Join(root, "older")
	return f
}

func (x trick) play(t *testing.T, before home, end string) {
	f := newTricked(t, t.TempDir())
	if err := os.CopyFS(filepath.Dir(f.saves), os.DirFS(filepath.Dir(before.saves))); err != nil {
		t.Fatal(err)
	}
	acts := slices.Clone(firstActs)
	note := func(p *plainGame, text string) {
		if said := p.note(text); strings.Contains(said, "Note: "+text) {
			acts = append(acts, text)
		}
	}
	if err := f.copy(f.path, f.older); err != nil {
		t.Fatal(err)
	}
	p := f.plays(f.path)
	note(p, "second 0")
	note(p, "second 1")
	if len(acts) != 6 {
		t.Fatalf("before the trick: %q, and it said\n%s", acts, p.all.String())
	}
	if err := x.do(f); err != nil {
		t.Fatal(err)
	}
	note(p, "third 0")
	note(p, "third 1")
	said := p.end(end)
	if len(acts) < 8 && !strings.Contains(said, "fray") {
		t.Errorf("acts were refused without a word: %q\n%s", acts, said)
	}
	again := f.plays(f.path)
	said += again.end("quit")
	if x.told != "" && !regexp.MustCompile(x.told).MatchString(said) {
		t.Errorf("nobody was told %q:\n%s", x.told, said)
	}
	log := f.fray("", "log", f.path)
	for _, act := range acts {
		if !strings.Contains(log.out, act) {
			t.Errorf("%q was acknowledged and is lost. It was said\n%s\nThe log is\n%s%s", act, said, log.out, log.err)
		}
	}
	if c := f.fray("", "check", f.path); c.status != 0 && !strings.Contains(c.out, "backup") {
		t.Errorf("the check: %d\n%s%s", c.status, c.out, c.err)
	}
}

// TestKills kills the program at random moments. No acknowledged act may be lost.
func TestKills(t *testing.T) {
	f := newTricked(t, t.TempDir())
	f.plays(f.path, "--new", "--system", "d6").end("quit")
	random := rand.New(rand.NewPCG(1, 2))
	var acts []string
	for n := range *kills {
		p := f.plays(f.path)
		after := time.Duration(random.IntN(60_000)) * time.Microsecond
		killed := time.AfterFunc(after, func() { _ = p.cmd.Process.Kill() })
		for i := 0; ; i++ {
			act := fmt.Sprintf("act %d of run %d.", i, n)
			said := p.note(act)
			if strings.Contains(said, "Note: "+act) {
				acts = append(acts, act)
			}
			if !strings.HasSuffix(said, "table> ") {
				break // the program was killed
			}
		}
		killed.Stop()
		p.end("kill")
	}
	f.plays(f.path).end("quit")
	log := f.fray("", "log", f.path)
	for _, act := range acts {
		if !strings.Contains(log.out, act) {
			t.Errorf("%q was acknowledged and is lost", act)
		}
	}
	if c := f.fray("", "check", f.path); c.status != 0 {
		t.Errorf("the check: %d\n%s%s", c.status, c.out, c.err)
	}
	if len(acts) == 0 {
		t.Error("no act was acknowledged")
	}
	t.Logf("%d kills, %d acts acknowledged", *kills, len(acts))
}
