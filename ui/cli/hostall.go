package cli

import (
	"io"
	"net"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model/phrase"
	"example.org/fray/ui"
	"example.org/fray/ui/serve"
)

// hostAll serves all tables of the folder, or of the store, until the program is told to
// end.
func hostAll(a *app, want hostFlags) error {
	if err := want.check(); err != nil {
		return err
	}
	gm, err := readKey(want.gm)
	if err != nil {
		return err
	}
	makers, err := readKeys(want.makers)
	if err != nil {
		return err
	}
	store, err := a.tables()
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	o, err := operate(a, want.metrics, storeAnswers(a))
	if err != nil {
		return err
	}
	defer o.close()
	if a.store != nil {
		go watchStore(ctx, o.log, storeAnswers(a))
	}
	h, err := startServing(a, store, nil, serving{gm: gm, quota: want.quota, hostKey: want.hostKey, log: o.log, metrics: o.metrics, makers: makers, anyway: want.anyway})
	if err != nil {
		return err
	}
	defer h.Stop(stopsWithin)
	if err := h.openAndTell(want); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// stopsWithin is how long a host that is told to end waits for screens to close; see endsWithin.
const stopsWithin = 3 * time.Second

// hostKeys are the host key of this installation, and the one that others see.
func hostKeys(a *app, file string) (own, host ssh.Signer, err error) {
	if own, err = serve.HostKey(serveFolder(a)); err != nil || file == "" {
		return own, own, err
	}
	host, err = serve.ReadHostKey(file)
	return own, host, misuseOf(err)
}

// listen listens for SSH.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, misusef("cannot listen on %s: %v. Try another address, such as 127.0.0.1:2223", address, err)
	}
	return l, nil
}

// readKeys reads public keys from a file, one a line.
func readKeys(file string) (out []ssh.PublicKey, err error) {
	if file == "" {
		return nil, nil
	}
	text, err := readSmall(file)
	if err != nil {
		return nil, misuseOf(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		k, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil {
			return nil, misusef("line %d of %s is not a public key: that is a line such as 'ssh-ed25519 AAAA… NAME'", n+1, file)
		}
		out = append(out, k)
	}
	return out, nil
}

// screensElsewhere gives what screens on terminals elsewhere begin with. The shelf is read
// once, before anybody comes: no connection opens a file.
func screensElsewhere(a *app) func(io.Writer, func(string) string) ui.Config {
	kept := peopleFiles(a).Prepared()
	return func(out io.Writer, env func(string) string) ui.Config {
		cfg := remoteScreen(a, out, env)
		cfg.Tables.Prepared = func() []phrase.Prepared { return kept } // which only the gamemaster is given
		return cfg
	}
}
