package screen

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Background is the message that tells the model what the terminal's
// background is, where [Options] ask for it and the terminal answers in time.
type Background struct{ Dark bool }

// keyboard is the terminal's input, less the answer to our question.
type keyboard struct {
	in     io.Reader
	until  time.Time  // when an answer is too late; zero: nothing was asked
	answer func(bool) // is told of an answer in time
	ended  func()     // is told when there will be no more input
	held   []byte     // the beginning of what may be the answer
}

// console is a keyboard that is a file, which Bubble Tea can stop reading.
type console struct {
	*os.File
	keys *keyboard
}

func (c console) Read(b []byte) (int, error) { return c.keys.Read(b) }

// Read implements io.Reader. What is held back is given with the next input.
func (k *keyboard) Read(b []byte) (int, error) {
	if k.until.IsZero() || len(b) <= longestAnswer {
		n, err := k.in.Read(b)
		return n, k.end(err)
	}
	had := copy(b, k.held)
	n, err := k.in.Read(b[had:])
	if n == 0 {
		return 0, k.end(err)
	}
	b = b[:had+n]
	rest, answer, found := cutAnswer(b)
	if found {
		dark, ok := parseAnswer(answer)
		if ok && time.Now().Before(k.until) {
			k.answer(dark)
		}
		n = len(b) - len(answer)
		copy(b[rest:], b[rest+len(answer):])
		k.held, k.until = nil, time.Time{}
		return n, k.end(err)
	}
	k.held = append(k.held[:0], b[rest:]...)
	return rest, k.end(err)
}

// end tells of the end of the input. Whatever the reason, Bubble Tea is told
// that it ends: to it, anything else is an error that the model never hears of.
func (k *keyboard) end(err error) error {
	if err == nil {
		return nil
	}
	k.ended()
	return io.EOF
}

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
