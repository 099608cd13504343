//go:build unix

package screen

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long a program may take to end after a signal.
const patience = 2 * time.Second

// listen handles signals until stop is called.
func (r *root) listen() (stop func()) {
	done := make(chan struct{})
	r.signals = make(chan os.Signal, 16)
	signal.Notify(r.signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT,
		syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		for ending := false; ; {
			select {
			case s := <-r.signals:
				ending = r.handleSignal(s.(syscall.Signal), ending)
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(r.signals)
		close(done)
	}
}

// handleSignal does what a signal asks for, without waiting for the model, which may
// hang. ending tells whether an earlier signal asked the program to end, and is returned
// with this one counted in.
func (r *root) handleSignal(s syscall.Signal, ending bool) bool {
	switch s {
	case syscall.SIGWINCH:
		r.requestMeasure()
	case syscall.SIGCONT:
		go r.program.Send(continued{})
	case syscall.SIGQUIT: // Go then prints where every goroutine is
		r.die(s)
	default:
		if ending {
			r.die(s)
		}
		time.AfterFunc(patience, func() { r.die(s) })
		go r.close()
		return true
	}
	return ending
}

// die restores the terminal and ends the process by the signal, as of a model that hangs.
func (r *root) die(s syscall.Signal) {
	select {
	case <-r.ended:
		return
	default:
	}
	r.terminal.leave()
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s)
}

// stop stops the process group, as ctrl+z does, and returns when it is continued. The
// system stops nothing where there is no shell that could continue it. SIGTSTP must never
// have been caught: Go cannot restore its default.
func (r *root) stop() {
	goOn := make(chan os.Signal, 1)
	signal.Notify(goOn, syscall.SIGCONT)
	defer signal.Stop(goOn)
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-goOn:
	case <-time.After(200 * time.Millisecond):
	}
}
