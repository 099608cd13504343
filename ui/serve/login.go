package serve

import (
	"crypto/rsa"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"
)

// login is how people log in over the network: with a key, or with an invite that works.
type login struct {
	works   func(invite string) error // says why one does not work
	tell    func(words string)        // what the host should know
	now     func() time.Time
	offered offers
}

// server is an SSH server to which people log in.
func (l *login) server(host gossh.Signer, handle ssh.Handler) (*ssh.Server, error) {
	return newSSH(host, handle, wish.WithPublicKeyAuth(l.offers), wish.WithBannerHandler(banner), ssh.KeyboardInteractiveAuth(l.askForInvite))
}

// newSSH is an SSH server that only shows screens: no commands, file transfer, forwarding or
// agent.
func newSSH(host gossh.Signer, handle ssh.Handler, more ...ssh.Option) (*ssh.Server, error) {
	srv, err := wish.NewServer(append([]ssh.Option{
		wish.WithVersion("fray"),
		func(srv *ssh.Server) error { srv.AddHostKey(host); return nil },
	}, more...)...)
	if err != nil {
		return nil, err
	}
	srv.Handler = handle
	srv.ServerConfigCallback = algorithms
	srv.ConnCallback = func(ctx ssh.Context, c net.Conn) net.Conn {
		ctx.SetValue(connectionKey{}, c)
		return c
	}
	srv.SessionRequestCallback = func(sess ssh.Session, kind string) bool { return kind == "shell" }
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": onlyOne}
	srv.RequestHandlers = map[string]ssh.RequestHandler{"default": refuseRequest}
	return srv, nil
}

type (
	connectionKey struct{} // the connection, in its context
	oneKey        struct{} // that it has a screen
	inviteKey     struct{} // the invite that somebody without a key was asked for
)

// onlyOne allows one screen in a connection.
func onlyOne(srv *ssh.Server, conn *gossh.ServerConn, ch gossh.NewChannel, ctx ssh.Context) {
	ctx.Lock()
	had := ctx.Value(oneKey{}) != nil
	ctx.SetValue(oneKey{}, true)
	ctx.Unlock()
	if had {
		_ = ch.Reject(gossh.ResourceShortage, "one screen per connection")
		return
	}
	ssh.DefaultSessionHandler(srv, conn, ch, ctx)
}

func refuseRequest(ssh.Context, *ssh.Server, *gossh.Request) (bool, []byte) { return false, nil }

// algorithms are those that a server offers: none with SHA-1.
func algorithms(ssh.Context) *gossh.ServerConfig {
	a := gossh.SupportedAlgorithms()
	macs := slices.DeleteFunc(a.MACs, func(name string) bool { return strings.Contains(name, "sha1") })
	return &gossh.ServerConfig{
		Config:                  gossh.Config{KeyExchanges: a.KeyExchanges, Ciphers: a.Ciphers, MACs: macs},
		PublicKeyAuthAlgorithms: a.PublicKeyAuths,
	}
}

func banner(ssh.Context) string {
	return "This is fray. If the line is cut and your terminal stays odd, type: reset\n"
}

const howToMakeAKey = "fray recognises people by their SSH keys (Ed25519, ECDSA, or RSA of 2048 bits and more), and you have none that it takes. " +
	"Make one on your own machine with: ssh-keygen -t ed25519\nWithout a key you need an invite, and have a seat until you leave."

// inviteTimeout is the time for typing an invite that SSH asks for.
const inviteTimeout = 2 * time.Minute

// askForInvite lets in somebody without a key who has an invite that works. If they have not
// logged in with it, they are asked for it.
func (l *login) askForInvite(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	words := ctx.User()
	if !areInvite(words) {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
			c.timer.Reset(inviteTimeout)
		}
		answers, err := ask("", howToMakeAKey, []string{"Invite: "}, []bool{true})
		if err != nil || len(answers) != 1 {
			return false
		}
		words = answers[0]
	}
	if l.works(words) != nil {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
			c.limit.failed(c.network, 1)
		}
		return false
	}
	ctx.SetValue(inviteKey{}, words)
	return true
}

// offers accepts any key that is strong enough. Whose it is counts only once its owner has
// signed.
func (l *login) offers(_ ssh.Context, k ssh.PublicKey) bool {
	if !slices.Contains(keyTypes, k.Type()) || isShort(k) { // such as a certificate
		return false
	}
	if words := l.offered.note(k, l.now()); words != "" {
		l.tell(words)
	}
	return true
}

var keyTypes = []string{gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256, gossh.KeyAlgoRSA}

// isShort reports whether a key is an RSA key that is too short.
func isShort(k gossh.PublicKey) bool {
	crypto, ok := k.(gossh.CryptoPublicKey)
	if !ok {
		return false
	}
	key, is := crypto.CryptoPublicKey().(*rsa.PublicKey)
	return is && key.N.BitLen() < 2048
}

// offers counts offered keys. The host is told ten a minute by fingerprint, and the rest as a
// number.
type offers struct {
	mu     sync.Mutex
	minute time.Time
	n      int
}

const toldAMinute = 10

func (o *offers) note(k gossh.PublicKey, now time.Time) (words string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if m := now.Truncate(time.Minute); !m.Equal(o.minute) {
		if o.n > toldAMinute {
			words = fmt.Sprintf("%d more keys were offered in the minute before. ", o.n-toldAMinute)
		}
		o.minute, o.n = m, 0
	}
	if o.n++; o.n <= toldAMinute {
		words += "offered: " + gossh.FingerprintSHA256(k)
	}
	return strings.TrimSpace(words)
}
