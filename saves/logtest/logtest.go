// Package logtest holds the exam that every log passes, [TestLog].
package logtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/fray/saves"
)

// Store makes logs for the exam.
type Store struct {
	// New gives an empty log that no other call has given. It fails the test itself.
	New func(t *testing.T) saves.Log

	// Reopen opens the log once more, as another program would after l was closed;
	// nil where nothing lasts. It fails the test itself.
	Reopen func(t *testing.T, l saves.Log) saves.Log

	// Beside opens the log while l is open; nil where that cannot be. Appends says
	// whether that one may append, too.
	Beside  func(t *testing.T, l saves.Log) saves.Log
	Appends bool
}

// TestLog is the exam that every log passes.
func TestLog(t *testing.T, s Store) {
	for name, test := range map[string]func(*testing.T, Store){
		"empty": testEmpty, "appended": testAppended, "refused": testRefused, "conflict": testConflict,
		"read from anywhere": testReadFrom, "ended reading": testEndedReading, "bodies are kept": testBodies,
		"watch": testWatch, "closed": testClosed, "cancelled": testCancelled, "many at once": testManyAtOnce,
		"reopened": testReopened, "beside": testBeside, "taken over": testTakenOver,
	} {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

// Events makes the lines of events from first to last.
func Events(first, last uint64) []saves.Line {
	var out []saves.Line
	for n := first; n <= last; n++ {
		out = append(out, saves.Line{Seq: n, Body: fmt.Appendf(nil, `{"seq":%d,"text":"the goblin misses %d times"}`, n, n)})
	}
	return out
}

// Other makes a line that is no event.
func Other(words string) saves.Line {
	return saves.Line{Body: fmt.Appendf(nil, `{"seed":%q}`, words)}
}

// must ends a test that meets an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// is fails a test of a log unless an error is the one that is wanted.
func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, and not %v", what, err, want)
	}
}

func appended(t *testing.T, l saves.Log, after uint64, lines ...saves.Line) {
	t.Helper()
	if err := l.Append(t.Context(), after, lines); err != nil {
		t.Fatalf("appending behind event %d: %v", after, err)
	}
}

func newest(t *testing.T, l saves.Log) (uint64, saves.Hash) {
	t.Helper()
	seq, hash, err := l.Newest(t.Context())
	if err != nil {
		t.Fatalf("newest: %v", err)
	}
	return seq, hash
}

// ReadAll reads a log behind the event with the number after.
func ReadAll(t *testing.T, l saves.Log, after uint64) []saves.Line {
	t.Helper()
	var out []saves.Line
	for line, err := range l.Read(t.Context(), after) {
		if err != nil {
			t.Fatalf("reading behind event %d: %v", after, err)
		}
		line.Body = bytes.Clone(line.Body)
		out = append(out, line)
	}
	return out
}

// CheckChain fails unless every line follows from the one before, from the first
// line of the log on.
func CheckChain(t *testing.T, lines []saves.Line) {
	t.Helper()
	var before saves.Hash
	for i, l := range lines {
		if l.Body == nil {
			before = l.Hash
			continue
		}
		if _, hash := saves.Seal(before, l.Body); hash != l.Hash {
			t.Fatalf("line %d, event %d, does not follow from the one before", i, l.Seq)
		}
		before = l.Hash
	}
}

func testEmpty(t *testing.T, s Store) {
	l := s.New(t)
	if seq, hash := newest(t, l); seq != 0 || hash != (saves.Hash{}) {
		t.Errorf("an empty log has event %d with the hash %s", seq, hash)
	}
	if got := ReadAll(t, l, 0); len(got) > 0 {
		t.Errorf("an empty log has %d lines", len(got))
	}
}

func testAppended(t *testing.T, s Store) {
	l := s.New(t)
	first := Events(1, 3)
	appended(t, l, 0, first...)
	appended(t, l, 3, Other("a seed"))
	appended(t, l, 3, append([]saves.Line{Other("more")}, Events(4, 5)...)...)
	got := ReadAll(t, l, 0)
	want := slices.Concat(Events(1, 3), []saves.Line{Other("a seed"), Other("more")}, Events(4, 5))
	if len(got) != len(want) {
		t.Fatalf("%d lines stand in the log, and not %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Seq != want[i].Seq || !bytes.Equal(got[i].Body, want[i].Body) {
			t.Errorf("line %d is event %d, %s, and not event %d, %s", i, got[i].Seq, got[i].Body, want[i].Seq, want[i].Body)
		}
	}
	CheckChain(t, got)
	if first[2].Hash != got[2].Hash {
		t.Error("Append has not set the hash of a line")
	}
	if seq, hash := newest(t, l); seq != 5 || hash != got[6].Hash {
		t.Errorf("the newest is event %d with %s, and not event 5 with %s", seq, hash, got[6].Hash)
	}
}

// What cannot be appended leaves no trace.
func testRefused(t *testing.T, s Store) {
	l := s.New(t)
	appended(t, l, 0, Events(1, 2)...)
	_, before := newest(t, l)
	for _, bad := range [][]saves.Line{
		{{Seq: 3, Body: []byte("{\"seq\":3,\n\"a\":1}")}},
		{{Seq: 3, Body: []byte(`{"seq":4}`)}},
		{{Seq: 3, Body: []byte(`[3]`)}},
		{{Seq: 3}},
		{{Seq: 3, Body: []byte(`{"seq":3} `)}},
		{{Seq: 4, Body: []byte(`{"seq":4}`)}},
		append(Events(3, 4), saves.Line{Seq: 6, Body: []byte(`{"seq":6}`)}),
	} {
		if err := l.Append(t.Context(), 2, bad); err == nil || errors.Is(err, saves.ErrConflict) {
			t.Errorf("%s: %v", bad[len(bad)-1].Body, err)
		}
	}
	if seq, hash := newest(t, l); seq != 2 || hash != before {
		t.Errorf("after refusals the newest is event %d", seq)
	}
	if got := ReadAll(t, l, 0); len(got) != 2 {
		t.Errorf("after refusals %d lines stand", len(got))
	}
}

func testConflict(t *testing.T, s Store) {
	l := s.New(t)
	appended(t, l, 0, Events(1, 3)...)
	for _, after := range []uint64{0, 2, 4, 100} {
		if err := l.Append(t.Context(), after, Events(after+1, after+1)); !errors.Is(err, saves.ErrConflict) {
			t.Errorf("behind event %d: %v", after, err)
		}
	}
	appended(t, l, 3, Events(4, 4)...)
	if got := ReadAll(t, l, 0); len(got) != 4 {
		t.Errorf("%d lines stand", len(got))
	}
}

func testReadFrom(t *testing.T, s Store) {
	l := s.New(t)
	for n := uint64(1); n <= 300; n += 3 {
		appended(t, l, n-1, append([]saves.Line{Other("between")}, Events(n, n+2)...)...)
	}
	for _, after := range []uint64{0, 1, 2, 3, 100, 150, 299, 300, 301, 1 << 40} {
		events := uint64(0)
		want := after + 1
		others := 0
		for _, line := range ReadAll(t, l, after) {
			if line.Seq == 0 {
				others++
				continue
			}
			if line.Seq != want {
				t.Fatalf("event %d is followed by event %d, not %d", after, line.Seq, want)
			}
			want++
			events++
		}
		if expect := 300 - min(after, 300); events != expect {
			t.Errorf("behind event %d stand %d events, and not %d", after, events, expect)
		}
		if expect := 100 - (min(int(after), 300)+2)/3; others != expect {
			t.Errorf("behind event %d stand %d other lines, and not %d", after, others, expect)
		}
	}
}

func testEndedReading(t *testing.T, s Store) {
	l := s.New(t)
	appended(t, l, 0, Events(1, 10)...)
	n := 0
	for range l.Read(t.Context(), 0) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("read %d lines", n)
	}
	appended(t, l, 10, Events(11, 11)...) // nothing is still held
}

// Whatever JSON can hold comes back byte for byte.
func testBodies(t *testing.T, s Store) {
	l := s.New(t)
	var lines []saves.Line
	for i, text := range []string{
		`,"a":1.50e+3`, `,"before":"no hash","hash":"neither"`, `,"t":"ä\u2028 \n \" }{ 😀"`, `, "b" : [ 1 , 2 ]`, ``,
		`,"long":"` + strings.Repeat("x", 1<<20) + `"`,
	} {
		n := uint64(i + 1)
		lines = append(lines, saves.Line{Seq: n, Body: fmt.Appendf(nil, `{"seq":%d%s}`, n, text)})
	}
	lines = append(lines, saves.Line{Body: []byte(`{}`)})
	appended(t, l, 0, lines...)
	got := ReadAll(t, l, 0)
	if len(got) != len(lines) {
		t.Fatalf("%d lines stand, and not %d", len(got), len(lines))
	}
	for i := range lines {
		if !bytes.Equal(got[i].Body, lines[i].Body) {
			t.Errorf("%.80s came back as %.80s", lines[i].Body, got[i].Body)
		}
	}
	CheckChain(t, got)
}

func testWatch(t *testing.T, s Store) {
	l := s.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	changed, err := l.Watch(ctx)
	must(t, err)
	appended(t, l, 0, Events(1, 1)...)
	appended(t, l, 1, Events(2, 2)...)
	if _, open := <-changed; !open {
		t.Fatal("the channel was closed")
	}
	if seq, _ := newest(t, l); seq != 2 {
		t.Errorf("after the change the newest is %d", seq)
	}
	cancel()
	for range changed { // a last change may be waiting; then it is closed
	}
	changed, err = l.Watch(t.Context())
	must(t, err)
	must(t, l.Close())
	for range changed {
	}
}

func testClosed(t *testing.T, s Store) {
	l := s.New(t)
	appended(t, l, 0, Events(1, 1)...)
	for range 2 {
		must(t, l.Close())
	}
	is(t, "append", l.Append(t.Context(), 1, Events(2, 2)), saves.ErrLogClosed)
	_, _, err := l.Newest(t.Context())
	is(t, "newest", err, saves.ErrLogClosed)
	_, err = l.Watch(t.Context())
	is(t, "watch", err, saves.ErrLogClosed)
	for _, err := range l.Read(t.Context(), 0) {
		is(t, "read", err, saves.ErrLogClosed)
	}
}

func testCancelled(t *testing.T, s Store) {
	l := s.New(t)
	appended(t, l, 0, Events(1, 2)...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	is(t, "append", l.Append(ctx, 2, Events(3, 3)), context.Canceled)
	var last error
	for _, err := range l.Read(ctx, 0) {
		last = err
	}
	is(t, "read", last, context.Canceled)
	if seq, _ := newest(t, l); seq != 2 {
		t.Errorf("the newest is %d", seq)
	}
}

// However many append at once, each event stands once and in order.
func testManyAtOnce(t *testing.T, s Store) {
	l := s.New(t)
	const writers, each = 8, 20
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for done := 0; done < each; {
				seq, _, err := l.Newest(t.Context())
				if err == nil {
					err = l.Append(t.Context(), seq, Events(seq+1, seq+1))
				}
				switch {
				case err == nil:
					done++
				case !errors.Is(err, saves.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	got := ReadAll(t, l, 0)
	if len(got) != writers*each {
		t.Fatalf("%d events stand, and not %d", len(got), writers*each)
	}
	for i, line := range got {
		if line.Seq != uint64(i+1) {
			t.Fatalf("event %d is number %d", line.Seq, i+1)
		}
	}
	CheckChain(t, got)
}

func testReopened(t *testing.T, s Store) {
	if s.Reopen == nil {
		t.Skip("nothing lasts")
	}
	l := s.New(t)
	var all []saves.Line
	for n := uint64(1); n <= 50; n++ {
		lines := append([]saves.Line{Other("between")}, Events(n, n)...)
		appended(t, l, n-1, lines...)
		all = append(all, lines...)
		if n%7 > 0 {
			continue
		}
		must(t, l.Close())
		l = s.Reopen(t, l)
		if seq, hash := newest(t, l); seq != n || hash != all[len(all)-1].Hash {
			t.Fatalf("opened again, the newest is event %d with %s", seq, hash)
		}
	}
	got := ReadAll(t, l, 0)
	if len(got) != len(all) {
		t.Fatalf("%d lines stand, and not %d", len(got), len(all))
	}
	CheckChain(t, got)
}

func testBeside(t *testing.T, s Store) {
	if s.Beside == nil {
		t.Skip("it cannot be opened twice")
	}
	l := s.New(t)
	appended(t, l, 0, Events(1, 2)...)
	b := s.Beside(t, l)
	changed, err := b.Watch(t.Context())
	must(t, err)
	appended(t, l, 2, Events(3, 3)...)
	<-changed
	if seq, hash := newest(t, b); seq != 3 {
		t.Errorf("beside, the newest is event %d", seq)
	} else if _, own := newest(t, l); own != hash {
		t.Error("beside, the hash is another one")
	}
	if got := ReadAll(t, b, 1); len(got) != 2 || got[1].Seq != 3 {
		t.Errorf("beside, %d lines stand behind event 1", len(got))
	}
	if (b.Why() == nil) != s.Appends || l.Why() != nil {
		t.Errorf("beside: why it cannot be written is %v, and of the first %v", b.Why(), l.Why())
	}
	err = b.Append(t.Context(), 3, Events(4, 4))
	switch {
	case s.Appends && err != nil:
		t.Errorf("appending beside: %v", err)
	case !s.Appends && err == nil:
		t.Error("the log can be appended to by two")
	}
	if !s.Appends && b.TakeOver(t.Context()) == nil {
		t.Error("a log that is written was taken over")
	}
	want := uint64(3)
	if s.Appends {
		want = 4
	}
	if seq, _ := newest(t, l); seq != want {
		t.Errorf("the newest is event %d, and not %d", seq, want)
	}
	must(t, b.Close())
	appended(t, l, want, Events(want+1, want+1)...)
}

// Whoever looks may go on where the writer has gone.
func testTakenOver(t *testing.T, s Store) {
	if s.Beside == nil {
		t.Skip("it cannot be opened twice")
	}
	l := s.New(t)
	appended(t, l, 0, Events(1, 2)...)
	b := s.Beside(t, l)
	appended(t, l, 2, Events(3, 3)...)
	must(t, l.Close())
	if err := b.TakeOver(t.Context()); err != nil || b.Why() != nil {
		t.Fatalf("taken over: %v, %v", err, b.Why())
	}
	if err := b.TakeOver(t.Context()); err != nil {
		t.Errorf("taken over again: %v", err)
	}
	appended(t, b, 3, Events(4, 4)...)
	if got := ReadAll(t, b, 0); len(got) != 4 {
		t.Errorf("%d events stand", len(got))
	} else {
		CheckChain(t, got)
	}
	if b.Findings() != nil {
		t.Errorf("found: %v", b.Findings().Lines())
	}
}
