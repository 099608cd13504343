package web_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

var (
	loadFor     = flag.Duration("load", 10*time.Second, "how long a benchmark of load lasts")
	loadProfile = flag.String("load-profile", "", "the `FILE` for a profile of the server under load")
)

// These name what else this program is where a benchmark starts it again, so that what each
// part costs is its own: the server, with its number of tables and of seats, and attackers,
// with the address of their victim.
const (
	asServer    = "FRAY_WEB_LOAD_SERVER"
	asAttackers = "FRAY_WEB_LOAD_ATTACKERS"
)

// order is what a benchmark asks of the server, and usage what the server has used so far.
type (
	order struct {
		Act   string // the words of something that happens at a table
		Nth   int    // something said if it is even, somebody's loss otherwise
		Table int
		Usage bool
		Mark  string // "begin" or "end" of what is profiled
	}
	usage struct {
		CPU        time.Duration
		Allocated  uint64 // bytes
		Goroutines int
		Heap       uint64 // bytes in use
	}
)

// TestLoadServer is the server of a benchmark, and is skipped otherwise.
func TestLoadServer(t *testing.T) {
	var tables, seats int
	if n, _ := fmt.Sscanf(os.Getenv(asServer), "%d %d", &tables, &seats); n != 2 {
		t.Skip("only the benchmarks of load want it")
	}
	var houses []*testHost
	links := make([][]string, tables)
	for i := range tables {
		h := open(t, "supermen", seats)
		for seat := range seats {
			links[i] = append(links[i], h.invite(fmt.Sprintf("Player %c", 'A'+seat), seat))
		}
		houses = append(houses, h)
	}
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	if err := out.Encode(links); err != nil {
		t.Fatal(err)
	}
	var acts sync.WaitGroup
	defer acts.Wait()
	for o := (order{}); in.Decode(&o) == nil; o = (order{}) {
		switch o.Mark {
		case "begin":
			f, err := os.Create(*loadProfile)
			if err != nil {
				t.Fatal(err)
			}
			if err := pprof.StartCPUProfile(f); err != nil {
				t.Fatal(err)
			}
			continue
		case "end":
			pprof.StopCPUProfile()
			continue
		}
		if o.Usage {
			u, m := usage{CPU: uitest.ProcessorTime(), Goroutines: runtime.NumGoroutine()}, runtime.MemStats{}
			runtime.ReadMemStats(&m)
			u.Allocated, u.Heap = m.TotalAlloc, m.HeapAlloc
			if err := out.Encode(u); err != nil {
				t.Fatal(err)
			}
			continue
		}
		acts.Go(func() {
			live := houses[o.Table].live
			all := live.Now().Characters()
			var c model.Command = model.Note{Text: o.Act}
			if o.Nth%2 == 1 {
				c = model.Write{Who: all[o.Nth/2%len(all)].ID, System: "supermen", Set: []model.Change{{Field: "ep_lost_round", To: engine.ValueOf(o.Nth % 23)}}, Why: o.Act}
			}
			if _, err := live.Do(gm, c); err != nil {
				fmt.Fprintln(os.Stderr, "an act:", err)
			}
		})
	}
}

// loaded is the server as a benchmark has it.
type loaded struct {
	testing.TB
	links [][]string // by table and seat
	mu    sync.Mutex
	in    *json.Encoder
	out   *json.Decoder
}

// again starts this program once more as something else. end closes its input, upon which
// it ends, and returns the rest of its output.
func again(tb testing.TB, test, name, value string) (in io.Writer, out *bufio.Reader, end func() string) {
	tb.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^"+test+"$", "-load-profile", *loadProfile)
	cmd.Env = append(os.Environ(), name+"="+value)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	out = bufio.NewReader(output)
	end = sync.OnceValue(func() string {
		_ = input.Close()
		rest, _ := io.ReadAll(out)
		_ = cmd.Wait()
		return string(rest)
	})
	tb.Cleanup(func() { end() })
	return input, out, end
}

func startServer(tb testing.TB, tables, seats int) *loaded {
	tb.Helper()
	in, out, _ := again(tb, "TestLoadServer", asServer, fmt.Sprint(tables, " ", seats))
	s := &loaded{TB: tb, in: json.NewEncoder(in), out: json.NewDecoder(out)}
	if err := s.out.Decode(&s.links); err != nil {
		tb.Fatal("the server says nothing:", err)
	}
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

// profiled begins a profile, if one is wanted, and returns what ends it.
func (s *loaded) profiled() (end func()) {
	if *loadProfile == "" {
		return func() {}
	}
	s.asks(order{Mark: "begin"})
	return func() { s.asks(order{Mark: "end"}) }
}

func (s *loaded) used() (u usage) {
	s.Helper()
	s.asks(order{Usage: true})
	if err := s.out.Decode(&u); err != nil {
		s.Fatal("the server says nothing:", err)
	}
	return u
}

// listener is a page that is open, and only notes when the acts come that it waits for.
type listener struct {
	mu   sync.Mutex
	word string // of the act that it waits for, "" for none
	from time.Time
	took []time.Duration
	late int // acts that had not come when the next was done
}

// comes is a browser that has taken a seat.
func (s *loaded) comes(table, seat int) *browser {
	s.Helper()
	link := s.links[table][seat]
	base, _, _ := strings.Cut(link, "/i/")
	b := (&testHost{TB: s.TB, base: base}).browser()
	b.opens(link)
	b.sends("Take my seat")
	b.sees("The Vault Job")
	return b
}

// listens takes a seat and opens a stream of the first page.
func (s *loaded) listens(table, seat int) *listener {
	s.Helper()
	b := s.comes(table, seat)
	r, err := http.NewRequestWithContext(b.context(), http.MethodGet, b.base+"/events?parts=all", nil)
	if err != nil {
		s.Fatal(err)
	}
	client := *b.client
	client.Timeout = 0
	answer, err := client.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.Fatal("no stream: ", err)
	}
	s.Cleanup(func() { _ = answer.Body.Close() })
	l := &listener{}
	go func() {
		in := bufio.NewReaderSize(answer.Body, 1<<16)
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			l.hears(line)
		}
	}()
	return l
}

func (l *listener) hears(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.word != "" && strings.Contains(line, l.word) {
		l.took = append(l.took, time.Since(l.from))
		l.word = ""
	}
}

func (l *listener) expects(word string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.word != "" {
		l.late++
	}
	l.word, l.from = word, time.Now()
}

// plays does acts at each table, one in each period, and returns how long they took to
// each page, and how many had not come when the next was done.
func (s *loaded) plays(tables [][]*listener, period, length time.Duration) (took []time.Duration, late int) {
	var all sync.WaitGroup
	over := time.Now().Add(length)
	for i, table := range tables {
		all.Go(func() {
			next := time.Now().Add(time.Duration(rand.Int64N(int64(period))))
			for n := 0; next.Before(over); n++ {
				time.Sleep(time.Until(next))
				word := fmt.Sprintf("act%dof%d", n, i)
				for _, l := range table {
					l.expects(word)
				}
				s.asks(order{Act: word, Nth: n, Table: i})
				next = next.Add(period)
			}
		})
	}
	all.Wait()
	time.Sleep(time.Second / 2) // what is on its way
	for _, table := range tables {
		for _, l := range table {
			l.mu.Lock()
			took, late = append(took, l.took...), late+l.late
			if l.word != "" {
				late++
			}
			l.took, l.late, l.word = nil, 0, ""
			l.mu.Unlock()
		}
	}
	return took, late
}

func percentile(all []time.Duration, of int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)-1, len(all)*of/100)]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (s *loaded) seat(tables, seats int) (out [][]*listener) {
	s.Helper()
	for i := range tables {
		var table []*listener
		for seat := range seats {
			table = append(table, s.listens(i, seat))
		}
		out = append(out, table)
	}
	return out
}

// onOneCore leaves the other core to the server.
func onOneCore(b *testing.B) {
	b.Helper()
	before := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// BenchmarkLoad is 25 tables of 8 pages that are open, with an act a second at each table.
// An act is aimed to reach 99 of 100 pages within 25 ms, with half a core.
func BenchmarkLoad(b *testing.B) {
	onOneCore(b)
	for b.Loop() {
		const tables, seats = 25, 8
		s := startServer(b, tables, seats)
		bare := s.used()
		pages := s.seat(tables, seats)
		s.plays(pages, time.Second, 2*time.Second) // what is made once
		end, before, began := s.profiled(), s.used(), time.Now()
		took, late := s.plays(pages, time.Second, *loadFor)
		end()
		after, length := s.used(), time.Since(began)
		acts := float64(len(took)+late) / seats
		b.ReportMetric(ms(percentile(took, 50)), "act-p50-ms")
		b.ReportMetric(ms(percentile(took, 99)), "act-p99-ms")
		b.ReportMetric(float64(late), "late")
		b.ReportMetric(100*float64(after.CPU-before.CPU)/float64(length), "core-%")
		b.ReportMetric(ms(after.CPU-before.CPU)/acts, "cpu-ms/act")
		b.ReportMetric(float64(after.Allocated-before.Allocated)/1000/acts, "kB-allocated/act")
		b.ReportMetric(float64(after.Goroutines-bare.Goroutines)/tables/seats, "goroutines/stream")
	}
}

// TestLoadAttackers attacks the server of a benchmark until its input ends, and is skipped
// otherwise: it opens a thousand streams that it never reads, six of them with the cookie of
// a seat, and knocks a thousand times a second without one. It writes how many connections
// it has made, how many were answered, and how often an answer told of the table.
func TestLoadAttackers(t *testing.T) {
	address, cookie, _ := strings.Cut(os.Getenv(asAttackers), " ")
	if address == "" {
		t.Skip("only the benchmark of attacks wants it")
	}
	over := make(chan struct{})
	go func() { defer close(over); _, _ = io.Copy(io.Discard, os.Stdin) }()
	var count struct {
		sync.Mutex
		Made, Answered, Told int
	}
	from := func(n int) *net.Dialer {
		return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, byte(1+n>>16), byte(n>>8), byte(n))}, Timeout: time.Second}
	}
	ask := func(n int, path, cookie string) net.Conn {
		c, err := from(n).Dial("tcp", address)
		if err != nil {
			return nil
		}
		_ = c.SetDeadline(time.Now().Add(2 * time.Second))
		_, _ = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", path, address, cookie)
		return c
	}
	var streams []net.Conn
	defer func() {
		for _, c := range streams {
			_ = c.Close()
		}
	}()
	for n := range 1000 {
		with := ""
		if n < 6 {
			with = "Cookie: " + cookie + "\r\n"
		}
		if c := ask(n, "/events?parts=all", with); c != nil {
			streams = append(streams, c)
		}
	}
	fmt.Println("ready")
	paths := []string{"/", "/log", "/sheet", "/events?parts=all", "/i/babab-babab-babab-babab", "/door", "/static/style.css"}
	var knocking sync.WaitGroup
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for n, going := 1000, true; going; n++ {
		select {
		case <-over:
			going = false
		case <-tick.C:
			knocking.Go(func() {
				c := ask(n, paths[n%len(paths)], "")
				if c == nil {
					return
				}
				defer c.Close()
				text, _ := io.ReadAll(io.LimitReader(c, 1<<16))
				count.Lock()
				defer count.Unlock()
				count.Made++
				if len(text) > 0 {
					count.Answered++
				}
				if strings.Contains(string(text), "Seraph") || strings.Contains(string(text), "act") && strings.Contains(string(text), "event: table") {
					count.Told++
				}
			})
		}
	}
	knocking.Wait()
	fmt.Println(count.Made, count.Answered, count.Told)
}

// BenchmarkAttacks is a table of 8 pages that are open, with ten acts a second so that there
// are enough of them, quietly and then under attack; see TestLoadAttackers. Acts are aimed to
// take at most 1.5 times as long, and nothing of the table may be told to strangers.
func BenchmarkAttacks(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("this machine has only one address of its own")
	}
	onOneCore(b)
	for b.Loop() {
		s := startServer(b, 1, 9)
		pages := s.seat(1, 8)
		attacker := s.comes(0, 8)
		at, err := url.Parse(attacker.base)
		if err != nil {
			b.Fatal(err)
		}
		cookie := attacker.seatCookies(at)[0].String()
		s.plays(pages, time.Second/10, time.Second)
		quiet, _ := s.plays(pages, time.Second/10, *loadFor)
		_, out, end := again(b, "TestLoadAttackers", asAttackers, at.Host+" "+cookie)
		if _, err := out.ReadString('\n'); err != nil {
			b.Fatal("the attackers say nothing:", err)
		}
		before := s.used()
		took, late := s.plays(pages, time.Second/10, *loadFor)
		after := s.used()
		var made, answered, told int
		if _, err := fmt.Sscan(end(), &made, &answered, &told); err != nil || told > 0 || made == 0 {
			b.Errorf("of %d strangers %d were answered and %d told of the table: %v", made, answered, told, err)
		}
		b.ReportMetric(float64(made)/loadFor.Seconds(), "strangers/s")
		b.ReportMetric(float64(answered)/loadFor.Seconds(), "answered/s")
		b.ReportMetric(ms(percentile(quiet, 99)), "quiet-p99-ms")
		b.ReportMetric(ms(percentile(took, 99)), "act-p99-ms")
		b.ReportMetric(float64(percentile(took, 99))/float64(percentile(quiet, 99)), "p99-of-quiet")
		b.ReportMetric(float64(late), "late")
		b.ReportMetric(100*float64(after.CPU-before.CPU)/float64(*loadFor), "core-%")
	}
}
