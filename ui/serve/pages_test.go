package serve_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

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
