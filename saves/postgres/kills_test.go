//go:build unix

package postgres_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
)

// hostOf is the variable with the store at which a process of this test is a host.
const hostOf = "FRAY_TEST_HOST"

// seatsEach is how many play at each of two hosts.
const seatsEach = 4

// beHost plays at a table with some seats until it is killed. It writes a line for all
// that is acknowledged, refused and shown.
func beHost(url string) {
	lines := make(chan string, 64)
	go func() {
		for line := range lines {
			fmt.Println(line)
		}
	}()
	started := time.Now()
	s, err := postgres.Open(context.Background(), url)
	for ; err != nil; s, err = postgres.Open(context.Background(), url) {
		time.Sleep(50 * time.Millisecond) // as whoever restarts it would
	}
	var live *saves.Live
	for live == nil {
		if log, err := s.Open(context.Background(), "Hexfall"); err == nil {
			live, _ = saves.Open(log, index.Memory(), rules, deps())
		}
		if live == nil {
			time.Sleep(20 * time.Millisecond) // the processor is for the others
		}
	}
	lines <- fmt.Sprint("opened ", time.Since(started).Round(time.Millisecond), " ", live.Now().Seq())
	changed, _ := live.Watch()
	go func() {
		for range changed {
			seq, hash := live.Seal()
			lines <- fmt.Sprint("shown ", seq, " ", hash)
		}
	}()
	for seat := range seatsEach {
		go func() {
			rng := mathrand.New(mathrand.NewPCG(uint64(os.Getpid()), uint64(seat)))
			for n := 0; ; n++ {
				mark := fmt.Sprint("host-", os.Getpid(), "-seat-", seat, "-note-", n)
				command := act(rng, live.Now(), mark)
				began := time.Now()
				_, err := live.Do(program, command)
				if took := time.Since(began); took > soon {
					lines <- fmt.Sprint("slow ", took)
				}
				var no *model.Refused
				var away *saves.Away
				var full *saves.Full
				_, marked := command.(model.Note)
				switch {
				case err == nil && marked:
					lines <- "saved " + mark
				case err == nil, errors.As(err, &no):
				case errors.As(err, &away), errors.As(err, &full):
					lines <- "refused"
					time.Sleep(20 * time.Millisecond) // people read why, too
				default:
					lines <- "wrong " + err.Error()
				}
			}
		}()
	}
	select {}
}

// story is what hosts have written.
type story struct {
	mu      sync.Mutex
	saved   []string
	shown   map[string]bool // "SEQ HASH"
	slow    []string        // how long those waited who waited longest: a busy machine has some
	wrong   []string
	opened  string // how long the host that was started last took to read the table, and its events
	acks    chan struct{}
	refused chan struct{}
}

// player is a host that is a process of its own.
type player struct {
	cmd  *exec.Cmd
	over chan struct{}
}

func (s *story) host(t *testing.T, url string) *player {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), hostOf+"="+url)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &player{cmd: cmd, over: make(chan struct{})}
	go func() {
		defer close(p.over)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			what, of, _ := strings.Cut(lines.Text(), " ")
			s.mu.Lock()
			told := s.refused
			switch what {
			case "saved":
				s.saved, told = append(s.saved, of), s.acks
			case "shown":
				s.shown[of], told = true, nil
			case "opened":
				s.opened, told = of, nil
			case "slow":
				s.slow, told = append(s.slow, of), nil
			case "refused":
			default:
				s.wrong, told = append(s.wrong, lines.Text()), nil
			}
			s.mu.Unlock()
			select {
			case told <- struct{}{}:
			default:
			}
		}
	}()
	t.Cleanup(p.kill)
	return p
}

func (p *player) kill() {
	_ = p.cmd.Process.Kill()
	<-p.over // all that it wrote was read
	_ = p.cmd.Wait()
}

// plays waits until so many acts were acknowledged from now on.
func (s *story) plays(acts int) {
	for len(s.acks) > 0 {
		<-s.acks
	}
	for range acts {
		<-s.acks
	}
}

// isRefused waits until somebody is refused from now on.
func (s *story) isRefused() {
	for len(s.refused) > 0 {
		<-s.refused
	}
	<-s.refused
}

// holds fails unless all that was acknowledged and all that was shown is in the log.
func (s *story) holds(t *testing.T, db database) {
	t.Helper()
	live := host(t, db, "Hexfall", false)
	oneStory(t, db, "Hexfall", live)
	stands, lines := map[string]int{}, map[string]bool{}
	for e, err := range live.Events(0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range e.Facts {
			if n, ok := f.(model.Noted); ok {
				stands[n.Text]++
			}
		}
	}
	for line, err := range live.Lines(0) {
		if err != nil {
			t.Fatal(err)
		}
		lines[fmt.Sprint(line.Seq, " ", line.Hash)] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	lost, unreal := 0, 0
	for _, mark := range s.saved {
		if stands[mark] != 1 {
			lost++
			t.Errorf("%s was acknowledged and stands %d times", mark, stands[mark])
		}
	}
	for shown := range s.shown {
		if !lines[shown] {
			unreal++
			t.Errorf("event %s was shown and does not stand", shown)
		}
	}
	for _, wrong := range s.wrong {
		t.Error(wrong)
	}
	if len(s.saved) == 0 || len(s.shown) == 0 {
		t.Error("nothing was played")
	}
	if took, events, some := strings.Cut(s.opened, " "); some {
		t.Logf("the host that was started last had read all %s events after %s", events, took)
	}
	if len(s.slow) > 0 {
		t.Logf("some waited longer than %v: %v", soon, s.slow)
	}
	t.Logf("%d notes acknowledged, %d lost; %d states shown, %d that do not stand; %d events", len(s.saved), lost, len(s.shown), unreal, live.Now().Seq())
}

func newStory() *story {
	return &story{shown: map[string]bool{}, acks: make(chan struct{}, 1<<16), refused: make(chan struct{}, 1<<10)}
}

// Eight play at two hosts, which are processes of their own, while at random moments a
// host is killed, the database is killed, its connections hang, and its standby takes over:
// what was acknowledged stands, what was shown stands, and play goes on by itself.
func TestKills(t *testing.T) {
	primary := server(t)
	standby := primary.Standby(t)
	db := pgtest.Both{primary, standby}
	join(t, host(t, db, "Hexfall", true))
	s := newStory()
	hosts := []*player{s.host(t, db.URL()), s.host(t, db.URL())}
	rng := mathrand.New(mathrand.NewPCG(1, 2))
	faults := []struct {
		name string
		do   func()
	}{
		{"a host is killed", func() {
			i := rng.IntN(len(hosts))
			hosts[i].kill()
			hosts[i] = s.host(t, db.URL())
		}},
		{"the database is killed", func() {
			primary.Kill()
			primary.Run(t)
		}},
		{"its standby takes over", func() {
			primary.Kill()
			standby.Promote(t)
			primary, standby = standby, primary
		}},
		{"connections hang", func() {
			primary.Pause(true)
			s.isRefused()
			primary.Pause(false)
		}},
		{"its standby hangs", func() {
			standby.Pause(true)
			s.isRefused()
			if rng.IntN(2) == 0 {
				standby.Pause(false)
				return
			}
			primary.Kill() // nobody has seen what the standby does not have
			standby.Pause(false)
			standby.Promote(t)
			primary, standby = standby, primary
		}},
	}
	longest := make([]time.Duration, len(faults))
	for k := range *kills {
		s.plays(10 + rng.IntN(40))
		f := k % len(faults)
		was := primary
		faults[f].do()
		began := time.Now()
		s.plays(1)
		longest[f] = max(longest[f], time.Since(began))
		if primary != was {
			standby.Follow(t, primary)
		}
	}
	s.plays(20)
	for _, h := range hosts {
		h.kill()
	}
	for f, took := range longest {
		t.Logf("after it had happened that %s, play went on within %v", faults[f].name, took.Round(time.Millisecond))
	}
	s.holds(t, db)
}

// The disk of the database is full again and again while eight play: people are told, and
// what was acknowledged and shown stands.
func TestFullDisk(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	db, disk := pgtest.StartSmall(t, 160)
	join(t, host(t, db, "Hexfall", true))
	s := newStory()
	hosts := []*player{s.host(t, db.URL()), s.host(t, db.URL())}
	for k := range (*kills + 4) / 5 {
		s.plays(10 + k%30)
		fill(t, filepath.Join(disk, "ballast"))
		s.isRefused()
		if err := os.Remove(filepath.Join(disk, "ballast")); err != nil {
			t.Fatal(err)
		}
		db.Kill() // where it has not ended by itself, for the lack of room
		db.Run(t)
	}
	s.plays(20)
	for _, h := range hosts {
		h.kill()
	}
	s.holds(t, db)
}

// fill writes to a file until the disk is full.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
}
