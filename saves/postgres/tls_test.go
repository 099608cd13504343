package postgres_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.org/fray/saves/postgres"
)

// authority makes certificates.
type authority struct {
	testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string // holds its own certificate
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, x, x, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{TB: t, key: key, file: filepath.Join(t.TempDir(), "authority.pem")}
	if a.cert, err = x509.ParseCertificate(raw); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return a
}

// makes makes a certificate for an address that lasts for some time from a moment.
func (a *authority) makes(address string, begins time.Time, lasts time.Duration) *tls.Certificate {
	a.Helper()
	x := &x509.Certificate{SerialNumber: big.NewInt(2), NotBefore: begins, NotAfter: begins.Add(lasts), IPAddresses: []net.IP{net.ParseIP(address)}}
	raw, err := x509.CreateCertificate(rand.Reader, x, a.cert, a.key.Public(), a.key)
	if err != nil {
		a.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: a.key}
}

// offers listens as a database does that offers TLS with a certificate, or none, and gives its
// address. Nobody gets further than that.
func offers(t *testing.T, cert *tls.Certificate) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				if _, err := io.ReadFull(c, make([]byte, 8)); err != nil { // the question for TLS
					return
				}
				if cert == nil {
					_, _ = c.Write([]byte("N"))
					return
				}
				_, _ = c.Write([]byte("S"))
				_ = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12}).Handshake()
			}()
		}
	}()
	return l.Addr().String()
}

// A database whose certificate cannot be trusted is refused, and why is said in words for people.
func TestCertificatesOfADatabase(t *testing.T) {
	raw := regexp.MustCompile(`x509|tls:|certificate signed|pgconn|dial |failed to|verify-full|hunter2`)
	ours, other := newAuthority(t), newAuthority(t)
	now := time.Now()
	for name, c := range map[string]struct {
		cert *tls.Certificate
		want string
	}{
		"ended":             {ours.makes("127.0.0.1", now.Add(-2*time.Hour), time.Hour), "is over, or has not begun"},
		"not begun":         {ours.makes("127.0.0.1", now.Add(time.Hour), time.Hour), "is over, or has not begun"},
		"another machine's": {ours.makes("127.0.0.2", now.Add(-time.Hour), 2*time.Hour), "is for another machine"},
		"unknown authority": {other.makes("127.0.0.1", now.Add(-time.Hour), 2*time.Hour), "of an authority that is not known here"},
		"none":              {nil, "offers no TLS"},
	} {
		_, err := postgres.Open(t.Context(), "postgres://player:hunter2@"+offers(t, c.cert)+"/fray?sslmode=verify-full&sslrootcert="+ours.file)
		if err == nil || !strings.Contains(err.Error(), c.want) || raw.MatchString(err.Error()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// With one that can be trusted it comes as far as the database lets it.
	_, err := postgres.Open(t.Context(), "postgres://player:hunter2@"+offers(t, ours.makes("127.0.0.1", now.Add(-time.Hour), 2*time.Hour))+"/fray?sslmode=verify-full&sslrootcert="+ours.file)
	if err == nil || strings.Contains(err.Error(), "certificate") || strings.Contains(err.Error(), "TLS") {
		t.Errorf("a good one: %v", err)
	}
}
