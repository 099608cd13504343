//go:build unix

package cli

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// makeCertificate writes a certificate for table.test and some addresses, which ends at a time, and its
// key.
func makeCertificate(t *testing.T, folder, name string, ends time.Time, addresses ...net.IP) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: ends.Add(-48 * time.Hour), NotAfter: ends, DNSNames: []string{"table.test"}, IPAddresses: addresses}
	raw, err := x509.CreateCertificate(rand.Reader, x, x, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	text, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return writes(t, folder, name+".pem", "CERTIFICATE", raw), writes(t, folder, name+".key", "PRIVATE KEY", text)
}

// writes writes a block of PEM into a file.
func writes(t *testing.T, folder, name, kind string, block []byte) string {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: block}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestPagesByTLS serves pages with a certificate from files: the link has the certificate's name,
// the cookie is for TLS alone, and it still stands for the seat after the host was started again
// at the same port.
func TestPagesByTLS(t *testing.T) {
	h, bin := newHome(t), built(t)
	h.running(t)
	port := freePort(t)
	cert, key := makeCertificate(t, t.TempDir(), "table", time.Now().Add(time.Hour))
	host := []string{"The Run", "--headless", "--listen", "none", "--web", port, "--web-cert", cert, "--web-key", key}
	cmd, said := startHost(t, h, bin, host...)
	if said.Web != "https://table.test:"+port {
		t.Errorf("it says %+v", said)
	}
	p := browse(t, said.Web)
	roots := x509.NewCertPool()
	text, err := os.ReadFile(cert)
	if err != nil || !roots.AppendCertsFromPEM(text) {
		t.Fatal("the certificate cannot be read again: ", err)
	}
	p.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, "127.0.0.1:"+port)
		}}
	p.opens(inviteOf(t, h, bin, "The Run", "--as", "Mira", "--characters", "Seraph"))
	p.client.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		set := r.Response.Header.Get("Set-Cookie")
		for _, want := range []string{"__Host-fray-", "Secure", "HttpOnly", "SameSite=Lax"} {
			if !strings.Contains(set, want) {
				t.Errorf("the cookie is set as %q", set)
			}
		}
		return nil
	}
	p.sends(p.at, url.Values{})
	p.sees("The Run", "Seraph")
	p.client.CheckRedirect = nil
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the host ends with %v", err)
	}
	startHost(t, h, bin, host...)
	p.opens("/")
	p.sees("The Run", "Seraph")
}

// TestCertificateRefused checks that a certificate or key that cannot serve is refused before
// anything is served, and that the error says what would be right.
func TestCertificateRefused(t *testing.T) {
	h := newHome(t)
	h.running(t)
	folder := t.TempDir()
	cert, key := makeCertificate(t, folder, "table", time.Now().Add(time.Hour))
	_, other := makeCertificate(t, folder, "other", time.Now().Add(time.Hour))
	old, oldKey := makeCertificate(t, folder, "old", time.Now().Add(-time.Hour))
	early, earlyKey := makeCertificate(t, folder, "early", time.Now().Add(96*time.Hour))
	locked := writes(t, folder, "locked.key", "ENCRYPTED PRIVATE KEY", []byte("x"))
	torn := writes(t, folder, "torn.pem", "CERTIFICATE", []byte("x"))
	with := func(cert, key string, more ...string) []string {
		return append([]string{"--web-cert", cert, "--web-key", key}, more...)
	}
	for _, c := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--web-cert", cert}, "TLS needs both files"},
		{with(filepath.Join(folder, "gone.pem"), key), "gone.pem is not there"},
		{with(cert, filepath.Join(folder, "gone.key")), "gone.key is not there"},
		{with(folder, key), "is a folder: name a file in it"},
		{with(key, cert), key + " has no certificate: --web-cert is a file with the lines -----BEGIN CERTIFICATE-----"},
		{with(cert, cert), cert + " has no key: --web-key is a file"},
		{with(cert, locked), "has a passphrase"},
		{with(torn, key), "cannot be read"},
		{with(cert, other), "the key in " + other + " is not that of the certificate in " + cert},
		{with(old, oldKey), "the certificate in " + old + " ended on "},
		{with(early, earlyKey), "is the clock of this machine right?"},
		{with(cert, key, "--web-name", "https://fray.test"), "is not for fray.test, but for table.test"},
		{with(cert, key, "--web-name", "http://table.test"), "with a certificate players open https://table.test"},
		{with(cert, key, "--web-proxy", "X-Forwarded-For"), "a reverse proxy brings its own TLS"},
		{[]string{"--web-name", "https://table.test"}, "nothing here speaks https"},
	} {
		r := h.fray("", append([]string{"host", "The Run", "--headless", "--listen", "none", "--web", "0"}, c.flags...)...)
		if r.status != misused || !strings.Contains(r.err, c.says) {
			t.Errorf("%q: %d, %s", c.flags, r.status, r.err)
		}
	}
}
