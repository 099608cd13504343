package web_test

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// line is a listener whose connections can be cut, as when a phone loses its network.
type line struct {
	net.Listener
	mu   sync.Mutex
	all  []net.Conn
	down bool // new connections are cut, too
}

func (l *line) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.mu.Lock()
		if l.all = append(l.all, c); l.down {
			_ = c.Close()
		}
		l.mu.Unlock()
	}
	return c, err
}

// cut cuts all connections and, with down, those that are tried later.
func (l *line) cut(down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = down
	for _, c := range l.all {
		_ = c.Close()
	}
	l.all = nil
}

// listen opens a listener of this machine; address is "127.0.0.1:0" for any port.
func listen(t *testing.T, address string) *line {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return &line{Listener: l}
}

// visible has the page be "visible" or "hidden", as where another program is in front.
func (p *phone) visible(state string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`Object.defineProperty(document, 'visibilityState', { value: %q, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`, state)))
}

// online has the browser learn that its network has come, or gone.
func (p *phone) online(on bool) {
	p.Helper()
	call(p.chromium, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1})
}

// shows waits until a condition of JavaScript holds on the page.
func (p *phone) shows(what string) {
	p.Helper()
	for range 400 {
		there, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](what))
		if err != nil {
			p.Fatal(err)
		}
		if there {
			return
		}
		p.do(chromedp.Sleep(within / 400))
	}
	text, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText + document.activeElement.outerHTML"))
	p.Fatalf("not so: %s\n%s", what, text)
}

// announced are the sentences that a screen reader was given, from one that contains first.
func (p *phone) announced() []string {
	p.Helper()
	all, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll('#said p')].map(x => x.textContent)`))
	if err != nil {
		p.Fatal(err)
	}
	return all
}

// TestPhoneWakes checks that a page whose line was cut brings itself up to date without a
// reload once its phone wakes: what was missed is announced once and in order, and the focus
// and what was typed stay. The same after the host was started again at the same port.
func TestPhoneWakes(t *testing.T) {
	l := listen(t, "127.0.0.1:0")
	h := openWith(t, "d6", 3, serve.Web{}, serve.Quota{}, l)
	h.must(gm, model.BeginSession{}) // before anybody is there to be asked for a word
	p := h.chromium(390, 844).phone(false)
	p.opens(h.invite("Mira", 0))
	p.leads("button.go")
	p.do(chromedp.WaitVisible("#now"), chromedp.Evaluate[chromedp.Void]("window.here = true"))
	p.types("#text", "half a sen")
	const kept = `window.here && document.activeElement.id === 'text' && document.activeElement.value === 'half a sen'`
	said := 0
	// misses lets the gamemaster say things while the page cannot hear them, and looks at
	// what the page makes of it afterwards.
	misses := func(how string, gone, back func()) {
		t.Helper()
		before := len(p.announced())
		gone()
		var want []string
		for range 3 {
			said++
			h.must(gm, model.Say{Text: fmt.Sprint("word ", said)})
			want = append(want, fmt.Sprint("The gamemaster: word ", said))
		}
		back()
		p.shows(fmt.Sprintf(`document.getElementById('log').textContent.includes('word %d') && document.getElementById('state').hidden`, said))
		p.shows(kept)
		all := p.announced()
		if got := all[min(before, len(all)):]; !slices.Equal(got, want) {
			t.Errorf("%s: announced is %q, want %q", how, got, want)
		}
	}
	misses("the line is cut", func() { l.cut(false) }, func() {})
	misses("the network is gone for a while", func() { p.online(false); l.cut(true) }, func() { l.cut(false); p.online(true) })
	misses("asleep and without network", func() { p.visible("hidden"); l.cut(true) }, func() { l.cut(false); p.visible("visible") })

	// What was typed into a question stays when another one comes, though it has not the focus.
	defences := func(asked string) {
		t.Helper()
		h.must(gm, model.SetHouse{System: model.TableRulesID, Rule: model.Defences.ID, Value: engine.ValueOf(asked)})
	}
	mira, _ := h.live.Now().SeatOf("Mira")
	all := h.live.Now().Characters()
	defences(model.NotAsked)
	h.must(mira, model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: "d6", Action: "attack"})
	p.shows(`!!document.querySelector('.ask.number input[type=number]')`)
	p.types(".ask.number input[type=number]", "\b3")
	p.do(chromedp.Focus("#text"))
	defences(model.AnyTime)
	h.must(gm, model.Begin{Who: all[2].ID, Against: []string{all[0].ID}, System: "d6", Action: "attack", Force: true})
	p.shows(`!!document.querySelector('.ask.attacked')`)
	p.shows(`document.querySelector('.ask.number input[type=number]').value === '3'`)

	misses("the host is started again", func() {
		h.host.Stop(time.Second)
		l = listen(t, l.Addr().String())
		h.serves(serve.Web{}, serve.Quota{}, l)
	}, func() {})
	p.leads(".tabs a")
	p.shows(`document.getElementById('log').textContent.includes('word 12')`)

	// A host that closes the table and opens it again is found again, and one without a seat for
	// the page is asked once.
	p.do(chromedp.Evaluate[chromedp.Void]("window.here = true"))
	h.host.Shutdown(time.Second)
	p.shows(`document.getElementById('state').textContent.includes('closed the table')`)
	l = listen(t, l.Addr().String())
	h.serves(serve.Web{}, serve.Quota{}, l)
	h.must(gm, model.Say{Text: "we go on"})
	p.shows(`window.here && document.getElementById('log').textContent.includes('we go on') && document.getElementById('state').hidden`)
	p.visible("hidden")
	l.cut(true)
	if err := h.server.Admissions().Revoke(mira); err != nil {
		t.Fatal(err)
	}
	l.cut(false)
	p.visible("visible")
	p.shows(`document.getElementById('state').textContent.includes('You have no seat at this table')`)
}
