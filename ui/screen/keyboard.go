package screen

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/muesli/cancelreader"
)

// Background is the message that tells the model whether the terminal's background is
// dark. It comes where [Options] ask for it and the terminal answers in time.
type Background struct{ Dark bool }

// keyboard is the terminal's input on its way to Bubble Tea. It reads as fast as input
// comes, so that it is known how much waits, and takes pasted text and the answer about
// the background out of what Bubble Tea reads.
type keyboard struct {
	in     io.Reader
	answer func(dark bool)   // called when the terminal answers in time
	pasted func(text []byte) // called with pasted text, cut to [mostPasted] bytes
	ended  func()            // called when there will be no more input

	ahead atomic.Int64 // how many bytes wait to be read

	mu       sync.Mutex
	arrived  *sync.Cond
	buffer   []byte // read from in, and not by Bubble Tea
	lastRead int    // how many bytes the last read brought
	err      error  // why there will be no more input
	stop     bool   // no more input is wanted

	// Only the goroutine that reads uses the following.
	until time.Time // when an answer comes too late; zero: there is no question
	held  int       // bytes at the end of buffer that may begin a key, a paste or an answer
	full  bool      // the last Read filled its slice, so Bubble Tea may expect more of a key
	paste []byte    // the text of a paste that has not ended; nil: there is none
}

const (
	mostAhead  = 1 << 18 // bytes that are read ahead
	mostPasted = 1 << 16 // bytes that are kept of a paste
	stormBytes = 256     // bytes in one read that nobody types
)

func newKeyboard(in io.Reader) *keyboard {
	k := &keyboard{in: in}
	k.arrived = sync.NewCond(&k.mu)
	return k
}

// start begins to read on a goroutine of its own. stop ends it, and waits for that where
// the input is a file whose reading can be cancelled.
func (k *keyboard) start() (stop func()) {
	in, err := cancelreader.NewReader(k.in)
	if err != nil { // a file whose reading cannot be cancelled
		in, _ = cancelreader.NewReader(struct{ io.Reader }{k.in})
	}
	gone := make(chan struct{})
	go func() { defer close(gone); k.readAll(in) }()
	return func() {
		k.mu.Lock()
		k.stop = true
		k.arrived.Broadcast()
		k.mu.Unlock()
		if in.Cancel() {
			<-gone
			_ = in.Close()
		}
	}
}

// readAll reads until the input ends or stop is called.
func (k *keyboard) readAll(in io.Reader) {
	buf := make([]byte, 1<<10)
	for {
		n, err := in.Read(buf)
		k.mu.Lock()
		for len(k.buffer) > mostAhead && !k.stop {
			k.arrived.Wait()
		}
		k.buffer, k.lastRead, k.err = append(k.buffer, buf[:n]...), n, err
		k.ahead.Store(int64(len(k.buffer) - k.held))
		over := k.stop || err != nil
		k.arrived.Broadcast()
		k.mu.Unlock()
		if over {
			return
		}
	}
}

// waiting reports whether input waits. A nil keyboard has none.
func (k *keyboard) waiting() bool { return k != nil && k.ahead.Load() > 0 }

// Read implements io.Reader. Bubble Tea expects that what does not fill b ends with a
// whole key, so a key is never split there.
func (k *keyboard) Read(b []byte) (int, error) {
	for {
		n, then, err := k.read(b)
		if then == nil {
			return n, err
		}
		then() // without the lock: it may wait for the model
	}
}

// read is Read up to a paste or an answer; then is what is to be done before reading on.
func (k *keyboard) read(b []byte) (n int, then func(), err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer func() { k.ahead.Store(int64(len(k.buffer) - k.held)) }()
	for len(k.buffer) <= k.held && k.err == nil && !k.stop {
		if k.full {
			k.full = false
			return 0, nil, nil // there is nothing after what filled the last slice
		}
		k.arrived.Wait()
	}
	if k.stop || len(k.buffer) == 0 {
		// Bubble Tea is told that the input ends, whatever the reason: any other error
		// would end the program without a word to the model.
		if !k.stop {
			k.ended()
		}
		return 0, nil, io.EOF
	}
	if k.paste != nil {
		return 0, k.takePaste(), nil
	}
	typed := len(k.buffer)
	if k.held = 0; k.err == nil {
		k.held = unfinished(k.buffer, k.lastRead >= stormBytes)
		typed -= k.held
	}
	if at := bytes.Index(k.buffer, []byte(pasteBegins)); at >= 0 {
		if typed = min(typed, at); at == 0 {
			k.paste = []byte{}
			k.consume(len(pasteBegins))
			return 0, func() {}, nil
		}
	}
	if at, answer := k.findAnswer(typed); at < typed {
		if typed = at; at == 0 && answer == nil {
			k.held = len(k.buffer)
			return 0, func() {}, nil
		} else if at == 0 {
			k.consume(len(answer))
			dark, ok := parseAnswer(answer)
			in := time.Now().Before(k.until)
			k.until = time.Time{}
			return 0, func() {
				if ok && in {
					k.answer(dark)
				}
			}, nil
		}
	}
	if typed == 0 {
		return 0, func() {}, nil // the rest of a key is still to come
	}
	if typed > len(b) {
		typed = len(b) - unfinished(k.buffer[:len(b)], true)
	}
	n = copy(b, k.buffer[:typed])
	k.full = n == len(b)
	k.consume(n)
	return n, nil, nil
}

// consume removes the first n bytes of the buffer.
func (k *keyboard) consume(n int) {
	k.buffer = k.buffer[:copy(k.buffer, k.buffer[n:])]
	k.held = 0
	k.arrived.Broadcast()
}

// findAnswer finds the answer about the background in the first typed bytes: a whole one,
// or at the end the beginning of one, whose answer is nil. at is where it begins, typed
// where there is neither.
func (k *keyboard) findAnswer(typed int) (at int, answer []byte) {
	if k.until.IsZero() {
		return typed, nil
	}
	at, answer, found := cutAnswer(k.buffer)
	if !found && k.err != nil {
		return typed, nil
	}
	return min(at, typed), answer
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// takePaste takes pasted text out of the buffer. A paste whose end never comes, because a
// line broke, is given up with ctrl+c.
func (k *keyboard) takePaste() (then func()) {
	at := bytes.Index(k.buffer, []byte(pasteEnds))
	end := at + len(pasteEnds)
	switch {
	case at >= 0:
	case k.lastRead == 1 && k.buffer[len(k.buffer)-1] == ctrlC:
		k.paste = nil
		k.consume(len(k.buffer) - 1)
		return func() {}
	default:
		at = max(0, len(k.buffer)-len(pasteEnds)+1)
		end = at
	}
	k.paste = append(k.paste, k.buffer[:min(at, mostPasted-len(k.paste))]...)
	k.consume(end)
	if end == at && k.err == nil {
		k.held = len(k.buffer) // which may begin the mark of the end
		return func() {}
	}
	text := k.paste
	k.paste = nil
	return func() { k.pasted(text) }
}

const ctrlC = 3

// unfinished returns how many bytes at the end of b are the beginning of a letter or a
// key. A lone escape is a key of its own, unless more is expected.
func unfinished(b []byte, more bool) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			break
		}
	}
	i := bytes.LastIndexByte(b[max(0, len(b)-longestKey):], 0x1b)
	if i < 0 {
		return 0
	}
	rest := b[max(0, len(b)-longestKey)+i:]
	switch {
	case len(rest) == 1, len(rest) == 2 && (rest[1] == '[' || rest[1] == 'O'):
		if !more {
			return 0
		}
		return len(rest)
	case rest[1] == '[' && bytes.IndexFunc(rest[2:], func(r rune) bool { return r < 0x20 || r > 0x3f }) < 0:
		return len(rest)
	}
	return 0
}

// longestKey is how many bytes a key or a mouse event may have.
const longestKey = 32

// question asks for the background.
const question = "\x1b]11;?\x1b\\"

const answerPrefix = "\x1b]11;"

// longestAnswer is how many bytes an answer may have.
const longestAnswer = 64

// cutAnswer finds an answer in b, and where it begins. Where there is no whole one, from
// is the beginning of what may become one, or the length of b.
func cutAnswer(b []byte) (from int, answer []byte, found bool) {
	if i := bytes.Index(b, []byte(answerPrefix)); i >= 0 {
		for j := i + len(answerPrefix); j < len(b); j++ {
			switch {
			case b[j] == 0x07:
				return i, bytes.Clone(b[i : j+1]), true
			case b[j] == 0x1b && j+1 < len(b) && b[j+1] == '\\':
				return i, bytes.Clone(b[i : j+2]), true
			}
		}
		if len(b)-i <= longestAnswer {
			return i, nil, false
		}
		return len(b), nil, false
	}
	for n := len(answerPrefix) - 1; n > 1; n-- { // a lone escape is a key
		if bytes.HasSuffix(b, []byte(answerPrefix[:n])) {
			return len(b) - n, nil, false
		}
	}
	return len(b), nil, false
}

// parseAnswer reads a colour such as rgb:1e1e/1e1e/2e2e.
func parseAnswer(answer []byte) (dark, ok bool) {
	s := strings.TrimRight(strings.TrimPrefix(string(answer), answerPrefix), "\x07\x1b\\")
	_, s, _ = strings.Cut(s, ":")
	parts := strings.Split(s, "/")
	if len(parts) < 3 {
		return false, false
	}
	light := 0.0
	for i, weight := range [3]float64{0.299, 0.587, 0.114} {
		n, err := strconv.ParseUint(parts[i], 16, 16)
		if err != nil {
			return false, false
		}
		light += weight * float64(n) / float64(uint64(1)<<(4*len(parts[i]))-1)
	}
	return light < 0.5, true
}
