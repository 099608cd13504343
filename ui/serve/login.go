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
	gossh "golang.org/x/crypto/ssh"
)

// login decides who may log in over the network: anybody with a key, and anybody with a valid
// invite.
type login struct {
	works   func(invite string) error // returns why an invite is not accepted
	knows   func(key string) bool     // whether a key has a seat, as far as that is known without asking the store
	tell    func(words string)        // reports something to the operator
	now     func() time.Time
	offered offers
}

// server creates an SSH server with this login.
func (l *login) server(host gossh.Signer, handle ssh.Handler) *ssh.Server {
	srv := newSSH(host, handle)
	srv.PublicKeyHandler, srv.KeyboardInteractiveHandler, srv.BannerHandler = l.offers, l.askForInvite, banner
	return srv
}

// newSSH creates an SSH server that only shows screens. It refuses commands, file transfer,
// forwarding and agents.
func newSSH(host gossh.Signer, handle ssh.Handler) *ssh.Server {
	srv := &ssh.Server{Version: "fray", Handler: handle, ServerConfigCallback: algorithms}
	srv.AddHostKey(host)
	srv.ConnCallback = func(ctx ssh.Context, c net.Conn) net.Conn {
		ctx.SetValue(connectionKey{}, c)
		return c
	}
	srv.SessionRequestCallback = func(sess ssh.Session, kind string) bool { return kind == "shell" }
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": onlyOne}
	srv.RequestHandlers = map[string]ssh.RequestHandler{"default": refuseRequest}
	return srv
}

type (
	connectionKey struct{} // the key of the connection in its context
	oneKey        struct{} // the key that is set once the connection has a screen
	inviteKey     struct{} // the key of the invite that was used to log in
)

// onlyOne allows one screen for each connection.
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

// algorithms returns the algorithms that a server offers, which exclude SHA-1.
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

// inviteTimeout is how long SSH waits for an invite to be typed.
const inviteTimeout = 2 * time.Minute

// askForInvite admits a person without a key who has a valid invite. The invite is the user name
// or, otherwise, is asked for.
func (l *login) askForInvite(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	words := ctx.User()
	if !areInvite(words) {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
			c.mayTake(inviteTimeout)
		}
		answers, err := ask("", howToMakeAKey, []string{"Invite: "}, []bool{true})
		if err != nil || len(answers) != 1 {
			return false
		}
		words = answers[0]
	}
	if l.works(words) != nil {
		return false
	}
	ctx.SetValue(inviteKey{}, words)
	return true
}

// offers accepts any key that is strong enough. SSH then checks that the client can sign with it.
func (l *login) offers(ctx ssh.Context, k ssh.PublicKey) bool {
	if !slices.Contains(keyTypes, k.Type()) || isShort(k) { // a certificate, for example, is refused
		return false
	}
	if words := l.offered.note(k, l.now()); words != "" {
		l.tell(words)
	}
	if l.knows(storedKey(k)) {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
			c.shows()
		}
	}
	return true
}

var keyTypes = []string{gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256, gossh.KeyAlgoRSA}

// isShort reports whether a key is an RSA key of less than 2048 bits.
func isShort(k gossh.PublicKey) bool {
	crypto, ok := k.(gossh.CryptoPublicKey)
	if !ok {
		return false
	}
	key, is := crypto.CryptoPublicKey().(*rsa.PublicKey)
	return is && key.N.BitLen() < 2048
}

// offers counts offered keys. The operator is told up to ten fingerprints a minute, and of the
// rest only the number.
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
