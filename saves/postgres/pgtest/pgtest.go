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
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"example.org/fray/saves/postgres"
)

// The roles of a [Server], beside its superuser.
const (
	Player   = "player"   // plays
	Migrator = "migrator" // makes the store
)

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
	s := prepare(t)
	s.start(t)
	return s
}

// Bare makes a database without anything in it and starts it.
func Bare(t testing.TB) *Server {
	t.Helper()
	s := prepare(t)
	s.initialize(t)
	return s
}

// StartSmall is Start on a disk of so many megabytes, in the folder that it gives too. The
// test is skipped where no disk can be mounted.
func StartSmall(t testing.TB, megabytes int) (s *Server, disk string) {
	t.Helper()
	s = prepare(t)
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm,mode=0777", megabytes), "tmpfs", s.sockets).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %v %s", err, out)
	}
	folder := s.sockets
	t.Cleanup(func() {
		s.Kill()
		_ = exec.Command("umount", folder).Run()
	})
	s.start(t, "--wal-segsize=1")
	return s, folder
}

// prepare finds the programs and makes a folder for a database.
func prepare(t testing.TB) *Server {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil && len(found) == 0 {
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
	s := &Server{bin: filepath.Dir(found[len(found)-1]), data: filepath.Join(folder, "data"), sockets: folder, port: freePort(t)}
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
	return s
}

func freePort(t testing.TB) int {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = free.Close() }()
	return free.Addr().(*net.TCPAddr).Port
}

// start makes the database and the store.
func (s *Server) start(t testing.TB, args ...string) {
	t.Helper()
	s.initialize(t, args...)
	s.Do(t, `CREATE ROLE `+Player+` LOGIN; CREATE ROLE `+Migrator+` LOGIN; GRANT CREATE ON DATABASE postgres TO `+Migrator)
	if err := postgres.Init(t.Context(), s.Migrator(), Player); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) initialize(t testing.TB, args ...string) {
	t.Helper()
	s.must(t, "initdb", append([]string{"-D", s.data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--no-sync"}, args...)...)
	s.Run(t)
	t.Cleanup(s.Kill)
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	cmd.Dir = s.sockets
	return cmd
}

func (s *Server) must(t testing.TB, name string, args ...string) string {
	t.Helper()
	out, err := s.command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
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

// Kill ends the database and all its processes at once with SIGKILL, as when its machine
// loses power, but for what the system holds for the disk. Doing it again does nothing.
func (s *Server) Kill() {
	if s.run == nil {
		return
	}
	all := s.processes()
	for _, pid := range all {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = s.run.Wait()
	for _, pid := range all { // what they share must be free before it starts again
		for syscall.Kill(pid, 0) == nil {
			time.Sleep(time.Millisecond)
		}
	}
	s.run = nil
}

// processes are those of the database, the one that started the others first.
func (s *Server) processes() []int {
	all := []int{s.run.Process.Pid}
	out, _ := exec.Command("pgrep", "-P", strconv.Itoa(all[0])).Output()
	for _, pid := range bytes.Fields(out) {
		if n, err := strconv.Atoi(string(pid)); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// Pause has the database stand still, as behind a network that has failed; false has it go
// on.
func (s *Server) Pause(on bool) {
	signal := syscall.SIGCONT
	if on {
		signal = syscall.SIGSTOP
	}
	_ = syscall.Kill(s.run.Process.Pid, signal)
	for on && !isStopped(s.run.Process.Pid) { // until then it may start one more
		time.Sleep(time.Millisecond)
	}
	for _, pid := range s.processes()[1:] {
		_ = syscall.Kill(pid, signal)
	}
}

// isStopped reports whether a process stands still, or is gone.
func isStopped(pid int) bool {
	out, _ := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	state := string(bytes.TrimSpace(out))
	return state == "" || strings.HasPrefix(state, "T")
}

// Standby starts another database that follows this one, which saves nothing that the
// other has not.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	other := prepare(t)
	t.Cleanup(other.Kill)
	other.Follow(t, s)
	return other
}

// Follow has a database that was killed follow another one from now on; see Standby.
func (s *Server) Follow(t testing.TB, primary *Server) {
	t.Helper()
	if err := os.RemoveAll(s.data); err != nil {
		t.Fatal(err)
	}
	s.must(t, "pg_basebackup", "-d", primary.Owner(), "-D", s.data, "-R", "-c", "fast", "--no-sync")
	s.Run(t)
	primary.Do(t, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
	primary.Do(t, `SELECT pg_reload_conf()`)
	primary.Until(t, `SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming')`)
}

// Promote has a standby take over from the database that it followed.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.Do(t, `SELECT pg_promote()`)
	s.Until(t, `SELECT NOT pg_is_in_recovery()`)
	s.Do(t, `ALTER SYSTEM SET synchronous_standby_names = ''`) // it has no standby yet
	s.Do(t, `SELECT pg_reload_conf()`)
}

// Do has the superuser do something.
func (s *Server) Do(t testing.TB, sql string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), s.Owner())
	if err == nil {
		_, err = conn.Exec(context.Background(), sql)
	}
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	_ = conn.Close(context.Background())
}

// Until waits until something is true.
func (s *Server) Until(t testing.TB, sql string) {
	t.Helper()
	s.UntilIn(t, "postgres", sql)
}

// UntilIn waits until something is true in another database of the server.
func (s *Server) UntilIn(t testing.TB, database, sql string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), s.in(database))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for is := false; !is; time.Sleep(10 * time.Millisecond) {
		if err := conn.QueryRow(context.Background(), sql).Scan(&is); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// in is the address of a database of the server, for the superuser.
func (s *Server) in(database string) string {
	return strings.TrimSuffix(s.Owner(), "postgres") + database
}

// Dump is a copy of the whole database, as somebody may steal it.
func (s *Server) Dump(t testing.TB) string {
	t.Helper()
	return s.must(t, "pg_dump", s.Owner())
}

// DumpOf is a copy of another database of the server.
func (s *Server) DumpOf(t testing.TB, database string) string {
	t.Helper()
	return s.must(t, "pg_dump", s.in(database))
}

// Folder is one that the processes of the server can write to.
func (s *Server) Folder() string { return s.sockets }

// URL is the address of the store, for the role that plays.
func (s *Server) URL() string { return s.address(Player) }

// Migrator is the address for the role that makes the store.
func (s *Server) Migrator() string { return s.address(Migrator) }

// Owner is the address for the superuser.
func (s *Server) Owner() string { return s.address("owner") }

func (s *Server) address(role string) string {
	u := url.URL{Scheme: "postgres", User: url.User(role), Host: s.host(), Path: "/postgres"}
	return u.String()
}

func (s *Server) host() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }

// Both is the address of two databases of which one follows the other, for the role that
// plays: whoever connects finds the one that can be written.
type Both []*Server

// URL is that address.
func (b Both) URL() string {
	hosts := make([]string, len(b))
	for i, s := range b {
		hosts[i] = s.host()
	}
	return "postgres://" + Player + "@" + strings.Join(hosts, ",") + "/postgres?target_session_attrs=read-write"
}

// Bench has pgbench do a statement again and again for a while, and gives how often in a
// second it was done.
func (s *Server) Bench(t testing.TB, clients int, lasts time.Duration, sql string) float64 {
	t.Helper()
	script := filepath.Join(s.sockets, "bench.sql")
	if err := os.WriteFile(script, []byte(sql), 0o644); err != nil { //nolint:gosec // another user reads it
		t.Fatal(err)
	}
	out := s.must(t, "pgbench", "-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", "1", "-T", strconv.Itoa(int(lasts.Seconds())), "-f", script, s.URL())
	_, rest, _ := strings.Cut(out, "\ntps = ")
	number, _, _ := strings.Cut(rest, " ")
	rate, err := strconv.ParseFloat(number, 64)
	if err != nil {
		t.Fatalf("pgbench says\n%s", out)
	}
	return rate
}

// ProcessorTime is how long the processes of the database have kept a processor busy; 0 on
// systems that do not say.
func (s *Server) ProcessorTime() (all time.Duration) {
	for i, pid := range s.processes() {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, found := strings.Cut(string(text), ") ")
		if f := strings.Fields(rest); err == nil && found && len(f) > 14 {
			fields := f[11:13] // in user mode and in the kernel, in hundredths of a second
			if i == 0 {
				fields = f[11:15] // and of the processes that have ended
			}
			for _, ticks := range fields {
				n, _ := strconv.Atoi(ticks)
				all += time.Duration(n) * 10 * time.Millisecond
			}
		}
	}
	return all
}

// Shell returns a command of a shell on the machine of the database: its programs are found, and
// connect with it as the superuser; DATA is the folder of its data.
func (s *Server) Shell(line string) *exec.Cmd {
	cmd := exec.Command("bash", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	cmd.Dir = s.sockets
	cmd.Env = []string{"PATH=" + s.bin + ":" + os.Getenv("PATH"), "PGUSER=owner", "PGHOST=127.0.0.1", "PGPORT=" + strconv.Itoa(s.port), "HOME=" + s.sockets, "DATA=" + s.data}
	return cmd
}

// Empty returns a database that is not there yet: its folder is empty.
func Empty(t testing.TB) *Server {
	t.Helper()
	s := prepare(t)
	t.Cleanup(s.Kill)
	return s
}

// In is the address of another database of the server, for the role that plays.
func (s *Server) In(database string) string {
	return strings.TrimSuffix(s.URL(), "postgres") + database
}

// Host is the address of the server, HOST:PORT.
func (s *Server) Host() string { return s.host() }

// Put writes a file into the folder of the data, which the server alone may read.
func (s *Server) Put(t testing.TB, name string, text []byte) {
	t.Helper()
	path := filepath.Join(s.data, name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if s.as != nil {
		if err := os.Chown(path, int(s.as.Uid), int(s.as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
}
