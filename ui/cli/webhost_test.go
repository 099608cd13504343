//go:build unix

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.org/fray/saves/postgres/pgtest"
)

// page is a browser without scripts.
type page struct {
	*testing.T
	client *http.Client
	base   string
	status int
	at     string // path of the page
	text   string
}

func browse(t *testing.T, base string) *page {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{T: t, base: base, client: &http.Client{Jar: jar, Transport: &http.Transport{}}}
	t.Cleanup(p.client.CloseIdleConnections)
	return p
}

func (p *page) takes(r *http.Response, err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		p.Fatal(err)
	}
	p.status, p.at, p.text = r.StatusCode, r.Request.URL.Path, string(text)
}

func (p *page) opens(path string) {
	p.Helper()
	p.takes(p.client.Get(p.base + path))
}

// formToken finds the token of a page's forms.
var formToken = regexp.MustCompile(`name="form" value="([^"]*)"`)

// sends sends a form of the page that is shown.
func (p *page) sends(path string, form url.Values) {
	p.Helper()
	token := formToken.FindStringSubmatch(p.text)
	if token == nil {
		p.Fatalf("there is no form at %s:\n%s", p.at, p.text)
	}
	form.Set("form", token[1])
	r, err := http.NewRequestWithContext(p.Context(), http.MethodPost, p.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", p.base)
	p.takes(p.client.Do(r))
}

func (p *page) sees(all ...string) {
	p.Helper()
	for _, words := range all {
		if !strings.Contains(p.text, words) {
			p.Fatalf("%q does not stand at %s (%d):\n%s", words, p.at, p.status, p.text)
		}
	}
}

// startHost starts a host of all tables, and gives what it says of itself.
func startHost(t *testing.T, h home, bin string, args ...string) (cmd *exec.Cmd, said servedJSON) {
	t.Helper()
	cmd = exec.Command(bin, append([]string{"host", "--json"}, args...)...)
	cmd.Env = h.environ()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatal(err)
	}
	return cmd, said
}

// inviteOf makes an invite, and gives the path of its link.
func inviteOf(t *testing.T, h home, bin string, args ...string) string {
	t.Helper()
	var made struct{ Invite, Link string }
	if err := json.Unmarshal([]byte(h.asks(t, bin, append([]string{"invite", "--json"}, args...)...)), &made); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(made.Link, "/i/"+made.Invite) {
		t.Errorf("the link is %q", made.Link)
	}
	return "/i/" + made.Invite
}

// TestHostedPages serves the pages of all tables of a folder at one address: an invite leads to
// its table, which stands in the browser's list then, and the host ends by SIGTERM.
func TestHostedPages(t *testing.T) {
	h, bin := newHome(t), built(t)
	h.running(t)
	if r := h.fray("", "play", "Another One", "--new", "--plain"); r.status != done {
		t.Fatalf("%+v", r)
	}
	cmd, said := startHost(t, h, bin, "--listen", "none", "--web", freePort(t))
	if said.Line != "" || !strings.HasPrefix(said.Web, "http://127.0.0.1:") {
		t.Errorf("it says %+v", said)
	}
	p := browse(t, said.Web)
	p.opens("/")
	p.sees("If you have an invite")
	link := inviteOf(t, h, bin, "The Run", "--as", "Mira", "--characters", "Seraph")
	p.opens(link)
	p.sees("Take my seat")
	p.sends(link, url.Values{})
	p.sees("The Run", "Seraph")
	table := p.at
	p.sends(table+"talk", url.Values{"to": {"all"}, "text": {"hello from a page"}})
	p.sees("Mira: hello from a page")
	p.opens("/")
	p.sees("Your tables", "The Run", `href="`+table+`"`)
	if strings.Contains(p.text, "Another One") {
		t.Error("the list shows a table without a seat of theirs")
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	if out := h.asks(t, bin, "log", "The Run"); !strings.Contains(out, "hello from a page") {
		t.Errorf("the log is\n%s", out)
	}
}

// pageEvents is the event stream of a page, which connects again as browsers do.
type pageEvents struct {
	*page
	path  string
	retry time.Duration
	got   chan string
}

func (p *page) events(ctx context.Context, path string) *pageEvents {
	e := &pageEvents{page: p, path: path, retry: 3 * time.Second, got: make(chan string, 1<<12)}
	go func() {
		for ctx.Err() == nil {
			e.reads(ctx)
			select {
			case <-ctx.Done():
			case <-time.After(e.retry): // as the host has asked for
			}
		}
	}()
	return e
}

// reads reads the stream until it ends.
func (e *pageEvents) reads(ctx context.Context) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, e.base+e.path, nil)
	if err != nil {
		return
	}
	answer, err := e.client.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	in := bufio.NewScanner(answer.Body)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		if ms, err := strconv.Atoi(strings.TrimPrefix(in.Text(), "retry: ")); err == nil {
			e.retry = time.Duration(ms) * time.Millisecond
		}
		e.got <- in.Text()
	}
}

// until waits for a line with words.
func (e *pageEvents) until(words string) {
	e.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case line := <-e.got:
			if strings.Contains(line, words) {
				return
			}
		case <-late:
			e.Fatalf("the stream does not say %q", words)
		}
	}
}

// balance passes connections on to the first of some addresses that answers, as a balancer in
// front of several hosts does.
func balance(t *testing.T, to ...string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer in.Close()
				for _, address := range to {
					out, err := net.Dial("tcp", address)
					if err != nil {
						continue
					}
					var both sync.WaitGroup
					both.Go(func() { _, _ = io.Copy(out, in); _ = out.Close() })
					both.Go(func() { _, _ = io.Copy(in, out); _ = in.Close() })
					both.Wait()
					return
				}
			}()
		}
	}()
	return l.Addr().String()
}

// TestPagesAtAnotherHost stops one of three hosts of a store, and kills the next: an open page
// is at its seat on another within 5 s, by itself, with what was done before and what is done
// then.
func TestPagesAtAnotherHost(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	db, bin, h := pgtest.Start(t), built(t), newHome(t)
	h.running(t)
	h.asks(t, bin, "store", "put", "The Run", "--store", db.URL())
	ports := []string{freePort(t), freePort(t), freePort(t)}
	base := "http://" + balance(t, "127.0.0.1:"+ports[0], "127.0.0.1:"+ports[1], "127.0.0.1:"+ports[2])
	var hosts []*exec.Cmd
	for _, port := range ports {
		cmd, said := startHost(t, newHome(t), bin, "--store", db.URL(), "--listen", "none", "--web", port, "--web-name", base)
		if said.Web != base {
			t.Errorf("it says %+v", said)
		}
		hosts = append(hosts, cmd)
	}
	p := browse(t, base)
	link := inviteOf(t, h, bin, "The Run", "--as", "Mira", "--characters", "Seraph", "--store", db.URL())
	p.opens(link)
	p.sends(link, url.Values{})
	p.sees("Seraph")
	table := p.at
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	e := p.events(ctx, table+"events?parts=all")
	e.until("Seraph")
	p.sends(table+"talk", url.Values{"to": {"all"}, "text": {"one"}})
	e.until("Mira: one")
	atItsSeatAgain := func(began time.Time) {
		t.Helper()
		e.until("retry: ") // a stream begins
		e.until("Seraph")  // a part of the page, from the next host
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("the page is at its seat again after %s", took)
		} else {
			t.Logf("the page is at its seat again after %s", took)
		}
	}
	began := time.Now()
	if err := hosts[0].Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	e.until("event: told")
	e.until("this host is being stopped")
	atItsSeatAgain(began)
	if err := hosts[0].Wait(); err != nil {
		t.Errorf("the first host ends with %v", err)
	}
	p.sends(table+"talk", url.Values{"to": {"all"}, "text": {"two"}}) // by a form from the host that has ended
	p.sees("Mira: one", "Mira: two")
	e.until("Mira: two")
	began = time.Now()
	if err := hosts[1].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	atItsSeatAgain(began)
	db.Kill()
	p.sends(table+"talk", url.Values{"to": {"all"}, "text": {"into the void"}})
	p.sees("The store does not answer, so this was not done", "Mira: two")
	p.opens(table + "log") // of what was saved everything is still there
	p.sees("Mira: two")
	if strings.Contains(p.text, "Mira: into the void") {
		t.Error("what was refused is shown")
	}
	p.opens("/")
	p.sees("The store does not answer")
	db.Run(t)
	late := time.Now().Add(time.Minute)
	for p.opens(table); !strings.Contains(p.text, "Mira: three") && time.Now().Before(late); {
		p.sends(table+"talk", url.Values{"to": {"all"}, "text": {"three"}})
	}
	e.until("Mira: three")
	p.opens("/")
	p.sees("Your tables", "The Run")
	other := browse(t, base)
	other.opens(link)
	other.sends(link, url.Values{})
	other.sees("There is no such invite")
	cookies := slices.DeleteFunc(p.client.Jar.Cookies(mustParse(t, base)), func(c *http.Cookie) bool {
		return strings.HasPrefix(c.Name, "fray-seen-") // the newest hash of a log, which stands there
	})
	if len(cookies) != 1 || strings.Contains(db.Dump(t), cookies[0].Value) {
		t.Errorf("the database holds the cookie %v itself", cookies)
	}
}

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestHostFromLines serves a table that is open in lines: in browsers first, by SSH as well then.
func TestHostFromLines(t *testing.T) {
	h := newHome(t)
	h.running(t)
	pages, ssh := freePort(t), freePort(t)
	r := h.fray("host http://127.0.0.1:"+pages+"\ninvite Mira to play Seraph\nhost 127.0.0.1:"+ssh+"\nhost\nstop-hosting\nquit\n", "play", "The Run", "--plain")
	if r.status != done {
		t.Fatalf("%+v", r)
	}
	for _, words := range []string{"In a browser: http://127.0.0.1:" + pages + " (only this machine can open it", "Open this in a browser: http://127.0.0.1:" + pages + "/i/", "Nobody else can join any more."} {
		if !strings.Contains(r.out, words) {
			t.Errorf("%q is not said:\n%s", words, r.out)
		}
	}
	if both := "Players type: ssh -p " + ssh + " NAME@127.0.0.1"; strings.Count(r.out, both) != 2 || strings.Count(r.out, "In a browser: ") != 3 {
		t.Errorf("both ways are not said:\n%s", r.out)
	}
}
