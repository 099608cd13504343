package web_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"math/big"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// stream is an open event stream.
type stream struct {
	*browser
	answer *http.Response
	lines  chan string
	got    []string
}

func (b *browser) stream(path string) *stream {
	b.Helper()
	r, err := http.NewRequestWithContext(b.context(), http.MethodGet, b.base+path, nil)
	if err != nil {
		b.Fatal(err)
	}
	client := *b.client
	client.Timeout = 0
	answer, err := client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		b.Fatalf("%s: %s, %s", path, answer.Status, answer.Header.Get("Content-Type"))
	}
	s := &stream{browser: b, answer: answer, lines: make(chan string, 1<<12)}
	b.Cleanup(func() { _ = answer.Body.Close() })
	go func() {
		defer close(s.lines)
		in := bufio.NewScanner(answer.Body)
		in.Buffer(nil, 1<<22)
		for in.Scan() {
			s.lines <- in.Text()
		}
	}()
	return s
}

// until waits for a line that contains text.
func (s *stream) until(text string) string {
	s.Helper()
	late := time.After(patience)
	for {
		select {
		case l, more := <-s.lines:
			if !more {
				s.Fatalf("the stream ends without %q", text)
			}
			s.got = append(s.got, l)
			if strings.Contains(l, text) {
				return l
			}
		case <-late:
			s.Fatalf("%q does not come", text)
		}
	}
}

// ends waits for the end of the stream.
func (s *stream) ends() {
	s.Helper()
	late := time.After(patience)
	for {
		select {
		case l, more := <-s.lines:
			if !more {
				return
			}
			s.got = append(s.got, l)
		case <-late:
			s.Fatal("the stream does not end")
		}
	}
}

// TestStream checks that an open page gets what others do, each sentence once and in order,
// and that a page which reconnects gets what it has missed.
func TestStream(t *testing.T) {
	h := open(t, "supermen", 3)
	b, tom := h.comes("Mira", 0), h.comes("Tom", 1)
	since := attr(all(b.page, "body")[0], "data-since")
	s := b.stream("/events?parts=all&since=" + since)
	s.until("part")
	say := func(text string) {
		t.Helper()
		tom.opens("/")
		tom.sends("Send", "text", text, "to", "all")
	}
	told := func(line string) (out []string) {
		t.Helper()
		var got struct{ Said []string }
		if err := json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &got); err != nil {
			t.Fatal(err)
		}
		return got.Said
	}
	say("one")
	if got := told(s.until("Tom: one")); !slices.Contains(got, "Tom: one") {
		t.Errorf("said is %q", got)
	}
	id := strings.TrimPrefix(s.got[len(s.got)-2], "id: ")
	_ = s.answer.Body.Close()
	say("two")
	say("three")
	again := b.stream("/events?parts=all&since=" + id)
	got := told(again.until("Tom: three"))
	if len(got) != 2 || got[0] != "Tom: two" || got[1] != "Tom: three" {
		t.Errorf("what was missed is told as %q", got)
	}
	// A whisper reaches its recipient and nobody else.
	whispers := ""
	for _, o := range all(tom.page, "option") {
		if words(o) == "Whisper to the gamemaster" {
			whispers = attr(o, "value")
		}
	}
	tom.sends("Send", "text", "psst", "to", whispers)
	tom.sees("psst")
	// Nor does one that is typed where everybody would read it.
	for _, word := range []string{"message gm ", "msg gm: ", "pm gm ", "text gm ", "DM gm ", "tell gm ", "whisper gm, ", "@gm "} {
		say(word + "psst, and do not tell")
		tom.sees("psst, and do not tell")
		tom.sends("Send", "text", strings.Replace(word, "gm", "nobody", 1)+"psst", "to", "all")
	}
	say("four")
	again.until("Tom: four")
	if strings.Contains(strings.Join(again.got, "\n"), "psst") {
		t.Error("a whisper is told to Mira")
	}
}

// selfSigned creates a certificate for this machine.
func selfSigned(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	raw, err := x509.CreateCertificate(rand.Reader, x, x, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
}

// TestHostStops checks that a page whose host is stopped is told so, and not that it is over:
// it connects again by itself.
func TestHostStops(t *testing.T) {
	h := open(t, "supermen", 3)
	stream := h.comes("Mira", 0).stream("/events?parts=all")
	stream.until("Seraph")
	go h.host.Stop(5 * time.Second)
	stream.until("event: told")
	stream.until("this host is being stopped")
	stream.ends()
}

// TestFoldedOdds checks that a stream leaves out the odds of the actions that are folded
// away, and that a browser shows them when the list is opened, also after news.
func TestFoldedOdds(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.comes("Tom", 1)
	odds := func(page *html.Node) (folded, there bool) {
		for _, d := range all(page, "details") {
			if attr(d, "class") == "rest" {
				return true, slices.ContainsFunc(all(d, "span"), func(x *html.Node) bool { return attr(x, "class") == "chance" })
			}
		}
		return false, false
	}
	if folded, there := odds(b.page); !folded || !there {
		t.Errorf("a page: folded %v, odds %v", folded, there)
	}
	var got struct{ Parts []struct{ ID, HTML string } }
	loses := func(n int) {
		t.Helper()
		h.must(gm, model.Write{Who: h.live.Now().Characters()[1].ID, System: "supermen", Set: []model.Change{{Field: "ep_lost_round", To: engine.ValueOf(n)}}, Why: "a blow"})
	}
	stream := b.stream("/events?parts=all")
	stream.until(`"id":"now"`)
	loses(5)
	line := stream.until(`"id":"now"`)
	if err := json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &got); err != nil {
		t.Fatal(err)
	}
	for _, part := range got.Parts {
		page, err := html.Parse(strings.NewReader(part.HTML))
		if err != nil {
			t.Fatal(err)
		}
		if folded, there := odds(page); part.ID == "now" && (!folded || there) {
			t.Errorf("a stream: folded %v, odds %v", folded, there)
		}
	}
	c := h.chromium(390, 844)
	c.do(chromedp.Navigate(h.invite("Mira", 1)), chromedp.WaitVisible("button.go"), chromedp.Click("button.go"), chromedp.WaitVisible("details.rest[data-later] summary"),
		chromedp.Click("details.rest summary"), chromedp.WaitVisible("details.rest .chance"))
	c.do(chromedp.Evaluate[chromedp.Void]("window.list = document.querySelector('details.rest ul')"))
	loses(9)
	told, err := chromedp.Run(c.ctx, chromedp.Poll[bool](`window.list !== document.querySelector("details.rest ul") && !!document.querySelector("details.rest[open] .chance")`))
	if err != nil || !told {
		t.Error("after news there are no odds: ", err)
	}
}
