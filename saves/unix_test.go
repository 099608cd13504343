//go:build unix

package saves_test

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
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/fray/saves"
)

func init() {
	children["writer"] = childWrites
	children["stranger"] = childMayNot
}

func child(name, program, path string) *exec.Cmd {
	c := exec.Command(program)
	c.Env = append(os.Environ(), "FRAY_TEST_CHILD="+name, "FRAY_TEST_PATH="+path)
	c.Stderr = os.Stderr
	return c
}

// childWrites plays for ever and says what was committed.
func childWrites(path string) {
	defer saves.NoSync()() // a kill takes nothing that the system has
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		fmt.Println("error", err)
		return
	}
	p := newPlayer(uint64(os.Getpid()))
	for {
		c := p.command(l.Now())
		if t, err := l.Do(program, c); err == nil {
			fmt.Println(t.Seq())
		}
	}
}

var kills = flag.Int("kills", 25, "how often TestKilled kills who writes")

// A program that is killed in the middle of its commits loses nothing that it
// has acknowledged, and its evening goes on with the same dice.
func TestKilled(t *testing.T) {
	rng := rand.New(rand.NewPCG(uint64(*kills), 5))
	path, before := "", uint64(0)
	for n := range *kills {
		if n%25 == 0 {
			l := makeTable(t)
			_ = l.Close()
			path, before = l.Path(), l.Now().Seq()
		}
		want := killed(t, path, 1+rng.IntN(8), time.Duration(rng.IntN(3000))*time.Microsecond)
		l, err := saves.Look(path, rules)
		if err != nil {
			t.Fatal(err)
		}
		if seq := l.Now().Seq(); seq < want || want <= before || l.Findings() != nil {
			t.Fatalf("round %d: %d events, %d acknowledged, %d before: %q", n, seq, want, before, l.Found())
		}
		before = l.Now().Seq()
		_ = l.Close()
		if n%25 < 24 && n < *kills-1 {
			continue
		}
		l, err = saves.Open(path, rules, testDeps())
		if err != nil || l.Findings() != nil {
			t.Fatal(err, l.Found())
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() || r.Open > 0 || r.Dice == 0 {
			t.Fatalf("after round %d: %+v %v", n, r, err)
		}
	}
}

// killed lets a child write until it has acknowledged so many commands, and a
// little longer, and gives the newest event that it acknowledged.
func killed(t *testing.T, path string, after int, more time.Duration) uint64 {
	t.Helper()
	c := child("writer", os.Args[0], path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	last := uint64(0)
	s := bufio.NewScanner(out)
	for n := 0; s.Scan(); n++ {
		if _, err := fmt.Sscan(s.Text(), &last); err != nil {
			t.Errorf("the writer says %q", s.Text())
			break
		}
		if n == after {
			time.AfterFunc(more, func() { _ = c.Process.Kill() })
		}
	}
	_ = c.Wait()
	return last
}

// childMayNot does what it can in a folder that it cannot write to.
func childMayNot(path string) {
	_, err := saves.Make(filepath.Join(filepath.Dir(path), "other.fray"), rules, "Other", "toy", testDeps())
	var un *saves.Unwritable
	if !errors.As(err, &un) {
		fmt.Println("make:", err)
	}
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		fmt.Println("open:", err)
		return
	}
	if !errors.As(l.Why(), &un) || !l.ReadOnly() || l.Now().Seq() != 2 {
		fmt.Println("opened:", l.Why(), l.Now().Seq())
	}
	if _, err := l.Do(program, note(1)); !errors.As(err, &un) {
		fmt.Println("do:", err)
	}
	if _, err := l.Refresh(); err != nil {
		fmt.Println("refresh:", err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
		fmt.Println("check:", r, err)
	}
	if err := l.Close(); err != nil {
		fmt.Println("close:", err)
	}
}

func TestUnwritableFolder(t *testing.T) {
	l := makeTable(t)
	do(t, l, note(1))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", ".head", ".jsonl"} { // as somebody lends a table
		if err := os.Chmod(l.Path()+suffix, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := os.Args[0]
	var who *syscall.SysProcAttr
	if os.Getuid() == 0 { // whom no folder stops
		program = copyProgram(t)
		who = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	dir := filepath.Dir(l.Path())
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	c := child("stranger", program, l.Path())
	c.SysProcAttr = who
	out, err := c.Output()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "-shm") || strings.HasSuffix(e.Name(), ".lock") {
			t.Errorf("%s was left", e.Name())
		}
	}
}

func copyProgram(t *testing.T) string {
	from, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	dir := t.TempDir()
	_ = os.Chmod(filepath.Dir(dir), 0o755)
	to, err := os.OpenFile(filepath.Join(dir, "program"), os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return to.Name()
}

// Nobody else can read what is secret, in whichever file it stands: while a table
// is played, when it is closed, and what was kept of it.
func TestOnlyForOneself(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	defer saves.NoSync()()
	l := makeTable(t)
	look := func(when string) {
		t.Helper()
		n := 0
		err := filepath.WalkDir(filepath.Dir(l.Path()), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err == nil && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %s has the rights %v", when, filepath.Base(path), info.Mode())
			}
			n++
			return err
		})
		if err != nil || n < 4 {
			t.Errorf("%s there are %d files: %v", when, n, err)
		}
	}
	newPlayer(4).play(t, l, 20)
	saves.Tend(l)
	saves.Index(l)
	look("played")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	look("closed")
	overwrite(t, l.Path(), 5000, make([]byte, 900))
	again, err := saves.Open(l.Path(), rules, testDeps())
	if err != nil || again.Findings() == nil {
		t.Fatal(err)
	}
	look("mended")
	_ = again.Close()
}
