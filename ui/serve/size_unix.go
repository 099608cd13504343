//go:build unix

package serve

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
	"golang.org/x/crypto/ssh"
)

// watchSize reports changes of the terminal's size to a session.
func watchSize(out *os.File, s *ssh.Session) (stop func()) {
	news, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(news, syscall.SIGWINCH)
	go func() {
		for {
			select {
			case <-news:
				if w, h, err := term.GetSize(out.Fd()); err == nil {
					_ = s.WindowChange(h, w)
				}
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(news); close(done) }
}
