package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"sync"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// What is read of somebody's file, at most.
const (
	mostTable     = 8 << 20               // bytes of a table without its log, and of one event
	mostDeep      = 64                    // objects and lists within each other
	mostText      = model.LongestRulebook // characters of one text
	mostCharacter = 1000                  // characters of an imported table without a log
	mostQuoted    = 80                    // characters that an error quotes
)

// MostSheet is how many bytes of one character are read at most.
const MostSheet = 1 << 20

// BadImport says what is wrong with an imported file.
type BadImport struct {
	Words   string
	Damaged bool // it was a right one once
}

// Error says what is wrong and where.
func (e *BadImport) Error() string { return e.Words }

func bad(format string, args ...any) error { return &BadImport{Words: words(format, args...)} }

func hurt(format string, args ...any) error {
	return &BadImport{Words: words(format, args...), Damaged: true}
}

// quoted is what an error quotes: in quotes, or a word without end.
var quoted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(fmt.Sprintf(`"(?:[^"\\]|\\.){%[1]d,}"?|[^\s"]{%[1]d,}`, mostQuoted))
})

// words writes what is wrong. What it is wrong with is cut short, so that the reason
// behind it is always there.
func words(format string, args ...any) string {
	s := quoted().ReplaceAllStringFunc(fmt.Sprintf(format, args...), func(q string) string {
		end := "…"
		if q[0] == '"' {
			end = `…"`
		}
		return model.Clean(q, mostQuoted-len([]rune(end))) + end
	})
	return model.Clean(s, 10*mostQuoted)
}

// OpenImport opens a file that somebody names, to be imported: not what may never end,
// nor what is too long to be meant. most is in bytes, 0 for any number: what fray has
// exported is read as it comes. The error says what is wrong.
func OpenImport(name string, most int64) (*os.File, error) {
	// A pipe or a device is told before it is opened, which may wait for ever.
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return nil, bad("%s is a folder: name a file in it", name)
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, bad("%s is not a regular file: it may never end", name)
	}
	if err != nil {
		return nil, saves.ExplainRead(name, err)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, saves.ExplainRead(name, err)
	}
	switch there, err := f.Stat(); {
	case err != nil:
		return nil, errors.Join(saves.ExplainRead(name, err), f.Close())
	case !there.Mode().IsRegular():
		return nil, errors.Join(bad("%s is not a regular file: it may never end", name), f.Close())
	case most > 0 && there.Size() > most:
		return nil, errors.Join(bad("%s is too long: it has %d bytes, and %d are read at most", name, there.Size(), most), f.Close())
	}
	if err := skipMark(f, name); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// skipMark skips the byte order mark with which Windows begins a text in UTF-8. The error is that
// the text is in UTF-16.
func skipMark(f *os.File, name string) error {
	var b [4]byte
	n, err := f.ReadAt(b[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return saves.ExplainRead(name, err)
	}
	marked := n >= 2 && (b[0] == 0xff && b[1] == 0xfe || b[0] == 0xfe && b[1] == 0xff)
	if marked || n == 4 && b[0]|b[2] != 0 && b[1]|b[3] == 0 || n == 4 && b[1]|b[3] != 0 && b[0]|b[2] == 0 {
		return bad("%s is written in UTF-16, as Windows PowerShell writes with >: save it again as UTF-8", name)
	}
	if bytes.HasPrefix(b[:n], []byte("\ufeff")) {
		_, err = f.Seek(3, io.SeekStart)
		return err
	}
	return nil
}

// readSheet reads a sheet, or what is as long.
func readSheet(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, MostSheet+1))
	if err == nil && len(b) > MostSheet {
		err = bad("the sheet is longer than %d MB", MostSheet>>20)
	}
	return b, err
}

// cleanJSON cleans every string of a JSON document, keys too, and leaves all else as it
// is: numbers keep their form, by which decimals are known. The error is that it is no JSON, or
// that there is more of something than is read: nothing is cut.
func cleanJSON(b []byte) ([]byte, error) {
	if err := shallow(b); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		return nil, err
	}
	b = slices.Clone(out.Bytes())
	out.Reset()
	for i := 0; i < len(b); i++ {
		if b[i] != '"' {
			out.WriteByte(b[i])
			continue
		}
		end := i + 1
		for b[end] != '"' {
			if b[end] == '\\' {
				end++
			}
			end++
		}
		var s string
		if err := json.Unmarshal(b[i:end+1], &s); err != nil {
			return nil, err
		}
		s, err := model.CleanTextWithin("a text in it", s, mostText)
		if err != nil {
			return nil, err
		}
		clean, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		out.Write(clean)
		i = end
	}
	return out.Bytes(), nil
}

// shallow says that JSON is nested too deep.
func shallow(b []byte) error {
	deep, text := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			if deep++; deep > mostDeep {
				return fmt.Errorf("it is nested deeper than %d", mostDeep)
			}
		case c == '}' || c == ']':
			deep--
		}
	}
	return nil
}
