package cli

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

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

// openPages serves web pages.
func (h *served) openPages(want webFlags) error {
	l, how, cfg, err := want.listen()
	if err != nil {
		return err
	}
	if err := h.hostingRules(); err != nil {
		return errors.Join(err, l.Close())
	}
	cfg.Host, cfg.Table, cfg.Tell = h.Host, h.name(), func(words string) { noteHost(h.app, words) }
	if h.live != nil {
		cfg.Table = h.live.ID()
	}
	pages := web.New(cfg)
	how.Handler, how.Of = pages, pages.PagesOf
	return h.OpenWeb(l, how)
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
		pair, err := readCertificate(w.cert, w.key, time.Now())
		if err != nil {
			return how, cfg, misuseOf(err)
		}
		how.TLS, cfg.Secure = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}, true
		names := pair.Leaf.DNSNames
		cfg.Names = append(cfg.Names, names...)
		if w.name == "" && len(names) > 0 && !strings.HasPrefix(names[0], "*") {
			_, port, _ := net.SplitHostPort(webListen(w.address))
			w.name = "https://" + net.JoinHostPort(names[0], port)
		}
	}
	if w.name != "" {
		u, err := url.Parse(w.name)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" {
			return how, cfg, misusef("--web-name is the address that players open, such as https://table.example.org, not %q", w.name)
		}
		switch {
		case how.TLS != nil && u.Scheme == "http":
			return how, cfg, misusef("with a certificate players open https://%s: --web-name has http://", u.Host)
		case how.TLS == nil && w.proxy == "" && u.Scheme == "https":
			return how, cfg, misusef("nothing here speaks https: give --web-cert and --web-key or, where a reverse proxy does, --web-proxy")
		case how.TLS != nil && how.TLS.Certificates[0].Leaf.VerifyHostname(u.Hostname()) != nil:
			return how, cfg, misusef("the certificate in %s is not for %s, but for %s: browsers would warn of it", w.cert, u.Hostname(), namesOf(how.TLS.Certificates[0].Leaf))
		}
		how.Address = u.Scheme + "://" + u.Host
		cfg.Names = append(cfg.Names, u.Hostname())
	} else if cfg.Proxy {
		cfg.Names = nil // the proxy has its own host name
	}
	return how, cfg, nil
}

// readCertificate reads a certificate with its key from files. The error says what is wrong
// with which file.
func readCertificate(cert, key string, now time.Time) (tls.Certificate, error) {
	read := func(flag, file string) ([]byte, error) {
		text, err := readSmall(file)
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", flag, err)
		}
		return text, nil
	}
	chain, err := read("web-cert", cert)
	if err != nil {
		return tls.Certificate{}, err
	}
	private, err := read("web-key", key)
	if err != nil {
		return tls.Certificate{}, err
	}
	switch {
	case !bytes.Contains(chain, []byte("-----BEGIN CERTIFICATE-----")):
		return tls.Certificate{}, fmt.Errorf("%s has no certificate: --web-cert is a file with the lines -----BEGIN CERTIFICATE-----, such as fullchain.pem", cert)
	case bytes.Contains(private, []byte("ENCRYPTED")):
		return tls.Certificate{}, fmt.Errorf("the key in %s has a passphrase: --web-key is one without, as openssl pkey -in FILE -out NEW makes it", key)
	case !bytes.Contains(private, []byte("PRIVATE KEY-----")):
		return tls.Certificate{}, fmt.Errorf("%s has no key: --web-key is a file with the line -----BEGIN PRIVATE KEY-----, such as privkey.pem", key)
	}
	pair, err := tls.X509KeyPair(chain, private)
	if err != nil {
		if strings.Contains(err.Error(), "does not match") {
			return pair, fmt.Errorf("the key in %s is not that of the certificate in %s: give the two that were made together", key, cert)
		}
		return pair, fmt.Errorf("%s and %s cannot be read: %w", cert, key, err)
	}
	const day = "2006-01-02 15:04"
	switch leaf := pair.Leaf; {
	case now.After(leaf.NotAfter):
		return pair, fmt.Errorf("the certificate in %s ended on %s, and browsers refuse it: renew it, and start again", cert, leaf.NotAfter.Local().Format(day))
	case now.Before(leaf.NotBefore):
		return pair, fmt.Errorf("the certificate in %s begins on %s: is the clock of this machine right?", cert, leaf.NotBefore.Local().Format(day))
	}
	return pair, nil
}

// namesOf names the hosts that a certificate is for.
func namesOf(leaf *x509.Certificate) string {
	all := slices.Clone(leaf.DNSNames)
	for _, ip := range leaf.IPAddresses {
		all = append(all, ip.String())
	}
	if all == nil {
		return "no name"
	}
	return strings.Join(all, ", ")
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
