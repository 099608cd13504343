package serve_test

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/uitest"
)

var (
	loadFor     = flag.Duration("load", 10*time.Second, "how long a benchmark of load lasts")
	loadProfile = flag.String("load-profile", "", "the `FOLDER` for profiles of the server under load")
)

// asServer is the environment variable that makes this program the server of a benchmark,
// in a process of its own, so that its cost can be measured.
const asServer = "FRAY_LOAD_SERVER"

// ofAll is the scheduler that all tables share; nil: each has its own.
var ofAll *screen.Scheduler

// order is a request of the benchmark to the server, and answer the reply.
type (
	order struct {
		Act   string // the words of an act at a table
		Nth   int    // alternates between a message and a loss
		Table int
		Usage bool   // asks what the server has used so far
		Mark  string // "begin" or "end" of the profiled part
	}
	answer struct {
		Addrs []string
		usage
	}
	usage struct {
		CPU        time.Duration
		Resident   int // bytes
		Heap       uint64
		Stacks     uint64
		Allocated  uint64 // bytes in total
		Goroutines int
		Told       int // messages to the host
	}
)

// seatKey returns the key of a seat, which both processes can derive.
func seatKey(table, seat int) ssh.Signer {
	sum := sha256.Sum256(fmt.Appendf(nil, "table %d seat %d", table, seat))
	k, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(sum[:]))
	if err != nil {
		panic(err)
	}
	return k
}

// TestLoadServer is the server process of a benchmark. Without the variable it does
// nothing.
func TestLoadServer(t *testing.T) {
	var shape struct{ Tables, Seats int }
	if n, _ := fmt.Sscanf(os.Getenv(asServer), "%d %d", &shape.Tables, &shape.Seats); n != 2 {
		t.Skip("only the benchmarks of load want it")
	}
	if *loadProfile != "" {
		runtime.MemProfileRate = 1 << 14
	}
	ofAll = screen.NewScheduler()
	var houses []*testHost
	for i := range shape.Tables {
		h := openFor(t, "supermen", shape.Seats)
		for seat := range shape.Seats {
			h.seats(seatKey(i, seat), fmt.Sprintf("Player %c", 'A'+seat), seat)
		}
		houses = append(houses, h)
	}
	obey(t, houses)
}

// obey does what the benchmark asks of its server process, until it asks nothing more.
func obey(t *testing.T, houses []*testHost) {
	t.Helper()
	out := json.NewEncoder(os.Stdout)
	first := answer{usage: used(houses)}
	for _, h := range houses {
		first.Addrs = append(first.Addrs, h.addr)
	}
	if err := out.Encode(first); err != nil {
		t.Fatal(err)
	}
	var cpu *os.File
	for in := json.NewDecoder(os.Stdin); ; {
		var o order
		if in.Decode(&o) != nil {
			return
		}
		switch {
		case o.Act != "":
			go func() {
				if _, err := houses[o.Table].live.Do(gm, o.command(houses[o.Table])); err != nil {
					fmt.Fprintln(os.Stderr, "an act:", err)
				}
			}()
		case o.Usage:
			if err := out.Encode(answer{usage: used(houses)}); err != nil {
				t.Fatal(err)
			}
		case o.Mark == "begin":
			writeHeap(t, "heap-before")
			cpu = profileFile(t, "cpu")
			if err := pprof.StartCPUProfile(cpu); err != nil {
				t.Fatal(err)
			}
		case o.Mark == "end":
			pprof.StopCPUProfile()
			_ = cpu.Close()
			writeHeap(t, "heap")
			all := profileFile(t, "goroutine")
			if err := pprof.Lookup("goroutine").WriteTo(all, 0); err != nil {
				t.Fatal(err)
			}
			_ = all.Close()
		}
	}
}

// command returns the act that is asked for.
func (o order) command(at *testHost) model.Command {
	all := at.live.Now().Characters()
	if o.Nth%2 == 0 || len(all) == 0 {
		return model.Note{Text: o.Act}
	}
	set := []model.Change{{Field: "ep_lost_round", To: engine.ValueOf(o.Nth % 23)}}
	return model.Write{Who: all[o.Nth/2%len(all)].ID, System: "supermen", Set: set, Why: o.Act}
}

func profileFile(t *testing.T, what string) *os.File {
	t.Helper()
	f, err := os.Create(fmt.Sprintf("%s/%s.prof", *loadProfile, what))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func writeHeap(t *testing.T, what string) {
	t.Helper()
	f := profileFile(t, what)
	runtime.GC()
	if err := pprof.WriteHeapProfile(f); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
}

// used returns what this process has used so far.
func used(houses []*testHost) usage {
	var m runtime.MemStats
	cpu := uitest.ProcessorTime()
	runtime.ReadMemStats(&m)
	u := usage{CPU: cpu, Resident: resident(), Heap: m.HeapAlloc, Stacks: m.StackInuse, Allocated: m.TotalAlloc, Goroutines: runtime.NumGoroutine()}
	for _, h := range houses {
		h.mu.Lock()
		u.Told += len(h.told)
		h.mu.Unlock()
	}
	return u
}

// loaded is the benchmark's side of the server.
type loaded struct {
	testing.TB
	addrs []string
	began usage
	in    *json.Encoder
	out   *json.Decoder
	mu    sync.Mutex
}

// startServer starts the server in a process of its own.
func startServer(b testing.TB, tables, seats int) *loaded {
	b.Helper()
	return startProcess(b, "^TestLoadServer$", fmt.Sprintf("%s=%d %d", asServer, tables, seats))
}

// startProcess starts a test of this program as a server, which a variable tells how.
func startProcess(b testing.TB, test, variable string) *loaded {
	b.Helper()
	if *loadProfile != "" {
		if err := os.MkdirAll(*loadProfile, 0o700); err != nil {
			b.Fatal(err)
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run", test, "-load-profile", *loadProfile)
	cmd.Env = append(os.Environ(), variable)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = in.Close(); _, _ = io.Copy(io.Discard, out); _ = cmd.Wait() })
	s := &loaded{TB: b, in: json.NewEncoder(in), out: json.NewDecoder(bufio.NewReader(out))}
	first := s.answers()
	s.addrs, s.began = first.Addrs, first.usage
	return s
}

func (s *loaded) asks(o order) {
	s.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.in.Encode(o); err != nil {
		s.Fatal(err)
	}
}

func (s *loaded) answers() (a answer) {
	s.Helper()
	if err := s.out.Decode(&a); err != nil {
		s.Fatal("the server says nothing:", err)
	}
	return a
}

func (s *loaded) used() usage {
	s.asks(order{Usage: true})
	return s.answers().usage
}

// profiled starts a profile if the flag is set. end stops it.
func (s *loaded) profiled() (end func()) {
	if *loadProfile == "" {
		return func() {}
	}
	s.asks(order{Mark: "begin"})
	return func() { s.asks(order{Mark: "end"}) }
}

// viewer is a screen of the benchmark, which only notes when frames arrive.
type viewer struct {
	conn  *ssh.Client
	in    io.WriteCloser
	first chan struct{} // closed with the first frame

	mu      sync.Mutex
	stalled bool // it has stopped reading
	wake    chan struct{}
	pressed time.Time // time of a key whose frame has not arrived
	noted   time.Time // time of an act whose frame has not arrived
	word    []byte    // a word that the act shows
	keys    []time.Duration
	acts    []time.Duration
	late    int // keys whose frame had not arrived when the next key was due
	done    *sync.WaitGroup
}

var (
	frameEnds = []byte("\x1b[?2026l")
	cursor    = []byte("▌")
)

// views opens a screen of 120 x 36 at a table.
func (s *loaded) views(table, seat int) *viewer {
	s.Helper()
	conn, err := ssh.Dial("tcp", s.addrs[table], &ssh.ClientConfig{User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(seatKey(table, seat))}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = conn.Close() })
	v := &viewer{conn: conn, first: make(chan struct{}), wake: make(chan struct{})}
	x, err := conn.NewSession()
	if err == nil {
		err = x.RequestPty("xterm-256color", 36, 120, ssh.TerminalModes{})
	}
	if err != nil {
		s.Fatal(err)
	}
	out, err := x.StdoutPipe()
	if err == nil {
		v.in, err = x.StdinPipe()
	}
	if err == nil {
		err = x.Shell()
	}
	if err != nil {
		s.Fatal(err)
	}
	go v.reads(out)
	return v
}

// reads reads frames.
func (v *viewer) reads(out io.Reader) {
	var frame []byte
	began := false
	for buf := make([]byte, 1<<15); ; {
		n, err := out.Read(buf)
		if err != nil {
			return
		}
		now := time.Now()
		frame = append(frame, buf[:n]...)
		for {
			end := bytes.Index(frame, frameEnds)
			if end < 0 {
				break
			}
			v.sees(frame[:end], now)
			frame = frame[:copy(frame, frame[end+len(frameEnds):])]
			if !began {
				began = true
				close(v.first)
			}
		}
		v.mu.Lock()
		stalled, wake := v.stalled, v.wake
		v.mu.Unlock()
		if stalled {
			<-wake
		}
	}
}

// sees handles one frame. A frame that moves the cursor answers the key, and one that shows
// the word answers the act.
func (v *viewer) sees(frame []byte, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.pressed.IsZero() && bytes.Contains(frame, cursor) {
		v.keys = append(v.keys, now.Sub(v.pressed))
		v.pressed = time.Time{}
	}
	if !v.noted.IsZero() && bytes.Contains(frame, v.word) {
		v.acts = append(v.acts, now.Sub(v.noted))
		v.noted = time.Time{}
		if v.done != nil {
			v.done.Done()
		}
	}
}

// press sends a key that moves the cursor.
func (v *viewer) press(key string) {
	v.mu.Lock()
	if !v.pressed.IsZero() {
		v.late++
	}
	v.pressed = time.Now()
	v.mu.Unlock()
	_, _ = io.WriteString(v.in, key)
}

// expects announces an act that is about to be done.
func (v *viewer) expects(word string, done *sync.WaitGroup) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.noted.IsZero() {
		v.late++
	}
	v.noted, v.word, v.done = time.Now(), []byte(word), done
}

// word returns the words of the nth act. It shares no letter with the act before and with
// other text, so that every cell of it must be sent.
func word(n int) string { return strings.Repeat(string(rune('а'+n%32)), 12) }

// percentile returns the time that this percentage of all stays below.
func percentile(all []time.Duration, of float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(float64(len(all))*of/100))]
}

func report(b *testing.B, what string, all []time.Duration) {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(percentile(all, 50)), what+"-p50-ms")
	b.ReportMetric(ms(percentile(all, 99)), what+"-p99-ms")
}

// plays lets each screen press two keys a second, and each table have an act a second.
func (s *loaded) plays(screens [][]*viewer, length time.Duration) (keys, acts []time.Duration, late int) {
	return s.playsAt(time.Second/2, screens, length)
}

// playsAt is plays with another time between keys.
func (s *loaded) playsAt(often time.Duration, screens [][]*viewer, length time.Duration) (keys, acts []time.Duration, late int) {
	var all sync.WaitGroup
	over := time.Now().Add(length)
	every := func(period time.Duration, do func(n int)) {
		all.Go(func() {
			next := time.Now().Add(time.Duration(rand.Int64N(int64(period))))
			for n := 0; next.Before(over); n++ {
				time.Sleep(time.Until(next))
				do(n)
				next = next.Add(period)
			}
		})
	}
	for i, table := range screens {
		for _, v := range table {
			every(often, func(n int) { v.press([]string{"j", "k"}[n%2]) })
		}
		every(time.Second, func(n int) {
			for _, v := range table {
				v.expects(word(n), nil)
			}
			s.asks(order{Act: word(n), Nth: n, Table: i})
		})
	}
	all.Wait()
	time.Sleep(time.Second / 4) // wait for frames on their way
	for _, table := range screens {
		for _, v := range table {
			v.mu.Lock()
			keys, acts, late = append(keys, v.keys...), append(acts, v.acts...), late+v.late
			v.mu.Unlock()
		}
	}
	return keys, acts, late
}

// seat opens all screens.
func (s *loaded) seat(tables, seats int) [][]*viewer {
	screens := make([][]*viewer, tables)
	for i := range screens {
		for seat := range seats {
			v := s.views(i, seat)
			<-v.first
			screens[i] = append(screens[i], v)
		}
	}
	return screens
}

// visited connects once, so that later measurements omit what only the first client costs.
func (s *loaded) visited() {
	v := s.views(0, 0)
	<-v.first
	_ = v.conn.Close()
	s.began = s.used()
}

// onOneCore leaves the other core to the server.
func onOneCore(b *testing.B) {
	b.Helper()
	before := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// BenchmarkLoad is 25 tables of 8 players, each of whom presses two keys a second, with an
// act a second at each table.
func BenchmarkLoad(b *testing.B) {
	onOneCore(b)
	for b.Loop() {
		const tables, seats = 25, 8
		s := startServer(b, tables, seats)
		s.visited()
		screens := s.seat(tables, seats)
		s.plays(screens, time.Second) // warms up
		forget(screens)
		before, end := s.used(), s.profiled()
		began := time.Now()
		keys, acts, late := s.plays(screens, *loadFor)
		took := time.Since(began)
		after := s.used()
		time.Sleep(time.Second) // wait for work behind the frames
		end()
		rest := s.used()
		report(b, "key", keys)
		report(b, "act", acts)
		b.ReportMetric(100*float64(after.CPU-before.CPU)/float64(took), "core-%")
		b.ReportMetric(float64(after.Allocated-before.Allocated)/1e6/took.Seconds(), "MB-allocated/s")
		b.ReportMetric(float64(rest.Resident-s.began.Resident)/1000/tables/seats, "kB/session")
		b.ReportMetric(float64(rest.Heap-s.began.Heap)/1000/tables/seats, "heap-kB/session")
		b.ReportMetric(float64(rest.Stacks-s.began.Stacks)/1000/tables/seats, "stack-kB/session")
		b.ReportMetric(float64(rest.Goroutines-s.began.Goroutines)/tables/seats, "goroutines/session")
		b.ReportMetric(100*float64(len(keys)+len(acts))/float64(len(keys)+len(acts)+late), "answered-%") // answered before the next was due
	}
}

// BenchmarkTable is one table of 8 players. It measures how long an act takes to reach all
// eight screens, also while one of them does not read, and for comparison how long the disk
// takes for one synced write, which every act has to wait for.
func BenchmarkTable(b *testing.B) {
	for _, stalled := range []bool{false, true} {
		name := map[bool]string{false: "all", true: "one-stalled"}[stalled]
		b.Run(name, func(b *testing.B) {
			onOneCore(b)
			for b.Loop() {
				s := startServer(b, 1, 8)
				table := s.seat(1, 8)[0]
				if stalled {
					table[7].stalls()
					table = table[:7]
				}
				var all, bare []time.Duration
				onDisk := disk(b)
				time.Sleep(time.Second) // warms up
				before, end := s.used(), s.profiled()
				for n := range int(*loadFor / (100 * time.Millisecond)) {
					var done sync.WaitGroup
					done.Add(len(table))
					began := time.Now()
					for _, v := range table {
						v.expects(word(n), &done)
					}
					s.asks(order{Act: word(n), Nth: n})
					done.Wait()
					all = append(all, time.Since(began))
					time.Sleep(50*time.Millisecond - time.Since(began))
					bare = append(bare, onDisk())
					time.Sleep(100*time.Millisecond - time.Since(began))
				}
				end()
				report(b, "everybody", all)
				report(b, "disk", bare)
				after := s.used()
				b.ReportMetric(float64((after.CPU-before.CPU).Microseconds())/1000/float64(len(all)), "cpu-ms/act")
				b.ReportMetric(float64(after.Allocated-before.Allocated)/1000/float64(len(all)), "kB-allocated/act")
			}
		})
	}
}

// disk returns a function that measures how long the disk takes to sync one overwritten
// page.
func disk(b *testing.B) func() time.Duration {
	b.Helper()
	const page, pages = 4 << 10, 1 << 10
	f, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	if _, err := f.Write(make([]byte, page*pages)); err != nil {
		b.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
	n := 0
	return func() time.Duration {
		began := time.Now()
		n++
		if _, err := f.WriteAt(make([]byte, page), int64(n%pages)*page); err != nil {
			b.Fatal(err)
		}
		if err := synced(f); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
}

// stalls makes a screen stop reading.
func (v *viewer) stalls() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stalled = true
}

// forget discards what was measured.
func forget(screens [][]*viewer) {
	for _, table := range screens {
		for _, v := range table {
			v.mu.Lock()
			v.keys, v.acts, v.late = nil, nil, 0
			v.mu.Unlock()
		}
	}
}

// BenchmarkFirstFrame is the time from the first byte of a connection to the first frame.
func BenchmarkFirstFrame(b *testing.B) {
	onOneCore(b)
	var all []time.Duration
	s := startServer(b, 1, 8)
	for n := 0; b.Loop(); n++ {
		began := time.Now()
		v := s.views(0, n%8)
		<-v.first
		all = append(all, time.Since(began))
		_ = v.conn.Close()
		time.Sleep(60*time.Millisecond - time.Since(began)) // fewer than the rate limit accepts in a second
	}
	report(b, "first-frame", all)
}
