//go:build unix

package screen

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long a program that was told to end may take.
const patience = 2 * time.Second

// listen follows signals until stop is called.
func (r *root) listen() (stop func()) {
	done := make(chan struct{})
	r.signals = make(chan os.Signal, 16)
	signal.Notify(r.signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT,
		syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		for ending := false; ; {
			select {
			case s := <-r.signals:
				ending = r.told(s.(syscall.Signal), ending)
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

// told does what a signal says. It never waits for the model, which may hang.
// ending is whether one said to end before, and is given back.
func (r *root) told(s syscall.Signal, ending bool) bool {
	switch s {
	case syscall.SIGWINCH:
		r.remeasure()
	case syscall.SIGCONT:
		go r.program.Send(continued{})
	case syscall.SIGQUIT: // whoever sends it wants to see where the program is
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

// die ends a process whose model hangs, by the signal that it was sent.
func (r *root) die(s syscall.Signal) {
	select {
	case <-r.over:
		return
	default:
	}
	r.terminal.leave()
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s)
}

// stop stops the process group, as ctrl+z does, and returns when it goes on.
// Where there is no shell that could make it go on, the system stops nothing.
// SIGTSTP must never have been caught: Go doesn't give its old meaning back.
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
