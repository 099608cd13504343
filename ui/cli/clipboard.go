package cli

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
)

// longestCopy is how much text terminals take at once; what is longer many
// drop without a word.
const longestCopy = 74_000

// copyText sends text to the clipboard of the terminal that people sit at, and says
// what was done: whether it arrived no terminal tells.
func copyText(a *app, text string) string {
	seq := osc52.New(text)
	words := "sent to the terminal's clipboard"
	switch term := a.env("TERM"); {
	case term == "dumb" || term == "linux":
		return "not copied: this terminal has no clipboard"
	case a.env("TMUX") != "":
		if inTmux(a, text) {
			return lengthy("copied to tmux and to the terminal's clipboard", text)
		}
		fmt.Fprint(a.out, seq.String()+seq.Tmux().String())
		return lengthy("sent to tmux, which passes it on if set-clipboard or allow-passthrough is on", text)
	case strings.HasPrefix(term, "tmux"): // elsewhere: on the way here
		fmt.Fprint(a.out, seq.String()+seq.Tmux().String())
		return lengthy("sent to tmux, which passes it on if set-clipboard or allow-passthrough is on", text)
	case a.env("STY") != "" || strings.HasPrefix(term, "screen"):
		fmt.Fprint(a.out, seq.String()+seq.Screen().String())
		return lengthy("sent to the terminal's clipboard through screen", text)
	}
	if a.env("SSH_TTY") != "" || a.env("SSH_CONNECTION") != "" {
		words = "sent over SSH to your own terminal's clipboard"
	}
	fmt.Fprint(a.out, seq.String()) // in one write, between frames
	return lengthy(words, text)
}

// lengthy adds a warning where a terminal may drop the text.
func lengthy(words, text string) string {
	if len(text) > longestCopy {
		return fmt.Sprintf("%s; it is %d KB, and many terminals drop anything over %d", words, len(text)>>10, longestCopy>>10)
	}
	return words
}

// inTmux puts text into a buffer of the tmux that runs on this machine, which
// sends it on; false where it cannot.
func inTmux(a *app, text string) bool {
	if !isTerminal(a.out) { // somebody elsewhere, whose tmux is not here
		return false
	}
	ctx, stop := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer stop()
	c := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
	c.Stdin = strings.NewReader(text)
	return c.Run() == nil
}
