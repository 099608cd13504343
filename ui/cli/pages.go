package cli

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/saves"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/web"
)

// webFlags holds the flags for web pages.
type webFlags struct {
	address, cert, key, proxy, name string
}

// check returns an error if the flags do not fit together.
func (w webFlags) check() error {
	switch {
	case w.address == "" && w != (webFlags{}):
		return misusef("--web-cert, --web-key, --web-proxy and --web-name say how --web serves: give --web an address, too")
	case (w.cert == "") != (w.key == ""):
		return misusef("TLS needs both files: --web-cert and --web-key")
	case w.cert != "" && w.proxy != "":
		return misusef("a reverse proxy brings its own TLS: use --web-proxy, or --web-cert with --web-key")
	}
	return nil
}

// webListen returns the address to listen on: on this machine only, unless address has a
// host.
func webListen(address string) string {
	if _, err := strconv.Atoi(address); err == nil {
		address = ":" + address
	}
	if strings.HasPrefix(address, ":") {
		return "127.0.0.1" + address
	}
	return address
}

// openPages serves the web pages of a table, with the rules of a hosted table.
func (h *served) openPages(live *saves.Live, want webFlags) error {
	l, how, cfg, err := want.listen()
	if err != nil {
		return err
	}
	if err := hostingRules(live); err != nil {
		return errors.Join(err, l.Close())
	}
	cfg.Server, cfg.Table, cfg.Tell = h.server, live.ID(), h.tell
	how.Handler = web.New(cfg)
	return h.server.OpenWeb(l, how)
}

// listen listens for browsers. The caller completes the configurations with what is served.
func (w webFlags) listen() (l net.Listener, how serve.Web, cfg web.Config, err error) {
	how, cfg, err = w.served()
	if err != nil {
		return nil, how, cfg, err
	}
	if l, err = net.Listen("tcp", webListen(w.address)); err != nil {
		err = misusef("cannot listen on %s: %v. Try another address, such as 127.0.0.1:8080", w.address, err)
	}
	return l, how, cfg, err
}

// served reads how the pages are served.
func (w webFlags) served() (how serve.Web, cfg web.Config, err error) {
	how = serve.Web{Proxy: w.proxy}
	cfg = web.Config{Proxy: w.proxy != "", Names: machineNames()}
	if w.cert != "" {
		pair, err := tls.LoadX509KeyPair(w.cert, w.key)
		if err != nil {
			return how, cfg, misusef("the certificate cannot be used: %v", err)
		}
		how.TLS, cfg.Secure = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}, true
		if leaf, err := x509.ParseCertificate(pair.Certificate[0]); err == nil {
			cfg.Names = append(cfg.Names, leaf.DNSNames...)
			if w.name == "" && len(leaf.DNSNames) > 0 && !strings.HasPrefix(leaf.DNSNames[0], "*") {
				_, port, _ := net.SplitHostPort(webListen(w.address))
				w.name = "https://" + net.JoinHostPort(leaf.DNSNames[0], port)
			}
		}
	}
	if w.name != "" {
		u, err := url.Parse(w.name)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" {
			return how, cfg, misusef("--web-name is the address that players open, such as https://table.example.org, not %q", w.name)
		}
		how.Address = u.Scheme + "://" + u.Host
		cfg.Names = append(cfg.Names, u.Hostname())
	} else if cfg.Proxy {
		cfg.Names = nil // the proxy has its own host name
	}
	return how, cfg, nil
}

// machineNames returns the names and addresses of this machine on its network.
func machineNames() []string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return nil
	}
	first, _, _ := strings.Cut(name, ".")
	return slices.Compact([]string{name, first, first + ".local"})
}

// inBrowsers reports whether address is a web address, and returns it without the scheme.
func inBrowsers(address string) (rest string, is bool) {
	return strings.CutPrefix(address, people.InBrowsers)
}

// drawCode prints a QR code, if the output is a terminal that can show it.
func drawCode(a *app, link string) {
	if a.ascii || !a.onTerminal() {
		return
	}
	onDark := true
	if t, ok := a.conf().findTheme(defaultTheme(a)); ok {
		onDark = t.Dark
	}
	for _, l := range kit.CodeLines(serve.Code(link), onDark) {
		a.line("%s", l)
	}
}
