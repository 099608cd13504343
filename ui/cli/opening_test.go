package cli

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/creack/pty"

	"example.org/fray/saves/logfile"
)

// TestATypoMakesNoTable checks that a misspelt name creates no table: the nearest is
// suggested and, without a terminal, the command fails.
func TestATypoMakesNoTable(t *testing.T) {
	h := newHome(t)
	if r := h.fray("", "play", "Harbour Lights", "--new"); r.status != done {
		t.Fatal(r.err)
	}
	r := h.fray("", "play", "Harbuor Light")
	if r.status != misused || !strings.Contains(r.err, "Harbour Lights") || !strings.Contains(r.err, "--new") {
		t.Errorf("status %d: %s", r.status, r.err)
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip("no terminal can be opened here")
	}
	defer func() { _, _ = master.Close(), slave.Close() }()
	if _, err := master.WriteString("n\n"); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	if status := Run([]string{"play", "Harbuor"}, slave, slave, &errs, h.env); status != misused || !strings.Contains(errs.String(), "nothing was created") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	b := make([]byte, 4096)
	n, _ := master.Read(b)
	if !strings.Contains(string(b[:n]), "o opens") {
		n2, _ := master.Read(b[n:])
		if n += n2; !strings.Contains(string(b[:n]), "o opens") {
			t.Errorf("it asks %q", b[:n])
		}
	}
	if all, _ := logfile.List(h.saves, ""); len(all) != 1 {
		t.Errorf("%d tables", len(all))
	}
	for _, args := range [][]string{{"play", "--new"}, {"play", "New", "--new", "--read-only"}} {
		if r := h.fray("", args...); r.status != misused {
			t.Errorf("%q: status %d: %s", args, r.status, r.err)
		}
	}
}

// TestReadOnly checks that --read-only writes nothing, not even in the demo.
func TestReadOnly(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	before := h.fray("", "log", path, "--json").out
	for _, args := range [][]string{{"play", path}, {"demo"}} {
		r := h.fray("note not this\nquit\n", append(args, "--read-only", "--plain")...)
		if r.status != done || !strings.Contains(r.out, "look at") {
			t.Errorf("%q: status %d: %s %s", args, r.status, r.out, r.err)
		}
	}
	if after := h.fray("", "log", path, "--json").out; after != before {
		t.Errorf("it was written:\n%s", after)
	}
	if r := h.fray("", "play", "nowhere", "--read-only"); r.status != misused {
		t.Errorf("status %d: %s", r.status, r.err)
	}
}

// TestClipboard checks that text reaches the clipboard through tmux and screen, and that
// the message says how.
func TestClipboard(t *testing.T) {
	text := "Seraph's roll"
	plain := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text))
	for _, x := range []struct {
		env         map[string]string
		sends, says string
	}{
		{map[string]string{"TERM": "xterm-256color"}, plain, "sent to the terminal's clipboard"},
		{map[string]string{"TERM": "xterm", "SSH_TTY": "/dev/pts/1"}, plain, "over SSH"},
		{map[string]string{"TERM": "tmux-256color"}, plain, "sent to tmux"},
		{map[string]string{"TERM": "tmux-256color"}, "\x1bPtmux;", "sent to tmux"},
		{map[string]string{"TERM": "screen", "TMUX": "/tmp/nobody,1,0"}, "\x1bPtmux;", "sent to tmux"},
		{map[string]string{"TERM": "screen.xterm", "STY": "1.pts"}, "\x1bP", "through screen"},
		{map[string]string{"TERM": "linux"}, "", "not copied"},
		{map[string]string{"TERM": "dumb"}, "", "not copied"},
	} {
		var out bytes.Buffer
		says := copyText(&app{out: &out, env: func(key string) string { return x.env[key] }}, text)
		if !strings.Contains(out.String(), x.sends) || !strings.Contains(says, x.says) || x.sends == "" && out.Len() > 0 {
			t.Errorf("%v: %q, %q", x.env, out.String(), says)
		}
	}
	s := &app{out: &bytes.Buffer{}, env: func(string) string { return "xterm" }}
	if says := copyText(s, strings.Repeat("x", longestCopy+1)); !strings.Contains(says, "drop") {
		t.Errorf("%q", says)
	}
}

// TestHelpInTasks checks that help names every command, and only commands.
func TestHelpInTasks(t *testing.T) {
	h := newHome(t)
	r := h.fray("", "help")
	if r.status != done || !strings.HasPrefix(r.out, "Play\n") {
		t.Fatalf("status %d: %s %s", r.status, r.out, r.err)
	}
	s := &app{env: h.env}
	named := map[string]bool{}
	for _, task := range document[[]task](t, h.fray("", "help", "--json")) {
		for _, d := range task.Commands {
			words := strings.Fields(strings.TrimPrefix(d[0], "source <("))
			if len(words) < 2 {
				continue
			}
			named[words[1]] = true
			sub, _, err := root(s).Find(words[1:])
			for err == nil && sub.HasParent() && sub.Parent().HasParent() {
				sub = sub.Parent() // 'rulebook new' counts as rulebook
			}
			if err != nil || !strings.HasPrefix(sub.CommandPath()+" ", "fray "+words[1]+" ") {
				t.Errorf("%q is not a command", d[0])
			}
		}
	}
	for _, sub := range root(s).Commands() {
		if !named[sub.Name()] && sub.Name() != "help" {
			t.Errorf("no task names %s", sub.Name())
		}
	}
	for _, line := range strings.Split(r.out, "\n") {
		if len(line) > 80 {
			t.Errorf("a line of %d letters: %q", len(line), line)
		}
	}
	if r := h.fray("", "help", "roll"); r.status != done || !strings.Contains(r.out, "4d6") {
		t.Errorf("%s", r.out)
	}
	if r := h.fray("", "help", "rol"); r.status != misused || !strings.Contains(r.err, "roll") {
		t.Errorf("%d %s", r.status, r.err)
	}
}
