package serve_test

import (
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// asStrangers is the environment variable that makes this program connect as strangers to
// the server at its value, in a process of its own, so that its cost does not delay the
// players.
const asStrangers = "FRAY_LOAD_STRANGERS"

// TestLoadStrangers is that process: a thousand strangers a second, half of them with keys,
// until its input ends. Without the variable it does nothing.
func TestLoadStrangers(t *testing.T) {
	addr := os.Getenv(asStrangers)
	if addr == "" {
		t.Skip("only the benchmark of strangers wants it")
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = io.Copy(io.Discard, os.Stdin)
	}()
	key := seatKey(-1, -1)
	var knocking sync.WaitGroup
	defer knocking.Wait()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
			knocking.Go(func() { knocks(addr, n, key) })
		case <-over:
			return
		}
	}
}

// knocks connects as a stranger from one of many addresses, with an unknown key or without
// sending anything, and leaves.
func knocks(addr string, n int, key ssh.Signer) {
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, byte(n>>8), byte(n))}, Timeout: time.Second}
	c, err := from.Dial("tcp", addr)
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(time.Second))
	if n%2 == 0 {
		_, _ = c.Read(make([]byte, 1))
		return
	}
	if conn, _, _, err := ssh.NewClientConn(c, "", &ssh.ClientConfig{User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()}); err == nil {
		_ = conn.Close()
	}
}

// strangers starts that process against the first table. stop ends it.
func (s *loaded) strangers() (stop func()) {
	s.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestLoadStrangers$")
	cmd.Env = append(os.Environ(), asStrangers+"="+s.addrs[0])
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.Fatal(err)
	}
	return func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			s.Error(err)
		}
	}
}

// BenchmarkStrangers is a table of 8 players, with ten keys a second for enough samples,
// while a thousand strangers a second connect from as many addresses, half of them with
// keys.
func BenchmarkStrangers(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("this machine has only one address of its own")
	}
	onOneCore(b)
	const often = time.Second / 10
	for b.Loop() {
		s := startServer(b, 1, 8)
		screens := s.seat(1, 8)
		s.plays(screens, time.Second)
		forget(screens)
		quiet, _, _ := s.playsAt(often, screens, *loadFor)
		forget(screens)
		stop := s.strangers()
		before := s.used()
		keys, acts, _ := s.playsAt(often, screens, *loadFor)
		after := s.used()
		stop()
		report(b, "key", keys)
		report(b, "act", acts)
		b.ReportMetric(float64(percentile(quiet, 99).Microseconds())/1000, "quiet-p99-ms")
		b.ReportMetric(float64(percentile(keys, 99))/float64(percentile(quiet, 99)), "p99-of-quiet")
		b.ReportMetric(100*float64(after.CPU-before.CPU)/float64(*loadFor), "core-%")
		b.ReportMetric(float64(after.Told), "told")
	}
}
