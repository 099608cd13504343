package web_test

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// TestInvite checks that an invite is used up by its button and not by opening its link,
// that it works once, and that the browser then has the seat.
func TestInvite(t *testing.T) {
	h := open(t, "supermen", 3)
	link := h.invite("Mira", 0)
	for range 3 { // as messengers do
		h.browser().opens(link)
	}
	b := h.browser()
	b.opens(link)
	b.sees("You are invited")
	b.never("The Vault Job", "Seraph", "Mira")
	b.sends("Take my seat")
	b.sees("The Vault Job", "Seraph")
	b.opens("/")
	b.sees("The Vault Job")
	other := h.browser()
	other.opens(link)
	other.sends("Take my seat")
	if other.status != http.StatusUnprocessableEntity {
		t.Error("a used invite is answered with", other.status)
	}
	other.sees("There is no such invite")
	other.never("The Vault Job", "Seraph")
}

// TestWaitingRoom waits without an invite and is admitted by the gamemaster. The guest list
// names the browser, and revokes its seat.
func TestWaitingRoom(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.browser()
	b.opens("/")
	b.never("The Vault Job")
	b.sends("Ask to be let in", "name", "Tom")
	b.sees("Tom, you wait to be let in")
	a := h.server.Admissions()
	waits := a.Waiting()
	if len(waits) != 1 || waits[0].Name != "Tom" {
		t.Fatalf("%+v wait", waits)
	}
	if err := a.Admit(waits[0].ID, model.Seat{Role: model.Player, Name: "Tom"}, []string{h.live.Now().Characters()[1].ID}); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(h.base)
	if err != nil {
		t.Fatal(err)
	}
	old := b.seatCookies(u)
	set := b.cookieThat(func() { b.opens("/") })
	b.sees("The Vault Job", h.live.Now().Characters()[1].Name)
	if set == nil || set.Value == old[0].Value || set.MaxAge != int(180*24*time.Hour/time.Second) {
		t.Errorf("the cookie %v is followed by %v", old, set)
	}
	thief := h.browser()
	thief.client.Jar.SetCookies(u, old)
	thief.opens("/")
	thief.sees("Join a table")
	b.opens("/sheet")
	b.sees(h.live.Now().Characters()[1].Name)
	tom, _ := h.live.Now().SeatOf("Tom")
	for _, s := range a.Here() {
		if s.Seat == tom && (len(s.Keys) != 1 || s.Screens != 1) {
			t.Errorf("Tom has %q at %d screens", s.Keys, s.Screens)
		}
	}
	if err := a.Revoke(tom); err != nil {
		t.Fatal(err)
	}
	b.opens("/")
	b.sees("Join a table")
	b.never("The Vault Job")
}

// cookieThat returns the cookie that is set while something is done, or nil.
func (b *browser) cookieThat(do func()) (set *http.Cookie) {
	was := b.client.Transport
	defer func() { b.client.Transport = was }()
	b.client.Transport = answers(func(r *http.Request) (*http.Response, error) {
		answer, err := was.RoundTrip(r)
		if err == nil {
			for _, c := range answer.Cookies() {
				set = c
			}
		}
		return answer, err
	})
	do()
	return set
}

// answers is a transport.
type answers func(*http.Request) (*http.Response, error)

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestSeatIsKept checks that every way in gives the browser a cookie of its own that lasts: an
// invite, an invite typed in the place of a name, and being let in, also where the host is started
// again before the browser comes back.
func TestSeatIsKept(t *testing.T) {
	h := open(t, "supermen", 3)
	u, err := url.Parse(h.base)
	if err != nil {
		t.Fatal(err)
	}
	for way, comes := range map[string]func(b *browser){
		"an invite": func(b *browser) {
			b.opens(h.invite("Mira"))
			b.sends("Take my seat")
		},
		"an invite in the place of a name": func(b *browser) {
			b.opens("/")
			b.sends("Ask to be let in", "name", strings.TrimPrefix(h.invite("Tom"), h.base+"/i/"))
		},
		"let in": func(b *browser) {
			b.opens("/")
			b.sends("Ask to be let in", "name", "Zoe")
			w := h.server.Admissions().Waiting()[0]
			if err := h.server.Admissions().Admit(w.ID, model.Seat{Role: model.Player, Name: w.Name}, nil); err != nil {
				t.Fatal(err)
			}
			h.host.Shutdown(time.Second)
			l, err := net.Listen("tcp", u.Host)
			if err != nil {
				t.Fatal(err)
			}
			h.serves(serve.Web{}, serve.Quota{}, l)
			b.opens("/")
		},
	} {
		b := h.browser()
		b.opens("/") // has the cookie of a stranger
		before := b.seatCookies(u)[0].Value
		set := b.cookieThat(func() { comes(b) })
		if b.sees("The Vault Job"); set == nil || set.Value == before || set.MaxAge < int(179*24*time.Hour/time.Second) {
			t.Errorf("%s: the cookie is %v", way, set)
		}
		if again := b.cookieThat(func() { b.opens("/") }); again != nil {
			t.Errorf("%s: another cookie is set: %v", way, again)
		}
		if thief := h.browser(); true {
			thief.client.Jar.SetCookies(u, []*http.Cookie{{Name: set.Name, Value: before}})
			thief.opens("/")
			thief.sees("Join a table")
		}
	}
}

// TestNothingIsLostByOneTap checks that forgetting a table, and an invite to another seat, ask
// first.
func TestNothingIsLostByOneTap(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.comes("Mira", 0)
	sits := func(name string) {
		t.Helper()
		b.opens("/more")
		b.sees("It sits here as " + name)
	}
	b.opens("/more")
	b.sends("Forget it")
	b.sees("Say yes to forget the table")
	sits("Mira")
	link := h.invite("Tom", 1)
	b.opens(link)
	b.sees("This browser sits here as Mira")
	b.sends("Take my seat")
	b.sees("Say yes to give up the seat that you have")
	sits("Mira")
	b.opens(link)
	b.sends("Take my seat", "sure", "yes")
	sits("Tom")
	b.sends("Forget it", "sure", "yes")
	b.sees("Join a table")
}

// patience is the timeout for everything, long enough for a busy machine.
const patience = 30 * time.Second
