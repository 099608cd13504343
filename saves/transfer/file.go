package transfer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.org/fray/saves"
)

// WriteFile writes a file whole or not at all, for its owner alone. Without over it
// leaves one that is there, and says so with fs.ErrExist. A link at the path, symbolic or
// hard, is replaced and not followed.
func WriteFile(path string, over bool, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !over {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	sweepIncomplete(filepath.Dir(path))
	f, err := os.CreateTemp(filepath.Dir(path), incomplete+"*") // by a name that nobody knew before
	if err != nil {
		return saves.Explain(path, err)
	}
	out := bufio.NewWriter(f)
	err = write(out)
	if err = errors.Join(err, out.Flush(), f.Sync(), f.Close()); err == nil {
		if over {
			err = os.Rename(f.Name(), path)
		} else if err = os.Link(f.Name(), path); err == nil { // fails where there is one by now
			err = os.Remove(f.Name())
		} else if !errors.Is(err, fs.ErrExist) { // a file system without hard links
			err = os.Rename(f.Name(), path)
		}
	}
	if err != nil {
		_ = os.Remove(f.Name()) // of no use
		return saves.Explain(path, err)
	}
	return nil
}

// incomplete begins the names of files that are being written.
const incomplete = ".incomplete-"

// leftAfter is the age at which such a file is one that a killed program has left.
const leftAfter = time.Hour

// sweepIncomplete removes what killed programs have left in a folder.
func sweepIncomplete(folder string) {
	all, _ := os.ReadDir(folder) // what cannot be listed now is swept later
	for _, x := range all {
		if !strings.HasPrefix(x.Name(), incomplete) {
			continue
		}
		if info, err := x.Info(); err == nil && time.Since(info.ModTime()) > leftAfter {
			_ = os.Remove(filepath.Join(folder, x.Name()))
		}
	}
}

// Bytes writes b, for [WriteFile].
func Bytes(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}
