//go:build unix

// Package pgtest starts a real PostgreSQL for tests, in a folder of its own.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"example.org/fray/saves/postgres"
)

// Player is the role that plays in a [Server].
const Player = "player"

// Server is a database that a test started. It ends with the test.
type Server struct {
	bin, data, sockets string
	port               int
	as                 *syscall.Credential
	run                *exec.Cmd
	said               bytes.Buffer
}

// Start makes a database with a store in it and starts it. The test is skipped where
// PostgreSQL is not installed.
func Start(t testing.TB) *Server {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		t.Skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
	}
	folder, err := os.MkdirTemp("", "pg") // the name of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	s := &Server{bin: filepath.Dir(found[len(found)-1]), data: filepath.Join(folder, "data"), sockets: folder}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("PostgreSQL does not run as root, and there is no user postgres")
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(folder, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.command("initdb", "-D", s.data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = free.Addr().(*net.TCPAddr).Port
	_ = free.Close()
	s.Run(t)
	t.Cleanup(s.Kill)
	conn, err := pgx.Connect(t.Context(), s.Owner())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `CREATE ROLE `+Player+` LOGIN`); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close(t.Context())
	if err := postgres.Init(t.Context(), s.Owner(), Player); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	cmd.Dir = s.sockets
	return cmd
}

// Run starts the database, again after Kill, and waits until it answers.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	s.run = s.command("postgres", "-D", s.data, "-k", s.sockets, "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-c", "max_connections=200")
	s.run.Stderr = &s.said
	if err := s.run.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.Owner())
		if err == nil {
			_ = conn.Close(ctx)
			return
		}
		if ctx.Err() != nil || s.run.ProcessState != nil || errors.Is(syscall.Kill(s.run.Process.Pid, 0), syscall.ESRCH) {
			t.Fatalf("PostgreSQL does not answer: %v\n%s", err, s.said.String())
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Kill ends the database at once, as when its machine loses power, but for what the
// system holds for the disk. Doing it again does nothing.
func (s *Server) Kill() {
	if s.run == nil {
		return
	}
	_ = syscall.Kill(s.run.Process.Pid, syscall.SIGQUIT) // its children go with it at once; nothing is written down
	_ = s.run.Wait()
	s.run = nil
}

// Pause has the database stand still, as behind a network that has failed; Go on ends it.
func (s *Server) Pause(on bool) {
	signal := syscall.SIGCONT
	if on {
		signal = syscall.SIGSTOP
	}
	out, _ := exec.Command("pgrep", "-P", strconv.Itoa(s.run.Process.Pid)).Output()
	for _, pid := range bytes.Fields(out) {
		if n, err := strconv.Atoi(string(pid)); err == nil {
			_ = syscall.Kill(n, signal)
		}
	}
	_ = syscall.Kill(s.run.Process.Pid, signal)
}

// URL is the address of the store, for the role that plays.
func (s *Server) URL() string { return s.address(Player) }

// Owner is the address for the role that owns everything.
func (s *Server) Owner() string { return s.address("owner") }

func (s *Server) address(role string) string {
	u := url.URL{Scheme: "postgres", User: url.User(role), Host: fmt.Sprintf("127.0.0.1:%d", s.port), Path: "/postgres"}
	return u.String()
}
