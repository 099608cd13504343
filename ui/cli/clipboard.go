package cli

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
)

// longestCopy is the largest text in bytes that terminals accept. Many ignore longer ones
// silently.
const longestCopy = 74_000

// copyText sends text to the clipboard of the user's terminal and returns what was done.
// Terminals do not report whether it arrived.
func copyText(a *app, text string) string {
	seq := osc52.New(text)
	words := "sent to the terminal's clipboard"
	switch term := a.env("TERM"); {
	case term == "dumb" || term == "linux":
		return "not copied: this terminal has no clipboard"
	case a.env("TMUX") != "":
		if inTmux(a, text) {
			return withLengthWarning("copied to tmux and to the terminal's clipboard", text)
		}
		fmt.Fprint(a.out, seq.String()+seq.Tmux().String())
		return withLengthWarning("sent to tmux, which passes it on if set-clipboard or allow-passthrough is on", text)
	case strings.HasPrefix(term, "tmux"): // tmux on the far side of a connection
		fmt.Fprint(a.out, seq.String()+seq.Tmux().String())
		return withLengthWarning("sent to tmux, which passes it on if set-clipboard or allow-passthrough is on", text)
	case a.env("STY") != "" || strings.HasPrefix(term, "screen"):
		fmt.Fprint(a.out, seq.String()+seq.Screen().String())
		return withLengthWarning("sent to the terminal's clipboard through screen", text)
	}
	if a.env("SSH_TTY") != "" || a.env("SSH_CONNECTION") != "" {
		words = "sent over SSH to your own terminal's clipboard"
	}
	fmt.Fprint(a.out, seq.String()) // one write, so that no frame comes in between
	return withLengthWarning(words, text)
}

// withLengthWarning adds a warning if the terminal may ignore the text.
func withLengthWarning(words, text string) string {
	if len(text) > longestCopy {
		return fmt.Sprintf("%s; it is %d KB, and many terminals drop anything over %d", words, len(text)>>10, longestCopy>>10)
	}
	return words
}

// inTmux loads text into a buffer of the tmux on this machine, which passes it to its
// terminal. It returns false if there is none.
func inTmux(a *app, text string) bool {
	if !isTerminal(a.out) { // a remote user, whose tmux is not here
		return false
	}
	ctx, stop := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer stop()
	c := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
	c.Stdin = strings.NewReader(text)
	return c.Run() == nil
}
