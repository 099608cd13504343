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

// Background is the message that tells the model what the terminal's
// background is, where [Options] ask for it and the terminal answers in time.
type Background struct{ Dark bool }

// keyboard is the terminal's input, on its way to Bubble Tea: read as fast as it
// comes, so that it is known what waits, and given on less what is pasted and
// less the answer to our question.
type keyboard struct {
	in     io.Reader
	answer func(dark bool)   // is told what the terminal answers in time
	pasted func(text []byte) // is told what was pasted, cut to [mostPasted]
	ended  func()            // is told when there will be no more input

	ahead atomic.Int64 // how many bytes wait

	mu   sync.Mutex
	news *sync.Cond
	came []byte // read, and not given on
	last int    // how many bytes came last
	err  error  // why there will be no more
	stop bool   // nobody wants more

	// What follows is of the one who reads.
	until time.Time // when an answer is too late; zero: nothing was asked
	held  int       // bytes at the end of came that something may begin with
	full  bool      // as much was given as was asked for: there may be a rest of it
	paste []byte    // what was pasted, as far as it came; nil outside
}

const (
	mostAhead  = 1 << 18 // bytes that are read ahead
	mostPasted = 1 << 16 // bytes that are kept of what is pasted
	storm      = 256     // bytes at once that no fingers type
)

func newKeyboard(in io.Reader) *keyboard {
	k := &keyboard{in: in}
	k.news = sync.NewCond(&k.mu)
	return k
}

// start reads aside. stop ends that, and waits for it where the input is a file,
// which can be left alone again.
func (k *keyboard) start() (stop func()) {
	in, err := cancelreader.NewReader(k.in)
	if err != nil { // a file that cannot be waited for
		in, _ = cancelreader.NewReader(struct{ io.Reader }{k.in})
	}
	gone := make(chan struct{})
	go func() { defer close(gone); k.pull(in) }()
	return func() {
		k.mu.Lock()
		k.stop = true
		k.news.Broadcast()
		k.mu.Unlock()
		if in.Cancel() {
			<-gone
			_ = in.Close()
		}
	}
}

// pull reads until the input ends or nobody wants more.
func (k *keyboard) pull(in io.Reader) {
	buf := make([]byte, 1<<10)
	for {
		n, err := in.Read(buf)
		k.mu.Lock()
		for len(k.came) > mostAhead && !k.stop {
			k.news.Wait()
		}
		k.came, k.last, k.err = append(k.came, buf[:n]...), n, err
		k.ahead.Store(int64(len(k.came) - k.held))
		over := k.stop || err != nil
		k.news.Broadcast()
		k.mu.Unlock()
		if over {
			return
		}
	}
}

// more reports whether input waits.
func (k *keyboard) more() bool { return k != nil && k.ahead.Load() > 0 }

// Read implements io.Reader. Bubble Tea takes what doesn't fill b for a whole
// number of keys: so a key is given whole, or with what comes behind it.
func (k *keyboard) Read(b []byte) (int, error) {
	for {
		n, then, err := k.read(b)
		if then == nil {
			return n, err
		}
		then() // with nothing locked: it waits for the model
	}
}

// read is Read, up to something that isn't typed: then is what to do about it.
func (k *keyboard) read(b []byte) (n int, then func(), err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer func() { k.ahead.Store(int64(len(k.came) - k.held)) }()
	for len(k.came) <= k.held && k.err == nil && !k.stop {
		if k.full {
			k.full = false
			return 0, nil, nil // what was given is all there is
		}
		k.news.Wait()
	}
	if k.stop || len(k.came) == 0 {
		// Whatever the reason, Bubble Tea is told that the input ends: to it,
		// anything else is an error that the model never hears of.
		if !k.stop {
			k.ended()
		}
		return 0, nil, io.EOF
	}
	if k.paste != nil {
		return 0, k.pasting(), nil
	}
	typed := len(k.came)
	if k.held = 0; k.err == nil {
		k.held = unfinished(k.came, k.last >= storm)
		typed -= k.held
	}
	if at := bytes.Index(k.came, []byte(pasteBegins)); at >= 0 {
		if typed = min(typed, at); at == 0 {
			k.paste = []byte{}
			k.took(len(pasteBegins))
			return 0, func() {}, nil
		}
	}
	if at, answer := k.answered(typed); at < typed {
		if typed = at; at == 0 && answer == nil {
			k.held = len(k.came)
			return 0, func() {}, nil
		} else if at == 0 {
			k.took(len(answer))
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
		return 0, func() {}, nil // it waits for the rest of a key
	}
	if typed > len(b) {
		typed = len(b) - unfinished(k.came[:len(b)], true)
	}
	n = copy(b, k.came[:typed])
	k.full = n == len(b)
	k.took(n)
	return n, nil, nil
}

// took lets go of the first bytes that came.
func (k *keyboard) took(n int) {
	k.came = k.came[:copy(k.came, k.came[n:])]
	k.held = 0
	k.news.Broadcast()
}

// answered finds the answer to our question before the end of what is typed: all
// of it, or at its end what it may begin with. Without either at is the end.
func (k *keyboard) answered(typed int) (at int, answer []byte) {
	if k.until.IsZero() {
		return typed, nil
	}
	at, answer, found := cutAnswer(k.came)
	if !found && k.err != nil {
		return typed, nil
	}
	return min(at, typed), answer
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// pasting takes in what is pasted. A paste that never ends, such as one whose
// line broke, is left with ctrl+c.
func (k *keyboard) pasting() (then func()) {
	at := bytes.Index(k.came, []byte(pasteEnds))
	end := at + len(pasteEnds)
	switch {
	case at >= 0:
	case k.last == 1 && k.came[len(k.came)-1] == ctrlC:
		k.paste = nil
		k.took(len(k.came) - 1)
		return func() {}
	default:
		at = max(0, len(k.came)-len(pasteEnds)+1)
		end = at
	}
	k.paste = append(k.paste, k.came[:min(at, mostPasted-len(k.paste))]...)
	k.took(end)
	if end == at && k.err == nil {
		k.held = len(k.came) // what may be the beginning of its end
		return func() {}
	}
	text := k.paste
	k.paste = nil
	return func() { k.pasted(text) }
}

const ctrlC = 3

// unfinished is how many bytes at the end of b are the beginning of a letter or
// of a key. An escape alone is a key, unless more is to be expected.
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

// longestKey is how many bytes a key or a move of the mouse may have.
const longestKey = 32

// question asks for the background.
const question = "\x1b]11;?\x1b\\"

const opening = "\x1b]11;"

// longestAnswer is how many bytes an answer may have.
const longestAnswer = 64

// cutAnswer finds the answer in b, and where it begins. If it isn't whole, from
// is where the part of it begins that may become one, or the end of b.
func cutAnswer(b []byte) (from int, answer []byte, found bool) {
	if i := bytes.Index(b, []byte(opening)); i >= 0 {
		for j := i + len(opening); j < len(b); j++ {
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
	for n := len(opening) - 1; n > 1; n-- { // a lone escape is a key
		if bytes.HasSuffix(b, []byte(opening[:n])) {
			return len(b) - n, nil, false
		}
	}
	return len(b), nil, false
}

// parseAnswer reads a colour such as rgb:1e1e/1e1e/2e2e.
func parseAnswer(answer []byte) (dark, ok bool) {
	s := strings.TrimRight(strings.TrimPrefix(string(answer), opening), "\x07\x1b\\")
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
