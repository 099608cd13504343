package saves

import (
	"bufio"
	"encoding/json"
)

const copySuffix = ".jsonl"

// copyLine is a line of the readable copy: an event with its hash.
type copyLine struct {
	Hash  string          `json:"hash"`
	Event json.RawMessage `json:"event"`
}

// writeCopy writes the whole log beside the table, one event a line.
func (b *book) writeCopy() error {
	name := b.path + copySuffix
	f, err := newFile(name)
	if err != nil {
		return explain(name, err)
	}
	w := bufio.NewWriterSize(f, 1<<16)
	var failed error
	err = b.bodies(0, func(_ uint64, l line) bool {
		failed = writeLine(w, l)
		return failed == nil
	})
	if err == nil {
		err = failed
	}
	if err == nil {
		err = w.Flush()
	}
	return explain(name, finishFile(f, name, err, true))
}

func writeLine(w *bufio.Writer, l line) error {
	// Body and hash are JSON already: marshalling them again costs more than
	// the rest of closing.
	for _, part := range [][]byte{[]byte(`{"hash":"`), []byte(l.hash.String()), []byte(`","event":`), l.body, []byte("}\n")} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
