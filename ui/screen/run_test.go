package screen

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// counter is a model that shows its keys and what else it was told.
type counter struct {
	*seen
	do map[string]tea.Cmd
}

type seen struct {
	keys   string
	count  int // of messages with a key
	told   []string
	size   tea.WindowSizeMsg
	views  int
	broken bool
}

func (c counter) Init() tea.Cmd { return nil }

func (c counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.size = msg
	case tea.KeyMsg:
		c.keys += msg.String()
		c.count++
		switch msg.String() {
		case "q":
			return c, tea.Quit
		case "!":
			panic("in Update")
		case "?":
			c.broken = true
		}
		return c, c.do[msg.String()]
	default:
		c.told = append(c.told, fmt.Sprintf("%T%v", msg, msg))
	}
	return c, nil
}

func (c counter) View() string {
	c.views++
	if c.broken {
		panic("in View")
	}
	lines := make([]string, c.size.Height)
	for y := range lines {
		lines[y] = strings.Repeat(" ", c.size.Width)
	}
	if len(lines) > 0 {
		keys := c.keys[max(0, len(c.keys)-c.size.Width):]
		lines[0] = fmt.Sprintf("%-*s", c.size.Width, keys)
	}
	return strings.Join(lines, "\n")
}

// wire is the terminal's end of a connection.
type wire struct {
	*fakeTerminal
	sent  []string
	times []time.Time
	stall chan struct{} // writes wait for it, if it is there
	dead  error
}

func (w *wire) Write(b []byte) (int, error) {
	if w.stall != nil {
		<-w.stall
	}
	if w.dead != nil {
		return 0, w.dead
	}
	w.sent, w.times = append(w.sent, string(b)), append(w.times, time.Now())
	w.fakeTerminal.write(b)
	return len(b), nil
}

func (w *wire) top() string {
	var b strings.Builder
	for _, c := range w.line(0) {
		b.WriteString(c.text)
	}
	return strings.TrimRight(b.String(), " ")
}

// session is a model that runs on a wire, in a test whose clock is not real.
type session struct {
	*wire
	*seen
	keys    *io.PipeWriter
	resizes chan tea.WindowSizeMsg
	ended   chan error
}

func start(t *testing.T, o Options, do map[string]tea.Cmd) *session {
	r, w := io.Pipe()
	s := &session{wire: &wire{fakeTerminal: newFakeTerminal(t, 20, 3)}, seen: &seen{}, keys: w,
		resizes: make(chan tea.WindowSizeMsg), ended: make(chan error, 1)}
	s.modes = true
	o.In, o.Out, o.Size = r, s.wire, tea.WindowSizeMsg{Width: 20, Height: 3}
	o.Resizes = func(tell func(tea.WindowSizeMsg)) {
		for size := range s.resizes {
			tell(size)
		}
	}
	go func() { s.ended <- Run(counter{s.seen, do}, o) }()
	synctest.Wait()
	t.Cleanup(func() { w.Close(); close(s.resizes) })
	return s
}

// press types, and waits until all that follows has been done at once.
func (s *session) press(keys string) {
	s.Helper()
	if _, err := io.WriteString(s.keys, keys); err != nil {
		s.Fatal(err)
	}
	synctest.Wait()
}

// pass lets the time go by.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// end waits for the end, and checks that the terminal has been left.
func (s *session) end() error {
	s.Helper()
	err := <-s.ended
	s.keys.Close()
	if last := s.sent[len(s.sent)-1]; !strings.HasSuffix(last, restoreAll) {
		s.Errorf("the last thing sent is %q", last)
	}
	return err
}

func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{Mouse: true}, map[string]tea.Cmd{"l": tea.ClearScreen, "m": tea.DisableMouse, "n": tea.EnableMouseCellMotion, "z": tea.Suspend})
		if all := strings.Join(s.sent, ""); !strings.HasPrefix(all, alternate+modesOn+mouseOn+beginFrame+wipe) {
			t.Errorf("begins with %q", all)
		}
		for i, c := range []struct{ key, sent string }{
			{"a", "\x1b[1Ha"},
			{"b", "\x1b[1;2Hb"},
			{"z", "\x1b[1;3Hz"}, // there is nothing to suspend
		} {
			pass(time.Second)
			before := len(s.sent)
			s.press(c.key)
			if got := strings.Join(s.sent[before:], ""); got != beginFrame+c.sent+endFrame {
				t.Errorf("%d: %q sends %q", i, c.key, got)
			}
		}
		before := len(s.sent)
		s.press("l")
		pass(time.Second)
		if got := strings.Join(s.sent[before:], ""); !strings.HasSuffix(got, beginFrame+wipe+"\x1b[1Habzl"+endFrame) {
			t.Errorf("drawn again as %q", got)
		}
		s.press("m")
		pass(time.Second)
		s.press("n")
		pass(time.Second)
		if all := strings.Join(s.sent, ""); strings.Count(all, mouseOn) != 2 || strings.Count(all, mouseOff) != 1 {
			t.Errorf("the mouse was not switched: %q", all)
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestPace types faster than frames may follow each other.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, nil)
		pass(time.Second)
		began, before, views := time.Now(), len(s.sent), s.views
		for range 10 {
			s.press("x")
			pass(time.Millisecond)
		}
		pass(time.Second)
		for i, at := range s.times[before:] {
			if want := began.Add(time.Duration(i) * pace); !at.Equal(want) {
				t.Errorf("frame %d after %v", i, at.Sub(began))
			}
		}
		if n := len(s.sent) - before; n != 4 || s.views-views != 4 || s.top() != "xxxxxxxxxx" {
			t.Errorf("%d frames, %d drawn; the last is %q", n, s.views-views, s.top())
		}
		before, views = len(s.sent), s.views
		pass(time.Hour)
		if len(s.sent) != before || s.views != views {
			t.Error("an idle program draws")
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestStalled has a terminal that reads nothing for a while.
func TestStalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, nil)
		pass(time.Second)
		s.stall = make(chan struct{})
		before := len(s.sent)
		for i := range 500 {
			s.press(string(rune('a' + i%10)))
			pass(10 * time.Millisecond)
		}
		if len(s.seen.keys) != 500 {
			t.Fatalf("%d keys came through", len(s.seen.keys))
		}
		close(s.stall)
		pass(time.Second)
		if n := len(s.sent) - before; n != 2 || s.top() != strings.Repeat("abcdefghij", 2) {
			t.Errorf("%d frames; the last is %q", n, s.top())
		}
		s.stall = make(chan struct{}) // for good
		s.press("q")
		select {
		case err := <-s.ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Error("it waits for the terminal")
		}
		close(s.stall)
		s.keys.Close()
	})
}

func TestResize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, nil)
		for w := 1; w < 30; w++ {
			*s.fakeTerminal = *newFakeTerminal(t, 30, 5) // large enough for all
			s.modes = true
			s.resizes <- tea.WindowSizeMsg{Width: w, Height: 1 + w%5}
			pass(pace)
			s.shows(nil)
		}
		if (s.size != tea.WindowSizeMsg{Width: 29, Height: 5}) {
			t.Errorf("the model thinks of %v", s.size)
		}
		*s.fakeTerminal = *newFakeTerminal(t, widest, tallest)
		s.modes = true
		s.resizes <- tea.WindowSizeMsg{Width: 65535, Height: 65535} // which would cost gigabytes
		pass(time.Second)
		if (s.size != tea.WindowSizeMsg{Width: widest, Height: tallest}) {
			t.Errorf("of a terminal that claims 65535 columns and lines the model thinks of %v", s.size)
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestKeys reads several at once.
func TestKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, nil)
		for _, c := range []struct {
			typed, keys string
			count       int
		}{{strings.Repeat("k", 256), strings.Repeat("k", 256), 256}, {"jj", "jj", 2}, {"a界e\u0301", "a界e\u0301", 4}, {"x y\x1b[A", "x yup", 4}, {"\x1b[200~pa\x1b[201~", "[pa]", 1}, {"\x1bx", "alt+x", 1}} {
			s.seen.keys, s.count = "", 0
			s.press(c.typed)
			if s.seen.keys != c.keys || s.count != c.count {
				t.Errorf("%q comes as %d keys, %q", c.typed, s.count, s.seen.keys)
			}
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

func TestCrash(t *testing.T) {
	broken := func() tea.Msg { panic("in a command") }
	nothing := func() tea.Msg { return nil }
	do := map[string]tea.Cmd{
		"c": broken,
		"b": tea.Batch(nothing, broken),
		"s": tea.Sequence(nothing, tea.Batch(nothing, tea.Sequence(nothing, broken))),
	}
	for key, where := range map[string]string{"!": "in Update", "?": "in View", "c": "in a command", "b": "in a command", "s": "in a command"} {
		synctest.Test(t, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "crash.log")
			s := start(t, Options{Log: log}, do)
			pass(time.Second)
			s.press("a")
			s.press(key)
			var crash *Crash
			if err := s.end(); !errors.As(err, &crash) || crash.Value != where || !strings.Contains(err.Error(), log) {
				t.Fatalf("%s: %v", key, err)
			}
			if text, err := os.ReadFile(log); err != nil || !strings.Contains(string(text), where) || !strings.Contains(string(text), "run_test.go") {
				t.Errorf("%s: %v, and the log says %s", key, err, text)
			}
		})
	}
}

// TestGone loses the terminal, by either of its ends.
func TestGone(t *testing.T) {
	for name, lose := range map[string]func(*session){
		"input":  func(s *session) { s.keys.CloseWithError(errors.New("torn")) },
		"output": func(s *session) { s.dead = errors.New("torn"); s.press("x") },
	} {
		synctest.Test(t, func(t *testing.T) {
			s := start(t, Options{}, nil)
			pass(time.Second)
			lose(s)
			err := <-s.ended
			s.keys.Close()
			if err != nil || len(s.told) != 1 || s.told[0] != "screen.Closing{}" {
				t.Errorf("%s: %v; the model was told %q", name, err, s.told)
			}
		})
	}
}

func TestBackground(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads []string
		after time.Duration
		keys  string
		told  string
	}{
		{"dark", []string{"\x1b]11;rgb:1010/1010/1010\x1b\\"}, 0, "", "screen.Background{true}"},
		{"light", []string{"\x1b]11;rgb:ff/fe/f0\x07"}, 0, "", "screen.Background{false}"},
		{"with alpha", []string{"\x1b]11;rgba:ffff/ffff/ffff/8000\x1b\\"}, 0, "", "screen.Background{false}"},
		{"among keys", []string{"ab\x1b]11;rgb:0/0/0\x1b\\cd"}, 0, "abcd", "screen.Background{true}"},
		{"in pieces", []string{"a\x1b]", "11;rgb:ffff/ff", "ff/ffff\x1b", "\\b"}, 0, "ab", "screen.Background{false}"},
		{"too late", []string{"a\x1b]11;rgb:ffff/ffff/ffff\x1b\\b"}, time.Minute, "ab", ""},
		{"nonsense", []string{"a\x1b]11;blue\x1b\\b"}, 0, "ab", ""},
		{"never", []string{"ab\x1b", "c"}, 0, "abescc", ""},
		{"something else", []string{"\x1b]", "x"}, 0, "alt+]x", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := start(t, Options{Background: time.Second}, nil)
			if !strings.Contains(strings.Join(s.sent, ""), question) {
				t.Error("nothing was asked")
			}
			pass(c.after)
			for _, r := range c.reads {
				s.press(r)
			}
			if got := strings.Join(s.told, " "); s.seen.keys != c.keys || got != c.told {
				t.Errorf("%s: keys %q, told %q", c.name, s.seen.keys, got)
			}
			s.press("q")
			if err := s.end(); err != nil {
				t.Error(err)
			}
		})
	}
}

// paste types with the marks of a paste, in pieces of n bytes.
func (s *session) paste(text string, n int) {
	s.Helper()
	text = pasteBegins + text + pasteEnds
	for ; len(text) > n; text = text[n:] {
		s.press(text[:n])
	}
	s.press(text)
}

// TestPaste pastes in pieces of every length, keys before and behind it.
func TestPaste(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{Background: time.Second}, nil)
		for n := 3; n < 30; n++ { // an escape alone is a key, or with a letter
			s.seen.keys, s.count = "", 0
			s.press("ab")
			s.paste("né\x1b[20\x1b[A界\xffq", n)
			s.press("c")
			if want := "ab[né\x1b[20\x1b[A界q]c"; s.seen.keys != want || s.count != 4 {
				t.Errorf("in pieces of %d: %d keys, %q", n, s.count, s.seen.keys)
			}
		}
		s.seen.keys = ""
		s.press("a" + pasteBegins + "x" + pasteEnds + "b" + pasteBegins + pasteEnds + "c") // at once, and nothing comes behind it
		if s.seen.keys != "a[x]b[]c" {
			t.Errorf("keys behind a paste: %q", s.seen.keys)
		}
		s.seen.keys = ""
		s.paste(strings.Repeat("x", 1<<20), 1<<12)
		s.paste(strings.Repeat("é", 1<<20), 1<<12-1)
		if n := len(s.seen.keys); n < 2*mostPasted-8 || n > 2*mostPasted+8 {
			t.Errorf("%d bytes came of a paste of a megabyte, and another", n)
		}
		s.seen.keys = ""
		s.press(pasteBegins + "never ended")
		s.press("q")
		s.press("\x03")
		s.press("x")
		if s.seen.keys != "ctrl+cx" {
			t.Errorf("a paste that was broken off: %q", s.seen.keys)
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestBroken breaks off keys and letters at each of their bytes.
func TestBroken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, nil)
		long := strings.Repeat("\x1b[1;5A", 100)
		for _, c := range []struct {
			reads []string
			keys  string
		}{
			{[]string{"\xe7", "\x95\x8c"}, "界"},
			{[]string{"\xe7\x95", "\x8cx"}, "界x"},
			{[]string{"\x1b[", "x"}, "alt+[x"}, // typed by somebody
			{[]string{"\x1b[1;", "5A"}, "ctrl+up"},
			{[]string{long + "\x1b", "[A"}, strings.Repeat("ctrl+up", 100) + "up"},
			{[]string{long + "\x1b[", "A"}, strings.Repeat("ctrl+up", 100) + "up"},
			{[]string{"\x1b"}, "esc"},
			{[]string{"\xff\xe7", "x"}, "x"}, // no letter at all
		} {
			s.seen.keys = ""
			for _, r := range c.reads {
				s.press(r)
			}
			if s.seen.keys != c.keys {
				t.Errorf("%.40q come as %q", c.reads, s.seen.keys)
			}
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestStorm has more keys than anybody types come at once: all are taken, and
// what they lead to is drawn, but not what lies between.
func TestStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, Options{}, nil)
		pass(time.Second)
		before, views := len(s.sent), s.views
		s.press(strings.Repeat("abcdefghij", 1<<13/10))
		pass(time.Second)
		if n := len(s.seen.keys); n != 1<<13/10*10 {
			t.Errorf("%d keys came through", n)
		}
		if n := len(s.sent) - before; n > 3 || s.views-views > 3 || s.top() != strings.Repeat("abcdefghij", 2) {
			t.Errorf("%d frames, %d drawn; the last is %q", n, s.views-views, s.top())
		}
		s.press("q")
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
}

// quitter quits on q, and does nothing else.
type quitter struct{}

func (quitter) Init() tea.Cmd { return nil }
func (quitter) View() string  { return "" }

func (q quitter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyMsg); ok && k.String() == "q" {
		return q, tea.Quit
	}
	return q, nil
}

// A paste of a megabyte and 64 KiB of any bytes, until the last is taken.
func BenchmarkTaken(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	any := make([]byte, 1<<16)
	for i := range any {
		for any[i] = byte(rng.Uint32()); strings.IndexByte("q!?", any[i]) >= 0; {
			any[i]++
		}
	}
	for name, text := range map[string]string{
		"paste":  pasteBegins + strings.Repeat("word ", 1<<20/5) + pasteEnds,
		"random": string(any),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m := quitter{}
				if err := Run(m, Options{In: io.MultiReader(strings.NewReader(text), strings.NewReader("q")), Out: io.Discard, Size: tea.WindowSizeMsg{Width: 120, Height: 36}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
