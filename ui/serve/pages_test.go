package serve_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// TestWebReach checks what the screen says of how far pages can be reached, and of what that
// exposes.
func TestWebReach(t *testing.T) {
	h := open(t, "d6")
	for _, c := range []struct {
		at       string
		how      serve.Web
		says     []string
		saysNone []string
	}{
		{"127.0.0.1:0", serve.Web{}, []string{"only this machine can open it; at 0.0.0.0 others can, too"}, nil},
		{"0.0.0.0:0", serve.Web{Address: "http://192.0.2.7:8080"}, []string{"anybody who can reach this machine can ask to be let in", "without TLS, others on the network can read what is sent"}, nil},
		{"0.0.0.0:0", serve.Web{Address: "https://table.example.org"}, []string{"anybody who can reach it can ask to be let in"}, []string{"can read"}},
		{"127.0.0.1:0", serve.Web{Proxy: "X-Forwarded-For"}, []string{"through the reverse proxy, which must write the header X-Forwarded-For itself", "--web-name"}, []string{"only this machine", "without the proxy"}},
		{"0.0.0.0:0", serve.Web{Proxy: "X-Real-IP", Address: "https://table.example.org"}, []string{"X-Real-IP", "without the proxy can claim to come from anywhere: let nobody but the proxy reach it"}, []string{"--web-name"}},
	} {
		l, err := net.Listen("tcp", c.at)
		if err != nil {
			t.Fatal(err)
		}
		c.how.Handler = http.NotFoundHandler()
		if err := h.host.OpenWeb(l, c.how); err != nil {
			t.Fatal(err)
		}
		_, reach := h.server.WebAddress()
		for _, words := range c.says {
			if !strings.Contains(reach, words) {
				t.Errorf("%s, %+v: %q", c.at, c.how, reach)
			}
		}
		for _, words := range c.saysNone {
			if strings.Contains(reach, words) {
				t.Errorf("%s, %+v: %q", c.at, c.how, reach)
			}
		}
		h.host.Close()
	}
}

// browser is somebody with pages at a host of one table, or of three. What they have is a cookie.
type browser struct {
	*testHost
	cookie string
}

const firefox = "Firefox"

// list is what a host of many tables has for the browser.
func (b *browser) list() *serve.Guest { return b.host.Guest(&serve.Page{}, b.cookie, firefox) }

// at returns the browser at the table, once it has a cookie that nobody else can know, or nil if it
// has no seat there.
func (b *browser) at() *serve.Guest {
	b.Helper()
	if b.many {
		if fresh, err := b.list().Renew(); err != nil {
			b.Fatal(err)
		} else if fresh != "" {
			b.cookie = fresh
		}
		pages, letGo, err := b.list().Table(serve.TableID(b.folder.PathOf(b.table)))
		if err != nil {
			b.Fatal(err)
		}
		if pages == nil {
			return nil
		}
		defer letGo()
	}
	v, err := b.server.Visit(&serve.Page{}, b.cookie, firefox)
	if err != nil {
		b.Fatal(err)
	}
	if v == nil || v.Seat().Role == "" {
		return nil
	}
	if fresh, err := v.Renew(); err != nil {
		b.Fatal(err)
	} else if fresh != "" {
		b.cookie = fresh
		return b.at()
	}
	return v
}

// redeems uses an invite, with a cookie that is made for this.
func (b *browser) redeems(words string) error {
	cookie := serve.NewCookie()
	var err error
	if b.many {
		_, err = b.host.Guest(&serve.Page{}, cookie, firefox).Join(words, "", false)
	} else {
		err = b.server.EnterBy(&serve.Page{}, cookie, firefox, words, "")
	}
	if err == nil {
		b.cookie = cookie
	}
	return err
}

// asks asks to be let in under a name.
func (b *browser) asks(name string) {
	b.Helper()
	b.cookie = serve.NewCookie()
	if b.many {
		if err := b.list().AskAt(b.table, name); err != nil {
			b.Fatal(err)
		}
		return
	}
	v, err := b.server.Enter(&serve.Page{}, b.cookie, firefox)
	if err == nil {
		err = v.Ask(name)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// openPages serves pages beside what a host of many tables has.
func (h *testHost) openPages() {
	h.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = h.host.OpenWeb(l, serve.Web{Handler: http.NotFoundHandler(), Of: func(*serve.Table) http.Handler { return http.NotFoundHandler() }})
	}
	if err != nil {
		h.Fatal(err)
	}
}

// TestPagesAtTheDoor checks who comes in by pages at a host of one table and of three: by an invite
// once, by being let in, with their own cookie and no other, until the seat or the browser's cookie
// is taken away.
func TestPagesAtTheDoor(t *testing.T) {
	both(t, "d6", func(t *testing.T, h *testHost) {
		h.openPages()
		a := h.server.Admissions()
		words := h.invites(model.Seat{Role: model.Player, Name: "Mira"})
		mira, other := &browser{testHost: h}, &browser{testHost: h}
		if err := mira.redeems(words); err != nil {
			t.Fatal(err)
		}
		at := mira.at()
		if at == nil || h.live.Now().SeatName(at.Seat()) != "Mira" {
			t.Fatalf("an invite leads to %+v", at)
		}
		if err := other.redeems(words); err == nil || other.at() != nil {
			t.Errorf("an invite that was used lets somebody in: %v", err)
		}
		for _, cookie := range []string{"", "nonsense", serve.NewCookie(), at.Fingerprint(), mira.cookie + "x", mira.cookie[1:]} {
			if v := (&browser{h, cookie}).at(); v != nil {
				t.Errorf("the cookie %q has the seat %+v", cookie, v.Seat())
			}
		}

		tom := &browser{testHost: h}
		tom.asks("Tom")
		early := tom.cookie
		waits := h.waits(1)
		if waits[0].Name != "Tom" || tom.at() != nil {
			t.Fatalf("%+v wait, and Tom is at %+v", waits, tom.at())
		}
		if err := a.Admit(waits[0].ID, model.Seat{Role: model.Player, Name: "Tom"}, nil); err != nil {
			t.Fatal(err)
		}
		at = tom.at()
		if at == nil || h.live.Now().SeatName(at.Seat()) != "Tom" {
			t.Fatalf("once he is let in, Tom is at %+v", at)
		}
		if tom.cookie == early || (&browser{h, early}).at() != nil {
			t.Error("the cookie from before he was let in has a seat")
		}
		if err := a.Revoke(at.Seat()); err != nil {
			t.Fatal(err)
		}
		if <-at.Ended(); tom.at() != nil || !strings.Contains(at.Why(), "taken your seat away") {
			t.Errorf("without a seat Tom is at %+v, and was told %q", tom.at(), at.Why())
		}

		at = mira.at()
		keys := h.seatOf("Mira").Keys
		if len(keys) != 1 {
			t.Fatalf("Mira has %q", keys)
		}
		if err := a.RevokeKey(at.Seat(), keys[0]); err != nil {
			t.Fatal(err)
		}
		if <-at.Ended(); mira.at() != nil || h.seatOf("Mira").Seat.Role == "" {
			t.Errorf("without her browser Mira is at %+v, and her seat is %+v", mira.at(), h.seatOf("Mira"))
		}
	})
}
